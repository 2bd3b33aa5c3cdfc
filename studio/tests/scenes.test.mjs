// SPDX-License-Identifier: MIT
// What there is to see beyond the panel: camera and walking, rods and traces, vectors and effective
// potential, presets. Looks do not matter here, so the page draws lines, which also shows that it
// works without WebGL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
    launch,
    near,
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

test('keys: Space plays and pauses; in walk mode W moves, Space jumps, G is weightless', async () => {
    const page = await open(browser);
    await page.focus('#scene');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => Number(document.querySelector('#time')?.textContent) > 0);
    await page.keyboard.press(' ');
    assert.equal(await page.textContent('#start'), 'Start');
    const time = await page.textContent('#time');
    await page.click('#view-open');
    await page.check('#walk');
    await page.click('#view [data-close]');
    const place = () => page.evaluate(() => /** @type {any} */ (window).lentoStudio.at([0, 0, 0]));
    const before = await place();
    await page.focus('#scene');
    await page.keyboard.down('d');
    await page.waitForFunction(
        (/** @type {number} */ x) =>
            Math.abs(/** @type {any} */ (window).lentoStudio.at([0, 0, 0]).x - x) > 2,
        before.x,
    );
    await page.keyboard.up('d');
    await page.keyboard.press('g');
    await page.keyboard.press(' ');
    assert.equal(await page.textContent('#time'), time);
    await page.done();
});

test('nearly 2D, double clicks, floor, opacity and themes', async () => {
    const page = await open(browser);
    const size = async () => {
        const c = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.corners());
        const at = (/** @type {string} */ s) =>
            c.find((/** @type {any} */ x) => x.signs.join() === s);
        const wide = (/** @type {string} */ a, /** @type {string} */ b) =>
            Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y);
        return wide('-1,-1,-1', '1,-1,-1') / wide('-1,1,-1', '1,1,-1');
    };
    assert.ok((await size()) > 1.05);
    await page.check('[data-field=flat]');
    near(await size(), 1, 0.02, 'front edge over back edge');
    const box = await page.locator('#scene').boundingBox();
    await page.mouse.dblclick(box.x + 40, box.y + box.height - 160);
    assert.ok(await page.isVisible('#view'));
    await page.selectOption('#view [data-field=theme]', 'dark');
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
    await page.uncheck('#view [data-field=floor]');
    await page.locator('#view [data-field=opacity]').fill('0.4');
    assert.equal((await state(page)).opacity, 0.4);
    await page.click('#view [data-close]');
    await page.done();
});

test('rod and apex: section, lengths, resets, and only where they belong', async () => {
    const page = await open(browser);
    await preset(page, 'kowalewski');
    await tab(page, 'rod');
    assert.match(await page.textContent('#rod-note'), /0\.7071/);
    assert.match(await page.textContent('#apex-note'), /only for a Lagrange top/);
    await preset(page, 'goryachev');
    await tab(page, 'rod');
    assert.match(await page.textContent('#rod-note'), /0\.5000/);
    await type(page, '#tab-rod [data-field=rodLength]:not([type=range])', '1000');
    await page.click('#rod-reset');
    await preset(page, 'loops');
    await tab(page, 'rod');
    assert.match(await page.textContent('#rod-note'), /1\.0000/);
    assert.match(await page.textContent('#apex-note'), /nutation/);
    await page.click('#apex-reset');
    await page.locator('#tab-rod [data-field=apexLength][type=range]').fill('700');
    assert.equal((await state(page)).apexLength, 700);
    await page.done();
});

test('seeing why: vectors, angles, energies, effective potential with a moving dot', async () => {
    const page = await open(browser);
    await preset(page, 'cusp');
    await tab(page, 'why');
    await page.check('[data-field=showTorque]');
    await page.check('[data-field=showGravity]');
    await settled(page);
    const theta = (await row(page, 'vectors', 'angles'))[1];
    near(theta, Math.PI / 6, 1e-9);
    near((await row(page, 'vectors', 'rates'))[0], 0, 1e-6);
    await page.waitForSelector('#plot-potential canvas');
    const dot = () =>
        page.evaluate(() => /** @type {any} */ (window).lentoStudio.plots().potential.now);
    const first = await dot();
    near(first[0], theta, 1e-9);
    for (let i = 0; i < 12; i++) {
        await page.click('#step');
    }
    await page.waitForFunction(
        (/** @type {number} */ x) =>
            /** @type {any} */ (window).lentoStudio.plots().potential.now[0] > x + 1e-4,
        first[0],
    );
    const [kinetic, potential, sum] = (await page.textContent('#energy-words'))
        .match(/[\d.]+/g)
        .map(Number);
    near(kinetic + potential, sum, 1e-4);
    await page.done();
});

test('the words under the potential: V equals the energy in steady precession, none at the centre', async () => {
    const page = await open(browser);
    await preset(page, 'steady');
    await tab(page, 'why');
    for (let i = 0; i < 3; i++) {
        await page.click('#step');
        await settled(page);
        const words = await page.textContent('#potential-note');
        const [, energy, V] = words.match(/energy ([\d.]+);.* V = ([\d.]+);/);
        assert.equal(V, energy);
    }
    await tab(page, 'body');
    await page.click('[data-pivot="0,0,0"]');
    await tab(page, 'why');
    await settled(page);
    assert.match(await page.textContent('#potential-note'), /no potential/);
    await page.done();
});

test('a body that does not move is said to be at rest', async () => {
    const page = await open(browser);
    assert.equal(await page.locator('[data-fact=motion]').count(), 0);
    await tab(page, 'body');
    for (const i of [0, 1, 2]) {
        await type(page, `#tab-body [data-field=m][data-index="${i}"]`, '0');
    }
    await type(page, '#tilt', '180');
    await page.click('#tilt-set');
    await tab(page, 'general');
    assert.match(await page.textContent('[data-fact=motion]'), /at rest/);
    assert.equal(await page.locator('[data-fact=nutation]').count(), 0);
    await preset(page, 'sleeping');
    assert.match(await page.textContent('[data-fact=motion]'), /spins about the vertical/);
    await page.done();
});

test('every preset loads with a caption and a question; sleeping stays, falling falls and returns', async () => {
    const page = await open(browser);
    const ids = await page
        .locator('[data-preset]')
        .evaluateAll((/** @type {any[]} */ list) => list.map((b) => b.dataset.preset));
    assert.ok(ids.length >= 18);
    for (const id of ids) {
        await page.click('#presets-open');
        await page.click(`[data-preset="${id}"]`);
        assert.match(await page.textContent('#caption-question'), /\?$/, id);
        if (await page.isEnabled('#step')) {
            await page.click('#step');
        }
    }
    assert.equal(await page.locator('#messages .warning').count(), 0);
    const range = async () => {
        await tab(page, 'general');
        return (await page.textContent('[data-fact=range]')).match(/[\d.]+/g).map(Number);
    };
    await preset(page, 'falling');
    const [least, most] = await range();
    assert.ok(least < 0.02 && most > 60, `${least} ${most}`);
    await preset(page, 'steady');
    const steady = await range();
    near(steady[0], 30, 0.01);
    near(steady[1], 30, 0.01);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('a preset chosen again starts again; its caption goes when the motion becomes another one', async () => {
    const page = await open(browser);
    await preset(page, 'j1');
    await page.click('#step');
    await preset(page, 'j1');
    await settled(page);
    assert.equal(await page.textContent('#time'), '0');
    await tab(page, 'general');
    await type(page, '[data-field=stop]', '40');
    await page.click('#step');
    assert.ok(await page.isVisible('#caption'));
    await page.click('#undo');
    await page.click('#undo');
    assert.equal((await state(page)).mode, 'single');
    assert.ok(!(await page.isVisible('#caption')));
    assert.ok(await page.isDisabled('#undo'));
    await preset(page, 'sleeping');
    assert.ok(await page.isVisible('#caption'));
    await tab(page, 'body');
    await type(page, '#tab-body [data-field=m][data-index="2"]', '8');
    assert.ok(!(await page.isVisible('#caption')));
    await page.done();
});

test('long traces and four bodies run on without leaving anything behind', async () => {
    const page = await open(browser);
    const used = (/** @type {number} */ frames) =>
        page.evaluate((/** @type {number} */ n) => {
            for (let i = 0; i < n; i++) {
                /** @type {any} */ (window).lentoStudio.frame(1 / 60);
            }
            for (let i = 0; i < 3; i++) {
                /** @type {any} */ (window).gc();
            }
            return {
                heap: /** @type {any} */ (performance).memory.usedJSHeapSize,
                nodes: document.querySelectorAll('*').length,
                engine: /** @type {any} */ (window).lentoStudio.memory(),
            };
        }, frames);
    for (const [id, where] of [
        ['loops', 'rod'],
        ['j1', 'diagrams'],
    ]) {
        await preset(page, id);
        await tab(page, 'general');
        await page.click('#infinity');
        await tab(page, where);
        if (id === 'loops') {
            await page.check('#tab-rod [data-field=rod]');
            await type(page, '#tab-rod [data-field=rodLength]:not([type=range])', '1000');
        }
        await type(page, '.speed input[type=text]', '60');
        await page.click('#start');
        const early = await used(150);
        const late = await used(450);
        await page.click('#start');
        assert.equal(late.nodes, early.nodes, id);
        assert.equal(late.engine, early.engine, id);
        assert.ok(late.heap < 1.1 * early.heap, `${id}: heap ${early.heap} -> ${late.heap}`);
    }
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('without WebGL the numbers, diagrams and exports still work', async () => {
    const page = await open(browser);
    assert.match(await page.textContent('#hint'), /Without WebGL/);
    await preset(page, 'j1');
    await runToStop(page);
    assert.equal((await row(page, 'errors', 'red'))[0], 5000);
    await tab(page, 'diagrams');
    await page.waitForSelector('#plot-energy canvas');
    await tab(page, 'share');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#save-csv')]);
    assert.ok(await file.path());
    assert.deepEqual(page.errors, []);
    await page.done();
});
