// SPDX-License-Identifier: MIT
// The panel as the original had it: start-up state, the controls of `general`, the comparison mode,
// the diagrams.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
    launch,
    near,
    number,
    open,
    PLAIN,
    preset,
    row,
    runToStop,
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

test('the page opens with the Lagrange top of the thesis, identity frame, panel visible', async () => {
    const page = await open(browser);
    const s = await state(page);
    assert.deepEqual(
        [s.mode, s.edges, s.fixed, s.gravity, s.m, s.q, s.eps1],
        ['single', [0.8, 0.8, 1], [0, 0, -1], 1, [0.172, -1.862, 1.46], [1, 0, 0, 0], 0.1],
    );
    assert.ok(await page.isVisible('#tab-general'));
    assert.equal(await page.textContent('[data-fact=kind]'), 'Lagrange top');
    assert.match(await page.textContent('[data-fact=start]'), /identity/);
    const tabs = await page.locator('[role=tab]:visible').allTextContents();
    assert.deepEqual(tabs, [
        'General',
        'Body',
        'Integrals',
        'Diagrams',
        'Rod & Apex Trace',
        'Why',
        'Share',
    ]);
    await tab(page, 'integrals');
    near((await row(page, 'integrals', 'start'))[0], 5.828660972858, 1e-11);
    await page.done();
});

test('general: time, stop time, infinity, steps, gravity, speed and epsilon', async () => {
    const page = await open(browser);
    await type(page, '[data-field=eps1]', '0.02');
    await type(page, '[data-field=stop]', '1');
    await runToStop(page);
    assert.equal(await page.textContent('#time'), '1');
    assert.equal((await row(page, 'errors', 'yellow'))[0], 50);
    await page.click('#infinity');
    assert.equal((await state(page)).stop, 0);
    assert.equal(await page.inputValue('[data-field=stop]'), '∞');
    await page.click('#reset');
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0');
    await page.click('#step');
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0.02');
    await page.locator('[data-log=gravity]').fill('1');
    assert.equal((await state(page)).gravity, 10);
    await page.locator('#speed-slider').fill('-2');
    assert.equal((await state(page)).speed, 0.01);
    await page.done();
});

test('the result does not depend on speed or frames', async () => {
    const page = await open(browser);
    const ends = [];
    for (const speed of ['3', '1000']) {
        await type(page, '[data-field=stop]', '4');
        await runToStop(page, speed, speed === '1000');
        ends.push(
            JSON.stringify(
                JSON.parse(
                    await page.evaluate(() => /** @type {any} */ (window).lentoStudio.snapshot()),
                ).bodies,
            ),
        );
        await page.click('#reset');
    }
    assert.equal(ends[0], ends[1]);
    await page.done();
});

test('lagrange top: two bodies, then four, apart or on top of each other, each with its vectors', async () => {
    const page = await open(browser);
    await tab(page, 'body');
    await type(page, '#tab-body [data-field=edges][data-index="1"]', '0.6');
    await tab(page, 'general');
    await page.click('[data-choose=mode][data-value=compare]');
    assert.deepEqual((await state(page)).edges, [0.8, 0.8, 1]);
    await tab(page, 'integrals');
    const names = () => page.locator('#integrals tbody th').allTextContents();
    assert.deepEqual(await names(), ['t = 0', 'Ared', 'Cyellow']);
    assert.deepEqual(
        await page
            .locator('#matrix .cell:not([hidden]) select')
            .evaluateAll((/** @type {any[]} */ list) => list.map((e) => e.value)),
        ['bobenko-suris', 'gbs'],
    );
    assert.equal(await page.inputValue('[data-field=tolerance]'), '0.00001');
    await tab(page, 'general');
    await page.check('[data-field=second]');
    assert.deepEqual(await names(), ['t = 0', 'Ared', 'Bblue', 'Cyellow', 'Dgreen']);
    const tips = async () => {
        const x = [];
        for (const slot of [0, 1, 2, 3]) {
            x.push(
                (
                    await page.evaluate(
                        (/** @type {number} */ k) => /** @type {any} */ (window).lentoStudio.tip(k),
                        slot,
                    )
                ).x,
            );
        }
        return x;
    };
    const apart = await tips();
    near(apart[0], apart[1], 1e-9);
    assert.ok(apart[2] - apart[0] > 100, 'yellow stands right of red');
    await page.locator('[data-field=distance][type=range]').fill('0');
    await settled(page);
    const together = await tips();
    near(together[0], together[2], 1e-9);
    await page.click('#step');
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0.1');
    await page.done();
});

test('diagrams: K, <m,a>, E against L, L exact; automatic ranges and labels', async () => {
    const page = await open(browser);
    await preset(page, 'j3');
    await type(page, '.speed input[type=text]', '1000');
    await runToStop(page);
    const third = () => page.evaluate(() => /** @type {any} */ (window).lentoStudio.plots().third);
    await page.waitForFunction(
        () => /** @type {any} */ (window).lentoStudio.plots().third.yellow?.[0] === 300,
    );
    const K = (await third()).yellow;
    assert.ok(Math.abs(K[1]) < 4.8e-5 && K[1] !== 0, String(K));
    await preset(page, 'j1-s45');
    await tab(page, 'diagrams');
    await runToStop(page);
    for (const kind of ['axial', 'exact', 'phase']) {
        await page.selectOption('[data-field=third]', kind);
        await settled(page);
        assert.ok(Object.keys(await third()).includes('blue'), kind);
    }
    assert.match(await page.textContent('#tab-diagrams'), /error in body frame L\(E\)/);
    assert.match(await page.textContent('#plot-error'), /L, blue against red/);
    await page.done();
});

test('the ghost is the exact motion, and the table judges by it', async () => {
    const page = await open(browser);
    await page.check('[data-field=ghost]');
    await page.selectOption('#tab-general [data-method="2"]', 'exact');
    await type(page, '[data-field=stop]', '50');
    await runToStop(page);
    const cells = await row(page, 'errors', 'yellow');
    assert.ok(cells[4] < 1e-12, String(cells));
    await page.selectOption('#tab-general [data-method="2"]', 'bobenko-suris');
    await runToStop(page);
    assert.ok((await row(page, 'errors', 'yellow'))[4] > 1e-3);
    assert.ok(number(await page.textContent('#time')) === 50);
    await page.done();
});
