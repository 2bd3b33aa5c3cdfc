// SPDX-License-Identifier: MIT
// Time: plays, pauses, steps and scrubs the bodies of the scene.
//
// The clock adds speed * elapsed to a target; the engine then takes the steps up to it as far as its
// share of a frame goes. Steps are counted as integers and never skipped or merged, so results do
// not depend on the frame rate: a slow machine only falls behind the wish.
//
// One body leads: its time is the time, its steps are those of the buttons and of the recording.
// When it fails the next one takes over, a thick one if there is any.
import { Share } from '../../time/share.js';
import { activeSlots, primarySlot, startOf, stepOf } from './bodies.js';

const SHARE_MS = 3;
/** Steps that bodies may lack when they are stopped. */
const BATCH = 32;

/** @typedef {import('../../state/store.js').State} State */
/** @typedef {{values: import('./engine.js').Values, failure: string}} Shown */

export class Player {
    /** @param {import('./engine.js').TopEngine} engine */
    constructor(engine) {
        this.engine = engine;
        this.running = false;
        this.target = 0;
        /** Time that is on its way without the clock, or 0. */
        this.replayTo = 0;
        this.engineMs = 0;
        this.share = new Share(SHARE_MS);
        /** The last slice ended before the wish was reached. */
        this.behind = false;
        /** Step of the body that leads that is shown, or null for now. @type {number | null} */
        this.scrub = null;
        this.slots = [2];
        /** The body that leads. */
        this.primary = 2;
        /** Why a body could not be opened, by slot. @type {Map<number, string>} */
        this.refusals = new Map();
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
        this.share.renew();
        this.scrub = null;
        this.slots = activeSlots(state);
        this.primary = primarySlot(state);
        this.refusals.clear();
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
                this.refusals.set(slot, refusal);
            }
        }
        this.engine.beginScene();
        this.choose();
        return this.refusal;
    }

    /** The first refusal in words, or ''. */
    get refusal() {
        return [...this.refusals.values()][0] ?? '';
    }

    /** Chooses the body that leads; the last one keeps the lead when all have failed. */
    choose() {
        const thickFirst = [...this.slots].sort((a, b) => (a % 2) - (b % 2) || a - b);
        if (!this.alive(this.primary)) {
            this.primary = thickFirst.find((slot) => this.alive(slot)) ?? this.primary;
        }
    }

    /** @param {number} slot */
    alive(slot) {
        return (this.engine.values(slot)?.values.status ?? -1) > 0;
    }

    /** Time of the body that leads: a multiple of its step. */
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

    /** Bodies whose turn it was at the same time take their step too: the bodies stop together. */
    pause() {
        const going = this.running || this.replayTo > 0;
        this.running = false;
        this.replayTo = 0;
        this.target = this.furthest();
        if (going) {
            this.engine.c.scene_advance(this.target, BATCH);
            this.choose();
        }
    }

    now() {
        return this.latestStep * this.steps[this.primary];
    }

    /** One step of the body that leads, and every step of the others that falls before its end.
     * What one slice does not hold, the next frames do; a press meanwhile asks for one step more. */
    step() {
        const length = this.steps[this.primary];
        const asked = Math.floor((this.replayTo / length) * (1 + 1e-12) + 1e-9);
        const end = (Math.max(this.latestStep, asked) + 1) * length;
        this.running = false;
        this.scrub = null;
        if (end <= this.stop * (1 + 1e-12)) {
            this.replay(end);
            this.goOn();
        }
    }

    /** Runs on its own to a time. @param {number} t */
    replay(t) {
        this.replayTo = t;
        this.target = t;
    }

    /** A slice of what runs on its own; a body that failed does not keep the others waiting. */
    goOn() {
        if (this.work()) {
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
        const done = this.work();
        if (!done) {
            this.target = Math.min(end, this.furthest());
        } else if (end >= this.stop) {
            this.running = false;
            this.onStop(this.stopWords());
        } else if (this.allFailed()) {
            this.running = false;
        }
        return true;
    }

    stopWords() {
        const short = (/** @type {number} */ t) => Number(t.toPrecision(12));
        const now = short(this.now());
        return now > this.stop * (1 + 1e-9)
            ? `The stop time ${short(this.stop)} is over already: stopped at t = ${now}.`
            : `Stopped at t = ${now}.`;
    }

    /** Steps up to the target within the share of a frame; true if it got there. */
    work() {
        const { c } = this.engine;
        const begin = performance.now();
        const { done } = this.share.spend((calls) => {
            const before = c.scene_calls();
            const there = c.scene_work(this.target, calls) === 1;
            return { done: there, calls: c.scene_calls() - before };
        });
        this.engineMs += performance.now() - begin;
        this.behind = !done;
        this.choose();
        return done;
    }

    furthest() {
        return Math.max(...this.slots.map((slot) => this.engine.values(slot)?.values.t ?? 0));
    }

    allFailed() {
        return this.slots.every((slot) => !this.alive(slot));
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
