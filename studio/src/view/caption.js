// SPDX-License-Identifier: MIT
// The caption over a scene: what a preset shows and the question to answer before pressing Start.
import { byId, onClick } from './dom.js';

export class Caption {
    /** @param {import('../page.js').Page} page */
    constructor(page) {
        this.page = page;
        this.shown = '';
        /** To its question; '': the scene says it. */
        this.answer = '';
        onClick('caption-close', () => this.hide());
    }

    /** The preset that is spoken of, '' for none. */
    get id() {
        return byId('caption').hidden ? '' : this.shown;
    }

    /** @param {import('../scene.js').Preset} [preset] */
    show(preset) {
        if (!preset) {
            return;
        }
        const { id, title, caption, question, answer } = preset;
        this.shown = id;
        this.answer = answer ?? '';
        byId('caption-answer').hidden = true;
        byId('caption').hidden = false;
        byId('caption-title').textContent = title;
        byId('caption-text').textContent = caption;
        byId('caption-question').textContent = question;
        this.page.scene.resize();
    }

    /** The run has been seen: the answer may be too. */
    reveal() {
        const answer = byId('caption-answer');
        const words = this.answer || this.page.scene.conclusion;
        if (!byId('caption').hidden && words && answer.hidden) {
            answer.textContent = words;
            answer.hidden = false;
            this.page.scene.resize();
        }
    }

    hide() {
        if (!byId('caption').hidden) {
            byId('caption').hidden = true;
            this.page.scene.resize();
        }
    }
}
