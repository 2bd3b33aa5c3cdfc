// SPDX-License-Identifier: MIT
// For people: sizes, keyboard, reduced motion, the tour, a hidden page. All of it concerns the document,
// so the page draws lines.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, near, open, PLAIN, preset, settled, state, tab, TABS, type } from './browser.mjs';

/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

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

for (const [width, height, wanted] of /** @type {[number, number, string[]][]} */ ([
    [390, 844, ['j1', 'corner', 'cusp']],
    [1280, 800, ['j1', 'j1-s45', 'kowalewski']],
    [1024, 640, ['corner', 'j4-long', 'cusp']],
    [640, 400, ['corner', 'j4-long']],
])) {
    test(`${width}x${height}: wherever bodies swing, caption, tools and time bar do not cover them, nor messages a button`, async () => {
        const page = await open(browser, { viewport: { width, height } });
        for (const id of wanted) {
            await preset(page, id);
            await page.click('#step');
            await type(page, '[data-field=speed]:not([type=range])', '7777');
            const seen = await page.evaluate(() => {
                const box = (/** @type {string} */ css) =>
                    /** @type {any} */ (document.querySelector(css)).getBoundingClientRect();
                const studio = /** @type {any} */ (window).lentoStudio;
                const { mode, distance, edges, fixed } = studio.state();
                const reach = Math.hypot(
                    ...edges.map((/** @type {number} */ c, /** @type {number} */ i) => c * (1 + Math.abs(fixed[i]))),
                );
                const points = (mode === 'compare' ? [-distance, distance] : [0]).flatMap((x) =>
                    Array.from({ length: 200 }, (_, i) => {
                        const [z, turn] = [1 - (2 * i + 1) / 200, 2.4 * i];
                        const around = reach * Math.sqrt(1 - z * z);
                        return studio.at([x + around * Math.cos(turn), around * Math.sin(turn), reach * z]);
                    }),
                );
                const scene = box('#scene');
                return {
                    caption: box('#caption').toJSON(),
                    tools: box('#tools').toJSON(),
                    message: box('#messages').toJSON(),
                    bar: box('#transport').toJSON(),
                    legend: box('#legend').toJSON(),
                    sides: [Math.min(...points.map((p) => p.x)), scene.width - Math.max(...points.map((p) => p.x))],
                    highest: Math.min(...points.map((p) => p.y)) + scene.top,
                    lowest: Math.max(...points.map((p) => p.y)) + scene.top,
                };
            });
            const { caption, tools, message, bar, legend, highest, lowest, sides } = seen;
            assert.ok(
                highest > caption.bottom && highest > tools.bottom && lowest < legend.top,
                `${id}: body from ${highest} to ${lowest}, caption to ${caption.bottom}, legend from ${legend.top}`,
            );
            assert.ok(Math.min(...sides) > 0, `${id}: ${sides}`);
            assert.ok(lowest - highest > 60, `${id}: ${lowest - highest} px`);
            assert.ok(tools.left >= caption.right || tools.top >= caption.bottom, id);
            assert.ok(message.height > 0 && message.bottom <= bar.top, id);
        }
        await page.done();
    });
}

test('at 1024x640, 640x400, 390x844 and 320x640 nothing is outside or covered, and the pendulums have room', async () => {
    const page = await open(browser);
    for (const [width, height] of [
        [640, 400],
        [1024, 640],
        [390, 844],
        [320, 640],
    ]) {
        const size = `${width}x${height}`;
        await page.setViewportSize({ width, height });
        await page.click('[data-choose=scene][data-value=top]');
        await settled(page);
        const bar = await page.evaluate(() => {
            const box = (/** @type {Element | null} */ e) => /** @type {Element} */ (e).getBoundingClientRect();
            const all = [...document.querySelectorAll('header button, #transport button, #transport input, #tabs button')];
            const words = [...document.querySelectorAll('#transport .words')].filter((e) => box(e).width > 20);
            const hint = document.querySelector('#hint')?.textContent ? box(document.querySelector('#hint')).top : Infinity;
            const corners = /** @type {any} */ (window).lentoStudio.corners();
            return {
                right: Math.max(...all.map((e) => box(e).right)),
                words: words.map((e) => /** @type {HTMLElement} */ (e).innerText.trim()),
                wide: document.documentElement.scrollWidth,
                apart: hint - box(document.querySelector('#scene')).top - Math.max(...corners.map((/** @type {any} */ c) => c.y)),
            };
        });
        assert.ok(bar.right <= width && bar.wide <= width, `${size}: ${JSON.stringify(bar)}`);
        assert.deepEqual(bar.words, ['recorded', 'speed'], size);
        assert.ok(bar.apart >= 0, `${size}: the hint lies over the body by ${-bar.apart}`);

        await page.click('[data-choose=scene][data-value=kapitza]');
        await type(page, 'input[type=text][data-field=kOmega]', '1000');
        await type(page, 'input[type=text][data-field=kLength]', String(width / 1e4));
        await page.click('#start');
        await page.evaluate(() => {
            for (let i = 0; i < 20; i++) {
                /** @type {any} */ (window).lentoStudio.frame(0.05);
            }
        });
        await page.click('#start');
        await settled(page);
        assert.match(await page.textContent('#kapitza-note'), /^Scales are not separated/);
        const seen = await page.evaluate(() => {
            const box = (/** @type {string} */ css) =>
                /** @type {Element} */ (document.querySelector(css)).getBoundingClientRect();
            return {
                picture: box('.pendulum svg').height,
                clock: box('.pendulum .clock').bottom - box('.pendulum').bottom,
                legend: box('#kapitza-scene').bottom - box('#transport').top,
                cut: box('#kapitza-plot .u-legend').bottom - box('#kapitza-plot').bottom,
                marks: /** @type {any} */ (window).lentoStudio.marks()[1].filter(Boolean),
            };
        });
        assert.ok(seen.picture >= 48 && seen.clock <= 0, `${size}: ${JSON.stringify(seen)}`);
        assert.ok(seen.legend <= 0 && seen.cut <= 0, `${size}: ${JSON.stringify(seen)}`);
        assert.ok(seen.marks.length >= 3, `${size}: ${seen.marks}`);
    }
    assert.deepEqual(page.errors, []);
    await page.done();
});

test('the legend lists what is drawn with readable steps, the table what is an integral', async () => {
    const page = await open(browser);
    const legend = () => page.locator('#legend li').allTextContents();
    const head = () => page.locator('#integrals thead th').allTextContents();
    await preset(page, 'start');
    await page.check('[data-field=ghost]');
    assert.deepEqual((await legend()).slice(-2), ['exact motion', 'apex trace']);
    await settled(page);
    assert.deepEqual(await head(), ['E', '⟨m,p⟩', '⟨m,a⟩']);
    await page.check('[data-case=goryachev]');
    assert.deepEqual(await legend(), ['momentum m', 'velocity ω']);
    await page.click('#step');
    await settled(page);
    assert.deepEqual(await head(), ['E', '⟨m,p⟩', 'G']);
    const vertical = await page.locator('#integrals [data-row=yellow] td').nth(1).textContent();
    assert.ok(Number((vertical ?? '').match(/([\d.]+) digits/)?.[1]) > 4, vertical ?? '');
    await preset(page, 'j4-long');
    const chip = page.locator('#legend li').nth(1);
    assert.match((await chip.textContent()) ?? '', /, step 0\.0301205$/);
    assert.equal(await chip.getAttribute('title'), `step ${5 / 166}`);
    await page.done();
});

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
    await page.evaluate(async () => {
        for (let i = 0; i < 24; i++) {
            await new Promise(requestAnimationFrame);
        }
    });
    near(await time(), before, 1e-12, 'time while hidden');
    await hide(false);
    // the first time that is seen in the page, whenever the test is told
    const next = await page.evaluate(async (/** @type {number} */ t) => {
        const shown = () => Number(document.querySelector('#time')?.textContent);
        while (shown() <= t) {
            await new Promise(requestAnimationFrame);
        }
        return shown();
    }, before);
    assert.ok(next < before + 3, `${before} -> ${next}`);
    await page.done();
});

test('the tour appears on a first visit, and Escape leaves it', async () => {
    const page = await open(browser, { tour: true, hash: '' });
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
