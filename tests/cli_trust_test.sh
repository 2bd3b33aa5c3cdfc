#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No code from data: recipes name shared objects but load none, files that are cut off are refused, text of files reaches
# the terminal without control characters; a recipe says whose it is; flags that are given twice and members that do not
# exist are refused.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

says() { # says PATTERN: the one sentence on stderr
    [ -z "$1" ] || grep -Eq -- "$1" err || fail "no '$1' in '$(cat err)'"
}

# ---- recipes ----
recipe() { # recipe CODE PATTERN JSON [ARGUMENTS...]
    printf '%s' "$3" >r.json
    run "$1" run --recipe r.json "${@:4}"
    says "$2"
}
recipe 2 'written by Lento 9\.9\.9, this is' '{"lento": "9.9.9", "problem": "kapitza"}'
recipe 2 'lento must be a version' '{"lento": "new", "problem": "kapitza"}'
recipe 2 'lento must be a version' '{"lento": 1, "problem": "kapitza"}'
recipe 0 '' '{"lento": "0.0.9", "problem": "kapitza", "comment": "an older one"}'
recipe 2 'r.json is a recipe of kapitza, not of top' '{"problem": "kapitza", "parameters": {"v": 4}}' top
recipe 2 "line 2: a recipe has no member 'parametrs' .did you mean 'parameters'" $'{"problem": "kapitza",\n"parametrs": {"v": 4}}'
recipe 2 "a recipe has no member 'untill'" '{"runs": [{"problem": "kapitza", "untill": 3}]}'
recipe 2 "a recipe has no member 'rums'" '{"rums": [{"problem": "kapitza"}]}'
recipe 2 'line 1: problem must be a string' '{"problem": 3}'
run 0 run kapitza --tol 1e-4 --quiet --format json
cp out tolerance.json
run 0 run --recipe tolerance.json --quiet --format json
holds "a tolerance comes back" 'd.tol === 1e-4'
run 2 run kapitza --until 1 --steps 3 --until 2
says 'until.* is given twice'
run 2 run kapitza --quiet --quiet
run 0 run stellar --scheme slow --until 0.1 --steps 2 --integrate x1 --integrate x2 --quiet
run 2 reproduce calvo/averaged --report ""
says '--report needs a value'
run 2 reproduce calvo/averaged --report /dev/null/x
says "the directory '/dev/null/x' cannot be made: Not a directory"
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed && chmod 555 closed
    run 2 reproduce calvo/averaged --report closed
    says "cannot write 'closed/report.html': Permission denied"
fi

# ---- shared objects ----
cat >own.c <<'END'
#include <lento/problem.h>
#include <locale.h>
#include <stdlib.h>
static int rate(double t, const lento_phase phase[], const double x[], const double v[], double f[], void *p) {
    (void)t, (void)phase, (void)v, (void)p;
    f[0] = -x[0];
    return 0;
}
static void output(double t, const lento_phase phase[], const double x[], const double v[], double c[], void *p) {
    (void)t, (void)phase, (void)v, (void)p;
    c[0] = x[0];
}
static const lento_view view = {.output = output};
static const lento_knowledge known = {.view = &view};
static const char *make(const double p[], lento_build *b) {
    (void)p;
    setlocale(LC_ALL, "de_DE.UTF-8"), setlocale(LC_ALL, "C.UTF-8");
    *b->system = (lento_system){.order = 1, .size = 1, .rate = rate, .known = &known};
    b->state = lento_build_doubles(b, 1);
    b->state[0] = 1.5;
    return 0;
}
__attribute__((constructor)) static void loaded(void) { if (system("touch LOADED")) {} }
static const lento_parameter parameters[] = {{0}};
static const lento_column columns[] = {{.name = "x"}, {0}};
const lento_problem lento_plugin = {.abi = LENTO_ABI, .name = "own", .title = "an own problem",
    .parameters = parameters, .columns = columns, .make = make, .suggested = {.until = 1, .steps = 10}};
END
if cc -std=c17 -shared -fPIC -D_GNU_SOURCE -I"$SOURCE_DIR/include" own.c -o own.so 2>err; then
    for name in own.so ./own.so "$PWD/own.so"; do
        recipe 2 'is a recipe of the shared object .*own.so; name it on the command line' "{\"problem\": \"$name\"}"
        recipe 2 'is a recipe of the shared object' "{\"problem\": \"own\", \"file\": \"$name\"}"
    done
    [ -e LOADED ] && fail "a recipe loaded a shared object"
    run 0 run ./own.so --scheme direct --macro rk4 --quiet --format json
    holds "the path is stored" 'd.problem === "own" && d.file === "./own.so"'
    cp out own.json
    run 2 run --recipe own.json
    says 'lento run ./own.so --recipe own.json$'
    run 0 run ./own.so --recipe own.json --quiet --format json
    run 2 run kapitza --recipe own.json
    says 'own.json is a recipe of own, not of kapitza'
    # cut off anywhere: a sentence, never a signal
    size=$(stat -c %s own.so)
    for i in $(seq 0 39); do
        head -c $((size * i / 40)) own.so >cut.so
        "$lento" run ./cut.so --quiet >out 2>err
        got=$?
        [ "$got" -eq 0 ] || { [ "$got" -eq 2 ] && says '^lento: (cannot load the problem: |./cut.so exports no)'; } || fail "exit $got after $i of 40 parts of a shared object"
    done
else
    fail "the problem does not compile"
fi

# ---- text on the terminal ----
evil=$'\033]0;title\a\033[2Jx\302\233m\342\200\256'
for command in "run $evil" "run kapitza $evil=3" "run kapitza --$evil" "$evil" "run kapitza --out $evil" "describe $evil" "run kapitza --macro $evil"; do
    read -ra words <<<"$command"
    run 2 "${words[@]}"
    LC_ALL=C grep -q $'[\001-\010\013-\037]\|\302\233\|\342\200\256' err && fail "control characters: $(cat -v err)"
done
printf '{"problem": "\\u001b[2J", "x": 1}' >r.json
run 2 run --recipe r.json
printf '{"problem": "kapitza", "method": {"\\u001b]0;a\\u0007": 1}}' >r.json
run 2 run --recipe r.json
LC_ALL=C grep -q $'[\001-\010\013-\037]' err && fail "control characters of a recipe: $(cat -v err)"
printf "par a=1\nx' = \033[2J*x\n" >evil.ode
run 2 run evil.ode
LC_ALL=C grep -q $'[\001-\010\013-\037]' err && fail "control characters of a file of equations: $(cat -v err)"
printf "# a \033[2J title\302\233\npar a=1\nx' = -a*x\ninit x=1\n@ total=1, steps=10\n" >title.ode
for command in "run title.ode --scheme direct --macro rk4" "describe title.ode" "check title.ode"; do
    read -ra words <<<"$command"
    run 0 "${words[@]}"
    LC_ALL=C grep -q $'[\001-\010\013-\037]\|\302\233' out && fail "control characters of a comment: $command"
done
finish
