// SPDX-License-Identifier: MIT
// Menus made from lists: the methods of the engine per body, the curves of the diagrams, the
// presets.
import { WORK_SLOT } from './engine.js';
import { all, byId, element } from './panel.js';
import { PRESETS } from './presets.js';
import { startState } from './state.js';
import { BODIES, PAIRS, startOf } from './topstate.js';

/** @typedef {import('./studio.js').Studio} Studio */

/**
 * Every method of the engine that moves the start-up body.
 * @param {import('./engine.js').Engine} engine
 */
export function usableMethods(engine) {
    const { methods, compositions } = engine.methods();
    const names = methods.flatMap(({ name, doc }) => [
        { name, doc },
        ...compositions.map((c) => ({ name: `${name}/${c.name}`, doc: `${doc}, ${c.doc}` })),
    ]);
    const start = startOf(startState());
    const usable = names.filter(
        ({ name }) => engine.open(WORK_SLOT, start, name, 0.1, 1e-5) === '',
    );
    engine.close(WORK_SLOT);
    return usable;
}

/** @param {{name: string, doc: string}[]} methods */
export function makeMatrix(methods) {
    const options = () =>
        methods.map(({ name, doc }) => element('option', { value: name, title: doc }, name));
    byId('matrix').append(
        ...BODIES.map((body, slot) => {
            const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' }, body.letter);
            swatch.style.background = body.colour;
            return element(
                'div',
                { class: 'cell', 'data-slot': String(slot) },
                element(
                    'span',
                    { class: body.css },
                    swatch,
                    `${body.name} ${body.thick ? 'ε' : 'ε₂'}`,
                ),
                element('select', {
                    'data-method': String(slot),
                    'aria-label': `Method of the ${body.name} body`,
                }),
                element('input', {
                    type: 'text',
                    inputmode: 'decimal',
                    'data-field': 'ownSteps',
                    'data-index': String(slot),
                    'data-zero': body.thick ? 'ε' : 'ε₂',
                    'aria-label': `Own step of the ${body.name} body`,
                }),
            );
        }),
    );
    for (const select of all('[data-method]')) {
        select.append(...options());
    }
}

/** @param {Studio} studio */
export function bindMethods(studio) {
    for (const select of all('[data-method]')) {
        select.addEventListener('change', () => {
            const methods = [...studio.state.methods];
            methods[Number(select.dataset.method)] = select.value;
            studio.edit({ methods }, 'a method');
        });
    }
}

/** @param {import('./state.js').State} state @param {Studio} studio */
export function showMethods(state, studio) {
    for (const select of all('[data-method]')) {
        select.value = state.methods[Number(select.dataset.method)];
    }
    for (const cell of all('#matrix .cell')) {
        cell.hidden = !studio.player.slots.includes(Number(cell.dataset.slot));
    }
    byId('curves').replaceChildren(...curveBoxes(state, studio));
}

/** @param {import('./state.js').State} state @param {Studio} studio */
function curveBoxes(state, studio) {
    const names = [...BODIES.map((b) => `E ${b.name}`), ...PAIRS.map((pair) => `L ${pair}`)];
    return names.flatMap((name, i) => {
        if (i < 4 ? !studio.player.slots.includes(i) : studio.player.slots.length < 4) {
            return [];
        }
        const box = /** @type {HTMLInputElement} */ (
            element('input', { type: 'checkbox', 'data-curve': String(i) })
        );
        box.checked = Boolean(state.curves[i]);
        box.addEventListener('change', () => {
            const curves = [...studio.state.curves];
            curves[i] = box.checked ? 1 : 0;
            studio.edit({ curves }, 'a curve');
            byId('curves').querySelector(`[data-curve="${i}"]`)?.focus();
        });
        return [element('label', { class: 'check' }, box, name)];
    });
}

/** @param {Studio} studio */
export function makePresets(studio, choose = (/** @type {string} */ _) => {}) {
    const groups = [...new Set(PRESETS.map((p) => p.group))];
    byId('preset-list').append(
        ...groups.flatMap((group) => [
            element('h3', {}, group),
            element(
                'div',
                { class: 'cards' },
                ...PRESETS.filter((p) => p.group === group).map((preset) => {
                    const button = element(
                        'button',
                        { type: 'button', 'data-preset': preset.id },
                        preset.title,
                        element('span', {}, preset.caption),
                    );
                    button.addEventListener('click', () => {
                        byId('presets').close();
                        studio.load(preset);
                        choose(`tab-${preset.tab ?? 'general'}`);
                    });
                    return button;
                }),
            ),
        ]),
    );
}
