// SPDX-License-Identifier: MIT
// What tests and curious people may ask of the tops.
import { meanAzimuth, ofMotion } from './theory.js';

/** @param {import('./scene.js').Top} top @returns {Record<string, any>} */
export function questions(top) {
    const { stage, player, engine, readings } = top;
    const actor = (/** @type {number} */ slot) =>
        stage.actors.find((a) => a.slot === slot) ?? stage.actors[0];
    return {
        snapshot: () =>
            JSON.stringify({
                state: top.state,
                time: player.time,
                bodies: player.slots.map((slot) => engine.values(slot)),
            }),
        tip: (slot = 2) => stage.toScreen(stage.tip(actor(slot))),
        corners: (slot = 2) =>
            stage
                .cornersOf(actor(slot), top.state)
                .map((c) => ({ signs: c.signs, ...stage.toScreen(c.stage) })),
        at: (/** @type {number[]} */ point) => stage.toScreen(point),
        plots: () =>
            Object.fromEntries(
                ['energy', 'error', 'third', 'potential'].map((name) => [
                    name,
                    /** @type {any} */ (readings.diagrams)[name].ends(),
                ]),
            ),
        theory: () => {
            const motion = ofMotion(top.shape);
            const a = stage.actors[0]?.a ?? [0, 0, 0];
            return (
                motion && {
                    time: player.time,
                    needle: meanAzimuth(/** @type {import('./engine.js').Shape} */ (top.shape), player.time),
                    circles: motion.angles,
                    axis: Math.atan2(a[1], a[0]),
                    inclination: Math.atan2(Math.hypot(a[0], a[1]), a[2]),
                }
            );
        },
        work: () => Object.fromEntries(top.errorWork.points),
    };
}
