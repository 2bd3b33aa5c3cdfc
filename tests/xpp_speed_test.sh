#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Steps of the Runge-Kutta method of order 4 here and in XPPAUT: instructions per step of the whole command, counted by callgrind (the difference of
# two lengths takes start and end off). XPPAUT needs at least 1.5 times as many for three and four equations; for two equations (van der Pol) the
# work around the right-hand side counts most, and the factor is 1.2.
set -euo pipefail
if ! command -v valgrind >/dev/null || ! command -v xppaut >/dev/null; then
    echo "valgrind or xppaut is missing"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DISPLAY
cd "$work"

count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'; }
per_step() { # per_step xpp|own NAME
    local n counts=()
    for n in 2000 4000; do
        "$LENTO" check --xpp "$SOURCE_DIR/examples/$2.ode" | sed '/^@/d; /^done/d' >run.ode
        printf '@ total=%d,dt=0.01,njmp=%d,maxstor=100000,meth=rk4,bounds=1e9\ndone\n' $((n / 100)) $n >>run.ode
        if [ "$1" = xpp ]; then
            counts+=("$(count xppaut run.ode -silent -outfile out.dat)")
        else
            counts+=("$(count "$LENTO" run run.ode --macro rk4 --macro-step 0.01 --every $((n / 100)) --no-estimate --quiet)")
        fi
    done
    echo $(((counts[1] - counts[0]) / 2000))
}

failed=0
while read -r name tenths; do
    xpp=$(per_step xpp "$name") own=$(per_step own "$name")
    echo "$name: $xpp instructions per step in XPPAUT, $own here"
    [ "$own" -gt 500 ] && [ $((10 * xpp)) -ge $((tenths * own)) ] || failed=1
done <<'END'
lorenz 15
hodgkin_huxley 15
van_der_pol 11
END
exit $failed
