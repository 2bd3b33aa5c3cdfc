// SPDX-License-Identifier: MIT
// Starts the page: loads the engine, makes the scenes, connects controls, keys and frames.
import wasm from 'engine.wasm.gz';
import { loadEngine } from './engine.js';
import { Page } from './page.js';
import { Aside, serve } from './time/aside.js';
import { SCENES } from './scenes.js';
import './view/page.css';
import { bindControls } from './view/controls.js';
import { byId } from './view/dom.js';
import { makeGallery } from './view/gallery.js';
import { expose } from './view/hooks.js';
import { bindSharing } from './view/sharing.js';
import { tour } from './view/tour.js';

/** @param {Uint8Array<ArrayBuffer>} bytes */
function unpacked(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
}

/** This very script, of which a worker is made. */
const script = typeof document === 'undefined' ? '' : (document.currentScript?.textContent ?? '');

async function main() {
    const page = new Page(await loadEngine(await unpacked(wasm)), SCENES, new Aside(script));
    bindControls(page);
    bindSharing(page);
    makeGallery(page);
    if (location.hash.length > 1) {
        page.address.open(location.hash);
        page.store.forget();
        page.refresh();
    } else {
        page.address.bring(page.state, '');
        page.load(page.presets[0]);
        page.store.forget();
        page.refresh();
        tour(false);
    }
    expose(page);
    page.playback.run();
    document.documentElement.dataset.ready = 'yes';
}

const onPage = typeof document !== 'undefined';
const start = onPage ? main : async () => serve(await loadEngine(await unpacked(wasm)), SCENES);
start().catch((error) => {
    const p = document.createElement('p');
    p.textContent = `The page could not start: ${error instanceof Error ? error.message : error}`;
    byId('messages').append(p);
});
