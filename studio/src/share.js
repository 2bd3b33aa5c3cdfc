// SPDX-License-Identifier: MIT
// Share and keep: recipes that `lento run --recipe` reads, CSV with all digits, files to download.
import { check } from './check.js';
import { fromLink, startState, toLink } from './state.js';
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

const FIRST_STEP = 0.1;

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

/** A recipe as a state, with sentences about what could not be used. @param {string} text
 * @returns {{state: State | null, messages: string[]}} */
export function readRecipe(text) {
    /** @type {any} */
    let tree;
    try {
        tree = JSON.parse(text);
    } catch {
        return { state: null, messages: ['This file is not JSON.'] };
    }
    if (tree && typeof tree.studio === 'string') {
        return fromLink(tree.studio);
    }
    const run = Array.isArray(tree?.runs) ? tree.runs[0] : tree;
    if (run?.problem !== 'top' || typeof run.parameters !== 'object' || !run.parameters) {
        return { state: null, messages: ['This recipe is not one of a top.'] };
    }
    return fromRun(run);
}

/** @param {any} run */
function fromRun(run) {
    const state = startState();
    /** @type {string[]} */
    const messages = [];
    const p = run.parameters;
    const take = (/** @type {string} */ name, /** @type {unknown} */ value) => {
        const verdict = check(name, value);
        if (verdict.error) {
            messages.push(verdict.error);
        } else {
            state[name] = verdict.value;
        }
    };
    const list = (/** @type {string[]} */ names, /** @type {number[]} */ start) =>
        names.map((n, i) => p[n] ?? start[i]);
    take('edges', list(['CN', 'CB', 'CT'], state.edges));
    take(
        'fixed',
        list(['rx', 'ry', 'rz'], [0, 0, -state.edges[2]]).map((r, i) => Number(r) / state.edges[i]),
    );
    take('gravity', p.g ?? 1);
    take('m', list(['m1', 'm2', 'm3'], state.m));
    take('q', list(['qw', 'qx', 'qy', 'qz'], state.q));
    take('eps1', run.method?.macro_step ?? state.eps1);
    take('stop', run.until ?? 0);
    if (run.method?.macro) {
        take(
            'methods',
            state.methods.map((/** @type {string} */ name, /** @type {number} */ i) =>
                i === 2 ? run.method.macro : name,
            ),
        );
    }
    if (run.method?.rtol) {
        take('tolerance', run.method.rtol);
    }
    return { state, messages };
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
