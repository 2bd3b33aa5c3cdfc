#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The damped, forced case, as a user walks through it: in equations and in C, every refusal names something that works.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

says() {
    grep -qF -- "$1" err || fail "'$(cat err)' does not say '$1'"
}
cat >rotor.ode <<'END'
# damped, forced pendulum
par g=9.8 m/s^2, l=0.2 m, v=4 m/s, omega=1e6 rad/s, c=0.5 1/s
phase th' = omega
q'' = g/l*sin(q) - c*q' + v*omega/l*cos(th)*sin(q)
init q=0.5
@ total=0.5
END
run 0 run rotor.ode --quiet --macro rk4 --no-estimate
grep -q 'sync: ' out || fail "sync is not chosen"
run 2 run rotor.ode --scheme async
says 'use sync'
run 0 run rotor.ode --scheme sync --macro rk4 --quiet --no-estimate
run 2 run rotor.ode --scheme slow
says 'scheme sync'
run 2 run rotor.ode --scheme averaged
says 'leave out the scheme'
run 2 run rotor.ode --phases 2
says 'several phases belong to scheme async'

# in C: the sentence holds the line that is missing
run 0 new mine.c
compile=$(grep '^cc ' out)
grep -q 'velocity_dependent = true' mine.c || fail "the template does not show drag"
sed -i 's/rate\[0\] = -p\[K\]/rate[0] = -0.5*v[0] - p[K]/; s/(void)t, (void)v;/(void)t;/; /a force that reads v/,/\*\//d' mine.c
eval "$compile" || fail "the template with drag does not compile"
run 2 run ./mine.so --macro rk4
says '.mechanics = LENTO_KEEP(build, lento_mechanics, .velocity_dependent = true)'
line=$(grep -o '\.mechanics = .*= true)' err)
sed -i "s/^\( *\)\.known = &known);/\1$line,\n\1.known = \&known);/" mine.c
eval "$compile" || fail "the advice does not compile"
run 0 run ./mine.so --until 1 --macro rk4 --steps 20 --quiet --no-estimate
finish
