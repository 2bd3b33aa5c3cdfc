#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento detect finds the sets of card ariel section 2 with any seed; LENTO_CASES times as many seeds in a campaign.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
run 0 detect stellar --format json
# found RANK COUNT WORDS...: rank and number of variables
sets=0
found() {
    local rank=$1 count=$2
    sets=$((sets + 1))
    shift 2
    run 0 detect "$@" --format json --quiet
    holds "rank, number and independent ones of $*" "d.rank === $rank && d.variables.length === $count && d.variables.filter(v => v.independent).length === $rank"
}

for ((seed = 0; seed < 4 * ${LENTO_CASES:-1}; seed++)); do
    for eps in 1e-2 1e-5; do
        found 3 4 oscillators eps=$eps --seed $seed
        found 1 1 linear-dissipative eps=$eps --seed $seed
        found 3 4 stellar eps=$eps --seed $seed
        found 4 4 kapitza-poly eps=$eps --seed $seed
    done
    found 3 4 stellar a=3 b=2 eps=1e-3 --degree 5 --seed $seed
    found 2 2 stellar a=1.4142135623730951 b=1 eps=1e-3 --degree 6 --seed $seed
    found 11 15 fpu eps=1e-3 --seed $seed
done
found 2 2 stellar --degree 2
found 3 4 stellar --radius 2
echo "$sets sets"
finish
