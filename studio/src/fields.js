// SPDX-License-Identifier: MIT
// The one place that says what the page's state consists of and which values make sense. Links, recipes and
// input fields all pass through `check`, which answers with the value or with a sentence.

/**
 * @typedef {object} Field
 * @property {string} link its short name in a link
 * @property {string} words its name in a sentence
 * @property {'number'|'list'|'flag'|'choice'|'method'} kind
 * @property {any} start its value when the page opens
 * @property {number} [size] length of a list
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [whole]
 * @property {boolean} [zero] zero is allowed although it is below min ("none")
 * @property {string[]} [choices]
 * @property {'start'|'steps'|'look'} part what an edit of it touches: the start of the motion, the
 * steps of the methods, or only what is seen
 */

const TOP_CASES = ['free', 'kowalewski', 'goryachev'];

/** @type {Record<string, Field>} */
export const FIELDS = {
    scene: { link: 's', words: 'the scene', kind: 'choice', start: 'top',
        choices: ['top', 'kapitza'], part: 'look' },
    mode: { link: 'mode', words: 'the mode', kind: 'choice', start: 'single',
        choices: ['single', 'compare'], part: 'start' },
    shape: { link: 'case', words: 'the special case', kind: 'choice', start: 'free',
        choices: TOP_CASES, part: 'start' },
    edges: { link: 'C', words: 'a half edge', kind: 'list', size: 3, start: [0.8, 0.8, 1],
        min: 0.01, max: 100, part: 'start' },
    fixed: { link: 'f', words: 'a coordinate of the fixed point (in half edges)', kind: 'list',
        size: 3, start: [0, 0, -1], min: -10, max: 10, part: 'start' },
    gravity: { link: 'g', words: 'gravity', kind: 'number', start: 1, min: 0, max: 1000,
        part: 'start' },
    q: { link: 'q', words: 'a component of the attitude', kind: 'list', size: 4,
        start: [1, 0, 0, 0], min: -1.000001, max: 1.000001, part: 'start' },
    m: { link: 'm', words: 'a component of the angular momentum', kind: 'list', size: 3,
        start: [0.172, -1.862, 1.46], min: -1e6, max: 1e6, part: 'start' },
    eps1: { link: 'e1', words: 'epsilon', kind: 'number', start: 0.1, min: 1e-9, max: 10,
        part: 'steps' },
    eps2: { link: 'e2', words: 'epsilon 2', kind: 'number', start: 0.2, min: 1e-9, max: 10,
        part: 'steps' },
    second: { link: 'two', words: 'the switch of epsilon 2', kind: 'flag', start: false,
        part: 'steps' },
    methods: { link: 'by', words: 'a method', kind: 'method', size: 4,
        start: ['bobenko-suris', 'bobenko-suris', 'gbs', 'gbs'], part: 'steps' },
    ownSteps: { link: 'own', words: 'the own step of a body', kind: 'list', size: 4,
        start: [0, 0, 0, 0], min: 1e-9, max: 10, zero: true, part: 'steps' },
    tolerance: { link: 'tol', words: 'the tolerance of gbs', kind: 'number', start: 1e-5,
        min: 1e-14, max: 0.1, part: 'steps' },
    stop: { link: 'stop', words: 'the stop time', kind: 'number', start: 0, min: 1e-6, max: 1e6,
        zero: true, part: 'look' },
    speed: { link: 'speed', words: 'the speed', kind: 'number', start: 1, min: 0.001, max: 1000,
        part: 'look' },
    at: { link: 'at', words: 'the number of steps', kind: 'number', start: 0, min: 0, max: 1e7,
        whole: true, part: 'look' },
    distance: { link: 'd', words: 'the distance of the bodies', kind: 'number', start: 1.9, min: 0,
        max: 10, part: 'look' },
    showM: { link: 'vm', words: 'a switch', kind: 'flag', start: true, part: 'look' },
    showOmega: { link: 'vo', words: 'a switch', kind: 'flag', start: true, part: 'look' },
    showFrame: { link: 'vf', words: 'a switch', kind: 'flag', start: false, part: 'look' },
    showTorque: { link: 'vt', words: 'a switch', kind: 'flag', start: false, part: 'look' },
    showGravity: { link: 'vg', words: 'a switch', kind: 'flag', start: false, part: 'look' },
    showAxes: { link: 'va', words: 'a switch', kind: 'flag', start: false, part: 'look' },
    ghost: { link: 'ex', words: 'a switch', kind: 'flag', start: false, part: 'look' },
    rod: { link: 'rod', words: 'a switch', kind: 'flag', start: false, part: 'look' },
    rodLength: { link: 'rl', words: 'the length of the rod', kind: 'number', start: 400, min: 1,
        max: 1000, whole: true, part: 'look' },
    rodAway: { link: 'ra', words: 'the distance of the rod', kind: 'number', start: 0, min: 0,
        max: 10, part: 'look' },
    apex: { link: 'apex', words: 'a switch', kind: 'flag', start: false, part: 'look' },
    apexLength: { link: 'al', words: 'the length of the apex trace', kind: 'number', start: 400,
        min: 1, max: 1000, whole: true, part: 'look' },
    flat: { link: 'flat', words: 'a switch', kind: 'flag', start: false, part: 'look' },
    floor: { link: 'fl', words: 'a switch', kind: 'flag', start: true, part: 'look' },
    opacity: { link: 'op', words: 'the opacity', kind: 'number', start: 0.85, min: 0.05, max: 1,
        part: 'look' },
    lines: { link: 'lw', words: 'the width of the edges', kind: 'number', start: 1, min: 0.2,
        max: 4, part: 'look' },
    theme: { link: 'th', words: 'the colours of the page', kind: 'choice', start: 'system',
        choices: ['system', 'light', 'dark'], part: 'look' },
    curves: { link: 'cv', words: 'a switch of a curve', kind: 'list', size: 6,
        start: [1, 1, 1, 1, 1, 1], min: 0, max: 1, whole: true, part: 'look' },
    third: { link: 'dia', words: 'the third diagram', kind: 'choice', start: 'axial',
        choices: ['axial', 'special', 'phase', 'exact'], part: 'look' },
    kLength: { link: 'kl', words: 'the length of the pendulum', kind: 'number', start: 0.2,
        min: 0.01, max: 10, part: 'look' },
    kGravity: { link: 'kg', words: 'gravity', kind: 'number', start: 9.8, min: 0, max: 100,
        part: 'look' },
    kSpeed: { link: 'kv', words: 'the speed of the vibration', kind: 'number', start: 4, min: 0,
        max: 50, part: 'look' },
    kOmega: { link: 'kw', words: 'the frequency of the vibration', kind: 'number', start: 1000,
        min: 50, max: 1e6, part: 'look' },
    kAngle: { link: 'kq', words: 'the angle of the pendulum', kind: 'number', start: 0.3,
        min: -3.2, max: 3.2, part: 'look' },
    kSlowdown: { link: 'kc', words: 'the slowdown of the fast clock', kind: 'number', start: 100,
        min: 1, max: 1e6, part: 'look' },
};

/** @typedef {{ value?: any, error?: string }} Verdict */

/** @param {number} x */
const short = (x) => String(Number(x.toPrecision(6)));

/** @param {Field} field @param {unknown} input @returns {Verdict} */
function checkNumber(field, input) {
    const text = typeof input === 'string' ? input.trim().replace(',', '.') : input;
    const value = text === '' || text === null ? NaN : Number(text);
    const { words, min = -Infinity, max = Infinity } = field;
    if (Number.isNaN(value)) {
        return { error: `${capital(words)} must be a number; ${quote(input)} is none.` };
    }
    if (field.zero && value === 0) {
        return { value: 0 };
    }
    if (value < min || value > max) {
        return { error: `${capital(words)} must lie between ${short(min)} and ${short(max)}; `
            + `${quote(input)} does not.` };
    }
    if (field.whole && !Number.isInteger(value)) {
        return { error: `${capital(words)} must be a whole number; ${quote(input)} is none.` };
    }
    return { value };
}

/** @param {unknown} input */
function quote(input) {
    const text = String(input);
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

/** Names of the engine's methods; set once when the engine is loaded. @type {Set<string>} */
const known = new Set();
/** @param {Iterable<string>} names */
export function setMethods(names) {
    known.clear();
    for (const name of names) {
        known.add(name);
    }
}

/** @param {Field} _ @param {unknown} input @returns {Verdict} */
function checkMethod(_, input) {
    return typeof input === 'string' && known.has(input) ? { value: input }
        : { error: `There is no method ${quote(input)}.` };
}

/** @param {number[]} q @returns {Verdict} */
function checkAttitude(q) {
    const length = Math.hypot(...q);
    return Math.abs(length - 1) <= 1e-6 ? { value: q }
        : { error: `The quaternion must have length 1, its length is ${short(length)}.` };
}

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
        return input === true || input === '1' ? { value: true }
            : input === false || input === '0' ? { value: false }
                : { error: `${capital(field.words)} is on (1) or off (0), not ${quote(input)}.` };
    case 'choice':
        return typeof input === 'string' && field.choices?.includes(input) ? { value: input }
            : { error: `${capital(field.words)} is one of ${field.choices?.join(', ')}; `
                + `${quote(input)} is not.` };
    case 'method':
        return checkList(field, input, checkMethod);
    default: {
        const verdict = checkList(field, input, checkNumber);
        return verdict.value && name === 'q' ? checkAttitude(verdict.value) : verdict;
    }
    }
}
