// SPDX-License-Identifier: MIT
// What the page's engine costs per frame of 1/60 s, for every preset of every scene, and the memory of
// ten minutes of frames in each scene. Two measures: work, that is calls of the right-hand side (and
// steps) of a frame times the cost of a call in the fastest frame of the preset, and the clock, which
// also counts what other programs did meanwhile. STUDIO_BUILD is the folder with the page:
//   STUDIO_BUILD=build/release/studio node bench/studio_frames.mjs [frames per preset] [minutes] [preset]
import { launch, PAGE, PLAIN, preset, ready, SLOW } from '../studio/tests/browser.mjs';

const FRAMES = Number(process.argv[2] ?? 120);
const MINUTES = Number(process.argv[3] ?? 10);
const ONE = process.argv[4];
/** Frames before it is measured: the browser still translates the engine. */
const WARM = 30;
/** A frame must have worked for so long to tell the cost of a call, ms. */
const LONG = 0.5;
const GROUP = 10;

const browser = await launch(PLAIN);
const context = await browser.newContext({ viewport: { width: 900, height: 640 }, reducedMotion: 'reduce' });
const page = await context.newPage();
page.setDefaultTimeout(SLOW);
// every function of the engine is timed, and those that move something are counted
await page.addInitScript(() => {
    localStorage.setItem('lento-studio-tour', 'seen');
    const meter = { ms: 0, moving: 0, calls: 0, longest: 0 };
    Object.assign(window, { meter });
    const { instantiate } = WebAssembly;
    /** @type {any} */ (WebAssembly).instantiate = async (/** @type {any[]} */ ...inputs) => {
        const made = await /** @type {any} */ (instantiate)(...inputs);
        const inside = made.instance.exports;
        /** @type {Record<string, (slot: number) => number>} */
        const counters = { motion_advance: inside.motion_calls, scene_work: () => inside.scene_calls() };
        const timed = (/** @type {string} */ name) => (/** @type {any[]} */ ...inputs) => {
            const before = counters[name]?.(inputs[0]);
            const begin = performance.now();
            const result = inside[name](...inputs);
            const took = performance.now() - begin;
            meter.ms += took;
            if (counters[name]) {
                const calls = counters[name](inputs[0]) - before;
                const asked = inputs[name === 'scene_work' ? 1 : 3];
                meter.calls += calls;
                meter.moving += took;
                meter.longest = Math.max(meter.longest, Number.isFinite(asked) ? calls - asked : 0);
            }
            return result;
        };
        const names = Object.keys(inside).filter((name) => typeof inside[name] === 'function');
        const exports = { ...inside, ...Object.fromEntries(names.map((name) => [name, timed(name)])) };
        return { ...made, instance: { exports } };
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

/** Engine time, time of moving, calls of each frame, and calls beyond what was asked for, at most.
 * @param {number} n */
const frames = (n) =>
    page.evaluate((/** @type {number} */ count) => {
        const { lentoStudio: studio, meter } = /** @type {any} */ (window);
        meter.longest = 0;
        const list = [];
        for (let i = 0; i < count; i++) {
            Object.assign(meter, { ms: 0, moving: 0, calls: 0 });
            studio.frame(1 / 60);
            list.push([meter.ms, meter.moving, meter.calls]);
        }
        return { list, longest: meter.longest };
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

/** "median 95 % largest" @param {number[]} list */
const three = (list) => {
    const sorted = [...list].sort((a, b) => a - b);
    return [0.5, 0.95, 1]
        .map((part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(2))
        .join(' ');
};

console.log('preset: ms of work per frame (median, 95 %, largest); by the clock; ns per call; calls per frame, calls beyond');
for (const id of ids.filter((name) => !ONE || name === ONE)) {
    await preset(page, id);
    if (!(await running())) {
        await page.click('#start');
        await page.waitForFunction(() => document.querySelector('#start')?.textContent === 'Stop');
    }
    await frames(WARM);
    const { list, longest } = await frames(FRAMES);
    const rates = list.filter(([, moving]) => moving >= LONG).map(([, moving, calls]) => moving / calls);
    // short frames are measured by tens
    for (let i = 0; i + GROUP <= list.length; i += GROUP) {
        const sum = (/** @type {number} */ k) => list.slice(i, i + GROUP).reduce((all, one) => all + one[k], 0);
        rates.push(sum(1) / sum(2) || Infinity);
    }
    const cost = Math.min(...rates);
    const work = list.map(([, , calls]) => calls && calls * cost);
    const counts = list.map(([, , calls]) => calls).sort((a, b) => a - b);
    console.log(
        `${id}: ${three(work)}; ${three(list.map(([ms]) => ms))}; ${(1e6 * cost).toFixed(0)}; ` +
            `${counts[Math.floor(counts.length / 2)]} ${counts[counts.length - 1]}, ${longest}`,
    );
}
const count = 60 * 60 * MINUTES;
for (const id of MINUTES > 0 ? ['spinning', 'stands', 'ode-drag'] : []) {
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
