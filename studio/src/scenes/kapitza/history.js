// SPDX-License-Identifier: MIT
// The curves of both motions over all touches: what was recorded before the last one is kept here,
// shifted to the time of the page, and not more than LONGEST rows of it.

const LONGEST = 4000;

/** @typedef {{t: number[], lowest: number[], highest: number[], value: number[]}} Rows */

/** @returns {Rows} */
const none = () => ({ t: [], lowest: [], highest: [], value: [] });

export class History {
    constructor() {
        /** Fast, slow. */
        this.rows = [none(), none()];
    }

    clear() {
        this.rows = [none(), none()];
    }

    /** Takes over what the engine recorded. @param {import('./scene.js').Kapitza} scene */
    keep(scene) {
        this.rows = [0, 1].map((kind) => this.whole(scene, kind));
    }

    /** All rows of a motion in the time of the page. @param {import('./scene.js').Kapitza} scene
     * @param {number} kind @returns {Rows} */
    whole({ engine, since }, kind) {
        const now = engine.recording(kind, 0);
        const old = this.rows[kind];
        const cut = old.t.length > LONGEST ? 2 : 1;
        const join = (/** @type {number[]} */ a, /** @type {ArrayLike<number>} */ b, plus = 0) => [
            ...a.filter((_, i) => i % cut === 0),
            ...Array.from(b, (x) => x + plus),
        ];
        return {
            t: join(old.t, now.t, since),
            value: join(old.value, now.value),
            lowest: join(old.lowest, now.lowest),
            highest: join(old.highest, now.highest),
        };
    }
}
