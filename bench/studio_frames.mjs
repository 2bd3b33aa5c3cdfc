// SPDX-License-Identifier: MIT
// What the page's engine costs: milliseconds inside the engine per frame of 1/60 s, for every preset of
// every scene, and the memory of ten minutes of frames in each scene. STUDIO_BUILD is the folder with
// the page:
//   STUDIO_BUILD=build/release/studio node bench/studio_frames.mjs [frames per preset] [minutes]
import { launch, PAGE, PLAIN, preset, ready, SLOW } from '../studio/tests/browser.mjs';

const FRAMES = Number(process.argv[2] ?? 120);
const MINUTES = Number(process.argv[3] ?? 10);

const browser = await launch(PLAIN);
const context = await browser.newContext({ viewport: { width: 900, height: 640 }, reducedMotion: 'reduce' });
const page = await context.newPage();
page.setDefaultTimeout(SLOW);
// every function of the engine is timed
await page.addInitScript(() => {
    localStorage.setItem('lento-studio-tour', 'seen');
    const meter = { ms: 0, depth: 0 };
    Object.assign(window, { meter });
    const timed = (/** @type {any} */ f) =>
        typeof f !== 'function'
            ? f
            : (/** @type {any[]} */ ...inputs) => {
                  const begin = performance.now();
                  meter.depth++;
                  try {
                      return f(...inputs);
                  } finally {
                      meter.depth--;
                      meter.ms += meter.depth ? 0 : performance.now() - begin;
                  }
              };
    const wrapped = (/** @type {WebAssembly.Instance} */ { exports }) => ({
        exports: Object.fromEntries(Object.entries(exports).map(([name, f]) => [name, timed(f)])),
    });
    const { instantiate } = WebAssembly;
    /** @type {any} */ (WebAssembly).instantiate = async (/** @type {any[]} */ ...inputs) => {
        const made = await /** @type {any} */ (instantiate)(...inputs);
        return made.instance ? { ...made, instance: wrapped(made.instance) } : wrapped(made);
    };
});
await page.goto(PAGE);
await ready(page);
const ids = await page.evaluate(async () => {
    /** @type {any} */ (document.querySelector('#presets-open')).click();
    await new Promise((done) => setTimeout(done, 500));
    const list = [...document.querySelectorAll('[data-preset]')].map((e) => /** @type {any} */ (e).dataset.preset);
    /** @type {any} */ (document.querySelector('#presets [data-close]')).click();
    return list;
});

/** Engine time of frames, sorted. @param {number} n */
const frames = (n) =>
    page.evaluate((/** @type {number} */ count) => {
        const studio = /** @type {any} */ (window).lentoStudio;
        const spent = [];
        for (let i = 0; i < count; i++) {
            const before = /** @type {any} */ (window).meter.ms;
            studio.frame(1 / 60);
            spent.push(/** @type {any} */ (window).meter.ms - before);
        }
        return spent.sort((a, b) => a - b);
    }, n);
const memory = () =>
    page.evaluate(() => {
        for (let i = 0; i < 3; i++) {
            /** @type {any} */ (window).gc();
        }
        return [
            /** @type {any} */ (performance).memory.usedJSHeapSize,
            /** @type {any} */ (window).lentoStudio.memory(),
            document.querySelectorAll('*').length,
        ];
    });
const running = async () => (await page.textContent('#start')) === 'Stop';

console.log('preset: engine ms per frame, median, 95 %, largest');
for (const id of ids) {
    await preset(page, id);
    if (!(await running())) {
        await page.click('#start');
    }
    const spent = await frames(FRAMES);
    const at = (/** @type {number} */ part) => spent[Math.min(spent.length - 1, Math.floor(part * spent.length))];
    console.log(`${id}: ${at(0.5).toFixed(2)} ${at(0.95).toFixed(2)} ${at(1).toFixed(2)}`);
}
const count = 60 * 60 * MINUTES;
for (const id of ['spinning', 'stands', ids.find((name) => /drag/.test(name))].filter(Boolean)) {
    await preset(page, id);
    if (!(await running())) {
        await page.click('#start');
    }
    await frames(Math.floor(count / 10));
    const early = await memory();
    for (let i = 1; i < 10; i++) {
        await frames(Math.floor(count / 10));
    }
    const late = await memory();
    console.log(`${id}, ${MINUTES} minutes: heap ${early[0]} -> ${late[0]}, engine ${early[1]} -> ${late[1]}, elements ${early[2]} -> ${late[2]}`);
}
await browser.close();
