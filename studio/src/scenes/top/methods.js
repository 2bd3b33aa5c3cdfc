// SPDX-License-Identifier: MIT
// Menus made from lists: the methods of the engine per body, the curves of the diagrams.
import { WORK_SLOT } from './engine.js';
import { all, byId, element } from '../../view/dom.js';
import { startState } from '../../state/store.js';
import { BODIES, PAIRS, startOf } from './bodies.js';

/** @typedef {import('./scene.js').Top} Top */

/**
 * Every method of the engine that moves the start-up body.
 * @param {import('./engine.js').TopEngine} engine
 */
export function usableMethods(engine) {
    const { methods, compositions } = engine.methods();
    const names = methods.flatMap((method) => [
        method,
        ...compositions.map((c) => ({
            ...method,
            name: `${method.name}/${c.name}`,
            order: c.order,
            doc: `${method.doc}, ${c.doc}`,
        })),
    ]);
    const start = startOf(startState());
    const usable = names.filter(
        ({ name }) => engine.open(WORK_SLOT, start, name, 0.1, 1e-5) === '',
    );
    engine.close(WORK_SLOT);
    return usable;
}

/** @param {import('../../engine.js').Method[]} methods */
export function makeMatrix(methods) {
    const group = (/** @type {import('../../engine.js').Method} */ m) =>
        m.tolerance ? 'by tolerance' : `order ${m.order}`;
    const groups = [...new Set(methods.map(group))].sort();
    const options = () =>
        groups.map((label) =>
            element(
                'optgroup',
                { label },
                ...methods
                    .filter((m) => group(m) === label)
                    .map(({ name, doc }) => element('option', { value: name, title: doc }, name)),
            ),
        );
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

/** @param {Top} top */
export function bindMethods(top) {
    for (const select of all('[data-method]')) {
        select.addEventListener('change', () => {
            const methods = [...top.state.methods];
            methods[Number(select.dataset.method)] = select.value;
            top.page.edit({ methods }, 'a method');
        });
    }
}

/** @param {import('../../state/store.js').State} state @param {Top} top */
export function showMethods(state, top) {
    for (const select of all('[data-method]')) {
        select.value = state.methods[Number(select.dataset.method)];
    }
    for (const cell of all('#matrix .cell')) {
        cell.hidden = !top.player.slots.includes(Number(cell.dataset.slot));
    }
    byId('curves').replaceChildren(...curveBoxes(state, top));
}

/** @param {import('../../state/store.js').State} state @param {Top} top */
function curveBoxes(state, top) {
    const names = [...BODIES.map((b) => `E ${b.name}`), ...PAIRS.map((pair) => `L ${pair}`)];
    return names.flatMap((name, i) => {
        if (i < 4 ? !top.player.slots.includes(i) : top.player.slots.length < 4) {
            return [];
        }
        const box = /** @type {HTMLInputElement} */ (
            element('input', { type: 'checkbox', 'data-curve': String(i) })
        );
        box.checked = Boolean(state.curves[i]);
        box.addEventListener('change', () => {
            const curves = [...top.state.curves];
            curves[i] = box.checked ? 1 : 0;
            top.page.edit({ curves }, 'a curve');
            byId('curves').querySelector(`[data-curve="${i}"]`)?.focus();
        });
        return [element('label', { class: 'check' }, box, name)];
    });
}
