// SPDX-License-Identifier: MIT
// The gallery: the presets of all scenes as cards, in groups.
import { byId, element, onClick, svg } from './dom.js';

const WIDTH = 120;
const HEIGHT = 64;
const EDGE = 5;
/** A motion that stays within this is a dot. */
const STILL = 1e-9;

/** @param {import('../page.js').Page} page */
export function makeGallery(page) {
    const presets = page.scenes.flatMap((scene) => scene.about.presets);
    const groups = [...new Set(presets.map((p) => p.group))];
    byId('preset-list').append(
        ...groups.flatMap((group) => [
            element('h3', { 'data-group': group }, group),
            element(
                'div',
                { class: 'cards' },
                ...presets.filter((p) => p.group === group).map((p) => card(page, p)),
            ),
        ]),
    );
    const jump = (/** @type {string} */ group) =>
        document.querySelector(`[data-group="${group}"]`)?.scrollIntoView();
    byId('preset-groups').append(
        ...groups.map((group) => {
            const button = element('button', { type: 'button' }, group);
            button.addEventListener('click', () => jump(group));
            return button;
        }),
    );
    onClick('presets-open', () => {
        byId('presets').showModal();
        jump(page.scene.about.presets[0].group);
        drawSketches(page);
    });
}

/** @param {import('../page.js').Page} page @param {import('../scene.js').Preset} preset */
function card(page, preset) {
    const button = element(
        'button',
        { type: 'button', 'data-preset': preset.id },
        svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' }),
        element('b', {}, preset.title),
        element('span', {}, preset.caption),
        element('em', {}, preset.question),
    );
    button.addEventListener('click', () => {
        byId('presets').close();
        page.load(preset);
        page.scene.focus();
    });
    return button;
}

/** A card that is still empty, those of a scene first. @param {import('../scene.js').Scene} scene */
function nearestCard(scene) {
    const empty = [...document.querySelectorAll('[data-preset]:not([data-drawn])')];
    const own = new Set(scene.about.presets.map((p) => p.id));
    return empty.find((card) => own.has(card.getAttribute('data-preset') ?? '')) ?? empty[0];
}

/** What each preset will draw, one card per frame, once. @param {import('../page.js').Page} page */
function drawSketches(page) {
    const next = () => {
        const card = nearestCard(page.scene);
        const preset = page.presets.find((p) => p.id === card?.getAttribute('data-preset'));
        if (card && preset && byId('presets').open) {
            card.setAttribute('data-drawn', 'yes');
            const points = page.sceneOf(preset).sketch(page.stateOf(preset));
            card.querySelector('svg')?.append(picture(points));
            requestAnimationFrame(next);
        }
    };
    requestAnimationFrame(next);
}

/** @param {number[][]} points */
function picture(points) {
    const ends = [0, 1].map((k) => [
        Math.min(...points.map((p) => p[k])),
        Math.max(...points.map((p) => p[k])),
    ]);
    const to = (/** @type {number} */ x, /** @type {number} */ k) =>
        EDGE + ((x - ends[k][0]) / (ends[k][1] - ends[k][0] || 1)) * ([WIDTH, HEIGHT][k] - 2 * EDGE);
    const path = points
        .map((p) => `${to(p[0], 0).toFixed(1)} ${(HEIGHT - to(p[1], 1)).toFixed(1)}`)
        .join('L');
    const still = ends.every(([low, high]) => !(high - low > STILL));
    return still
        ? svg('circle', { cx: String(WIDTH / 2), cy: String(HEIGHT / 2), r: '3', fill: '#2f7fd6' })
        : svg('path', { d: `M${path}` });
}
