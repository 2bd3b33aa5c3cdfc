// SPDX-License-Identifier: MIT
// Sentences over the time bar: warnings stay longer than news, the newest is the lowest, and only
// the last news is shown.
import { byId, element } from './dom.js';

const WARNING_MS = 9000;
const NEWS_MS = 3500;
const MOST = 3;

/** @param {string} words nothing happens for '' @param {boolean} warning */
export function message(words, warning) {
    if (!words) {
        return;
    }
    const box = byId('messages');
    for (const p of [...box.children]) {
        if (p.textContent === words || (!warning && p.className === 'news')) {
            p.remove();
        }
    }
    const p = element('p', { class: warning ? 'warning' : 'news' }, words);
    box.append(p);
    while (box.childElementCount > MOST) {
        box.firstElementChild.remove();
    }
    setTimeout(() => p.remove(), warning ? WARNING_MS : NEWS_MS);
}
