#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# list, describe, help, version and the demo.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

run 0 list
grep -q '^kapitza' out && grep -q '^exp1' out && grep -q '^async' out && grep -q '^calvo' out ||
    fail "list"
run 0 describe kapitza
grep -q 'frequency of the vibration' out || fail "describe problem"
run 0 describe chain
grep -Eq '^m#  *0.01, then 0.005' out && grep -Eq '^l#  *0.2, then 0.1' out && grep -Eq '^q#  *0.5, then computed' out ||
    fail "describe shows only the first default of a family"
run 0 describe springs
grep -Eq '^px#  *0.5, -0.5, then computed' out && grep -Eq '^y#  *0  ' out || fail "three defaults of a family"
run 0 describe verlet
run 0 describe calvo
grep -q 'table-2.3' out || fail "describe paper"
run 0 help
run 0 help choose
grep -q 'I have' out && grep -q 'asynchronous' out || fail "help choose"
run 0 help run
grep -q -- '--macro-step H' out && grep -q -- '--macro-tol R\[,A\]' out || fail "help run"
run 0 run --help
run 0 version
grep -q '^lento [0-9]' out || fail "version"
finish
