// SPDX-License-Identifier: MIT
// Which part of a body lies under the pointer: the tip of m, a corner, or a face or edge.
import { conjugate, minus, times, turn } from '../../view/vec.js';

/** @typedef {import('./stage.js').Actor} Actor */
/** @typedef {{part: 'tip'|'corner'|'face', actor: Actor, at: number[], signs?: number[]}} Hit */

/** Where a ray enters a box between two corners. @param {number[]} from @param {number[]} along
 * @param {number[]} low @param {number[]} high */
function enterBox(from, along, low, high) {
    let near = -Infinity;
    let far = Infinity;
    for (let i = 0; i < 3; i++) {
        const a = (low[i] - from[i]) / along[i];
        const b = (high[i] - from[i]) / along[i];
        near = Math.max(near, Math.min(a, b));
        far = Math.min(far, Math.max(a, b));
    }
    return near <= far && far > 0 ? near : Infinity;
}

/** @param {import('./stage.js').Stage} stage @param {import('../../state/store.js').State} state
 * @param {number} x @param {number} y @param {number} reach pixels around a point that count
 * @returns {Hit | null} */
export function pick(stage, state, x, y, reach) {
    const away = (/** @type {number[]} */ point) => {
        const p = stage.toScreen(point);
        return Math.hypot(p.x - x, p.y - y);
    };
    for (const actor of state.showM ? stage.actors : []) {
        if (away(stage.tip(actor)) < reach * 1.2) {
            return { part: 'tip', actor, at: stage.tip(actor) };
        }
    }
    /** @type {Hit | null} */
    let best = null;
    let least = Infinity;
    for (const actor of stage.actors) {
        const { from, along } = stage.ray(x, y);
        const back = conjugate(actor.q);
        const inside = times(1 / stage.zoom, turn(back, minus(from, actor.place)));
        const low = state.edges.map(
            (/** @type {number} */ c, /** @type {number} */ i) => c * (-1 - state.fixed[i]),
        );
        const high = state.edges.map(
            (/** @type {number} */ c, /** @type {number} */ i) => c * (1 - state.fixed[i]),
        );
        const t = enterBox(inside, turn(back, along), low, high) * stage.zoom;
        const corner = stage
            .cornersOf(actor, state)
            .map((c) => ({ ...c, away: away(c.stage), depth: stage.toScreen(c.stage).depth }))
            .filter((c) => c.away < reach)
            .sort((a, b) => a.depth - b.depth)[0];
        if (corner && least === Infinity) {
            best = { part: 'corner', actor, at: corner.stage, signs: corner.signs };
        }
        if (t < least) {
            least = t;
            const at = from.map((f, i) => f + t * along[i]);
            best = corner
                ? { part: 'corner', actor, at: corner.stage, signs: corner.signs }
                : { part: 'face', actor, at };
        }
    }
    return best;
}
