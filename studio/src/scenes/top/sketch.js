// SPDX-License-Identifier: MIT
// What a preset of the tops will draw, for the gallery.
import { activeSlots, startOf, stepOf } from './bodies.js';
import { WORK_SLOT } from './engine.js';

const STEPS = 500;
const SHORTEST = 0.02;

/** The path of the axis, seen from the side and a little from above.
 * @param {import('./engine.js').TopEngine} engine @param {import('../../state/store.js').State} state */
export function sketch(engine, state) {
    const slot = activeSlots(state)[0];
    const step = Math.max(stepOf(state, slot), SHORTEST);
    if (engine.open(WORK_SLOT, startOf(state), 'gbs', step, 1e-5)) {
        return [];
    }
    engine.c.body_advance(WORK_SLOT, STEPS);
    const [a1, a2, a3] = ['a1', 'a2', 'a3'].map((name) => engine.column(WORK_SLOT, name));
    engine.close(WORK_SLOT);
    return Array.from(a1, (x, i) => [x, a3[i] + 0.35 * a2[i]]);
}
