#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Spinning tops on the command line: columns, L, long runs, integrals, recipes, wrong bodies, divergence,
# compare, converge.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
json() { run "$1" run top "${@:2}" --format json; }

# ---- columns, start values (card bodack 2) ----
json 0 --steps 10
holds "columns" 'd.columns.join() === "t,qw,qx,qy,qz,m1,m2,m3,a1,a2,a3,E,mp,ma"'
holds "start" 'near(d.data[0][11], 5.828660972858, 1e-11) && d.data[0][13] === 1.46'
holds "invariants of a Lagrange top" 'keys(d.invariants) === "E,ma,mp" && d.invariants.mp.drift === 0'
json 0 case=kowalewski --steps 10
holds "K" 'd.columns[14] === "K" && near(d.data[0][14], 1.525547230380, 1e-11) && keys(d.invariants) === "E,K,mp"'
json 0 case=goryachev-chaplygin tilt=45 --steps 10
holds "G" 'd.columns[14] === "G" && near(d.data[0][14], -0.000754058022, 1e-11) && d.parameters.m3 === 0 && !d.warnings.some(w => w.code === "note")'
holds "a is physical" 'near(Math.hypot(d.final.a1, d.final.a2, d.final.a3), 0.4, 1e-12)'
json 0 g=2 --steps 10
holds "mp = g m3" 'd.final.mp === 2.92'

# ---- the exact solution (card bodack 6, B5) ----
json 0 --macro exact --until 50 --steps 1
holds "S0 at 50" 'const s = Math.sign(-d.final.qw); near(d.final.qw * s, -0.915299259806229, 1e-12) && near(d.final.qz * s, 0.391932173019826, 1e-12) && near(d.final.a3, 0.982767126499748, 1e-12)'
json 0 tilt=45 --macro exact --until 3200 --steps 1
holds "S45 at 3200" 'const s = Math.sign(d.final.qw); near(d.final.qw * s, 0.877841482444587, 1e-10) && near(d.final.qy * s, 0.359350225954910, 1e-10)'
fast=(tilt=45 m3=1e4 --until 2 --reference exact)
json 0 "${fast[@]}" --macro strang/kahan-li8 --steps 40000
holds "a fast top" 'd.error.max.L < 1e-9'

# ---- L: a column and an error; long runs (card bodack 8) ----
json 0 tilt=45 --macro chin4a/suzuki6 --macro-step 1/8 --until 3200 --every 1 --reference exact
holds "L is a column" 'd.columns[14] === "L" && d.data.length === 3201 && d.data[0][14] === 0 && d.final.L === d.data[3200][14]'
holds "chin4a/suzuki6" 'd.counts.force_evaluations === 256000 && Math.max(...d.data.slice(3191).map(r => r[14])) <= 2e-9'
holds "the largest L" 'd.error.max.L >= Math.max(...d.data.map(r => r[14])) && d.error.max.L < 3e-9 && d.error.points === 25600'
json 0 tilt=45 --macro bobenko-suris-sym-twist/kahan-li8 --macro-step 0.2 --until 3200 --every 1 --reference exact
holds "bobenko-suris-sym-twist/kahan-li8" 'd.counts.force_evaluations === 272000 && Math.max(...d.data.slice(3191).map(r => r[14])) <= 3e-9'
json 0 tilt=45 --macro bobenko-suris --macro-step 0.0125 --until 3200 --every 1 --reference exact
holds "the method of the thesis" 'near(Math.max(...d.data.slice(3191).map(r => r[14])), 0.152, 1e-3)'
json 0 --macro gbs --macro-tol 1e-8,1e-8 --first-step 0.1 --until 50 --reference exact
holds "a quaternion has two signs" 'd.error.max.qw < 1e-4 && d.error.max.L < 1e-4 && near(d.counts.force_evaluations, 2832, 40)'
json 0 case=kowalewski --macro close-split/kahan-li8 --macro-step 1/8 --until 50 --reference direct
holds "L against a direct reference" 'd.error.max.L < 1e-8 && d.columns[15] === "L" && d.error.max.K < 1e-8'
run 0 run top --steps 5 --reference exact --format csv
[ "$(head -n 1 out)" = $'t,qw,qx,qy,qz,m1,m2,m3,a1,a2,a3,E,mp,ma,L\r' ] || fail "CSV header with L"
run 0 run top --steps 5 --reference exact
grep -q 'L [0-9.e+-]*$' out || fail "no L in the table's error line"
grep -q 'nan' out && fail "parameters that were not used are shown"

# ---- integrals under gbs ----
for tilt in 0 45; do
    json 0 case=kowalewski tilt=$tilt --macro gbs --macro-tol 1e-12 --until 50
    holds "K is constant, tilt $tilt" 'd.invariants.K.drift < 1e-9'
    json 0 case=goryachev-chaplygin tilt=$tilt --macro gbs --macro-tol 1e-12 --until 50
    holds "G is constant, tilt $tilt" 'd.invariants.G.drift < 1e-9'
done
json 0 case=goryachev-chaplygin m3=1.46 --macro gbs --macro-tol 1e-12 --until 50
holds "G with m3" 'd.warnings.some(w => w.code === "note" && /m3/.test(w.text)) && d.invariants.G === undefined'

# ---- one call of gbs per macro step (bodack 6.1) ----
json 0 --macro gbs --macro-step 0.2 --macro-tol 1e-5,1e-5 --first-step 0.1 --until 50 --reference exact
holds "section 6.1" 'd.counts.macro_steps === 250 && d.error.max.L > 3e-5 && d.error.max.L < 1.3e-4'

# ---- the JSON of a run is a recipe ----
for words in "tilt=45" "case=kowalewski" "case=goryachev-chaplygin m3=1" "qw=0.6 qz=0.8" "CN=1 CB=0.8 CT=0.8 rx=-1 rz=0" \
    "mass=2 I1=3 I2=3 I3=1 az=0.5" "case=lagrange CB=0.5 form=body"; do
    # shellcheck disable=SC2086
    json 0 $words --until 3 --macro gbs --macro-tol 1e-9
    cp out first.json
    run 0 run --recipe first.json --format json
    holds "given back: $words" 'const e = JSON.parse(fs.readFileSync("first.json", "utf8")); JSON.stringify(d.final) === JSON.stringify(e.final) && JSON.stringify(d.parameters) === JSON.stringify(e.parameters)'
done

# ---- wrong bodies, starts, methods: one sentence, exit 2 ----
wrong() {
    local word=$1
    shift
    run 2 run top "$@"
    grep -q "$word" err || fail "no '$word' for $*: $(head -n 1 err)"
    [ "$(wc -l <err)" -eq 1 ] || fail "more than one line for $*"
    [ -s out ] && fail "stdout is not empty for $*"
}
wrong 'above 0' CN=-1
wrong 'above 0' CT=0
wrong mass mass=0 I1=1 I2=1 I3=1
wrong 'sum of the other two' mass=1 I1=1 I2=1 I3=3
wrong 'length 1' qw=0.9
wrong 'not both' tilt=5 qw=1
wrong axis-split case=kowalewski --macro chin4a
wrong axis-split rx=0.1 --macro bobenko-suris-sym/kahan-li8
wrong symmetric --macro bobenko-suris/kahan-li8
wrong 'exact solution' case=kowalewski --reference exact
json 0 qw=1.0000005 --steps 1
holds "a nearly unit quaternion is normalised" 'd.data[0][1] === 1'

# ---- divergence: exit 1, the time, the last good state ----
json 1 --macro rk4 --macro-step 0.8 --until 100
holds "0.8 diverges" 'd.status === "failed" && /t = 2[0-9.]+/.test(d.message) && d.final.t > 18 && d.final.t < 26 && Object.values(d.final).every(Number.isFinite)'
json 1 tilt=45 --macro rk4 --macro-step 1 --until 100
holds "1.0 diverges" 'd.status === "failed" && d.final.t >= 4 && d.final.t <= 6'
json 0 --macro rk4 --macro-step 0.2 --until 30 --reference exact
holds "0.2 does not" 'near(d.error.max.L, 0.0982, 1e-4)'

# ---- compare: ranked by L at equal evaluations ----
run 0 compare top tilt=45 --until 100 --format json
holds "ranked by L" 'd.column === "L" && d.rivals.length >= 15 && d.rivals.every((r, i) => i === 0 || r.error >= d.rivals[i - 1].error)'
holds "equal work" 'd.rivals.every(r => r.force_evaluations > 0.8 * 8000 && r.force_evaluations <= 8000)'
holds "energy error beside it" 'd.rivals.every(r => r.drift > 0) && near(d.rivals.find(r => r.method.macro === "bobenko-suris").drift, 3.44e-2, 1e-3)'
holds "the winner" 'd.rivals[0].method.macro === "chin4a/suzuki6" && d.recommended === 0 && d.rivals[0].error < 1e-10'
run 0 compare top case=kowalewski --until 20
grep -q 'error in L' out || fail "no L in the ranking"
grep -q 'drift of E' out || fail "no energy in the ranking"
grep -q '^1  *close-split/kahan-li8' out || fail "close-split/kahan-li8 is not the first for Kowalewski"
grep -q 'bobenko' out && fail "a symmetric-top method takes part for Kowalewski"

# ---- converge: L by itself ----
run 0 converge top tilt=45 --macro chin4a --steps 20 --until 2 --levels 4 --format json
holds "slope 4 in L" 'd.column === "L" && near(d.slope, 4, 0.1)'
run 0 converge top tilt=45 --macro bobenko-suris --steps 200 --until 2 --levels 3 --format json
holds "slope 1 in L" 'near(d.slope, 1, 0.1)'
finish
