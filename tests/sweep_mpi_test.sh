#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento sweep below mpirun: the bytes of one process for 1, 2 and 4 ranks; a killed rank loses no finished cell; mistakes are said once.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
command -v mpirun >/dev/null || { echo "mpirun is missing (Debian: openmpi-bin)"; exit 77; }
[ -e "$(dirname "$lento")/../lib/lento/lento-mpi.so" ] || { echo "this build has no MPI (Debian: libopenmpi-dev)"; exit 77; }

cat >mathieu.ode <<'TEXT'
par a = 1, q = 0.5
x1' = v1
v1' = -(a - 2*q*cos(2*t))*x1
x2' = v2
v2' = -(a - 2*q*cos(2*t))*x2
init x1 = 1, v1 = 0, x2 = 0, v2 = 1
TEXT
chart=(sweep mathieu.ode a=-1:8:24 q=0:6:16 --until pi --macro rk4 --steps 400 --no-estimate --measure 'stable=abs(final(x1) + final(v2)) < 2'
    --measure 'x=max(x1)')
# ranks N ARGUMENTS...: into out and err, the exit code
ranks() {
    local n=$1
    shift
    env "ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 \
        mpirun -n "$n" --oversubscribe --bind-to none "$lento" "$@" >out 2>err </dev/null
}
ranks 1 version || { echo "mpirun does not work here:"; head -n 3 err; exit 77; }

run 0 "${chart[@]}" --out whole.npz
for n in 1 2 4; do
    ranks "$n" "${chart[@]}" --out "ranks.npz" || { fail "$n ranks: exit $?"; head -n 5 err; }
    cmp -s whole.npz ranks.npz || fail "$n ranks give other bytes"
    grep -o '[0-9]* ranks:.*' err
    rm -f ranks.npz*
done
grep -q '4 ranks: .* messages and .* bytes per cell' err || fail "no count of messages"
[ "$(grep -c '384 done' err)" -eq 1 ] || fail "it is not said once"

# a shard below mpirun, and the rest without
ranks 2 "${chart[@]}" --shard 1/2 --out half.npz || fail "a shard with ranks"
run 0 "${chart[@]}" --shard 2/2 --out half.npz
run 0 sweep --merge half.npz.*.journal --out half.npz
cmp -s whole.npz half.npz || fail "shards of ranks give other bytes"

# ---- a rank that is killed ----
slow=("${chart[@]/400/10000}")
ranks 3 "${slow[@]}" --out lost.npz &
first=$!
victim=
for _ in $(seq 600); do
    if [ "$(stat -c %s lost.npz.journal 2>/dev/null || echo 0)" -gt 1500 ]; then
        for p in $(pgrep -f -- "--out lost.npz"); do
            if tr '\0' '\n' <"/proc/$p/environ" 2>/dev/null | grep -q '^OMPI_COMM_WORLD_RANK=2$' && [ "$(readlink "/proc/$p/cwd")" = "$work" ]; then
                victim=$p
            fi
        done
        break
    fi
    sleep 0.05
done
if [ -n "$victim" ] && kill -KILL "$victim"; then
    wait "$first" && fail "mpirun does not notice that a rank is gone"
    [ -s lost.npz.journal ] && [ ! -e lost.npz ] || fail "the journal of a lost rank"
    run 0 "${slow[@]}" --resume --out lost.npz
    grep -q 'cells are there already' err || fail "no finished cell was kept"
    run 0 "${slow[@]}" --out never.npz
    cmp -s lost.npz never.npz || fail "after the loss of a rank the bytes differ"
else
    wait "$first"
    fail "no rank could be killed"
fi

# ---- a wrong command: one sentence ----
ranks 3 "${chart[@]}" --measure 'z=final(nothing)' --out wrong.npz && fail "a wrong command"
[ "$(grep -c '^lento: --measure' err)" -eq 1 ] || { fail "not one sentence:"; cat err; }
finish
