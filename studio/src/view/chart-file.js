// SPDX-License-Identifier: MIT
// The result of `lento sweep` as a table: columns of numbers, axes first, then status, warnings and
// measures. From CSV, or from .npz (a zip archive of arrays that are not packed).

/**
 * @typedef {object} Chart
 * @property {string[]} axes names of the parameters that vary
 * @property {string[]} measures
 * @property {Record<string, Float64Array>} columns
 * @property {string[]} states names of the numbers in the column status
 * @property {Record<string, string>} units
 * @property {string} title
 */

const STATUS = 'status';
const WARNINGS = 'warnings';
const STATES = ['done', 'not-met', 'refused', 'failed', 'lost', 'filled'];
const ENTRY = 0x04034b50;
const HEADER = 30;

/** @param {string} text @returns {Record<string, Float64Array>} */
function fromCsv(text) {
    const lines = text.split(/\r?\n/).filter((line) => line && !line.startsWith('#'));
    const names = (lines.shift() ?? '').split(',');
    /** @type {Record<string, Float64Array>} */
    const columns = {};
    names.forEach((name) => (columns[name] = new Float64Array(lines.length)));
    lines.forEach((line, row) => {
        const cells = line.split(',');
        if (cells.length !== names.length) {
            throw new Error(`Line ${row + 2} has ${cells.length} cells instead of ${names.length}.`);
        }
        cells.forEach((cell, i) => (columns[names[i]][row] = cell === '' ? NaN : Number(cell)));
    });
    return columns;
}

/** The numbers of a .npy array. @param {Uint8Array} bytes @param {string} name */
function numbers(bytes, name) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const wide = bytes[6] > 1;
    const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
    const from = (wide ? 12 : 10) + length;
    const words = new TextDecoder().decode(bytes.subarray(wide ? 12 : 10, from));
    if (bytes[0] !== 0x93 || !words.includes("'<f8'")) {
        throw new Error(`${name} is not an array of double numbers.`);
    }
    return new Float64Array(bytes.slice(from).buffer);
}

/** @param {ArrayBuffer} buffer */
function fromNpz(buffer) {
    const view = new DataView(buffer);
    /** @type {Record<string, Float64Array>} */
    const columns = {};
    /** @type {any} */
    let about = {};
    let at = 0;
    while (at + HEADER < buffer.byteLength && view.getUint32(at, true) === ENTRY) {
        const size = view.getUint32(at + 18, true);
        const named = view.getUint16(at + 26, true);
        const begin = at + HEADER + named + view.getUint16(at + 28, true);
        const name = new TextDecoder().decode(new Uint8Array(buffer, at + HEADER, named));
        if (view.getUint16(at + 8, true) !== 0 || begin + size > buffer.byteLength) {
            throw new Error('Only archives as lento sweep writes them are read.');
        }
        const bytes = new Uint8Array(buffer, begin, size);
        if (name.endsWith('.npy')) {
            columns[name.slice(0, -4)] = numbers(bytes, name);
        } else if (name.endsWith('.json')) {
            about = JSON.parse(new TextDecoder().decode(bytes));
        }
        at = begin + size;
    }
    return { columns, about };
}

/** Throws an Error with a sentence. @param {string} name @param {ArrayBuffer} buffer @returns {Chart} */
export function readChart(name, buffer) {
    const packed = buffer.byteLength > 4 && new DataView(buffer).getUint32(0, true) === ENTRY;
    const { columns, about } = packed
        ? fromNpz(buffer)
        : { columns: fromCsv(new TextDecoder().decode(buffer)), about: {} };
    const names = Object.keys(columns);
    const status = names.indexOf(STATUS);
    if (status < 1 || names[status + 1] !== WARNINGS || names.length < status + 3) {
        throw new Error('This is not a result of lento sweep: no columns status and warnings.');
    }
    const rows = columns[STATUS].length;
    if (rows === 0 || names.some((n) => columns[n].length !== rows)) {
        throw new Error('This file has columns of different lengths.');
    }
    const measures = names.slice(status + 2);
    const units = Object.fromEntries(names.map((n, i) => [n, about.units?.[i] ?? '']));
    const states = about.statuses ?? STATES;
    const problem = String(about.sweep?.[1] ?? '').replace(/^problem /, '');
    const axes = names.slice(0, status);
    return { axes, measures, columns, states, units, title: problem || name };
}

/** The different values of a column, in rising order. @param {Float64Array} column */
export const levels = (column) => Array.from(new Set(column)).sort((a, b) => a - b);
