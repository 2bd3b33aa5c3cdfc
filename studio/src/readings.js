// SPDX-License-Identifier: MIT
// Tables and diagrams, brought up to date less often than the picture.
import { KIND } from './engine.js';
import { byId } from './panel.js';
import { Diagrams } from './plots.js';
import { fillIntegrals, fillVectors } from './tables.js';
import { startOf } from './topstate.js';
import { length } from './vec.js';

const TABLE_MS = 120;
const PLOT_MS = 250;

export class Readings {
    /** @param {import('./studio.js').Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.diagrams = new Diagrams();
        this.tablesDue = 0;
        this.plotsDue = 0;
        this.tabledSteps = -1;
        this.drawnSteps = -1;
    }

    /** Everything is to be written again. */
    expire() {
        this.tablesDue = this.plotsDue = 0;
    }

    /**
     * Tables and diagrams, less often than pictures.
     * @param {number} now
     * @param {boolean} all although nothing moved
     */
    work(now, all) {
        const steps = this.studio.player.latestStep;
        if (now >= this.tablesDue && (all || this.tablesDue === 0 || steps !== this.tabledSteps)) {
            this.tablesDue = now + TABLE_MS;
            this.tabledSteps = steps;
            this.tables();
        }
        if (now >= this.plotsDue && (all || this.plotsDue === 0 || steps !== this.drawnSteps)) {
            this.plotsDue = now + PLOT_MS;
            this.drawnSteps = steps;
            this.plots();
        }
    }

    tables() {
        const { state, player, engine, shape } = this.studio;
        if (!shape) {
            return;
        }
        fillIntegrals(state, player, shape);
        fillVectors(player);
        const steps = player.slots.map((slot) => engine.values(slot)?.values.step ?? 0);
        byId('engine-time').textContent =
            `engine time ${(player.engineMs / 1000).toFixed(3)} s for ${steps.join(' / ')} steps`;
        const values = player.shown(player.primary)?.values;
        if (values && shape.kind > KIND.lagrange) {
            const name = shape.kind === KIND.kowalewski ? 'K' : 'G';
            byId(`value-${name}`).textContent = `${name} = ${values.special.toPrecision(13)}`;
        }
    }

    plots() {
        const { state, player, engine, tab } = this.studio;
        if (tab === 'tab-diagrams') {
            this.diagrams.update(state, player);
        } else if (tab === 'tab-why') {
            const v = player.shown(player.primary)?.values;
            const a = v ? [v.a1, v.a2, v.a3] : [0, 0, 1];
            const theta = Math.acos(Math.max(-1, Math.min(1, a[2] / (length(a) || 1))));
            this.diagrams.updatePotential(engine, startOf(state), theta);
        }
    }
}
