// SPDX-License-Identifier: MIT
// What tests and curious people may ask in the console: window.lentoStudio. It reads; only `frame`
// moves anything, by one frame of a given length, and `open` opens a link as the address bar does.

/** @param {import('./studio.js').Studio} studio @param {import('./work.js').ErrorWork} work */
export function expose(studio, work) {
    const { stage, player, engine, playback } = studio;
    const actor = (/** @type {number} */ slot) =>
        stage.actors.find((a) => a.slot === slot) ?? stage.actors[0];
    Object.assign(window, {
        lentoStudio: {
            state: () => structuredClone(studio.state),
            snapshot: () =>
                JSON.stringify({
                    state: studio.state,
                    time: player.time,
                    bodies: player.slots.map((slot) => engine.values(slot)),
                }),
            busy: () => player.replayTo > 0,
            settled: () => playback.settled,
            frame: (/** @type {number} */ seconds) => playback.frame(performance.now(), seconds),
            open: (/** @type {string} */ link) => studio.address.open(link),
            memory: () => engine.memory,
            tip: (slot = 2) => stage.toScreen(stage.tip(actor(slot))),
            corners: (slot = 2) =>
                stage
                    .cornersOf(actor(slot), studio.state)
                    .map((c) => ({ signs: c.signs, ...stage.toScreen(c.stage) })),
            at: (/** @type {number[]} */ point) => stage.toScreen(point),
            plots: () =>
                Object.fromEntries(
                    ['energy', 'error', 'third', 'potential'].map((name) => [
                        name,
                        /** @type {any} */ (playback.readings.diagrams)[name].ends(),
                    ]),
                ),
            pendulum: (/** @type {number} */ kind) => {
                const { t, angle } = engine.pendulumRecord(kind);
                return { t: Array.from(t), angle: Array.from(angle) };
            },
            marks: () => studio.kapitza?.view.plot.marks,
            work: () => Object.fromEntries(work.points),
        },
    });
}
