#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Wrong commands from tests/data/wrong_commands.tsv: exit 2, nothing on stdout, one sentence of at most three lines that
# says what is expected; where the sentence gives advice, a command that follows it works (at least 95 % of them).
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

echo 'int x;' >x.c
echo 'hello' >notes.txt
printf "x' = y\ny' = -x\ninit x=1\n" >thin.ode
printf '{"problem": "kapitza"' >half.json
: >empty.ode
mkdir -p dir
commands=0
advised=0
worked=0
while IFS=$'\t' read -r wrong sentence advice; do
    case $wrong in '#'*) continue ;; esac
    IFS=' ' read -ra words <<<"$wrong"
    commands=$((commands + 1))
    run 2 "${words[@]}"
    [ -s out ] && fail "stdout is not empty: lento $wrong"
    [ "$(wc -l <err)" -le 3 ] || fail "more than three lines: lento $wrong"
    grep -qF -- "$sentence" err || fail "'$(head -n 1 err)' does not say '$sentence': lento $wrong"
    [ -n "$advice" ] || continue
    IFS=' ' read -ra words <<<"$advice"
    advised=$((advised + 1))
    if "$lento" "${words[@]}" >out 2>err; then
        worked=$((worked + 1))
    else
        echo "the advice does not work: lento $advice: $(head -n 1 err)"
    fi
done <"$SOURCE_DIR/tests/data/wrong_commands.tsv"
echo "$commands wrong commands, $worked of $advised pieces of advice work"
[ "$commands" -ge 100 ] || fail "fewer than 100 commands"
[ $((100 * worked)) -ge $((95 * advised)) ] || fail "less than 95 % of the advice works"
finish
