#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A build without optional libraries lists, compares, reproduces and demonstrates what it has and names what it left
# out; a library that appears afterwards is found by the next configuration of the same build.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
build=$work/build

# hidden: as if the header of SUNDIALS were not installed
configure() { # configure IGNORED
    cmake -S "$SOURCE_DIR" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DLENTO_TESTS=OFF -DLENTO_STUDIO=OFF \
        -DCMAKE_IGNORE_PATH="$1" >configure.log 2>&1 || { fail "configure"; tail -n 5 configure.log; }
}
configure /usr/include
grep -q 'left out: SUNDIALS.*libsundials-dev' configure.log || fail "configuring does not say what it left out"
grep -q libsundials-dev "$build/left-out.txt" || fail "left-out.txt"
cmake --build "$build" --target lento_cli >build.log 2>&1 || { fail "build"; tail -n 20 build.log; finish; }
lento=$build/bin/lento

run 0 list methods
grep -q 'not in this build: cvode-adams, cvode-bdf, arkode-dopri (SUNDIALS, Debian package libsundials-dev)' out ||
    fail "list does not name what is missing"
run 2 describe cvode-adams
grep -q "Lento was built without 'cvode-adams' (SUNDIALS, Debian package libsundials-dev)" err || fail "describe"
run 0 compare kapitza omega=1e4 --steps 40
grep -q '^left out, not in this build: cvode-adams (SUNDIALS, Debian package libsundials-dev)' out || fail "compare"
grep -q '^Use --scheme' out || fail "compare gives no advice"
run 2 run springs --macro cvode-adams
grep -q "Lento was built without 'cvode-adams' (SUNDIALS, Debian package libsundials-dev)" err || fail "run"
run 2 compare springs --method macro=cvode-bdf
grep -q "Lento was built without 'cvode-bdf'" err || fail "a rival that was named is not left out in silence"
run 1 reproduce sanzserna/software
grep -q 'were not computed: sanzserna/software (Lento was built without SUNDIALS' out || fail "reproduce of one item"
run 0 reproduce sanzserna --quick
grep -q '1 of 8 items.*sanzserna/software (Lento was built without SUNDIALS' out || fail "reproduce"
LENTO=$lento bash "$SOURCE_DIR/scripts/demo" >demo.log 2>&1 || { fail "demo"; tail -n 5 demo.log; }
grep -q 'left out, not in this build' demo.log || fail "the demo does not say what it left out"
# without the page nothing of the server is built
[ -z "$(find "$build" -name 'lento-http*')" ] || fail "LENTO_STUDIO=OFF builds the server"
ldd "$lento" | grep -q microhttpd && fail "LENTO_STUDIO=OFF links microhttpd"
run 1 studio --no-open
grep -q "built without the studio's page" err || fail "studio"

# the package appears: the next configuration takes it; and once more the other way round
if grep -q 'SUNDIALS' "$BINARY_DIR/left-out.txt"; then
    echo "SUNDIALS is missing (Debian: libsundials-dev): that it is found again was not tested"
    [ "$failures" -gt 0 ] || exit 77
    finish
fi
configure ''
grep -q 'SUNDIALS: found' configure.log || fail "a library that appeared is not found"
cmake --build "$build" --target lento_cli >build.log 2>&1 || { fail "build with it"; tail -n 5 build.log; }
run 0 run springs --macro cvode-adams --until 1
# a module that is damaged, empty or of another version: one sentence, and everything else works
module=$(find "$build" -name lento-sundials.so)
cp "$module" whole.so
printf 'const struct { const char *version; } lento_module = {"9.9.9"};\n' >old.c
for how in 'the file is cut off' 'file too short' 'it belongs to Lento 9.9.9' 'it is no module of Lento'; do
    case $how in
    *cut*) head -c 9000 whole.so >"$module" ;;
    *short) : >"$module" ;;
    *9.9.9) cc -shared -fPIC old.c -o "$module" ;;
    *) echo 'int x;' >other.c && cc -shared -fPIC other.c -o "$module" ;;
    esac
    run 2 run springs --macro cvode-adams --until 1
    grep -q "'cvode-adams' cannot be used: lento-sundials.so cannot be loaded: $how; install libsundials-dev and Lento again" err || fail "$how: $(cat err)"
    [ "$(wc -l <err)" -eq 1 ] || fail "$how: more than one line"
    run 2 describe cvode-bdf
    run 0 list methods
    run 0 run kapitza --scheme async --steps 10
done
cp whole.so "$module"
configure /usr/include
grep -q 'left out: SUNDIALS' configure.log || fail "a library that went away is still used"
run 2 run springs --macro cvode-adams --until 1
finish
