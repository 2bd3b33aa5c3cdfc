#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The front door: README's first screen and `make demo` are five lines of equations and one command in which nothing is chosen; what they
# show is what the command prints now, up to its error bar.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

LENTO=$LENTO "$SOURCE_DIR/scripts/demo" >demo 2>err || { fail "the demo fails"; head -n 3 err; }
grep -q '^direct  *one plain run would take' demo || fail "the demo does not say what plain integration costs"
grep -q 'below the bar' demo || fail "the demo does not try its bar"
grep -q '^Use --scheme' demo || fail "the demo does not compare"
if command -v gnuplot >/dev/null; then
    grep -q 'error bar' lento-demo.svg && grep -q 'tolerance' lento-demo.svg || fail "the picture of the demo has no error bar"
fi

# the same equations in both places, five lines and a comment
[ "$(grep -vc '^#' lento-demo.ode)" -eq 5 ] || fail "the equations of the demo are not five lines"
sed -n "/^cat > pendulum.ode/,/^END/{/^cat/d;/^END/d;p}" "$SOURCE_DIR/README.md" >pendulum.ode
cmp -s pendulum.ode lento-demo.ode || fail "README.md and the demo have different equations"

# README's numbers: values within the bar that is printed, work and price within a factor of 1.5
run 0 run pendulum.ode --until 2
for t in 1.8 1.9 2.0; do
    awk -v t="$t" '$1 == t && NF == 3 { if (n++) { d = $2 - v; if (d < 0) d = -d; good = d <= b + $3 } v = $2; b = $3 }
        END { exit !good }' "$SOURCE_DIR/README.md" out || fail "README.md: angle($t) is out of date"
done
number() { # number FILE PATTERN: what stands behind PATTERN
    sed -n "s/^$2\([0-9.e+]*\).*/\1/p" "$1"
}
for what in 'work     ' 'direct   one plain run would take about '; do
    awk -v a="$(number "$SOURCE_DIR/README.md" "$what" | head -n 1)" -v b="$(number out "$what")" \
        'BEGIN { exit !(a > 0 && a <= 1.5 * b && b <= 1.5 * a) }' || fail "README.md: '$what' is out of date"
done

# a `slow` line that names a variable makes a column of it
run 0 run pendulum.ode --until 0.1 --format csv
head -n 1 out | tr -d '\r' | grep -qx 't,angle,bar angle' || fail "a slow variable is not a column"
finish
