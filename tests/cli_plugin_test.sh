#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento new: the template compiles with the printed command, and every command works on it.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 new mine.c
[ "$(wc -l <out)" -eq 2 ] || fail "new prints two commands"
compile=$(head -n 1 out)
[ "$(wc -l <mine.c)" -le 60 ] || fail "the template is long"
sh -c "$compile -std=c17 -Wall -Wextra -Werror" 2>err || { fail "compile: $compile"; cat err; }
run 2 new mine.c
grep -q 'exists already' err || fail "new overwrites"

run 0 run ./mine.so --format json
holds "nothing given" 'd.status === "done" && d.error.relative <= 1e-6'
run 0 run ./mine.so --scheme async --format json
holds "it runs like a built-in" 'd.problem === "mine" && d.status === "done" && d.columns.join() === "t,Q,P" && d.counts.windows === 400'
run 0 run mine.so omega=1e5 --until 1 --reference direct --format json
holds "it agrees with its direct run" 'd.error.max.Q < 1e-3 && d.parameters.omega === 1e5'
run 2 run ./mine.so omegga=1
grep -q omega err || fail "no nearest parameter"
run 0 describe ./mine.so
grep -q 'strength of the fast force' out || fail "describe"
run 0 converge ./mine.so omega=1e5 --until 1 --micro-per-period 20 --vary micro --levels 3 --format json
holds "converge works on it" 'd.levels.length === 3 && near(d.slope, 2, 0.2)'
run 0 compare ./mine.so omega=1e4 --until 1 --format json
holds "compare works on it" 'd.rivals.length > 5 && d.advice.length > 20'

# ---- one direct reference for all that are judged by it: the problem counts its own evaluations ----
sed -e 's/^static int force/static long evaluations;\nstatic int force/' -e 's/    (void)t, (void)v;/    (void)t, (void)v;\n    evaluations++;/' \
    -e 's/#include <math.h>/#include <math.h>\n#include <stdio.h>/' mine.c >count.c
cat >>count.c <<'END'
__attribute__((destructor)) static void report(void) {
    FILE *file = fopen("evaluations", "w");
    fprintf(file, "%ld\n", evaluations);
    fclose(file);
}
END
sh -c "$(echo "$compile" | sed 's/mine/count/g')" || fail "the counting problem does not compile"
run 0 run ./count.so omega=1e4 --until 1 --steps 10 --micro-per-period 4 --micro stormer-fitted --reference direct --quiet
reference=$(cat evaluations)
[ "$reference" -gt 100000 ] || fail "the direct reference is too cheap to be told apart: $reference"
run 0 converge ./count.so omega=1e4 --until 1 --steps 10 --micro-per-period 4 --micro stormer-fitted --levels 5 --reference direct --quiet --format json
[ "$(cat evaluations)" -lt $((3 * reference / 2)) ] || fail "converge computes its reference for every level: $(cat evaluations) evaluations, one takes $reference"
cp out together.json
run 0 converge ./count.so omega=1e4 --until 1 --steps 20 --micro-per-period 4 --micro stormer-fitted --levels 2 --reference direct --quiet --format json
holds "judged together or not, the errors are the same" 'JSON.parse(fs.readFileSync("together.json", "utf8")).levels[1].error === d.levels[0].error'
run 0 compare ./count.so omega=1e4 --until 1 --micro stormer-fitted --micro-per-period 4 --method steps=10 --method steps=20 --method steps=40 --method steps=80 \
    --reference direct --quiet --format json
[ "$(cat evaluations)" -lt $((3 * reference / 2)) ] || fail "compare computes its reference for every rival: $(cat evaluations) evaluations, one takes $reference"
holds "rivals are judged like levels" 'Math.abs(JSON.parse(fs.readFileSync("together.json", "utf8")).levels[0].error - d.error_unit * d.rivals[0].error) < 1e-12 && d.error_unit > 0.1 && d.rivals[0].error > 0'

# what makes a problem fast is declared: without it nothing is guessed from values
sed -e 's/, \.fast = "omega"//' -e 's/\.forced = true/.forced = false/' mine.c >silent.c
sh -c "$(echo "$compile" | sed 's/mine/silent/g')"
run 2 converge ./silent.so --vary omega --scheme direct
grep -q 'does not declare which parameter makes it fast' err || fail "converge without .fast"
run 2 detect ./silent.so
grep -q 'detection must vary the fast frequencies' err || fail "detect without .fast"

# what is wrong with a shared object is said
printf 'int other = 1;\n' >empty.c
cc -shared -fPIC empty.c -o empty.so
run 2 run ./empty.so
grep -q "exports no 'const lento_problem lento_plugin'" err || fail "missing symbol"
sed 's/\.abi = LENTO_ABI/.abi = LENTO_ABI + 1/' mine.c >old.c
sh -c "$(echo "$compile" | sed 's/mine/old/g')"
run 2 run ./old.so
grep -q 'compile it again' err || fail "layout"
# one that was built with other headers: a parameter and a column have a field more
cp -r "$SOURCE_DIR/include" other
sed -i -E 's/^\} lento_(parameter|column);/    int added;\n&/' other/lento/problem.h
number=$(sed -n 's/^#define LENTO_ABI //p' other/lento/lento.h)
sed -i "s/^#define LENTO_ABI .*/#define LENTO_ABI $((number + 1))/" other/lento/lento.h
cc -O2 -shared -fPIC -Iother mine.c -o other.so -lm || fail "other headers"
run 2 run ./other.so
grep -q "was built for problem layout $((number + 1)), this lento has $number: compile it again" err || fail "other headers: $(cat err)"
finish
