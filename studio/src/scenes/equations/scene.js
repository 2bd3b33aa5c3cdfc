// SPDX-License-Identifier: MIT
// Equations typed by people: read at every pause of typing, solved aside with nothing chosen, and the
// full motion beside it on its own clock. At speed 1 the clock takes SPAN_SECONDS for the whole span.
import { newSlot, words } from '../../engine.js';
import { Scene } from '../../scene.js';
import { FIELDS } from '../../state/fields.js';
import { Share } from '../../time/share.js';
import { SLOT } from './answer.js';
import { EquationsView, placed, times } from './view.js';

/** @typedef {import('../../state/store.js').State} State */
/** @typedef {import('./answer.js').Answer} Answer */

const SKETCH = newSlot();
const SKETCHED = 600;
const SKETCH_MS = 25;
const SHARE_MS = 3;
const SPAN_SECONDS = 10;
const SAMPLES = 200;
/** Calls of the right-hand side that the page spends on an answer. */
const MOST_CALLS = 3e7;

/** "a=1 b=2" as numbers. @param {string} text @returns {Record<string, number>} */
export function settingsOf(text) {
    return Object.fromEntries(
        text
            .split(' ')
            .filter(Boolean)
            .map((word) => word.split('='))
            .map(([name, value]) => [name, Number(value)]),
    );
}

export class Equations extends Scene {
    /** @param {import('../../page.js').Page} page @param {import('../../scene.js').About} about */
    constructor(page, about) {
        super(page, about);
        this.engine = page.engine;
        this.time = 0;
        this.error = '';
        /** @type {import('../../engine.js').Parameter[]} */
        this.parameters = [];
        /** @type {Answer | null} */
        this.answer = null;
        this.waiting = false;
        this.seen = false;
        this.share = new Share(SHARE_MS);
        /** What the answer is for. */
        this.asked = '';
        this.view = new EquationsView(this);
    }

    /** Other equations have other parameters. @param {State} patch */
    complete(patch) {
        return 'eText' in patch && !('eSettings' in patch)
            ? { eSettings: '', eUntil: 0, eColumn: 0, ...patch }
            : patch;
    }

    /** @param {State} state @param {Set<string>} names */
    apply(state, names) {
        if ([...names].some((name) => FIELDS[name].part !== 'look')) {
            this.restart(state);
        }
    }

    /** @param {State} state */
    restart(state) {
        this.playing = false;
        this.time = 0;
        this.share.renew();
        this.error = this.engine.use(SLOT, { text: state.eText });
        this.parameters = this.error ? [] : this.engine.parameters(SLOT);
        this.until = state.eUntil || this.engine.suggested(SLOT).until || 1;
        this.fast = this.error
            ? { refusal: this.error, warnings: [] }
            : this.engine.openMotion(SLOT, settingsOf(state.eSettings), { scheme: 'direct' }, this.until, 1);
        this.columns = this.error ? [] : this.engine.columnNames(SLOT);
        if (this.error) {
            this.answer = null;
            this.waiting = false;
            this.asked = '';
        }
        this.view.begin(state);
        if (this.page.scenes?.length && this.page.scene === this) {
            this.ask(state);
        }
        this.dirty = true;
    }

    /** The first visit finds it moving, unless the visitor wants stillness. */
    enter() {
        this.ask(this.state);
        this.dirty = true;
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (!this.seen && !this.playing && !this.fast?.refusal && !still) {
            this.page.playback.toggle();
        }
        this.seen = true;
    }

    /** Asks for the slow motion, unless it is known or being computed. @param {State} state */
    ask(state) {
        const { eText: text, eSettings, eTolerance: tolerance } = state;
        const wish = JSON.stringify([text, eSettings, tolerance, this.until]);
        if (this.error || wish === this.asked) {
            return;
        }
        this.asked = wish;
        this.answer = null;
        this.waiting = true;
        const input = {
            text,
            parameters: settingsOf(eSettings),
            until: this.until,
            tolerance,
            samples: SAMPLES,
            most: MOST_CALLS,
        };
        this.page.aside.ask('answer', input).then(
            (answer) => this.take(wish, answer),
            (error) => this.take(wish, { status: 'refused', sentence: String(error.message) }),
        );
    }

    /** @param {string} wish @param {any} answer */
    take(wish, answer) {
        if (wish === this.asked) {
            this.answer = answer;
            this.waiting = false;
            this.dirty = true;
        }
    }

    /** Files of equations end in .ode. @param {File} file */
    openFile(file) {
        return /\.(ode|txt)$/i.test(file.name) ? this.view.open(file) : null;
    }

    /** A parameter by its slider. @param {string} name @param {number} value @param {boolean} done */
    set(name, value, done) {
        const all = { ...settingsOf(this.state.eSettings), [name]: value };
        const patch = { eSettings: words(all) };
        if (done) {
            this.page.edit(patch, `the parameter ${name}`);
        } else {
            this.page.preview(patch, `the parameter ${name}`);
        }
    }

    // ---- time ----

    toggle() {
        if (this.fast?.refusal) {
            this.page.warn(placed(this.fast.refusal).split('\n')[0]);
        } else if (this.time >= (this.until ?? 1)) {
            this.restart(this.state);
            this.playing = true;
        } else {
            this.playing = !this.playing;
        }
    }

    get conclusion() {
        const { answer } = this;
        const ratio = answer ? answer.directCalls / answer.calls : NaN;
        return !answer || answer.status === 'refused' || !Number.isFinite(ratio)
            ? ''
            : ratio > 2
              ? `It pays: ${times(ratio)} times cheaper than plain integration, error bar included.`
              : 'No: plain integration is cheaper here, and was taken.';
    }

    show() {
        this.view.show();
    }

    /** @param {number} seconds */
    move(seconds) {
        const until = this.until ?? 1;
        const end = Math.min(until, this.time + (seconds * this.speed * until) / SPAN_SECONDS);
        const { done, failure } = this.engine.work(this.share, SLOT, end);
        if (failure) {
            this.page.warn(failure);
            this.playing = false;
        }
        this.time = done && !failure ? end : this.engine.c.motion_time(SLOT);
        this.playing &&= this.time < until;
        return true;
    }

    get timeText() {
        return String(Number(this.time.toPrecision(5)));
    }

    get current() {
        return !this.waiting;
    }

    resize() {
        this.dirty = true;
    }

    /** @param {State} state */
    refresh(state) {
        this.view.refresh(state);
    }

    /** The first column over time. @param {State} state */
    sketch(state) {
        const { engine } = this;
        if (engine.use(SKETCH, { text: state.eText })) {
            return [];
        }
        const until = engine.suggested(SKETCH).until || 1;
        engine.openMotion(SKETCH, {}, { scheme: 'direct' }, until, 1);
        const deadline = performance.now() + SKETCH_MS;
        for (let i = 0; i < SKETCHED && performance.now() < deadline; i += 10) {
            engine.advance(SKETCH, until, 10);
        }
        const { t, value } = engine.recording(SKETCH, 0);
        return Array.from(t, (x, i) => [x, value[i]]).filter((p) => p.every(Number.isFinite));
    }

    // ---- sharing ----

    png() {
        return this.view.png();
    }

    csv() {
        const { answer } = this;
        const head = [
            '# Lento studio: equations',
            ...this.state.eText.trimEnd().split('\n').map((/** @type {string} */ line) => `# | ${line}`),
            `# parameters: ${this.state.eSettings || 'as in the text'}`,
            `# until=${this.until} tolerance=${this.state.eTolerance}`,
        ];
        const columns = answer?.columns ?? [];
        const rows = (answer?.times ?? []).map((t, i) =>
            [t, ...columns.map((_, c) => answer?.values[c][i]), answer?.bars[i]].join(','),
        );
        return `${[...head, ['t', ...columns, 'bar'].join(','), ...rows].join('\r\n')}\r\n`;
    }

    runs() {
        return [
            {
                problem: 'equations',
                file: 'equations.ode',
                parameters: settingsOf(this.state.eSettings),
                until: this.until,
                tol: this.state.eTolerance,
            },
        ];
    }

    hooks() {
        return {
            answer: () => structuredClone(this.answer),
            equations: () => ({ error: this.error, time: this.time, columns: this.columns }),
        };
    }
}
