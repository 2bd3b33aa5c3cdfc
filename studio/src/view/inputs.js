// SPDX-License-Identifier: MIT
// Every input that is bound to a field of the state (data-field, data-log, data-choose). All numbers typed
// by a user pass through `check`; a refused one gets a sentence and the field shows the last good
// value again.
import { check } from '../state/check.js';
import { FIELDS } from '../state/fields.js';
import { all } from './dom.js';

/** @typedef {import('../state/store.js').State} State */
/**
 * @typedef {object} PanelHost
 * @property {() => State} shown the state as it is shown now
 * @property {(patch: State, label: string) => void} edit one undo step
 * @property {(patch: State, label: string) => void} preview an edit still under way
 * @property {() => void} finish the end of previews: one undo step
 * @property {(words: string) => void} warn
 */

/** @param {any} input @param {State} state @returns {any} */
function valueOf(input, state) {
    const value = state[input.dataset.field];
    return input.dataset.index === undefined ? value : value[Number(input.dataset.index)];
}

/** @param {any} input @param {State} state */
function show(input, state) {
    const typed = FIELDS[input.dataset.field].typed?.text(Number(input.dataset.index));
    const value = typed || valueOf(input, state);
    if (input.type === 'checkbox') {
        input.checked = value;
    } else if (document.activeElement !== input || input.type !== 'text' || !input.dataset.typing) {
        input.value = value === 0 && input.dataset.zero ? input.dataset.zero : String(value);
    }
}

/** @param {any} input @param {PanelHost} host @param {boolean} done */
function take(input, host, done) {
    const name = input.dataset.field;
    const state = host.shown();
    let wanted = input.type === 'checkbox' ? input.checked : input.value;
    const none = [input.dataset.zero, '∞', 'infinity', 'inf'].includes(String(wanted).trim());
    wanted = input.dataset.zero && none ? 0 : wanted;
    if (input.dataset.index !== undefined) {
        const list = [...state[name]];
        list[Number(input.dataset.index)] = wanted;
        wanted = list;
    }
    const { typed } = FIELDS[name];
    const verdict = typed ? typed.read(input, state) : check(name, wanted);
    delete input.dataset.typing;
    if (verdict.error) {
        input.setAttribute('aria-invalid', 'true');
        host.warn(verdict.error);
        show(input, state);
        return;
    }
    input.removeAttribute('aria-invalid');
    if (JSON.stringify(verdict.value) !== JSON.stringify(state[name])) {
        if (done) {
            host.edit({ [name]: verdict.value }, FIELDS[name].words);
        } else {
            host.preview({ [name]: verdict.value }, FIELDS[name].words);
        }
    } else {
        typed?.remark(state);
    }
}

/** An edit by slider ends with its change, when the pointer lets go, or when the focus leaves: a
 * slider brought back to where it was tells of no change. @param {any} slider
 * @param {() => void} finish */
export function onSlid(slider, finish) {
    slider.addEventListener('change', finish);
    slider.addEventListener('blur', finish);
    slider.addEventListener('pointerdown', () => {
        for (const end of ['pointerup', 'pointercancel']) {
            window.addEventListener(end, finish, { once: true });
        }
    });
}

/** Binds every [data-field]. @param {PanelHost} host */
export function bindFields(host) {
    for (const input of all('[data-field]')) {
        if (input.type === 'range') {
            input.addEventListener('input', () => take(input, host, false));
            onSlid(input, () => host.finish());
        } else {
            input.addEventListener('input', () => {
                input.dataset.typing = '1';
            });
            input.addEventListener('change', () => take(input, host, true));
            input.addEventListener('blur', () => {
                delete input.dataset.typing;
                show(input, host.shown());
            });
        }
    }
    for (const button of all('[data-choose]')) {
        button.addEventListener('click', () =>
            host.edit(
                { [button.dataset.choose]: button.dataset.value },
                FIELDS[button.dataset.choose].words,
            ),
        );
    }
}

/** Shows one field in its controls. @param {string} name @param {State} state */
export function showField(name, state) {
    FIELDS[name].typed?.remark(state);
    for (const input of all(`[data-field="${name}"]`)) {
        show(input, state);
    }
}

/** Shows the state in all controls. @param {State} state @param {string} speed the field of the
 * speed in the time bar */
export function showFields(state, speed) {
    for (const input of all('#transport .speed input')) {
        input.dataset[input.type === 'range' ? 'log' : 'field'] = speed;
    }
    for (const field of Object.values(FIELDS)) {
        field.typed?.remark(state);
    }
    for (const input of all('[data-field]')) {
        show(input, state);
    }
    for (const button of all('[data-choose]')) {
        const chosen = state[button.dataset.choose] === button.dataset.value;
        button.setAttribute('aria-pressed', String(chosen));
    }
    for (const input of all('[data-log]')) {
        input.value = String(Math.log10(Math.max(1e-9, state[input.dataset.log])));
    }
}
