// SPDX-License-Identifier: MIT
// What is seen of Kapitza's pendulum: two drawings with their clocks, the curves of both angles,
// the sliders with the threshold drawn under the speed, the facts, and a warning where there is one.
import { byId, digits, element } from './panel.js';
import { Plot } from './plot.js';

export const FAST = 0;
export const SLOW = 1;
const FASTEST = 8;
/** Length of a drawn pendulum. */
const ARM = 125;
/** The pivot's motion is drawn larger than it is, and not beyond LIFT. */
const ENLARGED = 3;
const LIFT = 30;
export const COLOUR = ['#e0561f', '#2f7fd6'];
export const NAME = ['fast', 'slow'];
export const TITLE = ['full fast motion', 'slow motion (async)'];
const NS = 'http://www.w3.org/2000/svg';
const SLIDERS = /** @type {const} */ ([
    ['kSpeed', 'vibration speed v', 'm/s', 0, FASTEST, 0.01],
    ['kOmega', 'frequency ω', 'rad/s', 50, 5000, 10],
    ['kAngle', 'start angle from upright', 'rad', -3, 3, 0.01],
    ['kLength', 'length l', 'm', 0.05, 1, 0.01],
    ['kGravity', 'gravity g', 'm/s²', 0, 30, 0.1],
    ['kSlowdown', 'fast clock slowed by', '×', 1, 1000, 1],
]);

/** @typedef {ReturnType<import('./engine.js').Engine['pendulum']>} Motion */
/** @typedef {ReturnType<import('./engine.js').Engine['openPendulums']>} Opened */

/** Where a pendulum is drawn: pivot, bob. @param {Motion} motion @param {number} length */
export function places({ angle, pivot }, length) {
    const shake = (pivot / length) * ARM * ENLARGED;
    const lift = -Math.max(-LIFT, Math.min(LIFT, shake));
    return { lift, x: ARM * Math.sin(angle), y: lift - ARM * Math.cos(angle) };
}

/** @param {string} tag @param {Record<string, string>} attributes */
function svg(tag, attributes) {
    const node = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) {
        node.setAttribute(name, value);
    }
    return node;
}

/** One drawn pendulum with its clock. @param {number} kind */
function drawing(kind) {
    const colour = COLOUR[kind];
    const rod = svg('line', { x1: '0', stroke: colour, 'stroke-width': '5', class: 'rod' });
    const bob = svg('circle', { r: '15', fill: colour });
    const pivot = svg('rect', { x: '-22', width: '44', height: '14', rx: '4', class: 'pivot' });
    const picture = svg('svg', {
        viewBox: '-170 -170 340 340',
        role: 'img',
        'aria-label': TITLE[kind],
    });
    picture.append(svg('line', { y1: '-150', y2: '150', class: 'upright' }), rod, bob, pivot);
    const clock = element('output', { class: 'clock', id: `clock-${NAME[kind]}` });
    const pace = element('p', { class: 'note' });
    const box = element(
        'div',
        { class: 'pendulum card' },
        element('h2', {}, TITLE[kind]),
        pace,
        picture,
        clock,
    );
    return { box, pace, rod, bob, pivot, clock };
}

/** A slider with its number. @param {typeof SLIDERS[number]} row */
function slider([field, name, unit, min, max, step]) {
    return element(
        'label',
        { class: 'slider' },
        `${name} (${unit})`,
        element('input', {
            type: 'range',
            'data-field': field,
            min: String(min),
            max: String(max),
            step: String(step),
            'aria-label': name,
        }),
        element('input', {
            type: 'text',
            inputmode: 'decimal',
            'data-field': field,
            'aria-label': `${name} as a number`,
        }),
    );
}

export class KapitzaView {
    /** @param {(factor: number) => void} choose a speed as a factor of the threshold */
    constructor(choose) {
        this.pictures = [FAST, SLOW].map(drawing);
        this.length = 1;
        this.step = 0;
        this.warning = '';
        this.note = element('p', { id: 'kapitza-note', role: 'status' });
        byId('kapitza-scene').append(
            this.note,
            ...this.pictures.map((p) => p.box),
            element('div', { class: 'card plot', id: 'kapitza-plot' }),
        );
        this.plot = new Plot('kapitza-plot', 'time t (s)', 'angle (rad)', {
            fill: true,
            empty: 'Press Start: both angles are drawn over time.',
        });
        this.makePanel(choose);
    }

    /** @param {(factor: number) => void} choose */
    makePanel(choose) {
        const button = (/** @type {string} */ id, /** @type {string} */ words) =>
            element('button', { type: 'button', id }, words);
        const rows = SLIDERS.flatMap((row) =>
            row[0] === 'kSpeed'
                ? [
                      slider(row),
                      element(
                          'div',
                          { class: 'threshold' },
                          element('span', { id: 'threshold' }),
                      ),
                  ]
                : [slider(row)],
        );
        byId('kapitza-panel').append(
            element('h2', {}, 'Kapitza’s pendulum'),
            element(
                'p',
                { class: 'note' },
                'The pivot shakes up and down, at most with speed v. If it shakes fast enough, ' +
                    'v > √(2 g l), the pendulum stands upright. Left: every vibration is computed. ' +
                    'Right: the vibration is averaged away, which leaves the slow swing.',
            ),
            ...rows,
            element(
                'div',
                { class: 'row' },
                button('above', '5 % above: stays'),
                button('below', '5 % below: falls'),
            ),
            element('dl', { class: 'facts', id: 'kapitza-facts' }),
            element(
                'p',
                { class: 'note' },
                'Evaluations count how often the force was computed, for one second on the ' +
                    'pendulum’s own clock: the price of each motion. The macro step of the slow ' +
                    'motion follows its frequency Ω = √(v²/(2 l²) + g/l). The motion of the ' +
                    `pivot is drawn ${ENLARGED} times larger.`,
            ),
        );
        byId('above').onclick = () => choose(1.05);
        byId('below').onclick = () => choose(0.95);
    }

    /** @param {import('./state.js').State} state @param {number} threshold
     * @param {Opened} opened */
    begin(state, threshold, { warning, step, frequency }) {
        this.length = state.kLength;
        this.step = step;
        const mark = byId('threshold');
        mark.textContent = `√(2 g l) = ${threshold.toFixed(4)}`;
        mark.style.left = `calc((100% - 112px) * ${Math.min(1, threshold / FASTEST)} + 8px)`;
        const { kSlowdown } = state;
        this.pictures[FAST].pace.textContent =
            kSlowdown > 1 ? `its clock runs ${kSlowdown} times slower` : 'on the same clock';
        this.pictures[SLOW].pace.textContent = 'vibration averaged away';
        this.note.textContent = warning
            ? `Scales are not separated: ω is only ${digits(state.kOmega / frequency, 2)} times ` +
              'the slow frequency Ω, so the slow motion follows the full one only roughly.'
            : '';
        this.warning = warning;
    }

    /** @param {Motion[]} now @param {{t: Float64Array, angle: Float64Array}[]} record
     * @param {number} reached speed in seconds per second, 0: the one that was wished for */
    show(now, record, reached) {
        byId('kapitza-facts').replaceChildren(
            ...[FAST, SLOW].flatMap((kind) => this.showOne(kind, now[kind])),
            element('dt', {}, 'macro step of the slow motion'),
            element('dd', { 'data-fact': 'macro-step' }, `${digits(this.step, 4)} s`),
            ...(this.warning
                ? [
                      element('dt', {}, 'the library warns'),
                      element('dd', { 'data-fact': 'warning' }, this.warning),
                  ]
                : []),
        );
        byId('reached').textContent =
            reached > 0 ? `(only ${Number(reached.toPrecision(2))} reached)` : '';
        const curve = (/** @type {number} */ kind, /** @type {number} */ width) => ({
            label: NAME[kind],
            colour: COLOUR[kind],
            x: record[kind].t,
            y: record[kind].angle,
            width,
        });
        this.plot.set([curve(SLOW, 2.6), curve(FAST, 1.3)]);
    }

    /** @param {number} kind @param {Motion} motion @returns {Node[]} facts about it */
    showOne(kind, motion) {
        const { t, angle, end, evaluations, largest } = motion;
        const price = Math.round(evaluations / end);
        const picture = this.pictures[kind];
        const { lift, x, y } = places(motion, this.length);
        for (const [node, names] of /** @type {[Element, Record<string, number>][]} */ ([
            [picture.rod, { y1: lift, x2: x, y2: y }],
            [picture.bob, { cx: x, cy: y }],
            [picture.pivot, { y: lift - 7 }],
        ])) {
            for (const [name, value] of Object.entries(names)) {
                node.setAttribute(name, value.toFixed(2));
            }
        }
        picture.clock.replaceChildren(
            `t = ${t.toFixed(kind === FAST ? 5 : 3)} s`,
            element('small', {}, `angle ${angle.toFixed(5).replace('-', '−')} rad`),
        );
        picture.clock.dataset.time = String(t);
        return [
            element('dt', {}, `largest angle, ${NAME[kind]}`),
            element('dd', { 'data-largest': NAME[kind] }, largest.toFixed(5)),
            element('dt', {}, `evaluations per second of motion, ${NAME[kind]}`),
            element('dd', { 'data-price': NAME[kind] }, end > 0 ? String(price) : '–'),
        ];
    }
}
