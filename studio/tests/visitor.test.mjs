// SPDX-License-Identifier: MIT
// The page as a visitor meets it, with real mouse, keys and touch: what it opens with, Space, walking,
// the gallery, presentation, links that are pasted, equations, and five tasks in six actions each.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, near, number, open, PLAIN, playUntil, preset, settled, state, tab, type } from './browser.mjs';

/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

/** @param {any} page @param {string} id */
const scene = (page, id) => page.click(`[data-choose=scene][data-value=${id}]`);
/** @param {any} page @param {string} button */
async function saved(page, button) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    return readFile(await file.path(), 'utf8');
}
/** @param {any} page */
const answered = (page) =>
    page.waitForFunction(() => /** @type {any} */ (window).lentoStudio.answer()?.status);

test('a first visitor sees a spinning top that moves', async () => {
    const page = await open(browser, { hash: '' });
    const s = await state(page);
    assert.deepEqual([s.scene, s.form], ['top', 'disc']);
    assert.equal(await page.textContent('#start'), 'Stop');
    await page.waitForFunction(() => Number(document.querySelector('#time')?.textContent) > 0.2);
    assert.match(await page.textContent('#caption-title'), /Spinning top/);
    assert.equal(await page.isVisible('#caption-answer'), false);
    await page.click('#start');
    await page.waitForSelector('#caption-answer:visible');
    // a fast top: the exact precession agrees with M g a / L3 within the square of its slowness
    const fact = async (/** @type {string} */ name) => parseFloat(await page.textContent(`#statistics [data-fact=${name}]`));
    const exact = (await fact('precession')) / (await fact('nutation'));
    near(await fact('fast-precession'), exact, 0.1 * exact);
    await preset(page, 'start');
    assert.equal((await state(page)).form, 'cuboid', 'the cuboid of the thesis is one click away');
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('Space plays after a press of any button, and not in a text field; a preset gives the keys to the scene', async () => {
    const page = await open(browser);
    const text = () => page.textContent('#start');
    for (const css of ['#of-tab-body', '#undo', '[data-tool=turn]', '[data-pivot="0,0,0"]']) {
        await page.click(css, { force: true });
        await page.keyboard.press('Space');
        assert.equal(await text(), 'Stop', css);
        await page.keyboard.press('Space');
        assert.equal(await text(), 'Start', css);
    }
    await page.click('#of-tab-general');
    const box = await page.locator('input[type=range][data-log=gravity]').boundingBox();
    await page.mouse.click(box.x + 0.6 * box.width, box.y + box.height / 2);
    await page.keyboard.press('Space');
    assert.equal(await text(), 'Stop', 'after a slider');
    await page.keyboard.press('Space');
    await page.click('input[data-field=stop]');
    await page.keyboard.press('Space');
    assert.equal(await text(), 'Start', 'in a text field');
    await preset(page, 'cusp');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'scene');
    await page.keyboard.press('Space');
    assert.equal(await text(), 'Stop');
    // who came by Tab keeps the button's own Space
    await page.keyboard.press('Space');
    await page.locator('#of-tab-body').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    assert.equal(await text(), 'Start');
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('walking keeps the top in sight, and the right button looks around', async () => {
    const page = await open(browser);
    await page.click('#view-open');
    await page.check('#walk');
    await page.keyboard.press('Escape');
    const at = (/** @type {number[]} */ p) =>
        page.evaluate((/** @type {number[]} */ q) => /** @type {any} */ (window).lentoStudio.at(q), p);
    const box = await page.locator('#scene').boundingBox();
    const inside = (/** @type {{x: number, y: number}} */ p) => p.x > 0 && p.x < box.width && p.y > 0 && p.y < box.height;
    const still = () => page.waitForTimeout(700);
    await still();
    assert.ok(inside(await at([0, 0, 1])), 'in sight after coming down to the ground');
    await page.locator('#scene').focus();
    const far = async () => Math.hypot((await at([0.5, 0, 0])).x - (await at([-0.5, 0, 0])).x);
    const before = await far();
    await page.keyboard.down('w');
    await page.waitForTimeout(500);
    await page.keyboard.up('w');
    assert.ok((await far()) > before, 'W comes nearer');
    assert.ok(inside(await at([0, 0, 1])));
    const here = await at([0, 0, 0]);
    await page.mouse.move(box.x + 60, box.y + 200);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(box.x + 110, box.y + 200, { steps: 5 });
    await page.mouse.up({ button: 'right' });
    const there = await at([0, 0, 0]);
    assert.ok(here.x - there.x > 30, `looking right moves the top from ${here.x} to ${there.x}`);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('a link holds caption, tab and point of view, and opens where it is pasted', async () => {
    const page = await open(browser);
    await preset(page, 'cusp');
    await tab(page, 'why');
    await page.locator('#scene').focus();
    for (let i = 0; i < 5; i++) {
        await page.keyboard.press('ArrowLeft');
    }
    await tab(page, 'share');
    await tab(page, 'why');
    await page.click('#of-tab-share');
    const link = await page.inputValue('#link');
    assert.match(link, /p=cusp/);
    assert.match(link, /cam=/);
    const other = await open(browser);
    await tab(other, 'share');
    await other.fill('#link-paste', link);
    await other.click('#link-open');
    await settled(other);
    assert.equal(await other.textContent('#caption-title'), 'Cusps');
    assert.ok(await other.isVisible('#tab-share'));
    const view = (/** @type {string} */ text) => (text.match(/cam=([^&]*)/)?.[1] ?? '').split(',').map(Number);
    const [here, there] = [view(link), view(await other.inputValue('#link'))];
    assert.equal(there.length, 6);
    here.forEach((x, i) => near(there[i], x, 1e-3));
    await other.fill('#link-paste', 'https://example.org/');
    await other.keyboard.press('Enter');
    assert.match(await other.textContent('#messages'), /no link of the studio/);
    assert.deepEqual([...page.errors, ...other.errors], []);
    await other.done();
    await page.done();
});

test('after an edit of the size everything is in sight again; the gallery draws what it offers; F presents', async () => {
    const page = await open(browser);
    await tab(page, 'body');
    await type(page, '[data-field=edges][data-index="2"]', '3');
    const box = await page.locator('#scene').boundingBox();
    const corners = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.corners());
    for (const { x, y } of corners) {
        assert.ok(x > 0 && x < box.width && y > 0 && y < box.height, `${x} ${y}`);
    }
    await page.click('#presets-open');
    await page.waitForFunction(() => {
        const cards = [...document.querySelectorAll('[data-preset]')];
        return cards.length > 30 && cards.every((c) => c.querySelector('svg')?.firstChild);
    });
    const drawn = await page.evaluate(
        () => [...document.querySelectorAll('[data-preset] path')].filter((p) => (p.getAttribute('d') ?? '').length > 100).length,
    );
    assert.ok(drawn > 30, `${drawn} sketches`);
    assert.ok((await page.locator('[data-preset] em').allTextContents()).every(Boolean), 'a question each');
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    assert.equal(await page.isVisible('#panel'), false);
    await page.keyboard.press('Escape');
    assert.ok(await page.isVisible('#panel'));
    await tab(page, 'general');
    const groups = await page.evaluate(() => document.querySelectorAll('select[data-method="2"] optgroup').length);
    assert.ok(groups >= 4, `${groups} groups of methods`);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('equations: an error has a caret, sliders follow the parameters, the answer has a bar and a plan', async () => {
    const page = await open(browser);
    await scene(page, 'equations');
    await answered(page);
    await page.fill('#ode-text', "par a=2\ninit x=1\nx' = -b*x\n");
    await page.waitForSelector('#ode-error:visible');
    assert.match(await page.textContent('#ode-error'), /unknown name 'b'[\s\S]*\^/);
    await page.fill('#ode-text', "par a=2, w=1e5\ninit x=1, q=0.1\nx' = -a*x + 0.1*q*q\nq'' = -w^2*q\n@ total=1\n");
    await page.waitForSelector('[data-parameter=w]');
    assert.equal(await page.isVisible('#ode-error'), false);
    await answered(page);
    let answer = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.answer());
    assert.equal(answer.status, 'done');
    assert.ok(answer.calls < answer.directCalls / 5, `${answer.calls} ${answer.directCalls}`);
    assert.match(await page.textContent('#plan-title'), /^Averaged: [\d,.]+ times cheaper, error bar/);
    // x(1) = e^-2 + 0.1 <q^2>/a (1 - e^-2) with <q^2> = 0.005
    const x = answer.columns.findIndex((/** @type {string} */ name) => /^(mean\()?x/.test(name));
    const exact = Math.exp(-2) + (0.1 * 0.005 * (1 - Math.exp(-2))) / 2;
    near(answer.values[x].at(-1), exact, answer.bars.at(-1) * answer.magnitude[x] + 1e-6);
    await type(page, 'input[type=text][data-parameter=a]', '1');
    await answered(page);
    await page.waitForFunction(() => /** @type {any} */ (window).lentoStudio.answer()?.values?.[0]?.at(-1) > 0.3);
    await page.click('#start');
    await page.waitForFunction(() => Number(document.querySelector('#time')?.textContent) > 0);
    await page.click('#start');
    const text = await saved(page, '#ode-save');
    assert.match(text, /w=1e5/);
    await tab(page, 'understood');
    assert.match(await page.textContent('#ode-explain'), /equations/);
    await preset(page, 'ode-kepler');
    assert.match(await page.inputValue('#ode-text'), /planet/);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('five tasks, six actions each: stand, threshold, drift of two methods, CSV, share and reopen', async () => {
    const page = await open(browser, { hash: '' });
    let actions = 0;
    const press = async (/** @type {string} */ css) => {
        actions++;
        await page.click(css);
    };
    const enough = (/** @type {string} */ task) => {
        console.log(`# ${task}: ${actions} actions`);
        assert.ok(actions <= 6, `${task}: ${actions}`);
        actions = 0;
    };
    await press('[data-choose=scene][data-value=kapitza]');
    await press('#start');
    await playUntil(page, '#clock-slow', 2);
    assert.match(await page.textContent('#verdict'), /^Stands/);
    enough('make it stand');

    near(number((await page.textContent('#threshold')).match(/= ([\d.]+)/)[1]), 1.9799, 1e-4);
    await press('#below');
    assert.match(await page.textContent('#verdict'), /^Falls/);
    await press('#above');
    assert.match(await page.textContent('#verdict'), /^Stands/);
    enough('find the threshold');

    await press('#presets-open');
    await press('[data-preset=j1]');
    await press('#start');
    await page.waitForFunction(() => Number(document.querySelector('#time')?.textContent) > 1);
    await press('#start');
    await settled(page);
    const drift = await page.locator('#integrals small').allTextContents();
    assert.ok(drift.length >= 12 && drift.every((/** @type {string} */ d) => d.includes('digits')));
    enough('compare the drift of two methods');

    await press('#of-tab-share');
    const csv = await (actions++, saved(page, '#save-csv'));
    assert.match(csv, /^# Lento studio: tops\r\n# CN=0.8 .*\r\n# red: scheme=direct macro=bobenko-suris/);
    enough('export CSV');

    const link = await page.inputValue('#link');
    const other = await open(browser);
    await other.click('#of-tab-share');
    await other.fill('#link-paste', link);
    await other.click('#link-open');
    actions += 3;
    await settled(other);
    assert.equal((await state(other)).mode, 'compare');
    assert.equal(await other.textContent('#time'), await page.textContent('#time'));
    enough('share and reopen');
    assert.deepEqual([...page.errors, ...other.errors], []);
    await other.done();
    await page.done();
});
