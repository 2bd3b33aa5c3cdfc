// SPDX-License-Identifier: MIT
// The tops of the engine: bodies, their recordings and traces, pairs, shapes; see wasm/body.c,
// scene.c and shape.c.
import { Engine } from '../../engine.js';

/** @typedef {Record<string, number>} Values what is known about a body, by name */
/**
 * @typedef {object} Start
 * @property {number[]} edges half edges CN, CB, CT
 * @property {number[]} fixed fixed point relative to the centre
 * @property {number} gravity
 * @property {number[]} q attitude w, x, y, z
 * @property {number[]} m angular momentum in space
 */
/**
 * @typedef {object} Shape
 * @property {number} mass
 * @property {number} kind 0 general, 1 Lagrange, 2 Kowalewski, 3 Goryachev-Chaplygin
 * @property {number[]} moments
 * @property {number[][]} axes
 * @property {number[]} centre
 * @property {number[]} omega
 * @property {number} energy
 * @property {number} vertical
 * @property {number} axial
 * @property {number} special
 * @property {number} section
 * @property {number} period
 * @property {number} precession
 * @property {number} lowest
 * @property {number} highest
 * @property {number[]} q
 */

export const KIND = { general: 0, lagrange: 1, kowalewski: 2, goryachev: 3 };
export const WORK_SLOT = 4;

export class TopEngine extends Engine {
    /** @param {WebAssembly.Instance} instance */
    constructor(instance) {
        super(instance);
        this.c.body_names();
        this.names = this.text().split(' ');
        this.recordedNames = this.names.slice(0, this.c.body_recorded());
        /** @type {Record<string, number>} */
        this.index = Object.fromEntries(this.names.map((name, i) => [name, i]));
    }

    /** @param {Start} start @param {number} [step] @param {number} [tolerance] */
    writeStart(start, step = 0.1, tolerance = 0) {
        this.write([
            ...start.edges,
            ...start.fixed,
            start.gravity,
            ...start.q,
            ...start.m,
            step,
            tolerance,
        ]);
    }

    /** Opens a body; the refusal in words, or ''. @param {number} slot @param {Start} start
     * @param {string} method @param {number} step @param {number} tolerance */
    open(slot, start, method, step, tolerance) {
        this.writeStart(start, step, tolerance);
        this.say(method);
        return this.c.body_open(slot) === 0 ? '' : this.text();
    }

    /** @param {number} slot */
    close(slot) {
        this.c.body_close(slot);
    }

    beginScene() {
        this.c.scene_begin();
    }

    /** @param {Float64Array} row @param {string[]} names @returns {Values} */
    static named(row, names) {
        return Object.fromEntries(names.map((name, i) => [name, row[i]]));
    }

    /** What is known about a body now, with the sentence of its failure. @param {number} slot */
    values(slot) {
        if (this.c.body_read(slot) !== 0) {
            return null;
        }
        const failure = this.text();
        return { values: TopEngine.named(this.read(this.names.length), this.names), failure };
    }

    /** What it was at the start. @param {number} slot */
    first(slot) {
        return this.c.body_first(slot) === 0
            ? TopEngine.named(this.read(this.names.length), this.names)
            : null;
    }

    /** The last recorded row at or before a step. @param {number} slot @param {number} step */
    past(slot, step) {
        return this.c.body_past(slot, step)
            ? TopEngine.named(this.read(this.names.length), this.names)
            : null;
    }

    /** One recorded value of all rows. @param {number} slot @param {string} name */
    column(slot, name) {
        const rows = this.c.body_rows(slot);
        const n = this.c.body_column(slot, this.index[name], 0, rows);
        return this.read(n);
    }

    /** Recorded meetings of a pair. @param {number} pair */
    pairRecord(pair) {
        const { first: t, second: L } = this.columns(this.c.pair_rows(pair));
        return { t, L };
    }

    /** @param {number} pair */
    pair(pair) {
        if (!this.c.pair_read(pair)) {
            return null;
        }
        const [now, largest, largestTime, lastTime] = this.read(4);
        return { now, largest, largestTime, lastTime };
    }

    /** Rod and attitude of the last n steps up to `step`. @param {number} slot @param {number} n
     * @param {number} step */
    trace(slot, n, step) {
        const rows = this.c.body_trace(slot, Math.min(n, 1024), step);
        return { rows, numbers: this.read(8 * rows) };
    }

    /**
     * Attitude and momentum of the exact motion, or null.
     * @param {number} slot
     * @param {number} t
     */
    exact(slot, t) {
        return this.c.body_exact(slot, t) ? Array.from(this.read(7)) : null;
    }

    /** What follows from a shape and a start; a refusal in words. @param {Start} start
     * @returns {Shape | string} */
    shape(start) {
        this.writeStart(start);
        if (this.c.shape_of() !== 0) {
            return this.text();
        }
        const x = Array.from(this.read(33));
        return {
            mass: x[0],
            kind: x[1],
            moments: x.slice(2, 5),
            axes: [x.slice(5, 8), x.slice(8, 11), x.slice(11, 14)],
            centre: x.slice(14, 17),
            omega: x.slice(17, 20),
            energy: x[20],
            vertical: x[21],
            axial: x[22],
            special: x[23],
            section: x[24],
            period: x[25],
            precession: x[26],
            lowest: x[27],
            highest: x[28],
            q: x.slice(29, 33),
        };
    }

    /** The effective potential as a curve of 3 n points, with V, energy and inclination of this
     * very state and its turning points; or the refusal. @param {Start} start @param {number} n */
    potential(start, n) {
        this.writeStart(start);
        if (this.c.shape_potential(n) !== 0) {
            return this.text();
        }
        const { first: theta, second: V } = this.columns(3 * n);
        const [height, level, angle, highest, lowest] = this.read(5, 6 * n);
        return { theta, V, height, level, angle, highest, lowest };
    }

    /** Attitude after a turn about e1. @param {number} degrees */
    tilt(degrees) {
        this.c.shape_tilt(degrees);
        return Array.from(this.read(4));
    }

    /** L between two attitudes. @param {number[]} q @param {number[]} r */
    distance(q, r) {
        this.write([...q, ...r]);
        return this.c.shape_distance();
    }
}
