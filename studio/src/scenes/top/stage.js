// SPDX-License-Identifier: MIT
// The stage: camera, where things stand, and where they appear on the screen. It knows nothing
// about how they are painted, so that picking and dragging also work where there is no WebGL.
import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { BODIES } from './bodies.js';
import { corners, length, plus, times, turn } from '../../view/vec.js';

const NEAR_FOV = 32;
const FLAT_FOV = 3;
/** Where the first look comes from, at the fixed points. */
const HOME = new Vector3(3.5, -9.9, 4.1).normalize();
const AIM = new Vector3(0, 0, 0);
/** Least room around a body, of the size of its vectors; room for letters above it and for a rod. */
const VECTORS = 2.1;
const LETTERS = 0.55;
const ROD = 0.3;
/** Pixels between the reach of the bodies and what covers the picture. */
const MARGIN = 6;
/** A camera that has not moved further than this stands where it was put. */
const STILL = 1e-6;

/** @typedef {import('../../state/store.js').State} State */
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
        this.camera.position.copy(HOME).multiplyScalar(11);
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
        /** The state that was last looked at from home, and the place of that look.
         * @type {State | undefined} */
        this.homeOf = undefined;
        /** @type {Vector3 | undefined} */
        this.looked = undefined;
    }

    /** Back to the first look: wherever the bodies swing, they stay in the part of the picture that
     * caption and time bar leave free. @param {State} [state] */
    home(state = this.homeOf) {
        this.homeOf = state;
        this.flat = false;
        this.camera.fov = NEAR_FOV;
        this.measure();
        this.camera.position.copy(HOME).multiplyScalar(this.distanceFor(state)).add(AIM);
        this.controls.target.copy(AIM);
        this.controls.update();
        this.looked = this.camera.position.clone();
    }

    /** How far away the spheres that the bodies can reach are just seen whole. A sphere of radius r
     * about c keeps within the slope 1/k of the axis of sight, along u, if
     * d >= c (e + k u) + r sqrt(1 + k^2), e towards the camera. @param {State} [state] */
    distanceFor(state) {
        const { width, height } = this;
        const { top, bottom } = this.free();
        const radius = Math.max(VECTORS, state ? this.reach(state) : 0);
        const compare = state?.mode === 'compare';
        const places = compare ? [-state.distance, state.distance] : [0];
        const aside = new Vector3(0, 0, 1).cross(HOME).normalize();
        const up = HOME.clone().cross(aside);
        const unit = height / 2 / Math.tan((NEAR_FOV * Math.PI) / 360);
        const sides = /** @type {[Vector3, number][]} */ ([
            [aside, unit / Math.max(1, width / 2 - MARGIN)],
            [up, unit / Math.max(1, (height - top - bottom) / 2 - MARGIN)],
        ]);
        const needed = places.flatMap((x) =>
            sides.flatMap(([u, k]) =>
                [k, -k].map((slope) => {
                    const along = HOME.clone().addScaledVector(u, slope);
                    const letters = compare ? (radius + LETTERS) * along.z : 0;
                    return x * along.x + Math.max(letters, radius * Math.hypot(1, k));
                }),
            ),
        );
        return Math.max(...needed);
    }

    /** How far from its fixed point a body and its apex get, with some room for a rod. @param {State} state */
    reach(state) {
        const far = Math.max(...corners(state.edges, state.fixed).map((c) => length(c.at)));
        const apex = state.mode === 'single' && state.apex ? this.apexRadius(state) : 0;
        const rod = state.mode === 'single' && state.rod ? ROD + state.rodAway / 2 : 0;
        return Math.max(this.zoom * far, apex) + rod;
    }

    /** The view was turned by other means than the controls. */
    turned() {
        this.controls.dispatchEvent({ type: 'change' });
    }

    /** Where the camera stands and looks, zeros where it was put. */
    get view() {
        const still = this.looked && this.looked.distanceTo(this.camera.position) < STILL;
        const numbers = [...this.camera.position.toArray(), ...this.controls.target.toArray()];
        return still ? [0, 0, 0, 0, 0, 0] : numbers.map((x) => Number(x.toFixed(4)));
    }

    /** @param {number[]} view */
    lookFrom(view) {
        if (view.some((x) => x !== 0)) {
            this.camera.position.fromArray(view);
            this.controls.target.fromArray(view, 3);
            this.controls.update();
        }
    }

    /** After an edit of the size: everything is seen again, from the same side. @param {State} state */
    refit(state) {
        this.homeOf = state;
        const still = this.looked && this.looked.distanceTo(this.camera.position) < STILL;
        if (still) {
            this.home(state);
        } else if (!this.flat) {
            const { target } = this.controls;
            const arm = this.camera.position.clone().sub(target).normalize();
            this.camera.position.copy(target).addScaledVector(arm, this.distanceFor(state));
            this.controls.update();
        }
    }

    resize() {
        if (this.element.clientWidth === 0) {
            return;
        }
        const { looked } = this;
        const untouched = looked && looked.distanceTo(this.camera.position) < STILL && !this.flat;
        if (untouched) {
            this.home();
        } else {
            this.measure();
        }
    }

    /** What caption and time bar cover, at most three quarters of the height together. */
    free() {
        const { top, bottom } = this.covered();
        const share = Math.min(1, (0.75 * this.height) / Math.max(1, top + bottom));
        return { top: share * top, bottom: share * bottom };
    }

    measure() {
        this.width = Math.max(1, this.element.clientWidth);
        this.height = Math.max(1, this.element.clientHeight);
        this.camera.aspect = this.width / this.height;
        // the middle of the picture is the middle of what caption and time bar leave free
        const { top, bottom } = this.free();
        const down = (bottom - top) / 2;
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
