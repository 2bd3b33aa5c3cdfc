// SPDX-License-Identifier: MIT
// A bar with a rectangular section along a curve: the elastic rod and, very thin, the trace of the
// apex. Its buffers are made once for the longest curve; setting it allocates nothing.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh } from 'three';

const ROOM = 1024;
/** Corners of the section with the normal of the side they belong to: 4 sides of 2 points. */
const SIDES = [
    [1, -1, 1, 0],
    [1, 1, 1, 0],
    [1, 1, 0, 1],
    [-1, 1, 0, 1],
    [-1, 1, -1, 0],
    [-1, -1, -1, 0],
    [-1, -1, 0, -1],
    [1, -1, 0, -1],
];

/** @typedef {{at: Float64Array, N: Float64Array, B: Float64Array}} Frame a point, and the section */

export class Ribbon {
    /** @param {import('three').Material} material */
    constructor(material) {
        this.geometry = new BufferGeometry();
        /** @type {Frame} */
        this.frame = { at: new Float64Array(3), N: new Float64Array(3), B: new Float64Array(3) };
        this.points = new Float32Array(ROOM * 8 * 3);
        this.normals = new Float32Array(ROOM * 8 * 3);
        this.colours = new Float32Array(ROOM * 8 * 4).fill(1);
        const colour = new BufferAttribute(this.colours, 4);
        colour.setUsage(DynamicDrawUsage);
        this.geometry.setAttribute('color', colour);
        const index = new Uint16Array((ROOM - 1) * 24);
        let k = 0;
        for (let i = 0; i + 1 < ROOM; i++) {
            for (let side = 0; side < 4; side++) {
                const a = 8 * i + 2 * side;
                index.set([a, a + 1, a + 8, a + 1, a + 9, a + 8], k);
                k += 6;
            }
        }
        for (const [name, numbers] of /** @type {[string, Float32Array][]} */ ([
            ['position', this.points],
            ['normal', this.normals],
        ])) {
            const attribute = new BufferAttribute(numbers, 3);
            attribute.setUsage(DynamicDrawUsage);
            this.geometry.setAttribute(name, attribute);
        }
        this.geometry.setIndex(new BufferAttribute(index, 1));
        this.mesh = new Mesh(this.geometry, material);
        this.mesh.frustumCulled = false;
        this.mesh.castShadow = true;
    }

    /** @param {number} n @param {(i: number, frame: Frame) => void} point writes point i
     * @param {number} alongN half width @param {number} alongB half width
     * @param {boolean} [fades] towards its old end, as a tube */
    set(n, point, alongN, alongB, fades = false) {
        const count = Math.min(n, ROOM);
        const { at, N, B } = this.frame;
        let k = 0;
        for (let i = 0; i < count; i++) {
            point(i, this.frame);
            const age = fades ? (i + 1) / count : 1;
            for (let side = 0; side < 8; side++) {
                this.colours[4 * (8 * i + side) + 3] = age;
            }
            for (const [u, v, nu, nv] of SIDES) {
                for (let c = 0; c < 3; c++, k++) {
                    this.points[k] = at[c] + u * alongN * N[c] + v * alongB * B[c];
                    // the normals of corners make a bar look like a tube
                    this.normals[k] = fades ? (u * N[c] + v * B[c]) / Math.SQRT2 : nu * N[c] + nv * B[c];
                }
            }
        }
        this.geometry.setDrawRange(0, Math.max(0, count - 1) * 24);
        this.geometry.attributes.position.needsUpdate = true;
        this.geometry.attributes.normal.needsUpdate = true;
        this.geometry.attributes.color.needsUpdate = true;
    }
}
