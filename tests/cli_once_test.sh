#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One call of the right-hand side is wrong, all others are right: 26 times 1e308, 15 times a finite jump, at calls all over a
# run. The command must not print a wrong number without a word: it fails, warns, or the result is as near to the one without the
# fault as its own estimate says.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 new mine.c
sed -e 's/#include <math.h>/#include <math.h>\n#include <stdlib.h>/' -e 's/^static int force/static long calls, at = -1;\nstatic double wrong;\nstatic int force/' \
    -e 's/    return 0;/    if (at < 0) {\n        at = atol(getenv("ONCE_AT"));\n        wrong = atof(getenv("ONCE"));\n    }\n    if (++calls == at) {\n        rate[0] = wrong > 1e300 ? wrong : rate[0] + wrong * (1 + fabs(rate[0]));\n    }\n    return 0;/' mine.c >once.c
cc -O2 -shared -fPIC -w -I"$SOURCE_DIR/include" once.c -o once.so -lm || fail "it does not compile"

cat >judge.mjs <<'END'
import fs from 'node:fs';
const [truth, now] = ['truth.json', 'now.json'].map((f) => JSON.parse(fs.readFileSync(f, 'utf8')));
const last = (d) => (d.data ? d.data.at(-1) : Object.values(d.final));
const a = last(truth), b = last(now);
let most = 0;
for (const row of truth.data ?? [a]) row.forEach((x, i) => { if (i > 0) most = Math.max(most, Math.abs(x)); });
const estimate = now.error?.relative ?? Math.max(0, ...Object.values(now.error?.estimate ?? {}).filter(Number.isFinite)) / most;
const apart = Math.max(...b.map((x, i) => (i > 0 ? Math.abs(x - a[i]) : 0))) / most;
const good = apart <= 1e-9 + 2 * estimate;
console.log(good ? 'right' : now.warnings?.length > 0 ? 'warned' : `SILENT apart ${apart} estimate ${estimate}`);
END

declare -A seen=()
# once WRONG METHOD...: at four or so calls
once() {
    local wrong=$1 at verdict total=0
    shift
    ONCE=0 ONCE_AT=0 "$lento" run ./once.so omega=1e4 --until 0.5 --quiet "$@" --format json >truth.json 2>err || fail "no truth: $*"
    total=$(node -e 'const d = JSON.parse(require("fs").readFileSync("truth.json", "utf8")); console.log(d.counts?.force_evaluations ?? d.counts?.calls ?? 10000)')
    # the estimate compares rows up to the last common step: the last 1/64 of a run with fixed steps is not among them
    for at in 2 $((total / 3)) $((total / 2)) $((9 * total / 10)); do
        [ "${seen[all$wrong]:-0}" -lt "$most" ] || return
        seen[all$wrong]=$((${seen[all$wrong]:-0} + 1))
        if ONCE=$wrong ONCE_AT=$at "$lento" run ./once.so omega=1e4 --until 0.5 --quiet "$@" --format json >now.json 2>err; then
            verdict=$(node judge.mjs)
        else
            verdict=refused
            [ -s err ] || fail "no sentence: $wrong at call $at: $*"
        fi
        case $verdict in SILENT*) fail "$verdict: $wrong at call $at of $total: $*" ;; esac
        seen[${verdict%% *}]=$((${seen[${verdict%% *}]:-0} + 1))
    done
}

for wrong in 1e308 2; do
    [ "$wrong" = 2 ] && most=15 || most=26
    once $wrong
    once $wrong --scheme async --steps 100
    once $wrong --scheme direct
    once $wrong --scheme direct --macro dop853 --macro-tol 1e-8
    once $wrong --scheme async --macro rk4 --steps 50 --phases 2
    once $wrong --scheme sync --macro rk4 --steps 50
    once $wrong --tol 1e-3
done
echo "26 and 15 faults: ${seen[right]:-0} right, ${seen[warned]:-0} warned, ${seen[refused]:-0} refused"
[ "${seen[all1e308]}" -eq 26 ] && [ "${seen[all2]}" -eq 15 ] || fail "not all cases: ${seen[all1e308]} ${seen[all2]}"
finish
