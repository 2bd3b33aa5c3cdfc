// SPDX-License-Identifier: MIT
// The live diagrams over the recording: energy error, body-frame error L, a third of choice, the
// effective potential. The last point of every curve is the present, the number in the table.
import { byId, digits } from '../../view/dom.js';
import { Plot } from '../../view/plot.js';
import { BODIES, PAIRS } from './bodies.js';

/** @typedef {import('../../view/plot.js').Curve} Curve */

const GROWS = 'Press Start: the curves grow with time.';
const NO_EXACT = 'Only a Lagrange top has an exact motion to compare with.';
const THIRD = {
    axial: '⟨m,a⟩ drift',
    special: 'K or G drift',
    exact: 'L exact (rad)',
};

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
    return !now || x[x.length - 1] === now.t
        ? { x, y }
        : { x: extended(x, now.t), y: extended(y, now[name] - minus) };
}

/** @param {Float64Array} list @param {number} last */
function extended(list, last) {
    const longer = new Float64Array(list.length + 1);
    longer.set(list);
    longer[list.length] = last;
    return longer;
}

export class Diagrams {
    constructor() {
        this.energy = new Plot('plot-energy', 'time t', 'E − E(0)', { empty: GROWS });
        this.error = new Plot('plot-error', 'time t', 'L (rad)', { empty: GROWS });
        this.third = new Plot('plot-third', 'time t', '', { empty: GROWS });
        this.potential = new Plot('plot-potential', 'inclination θ (rad)', 'V(θ)', {
            empty: 'Only a Lagrange top has an effective potential.',
        });
    }

    /** @param {import('../../state/store.js').State} state @param {import('./player.js').Player} player */
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
        for (const plot of [this.energy, this.error, this.third]) {
            plot.options.logY = state.logError && !(plot === this.third && state.third === 'phase');
        }
        this.energy.set(drift('E'));
        const words = Number.isFinite(player.engine.first(player.primary)?.L) ? GROWS : NO_EXACT;
        this.error.options.empty = player.slots.length === 4 ? GROWS : words;
        this.error.set(this.pairs(state, player));
        this.third.options.empty = ['phase', 'exact'].includes(state.third) ? words : GROWS;
        this.third.labels =
            state.third === 'phase'
                ? ['L against the exact motion (rad)', 'E − E(0)']
                : ['time t', THIRD[/** @type {'axial'} */ (state.third)]];
        const third =
            state.third === 'axial'
                ? drift('ma')
                : state.third === 'special'
                  ? drift('special')
                  : shown.map((slot) => ({ ...style(slot), ...recorded(player, slot, 'L') }));
        this.third.set(state.third === 'phase' ? phasePlot(third, drift('E')) : third);
    }

    /** @param {import('../../state/store.js').State} state @param {import('./player.js').Player} player */
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
                    label: `L, ${PAIRS[i]}`,
                    colour: BODIES[2 * i + 1].colour,
                    x: late ? extended(t, now.lastTime) : t,
                    y: late ? extended(L, now.now) : L,
                };
            });
    }

    /** @param {import('./engine.js').TopEngine} engine @param {import('./engine.js').Start} shown the
     * body as it is shown */
    updatePotential(engine, shown) {
        const curve = engine.potential(shown, 240);
        const note = byId('potential-note');
        if (typeof curve === 'string') {
            note.textContent = curve;
            this.potential.options.empty = 'There is no effective potential here.';
            this.potential.set([]);
            return;
        }
        const { theta, V, height, level, angle } = curve;
        const rising = Array.from(theta.keys()).filter((i) => i === 0 || theta[i] > theta[i - 1]);
        const x = rising.map((i) => theta[i]);
        this.potential.set([
            { label: 'V', colour: '#2f7fd6', x, y: rising.map((i) => V[i]), width: 2 },
            {
                label: 'energy',
                colour: '#e0561f',
                x: [x[0], x[x.length - 1]],
                y: [level, level],
                dash: [6, 4],
            },
            { label: 'now', colour: '#12a37f', x: [angle], y: [height], points: true },
        ]);
        note.textContent =
            'The green dot is the axis now: it rolls in the valley V and turns where V meets the ' +
            `energy line. Scaled units: energy ${digits(level, 7)}; θ = ${digits(angle, 6)} ` +
            `(${degrees(angle)}), V = ${digits(height, 7)}; θ goes from ` +
            `${degrees(curve.highest)} to ${degrees(curve.lowest)}.`;
    }
}

/** @param {number} angle */
const degrees = (angle) => `${((angle * 180) / Math.PI).toFixed(3)}°`;

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
