// SPDX-License-Identifier: MIT
// Share and keep: recipes that `lento run --recipe` reads, CSV with all digits, files to download.
// What reads recipes is in recipe.js.
import { toLink } from './state.js';
import { activeSlots, BODIES, startOf, stepOf } from './topstate.js';

/** @typedef {import('./state.js').State} State */

/** @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
    const url = URL.createObjectURL(new Blob([content], { type }));
    save(name, url);
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {string} name @param {string} url */
export function save(name, url) {
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
}

/** Of every call of gbs. */
export const FIRST_STEP = 0.1;

/**
 * One native run per moving body; "studio" brings the page back.
 * @param {State} state
 * @param {number} t
 */
export function recipe(state, t) {
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
    const runs = activeSlots(state).map((slot) => {
        const macro = state.methods[slot];
        const step = stepOf(state, slot);
        const adaptive =
            macro === 'gbs'
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
    return { runs, studio: toLink(state) };
}

/** The recording of all moving bodies. @param {import('./player.js').Player} player */
export function csv(player) {
    const { engine } = player;
    const names = engine.recordedNames;
    const lines = [['body', ...names].join(',')];
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
