// SPDX-License-Identifier: MIT
// What theory says of a heavy symmetric top, as numbers and as lines around it: the two inclinations
// between which the axis nods, and a needle that goes round with the mean precession. The axis meets
// the needle's azimuth once per nod.
import { KIND } from './engine.js';
import { length, turn } from '../../view/vec.js';

/** @typedef {import('../../state/store.js').State} State */
/** @typedef {import('./engine.js').Shape} Shape */
/** @typedef {{rows: number, point: (i: number, frame: import('./ribbon.js').Frame) => void}} Line */

const PARTS = 96;

/** A fast top precesses with M g a / L₃ and nods with L₃ / I₁; an upright one sleeps if
 * L₃² > 4 M g a I₁, L₃ the momentum about its axis. @param {State} state @param {Shape} shape */
export function ofFastTop(state, shape) {
    const arm = length(shape.centre);
    const pull = shape.mass * state.gravity * arm;
    if (shape.kind !== KIND.lagrange || !(pull > 0)) {
        return null;
    }
    const spin = Math.abs(shape.axial) / arm;
    const transverse = shape.moments
        .map((I, i) => ({ I, along: Math.abs(shape.axes[i].reduce((s, x, k) => s + x * shape.centre[k], 0)) }))
        .sort((a, b) => a.along - b.along)[0].I;
    return {
        spin,
        sleeps: 2 * Math.sqrt(pull * transverse),
        precession: pull / spin,
        nutation: (2 * Math.PI * transverse) / spin,
    };
}

/** Of the exact motion: period of a nod, mean rate of precession, inclinations; null where the axis
 * does not nod. @param {Shape | null} shape */
export function ofMotion(shape) {
    if (!shape || shape.kind !== KIND.lagrange || !(shape.period > 0) || !Number.isFinite(shape.period)) {
        return null;
    }
    return {
        period: shape.period,
        rate: shape.precession / shape.period,
        angles: [shape.highest, shape.lowest].map((u) => Math.acos(Math.min(1, Math.max(-1, u)))),
    };
}

/** Unit vectors at an inclination and an azimuth: outwards, down the meridian.
 * @param {number} theta @param {number} phi */
const directions = (theta, phi) => {
    const [s, c] = [Math.sin(theta), Math.cos(theta)];
    const [x, y] = [Math.cos(phi), Math.sin(phi)];
    return { out: [s * x, s * y, c], down: [c * x, c * y, -s] };
};

/** The parallel of an inclination. @param {number} theta @param {number} radius @returns {Line} */
const parallel = (theta, radius) => ({
    rows: PARTS + 1,
    point: (i, { at, N, B }) => {
        const { out, down } = directions(theta, (2 * Math.PI * i) / PARTS);
        at.set(out.map((x) => radius * x));
        N.set(down);
        B.set(out);
    },
});

/** The azimuth of the mean precession. @param {Shape} shape @param {number} time */
export function meanAzimuth(shape, time) {
    const motion = ofMotion(shape);
    const a = turn(shape.q, shape.centre);
    return motion ? Math.atan2(a[1], a[0]) + motion.rate * time : NaN;
}

/** The lines about the fixed point. @param {Shape | null} shape @param {number} time
 * @param {number} radius of the sphere @returns {Line[]} */
export function theoryLines(shape, time, radius) {
    const motion = ofMotion(shape);
    if (!shape || !motion) {
        return [];
    }
    const middle = (motion.angles[0] + motion.angles[1]) / 2;
    const { out, down } = directions(middle, meanAzimuth(shape, time));
    const across = [1, 2, 0].map((j, i) => out[j] * down[(i + 2) % 3] - out[(i + 2) % 3] * down[j]);
    return [
        ...motion.angles.map((theta) => parallel(theta, radius)),
        {
            rows: 2,
            point: (i, { at, N, B }) => {
                at.set(out.map((x) => 1.12 * i * radius * x));
                N.set(down);
                B.set(across);
            },
        },
    ];
}
