#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A text whose right-hand side is proved smooth is not said to have corners or noise, whatever its steps look like; one with corners is.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >well.ode <<'T'
par eps=1e-3
init x=1.8
x'=p/eps
p'=(x-x^3)/eps-0.5*p
@ total=0.5
T
cat >corner.ode <<'T'
par eps=1e-3
init x=1,y=0
x'=y/eps
y'=-x/eps-0.3*y*max(0,y-0.9)/0.01
slow E=x^2+y^2
@ total=0.5
T
for file in "$SOURCE_DIR/examples/van_der_pol.ode" well.ode; do
    "$LENTO" run "$file" --format json >out 2>&1 || { cat out; exit 1; }
    if grep -q '"rough": true\|corners or noise' out; then
        echo "$file is a polynomial, and the run says it has corners"
        exit 1
    fi
done
"$LENTO" run corner.ode >out 2>&1 || true
grep -q 'corners or noise' out || { echo "corners are not told"; exit 1; }
