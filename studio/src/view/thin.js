// SPDX-License-Identifier: MIT
// Curves with fewer points, for drawing.

/**
 * @typedef {{label: string, colour: string, x: ArrayLike<number>, y: ArrayLike<number>, width?:
 *     number,  dash?: number[], points?: boolean}} Curve
 */

/** At most so many points, the last one always among them. Of points that are left out the least and
 * the largest stay, so that a band stays one. @param {Curve} curve @param {number} most */
export function thinned(curve, most) {
    const n = curve.x.length;
    const room = 2 * Math.ceil(n / most);
    const x = /** @type {number[]} */ ([]);
    const y = /** @type {(number | null)[]} */ ([]);
    const add = (/** @type {number} */ i) => {
        x.push(curve.x[i]);
        y.push(Number.isFinite(curve.y[i]) ? curve.y[i] : null);
    };
    for (let i = 0; i < n - 1; i += room) {
        const end = Math.min(i + room, n - 1);
        let [low, high] = [i, i];
        for (let k = i + 1; k < end; k++) {
            low = curve.y[k] < curve.y[low] ? k : low;
            high = curve.y[k] > curve.y[high] ? k : high;
        }
        if (n <= most) {
            for (let k = i; k < end; k++) {
                add(k);
            }
        } else {
            [...new Set([Math.min(low, high), Math.max(low, high)])].forEach(add);
        }
    }
    if (n > 0) {
        add(n - 1);
    }
    return { ...curve, x, y };
}
