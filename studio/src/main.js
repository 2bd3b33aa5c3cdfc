// SPDX-License-Identifier: MIT
// Starts the page: loads the engine, builds the menus from its lists, connects controls, keys and
// frames.
import wasm from 'engine.wasm';
import { bindButtons, bindKeys, bindScene, bindShare, bindSliders } from './controls.js';
import { loadEngine } from './engine.js';
import { setMethods } from './check.js';
import { Kapitza } from './kapitza.js';
import { bindMethods, makeMatrix, makePresets, showMethods, usableMethods } from './menus.js';
import { bindFields, byId, element, makeTabs } from './panel.js';
import { Render2d } from './render2d.js';
import { Render3d } from './render3d.js';
import { Studio } from './studio.js';
import { startOf } from './topstate.js';
import { tour } from './tour.js';
import { Walk } from './walk.js';
import { ErrorWork } from './work.js';

/** @param {import('./stage.js').Stage} stage */
function makeRender(stage) {
    const canvas = byId('scene');
    try {
        return new Render3d(canvas, stage);
    } catch {
        byId('hint').textContent = 'Without WebGL the bodies are drawn as lines.';
        return new Render2d(canvas, stage);
    }
}

/** @param {Studio} studio @param {ErrorWork} work @param {Walk} walk */
function run(studio, work, walk) {
    let last = performance.now();
    let working = false;
    byId('work-make').addEventListener('click', () => {
        work.begin(startOf(studio.state));
        working = work.queue.length > 0;
    });
    const frame = (/** @type {number} */ now) => {
        const seconds = Math.max(0, (now - last) / 1000);
        last = now;
        studio.dirty = walk.frame(Math.min(seconds, 0.1)) || studio.dirty;
        studio.frame(now, seconds);
        working = working && work.slice(performance.now() + 8);
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

/** What tests and curious people may ask. @param {Studio} studio @param {ErrorWork} work */
function expose(studio, work) {
    const actor = (/** @type {number} */ slot) =>
        studio.stage.actors.find((a) => a.slot === slot) ?? studio.stage.actors[0];
    Object.assign(window, {
        lentoStudio: {
            state: () => structuredClone(studio.state),
            snapshot: () =>
                JSON.stringify({
                    state: studio.state,
                    time: studio.player.time,
                    bodies: studio.player.slots.map((slot) => studio.engine.values(slot)),
                }),
            busy: () => studio.player.replayTo > 0,
            memory: () => studio.engine.memory,
            tip: (slot = 2) => studio.stage.toScreen(studio.stage.tip(actor(slot))),
            corners: (slot = 2) =>
                studio.stage
                    .cornersOf(actor(slot), studio.state)
                    .map((c) => ({ signs: c.signs, ...studio.stage.toScreen(c.stage) })),
            at: (/** @type {number[]} */ point) => studio.stage.toScreen(point),
            plots: () =>
                Object.fromEntries(
                    ['energy', 'error', 'third', 'potential'].map((name) => [
                        name,
                        /** @type {any} */ (studio.readings.diagrams)[name].ends(),
                    ]),
                ),
            work: () => Object.fromEntries(work.points),
        },
    });
}

async function main() {
    const engine = await loadEngine(wasm);
    const methods = usableMethods(engine);
    setMethods(methods.map((m) => m.name));
    const studio = new Studio(engine, makeRender);
    const choose = makeTabs();
    makeMatrix(methods);
    const host = {
        state: () => studio.state,
        edit: studio.edit.bind(studio),
        preview: studio.preview.bind(studio),
        finish: studio.finish.bind(studio),
        warn: studio.warn.bind(studio),
    };
    studio.kapitza = new Kapitza(engine, host);
    const walk = new Walk(studio.stage);
    const work = new ErrorWork(engine);
    bindFields(host);
    bindMethods(studio);
    bindButtons(studio);
    bindSliders(studio);
    bindShare(studio);
    bindKeys(studio, walk);
    makePresets(studio, choose);
    document.addEventListener('tab', (e) => {
        studio.tab = /** @type {CustomEvent} */ (e).detail;
        studio.dirty = true;
        studio.readings.expire();
    });
    const refresh = studio.refresh.bind(studio);
    studio.refresh = () => {
        refresh();
        showMethods(studio.state, studio);
    };
    studio.resize();
    studio.stage.home();
    bindScene(studio, choose);
    if (location.hash.length > 1) {
        studio.open(location.hash);
    } else {
        studio.fitStop();
        studio.reopen();
        studio.kapitza.open(studio.state);
        studio.showScene();
        studio.refresh();
        tour(false);
    }
    window.addEventListener('hashchange', () => {
        if (location.hash !== studio.ownLink && location.hash.length > 1) {
            studio.open(location.hash);
        }
    });
    byId('legend').replaceChildren(
        ...[
            ['#12a37f', 'angular momentum m'],
            ['#2f7fd6', 'angular velocity ω'],
        ].map(([colour, words]) => {
            const mark = element('i');
            mark.style.background = colour;
            return element('li', {}, mark, words);
        }),
    );
    expose(studio, work);
    run(studio, work, walk);
    document.documentElement.dataset.ready = 'yes';
}

main().catch((error) => {
    const p = document.createElement('p');
    p.textContent = `The page could not start: ${error instanceof Error ? error.message : error}`;
    byId('messages').append(p);
});
