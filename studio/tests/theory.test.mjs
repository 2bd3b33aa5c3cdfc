// SPDX-License-Identifier: MIT
// Theory and units in the scene of the tops: the needle of the mean precession against the motion that
// was computed, the circles of nutation against the axis, SI units against arithmetic, and pictures
// that carry their parameters.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, near, open, PLAIN, preset, settled, tab, type } from './browser.mjs';

/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

/** @param {any} page @param {string} key */
const fact = (page, key) => page.textContent(`[data-fact="${key}"]`);

/** @param {string | null} text */
const first = (text) => Number.parseFloat(text ?? '');

test('the axis meets the needle once per nod, and stays between the circles', async () => {
    const page = await open(browser);
    for (const id of ['cusp', 'loops']) {
        await preset(page, id);
        await tab(page, 'general');
        await page.check('[data-field=theory]');
        await settled(page);
        assert.match(await page.textContent('#legend'), /mean precession/);
        const period = first(await fact(page, 'nutation'));
        await type(page, '[data-field=eps1]', String(period / 64));
        await type(page, '[data-field=stop]', String(3 * period));
        await page.click('#start');
        await page.waitForFunction(
            () => {
                /** @type {any} */ (window).lentoStudio.frame(0.25);
                return document.querySelector('#start')?.textContent === 'Start';
            },
            null,
            { polling: 20 },
        );
        await settled(page);
        const seen = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.theory());
        near(seen.time, 3 * period, 1e-6 * period);
        const turns = (seen.axis - seen.needle) / (2 * Math.PI);
        near(turns, Math.round(turns), 2e-3, `${id}: azimuth`);
        assert.ok(
            seen.inclination >= seen.circles[0] - 1e-3 && seen.inclination <= seen.circles[1] + 1e-3,
            JSON.stringify(seen),
        );
    }
    await preset(page, 'kowalewski');
    await tab(page, 'general');
    await page.check('[data-field=theory]');
    assert.doesNotMatch(await page.textContent('#legend'), /mean precession/);
    await page.done();
});

test('SI units: mass, size and time of a body of known material', async () => {
    const page = await open(browser);
    await preset(page, 'cusp');
    await tab(page, 'general');
    assert.ok(!(await page.isVisible('#si-scale')));
    await page.check('[data-field=si]');
    await type(page, '[data-field=unitLength]', '10');
    await type(page, '[data-field=density]', '1000');
    const state = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.state());
    const volume = 8 * state.edges[0] * state.edges[1] * state.edges[2];
    near(first(await fact(page, 'si-mass')), volume, 1e-3 * volume); // a cubic decimetre of water is 1 kg
    const second = Math.sqrt((state.gravity * 0.1) / 9.81);
    near(first(await fact(page, 'si-time')), second, 1e-3 * second);
    near(
        first(await fact(page, 'si-nutation')),
        first(await fact(page, 'nutation')) * second,
        1e-3 * second * first(await fact(page, 'nutation')),
    );
    assert.match(await page.textContent('#time'), / = .* s$/);
    await page.done();
});

test('a picture of a top is larger than the stage: its parameters are written below', async () => {
    const page = await open(browser);
    await tab(page, 'share');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-png')]);
    const { readFile } = await import('node:fs/promises');
    const png = await readFile(await download.path());
    const stage = await page.evaluate(() => {
        const scene = /** @type {HTMLCanvasElement} */ (document.querySelector('#scene'));
        return [scene.width, scene.height];
    });
    assert.equal(png.readUInt32BE(16), stage[0]);
    assert.ok(png.readUInt32BE(20) > stage[1] + 30);
    await page.done();
});
