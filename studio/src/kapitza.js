// SPDX-License-Identifier: MIT
// The second scene: Kapitza's pendulum twice, the full fast motion on a slowed clock and the slow
// motion (scheme async) on its own, both from the same engine and the same start. Upright is stable
// for v > sqrt(2 g l).
//
// There is one time: the slow clock, and the fast one is it divided by the slowdown. It advances as
// far as both motions have been computed, the slow one at most one macro step ahead, and both are
// shown exactly there by dense output. The engine records both motions at their own steps, so the
// curves do not depend on the frames.
import { FAST, KapitzaView, SLOW } from './kapitza-view.js';

const SLICE_MS = 8;
/** Steps of the fast motion per call: five fast periods. */
const BATCH = 400;
/** The speed is measured over so many seconds. */
const MEASURED = 0.5;
const PARAMETERS = ['kLength', 'kGravity', 'kSpeed', 'kOmega', 'kAngle', 'kSlowdown'];

export class Kapitza {
    /** @param {import('./engine.js').Engine} engine @param {import('./panel.js').PanelHost} host */
    constructor(engine, host) {
        this.engine = engine;
        this.host = host;
        this.running = false;
        /** The two clocks: fast, slow. */
        this.time = [0, 0];
        this.failed = '';
        /** Lengths of their steps. */
        this.steps = [0, 0];
        /** Parameters of the motion that is open, as text. */
        this.opened = '';
        /** Motion and seconds since the speed was measured, and what it was; 0: as wished. */
        this.pace = { motion: 0, seconds: 0, behind: false, reached: 0 };
        this.view = new KapitzaView((factor) => this.choose(factor));
    }

    /** A start near upright with v beside the threshold. @param {number} factor */
    choose(factor) {
        const v = factor * threshold(this.host.state());
        this.host.edit({ kSpeed: v, kAngle: 0.05, kOmega: 2000, kSlowdown: 1 }, 'the vibration');
    }

    /** The motion with these parameters: the one under way if it has them, or a new one.
     * @param {import('./state.js').State} state @returns {string} the refusal, or '' */
    open(state) {
        return this.opened === wish(state) ? this.failed : this.restart(state);
    }

    /** A new motion from t = 0. @param {import('./state.js').State} state */
    restart(state) {
        this.state = state;
        this.opened = wish(state);
        this.time = [0, 0];
        this.pace = { motion: 0, seconds: 0, behind: false, reached: 0 };
        const { kLength, kGravity, kSpeed, kOmega, kAngle } = state;
        const found = this.engine.openPendulums([kLength, kGravity, kSpeed, kOmega, kAngle, 0]);
        this.failed = found.refusal;
        this.steps = [found.micro, found.step];
        this.view.begin(state, threshold(state), found);
        this.show();
        return this.failed;
    }

    /** True if something moved. @param {number} seconds since the last frame
     * @param {number} speed of the slow clock */
    frame(seconds, speed) {
        if (!this.running || this.failed || !this.state) {
            return false;
        }
        const begin = this.time[SLOW];
        const elapsed = Math.min(seconds, 0.25);
        const end = begin + elapsed * speed;
        this.failed = this.work(end, performance.now() + SLICE_MS);
        if (this.failed) {
            this.host.warn(this.failed);
        }
        this.measure(this.time[SLOW] - begin, elapsed, this.time[SLOW] < end);
        return true;
    }

    /** Moves the clocks towards `end` until the deadline. @param {number} end
     * @param {number} deadline @returns {string} how it failed, or '' */
    work(end, deadline) {
        const { c } = this.engine;
        const slowdown = this.state?.kSlowdown ?? 1;
        let computed = c.pendulum_time(SLOW);
        do {
            if (computed <= this.time[SLOW]) {
                if (c.pendulum_advance(SLOW, end, 1) < 0) {
                    return this.engine.text();
                }
                computed = c.pendulum_time(SLOW);
            }
            const reach = Math.min(end, computed);
            const done = c.pendulum_advance(FAST, reach / slowdown, BATCH);
            if (done < 0) {
                return this.engine.text();
            }
            const fast = done ? reach / slowdown : c.pendulum_time(FAST);
            this.time = [fast, done ? reach : Math.min(reach, fast * slowdown)];
        } while (this.time[SLOW] < end && performance.now() < deadline);
        return '';
    }

    /** The speed that was reached, said if it is not the one that was wished for.
     * @param {number} motion @param {number} seconds @param {boolean} behind */
    measure(motion, seconds, behind) {
        const { pace } = this;
        pace.motion += motion;
        pace.seconds += seconds;
        pace.behind ||= behind;
        if (pace.seconds >= MEASURED) {
            const reached = pace.behind ? pace.motion / pace.seconds : 0;
            this.pace = { motion: 0, seconds: 0, behind: false, reached };
        }
    }

    show() {
        if (!this.failed && this.state) {
            this.view.show(
                [FAST, SLOW].map((kind) => this.now(kind)),
                this.curves(),
                this.pace.reached,
            );
        }
    }

    /** One motion at its clock. @param {number} kind */
    now(kind) {
        return this.engine.pendulum(kind, this.time[kind]);
    }

    /** The recordings, fast and slow. */
    curves() {
        return [FAST, SLOW].map((kind) => this.engine.pendulumRecord(kind));
    }
}

/** @param {import('./state.js').State} state */
const wish = (state) => JSON.stringify(PARAMETERS.map((name) => state[name]));

/** The least speed of the vibration that keeps it upright.
 * @param {import('./state.js').State} state */
function threshold(state) {
    return Math.sqrt(2 * state.kGravity * state.kLength);
}
