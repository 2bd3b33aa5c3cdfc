#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Ctrl-C: what was computed is printed, what was not is named, and nothing is concluded from half a result.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

# ---- run ----
interrupted 1 run kapitza omega=1e7 --scheme direct --until 1000 --format json
holds "an interrupted run prints its rows" 'd.status === "stopped" && d.data.length > 1 && d.final.t > 0 && d.final.t < 1000'
holds "and says when it ended" 'd.message.startsWith("interrupted at t = ")'
interrupted 1 run kapitza omega=1e8 --reference direct --until 100 --steps 100 --format json
holds "an interrupted reference leaves the run" 'd.status === "done" && d.final.t === 100 && d.error.message.includes("interrupted")'
interrupted 1 run fpu eps=1e-3 --until 20 --macro soft-verlet --steps 200 --micro strang --ensemble 10000 --format json
holds "an interrupted ensemble has the members before" 'd.status === "stopped" && d.message.includes("interrupted") && d.ensemble === 10000 && d.members < 10000 && (d.members === 0 || d.data.length === 201)'

# ---- compare, converge: no errors and no advice from half a reference ----
interrupted 1 compare kapitza omega=1e7 --reference direct --until 100 --method "macro=verlet" --format json
holds "an interrupted comparison gives no advice" 'd.recommended === null && d.advice === "" && d.rivals[0].error === null && d.rivals[0].message.includes("interrupted")'
interrupted 1 converge kapitza omega=1e7 --reference direct --until 100 --format json
holds "an interrupted study has only whole levels" 'd.levels.length === 0 && d.slope === null'

# ---- detection: no run with half of the variables ----
if "$lento" detect stellar --degree 1 --quiet >/dev/null 2>&1; then
    interrupted 1 run fpu k=13 --slow detect --degree 2 --until 1 --format json
    grep -q 'interrupted while the slow variables were detected' err || fail "no sentence about the interrupted detection: $(tail -n 1 err)"
    [ -s out ] && fail "a run with half of the variables"
fi

# ---- reproduce: what was not computed is named, everywhere ----
mkdir half && echo old >half/report.html
interrupted 2 reproduce --jobs 2 --report half
[ "$(cat half/report.html)" = old ] || fail "an earlier report was replaced by a part of one"
grep -Eq 'interrupted: [0-9]+ of [0-9]+ items and figures were not computed$' err || fail "no sentence about what is missing"
grep -Eq 'interrupted: [0-9]+ of [0-9]+ items and figures were not computed: .*/' out || fail "the summary reads as complete"
grep -q 'This report is not complete' half/report.html.partial || fail "the page reads as complete"
holds "the report is not complete" 'd.complete === false && d.left_out.length > 0 && d.left_out.every(t => t.paper && (t.item || t.figure))' half/report.json.partial
holds "nothing that was left out has cells" '!d.left_out.some(t => d.cells.some(c => c.paper === t.paper && c.item === t.item)) && d.cells.every(c => c.ok)' half/report.json.partial
node -p 'JSON.parse(require("fs").readFileSync("half/report.json.partial")).left_out.length' >number
grep -q "interrupted: $(cat number) of" err || fail "the numbers of the page and of the sentence differ"
interrupted 1 reproduce --jobs 2 --format json
holds "each item left out is a line that is not ok" 'd.filter(c => c.note === "not computed: interrupted").length > 0 && d.filter(c => c.note === "not computed: interrupted").every(c => !c.ok && c.computed === null && keys(c) === "cell,computed,expected,item,note,ok,paper,published,tolerance,verdict") && d.filter(c => c.note !== "not computed: interrupted").every(c => c.ok)'
finish
