#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Values are constant expressions with units, wherever a number is typed: parameters of built-in problems, of files and
# of shared objects, options and recipes.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

# same "ARGUMENTS" "ARGUMENTS": two ways to say the same give the same bytes
same() {
    # shellcheck disable=SC2086
    run 0 run $1 --format csv --quiet && cp out first
    # shellcheck disable=SC2086
    run 0 run $2 --format csv --quiet
    cmp -s first out || fail "not the same: '$1' and '$2'"
}
same "kapitza omega=3e6rpm --until 100ms" "kapitza omega=1e5*pi --until 0.1"
same "kapitza omega=16MHz l=20cm --until 1/10" "kapitza omega=32e6*pi l=0.2 --until 0.1"
same "kapitza omega=2*pi*50e3 --macro-step 1e-3/4 --until 0.1" "kapitza omega=1e5*pi --macro-step 0.25ms --until 0.1s"
same "kapitza --steps 2*40 --every 0.5s/4 --until 1s" "kapitza --steps 80 --every 125ms --until 1"
cp "$SOURCE_DIR/examples/vibrated.ode" .
same "$SOURCE_DIR/examples/kapitza.ode omega=3e6rpm --until 100ms" \
    "$SOURCE_DIR/examples/kapitza.ode omega=1e5*pi --until 0.1"
printf '{"problem": "kapitza", "parameters": {"omega": "16MHz", "l": "20cm"}, "until": "100ms", "method": {"macro_step": "1e-3/4"}}' >r.json
same "--recipe r.json" "kapitza omega=32e6*pi l=0.2 --until 0.1 --macro-step 0.00025"
finish
