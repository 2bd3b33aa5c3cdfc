#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento reproduce: every number of the paper that can be computed is where the card puts it, and the
# list has the promised form. Also the demo, the lists and the help.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 reproduce calvo --quick --format json
holds "a list of cells with ten members" 'Array.isArray(d) && d.every(c => keys(c) === "cell,computed,expected,item,note,ok,paper,published,tolerance,verdict")'
holds "ok is true or false and true here" 'd.every(c => c.ok === true)'
holds "ok means what it says" 'd.every(c => near(c.computed, c.expected, c.tolerance))'
holds "all 56 cells of the tables" 'd.filter(c => c.cell.endsWith("Q_N")).length === 56'
holds "micro steps are exact" 'd.filter(c => /table-2/.test(c.item) && c.cell.endsWith("micro steps")).every(c => c.tolerance === 0 && c.published === c.computed)'
holds "the print at 1e8 in Table 2.1 is not confirmed" 'd.filter(c => c.item.startsWith("table-2.1") && c.cell.endsWith("omega=1e+08")).every(c => c.verdict === "not confirmed")'
holds "Tables 2.2 and 2.3 are confirmed" 'd.filter(c => /table-2.[23]/.test(c.item) && c.published !== null).every(c => c.verdict === "confirmed")'
holds "tolerances of the tables are at most 1e-5 of the value" 'd.filter(c => c.item.startsWith("table") || c.item === "averaged").every(c => c.tolerance <= 1e-5 * Math.abs(c.expected))'
holds "--quick leaves out the slow items" '!d.some(c => c.item === "section-2.5/energy") && d.some(c => c.item === "section-2.5")'
run 0 reproduce calvo/section-2.5 --format json
holds "energy over T=250 behaves as the card says" 'd.filter(c => c.item === "section-2.5/energy").length === 10 && d.every(c => c.ok)'
run 0 reproduce calvo/table-2.1 --format json
holds "an item may be named by its beginning" 'd.length === 72'
run 0 reproduce calvo/averaged --report report
[ -s report/report.html ] && [ -s report/report.json ] || fail "no report"
grep -q '8 numbers: 8 ok' out || fail "no summary"

# ---- the report, over all papers (one under sanitizers, where it takes minutes) ----
papers=()
! sanitized || papers=(calvo)
run 0 reproduce "${papers[@]}" --quick --jobs 2 --report report
grep -q '<b>[0-9]* of [0-9]*</b> cells agree' report/report.html || fail "no summary on top of the page"
grep -qE '(src|href)="?(https?:)?//' report/report.html && fail "the page fetches something"
holds "the same as JSON: sums, cells, figures, errata" 'keys(d) === "cells,complete,errata,figures,left_out,lento,papers,quick,seconds,summary" && d.complete === true && d.left_out.length === 0' report/report.json
holds "the sums are those of the cells" 'd.summary.cells === d.cells.length && d.summary.agree === d.cells.filter(c => c.ok).length && d.summary.verdicts.confirmed === d.cells.filter(c => c.verdict === "confirmed").length' report/report.json
holds "every erratum with a check names cells that exist" 'd.errata.filter(e => /calvo|sanzserna/.test(e.paper) && e.item && d.cells.some(c => c.paper === e.paper)).every(e => d.cells.some(c => c.item === e.item && c.cell.startsWith(e.cell || "")))' report/report.json
holds "figures have curves" 'd.figures.length >= 4 && d.figures.every(f => f.curves.length > 0 && f.curves.every(c => c.x.length > 1 && c.x.length === c.y.length))' report/report.json
if command -v gnuplot >/dev/null; then
    [ "$(grep -c '<svg' report/report.html)" -ge 4 ] || fail "figures are not drawn"
    [ -z "$(grep -o "id='[^']*'" report/report.html | sort | uniq -d)" ] || fail "names occur twice in the page"
fi
[ "$(ls report | wc -l)" -eq 2 ] || fail "something is left behind beside the report"
run 0 reproduce calvo/averaged --jobs 1 --format json
cp out one
run 0 reproduce calvo/averaged --jobs 4 --format json
cmp -s one out || fail "the number of jobs changes the result"

# ---- Ctrl-C: what was not computed is named, everywhere ----
timeout --foreground --preserve-status -s INT 3 "$lento" reproduce --jobs 2 --report half >out 2>err
[ $? -eq 1 ] || fail "an interrupted reproduction must exit 1"
grep -Eq 'interrupted: [0-9]+ of [0-9]+ items and figures were not computed$' err || fail "no sentence about what is missing"
grep -Eq 'interrupted: [0-9]+ of [0-9]+ items and figures were not computed: .*/' out || fail "the summary reads as complete"
grep -q 'This report is not complete' half/report.html || fail "the page reads as complete"
holds "the report is not complete" 'd.complete === false && d.left_out.length > 0 && d.left_out.every(t => t.paper && (t.item || t.figure))' half/report.json
holds "nothing that was left out has cells" '!d.left_out.some(t => d.cells.some(c => c.paper === t.paper && c.item === t.item)) && d.cells.every(c => c.ok)' half/report.json
node -p 'JSON.parse(require("fs").readFileSync("half/report.json")).left_out.length' >number
grep -q "interrupted: $(cat number) of" err || fail "the numbers of the page and of the sentence differ"
timeout --foreground --preserve-status -s INT 2 "$lento" reproduce --jobs 2 --format json >out 2>err
[ $? -eq 1 ] || fail "an interrupted reproduction must exit 1"
holds "each item left out is a line that is not ok" 'd.filter(c => c.note === "not computed: interrupted").length > 0 && d.filter(c => c.note === "not computed: interrupted").every(c => !c.ok && c.computed === null && keys(c) === "cell,computed,expected,item,note,ok,paper,published,tolerance,verdict") && d.filter(c => c.note !== "not computed: interrupted").every(c => c.ok)'

run 2 reproduce --jobs 0
run 2 reproduce --jobs
run 2 reproduce --report /dev/null/x


run 0 list
grep -q '^kapitza' out && grep -q '^exp1' out && grep -q '^async' out && grep -q '^calvo' out ||
    fail "list"
run 0 describe kapitza
grep -q 'frequency of the vibration' out || fail "describe problem"
run 0 describe chain
grep -Eq '^m#  *0.01, then 0.005' out && grep -Eq '^l#  *0.2, then 0.1' out && grep -Eq '^q#  *0.5, then computed' out ||
    fail "describe shows only the first default of a family"
run 0 describe springs
grep -Eq '^px#  *0.5, -0.5, then computed' out && grep -Eq '^y#  *0  ' out || fail "three defaults of a family"
run 0 describe verlet
run 0 describe calvo
grep -q 'table-2.3' out || fail "describe paper"
run 0 help
run 0 help choose
grep -q 'I have' out && grep -q 'asynchronous' out || fail "help choose"
run 0 help run
grep -q -- '--macro-step H' out && grep -q -- '--macro-tol R\[,A\]' out || fail "help run"
run 0 run --help
run 0 version
grep -q '^lento [0-9]' out || fail "version"

if ! "$SOURCE_DIR/scripts/demo" >out 2>err; then
    fail "the demo fails"
    head -n 3 err
fi
grep -q 'direct ' out && grep -q 'error ' out || fail "the demo shows no error and work"
finish
