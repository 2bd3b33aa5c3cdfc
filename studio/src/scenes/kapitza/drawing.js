// SPDX-License-Identifier: MIT
// One drawn pendulum of up to four rods on its pivot. Its bobs can be dragged with mouse, pen or
// finger, and the arrow keys kick it.
import { svg } from '../../view/dom.js';

/** Length of the whole drawn pendulum. */
const ARM = 132;
/** The pivot's motion is drawn at least so large, and not larger than LIFT. */
const LIFT = 16;
const MOST_RODS = 4;
/** How near a bob must be pressed. */
const REACH = 34;

/** Corners of the drawn pendulum, from the pivot on. @param {number[]} angles @param {number} n
 * @param {number} lift of the pivot, downwards */
export function places(angles, n, lift) {
    const list = [{ x: 0, y: lift }];
    for (let i = 0; i < n; i++) {
        const { x, y } = list[i];
        const arm = ARM / n;
        list.push({ x: x + arm * Math.sin(angles[i]), y: y - arm * Math.cos(angles[i]) });
    }
    return list;
}

/** The drawn height of the pivot. @param {number} shake -1 to 1 */
export const liftOf = (shake) => -LIFT * shake;

/**
 * @typedef {object} Touch
 * @property {(rod: number, angle: number) => void} drag a bob is moved so that its rod has this angle
 * @property {() => void} drop
 * @property {() => void} give the drag is given up
 * @property {(side: number) => void} kick -1 left, 1 right
 */

export class Drawing {
    /** @param {Element} box @param {string} colour @param {string} title @param {Touch} touch */
    constructor(box, colour, title, touch) {
        this.touch = touch;
        this.rods = 1;
        this.places = places([0], 1, 0);
        this.picture = svg('svg', {
            viewBox: '-170 -170 340 340',
            role: 'img',
            tabindex: '0',
            'aria-label': `${title}: drag the bob, or kick it with the arrow keys`,
        });
        this.blur = svg('rect', {
            x: '-26',
            width: '52',
            y: String(-LIFT - 5),
            height: String(2 * LIFT + 10),
            rx: '6',
            class: 'blur',
        });
        this.lines = Array.from({ length: MOST_RODS }, () =>
            svg('line', { stroke: colour, 'stroke-width': '5', class: 'rod' }),
        );
        this.bobs = Array.from({ length: MOST_RODS }, () => svg('circle', { fill: colour }));
        this.pivot = svg('rect', { x: '-22', width: '44', height: '12', rx: '4', class: 'pivot' });
        this.picture.append(
            svg('line', { y1: '-155', y2: '155', class: 'upright' }),
            this.blur,
            ...this.lines,
            ...this.bobs,
            this.pivot,
        );
        box.append(this.picture);
        this.listen();
    }

    /** @param {number[]} angles @param {number} n @param {number} lift @param {boolean} shaking */
    show(angles, n, lift, shaking) {
        this.rods = n;
        this.places = places(angles, n, lift);
        const set = (/** @type {Element} */ node, /** @type {Record<string, number>} */ values) => {
            for (const [name, value] of Object.entries(values)) {
                node.setAttribute(name, value.toFixed(2));
            }
        };
        this.blur.setAttribute('visibility', shaking ? 'visible' : 'hidden');
        set(this.pivot, { y: lift - 6 });
        for (let i = 0; i < MOST_RODS; i++) {
            const shown = i < n ? 'visible' : 'hidden';
            this.lines[i].setAttribute('visibility', shown);
            this.bobs[i].setAttribute('visibility', shown);
            if (i < n) {
                const [a, b] = [this.places[i], this.places[i + 1]];
                set(this.lines[i], { x1: a.x, y1: a.y, x2: b.x, y2: b.y });
                set(this.bobs[i], { cx: b.x, cy: b.y, r: n > 1 ? 11 : 15 });
            }
        }
    }

    /** A place of the pointer in the drawing. @param {PointerEvent} e */
    at(e) {
        const matrix = /** @type {any} */ (this.picture).getScreenCTM().inverse();
        return new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix);
    }

    listen() {
        let rod = -1;
        const { picture, touch } = this;
        const turn = (/** @type {PointerEvent} */ e) => {
            const p = this.at(e);
            const { x, y } = this.places[rod];
            touch.drag(rod, Math.atan2(p.x - x, y - p.y));
        };
        const on = (/** @type {string} */ name, /** @type {(e: any) => void} */ deed) =>
            picture.addEventListener(name, deed);
        on('pointerdown', (e) => {
            const p = this.at(e);
            const away = this.places
                .slice(1, this.rods + 1)
                .map((b) => Math.hypot(b.x - p.x, b.y - p.y));
            const nearest = away.indexOf(Math.min(...away));
            if (e.button === 0 && away[nearest] < REACH) {
                rod = nearest;
                picture.setPointerCapture(e.pointerId);
                turn(e);
            }
        });
        on('pointermove', (e) => rod >= 0 && turn(e));
        on('pointerup', () => {
            if (rod >= 0) {
                rod = -1;
                touch.drop();
            }
        });
        on('pointercancel', () => {
            rod = -1;
            touch.give();
        });
        on('keydown', (e) => {
            if (e.key === 'Escape' && rod >= 0) {
                rod = -1;
                touch.give();
            } else if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') {
                e.preventDefault();
                touch.kick(e.key === 'ArrowLeft' ? -1 : 1);
            }
        });
    }
}
