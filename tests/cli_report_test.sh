#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The report of lento reproduce, over all papers; over one under sanitizers, where all take minutes.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

papers=()
! sanitized || papers=(calvo)
run 0 reproduce "${papers[@]}" --quick --jobs 2 --report report
grep -q '<b>[0-9]* of [0-9]*</b> numbers are those' report/report.html || fail "no summary on top of the page"
grep -qE '(src|href)="?(https?:)?//' report/report.html && fail "the page fetches something"
holds "the same as JSON: sums, cells, figures, errata" 'keys(d) === "cells,complete,errata,figures,left_out,lento,papers,quick,seconds,summary" && d.complete === true && d.left_out.length === 0' report/report.json
holds "the sums are those of the cells" 'd.summary.cells === d.cells.length && d.summary.ok === d.cells.filter(c => c.ok).length && ["agrees", "differs", "computed"].every(v => d.summary.verdicts[v] === d.cells.filter(c => c.verdict === v).length)' report/report.json
holds "only a printed number agrees or differs" 'd.cells.every(c => c.verdict === "computed" ? c.published === null : ["agrees", "differs"].includes(c.verdict) && c.published !== null)' report/report.json
holds "what agrees is near the print" 'd.cells.filter(c => c.verdict === "agrees").every(c => near(c.computed, c.published, c.published === 0 ? 0.01 : 0.12 * Math.abs(c.published)))' report/report.json
if [ ${#papers[@]} -eq 0 ] && ! grep -q 'not computed' out; then
    grep -qxF "$(grep ' numbers: ' out)" "$SOURCE_DIR/docs/papers.md" || fail "docs/papers.md quotes other sums"
fi
holds "every erratum with a check names cells that exist" 'd.errata.filter(e => /calvo|sanzserna/.test(e.paper) && e.item && d.cells.some(c => c.paper === e.paper)).every(e => d.cells.some(c => c.item === e.item && c.cell.startsWith(e.cell || "")))' report/report.json
holds "figures have curves" 'd.figures.length >= 4 && d.figures.every(f => f.curves.length > 0 && f.curves.every(c => c.x.length > 1 && c.x.length === c.y.length))' report/report.json
if command -v gnuplot >/dev/null; then
    [ "$(grep -c '<svg' report/report.html)" -ge 4 ] || fail "figures are not drawn"
    [ -z "$(grep -o "id='[^']*'" report/report.html | sort | uniq -d)" ] || fail "names occur twice in the page"
fi
[ "$(ls report | wc -l)" -eq 2 ] || fail "something is left behind beside the report"
finish
