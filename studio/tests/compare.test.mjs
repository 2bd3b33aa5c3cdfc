// SPDX-License-Identifier: MIT
// The comparison of four bodies by clicking, against the numbers of card bodack 5.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
    launch,
    near,
    number,
    open,
    pair,
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

/** Gives frames by hand until the time bar shows a time; gives up if that stands still.
 * @param {any} page @param {number} time */
const framesTo = (page, time) =>
    page.evaluate((/** @type {number} */ t) => {
        const shown = () => Number(document.querySelector('#time')?.textContent);
        for (let i = 0; i < 2000 && shown() < t; i++) {
            /** @type {any} */ (window).lentoStudio.frame(0.25);
        }
    }, time);

/** Card bodack 5: L(E_BS) now and its largest value so far at 50, 300 and 600; then the
 * range of the blue energy error, the largest L(E_Ext) and green energy error up to 600. */
const CARD = /** @type {[string, number[], number[], number[], number, number][]} */ ([
    ['j1', [0.03682, 0.783707, 0.437151], [0.121631, 0.783707, 1.456155], [-0.602863, 0.662764], 1.1e-2, 3.8e-5],
    ['j1-s45', [0.126112, 0.92287, 1.340649], [0.126112, 0.92287, 1.56846], [-0.505893, 0.579703], 3.7e-3, 3.8e-5],
    ['j1-s52', [0.113678, 0.681083, 1.395608], [0.121091, 0.920146, 1.570166], [-0.479991, 0.55474], 3.8e-3, 4.6e-5],
]);

for (const [id, now, largest, energy, extrap, green] of CARD) {
    test(`preset ${id} and Start give the steps, L and E of the card at 50, 300 and 600`, async () => {
        const page = await open(browser);
        await preset(page, id);
        for (const [i, stop] of [50, 300, 600].entries()) {
            if (i > 0) {
                await tab(page, 'general');
                await type(page, '#tab-general [data-field=stop]', String(stop));
                await tab(page, 'integrals');
            }
            await runToStop(page);
            assert.equal(await page.textContent('#time'), String(stop));
            const steps = [];
            for (const name of ['red', 'blue', 'yellow', 'green']) {
                steps.push((await row(page, 'errors', name))[0]);
            }
            assert.deepEqual(steps, [100 * stop, 5 * stop, 100 * stop, 5 * stop]);
            const bs = await pair(page, 0);
            near(bs.now, now[i], 1e-6, `L at ${stop}`);
            near(bs.largest, largest[i], 1e-6, `largest L up to ${stop}`);
            const ext = (await pair(page, 1)).largest;
            assert.ok(stop > 300 || ext < (id === 'j1' ? 5.4e-3 : 2e-3), `L_Ext ${ext}`);
        }
        const start = await row(page, 'integrals', 'start');
        const blue = await row(page, 'integrals', 'blue');
        near(blue[1], start[1], 1e-12, '<m,p>');
        near(blue[2], start[2], 1e-11, '<m,a>');
        if (id === 'j1') {
            near(start[0], 5.828660972858, 1e-11, 'E0');
        }
        const [, , low, high] = await row(page, 'errors', 'blue');
        near(low, energy[0], 1e-6, 'lowest energy error');
        near(high, energy[1], 1e-6, 'highest energy error');
        // Extrap depends on its step control: the card's figure within a half
        const ext = (await pair(page, 1)).largest;
        assert.ok(ext > extrap / 2 && ext < 1.5 * extrap, `L_Ext up to 600: ${ext}`);
        const [, , ...range] = await row(page, 'errors', 'green');
        const drift = Math.max(-range[0], range[1]);
        assert.ok(drift > green / 2 && drift < 1.5 * green, `green energy error ${drift}`);
        assert.deepEqual(page.errors, []);
        await page.done();
    });
}

test('preset j2 shows the energy range of 6.1.5', async () => {
    const page = await open(browser);
    await preset(page, 'j2');
    await runToStop(page);
    const [, , low, high] = await row(page, 'errors', 'blue');
    near(low, -17.4966, 1e-4);
    near(high, 21.8607, 1e-4);
    await page.done();
});

test('preset j3 shows K and its drift', async () => {
    const page = await open(browser);
    await preset(page, 'j3');
    await tab(page, 'general');
    near(
        number((await page.textContent('#value-K'))?.replace('K = ', '') ?? ''),
        1.52554723038,
        1e-9,
    );
    await runToStop(page);
    const cells = await row(page, 'errors', 'yellow');
    assert.equal(cells[0], 3000);
    assert.ok(cells[7] > 1.6e-5 && cells[7] < 4.8e-5, `max |K - K0| = ${cells[7]}`);
    await page.done();
});

test('preset j4: Bobenko-Suris and Extrap in intervals of 5 units (6.2), Runge-Kutta (6.3)', async () => {
    const page = await open(browser);
    await preset(page, 'j4-long');
    await runToStop(page);
    near((await pair(page, 0)).largest, 0.0483, 1e-4, '6.2 L_BS up to t = 900');
    const ext = (await pair(page, 1)).largest;
    assert.ok(ext > 1.7e-3 && ext < 6.8e-3, `6.2 L_Ext ${ext}`);
    await preset(page, 'j4-rk4');
    await runToStop(page);
    near((await pair(page, 1)).largest, 0.0982, 1e-4, '6.3 RK4');
    near((await pair(page, 0)).largest, 0.0049, 1e-4, '6.3 BS');
    await page.done();
});

test('the last plotted points are the numbers of the table; curves can be hidden', async () => {
    const page = await open(browser);
    await preset(page, 'j1');
    await tab(page, 'general');
    await type(page, '[data-field=stop]', '10');
    await runToStop(page);
    const early = (await pair(page, 0)).now;
    await type(page, '[data-field=stop]', '50');
    await runToStop(page);
    await tab(page, 'diagrams');
    await page.waitForSelector('#plot-error .u-legend');
    const ends = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.plots());
    const E0 = (await row(page, 'integrals', 'start'))[0];
    for (const name of ['red', 'blue', 'yellow', 'green']) {
        near(ends.energy[name][0], 50, 1e-9);
        near(ends.energy[name][1], (await row(page, 'integrals', name))[0] - E0, 1e-11, name);
    }
    near(
        ends.error['L, blue against red'][1],
        (await pair(page, 0)).now,
        1e-8,
    );
    assert.equal(await page.locator('#plot-energy .u-series').count(), 4);
    await page.uncheck('[data-curve="3"]');
    await page.waitForFunction(
        () => document.querySelectorAll('#plot-energy .u-series').length === 3,
    );
    // looking back, the table shows that time, and marks what belongs to the whole run
    assert.doesNotMatch(await page.textContent('#errors'), /to t =/);
    await page.locator('#scrub').fill('1000');
    await settled(page);
    assert.equal(await page.textContent('#time'), '10');
    assert.equal((await row(page, 'errors', 'red'))[0], 1000);
    near((await pair(page, 0)).now, early, 1e-9, 'L at t = 10');
    assert.match(await page.textContent('#errors [data-row=evaluations]'), /to t = 50/);
    assert.match(await page.textContent('#pairs [data-pair="0"] .until'), /to t = 50/);
    await page.done();
});

test('chin4a/suzuki6 stays within 1e-10 of the exact motion at t = 50', async () => {
    const page = await open(browser);
    await preset(page, 'j1-s45');
    await page.selectOption('[data-method="1"]', 'chin4a/suzuki6');
    await type(page, '#matrix [data-index="1"]', '0.125');
    await runToStop(page);
    const cells = await row(page, 'errors', 'blue');
    assert.equal(cells[0], 400);
    assert.ok(cells[4] < 1e-10, `L = ${cells[4]}`);
    await page.done();
});

test('a hopeless run can be stopped at once, and a diverging body is reported while others go on', async () => {
    const page = await open(browser);
    await type(page, '[data-field=eps1]', '1e-7');
    await page.click('#start');
    await page.waitForFunction(() => Number(document.querySelector('#time')?.textContent) > 0);
    // in frames and not in seconds: a busy machine is slow to start each of them
    const frames = await page.evaluate(
        () =>
            new Promise((done) => {
                const button = /** @type {HTMLButtonElement} */ (document.querySelector('#start'));
                let count = 0;
                const watch = () =>
                    button.textContent === 'Start' || count++ === 100 ? done(count) : requestAnimationFrame(watch);
                setTimeout(() => {
                    button.click();
                    watch();
                });
            }),
    );
    assert.ok(Number(frames) <= 1, `Stop took ${frames} frames`);
    await preset(page, 'j1');
    await page.selectOption('[data-method="3"]', 'rk4');
    await tab(page, 'general');
    await type(page, '[data-field=eps2]', '1');
    await runToStop(page);
    const words = await page.textContent('#messages');
    assert.match(words ?? '', /green \(rk4\).*t = \d/);
    assert.equal((await row(page, 'errors', 'red'))[0], 5000);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('when the red body diverges the others go on: time, Step, Stop, recording and link', async () => {
    const page = await open(browser);
    const bodies = async (/** @type {any} */ p) =>
        JSON.parse(await p.evaluate(() => /** @type {any} */ (window).lentoStudio.snapshot())).bodies;
    await preset(page, 'j1');
    await tab(page, 'general');
    await type(page, '[data-field=eps1]', '1');
    await type(page, '[data-field=stop]', '200');
    await tab(page, 'integrals');
    await page.selectOption('#matrix [data-method="0"]', 'rk4');
    await type(page, '.speed input[type=text]', '20');
    await page.click('#start');
    await framesTo(page, 50);
    await page.click('#start');
    await settled(page);
    const [red, , yellow] = await bodies(page);
    assert.ok(red.values.status < 0 && red.values.t < 20, `red at ${red.values.t}`);
    const { t } = yellow.values;
    assert.ok(t >= 50, `yellow at ${t}`);
    assert.equal(await page.textContent('#time'), String(t));
    assert.equal(await page.getAttribute('#scrub', 'max'), String(t));
    await page.click('#step');
    await settled(page);
    assert.equal(await page.textContent('#time'), String(t + 1));
    const other = await open(browser, { hash: await page.evaluate(() => location.hash) });
    assert.deepEqual(await bodies(other), await bodies(page));
    await other.done();
    await page.done();
});

test('every press of Step takes its step, however slow the machine; a long one goes on by itself', async () => {
    const page = await open(browser);
    const steps = () =>
        page.evaluate(() =>
            JSON.parse(/** @type {any} */ (window).lentoStudio.snapshot()).bodies.map(
                (/** @type {any} */ body) => body.values.step,
            ),
        );
    await preset(page, 'j1');
    await tab(page, 'general');
    await type(page, '[data-field=eps2]', '0.02');
    await page.evaluate(() => {
        let reading = performance.now();
        performance.now = () => (reading += 20); // every slice is over before it began
    });
    for (let i = 0; i < 4; i++) {
        await page.click('#step');
    }
    await settled(page);
    assert.deepEqual(await steps(), [4, 2, 4, 2]);
    await type(page, '[data-field=eps1]', '0.5');
    await type(page, '[data-field=eps2]', '0.005');
    await page.click('#step');
    await page.click('#step');
    await settled(page);
    assert.deepEqual(await steps(), [2, 200, 2, 200]);
    await page.click('#step');
    await page.click('#start');
    await page.click('#start');
    await settled(page);
    assert.equal(await page.textContent('#start'), 'Start');
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('memory stays: 100,000 recorded steps need what 10,000 need', async () => {
    const page = await open(browser);
    await preset(page, 'j1');
    await tab(page, 'general');
    const used = () =>
        page.evaluate(() => {
            for (let i = 0; i < 3; i++) {
                /** @type {any} */ (window).gc();
            }
            return {
                heap: /** @type {any} */ (performance).memory.usedJSHeapSize,
                wasm: /** @type {any} */ (window).lentoStudio.memory(),
            };
        });
    await type(page, '[data-field=stop]', '100');
    await runToStop(page);
    const early = await used();
    await type(page, '[data-field=stop]', '1000');
    await runToStop(page);
    const late = await used();
    assert.equal((await row(page, 'errors', 'red'))[0], 100000);
    assert.ok(late.heap < 1.1 * early.heap, `heap ${early.heap} -> ${late.heap}`);
    assert.ok(late.wasm <= 1.1 * early.wasm, `wasm ${early.wasm} -> ${late.wasm}`);
    const words = (await page.textContent('#engine-time')) ?? '';
    assert.ok(number(words.split(' ')[2]) > 0, words);
    console.log(`# ${words}; heap ${early.heap} -> ${late.heap}`);
    await page.done();
});

test('a stop time off the grids moves to a common multiple, or says that there is none', async () => {
    const page = await open(browser);
    await preset(page, 'j1');
    await tab(page, 'general');
    await type(page, '[data-field=eps1]', '0.3');
    await page.waitForFunction(() =>
        /common multiple/.test(document.querySelector('#messages')?.textContent ?? ''),
    );
    assert.equal((await state(page)).stop, 50.4);
    await type(page, '[data-field=eps2]', '0.7071067811865476');
    await page.waitForFunction(() =>
        /no common multiple/.test(document.querySelector('#messages')?.textContent ?? ''),
    );
    // three different steps, and a stop time that is over when it is set
    await type(page, '[data-field=eps2]', '0.2');
    await tab(page, 'integrals');
    await type(page, '#matrix [data-index="2"]', '0.5');
    assert.match(await page.textContent('#messages'), /moved to 51, the next common multiple/);
    assert.equal((await state(page)).stop, 51);
    await tab(page, 'general');
    await page.click('#start');
    await framesTo(page, 6);
    await type(page, '[data-field=stop]', '0.1');
    await settled(page);
    const time = await page.textContent('#time');
    assert.ok(Number(time) >= 6, `stopped at ${time}`);
    assert.equal((await state(page)).stop, 3);
    const words = await page.textContent('#messages');
    assert.ok(words.includes(`3 is over already: stopped at t = ${time}.`), words);
    await page.done();
});

test('error against work is made in the page', async () => {
    const page = await open(browser);
    await preset(page, 'j1-s45');
    await tab(page, 'diagrams');
    await page.click('#work-make');
    await page.waitForFunction(() =>
        /done/.test(document.querySelector('#work-state')?.textContent ?? ''),
    );
    const points = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.work());
    assert.ok(Object.keys(points).length >= 6);
    const best = (/** @type {string} */ name) => Math.min(...points[name].y);
    assert.ok(best('chin4a/suzuki6') < 1e-11 && best('bobenko-suris') > 1e-4);
    await preset(page, 'kowalewski');
    await tab(page, 'diagrams');
    await page.click('#work-make');
    assert.match(await page.textContent('#work-state'), /Only a Lagrange top/);
    const left = await page.evaluate(() => /** @type {any} */ (window).lentoStudio.work());
    assert.deepEqual(left, {}, 'curves of another top');
    await page.done();
});
