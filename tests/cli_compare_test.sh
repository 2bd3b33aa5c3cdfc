#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compare: ranking and the sentence at the end.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 compare kapitza omega=200 --format json
holds "at close scales direct integration is recommended" 'd.reference === "direct" && d.rivals[d.recommended].method.scheme === "direct"'
run 0 compare kapitza omega=1e6 --method "macro=verlet" --method "scheme=averaged macro=rk4 steps=40"
grep -q '<-' out || fail "no recommendation in the table"
! grep -qE 'pays above|break-even' out || fail "a break-even frequency that nothing measured"
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
# rivals vary their steps: 80 suit none of them at v = 60, and errors are parts of the range of the column
run 0 compare kapitza v=60 --quiet --format json
holds "steps that suit the motion are found" 'd.rivals[d.recommended].method.scheme === "async" && d.rivals[d.recommended].method.steps > 160 && d.rivals[d.recommended].error < 2e-6'
flags=$(node -e 'console.log(JSON.parse(require("fs").readFileSync("out")).advice.match(/(--[a-z].*?): error/)[1])')
said=$(node -e 'const d = JSON.parse(require("fs").readFileSync("out")), r = d.rivals[d.recommended]; console.log(r.error * d.error_unit, r.force_evaluations)')
# shellcheck disable=SC2086 # words
run 0 run kapitza v=60 $flags --reference averaged --no-estimate --format json
SAID=$said holds "the recommended command gives what was said when it is typed in" 'near(d.error.max.Q, Number(process.env.SAID.split(" ")[0]), 1e-12) && d.counts.force_evaluations === Number(process.env.SAID.split(" ")[1])'
run 0 compare linear-dissipative --quiet --format json
holds "errors of a growing motion are parts of its range" 'd.error_unit > 1e6 && d.rivals[d.recommended].error < 1e-3'
if command -v gnuplot >/dev/null; then
    run 0 compare kapitza omega=1e3 --plot compare.svg --quiet
    [ -s compare.svg ] || fail "no plot"
fi
finish
