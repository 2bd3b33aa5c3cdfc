#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Steps of the Runge-Kutta method of order 4 here and in XPPAUT: instructions per step, counted by callgrind (the difference of two lengths
# takes start and end off). XPPAUT needs at least 1.5 times as many as the library's run, and more than the whole command, which looks at every step.
set -euo pipefail
if ! command -v valgrind >/dev/null || [ ! -x "$BINARY_DIR/bin/bench_equations" ] || ! command -v xppaut >/dev/null; then
    echo "valgrind, the benchmark or xppaut is missing"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DISPLAY
cd "$work"

count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'; }
per_step() { # per_step xpp|run|command NAME
    local n counts=()
    for n in 2000 4000; do
        "$LENTO" check --xpp "$SOURCE_DIR/examples/$2.ode" | sed '/^@/d; /^done/d' >run.ode
        printf '@ total=%d,dt=0.01,njmp=%d,maxstor=100000,meth=rk4,bounds=1e9\ndone\n' $((n / 100)) $n >>run.ode
        if [ "$1" = xpp ]; then
            counts+=("$(count xppaut run.ode -silent -outfile out.dat)")
        elif [ "$1" = run ]; then
            counts+=("$(count "$BINARY_DIR/bin/bench_equations" rk4 "$2" $n)")
        else
            counts+=("$(count "$LENTO" run run.ode --macro rk4 --macro-step 0.01 --every $((n / 100)) --no-estimate --quiet)")
        fi
    done
    echo $(((counts[1] - counts[0]) / 2000))
}

failed=0
for name in lorenz hodgkin_huxley van_der_pol; do
    xpp=$(per_step xpp "$name") run=$(per_step run "$name") command=$(per_step command "$name")
    echo "$name: $xpp instructions per step in XPPAUT, $run in a run, $command in the command"
    [ "$run" -gt 500 ] && [ $((10 * xpp)) -ge $((15 * run)) ] && [ "$xpp" -gt "$command" ] || failed=1
done
exit $failed
