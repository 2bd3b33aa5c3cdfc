#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A file means the same start in every command: a point of the motion, unless it says `init mean`. `describe` and `compare` speak of the run
# that `lento run` makes of it. Before, sync and direct took the point for a mean: 0.1907 where the orbit has 0.1733.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
near() { # near WHAT A B TOLERANCE
    awk -v a="$2" -v b="$3" -v t="$4" 'BEGIN { d = a - b; exit !(a != "" && b != "" && d * d <= t * t) }' ||
        { echo "FAILED: $1: $2 and $3" && failed=1; }
}

cat >point.ode <<'T'
par om=1e4, d=0.3
phase th'=om
init q=0.5
q''=(49+20*om*cos(th))*sin(q)-d*q'+0.5*om*sin(2*th)*cos(q)
@ total=0.2
T
sed 's/^@/slow qq=q\n@/' point.ode >slow.ode
sed 's/^init/init mean/' point.ode >mean.ode
value() { # value FILE ARGUMENTS: the second column of the last row
    "$LENTO" run "$@" --quiet --format csv | tail -1 | cut -d, -f2
}
of_means=$(value point.ode --at 0.1,0.2 --columns 't,mean(q)')
near "direct" "$(value point.ode --scheme direct --macro dop853 --macro-tol 1e-10 --no-estimate)" "$of_means" 1e-6
near "sync" "$(value point.ode --scheme sync --no-estimate)" "$of_means" 1e-5
near "sync beside a slow line" "$(value slow.ode --scheme sync --no-estimate)" "$of_means" 1e-5
near "a point" "$(value slow.ode --scheme direct --macro dop853 --macro-tol 1e-10 --no-estimate)" "$(value slow.ode --at 0.1,0.2)" 1e-6
means=$(value mean.ode --scheme sync --no-estimate)
near "a mean start" "$(value mean.ode --scheme direct --macro dop853 --macro-tol 1e-10 --no-estimate)" "$means" 1e-5
awk -v a="$means" -v b="$of_means" 'BEGIN { d = a - b; exit !(d * d > 1e-6) }' || { echo "FAILED: both starts are the same" && failed=1; }
# a reference of the same kind: the error is that of the averages, not the fast part
"$LENTO" run slow.ode --scheme sync --reference direct --no-estimate --quiet --format json >out
near "its error" "$(sed -n 's/.*"error": *{[^}]*"q": *\([0-9.e+-]*\).*/\1/p' out | head -1)" 0 1e-5

cat >free.ode <<'T'
par eps=1e-6
init x=1,y=0.2,py=0.3
x'=2*px/eps
px'=-2*x/eps-y^2
y'=py/eps
py'=-y/eps-2*x*y
slow Ex=x^2+px^2
@ total=5
T
"$LENTO" describe free.ode >out
grep -q 'the method is chosen, tolerance 1e-06' out && grep -q '^shows  *Ex$' out && ! grep -q ' mean ' out || { echo "FAILED: describe" && cat out && failed=1; }
timeout 60 "$LENTO" compare free.ode >out 2>&1 || failed=1
tail -1 out | grep -q "^Cheapest is 'lento run' without a method: its bar is" || { echo "FAILED: compare" && cat out && failed=1; }
"$LENTO" compare kapitza omega=1e3 --until 0.5 --format json 2>/dev/null | grep -q '"chosen": {"tolerance": 1e-06\|"chosen": {' || { echo "FAILED: chosen" && failed=1; }

printf "par g=9.81\ninit x=1\nx''=0\ny''=-g\n0=x^2+y^2-1\n@ total=3\n" >rod.ode
"$LENTO" run rod.ode >out 2>&1 && failed=1
advice=$(sed -n 's/.*you choose: \(--macro [^ ]* --steps [0-9]*\) .*/\1/p' out | head -1)
# shellcheck disable=SC2086
"$LENTO" run rod.ode $advice --quiet >/dev/null || { echo "FAILED: advice '$advice'" && cat out && failed=1; }
exit $failed
