// SPDX-License-Identifier: MIT
// For people: sizes, light and dark, axe on every panel, dialog and scene, keyboard, reduced motion,
// the tour, a hidden page. All of it concerns the document, so the page draws lines.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { AXE, launch, near, open, PLAIN, preset, settled, state, tab, type } from './browser.mjs';

/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

const axe = await readFile(AXE, 'utf8');

/** axe on a part of the page finds nothing, be it ever so small. @param {any} page
 * @param {string} part @param {string} where */
async function findings(page, part, where) {
    page.probe ??= await page.context().newCDPSession(page);
    const ask = (/** @type {string} */ expression) =>
        page.probe.send('Runtime.evaluate', { awaitPromise: true, returnByValue: true, expression });
    if ((await ask('typeof axe')).result.value !== 'object') {
        await ask(`${axe};0`);
    }
    const { result } = await ask(
        `axe.run(${JSON.stringify(part)}, {resultTypes: ['violations'], preload: false, iframes: false}).then((r) => r.violations
            .map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 90)).join(' | ')))`,
    );
    assert.deepEqual(result.value, [], where);
    const [wide, room] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        window.innerWidth,
    ]);
    assert.ok(wide <= room, `${where}: ${wide} px wide`);
}

/** No part of a panel sticks out of it sideways. @param {any} page @param {string} where */
async function inside(page, where) {
    const out = await page.evaluate(() => {
        const panel = /** @type {Element} */ (document.querySelector('#panel'));
        const right = panel.getBoundingClientRect().left + panel.clientWidth + 1;
        return [...panel.querySelectorAll('*')]
            .filter((e) => /** @type {any} */ (e).checkVisibility() && !e.closest('.scroll'))
            .filter((e) => e.getBoundingClientRect().right > right)
            .map((e) => e.outerHTML.slice(0, 80));
    });
    assert.deepEqual(out, [], where);
}

const TABS = ['general', 'body', 'integrals', 'diagrams', 'rod', 'why', 'share'];

for (const [width, height] of [
    [390, 844],
    [1280, 800],
]) {
    for (const colorScheme of ['light', 'dark']) {
        test(`${width}x${height} ${colorScheme}: no horizontal scroll and no axe finding in any panel, dialog or scene`, async () => {
            const page = await open(browser, { viewport: { width, height }, colorScheme });
            const size = `${width} ${colorScheme}`;
            await findings(page, 'body', `${size} start`);
            // phone dark and laptop light see everything: each size and each theme once
            const whole = width < 800 === (colorScheme === 'dark');
            for (const [id, tabs] of /** @type {[string, string[]][]} */ ([
                ['j1', whole ? TABS : ['general', 'integrals', 'diagrams', 'why']],
                ['cusp', whole ? TABS : []],
                ['kowalewski', whole ? ['general', 'integrals', 'diagrams', 'rod'] : []],
            ])) {
                await preset(page, id);
                await page.click('#step');
                for (const name of tabs) {
                    await tab(page, name);
                    await settled(page);
                    await findings(page, '#panel', `${size} ${id} ${name}`);
                    await inside(page, `${size} ${id} ${name}`);
                }
                await findings(page, '#stage', `${size} ${id} stage`);
            }
            await tab(page, 'integrals');
            await page.click('details summary');
            await findings(page, '#panel', `${size} words`);
            for (const [button, dialog] of [
                ['#presets-open', '#presets'],
                ['#view-open', '#view'],
                ['#tour-open', '#tour'],
            ]) {
                await page.click(button);
                await findings(page, dialog, `${size} ${dialog}`);
                await page.keyboard.press('Escape');
            }
            await page.fill('.speed input[type=text]', 'much');
            await page.press('.speed input[type=text]', 'Enter');
            await findings(page, '#stage', `${size} with a warning`);
            await page.click('[data-choose=scene][data-value=kapitza]');
            await page.click('#start');
            await page.click('#start');
            await findings(page, 'body', `${size} kapitza`);
            await inside(page, `${size} kapitza`);
            assert.deepEqual(page.errors, []);
            await page.done();
        });
    }
}

/** Tabs through the page and notes what gets the focus. @param {any} page @param {string} where */
async function tabThrough(page, where) {
    const wanted = await page.evaluate(
        () =>
            [...document.querySelectorAll('button, input, select, summary')]
                .filter(
                    (e) =>
                        /** @type {any} */ (e).checkVisibility() &&
                        !(/** @type {any} */ (e).disabled) &&
                        /** @type {any} */ (e).tabIndex >= 0,
                )
                .map((e, i) => e.setAttribute('data-order', String(i))).length,
    );
    await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
    const seen = new Set();
    for (let i = 0; i < wanted + 14 && seen.size < wanted; i++) {
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
            assert.ok(here.label, `${where}, no name: ${here.html}`);
            seen.add(here.order);
        }
    }
    assert.equal(seen.size, wanted, where);
    await page.evaluate(() =>
        document.querySelectorAll('[data-order]').forEach((e) => e.removeAttribute('data-order')),
    );
}

for (const [width, height] of [
    [390, 844],
    [1280, 800],
]) {
    test(`${width}x${height}: the caption covers neither bodies nor tools, a message no button`, async () => {
        const page = await open(browser, { viewport: { width, height } });
        for (const id of ['j1', 'j1-s45', 'cusp', 'kowalewski']) {
            await preset(page, id);
            await page.click('#step');
            await type(page, '[data-field=speed]:not([type=range])', '7777');
            const seen = await page.evaluate((/** @type {number[]} */ slots) => {
                const box = (/** @type {string} */ css) =>
                    /** @type {any} */ (document.querySelector(css)).getBoundingClientRect();
                const corners = slots.flatMap((slot) =>
                    /** @type {any} */ (window).lentoStudio.corners(slot),
                );
                return {
                    caption: box('#caption').toJSON(),
                    tools: box('#tools').toJSON(),
                    message: box('#messages').toJSON(),
                    bar: box('#transport').toJSON(),
                    body: Math.min(...corners.map((c) => c.y)) + box('#scene').top,
                };
            }, id.startsWith('j1') ? [0, 1, 2, 3] : [2]);
            const { caption, tools, message, bar, body } = seen;
            assert.ok(body > caption.bottom, `${id}: body at ${body}, caption to ${caption.bottom}`);
            assert.ok(tools.left >= caption.right || tools.top >= caption.bottom, id);
            assert.ok(message.height > 0 && message.bottom <= bar.top, id);
        }
        await page.done();
    });
}

test('every control of every panel is reachable by Tab and has a name', async () => {
    const page = await open(browser, { viewport: { width: 1280, height: 800 } });
    await preset(page, 'j1');
    for (const name of TABS) {
        await tab(page, name);
        await tabThrough(page, name);
    }
    await page.click('[data-choose=scene][data-value=kapitza]');
    await tabThrough(page, 'kapitza');
    await page.done();
});

test('by keys alone: a preset, a tab, a number, a slider, a method, the view, a run', async () => {
    const page = await open(browser);
    const key = (/** @type {string} */ name) => page.keyboard.press(name);
    await page.focus('#presets-open');
    await key('Enter');
    await page.focus('[data-preset="cusp"]');
    await key('Enter');
    assert.match(await page.textContent('#caption-title'), /[Cc]usp/);
    await page.focus('#of-tab-general');
    await key('ArrowRight');
    assert.ok(await page.isVisible('#tab-body'));
    await key('ArrowLeft');
    await page.focus('#tab-general [data-field=eps1]');
    await key('Control+a');
    await page.keyboard.type('0.05');
    await key('Enter');
    assert.equal((await state(page)).eps1, 0.05);
    await page.focus('[data-log=gravity]');
    await key('ArrowRight');
    assert.ok((await state(page)).gravity > 1);
    await page.focus('#tab-general [data-method="2"]');
    const method = (await state(page)).methods[2];
    await key('ArrowDown');
    assert.notEqual((await state(page)).methods[2], method);
    await key('Control+z');
    await page.focus('#scene');
    const place = () => page.evaluate(() => /** @type {any} */ (window).lentoStudio.at([1, 0, 1]));
    for (const name of ['ArrowLeft', 'ArrowUp', '+']) {
        const before = await place();
        await key(name);
        const after = await place();
        assert.ok(Math.hypot(after.x - before.x, after.y - before.y) > 1, name);
    }
    await key(' ');
    await page.waitForFunction(() => Number(document.querySelector('#time')?.textContent) > 0.1);
    await key(' ');
    await settled(page);
    const end = await page.textContent('#time');
    await page.focus('#scrub');
    await key('Home');
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0');
    assert.notEqual(end, '0');
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('who wants less motion gets no transitions and no gliding view; others do', async () => {
    for (const reducedMotion of ['reduce', 'no-preference']) {
        const page = await open(browser, { reducedMotion });
        const less = reducedMotion === 'reduce';
        const style = await page.evaluate(
            () => getComputedStyle(/** @type {Element} */ (document.querySelector('#start'))).transitionDuration,
        );
        assert.equal(/[1-9]/.test(style), !less, style);
        const box = await page.locator('#scene').boundingBox();
        const from = { x: box.x + 30, y: box.y + box.height / 2 };
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x + 40, from.y, { steps: 4 });
        await page.mouse.up();
        const place = () => page.evaluate(() => /** @type {any} */ (window).lentoStudio.at([1, 0, 1]).x);
        const first = await place();
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        assert.equal(Math.abs((await place()) - first) < 1e-9, less, 'the view glides on');
        await page.done();
    }
});

test('a hidden page pauses, and time does not jump when it is back', async () => {
    const page = await open(browser);
    await page.click('#start');
    await page.waitForFunction(() => Number(document.querySelector('#time')?.textContent) > 0.1);
    const hide = (/** @type {boolean} */ hidden) =>
        page.evaluate((/** @type {boolean} */ h) => {
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => h });
        }, hidden);
    await hide(true);
    const time = async () => JSON.parse(await page.evaluate(() => /** @type {any} */ (window).lentoStudio.snapshot())).time;
    const before = await time();
    await page.waitForTimeout(400);
    near(await time(), before, 1e-12, 'time while hidden');
    await hide(false);
    await page.waitForFunction(
        (/** @type {number} */ t) => Number(document.querySelector('#time')?.textContent) > t,
        before,
    );
    assert.ok((await time()) < before + 3);
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
