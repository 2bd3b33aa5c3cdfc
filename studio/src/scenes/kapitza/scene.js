// SPDX-License-Identifier: MIT
// Kapitza's pendulum twice from the same start: every vibration (direct), and the slow motion (async,
// with friction sync). Each has a clock of its own, which goes as fast as its speed and the engine's
// share of a frame let it.
//
// A touch (a slider, a drag, a kick) acts while it moves: both motions go on from the slow motion's
// present state with the new numbers, and that state is part of the page's state, so that links and
// recipes hold it. Curves are recorded by the engine at its steps, never at frames.
import { Scene } from '../../scene.js';
import { FIELDS } from '../../state/fields.js';
import { startState } from '../../state/store.js';
import { Share } from '../../time/share.js';
import { anglesOf, modes, optionsOf, problemOf, slowFrequency, startOf, threshold } from './mechanics.js';
import { kapitzaCsv, kapitzaPng, kapitzaRuns } from './share.js';
import { FAST, KapitzaView, SLOW } from './view.js';
import { History } from './history.js';

/** @typedef {import('../../state/store.js').State} State */

/** Of a frame, for both motions together; the slow one goes first and gets this part at most. */
const SHARE_MS = 3;
const SLOW_PART = 0.8;
/** Rows per step. */
const PARTS = [1, 4];
/** A slot to ask what a motion costs, without moving it. */
const METER = 2;
const METERED = [400, 4];
/** The speed is measured over so many seconds. */
const MEASURED = 0.5;
/** Rate of a kick, rad/s. */
const KICK = 2;
const FAR = 1e6;
/** Seconds of a sketch. */
const SKETCHED = 2;

export class Kapitza extends Scene {
    /** @param {import('../../page.js').Page} page @param {import('../../scene.js').About} about */
    constructor(page, about) {
        super(page, about);
        this.engine = page.engine;
        /** The two clocks since the last touch: fast, slow; and when that was. */
        this.time = [0, 0];
        this.since = 0;
        this.failed = '';
        /** Evaluations per second of motion. */
        this.price = [0, 0];
        /** @type {string[]} */
        this.warnings = [];
        this.history = new History();
        this.pace = { motion: 0, seconds: 0, behind: false, reached: 0 };
        this.again = false;
        this.seen = false;
        /** What the shares know the cost of. */
        this.timed = '';
        this.shares = [new Share(SHARE_MS), new Share(SHARE_MS)];
        this.view = new KapitzaView(this);
    }

    // ---- edits ----

    /** A touch of the moving pendulum starts from what is shown. @param {State} patch */
    complete(patch) {
        const names = Object.keys(patch).filter((name) => FIELDS[name].scene === this.about.id);
        if (names.every((name) => FIELDS[name].part === 'look') || 'kFrom' in patch) {
            return patch;
        }
        if (names.some((name) => FIELDS[name].part === 'start')) {
            return { kLive: false, ...patch };
        }
        const moved = this.time[SLOW] > 0 || this.state.kLive;
        return moved ? { kLive: true, kFrom: this.angles(SLOW), ...patch } : patch;
    }

    mark() {
        return { playing: this.playing };
    }

    /** @param {{playing: boolean}} mark */
    giveBack({ playing }) {
        this.playing = playing;
    }

    /** @param {State} state @param {Set<string>} names */
    apply(state, names) {
        const look = [...names].every((name) => FIELDS[name].part === 'look');
        if (!look) {
            const fresh = !state.kLive;
            this.begin(state, fresh ? 0 : this.since + this.time[SLOW]);
        }
    }

    /** @param {State} state */
    restart(state) {
        this.playing = false;
        this.begin(state, 0);
    }

    reset() {
        this.page.store.commit({ kLive: false }, '');
        this.restart(this.state);
    }

    /** Both motions from the start of this state, the clocks from a time. @param {State} state
     * @param {number} since */
    begin(state, since) {
        if (since > 0) {
            this.history.keep(this);
        } else {
            this.history.clear();
        }
        this.since = since;
        this.time = [0, 0];
        this.pace = { motion: 0, seconds: 0, behind: false, reached: 0 };
        const { problem, parameters } = problemOf(state);
        this.failed = this.engine.use(METER, problem);
        this.warnings = [];
        const about = JSON.stringify([problem, optionsOf(state)]);
        if (about !== this.timed) {
            this.timed = about;
            this.shares.forEach((share) => share.renew());
        }
        for (const kind of [FAST, SLOW]) {
            const options = optionsOf(state)[kind];
            const opened = this.engine.openMotion(METER, parameters, options, FAR, 1);
            this.engine.advance(METER, Infinity, METERED[kind]);
            const spent = this.engine.motion(METER);
            this.price[kind] = spent ? spent.evaluations / spent.end : NaN;
            const refusal =
                this.engine.use(kind, problem) ||
                opened.refusal ||
                this.engine.openMotion(kind, parameters, options, FAR, PARTS[kind]).refusal;
            this.failed ||= refusal;
            this.warnings.push(...opened.warnings.filter(() => kind === SLOW));
        }
        this.page.warn(this.failed);
        this.view.begin(state);
        this.dirty = true;
    }

    /** A bob is moved by hand; it rests meanwhile. @param {number} rod @param {number} angle */
    drag(rod, angle) {
        if (!this.page.before) {
            this.again = this.playing;
        }
        this.playing = false;
        const from = this.angles(SLOW).map((x, i) => (i < 4 ? x : 0));
        from[rod] = angle;
        this.page.preview({ kFrom: from, kLive: true }, 'moving the pendulum');
    }

    drop() {
        this.page.finish();
        this.playing = this.again;
        this.page.playback.showTime();
    }

    give() {
        this.page.cancel();
        this.playing = this.again;
        this.page.playback.showTime();
    }

    /** @param {number} side -1 left, 1 right */
    kick(side) {
        const from = this.angles(SLOW);
        from[4] += side * KICK;
        this.page.edit({ kFrom: from, kLive: true }, 'a kick');
    }

    /** The fast motion goes on from where the slow one is. */
    together() {
        this.page.edit({ kFrom: this.angles(SLOW), kLive: true }, 'bringing both together');
    }

    /** A start near upright with v beside the threshold. @param {number} factor */
    beside(factor) {
        const kSpeed = factor * threshold(this.state);
        this.page.edit({ kSpeed, kAngle: 0.05, kOmega: 2000, kLive: false }, 'the vibration');
    }

    // ---- time ----

    show() {
        this.view.show();
    }

    /** True if something moved. @param {number} seconds */
    move(seconds) {
        if (this.failed) {
            return false;
        }
        const from = this.time[SLOW];
        const ends = [this.time[FAST] + seconds * this.state.kFast, from + seconds * this.speed];
        const used = this.work(SLOW, ends[SLOW], SLOW_PART);
        if (!this.failed) {
            this.work(FAST, ends[FAST], 1 - used);
        }
        if (this.failed) {
            this.playing = false;
            this.page.warn(this.failed);
        }
        this.measure(this.time[SLOW] - from, seconds, this.time[SLOW] < ends[SLOW]);
        return true;
    }

    /** Moves one clock towards `end` within a part of the share. @param {number} kind
     * @param {number} end @param {number} part @returns {number} the part that was used */
    work(kind, end, part) {
        const { done, used, failure } = this.engine.work(this.shares[kind], kind, end, part);
        this.failed = failure;
        this.time[kind] = done && !failure ? end : this.engine.c.motion_time(kind);
        return used;
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

    get timeText() {
        return (this.since + this.time[SLOW]).toFixed(3);
    }

    get paceText() {
        const { reached } = this.pace;
        return reached > 0 ? `(only ${Number(reached.toPrecision(2))} reached)` : '';
    }

    resize() {
        this.dirty = true;
    }

    /** @param {State} state */
    refresh(state) {
        this.view.refresh(state);
    }

    /** The first visit finds it moving, unless the visitor wants stillness. */
    enter() {
        const start = startState();
        const own = Object.keys(FIELDS).filter((name) => FIELDS[name].scene === this.about.id);
        const fresh = !this.seen && own.every((name) => String(start[name]) === String(this.state[name]));
        this.seen = true;
        if (fresh && !this.playing && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
            this.page.playback.toggle();
        }
    }

    // ---- what there is to see ----

    /** One motion at its clock. @param {number} kind */
    now(kind) {
        return this.engine.motion(kind, this.time[kind]);
    }

    /** Angles and rates of it. @param {number} kind */
    angles(kind) {
        const now = this.failed ? null : this.now(kind);
        return now ? anglesOf(this.state, now) : [...startOf(this.state)];
    }

    /** Facts that follow from the parameters. */
    facts() {
        const { state } = this;
        return { modes: modes(state), threshold: threshold(state), frequency: slowFrequency(state) };
    }

    /** The slow angle over time. @param {State} state */
    sketch(state) {
        const { problem, parameters } = problemOf(state);
        const { engine } = this;
        if (
            engine.use(METER, problem) ||
            engine.openMotion(METER, parameters, optionsOf(state)[SLOW], FAR, 2).refusal
        ) {
            return [];
        }
        engine.advance(METER, SKETCHED, 1000);
        const { t, value } = engine.recording(METER, 0);
        return Array.from(t, (x, i) => [x, value[i]]);
    }

    png() {
        return kapitzaPng(this);
    }

    csv() {
        return kapitzaCsv(this);
    }

    runs() {
        return kapitzaRuns(this);
    }

    hooks() {
        return {
            pendulum: (/** @type {number} */ kind) => {
                const { t, value, lowest, highest } = this.engine.recording(kind, 0);
                return {
                    t: Array.from(t),
                    angle: Array.from(value),
                    lowest: Array.from(lowest),
                    highest: Array.from(highest),
                };
            },
            clocks: () => ({ fast: this.time[FAST], slow: this.time[SLOW], since: this.since }),
            marks: () => this.view.plot.marks,
            microscope: () => this.view.microscope.labels[0],
            map: () => ({ growth: Array.from(this.view.map.growth), took: this.view.map.took }),
        };
    }
}
