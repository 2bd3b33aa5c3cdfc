// SPDX-License-Identifier: MIT
// Starts the page: loads the engine, builds the menus from its lists, connects controls, keys and
// frames.
import wasm from 'engine.wasm';
import { bindButtons, bindKeys, bindScene, bindShare, bindSliders } from './controls.js';
import { loadEngine } from './engine.js';
import { setMethods } from './check.js';
import { expose } from './hooks.js';
import { Kapitza } from './kapitza.js';
import { bindMethods, makeMatrix, makePresets, usableMethods } from './menus.js';
import { bindFields, byId, makeTabs } from './panel.js';
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
        byId('hint').dataset.idle = byId('hint').textContent =
            'Without WebGL the bodies are drawn as lines.';
        return new Render2d(canvas, stage);
    }
}

/** One frame after another; none of them moves anything while the page is hidden.
 * @param {Studio} studio @param {ErrorWork} work @param {Walk} walk */
function run(studio, work, walk) {
    let last = performance.now();
    let working = false;
    studio.onStart = () => work.forget(startOf(studio.state));
    byId('work-make').addEventListener('click', () => {
        work.begin(startOf(studio.state));
        working = work.queue.length > 0;
    });
    const frame = (/** @type {number} */ now) => {
        const seconds = Math.max(0, (now - last) / 1000);
        last = now;
        if (!document.hidden) {
            studio.stage.glide();
            if (walk.frame(Math.min(seconds, 0.1))) {
                studio.playback.dirty = true;
            }
            studio.playback.frame(now, seconds);
            working = working && work.slice(performance.now() + 8);
        }
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
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
        shown: () => studio.shownState(),
        edit: studio.edit.bind(studio),
        preview: studio.preview.bind(studio),
        finish: () => studio.finish(),
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
    document.addEventListener('tab', (e) => studio.choose(/** @type {CustomEvent} */ (e).detail));
    studio.playback.resize();
    studio.stage.home(studio.state);
    bindScene(studio, choose);
    if (location.hash.length > 1) {
        studio.address.open(location.hash);
    } else {
        studio.fitStop();
        studio.reopen();
        studio.kapitza.open(studio.state);
        studio.refresh();
        studio.address.write();
        tour(false);
    }
    expose(studio, work);
    run(studio, work, walk);
    document.documentElement.dataset.ready = 'yes';
}

main().catch((error) => {
    const p = document.createElement('p');
    p.textContent = `The page could not start: ${error instanceof Error ? error.message : error}`;
    byId('messages').append(p);
});
