#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy has nothing to say about the command, papers, examples and benchmarks.
. "${SOURCE_DIR:?}/tests/lint_support.sh" || exit 1
lint_tidy cli/*.c cli/*/*.c papers/*.c papers/*/*.c examples/*.c bench/*.c bench/peers/*.c
