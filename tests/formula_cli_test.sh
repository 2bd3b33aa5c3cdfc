#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Expressions in options: --slow, --average and --integrate take the language of equations, on problems in C and as text.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
examples="$SOURCE_DIR/examples"

# (7.1) of ariel with x3 = 0: x1 = e^t cos, x2 = -e^t sin of t/eps. Slow variables that are no polynomials
run 0 run linear-dissipative --slow 'sqrt(x1^2+x2^2)' --until 1 --steps 10 --no-estimate --format json
holds "the radius grows like e^t" 'near(d.final.xi, Math.E ** 2, 2e-4) && d.slow.variables[0] === "sqrt(x1^2+x2^2)"'
run 0 run linear-dissipative --slow 'log(x1^2+x2^2)/2' --until 1 --steps 10 --no-estimate --format json
holds "its logarithm is t" 'near(Math.log(d.final.xi)/2, 1, 2e-5)'
# a parameter by its name, and a variable that is one by another way of writing
run 0 run linear-dissipative eps=1e-4 --slow 'x1^2/eps+x2^2/eps' --until 1 --steps 10 --no-estimate --format json
cp out first.json
run 0 run linear-dissipative eps=1e-4 --slow 'x1^2*1e4+x2^2*1e4' --until 1 --steps 10 --no-estimate --format json
holds "a parameter is its value" 'near(d.final.xi, JSON.parse(fs.readFileSync("first.json", "utf8")).final.xi, 1e-9)'

# the observable of Fig. 5b of ariel, against a quadrature over the circle
run 0 run linear-dissipative --average '5*cos(x1^2*x2)' --integrate 'exp(-t)*x1^2' --until 1 --steps 20 --no-estimate --format json
holds "average" '(() => { let s = 0; const n = 400, r = Math.sqrt(d.final.xi); for (let k = 0; k < n; k++) { const a = 2 * Math.PI * k / n; s += 5 * Math.cos((r * Math.cos(a)) ** 2 * r * Math.sin(a)) / n; } return near(d.final["average(5*cos(x1^2*x2))"], s, 1e-4); })()'
holds "integral" 'near(d.final["integral(exp(-t)*x1^2)"], (Math.E - 1) / 2, 1e-3)'

# on text: its variables, quantities, functions and outputs
run 0 run "$examples/fpu.ode" eps=1e-3 --until 0.2 --steps 10 --average 'cube(x1)+c1-c1' --average I1 --no-estimate --format json
holds "a function and a quantity" 'Math.abs(d.final["average(cube(x1)+c1-c1)"]) < 1e-2'
holds "an output" 'near(d.final["average(I1)"], d.final.I1, 5e-3)'
run 0 run "$examples/fpu.ode" eps=1e-3 --until 0.2 --steps 10 --slow 'y1;y2;y3;u1;u2;u3;sqrt(1+I1);log(1+I2);I3+0*sin(y1);phi12;psi12;phi13;psi13;phi23;psi23' --no-estimate --format json
cp out roots.json
run 0 run "$examples/fpu.ode" eps=1e-3 --until 0.2 --steps 10 --no-estimate --format json
holds "functions of energies, the same motion" '["y1", "u2", "I1"].every(k => near(d.final[k], JSON.parse(fs.readFileSync("roots.json", "utf8")).final[k], 1e-3))'

# another frequency keeps the formulas, with the parameters of that frequency
run 0 converge linear-dissipative eps=1e-4 --until 1 --steps 4 --slow 'x1^2+x2^2' --vary omega --levels 2 --column xi --format csv
cp out squares.csv
run 0 converge linear-dissipative eps=1e-4 --until 1 --steps 4 --slow 'x1^2/eps+x2^2/eps' --vary omega --levels 2 --column xi --format csv
cut -d, -f2 out | awk 'NR > 1 && !($1 < 2e-3) { exit 1 }' || fail "a parameter in a formula at another frequency"
run 0 converge linear-dissipative eps=1e-4 --until 1 --steps 4 --slow 'sqrt(x1^2+x2^2)' --vary omega --levels 2 --column xi --format csv
cmp -s <(cut -d, -f2 out) <(cut -d, -f2 squares.csv) && fail "formulas are lost at another frequency"

# --stop-when: the dense output is searched, so that the end does not depend on the steps
run 0 run linear-dissipative eps=1e-6 --until 3 --steps 30 --no-estimate --stop-when 'xi > 10' --format json
holds "where e^(2t) is 10" 'near(d.final.t, Math.log(10) / 2, 1e-5) && near(d.final.xi, 10, 1e-9)'
run 0 run "$examples/drag.ode" --no-estimate --stop-when "th'>0 & th<0.2" --format json
holds "a velocity by its name" 'Math.abs(d.final["th'"'"'"]) < 1e-9 && d.final.t < 0.3'
run 0 run kapitza --no-estimate --stop-when 'Q<-9' --format json
grep -q "never holds" err && holds "the whole run" 'd.final.t === 1' || fail "a condition that never holds"
run 2 run kapitza --stop-when 'Q-1'
grep -q "a condition is expected" err || fail "a number as a condition"
run 2 run kapitza --stop-when 'Q>0'
grep -q "true at the start" err || fail "a condition that holds at the start"
run 2 run kapitza --tol 1e-4 --stop-when 'Q<0'
run 2 run kapitza --scheme direct --stop-when 'Q<0'

# mistakes
run 2 run "$examples/fpu.ode" --average 'cos(stiff_spring)'
grep -q "no equation reads the phase" err || fail "a phase that is only declared"
run 2 run stellar --slow 't*x1'
grep -q "must not depend on t" err || fail "a slow variable of t"
run 2 run stellar --slow 'x1^2; cosine(v1)'
grep -q "unknown function 'cosine'" err && grep -q '^   \^\^\^\^\^\^$' err || fail "no place of an unknown function"
run 2 run stellar --slow 'x1^2; sqrt(-x1-9)'
grep -q "no finite value at the start" err || fail "a variable without a value"
run 2 run stellar --slow 'x1^2; sqrt(v2)' v2=0
grep -q "no finite derivative at the start" err || fail "a variable without a derivative"
run 2 run stellar --slow 'x1^2; sin(2)'
grep -q "is a constant" err || fail "a constant"
finish
