#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento check --xpp writes files for XPPAUT: what is written reads back and has the same motion, XPPAUT computes the same from it, and what
# XPPAUT cannot say is refused with its place. Without the parentheses around negative numbers or with the operands of - swapped the values differ.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

refused=
for file in "$SOURCE_DIR"/examples/*.ode; do
    name=$(basename "$file" .ode)
    if ! "$LENTO" check --xpp "$file" >"$work/$name.ode" 2>"$work/err"; then
        refused="$refused $name"
        grep -qE '^lento: .*\.ode:[0-9]+:[0-9]+: XPPAUT has no ' "$work/err" || { cat "$work/err" && failed=1; }
    else
        "$LENTO" check "$work/$name.ode" >/dev/null || { echo "$name is not readable" && failed=1; }
    fi
done
[ "$refused" = " chain kapitza paul_trap springs two_tone vibrated" ] || { echo "refused:$refused" && failed=1; }

cat >"$work/odd.ode" <<'END'
par length_of_rod=20 cm, b=-2
number half=-0.5
!twice=2*b
f(u,v)=u-(v-1)^2/-b
a_long_quantity = if(x>0.1 & x<9)then(f(x,y))else(ceil(x))
init x=length_of_rod, y=b, z'=1
x' = -(x-(y-b))-half*a_long_quantity + x^-2
y' = twice-(-b)^2-y/(x/length_of_rod) + sum(0,2)of(i'*x)
z'' = -4*z-(z'-b) - 2^-z*0.1
@ total=1
END
"$LENTO" check --xpp "$work/odd.ode" >"$work/odd_x.ode"
"$LENTO" check --xpp "$work/odd.ode" | grep '^# lengt_ is length_of_rod$' >/dev/null || failed=1

last() { # last FILE COLUMN UNTIL
    "$LENTO" run "$1" --scheme direct --gauge point --macro dop853 --macro-tol 1e-11,1e-12 --until "$3" --columns "$2" --no-estimate --quiet --format csv | tail -1
}
while read -r name column until; do
    [ "$name" = odd ] && { one=$(last "$work/odd.ode" "$column" "$until") two=$(last "$work/odd_x.ode" "$column" "$until"); } ||
        { one=$(last "$SOURCE_DIR/examples/$name.ode" "$column" "$until") two=$(last "$work/$name.ode" "$column" "$until"); }
    echo "$name $column: $one $two"
    awk -v a="${one##*,}" -v b="${two##*,}" 'BEGIN { d = a - b; exit !(d * d <= 1e-14 * (1 + a * a)) }' || failed=1
done <<'END'
odd x 1
odd y 1
odd z 1
lorenz x 2
van_der_pol x 10
hodgkin_huxley v 20
coupled_neurons v7 20
satellite z 30
END

if command -v xppaut >/dev/null; then
    "$SOURCE_DIR/scripts/xpp_census" "$work"/{lorenz,van_der_pol,hodgkin_huxley,coupled_neurons,odd_x}.ode | tee "$work/census"
    [ "$(grep -c $'\tagrees' "$work/census")" -eq 5 ] || failed=1
fi
exit $failed
