#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento detect and the slow options of lento run: own problems,
# polynomials with mistakes pointed at, observables, recipes, ensembles.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 detect stellar --format json
holds "readable" 'd.variables.some(v => v.polynomial === "x1*x2^2 - x1*v2^2 + 2*v1*x2*v2")'
holds "a rate, a degree, a verdict" 'd.variables[2].degree === 3 && d.variables[2].rate < 10 && d.verdict === "complete"'
run 0 detect kapitza-poly l=0.07 --format json
holds "coefficient 1/(2 pi l)" 'd.variables.some(v => { const m = v.polynomial.match(/^z \+ ([0-9.]+)\*x1\*y1$/); return m !== null && near(+m[1], 1 / (2 * Math.PI * 0.07), 1e-9); })'
run 0 detect kapitza-poly --literal --degree 2 --format json
holds "the published grid fails" 'd.variables.some(v => !v.slow)'
run 0 detect stellar
grep -q 'companion' out || fail "no companion in the table"

# equations as text: phases and variables inside sines are their cosines and sines, so that pendulums are polynomials
run 0 detect "$SOURCE_DIR/examples/kapitza.ode" l=0.25 --format json
holds "the velocity without its fast part" 'd.variables.some(v => v.polynomial === "th'"'"' - 16*sin(theta)*sin(th)" && v.independent) && d.verdict === "complete"'
run 0 detect "$SOURCE_DIR/examples/exb_drift.ode" --format json
holds "the magnetic moment about the drift" 'd.variables.some(v => v.polynomial === "vx^2 - vx*sin(y) + vy^2 + 2*vy*sin(x)")'
run 1 run "$SOURCE_DIR/examples/mems.ode" --scheme slow --slow detect --degree 2
grep -q "move with a phase" err || fail "variables of a phase cannot be followed"
run 2 detect "$SOURCE_DIR/examples/lorenz.ode"
grep -q "phase NAME' = RATE" err || fail "no way to say what is fast"

# what is wrong is said, with the place
run 2 detect kapitza
grep -q 'kapitza-poly' err || fail "no way out for a forced problem"
run 2 detect stellar --steps 3
run 2 run stellar --slow 'x1^2+v1^2; x2^2 + w2^2'
grep -q "did you mean" err || fail "no nearest name"
grep -q '^ *\^\^$' err || fail "the place is not pointed at"
[ "$(wc -l <err)" -le 3 ] || fail "more than three lines"
run 2 run stellar --slow 'x1^2 + *3'
grep -q '\^' err || fail "the syntax error is not pointed at"
run 2 run stellar --slow ';'
run 2 run kapitza --slow 'q'
run 2 run stellar --gauge average
run 2 run stellar --gauge mean --side forward

# the published set is singular at the published start; the way out is named
run 0 run stellar --slow 'x1^2+v1^2;x2^2+v2^2;x1*x2^2-x1*v2^2+2*v1*x2*v2' --until 3 --steps 10 --format json
holds "dependent start" 'd.warnings.some(w => w.code === "rank-deficient-start" && /companions/.test(w.text))'
holds "it stays" 'near(d.final.xi1, 1, 1e-6)'
# two energies do not know what moves them in the 2:1 resonance
run 0 run stellar --slow 'x1^2+v1^2;x2^2+v2^2' v1=0.5 --until 3 --steps 10 --format json
holds "missing phase" 'd.warnings.some(w => w.code === "incomplete-set" && /lento detect/.test(w.text))'
run 0 run stellar a=2.5 --slow 'x1^2+v1^2;x2^2+v2^2' v1=0.5 --until 3 --steps 10 --format json
holds "nothing is missing" '!d.warnings.some(w => w.code === "incomplete-set")'
run 1 run stellar --window 1e-4 --until 3 --steps 10 --strict --format json
holds "short window" 'd.warnings.some(w => w.code === "window-too-short" && w.limit > w.value)'

# detected, typed and built-in variables give the same motion
run 0 run stellar --until 3 --steps 10 --format json
cp out problem.json
run 0 run stellar --slow detect --until 3 --steps 10 --format json
cp out detected.json
holds "same motion" 'near(d.final.xi1, JSON.parse(fs.readFileSync("problem.json", "utf8")).final.xi1, 1e-6)'
holds "the set is in the JSON" 'd.slow.variables.length === 4 && d.slow.origin === "detected" && d.slow.detection_evaluations > 0'
holds "what detection needed counts" 'd.counts.force_evaluations > d.slow.detection_evaluations && d.counts.force_evaluations - d.slow.detection_evaluations === JSON.parse(fs.readFileSync("problem.json", "utf8")).counts.force_evaluations'
run 0 run stellar eps=1e-6 --derivative kernel --until 1 --steps 4 --format json
holds "K' xi with its own default micro runs" 'near(d.final.x1, 0.928033, 2e-6)'
run 1 run fpu --until 0.1 --steps 200 --strict --ensemble 2 --format json
holds "an ensemble keeps the warnings of its members" 'd.warnings.some(w => w.code === "scales-not-separated") && d.provenance.compiler.length > 0'
run 0 run --recipe detected.json --format json
holds "a recipe" 'd.final.xi1 === JSON.parse(fs.readFileSync("detected.json", "utf8")).final.xi1'

# near a resonance the companions stay dependent: coefficients off by 7e-7 would raise the rank and blow the run up
run 0 run stellar a=2.00001 eps=1e-5 --until 3 --steps 20 --format json
cp out problem.json
run 0 run stellar a=2.00001 eps=1e-5 --slow detect --until 3 --steps 20 --format json
holds "same detuned motion" 'near(d.final.xi1, JSON.parse(fs.readFileSync("problem.json", "utf8")).final.xi1, 1e-5)'

# observables
run 0 run linear-dissipative --until 1 --steps 10 --integrate '0.5*x1^2' --average 'x1^2*x2-1' --format json
holds "integral" 'near(d.final["integral(0.5*x1^2)"], (Math.exp(2) - 1) / 8, 1e-4)'
holds "average" 'near(d.final["average(x1^2*x2-1)"], -1, 1e-4)'
run 2 run linear-dissipative --scheme averaged --average x1
run 2 run linear-dissipative --average x9

# mean gauge on the command line: the column is the mean
run 0 run stellar eps=1e-3 --until 6 --steps 80 --window 0.05026548245743669 --micro dop853 \
    --micro-per-period 48 --gauge mean --gauge-runs 3 --format json
holds "mean gauge" 'near(d.final.xi1, 0.914464155, 1e-6) && d.method.gauge === "mean"'

# ensembles
run 0 run fpu eps=1e-2 --until 20 --macro soft-verlet --steps 200 --micro strang --ensemble 3 --format json
holds "members and standard errors" 'd.ensemble === 3 && d.columns.includes("I1_se") && d.final.I1_se >= 0'
holds "energy" 'near(d.final.I1 + d.final.I2 + d.final.I3, 2, 0.2)'
run 0 run fpu eps=1e-2 --until 1 --macro soft-verlet --steps 4 --micro strang --ensemble 2 --format csv
[ "$(grep -c $'\r$' out)" -eq 6 ] || fail "the CSV of an ensemble is not RFC 4180"
run 2 run stellar --ensemble 3
run 0 detect oscillators w2=1.0001 eps=1e-4
grep -q 'near resonance' err || fail "a near resonance is not reported"
run 0 detect oscillators
grep -q 'near resonance' err && fail "a near resonance is reported where there is none"
finish
