#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The failure gallery of docs/trust.md: every block of commands runs, one that begins with ! fails with exit code 1, and the words of the text
# below a block are printed; numbers may differ. The table of costs in docs/solve.md: calls within a factor of 2, the bar below the tolerance.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
mkdir bin
ln -s "$LENTO" bin/lento
PATH=$PWD/bin:$PATH
awk '
    /^```sh$/ { block++; file = "block" block ".sh"; inside = 1; next }
    /^```text$/ { file = "block" block ".txt"; inside = 1; next }
    /^```$/ { inside = 0; next }
    inside { print > file }' "$SOURCE_DIR/docs/trust.md"

# runs of letters and signs alone: every number becomes #
words() {
    sed -E 's/[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/#/g'
}
blocks=0
for script in block*.sh; do
    grep -q '^!\{0,1\} \{0,1\}lento ' "$script" || continue
    blocks=$((blocks + 1))
    wanted=0
    grep -q '^! lento' "$script" && wanted=1
    got=0
    sed 's/^! //' "$script" >run.sh
    timeout 300 bash run.sh >out 2>&1 || got=$?
    [ "$got" -eq $wanted ] || { fail "exit $got instead of $wanted: $(tail -n 1 "$script")"; tail -n 2 out; }
    text=${script%.sh}.txt
    [ -f "$text" ] || continue
    words <out >out.words
    while read -r line; do
        grep -qF "$(words <<<"$line")" out.words || { fail "$(tail -n 1 "$script") does not say: $line"; tail -n 1 out; }
    done <"$text"
done

rows=0
while IFS='|' read -r _ command bar calls plain _; do
    rows=$((rows + 1))
    eval "${command//\`/} --format json" >out 2>err || fail "$command"
    node -e 'const d = JSON.parse(require("fs").readFileSync("out")), [bar, calls, plain] = process.argv.slice(1).map(Number);
        const near = (a, b) => a <= 2 * b && b <= 2 * a;
        process.exit(near(calls, d.counts.force_evaluations) && near(plain, d.forecast.direct) && bar <= d.tol ? 0 : 1)' \
        "$bar" "$calls" "$plain" || fail "docs/solve.md is out of date: $command"
done < <(grep '^| `lento run .*[0-9] |$' "$SOURCE_DIR/docs/solve.md")
[ $rows -ge 8 ] || fail "only $rows rows of costs"
[ $blocks -ge 8 ] || fail "only $blocks blocks"
echo "$blocks blocks"
finish
