// SPDX-License-Identifier: MIT
// What is written along the axes of a diagram.

const RAISED = '⁻⁰¹²³⁴⁵⁶⁷⁸⁹';
/** So many powers of ten along an axis are marked one by one. */
const CROWDED = 7;

/** With all digits of a mark, and none of rounding. @param {number} x @param {number} gap between the
 * marks: a multiple of a digit or of 2.5 */
export function tick(x, gap) {
    const kept = Math.max(1, Math.floor(Math.log10(Math.abs(x))) - Math.floor(Math.log10(gap)) + 1);
    const y = Number(x.toPrecision(Math.min(15, kept + 1)));
    const far = Math.abs(y) < 1e-3 || Math.abs(y) >= 1e4;
    return x === 0 ? '0' : (far ? y.toExponential() : String(y)).replace('+', '').replaceAll('-', '−');
}

/** A power of ten; other marks of a logarithmic axis carry no words. @param {number} x */
export function power(x) {
    const n = Math.log10(x);
    return Math.abs(n - Math.round(n)) < 1e-6
        ? `10${Array.from(String(Math.round(n)), (c) => RAISED['-0123456789'.indexOf(c)]).join('')}`
        : '';
}

/** Only powers of ten, and of many only every second. @param {any} _
 * @param {(number|null)[]} splits */
export function decades(_, splits) {
    const exponents = splits.map((x) => (x && power(x) ? Math.round(Math.log10(x)) : NaN));
    const crowded = exponents.filter(Number.isInteger).length > CROWDED;
    return splits.map((x, i) =>
        Number.isInteger(exponents[i]) && !(crowded && exponents[i] % 2) ? x : null,
    );
}
