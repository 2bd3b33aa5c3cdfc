#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files of XPPAUT run here and agree with XPPAUT itself, or are refused with the line and the name of what is missing (scripts/xpp_census, which
# says what agreement is). The table of docs/xpp.md has the same verdicts. In a build with sanitizers every fourth file is run.
set -euo pipefail
files=(/usr/share/doc/xppaut/examples/ode/*.ode)
if ! command -v xppaut >/dev/null || [ "${#files[@]}" -lt 100 ]; then
    echo "xppaut and its examples are missing (Debian: xppaut)"
    exit 77
fi
least=55
if grep -q 'LENTO_SANITIZE:BOOL=ON' "$BINARY_DIR/CMakeCache.txt" 2>/dev/null; then
    kept=() && for ((i = 0; i < ${#files[@]}; i += 4)); do kept+=("${files[i]}"); done
    files=("${kept[@]}") least=11
fi
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$SOURCE_DIR/scripts/xpp_census" "${files[@]}" >"$out"
cut -f2 "$out" | sort | uniq -c
failed=0
if grep -E $'\t(differs|fails|alone)' "$out"; then
    echo "these files should agree or be refused" && failed=1
fi
if grep $'\trefused' "$out" | grep -vE $'\trefused\t[0-9]+: '; then
    echo "these refusals have no line" && failed=1
fi
[ "$(grep -c $'\tagrees' "$out")" -ge "$least" ] || { echo "fewer than $least files agree" && failed=1; }
while IFS=$'\t' read -r name verdict rest; do
    if [ "$verdict" = refused ]; then
        grep -qF "| $name | ${rest%%: *} | ${rest#*: } |" "$SOURCE_DIR/docs/xpp.md" || { echo "docs/xpp.md: $name $rest" && failed=1; }
    else
        grep -qE "^\| ${name//./\\.} \| [0-9.e+-]+ \| [0-9.e+-]+ \|" "$SOURCE_DIR/docs/xpp.md" || { echo "docs/xpp.md: $name $verdict" && failed=1; }
    fi
done <"$out"
exit $failed
