#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Library and command for Windows: built by mingw-w64 without a warning, run by Wine. The numbers are those of this
# system; files are replaced as a whole; what is left out there says so.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
if ! command -v x86_64-w64-mingw32-gcc >/dev/null; then
    echo "x86_64-w64-mingw32-gcc is missing (Debian: gcc-mingw-w64-x86-64)"
    exit 77
fi
build=$BINARY_DIR/windows
generator=()
command -v ninja >/dev/null || generator=(-G "Unix Makefiles")
(cd "$SOURCE_DIR" && cmake --preset windows -B "$build" "${generator[@]}" -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="-Werror") \
    >configure.log 2>&1 || { fail "configure"; tail -n 5 configure.log; finish; }
cmake --build "$build" >build.log 2>&1 || { fail "build"; grep -m 10 -E 'error|undefined' build.log; finish; }
if ! command -v wine >/dev/null; then
    echo "wine is missing (Debian: wine): lento.exe was built, but not run"
    [ "$failures" -gt 0 ] || exit 77
    finish
fi

export WINEPREFIX=$work/wine WINEDEBUG=-all HOME=$work
native=$lento
printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$build/bin/lento.exe" >lento-windows
chmod +x lento-windows
end_wine() { wineserver -k 2>/dev/null || /usr/lib/wine/wineserver -k; }
trap 'end_wine; rm -rf "$work"' EXIT
lento=$work/lento-windows

run 0 version
[ "$(cat out)" = "$("$native" version)" ] || fail "version: $(cat out)"

# the same numbers: hands-off within its bars, fixed steps to the last digits but a few
for arguments in '' '--scheme async --steps 80'; do
    # shellcheck disable=SC2086
    "$native" run kapitza $arguments --format json >here.json
    # shellcheck disable=SC2086
    run 0 run kapitza $arguments --format json
    holds "kapitza $arguments" '(() => {
        const here = JSON.parse(fs.readFileSync("here.json", "utf8"));
        const bar = here.error && here.error.bar;
        return d.data.length === here.data.length && ["Q", "P"].every((name, i) =>
            d.data.every((row, k) => Math.abs(row[i + 1] - here.data[k][i + 1]) <= (bar ? 4 * bar[name] : 1e-9)));
    })()'
done
run 0 new mine.ode
run 0 run mine.ode --format csv
"$native" run mine.ode --format csv >here.csv
cmp -s <(head -n 1 here.csv) <(head -n 1 out) || fail "a file of equations: $(head -n 1 out)"

# counts are wider than the long of this system
run 1 run kapitza --scheme averaged --steps 3000000000 --max-calls 1000
grep -q 'verlet, 3000000000 steps' out || fail "counts: $(cat out)"

# a file that exists is replaced, nothing is left beside it
echo old >a.csv
run 0 run kapitza --scheme async --steps 20 --out a.csv
[ "$(wc -l <a.csv)" -eq 22 ] || fail "--out: $(wc -l <a.csv) lines"
[ -z "$(find . -maxdepth 1 -name '.lento-*')" ] || fail "a temporary file is left"
run 2 run kapitza --out nowhere/a.csv
grep -q "cannot write 'nowhere/a.csv'" err || fail "a folder that is missing"

# workers: one after the other in this process
run 0 reproduce fredbo --quick --format json
"$native" reproduce fredbo --quick --format json >here.json
holds "reproduce" 'd.length === JSON.parse(fs.readFileSync("here.json", "utf8")).length && d.every((c) => c.ok)'

# gnuplot is a process that gets a script and gives a picture
cat >gnuplot.c <<'END'
#include <stdio.h>
int main(void) {
    char line[1000];
    int lines = 0;
    while (fgets(line, sizeof line, stdin)) lines++;
    printf("<svg>%d</svg>", lines > 20);
    return lines <= 20;
}
END
x86_64-w64-mingw32-gcc -O1 gnuplot.c -o gnuplot.exe
run 2 run kapitza --scheme async --steps 20 --plot a.svg
grep -q 'gnuplot' err || fail "without gnuplot: $(cat err)"
WINEPATH="Z:${work//\//\\}" run 0 run kapitza --scheme async --steps 20 --plot a.svg
[ "$(cat a.svg)" = '<svg>1</svg>' ] || fail "a picture: $(cat a.svg)"

# what is not there says so
run 2 run ./mine.so
grep -q 'loads no compiled problems' err || fail "a compiled problem"
run 1 studio
grep -q 'has no server' err || fail "studio"
run 2 run kapitza --macro cvode-adams
grep -q 'built without' err || fail "an adapter"
finish
