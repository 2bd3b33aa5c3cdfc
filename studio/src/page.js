// SPDX-License-Identifier: MIT
// The page as a whole: state in, scenes and view out. Every change passes through `edit` (one undo
// step), `preview` and `finish` (drags and sliders), or a preset; `apply` draws the consequences.
//
//   controls, drags, address, gallery ─► edit ─► store ─► apply ─► the scenes
//                                                            └──► everything visible (refresh)
//   frames ─► playback ─► the shown scene ─► engine ─► picture, tables, diagrams
import { Address } from './state/address.js';
import { addFields, FIELDS } from './state/fields.js';
import { differing, startState, Store } from './state/store.js';
import { Playback } from './time/playback.js';
import { Caption } from './view/caption.js';
import { byId } from './view/dom.js';
import { bindFields, showFields } from './view/inputs.js';
import { mount, showScene, showTheme } from './view/layout.js';
import { message } from './view/messages.js';
import { Tabs } from './view/tabs.js';

/** @typedef {import('./state/store.js').State} State */
/** @typedef {import('./scene.js').About} About */
/** @typedef {import('./scene.js').Scene} Scene */

export class Page {
    /** @param {import('./engine.js').Engine} engine @param {About[]} list of the scenes
     * @param {import('./time/aside.js').Aside} aside does what takes long */
    constructor(engine, list, aside) {
        this.engine = engine;
        this.aside = aside;
        for (const about of list) {
            addFields(about.id, about.fields);
            mount(about);
        }
        this.store = new Store((state, changed) => this.apply(state, changed));
        this.tabs = new Tabs(() => this.chosen());
        this.caption = new Caption(this);
        /** What there was before a drag or a sliding slider: the state, what was shown of it, what
         * its scene gives back. @type {{state: State, shown: State, mark: any, label: string} |
         * null} */
        this.before = null;
        /** @type {'light' | 'dark'} */
        this.theme = 'light';
        this.address = new Address(this);
        /** @type {Scene[]} */
        this.scenes = list.map((about) => new about.Motion(this, about));
        /** Of all scenes. */
        this.presets = list.flatMap((about) => about.presets);
        FIELDS.caption.choices?.push(...this.presets.map((preset) => preset.id));
        this.playback = new Playback(this);
        bindFields(this);
    }

    get state() {
        return this.store.state;
    }

    /** The scene that is shown. @returns {Scene} */
    get scene() {
        return /** @type {Scene} */ (this.scenes.find((s) => s.about.id === this.state.scene));
    }

    // ---- edits ----

    shown() {
        return this.scene.shown();
    }

    /** One undo step, unless nothing differs from what is shown. @param {State} patch
     * @param {string} label */
    edit(patch, label) {
        this.finish();
        const whole = this.scene.complete(patch);
        const shown = this.shown();
        if (differing(shown, { ...shown, ...whole }).size > 0) {
            this.store.commit(whole, label);
        }
        this.address.show();
    }

    /** An edit under way, not yet an undo step. @param {State} patch @param {string} label */
    preview(patch, label) {
        const whole = this.scene.complete(patch);
        this.before ??= {
            state: this.state,
            shown: this.shown(),
            mark: this.scene.mark(),
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
        this.scene.refresh(this.state);
        this.scene.dirty = true;
        this.address.show();
    }

    /** The edit under way is given up: state and run are again what they were. */
    cancel() {
        const { before } = this;
        if (before) {
            this.store.commit(before.state, '');
            this.before = null;
            this.scene.refresh(this.state);
            this.scene.giveBack(before.mark);
        }
    }

    /** The scene of a preset. @param {import('./scene.js').Preset} preset @returns {Scene} */
    sceneOf(preset) {
        return /** @type {Scene} */ (this.scenes.find((s) => s.about.presets.includes(preset)));
    }

    /** The state that a preset means. Other scenes stay as they are.
     * @param {import('./scene.js').Preset} preset */
    stateOf(preset) {
        const scene = this.sceneOf(preset);
        const { id } = scene.about;
        const start = startState();
        const fresh = Object.entries(FIELDS).filter(([, f]) => f.scene === id && !f.keep);
        const state = {
            ...this.state,
            ...Object.fromEntries(fresh.map(([name]) => [name, start[name]])),
            ...preset.patch,
            scene: id,
        };
        return Object.assign(state, scene.heal(state, preset));
    }

    /** The preset from its start, also when it is loaded already.
     * @param {import('./scene.js').Preset} preset */
    load(preset) {
        this.finish();
        const about = this.sceneOf(preset);
        const state = this.stateOf(preset);
        const news = differing(this.state, state).size > 0;
        this.store.commit(state, news ? `preset ${preset.title}` : '');
        about.restart(this.state);
        this.caption.show(preset);
        this.tabs.choose(preset.tab ? `tab-${preset.tab}` : this.tabs.mine()[0].id);
        this.refresh();
        about.enter();
        this.address.show();
        if (preset.play && !about.running) {
            this.playback.toggle();
        }
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
        if (!this.before) {
            this.dropCaption(changed);
        }
        for (const scene of this.scenes) {
            const names = [...changed].filter((name) => FIELDS[name].scene === scene.about.id);
            if (names.length > 0) {
                scene.apply(state, new Set(names));
            }
        }
        this.refresh();
        if (changed.has('scene')) {
            this.scene.enter();
        }
    }

    /** A caption speaks of the start and the steps it was made for. @param {Set<string>} changed */
    dropCaption(changed) {
        if (changed.has('scene') || [...changed].some((name) => FIELDS[name].part !== 'look')) {
            this.caption.hide();
        }
    }

    /** Everything visible follows the state. */
    refresh() {
        const { state, scene } = this;
        showScene(scene.about);
        this.tabs.enter(scene.about.id);
        showFields(this.shown(), scene.about.speed);
        this.theme = showTheme(state);
        scene.refresh(state);
        byId('undo').disabled = this.store.past.length === 0;
        byId('redo').disabled = this.store.future.length === 0;
        scene.dirty = true;
    }

    get tab() {
        return this.tabs.tab;
    }

    /** Another tab is shown. */
    chosen() {
        this.address.write();
        this.scene.refresh(this.state);
        this.scene.dirty = true;
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
