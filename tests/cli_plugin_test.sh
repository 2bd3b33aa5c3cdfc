#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento new: the template compiles with the printed command, and every command works on it.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 new mine.c
[ "$(wc -l <out)" -eq 2 ] || fail "new prints two commands"
compile=$(head -n 1 out)
[ "$(wc -l <mine.c)" -le 60 ] || fail "the template is long"
sh -c "$compile -std=c17 -Wall -Wextra -Werror" 2>err || { fail "compile: $compile"; cat err; }
run 2 new mine.c
grep -q 'exists already' err || fail "new overwrites"

run 0 run ./mine.so --format json
holds "it runs like a built-in" 'd.problem === "mine" && d.status === "done" && d.columns.join() === "t,Q,P" && d.counts.windows === 400'
run 0 run mine.so omega=1e5 --until 1 --reference direct --format json
holds "it agrees with its direct run" 'd.error.max.Q < 1e-3 && d.parameters.omega === 1e5'
run 2 run ./mine.so omegga=1
grep -q omega err || fail "no nearest parameter"
run 0 describe ./mine.so
grep -q 'strength of the fast force' out || fail "describe"
run 0 converge ./mine.so omega=1e5 --until 1 --micro-per-period 20 --vary micro --levels 3 --format json
holds "converge works on it" 'd.levels.length === 3 && near(d.slope, 2, 0.2)'
run 0 compare ./mine.so omega=1e4 --until 1 --format json
holds "compare works on it" 'd.rivals.length > 5 && d.advice.length > 20'

# what is wrong with a shared object is said
printf 'int other = 1;\n' >empty.c
cc -shared -fPIC empty.c -o empty.so
run 2 run ./empty.so
grep -q "exports no 'const lento_problem lento_plugin'" err || fail "missing symbol"
sed 's/\.abi = LENTO_ABI/.abi = LENTO_ABI + 1/' mine.c >old.c
sh -c "$(echo "$compile" | sed 's/mine/old/g')"
run 2 run ./old.so
grep -q 'compile it again' err || fail "layout"
finish
