// SPDX-License-Identifier: MIT
// The page with WebGL: screenshots, checked for the colours of the bodies and for motion, and hands
// on the painted body. Screenshots are written to STUDIO_IMAGES if it is set.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
    launch,
    near,
    open,
    playUntil,
    preset,
    runToStop,
    settled,
    state,
    tab,
    type,
} from './browser.mjs';

const IMAGES = process.env.STUDIO_IMAGES;
/** @type {any} */
let browser;
before(async () => {
    browser = await launch();
});
after(() => browser.close());

/** The page when its messages are gone. @param {any} page @param {string} name */
async function screenshot(page, name) {
    await page.waitForSelector('#messages:empty', { state: 'attached' });
    const png = await page.screenshot();
    if (IMAGES) {
        await mkdir(IMAGES, { recursive: true });
        await writeFile(path.join(IMAGES, `${name}.png`), png);
    }
    return png;
}

/**
 * Pixels of the scene near a hue (degrees), counted in the page.
 * @param {any} page
 * @param {Buffer} png
 * @param {number[]} hues
 */
function countHues(page, png, hues) {
    return page.evaluate(
        async ([data, list]) => {
            const image = new Image();
            image.src = `data:image/png;base64,${data}`;
            await image.decode();
            const canvas = document.createElement('canvas');
            canvas.width = image.width;
            canvas.height = image.height;
            const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
            pen.drawImage(image, 0, 0);
            const { data: p } = pen.getImageData(0, 0, image.width * 0.66, image.height);
            const counts = list.map(() => 0);
            for (let i = 0; i < p.length; i += 4) {
                const [r, g, b] = [p[i], p[i + 1], p[i + 2]];
                const high = Math.max(r, g, b);
                const span = high - Math.min(r, g, b);
                if (span > 60) {
                    const hue =
                        60 *
                        (high === r
                            ? ((g - b) / span + 6) % 6
                            : high === g
                              ? (b - r) / span + 2
                              : (r - g) / span + 4);
                    list.forEach((/** @type {number} */ h, /** @type {number} */ k) => {
                        counts[k] += Math.abs(hue - h) < 12 ? 1 : 0;
                    });
                }
            }
            return counts;
        },
        [png.toString('base64'), hues],
    );
}

const HUES = { red: 17, blue: 205, yellow: 48, green: 165 };

test('screenshots show the bodies in their colours, and motion', async () => {
    const page = await open(browser, { viewport: { width: 1280, height: 800 } });
    await settled(page);
    const start = await screenshot(page, 'studio-start');
    assert.ok((await countHues(page, start, [HUES.yellow]))[0] > 8000);
    await page.click('#step');
    await page.click('#step');
    await settled(page);
    assert.notEqual((await page.screenshot()).compare(start), 0);

    await preset(page, 'j1-s45');
    await tab(page, 'general');
    await type(page, '[data-field=stop]', '59'); // the bodies stand high, blue is well apart
    await tab(page, 'integrals');
    await runToStop(page);
    const four = await screenshot(page, 'studio-compare');
    const counts = await countHues(page, four, [HUES.red, HUES.blue, HUES.yellow, HUES.green]);
    assert.ok(
        counts.every((/** @type {number} */ n) => n > 300),
        String(counts),
    );
    await tab(page, 'diagrams');
    await settled(page);
    await screenshot(page, 'studio-diagrams');

    await preset(page, 'kowalewski');
    await type(page, '[data-field=stop]', '24');
    await runToStop(page);
    await tab(page, 'rod');
    await settled(page);
    const rod = await screenshot(page, 'studio-kowalewski');
    assert.ok((await countHues(page, rod, [24]))[0] > 1500);

    await page.click('[data-choose=scene][data-value=kapitza]');
    await type(page, '.speed input[type=text]', '1');
    await page.click('#start');
    await playUntil(page, '#clock-slow', 1);
    await page.click('#start');
    await settled(page);
    const kapitza = await screenshot(page, 'studio-kapitza');
    const pendulums = await countHues(page, kapitza, [17, 211]);
    assert.ok(
        pendulums.every((/** @type {number} */ n) => n > 300),
        String(pendulums),
    );
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('on the painted body the hands find the same parts: tip, face and corner', async () => {
    const page = await open(browser, { viewport: { width: 700, height: 460 } });
    assert.doesNotMatch(await page.textContent('#hint'), /Without WebGL/);
    const box = await page.locator('#scene').boundingBox();
    const seen = () =>
        page.evaluate(() => {
            const studio = /** @type {any} */ (window).lentoStudio;
            return { tip: studio.tip(), corners: studio.corners(), state: studio.state() };
        });
    const drag = async (/** @type {{x: number, y: number}} */ from) => {
        await page.mouse.move(box.x + from.x, box.y + from.y);
        await page.mouse.down();
        await page.mouse.move(box.x + from.x + 30, box.y + from.y - 20, { steps: 2 });
        await page.mouse.up();
    };
    const begin = await seen();
    const corner = (/** @type {string} */ signs) =>
        begin.corners.find((/** @type {any} */ c) => c.signs.join() === signs);
    const [low, high] = [corner('-1,-1,-1'), corner('1,-1,1')];
    const face = { x: 0.4 * low.x + 0.6 * high.x, y: 0.25 * low.y + 0.75 * high.y };
    for (const [from, name] of /** @type {[any, string][]} */ ([
        [begin.tip, 'm'],
        [face, 'q'],
        [high, 'edges'],
    ])) {
        await drag(from);
        const now = await state(page);
        const changed = Object.keys(now).filter(
            (k) => JSON.stringify(now[k]) !== JSON.stringify(begin.state[k]),
        );
        assert.deepEqual(changed, [name]);
        await page.click('#undo');
    }
    near((await state(page)).m[2], begin.state.m[2], 0);
    await page.done();
});
