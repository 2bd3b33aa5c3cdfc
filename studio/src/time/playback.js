// SPDX-License-Identifier: MIT
// The time bar and the frames: its buttons act on the scene that is shown, and every frame lets that
// scene move and paint. Nothing moves while the page is hidden.
import { byId, onClick } from '../view/dom.js';

export class Playback {
    /** @param {import('../page.js').Page} page */
    constructor(page) {
        this.page = page;
        /** It moves, or has moved since the answer of a caption was last asked for. */
        this.ran = false;
        onClick('start', () => this.toggle());
        onClick('step', () => this.step());
        onClick('reset', () => this.reset());
        byId('scrub').addEventListener('input', () => {
            this.page.scene.lookBack(Number(byId('scrub').value));
        });
    }

    toggle() {
        this.page.scene.toggle();
        this.showTime();
        this.page.scene.dirty = true;
    }

    step() {
        this.page.scene.step?.();
        this.showTime();
        this.page.scene.dirty = true;
    }

    reset() {
        const { page } = this;
        page.finish();
        page.scene.reset();
        page.refresh();
        page.address.show();
    }

    /** @param {number} now in milliseconds @param {number} seconds since the last frame */
    frame(now, seconds) {
        const { page } = this;
        if (page.scene.frame(now, seconds)) {
            this.showTime();
            if (this.ran && !page.scene.running && page.scene.idle) {
                this.ran = false;
                page.caption.reveal();
            }
            this.ran ||= page.scene.running;
            if (!page.scene.running && page.scene.idle && !page.before) {
                page.address.follow();
            }
        }
    }

    /** Frames as the browser gives them. */
    run() {
        let last = performance.now();
        const frame = (/** @type {number} */ now) => {
            const seconds = Math.max(0, (now - last) / 1000);
            last = now;
            if (!document.hidden) {
                this.frame(now, seconds);
            }
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }

    /** Nothing is under way, and picture, tables and diagrams show the present. */
    get settled() {
        const { scene } = this.page;
        return !scene.running && !scene.dirty && scene.idle && scene.current;
    }

    showTime() {
        const { scene } = this.page;
        byId('time').textContent = scene.timeText;
        byId('start').textContent = scene.running ? 'Stop' : 'Start';
        byId('reached').textContent = scene.paceText;
        byId('step').disabled = !scene.step;
        const { recording } = scene;
        byId('scrub').disabled = !recording;
        if (recording) {
            byId('scrub').max = String(recording.max);
            byId('scrub').value = String(recording.value);
        }
    }
}
