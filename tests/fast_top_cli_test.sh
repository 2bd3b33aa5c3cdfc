#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The fast top on the command line: named slow variables, exact reference, precession, comparison, bad input.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
turn() { node -e 'console.log(2 * Math.PI * process.argv[1] * Math.sqrt(2 * 36.7875 * 0.24) / 36.7875)' "$1"; }

# Table 1, first cell
run 0 run fast-top Pi1=1e-3 --scheme slow --slow xi --macro leapfrog --micro rk4 --kernel exp2 --raw-weights \
    --window 1e-4 --micro-step 1e-5 --until 0.01 --steps 40 --reference exact --format json
holds "columns are body components, slow variables and angles" 'd.columns.join() === "t,Pi1,Pi2,Pi3,Gamma1,Gamma2,Gamma3,xi2,xi3,xi4,xi5,phi,theta,psi"'
holds "table 1, omega=1e3, H=T/40" 'near(d.error.max.xi3 / 1.9291e-5, 1, 1e-3) && d.slow.set === "xi"'
cp out recipe.json
run 0 run --recipe recipe.json --format json
holds "a recipe keeps the named set" 'd.slow.set === "xi" && d.final.xi3 === JSON.parse(fs.readFileSync("recipe.json", "utf8")).final.xi3'

# equation numbers, the names of the sets up to 0.1, are understood with a note
sed 's/"set": "xi"/"set": "32"/' recipe.json >old.json
grep -q '"set": "32"' old.json || fail "the recipe does not name its set"
run 0 run --recipe old.json --format json
holds "an old name becomes the new one" 'd.slow.set === "xi" && d.final.xi3 === JSON.parse(fs.readFileSync("recipe.json", "utf8")).final.xi3'
grep -qx "lento: --slow 32 is now called xi" err || fail "the note about an old name: $(cat err)"
run 0 run fast-top --scheme slow --slow 37 --steps 60 --quiet
[ -s err ] && fail "--quiet and an old name: $(cat err)"
run 0 run fast-top vibration=horizontal --scheme slow --slow 40 --macro rk4 --kernel point --steps 400 --until 0.02
grep -q -- '--slow 40 is now called subtracted' err || fail "no note about --slow 40"
run 0 describe fast-top
grep -qE 'slow set +(32|37)' out && fail "describe shows old names"

# the same in all frames
for frame in body spin-free space; do
    run 0 run fast-top frame=$frame --scheme direct --macro exact --steps 40 --until 0.01 --format json
    holds "exact in frame $frame" 'near(d.final.xi3 / 3.1884905632196277e-5, 1, 1e-10) && near(d.final.phi / 8.290097037518562e-5, 1, 1e-10) && d.final.Pi1 !== null && near(d.invariants["|Gamma|^2"].drift, 0, 1e-13)'
done
run 0 run fast-top frame=spin-free --macro exponential-midpoint --steps 40 --until 0.01 --reference exact --format json
holds "exponential midpoint" 'd.error.max.xi3 / 1.1958e-4 < 1e-6 && d.counts.force_evaluations === 80'

# precession over nutation
run 0 run fast-top frame=space spin=1e5 --scheme slow --steps 1 --until "$(turn 1e5)" --reference exact --format json
holds "one turn at spin 1e5" 'd.error.max.phi_L / 6.283 < 1e-9 && d.counts.force_evaluations <= 1000 && d.warnings.length === 0'
holds "body components are not followed" 'd.final.Pi1 === null && d.final.psi === null && d.final.phi > 6.28'
run 0 run fast-top frame=space spin=200 gmod=0.5 --scheme slow --steps 8 --until "$(turn 200)" --format json
holds "modulated gravity" 'near(d.final.phi_L / 6.284311497, 1, 1e-7) && d.counts.force_evaluations <= 10000'

# vibrated
run 0 run fast-top vibration=horizontal --scheme slow --macro rk4 --steps 300 --until 0.02 --reference direct --format json
holds "horizontal, point by point" 'd.error.max.xi4 < 1e-9 && d.error.max.theta < 1e-9'
run 0 run fast-top vibration=horizontal --scheme slow --slow repaired --macro rk4 --steps 300 --until 0.02 --reference direct --format json
holds "horizontal, minimum norm" 'd.error.max.xi4_slow < 1e-9 && d.error.max.theta_slow < 1e-9 && d.error.max.theta > 1e-6'
run 0 run fast-top vibration=vertical spin=10 Pi1=0 omega=1e4 frame=spin-free --scheme sync --steps 80 --until 1 --reference averaged --format json
holds "vertical, synchronous" 'd.error.max.Gamma1 < 2e-5'
run 0 run fast-top --scheme slow --slow euler-rates --steps 60 --format json
holds "dependent at the start" 'd.status === "done" && d.warnings.some(w => w.text.includes("t = 0"))'

# the comparison
run 0 compare fast-top
for word in 'frame=spin-free' exponential-midpoint 'Mgl/Pi3' 'does not pay' 'spin-free'; do
    grep -q -- "$word" out || fail "compare says nothing of $word"
done
run 0 compare fast-top --format json
holds "compare: exact wins, the thesis loses" 'd.column === "xi3" && d.rivals[d.recommended].method.macro === "exact" && d.rivals.length >= 15 && near(d.rivals.find(r => r.method.macro === "exponential-midpoint").error / 2.323e-7, 1, 0.01) && d.rivals.find(r => r.form === "body, set xi").error > 1e-3'
run 0 compare fast-top gmod=0.3 gperiod=0.05 --format json
holds "compare with changing gravity" 'd.reference === "direct" && d.rivals.every(r => r.method.macro !== "exact") && d.rivals[d.recommended].method.macro === "exponential-midpoint"'
run 0 compare fast-top vibration=vertical spin=10 omega=1e4 frame=spin-free --until 0.2 --format json
holds "compare of a vibrated top" 'd.rivals.some(r => r.method.scheme === "sync" && r.error < 1e-2)'
run 0 describe fast-top
grep -q 'slow set.*regular' out || fail "describe does not name the sets"

# bad input
run 2 run fast-top Pi1=0 --scheme slow --slow xi
grep -q 'slow regular' err || fail "a stall does not suggest regular"
run 2 run fast-top vibration=horizontal --scheme slow --slow subtracted --macro leapfrog --steps 300 --until 0.02
grep -q '6.187' err || fail "leapfrog does not say the largest step"
run 2 run fast-top theta0=0
run 2 run fast-top vibration=horizontal omega=17400
run 2 run fast-top --macro exponential-midpoint
run 2 run fast-top --scheme direct --slow xi
run 2 run kapitza --scheme slow --kernel point --periods 2
finish
