#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# cppcheck has nothing to say; what it may not say is listed with its reason in .cppcheck-suppressions.
. "${SOURCE_DIR:?}/tests/lint_support.sh" || exit 1
need cppcheck
mkdir -p "$memory/cppcheck"
cppcheck -q --std=c11 --enable=warning,performance,portability --inline-suppr -j "$(nproc)" --error-exitcode=1 \
    --cppcheck-build-dir="$memory/cppcheck" --suppressions-list=.cppcheck-suppressions -Iinclude -Isrc -Icli -Ipapers \
    --template='{file}:{line}: {id}: {message}' src cli papers examples bench fuzz studio/wasm
