#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The programs that people copy survive what they are given: every ```c block of README.md and docs/*.md, every example and the template of
# `lento new` is a whole program that compiles without warnings, runs, and answers a refused parameter with one sentence and exit code 1.
# Everything happens under the address and undefined-behaviour sanitizers.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

library=$BINARY_DIR/liblento.a
[ -s "$library" ] || { echo "no static library in this build"; exit 77; }
flags=(-std=c17 -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I"$SOURCE_DIR/include")
sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
echo 'int main(void) { return 0; }' >none.c
if ! cc "${sanitizers[@]}" none.c -o none 2>/dev/null || ! ./none; then
    echo "this compiler has no sanitizers"
    exit 77
fi

# ---- the programs: PAGE-name.c from the pages, the examples, and the template inside the program of the README ----
for page in "$SOURCE_DIR"/README.md "$SOURCE_DIR"/docs/*.md; do
    awk -v page="$(basename "$page" .md)" '
        /^```c$/ { getline; split($2, name, /[:]/); file = page "-" name[1]; inside = 1; blocks++ }
        /^```$/ { if (inside) close(file); inside = 0 }
        inside { print > file }
        END { print blocks + 0 > (page ".blocks") }' "$page"
    found=$(find . -name "$(basename "$page" .md)-*.c" | wc -l)
    [ "$found" -eq "$(cat "$(basename "$page" .md).blocks")" ] || fail "$page: a C block does not begin with /* name.c */, or two have one name"
done
[ -s README-first.c ] || fail "README.md has no first.c"
[ "$(wc -l <README-first.c)" -le 25 ] || fail "the first program of the README is long"
for example in "$SOURCE_DIR"/examples/*.c; do
    cp "$example" "example-$(basename "$example")"
done
run 0 new mine.c
sed 's/lento_problem_find("kapitza")/\&lento_plugin/' README-first.c | cat mine.c - >template-mine.c
grep -q '&lento_plugin,' template-mine.c || fail "the program of the README does not take the template"

# answers PROGRAM CODE ARGUMENTS...: exit code; 0: output alone, otherwise one sentence alone
answers() {
    local program=$1 code=$2 got=0
    shift 2
    "./$program" "$@" >out 2>err || got=$?
    [ "$got" -eq "$code" ] || { fail "exit $got instead of $code: $program $*"; head -n 5 err; }
    if [ "$code" -eq 0 ]; then
        [ -s out ] && [ ! -s err ] || fail "$program $*: no output, or an error"
        ! grep -qi '\bnan\b' out || fail "$program $* prints a number that is none"
    else
        [ ! -s out ] || fail "$program $* prints results though it failed"
        [ "$(wc -l <err)" -eq 1 ] && grep -q '[a-z].* [a-z]' err || { fail "$program $*: not one sentence"; head -n 5 err; }
    fi
}

# ---- good and refused parameters ----
programs=0
for source in *-*.c; do
    program=${source%.c}
    if ! cc "${flags[@]}" "${sanitizers[@]}" "$source" "$library" -lm -o "$program" 2>log; then
        fail "$source does not compile"
        head -n 5 log
        continue
    fi
    programs=$((programs + 1))
    answers "$program" 0
    for refused in -1 nan inf; do
        answers "$program" 1 "$refused"
    done
done
[ "$programs" -ge 8 ] || fail "only $programs programs were found"

# ---- the sentence that the README shows is the one that is printed ----
answers README-first 1 -1
grep -qxF "$(cat err)" "$SOURCE_DIR/README.md" || fail "README.md does not show: $(cat err)"

# ---- the template on the command line ----
sanitized || {
    cc "${flags[@]}" -shared -fPIC mine.c -o mine.so || fail "the template does not compile"
    for refused in omega=-1 omega=nan Q0=inf omegga=1; do
        run 2 run ./mine.so "$refused"
        [ "$(wc -l <err)" -eq 1 ] || fail "lento run ./mine.so $refused: not one sentence"
    done
}
echo "$programs programs"
finish
