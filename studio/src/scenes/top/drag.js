// SPDX-License-Identifier: MIT
// Direct manipulation (D1-D6): what a drag of a face, a corner or the tip of m does to the start of
// the motion, and what stays as it is. Every drag is one undo step; Escape gives it up.
import { pick } from './pick.js';
import { between, conjugate, length, minus, plus, product, times, turn, unit } from '../../view/vec.js';

/** @typedef {import('../../state/store.js').State} State */
/** @typedef {import('./pick.js').Hit} Hit */
/** @typedef {'turn'|'resize'|'pivot'|'pull'} Deed */
/** @typedef {{patch: State, words: string}} Effect */

export const WORDS = {
    turn: 'Turning the body about its fixed point: edges, momentum and gravity stay.',
    resize: 'Resizing: attitude, momentum and gravity stay; mass and inertia follow.',
    pivot: 'Moving the fixed point in the body: edges, attitude and momentum stay.',
    pull: 'Pulling the momentum m: edges, attitude and gravity stay; ω = J⁻¹m follows.',
};
const PULL_LEVEL =
    'Pulling the momentum m: edges, attitude, gravity and m₃ stay; ω = J⁻¹m follows.';

/** What a drag does and what stays. @param {Deed} deed @param {State} state */
const wordsFor = (deed, state) =>
    deed === 'pull' && state.shape === 'goryachev' ? PULL_LEVEL : WORDS[deed];
const SMALLEST = 0.05;
const LARGEST = 8;
const SNAP = 0.07;
const SNAP_PIXELS = 14;

/**
 * A corner away from every face that holds the fixed point may be pulled to resize (D2).
 * @param {State} state
 * @param {number[]} signs
 */
function isFar(state, signs) {
    return signs.every((s, i) => Math.abs(state.fixed[i] - s) > 1e-9);
}

/** What a drag of this part does, given the chosen tool and button. @param {State} state
 * @param {Hit} hit @param {string} tool @param {boolean} second middle button or Shift
 * @returns {Deed} */
export function deedOf(state, hit, tool, second) {
    if (hit.part === 'tip') {
        return 'pull';
    }
    if (tool === 'pivot' || second) {
        return 'pivot';
    }
    if (hit.part === 'corner' && hit.signs && isFar(state, hit.signs) && tool !== 'turn') {
        return 'resize';
    }
    return 'turn';
}

/** @param {import('./stage.js').Stage} stage @param {Hit} hit @param {State} begin
 * @param {number} x @param {number} y @returns {State} */
function turned(stage, hit, begin, x, y) {
    const centre = hit.actor.place;
    const arm = minus(hit.at, centre);
    const radius = length(arm);
    const { from, along } = stage.ray(x, y);
    const to = minus(centre, from);
    const closest = to.reduce((s, v, i) => s + v * along[i], 0);
    const nearest = minus(plus(from, times(closest, along)), centre);
    const depth = radius * radius - length(nearest) ** 2;
    const side = arm.reduce((s, v, i) => s - v * along[i], 0) < 0 ? -1 : 1;
    const now = depth > 0 ? minus(nearest, times(side * Math.sqrt(depth), along)) : nearest;
    return { q: unit(product(between(arm, now), begin.q)) };
}

/** @param {number} x */
const bounded = (x) => Math.min(LARGEST, Math.max(SMALLEST, x));

/** @param {import('./stage.js').Stage} stage @param {Hit} hit @param {State} begin
 * @param {number[]} point on the stage @returns {State} */
function resized(stage, hit, begin, point) {
    const inBody = turn(conjugate(begin.q), times(1 / stage.zoom, minus(point, hit.actor.place)));
    const span = /** @type {number[]} */ (hit.signs).map((s, i) => s - begin.fixed[i]);
    const edges = inBody.map((v, i) => bounded(v / span[i]));
    if (begin.mode === 'compare') {
        const side = (edges[0] + edges[1]) / 2;
        return { edges: [side, side, edges[2]] };
    }
    if (begin.shape !== 'free') {
        const ratio = begin.edges.map((/** @type {number} */ c) => c / begin.edges[1]);
        const along = ratio.map((/** @type {number} */ r, /** @type {number} */ i) => r * span[i]);
        const CB = bounded(inBody.reduce((s, v, i) => s + v * along[i], 0) / length(along) ** 2);
        return { edges: ratio.map((/** @type {number} */ r) => r * CB) };
    }
    return { edges };
}

/**
 * A corner brought to the fixed point becomes the fixed point.
 * @param {import('./stage.js').Stage} stage
 * @param {Hit} hit
 * @param {State} begin
 * @param {number} x
 * @param {number} y
 * @param {number[]} shift
 */
function pivoted(stage, hit, begin, x, y, shift) {
    const pivot = stage.toScreen(hit.actor.place);
    if (hit.signs && Math.hypot(pivot.x - x, pivot.y - y) < SNAP_PIXELS) {
        return { fixed: [...hit.signs] };
    }
    const inBody = turn(conjugate(begin.q), times(1 / stage.zoom, shift));
    const fixed = inBody.map((v, i) => {
        const f = Math.max(-3, Math.min(3, begin.fixed[i] - v / begin.edges[i]));
        const grid = [-1, 0, 1].find((g) => Math.abs(f - g) < SNAP);
        return grid ?? f;
    });
    return { fixed };
}

/** The effect of having dragged from the hit to a pixel. @param {import('./stage.js').Stage} stage
 * @param {Deed} deed @param {Hit} hit @param {State} begin @param {number} x @param {number} y
 * @returns {State} */
export function effect(stage, deed, hit, begin, x, y) {
    if (deed === 'turn') {
        return turned(stage, hit, begin, x, y);
    }
    const point = stage.onPlane(x, y, hit.at);
    if (deed === 'pull') {
        const m = times(1 / (stage.zoom * stage.momentumScale), minus(point, hit.actor.place));
        return { m: begin.shape === 'goryachev' ? [m[0], m[1], begin.m[2]] : m };
    }
    return deed === 'resize'
        ? resized(stage, hit, begin, point)
        : pivoted(stage, hit, begin, x, y, minus(point, hit.at));
}

/**
 * @typedef {object} DragHost what the page provides
 * @property {() => State} shown the state as it is to be seen
 * @property {() => State} begin the state to edit: the shown one, at t = 0
 * @property {() => string} tool
 * @property {(deed: Deed, patch: State) => void} preview
 * @property {() => void} finish
 * @property {() => void} cancel
 * @property {(words: string) => void} hint
 */

export class Dragging {
    /**
     * @param {import('./stage.js').Stage} stage
     * @param {HTMLElement} element
     * @param {DragHost} host
     */
    constructor(stage, element, host) {
        this.stage = stage;
        this.host = host;
        /**
         * @type {{deed: Deed, hit: Hit, begin: State, pointer: number, patch: State | null} |
         * null}
         */
        this.drag = null;
        element.addEventListener('pointerdown', (e) => this.down(e), { capture: true });
        element.addEventListener('pointermove', (e) => this.move(e));
        element.addEventListener('pointerup', (e) => this.up(e));
        element.addEventListener('pointercancel', () => this.give());
        window.addEventListener('keydown', (e) => {
            if (e.key === 'Escape' && this.drag) {
                this.give();
            }
        });
        this.element = element;
    }

    /** @param {PointerEvent} e */
    at(e) {
        const box = this.element.getBoundingClientRect();
        return { x: e.clientX - box.left, y: e.clientY - box.top };
    }

    /** @param {PointerEvent} e */
    find(e) {
        const { x, y } = this.at(e);
        const reach = e.pointerType === 'touch' ? 26 : 13;
        return pick(this.stage, this.host.shown(), x, y, reach);
    }

    /** @param {PointerEvent} e */
    down(e) {
        const hit = e.button === 2 || this.drag ? null : this.find(e);
        if (!hit) {
            return;
        }
        e.preventDefault();
        e.stopImmediatePropagation();
        const begin = this.host.begin();
        const deed = deedOf(begin, hit, this.host.tool(), e.button === 1 || e.shiftKey);
        this.stage.controls.enabled = false;
        this.element.setPointerCapture(e.pointerId);
        this.drag = { deed, hit, begin, pointer: e.pointerId, patch: null };
        this.host.hint(wordsFor(deed, begin));
    }

    /** @param {PointerEvent} e */
    move(e) {
        const { x, y } = this.at(e);
        if (!this.drag) {
            if (e.pointerType !== 'touch' && e.buttons === 0) {
                const hit = this.find(e);
                const state = this.host.shown();
                this.element.style.cursor = hit ? 'grab' : '';
                this.host.hint(
                    hit ? wordsFor(deedOf(state, hit, this.host.tool(), e.shiftKey), state) : '',
                );
            }
            return;
        }
        if (e.pointerId === this.drag.pointer) {
            const { deed, hit, begin } = this.drag;
            this.drag.patch = effect(this.stage, deed, hit, begin, x, y);
            this.host.preview(deed, this.drag.patch);
        }
    }

    /** @param {PointerEvent} e */
    up(e) {
        if (this.drag && e.pointerId === this.drag.pointer) {
            const { patch } = this.drag;
            this.end();
            if (patch) {
                this.host.finish();
            }
        }
    }

    give() {
        if (this.drag) {
            this.end();
            this.host.cancel();
        }
    }

    end() {
        this.drag = null;
        this.stage.controls.enabled = true;
        this.host.hint('');
    }
}
