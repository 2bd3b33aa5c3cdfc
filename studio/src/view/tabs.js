// SPDX-License-Identifier: MIT
// The tabs of the panel, from its sections. A section with data-for belongs to one scene, one
// without to all of them; every scene remembers its own tab.
import { FIELDS } from '../state/fields.js';
import { all, byId, element } from './dom.js';

export class Tabs {
    /** @param {(tab: string) => void} chosen told when another one is shown */
    constructor(chosen) {
        this.chosen = chosen;
        this.sections = all('#panel [role="tabpanel"]');
        this.scene = '';
        /** The tab of each scene. @type {Map<string, string>} */
        this.kept = new Map();
        for (const section of this.sections) {
            byId('tabs').append(this.button(section));
            FIELDS.tab.choices?.push(section.id);
        }
    }

    /** @param {HTMLElement} section */
    button(section) {
        const button = element(
            'button',
            {
                type: 'button',
                role: 'tab',
                id: `of-${section.id}`,
                'aria-controls': section.id,
            },
            section.dataset.title ?? '',
        );
        section.setAttribute('aria-labelledby', button.id);
        button.addEventListener('click', () => this.choose(section.id));
        button.addEventListener('keydown', (e) => {
            const move = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
            if (move) {
                const list = this.mine();
                const n = list.length;
                this.choose(list[(list.indexOf(section) + move + n) % n].id, true);
            }
        });
        return button;
    }

    /** The sections of this scene. */
    mine() {
        return this.sections.filter((s) => (s.dataset.for ?? this.scene) === this.scene);
    }

    get tab() {
        return this.kept.get(this.scene) ?? this.mine()[0].id;
    }

    /** The tab as a link names it, '' for the first one. */
    get named() {
        const { tab } = this;
        return tab === this.mine()[0].id ? '' : tab;
    }

    /** @param {string} scene */
    enter(scene) {
        if (scene !== this.scene) {
            this.scene = scene;
            this.show();
        }
    }

    /** @param {string} id @param {boolean} [focus] */
    choose(id, focus = false) {
        if (this.mine().some((section) => section.id === id)) {
            this.kept.set(this.scene, id);
            this.show(focus);
            this.chosen(id);
        }
    }

    show(focus = false) {
        const mine = this.mine();
        for (const section of this.sections) {
            const button = byId(`of-${section.id}`);
            const chosen = section.id === this.tab;
            section.hidden = !chosen;
            button.hidden = !mine.includes(section);
            button.setAttribute('aria-selected', String(chosen));
            button.tabIndex = chosen ? 0 : -1;
            if (chosen && focus) {
                button.focus();
            }
        }
    }
}
