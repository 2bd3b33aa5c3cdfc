// SPDX-License-Identifier: MIT
// The state of the equations: their text, parameters that differ from it, span and tolerance.
import { FIRST } from './presets.js';

/** @typedef {import('../../state/fields.js').Field} Field */

/** @type {Record<string, Field>} */
export const fields = {
    eText: { link: 'ey', words: 'the equations', kind: 'text', start: FIRST, max: 20000, part: 'start' },
    eSettings: { link: 'es', words: 'the parameters', kind: 'text', start: '', max: 4000, part: 'steps' },
    eUntil: {
        link: 'eu',
        words: 'the end time',
        kind: 'number',
        start: 0,
        min: 1e-12,
        max: 1e12,
        zero: true,
        part: 'steps',
    },
    eTolerance: {
        link: 'et',
        words: 'the tolerance',
        kind: 'number',
        start: 1e-4,
        min: 1e-12,
        max: 0.1,
        part: 'steps',
    },
    eColumn: {
        link: 'ec',
        words: 'the column',
        kind: 'number',
        start: 0,
        min: 0,
        max: 255,
        whole: true,
        part: 'look',
    },
    ePace: { link: 'ep', words: 'the speed', kind: 'number', start: 1, min: 0.001, max: 1000, part: 'look' },
};
