// SPDX-License-Identifier: MIT
// Paints the stage with WebGL: light and shadow, floor and stand, bodies, ghosts, rod and apex
// trace.
import {
    CircleGeometry,
    Color,
    CylinderGeometry,
    DirectionalLight,
    Fog,
    GridHelper,
    Group,
    HemisphereLight,
    Mesh,
    MeshBasicMaterial,
    MeshStandardMaterial,
    PCFShadowMap,
    Scene,
    ShadowMaterial,
    SphereGeometry,
    SRGBColorSpace,
    WebGLRenderer,
} from 'three';
import { Figure } from './figure3d.js';
import { Ribbon } from './ribbon.js';
import { BODIES } from './bodies.js';
import { apexFrame, rodFrame } from './traces.js';
import { length, times } from '../../view/vec.js';

const FLOOR = -2.75;
/** Thin bodies stand a little outside thick ones, so that both are seen where they agree. */
const THIN_OUTSIDE = 1.025;
const PAPER = { light: '#eef1f5', dark: '#12161d' };
const GROUND = { light: '#e3e8ee', dark: '#1a2029' };
export const GHOST_COLOUR = '#9aa7b8';
const GHOST = { letter: 'E', colour: GHOST_COLOUR, thick: false };
export const TRACE = { rod: '#c2703d', apex: '#d8432b', theory: '#12a37f' };
/** Half widths of the rod and of the trace. */
const ROD_WIDTH = 0.075;
const APEX_WIDTH = 0.018;
const THEORY_WIDTH = 0.009;

/** @typedef {import('../../state/store.js').State} State */
/** @typedef {import('./stage.js').Actor} Actor */
/** @typedef {{rows: number, numbers: Float64Array}} Trace */
/**
 * @typedef {{actors: Actor[], ghosts: {q: number[], place: number[]}[], rod: Trace | null,  apex:
 *     Trace | null, section: number, theory: import('./theory.js').Line[], axes: number[][] | null, centre: number[] | null}} Picture
 */

export class Render3d {
    /** @param {HTMLCanvasElement} canvas @param {import('./stage.js').Stage} stage */
    constructor(canvas, stage) {
        this.stage = stage;
        this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: false });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = PCFShadowMap;
        this.renderer.outputColorSpace = SRGBColorSpace;
        this.scene = new Scene();
        this.figures = BODIES.map((style) => new Figure(style));
        this.ghosts = [new Figure(GHOST, true), new Figure(GHOST, true)];
        this.scene.add(...this.figures.map((f) => f.group), ...this.ghosts.map((f) => f.group));
        this.addLight();
        this.addFloor();
        this.addTraces();
        this.theme = '';
        this.sharpness = 0;
        this.pace = 16;
        this.paintedAt = 0;
    }

    addLight() {
        this.sky = new HemisphereLight('#ffffff', '#aab4c2', 1.9);
        const sun = new DirectionalLight('#fff6e8', 2.3);
        sun.position.set(-3.2, -4.6, 8);
        sun.castShadow = true;
        sun.shadow.mapSize.set(1024, 1024);
        Object.assign(sun.shadow.camera, {
            left: -7,
            right: 7,
            top: 7,
            bottom: -7,
            near: 1,
            far: 24,
        });
        sun.shadow.radius = 4;
        sun.shadow.bias = -0.0006;
        const fill = new DirectionalLight('#e6efff', 1.1);
        fill.position.set(5, -7, 1.5);
        this.scene.add(this.sky, sun, fill);
    }

    addFloor() {
        this.floor = new Group();
        this.ground = new MeshBasicMaterial({ color: GROUND.light });
        const disc = new Mesh(new CircleGeometry(60, 64), this.ground);
        const shade = new Mesh(new CircleGeometry(30, 48), new ShadowMaterial({ opacity: 0.26 }));
        shade.receiveShadow = true;
        shade.position.z = 0.01;
        this.grid = new GridHelper(40, 40, '#8794a6', '#8794a6');
        this.grid.rotation.x = Math.PI / 2;
        this.grid.position.z = 0.005;
        this.grid.material.transparent = true;
        this.grid.material.opacity = 0.16;
        this.floor.add(disc, this.grid, shade);
        this.floor.position.z = FLOOR;
        this.stands = [0, 1].map(() => {
            const metal = new MeshStandardMaterial({
                color: '#8c97a6',
                roughness: 0.35,
                metalness: 0.6,
            });
            const stand = new Group();
            const post = new Mesh(new CylinderGeometry(0.022, 0.022, -FLOOR, 20), metal);
            post.rotation.x = Math.PI / 2;
            post.position.z = FLOOR / 2;
            const foot = new Mesh(new CylinderGeometry(0.32, 0.38, 0.07, 48), metal);
            foot.rotation.x = Math.PI / 2;
            foot.position.z = FLOOR + 0.035;
            const ball = new Mesh(new SphereGeometry(0.06, 24, 16), metal);
            stand.add(post, foot, ball);
            stand.traverse((part) => {
                part.castShadow = true;
            });
            this.scene.add(stand);
            return stand;
        });
        this.scene.add(this.floor);
    }

    addTraces() {
        this.rod = new Ribbon(new MeshStandardMaterial({ color: TRACE.rod, roughness: 0.4 }));
        this.apex = new Ribbon(
            new MeshStandardMaterial({
                color: TRACE.apex,
                vertexColors: true,
                transparent: true,
                roughness: 0.5,
                emissive: new Color(TRACE.apex),
                emissiveIntensity: 0.25,
            }),
        );
        this.apex.mesh.castShadow = false;
        const said = new MeshBasicMaterial({ color: TRACE.theory });
        this.theory = [0, 1, 2].map(() => new Ribbon(said));
        for (const { mesh } of this.theory) {
            mesh.castShadow = false;
            this.scene.add(mesh);
        }
        this.globe = new Mesh(
            new SphereGeometry(1, 48, 32),
            new MeshStandardMaterial({
                color: '#9fb4cc',
                transparent: true,
                opacity: 0.09,
                depthWrite: false,
            }),
        );
        this.scene.add(this.rod.mesh, this.apex.mesh, this.globe);
    }

    /** @param {'light'|'dark'} theme */
    setTheme(theme) {
        if (theme !== this.theme) {
            this.theme = theme;
            this.scene.background = new Color(PAPER[theme]);
            this.scene.fog = new Fog(PAPER[theme], 14, 42);
            this.ground?.color.set(GROUND[theme]);
            if (this.sky) {
                this.sky.intensity = theme === 'dark' ? 1.25 : 1.9;
            }
        }
    }

    resize() {
        this.sharpness = 0;
        this.setQuality(false);
    }

    /**
     * Where frames come slowly a moving picture is painted coarser; a still one never.
     * @param {boolean} moving
     */
    setQuality(moving) {
        const now = performance.now();
        const pause = Math.min(now - this.paintedAt, 1000);
        this.paintedAt = now;
        this.pace = moving ? 0.8 * this.pace + 0.2 * pause : 16;
        const full = Math.min(window.devicePixelRatio, 2);
        const coarse = this.sharpness === 0.6 * full ? 25 : 90;
        const wanted = moving && this.pace > coarse ? 0.6 * full : full;
        if (wanted !== this.sharpness) {
            this.sharpness = wanted;
            this.renderer.setPixelRatio(wanted);
            this.renderer.setSize(this.stage.width, this.stage.height, false);
        }
    }

    /** @param {State} state @param {Picture} picture */
    paint(state, picture) {
        const fog = /** @type {Fog} */ (this.scene.fog);
        const far = this.stage.camera.position.distanceTo(this.stage.controls.target);
        fog.near = far + 6;
        fog.far = far + 34;
        if (this.floor && this.ground) {
            // a rod may go below the floor: it is seen through it
            const clear = Boolean(picture.rod);
            this.floor.visible = state.floor;
            this.ground.transparent = clear;
            this.ground.depthWrite = !clear;
            this.ground.opacity = clear ? 0.35 : 1;
        }
        this.paintBodies(state, picture);
        this.paintGhosts(state, picture);
        this.paintTraces(state, picture);
        this.renderer.render(this.scene, this.stage.camera);
    }

    /** @param {State} state @param {Picture} picture */
    paintBodies(state, picture) {
        this.figures.forEach((figure, slot) => {
            const actor = picture.actors.find((a) => a.slot === slot);
            figure.group.visible = Boolean(actor);
            if (actor) {
                this.paintBody(state, picture, figure, actor);
            }
        });
        const places = [...new Map(picture.actors.map((a) => [a.place[0], a.place])).values()];
        this.stands?.forEach((stand, i) => {
            stand.visible = i < places.length && state.floor;
            stand.position.set(places[i]?.[0] ?? 0, 0, 0);
        });
    }

    /** @param {State} state @param {Picture} picture @param {Figure} figure @param {Actor} actor */
    paintBody(state, picture, figure, actor) {
        const { zoom, momentumScale, velocityScale } = this.stage;
        figure.reshape(state, zoom);
        figure.pose(actor.q);
        figure.group.position.set(actor.place[0], actor.place[1], actor.place[2]);
        figure.body.scale.setScalar(zoom * (figure.style.thick ? 1 : THIN_OUTSIDE));
        figure.faces.depthWrite = figure.style.thick;
        figure.faces.opacity = actor.failed
            ? 0.15
            : state.opacity * (figure.style.thick ? 1 : 0.2);
        const compare = state.mode === 'compare';
        const top = Math.max(...this.stage.cornersOf(actor, state).map((c) => c.stage[2]));
        figure.sprite?.position.set(figure.style.thick ? 0 : 0.36, 0, top + 0.35);
        if (figure.sprite) {
            figure.sprite.visible = compare;
        }
        const shows = /** @type {[string, boolean, number[]][]} */ ([
            ['m', state.showM, times(zoom * momentumScale, actor.m)],
            ['omega', state.showOmega, times(zoom * velocityScale, actor.omega)],
            [
                'torque',
                state.showTorque,
                times(Math.min(1, 2 / (length(actor.torque) || 1)), actor.torque),
            ],
            ['gravity', state.showGravity, [0, 0, -1.1]],
        ]);
        for (const [name, shown, v] of shows) {
            figure.arrows[name].set(shown ? v : [0, 0, 0]);
        }
        figure.arrows.gravity.group.position.set(
            .../** @type {[number, number, number]} */ (times(zoom, actor.a)),
        );
        figure.arrows.torque.group.position.copy(figure.arrows.gravity.group.position);
        this.paintFrames(state, picture, figure);
    }

    /** @param {State} state @param {Picture} picture @param {Figure} figure */
    paintFrames(state, picture, figure) {
        const size = 1.15 / this.stage.zoom;
        ['N', 'B', 'T'].forEach((name, i) => {
            const e = [0, 0, 0];
            e[i] = state.edges[i] + size * 0.6;
            figure.arrows[name].set(state.showFrame ? e : [0, 0, 0]);
            const axis = picture.axes ? times(2.2 * size, picture.axes[i]) : [0, 0, 0];
            figure.arrows[`axis${name}`].set(axis);
        });
        if (figure.centre) {
            figure.centre.visible = Boolean(picture.centre);
            figure.centre.position.set(
                .../** @type {[number, number, number]} */ (picture.centre ?? [0, 0, 0]),
            );
        }
    }

    /** @param {State} state @param {Picture} picture */
    paintGhosts(state, picture) {
        this.ghosts.forEach((figure, i) => {
            const ghost = picture.ghosts[i];
            figure.group.visible = Boolean(ghost);
            if (ghost) {
                figure.reshape(state, this.stage.zoom);
                figure.pose(ghost.q);
                figure.group.position.set(ghost.place[0], ghost.place[1], ghost.place[2]);
                figure.body.scale.setScalar(this.stage.zoom * 1.004);
            }
        });
    }

    /** @param {State} state @param {Picture} picture */
    paintTraces(state, picture) {
        const { rod, apex } = picture;
        if (this.rod) {
            this.rod.mesh.visible = Boolean(rod && rod.rows > 1);
        }
        if (rod && rod.rows > 1) {
            this.rod?.set(
                rod.rows,
                rodFrame(rod, this.stage.zoom, state.rodAway),
                ROD_WIDTH,
                ROD_WIDTH * picture.section,
            );
        }
        this.theory?.forEach((line, i) => {
            const said = picture.theory[i];
            line.mesh.visible = Boolean(said);
            if (said) {
                line.set(said.rows, said.point, THEORY_WIDTH, THEORY_WIDTH);
            }
        });
        if (this.apex && this.globe) {
            this.apex.mesh.visible = this.globe.visible = Boolean(apex && apex.rows > 0);
            this.globe.scale.setScalar(this.stage.apexRadius(state) * 0.995);
        }
        if (apex && apex.rows > 0) {
            const up = state.fixed[2] > 0 ? -1 : 1;
            this.apex?.set(
                apex.rows,
                apexFrame(apex, up * this.stage.apexRadius(state)),
                state.form === 'disc' ? 1.3 * APEX_WIDTH : APEX_WIDTH,
                state.form === 'disc' ? 1.3 * APEX_WIDTH : APEX_WIDTH,
                true,
            );
        }
    }

    /**
     * The canvas, painted just now: it has to be read before anything else happens.
     * @param {State} state
     * @param {Picture} picture
     */
    fresh(state, picture) {
        this.paint(state, picture);
        return this.renderer.domElement;
    }
}
