#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compare: ranking and the sentence at the end.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 compare kapitza omega=200 --format json
holds "at close scales direct integration is recommended" 'd.reference === "direct" && d.rivals[d.recommended].method.scheme === "direct"'
run 0 compare kapitza omega=1e6 --method "macro=verlet" --method "scheme=averaged macro=rk4 steps=40"
grep -q '<-' out || fail "no recommendation in the table"
[ "$(grep -c '^async\|^averaged\|^direct' out)" -eq 2 ] || fail "two rivals were named"
run 0 compare stellar eps=1e-3 --until 3 --method "scheme=slow steps=10" --method "scheme=slow steps=10 gauge=mean" --format json
holds "rivals that differ in one option both run" 'd.rivals.length === 2 && d.rivals[1].method.gauge === "mean"'
run 0 compare kapitza --method "scheme=async macro=rk4 steps=80 micro=verlet micro-step=1e-8 kernel=box periods=1" --format json
holds "the advice is the method that was measured" 'd.advice.includes("--micro-step ")'
grep -q '~ measured' out && fail "a footnote without its mark"
run 0 compare kapitza omega=1e4 --steps 40 --format csv
[ "$(wc -l <out)" -ge 10 ] || fail "CSV of compare"
run 0 compare kapitza omega=100 --quiet --format json
holds "a useless multiscale run is called so" 'd.advice.startsWith("No multiscale run is accurate here") && d.rivals[d.recommended].error < 1e-5'
if command -v gnuplot >/dev/null; then
    run 0 compare kapitza omega=1e3 --plot compare.svg --quiet
    [ -s compare.svg ] || fail "no plot"
fi
finish
