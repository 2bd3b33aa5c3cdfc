#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run --tol: everything is chosen. The bar covers the error against the exact or averaged solution, exit codes and
# status agree, --explain and JSON say what was done, and a method cannot be named as well.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
holds() { # holds CLAIM EXPRESSION: of the JSON d in out
    node -e 'const d = JSON.parse(require("fs").readFileSync("out")); process.exit(('"$2"') ? 0 : 1)' || fail "$1"
}

# a forced pendulum at omega 1e6, far from what plain integration could pay for
run 0 run kapitza --tol 1e-5 --format json
cp out fine.json
holds "status and plan" 'd.status === "done" && d.plan.strategy === "average" && d.plan.code === "averaged"'
holds "the bar fits" 'd.error.relative <= 1e-5 && d.error.relative > 1e-9 && d.met_until === 1'
holds "each column has its bar" 'd.error.bar.Q > 0 && d.error.bar.P > d.error.bar.Q'
holds "cheap" 'd.counts.force_evaluations < 1e5 && d.forecast.direct > 1e7'
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
grep -q '^bar ' out && grep -q '^plan ' out && grep -q 'change-per-return' out || fail "--explain"

# refused: said in words, printed, exit 1
run 1 run two-tone --tol 1e-4 --format json
holds "refused with a price" 'd.status === "refused" && d.plan.code === "several-phases" && d.data.length === 0 && /calls/.test(d.message)'
run 1 run chain --tol 1e-4
grep -q constraints err || fail "constraints are not named"
run 1 run stellar eps=1e-9 --until 3 --tol 1e-8 --format json
holds "below the floor" 'd.plan.code === "floor" && d.error.floor > 1e-8'
run 1 run kapitza v=60 --tol 1e-6 --max-calls 1e6
grep -q 'limit' err || fail "the limit is not named"

# frequencies without a common period: no averaged number
run 0 run stellar a=1.4142135623730951 eps=1e-3 --until 3 --tol 1e-4 --format json
holds "integrated plainly" 'd.plan.strategy === "direct" && d.error.relative <= 1e-4'

# a method cannot be named as well
run 2 run kapitza --tol 1e-4 --steps 10
grep -q -- '--steps' err || fail "--steps is not named"
run 2 run kapitza --tol 1e-4 --reference direct
run 2 run kapitza --tol 2
finish
