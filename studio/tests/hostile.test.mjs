// SPDX-License-Identifier: MIT
// What an impatient person does to the page: wrong words in fields, wrong files onto the page, a
// presentation on a small screen, equations that are half typed, buttons at the wrong moment.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, PLAIN, preset, settled, state, tab } from './browser.mjs';

/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

const EQUATIONS = '[data-choose="scene"][data-value="equations"]';
const box = (/** @type {any} */ page, /** @type {string} */ css) => page.locator(css).first().boundingBox();
const said = (/** @type {any} */ page) => page.textContent('#messages');

/** Types equations and waits until they are read. @param {any} page @param {string} text */
async function write(page, text) {
    await page.fill('#ode-text', text);
    await page.locator('#ode-text').blur();
    await settled(page);
}

/** Drops a file onto the page. @param {any} page @param {string} name @param {string} text */
async function drop(page, name, text) {
    const data = await page.evaluateHandle(
        ([file, content]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([content], file));
            return transfer;
        },
        [name, text],
    );
    await page.dispatchEvent('#stage', 'drop', { dataTransfer: data });
}

test('presentation on 1366 x 768: words are enlarged once, every card has room, bodies are not hidden', async () => {
    const page = await open(browser, { viewport: { width: 1366, height: 768 } });
    await preset(page, 'coarse');
    await page.keyboard.press('f');
    const title = await box(page, '#caption-title');
    assert.ok(title.height > 25 && title.height < 45, `title ${title.height} px`);
    for (const css of ['[data-kind=fast]', '[data-kind=slow]', '#microscope', '#valley']) {
        const { y, height } = await box(page, css);
        assert.ok(height > 180, `${css}: ${height} px`);
        assert.ok(y + height <= (await box(page, '#transport')).y, `${css} ends at ${y + height}`);
    }
    await page.keyboard.press('Escape');
    await preset(page, 'j1');
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.querySelector('#app')?.getAttribute('data-present') === 'yes');
    await page.evaluate(() => /** @type {any} */ (window).lentoStudio.frame(0.01));
    await page.waitForTimeout(200);
    const caption = await box(page, '#caption');
    const legend = await box(page, '#legend');
    const corners = [0, 2].map((slot) =>
        page.evaluate((/** @type {number} */ s) => /** @type {any} */ (window).lentoStudio.corners(s), slot),
    );
    for (const { y } of (await Promise.all(corners)).flat()) {
        assert.ok(y > caption.y + caption.height && y < legend.y, `a body at ${y}: ${caption.height} ${legend.y}`);
    }
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('equations with a mistake: its place in words, nothing old is left to be seen, Start says it too', async () => {
    const page = await open(browser);
    await page.click(EQUATIONS);
    await settled(page);
    assert.ok(await page.isVisible('#slow-plot canvas'));
    await write(page, "x' = -x + sin(x\ninit x=1\n");
    assert.match(await page.textContent('#plan-words'), /^Line 1, column \d+: \) is expected/);
    assert.match(await page.textContent('#ode-error'), /\^/);
    for (const id of ['slow-plot', 'fast-plot']) {
        assert.equal(await page.locator(`#${id} canvas`).count(), 0, id);
        assert.match(await page.getAttribute(`#${id}`, 'data-empty'), /mistake/);
    }
    await page.click('#start');
    assert.match(await said(page), /^Line 1, column \d+: [^^]*$/);
    await write(page, "x' = 1/0\n");
    assert.match(await page.getAttribute('#slow-plot', 'data-empty'), /no slow motion/);
    await write(page, "par a=2\nx'' = -a*x\ninit x=1\n");
    assert.ok(await page.isVisible('#slow-plot canvas'));
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('a parameter that is no number gives the old one back; a decimal comma is one', async () => {
    const page = await open(browser);
    await page.click(EQUATIONS);
    await write(page, "par a=2\nx'' = -a*x\ninit x=1\n");
    const field = 'input[type=text][data-parameter=a]';
    for (const words of ['abc', '', '1e400', 'NaN', '1/0', '0x10']) {
        await page.fill(field, words);
        await page.press(field, 'Enter');
        assert.equal(await page.inputValue(field), '2', words);
        assert.match(await said(page), /parameter a must be a number/);
    }
    await page.fill(field, '0,5');
    await page.press(field, 'Enter');
    assert.equal((await state(page)).eSettings, 'a=0.5');
    await page.done();
});

test('files dropped onto the page: equations and recipes are opened, others refused, the page stays', async () => {
    const page = await open(browser);
    await drop(page, 'mine.ode', "x'' = -4*x\ninit x=1\n");
    await page.waitForFunction(() => /** @type {any} */ (window).lentoStudio.state().scene === 'equations');
    assert.match(await page.inputValue('#ode-text'), /-4\*x/);
    await drop(page, 'picture.png', '\0\0');
    assert.match(await said(page), /picture\.png: the page opens equations/);
    await drop(page, 'zero.ode', "x' = 1\0");
    await page.waitForFunction(() => /not text/.test(document.querySelector('#messages')?.textContent ?? ''));
    await drop(page, 'recipe.json', '{"runs": 3');
    await page.waitForFunction(() => /not JSON/.test(document.querySelector('#messages')?.textContent ?? ''));
    assert.match(await page.inputValue('#ode-text'), /-4\*x/);
    await page.dispatchEvent('#stage', 'drop', {
        dataTransfer: await page.evaluateHandle(() => {
            const transfer = new DataTransfer();
            transfer.setData('text', 'http://nowhere.example/');
            return transfer;
        }),
    });
    assert.match(await said(page), /no link of the studio/);
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('the gallery opens where the visitor is, names things for people, and jumps between its groups', async () => {
    const page = await open(browser);
    await page.click(EQUATIONS);
    await page.click('#presets-open');
    const top = (/** @type {string} */ css) => page.evaluate((/** @type {string} */ s) => document.querySelector(s)?.getBoundingClientRect().top ?? NaN, css);
    assert.ok((await top('[data-group="Equations as text"]')) < 320, 'the own group is not in view');
    const texts = await page.locator('[data-preset]').allTextContents();
    assert.deepEqual(texts.filter((/** @type {string} */ t) => /run:|value:|vary:|lento run|_/.test(t)), []);
    await page.click('#preset-groups button >> nth=0');
    assert.ok((await top('[data-group="Motions of the axis"]')) > 0);
    await page.click('[data-preset="ode-kepler"]');
    assert.equal(await page.inputValue('#ode-example'), 'ode-kepler');
    assert.doesNotMatch(await page.inputValue('#ode-text'), /# (run|value|vary):/);
    await page.done();
});

test('equations move at a first visit, answer the question at the end, and Start begins again', async () => {
    const page = await open(browser, { reducedMotion: 'no-preference' });
    await page.click(EQUATIONS);
    assert.equal(await page.textContent('#start'), 'Stop');
    await preset(page, 'ode-van_der_pol');
    await page.waitForFunction(() => document.querySelector('#plan')?.getAttribute('data-status'));
    if ((await page.textContent('#start')) === 'Start') {
        await page.click('#start');
    }
    await page.evaluate(() => {
        const button = document.querySelector('#start');
        for (let i = 0; i < 5000 && button?.textContent === 'Stop'; i++) {
            /** @type {any} */ (window).lentoStudio.frame(0.25);
        }
    });
    assert.equal(await page.textContent('#start'), 'Start');
    await page.waitForSelector('#caption-answer:not([hidden])');
    assert.match(await page.textContent('#caption-answer'), /^(It pays|No)/);
    await page.click('#start');
    assert.equal(await page.textContent('#start'), 'Stop');
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('Kapitza says what is so: no gain, the unit of the microscope, the modes of several rods', async () => {
    const page = await open(browser);
    await preset(page, 'coarse');
    assert.match(await page.textContent('#ratio-words'), /no gain/);
    await page.evaluate(() => {
        document.querySelector('#start')?.textContent === 'Start' && /** @type {any} */ (document.querySelector('#start')).click();
        for (let i = 0; i < 20; i++) {
            /** @type {any} */ (window).lentoStudio.frame(0.05);
        }
    });
    assert.match(await page.evaluate(() => /** @type {any} */ (window).lentoStudio.microscope()), /\(ms\)/);
    await preset(page, 'rods');
    await tab(page, 'pendulum');
    assert.doesNotMatch(await page.textContent('#threshold'), /2 g l/);
    assert.equal(await page.locator('#valley .held').count(), 3);
    assert.match(await page.getAttribute('#valley svg', 'aria-label'), /all are held/);
    await preset(page, 'stands');
    assert.match(await page.textContent('#ratio-words'), /times cheaper/);
    assert.equal(await page.locator('#valley .held').count(), 0);
    assert.equal(await page.textContent('#time-unit'), 's');
    await page.done();
});

test('on a phone the bar at the top is one row, and the words of the speed move nothing', async () => {
    const page = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
    assert.ok((await box(page, 'header')).height < 60);
    await preset(page, 'rods');
    const width = (await box(page, '#speed-slider')).width;
    await page.evaluate(() => {
        /** @type {any} */ (document.querySelector('#reached')).textContent = '(only 0.01 reached)';
    });
    assert.equal((await box(page, '#speed-slider')).width, width);
    await page.done();
});
