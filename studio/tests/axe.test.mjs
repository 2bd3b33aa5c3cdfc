// SPDX-License-Identifier: MIT
// Accessibility: axe on every panel, dialog and scene, in both sizes and themes. All of it concerns the document, so the
// page draws lines.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { AXE, launch, open, PLAIN, preset, settled, tab, TABS } from './browser.mjs';

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
            const scenes = await page.$$eval('[data-choose=scene]', (list) =>
                list.map((e) => /** @type {HTMLElement} */ (e).dataset.value ?? '').filter((s) => s !== 'top'),
            );
            assert.ok(scenes.length >= 2);
            for (const scene of scenes) {
                await page.click(`[data-choose=scene][data-value=${scene}]`);
                await page.click('#start');
                await page.click('#start');
                await findings(page, 'body', `${size} ${scene}`);
                for (const one of whole ? await page.$$('[role=tab]') : []) {
                    if (await one.isVisible()) {
                        await one.click();
                        await findings(page, '#panel', `${size} ${scene} ${await one.textContent()}`);
                        await inside(page, `${size} ${scene} ${await one.textContent()}`);
                    }
                }
            }
            assert.deepEqual(page.errors, []);
            await page.done();
        });
    }
}
