#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# NULL is answered, never read: every function that include/lento declares is called with NULL for all its pointers, then
# with each pointer NULL while the others are good (a model, a run, a system, zeroed memory), then with none NULL. The
# calls are made from the headers, so that a new function is called too. Each is a child of its own; one that dies is
# named.
set -uo pipefail
work=$BINARY_DIR/api_null
mkdir -p "$work"

# one line per function: NAME|TYPE|TYPE...; arrays are pointers, names of arguments are cut off
declarations() {
    cat "$SOURCE_DIR"/include/lento/*.h | awk '
        /^LENTO_API/ { text = ""; open = 1 }
        open { text = text " " $0 }
        open && /;/ { open = 0; print text }' | sed -e 's:/\*.*\*/::' -e 's/[[:space:]]\+/ /g' |
        sed -n 's/^ LENTO_API .*[ *]\(lento_[a-z0-9_]*\)(\(.*\));.*$/\1|\2/p' | awk -F'|' '{
            n = split($2, a, ","); line = $1
            for (i = 1; i <= n; i++) {
                t = a[i]; sub(/^ /, "", t)
                if (t == "void") { continue }
                array = sub(/\[[^]]*\]/, "", t); while (sub(/\[[^]]*\]/, "", t)) { }
                sub(/[a-zA-Z_0-9]+$/, "", t); if (array) { t = t "*" }
                gsub(/ /, "", t); sub(/^const/, "", t); gsub(/\*const/, "*", t)
                line = line "|" t
            }
            print line }'
}
declarations >"$work/functions"
functions=$(wc -l <"$work/functions")
declared=$(grep -h '^LENTO_API' "$SOURCE_DIR"/include/lento/*.h | wc -l)
if [ "$functions" -ne "$declared" ]; then
    echo "FAILED: $functions of $declared declarations were understood"
    exit 1
fi
callbacks=$(cat "$SOURCE_DIR"/include/lento/*.h | sed -n 's/^typedef [a-z ]*[ *]\(lento_[a-z_]*\)(.*/\1/p' | tr '\n' ' ')

{
    for header in "$SOURCE_DIR"/include/lento/*.h; do
        echo "#include <lento/$(basename "$header")>"
    done
    cat <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static lento_model *model;
static lento_run *run;
static char (*zero)[1 << 16];
static const lento_options *options;
static int calls, dead;
enum { NOTHING = 99 };
static void survives(const char *name, int argument, void (*call)(int)) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        alarm(20);
        call(argument);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    calls++;
    if (status != 0) {
        printf("FAILED: %s ends with %s %d if %s%.0d is NULL\n", name, WIFSIGNALED(status) ? "signal" : "exit",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
               argument < 0 ? "everything" : argument == NOTHING ? "nothing but what zeroed memory holds" : "argument ",
               argument < 0 || argument == NOTHING ? 0 : argument + 1);
        dead++;
    }
}
/* the argument n of a call in which `missing` is NULL; -1: all are */
#define GOOD(n, good) (missing < 0 || missing == (n) ? NULL : (void *)(good))
C
    awk -F'|' -v callbacks="$callbacks" '
        BEGIN { split(callbacks, c, " "); for (i in c) { callback[c[i] "*"] = 1 } }
        { printf "static void call_%s(int missing) {\n    (void)missing;\n    (void)%s(", $1, $1; sep = ""
          if (0) { }
          for (i = 2; i <= NF; i++) {
              t = $i; n = i - 2
              if (t in callback) { a = "NULL" }
              else if (t !~ /\*$/) { a = "1" }
              else if (t == "lento_model*" && $1 !~ /_destroy$/) { a = "GOOD(" n ", model)" }
              else if (t == "lento_run*" && $1 !~ /_destroy$/) { a = "GOOD(" n ", run)" }
              else if (t == "lento_model*" || t == "lento_run*") { a = "NULL" }
              else if (t == "lento_problem*") { a = ($1 ~ /_free$/) ? "NULL" : "GOOD(" n ", lento_model_problem(model))" }
              else if (t == "lento_system*") { a = "GOOD(" n ", lento_model_system(model))" }
              else if (t == "lento_options*") { a = "GOOD(" n ", options)" }
              else { a = "GOOD(" n ", zero[" n "])" }
              printf "%s%s", sep, a; sep = ", " }
          print ");\n}" }' "$work/functions"
    echo 'int main(void) {
    static const lento_options short_run = {.until = 0.1, .macro = "rk4", .steps = 4};
    options = &short_run;
    zero = calloc(16, sizeof *zero);
    if (lento_model_create(&model, lento_problem_find("kapitza"), NULL, 0) || lento_run_open(&run, model, options)) {
        return 1;
    }'
    awk -F'|' '{ print "    survives(\"" $1 "\", -1, call_" $1 ");"
        if (NF > 1) { print "    survives(\"" $1 "\", NOTHING, call_" $1 ");" }
        for (i = 2; i <= NF; i++) { if ($i ~ /\*$/) { print "    survives(\"" $1 "\", " i - 2 ", call_" $1 ");" } } }' "$work/functions"
    echo '    printf("%d calls, %d died\n", calls, dead);
    return dead > 0;
}'
} >"$work/calls.c"
if ! cc -std=gnu17 -g -w -I"$SOURCE_DIR/include" "$work/calls.c" "$BINARY_DIR/liblento.a" -lm -o "$work/calls"; then
    echo "FAILED: the calls do not compile"
    exit 1
fi
cd "$work" || exit 1
ulimit -c 0
./calls && echo "$functions functions answer NULL"
