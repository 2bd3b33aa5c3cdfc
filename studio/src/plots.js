// SPDX-License-Identifier: MIT
// Live diagrams (uPlot) over the recording: energy error, body-frame error L, a third of choice,
// the effective potential. The last point of every curve is the present, the number in the table.
import uPlot from 'uplot';
import { byId, digits } from './panel.js';
import { BODIES } from './topstate.js';

/**
 * @typedef {{label: string, colour: string, x: ArrayLike<number>, y: ArrayLike<number>, width?:
 *     number,  dash?: number[], points?: boolean}} Curve
 */

const MOST_POINTS = 1200;
const HEIGHT = 172;

/** At most MOST_POINTS points, the last one always among them. @param {Curve} curve */
function thinned(curve) {
    const n = curve.x.length;
    const stride = Math.max(1, Math.ceil(n / MOST_POINTS));
    const x = [];
    const y = [];
    for (let i = (n - 1) % stride; i < n; i += stride) {
        x.push(curve.x[i]);
        y.push(Number.isFinite(curve.y[i]) ? curve.y[i] : null);
    }
    return { ...curve, x, y };
}

/**
 * One table for curves with different abscissae.
 * @param {{x: number[], y: (number|null)[]}[]} curves
 */
function joined(curves) {
    if (curves.length === 0) {
        return [[]];
    }
    return curves.length === 1
        ? [curves[0].x, curves[0].y]
        : uPlot.join(/** @type {any} */ (curves.map((c) => [c.x, c.y])));
}

/** @param {number} x */
const tick = (x) =>
    x === 0
        ? '0'
        : Math.abs(x) < 1e-3 || Math.abs(x) >= 1e4
          ? x.toExponential(0)
          : String(Number(x.toPrecision(4)));

export class Plot {
    /** @param {string} id @param {string} xLabel @param {string} yLabel
     * @param {{log?: boolean, sorted?: boolean}} [options] */
    constructor(id, xLabel, yLabel, options = {}) {
        this.box = byId(id);
        this.labels = [xLabel, yLabel];
        this.options = options;
        this.shape = '';
        /** @type {uPlot | null} */
        this.plot = null;
        /** @type {Curve[]} */
        this.curves = [];
    }

    /** @param {Curve[]} curves */
    set(curves) {
        this.curves = curves;
        const style = getComputedStyle(document.documentElement);
        const shape = JSON.stringify([
            curves.map((c) => [c.label, c.colour, c.dash]),
            this.box.clientWidth,
            document.documentElement.dataset.theme,
        ]);
        if (this.box.clientWidth < 60) {
            return;
        }
        const data = /** @type {any} */ (joined(curves.map(thinned)));
        if (shape !== this.shape) {
            this.shape = shape;
            this.plot?.destroy();
            this.plot = new uPlot(this.setup(curves, style), data, this.box);
        } else {
            this.plot?.setData(data);
        }
    }

    /** @param {Curve[]} curves @param {CSSStyleDeclaration} style @returns {any} */
    setup(curves, style) {
        const ink = style.getPropertyValue('--soft');
        const grid = { stroke: style.getPropertyValue('--line'), width: 1 };
        const axis = (/** @type {string} */ label, size = 56) => ({
            label,
            stroke: ink,
            grid,
            size,
            ticks: grid,
            labelSize: 18,
            font: '11px system-ui',
            labelFont: '11px system-ui',
            values: (/** @type {any} */ _, /** @type {number[]} */ list) =>
                list.map((x) => (x === null ? '' : tick(x))),
        });
        const margin = (
            /** @type {any} */ _,
            /** @type {number} */ low,
            /** @type {number} */ high,
        ) => {
            const room = 0.05 * (high - low || Math.abs(high) || 1);
            return [low - room, high + room];
        };
        const scale = this.options.log ? { distr: 3, time: false } : { time: false, range: margin };
        const x = this.options.log
            ? scale
            : {
                  time: false,
                  range: (
                      /** @type {any} */ _,
                      /** @type {number} */ low,
                      /** @type {number} */ high,
                  ) => [low, high > low ? low + 1.05 * (high - low) : low + 1],
              };
        return {
            width: this.box.clientWidth,
            height: HEIGHT + 40,
            scales: { x, y: scale },
            axes: [axis(this.labels[0], 34), axis(this.labels[1])],
            cursor: { drag: { x: false, y: false } },
            legend: { live: false },
            series: [
                { label: this.labels[0] },
                ...curves.map((c) => ({
                    label: c.label,
                    stroke: c.colour,
                    width: c.width ?? 1.6,
                    dash: c.dash,
                    spanGaps: true,
                    points: { show: c.points ?? false, size: 6, fill: c.colour },
                })),
            ],
        };
    }

    /** The last point of each curve. */
    ends() {
        return Object.fromEntries(
            this.curves.map((c) => [c.label, [c.x[c.x.length - 1], c.y[c.y.length - 1]]]),
        );
    }
}

/**
 * A recorded column with the present as its last point.
 * @param {import('./player.js').Player} player
 * @param {number} slot
 * @param {string} name
 * @param {number} [minus]
 */
function recorded(player, slot, name, minus = 0) {
    const { engine } = player;
    const now = engine.values(slot)?.values;
    const x = engine.column(slot, 't');
    const y = engine.column(slot, name).map((v) => v - minus);
    if (!now || x[x.length - 1] === now.t) {
        return { x, y };
    }
    return { x: Float64Array.from([...x, now.t]), y: Float64Array.from([...y, now[name] - minus]) };
}

export class Diagrams {
    constructor() {
        this.energy = new Plot('plot-energy', 'time t', 'E − E(0)');
        this.error = new Plot('plot-error', 'time t', 'error in body frame L(E)');
        this.third = new Plot('plot-third', 'time t', '');
        this.potential = new Plot('plot-potential', 'inclination θ', 'V(θ)');
        this.thirdKind = '';
    }

    /** @param {import('./state.js').State} state @param {import('./player.js').Player} player */
    update(state, player) {
        const shown = player.slots.filter((slot) => state.curves[slot]);
        const style = (/** @type {number} */ slot) => ({
            label: BODIES[slot].name,
            colour: BODIES[slot].colour,
            width: BODIES[slot].thick ? 2 : 1.2,
            dash: BODIES[slot].thick ? undefined : [6, 3],
        });
        const drift = (/** @type {string} */ name) =>
            shown.map((slot) => ({
                ...style(slot),
                ...recorded(player, slot, name, player.engine.first(slot)?.[name] ?? 0),
            }));
        this.energy.set(drift('E'));
        this.error.set(this.pairs(state, player));
        if (this.thirdKind !== state.third) {
            this.thirdKind = state.third;
            this.third.shape = '';
            this.third.labels =
                state.third === 'phase'
                    ? ['L against the exact motion', 'E − E(0)']
                    : [
                          'time t',
                          { axial: '⟨m,a⟩ drift', special: 'K or G drift', exact: 'L exact' }[
                              /** @type {'axial'} */ (state.third)
                          ],
                      ];
        }
        const third =
            state.third === 'axial'
                ? drift('ma')
                : state.third === 'special'
                  ? drift('special')
                  : shown.map((slot) => ({ ...style(slot), ...recorded(player, slot, 'L') }));
        this.third.set(state.third === 'phase' ? phasePlot(third, drift('E')) : third);
    }

    /** @param {import('./state.js').State} state @param {import('./player.js').Player} player */
    pairs(state, player) {
        if (player.slots.length < 4) {
            return player.slots
                .filter((slot) => state.curves[slot])
                .map((slot) => ({
                    label: `${BODIES[slot].name} against the exact motion`,
                    colour: BODIES[slot].colour,
                    ...recorded(player, slot, 'L'),
                }));
        }
        return [0, 1]
            .filter((i) => state.curves[4 + i])
            .map((i) => {
                const { t, L } = player.engine.pairRecord(i);
                const now = player.engine.pair(i);
                const late = now && t.length > 0 && now.lastTime > t[t.length - 1];
                return {
                    label:
                        i === 0
                            ? 'Bobenko-Suris error in body frame L(E_BS)'
                            : 'numerical error in body frame L(E_Ext)',
                    colour: BODIES[2 * i + 1].colour,
                    x: late ? [...t, now.lastTime] : t,
                    y: late ? [...L, now.now] : L,
                };
            });
    }

    /** @param {import('./engine.js').Engine} engine @param {import('./engine.js').Start} start
     * @param {number} theta of the axis now */
    updatePotential(engine, start, theta) {
        const curve = engine.potential(start, 240);
        const note = byId('potential-note');
        if (typeof curve === 'string') {
            note.textContent = curve;
            this.potential.set([]);
            return;
        }
        const ceiling =
            curve.level + 2.5 * Math.max(0.2, Math.abs(curve.level - Math.min(...curve.height)));
        const inside = curve.theta.map((_, i) => i).filter((i) => curve.height[i] <= ceiling);
        const x = inside.map((i) => curve.theta[i]);
        const dot = interpolated(curve, theta);
        this.potential.set([
            { label: 'V', colour: '#2f7fd6', x, y: inside.map((i) => curve.height[i]), width: 2 },
            {
                label: 'energy',
                colour: '#e0561f',
                x: [0, Math.PI],
                y: [curve.level, curve.level],
                dash: [6, 4],
            },
            { label: 'now', colour: '#12a37f', x: [theta], y: [dot], points: true },
        ]);
        note.textContent =
            `energy ${digits(curve.level, 7)} in scaled units; the axis moves where V ` +
            `lies below it. Now θ = ${digits(theta, 6)}, V = ${digits(dot, 6)}.`;
    }
}

/** @param {{theta: number[], height: number[]}} curve @param {number} theta */
function interpolated(curve, theta) {
    const n = curve.theta.length;
    const at = Math.min(n - 1.000001, Math.max(0, (theta / Math.PI) * n - 0.5));
    const i = Math.floor(at);
    return curve.height[i] + (at - i) * (curve.height[Math.min(i + 1, n - 1)] - curve.height[i]);
}

/** Energy error over L instead of time; uPlot wants ascending abscissae. @param {Curve[]} errors
 * @param {Curve[]} energies */
function phasePlot(errors, energies) {
    return errors.map((curve, k) => {
        const order = Array.from(curve.y, (_, i) => i)
            .filter((i) => Number.isFinite(curve.y[i]))
            .sort((a, b) => curve.y[a] - curve.y[b]);
        const distinct = order.filter((i, n) => n === 0 || curve.y[i] > curve.y[order[n - 1]]);
        return {
            ...curve,
            x: distinct.map((i) => curve.y[i]),
            y: distinct.map((i) => energies[k].y[i]),
            points: true,
            width: 0,
        };
    });
}
