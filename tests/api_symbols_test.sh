#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every global name of the static library begins with lento_, so that it meets no name of a user's program; modules
# export names of ours only. The layout of the public types is the one that LENTO_ABI stands for.
set -euo pipefail
library=${BINARY_DIR:?}/liblento.a
[ -f "$library" ] || library=$BINARY_DIR/liblento_static.a
if ! command -v nm >/dev/null || [ ! -f "$library" ]; then
    echo "nm or the static library is missing"
    exit 77
fi
names=$(nm -g --defined-only "$library" | awk 'NF == 3 { print $3 }')
[ "$(grep -c '^lento_' <<<"$names")" -gt 100 ] || { echo "the library is not read"; exit 1; }
# names that begin with two underscores are the compiler's
! grep -vE '^(lento_|__)' <<<"$names"
for module in "$BINARY_DIR"/lib*/lento/*.so "$BINARY_DIR"/lib/*/lento/*.so; do
    [ ! -f "$module" ] || ! nm -D --defined-only "$module" | awk 'NF == 3 { print $3 }' | grep -v '^lento_'
done

# What a compiled problem hands over has the layout of the headers it was built with; LENTO_ABI stands for it, and the
# command refuses another one. tests/data/abi.txt has the number and the fingerprint of all types of the headers that a problem needs.
layout() { # layout FOLDER: the number and the fingerprint of the headers there
    local number
    number=$(sed -n 's/^#define LENTO_ABI //p' "$1/lento/lento.h")
    for header in lento known problem; do # comments, macros and functions of the library are no layout
        cc -fpreprocessed -dD -E -P "$1/lento/$header.h" 2>/dev/null | sed '/^#/d' | tr '\n' ' ' |
            sed -E 's/LENTO_API[^;]*;//g; s/[[:space:]]+/ /g'
    done | sha256sum | awk -v number="$number" '{ print number, $1 }'
}
recorded=$(cat "$SOURCE_DIR/tests/data/abi.txt")
now=$(layout "$SOURCE_DIR/include")
if [ "$now" != "$recorded" ]; then
    echo "FAILED: types of the public headers have changed: raise LENTO_ABI in lento.h if it is still ${recorded%% *}, and write"
    echo "'$(layout "$SOURCE_DIR/include")' (with the new number) into tests/data/abi.txt"
    exit 1
fi
# a field more is seen, a sentence more is not
changed=$(mktemp -d)
trap 'rm -rf "$changed"' EXIT
cp -r "$SOURCE_DIR/include/." "$changed"
sed -i 's/^typedef struct lento_parameter {/&\n    int added;/' "$changed/lento/problem.h"
[ "$(layout "$changed")" != "$now" ] || { echo "FAILED: a field of lento_parameter more is not seen"; exit 1; }
cp -r "$SOURCE_DIR/include/." "$changed"
sed -i 's|^typedef struct lento_parameter {|/* a comment */\n&|' "$changed/lento/problem.h"
[ "$(layout "$changed")" = "$now" ] || { echo "FAILED: a comment changes the layout"; exit 1; }
