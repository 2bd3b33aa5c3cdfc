// SPDX-License-Identifier: MIT
// Paints the stage as a line drawing where there is no WebGL: same camera, same bodies, same drags.
import { VECTORS } from './figure3d.js';
import { TRACE } from './render3d.js';
import { BODIES } from './bodies.js';
import { apexFrame, rodFrame } from './traces.js';
import { EDGES, length, plus, times, turn } from '../../view/vec.js';

const PAPER = { light: '#eef1f5', dark: '#12161d' };

export class Render2d {
    /** @param {HTMLCanvasElement} canvas @param {import('./stage.js').Stage} stage */
    constructor(canvas, stage) {
        this.canvas = canvas;
        this.stage = stage;
        this.pen = canvas.getContext('2d');
        /** @type {'light'|'dark'} */
        this.theme = 'light';
        this.frame = { at: new Float64Array(3), N: new Float64Array(3), B: new Float64Array(3) };
    }

    /** @param {'light'|'dark'} theme */
    setTheme(theme) {
        this.theme = theme;
    }

    setQuality() {
        // lines are cheap
    }

    resize() {
        this.canvas.width = this.stage.width;
        this.canvas.height = this.stage.height;
    }

    /**
     * @param {number[][]} points
     * @param {string} colour
     * @param {number} width
     * @param {boolean} [dashed]
     */
    line(points, colour, width, dashed = false) {
        const pen = this.pen;
        if (!pen || points.length < 2) {
            return;
        }
        pen.beginPath();
        points
            .map((p) => this.stage.toScreen(p))
            .forEach(({ x, y }, i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
        pen.setLineDash(dashed ? [5, 4] : []);
        pen.strokeStyle = colour;
        pen.lineWidth = width;
        pen.stroke();
    }

    /**
     * @param {import('../../state/store.js').State} state
     * @param {import('./render3d.js').Picture} picture
     */
    paint(state, picture) {
        const pen = this.pen;
        if (!pen) {
            return;
        }
        this.stage.camera.updateMatrixWorld();
        pen.fillStyle = PAPER[this.theme];
        pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
        for (const ghost of picture.ghosts) {
            const actor = { ...picture.actors[0], ...ghost };
            this.box(actor, state, '#8f9bab', 1, true);
        }
        for (const actor of picture.actors) {
            const { colour, thick } = BODIES[actor.slot];
            this.box(actor, state, colour, (thick ? 3 : 1.4) * state.lines, false);
            this.vectors(actor, state, picture);
        }
        this.traces(state, picture);
    }

    /** @param {import('./stage.js').Actor} actor @param {import('../../state/store.js').State} state
     * @param {import('./render3d.js').Picture} picture */
    vectors(actor, state, picture) {
        const { zoom, velocityScale } = this.stage;
        const centre = this.stage.stagePoint(actor, actor.a);
        const from = (/** @type {number[]} */ at, /** @type {number[]} */ v) => [at, plus(at, v)];
        const body = (/** @type {number[]} */ v) =>
            from(actor.place, times(zoom, turn(actor.q, v)));
        const small = Math.min(1, 2 / (length(actor.torque) || 1));
        const unit = (/** @type {number} */ i) => [0, 1, 2].map((k) => (k === i ? 1 : 0));
        const lines = /** @type {[boolean, string, number[][]][]} */ ([
            [state.showM, VECTORS.m, [actor.place, this.stage.tip(actor)]],
            [
                state.showOmega,
                VECTORS.omega,
                from(actor.place, times(zoom * velocityScale, actor.omega)),
            ],
            [state.showTorque, VECTORS.torque, from(centre, times(small, actor.torque))],
            [state.showGravity, VECTORS.gravity, from(centre, [0, 0, -1.1])],
            ...[0, 1, 2].map((i) => [
                state.showFrame,
                VECTORS.frame,
                body(times(state.edges[i] + 0.7 / zoom, unit(i))),
            ]),
            ...(picture.axes ?? []).map((axis) => [
                true,
                VECTORS.axes,
                body(times(2.5 / zoom, axis)),
            ]),
        ]);
        for (const [shown, colour, points] of lines) {
            if (shown) {
                this.line(points, colour, colour === VECTORS.m ? 3 : 2);
            }
        }
    }

    /** @param {import('./stage.js').Actor} actor @param {import('../../state/store.js').State} state
     * @param {string} colour @param {number} width @param {boolean} dashed */
    box(actor, state, colour, width, dashed) {
        const points = this.stage.cornersOf(actor, state).map((c) => c.stage);
        for (const [a, b] of EDGES) {
            this.line([points[a], points[b]], colour, width, dashed);
        }
    }

    /**
     * @param {import('../../state/store.js').State} state
     * @param {import('./render3d.js').Picture} picture
     */
    traces(state, picture) {
        const { rod, apex } = picture;
        const up = state.fixed[2] > 0 ? -1 : 1;
        const at = (
            /** @type {number} */ rows,
            /** @type {(i: number, frame: import('./ribbon.js').Frame) => void} */ point,
        ) =>
            Array.from({ length: rows }, (_, i) => {
                point(i, this.frame);
                return Array.from(this.frame.at);
            });
        if (rod && rod.rows > 1) {
            const points = rodFrame(rod, this.stage.zoom, state.rodAway);
            this.line(at(rod.rows, points), TRACE.rod, 4);
        }
        for (const { rows, point } of picture.theory) {
            this.line(at(rows, point), TRACE.theory, 1.5);
        }
        if (apex && apex.rows > 1) {
            const points = apexFrame(apex, up * this.stage.apexRadius(state));
            this.line(at(apex.rows, points), TRACE.apex, 1.5);
        }
    }

    /**
     * @param {import('../../state/store.js').State} state
     * @param {import('./render3d.js').Picture} picture
     */
    fresh(state, picture) {
        this.paint(state, picture);
        return this.canvas;
    }
}
