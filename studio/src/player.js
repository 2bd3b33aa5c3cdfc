// SPDX-License-Identifier: MIT
// Time: plays, pauses, steps and scrubs the bodies of the scene.
//
// The clock adds speed * elapsed to a target; the engine then takes the steps up to it in slices of
// at most 8 ms per frame. Steps are counted as integers and never skipped or merged, so results do
// not depend on the frame rate: a slow machine only falls behind the wish.
import { activeSlots, primarySlot, startOf, stepOf } from './topstate.js';

const SLICE_MS = 8;
const BATCH = 32;

/** @typedef {import('./state.js').State} State */
/** @typedef {{values: import('./engine.js').Values, failure: string}} Shown */

export class Player {
    /** @param {import('./engine.js').Engine} engine */
    constructor(engine) {
        this.engine = engine;
        this.running = false;
        this.target = 0;
        /** Step of the primary body that is on its way without the clock, or 0. */
        this.replayTo = 0;
        this.engineMs = 0;
        /** The last slice ended before the wish was reached. */
        this.behind = false;
        /** Step of the primary body that is shown, or null for now. @type {number | null} */
        this.scrub = null;
        this.slots = [2];
        this.primary = 2;
        this.steps = [0.1, 0.1, 0.1, 0.1];
        this.stop = Infinity;
        this.speed = 1;
        /** @type {(words: string) => void} */
        this.onStop = () => {};
    }

    /** Puts all bodies at the start. The refusal in words, or ''. @param {State} state */
    open(state) {
        this.running = false;
        this.target = 0;
        this.replayTo = 0;
        this.engineMs = 0;
        this.scrub = null;
        this.slots = activeSlots(state);
        this.primary = primarySlot(state);
        const refusals = [];
        for (let slot = 0; slot < 4; slot++) {
            this.steps[slot] = stepOf(state, slot);
            if (!this.slots.includes(slot)) {
                this.engine.close(slot);
                continue;
            }
            const refusal = this.engine.open(
                slot,
                startOf(state),
                state.methods[slot],
                this.steps[slot],
                state.tolerance,
            );
            if (refusal) {
                refusals.push(refusal);
            }
        }
        this.engine.beginScene();
        return refusals[0] ?? '';
    }

    /** Time of the primary body: a multiple of its step. */
    get time() {
        return this.shown(this.primary)?.values.t ?? 0;
    }

    get latestStep() {
        return this.engine.values(this.primary)?.values.step ?? 0;
    }

    play() {
        this.scrub = null;
        this.running = true;
        this.target = Math.max(this.target, this.now());
    }

    pause() {
        this.running = false;
        this.replayTo = 0;
        this.target = this.now();
    }

    now() {
        return this.latestStep * this.steps[this.primary];
    }

    /** One step of the primary body, and every step of the others that falls before its end. What
     * one slice does not hold, the next frames do; a press meanwhile asks for one step more. */
    step() {
        const step = Math.max(this.latestStep, this.replayTo) + 1;
        this.running = false;
        this.scrub = null;
        if (step * this.steps[this.primary] <= this.stop * (1 + 1e-12)) {
            this.replay(step);
            this.goOn();
        }
    }

    /** Runs on its own to a number of steps of the primary body. @param {number} steps */
    replay(steps) {
        this.replayTo = steps;
        this.target = steps * this.steps[this.primary];
    }

    /** A slice of what runs on its own; a body that failed does not keep the others waiting. */
    goOn() {
        if (this.work(performance.now() + SLICE_MS)) {
            this.replayTo = 0;
        }
    }

    /**
     * Called once per frame.
     * @param {number} seconds since the last one. True if anything moved.
     */
    frame(seconds) {
        if (this.replayTo > 0) {
            this.goOn();
            return true;
        }
        if (!this.running) {
            return false;
        }
        const end = Math.min(this.target + this.speed * Math.min(seconds, 0.25), this.stop);
        this.target = end;
        const done = this.work(performance.now() + SLICE_MS);
        if (!done) {
            this.target = Math.min(end, this.furthest());
        } else if (end >= this.stop) {
            this.running = false;
            this.onStop(`Stopped at t = ${Number(this.stop.toPrecision(12))}.`);
        } else if (this.allFailed()) {
            this.running = false;
        }
        return true;
    }

    /** Steps up to the target until the deadline, one batch even if that has passed; true if it got
     * there. @param {number} deadline */
    work(deadline) {
        const begin = performance.now();
        let taken;
        do {
            taken = this.engine.c.scene_advance(this.target, BATCH);
        } while (taken === BATCH && performance.now() < deadline);
        this.engineMs += performance.now() - begin;
        this.behind = taken === BATCH;
        return !this.behind;
    }

    furthest() {
        return Math.max(...this.slots.map((slot) => this.engine.values(slot)?.values.t ?? 0));
    }

    allFailed() {
        return this.slots.every((slot) => (this.engine.values(slot)?.values.status ?? -1) < 0);
    }

    /** What is shown of a body: its present, or the recorded past. @param {number} slot
     * @returns {Shown | null} */
    shown(slot) {
        const now = this.engine.values(slot);
        if (!now || this.scrub === null) {
            return now;
        }
        const t = this.scrub * this.steps[this.primary];
        const values = this.engine.past(slot, Math.floor(t / this.steps[slot] + 1e-9));
        return values ? { values, failure: now.failure } : now;
    }
}
