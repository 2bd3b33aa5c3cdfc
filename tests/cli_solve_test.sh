#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run without a method: everything is chosen. The bar covers the error against the exact or averaged solution, exit codes and
# status agree, --explain and JSON say what was done, and a method cannot be named as well.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
holds() { # holds CLAIM EXPRESSION: of the JSON d in out
    node -e 'const d = JSON.parse(require("fs").readFileSync("out")); process.exit(('"$2"') ? 0 : 1)' || fail "$1"
}

# a forced pendulum at omega 1e6, far from what plain integration could pay for
run 0 run kapitza --tol 1e-5 --format json
cp out fine.json
holds "status and plan" 'd.status === "done" && d.plan.strategy === "strobo" && d.plan.code === "averaged"'
holds "the bar fits" 'd.error.relative <= 1e-5 && d.error.relative > 1e-9 && d.met_until === 1'
holds "each column has its bar" 'd.error.bar.Q > 0 && d.error.bar.P > d.error.bar.Q'
holds "cheap" 'd.counts.force_evaluations < 1.3e5 && d.forecast.direct > 1e7'
holds "parts add up" 'd.counts.probe + d.counts.tests + d.counts.first_run + d.counts.second_run + d.counts.more_runs +
    d.counts.direct === d.counts.force_evaluations'
run 0 run kapitza --tol 1e-3 --format json
node -e '
const read = f => JSON.parse(require("fs").readFileSync(f)), a = read("out"), b = read("fine.json");
a.data.forEach((row, j) => a.columns.forEach((c, k) => {
    if (k > 0 && !(Math.abs(row[k] - b.data[j][k]) <= a.error.bar[c] + b.error.bar[c])) console.log(c, row[0]);
}));' >apart
[ -s apart ] && fail "two tolerances differ by more than their bars: $(cat apart)"

# rows where they were asked for, the start among them
run 0 run stellar eps=1e-3 --until 3 --tol 1e-5 --every 0.5 --format json
holds "rows at multiples of 0.5" 'd.data.length === 7 && d.data.every((r, j) => r[0] === 0.5 * j)'
holds "the start" 'd.data[0][1] === 1 && d.error.rows.length === 7'
run 0 run stellar eps=1e-3 --until 3 --tol 1e-5 --every 0.5 --format csv
[ "$(wc -l <out)" -eq 8 ] || fail "rows of the CSV"
head -n 1 out | grep -q 'bar xi1' || fail "no bars in the CSV"

# for people
run 0 run kapitza --tol 1e-4 --explain
for line in bar found chosen forecast floor calls; do
    grep -q "^$line " out || fail "--explain does not say: $line"
done
grep -q 'change-per-return' out || fail "--explain has no tests"

# several phases, constraints, stiff springs: the scheme that fits, with steps that the tolerance asks for
run 0 run two-tone --tol 1e-4 --at 0.5,1 --format json
holds "two phases" 'd.status === "done" && d.plan.strategy === "async" && d.error.relative <= 1e-4'
holds "two phases, rows" 'd.data.length === 2 && d.data[0][0] === 0.5 && Math.abs(d.final.Q + 0.0179881) < 1e-6'
run 1 run two-tone --format json
holds "what averaging leaves" 'd.status === "not-met" && d.error.relative < 5e-5 && /tolerance .* can be met/.test(d.message)'
run 0 run chain --until 0.2 --format json
holds "constraints" 'd.status === "done" && d.error.relative <= 1e-6 && d.plan.method.scheme === "async"'
cp out chain.json
run 0 run chain --until 0.2 --tol 1e-3 --at 0.2 --format json
node -e '
const read = f => JSON.parse(require("fs").readFileSync(f)), a = read("out"), b = read("chain.json");
for (const c in a.error.bar)
    if (!(Math.abs(a.final[c] - b.final[c]) <= a.error.bar[c] + b.error.bar[c])) console.log(c);' >apart
[ -s apart ] && fail "two tolerances of the chain differ by more than their bars: $(cat apart)"
run 1 run two-tone v1=400 --format json
holds "close scales are refused" 'd.status === "refused" && d.data.length === 0'

# nothing said: the default tolerance, 101 rows, of which the table shows some
run 0 run kapitza --format json
holds "nothing given" 'd.status === "done" && d.tol === 1e-6 && d.data.length === 101 && d.error.relative <= 1e-6'
holds "rows do not make it dear" 'd.counts.force_evaluations < 1.4e5'
run 0 run kapitza
grep -q '21 of 101 rows' out || fail "the table is not thinned"
run 0 run kapitza v=20 --format json
holds "another parameter" 'd.error.relative <= 1e-6'
run 0 run top --until 1
grep -q 'chin4a' out || fail "a top has lost its method"
run 2 run kapitza --scheme async --explain
run 2 run kapitza --at 0.5,0.2
run 2 run kapitza --at 0.5,2

# equations without slow outputs: statistics where something is fast, the columns elsewhere
cat >fast.ode <<'EOF'
par eps=1e-4
init x=0.3, y=0.1
x' = y/eps
y' = -x/eps + (1 - x^2)*y
@ total=8
EOF
run 0 run fast.ode --format json
holds "statistics" 'd.columns.join() === "t,mean(x),mean(y),min(x),min(y),max(x),max(y),rms(x),rms(y)"'
holds "limit cycle" 'Math.abs(d.final["max(x)"] - 1.9866) < 2e-3 && Math.abs(d.final["mean(x)"]) < 1e-6'
run 0 run fast.ode eps=1 --format json
holds "nothing is fast" 'd.columns.join() === "t,x,y" && d.plan.strategy === "direct"'

# refused: said in words, printed, exit 1
run 1 run stellar eps=1e-9 --until 3 --tol 1e-8 --format json
holds "below the floor" 'd.plan.code === "floor" && d.error.floor > 1e-8'
run 1 run stellar x1=10 --tol 1e-6 --max-calls 1e5
grep -q 'limit' err || fail "the limit is not named"

# frequencies without a common period: no averaged number
run 0 run stellar a=1.4142135623730951 eps=1e-3 --until 3 --tol 1e-4 --format json
holds "integrated plainly" 'd.plan.strategy === "direct" && d.error.relative <= 1e-4'

# a method cannot be named as well
run 2 run kapitza --tol 1e-4 --steps 10
grep -q -- '--steps' err || fail "--steps is not named"
run 2 run kapitza --tol 1e-4 --reference direct
run 2 run kapitza --tol 2

# a stiff decay without an oscillation: told at once, with the method that is faster, which works
printf '%s\n' 'par eps=1e-8' 'init x=1, y=0' "x' = -(x - cos(y))/eps" "y' = 1" >stiff.ode
run 1 run stiff.ode --until 3
grep -qE 'work +[0-9]{1,6} calls' out || fail "too many calls: $(cat out)"
grep -q 'stiff.*--scheme direct --macro cvode-bdf' err || fail "no advice: $(cat err)"
finish
