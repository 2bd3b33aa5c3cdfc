// SPDX-License-Identifier: MIT
// Kapitza's pendulum: both motions, their recording, clocks and exports.
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
    type,
} from './browser.mjs';

/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

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
