// SPDX-License-Identifier: MIT
// The controls of the panel: tabs, and every input bound to a field of the state. All numbers typed
// by a user pass through `check`; a refused one gets a sentence and the field shows the last good
// value again.
import { check, checkTypedAttitude, readNumber } from './check.js';
import { FIELDS } from './fields.js';

/** @typedef {import('./state.js').State} State */
/**
 * @typedef {object} PanelHost
 * @property {() => State} state
 * @property {() => State} shown the same with attitude and momentum as they are shown now
 * @property {(patch: State, label: string) => void} edit one undo step
 * @property {(patch: State, label: string) => void} preview an edit still under way
 * @property {() => void} finish the end of previews: one undo step
 * @property {(words: string) => void} warn
 */

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);
/** @param {string} selector @returns {any[]} */
export const all = (selector) => Array.from(document.querySelectorAll(selector));

/** A new element. @param {string} tag @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} content */
export function element(tag, attributes = {}, ...content) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        node.setAttribute(name, value);
    }
    node.append(...content);
    return node;
}

/** A number as people read it, with n digits. @param {number} x @param {number} n */
export function digits(x, n) {
    if (!Number.isFinite(x)) {
        return '–';
    }
    const text = x.toPrecision(n);
    return text.replace('e', ' e').replace(/^-/, '−');
}

/** Tabs of the panel, from its sections. */
export function makeTabs() {
    const list = byId('tabs');
    const sections = all('#panel [role="tabpanel"]');
    const choose = (/** @type {string} */ id, focus = false) => {
        for (const section of sections) {
            const button = byId(`of-${section.id}`);
            const chosen = section.id === id;
            section.hidden = !chosen;
            button.setAttribute('aria-selected', String(chosen));
            button.tabIndex = chosen ? 0 : -1;
            if (chosen && focus) {
                button.focus();
            }
        }
        document.dispatchEvent(new CustomEvent('tab', { detail: id }));
    };
    sections.forEach((section, i) => {
        const button = element(
            'button',
            {
                type: 'button',
                role: 'tab',
                id: `of-${section.id}`,
                'aria-controls': section.id,
                'aria-selected': String(i === 0),
            },
            section.dataset.title,
        );
        button.tabIndex = i === 0 ? 0 : -1;
        section.setAttribute('aria-labelledby', button.id);
        button.addEventListener('click', () => choose(section.id));
        button.addEventListener('keydown', (e) => {
            const move = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
            if (move) {
                const n = sections.length;
                choose(sections[(i + move + n) % n].id, true);
            }
        });
        list.append(button);
    });
    return choose;
}

/** @param {any} input @param {State} state @returns {any} */
function valueOf(input, state) {
    const value = state[input.dataset.field];
    return input.dataset.index === undefined ? value : value[Number(input.dataset.index)];
}

/** An attitude is typed as four numbers one after another: what was typed stays in its fields, and
 * the unit quaternion along it is used. @type {{typed: string[], used: number[]} | null} */
let draft = null;

/** What was typed is forgotten when the attitude has changed otherwise. @param {State} state */
function checkDraft(state) {
    if (draft && draft.used.some((x, i) => x !== state.q[i])) {
        draft = null;
    }
}

/** @param {any} input of one component @param {State} state */
function typedAttitude(input, state) {
    checkDraft(state);
    const typed = [...(draft?.typed ?? state.q.map(String))];
    typed[Number(input.dataset.index)] = input.value.trim();
    const { value, error } = checkTypedAttitude(typed);
    if (!error) {
        draft = { typed, used: value ?? state.q };
    }
    return { value: value ?? state.q, error };
}

/** A remark says what is used. @param {State} state */
function showAttitude(state) {
    checkDraft(state);
    const length = draft ? Math.hypot(...draft.typed.map(readNumber)) : 1;
    byId('attitude-note').textContent =
        length === 0
            ? 'Four zeros are no attitude: the last one is kept until you type another component.'
            : Math.abs(length - 1) < 1e-12
              ? ''
              : `These four have length ${digits(length, 5)}; divided by it, the attitude is ` +
                `(${state.q.map((/** @type {number} */ x) => digits(x, 5)).join(', ')}).`;
}

/** @param {any} input @param {State} state */
function show(input, state) {
    const typed = input.dataset.field === 'q' && draft?.typed[Number(input.dataset.index)];
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
    const verdict = name === 'q' ? typedAttitude(input, state) : check(name, wanted);
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
    } else if (name === 'q') {
        showAttitude(state);
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
            onSlid(input, host.finish);
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

/** Shows attitude and momentum in their fields. @param {State} state */
export function showMotionFields(state) {
    showAttitude(state);
    for (const input of all('[data-field="q"], [data-field="m"]')) {
        show(input, state);
    }
}

/** Shows the state in all controls. @param {State} state */
export function showFields(state) {
    showAttitude(state);
    for (const input of all('[data-field]')) {
        show(input, state);
    }
    for (const button of all('[data-choose]')) {
        const chosen = state[button.dataset.choose] === button.dataset.value;
        button.setAttribute('aria-pressed', String(chosen));
    }
    for (const part of all('[data-mode]')) {
        part.hidden = part.dataset.mode !== state.mode;
    }
    for (const input of all('[data-case]')) {
        input.checked = state.shape === input.dataset.case;
    }
    for (const input of all('[data-log]')) {
        input.value = String(Math.log10(Math.max(1e-9, state[input.dataset.log])));
    }
    byId('speed-slider').value = String(Math.log10(state.speed));
}
