// SPDX-License-Identifier: MIT
// The state as the address of the page: a link is shown after every edit, and opening one brings
// the scene back, the steps taken included.
import { byId } from '../view/dom.js';
import { FIELDS } from './fields.js';
import { fromLink, toLink } from './link.js';

/** @typedef {import('./store.js').State} State */

export class Address {
    /** @param {import('../page.js').Page} page */
    constructor(page) {
        this.page = page;
        this.own = '';
        /** The address as it was read or written last. */
        this.seen = '';
        /** How far the motion is in the link that is shown. */
        this.at = 0;
        window.addEventListener('hashchange', () => {
            if (location.hash !== this.own && location.hash.length > 1) {
                this.open(location.hash);
            }
        });
    }

    /** How far the motion is, as far as a link can say it. */
    steps() {
        const { at } = this.page.scene;
        return at <= (FIELDS.at.max ?? 0) ? at : 0;
    }

    /** The link in the field of the tab Share. */
    write() {
        this.at = this.steps();
        const { page } = this;
        const link = toLink({
            ...page.state,
            at: this.at,
            camera: page.scene.camera,
            tab: page.tabs.named,
            caption: page.caption.id,
        });
        byId('link').value = `${location.href.split('#')[0]}#${link}`;
        return link;
    }

    /** There and in the address bar. */
    show() {
        const link = this.write();
        try {
            history.replaceState(null, '', `#${link}`);
            this.own = this.seen = location.hash;
        } catch {
            // some browsers refuse this for files; the field still holds the link
        }
    }

    /** The link follows the motion when that has come to rest; not over a new address that waits to
     * be opened. */
    follow() {
        if (this.steps() !== this.at && location.hash === this.seen) {
            this.show();
        }
    }

    /** @param {string} link */
    open(link) {
        const { page } = this;
        const { state, messages } = fromLink(link);
        this.seen = location.hash;
        page.finish();
        this.bring(state, 'the link');
        messages.forEach((words) => page.warn(words));
        page.refresh();
        this.write();
    }

    /** A link that was pasted, or what follows its '#'. @param {string} text */
    paste(text) {
        const link = text.slice(text.indexOf('#') + 1).trim();
        if (!/^v=\d/.test(link)) {
            this.page.warn('This is no link of the studio: it has to hold "#v=" and what follows.');
            return;
        }
        this.open(link);
        this.show();
    }

    /** A state from elsewhere, from its start to as far as it says. @param {State} state
     * @param {string} label */
    bring(state, label) {
        const { page } = this;
        const healed = page.scenes.map((scene) => scene.heal(state));
        const { tab, caption, camera, at } = state;
        const none = { at: 0, tab: '', caption: '', camera: [0, 0, 0, 0, 0, 0] };
        page.store.commit(Object.assign({}, state, ...healed, none), label);
        for (const scene of page.scenes) {
            scene.restart(page.state);
        }
        page.refresh();
        page.caption.show(page.presets.find((preset) => preset.id === caption));
        page.tabs.choose(tab);
        page.scene.enter();
        page.scene.lookFrom(camera);
        page.scene.goTo(at);
    }
}
