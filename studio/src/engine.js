// SPDX-License-Identifier: MIT
// The C engine: loads the WebAssembly module (no imports) and copies numbers and words across its
// border. Everything numerical in the page comes from here; see wasm/studio.h for what lies behind
// each function.

/** @typedef {{name: string, order: number, tolerance: boolean, doc: string}} Method tolerance: it
 * adapts inside each step */
/** @typedef {Record<string, number | string>} Numbers values by name */
/**
 * @typedef {{name: string, value: number, min: number, max: number, open: boolean, whole: boolean,
 *     unit: string, choices: string[], doc: string}} Parameter
 */

/** NAME=VALUE with spaces between. @param {Numbers} list */
export const words = (list) =>
    Object.entries(list)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ');

/** In one go; the limit is that of calls. */
const MOST_STEPS = 1e6;

/** Motions are numbered; 0 to 3 are those of the scene Kapitza. */
let nextSlot = 4;
/** The number of a new motion, for `slot` below. */
export const newSlot = () => nextSlot++;

/** @param {BufferSource} bytes */
export async function loadEngine(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    /** @type {any} */ (instance.exports)._initialize();
    return new Engine(instance);
}

export class Engine {
    /** @param {WebAssembly.Instance} instance */
    constructor(instance) {
        this.instance = instance;
        /** @type {any} */
        this.c = instance.exports;
        this.decoder = new TextDecoder();
        this.encoder = new TextEncoder();
    }

    /** Size of the engine's memory in bytes. */
    get memory() {
        return this.c.memory.buffer.byteLength;
    }

    /** A copy of the first n numbers of the block. @param {number} n @param {number} [from] */
    read(n, from = 0) {
        return new Float64Array(this.c.memory.buffer, this.c.block_address() + 8 * from, n).slice();
    }

    /** @param {ArrayLike<number>} numbers */
    write(numbers) {
        new Float64Array(this.c.memory.buffer, this.c.block_address(), numbers.length).set(numbers);
    }

    text() {
        const bytes = new Uint8Array(
            this.c.memory.buffer,
            this.c.text_address(),
            this.c.text_room(),
        );
        return this.decoder.decode(bytes.slice(0, bytes.indexOf(0)));
    }

    /** @param {string} words */
    say(words) {
        const bytes = this.encoder.encode(words).slice(0, this.c.text_room() - 1);
        const room = new Uint8Array(this.c.memory.buffer, this.c.text_address(), bytes.length + 1);
        room.set(bytes);
        room[bytes.length] = 0;
    }

    version() {
        this.c.list_version();
        return this.text();
    }

    /** All methods and compositions of the library. */
    methods() {
        this.c.list_methods();
        const [methods, compositions] = this.text()
            .split('\n\n')
            .map((part) =>
                part
                    .split('\n')
                    .filter(Boolean)
                    .map((line) => {
                        const [name, order, inner, doc] = line.split('\t');
                        return { name, order: Number(order), tolerance: inner === '1', doc };
                    }),
            );
        return { methods, compositions: compositions ?? [] };
    }

    // ---- motions of any problem ----

    /** Chooses a built-in problem by its name, or reads equations; the refusal, or ''.
     * @param {number} slot @param {{named?: string, text?: string}} problem */
    use(slot, { named, text }) {
        this.say(named ?? text ?? '');
        const done = named ? this.c.motion_named(slot) : this.c.motion_read_text(slot);
        return done === 0 ? '' : this.text();
    }

    /** The table of its parameters. @param {number} slot @returns {Parameter[]} */
    parameters(slot) {
        const n = this.c.motion_parameters(slot);
        if (n < 0) {
            return [];
        }
        const numbers = this.read(5 * n);
        return this.text()
            .split('\n')
            .filter(Boolean)
            .map((line, i) => {
                const [name, unit, choices, doc] = line.split('\t');
                const [value, min, max, open, whole] = numbers.slice(5 * i, 5 * i + 5);
                const any = min === 0 && max === 0;
                return {
                    name,
                    value,
                    min: any && !open ? -Infinity : min,
                    max: max === 0 && min === 0 ? Infinity : max,
                    open: open !== 0,
                    whole: whole !== 0,
                    unit,
                    choices: choices ? choices.split('|') : [],
                    doc,
                };
            });
    }

    /** What was understood of equations, in lines. @param {number} slot */
    explain(slot) {
        this.c.motion_explain(slot);
        return this.text();
    }

    /** What the problem suggests: its end time, steps, scheme. @param {number} slot */
    suggested(slot) {
        this.c.motion_suggested(slot);
        const [until, steps] = this.read(2);
        return { until, steps, scheme: this.text() };
    }

    /** Opens a motion at t = 0. @param {number} slot @param {Numbers} parameters
     * @param {Numbers} options by their names in the library @param {number} until
     * @param {number} parts rows per step
     * @returns {{refusal: string, warnings: string[]}} */
    openMotion(slot, parameters, options, until, parts) {
        this.say(`${words(parameters)}\n${words(options)}`);
        const refusal = this.c.motion_open(slot, until, parts) === 0 ? '' : this.text();
        return { refusal, warnings: refusal ? [] : this.text().split('\n').filter(Boolean) };
    }

    /** 1: it is there, 0: not yet; a sentence: it failed. @param {number} slot @param {number} t
     * @param {number} steps at most @param {number} [calls] of the right-hand side, or a step more */
    advance(slot, t, steps, calls = Infinity) {
        const done = this.c.motion_advance(slot, t, steps, calls);
        return done < 0 ? this.text() : done;
    }

    /** Lets a motion use its share of a frame. @param {import('./time/share.js').Share} share
     * @param {number} slot @param {number} t @param {number} [part] of the share
     * @returns {{done: boolean, used: number, failure: string}} */
    work(share, slot, t, part) {
        let failure = '';
        const spent = share.spend((calls) => {
            const before = this.c.motion_calls(slot);
            const done = this.advance(slot, t, MOST_STEPS, calls);
            failure = typeof done === 'string' ? done : '';
            return { done: done !== 0, calls: this.c.motion_calls(slot) - before };
        }, part);
        return { ...spent, failure };
    }

    /** A motion at a time of its last step. @param {number} slot @param {number} [t] */
    motion(slot, t = Infinity) {
        if (this.c.motion_at(slot, t) !== 0) {
            return null;
        }
        const [time, end, evaluations, steps, step, columns, numbers] = this.read(7);
        return {
            t: time,
            end,
            evaluations,
            steps,
            step,
            columns: Array.from(this.read(columns, 7)),
            state: Array.from(this.read(numbers, 7 + columns)),
        };
    }

    /** @param {number} slot */
    columnNames(slot) {
        this.c.motion_columns(slot);
        return this.text().split(' ').filter(Boolean);
    }

    /** Its recording: times, and values with the least and the largest since the row before.
     * @param {number} slot @param {number} column */
    recording(slot, column) {
        const part = (/** @type {number} */ c, /** @type {number} */ what) =>
            this.read(this.c.motion_rows(slot, c, what));
        return {
            t: part(-1, 0),
            value: part(column, 0),
            lowest: part(column, 1),
            highest: part(column, 2),
        };
    }

    /** Its last n steps. @param {number} slot @param {number} column @param {number} n */
    tail(slot, column, n) {
        const part = (/** @type {number} */ c) => this.read(this.c.motion_tail(slot, c, n));
        return { t: part(-1), value: part(column) };
    }

    /** Invariants of the slow motion at these columns. @param {number} slot
     * @param {number[]} columns */
    invariants(slot, columns) {
        this.write(columns);
        return Array.from(this.read(this.c.motion_invariants(slot)));
    }

    /** n pairs of numbers in the block. @param {number} n */
    columns(n) {
        const both = this.read(2 * n);
        return {
            first: Float64Array.from({ length: n }, (_, i) => both[2 * i]),
            second: Float64Array.from({ length: n }, (_, i) => both[2 * i + 1]),
        };
    }
}
