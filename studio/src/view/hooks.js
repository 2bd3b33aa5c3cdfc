// SPDX-License-Identifier: MIT
// What tests and curious people may ask in the console: window.lentoStudio. It reads; only `frame`
// moves anything, by one frame of a given length, and `open` opens a link as the address bar does.
// Each scene adds its own questions.

/** @param {import('../page.js').Page} page */
export function expose(page) {
    Object.assign(window, {
        lentoStudio: Object.assign(
            {
                state: () => structuredClone(page.state),
                busy: () => !page.scene.idle,
                settled: () => page.playback.settled,
                frame: (/** @type {number} */ seconds) =>
                    page.playback.frame(performance.now(), seconds),
                open: (/** @type {string} */ link) => page.address.open(link),
                memory: () => page.engine.memory,
            },
            ...page.scenes.map((scene) => scene.hooks()),
        ),
    });
}
