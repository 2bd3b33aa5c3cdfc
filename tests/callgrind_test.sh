#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Instructions per unit of work, counted by callgrind: the answer repeats exactly, and the difference of two lengths
# takes the start-up off. Budgets are what was counted and about a tenth. A micro step of the vibrated pendulum includes
# the sine; one that forms cos(phase) instead of reading the table of the window needs more than 370.
set -euo pipefail

# program, work, two lengths, budget
table='
bench_async --work        5    15   300
bench_step  verlet        2000 6000 250
bench_step  rk4           2000 6000 2300
bench_step  dop853        500  1500 9200
bench_step  bobenko-suris 2000 6000 600
bench_step  stiff         4000 8000 440
'
if ! command -v valgrind >/dev/null || [ ! -x "$BINARY_DIR/bin/bench_step" ]; then
    echo "valgrind or the benchmark is missing"
    exit 77
fi

count() { # count PROGRAM WORK LENGTH: instructions and units
    local report units
    report=$(mktemp)
    units=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$BINARY_DIR/bin/$1" "$2" "$3" 2>"$report")
    echo "$(sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' "$report") $units"
    rm -f "$report"
}

failed=0
while read -r program work short long budget; do
    [ -n "$program" ] || continue
    read -r few few_units <<<"$(count "$program" "$work" "$short")"
    read -r many many_units <<<"$(count "$program" "$work" "$long")"
    per_unit=$(((many - few) / (many_units - few_units)))
    echo "$program $work: $per_unit instructions, budget $budget"
    [ "$per_unit" -gt 20 ] && [ "$per_unit" -le "$budget" ] || failed=1
done <<<"$table"
[ "$failed" -eq 0 ]
