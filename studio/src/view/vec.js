// SPDX-License-Identifier: MIT
// Small vectors and quaternions (w, x, y, z; body to space) for view and input; physics stays in
// the engine.

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {number[]} a @param {number[]} b */
export const cross = (a, b) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
];
/** @param {number[]} a @param {number[]} b */
export const plus = (a, b) => a.map((x, i) => x + b[i]);
/** @param {number[]} a @param {number[]} b */
export const minus = (a, b) => a.map((x, i) => x - b[i]);
/** @param {number} s @param {number[]} a */
export const times = (s, a) => a.map((x) => s * x);
/** @param {number[]} a */
export const length = (a) => Math.hypot(...a);
/** @param {number[]} a */
export const unit = (a) => times(1 / (length(a) || 1), a);

/** @param {number[]} p @param {number[]} q */
export function product(p, q) {
    const [a, b, c, d] = p;
    const [w, x, y, z] = q;
    return [
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    ];
}

/** @param {number[]} q */
export const conjugate = (q) => [q[0], -q[1], -q[2], -q[3]];

/** A body vector in space. @param {number[]} q @param {number[]} v */
export function turn(q, v) {
    const axis = [q[1], q[2], q[3]];
    const t = times(2, cross(axis, v));
    return plus(plus(v, times(q[0], t)), cross(axis, t));
}

/**
 * The shortest rotation from one direction to another.
 * @param {number[]} from
 * @param {number[]} to
 */
export function between(from, to) {
    const a = unit(from);
    const b = unit(to);
    const q = [1 + dot(a, b), ...cross(a, b)];
    return q[0] < 1e-9 ? [0, 1, 0, 0] : unit(q);
}

/**
 * Corners of a cuboid seen from its fixed point, signs in the order of binary counting.
 * @param {number[]} edges
 * @param {number[]} fixed in half edges
 */
export function corners(edges, fixed) {
    return Array.from({ length: 8 }, (_, k) => {
        const signs = [k & 4 ? 1 : -1, k & 2 ? 1 : -1, k & 1 ? 1 : -1];
        return { signs, at: signs.map((s, i) => edges[i] * (s - fixed[i])) };
    });
}

/** Pairs of corners that share an edge. */
export const EDGES = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];
