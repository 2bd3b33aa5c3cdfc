// SPDX-License-Identifier: MIT
// What follows from the state for the page around the scene: which parts are shown, the theme, the
// legend of colours, and the sentences about rod and trace.
import { KIND } from './engine.js';
import { VECTORS } from './figure3d.js';
import { all, byId, element } from '../../view/dom.js';
import { GHOST_COLOUR, TRACE } from './render3d.js';
import { activeSlots, BODIES, stepOf } from './bodies.js';

/** @typedef {import('../../state/store.js').State} State */

/** What is not constant although the shape lets one expect it (bodack B4).
 * @param {import('./engine.js').Shape | null} shape @param {State} state */
export function integralNote(shape, state) {
    const m3 = Number(state.m[2].toPrecision(4));
    return shape?.kind === KIND.goryachev && state.m[2] !== 0
        ? `G is an integral only while m₃ = 0; with m₃ = ${m3} it changes.`
        : '';
}

/** Shows what belongs to the mode, and the special case. @param {State} state
 * @param {import('./engine.js').Shape | null} shape */
export function showModes(state, shape) {
    for (const note of all('[data-note="integral"]')) {
        note.textContent = integralNote(shape, state);
        note.hidden = note.textContent === '';
    }
    for (const part of all('[data-mode]')) {
        part.hidden = part.dataset.mode !== state.mode;
    }
    for (const input of all('[data-case]')) {
        input.checked = state.shape === input.dataset.case;
    }
}

/** @param {import('./engine.js').Shape} shape */
export function showNotes(shape) {
    byId('rod-note').textContent =
        shape.kind === KIND.general
            ? 'A rod belongs to an integrable top; this is a general one.'
            : 'The bent rod whose tangent is the body’s axis, step after step. Section: width ' +
              `along B over width along N = ${shape.section.toFixed(4)}.`;
    byId('apex-note').textContent =
        shape.kind === KIND.lagrange
            ? 'Where the axis pierces the sphere: up and down is nutation, around is precession.'
            : 'The apex trace is shown only for a Lagrange top (CN = CB).';
}

/** What the colours in the scene mean. @param {State} state
 * @param {ReturnType<typeof import('./picture.js').extras>} extra */
export function showLegend(state, extra) {
    const bodies =
        state.mode === 'single'
            ? []
            : activeSlots(state).map((slot) => {
                  const { letter, colour } = BODIES[slot];
                  const swatch = element('span', { class: 'swatch' }, letter);
                  swatch.setAttribute('aria-hidden', 'true');
                  swatch.style.background = colour;
                  const step = stepOf(state, slot);
                  const words = `${state.methods[slot]}, step ${Number(step.toPrecision(6))}`;
                  return element('li', { title: `step ${step}` }, swatch, words);
              });
    const lines = /** @type {[boolean, string, string][]} */ ([
        [state.showM, VECTORS.m, 'momentum m'],
        [state.showOmega, VECTORS.omega, 'velocity ω'],
        [state.showTorque, VECTORS.torque, 'torque'],
        [state.showGravity, VECTORS.gravity, 'gravity'],
        [state.showFrame, VECTORS.frame, 'frame N, B, T'],
        [state.showAxes, VECTORS.axes, 'principal axes'],
        [extra.ghost, GHOST_COLOUR, 'exact motion'],
        [extra.rod, TRACE.rod, 'elastic rod'],
        [extra.apex, TRACE.apex, 'apex trace'],
        [extra.theory, TRACE.theory, 'theory: mean precession, and where the axis turns back'],
    ])
        .filter(([shown]) => shown)
        .map(([, colour, words]) => {
            const mark = element('i');
            mark.style.background = colour;
            return element('li', { class: 'line' }, mark, words);
        });
    byId('legend').replaceChildren(...bodies, ...lines);
}
