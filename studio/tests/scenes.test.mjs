// SPDX-License-Identifier: MIT
// What there is to see beyond the panel: camera and walking, rods and traces, vectors and effective
// potential, presets, Kapitza's pendulum. Looks do not matter here, so the page draws lines, which
// also shows that it works without WebGL.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import {
    launch,
    near,
    number,
    open,
    PLAIN,
    playUntil,
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
        await playUntil(page, '#clock-fast', 4);
        await playUntil(page, '#clock-slow', 4);
        await page.click('#start');
        const largest = [];
        for (const name of ['fast', 'slow']) {
            largest.push(number(await page.textContent(`[data-largest=${name}]`)));
        }
        assert.ok(
            largest.every((/** @type {number} */ a) => a < 0.5 === stays),
            `${button}: ${largest}`,
        );
        const price = [];
        for (const name of ['fast', 'slow']) {
            price.push(number(await page.textContent(`[data-price=${name}]`)));
        }
        assert.ok(price[1] < price[0] / 2 && price[1] > 0, `evaluations per second ${price}`);
        await page.click('#reset');
    }
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('the curves of the pendulum are recorded at steps, not at frames, and stay bounded', async () => {
    const page = await open(browser);
    await page.click('[data-choose=scene][data-value=kapitza]');
    await type(page, '.speed input[type=text]', '10');
    await page.evaluate(() => {
        // in one go: the page's own frames must not fill the recording, which is then thinned
        const button = /** @type {any} */ (document.querySelector('#start'));
        const clock = /** @type {any} */ (document.querySelector('#clock-slow'));
        button.click();
        while (Number(clock.dataset.time) <= 6) {
            /** @type {any} */ (window).lentoStudio.frame(0.05);
        }
        button.click();
    });
    const record = (/** @type {number} */ kind) =>
        page.evaluate((/** @type {number} */ k) => /** @type {any} */ (window).lentoStudio.pendulum(k), kind);
    // a frame covers up to 2.5 s at this speed, a macro step 0.15 / Omega with 4 points in it
    const step = 0.15 / Math.sqrt(4 ** 2 / (2 * 0.2 ** 2) + 9.8 / 0.2);
    near(number((await page.textContent('[data-fact=macro-step]')).split(' ')[0]), step, 1e-5);
    const slow = await record(1);
    const gaps = slow.t.slice(1).map((/** @type {number} */ t, /** @type {number} */ i) => t - slow.t[i]);
    near(Math.max(...gaps), step / 4, 1e-9, 'largest gap');
    near(Math.min(...gaps), step / 4, 1e-9, 'smallest gap');
    // smooth: neighbouring slopes of a swing of 0.5 s cannot differ by more than the fastest bend
    const bend = slow.angle.slice(2).map(
        (/** @type {number} */ a, /** @type {number} */ i) =>
            Math.abs(a - 2 * slow.angle[i + 1] + slow.angle[i]) / (step / 4) ** 2,
    );
    assert.ok(Math.max(...bend) < 100, `bend ${Math.max(...bend)}`);
    await page.click('#start');
    await page.evaluate(() => {
        for (let i = 0; i < 200; i++) {
            /** @type {any} */ (window).lentoStudio.frame(0.25);
        }
    });
    for (const kind of [0, 1]) {
        const { t } = await record(kind);
        assert.ok(t.length <= 4096, `${t.length} rows`);
    }
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('the pendulum has one true time and says the speed it reaches; leaving keeps both, Share keeps all', async () => {
    const page = await open(browser);
    await page.click('[data-choose=scene][data-value=kapitza]');
    await type(page, 'input[type=text][data-field=kSlowdown]', '4');
    await type(page, '.speed input[type=text]', '1000');
    await page.click('#start');
    const play = (/** @type {number} */ frames) =>
        page.evaluate((/** @type {number} */ n) => {
            const studio = /** @type {any} */ (window).lentoStudio;
            const of = (/** @type {string} */ id) =>
                Number(/** @type {any} */ (document.getElementById(id)).dataset.time);
            const seen = [];
            for (let i = 0; i < n; i++) {
                studio.frame(0.1);
                const words = document.getElementById('reached')?.textContent;
                seen.push([document.getElementById('time')?.textContent, of('clock-fast'), of('clock-slow'), words]);
            }
            return seen;
        }, frames);
    const seen = await play(20);
    for (const [bar, fast, slow] of seen) {
        assert.equal(bar, slow.toFixed(3));
        near(4 * fast, slow, 1e-9 * slow, 'the clocks');
    }
    // as wished, or it is said, whatever the machine; the page's own frames only add time
    const words = seen.map((/** @type {any[]} */ row) => row[3]).filter(Boolean);
    if (seen[9][2] < 1000 * (1 - 1e-9)) {
        assert.match(words[0] ?? '', /^\(only [\d.e+]+ reached\)$/);
    }
    await page.click('#start');

    const shown = async () => [await page.textContent('#time'), await page.textContent('#clock-fast')];
    const kept = await shown();
    await page.click('[data-choose=scene][data-value=top]');
    await preset(page, 'cusp');
    await page.click('[data-choose=scene][data-value=kapitza]');
    assert.deepEqual(await shown(), kept);
    await page.click('#reset');
    assert.equal(await page.textContent('#time'), '0.000');

    await type(page, '.speed input[type=text]', '1');
    await page.click('#start');
    await playUntil(page, '#clock-slow', 0.5);
    await page.click('#start');
    const saved = async (/** @type {string} */ button) => {
        const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        return readFile(await file.path());
    };
    const lines = String(await saved('#save-csv')).trim().split('\r\n');
    assert.equal(lines[0], 'motion,t,angle');
    for (const [kind, name] of ['fast', 'slow'].entries()) {
        const { t, angle } = await page.evaluate((/** @type {number} */ k) => /** @type {any} */ (window).lentoStudio.pendulum(k), kind);
        const rows = lines.filter((line) => line.startsWith(name));
        assert.equal(rows.length, t.length);
        assert.equal(rows[rows.length - 1], `${name},${t[t.length - 1]},${angle[t.length - 1]}`);
    }
    const png = await saved('#save-png');
    assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.ok(png.length > 5000, `${png.length} bytes`);
    const { runs, studio } = JSON.parse(String(await saved('#save-recipe')));
    assert.deepEqual(
        runs.map((/** @type {any} */ run) => [run.problem, run.method.scheme, run.parameters.omega]),
        [['kapitza', 'direct', 1000], ['kapitza', 'async', 1000]],
    );
    assert.ok((await page.inputValue('#link')).endsWith(studio));
    const other = await open(browser, { hash: `#${studio}` });
    assert.equal(await other.inputValue('input[type=text][data-field=kSlowdown]'), '4');
    assert.deepEqual([...page.errors, ...other.errors], []);
    await other.done();
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
