// SPDX-License-Identifier: MIT
// The tour on a first visit: five short cards; Escape leaves it at any time.
import { byId } from './dom.js';

const CARDS = [
    [
        'Spinning tops',
        'A heavy cuboid turns about a fixed point. Press Start, or the space bar, and watch.',
    ],
    [
        'Take it in your hands',
        'Drag a face to turn it, a far corner to resize it, the tip of the green vector m to ' +
            'spin it. With Pivot, or the middle button, you move the fixed point. Undo is always there.',
    ],
    [
        'Compare',
        '"Lagrange top" puts methods side by side: colours and letters tell them apart, thick ' +
            'and thin tell ' +
            'the step. The table counts the digits that the integrals keep.',
    ],
    [
        'See why',
        'The tab Why shows momentum, velocity and torque, Euler angles, and the effective ' +
            'potential in which ' +
            'the axis rolls up and down.',
    ],
    [
        'Keep it',
        'Presets hold the experiments with a question each; Share makes a link, a picture, ' +
            'a CSV or a recipe ' +
            'that runs natively. The second scene is Kapitza’s pendulum.',
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
