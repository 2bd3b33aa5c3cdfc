#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The committed comparison with SUNDIALS and GSL still holds: the two smallest scales of every problem, run again, give
# the calls of bench/results/summary.csv within 10 %, and its rows keep the promises of bench/README.md.
set -uo pipefail
program=${BINARY_DIR:?}/bin/bench_peers
kept=${SOURCE_DIR:?}/bench/results/summary.csv
if [ ! -x "$program" ]; then
    echo "bench_peers was not built: SUNDIALS or GSL is missing"
    exit 77
fi
if ! command -v node >/dev/null; then
    echo "node is missing: CSV cannot be checked independently"
    exit 77
fi
work=$(mktemp -d "$BINARY_DIR/bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
"$program" --quick --out "$work" >"$work/log" 2>&1 || {
    tail -n 20 "$work/log"
    exit 1
}

node -e '
const fs = require("fs");
const read = path => { // RFC 4180, no line breaks in fields
    const rows = fs.readFileSync(path, "utf8").trim().split("\n")
        .map(line => [...line.matchAll(/("([^"]*)"|[^,]*)(,|$)/g)].map(m => m[2] ?? m[1]));
    return rows.slice(1).map(row => Object.fromEntries(rows[0].map((name, i) => [name, row[i]])));
};
let bad = 0;
const claim = (holds, text) => { if (!holds) { bad++; console.log("FAILED: " + text); } };
const kept = read(process.argv[1]), fresh = read(process.argv[2]);
const find = (rows, problem, value) => rows.find(r => r.problem === problem && +r.value === value);
for (const row of fresh) {
    const old = find(kept, row.problem, +row.value);
    claim(old, `no kept row for ${row.problem} at ${row.value}`);
    for (const name of old ? ["lento calls", "best calls"] : []) {
        claim(Math.abs(row[name] - old[name]) <= 0.1 * old[name],
              `${row.problem} at ${row.value}: ${name} ${row[name]}, kept ${old[name]}; run make bench`);
    }
}
const kapitza = find(kept, "kapitza", 1e8), springs = find(kept, "springs", 1e6), drag = find(kept, "drag", 1e6);
claim(kapitza["lento error"] <= 1e-6 && kapitza["best error"] <= 1e-6 && kapitza["best ratio"] >= 1e5, "kapitza at 1e8");
claim(springs["lento error"] <= 3e-6 && springs["best error"] <= 3e-6 && springs["best ratio"] >= 5e3, "springs at 1e6");
claim(springs["naive ratio"] >= 5e4, "springs at 1e6 against ode45");
claim(drag["lento error"] <= 1e-6 && drag["best ratio"] >= 50, "drag at 1e6");
console.log(`${fresh.length} rows compared, ${bad} failed`);
process.exit(bad ? 1 : 0);
' "$kept" "$work/summary.csv"
