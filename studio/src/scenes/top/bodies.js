// SPDX-License-Identifier: MIT
// What the state means for the engine: the start of the motion, the bodies that move, the shapes of
// the special cases, and the stop time on the grids of all step lengths.
import { FIELDS } from '../../state/fields.js';

/** @typedef {import('../../state/store.js').State} State */

/** Names, letters and colours of the four bodies; the single body of the first mode is C. */
export const BODIES = [
    { letter: 'A', name: 'red', colour: '#e0561f', css: 'red', thick: true, side: -1 },
    { letter: 'B', name: 'blue', colour: '#4aa8e8', css: 'blue', thick: false, side: -1 },
    { letter: 'C', name: 'yellow', colour: '#f2c200', css: 'yellow', thick: true, side: 1 },
    { letter: 'D', name: 'green', colour: '#12a37f', css: 'green', thick: false, side: 1 },
];
export const SINGLE = 2;
/** The pairs whose attitudes are compared: the coarse step against the fine one. */
export const PAIRS = ['blue against red', 'green against yellow'];

/** The slots that move. @param {State} state */
export function activeSlots(state) {
    if (state.mode === 'single') {
        return [SINGLE];
    }
    return state.second ? [0, 1, 2, 3] : [0, 2];
}

/** The body whose steps are counted while it has not failed. @param {State} state */
export const primarySlot = (state) => (state.mode === 'single' ? SINGLE : 0);

/** Step length of a body: its own, or epsilon, or epsilon 2. @param {State} state
 * @param {number} slot */
export function stepOf(state, slot) {
    const tied = state.mode === 'compare' && slot % 2 === 1 ? state.eps2 : state.eps1;
    return state.ownSteps[slot] > 0 ? state.ownSteps[slot] : tied;
}

/** @param {State} state @returns {import('./engine.js').Start} */
export function startOf(state) {
    return {
        edges: state.edges,
        fixed: state.fixed.map(
            (/** @type {number} */ f, /** @type {number} */ i) => f * state.edges[i],
        ),
        gravity: state.gravity,
        q: state.q,
        m: state.m,
    };
}

/** Edges of a special case with the middle edge CB. @param {string} shape @param {number} CB */
export function specialEdges(shape, CB) {
    return [Math.sqrt(shape === 'kowalewski' ? 3 : 7) * CB, CB, CB / 2];
}

/**
 * What an edit implies besides itself: the mode and the special cases fix part of the shape.
 * @param {State} state
 * @param {State} patch
 * @returns {State}
 */
export function implied(state, patch) {
    const next = { ...state, ...patch };
    /** @type {State} */
    const more = {};
    if (patch.mode === 'compare' || (next.mode === 'compare' && (patch.edges || patch.fixed))) {
        const [CN, CB] = next.edges;
        const common = patch.edges && CN === state.edges[0] ? CB : CN;
        more.shape = 'free';
        more.edges = [common, common, next.edges[2]];
        more.fixed = [0, 0, -1];
    } else if (patch.shape && patch.shape !== 'free') {
        more.edges = specialEdges(patch.shape, next.edges[1]);
        more.fixed = [0, 0, -1];
        if (patch.shape === 'goryachev') {
            more.m = [next.m[0], next.m[1], 0];
        }
    } else if (next.shape !== 'free' && (patch.edges || patch.fixed)) {
        const wanted = specialEdges(next.shape, next.edges[1]);
        const same =
            wanted.every((x, i) => x === next.edges[i]) &&
            [0, 0, -1].every((x, i) => x === next.fixed[i]);
        more.shape = same ? next.shape : 'free';
    }
    return more;
}

/** The time after which all grids meet again, or NaN. @param {number[]} steps
 * @param {import('./engine.js').TopEngine} engine */
function commonPeriod(steps, engine) {
    return steps.reduce((period, step) => {
        const [fine, coarse] = period < step ? [period, step] : [step, period];
        const n = engine.c.scene_common(fine, coarse, 0);
        return n > 0 ? n * fine : NaN;
    });
}

/** The stop time moved onto the grids of all steps, with a sentence if that changed it or is
 * impossible (G8). @param {State} state @param {import('./engine.js').TopEngine} engine */
export function fitStop(state, engine) {
    const steps = [...new Set(activeSlots(state).map((slot) => stepOf(state, slot)))];
    if (!(state.stop > 0)) {
        return { stop: 0, words: '' };
    }
    const period = commonPeriod(steps, engine);
    const n = Math.max(1, Math.ceil((state.stop / period) * (1 - 1e-12) - 1e-9));
    const stop = Number((n * period).toPrecision(14));
    if (!(stop <= (FIELDS.stop.max ?? Infinity))) {
        return {
            stop: state.stop,
            words:
                `Steps ${listed(steps)} have no common multiple` +
                ' near; each body stops at its last step before the stop time.',
        };
    }
    const moved = Math.abs(stop - state.stop) > 1e-9 * stop;
    const multiple = steps.length > 1 ? 'common multiple of the steps' : 'multiple of the step';
    return {
        stop: moved ? stop : state.stop,
        words: moved ? `Stop time moved to ${stop}, the next ${multiple} ${listed(steps)}.` : '',
    };
}

/** @param {number[]} list */
const listed = (list) =>
    list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}` : list[0];
