// SPDX-License-Identifier: MIT
// The engine's share of a frame, counted in calls of the right-hand side. A clock alone is a poor
// limit: browsers round it, and while another program has the processor it goes on. So the share
// learns how many calls a millisecond holds at least: every measurement is a lower bound, since others
// can only make it slower, and the best of the last ones counts. A frame gets that many calls. The clock
// ends a frame earlier where the machine has become slower.

/** Calls of the first portion of an unknown motion; it doubles. */
const FIRST = 64;
/** A frame gets so many at least, however slow the clock makes them look. */
const LEAST = 16;
/** Between them the clock is looked at. */
const PORTIONS = 10;
/** Browsers round their clock to this, ms. */
const ROUNDING = 0.1;
/** Measurements that are kept: those of frames that lasted, or that raise what is known. */
const KEPT = 40;
const LASTED_MS = 0.8;

export class Share {
    /** @param {number} ms of a frame @param {() => number} [clock] */
    constructor(ms, clock = () => performance.now()) {
        this.ms = ms;
        this.clock = clock;
        this.renew();
    }

    /** Another motion: nothing is known about its calls. */
    renew() {
        /** Calls per millisecond. @type {number[]} */
        this.rates = [];
    }

    /** Calls in a millisecond, 0: not known yet. */
    get rate() {
        return this.rates.length > 0 ? Math.max(...this.rates) : 0;
    }

    /** Lets the engine work. @param {(calls: number) => {done: boolean, calls: number}} work does so
     * many calls at least, unless it is done, and not more than one step beyond
     * @param {number} [part] of this share
     * @returns {{done: boolean, used: number}} the part that was used */
    spend(work, part = 1) {
        const { rate } = this;
        const ms = part * this.ms;
        const most = rate > 0 ? Math.max(LEAST, ms * rate) : Infinity;
        // an unknown motion: the next portion is as long as all before, so half the time is the end
        const end = rate > 0 ? ms : ms / 2;
        const begin = this.clock();
        let portion = rate > 0 ? Math.ceil(most / PORTIONS) : FIRST;
        let [calls, took, done] = [0, 0, false];
        do {
            const got = work(Math.ceil(Math.min(portion, most - calls)));
            ({ done } = got);
            calls += got.calls;
            took = this.clock() - begin;
            portion *= rate > 0 ? 1 : 2;
        } while (!done && calls < most && took < end);
        const bound = calls / (took + ROUNDING);
        if (took >= LASTED_MS || (rate > 0 && bound > rate)) {
            this.rates.push(bound);
            this.rates.splice(0, this.rates.length - KEPT);
        }
        return { done, used: Math.min(part, (rate > 0 ? calls / rate : took) / this.ms) };
    }
}
