// SPDX-License-Identifier: MIT
// Page and command agree to 1e-9: pendulums of the second scene, equations stepped directly and
// solved with nothing chosen. The tops are compared in share.test.mjs, as recipes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { loadEngine } from '../src/engine.js';
import { answerJob } from '../src/scenes/equations/answer.js';
import { fields } from '../src/scenes/kapitza/fields.js';
import { optionsOf, problemOf } from '../src/scenes/kapitza/mechanics.js';

const engine = await loadEngine(readFileSync(path.join(process.env.STUDIO_BUILD ?? '.', 'engine.wasm')));
const folder = mkdtempSync(path.join(tmpdir(), 'lento-agree-'));
after(() => rmSync(folder, { recursive: true }));
const start = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.start]));
const EXAMPLES = new URL('../../examples/', import.meta.url);

/** The last row of a native run, by column. @param {string[]} words @returns {Record<string, number>} */
function native(words) {
    const text = execFileSync(process.env.LENTO ?? 'lento', ['run', ...words, '--format', 'csv'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines = text.trim().split('\n').filter((line) => !line.startsWith('#'));
    const [head, last] = [lines[0], lines[lines.length - 1]].map((line) => line.split(','));
    return Object.fromEntries(head.map((name, i) => [name.trim().replace(/ .*/, ''), Number(last[i])]));
}

/** @param {Record<string, number | string>} list */
const assigned = (list) => Object.entries(list).map(([name, value]) => `${name}=${value}`);
/** @param {Record<string, number | string>} list */
const flags = (list) =>
    Object.entries(list).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, String(value)]);

/** @param {Record<string, number>} mine @param {Record<string, number>} other */
function same(mine, other) {
    let seen = 0;
    for (const [name, value] of Object.entries(mine)) {
        if (name in other) {
            seen++;
            const size = Math.max(1, Math.abs(other[name]));
            assert.ok(Math.abs(value - other[name]) <= 1e-9 * size, `${name}: ${value} is not ${other[name]}`);
        }
    }
    assert.ok(seen > 0, `${Object.keys(mine)} against ${Object.keys(other)}`);
}

/** A motion of the page at its end. @param {{named?: string, text?: string}} problem
 * @param {Record<string, any>} parameters @param {Record<string, any>} options @param {number} until */
function stepped(problem, parameters, options, until) {
    assert.equal(engine.use(0, problem), '');
    assert.equal(engine.openMotion(0, parameters, options, until, 1).refusal, '');
    assert.equal(engine.advance(0, until, 1e6), 1);
    const names = engine.columnNames(0);
    const { columns } = /** @type {NonNullable<ReturnType<typeof engine.motion>>} */ (engine.motion(0, until));
    return Object.fromEntries(names.map((name, i) => [name, columns[i]]));
}

for (const [kind, steps, patch] of /** @type {[number, number, Record<string, any>][]} */ ([
    [1, 40, {}],
    [1, 40, { kOmega: 1e4, kSpeed: 3, kAngle: 0.1 }],
    [1, 60, { kLength: 0.5, kSpeed: 6, kGravity: 1.6 }],
    [1, 40, { kDrag: 2, kAngle: 0.8 }],
    [1, 40, { kLinks: 2, kSpeed: 5, kAngle: 0.1 }],
    [1, 40, { kLinks: 4, kSpeed: 7, kAngle: 0.05 }],
    [1, 40, { kLive: true, kFrom: [0.4, 0, 0, 0, -2, 0, 0, 0] }],
    [0, 2000, {}],
    [0, 2000, { kOmega: 3000, kDrag: 1 }],
    [0, 2000, { kLinks: 3, kOmega: 1e5 }],
])) {
    test(`pendulum ${JSON.stringify(patch)}, ${kind ? 'slow' : 'fast'}: page and command agree`, () => {
        const state = { ...start, ...patch };
        const { problem, parameters } = problemOf(state);
        const options = optionsOf(state)[kind];
        const until = steps * Number(options.macro_step);
        const file = path.join(folder, 'page.ode');
        writeFileSync(file, problem.text ?? '');
        same(
            stepped(problem, parameters, options, until),
            native([problem.named ?? file, ...assigned(parameters), ...flags({ ...options, until })]),
        );
    });
}

for (const [name, options, until] of /** @type {[string, Record<string, any>, number][]} */ ([
    ['kepler', { scheme: 'direct', macro: 'rk4', macro_step: 0.01 }, 3],
    ['lorenz', { scheme: 'direct', macro: 'rk4', macro_step: 0.01 }, 2],
    ['van_der_pol', { scheme: 'direct', macro: 'rk4', macro_step: 0.02 }, 10],
    ['hodgkin_huxley', { scheme: 'direct', macro: 'rk4', macro_step: 0.01 }, 10],
    ['paul_trap', { scheme: 'async', macro_step: 1e-5 }, 2e-4],
])) {
    test(`equations ${name}, stepped: page and command agree`, () => {
        const text = readFileSync(new URL(`${name}.ode`, EXAMPLES), 'utf8');
        const file = new URL(`${name}.ode`, EXAMPLES).pathname;
        same(stepped({ text }, {}, options, until), native([file, ...flags({ ...options, until })]));
    });
}

// the steps of a hands-off run are chosen by differences near rounding, so another sine may choose
// others: the values still agree within their bars
test('every vibration is shown by its points: it shakes about the slow motion from the start that the means mean', () => {
    const text = readFileSync(new URL('drag.ode', EXAMPLES), 'utf8').replace('init th', 'init mean th');
    assert.equal(engine.use(0, { text }), '');
    assert.equal(engine.openMotion(0, {}, { scheme: 'direct' }, 1, 1).refusal, '');
    engine.advance(0, 1, 400);
    const rate = Array.from(engine.recording(0, engine.columnNames(0).indexOf("th'")).value);
    // v/l sin(theta) sin(th) at th = 0.5
    const shake = (4 / 0.2) * Math.sin(0.5);
    assert.ok(Math.max(...rate) > 0.9 * shake && Math.min(...rate) < -0.9 * shake, `${Math.min(...rate)}`);
    const slow = Array.from(engine.recording(0, engine.columnNames(0).indexOf('P')).value);
    assert.ok(Math.max(...slow.map(Math.abs)) < 0.1 * shake);
});

test('equations drag, nothing chosen: page and command agree within the bar', () => {
    const text = readFileSync(new URL('drag.ode', EXAMPLES), 'utf8');
    const input = { text, parameters: {}, until: 0.2, tolerance: 1e-4, samples: 8, most: 3e7 };
    const answer = answerJob(engine, input, () => {});
    const other = native([new URL('drag.ode', EXAMPLES).pathname, ...flags({ until: 0.2, tol: 1e-4 })]);
    answer.columns.forEach((/** @type {string} */ name, /** @type {number} */ i) => {
        const bar = answer.bars[7] * answer.magnitude[i];
        assert.ok(bar > 0 && Math.abs(answer.values[i][7] - other[name]) < bar, `${name}: ${bar}`);
    });
});

for (const [name, parameters, until] of /** @type {[string, Record<string, number>, number][]} */ ([
    ['paul_trap', {}, 1e-4],
    ['kepler', { e: 0.3 }, 4],
    ['magnetic_bottle', {}, 1],
    ['van_der_pol', {}, 20],
    ['stellar', {}, 6],
])) {
    test(`equations ${name} ${JSON.stringify(parameters)}, nothing chosen: page and command agree`, () => {
        const text = readFileSync(new URL(`${name}.ode`, EXAMPLES), 'utf8');
        const file = new URL(`${name}.ode`, EXAMPLES).pathname;
        const input = { text, parameters, until, tolerance: 1e-4, samples: 8, most: 3e7 };
        const answer = answerJob(engine, input, () => {});
        assert.equal(answer.status, 'done', answer.sentence);
        const last = answer.times.length - 1;
        same(
            Object.fromEntries(answer.columns.map((/** @type {string} */ c, /** @type {number} */ i) => [c, answer.values[i][last]])),
            native([file, ...assigned(parameters), ...flags({ until, tol: 1e-4, every: until / 8 })]), // the same rows
        );
    });
}
