// SPDX-License-Identifier: MIT
// Direct manipulation with mouse and touch (D1-D6), undo and redo, numeric entry, and fields fed
// with nonsense.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
    launch,
    near,
    number,
    open,
    PLAIN,
    preset,
    settled,
    state,
    tab,
    type,
} from './browser.mjs';

/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

/** Position in the window of a point that the page knows. @param {any} page @param {string} what
 * @param {any} [argument] */
async function where(page, what, argument) {
    const box = await page.locator('#scene').boundingBox();
    const p = await page.evaluate(
        ([name, x]) => /** @type {any} */ (window).lentoStudio[name](x),
        [what, argument],
    );
    return Array.isArray(p)
        ? p.map((c) => ({ ...c, x: c.x + box.x, y: c.y + box.y }))
        : { x: p.x + box.x, y: p.y + box.y };
}

/** @param {any} page @param {{x: number, y: number}} from @param {{x: number, y: number}} to
 * @param {'left'|'middle'} [button] */
async function drag(page, from, to, button = 'left') {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button });
    for (let i = 1; i <= 4; i++) {
        await page.mouse.move(
            from.x + ((to.x - from.x) * i) / 4,
            from.y + ((to.y - from.y) * i) / 4,
        );
    }
    await page.mouse.up({ button });
}

/** @param {any} page @param {string} fact */
async function fact(page, fact) {
    const text = await page.textContent(`#derived [data-fact="${fact}"]`);
    return (text ?? '').trim().split(/ {2,}/).map(number);
}

/**
 * Exactly these parts of the state differ.
 * @param {any} a
 * @param {any} b
 * @param {string[]} names
 */
function onlyChanged(a, b, names) {
    const changed = Object.keys(a).filter((k) => JSON.stringify(a[k]) !== JSON.stringify(b[k]));
    assert.deepEqual(changed.sort(), [...names].sort());
}

/** J^-1 m of the cuboid on its lower face, from first principles. @param {any} s */
function velocity(s) {
    const [N, B, T] = s.edges;
    const mass = 8 * N * B * T;
    const I = [
        mass * ((B * B + T * T) / 3 + T * T),
        mass * ((N * N + T * T) / 3 + T * T),
        (mass * (N * N + B * B)) / 3,
    ];
    const turn = (/** @type {number[]} */ q, /** @type {number[]} */ v) => {
        const [w, x, y, z] = q;
        const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
        return [
            v[0] + w * t[0] + y * t[2] - z * t[1],
            v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0],
        ];
    };
    const body = turn([s.q[0], -s.q[1], -s.q[2], -s.q[3]], s.m);
    return turn(
        s.q,
        body.map((M, i) => M / I[i]),
    );
}

test('the tip of m is pulled by mouse: only m changes, omega = J^-1 m follows', async () => {
    const page = await open(browser);
    const begin = await state(page);
    const tip = await where(page, 'tip');
    await page.mouse.move(tip.x, tip.y);
    assert.match(await page.textContent('#hint'), /edges, attitude and gravity stay/);
    await drag(page, tip, { x: tip.x - 70, y: tip.y - 40 });
    const end = await state(page);
    onlyChanged(begin, end, ['m']);
    await tab(page, 'body');
    const omega = await fact(page, 'omega');
    velocity(end).forEach((w, i) => near(omega[i], w, 1e-12, `omega ${i}`));
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('the tip of m is pulled by touch', async () => {
    const page = await open(browser, { hasTouch: true });
    const begin = await state(page);
    const tip = await where(page, 'tip');
    const client = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ kind, /** @type {number} */ dx) =>
        client.send('Input.dispatchTouchEvent', {
            type: kind,
            touchPoints: kind === 'touchEnd' ? [] : [{ x: tip.x + 6 + dx, y: tip.y - dx / 2 }],
        });
    await touch('touchStart', 0);
    await touch('touchMove', 30);
    await touch('touchMove', 60);
    await touch('touchEnd', 0);
    const end = await state(page);
    onlyChanged(begin, end, ['m']);
    velocity(end).forEach((w) => assert.ok(Number.isFinite(w)));
    await page.done();
});

test('a face turns the body, a far corner resizes it, and nothing else changes', async () => {
    const page = await open(browser);
    const begin = await state(page);
    const all = await where(page, 'corners');
    const corner = (/** @type {number[]} */ s) =>
        all.find((/** @type {any} */ c) => c.signs.join() === s.join());
    const [low, high] = [corner([-1, -1, -1]), corner([1, -1, 1])];
    const face = { x: 0.4 * low.x + 0.6 * high.x, y: 0.25 * low.y + 0.75 * high.y };
    await drag(page, face, { x: face.x + 60, y: face.y + 15 });
    const turned = await state(page);
    onlyChanged(begin, turned, ['q']);
    near(Math.hypot(...turned.q), 1, 1e-12);
    await page.click('#undo');
    const far = corner([1, -1, 1]);
    await drag(page, far, { x: far.x + 40, y: far.y - 30 });
    const resized = await state(page);
    onlyChanged(begin, resized, ['edges']);
    await tab(page, 'body');
    near(
        (await fact(page, 'mass'))[0],
        8 * resized.edges[0] * resized.edges[1] * resized.edges[2],
        1e-9,
    );
    await page.done();
});

test('the middle button moves the fixed point to the corner: moments of the card, axes shown', async () => {
    const page = await open(browser);
    const begin = await state(page);
    const all = await where(page, 'corners');
    const corner = all.find((/** @type {any} */ c) => c.signs.join() === '1,-1,-1');
    const pivot = await where(page, 'at', [0, 0, 0]);
    await drag(page, corner, pivot, 'middle');
    const moved = await state(page);
    onlyChanged(begin, moved, ['fixed']);
    assert.deepEqual(moved.fixed, [1, -1, -1]);
    await tab(page, 'body');
    const card = [2.521451091794, 14.135615574873, 14.472533333333];
    (await fact(page, 'moments')).forEach((I, i) => near(I, card[i], 1e-9, `moment ${i}`));
    await page.click('[data-pivot="1,1,-1"]');
    (await fact(page, 'moments')).forEach((I, i) => near(I, card[i], 1e-9, `moment ${i}`));
    await page.done();
});

test('ten undos return the first state bit for bit, ten redos the last', async () => {
    const page = await open(browser);
    const first = JSON.stringify(await state(page));
    for (let i = 0; i < 4; i++) {
        const tip = await where(page, 'tip');
        await drag(page, tip, { x: tip.x + 15 - 9 * i, y: tip.y - 12 });
    }
    await tab(page, 'body');
    for (const [selector, value] of [
        ['#tab-body [data-field=edges][data-index="0"]', '0.7'],
        ['#tab-body [data-field=edges][data-index="2"]', '1.3'],
        ['#tab-body [data-field=m][data-index="1"]', '0.1'],
        ['#tab-body [data-field=fixed][data-index="1"]', '0.3'],
        ['#tab-body [data-field=q][data-index="1"]', '0.4'],
        ['#tab-body [data-field=edges][data-index="1"]', '0.9'],
    ]) {
        await type(page, selector, value);
    }
    const last = JSON.stringify(await state(page));
    assert.notEqual(last, first);
    for (let i = 0; i < 10; i++) {
        await page.click('#undo');
    }
    assert.equal(JSON.stringify(await state(page)), first);
    assert.ok(await page.isDisabled('#undo'));
    for (let i = 0; i < 10; i++) {
        await page.keyboard.press('Control+Shift+Z');
    }
    assert.equal(JSON.stringify(await state(page)), last);
    await page.done();
});

test('an attitude is typed component by component and normalised as a whole', async () => {
    const page = await open(browser);
    await tab(page, 'body');
    const field = (/** @type {number} */ i) => `#tab-body [data-field=q][data-index="${i}"]`;
    for (const i of [0, 1, 2, 3]) {
        await type(page, field(i), '0.5');
    }
    assert.deepEqual((await state(page)).q, [0.5, 0.5, 0.5, 0.5]);
    assert.equal(await page.textContent('#attitude-note'), '');
    await type(page, field(3), '-1');
    assert.match(await page.textContent('#attitude-note'), /length 1\.3229/);
    assert.equal(await page.inputValue(field(3)), '-1');
    const { q } = await state(page);
    near(Math.hypot(...q), 1, 1e-15);
    near(q[3] / q[0], -2, 1e-15);
    for (const [i, text] of /** @type {[number, string][]} */ ([
        [0, '0'],
        [1, '0'],
        [2, '0'],
        [3, '0'],
    ])) {
        await type(page, field(i), text);
    }
    assert.match(await page.textContent('#attitude-note'), /Four zeros/);
    assert.deepEqual((await state(page)).q, [0, 0, 0, -1]);
    await type(page, field(1), '1');
    assert.deepEqual((await state(page)).q, [0, 1, 0, 0]);
    await type(page, field(0), '7');
    assert.match(await page.textContent('#messages'), /between/);
    await page.click('#undo');
    assert.equal(await page.inputValue(field(1)), '0');
    await page.done();
});

test('an edit at t > 0 makes the shown state the new start, as one undo step', async () => {
    const page = await open(browser);
    const begin = JSON.stringify(await state(page));
    for (let i = 0; i < 5; i++) {
        await page.click('#step');
    }
    assert.equal(await page.textContent('#time'), '0.5');
    await tab(page, 'body');
    await type(page, '#tab-body [data-field=edges][data-index="2"]', '1.2');
    const edited = await state(page);
    assert.equal(await page.textContent('#time'), '0');
    assert.notDeepEqual(edited.q, [1, 0, 0, 0]);
    assert.equal(edited.edges[2], 1.2);
    await page.click('#undo');
    assert.equal(JSON.stringify(await state(page)), begin);
    await page.done();
});

/** @param {any} page */
const snapshot = (page) => page.evaluate(() => /** @type {any} */ (window).lentoStudio.snapshot());

test('fields show what the body shows, and a component typed at t > 0 joins the others of then', async () => {
    const page = await open(browser);
    const field = (/** @type {string} */ name, /** @type {number} */ i) =>
        `#tab-body [data-field=${name}][data-index="${i}"]`;
    await tab(page, 'body');
    for (let i = 0; i < 5; i++) {
        await page.click('#step');
    }
    await settled(page);
    const shown = async () => {
        const v = JSON.parse(await snapshot(page)).bodies[0].values;
        return { q: [v.qw, v.qx, v.qy, v.qz], m: [v.m1, v.m2, v.m3] };
    };
    const late = await shown();
    for (const [name, values] of Object.entries(late)) {
        for (const [i, value] of values.entries()) {
            assert.equal(await page.inputValue(field(name, i)), String(value), `${name} ${i}`);
        }
    }
    await type(page, field('m', 0), '0.5');
    let s = await state(page);
    assert.deepEqual([s.m, s.q], [[0.5, late.m[1], late.m[2]], late.q]);
    await type(page, field('q', 1), '0.9');
    await page.click('#step');
    const { q } = await shown();
    await type(page, field('q', 0), '0.5');
    s = await state(page);
    [0.5, q[1], q[2], q[3]].forEach((x, i) =>
        near(s.q[i], x / Math.hypot(0.5, q[1], q[2], q[3]), 1e-15, `q ${i}`),
    );
    await page.done();
});

test('an edit brought back or given up leaves the run and the undo steps alone', async () => {
    const page = await open(browser);
    await type(page, '[data-field=gravity]:not([type=range])', '10');
    for (let i = 0; i < 5; i++) {
        await page.click('#step');
    }
    const run = await snapshot(page);
    const undone = async () => {
        await page.click('#undo');
        return (await page.textContent('#messages')) ?? '';
    };
    // to the left and back beyond the right end: the slider tells of no change then
    const slider = await page.locator('[data-log=gravity]').boundingBox();
    const right = { x: slider.x + slider.width - 4, y: slider.y + slider.height / 2 };
    await page.mouse.move(right.x, right.y);
    await page.mouse.down();
    await page.mouse.move(right.x - 60, right.y, { steps: 3 });
    assert.ok((await state(page)).gravity < 9);
    await page.mouse.move(right.x + 40, right.y, { steps: 3 });
    await page.mouse.up();
    await settled(page);
    assert.equal(await snapshot(page), run);
    // a drag given up
    const tip = await where(page, 'tip');
    await page.mouse.move(tip.x, tip.y);
    await page.mouse.down();
    await page.mouse.move(tip.x + 40, tip.y + 20, { steps: 2 });
    assert.notEqual(await snapshot(page), run);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await settled(page);
    assert.equal(await snapshot(page), run);
    assert.equal(await page.textContent('#time'), '0.5');
    // the next edit is undone alone, and the one before it is still there
    await tab(page, 'body');
    await type(page, '#tab-body [data-field=m][data-index="0"]', '5');
    assert.match(await undone(), /Undone: a component of the angular momentum/);
    assert.equal((await state(page)).gravity, 10);
    assert.match(await undone(), /Undone: gravity/);
    assert.ok(await page.isDisabled('#undo'));
    await page.done();
});

test('numbers that can be read in two ways are refused; Enter sets the tilt; Space opens a summary', async () => {
    const page = await open(browser);
    const stop = '[data-field=stop]';
    for (const [text, words] of [
        ['1,000', /two ways/],
        ['12,345.6', /two ways/],
        ['0x10', /is none/],
    ]) {
        await type(page, stop, text);
        assert.match(await page.textContent('#messages'), words, text);
        assert.equal((await state(page)).stop, 0, text);
    }
    await type(page, stop, '0,5');
    assert.equal((await state(page)).stop, 0.5);
    await tab(page, 'body');
    await page.fill('#tilt', '90');
    await page.press('#tilt', 'Enter');
    near((await state(page)).q[1], Math.SQRT1_2, 1e-15);
    await tab(page, 'integrals');
    await page.focus('#tab-integrals summary');
    await page.keyboard.press(' ');
    assert.ok(await page.isVisible('#tab-integrals .words'));
    assert.equal(await page.textContent('#start'), 'Start');
    await page.done();
});

test('special cases shape the body, show K and G, and set m3', async () => {
    const page = await open(browser);
    await page.check('[data-case=kowalewski]');
    let s = await state(page);
    near(s.edges[0], Math.sqrt(3) * 0.8, 1e-15);
    near(s.edges[2], 0.4, 1e-15);
    near(number((await page.textContent('#value-K')).slice(4)), 1.52554723038, 1e-9);
    await page.check('[data-case=goryachev]');
    s = await state(page);
    near(s.edges[0], Math.sqrt(7) * 0.8, 1e-15);
    assert.equal(s.m[2], 0);
    near(number((await page.textContent('#value-G')).slice(4)), -0.000754058022, 1e-11);
    // a pull keeps m3; a typed one is told that G is no integral then
    const tip = await where(page, 'tip');
    await page.mouse.move(tip.x, tip.y);
    assert.match(await page.textContent('#hint'), /m₃ stay/);
    await drag(page, tip, { x: tip.x + 20, y: tip.y - 30 });
    const pulled = await state(page);
    assert.notDeepEqual(pulled.m, s.m);
    assert.equal(pulled.m[2], 0);
    assert.equal(await page.textContent('#tab-general [data-note=integral]'), '');
    await tab(page, 'body');
    await type(page, '#tab-body [data-field=m][data-index="2"]', '0.3');
    assert.match(await page.textContent('#messages'), /G is an integral only while m₃ = 0/);
    await tab(page, 'general');
    assert.match(await page.textContent('#tab-general [data-note=integral]'), /m₃ = 0\.3/);
    await page.click('[data-choose=mode][data-value=compare]');
    s = await state(page);
    assert.equal(s.edges[0], s.edges[1]);
    assert.equal(s.shape, 'free');
    await page.done();
});

test('absurd numbers get a clear message, and the page goes on', async () => {
    const page = await open(browser);
    const begin = JSON.stringify(await state(page));
    await tab(page, 'body');
    const fields = await page.locator('#tab-body [data-field]:not([type=checkbox])').count();
    const absurd = [
        '',
        'abc',
        '1e999',
        '-1e308',
        'NaN',
        '<img src=x onerror=alert(1)>',
        '１',
        '0x',
    ];
    for (let i = 0; i < fields; i++) {
        const field = page.locator('#tab-body [data-field]:not([type=checkbox])').nth(i);
        await field.fill(absurd[i % absurd.length]);
        await field.press('Enter');
        await page.waitForFunction(() =>
            /must|none|needed/.test(document.querySelector('#messages')?.textContent ?? ''),
        );
        await page.evaluate(() => document.querySelector('#messages')?.replaceChildren());
    }
    await tab(page, 'general');
    for (const [name, value] of [
        ['eps1', '0'],
        ['eps1', '-1'],
        ['gravity', '-3'],
        ['stop', '-1'],
    ]) {
        await type(page, `#tab-general [data-field=${name}]:not([type=range])`, value);
        await page.waitForFunction(() =>
            /must lie between/.test(document.querySelector('#messages')?.textContent ?? ''),
        );
        await page.evaluate(() => document.querySelector('#messages')?.replaceChildren());
    }
    assert.equal(JSON.stringify(await state(page)), begin);
    await page.click('[data-choose=mode][data-value=compare]');
    await type(page, '#tab-general [data-field=eps2]', '1e400');
    assert.match(await page.textContent('#messages'), /must lie between/);
    assert.equal((await state(page)).eps2, 0.2);
    await page.click('#step');
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0.1');
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('a method that does not fit the body is refused in words', async () => {
    const page = await open(browser);
    await page.selectOption('#tab-general [data-method="2"]', 'strang');
    await page.check('[data-case=kowalewski]');
    await page.waitForFunction(() =>
        /axis-split/.test(document.querySelector('#messages')?.textContent ?? ''),
    );
    // it stays in the scene, and Start and Step say why nothing moves
    for (const button of ['#start', '#step']) {
        await page.evaluate(() => document.querySelector('#messages')?.replaceChildren());
        await page.click(button);
        assert.match(await page.textContent('#messages'), /cannot move.*axis-split/);
        assert.equal(await page.textContent('#start'), 'Start');
    }
    assert.equal((await where(page, 'corners')).length, 8);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('scrubbing shows the recorded past, speed and steps are exact, reset returns to t = 0', async () => {
    const page = await open(browser);
    for (let i = 0; i < 8; i++) {
        await page.keyboard.press('Tab');
    }
    for (let i = 0; i < 6; i++) {
        await page.click('#step');
    }
    const values = () =>
        page.evaluate(() => JSON.parse(/** @type {any} */ (window).lentoStudio.snapshot()));
    await page.locator('#scrub').fill('2');
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0.2');
    assert.equal((await values()).bodies[0].values.step, 6);
    await page.click('#reset');
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0');
    await preset(page, 'cusp');
    await type(page, '.speed input[type=text]', '0.01');
    assert.equal((await state(page)).speed, 0.01);
    await page.done();
});
