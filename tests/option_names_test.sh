#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No code asks for a run option by its name: what it wants to know is a field of the row in src/run/options.c.
set -uo pipefail
cd "${SOURCE_DIR:?}" || exit 1
names=$(sed -n 's/.*OPTION("\([a-z_]*\)".*/\1/p; s/.*TOLERANCE(\([a-z]*\)),.*/\1/p' src/run/options.c | paste -sd '|')
[ "$(tr '|' '\n' <<<"$names" | wc -l)" -ge 20 ] || { echo "FAILED: the names of the options were not found"; exit 1; }
! grep -nE "strn?cmp\([^;]*\"($names)\"" src/*/*.c cli/*.c cli/*/*.c papers/*.c papers/*/*.c
