// SPDX-License-Identifier: MIT
// The page as a whole: state in, engine and view out. Every change passes through `edit` (one undo
// step), `preview` and `finish` (drags and sliders), or a preset; everything visible is derived
// from the state and the player.
import { FIELDS } from './fields.js';
import { KIND } from './engine.js';
import { message } from './messages.js';
import { all, byId, showFields } from './panel.js';
import { pictureOf } from './picture.js';
import { Player } from './player.js';
import { Stage } from './stage.js';
import { fromLink, startState, Store, toLink } from './state.js';
import { Readings } from './readings.js';
import { fillDerived, fillStatistics } from './tables.js';
import { BODIES, fitStop, implied, startOf } from './topstate.js';
import { length } from './vec.js';

/** @typedef {import('./state.js').State} State */
/** A hurrying engine gets the frames, pictures wait this long. */
const HURRY_MS = 220;

export class Studio {
    /** @param {import('./engine.js').Engine} engine @param {(stage: Stage) => any} makeRender */
    constructor(engine, makeRender) {
        this.engine = engine;
        this.store = new Store((state, changed) => this.apply(state, changed));
        this.player = new Player(engine);
        this.stage = new Stage(byId('scene'));
        this.render = makeRender(this.stage);
        this.readings = new Readings(this);
        /** State before a drag or a sliding slider. @type {State | null} */
        this.before = null;
        this.rodFrom = 0;
        this.apexFrom = 0;
        this.tab = 'tab-general';
        this.dirty = true;
        this.paintedAt = 0;
        this.pivoting = false;
        /** @type {Set<number>} */
        this.reported = new Set();
        /** @type {import('./engine.js').Shape | null} */
        this.shape = null;
        this.player.onStop = (words) => this.say(words);
        /** @type {import('./kapitza.js').Kapitza | null} */
        this.kapitza = null;
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
        this.showLink();
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
            this.dirty = true;
            this.showLink();
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
        this.stage.home(this.state);
        byId('caption').hidden = false;
        byId('caption-title').textContent = preset.title;
        byId('caption-text').textContent = preset.caption;
        byId('caption-question').textContent = preset.question;
        this.showLink();
    }

    undo() {
        const label = this.store.undo();
        this.say(label ? `Undone: ${label}.` : 'There is nothing to undo.');
        this.showLink();
    }

    redo() {
        const label = this.store.redo();
        this.say(label ? `Done again: ${label}.` : 'There is nothing to redo.');
        this.showLink();
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
        this.showScene();
        this.refresh();
    }

    fitStop() {
        const { stop, words } = fitStop(this.state, this.engine);
        this.state.stop = stop;
        this.player.stop = stop > 0 ? stop : Infinity;
        this.say(words);
    }

    reopen() {
        const shape = this.engine.shape(startOf(this.state));
        this.reported.clear();
        this.rodFrom = this.apexFrom = 0;
        if (typeof shape === 'string') {
            this.warn(shape);
        } else {
            this.shape = shape;
            this.warn(this.player.open(this.state));
        }
    }

    showScene() {
        const { state } = this;
        const kapitza = state.scene === 'kapitza';
        byId('top-scene').hidden = kapitza;
        byId('kapitza-scene').hidden = !kapitza;
        byId('kapitza-panel').hidden = !kapitza;
        byId('tabs').hidden = kapitza;
        for (const section of all('#panel [role="tabpanel"]')) {
            section.hidden = kapitza || section.id !== this.tab;
        }
        byId('step').disabled = kapitza;
    }

    refresh() {
        const { state } = this;
        showFields(state);
        this.theme();
        this.stage.setFlat(state.flat);
        if (!this.before) {
            this.stage.fit(state);
        }
        if (this.shape) {
            this.stage.fitVelocity(length(this.shape.omega));
            fillDerived(this.shape);
            fillStatistics(state, this.shape);
            this.notes(this.shape);
        }
        byId('undo').disabled = this.store.past.length === 0;
        byId('redo').disabled = this.store.future.length === 0;
        this.dirty = true;
        this.readings.expire();
    }

    /** @param {import('./engine.js').Shape} shape */
    notes(shape) {
        const lagrange = shape.kind === KIND.lagrange;
        byId('rod-note').textContent =
            shape.kind === KIND.general
                ? 'A rod belongs to an integrable top; this is a general one.'
                : `Section of the rod: width along B over width along N = ${shape.section.toFixed(4)}.`;
        byId('apex-note').textContent = lagrange
            ? 'Where the axis pierces the sphere: up and down is nutation, around is precession.'
            : 'The apex trace is shown only for a Lagrange top (CN = CB).';
    }

    theme() {
        const dark =
            this.state.theme === 'system'
                ? window.matchMedia('(prefers-color-scheme: dark)').matches
                : this.state.theme === 'dark';
        const theme = dark ? 'dark' : 'light';
        document.documentElement.dataset.theme = theme;
        this.render.setTheme(theme);
    }

    // ---- time ----

    get running() {
        return this.state.scene === 'kapitza'
            ? Boolean(this.kapitza?.running)
            : this.player.running;
    }

    toggle() {
        if (this.state.scene === 'kapitza' && this.kapitza) {
            this.kapitza.running = !this.kapitza.running;
        } else if (this.player.running) {
            this.player.pause();
            this.showLink();
        } else if (this.player.now() >= this.player.stop * (1 - 1e-12)) {
            this.say('The stop time is reached: raise it, or press Reset.');
        } else {
            this.player.play();
        }
        this.showTime();
        this.dirty = true;
    }

    reset() {
        if (this.state.scene === 'kapitza' && this.kapitza) {
            this.kapitza.running = false;
            this.kapitza.open(this.state);
        } else {
            this.reopen();
        }
        this.refresh();
        this.showLink();
    }

    /** @param {number} now in milliseconds @param {number} seconds since the last frame */
    frame(now, seconds) {
        const kapitza = this.state.scene === 'kapitza';
        const moved = kapitza
            ? this.kapitza?.frame(seconds, this.state.speed)
            : this.player.frame(seconds);
        const hurry = !kapitza && moved && this.player.behind && now - this.paintedAt < HURRY_MS;
        if (hurry) {
            return;
        }
        if (moved || this.dirty) {
            this.paintedAt = now;
            const wasDirty = this.dirty;
            this.dirty = false;
            this.showTime();
            if (kapitza) {
                this.kapitza?.show();
                return;
            }
            this.paint();
            this.report();
            this.readings.work(now, wasDirty && !moved);
        } else if (!kapitza) {
            this.readings.work(now, false);
        }
    }

    showTime() {
        const text = String(Number(this.player.time.toPrecision(12)));
        const field = byId('time');
        field.textContent =
            this.state.scene === 'kapitza' ? (this.kapitza?.time[1] ?? 0).toFixed(3) : text;
        byId('start').textContent = this.running ? 'Stop' : 'Start';
        const scrub = byId('scrub');
        scrub.max = String(this.player.latestStep);
        scrub.value = String(this.player.scrub ?? this.player.latestStep);
    }

    // ---- picture ----

    picture() {
        return pictureOf(this);
    }

    paint() {
        this.render.setQuality(this.player.running);
        this.render.paint(this.state, this.picture());
    }

    resize() {
        this.stage.resize();
        this.render.resize();
        this.dirty = true;
        this.readings.expire();
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

    /** Says which body failed, and when. */
    report() {
        for (const slot of this.player.slots) {
            const now = this.engine.values(slot);
            if (now && now.values.status < 0 && !this.reported.has(slot)) {
                this.reported.add(slot);
                this.warn(`${BODIES[slot].name} (${this.state.methods[slot]}): ${now.failure}`);
            }
        }
    }

    // ---- link ----

    link() {
        const at = this.player.latestStep;
        return toLink({ ...this.state, at: at <= (FIELDS.at.max ?? 0) ? at : 0 });
    }

    showLink() {
        const link = this.link();
        byId('link').value = `${location.href.split('#')[0]}#${link}`;
        try {
            history.replaceState(null, '', `#${link}`);
            this.ownLink = location.hash;
        } catch {
            // some browsers refuse this for files; the field still holds the link
        }
    }

    /** @param {string} link */
    open(link) {
        const { state, messages } = fromLink(link);
        const { at } = state;
        this.store.commit(
            { ...state, ...implied(startState(), onlyShape(state)), at: 0 },
            'the link',
        );
        this.reopen();
        this.stage.home(this.state);
        if (at > 0) {
            this.player.replay(at);
        }
        messages.forEach((words) => this.warn(words));
        this.refresh();
    }
}

/** What a link may say against itself about the shape. @param {State} state */
function onlyShape(state) {
    return state.mode === 'compare' ? { mode: 'compare', edges: state.edges } : {};
}
