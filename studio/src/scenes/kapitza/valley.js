// SPDX-License-Identifier: MIT
// The effective potential of the slow motion of one rod: the energy of the averaged pendulum at rest,
// with the pendulum as a ball in it, the energy line, and the basin of the upright position shaded. Of
// several rods: the speed of the vibration that each of their modes needs.
import { byId, svg } from '../../view/dom.js';

const WIDTH = 360;
const HEIGHT = 220;
const EDGE = 26;
const POINTS = 240;

export class Valley {
    constructor() {
        this.picture = svg('svg', {
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
            role: 'img',
        });
        this.basin = svg('path', { class: 'basin' });
        this.curve = svg('path', { class: 'curve' });
        this.energy = svg('line', { class: 'energy', x1: String(EDGE), x2: String(WIDTH - 8) });
        this.ball = svg('ellipse', { class: 'ball', rx: '7', ry: '7' });
        this.title = svg('text', { x: String(EDGE), y: '16' });
        this.foot = svg('text', { x: String(WIDTH / 2), y: String(HEIGHT - 6), class: 'middle' });
        this.ends = ['−π', 'π'].map((words, i) => {
            const end = svg('text', { x: String(i ? WIDTH - 8 : EDGE), y: String(HEIGHT - 6), class: 'middle' });
            end.textContent = words;
            return end;
        });
        this.modes = svg('g', {});
        this.picture.append(this.modes, this.basin, this.curve, this.energy, this.ball, this.title, this.foot, ...this.ends);
        byId('valley').append(this.picture);
        /** @type {{x: number[], V: number[], lowest: number, highest: number} | null} */
        this.shape = null;
    }

    /** @param {((angle: number) => number) | null} potential of an angle; null: there is none
     * @param {number} edge of the basin */
    set(potential, edge) {
        this.shape = null;
        for (const part of [this.basin, this.curve, this.energy, this.ball, ...this.ends]) {
            part.setAttribute('visibility', potential ? 'visible' : 'hidden');
        }
        this.title.textContent = potential
            ? 'effective potential: the ball rolls slowly'
            : '';
        this.foot.textContent = potential
            ? edge > 0
                ? `shaded: it stands, |angle| < ${edge.toFixed(3)} rad`
                : 'no valley at the top: it falls'
            : '';
        if (!potential) {
            return;
        }
        const x = Array.from({ length: POINTS + 1 }, (_, i) => -Math.PI + (2 * Math.PI * i) / POINTS);
        const V = x.map(potential);
        this.shape = { x, V, lowest: Math.min(...V), highest: Math.max(...V) };
        const point = (/** @type {number} */ a, /** @type {number} */ v) =>
            `${this.across(a).toFixed(1)} ${this.up(v).toFixed(1)}`;
        this.curve.setAttribute('d', `M${x.map((a, i) => point(a, V[i])).join('L')}`);
        const inside = x.filter((a) => Math.abs(a) < edge);
        const rim = potential(edge);
        const list = [-edge, ...inside, edge].map((a) => point(a, potential(a)));
        this.basin.setAttribute('d', edge > 0 ? `M${list.join('L')}L${point(edge, rim)}Z` : '');
        this.picture.setAttribute(
            'aria-label',
            `effective potential of the slow motion; ${this.foot.textContent}`,
        );
    }

    /** Several rods: what each mode needs to be held up, instead of a potential of one angle.
     * @param {number[]} needs speeds of the vibration @param {number} speed the present one */
    say(needs, speed) {
        this.modes.replaceChildren();
        if (needs.length === 0) {
            return;
        }
        const far = 1.1 * Math.max(speed, ...needs);
        const at = (/** @type {number} */ v) => EDGE + (v / far) * (WIDTH - EDGE - 24);
        const down = (HEIGHT - 76) / needs.length;
        const add = (/** @type {string} */ tag, /** @type {Record<string, string>} */ about, words = '') => {
            const part = svg(tag, about);
            part.textContent = words;
            this.modes.append(part);
        };
        add('text', { x: String(EDGE), y: '16' }, 'the speed v that each mode of the rods needs (m/s)');
        needs.forEach((v, i) => {
            const y = 32 + i * down;
            const held = v < speed ? 'held' : 'free';
            add('rect', { class: held, x: String(EDGE), y: String(y), rx: '3', width: String(at(v) - EDGE), height: String(0.55 * down) });
            add('text', { x: String(at(v) + 6), y: String(y + 0.275 * down + 4) }, v.toFixed(3));
        });
        const x = String(at(speed));
        add('line', { class: 'energy', x1: x, x2: x, y1: '26', y2: String(HEIGHT - 40) });
        add('text', { x, y: String(HEIGHT - 26), class: 'middle' }, `v = ${Number(speed.toPrecision(4))}`);
        const all = needs.every((v) => v < speed);
        const foot = all ? 'all are held: it stands near the upright' : 'a mode is not held: it falls';
        add('text', { x: String(WIDTH / 2), y: String(HEIGHT - 6), class: 'middle' }, foot);
        this.picture.setAttribute('aria-label', `speeds that the modes need: ${needs.map((v) => v.toFixed(3)).join(', ')}; ${foot}`);
    }

    /** @param {number} a */
    across(a) {
        return EDGE + ((a + Math.PI) / (2 * Math.PI)) * (WIDTH - EDGE - 8);
    }

    /** @param {number} v */
    up(v) {
        const { lowest, highest } = /** @type {NonNullable<typeof this.shape>} */ (this.shape);
        const span = highest - lowest || 1;
        return HEIGHT - EDGE - ((v - lowest) / span) * (HEIGHT - 2 * EDGE - 8);
    }

    /** @param {number} angle @param {number} height V there @param {number} level the energy */
    show(angle, height, level) {
        if (!this.shape) {
            return;
        }
        const short = Math.atan2(Math.sin(angle), Math.cos(angle));
        this.ball.setAttribute('cx', this.across(short).toFixed(1));
        this.ball.setAttribute('cy', (this.up(height) - 7).toFixed(1));
        const y = Math.max(20, this.up(level)).toFixed(1);
        this.energy.setAttribute('y1', y);
        this.energy.setAttribute('y2', y);
    }
}
