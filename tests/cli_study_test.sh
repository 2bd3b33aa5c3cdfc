#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compare and converge: orders, floors, ranking and the sentence at the end.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

fitted=(--micro stormer-fitted --micro-per-period 4)
run 0 converge kapitza --scheme averaged --macro rk4 --steps 40 --levels 5 --format json
holds "rk4 has order 4" 'near(d.slope, 4, 0.15) && d.floor === null && d.reference === "averaged"'
run 0 converge kapitza --scheme averaged --macro verlet --steps 160 --levels 4 --format json
holds "verlet has order 2" 'near(d.slope, 2, 0.05)'
run 0 converge kapitza omega=1e8 --macro kahan-li8 --vary micro --levels 4 --format json
holds "the micro step has order 2" 'near(d.slope, 2, 0.1) && d.levels[3].value === 640'
run 0 converge kapitza omega=1e3 --macro kahan-li8 "${fitted[@]}" --vary omega --levels 4 --format json
holds "the scheme has order 1 in 1/omega" 'near(d.slope, 1, 0.05) && d.levels[3].value === 1e6'
run 0 converge kapitza omega=1e4 --macro rk4 "${fitted[@]}" --steps 10 --levels 7 --reference averaged --format json
holds "the floor of one phase is 1.5e-3" 'near(d.floor, 1.51e-3, 2e-5) && d.slope > 3'
run 0 converge kapitza omega=1e6 --kernel exp1 --periods 5 --macro kahan-li8 --vary window --levels 3 --column P --format json
holds "the window is refined" 'd.levels.map(l => l.value).join() === "5,10,20" && d.column === "P"'
run 0 converge kapitza --levels 5 --format json
holds "the floor is taken off before the slope is fitted" 'near(d.slope, 2, 0.05) && near(d.floor, 1.983e-3, 2e-6)'
run 2 converge springs --vary window
run 0 converge kapitza --levels 3
grep -q '^slope' out || fail "no slope in the table"
run 0 converge kapitza --levels 3 --format csv
[ "$(wc -l <out)" -eq 4 ] || fail "CSV of converge"

run 0 compare kapitza omega=1e8 --format json
holds "direct runs are extrapolated" 'd.reference === "averaged" && d.rivals.filter(r => r.extrapolated && r.force_evaluations > 1e9).length >= 3 && d.rivals.every(r => r.extrapolated === (r.method.scheme === "direct"))'
holds "a fitted multiscale run wins" 'd.rivals[d.recommended].method.micro === "stormer-fitted" && d.rivals[d.recommended].error < 1e-6'
holds "multiscale pays above some omega" 'd.break_even_omega > 10 && d.break_even_omega < 1e4 && d.advice.includes("pays above omega")'
run 0 compare kapitza omega=200 --format json
holds "at close scales direct integration is recommended" 'd.reference === "direct" && d.rivals[d.recommended].method.scheme === "direct"'
run 0 compare kapitza omega=1e6 --method "macro=verlet" --method "scheme=averaged macro=rk4 steps=40"
grep -q '<-' out || fail "no recommendation in the table"
[ "$(grep -c '^async\|^averaged\|^direct' out)" -eq 2 ] || fail "two rivals were named"
run 0 compare stellar --until 3 --method "scheme=slow steps=10" --method "scheme=slow steps=10 gauge=mean" --format json
holds "rivals that differ in one option both run" 'd.rivals.length === 2 && d.rivals[1].method.gauge === "mean"'
run 0 compare kapitza --method "scheme=async macro=rk4 steps=80 micro=verlet micro-step=1e-8 kernel=box periods=1" --format json
holds "the advice is the method that was measured" 'd.advice.includes("--micro-step ")'
grep -q '~ measured' out && fail "a footnote without its mark"
run 0 compare fpu eps=1e-3 --until 20 --quiet --format json
holds "nobody is sent to steps that do not resolve the fast motion" '[d.advice.match(/--macro-step ([0-9.e-]+)/)].every(m => !m || Number(m[1]) / 1e-3 <= 1.001)'
run 0 compare kapitza omega=1e4 --steps 40 --format csv
[ "$(wc -l <out)" -ge 10 ] || fail "CSV of compare"
run 0 compare springs masses=3 omega1=2000 omega2=2000 omega3=2 x2=1.6 y2=.8 x3=2.5 y3=.9 py1=.8 px2=.6 --quiet --format json
holds "fast energies that act are carried along" 'd.rivals[d.recommended].method.adiabatic === true && d.rivals[d.recommended].error < 5e-3 && d.advice.includes("--adiabatic --macro-tol")'
run 0 compare kapitza omega=100 --quiet --format json
holds "a useless multiscale run is called so" 'd.advice.startsWith("No multiscale run is accurate here") && d.rivals[d.recommended].error < 1e-5'
run 0 converge springs omega2=100 --until 2 --scheme direct --macro midpoint --steps 400 --format json
holds "an unstable level does not count" 'd.levels[0].error > 1 && near(d.slope, 2, 0.1)'
run 0 converge top --macro strang/kahan-li8
grep -q 'round-off' out || fail "round-off is not called so"
# ---- Ctrl-C while the reference runs: no errors, no advice from half of it ----
timeout --foreground --preserve-status -s INT 2 "$lento" compare kapitza omega=1e7 --reference direct --until 100 \
    --method "macro=verlet" --format json >out 2>err
[ $? -eq 1 ] || fail "an interrupted comparison must exit 1"
holds "an interrupted comparison gives no advice" 'd.recommended === null && d.advice === "" && d.rivals[0].error === null && d.rivals[0].message.includes("interrupted")'
timeout --foreground --preserve-status -s INT 2 "$lento" converge kapitza omega=1e7 --reference direct --until 100 --format json >out 2>err
[ $? -eq 1 ] || fail "an interrupted study must exit 1"
holds "an interrupted study has only whole levels" 'd.levels.length === 0 && d.slope === null'
if command -v gnuplot >/dev/null; then
    run 0 converge kapitza --levels 3 --plot converge.png --quiet
    run 0 compare kapitza omega=1e3 --plot compare.svg --quiet
    [ -s converge.png ] && [ -s compare.svg ] || fail "no plots"
fi
finish
