#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every card that the code cites can be read: "card calvo A0, A3" (or "calvo A3" alone) has the headings "## A0. ..." and "## A3. ..."
# in docs/cards/calvo.md. In src, cli and papers the word "card" always names its paper and sections. Each card names its entry in
# docs/references.md. Line breaks in comments do not matter.
set -uo pipefail
cd "${SOURCE_DIR:?}" || exit 1
: "${BINARY_DIR:?}"
failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# FILE KEY SECTION for each citation; FILE ? TEXT where the form is wrong. $1: 1 = the word card must be a citation
citations() {
    awk -v strict="$1" '
        function sections(key, rest,    word) {
            while (match(rest, /^(, )?[A-C]?[0-9]+(\.[0-9]+)?/)) {
                word = substr(rest, 1, RLENGTH)
                rest = substr(rest, RLENGTH + 1)
                sub(/^, /, "", word)
                print file, key, word
            }
        }
        function look(text,    rest, key) {
            rest = text
            while (match(rest, /(calvo|sanzserna|ariel|fredbo|bodack) [A-C][0-9]/)) {
                key = substr(rest, RSTART, RLENGTH - 3)
                rest = substr(rest, RSTART + RLENGTH - 2)
                sections(key, rest)
            }
            rest = " " text
            while (match(rest, /[^A-Za-z_\/][Cc]ards?[^A-Za-z_]/)) {
                rest = substr(rest, RSTART + RLENGTH)
                key = substr(rest, 1, index(rest, " ") - 1)
                if (rest ~ /^(calvo|sanzserna|ariel|fredbo|bodack) [A-C]?[0-9]/) {
                    sections(key, substr(rest, length(key) + 2))
                } else if (strict) {
                    print file, "?", substr(rest, 1, 40)
                }
            }
        }
        FNR == 1 { if (NR > 1) { look(text) } file = FILENAME; text = "" }
        { sub(/^[ \t]*[*#\/]*[ \t]*/, ""); text = text " " $0 }
        END { look(text) }' "${@:2}"
}

mapfile -t strict < <(find src cli papers -name '*.[ch]' | sort)
mapfile -t others < <(find tests bench include examples studio/tests -name '*.[ch]' -o -name '*_test.sh' ! -name docs_cards_test.sh \
    -o -name '*.mjs' | grep -v node_modules | sort)
count=0
while read -r file key section; do
    count=$((count + 1))
    if [ "$key" = "?" ]; then
        fail "$file: 'card' without paper and section: $section"
    elif ! grep -qE "^##+ ${section//./\\.}[. ]" "docs/cards/$key.md"; then
        fail "$file: card $key $section has no heading in docs/cards/$key.md"
    fi
done < <({ citations 1 "${strict[@]}"; citations 0 "${others[@]}"; } | sort -u)
[ "$count" -ge 100 ] || fail "only $count citations found: this test does not see them any more"

# the test sees a wrong citation, across lines too
wrong=$BINARY_DIR/docs_cards.c
printf '/* as in card\n * calvo, and card\n * calvo 1, A9 */\n' >"$wrong"
[ "$(citations 1 "$wrong" | cut -d' ' -f2- | tr '\n' ';')" = "? calvo, and card calvo 1, A9 */;calvo 1;calvo A9;" ] || fail "a wrong citation is not seen"
rm -f "$wrong"

for card in docs/cards/*.md; do
    key=$(basename "$card" .md)
    grep -q "^### $key\$" docs/references.md || fail "docs/references.md has no entry $key"
    grep -q "(../references.md#$key)" "$card" || fail "$card does not name its reference"
    [ "$(wc -l <"$card")" -le 150 ] || fail "$card is longer than 150 lines"
    twice=$(grep -oE '^##+ [A-C]?[0-9.]+[. ]' "$card" | tr -d '#. ' | sort | uniq -d)
    [ -z "$twice" ] || fail "$card: heading $twice twice"
done
echo "$count citations, $failures failures"
[ "$failures" -eq 0 ]
