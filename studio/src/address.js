// SPDX-License-Identifier: MIT
// The state as the address of the page: a link is shown after every edit, and opening one brings
// the scene back, the steps taken included.
import { FIELDS } from './fields.js';
import { byId } from './panel.js';
import { fromLink, startState, toLink } from './state.js';
import { implied } from './topstate.js';

/** @typedef {import('./state.js').State} State */

export class Address {
    /** @param {import('./studio.js').Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.own = '';
        /** The address as it was read or written last. */
        this.seen = '';
        /** The steps in the link that is shown. */
        this.at = 0;
        window.addEventListener('hashchange', () => {
            if (location.hash !== this.own && location.hash.length > 1) {
                this.open(location.hash);
            }
        });
    }

    /** How far the motion is or is on its way, in steps of the first body. */
    steps() {
        const { player } = this.studio;
        const steps = (player.replayTo || player.furthest()) / player.steps[player.slots[0]];
        const whole = Math.round(steps);
        const at = Math.abs(steps - whole) <= 1e-9 * whole ? whole : steps;
        return at <= (FIELDS.at.max ?? 0) ? at : 0;
    }

    /** The link in the field of the tab Share. */
    write() {
        this.at = this.steps();
        const link = toLink({ ...this.studio.state, at: this.at });
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
        const { studio } = this;
        const { state, messages } = fromLink(link);
        this.seen = location.hash;
        studio.finish();
        studio.store.commit(
            { ...state, ...implied(startState(), onlyShape(state)), at: 0 },
            'the link',
        );
        studio.reopen();
        studio.kapitza?.restart(studio.state);
        studio.stage.home(studio.state);
        if (state.at > 0) {
            studio.player.replay(state.at * studio.player.steps[studio.player.slots[0]]);
        }
        messages.forEach((words) => studio.warn(words));
        studio.refresh();
        this.write();
    }
}

/** What a link may say against itself about the shape. @param {State} state */
function onlyShape(state) {
    return state.mode === 'compare' ? { mode: 'compare', edges: state.edges } : {};
}
