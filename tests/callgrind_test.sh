#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A micro step of the vibrated pendulum costs at most 300 instructions, sine included. Counted by
# callgrind, so the answer repeats exactly; the difference of two lengths takes the start-up off.
# (A Verlet step that forms cos(phase) instead of reading the table needs more than 370.)
set -euo pipefail

budget=300
bench=$BINARY_DIR/bin/bench_async
if ! command -v valgrind >/dev/null || [ ! -x "$bench" ]; then
    echo "valgrind or the benchmark is missing"
    exit 77
fi
if grep -q __asan_init "$bench"; then
    echo "valgrind cannot run an instrumented program"
    exit 77
fi

count() { # count RUNS: instructions and micro steps
    local report steps
    report=$(mktemp)
    steps=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" --work "$1" 2>"$report")
    echo "$(sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' "$report") $steps"
    rm -f "$report"
}

read -r short short_steps <<<"$(count 5)"
read -r long long_steps <<<"$(count 15)"
per_step=$(((long - short) / (long_steps - short_steps)))
echo "$per_step instructions per micro step, budget $budget"
[ "$per_step" -gt 50 ] && [ "$per_step" -le "$budget" ]
