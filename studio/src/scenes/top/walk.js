// SPDX-License-Identifier: MIT
// Walk mode (A2-A5): W, A, S, D move the observer, the right mouse button looks around, Space
// jumps, G switches the observer's own weight. The keys act only while the mode is on. Falling and
// jumping keep the eyes on what is looked at.
import { Vector3 } from 'three';

const SPEED = 3.2;
const JUMP = 4.2;
const WEIGHT = 9.8;
/** Height of the eyes of who stands on the ground, above the fixed points. */
const EYES = 0.7;
/** Radians per pixel, and how far up and down one can look. */
const TURN = 0.005;
const STEEPEST = 1.3;
const RIGHT = 2;

export class Walk {
    /** @param {import('./stage.js').Stage} stage */
    constructor(stage) {
        this.stage = stage;
        this.on = false;
        this.heavy = true;
        this.rise = 0;
        this.looking = false;
        /** @type {Set<string>} */
        this.keys = new Set();
        window.addEventListener('keyup', (e) => this.keys.delete(e.key.toLowerCase()));
        const { element } = stage;
        element.addEventListener('pointerdown', (e) => this.press(e), { capture: true });
        element.addEventListener('pointermove', (e) => this.looking && this.look(e.movementX, e.movementY));
        for (const end of ['pointerup', 'pointercancel']) {
            element.addEventListener(end, () => this.release());
        }
        element.addEventListener('contextmenu', (e) => this.on && e.preventDefault());
    }

    /** The right button looks around instead of moving the view. @param {PointerEvent} e */
    press(e) {
        if (this.on && e.button === RIGHT) {
            e.stopImmediatePropagation();
            this.stage.controls.enabled = false;
            this.stage.element.setPointerCapture(e.pointerId);
            this.looking = true;
        }
    }

    release() {
        if (this.looking) {
            this.looking = false;
            this.stage.controls.enabled = true;
        }
    }

    /** Turns the head. @param {number} dx pixels @param {number} dy */
    look(dx, dy) {
        const { camera, controls } = this.stage;
        const arm = controls.target.clone().sub(camera.position);
        const far = arm.length();
        const turn = Math.atan2(arm.y, arm.x) - TURN * dx;
        const rise = Math.asin(arm.z / far) - TURN * dy;
        const pitch = Math.min(STEEPEST, Math.max(-STEEPEST, rise));
        const ahead = new Vector3(Math.cos(turn), Math.sin(turn), 0).multiplyScalar(Math.cos(pitch));
        ahead.z = Math.sin(pitch);
        controls.target.copy(camera.position).addScaledVector(ahead, far);
        camera.lookAt(controls.target);
        this.stage.turned();
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
        let up = this.rise * seconds;
        this.rise = this.heavy ? this.rise - WEIGHT * seconds : 0;
        if (this.heavy && camera.position.z + up <= this.floor) {
            up = this.floor - camera.position.z;
            this.rise = 0;
        }
        camera.position.add(move);
        controls.target.add(move);
        camera.position.z += up;
        camera.lookAt(controls.target);
        return true;
    }

    get floor() {
        return EYES;
    }
}
