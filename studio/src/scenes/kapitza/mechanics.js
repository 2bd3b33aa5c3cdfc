// SPDX-License-Identifier: MIT
// What the scene knows about pendulums of n equal rods: modes, threshold and basin, and which
// problem of the library computes them with which options.
//
// Near the upright position a mode with inverse length λ obeys x'' = (g λ - v² λ²/2) x on average:
// it is stable for v² λ > 2 g. For one rod λ = 1/l, and the averaged pendulum is
// Q'' = (g/l - v²/(2 l²) cos Q) sin Q, which has the edges cos θ* = 2 g l / v² of its basin.

/** @typedef {import('../../state/store.js').State} State */

/** Steps per vibration of the full motion. */
export const PER_PERIOD = 80;
/** Slow frequency times macro step: with async its error stays below what averaging leaves; the
 * fourth-order method for damped motion may take longer ones. */
const RESOLVED = 0.15;
const RESOLVED_DAMPED = 0.3;
/** Macro step of a pendulum that hardly swings, s. */
const LONGEST = 0.05;
const MASS = 0.01;
const DAMPED = `par l=0.2, g=9.8, v=4, omega=1e6, drag=1, Q0=0, P0=0
phase theta' = omega
init th=Q0, th'=P0
th'' = (g + v*omega*cos(theta))/l*sin(th) - drag*th'
slow Q = th, P = th' - v/l*sin(theta)*sin(th)
`;

/** Length of one rod. @param {State} state */
export const rod = (state) => state.kLength / state.kLinks;

/** Damping acts on one rod only. @param {State} state */
export const damping = (state) => (state.kLinks === 1 ? state.kDrag : 0);

/** Eigenvalues of a symmetric matrix by Jacobi's rotations. @param {number[][]} a */
function eigenvalues(a) {
    const n = a.length;
    for (let sweep = 0; sweep < 30; sweep++) {
        for (let p = 0; p < n; p++) {
            for (let q = p + 1; q < n; q++) {
                if (Math.abs(a[p][q]) > 1e-15 * Math.abs(a[p][p])) {
                    rotate(a, p, q);
                }
            }
        }
    }
    return a.map((row, i) => row[i]);
}

/** @param {number[][]} a @param {number} p @param {number} q */
function rotate(a, p, q) {
    const theta = 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    for (let k = 0; k < a.length; k++) {
        [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
    }
    for (let k = 0; k < a.length; k++) {
        [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
    }
}

/** Mass matrix and weights of n equal rods with equal masses at their ends, for angles, in units of
 * the mass: A_ij = l² (n - max(i, j)), K_i = l (n - i). @param {number} n @param {number} l */
function chain(n, l) {
    const list = Array.from({ length: n }, (_, i) => i);
    return {
        A: list.map((i) => list.map((j) => l * l * (n - Math.max(i, j)))),
        K: list.map((i) => l * (n - i)),
    };
}

/** Inverse lengths of the modes, the smallest first. @param {State} state */
export function modes(state) {
    const { A, K } = chain(state.kLinks, rod(state));
    const scaled = A.map((row, i) => row.map((x, j) => x / Math.sqrt(K[i] * K[j])));
    return eigenvalues(scaled)
        .map((length) => 1 / length)
        .sort((a, b) => a - b);
}

/** The least speed of the vibration that keeps it upright. @param {State} state */
export const threshold = (state) => Math.sqrt((2 * state.kGravity) / modes(state)[0]);

/** The edge of the basin of one upright rod, 0: none. @param {State} state */
export function basin(state) {
    const u = (2 * state.kGravity * state.kLength) / state.kSpeed ** 2;
    return u < 1 ? Math.acos(u) : 0;
}

/** A bound of the frequency of the slow swing. @param {State} state */
export function slowFrequency(state) {
    const largest = Math.max(...modes(state));
    return Math.sqrt((state.kSpeed * largest) ** 2 / 2 + state.kGravity * largest);
}

/** Angles and rates at the start. @param {State} state @returns {number[]} 4 and 4 */
export const startOf = (state) => (state.kLive ? state.kFrom : [state.kAngle, 0, 0, 0, 0, 0, 0, 0]);

/** The problem of the library, and its parameters. @param {State} state */
export function problemOf(state) {
    const { kLinks: n, kGravity: g, kSpeed: v, kOmega: omega } = state;
    const start = startOf(state);
    if (n === 1) {
        const drag = damping(state);
        const parameters = { l: state.kLength, g, v, omega, Q0: start[0], P0: start[4] };
        return drag > 0
            ? { problem: { text: DAMPED }, parameters: { ...parameters, drag } }
            : { problem: { named: 'kapitza' }, parameters };
    }
    const list = Array.from({ length: n }, (_, i) => i);
    const family = (/** @type {string} */ name, /** @type {(i: number) => number} */ value) =>
        Object.fromEntries(list.map((i) => [`${name}${i + 1}`, value(i)]));
    return {
        problem: { named: 'chain' },
        parameters: {
            links: n,
            g,
            v,
            omega,
            ...family('m', () => MASS),
            ...family('l', () => rod(state)),
            ...family('q', (i) => start[i]),
            ...family('w', (i) => start[4 + i]),
        },
    };
}

/** How each of the two motions is computed, fast and slow. @param {State} state
 * @returns {Record<string, string | number>[]} */
export function optionsOf(state) {
    const period = (2 * Math.PI) / state.kOmega;
    const damped = damping(state) > 0;
    const wanted = (damped ? RESOLVED_DAMPED : RESOLVED) / slowFrequency(state);
    const macro_step = Math.max(period / 2, Math.min(wanted, Math.max(LONGEST, period)));
    /** @type {Record<string, string>} */
    const verlet = state.kLinks === 1 && !damped ? { macro: 'verlet' } : {};
    const gauge = { gauge: 'point' };
    return [
        { scheme: 'direct', ...verlet, macro_step: period / PER_PERIOD, ...gauge },
        damped
            ? { scheme: 'sync', macro: 'rk4', macro_step }
            : { scheme: 'async', ...verlet, macro_step, ...gauge },
    ];
}

/** Angles and rates of a motion from its columns and its state. @param {State} state
 * @param {{columns: number[], state: number[]}} motion */
export function anglesOf({ kLinks: n, kLength }, motion) {
    if (n === 1) {
        return [motion.columns[0], 0, 0, 0, motion.columns[1], 0, 0, 0];
    }
    const l = kLength / n;
    const out = [0, 0, 0, 0, 0, 0, 0, 0];
    const at = (/** @type {number} */ i) => (i < 0 ? 0 : motion.state[i]);
    for (let i = 0; i < n; i++) {
        const [x, y] = [at(2 * i) - at(2 * i - 2), at(2 * i + 1) - at(2 * i - 1)];
        const speeds = motion.state.slice(2 * n);
        const part = (/** @type {number} */ k) => speeds[2 * i + k] - (i > 0 ? speeds[2 * i - 2 + k] : 0);
        out[i] = motion.columns[i];
        out[4 + i] = (part(0) * y - part(1) * x) / (l * l);
    }
    return out;
}

/** The equations near the upright position, for the map. @param {State} state */
export function linearText(state) {
    const n = state.kLinks;
    const { A, K } = chain(n, rod(state));
    const inverse = inverted(A);
    const drag = damping(state);
    const rows = inverse.map((row, i) => {
        const sum = row.map((x, j) => `(${x * K[j]})*q${j + 1}`).join(' + ');
        return `q${i + 1}'' = a*(${sum})${drag > 0 ? ` - ${drag}*q${i + 1}'` : ''}`;
    });
    return [
        `par g=${state.kGravity}, v=4, omega=1000`,
        "phase theta' = omega",
        'a = g + v*omega*cos(theta)',
        ...rows,
        '',
    ].join('\n');
}

/** @param {number[][]} a */
function inverted(a) {
    const n = a.length;
    const m = a.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
    for (let k = 0; k < n; k++) {
        const pivot = m[k][k];
        m[k] = m[k].map((x) => x / pivot);
        for (let i = 0; i < n; i++) {
            if (i !== k) {
                const factor = m[i][k];
                m[i] = m[i].map((x, j) => x - factor * m[k][j]);
            }
        }
    }
    return m.map((row) => row.slice(n));
}
