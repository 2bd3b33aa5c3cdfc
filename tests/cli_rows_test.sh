#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Rows: CSV and JSON have every step or what --every asks, --columns chooses, drift is taken over all steps. Pictures have
# a panel per unit and curves between the steps.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

lines() {
    [ "$(wc -l <out)" -eq "$1" ] || fail "$(wc -l <out) lines instead of $1: $2"
}
# --columns with nothing chosen: aux columns of a fast motion (H = exp(-t)/2 nearly), what a run cannot show, the estimate
cat >aux.ode <<'END'
init x=1, y=0
x' = y/1e-3
y' = -x/1e-3-y
aux H=(x^2+y^2)/2
@ total=2
END
run 0 run aux.ode --columns t,H --at 1,2 --format csv
awk -F, 'NR > 1 && ($2 - exp(-$1)/2)^2 > 1e-6 { bad = 1 } END { exit bad || NR != 3 }' out || { fail "aux:"; cat out; }
sed 's/^aux/slow E=x^2+y^2\naux/' aux.ode >both.ode
run 2 run both.ode --columns t,H
grep -q "write 'slow H = ...' to see it" err || fail "aux beside slow: $(cat err)"
printf "init x=2\nx'=y\ny'=3*(1-x^2)*y-x\n@ total=10\n" >vdp.ode
run 0 run vdp.ode --macro dop853 --steps 2000 --every 5 --columns t,x
grep -Eq '^estimate of the error:  x [0-9.]+e-1[345]$' out || fail "rounding, or other columns: $(grep estimate out)"
# a chain of springs: 600 numbers, most of them next to nothing
printf "init x1=1\nx[1..300]'=y[j]\ny1'=x2-2*x1\ny[2..299]'=x[j-1]-2*x[j]+x[j+1]\ny300'=x299-2*x300\n@ total=50\n" >chain.ode
run 2 run chain.ode
grep -q 'choose a method, such as --macro dop853' err || fail "many numbers: $(cat err)"
run 0 run chain.ode --macro dop853 --macro-tol 1e-9 --every 10 --columns t,x1
grep -q 'range of' err && fail "a range of nothing: $(cat err)"
run 2 run -- -x.ode
grep -q 'is written ./-FILE' err || fail "--: $(cat err)"

# many rows are written while the run goes on, and every second one goes when there are too many: a file, a pipe and JSON
# have the numbers of an .npz, which is written at the end
printf "init x=1\nx'=y\ny'=-x\n" >turn.ode
many="run turn.ode --macro dop853 --macro-tol 1e-13 --until 150000 --no-estimate"
# shellcheck disable=SC2086
run 0 $many --format csv
mv out piped.csv
for end in csv json npz; do
    # shellcheck disable=SC2086
    run 0 $many --out "many.$end"
done
grep -q 'one step in 2 has a row' err || fail "rows that went are not said: $(cat err)"
cmp many.csv piped.csv || fail "a file and a pipe differ"
python3 - <<'END' || fail "many rows"
import array, json, zipfile
archive = zipfile.ZipFile("many.npz")
columns = []
for name in ("t", "x", "y"):
    columns.append(array.array("d", archive.read(name + ".npy")[128:]))
truth = list(zip(*columns))
text = json.load(open("many.json"))
csv = [tuple(map(float, line.split(","))) for line in open("many.csv").read().split()[1:]]
assert text["columns"] == ["t", "x", "y"] and text["row_steps"] == 2
assert 500000 < len(truth) < 1000000 and truth[-1][0] == 150000
assert csv == truth, "CSV"
assert [tuple(row) for row in text["data"]] == truth, "JSON"
END
rm -f many.* piped.csv

run 0 run kapitza --steps 2000 --format csv --quiet
lines 2002 "--steps 2000"
run 0 run kapitza --steps 20000 --format csv --quiet --no-estimate
lines 20002 "--steps 20000"
tail -n 2 out | awk -F, 'NR == 1 { t = $1 } END { exit !($1 == 1 && $1 - t > 4.99e-5 && $1 - t < 5.01e-5) }' ||
    fail "the last interval is irregular"
run 0 run kapitza --steps 20000 --no-estimate
grep -q '(20001 points)' out || fail "drift is not taken over all steps"
run 0 run kapitza --scheme async --every 0.3
grep -q 'the last row, at t = 1, is not a multiple of --every' err || fail "the last row is not said"

# beyond the end; the advice works
run 2 run kapitza --every 5
grep -q 'longer than the run.*--every 0.1 or --until 50' err || fail "--every beyond the end: $(cat err)"
run 0 run kapitza --every 0.1 --quiet

# columns
run 0 run kapitza --columns P,t --format csv --quiet --steps 10
head -n 1 out | tr -d "\r" | grep -qx P,t || fail "--columns of CSV: $(head -n 1 out)"
run 0 run kapitza --scheme async --columns Q --quiet
grep -q '^ *Q$' out || fail "--columns of a table"
run 2 run kapitza --columns Q,R
grep -q "no column 'R'" err || fail "--columns: $(cat err)"
run 2 run kapitza --columns Q,Q
grep -q "given twice" err || fail "--columns twice: $(cat err)"

if ! command -v gnuplot >/dev/null; then
    finish
fi
# texts of a picture
words() {
    tr '<>' '\n\n' <"$1" | grep -E "$2" | wc -l
}
run 0 run kapitza --steps 10 --reference averaged --plot a.svg --quiet
for word in 'Q \[rad\]' 'P \[rad/s\]' averaged 'omega=1e6' 'kapitza: pendulum'; do
    [ "$(words a.svg "$word")" -ge 1 ] || fail "no '$word' in the picture"
done
# 10 steps, but a curve of 1000 points
[ "$(tr -c '0-9' '\n' <a.svg | wc -l)" -gt 2000 ] || fail "the curve has no points between the steps"
run 0 run kapitza --columns P --plot p.svg --quiet
[ "$(words p.svg 'Q \[rad\]')" -eq 0 ] || fail "--columns of a picture"
run 0 run kapitza --steps 10 --format json --quiet --plot a.png
cp out with.json
run 0 run kapitza --steps 10 --format json --quiet
diff <(grep -o '"counts".*"invariants"' with.json) <(grep -o '"counts".*"invariants"' out) >/dev/null ||
    fail "a picture changes the counts"
for problem in top fast-top; do
    run 0 run $problem --plot $problem.svg --quiet
    [ "$(grep -c 'gnuplot_plot_' $problem.svg)" -ge 10 ] || fail "$problem shows too few curves"
done
run 0 compare kapitza omega=1e3 --plot c.svg --quiet
[ "$(words c.svg '^recommended')" -eq 1 ] || fail "the recommended run is not marked"
finish
