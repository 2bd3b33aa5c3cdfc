#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the compiler and the linker can do against overruns is in all that is installed: static library, command and
# modules (the shared library: consumer_test.sh). No binary knows where its sources were.
set -uo pipefail
source "$SOURCE_DIR/tests/hardening_support.sh"
failed=0
say() {
    echo "FAILED: $*"
    failed=1
}
static=$BINARY_DIR/liblento.a
mapfile -t modules < <(find "$BINARY_DIR" -path '*/lento/lento-*.so' -not -path '*/consumer/*')

# every object of the library: shadow stacks and branch targets, and functions with arrays check their stack
objects=$(ar t "$static" | wc -l)
if [ "$(uname -m)" = x86_64 ]; then
    marked=$(readelf -n "$static" | grep -c 'IBT, SHSTK')
    [ "$marked" -eq "$objects" ] || say "CET in $marked of $objects objects of liblento.a"
fi
guarded=$(nm -u "$static" 2>/dev/null | grep -c __stack_chk_fail)
[ "$guarded" -ge $((objects / 3)) ] || say "a stack protector in $guarded of $objects objects of liblento.a"

hardened "$LENTO" "${modules[@]}" || failed=1
nm -D -u "$LENTO" | grep '_chk@' >/dev/null || say "no checks of glibc (FORTIFY) in the command"
readelf -h "$LENTO" | grep 'Type: *DYN' >/dev/null || say "the command is not position independent"

# strings of the code, and debugging information
copy=$(mktemp)
for file in "$static" "$LENTO" "${modules[@]}"; do
    strip -g -o "$copy" "$file" || say "strip"
    grep -aqF -e "$SOURCE_DIR/" -e "$BINARY_DIR/" "$copy" && say "paths of the sources in $(basename "$file")"
    readelf --debug-dump=info "$file" 2>/dev/null | grep -F DW_AT_name | grep -F "$SOURCE_DIR/" >/dev/null &&
        say "paths of the sources in the debugging information of $(basename "$file")"
done
rm -f "$copy"
# a launcher of the compiler may share objects between folders, so only without one the binary itself tells
if ! grep -Eq '^CMAKE_C_COMPILER_LAUNCHER:[A-Z]+=.' "$BINARY_DIR/CMakeCache.txt"; then
    found=$(grep -aoE "($SOURCE_DIR|$BINARY_DIR)[[:print:]]*" "$LENTO" | head -n 3)
    [ -z "$found" ] || say "folders of the build in the command: $found"
fi
[ "$failed" -eq 0 ] && echo "$objects objects, ${#modules[@]} modules and the command are hardened"
exit "$failed"
