#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sources are formatted (make format).
. "${SOURCE_DIR:?}/tests/lint_support.sh" || exit 1
need clang-format git
mapfile -t sources < <(git ls-files '*.[ch]' 2>/dev/null)
echo "clang-format: ${#sources[@]} files read"
[ "${#sources[@]}" -eq 0 ] || clang-format --dry-run -Werror "${sources[@]}"
