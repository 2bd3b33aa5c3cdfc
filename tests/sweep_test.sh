#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento sweep: cells agree with single runs, none is missing, measures, random cells, wrong commands; the journal: kills,
# resuming, other sweeps, torn records, shards; the same bytes for any number of processes.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

cat >mathieu.ode <<'TEXT'
# Mathieu's equation: two solutions over one period of the coefficient
par a = 1, q = 0.5
x1' = v1
v1' = -(a - 2*q*cos(2*t))*x1
x2' = v2
v2' = -(a - 2*q*cos(2*t))*x2
init x1 = 1, v1 = 0, x2 = 0, v2 = 1
TEXT
fixed=(--until pi --macro rk4 --steps 100 --no-estimate)

# says WORDS: the last message has them
says() {
    grep -qF -- "$1" err || { fail "no '$1' in the message:"; head -n 3 err; }
}

# column FILE NAME ROW: a number of a CSV file, rows from 1
column() {
    awk -F, -v name="$2" -v row="$3" 'NR == 1 { for (i = 1; i <= NF; i++) { sub(/\r/, "", $i); if ($i == name) k = i } }
        NR == row + 1 { sub(/\r/, "", $k); print $k }' "$1"
}

# same A B: to the last bit
same() {
    [ "$1" = "$2" ] && [ -n "$1" ] || fail "$3: $1 and $2"
}

# ---- cells are what single runs compute ----
run 0 sweep mathieu.ode a=-1:2:4 q=0:2:3 "${fixed[@]}" --measure 'x=final(x1)' --measure 'top=max(x1^2 + a)' \
    --measure 'n=calls' --measure 'when=time(x1 < 0.5)' --measure 'sum=start(x1) + 2*final(v2)' --out grid.csv
[ "$(wc -l <grid.csv)" -eq 13 ] || fail "a cell is missing"
run 0 run mathieu.ode a=2 q=1 "${fixed[@]}" --format csv
cp out one.csv
same "$(column grid.csv a 11) $(column grid.csv q 11)" "2 1" "the last axis runs fastest"
same "$(column grid.csv x 11)" "$(column one.csv x1 101)" "final"
same "$(column grid.csv n 11)" 400 "calls"
# of the rows of the single run, by awk
got=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "x1") k = i; next }
    { y = $k^2 + 2; if (y > top) top = y; if ($k < 0.5 && !seen) { seen = 1; when = $1 } } END { printf "%.9f %.9f", top, when }' one.csv)
same "$(printf '%.9f %.9f' "$(column grid.csv top 11)" "$(column grid.csv when 11)")" "$got" "max and time"
# hands-off: value, bar and calls are those of the run
run 0 sweep kapitza omega=log:1e3:1e5:3 v=4:5:2 --measure 'q=final(Q)' --measure 'n=calls' --measure 'b=bar' --out hands.csv
run 0 run kapitza omega=1e4 v=5 --format csv
same "$(column hands.csv q 4)" "$(column out Q 101)" "a hands-off cell"
same "$(column hands.csv omega 4)" 10000 "a logarithmic axis"
awk -F, 'NR > 1 && !($3 == 0 && $7 + 0 > 0 && $7 + 0 < 1e-6 && $6 > 1000) { exit 1 }' hands.csv || fail "bars and calls"
# statistics of a fast motion; where nothing is fast there are none, and a warning
printf 'par k = 1\nx'"'"' = k*v\nv'"'"' = -k*x\ninit x = 1\n' >spring.ode
run 0 sweep spring.ode k=log:0.01:1e3:2 --until 3 --measure 'big=max(x)' --measure 'size=final(rms(x))' --out two.csv
tr -d '\r' <two.csv | awk -F, 'NR == 2 && !($3 == 1 && $4 < 1.00001 && $4 > 0.99999 && $5 == "nan") { exit 1 }
    NR == 3 && !($4 < 1.00001 && $4 > 0.99999 && $5 + 0 > 0.7071 && $5 + 0 < 0.70711) { exit 1 }' ||
    { fail "statistics:"; cat two.csv; }
# the motion itself, fast or not, in all cells: x = cos(k t), and a further column
printf 'aux H = x^2 + v^2\n' >>spring.ode
run 0 sweep spring.ode k=log:0.01:1e3:6 --until 3 --measure 'x=final(x)' --measure 'h=final(H)' --out points.csv
tr -d '\r' <points.csv | awk -F, 'function off(a, b) { return a == "nan" || (a - b)^2 > 1e-10 }
    NR > 1 { n++; if (off($4, cos(3*$1)) || off($5, 1)) exit 1 } END { exit n != 6 }' || { fail "points:"; cat points.csv; }

# ---- a cell that is refused or fails is recorded; a condition on it has no value ----
printf "par b = 1\nx' = x^2\ninit x = 1\n" >burst.ode
run 0 sweep burst.ode b=1:2:2 --until 0.5 --measure 'x=final(x)' --measure 'bar=bar' --out calm.csv
run 1 sweep burst.ode b=1:2:2 --until 2 --macro rk4 --steps 2000 --measure 'low=final(x) < 5' --measure 's=status' --out burst.csv
says "no cell has values"
same "$(column burst.csv status 2) $(column burst.csv low 2) $(column burst.csv s 2)" "3 nan 3" "a failed cell"
run 0 sweep kapitza omega=1e4:-1e4:3 --measure 'q=final(Q)' --measure s=status --out part.csv
same "$(cut -d, -f2 part.csv | tr -d '\r' | tr '\n' ' ')" "status 0 2 2 " "refused cells"
says "2 refused (first: omega=0)"
# too few calls: not met with values, or refused without
"$lento" sweep kapitza omega=1e4 --until 5 v=4:8:3 --max-calls 30000 --measure 'q=final(Q)' --quiet --out few.csv 2>err
tr -d '\r' <few.csv | awk -F, 'NR > 1 { n++; if (!($2 == 1 && $4 != "nan" || $2 == 2 && $4 == "nan")) bad = 1 } END { exit !(n == 3 && !bad) }' ||
    fail "cells with too few calls"

# ---- random cells ----
run 0 sweep mathieu.ode a=0:4 q=log:0.1:10 --random 40 --seed 7 "${fixed[@]}" --measure 'x=final(x1)' --out random.csv
awk -F, 'NR > 1 { n++; if (!($1 >= 0 && $1 < 4 && $2 >= 0.1 && $2 < 10)) exit 1; low += $1 < 2; small += $2 < 1 }
    END { exit !(n == 40 && low > 8 && low < 32 && small > 8 && small < 32) }' random.csv || fail "random cells"
run 0 sweep mathieu.ode a=0:4 q=log:0.1:10 --random 40 --seed 8 "${fixed[@]}" --measure 'x=final(x1)' --out other.csv
cmp -s random.csv other.csv && fail "another seed gives the same cells"

# ---- wrong commands ----
printf "par k = 1\ninit x = 1, v = 0\nx' = k*v\nv' = -k*x\nslow E = x^2 + v^2\n" >slow.ode
while IFS='|' read -r words sentence; do
    eval "run 2 sweep $words"
    [ ! -s out ] || fail "stdout is not empty: $words"
    says "$sentence"
done <<'TABLE'
kapitza --measure 'q=final(Q)'|which parameter is varied
kapitza omega=1e3:1e4:3|what is measured
kapitza omega=1e3:1e4 --measure 'q=final(Q)'|how many values
kapitza omega=1e3:1e4:3 --random 5 --measure 'q=final(Q)'|without a number
kapitza omega=1e3:1e4:3x --measure 'q=final(Q)'|write omega=LO:HI:N
kapitza omega=log:-1:1e4:3 --measure 'q=final(Q)'|must be positive
kapitza omga=1e3:1e4:3 --measure 'q=final(Q)'|omga
kapitza omega=1kg:1e4:3 --measure 'q=final(Q)'|omega
kapitza omega=1e3:1e4:3 --measure 'q=final(Z)'|Z
kapitza omega=1e3:1e4:3 --measure 'q=fnal(Q)'|--measure q=fnal(Q)
kapitza omega=1e3:1e4:3 --measure 'final(Q)'|write NAME=EXPR
kapitza omega=1e3:1e4:3 --measure 'q=final(Q)' --measure 'q=max(Q)'|two measures
kapitza omega=1e3:1e4:3 --measure 'omega=final(Q)'|--measure omega: the chart has another column omega already
kapitza omega=1e3:1e4:3 --measure 'status=7'|another column status already
kapitza omega=1e3:1e4:3 --measure 'warnings=7'|another column warnings already
spring.ode k=1:2:2 --until 3 --measure 'a=final(mean(x))' --measure 'b=final(H)'|ask for them in two sweeps
spring.ode k=1:2:2 --until 3 --macro rk4 --measure 'a=final(mean(x))'|only hands-off runs have a column mean(x)
spring.ode k=1:2:2 --until 3 --measure f=H|H has a value in each row; say which, such as final(H)
spring.ode k=1:2:2 --until 3 --measure f=2*t|t has a value in each row
slow.ode k=1:2:2 --until 3 --measure 'f=final(x)'|have no column x; declare it with 'slow'
kapitza omega=1e3:1e4:3 --measure 'q=final(Q)' --out x.json|.csv, .npz or .mat
kapitza omega=1e3:1e4:3 --measure 'q=final(Q)' --shard 3/2|write I/N
kapitza omega=1e3:1e4:3 --measure 'q=final(Q)' --resume|need --out
--merge nowhere.journal|cannot read nowhere.journal
--merge mathieu.ode|not a journal
TABLE

# ---- the same bytes for any number of processes, shards and both ways to the file ----
chart=(sweep mathieu.ode a=-1:8:24 q=0:6:16 "${fixed[@]}" --measure 'stable=abs(final(x1) + final(v2)) < 2' --measure 'x=max(x1)')
run 0 "${chart[@]}" --jobs 1 --out whole.npz
for jobs in 2 4; do
    run 0 "${chart[@]}" --jobs "$jobs" --out "jobs.npz"
    cmp -s whole.npz jobs.npz || fail "$jobs processes give other bytes"
done
for shard in 1 2 3; do
    run 0 "${chart[@]}" --shard "$shard/3" --out parts.npz
done
[ ! -e parts.npz ] || fail "a shard writes the whole file"
run 1 sweep --merge parts.npz.1-of-3.journal parts.npz.3-of-3.journal --out parts.npz
says "cells are in none of the journals"
run 0 sweep --merge parts.npz.*.journal --out parts.npz
cmp -s whole.npz parts.npz || fail "shards give other bytes"
[ ! -e whole.npz.journal ] || fail "the journal stays after the end"

# ---- only cells near a change ----
map=(sweep mathieu.ode a=-1:8:70 q=0:6:45 --until pi --macro rk4 --steps 40 --no-estimate --measure 'stable=abs(final(x1) + final(v2)) < 2' --measure 'x=final(x1)')
run 0 "${map[@]}" --out every.csv
run 0 "${map[@]}" --refine --out near.csv
says "runs instead of 3150"
cut -d, -f1,2,5 every.csv | cmp -s - <(cut -d, -f1,2,5 near.csv) || fail "--refine gives another map"
awk -F, 'NR > 1 { filled += $3 == 5; done += $3 == 0; if ($3 == 5 && $6 + 0 == $6) bad = 1 } END { exit !(filled > 1000 && filled + done == 3150 && !bad) }' near.csv ||
    fail "cells that were filled"
run 2 sweep mathieu.ode a=-1:8:70 --measure 'x=final(x1)' --until 1 --refine
says "--refine needs two axes"

# ---- pictures ----
if command -v gnuplot >/dev/null; then
    run 0 "${map[@]}" --out map.csv --plot map.svg
    grep -q '<image' map.svg && grep -q 'stable' map.svg || fail "the map"
    run 0 "${map[@]}" --refine --column stable --out map.csv --plot map.png
    [ "$(head -c 4 map.png | tail -c 3)" = PNG ] || fail "a PNG"
    run 0 sweep mathieu.ode a=1:8:30 q=0.5:2:4 "${fixed[@]}" --measure 'x=final(x1)' --measure 'y=max(x1)' --out family.csv --plot family.svg
    grep -q 'q = 0.5' family.svg && grep -q 'q = 2' family.svg && [ "$(grep -c '>y<' family.svg)" -ge 1 ] || fail "a family of curves"
    run 0 sweep --merge parts.npz.*.journal --out parts.npz --plot merged.svg
    grep -q '<image' merged.svg || fail "the map of merged shards"
    run 2 sweep mathieu.ode a=1:8 q=0:1 --random 5 --measure 'x=final(x1)' --until 1 --out r.csv --plot r.svg
    says "a picture needs a grid"
    run 2 "${map[@]}" --column nothing --out map.csv --plot map.svg
    says "there is no measure 'nothing'"
fi

# ---- the journal ----
cp parts.npz.1-of-3.journal again.npz.journal
run 2 "${chart[@]}" --out again.npz
says "--resume"
run 2 "${chart[@]/a=-1:8:24/a=-1:9:24}" --resume --out again.npz
says "its line 'axis' differs"
sed -i 's/2\*q/2.0*q/' mathieu.ode
run 2 "${chart[@]}" --resume --out again.npz
says "its line 'content' differs"
sed -i 's/2.0\*q/2*q/' mathieu.ode
run 2 "${chart[@]/--steps/--macro-step}" --resume --out again.npz
run 2 sweep --merge parts.npz.1-of-3.journal again.npz.journal --out a.json
# a record that is torn, and one that is damaged, are computed again
size=$(stat -c %s again.npz.journal)
truncate -s $((size - 7)) again.npz.journal
printf 'x' | dd of=again.npz.journal bs=1 seek=$((size - 120)) conv=notrunc status=none
run 0 "${chart[@]}" --resume --out again.npz
says "126 of 384 cells are there already"
cmp -s whole.npz again.npz || fail "after damage the bytes differ"

# ---- killed at random moments, then resumed: bit for bit the uninterrupted file ----
kills=$((${LENTO_CASES:-1} * 20))
slow=(sweep mathieu.ode a=-1:8:24 q=0:6:16 --until pi --macro rk4 --steps 2500 --no-estimate --measure 'stable=abs(final(x1) + final(v2)) < 2'
    --measure 'x=max(x1)' --jobs 2 --quiet)
sanitized && slow[9]=300
run 0 "${slow[@]}" --out full.npz
RANDOM=11
killed=0 resumed=0
for ((i = 0; i < kills; i++)); do
    setsid "$lento" "${slow[@]}" --resume --out killed.npz >out 2>err &
    child=$!
    sleep "0.0$((RANDOM % 9))$((RANDOM % 10))"
    kill -KILL "$child" 2>/dev/null
    wait "$child" 2>/dev/null
    [ $? -eq 137 ] && killed=$((killed + 1))
    [ -s killed.npz.journal ] && resumed=$((resumed + 1))
    if [ -e killed.npz ]; then
        cmp -s full.npz killed.npz || fail "after kill $i the file differs"
        rm -f killed.npz
    fi
done
run 0 "${slow[@]}" --resume --out killed.npz
cmp -s full.npz killed.npz || fail "after $kills kills the file differs"
echo "$killed of $kills were killed, $resumed had a journal to resume"
[ "$resumed" -gt 3 ] || fail "the kills came too early or too late to mean anything"
# Ctrl-C keeps what is there
rm -f killed.npz*
interrupted 1 sweep mathieu.ode a=-1:8:200 q=0:6:200 --until pi --macro rk4 --steps 20000 --no-estimate --measure 'x=max(x1)' --out stop.npz
says "--resume continues"
[ -s stop.npz.journal ] && [ ! -e stop.npz ] || fail "Ctrl-C"

# ---- one journal has one writer ----
long=(sweep mathieu.ode a=-1:8:200 q=0:6:200 --until pi --macro rk4 --steps 20000 --no-estimate --measure 'x=max(x1)' --jobs 1 --quiet --out two.npz)
setsid "$lento" "${long[@]}" >/dev/null 2>&1 &
child=$!
for ((i = 0; i < 600; i++)); do
    [ -s two.npz.journal ] && break
    sleep 0.1
done
sleep 0.3
run 1 "${long[@]}" --resume
says "another process is writing two.npz.journal"
kill -0 "$child" 2>/dev/null || fail "the first writer had ended: nothing was tested"
kill -KILL "$child"
wait "$child" 2>/dev/null
[ -s two.npz.journal ] || fail "the journal of the first writer is gone"

finish
