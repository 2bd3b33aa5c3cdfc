// SPDX-License-Identifier: MIT
// Hands-off integration, asked aside: slow columns with a bar, or why there are none.
import { newSlot, words } from '../../engine.js';

/** @typedef {import('../../engine.js').Numbers} Numbers */
/**
 * @typedef {object} Answer
 * @property {string} status done, refused, not-met
 * @property {string} sentence
 * @property {string} code
 * @property {string[]} warnings
 * @property {string[]} columns
 * @property {number[]} times
 * @property {number[][]} values of each column
 * @property {number[]} bars relative to the magnitude of a column, one per time
 * @property {number[]} magnitude of each column
 * @property {number} bar the largest
 * @property {number} returns fast revolutions in the span
 * @property {number} calls of the right-hand side
 * @property {number} directCalls what plain integration would take
 */

export const SLOT = newSlot();
const STATISTICS = ['mean', 'min', 'max', 'rms'];

/** @type {import('../../scene.js').Job} */
export function answerJob(engine, { text, parameters, until, tolerance, samples, most }) {
    const refusal = engine.use(SLOT, { text });
    if (refusal) {
        return { status: 'refused', sentence: refusal };
    }
    engine.say(words(parameters));
    if (engine.c.answer_make(SLOT, until, tolerance, samples, most) < 0) {
        return { status: 'refused', sentence: engine.text() };
    }
    const lines = engine
        .text()
        .split('\n')
        .map((line) => line.split('\t'));
    const all = (/** @type {string} */ name) =>
        lines.filter((line) => line[0] === name).map((line) => line[1]);
    const [bar, , , returns, calls, directCalls, , count] = engine.read(8);
    const numbers = count / STATISTICS.length;
    const names = all('column');
    const columns =
        names.length > 0
            ? names
            : Array.from({ length: count }, (_, i) =>
                  `${STATISTICS[Math.floor(i / numbers)]}(x${(i % numbers) + 1})`);
    const column = (/** @type {number} */ i) => Array.from(engine.read(engine.c.answer_column(i)));
    return {
        status: all('status')[0],
        sentence: all('sentence')[0],
        code: all('code')[0],
        warnings: all('warning'),
        columns,
        times: column(-1),
        values: columns.map((_, i) => column(i)),
        bars: column(-2),
        magnitude: columns.map((_, i) => engine.c.answer_magnitude(i)),
        bar,
        returns,
        calls,
        directCalls,
    };
}
