// SPDX-License-Identifier: MIT
// The state of Kapitza's pendulum, field by field. `kFrom` is the state at the last touch while it
// moved: angles, then rates of up to four rods; `kLive` says that the motion starts there.

/** @typedef {import('../../state/fields.js').Field} Field */

/** @param {string} link @param {string} words @param {number} start @param {number} min
 * @param {number} max @param {Partial<Field>} [more] @returns {Field} */
const number = (link, words, start, min, max, more = {}) => ({
    link,
    words,
    kind: 'number',
    start,
    min,
    max,
    part: 'steps',
    ...more,
});

/** @type {Record<string, Field>} */
export const fields = {
    kLinks: number('kn', 'the number of rods', 1, 1, 4, { whole: true, part: 'start' }),
    kLength: number('kl', 'the length of the pendulum', 0.2, 0.01, 10),
    kGravity: number('kg', 'gravity', 9.8, 0, 100),
    kSpeed: number('kv', 'the speed of the vibration', 4, 0, 50),
    kOmega: number('kw', 'the frequency of the vibration', 1e6, 10, 1e9, { was: 1000 }),
    kDrag: number('kd', 'the damping', 0, 0, 50),
    kAngle: number('kq', 'the angle of the pendulum', 0.3, -3.2, 3.2, { part: 'start' }),
    kFrom: {
        link: 'kx',
        words: 'an angle or a rate of the pendulum',
        kind: 'list',
        size: 8,
        start: [0, 0, 0, 0, 0, 0, 0, 0],
        min: -1e5,
        max: 1e5,
        part: 'steps',
    },
    kLive: { link: 'kt', words: 'the last touch', kind: 'flag', start: false, part: 'steps' },
    kFast: number('kf', 'the speed of the fast clock', 1, 1e-9, 1000, { part: 'look' }),
    kPace: number('kp', 'the speed', 1, 0.001, 1000, { part: 'look' }),
};
