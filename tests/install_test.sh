#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `make install` on a machine without ninja, npm and network, with the compiler of CC: library and command and what
# belongs to them, no test, and one sentence about the page. Another compiler is taken at the next configuration.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
if ! command -v clang >/dev/null && ! command -v clang-14 >/dev/null; then
    echo "there is no clang"
    exit 77
fi
(cd "$SOURCE_DIR" && find . -path ./build -prune -o -path ./.git -prune -o -type f -print | tar cf - -T -) | tar xf - -C "$work" || fail "copy"
# the compiler's time is not what is tested
sed -i 's/"RelWithDebInfo"/"Debug"/' CMakePresets.json

# only these tools; npm would be heard
mkdir tools
for tool in bash sh make cmake clang clang-14 gcc cc ld ar ranlib nm objcopy objdump strip as env sed grep cat rm mkdir dirname nproc sort head touch uname ldd find python3 node; do
    path=$(command -v "$tool") && ln -s "$(readlink -f "$path")" "tools/$tool"
done
printf '#!/bin/sh\necho called >>"%s/npm-was-called"\nexit 1\n' "$work" >tools/npm
chmod +x tools/npm
compiler=clang
[ -e tools/clang ] || compiler=clang-14
# a make above this one would be heard in the log
alone() { env -u CMAKE_C_COMPILER_LAUNCHER -u MAKEFLAGS -u MAKELEVEL -u MFLAGS PATH="$work/tools" "$@"; }

alone make install CC=$compiler PREFIX="$work/prefix" >install.log 2>&1 || { fail "make install"; tail -n 15 install.log; finish; }
[ ! -e npm-was-called ] || fail "npm was called"
[ "$(tail -n 1 install.log | cut -c 1-30)" = "install: the studio's page, it" ] || fail "the page: $(tail -n 1 install.log)"
grep -q '^CMAKE_GENERATOR:INTERNAL=Unix Makefiles' build/release/CMakeCache.txt || fail "make was not used"
grep -qE '^CMAKE_C_COMPILER:[A-Z]+=.*/clang' build/release/CMakeCache.txt || fail "CC was not used"
if find build -name '*_test' -type f | grep .; then
    fail "tests were built"
fi
lento=$work/prefix/bin/lento
run 0 version --licences
grep -q 'The Lento authors' out || fail "the licence"
run 0 run kapitza --scheme async --steps 10
run 1 studio --no-open
grep -q "built without the studio's page: it had not been built ('make build' builds it)" err || fail "studio: $(cat err)"
for file in lib/liblento.a include/lento/lento.h share/man/man1/lento.1 share/bash-completion/completions/lento; do
    find prefix -path "*/${file#lib/}" | grep . >/dev/null || fail "$file is not installed"
done
# libraries and modules, and nothing in them but names of ours (two underscores: the compiler's)
find prefix \( -name '*.a' -o -name '*.so*' -o -name '*.dylib' \) -type f >libraries
[ "$(grep -c '\.a$' libraries)" -eq 1 ] || fail "another static library than liblento.a: $(cat libraries)"
while read -r library; do
    dynamic=-D
    [ "${library%.a}" = "$library" ] || dynamic=
    nm -g $dynamic --defined-only "$library" | awk 'NF == 3 { print $3 }' >names
    echo "$library: $(grep -c '^lento_' names) names"
    grep -q '^lento_' names || fail "$library is not read"
    ! grep -vE '^(lento_|__)' names || fail "names in $library that are not ours"
done <libraries

CC=gcc alone scripts/configure release >configure.log 2>&1 || { fail "configure with gcc"; tail -n 5 configure.log; }
grep -qE '^CMAKE_C_COMPILER:[A-Z]+=.*/gcc' build/release/CMakeCache.txt || fail "another CC is not taken"
CC=no-such-compiler alone scripts/configure release >out 2>&1 && fail "CC=no-such-compiler"
[ "$(cat out)" = "configure: CC=no-such-compiler: there is no such compiler" ] || fail "CC: $(cat out)"
rm tools/make
alone scripts/configure release >out 2>&1 && fail "neither ninja nor make"
[ "$(cat out)" = "configure: neither ninja nor make was found (Debian: ninja-build)" ] || fail "no tool: $(cat out)"
rm tools/cmake
alone scripts/configure release >out 2>&1 && fail "no cmake"
grep -q '^configure: cmake was not found (Debian: cmake)' out || fail "no cmake: $(cat out)"
finish
