// SPDX-License-Identifier: MIT
// Tops for the command line and for tables: the runs that `lento run --recipe` reads, CSV with all
// digits. What reads recipes is in recipe.js.
import { words } from '../../engine.js';
import { activeSlots, BODIES, startOf, stepOf } from './bodies.js';

/** @typedef {import('../../state/store.js').State} State */

/** Of every call of a method with inner steps. */
export const FIRST_STEP = 0.1;

/** One native run per moving body. @param {State} state @param {number} t
 * @param {import('../../engine.js').Method[]} methods */
export function runs(state, t, methods) {
    const { edges, fixed, gravity, q, m } = startOf(state);
    const parameters = {
        CN: edges[0],
        CB: edges[1],
        CT: edges[2],
        rx: fixed[0],
        ry: fixed[1],
        rz: fixed[2],
        g: gravity,
        m1: m[0],
        m2: m[1],
        m3: m[2],
        qw: q[0],
        qx: q[1],
        qy: q[2],
        qz: q[3],
    };
    const until = t > 0 ? t : state.stop > 0 ? state.stop : 50;
    return activeSlots(state).map((slot) => {
        const macro = state.methods[slot];
        const step = stepOf(state, slot);
        /** @type {Record<string, number>} */
        const adaptive =
            methods.find((method) => method.name === macro)?.tolerance
                ? { rtol: state.tolerance, atol: state.tolerance, first_step: FIRST_STEP }
                : {};
        return {
            body: BODIES[slot].name,
            problem: 'top',
            parameters,
            method: { scheme: 'direct', macro, macro_step: step, ...adaptive },
            until,
            every: step,
        };
    });
}

/** The words under a picture. @param {ReturnType<typeof runs>} made @param {string} time */
export const caption = (made, time) => [
    `t = ${time}   ${words(made[0].parameters)}`,
    ...made.map((run) => `${run.body}: ${words(run.method)}`),
];

/** The recording of all moving bodies, after their parameters and methods.
 * @param {State} state @param {import('./player.js').Player} player
 * @param {import('../../engine.js').Method[]} methods */
export function csv(state, player, methods) {
    const { engine } = player;
    const names = engine.recordedNames;
    const made = runs(state, player.now(), methods);
    const lines = [
        '# Lento studio: tops',
        `# ${words(made[0].parameters)}`,
        ...made.map((run) => `# ${run.body}: ${words(run.method)}`),
        ['body', ...names].join(','),
    ];
    for (const slot of player.slots) {
        const columns = names.map((name) => engine.column(slot, name));
        for (let i = 0; i < columns[0].length; i++) {
            lines.push(
                [
                    BODIES[slot].name,
                    ...columns.map((c) => (Number.isFinite(c[i]) ? String(c[i]) : '')),
                ].join(','),
            );
        }
    }
    return `${lines.join('\r\n')}\r\n`;
}
