#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every global name of the static library begins with lento_, so that it meets no name of a user's program; modules
# export names of ours only.
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
