// SPDX-License-Identifier: MIT
// The tops on the page: what an edit means for them, their steps in time, and what is seen of them.
// A frame moves the bodies, then paints, reports failures, and brings tables and diagrams up to
// date; nothing is painted when nothing changed.
import { Scene } from '../../scene.js';
import { FIELDS } from '../../state/fields.js';
import { startState } from '../../state/store.js';
import { captioned } from '../../view/captioned.js';
import { byId } from '../../view/dom.js';
import { showField } from '../../view/inputs.js';
import { length } from '../../view/vec.js';
import { BODIES, fitStop, implied, startOf } from './bodies.js';
import { bindHands, quiet } from './hands.js';
import { KIND, TopEngine } from './engine.js';
import { ErrorWork } from './error-work.js';
import { integralNote, showLegend, showModes, showNotes } from './legend.js';
import { bindMethods, makeMatrix, showMethods, usableMethods } from './methods.js';
import { extras, pictureOf } from './picture.js';
import { Player } from './player.js';
import { questions } from './questions.js';
import { Readings } from './readings.js';
import { readRun } from './recipe.js';
import { Render2d } from './render2d.js';
import { Render3d } from './render3d.js';
import { caption, csv, runs } from './share.js';
import { sketch } from './sketch.js';
import { Stage } from './stage.js';
import { fillDerived, fillStatistics } from './tables.js';
import { timeText } from './units.js';
import { Walk } from './walk.js';

/** @typedef {import('../../state/store.js').State} State */

/** A hurrying engine gets the frames, pictures wait this long. */
const HURRY_MS = 220;
const SLICE_MS = 4;
/** Fields that decide how much room the bodies need. */
const SIZED = ['edges', 'fixed', 'distance', 'rod', 'rodAway', 'apex'];

/** In pixels of the screen: a presentation enlarges overlays. @param {string} id @returns {DOMRect} */
const box = (id) => byId(id).getBoundingClientRect();
/** Where an overlay of the scene ends. @param {string} id */
const lower = (id) => box(id).bottom - box('stage').top;

/** The motion is another one if these change. @param {Set<string>} names */
const moves = (names) => [...names].some((name) => FIELDS[name].part !== 'look');

/** @param {Stage} stage */
function makeRender(stage) {
    const canvas = byId('scene');
    try {
        return new Render3d(canvas, stage);
    } catch {
        byId('hint').dataset.idle = 'Without WebGL the bodies are drawn as lines.';
        return new Render2d(canvas, stage);
    }
}

export class Top extends Scene {
    /** @param {import('../../page.js').Page} page @param {import('../../scene.js').About} about */
    constructor(page, about) {
        super(page, about);
        this.engine = new TopEngine(page.engine.instance);
        this.methods = usableMethods(this.engine);
        FIELDS.methods.choices = this.methods.map((m) => m.name);
        makeMatrix(this.methods);
        this.player = new Player(this.engine);
        this.player.onStop = (words) => page.say(words);
        this.stage = new Stage(byId('scene'), () => ({
            top: Math.max(0, byId('caption').hidden ? 0 : lower('caption'), lower('tools')),
            bottom: box('stage').bottom - box(byId('hint').textContent ? 'hint' : 'legend').top,
        }));
        this.render = makeRender(this.stage);
        this.readings = new Readings(this);
        this.errorWork = new ErrorWork(this.engine, this.methods);
        this.walk = new Walk(this.stage);
        /** Steps at which rod and trace were last reset. */
        this.rodFrom = 0;
        this.apexFrom = 0;
        this.pivoting = false;
        /** The size changed: the view has to fit again when the edit is done. */
        this.sized = false;
        /** @type {import('./engine.js').Shape | null} */
        this.shape = null;
        this.paintedAt = 0;
        /** Bodies whose failure was said. @type {Set<number>} */
        this.reported = new Set();
        bindMethods(this);
        bindHands(this);
    }

    get tab() {
        return this.page.tab;
    }

    /** An edit is under way. */
    get before() {
        return this.page.before;
    }

    // ---- edits ----

    /** The state an edit starts from: what is shown now, at t = 0 (settled point 7).
     * @returns {State} */
    shown() {
        const shown = this.player.shown(this.player.primary)?.values;
        if (!shown || shown.step === 0) {
            return this.state;
        }
        return {
            ...this.state,
            q: [shown.qw, shown.qx, shown.qy, shown.qz],
            m: [shown.m1, shown.m2, shown.m3],
        };
    }

    /** @param {State} patch */
    complete(patch) {
        const start = Object.keys(patch).some((name) => FIELDS[name].part === 'start');
        const base = start ? this.shown() : this.state;
        const full = start ? { q: base.q, m: base.m, ...patch } : patch;
        return { ...full, ...implied(base, full) };
    }

    /** A preset may tilt the body; a link may contradict itself about the shape.
     * @param {State} state @param {import('./presets.js').Preset} [preset] */
    heal(state, preset) {
        if (!preset) {
            const shape = state.mode === 'compare' ? { mode: 'compare', edges: state.edges } : {};
            return implied(startState(), shape);
        }
        const q = preset.tilt === undefined ? state.q : this.engine.tilt(preset.tilt);
        const whole = { ...state, q, ...implied(startState(), { ...preset.patch, q }) };
        return { ...whole, stop: fitStop(whole, this.engine).stop };
    }

    mark() {
        const { player } = this;
        return { time: Math.max(player.replayTo, player.furthest()), scrub: player.scrub };
    }

    /** @param {{time: number, scrub: number | null}} mark */
    giveBack({ time, scrub }) {
        const { player } = this;
        if (player.furthest() < time) {
            player.replay(time);
            player.goOn();
            player.scrub = scrub;
        }
    }

    // ---- consequences of a change ----

    /** @param {State} state @param {Set<string>} names */
    apply(state, names) {
        if (moves(names) || names.has('stop')) {
            this.fitStop();
        }
        if (moves(names)) {
            this.reopen();
        }
        if (names.has('mode')) {
            this.stage.home(state);
        } else if (SIZED.some((name) => names.has(name))) {
            this.sized = true;
        }
        this.player.speed = state.speed;
    }

    fitStop() {
        const { stop, words } = fitStop(this.state, this.engine);
        this.state.stop = stop;
        this.player.stop = stop > 0 ? stop : Infinity;
        this.page.say(words);
    }

    get camera() {
        return this.stage.view;
    }

    /** @param {number[]} camera */
    lookFrom(camera) {
        this.stage.lookFrom(camera);
    }

    /** All bodies back to the start. */
    restart() {
        this.fitStop();
        this.reopen();
        this.player.speed = this.state.speed;
    }

    reopen() {
        const shape = this.engine.shape(startOf(this.state));
        this.reported.clear();
        this.rodFrom = this.apexFrom = 0;
        this.errorWork.forget(startOf(this.state));
        if (typeof shape !== 'string') {
            this.shape = shape;
        }
        this.page.warn(this.player.open(this.state));
        this.page.say(integralNote(this.shape, this.state));
    }

    enter() {
        this.stage.home(this.state);
        this.resize();
    }

    /** Attitude and momentum as they are shown, and what follows from them. */
    showMotion() {
        const shown = this.shown();
        const shape = shown === this.state ? this.shape : this.engine.shape(startOf(shown));
        showField('q', shown);
        showField('m', shown);
        if (shape && typeof shape !== 'string') {
            fillDerived(shape);
        }
    }

    /** @param {State} state */
    refresh(state) {
        showModes(state, this.shape);
        showMethods(state, this);
        showLegend(state, extras(this));
        this.render.setTheme(this.page.theme);
        this.stage.setFlat(state.flat);
        if (!this.before) {
            this.stage.fit(state);
        }
        if (this.sized && !this.before) {
            this.sized = false;
            this.stage.refit(state);
        }
        if (this.shape) {
            this.stage.fitVelocity(length(this.shape.omega));
            this.showMotion();
            fillStatistics(state, this.shape);
            showNotes(this.shape);
        }
        this.readings.expire();
    }

    resize() {
        this.stage.resize();
        this.render.resize();
        this.dirty = true;
        this.readings.expire();
    }

    // ---- time ----

    get running() {
        return this.player.running;
    }

    toggle() {
        const { player } = this;
        quiet();
        if (player.running) {
            player.pause();
        } else if (player.now() >= player.stop * (1 - 1e-12)) {
            this.page.say('The stop time is reached: raise it, or press Reset.');
        } else if (!this.stuck()) {
            player.play();
        }
    }

    step = () => {
        if (!this.stuck()) {
            this.player.step();
        }
    };

    /** Says which bodies cannot move, and why; true if none can. */
    stuck() {
        const { player } = this;
        for (const [slot, words] of player.refusals) {
            this.page.warn(`${BODIES[slot].name} cannot move. ${words}`);
        }
        const none = player.allFailed();
        if (none && player.refusals.size < player.slots.length) {
            this.page.warn('No body can go on: press Reset, or choose another method or step.');
        }
        return none;
    }

    get recording() {
        const { latestStep, scrub } = this.player;
        return { max: latestStep, value: scrub ?? latestStep };
    }

    /** @param {number} step */
    lookBack(step) {
        this.player.pause();
        this.player.scrub = step < this.player.latestStep ? step : null;
        this.dirty = true;
    }

    /** @param {number} now @param {number} seconds */
    frame(now, seconds) {
        const { player } = this;
        this.stage.glide();
        if (this.walk.frame(Math.min(seconds, 0.1))) {
            this.dirty = true;
        }
        const moved = player.frame(seconds);
        this.errorWork.slice(performance.now() + SLICE_MS);
        if (moved && player.behind && now - this.paintedAt < HURRY_MS) {
            return false;
        }
        const changed = moved || this.dirty;
        const still = this.dirty && !moved;
        if (changed) {
            this.paintedAt = now;
            this.dirty = false;
            this.paint();
            this.report();
        }
        this.readings.work(now, still);
        return changed;
    }

    get timeText() {
        return timeText(this.state, this.player.time);
    }

    get idle() {
        return this.player.replayTo === 0;
    }

    get current() {
        return this.readings.current;
    }

    /** In steps of the first body, where it is or is on its way to. */
    get at() {
        const { player } = this;
        const steps = (player.replayTo || player.furthest()) / player.steps[player.slots[0]];
        const whole = Math.round(steps);
        return Math.abs(steps - whole) <= 1e-9 * whole ? whole : steps;
    }

    /** @param {number} at */
    goTo(at) {
        if (at > 0) {
            this.player.replay(at * this.player.steps[this.player.slots[0]]);
        }
    }

    // ---- what is seen ----

    paint() {
        this.render.setQuality(this.player.running);
        this.render.paint(this.state, pictureOf(this));
    }

    /** Says which body failed, and when. */
    report() {
        for (const slot of this.player.slots) {
            const now = this.engine.values(slot);
            if (now && now.values.status < 0 && !this.reported.has(slot)) {
                this.reported.add(slot);
                this.page.warn(
                    `${BODIES[slot].name} (${this.state.methods[slot]}): ${now.failure}`,
                );
            }
        }
    }

    /** @param {State} state */
    sketch(state) {
        return sketch(this.engine, state);
    }

    // ---- sharing ----

    png() {
        return captioned(this.render.fresh(this.state, pictureOf(this)), caption(this.runs(), this.timeText));
    }

    csv() {
        return csv(this.state, this.player, this.methods);
    }

    runs() {
        return runs(this.state, this.player.now(), this.methods);
    }

    /** @param {any} run */
    read(run) {
        return run?.problem === 'top' && typeof run.parameters === 'object' && run.parameters
            ? readRun(run, this.engine, this.methods)
            : null;
    }

    hooks() {
        return questions(this);
    }
}
