#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Reading takes time in proportion to the text: instructions of `lento check` for 1,000 and 10,000 lines, terms and members of arrays, 100,000 terms,
# counted by callgrind. Ten times as many cost at most twelve times as much, and 10,000 lines at most 3e8 instructions (0.1 s of
# a processor that does three per nanosecond). With the hash of numbers that the graph had at first, 10,000 parameters cost 9e8.
set -euo pipefail
if ! command -v valgrind >/dev/null; then
    echo "valgrind is missing"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

make_file() { # make_file KIND N
    awk -v kind="$1" -v n="$2" 'BEGIN {
        if (kind == "parameters") { for (i = 1; i <= n; i++) printf "p p%d=%d\n", i, i; print "x\x27=p1" }
        if (kind == "quantities") { print "x\x27=a" n; print "a0=x"; for (i = 1; i <= n; i++) printf "a%d=a%d+x*%d\n", i, i - 1, i }
        if (kind == "equations") { for (i = 1; i <= n; i++) printf "x%d\x27=-2*x%d+x%d\n", i, i, i % n + 1 }
        if (kind == "starts") { printf "x[1..%d]\x27=1\n", n; for (i = 1; i <= n; i++) printf "x%d(0)=1\n", i }
        if (kind == "outputs") { print "x\x27=1"; for (i = 1; i <= n; i++) printf "aux u%d=x*%d\n", i, i }
        if (kind == "functions") { print "f0(u)=u"; for (i = 1; i <= n; i++) printf "f%d(u)=%d*u\n", i, i; print "x\x27=f1(x)" }
        if (kind == "terms") { printf "x\x27=x"; for (i = 1; i <= n; i++) printf "+x*2"; print "" }
        if (kind == "sum") printf "x\x27=sum(1,%d)of(x*i\x27)\n", n
        if (kind == "sines") { print "phase th\x27=1e3"; printf "x\x27=x"; for (i = 1; i <= n; i++) printf "+sin(th+%d*x)", i; print "" }
    }' >"$work/$1$2.ode"
}

count() { # count KIND N
    make_file "$1" "$2"
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$LENTO" check "$work/$1$2.ode" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

failed=0
compare() { # compare KIND N MOST: N and ten times N
    local small large
    small=$(count "$1" "$2") large=$(count "$1" "${2}0")
    echo "$1: $small instructions for $2, $large for ${2}0"
    "$LENTO" check "$work/$1${2}0.ode" >/dev/null || failed=1
    [ "$small" -gt 1000000 ] && [ "$large" -le $((12 * small)) ] && [ "$large" -le "$3" ] || failed=1
}
for kind in parameters quantities equations; do
    compare $kind 1000 300000000
done
for kind in starts outputs functions sum sines; do
    compare $kind 300 300000000
done
compare terms 10000 1500000000
exit $failed
