// SPDX-License-Identifier: MIT
// Presets of the pendulum.

/** @typedef {import('../../scene.js').Preset} Preset */

const group = 'Kapitza’s pendulum';

/** @type {Preset[]} */
export const PRESETS = [
    {
        id: 'stands',
        group,
        title: 'Standing on its head',
        patch: {},
        play: true,
        caption: 'The pivot shakes a million radians per second. Nothing else holds the pendulum.',
        question: 'Will it fall? And who computes it faster: every vibration, or only the slow swing?',
        answer: 'It stands, and swings slowly about the upright. The slow motion costs thousands of times less.',
    },
    {
        id: 'threshold',
        group,
        title: 'Just enough',
        patch: { kSpeed: 2.0785, kAngle: 0.05, kOmega: 2000 },
        play: true,
        caption: 'v is 5 % above √(2 g l): the valley at the top is shallow and narrow.',
        question: 'Lower v slowly with the slider while it runs. At which speed does it fall?',
        answer: 'At v = √(2 g l) = 1.98 m/s the valley disappears and the pendulum falls.',
    },
    {
        id: 'outside',
        group,
        title: 'Fast, and yet it falls',
        patch: { kSpeed: 2, kAngle: 0.3 },
        play: true,
        caption: 'v = 2 is above √(2 g l) = 1.98, but the start is 0.3 rad away from the upright.',
        question: 'Why does it fall although the upright position is stable?',
        answer: 'The basin ends at cos θ* = 2 g l / v², 0.2 rad here. Beyond it gravity wins.',
    },
    {
        id: 'damped',
        group,
        title: 'With friction',
        patch: { kDrag: 2, kAngle: 0.8, kSpeed: 5 },
        play: true,
        caption: 'Friction takes the energy of the slow swing away.',
        question: 'Where does it come to rest: hanging, or standing?',
        answer: 'Standing: it started in the basin of the upright position and sinks to its bottom.',
    },
    {
        id: 'rods',
        group,
        title: 'Three rods',
        patch: { kLinks: 3, kSpeed: 6, kAngle: 0.1, kLength: 0.3 },
        play: true,
        caption: 'Three rods, one above the other, joined by hinges.',
        question: 'Can one vibration hold all three of them?',
        answer: 'Yes. The slowest mode decides: v > √(2 g / λ), λ its inverse length.',
    },
    {
        id: 'coarse',
        group,
        title: 'Not fast enough to average',
        patch: { kOmega: 150, kSpeed: 4 },
        tab: 'map',
        caption: 'At 150 rad/s the vibration is only some ten times faster than the swing.',
        question: 'Do the fast and the slow motion still agree?',
        answer: 'Only roughly: the scales are not separated, and the page says so.',
    },
];
