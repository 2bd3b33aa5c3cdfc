// SPDX-License-Identifier: MIT
// SI units of a top. The page computes with density 1 and a gravity of its own; how long a unit of
// length is and what the body is made of make it a real one on the Earth.
import { digits } from '../../view/dom.js';
import { length } from '../../view/vec.js';
import { ofMotion } from './theory.js';

/** @typedef {import('../../state/store.js').State} State */

const EARTH = 9.81;

/** One unit of length in m, of mass in kg, of time in s: gravity is that of the Earth; without any, a
 * gravity of 1 would be. @param {State} state */
export function units(state) {
    const metre = state.unitLength / 100;
    return {
        length: metre,
        mass: state.density * metre ** 3,
        time: Math.sqrt(((state.gravity || 1) * metre) / EARTH),
    };
}

/** A time as the page writes it. @param {State} state @param {number} time */
export function timeText(state, time) {
    const text = String(Number(time.toPrecision(12)));
    return state.si ? `${text} = ${digits(time * units(state).time, 5)} s` : text;
}

/** @param {State} state @param {import('./engine.js').Shape} shape
 * @returns {[string, string, string][]} key, name, value */
export function inSI(state, shape) {
    const unit = units(state);
    const energy = unit.mass * (unit.length / unit.time) ** 2;
    const motion = ofMotion(shape);
    const edges = state.edges.map((/** @type {number} */ c) => digits(200 * c * unit.length, 4));
    return [
        ['si-edges', 'edges', `${edges.join(' × ')} cm`],
        ['si-mass', 'mass', `${digits(shape.mass * unit.mass, 4)} kg`],
        ['si-spin', 'turns at', `${digits((length(shape.omega) * 30) / (Math.PI * unit.time), 4)} rpm`],
        ['si-momentum', 'angular momentum', `${digits(length(state.m) * energy * unit.time, 4)} kg m²/s`],
        ['si-energy', 'energy', `${digits(shape.energy * energy, 4)} J`],
        ...(motion
            ? /** @type {[string, string, string][]} */ ([
                  ['si-nutation', 'nods every', `${digits(motion.period * unit.time, 4)} s`],
                  [
                      'si-precession',
                      'goes round once in',
                      `${digits(Math.abs((2 * Math.PI) / motion.rate) * unit.time, 4)} s`,
                  ],
              ])
            : []),
        ['si-time', 'one unit of time', `${digits(unit.time, 4)} s`],
    ];
}
