// SPDX-License-Identifier: MIT
// One body in three dimensions: the cuboid with its edges and corners, its letter and its vectors.
import {
    BoxGeometry,
    BufferAttribute,
    CanvasTexture,
    Color,
    ConeGeometry,
    CylinderGeometry,
    GreaterDepth,
    Group,
    InstancedMesh,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    MeshStandardMaterial,
    Quaternion,
    SphereGeometry,
    Sprite,
    SpriteMaterial,
    SRGBColorSpace,
    Vector3,
} from 'three';
import { corners, EDGES, length } from '../../view/vec.js';

/** Colours of the vectors, on both themes. */
export const VECTORS = {
    m: '#12a37f',
    omega: '#2f7fd6',
    frame: '#d8432b',
    torque: '#b45fd0',
    gravity: '#7d8590',
    axes: '#8a6d3b',
};
const UP = new Vector3(0, 1, 0);
/** The disc has light and dark sectors, so that its spin is seen. */
const SECTORS = 8;
const DARK = 0.58;

/** Gives every corner of a shape a colour. @param {import('three').BufferGeometry} geometry
 * @param {(x: number, z: number) => number} shade of a triangle, from its middle */
function shaded(geometry, shade) {
    const whole = geometry.index ? geometry.toNonIndexed() : geometry;
    const { position } = whole.attributes;
    const colours = new Float32Array(3 * position.count);
    for (let i = 0; i < position.count; i += 3) {
        const middle = (/** @type {'getX' | 'getZ'} */ of) =>
            (position[of](i) + position[of](i + 1) + position[of](i + 2)) / 3;
        colours.fill(shade(middle('getX'), middle('getZ')), 3 * i, 3 * i + 9);
    }
    whole.setAttribute('color', new BufferAttribute(colours, 3));
    return whole;
}

/** A letter on a small disc. @param {string} letter @param {string} colour */
function letterSprite(letter, colour) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext('2d');
    if (pen) {
        pen.fillStyle = colour;
        pen.beginPath();
        pen.arc(32, 32, 28, 0, 7);
        pen.fill();
        pen.fillStyle = '#10151c';
        pen.font = '600 38px system-ui, sans-serif';
        pen.textAlign = 'center';
        pen.textBaseline = 'middle';
        pen.fillText(letter, 32, 35);
    }
    const map = new CanvasTexture(canvas);
    map.colorSpace = SRGBColorSpace;
    const sprite = new Sprite(
        new SpriteMaterial({ map, depthTest: false, transparent: true, fog: false }),
    );
    sprite.scale.setScalar(0.3);
    sprite.renderOrder = 5;
    return sprite;
}

/** An arrow from the origin. */
export class Arrow {
    /** @param {string} colour @param {number} radius */
    constructor(colour, radius) {
        const material = new MeshStandardMaterial({
            color: colour,
            roughness: 0.5,
            emissive: new Color(colour),
            emissiveIntensity: 0.12,
        });
        this.group = new Group();
        this.shaft = new Mesh(new CylinderGeometry(radius, radius, 1, 16), material);
        this.head = new Mesh(new ConeGeometry(radius * 2.8, radius * 8, 24), material);
        this.radius = radius;
        this.shaft.castShadow = this.head.castShadow = true;
        this.group.add(this.shaft, this.head);
        // where a face hides the arrow it shines through
        const within = new MeshBasicMaterial({
            color: colour,
            transparent: true,
            opacity: 0.5,
            depthFunc: GreaterDepth,
            depthWrite: false,
        });
        for (const part of [this.shaft, this.head]) {
            const through = new Mesh(part.geometry, within);
            through.renderOrder = 3;
            part.add(through);
        }
    }

    /** @param {number[]} v in space, already to scale */
    set(v) {
        const size = length(v);
        this.group.visible = size > 1e-6;
        if (!this.group.visible) {
            return;
        }
        const head = Math.min(this.radius * 8, size * 0.6);
        const shaft = Math.max(size - head, 1e-6);
        this.shaft.scale.set(1, shaft, 1);
        this.shaft.position.y = shaft / 2;
        this.head.scale.setScalar(head / (this.radius * 8));
        this.head.position.y = size - head / 2;
        this.group.quaternion.setFromUnitVectors(UP, new Vector3(...v).normalize());
    }
}

export class Figure {
    /** @param {{letter: string, colour: string, thick: boolean}} style @param {boolean} ghost */
    constructor(style, ghost = false) {
        this.style = style;
        this.group = new Group();
        this.body = new Group();
        this.group.add(this.body);
        this.faces = new MeshStandardMaterial({
            color: style.colour,
            vertexColors: true,
            roughness: 0.42,
            metalness: 0.02,
            transparent: true,
            opacity: ghost ? 0.16 : 0.92,
            depthWrite: !ghost,
        });
        this.box = new Mesh(shaded(new BoxGeometry(1, 1, 1), () => 1), this.faces);
        this.box.castShadow = !ghost;
        this.box.receiveShadow = !ghost;
        const edge = new Color(style.colour).lerp(new Color(ghost ? '#ffffff' : '#10151c'), 0.45);
        const edgeMaterial = new MeshStandardMaterial({
            color: edge,
            roughness: 0.6,
            transparent: ghost,
            opacity: ghost ? 0.55 : 1,
        });
        this.edges = new InstancedMesh(
            new CylinderGeometry(1, 1, 1, 10),
            edgeMaterial,
            EDGES.length,
        );
        this.knobs = new InstancedMesh(new SphereGeometry(1, 14, 10), edgeMaterial, 8);
        this.edges.frustumCulled = this.knobs.frustumCulled = false;
        this.body.add(this.box, this.edges, this.knobs);
        this.addDisc(edgeMaterial, ghost);
        /** @type {Record<string, Arrow>} */
        this.arrows = {};
        if (!ghost) {
            this.sprite = letterSprite(style.letter, style.colour);
            this.group.add(this.sprite);
            this.addArrows(style.thick ? 0.026 : 0.014);
        }
        this.shape = '';
    }

    /** A disc on a stem with a bead at its rim and a line along its axis, in place of the cuboid.
     * @param {MeshStandardMaterial} dark @param {boolean} ghost */
    addDisc(dark, ghost) {
        this.disc = new Group();
        const wheel = shaded(new CylinderGeometry(1, 1, 1, 64), (x, z) =>
            Math.floor((Math.atan2(z, x) / Math.PI + 1) * (SECTORS / 2)) % 2 ? DARK : 1,
        );
        const stem = new CylinderGeometry(1, 1, 1, 24);
        const tip = new ConeGeometry(1, 1, 24);
        this.wheel = new Mesh(wheel, this.faces);
        this.stem = new Mesh(stem, dark);
        this.tip = new Mesh(tip, dark);
        this.bead = new Mesh(new SphereGeometry(1, 20, 14), dark);
        const line = new MeshBasicMaterial({ color: '#8c97a6', transparent: true, opacity: 0.7 });
        this.axis = new Mesh(stem, line);
        for (const part of [this.wheel, this.stem, this.tip, this.axis]) {
            part.rotation.x = Math.PI / 2;
        }
        for (const part of [this.wheel, this.stem, this.tip, this.bead]) {
            part.castShadow = !ghost;
        }
        this.disc.add(this.wheel, this.stem, this.tip, this.bead, this.axis);
        this.body.add(this.disc);
    }

    /** The cylinder with the mass, the centre and the moments of the cuboid has its height and
     * the radius sqrt(4/3) C_N; the stem weighs nothing. @param {number[]} edges
     * @param {number[]} fixed in half edges */
    shapeDisc([CN, , CT], fixed) {
        const { wheel, stem, tip, bead, axis } = this;
        if (!wheel || !stem || !tip || !bead || !axis) {
            return;
        }
        const radius = Math.sqrt(4 / 3) * CN;
        const middle = -fixed[2] * CT;
        const top = middle + Math.sign(middle || 1) * (CT + 0.35 * radius);
        wheel.scale.set(radius, 2 * CT, radius);
        wheel.position.z = middle;
        stem.scale.set(0.07 * radius, Math.abs(top), 0.07 * radius);
        stem.position.z = top / 2;
        tip.scale.set(0.12 * radius, 0.3 * Math.abs(middle), 0.12 * radius);
        tip.rotation.x = middle < 0 ? Math.PI / 2 : -Math.PI / 2;
        tip.position.z = 0.15 * middle;
        bead.scale.setScalar(0.11 * radius);
        bead.position.set(0.86 * radius, 0, middle + Math.sign(middle || 1) * CT);
        axis.scale.set(0.012 * radius, 2.2 * Math.abs(top), 0.012 * radius);
        axis.position.z = 1.1 * top;
    }

    /** @param {number} radius */
    addArrows(radius) {
        for (const name of ['m', 'omega', 'torque', 'gravity']) {
            const colour = /** @type {Record<string, string>} */ (VECTORS)[name];
            this.arrows[name] = new Arrow(colour, radius);
            this.group.add(this.arrows[name].group);
        }
        for (const name of ['N', 'B', 'T']) {
            this.arrows[name] = new Arrow(VECTORS.frame, radius * 0.8);
            this.arrows[`axis${name}`] = new Arrow(VECTORS.axes, radius * 0.8);
            this.body.add(this.arrows[name].group, this.arrows[`axis${name}`].group);
        }
        this.centre = new Mesh(
            new SphereGeometry(0.07, 20, 14),
            new MeshStandardMaterial({ color: '#10151c', depthTest: false }),
        );
        this.centre.renderOrder = 4;
        this.body.add(this.centre);
    }

    /** @param {import('../../state/store.js').State} state @param {number} zoom */
    reshape(state, zoom) {
        const width = (this.style.thick ? 0.021 : 0.0095) * state.lines;
        const disc = state.form === 'disc' && state.edges[0] === state.edges[1];
        const key = JSON.stringify([state.edges, state.fixed, zoom, width, disc]);
        if (key === this.shape) {
            return;
        }
        this.shape = key;
        for (const part of [this.box, this.edges, this.knobs]) {
            part.visible = !disc;
        }
        if (this.disc) {
            this.disc.visible = disc;
            this.shapeDisc(state.edges, state.fixed);
        }
        const points = corners(state.edges, state.fixed).map((c) => c.at);
        this.box.scale.set(
            .../** @type {[number, number, number]} */ (
                state.edges.map((/** @type {number} */ c) => 2 * c)
            ),
        );
        const middle = points[0].map((x, i) => (x + points[7][i]) / 2);
        this.box.position.set(middle[0], middle[1], middle[2]);
        const matrix = new Matrix4();
        EDGES.forEach(([a, b], i) => {
            const from = new Vector3(...points[a]);
            const along = new Vector3(...points[b]).sub(from);
            const size = along.length();
            const q = new Quaternion().setFromUnitVectors(UP, along.clone().normalize());
            matrix.compose(
                from.addScaledVector(along, 0.5),
                q,
                new Vector3(width / zoom, size, width / zoom),
            );
            this.edges.setMatrixAt(i, matrix);
        });
        points.forEach((point, i) => {
            matrix.compose(
                new Vector3(...point),
                new Quaternion(),
                new Vector3().setScalar((1.9 * width) / zoom),
            );
            this.knobs.setMatrixAt(i, matrix);
        });
        this.edges.instanceMatrix.needsUpdate = true;
        this.knobs.instanceMatrix.needsUpdate = true;
    }

    /** @param {number[]} q w, x, y, z */
    pose(q) {
        this.body.quaternion.set(q[1], q[2], q[3], q[0]);
    }
}
