#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --event of hands-off runs: slow values and the fast motion, against closed forms; wrong expressions.
source "${SOURCE_DIR:?}/tests/cli_support.sh"
# x = exp(0.2 t) cos wt, r = exp(0.2 t)
cat >grows.ode <<'END'
par w=2e4, gap=1.5
init x=1, y=0
x' = 0.2*x - w*y
y' = w*x + 0.2*y
r = sqrt(x^2+y^2)
@ total=4
END
"$LENTO" run grows.ode --tol 1e-7 --at 2,4 --event "hit=x > gap" --event "double=r - 2" --event "never=y < -9" \
    --format json >out.json 2>notes || fail "run"
python3 - <<'END' || fail "times of events"
import json, math
found = json.load(open("out.json"))["events"]
assert [(e["name"], e["direction"]) for e in found] == [("hit", 1), ("double", 1)], found
assert abs(found[1]["t"] - 5 * math.log(2)) < 1e-6
# the first oscillation that reaches the gap
w, t = 2e4, found[0]["t"]
k = next(k for k in range(6000, 7000) if math.exp(0.2 * 2 * math.pi * k / w) > 1.5 - 1e-10)
a, b = 2 * math.pi * (k - 0.25) / w, 2 * math.pi * k / w
for _ in range(100):
    m = (a + b) / 2
    a, b = (m, b) if math.exp(0.2 * m) * math.cos(w * m) < 1.5 else (a, m)
assert abs(t - b) < 1e-3 * 2 * math.pi / w, (t, b)
END
grep -q 'event hit: .*every fast oscillation' notes || fail "a value that is crossed all the time is said"
"$LENTO" run grows.ode --tol 1e-5 --at 4 --event "never=y < -9" >table 2>/dev/null && grep -q '^event    none happened' table || fail "none"

# the motion itself, and its envelope
"$LENTO" run grows.ode --tol 1e-7 --fast 1:1.0005 --format csv >fast.csv 2>err || fail "--fast: $(cat err)"
"$LENTO" run grows.ode --tol 1e-6 --envelope --at 2,4 --format json >envelope.json 2>err || fail "--envelope: $(cat err)"
python3 - <<'END' || fail "the fast motion"
import csv, json, math
rows = list(csv.DictReader(line for line in open("fast.csv") if not line.startswith("#")))
assert len(rows) >= 32 * 0.0005 * 2e4 / (2 * math.pi), len(rows)
for row in rows:
    t, x = float(row["t"]), float(row["x"])
    assert abs(x - math.exp(0.2 * t) * math.cos(2e4 * t)) < float(row["bar x"]) + 1e-9, row
found = json.load(open("envelope.json"))
assert all(abs(f / (2e4 / (2 * math.pi)) - 1) < 1e-4 for name in "xy" for f in found["frequency"][name]), found["frequency"]
END

expect() { # exit code, words of the message, command
    local code=$1 words=$2
    shift 2
    "$LENTO" "$@" >out 2>err
    [ $? -eq "$code" ] || fail "exit code of $*"
    grep -q -- "$words" err || fail "message of $*: $(cat err)"
    [ -s out ] && fail "output of $*"
}
expect 2 "unknown name 'z'; the state is x, y" run grows.ode --event "z > 1"
expect 2 "one comparison" run grows.ode --event "(x > 1) & (y > 1)"
expect 2 "expected here" run grows.ode --event "a=x > 1 +* 3"
expect 2 "beyond the end time" run grows.ode --fast 3:5
expect 2 "two times that rise" run grows.ode --fast 3
expect 2 "one of them" run grows.ode --fast 1:2 --envelope
expect 2 "the most is" run grows.ode --fast 1:2 --every 1e-9
expect 2 "leave out --scheme" run grows.ode --scheme direct --event "x > 1"
# a jump that lifts another value over its threshold is an event: two pulse-coupled neurons, closed form between the jumps
cat >fire.ode <<'END'
par I=1.5, k=0.1
init a=0, b=0.3
a' = I-a
b' = I-b
global 1 {a-1} {a=0; b=b+k}
global 1 {b-1} {b=0; a=a+k}
@ total=20
END
run 0 run fire.ode --macro dop853 --macro-tol 1e-10 --every 5 --format csv
awk -F, 'function off(x, y) { return (x - y)^2 > 1e-16 }
    NR == 3 && (off($2, 0.01437777260970563) || off($3, 0.11341925443572531)) { bad = 1 }
    NR == 6 && (off($2, 0.6726227049263487) || off($3, 0.7277811912645922)) { bad = 1 }
    END { exit bad || NR != 6 }' out || { fail "pulses:"; cat out; }
# A run-up through a resonance: a motion that begins at rest and grows by many orders. Peak and its time against SciPy's
# DOP853 at 1e-11; without columns the statistics follow a return that becomes ever shorter (1e8 calls were not enough).
runup=$SOURCE_DIR/examples/rotor_runup.ode
"$LENTO" run "$runup" --event 'peak=x*vx + y*vy < 0' --at 31586.86835,62831.853 --format json >out.json 2>notes || fail "run-up"
grep -v '^slow' "$runup" >still.ode
"$LENTO" run still.ode --tol 1e-5 --format json >still.json 2>notes || fail "run-up without columns: $(head -n 1 notes)"
python3 - <<'END' || fail "peak of the run-up"
import json
run, still = json.load(open("out.json")), json.load(open("still.json"))
peak = run["events"][0]
print("peak", peak["t"], run["data"][0][1], "calls", run["counts"]["force_evaluations"], "without columns", still["counts"]["force_evaluations"])
assert abs(peak["t"] / 31586.86835 - 1) < 1e-4 and abs(run["data"][0][1] / 48.858791 - 1) < 1e-4
assert run["counts"]["force_evaluations"] < 1e7 and still["counts"]["force_evaluations"] < 1e7, (run["counts"]["force_evaluations"], still["counts"]["force_evaluations"])
END
finish
