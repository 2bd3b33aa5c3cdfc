#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The advice of compare against a grid of settings (cli_grid.mjs): two of the twelve problems here, all with LENTO_GRID=all.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

if [ "${LENTO_GRID:-}" = all ]; then
    node "$SOURCE_DIR/tests/cli_grid.mjs" "$lento" || fail "a recommended command is not within twice of the best of the grid"
elif sanitized; then
    node "$SOURCE_DIR/tests/cli_grid.mjs" "$lento" 3 3 32 || fail "the advice at close scales"
else
    node "$SOURCE_DIR/tests/cli_grid.mjs" "$lento" 1 1 || fail "the advice for a pendulum"
    node "$SOURCE_DIR/tests/cli_grid.mjs" "$lento" 9 9 || fail "the advice for a resonance"
fi
finish
