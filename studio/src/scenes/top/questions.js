// SPDX-License-Identifier: MIT
// What tests and curious people may ask of the tops.

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
        work: () => Object.fromEntries(top.errorWork.points),
    };
}
