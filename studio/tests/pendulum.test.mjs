// SPDX-License-Identifier: MIT
// Kapitza's pendulum: the price, two free clocks, touches while it moves, the map, exports.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, near, number, open, PLAIN, playUntil, preset, state, tab, type } from './browser.mjs';

/** Points of the map: 64 of v up to 8 m/s, 64 of omega from 10 to 10^6. */
const SIZE = 64;
const speedAt = (/** @type {number} */ i) => ((i + 0.5) / SIZE) * 8;
const omegaAt = (/** @type {number} */ j) => 10 ** (1 + (5 * (j + 0.5)) / SIZE);

/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

/** @param {any} [options] */
async function openKapitza(options) {
    const page = await open(browser, options);
    await page.click('[data-choose=scene][data-value=kapitza]');
    return page;
}

/** @param {any} page @param {number} kind */
const record = (page, kind) =>
    page.evaluate((/** @type {number} */ k) => /** @type {any} */ (window).lentoStudio.pendulum(k), kind);
/** @param {any} page */
const clocks = (page) => page.evaluate(() => /** @type {any} */ (window).lentoStudio.clocks());

/** Frames by hand. @param {any} page @param {number} n @param {number} [seconds] */
const frames = (page, n, seconds = 0.05) =>
    page.evaluate(
        ([count, s]) => {
            for (let i = 0; i < count; i++) {
                /** @type {any} */ (window).lentoStudio.frame(s);
            }
        },
        [n, seconds],
    );

/** Where a bob is drawn, in pixels of the page. @param {any} page @param {string} kind @param {number} rod */
async function bob(page, kind, rod = 0) {
    const box = await page.locator(`[data-kind=${kind}] circle`).nth(rod).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('the page opens the pendulum at a million radians per second: it stands, and the price is said', async () => {
    const page = await openKapitza();
    assert.equal(await page.inputValue('input[type=text][data-field=kOmega]'), '1000000');
    const price = [];
    for (const name of ['fast', 'slow']) {
        price.push(number((await page.textContent(`[data-price=${name}]`)).replaceAll(',', '')));
    }
    // 80 evaluations per vibration against half a window per macro step 0.15 / Omega
    const step = 0.15 / Math.sqrt(4 ** 2 / (2 * 0.2 ** 2) + 9.8 / 0.2);
    near(price[0], (80 * 1e6) / (2 * Math.PI), 1, 'full');
    near(price[1] * step, 41, 1.5, 'slow');
    const ratio = number((await page.textContent('#ratio')).replaceAll(',', ''));
    near(ratio, price[0] / price[1], 1);
    const widths = await page.evaluate(() =>
        ['bar-fast', 'bar-slow'].map((id) => /** @type {any} */ (document.getElementById(id)).getBoundingClientRect().width),
    );
    assert.ok(widths[0] > 50 * widths[1], `bars ${widths}`);
    await page.click('#start');
    await playUntil(page, '#clock-slow', 3);
    await page.click('#start');
    assert.ok(number(await page.textContent('[data-largest=slow]')) < 0.31);
    assert.match(await page.textContent('#verdict'), /^Stands/);
    // the full motion is far behind on its own clock, and the page says so
    const { fast, slow } = await clocks(page);
    assert.ok(fast > 0 && fast < slow / 3, `${fast} ${slow}`);
    assert.match(await page.textContent('#pace-fast'), /times behind the slow one/);
    assert.deepEqual([page.errors, page.requests.length], [[], 1]);
    await page.done();
});

test("Kapitza's pendulum: 5 % above the threshold it stays, 5 % below it falls", async () => {
    const page = await openKapitza();
    near(number((await page.textContent('#threshold')).match(/= ([\d.]+)/)[1]), Math.sqrt(2 * 9.8 * 0.2), 1e-4);
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
        for (const name of ['fast', 'slow']) {
            const largest = number(await page.textContent(`[data-largest=${name}]`));
            assert.equal(largest < 0.5, stays, `${button} ${name}: ${largest}`);
        }
        assert.match(await page.textContent('#verdict'), stays ? /^Stands/ : /^Falls: v/);
        await page.click('#reset');
    }
    // above the threshold, but outside the basin cos(theta*) = 2 g l / v^2
    await type(page, 'input[type=text][data-field=kSpeed]', '2');
    await type(page, 'input[type=text][data-field=kAngle]', '0.3');
    assert.match(await page.textContent('#verdict'), /^Falls, although v is above .*θ\* = 0\.200 rad/);
    await page.click('#start');
    await playUntil(page, '#clock-slow', 6);
    await page.click('#start');
    assert.ok(number(await page.textContent('[data-largest=slow]')) > 2);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('a slider, the mouse, a finger and the arrow keys touch the moving pendulum without a restart', async () => {
    const page = await openKapitza({ hasTouch: true });
    await page.click('#start');
    await playUntil(page, '#clock-slow', 0.4);
    const before = Number(await page.textContent('#time'));
    const slider = page.locator('input[type=range][data-field=kSpeed]');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    let now = await state(page);
    near(now.kSpeed, 4.02, 1e-9);
    assert.equal(now.kLive, true);
    assert.ok(Number(await page.textContent('#time')) >= before, 'time went on');
    assert.equal(await page.textContent('#start'), 'Stop');
    // both go on together from the slow motion's state
    const { since, fast } = await clocks(page);
    assert.ok(since >= before - 1e-3 && fast < 0.1, `${since} ${fast}`);

    await type(page, '.speed input[type=text]', '0.01');
    const at = await bob(page, 'slow');
    const pivot = await page.locator('[data-kind=slow] .pivot').boundingBox();
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(pivot.x + pivot.width / 2 + 60, pivot.y + pivot.height / 2, { steps: 4 });
    near((await state(page)).kFrom[0], Math.PI / 2, 0.1, 'dragged to the side');
    await page.mouse.up();
    now = await state(page);
    near(now.kFrom[0], Math.PI / 2, 0.1);
    assert.deepEqual(now.kFrom.slice(4), [0, 0, 0, 0]);
    assert.equal(await page.textContent('#start'), 'Stop', 'it goes on after the drag');
    await page.click('#start');

    const rate = (await state(page)).kFrom[4];
    await page.locator('[data-kind=slow] svg').focus();
    await page.keyboard.press('ArrowRight');
    assert.ok((await state(page)).kFrom[4] > rate + 0.5, 'kicked');
    const finger = await bob(page, 'fast');
    const probe = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ kind, /** @type {any[]} */ touchPoints) =>
        probe.send('Input.dispatchTouchEvent', { type: kind, touchPoints });
    await touch('touchStart', [finger]);
    await touch('touchMove', [{ x: finger.x + 12, y: finger.y + 4 }]);
    const touched = (await state(page)).kFrom;
    await touch('touchEnd', []);
    assert.deepEqual(touched.slice(4), [0, 0, 0, 0], 'held by a finger it rests');
    await page.click('#reset');
    assert.equal(await page.textContent('#time'), '0.000');
    assert.equal((await state(page)).kLive, false);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('rods and damping: four rods stand, a damped pendulum comes to rest, presets play', async () => {
    const page = await openKapitza();
    await page.click('[data-rods="4"]');
    assert.equal(await page.locator('[data-kind=slow] circle[visibility=visible]').count(), 4);
    assert.ok(await page.isDisabled('input[type=range][data-field=kDrag]'));
    await preset(page, 'damped');
    assert.equal(await page.textContent('#start'), 'Stop');
    await playUntil(page, '#clock-slow', 5);
    const { angle } = await record(page, 1);
    assert.ok(Math.abs(angle[angle.length - 1]) < 0.02, `${angle[angle.length - 1]}`);
    assert.match(await page.textContent('#caption-question'), /rest/);
    await preset(page, 'rods');
    await playUntil(page, '#clock-slow', 2);
    assert.ok(number(await page.textContent('[data-largest=slow]')) < 0.6);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('the map of stability is computed in the page in two seconds, and a press of it sets v and omega', async () => {
    const page = await openKapitza();
    await tab(page, 'map');
    await page.waitForFunction(() => /** @type {any} */ (window).lentoStudio.map().took > 0);
    const { growth, took } = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.map());
    console.log(`# map of 64 x 64: ${(took / 1000).toFixed(2)} s`);
    // at a million radians per second the threshold is sqrt(2 g l)
    const top = growth.slice(63 * 64);
    const first = top.findIndex((/** @type {number} */ g) => g < 1e-9);
    near(((first + 0.5) / 64) * 8, Math.sqrt(2 * 9.8 * 0.2), 8 / 64);
    if (process.env.STUDIO_MAP) {
        const [g, l] = [9.8, 0.2];
        const rows = growth.map((/** @type {number} */ grows, /** @type {number} */ n) => {
            const [v, omega] = [speedAt(n % SIZE), omegaAt(Math.floor(n / SIZE))];
            return [g / (l * omega ** 2), v / (l * omega), 0, 0, grows < 1e-9 ? 1 : 0].join(',');
        });
        await writeFile(process.env.STUDIO_MAP, `k,b,status,warnings,stands\n${rows.join('\n')}\n`);
    }
    const box = await page.locator('#map').boundingBox();
    await page.mouse.click(box.x + 0.25 * box.width, box.y + 0.4 * box.height);
    const now = await state(page);
    near(now.kSpeed, 2, 0.05);
    near(Math.log10(now.kOmega), 1 + 5 * 0.6, 0.05);
    await page.locator('#map').focus();
    await page.keyboard.press('ArrowRight');
    near((await state(page)).kSpeed, now.kSpeed + 8 / 64, 0.01);
    assert.deepEqual([page.errors, page.requests.filter((r) => !r.startsWith('blob:')).length], [[], 1]);
    await page.done();
});

test('the curves of the pendulum are recorded at steps, not at frames, and stay bounded', async () => {
    const page = await openKapitza();
    await type(page, 'input[type=text][data-field=kOmega]', '1000');
    await type(page, '.speed input[type=text]', '10');
    await page.evaluate(() => {
        // in one go: the page's own frames must not fill the recording, which is then thinned
        const button = /** @type {any} */ (document.querySelector('#start'));
        const clock = /** @type {any} */ (document.querySelector('#clock-slow'));
        button.click();
        while (Number(clock.dataset.time) <= 4) {
            /** @type {any} */ (window).lentoStudio.frame(0.05);
        }
        button.click();
    });
    // a frame covers up to 2.5 s at this speed, a macro step 0.15 / Omega with 4 points in it
    const step = 0.15 / Math.sqrt(4 ** 2 / (2 * 0.2 ** 2) + 9.8 / 0.2);
    near(number((await page.textContent('[data-fact=macro-step]')).split(' ')[0]), step, 1e-5);
    const slow = await record(page, 1);
    const gaps = slow.t.slice(1).map((/** @type {number} */ t, /** @type {number} */ i) => t - slow.t[i]);
    near(Math.max(...gaps), step / 4, 1e-9, 'largest gap');
    near(Math.min(...gaps), step / 4, 1e-9, 'smallest gap');
    await page.click('#start');
    await frames(page, 100, 0.25);
    for (const kind of [0, 1]) {
        const { t } = await record(page, kind);
        assert.ok(t.length <= 2048, `${t.length} rows`);
    }
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('leaving the pendulum keeps it and its speed; Share keeps all of it', async () => {
    const page = await openKapitza();
    await type(page, '.speed input[type=text]', '3');
    await page.click('#start');
    await playUntil(page, '#clock-slow', 0.5);
    await page.click('#start');
    const shown = async () => [await page.textContent('#time'), await page.textContent('#clock-fast')];
    const kept = await shown();
    await page.click('[data-choose=scene][data-value=top]');
    assert.equal(await page.inputValue('.speed input[type=text]'), '1', 'each scene has its own speed');
    await preset(page, 'cusp');
    await page.click('[data-choose=scene][data-value=kapitza]');
    assert.deepEqual(await shown(), kept);
    assert.equal(await page.inputValue('.speed input[type=text]'), '3');

    await page.click('#kick-right');
    await page.click('#start');
    await playUntil(page, '#clock-slow', 0.2);
    await page.click('#start');
    await tab(page, 'share');
    const saved = async (/** @type {string} */ button) => {
        const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        return readFile(await file.path());
    };
    const lines = String(await saved('#save-csv')).trim().split('\r\n');
    assert.match(lines[1], /^# l=0.2 g=9.8 v=4 omega=1000000 Q0=.* P0=/);
    const rows = lines.filter((line) => !line.startsWith('#'));
    assert.equal(rows[0], 'motion,t,angle,lowest,highest');
    for (const [kind, name] of ['fast', 'slow'].entries()) {
        const { t, angle, lowest, highest } = await record(page, kind);
        const mine = rows.filter((line) => line.startsWith(name));
        const n = t.length - 1;
        assert.equal(mine.length, t.length);
        assert.equal(mine[n], [name, t[n], angle[n], lowest[n], highest[n]].join(','));
    }
    const png = await saved('#save-png');
    assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.ok(png.length > 5000, `${png.length} bytes`);
    const { runs, studio } = JSON.parse(String(await saved('#save-recipe')));
    assert.deepEqual(
        runs.map((/** @type {any} */ run) => [run.problem, run.method.scheme, run.parameters.omega]),
        [['kapitza', 'direct', 1e6], ['kapitza', 'async', 1e6]],
    );
    const other = await open(browser, { hash: `#${studio}` });
    assert.deepEqual((await state(other)).kFrom, (await state(page)).kFrom);
    assert.deepEqual([...page.errors, ...other.errors], []);
    await other.done();
    await page.done();
});

test('links of the first version still mean what they meant', async () => {
    const page = await open(browser, { hash: '#v=1&s=kapitza&z=1ycpo51' });
    assert.equal((await state(page)).kOmega, 1000);
    await page.done();
});
