#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SIGTERM and SIGINT end any command at once, with what was computed: the time that passes until the end is measured in
# processor time, so that a busy machine does not matter. Sizes that would take for ever are refused.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

most=50 # clock ticks of processor time after the signal, 0.5 s
! sanitized || most=300
after=0.3 # s of processor time before it

# stops SIGNAL ARGUMENTS...: exit 1, or killed before anything was computed
stops() {
    local signal=$1 child got=0 before=0 now=0 ticks
    shift
    ticks=$(awk -v s="$after" -v t="$(getconf CLK_TCK)" 'BEGIN { print int(s * t) }')
    setsid env --default-signal=INT,TERM "$lento" "$@" >out 2>err &
    child=$!
    while [ -n "$(jobs -r)" ] && [ "$(used "$child")" -lt "$ticks" ]; do
        sleep 0.05
    done
    before=$(used "$child")
    kill "-$signal" "$child" 2>/dev/null
    for _ in $(seq 400); do # waits at most 20 s
        [ -n "$(jobs -r)" ] || break
        now=$(used "$child")
        sleep 0.05
    done
    if [ -n "$(jobs -r)" ]; then
        kill -KILL "$child"
        fail "still running 20 s after SIG$signal: lento $*"
    elif [ "$now" -gt $((before + most)) ]; then
        fail "$((now - before)) ticks of work after SIG$signal: lento $*"
    fi
    wait "$child" || got=$?
    case $got in
    1) [ -s err ] || fail "no sentence after SIG$signal: lento $*" ;;
    130 | 143) [ ! -s out ] || fail "killed while it printed: lento $*" ;;
    137) ;;
    *) fail "exit $got after SIG$signal: lento $*" ;;
    esac
}

stops TERM run top --macro gbs --macro-tol 1e-13 --until 1e6
# many rows: their numbers as text took longer than computing them
after=4 stops INT run top --macro gbs --macro-tol 1e-13 --until 1e6 --out a.csv
at=$(sed -n 's/.*interrupted at t = //p' err)
tail -n 1 a.csv.partial | awk -F, -v at="$at" '{ exit !(NF == 14 && ($1 / at - 1) ^ 2 < 1e-9) }' ||
    fail "the last row is not where the run stopped, $at: $(tail -n 1 a.csv.partial)"
grep -q 'rows were written' err && fail "rows are missing: $(cat err)"
after=2 stops TERM run top --macro gbs --macro-tol 1e-13 --until 1e6 --format json
after=4 stops TERM run top --macro gbs --macro-tol 1e-13 --until 1e6 --out a.json
after=4 stops INT run top --macro gbs --macro-tol 1e-13 --until 1e6 --out a.npz
after=4 stops TERM run top --macro gbs --macro-tol 1e-13 --until 1e6 --out a.mat
rm -f a.*
stops INT run top --macro gbs --macro-tol 1e-13 --macro-step 1000 --until 1e6
stops INT run kapitza --scheme direct --macro gbs --macro-tol 1e-12 --until 1000
stops TERM run kapitza --scheme direct --until 1000 --no-estimate
stops INT run kapitza --reference direct omega=1e8 --until 100
stops TERM run kapitza omega=1e3 --scheme direct --until 300
stops INT run kapitza v=60 omega=1e4 --tol 1e-8 --until 1000 --max-calls 1e12
stops TERM run two-tone --until 1000
stops INT run chain links=3 --until 1000
stops TERM run springs masses=50 --scheme stiff --until 1000
stops INT run stellar eps=1e-6 --scheme slow --until 1000
stops TERM run kapitza-poly --until 1000 --reference direct
stops INT run fast-top --until 100 --reference exact
stops TERM run fpu eps=1e-3 --until 20 --macro soft-verlet --steps 200 --micro strang --ensemble 10000
stops INT compare kapitza-poly
stops TERM compare chain
stops INT converge chain --levels 8
stops TERM detect fpu k=13 --degree 3
stops INT detect fpu k=13 --degree 2 --literal
stops TERM run fpu k=13 --slow detect --degree 3
stops INT run fpu --gauge mean --gauge-runs 900 --until 100
stops TERM reproduce --jobs 2

# ---- equations: hands-off, schemes, comparing, searching ----
printf "par eps=1e-6\nx'=y/eps\ny'=-x/eps-y*x^2\ninit x=1\nslow E=x^2+y^2\n@ total=1e6\n" >fast.ode
printf "par w=1e5\nphase p'=w\nx''=-sin(x)*(1+w*cos(p))\ninit x=1\n@ total=1e4\n" >forced.ode
printf "par w=100\nphase p'=w\nx[1..6]''=-sin(x[j])*x1+cos(p)*x[j]\n@ total=1\n" >search.ode
stops INT run fast.ode --max-calls 1e12 --tol 1e-10
stops TERM run fast.ode --scheme direct --macro dop853 --macro-tol 1e-10
stops INT run forced.ode --max-calls 1e12
stops TERM run forced.ode --scheme async --steps 100000000
stops INT run forced.ode --scheme async --steps 100000000 --stop-when 'x > 100'
stops TERM run forced.ode --scheme async --reference direct --until 100
stops TERM compare forced.ode
stops INT converge forced.ode --levels 10 --reference direct
stops TERM detect search.ode --degree 6

# ---- sizes ----
run 2 run fpu --gauge-runs 2000000000
grep -q 'gauge-runs' err || fail "no sentence about --gauge-runs: $(cat err)"
for formula in '(x1+v1+x2+v2+1)^200*)' '(x1+v1+x2+v2+1)^200'; do
    (ulimit -t 10 && exec "$lento" run stellar --slow "$formula" --until 0.1) >out 2>err
    got=$?
    [ "$got" -le 2 ] || fail "exit $got: a large power takes more than 10 s: $formula"
done
finish
