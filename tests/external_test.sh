#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Results of others (bench/external) are computed within their bars; a published number that is changed in its ninth digit is found.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
command -v python3 >/dev/null || { echo "there is no python3"; exit 77; }
export LENTO
"$LENTO" list methods | grep '^cvode-bdf' >/dev/null || { echo "van_der_pol needs SUNDIALS"; exit 77; }
"$SOURCE_DIR/bench/external/run" >out 2>&1 || fail "a result differs"
cat out
[ "$(grep -c ' agrees$' out)" -ge 14 ] || fail "numbers are missing"
mkdir changed
sed 's/0.049345578427540281/0.049345578927540281/' "$SOURCE_DIR/bench/external/car_axis.ode" >changed/car_axis.ode
cp "$SOURCE_DIR/bench/external/run" changed/
changed/run >out 2>&1 && fail "a changed number is not found"
grep -q '^car_axis .* DIFFERS$' out || fail "the changed number is not named"
finish
