#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `lento describe NAME` explains every scheme, method, kernel, paper, option and code of a warning: what it is, when to use
# it, and a command that works. The papers are run by tests of their own.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

explains() {
    run 0 describe "$1"
    grep -q '^use it if' out || fail "describe $1 does not say when to use it"
    sed -n 's/^example  *lento //p' out >>examples
}
: >examples
for kind in schemes methods kernels; do
    "$lento" list $kind | awk 'NR > 2 && /^[a-z]/ { print $1 }' >names
    while read -r name; do
        [ "$name" = left ] || explains "$name"
    done <names
done
for name in calvo sanzserna ariel bodack fredbo; do
    run 0 describe $name
    grep -q '^example ' out || fail "describe $name has no example"
done
for command in run compare converge detect reproduce studio; do
    "$lento" help $command | sed -n 's/^  *--\([a-z-]*\).*/--\1/p'
done | sort -u >flags
while read -r flag; do
    explains "$flag"
done <flags
run 0 describe macro_step
grep -q '^--macro-step H (option)' out || fail "describe macro_step"

# codes: every one has a row, those of runs without a method too (the others of them are about arguments)
{
    sed -n 's/^CHECK([A-Z_]*, "\([a-z-]*\)".*/\1/p' "$SOURCE_DIR/src/check/table.def"
    sed -n 's/^\(WORDS\|CHEAP\)("\([a-z-]*\)".*/\2/p' "$SOURCE_DIR/src/solve/words.def" | grep -v -e '^bad-' -e '^no-memory$'
} | sort -u >codes
[ "$(wc -l <codes)" -ge 60 ] || fail "the tables of codes cannot be read"
run 0 describe stiff
grep -q '^as a code ' out || fail "the code stiff"
while read -r code; do
    run 0 describe "$code"
done <codes

"$lento" run kapitza --format json --quiet >recipe.json
sort -u examples >unique
count=0
while IFS= read -r example; do
    count=$((count + 1))
    eval "set -- $(sed 's/;/\\;/g' <<<"$example")"
    "$lento" "$@" >out 2>err || fail "exit $?: lento $example: $(tail -n 1 err)"
done <unique
echo "$count examples"
[ "$count" -ge 80 ] || fail "too few examples"
"$lento" list methods | grep ' 99 ' >/dev/null && fail "an order of 99"
finish
