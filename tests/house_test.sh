#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sizes that keep the house readable: no file above 400 lines, no function above 60, a system of 8 parts, lento.h of at most
# 300 lines. Prints lines per room, the longest of each and the fields of the public structs.
set -uo pipefail
cd "${SOURCE_DIR:?}" || exit 1
failures=0
limit() { # limit WHAT VALUE MOST
    echo "$1: $2 (at most $3)"
    [ "$2" -le "$3" ] || { echo "FAILED: $1 is above $3"; failures=$((failures + 1)); }
}

rooms=$(scripts/rooms)
echo "$rooms"
[ "$(wc -l <<<"$rooms")" -gt 10 ] || { echo "FAILED: the rooms are not read"; failures=1; }

read -r lines file < <(git ls-files '*.[ch]' '*.sh' '*.py' 'studio/src/*.js' | xargs wc -l | grep -v ' total$' | sort -rn | head -1)
limit "longest file, $file" "$lines" 400

# from the line that opens it to the brace in the first column
read -r lines function < <(git ls-files 'src/*.[ch]' 'cli/*.[ch]' 'papers/*.[ch]' 'adapters/*.[ch]' 'studio/wasm/*.[ch]' | xargs awk '
    FNR == 1 { open = head = 0 }
    !open && !head && /^[a-z].*\(/ && !/^typedef/ { head = FNR }
    head && /;$/ { head = 0 }
    head && /{$/ { open = head; head = 0 }
    open && /^}/ { print FNR - open + 1, FILENAME ":" open; open = 0 }' | sort -rn | head -1)
limit "longest function, $function" "${lines:-999}" 60

fields() { # fields HEADER STRUCT
    cc -fpreprocessed -dD -E -P "include/lento/$1.h" 2>/dev/null | tr '\n' ' ' |
        sed -n "s/.*struct $2 {\([^}]*\)}.*/\1/p" | sed -E 's/\([^()]*\)//g' | tr ';' '\n' |
        awk 'NF { n += gsub(/,/, ",") + 1 } END { print n + 0 }'
}
for row in 'lento lento_system 8' 'known lento_knowledge 12' 'lento lento_fast 8' 'lento lento_mechanics 8'; do
    read -r header name most <<<"$row"
    count=$(fields "$header" "$name")
    limit "fields of $name" "$count" "$most"
    [ "$count" -gt 1 ] || { echo "FAILED: $name is not read"; failures=$((failures + 1)); }
done
limit "lines of lento.h" "$(wc -l <include/lento/lento.h)" 300
exit "$((failures > 0))"
