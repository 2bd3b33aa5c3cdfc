#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# converge: orders, floors, round-off, tables.
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
for vary in Q P; do
    run 0 converge kapitza omega=1e3 --macro dop853 --macro-tol 1e-10 --micro stormer-fitted --phases 2 --vary omega \
        --levels 3 --reference direct --column $vary --format json
    holds "two phases have order 2 against the full equations, $vary" 'near(d.slope, 2, 0.1) && d.reference === "direct"'
done
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
run 0 converge springs omega2=100 --until 2 --scheme direct --macro midpoint --steps 400 --format json
holds "an unstable level does not count" 'd.levels[0].error > 1 && near(d.slope, 2, 0.1)'
run 0 converge kapitza v=60 --format json
holds "no slope through an instability" 'd.slope === null && d.unstable === 5'
run 0 converge kapitza v=60
grep -q '^unstable: no level follows the motion' out || fail "an instability is not called so"
run 0 converge top --macro strang/kahan-li8
grep -q 'round-off' out || fail "round-off is not called so"
if command -v gnuplot >/dev/null; then
    run 0 converge kapitza --levels 3 --plot converge.png --quiet
    [ -s converge.png ] || fail "no plot"
fi
finish
