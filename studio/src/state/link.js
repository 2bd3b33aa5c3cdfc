// SPDX-License-Identifier: MIT
// The state as a link: it lists what differs from the start-up state, numbers with all digits, and
// ends with a check sum, so that a damaged link is noticed and said, never silently half applied.
import { check } from './check.js';
import { FIELDS } from './fields.js';
import { startState } from './store.js';

/** @typedef {import('./store.js').State} State */

/** FNV-1a, 32 bits. @param {string} text */
function checkSum(text) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) {
        hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
    }
    return hash.toString(36);
}

/** @param {any} value @returns {string} */
function written(value) {
    return Array.isArray(value)
        ? value.map(written).join(',')
        : typeof value === 'boolean'
          ? value
              ? '1'
              : '0'
          : String(value);
}

/** The state as the part of a link after '#'. @param {State} state */
export function toLink(state) {
    const parts = Object.entries(FIELDS)
        .filter(([name, field]) => written(state[name]) !== written(field.start))
        .map(
            ([name, field]) =>
                `${field.link}=${encodeURIComponent(written(state[name]))
                    .replaceAll('%2C', ',')
                    .replaceAll('%2F', '/')}`,
        );
    const body = ['v=2', ...parts].join('&');
    return `${body}&z=${checkSum(body)}`;
}

/** A link as a state, with sentences about what could not be read. @param {string} link
 * @returns {{state: State, messages: string[]}} */
export function fromLink(link) {
    const state = startState();
    /** @type {string[]} */
    const messages = [];
    const text = link.replace(/^#/, '');
    const cut = text.lastIndexOf('&z=');
    if (cut < 0 || checkSum(text.slice(0, cut)) !== text.slice(cut + 3)) {
        messages.push(
            'This link was changed or cut after it was made; what could be read is shown.',
        );
    }
    if (/^v=1(&|$)/.test(text)) {
        for (const [name, field] of Object.entries(FIELDS)) {
            state[name] = structuredClone(field.was ?? field.start);
        }
    }
    const names = Object.fromEntries(Object.entries(FIELDS).map(([name, f]) => [f.link, name]));
    for (const part of text
        .slice(0, cut < 0 ? text.length : cut)
        .split('&')
        .slice(0, 100)) {
        const equal = part.indexOf('=');
        const key = part.slice(0, Math.max(0, equal));
        if (key === 'v') {
            continue;
        }
        if (!Object.hasOwn(names, key)) {
            messages.push(`The link has an entry "${part.slice(0, 24)}" that means nothing here.`);
            continue;
        }
        let input = part.slice(equal + 1);
        try {
            input = decodeURIComponent(input);
        } catch {
            messages.push(`The entry "${key}" of the link is not readable.`);
            continue;
        }
        const verdict = check(names[key], input);
        if (verdict.error) {
            messages.push(verdict.error);
        } else {
            state[names[key]] = verdict.value;
        }
    }
    return { state, messages: messages.slice(0, 4) };
}
