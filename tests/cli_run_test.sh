#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento run: numbers of the paper's cells, JSON, CSV, thinning, interpolation, recipes, failures.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
json() { run "$1" run "${@:2}" --format json; }
simple=(--scheme async --kernel box --macro verlet --micro verlet)

# ---- one cell of calvo Table 2.3: value, counts, error ----
json 0 kapitza omega=1e6 "${simple[@]}" --steps 80 --micro-per-period 80 --reference averaged
holds "the object has every member" 'keys(d) === "columns,counts,data,error,every,final,invariants,lento,message,method,parameters,problem,provenance,seconds,status,units,until,warnings"'
holds "Q_N is the card's" 'near(d.final.Q, 0.175040388426, 1e-9)'
holds "the error is the card's" 'near(d.error.max.Q, 6.70273919e-3, 1e-7) && d.error.reference === "averaged"'
holds "micro steps are N^2/2" 'd.counts.micro_steps === 3200 && d.counts.force_evaluations === 3280'
holds "every step point is a row" 'd.data.length === 81 && d.columns.join() === "t,Q,P" && d.data.every(r => r.length === 3)'
holds "the last row is the final one" 'd.data[80][0] === 1 && d.data[80][1] === d.final.Q'
holds "the method is resolved" 'd.method.scheme === "async" && d.method.steps === 80 && d.method.macro_step === 0.0125 && d.method.side === "half" && d.method.phases === 1'
holds "parameters are all there" 'keys(d.parameters) === "P0,Q0,c2,g,l,omega,theta0,v"'
holds "no path of this machine is in it" '!JSON.stringify({...d, units: []}).includes("/")'
cp out cell.json

# ---- cost does not depend on omega ----
for omega in 1e4 1e8; do
    json 0 kapitza omega=$omega "${simple[@]}" --steps 80
    holds "counts at $omega" 'd.counts.force_evaluations === 3280 && d.counts.windows === 80'
done

# ---- beyond the paper ----
better=(--scheme async --macro rk4 --steps 240 --micro stormer-fitted --micro-per-period 4)
json 0 kapitza omega=1e8 "${better[@]}" --reference averaged
holds "fitted steps reach 5e-7" 'd.error.max.Q <= 5e-7 && d.counts.micro_steps <= 2000'
json 0 kapitza omega=1e4 "${better[@]}" --reference averaged
holds "one phase leaves 1.5e-3" 'near(d.error.max.Q, 1.5e-3, 5e-5)'
json 0 kapitza omega=1e4 "${better[@]}" --phases 2 --reference averaged
holds "two phases leave 2e-6" 'd.error.max.Q <= 2.5e-6'

# ---- other parameters, units, fractions ----
json 0 kapitza omega=1e6rpm l=1/4 theta0=90deg g=0 v=3 --until 0.7 --steps 60 --reference averaged
holds "units and fractions are read" 'near(d.parameters.omega, 1e6 * Math.PI / 30, 1e-9) && d.parameters.l === 0.25 && near(d.parameters.theta0, Math.PI / 2, 1e-15) && d.until === 0.7'
json 0 kapitza omega=1e4 c2=0.4 --steps 400 --reference direct
holds "a direct reference agrees to O(1/omega)" 'd.error.max.Q < 2e-2 && d.error.reference === "direct"'
json 0 --steps 20 kapitza --until=0.5
holds "flags may come first" 'd.counts.macro_steps === 20'
json 0 two-tone --reference averaged
holds "three scales nest" 'd.method.scheme.join() === "async,async" && d.error.max.Q < 1e-2 && d.error.max.Q < 3 * d.error.estimate.Q'

# ---- steps that do not divide T: one more step, interpolation at T ----
json 0 kapitza --scheme averaged --macro rk4 --macro-step 0.003 --until 1 --reference averaged
holds "ceil(T/H) steps and T exactly" 'd.counts.macro_steps === 334 && d.final.t === 1 && d.data[d.data.length - 1][0] === 1'
holds "the value at T is interpolated well" 'near(d.final.Q, 0.168561190028709, 1e-6)'

# ---- thinning and --every change rows, never errors ----
json 0 kapitza omega=1e4 --scheme direct --gauge point --reference averaged
holds "all steps have a row" 'd.data.length === d.counts.macro_steps + 1 && d.row_steps === undefined && d.data[0][0] === 0 && d.data[d.data.length - 1][0] === 1'
holds "errors see every step" 'd.error.points === d.counts.macro_steps - (d.counts.macro_steps * d.method.macro_step > 1 ? 1 : 0)'
node -p 'JSON.parse(require("fs").readFileSync("out")).error.max.Q' >all.txt
json 0 kapitza omega=1e4 --scheme direct --gauge point --reference averaged --every 0.25
holds "--every gives these rows" 'd.data.map(r => r[0]).join() === "0,0.25,0.5,0.75,1" && d.every === 0.25'
holds "and the same error" "d.error.max.Q === $(cat all.txt)"
# rows of means cost a window each: errors are taken at some 2000 steps, whatever the rows are
json 0 kapitza omega=1e4 --scheme direct --reference averaged
holds "rows of means are thinned" 'd.error.points <= 2000 && d.error.points >= 900 && d.method.gauge === "mean"'
node -p 'JSON.parse(require("fs").readFileSync("out")).error.max.Q' >all.txt
json 0 kapitza omega=1e4 --scheme direct --reference averaged --every 0.25
holds "--every gives these rows of means" 'd.data.map(r => r[0]).join() === "0,0.25,0.5,0.75,1"'
holds "and the same error of means" "d.error.max.Q === $(cat all.txt)"
json 0 kapitza --scheme averaged --macro kahan-li8 --steps 100 --every 1/7
holds "rows between steps are interpolated" 'd.data.length === 8 && near(d.data[7][1], 0.168561190028709, 1e-8)'
json 0 kapitza --scheme averaged --macro dop853 --macro-tol 1e-11 --every 0.25
holds "adaptive runs too" 'near(d.data[1][1], -0.477542200540274, 1e-9) && near(d.data[3][1], -0.305603719246798, 1e-9) && d.method.rtol === 1e-11 && near(d.method.atol, 1e-14, 1e-20)'

# ---- CSV: one header row, RFC 4180, the same numbers ----
run 0 run kapitza omega=1e6 "${simple[@]}" --steps 80 --format csv
[ "$(head -n 1 out)" = $'t,Q,P\r' ] || fail "CSV header"
[ "$(wc -l <out)" -eq 82 ] || fail "CSV rows"
last=$(tail -n 1 out | tr -d '\r' | cut -d, -f2)
holds "CSV numbers read back to the same double" "d.final.Q === $last" cell.json
run 0 run kapitza --scheme async --out rows.csv
[ -s out ] && fail "--out still prints"
head -n 1 rows.csv | grep -q '^t,Q,P' || fail "--out FILE.csv is CSV"

# ---- table ----
run 0 run kapitza omega=1e8 --reference averaged
grep -q '21 of 81 rows' out || fail "the table does not say how many rows it left out"
grep -q 'direct .*1.27e+09 force evaluations' out || fail "the table does not say what a direct run costs"
[ "$(wc -l <out)" -le 40 ] || fail "the table is too long"

# ---- warnings ----
separated=(run kapitza omega=1e4 --kernel exp1 --periods 400 --steps 10)
run 0 "${separated[@]}"
grep -q 'scales are not separated' err || fail "no warning about scales"
run 0 "${separated[@]}" --quiet
[ -s err ] && fail "--quiet speaks"
run 1 "${separated[@]}" --strict
run 0 "${separated[@]}" --format json
holds "warnings are in the JSON" 'd.warnings.some(w => w.code === "scales-not-separated") && d.warnings.every(w => w.value > w.limit)'

# ---- failure: exit 1, the time, the last good state ----
json 1 kapitza v=1e305 --scheme direct --macro rk4 --macro-step 1e-9 --until 1e-6
holds "a failure keeps the last good state" 'd.status === "failed" && d.message.includes("t =") && d.final.Q === 0.5 && d.data.length >= 1'
grep -q 'finite' err || fail "no sentence about the failure"

# ---- pointwise columns: a multiscale run does not follow their fast part, and the error says so ----
json 0 stellar eps=1e-2 --until 1 --steps 10 --reference direct
holds "pointwise errors are marked" 'd.error.pointwise.join() === "x1,v1,x2,v2" && d.error.pointwise.every(c => c in d.error.max) && d.error.max.xi1 < 0.1'
json 0 stellar eps=1e-2 --until 1 --scheme direct --macro dop853 --macro-tol 1e-9 --reference direct
holds "a direct run follows it" 'd.error.pointwise.length === 0 && d.error.max.x1 < 1e-3'
json 0 fast-top Pi1=1e-3 --scheme slow --slow regular --macro rk4 --kernel point --until 0.01 --steps 40 --reference exact
holds "a slow run without windows loses the turn of the body" 'd.error.pointwise.includes("Gamma1") && d.error.max.Gamma1 > 0.1 && !("Gamma1" in d.error.estimate)'
run 0 run stellar eps=1e-2 --until 1 --steps 10 --reference direct
grep -Eq '^error .*xi1' out && grep -Eq '^ *pointwise columns, .*not compute:  x1' out || fail "the table does not mark pointwise errors"
grep -E '^error ' out | grep -q ' x1 ' && fail "a pointwise error stands among the others"
run 0 converge stellar eps=1e-2 --until 1 --steps 10 --levels 2 --column x1
grep -q 'x1 is pointwise' out || fail "converge does not mark a pointwise column"
run 0 compare stellar eps=1e-2 --until 1 --method steps=10 --column x1 --format json
holds "compare marks it" 'd.pointwise === true'
run 0 compare stellar eps=1e-2 --until 1 --method steps=10 --format json
holds "and not the others" 'd.pointwise === false'

# ---- angles: a run that is 0.05 behind has this error also where only the reference has passed pi ----
json 0 chain links=1 w1=60 omega=1e3 --scheme direct --macro rattle --steps 4000 --until 2 --reference direct
holds "angles are compared the short way round" 'd.error.max.q1 < 0.15 && d.error.max.q1 > 0.01'
holds "the rod turns many times" 'd.data.filter((r, i) => i > 0 && Math.abs(r[1] - d.data[i - 1][1]) > 6).length > 10'

# ---- recipes ----
run 0 run --recipe cell.json --format json
holds "the JSON of a run gives the run again" "d.final.Q === $last && d.counts.micro_steps === 3200"
run 0 run --recipe cell.json --macro-step 1/40 omega=1e4 --format json
holds "flags and parameters override it" 'd.counts.macro_steps === 40 && d.parameters.omega === 1e4'
cat >two.json <<'END'
{"runs": [{"problem": "kapitza", "method": {"scheme": "averaged", "steps": 10}, "until": 1},
          {"problem": "vibrated", "parameters": {"omega": 1e5}, "every": 0.5}]}
END
run 0 run --recipe two.json --format json
holds "a recipe may hold several runs" 'd.runs.length === 2 && d.runs[0].counts.macro_steps === 10 && d.runs[1].problem === "vibrated" && d.runs[1].data.length === 3'

# ---- plots ----
if command -v gnuplot >/dev/null; then
    run 0 run kapitza --reference averaged --plot run.svg --quiet
    grep -q '<svg' run.svg || fail "no SVG"
fi
finish
