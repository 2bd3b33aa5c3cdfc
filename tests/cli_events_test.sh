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

# --stop-when ends a hands-off run: nothing behind the end is computed, so it costs what a shorter span costs
"$LENTO" run grows.ode --until 40 --tol 1e-6 --stop-when "r > 2" --format json >stop.json 2>notes || fail "--stop-when: $(cat notes)"
grep -q 'r > 2 from t = 3.4657' notes || fail "the end is said"
"$LENTO" run grows.ode --until 3.5 --tol 1e-6 --format json >short.json 2>err || fail "short"
"$LENTO" run grows.ode --until 40 --tol 1e-6 --stop-when "x > 1.5" --every 1 --format json >gap.json 2>notes || fail "--stop-when, fast"
"$LENTO" run grows.ode --until 3 --stop-when "r > 2" --format json >never.json 2>notes && grep -q "never holds" notes || fail "never"
python3 - <<'END' || fail "the end of a run"
import json, math
stop, short, gap, never = (json.load(open(f"{n}.json")) for n in ("stop", "short", "gap", "never"))
end = stop["final"]["t"]
assert stop["ended"] and abs(end - 5 * math.log(2)) < 1e-6 and stop["events"][-1]["t"] == end == stop["until"], end
assert len(stop["data"]) > 60, "rows follow a span that ends early"
assert abs(stop["final"]["max(x)"] - 2) < 2e-4, stop["final"]
calls = [r["counts"]["force_evaluations"] for r in (stop, short)]
print("calls with an end", calls[0], "of the span up to it", calls[1])
assert calls[0] < 2.5 * calls[1], calls
rows = [row[0] for row in gap["data"]]
assert rows[:-1] == [0, 1, 2] and abs(math.exp(0.2 * rows[-1]) * math.cos(2e4 * rows[-1]) - 1.5) < 1e-5, rows
assert not never["ended"] and never["final"]["t"] == 3 and never["events"] == []
END
"$LENTO" run grows.ode --stop-when "r > 0.5" >out 2>err; [ $? -eq 2 ] && grep -q "true at the start already" err || fail "true at the start"

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
# the same with nothing chosen, and a ball that bounces ever faster
run 0 run fire.ode --tol 1e-9 --at 5,20 --format csv
awk -F, 'function off(x, y, bar) { return (x - y)^2 > bar^2 + 1e-22 }
    NR == 2 && (off($2, 0.01437777260970563, $3) || off($4, 0.11341925443572531, $5)) { bad = 1 }
    NR == 3 && (off($2, 0.6726227049263487, $3) || off($4, 0.7277811912645922, $5) || $3 > 1e-9) { bad = 1 }
    END { exit bad || NR != 3 }' out || { fail "pulses, hands-off:"; cat out; }
cat >ball.ode <<'END'
par g=9.81, e=0.8
init h=1, v=0
h' = v
v' = -g
global -1 {h} {h=0; v=-e*v}
END
run 0 run ball.ode --until 3 --format csv
awk -F, 'NR > 1 { t = sqrt(2/9.81); v = 9.81*t; s = $1
    h = s < t ? 1 - 9.81*s*s/2 : -1
    for (s -= t; h < 0 && s >= 0; s -= 2*v/9.81) { v *= 0.8; h = s < 2*v/9.81 ? v*s - 9.81*s*s/2 : -1 }
    if ((h - $2)^2 > ($3 + 1e-12)^2) { print "row", $1, h, $2; bad = 1 } n++ } END { exit bad || n != 101 }' out || fail "bounces against the closed form"
"$LENTO" run ball.ode --until 5 >out 2>err; [ $? -eq 1 ] && grep -q "4.06371 follow each other without end" err || fail "bounces without end"
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
