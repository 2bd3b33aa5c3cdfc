// SPDX-License-Identifier: MIT
// Tables and diagrams, brought up to date less often than the picture.
import { KIND } from './engine.js';
import { byId } from '../../view/dom.js';
import { Diagrams } from './diagrams.js';
import { fillIntegrals, fillVectors } from './tables.js';
import { startOf } from './bodies.js';

const TABLE_MS = 120;
const PLOT_MS = 250;

export class Readings {
    /** @param {import('./scene.js').Top} top */
    constructor(top) {
        this.top = top;
        this.diagrams = new Diagrams();
        this.tables = { due: 0, stale: true, steps: -1, write: () => this.fillTables() };
        this.plots = { due: 0, stale: true, steps: -1, write: () => this.drawPlots() };
    }

    /** Tables and diagrams show the present. */
    get current() {
        const steps = this.top.player.latestStep;
        return [this.tables, this.plots].every((part) => !part.stale && part.steps === steps);
    }

    /** Everything is to be written again, and soon. */
    expire() {
        for (const part of [this.tables, this.plots]) {
            part.due = 0;
            part.stale = true;
        }
    }

    /**
     * Tables and diagrams, less often than pictures.
     * @param {number} now
     * @param {boolean} all although no step was taken
     */
    work(now, all) {
        const steps = this.top.player.latestStep;
        for (const [part, pause] of /** @type {const} */ ([
            [this.tables, TABLE_MS],
            [this.plots, PLOT_MS],
        ])) {
            part.stale ||= all || steps !== part.steps;
            if (part.stale && now >= part.due) {
                part.stale = false;
                part.steps = steps;
                part.due = now + pause;
                part.write();
            }
        }
    }

    fillTables() {
        const { state, player, engine, shape } = this.top;
        if (!shape) {
            return;
        }
        fillIntegrals(state, player, shape);
        fillVectors(player);
        if (this.top.tab === 'tab-body') {
            this.top.showMotion();
        }
        const steps = player.slots.map((slot) => engine.values(slot)?.values.step ?? 0);
        byId('engine-time').textContent =
            `engine time ${(player.engineMs / 1000).toFixed(3)} s for ${steps.join(' / ')} steps`;
        const values = player.shown(player.primary)?.values;
        if (values && shape.kind > KIND.lagrange) {
            const name = shape.kind === KIND.kowalewski ? 'K' : 'G';
            byId(`value-${name}`).textContent = `${name} = ${values.special.toPrecision(13)}`;
        }
    }

    drawPlots() {
        const { state, player, engine, tab } = this.top;
        if (tab === 'tab-diagrams') {
            this.diagrams.update(state, player);
        } else if (tab === 'tab-why') {
            const v = player.shown(player.primary)?.values;
            const start = startOf(state);
            const shown = v && { q: [v.qw, v.qx, v.qy, v.qz], m: [v.m1, v.m2, v.m3] };
            this.diagrams.updatePotential(engine, { ...start, ...shown });
        }
    }
}
