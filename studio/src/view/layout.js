// SPDX-License-Identifier: MIT
// The parts of the document that belong to scenes: put in once, shown while their scene is; and the
// theme.
import { all, byId, element } from './dom.js';

/** @typedef {import('../scene.js').About} About */

/** Adds the stage, the sections, the settings and the button of a scene. @param {About} about */
export function mount(about) {
    const stage = element('div', { id: `${about.id}-scene`, class: 'scene', 'data-for': about.id });
    if (about.layout === 'sheet') {
        // it scrolls where there is no room: the keyboard must reach it
        stage.tabIndex = 0;
        stage.setAttribute('role', 'region');
        stage.setAttribute('aria-label', about.title);
    }
    stage.innerHTML = about.stage;
    byId('bottom').before(stage);
    byId('tab-share').insertAdjacentHTML('beforebegin', about.panel);
    byId('view').insertAdjacentHTML('beforeend', about.view ?? '');
    byId('scenes').append(
        element(
            'button',
            { type: 'button', 'data-choose': 'scene', 'data-value': about.id },
            about.title,
        ),
    );
}

/** Shows the parts of one scene. @param {About} about */
export function showScene({ id, layout, title, units = ['', 'time units per second'] }) {
    document.title = `Lento studio: ${title}`;
    byId('time-unit').textContent = units[0];
    for (const part of all('#transport .speed, #transport .speed input')) {
        part.title = `Speed: ${units[1]}`;
    }
    byId('app').dataset.scene = id;
    byId('app').dataset.layout = layout;
    document.querySelector(`[data-caption="${id}"]`)?.append(byId('caption'));
    for (const part of all('[data-for]:not([role="tabpanel"])')) {
        part.hidden = part.dataset.for !== id;
    }
}

/** The theme wished for, or the system's. @param {import('../state/store.js').State} state
 * @returns {'light'|'dark'} */
export function showTheme(state) {
    const dark =
        state.theme === 'system'
            ? window.matchMedia('(prefers-color-scheme: dark)').matches
            : state.theme === 'dark';
    const theme = dark ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    return theme;
}
