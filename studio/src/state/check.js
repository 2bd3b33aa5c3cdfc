// SPDX-License-Identifier: MIT
// The one place that judges values, wherever they come from (fields, links, recipes): `check` answers with
// the value or with a sentence.
import { FIELDS } from './fields.js';

/** @typedef {import('./fields.js').Field} Field */
/** @typedef {{ value?: any, error?: string }} Verdict */

/** @param {number} x */
export const short = (x) => String(Number(x.toPrecision(6)));

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** "1,000" may be a thousand or one: only a comma that cannot part thousands is a decimal one. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2},\d{3}(?!\d)/;

/** A decimal number, with a point or with a comma that can only be a decimal one; NaN for all else.
 * @param {unknown} input */
export function readNumber(input) {
    if (typeof input !== 'string') {
        return typeof input === 'number' ? input : NaN;
    }
    const text = input.trim();
    const decimal = THOUSANDS.test(text) || text.includes('.') ? text : text.replace(',', '.');
    return DECIMAL.test(decimal) ? Number(decimal) : NaN;
}

/** @param {Field} field @param {unknown} input @returns {Verdict} */
function checkNumber(field, input) {
    const value = readNumber(input);
    const { words, min = -Infinity, max = Infinity } = field;
    if (Number.isNaN(value)) {
        const why = /\d,\d/.test(textOf(input))
            ? `${quote(input)} can be read in two ways: use a decimal point and no commas.`
            : `${quote(input)} is none.`;
        return { error: `${capital(words)} must be a number; ${why}` };
    }
    if (field.zero && value === 0) {
        return { value: 0 };
    }
    if (value < min || value > max) {
        return {
            error:
                `${capital(words)} must lie between ${short(min)} and ${short(max)}; ` +
                `${quote(input)} does not.`,
        };
    }
    if (field.whole && !Number.isInteger(value)) {
        return { error: `${capital(words)} must be a whole number; ${quote(input)} is none.` };
    }
    return { value };
}

/** What is neither a text nor a number is not written out: it may be of any depth. @param {unknown} input */
const textOf = (input) => (typeof input === 'object' && input ? '{…}' : String(input));

/** @param {unknown} input */
function quote(input) {
    const text = textOf(input);
    return `"${text.length > 24 ? `${text.slice(0, 24)}…` : text}"`;
}

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** @param {Field} field @param {unknown} input @param {(f: Field, x: unknown) => Verdict} one */
function checkList(field, input, one) {
    const items = typeof input === 'string' ? input.split(',') : input;
    if (!Array.isArray(items) || items.length !== field.size) {
        return { error: `${capital(field.words)}: ${field.size} values are needed.` };
    }
    const value = [];
    for (const item of items) {
        const verdict = one(field, item);
        if (verdict.error) {
            return verdict;
        }
        value.push(verdict.value);
    }
    return { value };
}

/** @param {Field} field @param {unknown} input @returns {Verdict} */
function checkName(field, input) {
    return typeof input === 'string' && field.choices?.includes(input)
        ? { value: input }
        : { error: `There is no method ${quote(input)}.` };
}

/** A list of numbers. @param {string} name of the field @param {unknown} input */
export const checkNumbers = (name, input) => checkList(FIELDS[name], input, checkNumber);

/** The value of a field, or a sentence that says what is wrong. @param {string} name
 * @param {unknown} input @returns {Verdict} */
export function check(name, input) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : null;
    if (!field) {
        return { error: `There is nothing called ${quote(name)}.` };
    }
    switch (field.kind) {
        case 'number':
            return checkNumber(field, input);
        case 'flag':
            return input === true || input === '1'
                ? { value: true }
                : input === false || input === '0'
                  ? { value: false }
                  : { error: `${capital(field.words)} is on (1) or off (0), not ${quote(input)}.` };
        case 'choice':
            return typeof input === 'string' && field.choices?.includes(input)
                ? { value: input }
                : {
                      error:
                          `${capital(field.words)} is one of ${field.choices?.join(', ')}; ` +
                          `${quote(input)} is not.`,
                  };
        case 'text':
            return typeof input === 'string' && input.length <= (field.max ?? Infinity)
                ? { value: input }
                : { error: `${capital(field.words)} must be a text of at most ${field.max} letters.` };
        case 'names':
            return checkList(field, input, checkName);
        default: {
            const verdict = checkList(field, input, checkNumber);
            return verdict.value && field.judge ? field.judge(verdict.value) : verdict;
        }
    }
}
