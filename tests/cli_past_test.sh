#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Commands that once lost data, ran code, hung, crashed or sent the user in circles, as they were typed then, each with what
# it does now. The mechanisms behind them have tests of their own: torture, kills, given, cli_files, cli_trust, cli_stop.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

says() { # says CODE PATTERN ARGUMENTS...
    local code=$1 pattern=$2
    shift 2
    run "$code" "$@"
    cat out err | grep -Eq -- "$pattern" || fail "lento $*: $(head -n 2 err)"
}

# ---- data: a file name is no command, a recipe loads no code, a file is not lost to its own run ----
if command -v gnuplot >/dev/null; then
    run 0 run kapitza --scheme averaged --plot '|touch PWNED;cat >x.svg'
    [ ! -e PWNED ] && grep -q '</svg>' '|touch PWNED;cat >x.svg' || fail "the name of a picture was run as a command"
    run 0 run kapitza --plot caption.svg
    grep -q 'omega=1e6' caption.svg || fail "a picture without its parameters"
    printf '#!/bin/sh\nexit 0\n' >gnuplot && chmod +x gnuplot
    echo old >p.svg
    PATH=$PWD:$PATH run 1 run kapitza --scheme averaged --quiet --plot p.svg
    [ "$(cat p.svg)" = old ] || fail "a gnuplot that writes nothing made a picture"
    rm gnuplot
    # an angle that turns round is broken at its jump, not joined across the picture
    run 0 run kapitza-poly thetadot0=20 --scheme averaged --until 2 --steps 400 --columns theta --no-estimate --quiet --plot turn.svg
    jump=$(tr -s " \t'" '\n\n\n' <turn.svg | awk '/^[ML][0-9.]+,[0-9.]+$/ { split(substr($0, 2), at, ",")
        if (/^L/ && at[1] != x && (at[2] - y) ^ 2 > most) most = (at[2] - y) ^ 2
        x = at[1]; y = at[2]; n++ } END { print (n > 400 ? int(sqrt(most)) : 999) }')
    [ "$jump" -lt 100 ] || fail "a curve jumps by $jump pixels"
    # wide enough to be read, with the names beside it
    run 0 compare kapitza omega=300 --until 0.1 --method macro=rk4 --method scheme=direct --quiet --plot both.svg
    area=$(sed -n 's/.*gridline"  *d=.M\([0-9]*\)[.0-9]*,\([0-9.]*\) L\([0-9]*\)[.0-9]*,\2 .*/\1 \3/p' both.svg | head -n 1)
    name=$(grep -B 1 '<text>direct verlet' both.svg | sed -n 's/.*translate(\([0-9]*\).*/\1/p')
    [ $((${area#* } - ${area% *})) -ge 400 ] && [ "$name" -gt "${area#* }" ] || fail "a narrow picture, or names over its curves: '$area' '$name'"
fi
echo 'void PWNED(void);' >evil.so
echo '{"problem":"evil.so"}' >evil.json
says 2 'recipe of the shared object evil.so; name it on the command line' run --recipe evil.json
run 0 run kapitza --scheme averaged --format json --out X.json
run 0 run --recipe X.json --out X.json
run 0 run --recipe X.json --out X.json
ln -s nowhere.csv dangling.csv
run 0 run kapitza --scheme averaged --out dangling.csv
[ -L dangling.csv ] && [ -s nowhere.csv ] || fail "a link was replaced"
mkfifo pipe
cat pipe >piped &
run 0 run kapitza --scheme averaged --format csv --out pipe
wait
run 0 run kapitza --scheme averaged --format csv --out -
cmp -s out piped || fail "pipe and - differ"
"$lento" run kapitza omega=300 --scheme averaged --out warned.csv 2>&-
! grep -q warning warned.csv || fail "warnings in the result"
(ulimit -v 220000 2>/dev/null && exec timeout 60 "$lento" version) >out 2>err || sanitized || fail "version with 220 MB: $?"

# ---- sizes that take for ever or overflow ----
says 2 'gauge-runs must be from 1 to 1000' run fpu --gauge-runs 2000000000
says 2 'is expected here' run stellar --slow '(x1+v1+x2+v2+1)^200*)' --until 0.1
says 2 'omega' run kapitza omega=-5e-324
says 2 'micro steps of 1e-300' run springs --scheme stiff --micro-step 1e-300
says 2 'micro steps of 1e-14' run springs --scheme stiff --micro-step 1e-14
says 1 'verlet, 3000000000 steps' run kapitza --scheme averaged --steps 3000000000 --max-calls 1000
says 2 'steps' run kapitza --scheme averaged --steps 1e300

# ---- rows ----
run 0 run kapitza --scheme averaged --steps 2000 --format csv
[ "$(wc -l <out)" -eq 2002 ] || fail "$(wc -l <out) lines of 2000 steps"
run 0 run kapitza --scheme averaged --steps 20000 --format csv
[ "$(wc -l <out)" -eq 20002 ] || fail "$(wc -l <out) lines of 20000 steps"

# ---- recipes say whose they are ----
sed 's/"lento": "[^"]*"/"lento": "9.9.9"/' X.json >old.json
says 2 'written by Lento 9.9.9' run --recipe old.json
says 2 'X.json is a recipe of kapitza, not of top' run top --recipe X.json
run 0 new own.ode
run 0 run own.ode --out own.json
run 0 run --recipe own.json

# ---- messages ----
says 2 "'m5' needs links=5" run chain m5=1
says 2 'write omega=1e6' run kapitza --omega 1e6
says 2 'called ode45' run kapitza --macro rk45
says 2 'is C source; compile it' run ./x.c
says 2 'longer than the run' run kapitza --every 5
says 2 'contradict' run kapitza --format json --out a.csv
says 2 'given twice' run kapitza omega=1e6 omega=2e6
says 2 'two events are called' run kapitza --event 'hit=Q > 0.3' --event 'hit=Q < 0.3'
says 2 'unit does not fit' run kapitza Q0=5Hz
says 2 'tol needs a value' run kapitza --tol
says 2 'cannot be made' reproduce calvo/averaged --report X.json/report

# ---- values with units and expressions; descriptions ----
run 0 run kapitza omega=3000rpm l=20cm --until 10s --scheme averaged --format csv
cp out rpm.csv
run 0 run kapitza 'omega=2*pi*50' l=0.2 --until 10 --scheme averaged --format csv
cmp -s out rpm.csv || fail "3000rpm is not 2*pi*50"
run 0 run kapitza omega=16MHz --scheme averaged
says 0 'but not if' describe async
says 0 'but not if' describe rk4
run 0 list
! grep -q '\b99\b' out || fail "an order of 99"

# ---- words that nobody understood, in what users read ----
mkdir pages
run 0 docs pages
for command in run compare converge detect reproduce studio; do
    "$lento" help $command
done | cat - pages/*.md "$SOURCE_DIR/README.md" "$SOURCE_DIR"/docs/*.md "$SOURCE_DIR"/include/lento/*.h >read.txt
[ "$(wc -l <read.txt)" -gt 3000 ] || fail "little to read"
for words in 'who trusts' 'nobody here' 'is no motion' 'a false word' 'nobody heeds' 'never meet' 'what there is' 'of an own problem' \
    'no option of' 'departs by' 'has none of it' 'twice is enough'; do
    ! grep -iF "$words" read.txt || fail "'$words' is back"
done
finish
