#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento reproduce bodack: every number of the thesis is the card's.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 reproduce bodack --quick --quiet --format json
holds "every number is the card's" 'd.length > 250 && d.every(c => c.ok === true)'
holds "all experiments" '["section-6.1", "section-6.1.5", "section-6.2", "section-6.3", "figure-5.5"].every(i => d.some(c => c.item === i))'
holds "verdicts" 'd.every(c => c.verdict === (c.published === null ? "computed" : "agrees")) && d.some(c => c.verdict === "agrees")'
finish
