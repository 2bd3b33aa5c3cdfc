// SPDX-License-Identifier: MIT
// The gallery: the presets of all scenes as cards, in groups.
import { byId, element, onClick } from './dom.js';

/** @param {import('../page.js').Page} page */
export function makeGallery(page) {
    const presets = page.scenes.flatMap((scene) => scene.about.presets);
    const groups = [...new Set(presets.map((p) => p.group))];
    byId('preset-list').append(
        ...groups.flatMap((group) => [
            element('h3', {}, group),
            element(
                'div',
                { class: 'cards' },
                ...presets.filter((p) => p.group === group).map((p) => card(page, p)),
            ),
        ]),
    );
    onClick('presets-open', () => byId('presets').showModal());
}

/** @param {import('../page.js').Page} page @param {import('../scene.js').Preset} preset */
function card(page, preset) {
    const button = element(
        'button',
        { type: 'button', 'data-preset': preset.id },
        preset.title,
        element('span', {}, preset.caption),
    );
    button.addEventListener('click', () => {
        byId('presets').close();
        page.load(preset);
        page.scene.focus();
    });
    return button;
}
