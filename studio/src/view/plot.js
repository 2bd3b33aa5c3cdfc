// SPDX-License-Identifier: MIT
// One diagram (uPlot): curves with their own abscissae, axes with labels, a legend, and the values
// under the pointer. A diagram with nothing in it says so.
import uPlot from 'uplot';
import { byId, digits, element } from './dom.js';
import { decades, power, tick } from './marks.js';
import { thinned } from './thin.js';

/** @typedef {import('./thin.js').Curve} Curve */
/**
 * @typedef {object} PlotOptions
 * @property {boolean} [log] both axes logarithmic
 * @property {boolean} [logY] magnitudes on a logarithmic vertical axis
 * @property {number} [least] the vertical axis spans at least this
 * @property {boolean} [fill] as high as its box, instead of a fixed height
 * @property {string} [empty] the words while there is nothing to show
 */

/** Points of a curve per pixel of the plot: with more, their lines become blocks. */
const DENSE = 1.5;
const FEWEST = 400;
const HEIGHT = 212;
const LEGEND = 40;
const LOWEST = 96;
/** Rows to either side in which a curve is looked for at the pointer. */
const REACH = 40;
/** Of the words along the axes, px. */
const FONT = 11;
const AXIS = 34;
const EDGE = 22;
/** Width of a digit, room beside the longest number, least width of the vertical axis. */
const DIGIT = 6.5;
const BESIDE = 20;
const NARROW = 56;
/** Least room between marks of the vertical axis: for so many gaps, within these pixels. With 7 gaps
 * wished for, at least three marks are there, since steps of marks grow by a factor of 2 at most. */
const GAPS = 7;
const CLOSE = 12;
const APART = 30;

/** Without sign, and nothing where it is zero. @param {ReturnType<typeof thinned>} curve */
const magnitudes = (curve) => ({
    ...curve,
    y: curve.y.map((v) => (v === null || v === 0 ? null : Math.abs(v))),
});

/**
 * One table for curves with different abscissae.
 * @param {{x: number[], y: (number|null)[]}[]} curves
 */
function joined(curves) {
    if (curves.length === 0) {
        return [[]];
    }
    return curves.length === 1
        ? [curves[0].x, curves[0].y]
        : uPlot.join(/** @type {any} */ (curves.map((c) => [c.x, c.y])));
}

/** The value of a curve nearest to a row. @param {ArrayLike<number | null>} y @param {number} i */
function nearest(y, i) {
    for (let k = 0; k <= REACH; k++) {
        const value = y[i - k] ?? y[i + k];
        if (value !== null && value !== undefined) {
            return value;
        }
    }
    return null;
}

/** Values under the pointer, in a small box beside it. @param {Plot} owner */
function pointerValues(owner) {
    const box = element('div', { class: 'plot-values', 'aria-hidden': 'true' });
    box.hidden = true;
    return {
        hooks: {
            init: (/** @type {any} */ u) => {
                u.over.append(box);
                u.root.querySelector('.u-legend')?.setAttribute('role', 'presentation');
            },
            setCursor: (/** @type {any} */ u) => {
                const { left, idx } = u.cursor;
                const rows = (idx === null || idx === undefined ? [] : owner.curves).flatMap(
                    (curve, k) => {
                        const value = nearest(u.data[k + 1] ?? [], idx);
                        const mark = element('i');
                        mark.style.background = curve.colour;
                        return value === null
                            ? []
                            : [element('div', {}, mark, `${curve.label}: ${digits(value, 5)}`)];
                    },
                );
                box.hidden = rows.length === 0 || left < 0;
                if (box.hidden) {
                    return;
                }
                const at = `${owner.labels[0]} = ${digits(u.data[0][idx], 5)}`;
                box.replaceChildren(element('b', {}, at), ...rows);
                const right = left > u.over.clientWidth / 2;
                box.style.left = right ? '' : `${left + 12}px`;
                box.style.right = right ? `${u.over.clientWidth - left + 12}px` : '';
            },
        },
    };
}

export class Plot {
    /** @param {string} id @param {string} xLabel @param {string} yLabel
     * @param {PlotOptions} [options] */
    constructor(id, xLabel, yLabel, options = {}) {
        this.box = byId(id);
        this.labels = [xLabel, yLabel];
        this.options = options;
        this.shape = '';
        /** @type {uPlot | null} */
        this.plot = null;
        /** What is written along the axes. @type {string[][]} */
        this.marks = [[], []];
        /** As they are drawn. @type {ReturnType<typeof thinned>[]} */
        this.curves = [];
    }

    /** @param {Curve[]} curves */
    set(curves) {
        const most = Math.max(FEWEST, DENSE * this.box.clientWidth);
        const parts = curves.map((c) => thinned(c, most)).map((c) => (this.options.logY ? magnitudes(c) : c));
        this.curves = parts;
        if (this.box.clientWidth < 60) {
            return;
        }
        const drawn = parts.some((c) => c.points || c.y.filter((v) => v !== null).length > 1);
        this.box.dataset.empty = drawn ? '' : (this.options.empty ?? 'Nothing to show yet.');
        if (!drawn) {
            this.plot?.destroy();
            this.plot = null;
            this.shape = '';
            return;
        }
        const shape = JSON.stringify([
            curves.map((c) => [c.label, c.colour, c.dash]),
            this.labels,
            this.options.logY,
            this.box.clientWidth,
            this.height(),
            document.documentElement.dataset.theme,
        ]);
        const data = /** @type {any} */ (joined(parts));
        if (shape !== this.shape) {
            this.shape = shape;
            this.plot?.destroy();
            this.plot = new uPlot(this.setup(curves), data, this.box);
        } else {
            this.plot?.setData(data);
        }
    }

    height() {
        const room = this.box.clientHeight - LEGEND * this.enlarged;
        return this.options.fill ? Math.max(LOWEST, room) : HEIGHT;
    }

    /** How many times larger words are: a presentation enlarges them, but not the pixels of a plot. */
    get enlarged() {
        return Number(getComputedStyle(this.box).getPropertyValue('--enlarged')) || 1;
    }

    /** @param {Curve[]} curves @returns {any} */
    setup(curves) {
        return {
            width: this.box.clientWidth,
            height: this.height(),
            scales: this.scales(),
            axes: this.axes(),
            cursor: { drag: { x: false, y: false }, y: false },
            legend: { live: false },
            plugins: [pointerValues(this)],
            pxAlign: 0,
            // the last mark of the time is not cut off
            padding: [null, EDGE * this.enlarged, null, null],
            series: [
                { label: this.labels[0] },
                ...curves.map((c) => ({
                    label: c.label,
                    stroke: c.colour,
                    width: (c.width ?? 1.6) * this.enlarged,
                    dash: c.dash,
                    spanGaps: true,
                    pxAlign: 0,
                    points: { show: c.points ?? false, size: 7, fill: c.colour },
                })),
            ],
        };
    }

    axes() {
        const style = getComputedStyle(document.documentElement);
        const stroke = style.getPropertyValue('--soft');
        const { log, logY } = this.options;
        const powers = (/** @type {number} */ i) => Boolean(log || (logY && i === 1));
        const filter = (/** @type {number} */ i) => (powers(i) ? { filter: decades } : {});
        const grid = (/** @type {number} */ i) => ({
            stroke: style.getPropertyValue('--line'),
            width: 1,
            ...filter(i),
        });
        const k = this.enlarged;
        const font = `${FONT * k}px system-ui`;
        const write = (/** @type {number} */ i) => (powers(i) ? power : tick);
        const wide = (/** @type {any} */ _, /** @type {string[] | null} */ marks) =>
            k * Math.max(NARROW, BESIDE + DIGIT * Math.max(0, ...(marks ?? []).map((s) => s.length)));
        const space = (
            /** @type {any} */ _u,
            /** @type {number} */ _i,
            /** @type {number} */ _a,
            /** @type {number} */ _b,
            /** @type {number} */ size,
        ) => k * Math.max(CLOSE, Math.min(APART, size / k / GAPS));
        return [AXIS * k, wide].map((size, i) => ({
            ...(i === 1 && !powers(1) ? { space } : {}),
            label: this.labels[i],
            stroke,
            grid: grid(i),
            size,
            ticks: grid(i),
            ...filter(i),
            labelSize: 18 * k,
            font,
            labelFont: font,
            values: (
                /** @type {any} */ _,
                /** @type {(number|null)[]} */ list,
                /** @type {number} */ _axis,
                /** @type {number} */ _space,
                /** @type {number} */ gap,
            ) => {
                this.marks[i] = list.map((x) => (x === null ? '' : write(i)(x, gap)));
                return this.marks[i];
            },
        }));
    }

    /** Automatic ranges with a margin of 5 %. */
    scales() {
        if (this.options.log) {
            return { x: { distr: 3, time: false }, y: { distr: 3, time: false } };
        }
        const from = (/** @type {any} */ _, /** @type {number} */ a, /** @type {number} */ b) => [
            a,
            b > a ? a + 1.05 * (b - a) : a + 1,
        ];
        const around = (/** @type {any} */ _, /** @type {number} */ a, /** @type {number} */ b) => {
            const lack = Math.max(0, (this.options.least ?? 0) - (b - a)) / 2;
            const room = 0.05 * (b - a || Math.abs(b) || 1) + lack;
            return [a - room, b + room];
        };
        const y = this.options.logY ? { distr: 3, time: false } : { time: false, range: around };
        return { x: { time: false, range: from }, y };
    }

    /** The last point of each curve. */
    ends() {
        return Object.fromEntries(
            this.curves.map((c) => [c.label, [c.x[c.x.length - 1], c.y[c.y.length - 1]]]),
        );
    }
}
