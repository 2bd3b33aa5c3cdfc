#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --max-calls binds: no run makes more calls of its right-hand side than allowed, with whatever scheme, estimates and
# references included. What was computed until then is shown; a run that chooses its method is refused. A module counts
# its own calls, so that nothing rests on our counters.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

# the built-in problems: what the run says it spent
for words in 'kapitza' 'two-tone' 'chain' 'springs' 'vibrated' 'stellar' 'kapitza-poly'; do
    for most in 50 2000; do
        "$lento" run "$words" --max-calls $most --explain >out 2>err
        got=$?
        [ "$got" -eq 1 ] || fail "exit $got: lento run $words --max-calls $most"
        grep -Eq '^lento: .*(the limit of .* calls|more calls than the limit|more than the limit)' err ||
            fail "lento run $words --max-calls $most: $(tail -n 1 err)"
    done
done

for words in 'kapitza --scheme async' 'vibrated --scheme sync' 'stellar --scheme slow' 'springs --scheme stiff' 'kapitza --scheme direct' \
    'kapitza --scheme averaged' 'top --macro gbs' 'top' 'fpu --scheme direct --ensemble 3 --until 1' \
    'kapitza --scheme averaged --reference direct' 'kapitza --macro dop853 --scheme async'; do
    read -ra list <<<"$words"
    "$lento" run "${list[@]}" --max-calls 60 --quiet --format json >out 2>err
    got=$?
    [ "$got" -eq 1 ] || fail "exit $got: lento run $words --max-calls 60"
    grep -q 'the limit of calls is reached' err || fail "lento run $words --max-calls 60: $(tail -n 1 err)"
done

# each cell of a chart
"$lento" sweep kapitza omega=1e5:1e6:3 --scheme async --max-calls 100 --measure c=calls --out cells.csv --quiet >out 2>err
awk -F, 'NR > 1 && /^[0-9]/ { n++; bad += $NF + 0 > 100 } END { exit !(n == 3 && !bad) }' cells.csv || fail "cells of a chart: $(cat err cells.csv)"

# the rows before the limit are those of the run without it
for words in 'kapitza --scheme async' 'vibrated --scheme sync' 'kapitza omega=1e3 --scheme direct --steps 2000' 'stellar eps=1e-2 --scheme slow'; do
    read -ra list <<<"$words"
    run 0 run "${list[@]}" --no-estimate --quiet --out whole.csv
    run 1 run "${list[@]}" --no-estimate --quiet --max-calls 2500 --out part.csv
    rows=$(wc -l <part.csv.partial)
    [ "$rows" -ge 2 ] && [ "$rows" -lt "$(wc -l <whole.csv)" ] && head -n "$rows" whole.csv | cmp -s - part.csv.partial ||
        fail "rows of lento run $words --max-calls 2500"
done

# a problem that counts: the checks before a run look at a few points more
run 0 new mine.c
sed -i -e 's/^static int force/#include <stdio.h>\nstatic long calls;\n__attribute__((destructor)) static void tell(void) { fprintf(stderr, "%ld calls\\n", calls); }\n&/' \
    -e 's/^    rate\[0\] = /    calls++;\n&/' mine.c
if ! cc -shared -fPIC -I"$SOURCE_DIR/include" mine.c -o mine.so -lm 2>log; then
    fail "the counting problem does not compile: $(head -n 2 log)"
    finish
fi
for words in '' '--scheme async' '--scheme sync' '--scheme direct' '--scheme direct --macro dop853' '--scheme async --reference direct --macro rk4' \
    '--scheme direct --macro verlet/kahan-li8'; do
    read -ra list <<<"$words"
    "$lento" run ./mine.so "${list[@]}" --max-calls 3000 --quiet >out 2>err
    got=$(sed -n 's/^\([0-9]*\) calls$/\1/p' err)
    [ "${got:-99999}" -le 3300 ] || fail "$got calls: lento run mine.so $words --max-calls 3000"
done
finish
