// SPDX-License-Identifier: MIT
// Error against work, made in the page: several methods over a range of steps from the present
// start, each judged by the exact motion, in slices so that the page stays alive.
import { KIND, WORK_SLOT } from './engine.js';
import { byId } from '../../view/dom.js';
import { Plot } from '../../view/plot.js';

const UNTIL = 20;
const STEPS = [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625];
const COLOURS = ['#e0561f', '#4aa8e8', '#c79a00', '#12a37f', '#b45fd0', '#7d8590', '#d1668f'];
const METHODS = [
    'bobenko-suris',
    'bobenko-suris-sym',
    'strang',
    'chin4a',
    'chin4a/suzuki6',
    'rk4',
    'gbs',
];
const TOLERANCES = [1e-3, 1e-5, 1e-7, 1e-9, 1e-11];
const INVITATION = 'Press make: seven methods, from coarse steps to fine ones.';
const FLOOR = 1e-15;

export class ErrorWork {
    /** @param {import('./engine.js').TopEngine} engine
     * @param {import('../../engine.js').Method[]} methods that can move a top */
    constructor(engine, methods) {
        this.engine = engine;
        this.methods = methods.filter((m) => METHODS.includes(m.name));
        this.plot = new Plot('plot-work', 'evaluations per unit', 'largest L', {
            log: true,
            empty: INVITATION,
        });
        /** @type {import('./engine.js').Start | null} */
        this.start = null;
        /** @type {{method: string, step: number, tolerance: number}[]} */
        this.queue = [];
        /** @type {Map<string, {x: number[], y: number[]}>} */
        this.points = new Map();
        /** @type {{method: string, step: number, tolerance: number, total: number} | null} */
        this.current = null;
    }

    /** Curves of another start are taken away. @param {import('./engine.js').Start} start */
    forget(start) {
        if (this.start && JSON.stringify(start) !== JSON.stringify(this.start)) {
            this.clear('');
        }
    }

    /** @param {string} words what is said instead */
    clear(words) {
        this.start = null;
        this.queue = [];
        this.points.clear();
        byId('work-state').textContent = words;
        this.plot.options.empty = words ? 'Nothing to judge by.' : INVITATION;
        this.show();
    }

    /** @param {import('./engine.js').Start} start */
    begin(start) {
        const shape = this.engine.shape(start);
        if (typeof shape === 'string' || shape.kind !== KIND.lagrange) {
            this.clear('Only a Lagrange top has an exact motion to judge by.');
            return;
        }
        this.clear('');
        this.start = start;
        this.queue = this.methods.flatMap(({ name: method, tolerance }) =>
            tolerance
                ? TOLERANCES.map((wanted) => ({ method, step: 1, tolerance: wanted }))
                : STEPS.map((step) => ({ method, step, tolerance: 0 })),
        );
    }

    /** Works until the deadline; true while there is more. @param {number} deadline */
    slice(deadline) {
        while ((this.current || this.queue.length > 0) && performance.now() < deadline) {
            if (!this.current && !this.next()) {
                return false;
            }
            const job = this.current;
            if (job) {
                const done = this.engine.c.body_advance(WORK_SLOT, 32);
                if (done < 0 || done >= job.total) {
                    this.finish(job, done >= 0);
                }
            }
        }
        return this.queue.length > 0;
    }

    next() {
        const job = this.queue.shift();
        if (!job || !this.start) {
            return false;
        }
        const refusal = this.engine.open(
            WORK_SLOT,
            this.start,
            job.method,
            job.step,
            job.tolerance,
        );
        this.current = refusal ? null : { ...job, total: Math.round(UNTIL / job.step) };
        return true;
    }

    /** @param {{method: string, step: number}} job @param {boolean} good */
    finish(job, good) {
        const v = this.engine.values(WORK_SLOT)?.values;
        if (this.start && good && v && v.error_largest < 1) {
            const list = this.points.get(job.method) ?? { x: [], y: [] };
            list.x.push(v.evaluations / v.t);
            list.y.push(Math.max(FLOOR, v.error_largest));
            this.points.set(job.method, list);
        }
        this.engine.close(WORK_SLOT);
        this.current = null;
        if (!this.start) {
            return;
        }
        byId('work-state').textContent =
            this.queue.length > 0
                ? `${this.queue.length} runs to go`
                : `done: to t = ${UNTIL} against the exact motion`;
        this.show();
    }

    show() {
        this.plot.set(
            [...this.points].map(([label, { x, y }], i) => {
                const order = x.map((_, k) => k).sort((a, b) => x[a] - x[b]);
                return {
                    label,
                    colour: COLOURS[i],
                    x: order.map((k) => x[k]),
                    y: order.map((k) => y[k]),
                    points: true,
                };
            }),
        );
    }
}
