// SPDX-License-Identifier: MIT
// The map of stability over v and ω: computed aside, row by row, whenever the pendulum has become
// another one, with the present point in it. The upright position grows by the factor exp(growth)
// per vibration; it is stable where it does not.
import { words } from '../../engine.js';
import { byId, element } from '../../view/dom.js';
import { damping, linearText } from './mechanics.js';

/** @typedef {import('../../state/store.js').State} State */

export const SIZE = 64;
const FASTEST = 8;
const OMEGA = /** @type {const} */ ([10, 1e6]);
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const STEPS = 96;
const SLOT = 3;
/** Log of a multiplier that counts as growth, above rounding; colours tell it per second, in powers of
 * ten up to DEEPEST. */
const GROWS = 1e-9;
const DEEPEST = 3;

/** @param {number} i 0 to SIZE - 1 */
export const speedAt = (i) => ((i + 0.5) / SIZE) * FASTEST;
/** @param {number} j */
export const omegaAt = (j) => OMEGA[0] * (OMEGA[1] / OMEGA[0]) ** ((j + 0.5) / SIZE);

/** The job: growth at each point, a row of constant ω at a time.
 * @type {import('../../scene.js').Job} */
export function mapJob(engine, { text, method }, tell) {
    const refusal = engine.use(SLOT, { text });
    const speeds = Array.from({ length: SIZE }, (_, i) => speedAt(i));
    for (let j = 0; j < SIZE && !refusal; j++) {
        engine.say(`${words({})}\nv omega\n${method}`);
        engine.write([omegaAt(j), ...speeds]);
        const n = engine.c.map_row(SLOT, SIZE, STEPS);
        tell({ row: j, growth: n === SIZE ? Array.from(engine.read(SIZE)) : [] });
    }
    return refusal;
}

export class StabilityMap {
    /** @param {import('../../page.js').Page} page */
    constructor(page) {
        this.page = page;
        this.made = '';
        this.growth = new Float64Array(SIZE * SIZE).fill(NaN);
        /** How long the last map took, ms. */
        this.took = 0;
        this.canvas = byId('map');
        this.pen = this.canvas.getContext('2d');
        this.image = this.pen.createImageData(SIZE, SIZE);
        this.mark();
        const go = (/** @type {PointerEvent} */ e) => {
            const box = this.canvas.getBoundingClientRect();
            const part = (/** @type {number} */ x) => Math.min(1, Math.max(0, x));
            this.goTo(
                part((e.clientX - box.left) / box.width),
                part((box.bottom - e.clientY) / box.height),
            );
        };
        this.canvas.addEventListener('pointerdown', (/** @type {PointerEvent} */ e) => {
            this.canvas.setPointerCapture(e.pointerId);
            go(e);
        });
        this.canvas.addEventListener('pointermove', (/** @type {PointerEvent} */ e) => e.buttons && go(e));
        this.canvas.addEventListener('pointerup', () => page.finish());
        this.canvas.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
            const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
            if (move) {
                e.preventDefault();
                const { x, y } = this.place(page.state);
                this.goTo(x + move[0] / SIZE, y + move[1] / SIZE);
                page.finish();
            }
        });
    }

    /** Numbers along both sides. */
    mark() {
        const tick = (/** @type {string} */ side, /** @type {string} */ at, /** @type {number} */ part, /** @type {string} */ words) => {
            const one = element('span', { class: `tick ${side}`, 'aria-hidden': 'true' }, words);
            one.style[/** @type {'left'} */ (at)] = `${100 * part}%`;
            byId('map-box').append(one);
        };
        for (let v = 0; v <= FASTEST; v += 2) {
            tick('v', 'left', v / FASTEST, String(v));
        }
        const powers = Math.log10(OMEGA[1] / OMEGA[0]);
        for (let n = 0; n <= powers; n++) {
            tick('w', 'top', 1 - n / powers, `10${RAISED[Math.log10(OMEGA[0]) + n]}`);
        }
    }

    /** @param {number} x 0 to 1 @param {number} y */
    goTo(x, y) {
        const inside = (/** @type {number} */ u) => Math.min(1, Math.max(0, u));
        const kSpeed = Number((inside(x) * FASTEST).toPrecision(4));
        const kOmega = Number((OMEGA[0] * (OMEGA[1] / OMEGA[0]) ** inside(y)).toPrecision(4));
        this.page.preview({ kSpeed, kOmega }, 'the vibration');
    }

    /** Where a state lies, 0 to 1. @param {State} state */
    place(state) {
        const y = Math.log(state.kOmega / OMEGA[0]) / Math.log(OMEGA[1] / OMEGA[0]);
        return {
            x: Math.min(1, state.kSpeed / FASTEST),
            y: Math.min(1, Math.max(0, y)),
        };
    }

    /** @param {State} state */
    show(state) {
        const text = linearText(state);
        const { x, y } = this.place(state);
        byId('map-point').style.left = `${100 * x}%`;
        byId('map-point').style.top = `${100 * (1 - y)}%`;
        if (text !== this.made) {
            this.made = text;
            this.make(text, damping(state) > 0 ? 'rk4' : 'verlet');
        }
    }

    /** @param {string} text @param {string} method */
    make(text, method) {
        const begin = performance.now();
        byId('map-words').textContent = 'The map is being computed.';
        this.page.aside
            .ask('map', { text, method }, ({ row, growth }) => {
                this.growth.set(growth, SIZE * row);
                this.paint(row);
            })
            .then((refusal) => {
                this.took = performance.now() - begin;
                byId('map-words').textContent =
                    refusal ||
                    `v from 0 to ${FASTEST} m/s, ω from 10 to 10⁶ rad/s, ${SIZE} × ${SIZE} points, ` +
                        `computed in ${(this.took / 1000).toFixed(1)} s.`;
            })
            .catch(() => {
                byId('map-words').textContent = 'This browser does not compute aside.';
            });
    }

    /** @param {number} row */
    paint(row) {
        for (let i = 0; i < SIZE; i++) {
            const growth = this.growth[SIZE * row + i];
            const at = 4 * (SIZE * (SIZE - 1 - row) + i);
            const rate = (growth * omegaAt(row)) / (2 * Math.PI);
            const depth = Math.min(1, Math.max(0, Math.log10(rate) / DEEPEST));
            const colour =
                growth < GROWS ? [47, 127, 214] : [245 - 21 * depth, 200 - 114 * depth, 160 - 129 * depth];
            this.image.data.set([...colour, 255], at);
        }
        this.pen.putImageData(this.image, 0, 0);
    }
}
