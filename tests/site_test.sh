#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The documentation as a site: every page of docs/ is there and in the list of pages, every public function has its place in the reference, no link leads nowhere (a broken one
# is found), and nothing is fetched from elsewhere.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
command -v cmark-gfm >/dev/null || { echo "there is no cmark-gfm"; exit 77; }
"$SOURCE_DIR/scripts/site" site >out 2>&1 || { fail "scripts/site"; cat out; }
for page in "$SOURCE_DIR"/docs/*.md; do
    name=$(basename "$page" .md)
    [ -s "site/$name.html" ] || fail "$name is not in the site"
    grep -q "href=\"$name.html\"" site/index.html || fail "$name is not in the list of pages (GROUPS in scripts/site)"
done
while read -r name; do
    grep -q "id=\"$name\"" site/reference.html || fail "$name is not in the reference"
done < <(cat "$SOURCE_DIR"/include/lento/*.h | grep -oE '^LENTO_API [^;(]*\(' | grep -oE 'lento_[a-z0-9_]+')
! grep -rhoE '(src|href)="https?://[^"]*"' site --include=*.html | grep 'src=' || fail "something is fetched from elsewhere"

# a copy with a broken link
mkdir -p copy
(cd "$SOURCE_DIR" && tar cf - README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE bench/README.md bench/results docs include scripts) | tar xf - -C copy
(cd "$SOURCE_DIR" && tar cf - examples) | tar xf - -C copy
echo '[lost](start.md#no-such-place)' >>copy/docs/theory.md
copy/scripts/site broken >out 2>&1 && fail "a broken link is not found"
grep -q 'theory.html: start.html#no-such-place leads nowhere' out || fail "the broken link is not named: $(cat out)"
finish
