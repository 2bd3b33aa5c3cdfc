#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --ensemble: its members are the runs one gets by hand from starts 1e-9 apart, its means and standard errors theirs.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
motion=(--until 5 --macro soft-verlet --steps 50 --micro strang --format json)

run 0 run fpu eps=1e-2 "${motion[@]}" --ensemble 4
cp out ensemble.json
for j in 0 1 2 3; do
    start=$(node -p 'JSON.parse(require("fs").readFileSync("ensemble.json")).parameters.y1 + 1e-9 * '$j)
    run 0 run fpu eps=1e-2 "y1=$start" "${motion[@]}"
    cp out "member$j.json"
done

# sd / sqrt(N) with N - 1 in sd; rounding leaves 1e-5 of it, N instead of N - 1 would be 13 % off
cat >judge.js <<'END'
const read = f => JSON.parse(require("fs").readFileSync(f));
const members = [0, 1, 2, 3].map(j => read(`member${j}.json`).final);
const final = read("ensemble.json").final, N = members.length;
for (const c of ["y1", "y2", "u1"]) {
    const x = members.map(m => m[c]), mean = x.reduce((a, b) => a + b) / N;
    const se = Math.sqrt(x.reduce((a, b) => a + (b - mean) ** 2, 0) / (N - 1) / N);
    if (!(Math.abs(final[c] - mean) < 1e-13)) console.log(`${c}: mean ${final[c]} is not ${mean}`);
    if (!(se > 1e-11)) console.log(`${c}: members do not differ enough to be judged: ${se}`);
    if (!(Math.abs(final[c + "_se"] / se - 1) < 1e-3)) console.log(`${c}_se: ${final[c + "_se"]} is not ${se}`);
}
END
node judge.js >judged
[ -s judged ] && fail "the ensemble is not that of its members: $(cat judged)"
finish
