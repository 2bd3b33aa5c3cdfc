#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A locale with a decimal comma changes nothing: in a program that uses the library, and in a compiled problem that
# calls setlocale inside the command. The locale is made here, so that none needs to be installed.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
library=$BINARY_DIR/liblento.a
[ -f "$library" ] || library=$BINARY_DIR/liblento_static.a

printf 'comment_char %%\nescape_char /\nLC_NUMERIC\ndecimal_point ","\nthousands_sep "."\ngrouping 3;3\nEND LC_NUMERIC\n' >comma.src
localedef -c -i comma.src ./xx_XX >localedef.log 2>&1
export LOCPATH=$work
[ -s xx_XX/LC_NUMERIC ] || { fail "the locale was not made"; finish; }

# ---- a program ----
cat >text.ode <<'END'
par k=2.25, a=-1.5e-1, b=.5
init x=0.75
x'' = -k*x + a*f(x) + 1.25E+1*b
table f values.tab
aux y = 0.125*x
@ total=1.5
END
echo '3 -1.5 1.5 0.25 0.5 0.75' >values.tab
cat >program.c <<'END'
#include <lento/problem.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long long bits(double value) {
    unsigned long long all;
    memcpy(&all, &value, sizeof all);
    return all;
}
static size_t beside(const char *name, char text[], size_t room, void *user) {
    (void)user;
    FILE *file = fopen(name, "r");
    const size_t n = file ? fread(text, 1, room, file) : 0;
    if (file) fclose(file);
    return n;
}
int main(int argc, char **argv) {
    char text[2000], error[500] = "", point[20];
    if (argc > 1 && !setlocale(LC_ALL, argv[1])) return 3;
    snprintf(point, sizeof point, "%g", 0.5);
    if (argc > 1 && strcmp(point, "0,5") != 0) return 4; /* the locale must be at work */
    text[beside("text.ode", text, sizeof text - 1, NULL)] = '\0';
    lento_problem *problem = NULL;
    if (lento_problem_read_with(&problem, "text.ode", text, strlen(text), error, sizeof error, beside, NULL)) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    for (const lento_parameter *p = problem->parameters; p->name; p++) printf("%s %llx\n", p->name, bits(p->value[0]));
    lento_problem_free(problem);
    const char *numbers[] = {"2.5cm", "1/80", "1e-3*2.5", "3000.5rpm", "12.5"};
    const char *units[] = {"m", NULL, NULL, "rad/s", NULL};
    for (int i = 0; i < 5; i++) {
        double value = 0;
        const int code = (int)lento_value_read(numbers[i], units[i], &value, error, sizeof error);
        printf("%s %d %llx\n", numbers[i], code, bits(value));
    }
    return 0;
}
END
cc -std=c17 -I"$SOURCE_DIR/include" program.c "$library" -lm -o program 2>cc.log || { fail "the program does not compile"; head -n 5 cc.log; }
./program >plain.txt || fail "without a locale: $?"
./program xx_XX >comma.txt || fail "with the locale: $?"
[ "$(wc -l <plain.txt)" -ge 8 ] && cmp plain.txt comma.txt || { fail "the library reads other numbers"; diff plain.txt comma.txt; }
grep -q '^k 4002000000000000$' plain.txt || fail "k is not 2.25: $(cat plain.txt)"

# ---- a compiled problem in the command ----
run 0 new mine.c
compile=$(head -n 1 out)
sh -c "$compile"
mv mine.so calm.so
sed -e 's/#include <math.h>/#include <locale.h>\n#include <math.h>\n__attribute__((constructor)) static void start(void) { setlocale(LC_ALL, "xx_XX"); }/' mine.c >loud.c
sed -i 's/    (void)t, (void)v;/&\n    setlocale(LC_ALL, "xx_XX");/' loud.c
grep -c setlocale loud.c | grep -qx 2 || fail "the problem does not call setlocale twice"
sh -c "$(echo "$compile" | sed 's/mine/loud/g')"
for problem in calm loud; do
    for format in table csv json; do
        run 0 run ./$problem.so k=1.5 --until 0.25 --scheme async --steps 10 --format $format
        sed -E -e 's/"seconds": [^,}]*//' -e 's/; [0-9.e-]+ s$//' -e "s/$problem/x/g" out >$problem.$format
    done
    run 0 run ./$problem.so --until 0.25 --scheme async --steps 10 --plot $problem.svg
    run 2 run ./$problem.so k=1.5x
    sed "s/$problem/x/g" err >$problem.err
done
for what in table csv json err; do
    cmp -s calm.$what loud.$what || { fail "$what differs"; diff calm.$what loud.$what | head -n 5; }
done
grep -q '"k": 1.5' loud.json || fail "a parameter with a point"
cmp -s <(grep -o 'd="[^"]*"\|M[0-9.,]* [^"]*' calm.svg) <(grep -o 'd="[^"]*"\|M[0-9.,]* [^"]*' loud.svg) || fail "the picture differs"
finish
