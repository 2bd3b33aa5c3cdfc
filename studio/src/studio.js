// SPDX-License-Identifier: MIT
// The page as a whole: state in, engine and view out. Every change passes through `edit` (one undo
// step), `preview` and `finish` (drags and sliders), or a preset; `apply` draws the consequences.
//
//   controls, drag, address, presets ─► edit ─► store ─► apply ─► player and engine (reopen)
//                                                            └──► everything visible (refresh)
//   frames ─► playback ─► player ─► engine ─► picture, tables, diagrams
import { Address } from './address.js';
import { showLegend, showNotes, showScene, showTheme } from './appearance.js';
import { FIELDS } from './fields.js';
import { showMethods } from './menus.js';
import { message } from './messages.js';
import { byId, showFields } from './panel.js';
import { Playback } from './playback.js';
import { Player } from './player.js';
import { Stage } from './stage.js';
import { startState, Store } from './state.js';
import { fillDerived, fillStatistics } from './tables.js';
import { fitStop, implied, startOf } from './topstate.js';
import { length } from './vec.js';

/** @typedef {import('./state.js').State} State */

/** Where an overlay of the scene ends. @param {string} id */
const lower = (id) => byId(id).offsetTop + byId(id).offsetHeight;

export class Studio {
    /** @param {import('./engine.js').Engine} engine @param {(stage: Stage) => any} makeRender */
    constructor(engine, makeRender) {
        this.engine = engine;
        this.store = new Store((state, changed) => this.apply(state, changed));
        this.player = new Player(engine);
        this.stage = new Stage(byId('scene'), () => ({
            top: byId('caption').hidden ? 0 : Math.max(lower('caption'), lower('tools')),
            bottom: byId('transport').offsetHeight,
        }));
        this.render = makeRender(this.stage);
        this.playback = new Playback(this);
        this.address = new Address(this);
        /** State before a drag or a sliding slider. @type {State | null} */
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

    /** One undo step. @param {State} patch @param {string} label */
    edit(patch, label) {
        this.store.commit(this.whole(patch), label);
        this.address.show();
    }

    /** @param {State} patch */
    preview(patch) {
        const whole = this.whole(patch);
        this.before ??= this.state;
        this.store.commit(whole, '');
    }

    /** @param {string} label */
    finish(label) {
        const before = this.before;
        this.before = null;
        if (before && before !== this.state) {
            this.store.commit({}, label, before);
            this.stage.fit(this.state);
            this.playback.dirty = true;
            this.address.show();
        }
    }

    cancel() {
        const before = this.before;
        this.before = null;
        if (before) {
            this.store.commit(before, '');
        }
    }

    /** @param {import('./presets.js').Preset} preset */
    load(preset) {
        const { theme, lines, opacity, floor } = this.state;
        /** @type {State} */
        const state = { ...startState(), theme, lines, opacity, floor, ...preset.patch };
        if (preset.tilt !== undefined) {
            state.q = this.engine.tilt(preset.tilt);
        }
        this.store.commit(
            { ...state, ...implied(startState(), { ...preset.patch, q: state.q }) },
            `preset ${preset.title}`,
        );
        byId('caption').hidden = false;
        byId('caption-title').textContent = preset.title;
        byId('caption-text').textContent = preset.caption;
        byId('caption-question').textContent = preset.question;
        this.stage.home(this.state);
        this.address.show();
    }

    undo() {
        const label = this.store.undo();
        this.say(label ? `Undone: ${label}.` : 'There is nothing to undo.');
        this.address.show();
    }

    redo() {
        const label = this.store.redo();
        this.say(label ? `Done again: ${label}.` : 'There is nothing to redo.');
        this.address.show();
    }

    // ---- consequences of a change ----

    /** @param {State} state @param {Set<string>} changed */
    apply(state, changed) {
        const parts = new Set([...changed].map((name) => FIELDS[name].part));
        const moving = parts.has('start') || parts.has('steps');
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
        if (typeof shape === 'string') {
            this.warn(shape);
        } else {
            this.shape = shape;
            this.warn(this.player.open(this.state));
        }
    }

    /** Everything visible follows the state. */
    refresh() {
        const { state } = this;
        showScene(state, this.tab);
        showFields(state);
        showMethods(state, this);
        showLegend(state);
        this.render.setTheme(showTheme(state));
        this.stage.setFlat(state.flat);
        if (!this.before) {
            this.stage.fit(state);
        }
        if (this.shape) {
            this.stage.fitVelocity(length(this.shape.omega));
            fillDerived(this.shape);
            fillStatistics(state, this.shape);
            showNotes(this.shape);
        }
        byId('undo').disabled = this.store.past.length === 0;
        byId('redo').disabled = this.store.future.length === 0;
        this.playback.dirty = true;
        this.playback.readings.expire();
    }

    /** @param {string} tab */
    choose(tab) {
        this.tab = tab;
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
