#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Cells of equations as text run eight at a time: at most a third of the instructions of one at a time (rows by --every keep the cells
# apart), counted by callgrind, and the same values.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
command -v valgrind >/dev/null || { echo "valgrind is missing"; exit 77; }
printf "par a = 1, b = 0.5\nx' = v\nv' = -a*x - b*x^3 - 0.1*v\ninit x = 1\n" >duffing.ode
printf "par a = 1, q = 0.5\nx' = v\nv' = -(a - 2*q*cos(2*t))*x\ninit x = 1\n" >mathieu.ode

# instructions FILE ARGUMENTS...: of all processes
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$lento" sweep "$@" --until pi --macro rk4 --steps 500 --no-estimate \
        --jobs 1 --quiet --measure 'x=final(x)' 2>log >values || { cat log >&2; echo 0; return; }
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' log | awk '{ sum += $1 } END { print sum }'
}
while read -r file axes limit; do
    read -ra axes <<<"${axes//,/ }"
    eight=$(instructions "$file" "${axes[@]}")
    cp values first
    one=$(instructions "$file" "${axes[@]}" --every pi)
    [[ $one -gt 0 && $eight -gt 0 ]] || { fail "$file: the sweep does not run under callgrind"; continue; }
    cmp -s first values || fail "$file: the values differ"
    ratio=$(awk "BEGIN { printf \"%.2f\", $one / $eight }")
    echo "$file: $one instructions one at a time, $eight in blocks, ratio $ratio"
    awk "BEGIN { exit !($ratio >= $limit) }" || fail "$file: the gain is below $limit"
done <<'TABLE'
duffing.ode a=1.1:8:16,b=0.1:6:8 3
mathieu.ode a=1.1:8:16,q=0.1:6:8 3
TABLE
finish
