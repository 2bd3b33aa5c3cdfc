#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files: a result replaces its file whole or not at all; streams are written directly; descriptors that the caller closed
# carry nothing; a full disk is one sentence and the old file.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

same() { # same A B CLAIM
    cmp -s "$1" "$2" || fail "$3"
}
no_rest() { # nothing is left beside the files
    [ -z "$(ls -A | grep '^\.lento')" ] || fail "left behind: $(ls -A | grep '^\.lento')"
}
words=(run kapitza --quiet --format csv)
"$lento" "${words[@]}" >whole || fail "no rows"

# ---- where a result goes ----
run 0 "${words[@]}" --out -
same out whole "- is not stdout"
run 0 "${words[@]}" --out /dev/stdout
same out whole "/dev/stdout is not stdout"
echo head >appended
"$lento" "${words[@]}" --out /dev/stdout >>appended
{ echo head; cat whole; } | cmp -s - appended || fail "/dev/stdout does not append"
"$lento" "${words[@]}" --out /dev/fd/7 7>seven || fail "/dev/fd/7"
same seven whole "a descriptor is not a stream"
mkfifo pipe
timeout 20 cat pipe >through &
timeout 20 "$lento" "${words[@]}" --out pipe || fail "a pipe is opened twice or not at all"
wait
same through whole "a pipe gets other rows"
[ -p pipe ] || fail "the pipe was replaced"
ln -s target.csv link.csv
run 0 "${words[@]}" --out link.csv
[ -L link.csv ] && [ ! -L target.csv ] || fail "a dangling link was replaced"
same target.csv whole "the link's target has other rows"
echo old >target.csv
chmod 640 target.csv
run 0 "${words[@]}" --out link.csv
[ -L link.csv ] && [ "$(stat -c %a target.csv)" = 640 ] || fail "link or permissions are lost"
same target.csv whole "a link's target is not replaced"
(umask 027 && "$lento" "${words[@]}" --out fresh.csv)
[ "$(stat -c %a fresh.csv)" = 640 ] || fail "the umask is ignored"
mkdir folder.csv
run 2 "${words[@]}" --out folder.csv
grep -q 'it is a directory' err || fail "a directory"
run 2 "${words[@]}" --out nowhere/a.csv
run 2 run kapitza --format json --out a.csv
grep -q 'contradict' err || fail "--format json --out a.csv: $(cat err)"
[ -e a.csv ] && fail "a refused command made a file"
no_rest

# ---- a recipe is its own output ----
run 0 run kapitza --steps 37 --quiet --out recipe.json
cp recipe.json first.json
run 0 run --recipe recipe.json --quiet --out recipe.json
holds "the same run again" 'const e = JSON.parse(fs.readFileSync("first.json", "utf8")); d.method.steps === 37 && d.final.Q === e.final.Q' recipe.json

# ---- full disks ----
echo old >kept.csv
run 1 "${words[@]}" --out /dev/full
[ "$(wc -l <err)" -eq 1 ] || fail "a full disk takes $(wc -l <err) sentences"
"$lento" "${words[@]}" >/dev/full 2>err && fail "a full stdout is no failure"
[ "$(wc -l <err)" -eq 1 ] || fail "a full stdout takes $(wc -l <err) sentences"
# a limit on the size of files stands for the disk
(ulimit -f 1 && trap '' XFSZ && exec "$lento" "${words[@]}" --out kept.csv) 2>err && fail "a file that does not fit is no failure"
grep -q 'kept.csv: writing failed: .*the file is as it was' err || fail "no sentence about the full disk: $(cat err)"
[ "$(cat kept.csv)" = old ] || fail "the old file is lost"
no_rest

# ---- closed descriptors ----
for closed in 0 1 2; do
    case $closed in
    0) "$lento" run kapitza --until 30 --format csv --out closed.csv 0<&- 2>/dev/null ;;
    1) "$lento" run kapitza --until 30 --format csv --out closed.csv 1>&- 2>/dev/null ;;
    2) "$lento" run kapitza --until 30 --format csv --out closed.csv 2>&- ;;
    esac
    grep -qv '^[-0-9a-zA-Z.,+ ]*.$' closed.csv && fail "descriptor $closed: messages in the file"
    grep -q lento closed.csv && fail "descriptor $closed: messages in the file"
done
"$lento" "${words[@]}" 1>&- 2>err && fail "a closed stdout is no failure"

# ---- stopped runs ----
echo old >long.csv
interrupted 1 run kapitza omega=1e7 --scheme direct --until 1000 --format csv --out long.csv
[ "$(cat long.csv)" = old ] || fail "a stopped run replaced its file"
[ "$(wc -l <long.csv.partial)" -gt 1 ] || fail "no partial result"
grep -q 'the result so far is in long.csv.partial; long.csv is not changed' err || fail "no sentence about the partial file"
interrupted 1 run kapitza omega=1e7 --scheme direct --until 1000 --out long.json
holds "the JSON says so" 'd.status === "stopped"' long.json.partial
[ -e long.json ] && fail "a stopped run made its file"
no_rest

# ---- what a problem is read from is not written over ----
printf "par k=1\ntable f heights.tab\nx' = f(t) - k*x\n" >own.ode
printf '3\n0\n10\n1\n2\n3\n' >heights.tab
cp own.ode own.copy
cp heights.tab heights.copy
ln -s own.ode own_link.csv
for words in 'run own.ode --until 1 --out own.ode --format csv' 'run own.ode --until 1 --out own_link.csv' \
    'run own.ode --until 1 --out heights.tab --format csv' 'run ./own.ode --until 1 --plot own.ode' \
    'sweep own.ode k=1:2:2 --until 1 --measure a=final(x) --out own.ode --format csv'; do
    read -ra list <<<"$words"
    run 2 "${list[@]}"
    grep -q 'the problem is read from' err || fail "$words: $(cat err)"
done
same own.ode own.copy "the equations were written over"
same heights.tab heights.copy "a table was written over"
run 2 run own.ode --until 1 --out both.svg --format csv --plot both.svg

# ---- gnuplot ----
if command -v gnuplot >/dev/null; then
    run 0 run kapitza --quiet --plot '|touch PWNED;cat >x.svg'
    [ -e PWNED ] && fail "a name of a file was run as a command"
    mkdir bin
    printf '#!/bin/sh\nexec sleep 100\n' >bin/gnuplot
    chmod 755 bin/gnuplot
    echo old >kept.svg
    PATH=$PWD/bin:$PATH "$lento" run kapitza --quiet --plot kept.svg >out 2>err &
    sleep 1
    started=$(date +%s%N)
    kill -TERM $!
    wait $! && fail "a gnuplot that hangs"
    [ $((($(date +%s%N) - started) / 1000000)) -lt 2000 ] || fail "a gnuplot that hangs is waited for"
    [ "$(cat kept.svg)" = old ] || fail "a plot that was not drawn replaced its file"
fi
# a limit of the shell on the size of files is a write that fails, no signal
said=$( (ulimit -f 0 && exec "$lento" run kapitza --out limit.csv 2>&1 >/dev/null))
got=$?
[ "$got" -eq 1 ] && grep -q 'writing failed' <<<"$said" && [ ! -e limit.csv ] || fail "ulimit -f 0: exit $got, '$said'"

finish
