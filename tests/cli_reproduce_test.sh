#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento reproduce: every number of the paper that can be computed is where the card puts it, and the
# list has the promised form.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 reproduce calvo --quick --format json
holds "a list of cells with ten members" 'Array.isArray(d) && d.every(c => keys(c) === "cell,computed,expected,item,note,ok,paper,published,tolerance,verdict")'
holds "ok is true or false and true here" 'd.every(c => c.ok === true)'
holds "ok means what it says" 'd.every(c => near(c.computed, c.expected, c.tolerance))'
holds "all 56 cells of the tables" 'd.filter(c => c.cell.endsWith("Q_N")).length === 56'
holds "micro steps are exact" 'd.filter(c => /table-2/.test(c.item) && c.cell.endsWith("micro steps")).every(c => c.tolerance === 0 && c.published === c.computed)'
holds "the print at 1e8 in Table 2.1 differs" 'd.filter(c => c.item.startsWith("table-2.1") && c.cell.endsWith("omega=1e+08")).every(c => c.verdict === "differs")'
holds "Tables 2.2 and 2.3 agree" 'd.filter(c => /table-2.[23]/.test(c.item) && c.published !== null).every(c => c.verdict === "agrees")'
holds "tolerances of the tables are at most 1e-5 of the value" 'd.filter(c => c.item.startsWith("table") || c.item === "averaged").every(c => c.tolerance <= 1e-5 * Math.abs(c.expected))'
holds "--quick leaves out the slow items" '!d.some(c => c.item === "section-2.5/energy") && d.some(c => c.item === "section-2.5")'
run 0 reproduce calvo/section-2.5 --format json
holds "energy over T=250 behaves as the card says" 'd.filter(c => c.item === "section-2.5/energy").length === 10 && d.every(c => c.ok)'
run 0 reproduce calvo/table-2.1 --format json
holds "an item may be named by its beginning" 'd.length === 72'
run 0 reproduce calvo/averaged --report report
[ -s report/report.html ] && [ -s report/report.json ] || fail "no report"
grep -q "^8 numbers: 8 ok, 0 not; with the paper's own: 4 agree, 0 differ, 4 computed where it prints none$" out || fail "no summary"
run 0 reproduce calvo/averaged --jobs 1 --format json
cp out one
run 0 reproduce calvo/averaged --jobs 4 --format json
cmp -s one out || fail "the number of jobs changes the result"
run 0 reproduce fredbo/figure-14 --format json
holds "the thesis prints 16, 14 is computed: that differs" 'd.filter(c => c.cell.includes("best eta/h")).length === 3 && d.filter(c => c.cell.includes("best eta/h")).every(c => c.published === 16 && c.computed === 14 && c.verdict === "differs")'
run 2 reproduce --jobs 0
run 2 reproduce --jobs
run 2 reproduce --report /dev/null/x
finish
