#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every file of examples/*.ode says what it shows, how it is run and what comes out: it is run so, and its last row is
# compared with the reference value, which was computed by other means. The gallery shows all of them.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

count=0 large=0
for file in "$SOURCE_DIR"/examples/*.ode; do
    name=$(basename "$file" .ode)
    count=$((count + 1))
    command=$(sed -n 's|^# run: lento ||p' "$file")
    read -r column _ value _ within _ <<<"$(sed -n 's/^# value: //p' "$file")"
    [ -n "$command" ] && [ -n "$within" ] || { fail "$name: no run or no value"; continue; }
    # shellcheck disable=SC2086 # words of a command
    (cd "$SOURCE_DIR" && "$lento" $command --no-estimate --quiet --format csv) >out 2>err || fail "$name: $(head -n 1 err)"
    tr -d '\r' <out | awk -F, -v column="$column" -v value="$value" -v within="$within" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i }
        { last = $c }
        END { d = last - value; exit !(c && last != "" && d <= within + 0 && -d <= within + 0) }' ||
        fail "$name: $column is not $value within $within: $(tail -n 1 out | cut -c1-200)"
    # shellcheck disable=SC2086
    sanitized || (cd "$SOURCE_DIR" && "$lento" $command --no-estimate --quiet) >table 2>err
    sanitized || { grep -qE '^direct   would take [0-9.]+e\+(0[89]|1[0-9])' table && large=$((large + 1)); }
    grep -q "gallery/$name.svg" "$SOURCE_DIR/docs/gallery.md" && grep -qF "lento $command" "$SOURCE_DIR/docs/gallery.md" ||
        fail "$name: docs/gallery.md is out of date: run scripts/gallery"
    [ -s "$SOURCE_DIR/docs/gallery/$name.svg" ] || fail "$name: no picture"
done
[ "$count" -ge 20 ] || fail "only $count examples"
sanitized || [ "$large" -ge 6 ] || fail "only $large examples whose direct run would need more than 1e8 evaluations"
echo "$count examples, $large with more than 1e8 evaluations of a direct run"
finish
