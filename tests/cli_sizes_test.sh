#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The answer does not depend on units, nor on a number that stays zero beside the others: the step control of runs that choose
# their method must not see either.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

# same FILE FILE TOLERANCE: columns that both have agree at the last row within the tolerance, and the bars cover it
same() {
    node -e '
        const [a, b] = process.argv.slice(1, 3).map((f) => JSON.parse(require("fs").readFileSync(f)));
        const scale = Number(process.argv[3]), tol = a.tol;
        let bad = a.status !== "done" || b.status !== "done";
        for (const name of Object.keys(a.final).filter((n) => n !== "t" && n in b.final)) {
            const d = Math.abs(b.final[name] - a.final[name] * scale);
            const bars = a.error.bar[name] * scale + b.error.bar[name];
            bad ||= !(d <= bars) || !(bars <= 4 * tol * scale * Math.max(1, Math.abs(a.final[name])));
            if (bad) console.log(name, a.final[name], b.final[name], bars);
        }
        process.exit(bad ? 1 : 0);' "$@" || fail "$1 and $2 differ"
}

printf '%s\n' 'init x=1,y=0,vx=0,vy=1.2' 'r3=(x^2+y^2)^1.5' "x'=vx" "y'=vy" "vx'=-x/r3" "vy'=-y/r3" >plane.ode
printf '%s\n' 'init x=1,y=0,z=0,vx=0,vy=1.2,vz=0' 'r3=(x^2+y^2+z^2)^1.5' "x'=vx" "y'=vy" "z'=vz" "vx'=-x/r3" "vy'=-y/r3" \
    "vz'=-z/r3" >space.ode
printf '%s\n' 'init s=0.99,i=0.01' "s'=-0.5*s*i" "i'=0.5*s*i-0.1*i" >two.ode
printf '%s\n' 'init s=0.99,i=0.01,r=0,v=0' "s'=-0.5*s*i" "i'=0.5*s*i-0.1*i" "r'=0.1*i" "v'=v*s*0.3" >four.ode
for words in "plane space 0.6" "plane space 1" "plane space 10" "two four 5" "two four 100"; do
    read -r a b until <<<"$words"
    for tol in 1e-4 1e-8 1e-10; do
        run 0 run "$a.ode" --quiet --until "$until" --tol $tol --format json --out a.json
        run 0 run "$b.ode" --quiet --until "$until" --tol $tol --format json --out b.json
        same a.json b.json 1
    done
done

# an oscillation of the size s: a number of 1e10 is no angle
printf '%s\n' 'par eps=1e-3, s=1' 'init x=s,y=0' "x'=y/eps" "y'=-x/eps-y*(1-x^2/s^2)" 'slow a=sqrt(x^2+y^2)' >scaled.ode
run 0 run scaled.ode --quiet --until 2 --format json --out one.json
for s in 1e-30 1e-6 1e6 1e10 1e13 1e40; do
    run 0 run scaled.ode s=$s --quiet --until 2 --format json --out many.json
    same one.json many.json $s
    holds=$(node -e 'const d = JSON.parse(require("fs").readFileSync("many.json")); console.log(d.counts.force_evaluations < 6e4)')
    [ "$holds" = true ] || fail "s = $s costs more than s = 1"
done

# numbers of very different size in one state: each has a scale of its own, whatever the others are
printf '%s\n' 'par w=1000, g=1, s=1' 'init x=s,v=0,q=s^2/10' "x'=w*v" "v'=-w*x-g*v*(1-(x/s)^2)" "q'=g*(x*x*0.1-q)" \
    'slow e=(x/s)^2+(v/s)^2, c=10*q/s^2' >mixed.ode
run 0 run mixed.ode --quiet --until 5 --at 0.1,2,5 --tol 1e-6 --format json --out one.json
for s in 1e-17 1e-9 1e-4 1e5 1e11 1e20; do
    run 0 run mixed.ode s=$s --quiet --until 5 --at 0.1,2,5 --tol 1e-6 --format json --out many.json
    same one.json many.json 1
    holds=$(node -e 'const [a, b] = ["one.json", "many.json"].map((f) => JSON.parse(require("fs").readFileSync(f)));
        console.log(b.counts.force_evaluations < 1.3 * a.counts.force_evaluations)')
    [ "$holds" = true ] || fail "mixed sizes, s = $s cost more than s = 1"
done
# but a number that is only the error of the others has none, and one that grows from nothing keeps up
printf '%s\n' 'init x=1,y=0,z=0,u=0' "x'=y/1e-3" "y'=-x/1e-3" "z'=x^2+y^2-1" "u'=z" 'slow a=x^2+y^2, b=1+z, c=1+u' >error.ode
run 0 run error.ode --quiet --until 3 --at 1,3 --format json
holds "an error as a number" "Math.abs(d.final.b - 1) <= d.error.bar.b && d.counts.force_evaluations < 5e5"
printf '%s\n' 'init x=1,y=0,n=1e-20' "x'=y/1e-3" "y'=-x/1e-3" "n'=n*(30-20*n)" 'slow a=x^2+y^2, b=n' >grows.ode
run 0 run grows.ode --quiet --until 3 --at 1.5,3 --format json
holds "growth from 1e-20" "(() => { const e = 1e-20 * Math.exp(45), want = e / (1 + e * 2 / 3);
    return Math.abs(d.data[0][2] - want) <= d.error.bar.b && d.counts.force_evaluations < 5e5; })()"

# at rest at the start, pushed by a load of the size a: nothing but the motion tells the size
printf '%s\n' 'par eps=1e-5, a=1' "x'=y/eps" "y'=-(x-a)/eps-0.5*y" 'slow e=(x-a)^2+y^2' >rest.ode
run 0 run rest.ode --quiet --until 3 --format json --out one.json
for a in 1e-15 1e-9 1e-4 1e5 1e15; do
    run 0 run rest.ode a=$a --quiet --until 3 --format json --out many.json
    same one.json many.json "$(node -p "$a * $a")"
done

# a chain whose far end is still at 0 after many stages of a step: the last number is e^-t t^19/19!
printf '%s\n' 'init x1=1' "x1'=-x1" "x[2..20]'=x[j-1]-x[j]" >chain.ode
run 0 run chain.ode --quiet --until 10 --at 1,10 --tol 1e-8 --format json
holds "a chain" '(() => { let f = Math.exp(-10); for (let i = 1; i < 20; i++) f *= 10 / i;
    return Math.abs(d.final.x20 - f) <= d.error.bar.x20 && d.error.bar.x20 < 1e-8; })()'

# mean, extremes and root mean square of motions that are no sines: an ellipse, a limit cycle, a pendulum near its top
statistics() { # statistics FILE UNTIL NAME=VALUE...
    local file=$1 until=$2 pair
    shift 2
    run 0 run "$file" --quiet --until "$until" --at "$(node -p "$until / 3"),$(node -p "$until / 2"),$until" --format json
    for pair in "$@"; do
        holds "$file ${pair%%=*}" "d.status === 'done' && d.data.every((row) =>
            Math.abs(row[d.columns.indexOf('${pair%%=*}')] - ${pair#*=}) <= Math.max(d.error.bar['${pair%%=*}'], 2e-7))"
    done
}
printf '%s\n' 'init x=1,y=0,vx=0,vy=1.3' 'r3=(x^2+y^2)^1.5' "x'=vx" "y'=vy" "vx'=-x/r3" "vy'=-y/r3" >ellipse.ode
statistics ellipse.ode 3000 'mean(x)=-3.338709677' 'min(x)=-5.451612903' 'max(x)=1' 'rms(x)=3.887331000'
printf '%s\n' 'init x=2' "x'=y/1e-3" "y'=(3*(1-x^2)*y-x)/1e-3" >cycle.ode
statistics cycle.ode 1 'mean(x)=0' 'max(x)=2.023304142' 'min(y)=-5.064877382' 'rms(x)=1.520867130'
# rows are not reached backwards, where what decays grows without end
printf '%s\n' 'init x=2' "x'=y/1e-3" "y'=(2*(1-x^2)*y-x)/1e-3" "z'=x^2-z" >driven.ode
for at in 0.3,1,2 0.333,2 1,2; do
    run 0 run driven.ode --quiet --until 2 --at $at --format json
    holds "driven.ode --at $at" "Math.abs(d.final['mean(z)'] - 1.8948027) <= d.error.bar['mean(z)'] &&
        d.counts.force_evaluations < 1.5e6"
done
# a corner at a known time ends a step (Taylor series from corner to corner): the bar covers the error
printf '%s\n' 'par eps=0.0041333856437, t1=0.43266383656' 'init x=1,y=0' "x'=y/eps" "y'=-x/eps-y*min(max(t-t1,0),0.3)*3" \
    'slow a=x^2+y^2' >ramp.ode
run 0 run ramp.ode --quiet --until 3 --at 1.5,3 --tol 2.9e-10 --format json
holds "a ramp" "Math.abs(d.final.a - 0.11357637867464103) <= d.error.rows[1]"
# a damped oscillation: its root mean square over the last return
printf '%s\n' 'init x=1' "x'=y/1e-3" "y'=-x/1e-3-y" >damped.ode
run 0 run damped.ode --quiet --until 2 --at 0.5,1 --format json
holds "damped" "Math.abs(d.final['rms(x)'] - 0.42945660844) <= d.error.bar['rms(x)']"
# advice is a tolerance that is allowed
printf '%s\n' "x'=y/1e-3" "y'=-x/1e-3" 'init x=1' 'slow d=x^2+y^2-1' >constant.ode
"$lento" run constant.ode --quiet --until 3 >out 2>err
grep -q 'tolerance [0-9.]* can be met' err && fail "advice above the largest tolerance: $(cat err)"
finish
