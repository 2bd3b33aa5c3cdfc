// SPDX-License-Identifier: MIT
// For people: sizes, light and dark, names of controls, keyboard, tour, pages without WebGL; rods,
// traces, vectors, presets and Kapitza's pendulum; and the screenshots, checked for colours and
// motion. Screenshots are written to STUDIO_IMAGES if it is set.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
    AXE,
    launch,
    near,
    number,
    open,
    preset,
    row,
    runToStop,
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

/** @param {any} page @param {string} name */
async function screenshot(page, name) {
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

for (const [width, height] of [
    [390, 844],
    [1280, 800],
]) {
    for (const colorScheme of ['light', 'dark']) {
        test(`${width}x${height} ${colorScheme}: no horizontal scroll, no serious axe finding`, async () => {
            const page = await open(browser, { viewport: { width, height }, colorScheme });
            const small = width < 800;
            for (const [id, name] of small
                ? [
                      ['j1', 'integrals'],
                      ['corner', 'body'],
                  ]
                : [
                      ['cusp', 'why'],
                      ['kowalewski', 'general'],
                  ]) {
                await preset(page, id);
                await tab(page, name);
                await page.click('#step');
                await page.waitForTimeout(350);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= width, `${name}: ${wide} px wide`);
                await findings(page, `${width} ${colorScheme} ${name}`);
            }
            await page.click('[data-choose=scene][data-value=kapitza]');
            await findings(page, 'kapitza');
            assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
            await page.done();
        });
    }
}

/** @param {any} page @param {string} where */
async function findings(page, where) {
    const source = await readFile(AXE, 'utf8');
    const session = await page.context().newCDPSession(page);
    const probe = await session.send('Runtime.evaluate', { expression: 'typeof axe' });
    if (probe.result.value !== 'object') {
        await session.send('Runtime.evaluate', { expression: `${source};0` });
    }
    const { result } = await session.send('Runtime.evaluate', {
        awaitPromise: true,
        returnByValue: true,
        expression: `axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations
            .filter((v) => ['serious', 'critical'].includes(v.impact))
            .map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 90)).join(' | ')))`,
    });
    assert.deepEqual(result.value, [], where);
}

test('every control is reachable by Tab and has a name', async () => {
    const page = await open(browser, { viewport: { width: 1280, height: 800 } });
    const wanted = await page.evaluate(
        () =>
            [...document.querySelectorAll('button, input, select')]
                .filter(
                    (e) =>
                        /** @type {any} */ (e).checkVisibility() &&
                        !(/** @type {any} */ (e).disabled) &&
                        /** @type {any} */ (e).tabIndex >= 0,
                )
                .map((e, i) => {
                    e.setAttribute('data-order', String(i));
                    return i;
                }).length,
    );
    const seen = new Set();
    for (let i = 0; i < wanted + 12; i++) {
        await page.keyboard.press('Tab');
        const here = await page.evaluate(() => {
            const e = /** @type {any} */ (document.activeElement);
            const label =
                e?.getAttribute('aria-label') ||
                e?.labels?.[0]?.textContent ||
                e?.textContent ||
                e?.title;
            return {
                order: e?.getAttribute('data-order'),
                label: (label ?? '').trim(),
                html: e?.outerHTML.slice(0, 80),
            };
        });
        if (here.order !== null && here.order !== undefined) {
            assert.ok(here.label, `no name: ${here.html}`);
            seen.add(here.order);
        }
    }
    assert.equal(seen.size, wanted);
    await page.done();
});

test('the tour appears on a first visit, and Escape leaves it', async () => {
    const page = await open(browser, { tour: true });
    assert.ok(await page.isVisible('#tour'));
    await page.click('#tour-next');
    assert.match(await page.textContent('#tour-title'), /hands/);
    await page.keyboard.press('Escape');
    assert.ok(!(await page.isVisible('#tour')));
    await page.reload();
    await page.waitForSelector('html[data-ready=yes]');
    assert.ok(!(await page.isVisible('#tour')));
    await page.done();
});

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
    await page.waitForTimeout(400);
    await page.keyboard.up('d');
    assert.ok(Math.abs((await place()).x - before.x) > 2);
    await page.keyboard.press('g');
    await page.keyboard.press(' ');
    assert.equal(await page.textContent('#time'), time);
    await page.focus('#scene');
    await page.keyboard.press('ArrowLeft');
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
    assert.ok((await size()) > 1.1);
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
        await page.click('#step');
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

test("Kapitza's pendulum: 5 % above the threshold it stays, 5 % below it falls", async () => {
    const page = await open(browser);
    await page.click('[data-choose=scene][data-value=kapitza]');
    near(
        number((await page.textContent('#threshold')).match(/= ([\d.]+)/)[1]),
        Math.sqrt(2 * 9.8 * 0.2),
        1e-4,
    );
    for (const [button, stays] of /** @type {[string, boolean][]} */ ([
        ['#above', true],
        ['#below', false],
    ])) {
        await page.click(button);
        await type(page, '.speed input[type=text]', '10');
        await page.click('#start');
        await page.waitForFunction(
            () =>
                Number(/** @type {any} */ (document.querySelector('#clock-fast')).dataset.time) >
                    4 &&
                Number(/** @type {any} */ (document.querySelector('#clock-slow')).dataset.time) > 4,
        );
        await page.click('#start');
        const largest = [];
        for (const name of ['fast', 'slow']) {
            largest.push(number(await page.textContent(`[data-largest=${name}]`)));
        }
        assert.ok(
            largest.every((/** @type {number} */ a) => a < 0.5 === stays),
            `${button}: ${largest}`,
        );
        await page.click('#reset');
    }
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('without WebGL the numbers, diagrams and exports still work', async () => {
    const plain = await launch(['--disable-webgl', '--disable-webgl2', '--disable-3d-apis']);
    try {
        const page = await open(plain);
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
    } finally {
        await plain.close();
    }
});

test('screenshots show the bodies in their colours, and motion', async () => {
    const page = await open(browser, { viewport: { width: 1280, height: 800 } });
    await page.waitForTimeout(600);
    const start = await screenshot(page, 'studio-start');
    assert.ok((await countHues(page, start, [HUES.yellow]))[0] > 8000);
    await page.click('#step');
    await page.click('#step');
    await page.waitForTimeout(600);
    assert.notEqual((await page.screenshot()).compare(start), 0);

    await preset(page, 'j1-s45');
    await runToStop(page);
    const four = await screenshot(page, 'studio-compare');
    const counts = await countHues(page, four, [HUES.red, HUES.blue, HUES.yellow, HUES.green]);
    assert.ok(
        counts.every((/** @type {number} */ n) => n > 300),
        String(counts),
    );
    await tab(page, 'diagrams');
    await page.waitForTimeout(900);
    await screenshot(page, 'studio-diagrams');

    await preset(page, 'kowalewski');
    await type(page, '[data-field=stop]', '24');
    await runToStop(page);
    await tab(page, 'rod');
    await page.waitForTimeout(600);
    const rod = await screenshot(page, 'studio-kowalewski');
    assert.ok((await countHues(page, rod, [24]))[0] > 1500);

    await page.click('[data-choose=scene][data-value=kapitza]');
    await type(page, '.speed input[type=text]', '1');
    await page.click('#start');
    await page.waitForFunction(
        () => Number(/** @type {any} */ (document.querySelector('#clock-slow')).dataset.time) > 1,
    );
    await page.click('#start');
    await page.waitForTimeout(400);
    const kapitza = await screenshot(page, 'studio-kapitza');
    const pendulums = await countHues(page, kapitza, [17, 211]);
    assert.ok(
        pendulums.every((/** @type {number} */ n) => n > 300),
        String(pendulums),
    );
    assert.deepEqual(page.errors, []);
    await page.done();
});
