#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One call of the right-hand side is wrong, all others are right: 1e308, or a finite jump, from the start to the last call of a
# run and in the windows of its rows. The command must not print a wrong number without a word: it fails, warns, or every row
# is as near to the one without the fault, and the last one to the truth, as the estimates say.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 new mine.c
sed -e 's/#include <math.h>/#include <math.h>\n#include <stdlib.h>/' \
    -e 's/^static int force/static long calls, nth;\nstatic double wrong, from = -1;\nstatic int force/' \
    -e 's/    return 0;/    if (from < 0) {\n        from = atof(getenv("ONCE_FROM"));\n        nth = atol(getenv("ONCE_NTH"));\n        wrong = atof(getenv("ONCE"));\n    }\n    if (t >= from \&\& ++calls == nth) {\n        rate[0] = wrong > 1e300 ? wrong : rate[0] + wrong * (1 + fabs(rate[0]));\n    }\n    return 0;/' mine.c >once.c
cc -O2 -shared -fPIC -w -I"$SOURCE_DIR/include" once.c -o once.so -lm || fail "it does not compile"

cat >judge.mjs <<'END'
import fs from 'node:fs';
const [truth, clean, now] = ['truth.json', 'clean.json', 'now.json'].map((f) => JSON.parse(fs.readFileSync(f, 'utf8')));
const rows = (d) => d.data ?? [Object.values(d.final)];
const estimates = (d) => d.columns.map((n, i) => (i === 0 ? 0 : d.error?.estimate?.[n] ?? d.error?.bar?.[n] ?? 0));
const a = rows(clean), b = rows(now), end = rows(truth).at(-1), own = estimates(now), before = estimates(clean);
const size = end.map((_, i) => Math.max(...a.map((r) => Math.abs(r[i]))));
let worst = 0, where = '';
const see = (distance, estimate, i, t) => {
    const times = i === 0 ? 0 : distance / (estimate + 1e-9 * size[i]);
    if (!(times <= worst)) [worst, where] = [times, `column ${now.columns[i]} at ${t}, ${distance} with ${estimate}`];
};
b.at(-1).forEach((x, i) => see(Math.abs(x - end[i]), own[i], i, 'the end'));
for (const [k, r] of (a.length === b.length ? a : []).entries()) {
    if (r[0] === b[k][0]) r.forEach((x, i) => see(Math.abs(x - b[k][i]), own[i] + before[i], i, r[0]));
}
console.log(worst <= 3 ? 'right' : now.warnings?.length > 0 ? 'warned' : `SILENT ${where}`);
END

declare -A seen=()
measure() { # FILE METHOD...
    "$lento" run ./once.so omega=1e4 --until 0.5 --quiet "${@:2}" --format json >"$1" 2>err
}
# once GAUGE METHOD...: at the start, in the middle, in the last steps and in the last call; the truth in this gauge, or the run itself
once() {
    local gauge=$1 verdict wrong at nth
    shift
    export ONCE=0 ONCE_NTH=1 ONCE_FROM=1e9
    measure clean.json "$@" || fail "not clean: $*"
    cp clean.json truth.json
    [ "$gauge" = self ] || measure truth.json --scheme direct --macro dop853 --macro-tol 1e-11 --gauge "$gauge" --no-estimate || fail "no truth"
    for wrong in 1e308 2; do
        for at in 0,2 0.3,1 0.49998,1 0.5,1; do
            if ONCE=$wrong ONCE_FROM=${at%,*} ONCE_NTH=${at#*,} measure now.json "$@"; then
                verdict=$(node judge.mjs)
            else
                verdict=refused
                [ -s err ] || fail "no sentence: $wrong at $at: $*"
            fi
            case $verdict in SILENT*) fail "$verdict: $wrong at $at: $*" ;; esac
            seen[all]=$((${seen[all]:-0} + 1))
            seen[${verdict%% *}]=$((${seen[${verdict%% *}]:-0} + 1))
        done
    done
}

once self
once self --tol 1e-3
once mean --scheme direct
once point --scheme direct --gauge point --macro rk4 --steps 80000
once mean --scheme direct --macro dop853 --macro-tol 1e-6
once mean --scheme async --steps 100
once mean --scheme async --macro rk4 --steps 50 --phases 2
once mean --scheme sync --macro rk4 --steps 50
echo "${seen[all]} faults: ${seen[right]:-0} right, ${seen[warned]:-0} warned, ${seen[refused]:-0} refused"
[ "${seen[all]}" -eq 64 ] || fail "not all cases: ${seen[all]}"
finish
