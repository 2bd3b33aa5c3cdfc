// SPDX-License-Identifier: MIT
// The second scene: Kapitza's pendulum twice, the full fast motion on a slowed clock and the slow
// motion (scheme async) on its own, both from the same engine and the same start. Upright is stable
// for v > sqrt(2 g l).
//
// The engine records both motions at their own steps, so the curves do not depend on the frames.
import { FAST, KapitzaView, SLOW } from './kapitza-view.js';

const SLICE_MS = 8;
const MACRO_STEP = 0.0125;
/** Steps per call: a quarter of a fast period, one macro step. */
const BATCH = [20, 1];

export class Kapitza {
    /** @param {import('./engine.js').Engine} engine @param {import('./panel.js').PanelHost} host */
    constructor(engine, host) {
        this.engine = engine;
        this.host = host;
        this.running = false;
        /** The two clocks: fast, slow. */
        this.time = [0, 0];
        this.failed = '';
        this.view = new KapitzaView((factor) => this.choose(factor));
    }

    /** A start near upright with v beside the threshold. @param {number} factor */
    choose(factor) {
        const v = factor * threshold(this.host.state());
        this.host.edit({ kSpeed: v, kAngle: 0.05, kOmega: 2000, kSlowdown: 1 }, 'the vibration');
    }

    /** @param {import('./state.js').State} state @returns {string} the refusal, or '' */
    open(state) {
        this.state = state;
        this.time = [0, 0];
        this.view.begin(state, threshold(state));
        this.engine.write([
            state.kLength,
            state.kGravity,
            state.kSpeed,
            state.kOmega,
            state.kAngle,
            0,
            MACRO_STEP,
        ]);
        this.failed = this.engine.c.pendulum_open() === 0 ? '' : this.engine.text();
        this.show();
        return this.failed;
    }

    /** True if something moved. @param {number} seconds since the last frame
     * @param {number} speed of the slow clock */
    frame(seconds, speed) {
        if (!this.running || this.failed || !this.state) {
            return false;
        }
        const stride = Math.min(seconds, 0.25) * Math.min(speed, 10);
        const wish = [this.time[FAST] + stride / this.state.kSlowdown, this.time[SLOW] + stride];
        const deadline = performance.now() + SLICE_MS;
        for (const kind of [SLOW, FAST]) {
            let done = 0;
            while (done === 0 && performance.now() < deadline) {
                done = this.engine.c.pendulum_advance(kind, wish[kind], BATCH[kind]);
            }
            if (done < 0) {
                this.failed = this.engine.text();
                this.host.warn(this.failed);
                return true;
            }
            this.time[kind] = done ? wish[kind] : this.engine.pendulum(kind).t;
        }
        return true;
    }

    show() {
        if (!this.failed && this.state) {
            this.view.show(
                [FAST, SLOW].map((kind) => this.engine.pendulum(kind)),
                [FAST, SLOW].map((kind) => this.engine.pendulumRecord(kind)),
            );
        }
    }
}

/** The least speed of the vibration that keeps it upright.
 * @param {import('./state.js').State} state */
function threshold(state) {
    return Math.sqrt(2 * state.kGravity * state.kLength);
}
