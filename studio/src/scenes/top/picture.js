// SPDX-License-Identifier: MIT
// What is to be seen now: the bodies as they are shown, the exact ghosts, rod and apex trace, axes.
// Derived from state, player and engine; the renderers only paint it.
import { KIND } from './engine.js';
import { ofMotion, theoryLines } from './theory.js';
import { length, turn } from '../../view/vec.js';

/** A body that its method cannot move stays at its start. @param {import('../../state/store.js').State} state
 * @param {import('./engine.js').Shape | null} shape */
function atStart(state, shape) {
    const a = shape ? turn(shape.q, shape.centre) : [0, 0, 0];
    const weight = (shape?.mass ?? 0) * state.gravity;
    return {
        q: shape?.q ?? state.q,
        m: state.m,
        omega: shape?.omega ?? [0, 0, 0],
        torque: [-weight * a[1], weight * a[0], 0], // M p x a, p = g e3
        a,
        failed: true,
    };
}

/** Which of rod, apex trace, theory and exact ghost there are: wished for, and existing for this top.
 * @param {import('./scene.js').Top} top */
export function extras({ state, shape, engine, player }) {
    const single = state.mode === 'single';
    const kind = shape?.kind ?? KIND.general;
    return {
        rod: single && state.rod && kind !== KIND.general,
        apex: single && state.apex && kind === KIND.lagrange,
        theory: single && state.theory && ofMotion(shape) !== null,
        ghost: state.ghost && engine.exact(player.primary, player.time) !== null,
    };
}

/** @param {import('./scene.js').Top} top @returns {import('./render3d.js').Picture} */
export function pictureOf(top) {
    const { state, player, stage, engine, shape } = top;
    const actors = player.slots.map((slot) => {
        const v = player.shown(slot)?.values;
        return {
            slot,
            place: stage.place(state, slot),
            ...(v
                ? {
                      q: [v.qw, v.qx, v.qy, v.qz],
                      m: [v.m1, v.m2, v.m3],
                      omega: [v.omega1, v.omega2, v.omega3],
                      torque: [v.torque1, v.torque2, v.torque3],
                      a: [v.a1, v.a2, v.a3],
                      failed: v.status < 0,
                  }
                : atStart(state, shape)),
        };
    });
    stage.actors = actors;
    if (!top.before) {
        stage.fitMomentum(Math.max(...actors.map((actor) => length(actor.m)), 0));
    }
    const extra = extras(top);
    const exact = extra.ghost ? engine.exact(player.primary, player.time) : null;
    const places = [...new Map(actors.map((a) => [a.place[0], a.place])).values()];
    const shownStep = player.scrub ?? player.latestStep;
    const trace = (/** @type {number} */ n, /** @type {number} */ from) =>
        engine.trace(player.primary, Math.min(n + 1, shownStep - from + 1), shownStep);
    const axes = state.showAxes || top.pivoting;
    return {
        actors,
        ghosts: exact ? places.map((place) => ({ q: exact.slice(0, 4), place })) : [],
        rod: extra.rod ? trace(state.rodLength, top.rodFrom) : null,
        apex: extra.apex ? trace(state.apexLength, top.apexFrom) : null,
        theory: extra.theory ? theoryLines(shape, player.time, stage.apexRadius(state)) : [],
        section: shape?.section ?? 1,
        axes: axes && shape ? shape.axes : null,
        centre: axes && shape ? shape.centre : null,
    };
}
