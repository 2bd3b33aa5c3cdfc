// SPDX-License-Identifier: MIT
// The stage: camera, where things stand, and where they appear on the screen. It knows nothing
// about how they are painted, so that picking and dragging also work where there is no WebGL.
import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { BODIES } from './topstate.js';
import { corners, length, plus, times, turn } from './vec.js';

const NEAR_FOV = 32;
const FLAT_FOV = 3;
const HOME = new Vector3(3.5, -9.9, 4.1);
const AIM = new Vector3(0, 0, -0.1);

/** @typedef {import('./state.js').State} State */
/**
 * @typedef {{slot: number, q: number[], m: number[], omega: number[], torque: number[], a:
 *     number[],  failed: boolean, place: number[]}} Actor a body as it is to be seen
 */

export class Stage {
    /** @param {HTMLElement} element @param {() => {top: number, bottom: number}} covered pixels
     * hidden by the caption and by the time bar */
    constructor(element, covered) {
        this.element = element;
        this.covered = covered;
        this.camera = new PerspectiveCamera(NEAR_FOV, 1, 0.05, 400);
        this.camera.up.set(0, 0, 1);
        this.camera.position.copy(HOME);
        this.controls = new OrbitControls(this.camera, element);
        this.controls.target.copy(AIM);
        const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
        this.controls.enableDamping = !still;
        this.controls.dampingFactor = 0.12;
        this.controls.minDistance = 1.5;
        this.controls.maxDistance = 160;
        this.controls.maxPolarAngle = Math.PI * 0.62;
        this.width = 1;
        this.height = 1;
        this.zoom = 1;
        this.momentumScale = 1;
        this.velocityScale = 1;
        /** @type {Actor[]} */
        this.actors = [];
        this.flat = false;
    }

    /** @param {State} [state] */
    home(state) {
        const rod = state?.mode === 'single' && state.rod ? 1.25 : 1;
        const wide = state?.mode === 'compare' ? 1 + 0.22 * state.distance : rod;
        const aside = this.camera.aspect < 0.9 ? 1.15 * wide : Math.max(1, 0.93 * wide);
        const { top, bottom } = this.covered();
        const open = Math.max(1, this.height - bottom);
        const back = 1 + (0.5 * Math.min(top, open / 2)) / open;
        this.camera.position.copy(HOME).multiplyScalar(aside * back);
        this.controls.target.copy(AIM);
        this.flat = false;
        this.camera.fov = NEAR_FOV;
        this.resize();
        this.controls.update();
    }

    resize() {
        this.width = Math.max(1, this.element.clientWidth);
        this.height = Math.max(1, this.element.clientHeight);
        this.camera.aspect = this.width / this.height;
        // the middle of the picture is the middle of what caption and time bar leave free
        const { top, bottom } = this.covered();
        const half = this.height / 2;
        const down = 0.35 * Math.min(bottom, half) - 0.3 * Math.min(top, half);
        this.camera.setViewOffset(this.width, this.height, 0, down, this.width, this.height);
        this.camera.updateProjectionMatrix();
    }

    /** Lets a swung view come to rest; without effect for people who want less motion. */
    glide() {
        if (this.controls.enableDamping) {
            this.controls.update();
        }
    }

    /** From far away with more zoom: nearly no perspective (A12). @param {boolean} flat */
    setFlat(flat) {
        if (flat === this.flat) {
            return;
        }
        const tangent = (/** @type {number} */ fov) => Math.tan((fov * Math.PI) / 360);
        const factor = tangent(NEAR_FOV) / tangent(FLAT_FOV);
        const aim = this.controls.target;
        this.camera.position
            .sub(aim)
            .multiplyScalar(flat ? factor : 1 / factor)
            .add(aim);
        this.camera.fov = flat ? FLAT_FOV : NEAR_FOV;
        this.flat = flat;
        this.camera.updateProjectionMatrix();
        this.controls.update();
    }

    /**
     * Sizes that keep every body and vector in view; left alone during a drag.
     * @param {State} state
     */
    fit(state) {
        const reach = Math.max(...corners(state.edges, state.fixed).map((c) => length(c.at)));
        this.zoom = reach > 3.2 ? 3.2 / reach : reach < 1 ? 1 / reach : 1;
        this.fitMomentum(length(state.m));
    }

    /** @param {number} m length of the longest momentum in view */
    fitMomentum(m) {
        this.momentumScale = m > 2.6 ? 2.6 / m : m > 0 && m < 0.3 ? 0.3 / m : 1;
    }

    /** @param {number} omega length of the velocity */
    fitVelocity(omega) {
        this.velocityScale = omega > 2.4 ? 2.4 / omega : 1;
    }

    /** Where the fixed point of a body stands. @param {State} state @param {number} slot */
    place(state, slot) {
        return state.mode === 'single' ? [0, 0, 0] : [BODIES[slot].side * state.distance, 0, 0];
    }

    /** A point of a body (from its fixed point, in space) on the stage. @param {Actor} actor
     * @param {number[]} point */
    stagePoint(actor, point) {
        return plus(actor.place, times(this.zoom, point));
    }

    /** Radius of the sphere of the apex trace. @param {State} state */
    apexRadius(state) {
        return this.zoom * (state.edges[2] * (1 + Math.abs(state.fixed[2])) + 0.35);
    }

    /** The end of the momentum vector on the stage. @param {Actor} actor */
    tip(actor) {
        return this.stagePoint(actor, times(this.momentumScale, actor.m));
    }

    /** @param {Actor} actor @param {State} state */
    cornersOf(actor, state) {
        return corners(state.edges, state.fixed).map((corner) => ({
            ...corner,
            stage: this.stagePoint(actor, turn(actor.q, corner.at)),
        }));
    }

    /** Pixels of a point of the stage. @param {number[]} point */
    toScreen(point) {
        const p = new Vector3(...point).project(this.camera);
        return { x: ((p.x + 1) / 2) * this.width, y: ((1 - p.y) / 2) * this.height, depth: p.z };
    }

    /** The line of sight through a pixel. @param {number} x @param {number} y */
    ray(x, y) {
        const p = new Vector3((x / this.width) * 2 - 1, 1 - (y / this.height) * 2, 0.5).unproject(
            this.camera,
        );
        const from = this.camera.position;
        return { from: from.toArray(), along: p.sub(from).normalize().toArray() };
    }

    /**
     * Where the line of sight meets the plane through a point that faces the camera.
     * @param {number} x
     * @param {number} y
     * @param {number[]} through
     */
    onPlane(x, y, through) {
        const { from, along } = this.ray(x, y);
        const normal = this.camera.getWorldDirection(new Vector3()).toArray();
        const rise = (/** @type {number[]} */ v) => normal.reduce((s, n, i) => s + n * v[i], 0);
        const t = (rise(through) - rise(from)) / rise(along);
        return plus(from, times(t, along));
    }
}
