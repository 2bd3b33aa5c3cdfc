#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Equations as text on the command line: the example that `lento new` writes works with every command, errors have their place and exit
# 2, values carry units, and every file of examples/ is understood.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 new mine.ode
[ "$(wc -l <out)" -eq 2 ] || fail "new prints two commands"
run 2 new mine.ode
grep -q 'exists already' err || fail "new overwrites"
run 2 new .ode
run 0 check mine.ode
grep -q 'even in the phase, 1 harmonic' out && grep -q "th''" out || fail "check says too little"
run 0 describe mine.ode
grep -q 'omega' out && grep -q 'frequency 1e+06, forced' out || fail "describe"
run 0 run mine.ode omega=1e5 --no-estimate --format json
holds "it runs like a built-in" 'd.problem === "mine.ode" && d.status === "done" && d.counts.windows === 80 && d.columns[1] === "th"'
# kapitza starts from means, the file from a point: the same number once the file says mean
sed 's/^init /init mean /' mine.ode >means.ode
run 0 run means.ode omega=1e5 --no-estimate --format json
cp out text.json
run 0 run kapitza omega=1e5 --no-estimate --format json
holds "its numbers are those of kapitza" 'near(d.final.Q, JSON.parse(require("fs").readFileSync("text.json")).final.th, 1e-12)'
run 0 run mine.ode l=20cm omega=2kHz --format json
holds "units are converted" 'near(d.parameters.l, 0.2, 1e-15) && near(d.parameters.omega, 4000 * Math.PI, 1e-9)'
cp out repeat.json
run 0 run --recipe repeat.json --format json
holds "a result as recipe repeats it" 'd.problem === "mine.ode" && near(d.parameters.l, 0.2, 1e-15) && d.final.th === JSON.parse(require("fs").readFileSync("repeat.json")).final.th'
run 2 run mine.ode l=20s
grep -q 'does not fit' err || fail "a length in seconds"
run 2 run mine.ode omegga=1
grep -q "did you mean 'omega'" err || fail "no nearest parameter"
run 0 compare mine.ode omega=1e4 --format json
holds "compare works on it" 'd.rivals.length > 5'
run 0 converge mine.ode omega=1e4 --vary macro --levels 3 --format json
holds "converge works on it" 'd.levels.length === 3'
run 0 detect "$SOURCE_DIR/examples/stellar.ode" eps=1e-3 --degree 2
grep -q 'x1^2' out || fail "detect does not find the energies"

# ---- errors: file, line, column first, so that editors find the place ----
sed 's/omega\/l/omga\/l/' mine.ode >typo.ode
run 2 run typo.ode
head -n 1 err | grep -q "^typo.ode:11:17: unknown name 'omga' (did you mean 'omega'?)$" || fail "the first line of the error"
[ "$(sed -n 3p err)" = "                    ^" ] || fail "no caret under the place"
[ ! -s out ] || fail "output though the file is wrong"
run 2 check missing.ode
printf "phase p'=9\nx'=p\n" >bare.ode
run 2 check bare.ode
grep -q 'only inside sin, cos or tan' err || fail 'a phase outside sin and cos'
run 2 check kapitza
head -c 1100000 /dev/zero | tr '\0' '#' >large.ode
run 2 run large.ode
printf 'x(0)=1\nx'"'"'=-x\n' >plain.ode
run 0 run plain.ode --until 1 --format json
holds "a file without a fast phase" 'near(d.final.x, Math.exp(-1), 1e-8)'

# ---- a start that is a mean, with nothing chosen: the same motion as the direct run from it; from a pointwise start another one ----
cat >mean.ode <<'END'
par omega=1e4
phase theta' = omega
init mean th=0.5
th'' = (49 + 20*omega*cos(theta))*sin(th)
slow Q = mean(th)
@ total=0.1
END
sed 's/init mean/init/' mean.ode >point.ode
run 0 run mean.ode --scheme direct --macro dop853 --macro-tol 1e-10,1e-12 --no-estimate --format json
direct=$(node -p 'JSON.parse(fs.readFileSync("out")).final.Q')
run 0 run mean.ode --at 0.1 --format json
holds "a mean start without a method" "near(d.final.Q, $direct, 1e-7)"
run 0 run point.ode --at 0.1 --format json
holds "a pointwise start is another one" "Math.abs(d.final.Q - $direct) > 1e-4"

# ---- every example; examples_test runs them ----
for example in "$SOURCE_DIR"/examples/*.ode; do
    run 0 check "$example"
done
run 0 run "$SOURCE_DIR/examples/kepler.ode" --format json
holds "a planet returns" 'near(d.final.x, 0.4, 1e-6) && near(d.final.energy, -0.5, 1e-6) && near(d.final.momentum, 0.8, 1e-6)'
run 0 run "$SOURCE_DIR/examples/paul_trap.ode" --reference direct --format json
holds "the trap agrees with its direct run" 'd.error.max.x < 2e-6'
finish
