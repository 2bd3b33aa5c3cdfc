// SPDX-License-Identifier: MIT
// What is seen of Kapitza's pendulum: the price as a headline, two drawings with their clocks, the
// curves of both angles, the last five vibrations under a microscope, the effective potential, the
// sliders with the threshold under the speed, the verdict, and a warning where there is one.
import { all, byId, digits, element, onClick } from '../../view/dom.js';
import { Plot } from '../../view/plot.js';
import { Drawing, liftOf } from './drawing.js';
import { StabilityMap } from './map.js';
import { basin, PER_PERIOD, startOf, threshold } from './mechanics.js';
import { Valley } from './valley.js';

/** @typedef {import('../../state/store.js').State} State */

export const FAST = 0;
export const SLOW = 1;
export const COLOUR = ['#e0561f', '#2f7fd6'];
export const NAME = ['fast', 'slow'];
export const TITLE = ['every vibration', 'slow motion'];
const FASTEST = 8;
/** Prices within this factor are the same. */
const SAME = 1.05;
/** Units of short times, the longest last. */
const SHORT = /** @type {[string, number][]} */ ([
    ['ns', 1e-9],
    ['µs', 1e-6],
    ['ms', 1e-3],
    ['s', 1],
]);
const VIBRATIONS = 5;
/** Plots wait so long, ms. */
const PLOT_MS = 120;
/** A slot that knows the energy of the averaged pendulum. */
const ENERGY = 3;
/** Field, parameter of the library whose words and unit it carries, ends, step. */
const SLIDERS = /** @type {[string, string, number, number, number][]} */ ([
    ['kSpeed', 'v', 0, FASTEST, 0.01],
    ['kOmega', 'omega', 1, 8, 0],
    ['kAngle', 'Q0', -3.14, 3.14, 0.01],
    ['kLength', 'l', 0.05, 1, 0.01],
    ['kGravity', 'g', 0, 30, 0.1],
    ['kDrag', 'damping (1/s)', 0, 10, 0.1],
    ['kFast', 'fast clock, seconds of motion per second', -7, 1, 0],
]);

/** A slider with its number; one without a step is logarithmic, its ends are powers of ten.
 * @param {typeof SLIDERS[number]} row @param {import('../../engine.js').Parameter[]} table */
function slider([field, name, min, max, step], table) {
    const known = table.find((p) => p.name === name);
    const words = known ? `${known.doc} ${name} (${known.unit.replace('^2', '²')})` : name;
    return element(
        'label',
        { class: 'slider' },
        words,
        element('input', {
            type: 'range',
            [step ? 'data-field' : 'data-log']: field,
            min: String(min),
            max: String(max),
            step: String(step || 0.01),
            'aria-label': words,
        }),
        element('input', {
            type: 'text',
            inputmode: 'decimal',
            'data-field': field,
            'aria-label': `${words} as a number`,
        }),
    );
}

/** @param {number} x */
const whole = (x) => Math.round(x).toLocaleString('en-US');

export class KapitzaView {
    /** @param {import('./scene.js').Kapitza} scene */
    constructor(scene) {
        this.scene = scene;
        const boxes = all('#kapitza-scene .drawing');
        this.drawings = [FAST, SLOW].map((kind) => new Drawing(boxes[kind], COLOUR[kind], TITLE[kind], {
            drag: (rod, angle) => scene.drag(rod, angle),
            drop: () => scene.drop(),
            give: () => scene.give(),
            kick: (side) => scene.kick(side),
        }));
        this.plot = new Plot('kapitza-plot', 'time t (s)', 'angle (rad)', {
            fill: true,
            empty: 'Press Start: both angles are drawn over time.',
        });
        this.microscope = new Plot('microscope', 'last five vibrations (µs)', 'angle − mean (rad)', {
            fill: true,
            empty: 'Microscope: the last five vibrations.',
        });
        this.valley = new Valley();
        this.map = new StabilityMap(scene.page);
        this.due = 0;
        scene.engine.use(ENERGY, { named: 'kapitza' });
        this.makePanel(scene.engine.parameters(ENERGY));
    }

    /** @param {import('../../engine.js').Parameter[]} table of the library */
    makePanel(table) {
        const { scene } = this;
        byId('rods').append(
            ...[1, 2, 3, 4].map((n) =>
                element(
                    'button',
                    { type: 'button', 'data-rods': String(n) },
                    n === 1 ? '1 rod' : `${n} rods`,
                ),
            ),
        );
        for (const button of all('[data-rods]')) {
            button.addEventListener('click', () =>
                scene.page.edit({ kLinks: Number(button.dataset.rods) }, 'the number of rods'),
            );
        }
        byId('kapitza-sliders').append(
            ...SLIDERS.flatMap((row) =>
                row[0] === 'kSpeed'
                    ? [
                          slider(row, table),
                          element('div', { class: 'threshold' }, element('span', { id: 'threshold' })),
                      ]
                    : [slider(row, table)],
            ),
        );
        onClick('above', () => scene.beside(1.05));
        onClick('below', () => scene.beside(0.95));
        onClick('kick-left', () => scene.kick(-1));
        onClick('kick-right', () => scene.kick(1));
        onClick('together', () => scene.together());
    }

    // ---- what follows from the state ----

    /** A motion begins. @param {State} state */
    begin(state) {
        const { warnings, price } = this.scene;
        const { frequency } = this.scene.facts();
        this.due = 0;
        byId('kapitza-note').textContent =
            warnings.length > 0
                ? `Scales are not separated: ω is only ${digits(state.kOmega / frequency, 2)} times ` +
                  'the slow frequency Ω, so the slow motion follows the full one only roughly.'
                : '';
        const ratio = price[FAST] / price[SLOW];
        const dear = ratio < 1 ? 1 / ratio : ratio;
        const same = dear < SAME;
        byId('ratio').textContent =
            !Number.isFinite(ratio) ? '–' : same ? '=' : dear >= 10 ? whole(dear) : dear.toPrecision(2);
        byId('ratio-words').textContent = same
            ? 'no gain: both cost the same'
            : `times ${ratio < 1 ? 'dearer' : 'cheaper'}`;
        for (const kind of [FAST, SLOW]) {
            byId(`price-${NAME[kind]}`).textContent = Number.isFinite(price[kind])
                ? whole(price[kind])
                : '–';
            byId(`bar-${NAME[kind]}`).style.width =
                `${Math.min(100, (100 * price[kind]) / Math.max(...price))}%`;
        }
        this.makeValley(state);
        this.sayVerdict(state);
    }

    /** @param {State} state */
    makeValley(state) {
        const { engine } = this.scene;
        const { kLinks, kLength, kGravity, kSpeed, kOmega } = state;
        const parameters = { l: kLength, g: kGravity, v: kSpeed, omega: Math.max(kOmega, 1e5) };
        const opened = engine.openMotion(ENERGY, parameters, { scheme: 'averaged' }, 1, 1);
        const V = (/** @type {number} */ angle) => engine.invariants(ENERGY, [angle, 0])[0];
        this.valley.set(kLinks === 1 && !opened.refusal ? V : null, basin(state));
        this.valley.say(
            kLinks === 1 ? [] : this.scene.facts().modes.map((x) => Math.sqrt((2 * kGravity) / x)),
            kSpeed,
        );
    }

    /** Energy of the slow motion of one rod. @param {number[]} angles and rates */
    energy(angles) {
        return this.scene.engine.invariants(ENERGY, [angles[0], angles[4]])[0];
    }

    /** Stands or falls, and why. @param {State} state */
    sayVerdict(state) {
        const least = threshold(state);
        const edge = basin(state);
        const start = startOf(state);
        const one = state.kLinks === 1;
        const below = state.kSpeed <= least;
        const limit = `√(2 g l) = ${least.toFixed(4)} m/s`;
        const inside =
            Math.abs(start[0]) < edge && this.energy(start) < this.energy([edge, 0, 0, 0, 0]);
        const say = (/** @type {string} */ text, /** @type {boolean} */ falls) => {
            byId('verdict').textContent = text;
            byId('verdict').dataset.falls = falls ? 'yes' : 'no';
        };
        if (!one) {
            const all = `The slowest of its ${state.kLinks} modes needs v > ${least.toFixed(3)} m/s.`;
            say(`${all} ${below ? 'It falls.' : 'Near the upright position it stands.'}`, below);
        } else if (below) {
            say(`Falls: v = ${digits(state.kSpeed, 4)} m/s is not above ${limit}.`, true);
        } else {
            const where = `the basin of the upright position ends at θ* = ${edge.toFixed(3)} rad (cos θ* = 2 g l / v²)`;
            const reach =
                `${digits(start[0], 3)} rad` +
                (start[4] === 0 ? '' : ` with ${digits(start[4], 3)} rad/s`);
            say(
                inside
                    ? `Stands: v is above ${limit}, and ${where}; the start, ${reach}, lies inside.`
                    : `Falls, although v is above ${limit}: ${where}, and the start, ${reach}, lies outside.`,
                !inside,
            );
        }
    }

    /** @param {State} state */
    refresh(state) {
        const least = threshold(state);
        const mark = byId('threshold');
        mark.textContent = `${state.kLinks === 1 ? '√(2 g l)' : '√(2 g / λ₁)'} = ${least.toFixed(4)}`;
        mark.style.left = `calc((100% - 112px) * ${Math.min(1, least / FASTEST)} + 8px)`;
        for (const button of all('[data-rods]')) {
            button.setAttribute('aria-pressed', String(Number(button.dataset.rods) === state.kLinks));
        }
        for (const input of all('[data-field="kDrag"]')) {
            input.disabled = state.kLinks > 1;
            input.title = state.kLinks > 1 ? 'Damping acts on one rod only' : '';
        }
        if (this.scene.page.tab === 'tab-map') {
            this.map.show(state);
        }
        this.due = 0;
    }

    // ---- what moves ----

    show() {
        const { scene } = this;
        if (scene.failed) {
            return;
        }
        for (const kind of [FAST, SLOW]) {
            this.showOne(kind);
        }
        const slow = scene.angles(SLOW);
        if (scene.state.kLinks === 1) {
            this.valley.show(slow[0], this.energy([slow[0], 0, 0, 0, 0]), this.energy(slow));
        }
        const behind = scene.time[SLOW] / scene.time[FAST];
        byId('pace-fast').textContent =
            scene.time[FAST] > 0 && behind > 1.5
                ? `${behind < 100 ? behind.toPrecision(2) : whole(behind)} times behind the slow one`
                : 'the full motion';
        const now = performance.now();
        if (now >= this.due || !scene.playing) {
            this.due = now + PLOT_MS;
            this.showPlots();
            this.showFacts();
        }
    }

    /** @param {number} kind */
    showOne(kind) {
        const { scene } = this;
        const { kOmega, kLinks } = scene.state;
        const angles = scene.angles(kind);
        const t = scene.time[kind];
        // pivot acceleration v omega cos(omega t): height -(v/omega) cos(omega t)
        const lift = kind === FAST ? liftOf(-Math.cos(kOmega * t)) : 0;
        this.drawings[kind].show(angles, kLinks, lift, kind === FAST);
        const clock = byId(`clock-${NAME[kind]}`);
        clock.replaceChildren(
            `t = ${(scene.since + t).toFixed(kind === FAST ? 5 : 3)} s`,
            element('small', {}, `angle ${angles[0].toFixed(5).replace('-', '−')} rad`),
        );
        clock.dataset.time = String(t);
    }

    showFacts() {
        const { scene } = this;
        const fact = (/** @type {string} */ name, /** @type {string} */ value, /** @type {Record<string, string>} */ data) => [
            element('dt', {}, name),
            element('dd', data, value),
        ];
        const { frequency } = scene.facts();
        byId('kapitza-facts').replaceChildren(
            ...[FAST, SLOW].flatMap((kind) =>
                fact(
                    `largest angle, ${NAME[kind]}`,
                    scene.engine.c.motion_largest(kind, 0).toFixed(5),
                    { 'data-largest': NAME[kind] },
                ),
            ),
            ...fact('macro step of the slow motion', `${digits(scene.now(SLOW)?.step ?? NaN, 4)} s`, {
                'data-fact': 'macro-step',
            }),
            ...fact('slow frequency Ω, at most', `${digits(frequency, 4)} rad/s`, { 'data-fact': 'frequency' }),
            ...scene.warnings.flatMap((text) => fact('the library warns', text, { 'data-fact': 'warning' })),
        );
    }

    showPlots() {
        const { scene } = this;
        const rows = [FAST, SLOW].map((kind) => scene.history.whole(scene, kind));
        const curve = (/** @type {number} */ kind, /** @type {number[]} */ x, /** @type {number[]} */ y) => ({
            label: TITLE[kind],
            colour: COLOUR[kind],
            x,
            y,
            width: kind === SLOW ? 2.6 : 1.3,
        });
        // two points per row draw its least and its largest value: a band where vibrations are close
        const { t, lowest, highest } = rows[FAST];
        const x = t.flatMap((time, i) => (i > 0 ? [(time + t[i - 1]) / 2, time] : [time]));
        const y = t.flatMap((_, i) => (i > 0 ? [lowest[i], highest[i]] : [highest[i]]));
        this.plot.set([curve(SLOW, rows[SLOW].t, rows[SLOW].value), curve(FAST, x, y)]);
        this.showMicroscope(curve);
    }

    /** The last five vibrations of the full motion, and the slow motion at the same time. Where the two
     * differ by more than a vibration, the slow curve is moved beside it and the words say how far.
     * @param {(kind: number, x: number[], y: number[]) => any} curve */
    showMicroscope(curve) {
        const { engine } = this.scene;
        const { t, value } = engine.tail(FAST, 0, VIBRATIONS * PER_PERIOD + 1);
        if (t.length < 3) {
            this.microscope.set([]);
            return;
        }
        const mean = value.reduce((a, b) => a + b, 0) / value.length;
        const last = t[t.length - 1];
        const [unit, length] = SHORT.find(([, s]) => last - t[0] < 1e3 * s) ?? SHORT[SHORT.length - 1];
        this.microscope.labels[0] = `last five vibrations (${unit})`;
        const x = Array.from(t, (time) => (time - last) / length);
        const fast = curve(FAST, x, Array.from(value, (q) => q - mean));
        const slow = this.slowAt(Array.from(t));
        const curves = [fast];
        if (slow) {
            const away = slow.reduce((a, b) => a + b, 0) / slow.length - mean;
            const ripple = Math.max(...value) - Math.min(...value);
            const moved = Math.abs(away) > ripple ? away : 0;
            const one = curve(SLOW, x, slow.map((q) => q - mean - moved));
            one.label = moved ? `slow, moved by ${digits(-moved, 2)}` : 'slow motion';
            curves.unshift(one);
        }
        this.microscope.set(curves);
    }

    /** The slow angle at times of its recording, by cubics through angle and rate.
     * @param {number[]} times @returns {number[] | null} */
    slowAt(times) {
        const { engine, state } = this.scene;
        const { t, value } = engine.recording(SLOW, 0);
        const rate = state.kLinks === 1 ? engine.recording(SLOW, 1).value : null;
        const n = t.length;
        if (n < 2 || times[times.length - 1] > t[n - 1]) {
            return null;
        }
        let k = 1;
        return times.map((time) => {
            while (k < n - 1 && t[k] < time) {
                k++;
            }
            const h = t[k] - t[k - 1];
            const s = (time - t[k - 1]) / h;
            const chord = value[k] - value[k - 1];
            const a = rate ? rate[k - 1] * h - chord : 0;
            const b = rate ? -rate[k] * h + chord : 0;
            return value[k - 1] + s * chord + s * (1 - s) * (a * (1 - s) + b * s);
        });
    }
}
