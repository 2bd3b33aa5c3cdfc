// SPDX-License-Identifier: MIT
// Walk mode (A2-A5): W, A, S, D move the observer, the right mouse button looks around, Space
// jumps, G switches the observer's own weight. The keys act only while the mode is on.
import { Vector3 } from 'three';

const SPEED = 3.2;
const JUMP = 4.2;
const WEIGHT = 9.8;
const EYES = 0;

export class Walk {
    /** @param {import('./stage.js').Stage} stage */
    constructor(stage) {
        this.stage = stage;
        this.on = false;
        this.heavy = true;
        this.rise = 0;
        /** @type {Set<string>} */
        this.keys = new Set();
        window.addEventListener('keyup', (e) => this.keys.delete(e.key.toLowerCase()));
    }

    /** True if the key was taken. @param {KeyboardEvent} e */
    key(e) {
        const key = e.key.toLowerCase();
        if (!this.on || !['w', 'a', 's', 'd', ' ', 'g'].includes(key)) {
            return false;
        }
        if (key === 'g') {
            this.heavy = !this.heavy;
        } else if (key === ' ') {
            this.rise = JUMP;
        } else {
            this.keys.add(key);
        }
        return true;
    }

    /** @param {number} seconds @returns {boolean} whether the observer moved */
    frame(seconds) {
        const { camera, controls } = this.stage;
        if (
            !this.on ||
            (this.keys.size === 0 && this.rise === 0 && camera.position.z === this.floor)
        ) {
            return false;
        }
        const ahead = camera.getWorldDirection(new Vector3()).setZ(0).normalize();
        const aside = new Vector3(ahead.y, -ahead.x, 0);
        const is = (/** @type {string} */ k) => (this.keys.has(k) ? 1 : 0);
        const move = ahead
            .multiplyScalar(is('w') - is('s'))
            .addScaledVector(aside, is('d') - is('a'))
            .multiplyScalar(SPEED * seconds);
        move.z = this.rise * seconds;
        this.rise = this.heavy ? this.rise - WEIGHT * seconds : 0;
        if (this.heavy && camera.position.z + move.z <= this.floor) {
            move.z = this.floor - camera.position.z;
            this.rise = 0;
        }
        camera.position.add(move);
        controls.target.add(move);
        return true;
    }

    get floor() {
        return EYES;
    }
}
