#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a right-hand side as text costs beside the same equations in C: instructions per evaluation, counted by callgrind (the difference of
# two lengths takes reading and compiling off). At most 2.5 times as many. With results copied out of the registers
# instead of written by the steps stellar needs 3.0. In blocks of 8 states at most 1.3 times as many per state.
set -euo pipefail
if ! command -v valgrind >/dev/null || [ ! -x "$BINARY_DIR/bin/bench_equations" ]; then
    echo "valgrind or the benchmark is missing"
    exit 77
fi

count() { # count c|text PROBLEM EVALUATIONS
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$BINARY_DIR/bin/bench_equations" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

failed=0
for problem in kapitza vibrated stellar springs fpu chain; do
    c=$((($(count c "$problem" 3000) - $(count c "$problem" 1000)) / 2000))
    text=$((($(count text "$problem" 3000) - $(count text "$problem" 1000)) / 2000))
    echo "$problem: $c instructions in C, $text as text"
    lane=$((($(count lane "$problem" 3200) - $(count lane "$problem" 1600)) / 1600))
    echo "$problem: $lane per state in blocks"
    [ "$c" -gt 20 ] && [ "$text" -gt "$c" ] && [ $((10 * text)) -le $((25 * c)) ] || failed=1
    [ "$lane" -gt 10 ] && [ $((10 * lane)) -le $((13 * c)) ] || failed=1
done
[ "$failed" -eq 0 ]
