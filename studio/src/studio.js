// SPDX-License-Identifier: MIT
// The page as a whole: state in, engine and view out. Every change passes through `edit` (one undo
// step), `preview` and `finish` (drags and sliders), or a preset; `apply` draws the consequences.
//
//   controls, drag, address, presets ─► edit ─► store ─► apply ─► player and engine (reopen)
//                                                            └──► everything visible (refresh)
//   frames ─► playback ─► player ─► engine ─► picture, tables, diagrams
import { Address } from './address.js';
import { showLegend, showNotes, showScene, showTheme } from './appearance.js';
import { KIND } from './engine.js';
import { FIELDS } from './fields.js';
import { showMethods } from './menus.js';
import { message } from './messages.js';
import { all, byId, showFields, showMotionFields } from './panel.js';
import { extras } from './picture.js';
import { Playback } from './playback.js';
import { Player } from './player.js';
import { Stage } from './stage.js';
import { differing, startState, Store } from './state.js';
import { fillDerived, fillStatistics } from './tables.js';
import { fitStop, implied, startOf } from './topstate.js';
import { length } from './vec.js';

/** @typedef {import('./state.js').State} State */

/** Where an overlay of the scene ends. @param {string} id */
const lower = (id) => byId(id).offsetTop + byId(id).offsetHeight;
/** Where a part of the column at the bottom begins. @param {string} id */
const upper = (id) => byId('bottom').offsetTop + byId(id).offsetTop;

/** The motion is another one if these change. @param {Set<string>} names */
const moves = (names) => [...names].some((name) => FIELDS[name].part !== 'look');

/** What is not constant although the shape lets one expect it (bodack B4).
 * @param {import('./engine.js').Shape | null} shape @param {State} state */
function integralNote(shape, state) {
    const m3 = Number(state.m[2].toPrecision(4));
    return shape?.kind === KIND.goryachev && state.m[2] !== 0
        ? `G is an integral only while m₃ = 0; with m₃ = ${m3} it changes.`
        : '';
}

export class Studio {
    /** @param {import('./engine.js').Engine} engine @param {(stage: Stage) => any} makeRender */
    constructor(engine, makeRender) {
        this.engine = engine;
        this.store = new Store((state, changed) => this.apply(state, changed));
        this.player = new Player(engine);
        this.stage = new Stage(byId('scene'), () => ({
            top: Math.max(byId('caption').hidden ? 0 : lower('caption'), lower('tools')),
            bottom: byId('stage').offsetHeight - upper('legend'),
        }));
        this.render = makeRender(this.stage);
        this.playback = new Playback(this);
        this.address = new Address(this);
        /** What there was before a drag or a sliding slider: the state, what was shown of it, how
         * far the run was. @type {{state: State, shown: State, time: number, scrub: number | null,
         * label: string} | null} */
        this.before = null;
        /** Steps at which rod and trace were last reset. */
        this.rodFrom = 0;
        this.apexFrom = 0;
        this.tab = 'tab-general';
        this.pivoting = false;
        /** @type {import('./engine.js').Shape | null} */
        this.shape = null;
        this.player.onStop = (words) => this.say(words);
        /** @type {import('./kapitza.js').Kapitza | null} */
        this.kapitza = null;
        /** All bodies go back to the start. */
        this.onStart = () => {};
    }

    get state() {
        return this.store.state;
    }

    // ---- edits ----

    /**
     * The state an edit starts from: what is shown now, at t = 0 (settled point 7).
     * @returns {State}
     */
    shownState() {
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
    whole(patch) {
        const start = Object.keys(patch).some((name) => FIELDS[name].part === 'start');
        const base = start ? this.shownState() : this.state;
        const full = start ? { q: base.q, m: base.m, ...patch } : patch;
        return { ...full, ...implied(base, full) };
    }

    /** One undo step, unless nothing differs from what is shown. @param {State} patch
     * @param {string} label */
    edit(patch, label) {
        this.finish();
        const whole = this.whole(patch);
        const shown = this.shownState();
        if (differing(shown, { ...shown, ...whole }).size > 0) {
            this.store.commit(whole, label);
        }
        this.address.show();
    }

    /** An edit under way, not yet an undo step. @param {State} patch @param {string} label */
    preview(patch, label) {
        const { state, player } = this;
        const whole = this.whole(patch);
        this.before ??= {
            state,
            shown: this.shownState(),
            time: Math.max(player.replayTo, player.furthest()),
            scrub: player.scrub,
            label,
        };
        this.store.commit(whole, '');
    }

    /** The edit under way becomes one undo step; if all is as it was, the run is given back. */
    finish() {
        const { before } = this;
        if (!before) {
            return;
        }
        const changed = differing(before.state, this.state);
        if (changed.size === 0 || differing(before.shown, this.state).size === 0) {
            this.cancel();
            return;
        }
        this.before = null;
        this.store.commit({}, before.label, before.state);
        this.dropCaption(changed);
        this.stage.fit(this.state);
        this.playback.dirty = true;
        this.address.show();
    }

    /** The edit under way is given up: state and run are again what they were. */
    cancel() {
        const { before, player } = this;
        if (before) {
            this.store.commit(before.state, '');
            this.before = null;
            this.stage.fit(this.state);
            if (player.furthest() < before.time) {
                player.replay(before.time);
                player.goOn();
                player.scrub = before.scrub;
            }
        }
    }

    /** The preset from its start, also when it is loaded already.
     * @param {import('./presets.js').Preset} preset */
    load(preset) {
        this.finish();
        const { theme, lines, opacity, floor } = this.state;
        const pendulum = Object.fromEntries(
            Object.entries(this.state).filter(([name]) => name.startsWith('k')),
        );
        /** @type {State} */
        const state = { ...startState(), theme, lines, opacity, floor, ...pendulum };
        Object.assign(state, preset.patch);
        if (preset.tilt !== undefined) {
            state.q = this.engine.tilt(preset.tilt);
        }
        Object.assign(state, implied(startState(), { ...preset.patch, q: state.q }));
        state.stop = fitStop(state, this.engine).stop;
        const news = differing(this.state, state).size > 0;
        this.store.commit(state, news ? `preset ${preset.title}` : '');
        this.reopen();
        byId('caption').hidden = false;
        byId('caption-title').textContent = preset.title;
        byId('caption-text').textContent = preset.caption;
        byId('caption-question').textContent = preset.question;
        this.stage.home(this.state);
        this.refresh();
        this.address.show();
    }

    undo() {
        this.finish();
        const label = this.store.undo();
        this.say(label ? `Undone: ${label}.` : 'There is nothing to undo.');
        this.address.show();
    }

    redo() {
        this.finish();
        const label = this.store.redo();
        this.say(label ? `Done again: ${label}.` : 'There is nothing to redo.');
        this.address.show();
    }

    // ---- consequences of a change ----

    /** @param {State} state @param {Set<string>} changed */
    apply(state, changed) {
        const moving = moves(changed);
        if (!this.before) {
            this.dropCaption(changed);
        }
        if (moving || changed.has('stop')) {
            this.fitStop();
        }
        if (moving) {
            this.reopen();
        }
        if (changed.has('mode')) {
            this.stage.home(state);
        }
        this.player.speed = state.speed;
        if ([...changed].some((name) => name.startsWith('k')) || changed.has('scene')) {
            this.warn(this.kapitza?.open(state) ?? '');
        }
        this.refresh();
    }

    fitStop() {
        const { stop, words } = fitStop(this.state, this.engine);
        this.state.stop = stop;
        this.player.stop = stop > 0 ? stop : Infinity;
        this.say(words);
    }

    /** All bodies back to the start. */
    reopen() {
        const shape = this.engine.shape(startOf(this.state));
        this.playback.reported.clear();
        this.rodFrom = this.apexFrom = 0;
        this.onStart();
        if (typeof shape !== 'string') {
            this.shape = shape;
        }
        this.warn(this.player.open(this.state));
        this.say(integralNote(this.shape, this.state));
    }

    /** A caption speaks of the start and the steps it was made for. @param {Set<string>} changed */
    dropCaption(changed) {
        if (moves(changed) && !byId('caption').hidden) {
            byId('caption').hidden = true;
            this.playback.resize();
        }
    }

    /** Attitude and momentum as they are shown, and what follows from them. */
    showMotion() {
        const shown = this.shownState();
        const shape = shown === this.state ? this.shape : this.engine.shape(startOf(shown));
        showMotionFields(shown);
        if (shape && typeof shape !== 'string') {
            fillDerived(shape);
        }
    }

    /** Everything visible follows the state. */
    refresh() {
        const { state } = this;
        showScene(state, this.tab);
        showFields(this.shownState());
        showMethods(state, this);
        showLegend(state, extras(this));
        this.render.setTheme(showTheme(state));
        this.stage.setFlat(state.flat);
        if (!this.before) {
            this.stage.fit(state);
        }
        if (this.shape) {
            this.stage.fitVelocity(length(this.shape.omega));
            this.showMotion();
            fillStatistics(state, this.shape);
            showNotes(this.shape);
        }
        for (const note of all('[data-note="integral"]')) {
            note.textContent = integralNote(this.shape, state);
            note.hidden = note.textContent === '';
        }
        byId('undo').disabled = this.store.past.length === 0;
        byId('redo').disabled = this.store.future.length === 0;
        this.playback.dirty = true;
        this.playback.readings.expire();
    }

    /** @param {string} tab */
    choose(tab) {
        this.tab = tab;
        this.address.write();
        this.playback.dirty = true;
        this.playback.readings.expire();
    }

    // ---- words ----

    /** @param {string} words */
    warn(words) {
        message(words, true);
    }

    /** @param {string} words */
    say(words) {
        message(words, false);
    }
}
