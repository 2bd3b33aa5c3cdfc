#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A run walks down: words are read once, one problem and one model are made, and no room calls one above it except through
# a pointer that it was given. scripts/trace counts the calls.
set -uo pipefail
if ! command -v valgrind >/dev/null; then
    echo "there is no valgrind"
    exit 77
fi
trace=$("${SOURCE_DIR:?}/scripts/trace" 2>&1)
code=$?
grep -E '^(cli_|lento_)|^plain|go up' <<<"$trace"
[ "$code" -eq 0 ] || { echo "FAILED: a plain call goes up, or there is no trace"; exit 1; }
for name in cli_words_read cli_problem_open lento_model_create; do
    grep -qx "$name: 1 calls" <<<"$trace" || { echo "FAILED: $name is called more than once, or never"; exit 1; }
done
read -r all between < <(sed -n 's/^\([0-9]*\) calls in all, \([0-9]*\) between.*/\1 \2/p' <<<"$trace")
[ "${all:-0}" -gt 300 ] && [ "${between:-0}" -gt 150 ] || { echo "FAILED: the trace is not read"; exit 1; }
