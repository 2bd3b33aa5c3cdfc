// SPDX-License-Identifier: MIT
// Rod and apex trace as points with their sections, from the engine's rows of eight numbers: step,
// end of the rod, attitude (w, x, y, z). Written into given arrays, for it is done in every frame.

/** @typedef {import('./ribbon.js').Frame} Frame */
/** @typedef {{rows: number, numbers: Float64Array}} Trace */
const ROW = 8;

/** Column of the rotation matrix: 0 N, 1 B, 2 T. @param {Float64Array} x @param {number} row
 * @param {0|1|2} column @param {Float64Array} out */
function axis(x, row, column, out) {
    const w = ROW * row + 4;
    const i = (column + 1) % 3;
    const j = (column + 2) % 3;
    const [c, d, e] = [w + 1 + column, w + 1 + i, w + 1 + j];
    out[column] = 1 - 2 * (x[d] * x[d] + x[e] * x[e]);
    out[i] = 2 * (x[c] * x[d] + x[w] * x[e]);
    out[j] = 2 * (x[c] * x[e] - x[w] * x[d]);
}

/** The rod, its present end at `away` from the fixed point. @param {Trace} trace
 * @param {number} zoom @param {number} away */
export function rodFrame({ rows, numbers: x }, zoom, away) {
    const last = ROW * (rows - 1);
    return (/** @type {number} */ i, /** @type {Frame} */ { at, N, B }) => {
        for (let c = 0; c < 3; c++) {
            at[c] = zoom * (x[ROW * i + 1 + c] - x[last + 1 + c]);
        }
        at[0] -= away;
        axis(x, i, 0, N);
        axis(x, i, 1, B);
    };
}

/** The trace of the axis on a sphere: one side of its section lies along the radius, the other
 * across the curve. @param {Trace} trace @param {number} radius negative: the other end */
export function apexFrame({ rows, numbers: x }, radius) {
    const before = new Float64Array(3);
    const after = new Float64Array(3);
    return (/** @type {number} */ i, /** @type {Frame} */ { at, N, B }) => {
        axis(x, i, 2, B);
        axis(x, Math.max(0, i - 1), 2, before);
        axis(x, Math.min(rows - 1, i + 1), 2, after);
        let size = 0;
        for (let c = 0; c < 3; c++) {
            const [j, k] = [(c + 1) % 3, (c + 2) % 3];
            N[c] = B[j] * (after[k] - before[k]) - B[k] * (after[j] - before[j]);
            size += N[c] * N[c];
            at[c] = radius * B[c];
        }
        for (let c = 0; c < 3; c++) {
            N[c] = size > 0 ? N[c] / Math.sqrt(size) : c === 0 ? 1 : 0;
        }
    };
}
