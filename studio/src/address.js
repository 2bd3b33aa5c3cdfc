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
        window.addEventListener('hashchange', () => {
            if (location.hash !== this.own && location.hash.length > 1) {
                this.open(location.hash);
            }
        });
    }

    link() {
        const { state, player } = this.studio;
        const at = player.latestStep;
        return toLink({ ...state, at: at <= (FIELDS.at.max ?? 0) ? at : 0 });
    }

    /** The link in the field of the tab Share. */
    write() {
        const link = this.link();
        byId('link').value = `${location.href.split('#')[0]}#${link}`;
        return link;
    }

    /** There and in the address bar. */
    show() {
        const link = this.write();
        try {
            history.replaceState(null, '', `#${link}`);
            this.own = location.hash;
        } catch {
            // some browsers refuse this for files; the field still holds the link
        }
    }

    /** @param {string} link */
    open(link) {
        const { studio } = this;
        const { state, messages } = fromLink(link);
        studio.store.commit(
            { ...state, ...implied(startState(), onlyShape(state)), at: 0 },
            'the link',
        );
        studio.reopen();
        studio.stage.home(studio.state);
        if (state.at > 0) {
            studio.player.replay(state.at);
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
