// SPDX-License-Identifier: MIT
// Small helpers for the document: finding and making elements, numbers as people read them, files to
// save.

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

/** A new element of a drawing. @param {string} tag @param {Record<string, string>} attributes */
export function svg(tag, attributes) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) {
        node.setAttribute(name, value);
    }
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

/** @param {string} id @param {() => void} deed */
export const onClick = (id, deed) => byId(id).addEventListener('click', deed);

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
