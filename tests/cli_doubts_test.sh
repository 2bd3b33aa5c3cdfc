#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No wrong number without a word: parameters that no paper uses, each right, warned or refused. Silence is tested too: what is
# right says nothing.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

# warned PATTERN ARGUMENTS...: a run that ends with this warning, and not with --strict
warned() {
    local pattern=$1
    shift
    run 0 run "$@"
    grep -Eq "warning: .*$pattern" err || fail "no '$pattern' in '$(cat err)': lento run $*"
    run 1 run "$@" --strict
}

# refused PATTERN ARGUMENTS...
refused() {
    local pattern=$1
    shift
    run 2 run "$@"
    [ -s out ] && fail "stdout is not empty: lento run $*"
    grep -Eq "$pattern" err || fail "no '$pattern' in '$(cat err)': lento run $*"
}

silent() {
    run 0 run "$@"
    grep -q warning err && fail "$(cat err): lento run $*"
}

# column NAME T: of the CSV in out
column() {
    tr -d '\r' <out | awk -F, -v name="$1" -v t="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        NR > 1 && ($1 - t) ^ 2 < 1e-18 { print $c }'
}

# near VALUE EXPECTED TOLERANCE WHAT
near() {
    awk -v x="$1" -v y="$2" -v d="$3" 'BEGIN { exit !(x != "" && (x - y) ^ 2 <= d ^ 2) }' ||
        fail "$4 is $1 and not $2"
}

# closed forms are averages too: is the slow motion slow?
warned 'from t = [0-9.]+ on the slow motion has a rate' kapitza omega=30 --scheme averaged
warned 'from t = [0-9.]+ on the slow motion has a rate' kapitza omega=400 --scheme averaged
warned 'from t = [0-9.]+ on the slow motion has a rate' chain omega=100 --scheme averaged
warned 'from t = [0-9.]+ on the slow motion has a rate' stellar eps=0.3 --until 5 --scheme averaged
warned 'from t = [0-9.]+ on the slow motion has a rate' springs omega2=5 --scheme averaged
refused 'leaves its neighbourhood' kapitza omega=30 --scheme async
silent kapitza omega=1e4 --scheme averaged
silent chain --scheme averaged
silent stellar --scheme averaged
silent fast-top vibration=horizontal --scheme averaged

# rows between the steps of a two-step method: 5.9 with positions and velocities mixed
run 0 run kapitza --macro leapfrog --until 1.3 --every 0.1 --format csv
near "$(column P 0.9)" 3.892 0.3 "P(0.9) of leapfrog"
near "$(column P 1)" 5.453 0.3 "P(1) of leapfrog"

# slow variables that are nearly slow
warned 'variable 4 has a fast part of' kapitza-poly eps=1e-4 theta0=0.3 --until 2 --slow 'y1;y2;x1^2+x2^2;z+3.3*x1*y1'
warned 'variable 1 has a fast part of' stellar eps=1e-3 --until 1 --steps 10 \
    --slow 'x1^2+v1^2+0.02*x1;x2^2+v2^2;x1*x2^2-x1*v2^2+2*v1*x2*v2;v1*x2^2-v1*v2^2-2*x1*x2*v2'
silent kapitza-poly eps=1e-4 theta0=0.3 --until 2 --slow 'y1;y2;x1^2+x2^2;z+3.183098861837907*x1*y1'

# columns that the run does not know
run 0 run stellar a=3 b=1 eps=1e-3 --until 1 --steps 4 --format csv
[ "$(column theta 1)" = nan ] || fail "theta is not slow: $(column theta 1)"
run 0 run stellar a=3 b=1 eps=1e-3 --until 1 --scheme direct --every 0.5 --format csv
near "$(column xi1 1)" 1 0.01 "xi1 away from the resonance"
near "$(column theta 1)" 0 3 "theta of a direct run"
run 0 run fast-top vibration=horizontal --scheme slow --slow repaired --until 0.02 --steps 300 --format csv
for name in Pi1 Gamma2 xi3 xi5; do
    [ "$(column $name 0.02)" = nan ] || fail "$name needs the spin phase: $(column $name 0.02)"
done
near "$(column xi4_slow 0.02)" 0.03947 1e-4 xi4_slow

# tops that do not spin fast: steps follow the fall, and what passes the vertical is reported
warned 'near the vertical' fast-top spin=1e-3 --until 0.1
warned 'near the vertical' fast-top spin=0.1 --until 1
run 0 run fast-top spin=1e-3 --until 0.1 --macro dop853 --macro-tol 1e-11 --every 0.1 --format csv
exact=$(column Gamma3 0.1)
run 0 run fast-top spin=1e-3 --until 0.1 --every 0.1 --format csv
near "$(column Gamma3 0.1)" "$exact" 1e-4 Gamma3
silent fast-top spin=2
silent fast-top

# rounding
warned 'rounding of the fast motion' kapitza omega=1e14 --scheme async
warned 'rounding of the fast motion' kapitza-poly eps=1e-15 --until 1 --steps 4
refused 'too high for double precision' kapitza omega=1e30 --scheme async
refused 'too high for double precision' kapitza omega=1e17 --scheme sync
silent kapitza omega=1e12 --scheme async
silent kapitza-poly eps=1e-11 --until 1 --steps 16

# angles wrap
run 0 run kapitza-poly theta0=3 eps=1e-2 --until 6 --scheme direct --reference direct
grep -Eq 'theta [0-9.]+e-0[4-9]' out || fail "theta wraps: $(grep '^error' out)"

# the slow energy is no constant where fast energies act on the slow motion
silent springs omega1=6000 omega2=3400 px1=.4 py1=-0.8 px2=-.4 py2=0.6 x1=1 x2=1.8660254 y2=0.5 --until 2 --scheme stiff \
    --macro-tol 1e-6 --adiabatic

# fixed direct steps keep the size of an oscillation and lose its phase
warned 'make an error of about [0-9.]+ of the range of' stellar --scheme direct eps=1e-3 --until 3 --steps 60000

# direct runs start from means and show them, with constraints too
silent chain omega=1e4 --scheme direct --until 0.02
silent chain omega=1e3 --scheme direct --until 0.02 --gauge point

# steps
refused 'longer than the run' kapitza --macro-step 2 --until 1
refused 'longer than the run' kapitza --scheme direct --macro-step 2 --until 1
refused 'longer than the run' top --macro-step 2 --until 1
silent kapitza --macro-step 1 --until 1 --scheme averaged --no-estimate
silent top --until 0.01
finish
