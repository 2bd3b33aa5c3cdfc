// SPDX-License-Identifier: MIT
// A browser for the tests of the page: Debian's chromium, driven by real events. STUDIO_BUILD is
// the folder with lento-studio.html and node_modules. Every page keeps a list of its errors and of
// requests that left it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const BUILD = path.resolve(process.env.STUDIO_BUILD ?? '.');
export const PAGE = pathToFileURL(path.join(BUILD, 'lento-studio.html')).href;
const require = createRequire(path.join(BUILD, 'x.js'));
const { chromium } = require('playwright-core');
export const AXE = require.resolve('axe-core/axe.min.js');

const FLAGS = [
    '--no-sandbox',
    '--disable-gpu',
    '--enable-unsafe-swiftshader',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--js-flags=--expose-gc',
    '--enable-precise-memory-info',
];
export const SLOW = 60000;

/** Without WebGL the page draws lines; where looks do not matter that saves most of the time, for
 * these tests paint by software. */
export const PLAIN = ['--disable-webgl', '--disable-webgl2', '--disable-3d-apis'];

/** @param {string[]} [more] */
export function launch(more = []) {
    const executablePath = execFileSync(
        'sh',
        ['-c', 'command -v chromium || command -v chromium-browser'],
        { encoding: 'utf8' },
    ).trim();
    return chromium.launch({
        executablePath,
        headless: true,
        args: [...FLAGS, ...more],
        timeout: SLOW,
    });
}

/** The state that links start from: the Lagrange top of the thesis, at rest. */
export const THESIS = '#v=2&z=mzxlyi';

/** A fresh context with the page open. @param {any} browser @param {any} [options] */
export async function open(browser, options = {}) {
    const { url = PAGE, tour = false, ...more } = options;
    const { hash = url.includes('#') ? '' : THESIS, ...rest } = more;
    const context = await browser.newContext({
        viewport: { width: 900, height: 640 },
        reducedMotion: 'reduce',
        acceptDownloads: true,
        ...rest,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(SLOW);
    const errors = /** @type {string[]} */ ([]);
    const requests = /** @type {string[]} */ ([]);
    page.on('pageerror', (/** @type {Error} */ e) => errors.push(e.message));
    page.on('request', (/** @type {any} */ r) => requests.push(r.url()));
    if (!tour) {
        await page.addInitScript(() => localStorage.setItem('lento-studio-tour', 'seen'));
    }
    await page.goto(url + hash);
    await ready(page);
    return Object.assign(page, { errors, requests, done: () => context.close() });
}

/** @param {any} page */
export async function ready(page) {
    await page.waitForFunction(
        () =>
            document.documentElement.dataset.ready === 'yes' &&
            !(/** @type {any} */ (window).lentoStudio.busy()),
    );
}

/** @param {any} page @param {string} id */
export async function preset(page, id) {
    await page.click('#presets-open');
    await page.click(`[data-preset="${id}"]`);
}

/**
 * Types a value and leaves the field.
 * @param {any} page
 * @param {string} selector
 * @param {string} value
 */
export async function type(page, selector, value) {
    await page.fill(selector, value);
    await page.press(selector, 'Enter');
    await page.locator(selector).blur();
}

export const TABS = ['general', 'body', 'integrals', 'diagrams', 'rod', 'why', 'share'];

/** @param {any} page @param {string} name */
export const tab = (page, name) => page.click(`#of-tab-${name}`);

/** Waits until picture, tables and diagrams show the present, and nothing is under way.
 * @param {any} page */
export const settled = (page) =>
    page.waitForFunction(() => /** @type {any} */ (window).lentoStudio.settled(), null, {
        timeout: 2 * SLOW,
    });

/** Presses Start and waits for the stop time. The frames are given by hand, one after another, so
 * that a test waits for the engine and not for the painting; or they are left to the page.
 * @param {any} page @param {string} [speed] @param {boolean} [byHand] */
export async function runToStop(page, speed = '1000', byHand = true) {
    await type(page, '.speed input[type=text]', speed);
    await page.click('#start');
    await page.evaluate(async (/** @type {boolean} */ hand) => {
        const button = document.querySelector('#start');
        while (hand && button?.textContent === 'Stop') {
            const until = performance.now() + 100;
            while (button.textContent === 'Stop' && performance.now() < until) {
                /** @type {any} */ (window).lentoStudio.frame(0.25);
            }
            await new Promise((done) => setTimeout(done));
        }
    }, byHand);
    await settled(page);
    assert.equal(await page.textContent('#start'), 'Start');
}

/** Gives frames by hand until a clock of the pendulum has passed a time. @param {any} page
 * @param {string} clock @param {number} time */
export const playUntil = (page, clock, time) =>
    page.evaluate(
        ([id, t]) => {
            const shown = /** @type {any} */ (document.querySelector(id));
            while (Number(shown.dataset.time) <= t) {
                /** @type {any} */ (window).lentoStudio.frame(0.05);
            }
        },
        [clock, time],
    );

/** A number as the page writes it. @param {string | null} text */
export const number = (text) => Number((text ?? '').replace('−', '-').replace(' e', 'e'));

/**
 * Numbers of a table that belong to a key, as seen: a row, or in the table of errors the column of a
 * body.
 * @param {any} page
 * @param {string} table
 * @param {string} key
 */
export async function row(page, table, key) {
    const texts = await page.evaluate(
        ([id, name]) => {
            const rows = [.../** @type {any} */ (document.getElementById(id)).rows];
            const column = rows[0] && [...rows[0].cells].findIndex((c) => c.textContent.slice(1) === name);
            const cells =
                id === 'errors'
                    ? rows.slice(1).map((r) => r.cells[column])
                    : [...rows.find((r) => r.dataset.row === name).cells].slice(1);
            return cells.map((c) => c?.firstChild?.textContent ?? '');
        },
        [table, key],
    );
    return texts.map(number);
}

/** L now, the largest and its time. @param {any} page @param {number} i */
export async function pair(page, i) {
    const part = (/** @type {string} */ css) => page.textContent(`[data-pair="${i}"] .${css}`);
    return {
        now: number(await part('now')),
        largest: number(await part('largest')),
        when: number(await part('when')),
    };
}

/** @param {any} page */
export const state = (page) => page.evaluate(() => /** @type {any} */ (window).lentoStudio.state());

/** @param {number} a @param {number} b @param {number} tolerance @param {string} [what] */
export function near(a, b, tolerance, what = '') {
    assert.ok(Math.abs(a - b) <= tolerance, `${what} ${a} is not ${b} within ${tolerance}`);
}
