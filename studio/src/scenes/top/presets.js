// SPDX-License-Identifier: MIT
// Presets: one click each, with a caption and a question to predict before pressing Start. Each is
// a patch of the start-up state.

/** @typedef {import('../../scene.js').Preset & {tilt?: number}} Preset tilt: about e1, in degrees */

const S52 = (Math.atan(1.862 / 1.46) * 180) / Math.PI;
const compare = {
    mode: 'compare',
    second: true,
    eps1: 0.01,
    eps2: 0.2,
    stop: 50,
    speed: 5,
    showM: true,
};
const fine = {
    methods: ['bobenko-suris', 'bobenko-suris', 'chin4a/suzuki6', 'gbs'],
    eps1: 0.02,
    apex: true,
    apexLength: 1000,
    showOmega: false,
};
const thesis = 'Thesis experiments';
const shapes = 'Integrable tops';
const motions = 'Motions of the axis';

/** @type {Preset[]} */
export const PRESETS = [
    {
        id: 'spinning',
        group: motions,
        title: 'Spinning top',
        answer: 'Gravity only turns the axis sideways: once around in about 30 units, with a small nod.',
        tilt: 25,
        play: true,
        patch: {
            ...fine,
            form: 'disc',
            edges: [0.8, 0.8, 0.12],
            fixed: [0, 0, -7],
            m: [0, -1.098808, 2.356401],
            speed: 3,
            showM: false,
        },
        caption: 'A disc on a stem, set spinning with its axis inclined by 25°.',
        question: 'Gravity pulls it down. Why does it not fall, and where does its axis go?',
    },
    {
        id: 'start',
        answer: 'Almost straight down: the inclination goes from 0° to 167°.',
        group: shapes,
        title: 'Lagrange top',
        patch: { apex: true },
        caption:
            'The start-up body: a cuboid on the centre of its lower face, identity frame.',
        question: 'How low will the axis swing: to the horizontal, or almost straight down?',
    },
    {
        id: 'kowalewski',
        answer: 'The exact motion keeps K. The method does not know it: with tolerance 1e-5 K drifts slowly.',
        group: shapes,
        title: 'Kowalewski top',
        patch: { shape: 'kowalewski', rod: true, rodAway: 1.6, eps1: 0.05, rodLength: 500 },
        caption: 'Edges √3 : 1 : ½ make two moments twice the third. A fourth integral K exists.',
        question: 'The motion looks irregular. Will K stay constant to the last digits?',
    },
    {
        id: 'goryachev',
        answer: 'No: with m₃ = 0.3 the value of G changes at once.',
        group: shapes,
        title: 'Goryachev–Chaplygin top',
        patch: {
            shape: 'goryachev',
            rod: true,
            rodAway: 1.8,
            eps1: 0.05,
            rodLength: 500,
            m: [0.172, -1.862, 0],
        },
        caption: 'Edges √7 : 1 : ½ and no vertical momentum: integrable, but only for m₃ = 0.',
        question: 'In the tab Body, type m₃ = 0.3 instead of 0: is G still constant?',
    },
    {
        id: 'corner',
        answer: 'The smallest: the diagonal runs through most of the mass.',
        group: shapes,
        title: 'On a corner',
        patch: {
            fixed: [1, 1, -1],
            showAxes: true,
            methods: ['bobenko-suris', 'bobenko-suris', 'axis-split/kahan-li8', 'gbs'],
        },
        caption: 'The same cuboid hung up at a corner: three different moments, not integrable.',
        question:
            'The diagonal through the centre of mass (the dot) is nearly a principal axis. ' +
            'Is its moment the smallest or the largest of the three?',
    },

    {
        id: 'j1',
        answer: 'Blue: up to t = 50 its error L reaches 0.12, that of green 0.00007.',
        group: thesis,
        title: '6.1 four bodies',
        patch: compare,
        tab: 'integrals',
        caption:
            'Bobenko–Suris on the left, gbs (extrapolation) on the right; thick ε = 0.01, thin ε₂ = 0.2; 50 units.',
        question: 'Which thin body leaves its thick twin first, blue or green?',
    },
    {
        id: 'j1-s45',
        answer: 'Hardly: 0.126 instead of 0.122 up to t = 50.',
        group: thesis,
        title: '6.1 tilted by 45°',
        tilt: 45,
        patch: compare,
        tab: 'integrals',
        caption: 'As 6.1, but the body starts tilted: now the first-order error of the axis shows.',
        question: 'Will the error of the blue body be larger than with the upright start?',
    },
    {
        id: 'j1-s52',
        answer: 'A little more: 0.121.',
        group: thesis,
        title: '6.1 axis along m',
        tilt: S52,
        patch: compare,
        tab: 'integrals',
        caption:
            'As 6.1 with the axis tilted towards m, the frame that fits the thesis’ figure best.',
        question: 'Largest error up to t = 50: more or less than 0.12?',
    },
    {
        id: 'j2',
        answer: 'It comes back: it swings between −17 and 22 and does not grow.',
        group: thesis,
        title: '6.1.5 strong gravity',
        patch: { ...compare, gravity: 10, m: [5, 0, 0], stop: 20 },
        tab: 'integrals',
        caption:
            'Gravity 10 and m = (5, 0, 0): the energy error of the coarse Bobenko–Suris body is very high.',
        question: 'Does it grow without bound, or does it come back?',
    },
    {
        id: 'j3',
        answer: 'It drifts, by about 0.00003 in 300 units.',
        group: thesis,
        title: '5.5 error of K',
        patch: { shape: 'kowalewski', eps1: 0.1, stop: 300, speed: 20, third: 'special' },
        tab: 'diagrams',
        caption: 'Kowalewski top with gbs (extrapolation), ε = 0.1, 300 units: K should be constant.',
        question: 'Does K − K(0) look like noise, or does it drift?',
    },
    {
        id: 'j4-long',
        answer: 'No: at t = 900 green is 0.003 away from the exact motion, blue 0.04 from its finer twin.',
        group: thesis,
        title: '6.2 long run',
        patch: {
            ...compare,
            methods: ['bobenko-suris', 'bobenko-suris', 'exact', 'gbs'],
            eps2: 5 / 166,
            ownSteps: [0, 0, 5, 5],
            tolerance: 2e-8,
            stop: 900,
            speed: 90,
        },
        tab: 'diagrams',
        caption:
            'Intervals of 5 units: 166 Bobenko–Suris steps (blue, against red with 500), ' +
            'one call of gbs ' +
            '(extrapolation, green, 2e-8, against the exact motion in yellow).',
        question: 'The thesis lets extrapolation lose by t = 900. Does a correct one?',
    },
    {
        id: 'j4-rk4',
        answer: 'Bobenko–Suris both times: 0.0007 against 0.0010 at t = 5, 0.003 against 0.06 at t = 30.',
        group: thesis,
        title: '6.3 Runge–Kutta',
        patch: {
            ...compare,
            methods: ['exact', 'bobenko-suris', 'exact', 'rk4'],
            eps1: 0.2,
            eps2: 0.2,
            ownSteps: [0.05, 0.05, 0, 0],
            stop: 30,
        },
        tab: 'diagrams',
        caption: 'RK4 with ε₂ = 0.2 (green) against Bobenko–Suris with ε₂/4 (blue): the same work.',
        question: 'Who is ahead at t = 5, and who at t = 30?',
    },

    {
        id: 'cusp',
        answer: 'Straight down, as it would fall from rest; the spin then turns it aside.',
        group: motions,
        title: 'Cusps',
        tilt: 30,
        patch: { ...fine, m: [0, -9.898667, 17.144994] },
        caption: 'Released from rest in precession: the apex stops at the top of every nutation.',
        question: 'In which direction does the apex leave each cusp?',
    },
    {
        id: 'loops',
        answer: 'Yes: each loop goes back less than the arc before went ahead.',
        group: motions,
        title: 'Loops',
        tilt: 30,
        patch: { ...fine, m: [0, -10.755916, 16.65006] },
        caption: 'Pushed against the precession: the apex turns back once per nutation.',
        question: 'Does the axis still advance on the whole?',
    },
    {
        id: 'wavy',
        answer: 'Low: there the axis has gained energy and precesses faster.',
        group: motions,
        title: 'Waves',
        tilt: 30,
        patch: { ...fine, m: [0, -9.487187, 17.382562] },
        caption: 'Pushed along the precession: never stops, only slows down.',
        question: 'Where is the precession fastest, high or low?',
    },
    {
        id: 'steady',
        answer: 'At the very bottom of the valley: the inclination cannot change.',
        group: motions,
        title: 'Steady precession',
        tilt: 30,
        patch: { ...fine, m: [0, -8.913884, 17.713558] },
        caption: 'Exactly the speed at which the inclination does not change.',
        question: 'Where must the dot sit in the effective potential?',
    },
    {
        id: 'fast',
        answer: 'Slower: twice the spin halves the precession.',
        group: motions,
        title: 'Fast top',
        tilt: 30,
        patch: { ...fine, eps1: 0.005, speed: 20, m: [0, -100, 100 * Math.sqrt(3)] },
        caption: 'm = 200 T: the nutation is too small to see, only a slow precession remains.',
        question: 'Doubling the spin: does the precession get faster or slower?',
    },
    {
        id: 'sleeping',
        answer: 'It wakes up: the axis falls, rises again and nutates.',
        group: motions,
        title: 'Sleeping top',
        patch: { ...fine, m: [0, 0, 16] },
        caption: 'Upright with m₃ = 16, above the threshold 12.734982: it sleeps.',
        question: 'Lower m₃ below the threshold and tilt a little: what then?',
    },
    {
        id: 'falling',
        answer: 'Yes: it falls to 77° and comes back, every 39 units.',
        group: motions,
        title: 'Falling top',
        tilt: 0.01,
        patch: { ...fine, m: [0, 0, 10] },
        caption: 'Upright but for 0.01°, with m₃ = 10, below the threshold 12.734982.',
        question: 'It falls. Does it ever come back to the vertical?',
    },
    {
        id: 'hanging',
        answer: 'Yes: hanging down is stable whatever the spin.',
        group: motions,
        title: 'Hanging',
        tilt: 170,
        patch: { ...fine },
        caption: 'Almost straight down: a spherical pendulum with spin.',
        question: 'Is this motion stable for every spin?',
    },
];
