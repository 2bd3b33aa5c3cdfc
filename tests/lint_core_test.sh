#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy has nothing to say about the library.
. "${SOURCE_DIR:?}/tests/lint_support.sh" || exit 1
lint_tidy src/*/*.c
