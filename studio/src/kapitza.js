// SPDX-License-Identifier: MIT
// The second scene: Kapitza's pendulum twice, the full fast motion on a slowed clock and the slow
// motion (scheme async) on its own, both from the same engine and the same start. Upright is stable
// for v > sqrt(2 g l).
import { byId, element } from './panel.js';
import { Plot } from './plots.js';

const SLICE_MS = 8;
const KEEP = 1500;
const MACRO_STEP = 0.0125;
/** Steps per call: a quarter of a fast period, one macro step. */
const BATCH = [20, 1];
const FASTEST = 8;
/** Length of a drawn pendulum. */
const ARM = 125;
const NS = 'http://www.w3.org/2000/svg';
const SLIDERS = /** @type {const} */ ([
    ['kSpeed', 'vibration speed v', 'm/s', 0, FASTEST, 0.01],
    ['kOmega', 'frequency ω', 'rad/s', 50, 5000, 10],
    ['kAngle', 'start angle', 'rad', -3, 3, 0.01],
    ['kLength', 'length l', 'm', 0.05, 1, 0.01],
    ['kSlowdown', 'fast clock slowed by', '×', 1, 1000, 1],
]);

/** @param {string} tag @param {Record<string, string>} attributes */
function svg(tag, attributes) {
    const node = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) {
        node.setAttribute(name, value);
    }
    return node;
}

/**
 * One drawn pendulum with its clock.
 * @param {string} title
 * @param {string} colour
 * @param {string} id
 */
function drawing(title, colour, id) {
    const rod = svg('line', {
        x1: '0',
        y1: '0',
        stroke: colour,
        'stroke-width': '5',
        'stroke-linecap': 'round',
    });
    const bob = svg('circle', { r: '15', fill: colour });
    const pivot = svg('rect', {
        x: '-22',
        y: '-7',
        width: '44',
        height: '14',
        rx: '4',
        fill: '#8c97a6',
    });
    const arm = svg('g', {});
    arm.append(rod, bob);
    const picture = svg('svg', { viewBox: '-170 -170 340 340', role: 'img', 'aria-label': title });
    const guide = svg('line', {
        x1: '0',
        y1: '-150',
        x2: '0',
        y2: '150',
        stroke: '#8c97a6',
        'stroke-dasharray': '3 6',
        opacity: '0.6',
    });
    picture.append(guide, arm, pivot);
    const clock = element('output', { class: 'clock', id });
    const box = element(
        'div',
        { class: 'pendulum card' },
        element('h2', {}, title),
        picture,
        clock,
    );
    return { box, rod, bob, pivot, clock };
}

export class Kapitza {
    /** @param {import('./engine.js').Engine} engine @param {import('./panel.js').PanelHost} host */
    constructor(engine, host) {
        this.engine = engine;
        this.host = host;
        this.running = false;
        this.largest = [0, 0];
        this.time = [0, 0];
        /** @type {{t: number[], angle: number[]}[]} */
        this.record = [];
        this.failed = '';
        this.build();
    }

    build() {
        this.fast = drawing('full fast motion', '#e0561f', 'clock-fast');
        this.slow = drawing('slow motion (async)', '#2f7fd6', 'clock-slow');
        byId('kapitza-scene').append(
            this.fast.box,
            this.slow.box,
            element('div', { class: 'card', id: 'kapitza-plot' }),
        );
        this.plot = new Plot('kapitza-plot', 'time t', 'angle from upright');
        const panel = byId('kapitza-panel');
        panel.append(
            element('h2', {}, 'Kapitza’s pendulum'),
            element(
                'p',
                { class: 'note' },
                'The pivot shakes up and down. If it shakes fast enough, v > √(2 g l), ' +
                    'the pendulum stands upright.',
            ),
        );
        for (const [field, name, unit, min, max, step] of SLIDERS) {
            panel.append(
                element(
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
                ),
            );
            if (field === 'kSpeed') {
                panel.append(
                    element('div', { class: 'threshold' }, element('span', { id: 'threshold' })),
                );
            }
        }
        panel.append(
            element(
                'div',
                { class: 'row' },
                element('button', { type: 'button', id: 'above' }, '5 % above: stays'),
                element('button', { type: 'button', id: 'below' }, '5 % below: falls'),
            ),
            element('dl', { class: 'facts', id: 'kapitza-facts' }),
        );
        byId('above').onclick = () => this.choose(1.05);
        byId('below').onclick = () => this.choose(0.95);
    }

    /** @param {number} factor */
    choose(factor) {
        const v = factor * this.threshold(this.host.state());
        this.host.edit({ kSpeed: v, kAngle: 0.05, kOmega: 2000, kSlowdown: 1 }, 'the vibration');
    }

    /** @param {import('./state.js').State} state */
    threshold(state) {
        return Math.sqrt(2 * state.kGravity * state.kLength);
    }

    /** @param {import('./state.js').State} state @returns {string} the refusal, or '' */
    open(state) {
        this.state = state;
        this.time = [0, 0];
        this.largest = [0, 0];
        this.failed = '';
        this.record = [
            { t: [0], angle: [state.kAngle] },
            { t: [0], angle: [state.kAngle] },
        ];
        const mark = byId('threshold');
        const v = this.threshold(state);
        mark.textContent = `√(2 g l) = ${v.toFixed(4)}`;
        mark.style.left = `calc((100% - 112px) * ${Math.min(1, v / FASTEST)} + 8px)`;
        this.engine.write([
            state.kLength,
            state.kGravity,
            state.kSpeed,
            state.kOmega,
            state.kAngle,
            0,
            MACRO_STEP,
        ]);
        this.failed = this.engine.c.pendulum_open() === 0 ? '' : this.engine.text();
        this.show();
        return this.failed;
    }

    /** @param {number} seconds @param {number} speed */
    frame(seconds, speed) {
        if (!this.running || this.failed || !this.state) {
            return false;
        }
        const stride = Math.min(seconds, 0.25) * Math.min(speed, 10);
        const wish = [this.time[0] + stride / this.state.kSlowdown, this.time[1] + stride];
        const deadline = performance.now() + SLICE_MS;
        for (const kind of [1, 0]) {
            let done = 0;
            while (done === 0 && performance.now() < deadline) {
                done = this.engine.c.pendulum_advance(kind, wish[kind], BATCH[kind]);
                this.keep(kind);
            }
            if (done < 0) {
                this.failed = this.engine.text();
                this.host.warn(this.failed);
                return true;
            }
            this.time[kind] = done ? wish[kind] : (this.record[kind].t.at(-1) ?? 0);
        }
        return true;
    }

    /** @param {number} kind */
    keep(kind) {
        this.engine.c.pendulum_read(kind);
        const [t, angle] = this.engine.read(2);
        this.largest[kind] = Math.max(this.largest[kind], Math.abs(angle));
        const r = this.record[kind];
        if (t === r.t.at(-1)) {
            return;
        }
        r.t.push(t);
        r.angle.push(angle);
        if (r.t.length > KEEP) {
            r.t = r.t.filter((_, i) => i % 2 === 0);
            r.angle = r.angle.filter((_, i) => i % 2 === 0);
        }
    }

    /**
     * @param {number} kind
     * @param {ReturnType<typeof drawing>} picture
     * @returns {Node[]} facts about it
     */
    showOne(kind, picture) {
        this.engine.c.pendulum_read(kind);
        const [t, angle, , , pivot, evaluations] = this.engine.read(6);
        const shake = (pivot / (this.state?.kLength ?? 1)) * ARM * 3;
        const lift = -Math.max(-30, Math.min(30, shake));
        const x = ARM * Math.sin(angle);
        const y = lift - ARM * Math.cos(angle);
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
            `t = ${t.toFixed(kind === 0 ? 5 : 3)}`,
            element('small', {}, `angle ${angle.toFixed(5)} rad`),
        );
        picture.clock.dataset.time = String(t);
        const name = kind === 0 ? 'fast' : 'slow';
        return [
            element('dt', {}, `largest angle, ${name}`),
            element('dd', { 'data-largest': name }, this.largest[kind].toFixed(5)),
            element('dt', {}, `evaluations, ${name}`),
            element('dd', {}, String(evaluations)),
        ];
    }

    show() {
        if (this.failed || !this.fast || !this.slow) {
            return;
        }
        byId('kapitza-facts').replaceChildren(
            ...this.showOne(0, this.fast),
            ...this.showOne(1, this.slow),
        );
        const [fast, slow] = this.record;
        this.plot?.set([
            { label: 'fast', colour: '#e0561f', x: fast.t, y: fast.angle, width: 1 },
            {
                label: 'slow',
                colour: '#2f7fd6',
                x: slow.t,
                y: slow.angle,
                width: 2.2,
                dash: [7, 4],
            },
        ]);
    }
}
