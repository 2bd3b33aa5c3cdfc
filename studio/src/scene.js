// SPDX-License-Identifier: MIT
// What a scene is to the page. A scene is a folder under scenes/ whose index.js describes it, and one
// line in scenes.js; the class of its motion extends Scene and overrides what it has to say. The
// page knows nothing else about a scene.

/** @typedef {import('./state/store.js').State} State */
/** @typedef {import('./page.js').Page} Page */
/** @typedef {{state: State | null, messages: string[]}} Reading a recipe as a state */
/**
 * @typedef {object} Preset one click in the gallery
 * @property {string} id
 * @property {string} group
 * @property {string} title
 * @property {string} caption
 * @property {string} question to be answered before pressing Start
 * @property {string} [answer] said after the run
 * @property {State} patch of the start-up state of its scene
 * @property {string} [tab]
 * @property {boolean} [play] starts by itself
 */
/** @typedef {(engine: import('./engine.js').Engine, input: any, tell: (part: any) => void) => any} Job
 * what it returns and tells must be plain data */
/**
 * @typedef {object} About what index.js of a scene exports
 * @property {string} id as in links
 * @property {string} title on its button
 * @property {Record<string, import('./state/fields.js').Field>} fields its part of the state
 * @property {Preset[]} presets
 * @property {string} stage what its stage consists of, HTML; an element with data-caption=ID holds the
 * caption
 * @property {string} panel its sections of the panel, HTML
 * @property {string} [view] its settings in the dialog View, HTML
 * @property {'space' | 'sheet'} layout the stage lies under the time bar, or above it
 * @property {string} speed the field that holds its speed
 * @property {[string, string]} [units] what a clock counts, and what speed 1 is, in words
 * @property {Record<string, Job>} [jobs] long computations that a worker does, by name
 * @property {new (page: Page, about: About) => Scene} Motion
 */

export class Scene {
    /** @param {Page} page @param {About} about */
    constructor(page, about) {
        this.page = page;
        this.about = about;
        /** Something to be seen changed without time going on. */
        this.dirty = true;
        this.playing = false;
    }

    get state() {
        return this.page.state;
    }

    get speed() {
        return this.state[this.about.speed];
    }

    // ---- edits ----

    /** The state as it is shown now. @returns {State} */
    shown() {
        return this.state;
    }

    /** What an edit means as a whole. @param {State} patch @returns {State} */
    complete(patch) {
        return patch;
    }

    /** A state from elsewhere (a link, a preset) without contradictions.
     * @param {State} _state @param {any} [_preset] @returns {State} */
    heal(_state, _preset) {
        return {};
    }

    /** What must be given back when an edit is given up. @returns {any} */
    mark() {
        return null;
    }

    /** @param {any} _mark */
    giveBack(_mark) {}

    /** Fields of this scene changed. @param {State} _state @param {Set<string>} _names */
    apply(_state, _names) {}

    /** From its start. @param {State} _state */
    restart(_state) {}

    /** The button Reset. */
    reset() {
        this.restart(this.state);
    }

    /** The keyboard belongs to the scene. */
    focus() {
        const first = document.querySelector(`#${this.about.id}-scene [tabindex="0"]`);
        /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
    }

    /** The point of view as six numbers, zeros for the first one. @returns {number[]} */
    get camera() {
        return [0, 0, 0, 0, 0, 0];
    }

    /** @param {number[]} _camera */
    lookFrom(_camera) {}

    /** It is chosen now. */
    enter() {}

    /** Everything visible follows the state. @param {State} _state */
    refresh(_state) {}

    /** The stage got another size. */
    resize() {}

    // ---- time ----

    get running() {
        return this.playing;
    }

    toggle() {
        this.playing = !this.playing;
    }

    /** One step; null: it has none. @type {(() => void) | null} */
    step = null;

    /** What the slider of recorded time shows, or null. @returns {{max: number, value: number} | null} */
    get recording() {
        return null;
    }

    /** Shows the recorded past. @param {number} _step */
    lookBack(_step) {}

    /** @param {number} _now in milliseconds @param {number} seconds since the last frame
     * @returns {boolean} whether anything is to be seen anew */
    frame(_now, seconds) {
        const moved = this.playing && this.move(Math.min(seconds, 0.25));
        const changed = moved || this.dirty;
        if (changed) {
            this.dirty = false;
            this.show();
        }
        return changed;
    }

    /** Time goes on; true if something moved. @param {number} _seconds @returns {boolean} */
    move(_seconds) {
        return false;
    }

    /** Draws the present. */
    show() {}

    get timeText() {
        return '0';
    }

    /** The speed that was reached if it is not the wished one, in words. */
    get paceText() {
        return '';
    }

    /** What the run has shown, for a caption without an answer of its own. */
    get conclusion() {
        return '';
    }

    /** Nothing is on its way without the clock. */
    get idle() {
        return true;
    }

    /** Tables and diagrams show the present. */
    get current() {
        return true;
    }

    /** How far the motion is, as it stands in a link. */
    get at() {
        return 0;
    }

    /** @param {number} _at */
    goTo(_at) {}

    /** What a preset will draw, as points; the gallery shows them small. @param {State} _state of it
     * @returns {number[][]} */
    sketch(_state) {
        return [];
    }

    // ---- sharing ----

    /** The picture as a data URL. */
    png() {
        return '';
    }

    /** The recording. @returns {string} */
    csv() {
        return '';
    }

    /** What `lento run --recipe` reads. @returns {any[]} */
    runs() {
        return [];
    }

    /** Opens a file that was dropped onto the page; null: it is none of its own.
     * @param {File} _file @returns {Promise<void> | null} */
    openFile(_file) {
        return null;
    }

    /** A native run as a state; null: it is of another problem. @param {any} _run
     * @returns {Reading | null} */
    read(_run) {
        return null;
    }

    /** What tests and curious people may ask. @returns {Record<string, any>} */
    hooks() {
        return {};
    }
}
