// SPDX-License-Identifier: MIT
// The tour on a first visit: five short cards; Escape leaves it at any time.
import { byId } from './dom.js';

const CARDS = [
    [
        'Fast things, slowly',
        'A top spins, a pendulum stands on its head, equations of your own: three scenes, in the bar ' +
            'above. Each one runs here, in this page. Space plays and pauses.',
    ],
    [
        'Take it in your hands',
        'Tops: drag a face to turn the body, a far corner to resize it, the tip of the green vector ' +
            'to spin it. Kapitza: drag the bob, or kick it. Undo is always there.',
    ],
    [
        'Ask, then see why',
        'Presets hold experiments with a question each; the answer appears after the run. The tab ' +
            'Why shows vectors, energies and the potential in which the axis rolls.',
    ],
    [
        'Compare',
        '"Lagrange top" puts methods side by side: colours and letters tell them apart, thick and ' +
            'thin tell the step. Kapitza says how many times cheaper the slow motion is.',
    ],
    [
        'Keep it',
        'Share makes a link, a picture, a CSV or a recipe that runs natively. Files can be dropped ' +
            'onto the page. Show, or the key F, is for lectures.',
    ],
];
const KEY = 'lento-studio-tour';

/** @param {boolean} force show it although it was seen */
export function tour(force) {
    const dialog = byId('tour');
    try {
        if (!force && localStorage.getItem(KEY)) {
            return;
        }
        localStorage.setItem(KEY, 'seen');
    } catch {
        // a browser without storage shows the tour every time
    }
    let card = 0;
    const show = () => {
        [byId('tour-title').textContent, byId('tour-text').textContent] = CARDS[card];
        byId('tour-count').textContent = `${card + 1} of ${CARDS.length}`;
        byId('tour-next').textContent = card + 1 < CARDS.length ? 'Next' : 'Begin';
    };
    byId('tour-next').onclick = () => {
        card += 1;
        if (card < CARDS.length) {
            show();
        } else {
            dialog.close();
        }
    };
    show();
    dialog.showModal();
    byId('tour-next').focus();
}
