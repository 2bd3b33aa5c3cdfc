// SPDX-License-Identifier: MIT
// An attitude as four numbers: typed one after another, and judged as a whole.
import { checkNumbers, readNumber, short } from '../../state/check.js';
import { byId, digits } from '../../view/dom.js';

/** @typedef {import('../../state/store.js').State} State */

/** @param {number[]} q */
export function isAttitude(q) {
    const length = Math.hypot(...q);
    return Math.abs(length - 1) <= 1e-6
        ? { value: q }
        : { error: `The quaternion must have length 1, its length is ${short(length)}.` };
}

/** Four typed numbers as an attitude: the unit quaternion along them, null for four zeros.
 * @param {unknown[]} typed @returns {{value?: number[] | null, error?: string}} */
function unitAlong(typed) {
    const verdict = checkNumbers('q', typed);
    if (verdict.error) {
        return { error: verdict.error };
    }
    const length = Math.hypot(.../** @type {number[]} */ (verdict.value));
    if (length === 0) {
        return { value: null };
    }
    const unit = Math.abs(length - 1) < 1e-12;
    return { value: verdict.value?.map((/** @type {number} */ x) => (unit ? x : x / length)) };
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
function read(input, state) {
    checkDraft(state);
    const typed = [...(draft?.typed ?? state.q.map(String))];
    typed[Number(input.dataset.index)] = input.value.trim();
    const { value, error } = unitAlong(typed);
    if (!error) {
        draft = { typed, used: value ?? state.q };
    }
    return { value: value ?? state.q, error };
}

/** A remark says what is used. @param {State} state */
function remark(state) {
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

/** @type {import('../../state/fields.js').Typed} */
export const typedAttitude = { read, remark, text: (i) => draft?.typed[i] };
