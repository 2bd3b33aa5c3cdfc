// SPDX-License-Identifier: MIT
// A result of `lento sweep` in a dialog: a map over two axes, a line over one; the measure is
// chosen, the values are under the pointer. Cells that have no value are hatched.
import { levels, readChart } from './chart-file.js';
import { byId, digits, element } from './dom.js';

/** @typedef {import('./chart-file.js').Chart} Chart */

const WIDE = 640;
const HIGH = 440;
const ROOM = { left: 78, right: 92, top: 14, bottom: 52 };
const FONT = '12px system-ui';
const MARKS = 5;
/** Dark to light, told apart without colours, too. */
const RAMP = [
    [48, 18, 92],
    [44, 92, 140],
    [34, 148, 134],
    [134, 200, 74],
    [250, 230, 60],
];
/** Cells with these words have a value that counts. */
const GOOD = ['done', 'filled'];

/** @param {number} part 0 to 1 */
function colour(part) {
    const at = Math.max(0, Math.min(1, part)) * (RAMP.length - 1);
    const i = Math.min(RAMP.length - 2, Math.floor(at));
    const mix = RAMP[i].map((a, k) => Math.round(a + (at - i) * (RAMP[i + 1][k] - a)));
    return `rgb(${mix.join()})`;
}

/** Four digits at most. @param {number} x */
const short = (x) =>
    (x !== 0 && Math.abs(x) < 1e-3 ? x.toExponential(2) : String(Number(x.toPrecision(4)))).replace(
        /-/g,
        '−',
    );

/** Values along an axis, evenly spaced by their logarithm? @param {number[]} list */
function logarithmic(list) {
    const n = list.length;
    if (n < 3 || !(list[0] > 0)) {
        return false;
    }
    const even = list[1] - list[0];
    const ratio = list[1] / list[0];
    const last = list[n - 1] / list[n - 2];
    return Math.abs(last / ratio - 1) < 1e-6 && Math.abs((list[n - 1] - list[n - 2]) / even - 1) > 1e-6;
}

class View {
    /** @param {Chart} chart */
    constructor(chart) {
        this.chart = chart;
        this.canvas = byId('chart-canvas');
        this.measure = chart.measures[0];
        /** Rows of the plane by their place. @type {Map<number, number>} */
        this.rows = new Map();
        this.box = [0, 0, 1, 1];
        this.colours = { ink: '', line: '' };
        this.x = (/** @type {number} */ v) => v;
        const values = chart.axes.map((name) => levels(chart.columns[name]));
        const rows = chart.columns.status.length;
        /** @type {'map' | 'line'} */
        this.kind = chart.axes.length > 1 && values[0].length * values[1].length <= rows ? 'map' : 'line';
        const order = this.kind === 'map' ? [0, 1] : [0];
        this.axes = order.map((i) => ({
            name: chart.axes[i],
            values: values[i],
            log: logarithmic(values[i]),
        }));
        /** Other axes: one plane of them is shown. */
        this.rest = chart.axes.slice(this.axes.length).map((name) => [name, chart.columns[name][0]]);
        this.find();
    }

    find() {
        const { columns } = this.chart;
        const place = this.axes.map((axis) => new Map(axis.values.map((v, i) => [v, i])));
        const wide = this.axes[0].values.length;
        for (let row = 0; row < columns.status.length; row++) {
            if (this.rest.every(([name, v]) => columns[name][row] === v)) {
                const at = this.axes.map((axis, i) => place[i].get(columns[axis.name][row]) ?? 0);
                this.rows.set(at[0] + wide * (at[1] ?? 0), row);
            }
        }
    }

    /** @param {number} i @param {number} j @returns {number} */
    row(i, j) {
        return this.rows.get(i + this.axes[0].values.length * j) ?? -1;
    }

    /** @param {number} row */
    value(row) {
        return row < 0 ? NaN : this.chart.columns[this.measure][row];
    }

    range() {
        const list = Array.from(this.rows.values(), (row) => this.value(row)).filter(Number.isFinite);
        const low = list.reduce((a, b) => Math.min(a, b), Infinity);
        const high = list.reduce((a, b) => Math.max(a, b), -Infinity);
        return low > high ? [0, 1] : [low, high > low ? high : low + 1];
    }

    draw() {
        const ratio = window.devicePixelRatio || 1;
        this.canvas.width = WIDE * ratio;
        this.canvas.height = HIGH * ratio;
        this.ink = this.canvas.getContext('2d');
        this.ink.setTransform(ratio, 0, 0, ratio, 0, 0);
        const style = getComputedStyle(document.documentElement);
        this.colours = { ink: style.getPropertyValue('--ink'), line: style.getPropertyValue('--soft') };
        this.ink.font = FONT;
        this.box = [ROOM.left, ROOM.top, WIDE - ROOM.left - ROOM.right, HIGH - ROOM.top - ROOM.bottom];
        if (this.kind === 'map') {
            this.map();
        } else {
            this.line();
        }
        const good = (/** @type {number} */ s) => GOOD.includes(this.chart.states[s]);
        const counts = Array.from(this.chart.columns.status).filter((s) => !good(s)).length;
        const plane = this.rest.map(([name, v]) => `; ${name} = ${digits(/** @type {number} */ (v), 5)}`);
        const cells = this.chart.columns.status.length;
        byId('chart-note').textContent = `${cells} cells, ${counts} of them not done${plane.join('')}`;
    }

    map() {
        const [x0, y0, w, h] = this.box;
        const [nx, ny] = this.axes.map((axis) => axis.values.length);
        const [low, high] = this.range();
        this.ink.save();
        this.ink.beginPath();
        this.ink.rect(x0, y0, w, h);
        this.ink.clip();
        for (let j = ny - 1; j >= 0; j--) {
            for (let i = 0; i < nx; i++) {
                const v = this.value(this.row(i, j));
                const part = (v - low) / (high - low);
                const at = [x0 + (w * i) / nx, y0 + h - (h * (j + 1)) / ny];
                this.ink.fillStyle = Number.isFinite(v) ? colour(part) : this.colours.line;
                this.ink.globalAlpha = Number.isFinite(v) ? 1 : 0.25;
                this.ink.fillRect(
                    Math.floor(at[0]),
                    Math.floor(at[1]),
                    Math.ceil(w / nx) + 1,
                    Math.ceil(h / ny) + 1,
                );
            }
        }
        this.ink.restore();
        this.marks(this.axes[0], (k) => [x0 + (w * (k + 0.5)) / nx, y0 + h + 16], 'center');
        this.marks(this.axes[1], (k) => [x0 - 8, y0 + h - (h * (k + 0.5)) / ny + 4], 'right');
        this.names(this.label(this.axes[0].name), this.label(this.axes[1].name));
        for (let k = 0; k < h; k++) {
            this.ink.fillStyle = colour(1 - k / h);
            this.ink.fillRect(x0 + w + 12, y0 + k, 14, 1.5);
        }
        this.text(short(high), x0 + w + 30, y0 + 10, 'left');
        this.text(short(low), x0 + w + 30, y0 + h, 'left');
    }

    line() {
        const [x0, y0, w, h] = this.box;
        const axis = this.axes[0];
        const [low, high] = this.range();
        const f = axis.log ? Math.log : (/** @type {number} */ x) => x;
        const a = f(axis.values[0]);
        const b = f(axis.values[axis.values.length - 1]);
        this.x = (/** @type {number} */ v) => x0 + (w * (f(v) - a)) / (b - a || 1);
        const y = (/** @type {number} */ v) => y0 + h - (h * (v - low)) / (high - low);
        this.ink.strokeStyle = this.colours.line;
        this.ink.strokeRect(x0, y0, w, h);
        this.ink.strokeStyle = this.ink.fillStyle = this.colours.ink;
        this.ink.beginPath();
        let on = false;
        axis.values.forEach((v, i) => {
            const value = this.value(this.row(i, 0));
            const good = Number.isFinite(value);
            if (good) {
                this.ink[on ? 'lineTo' : 'moveTo'](this.x(v), y(value));
            }
            on = good;
        });
        this.ink.stroke();
        this.marks(axis, (k) => [this.x(axis.values[k]), y0 + h + 16], 'center');
        for (let k = 0; k <= 4; k++) {
            const v = low + ((high - low) * k) / 4;
            this.text(short(v), x0 - 8, y(v) + 4, 'right');
        }
        this.names(this.label(axis.name), this.label(this.measure));
    }

    /** @param {{name: string, values: number[]}} axis @param {(k: number) => number[]} place
     * @param {string} align */
    marks(axis, place, align) {
        const n = axis.values.length;
        const count = Math.min(MARKS, n);
        for (let m = 0; m < count; m++) {
            const k = count > 1 ? Math.round(((n - 1) * m) / (count - 1)) : 0;
            const [x, y] = place(k);
            this.text(short(axis.values[k]), x, y, align);
        }
    }

    /** @param {string} x @param {string} y */
    names(x, y) {
        const [x0, y0, w, h] = this.box;
        this.text(x, x0 + w / 2, y0 + h + 40, 'center');
        this.ink.save();
        this.ink.translate(14, y0 + h / 2);
        this.ink.rotate(-Math.PI / 2);
        this.text(y, 0, 0, 'center');
        this.ink.restore();
    }

    /** @param {string} words @param {number} x @param {number} y @param {string} align */
    text(words, x, y, align) {
        this.ink.fillStyle = this.colours.ink;
        this.ink.textAlign = align;
        this.ink.fillText(words, x, y);
    }

    /** With its unit. @param {string} name */
    label(name) {
        return this.chart.units[name] ? `${name} [${this.chart.units[name]}]` : name;
    }

    /** The words for a place of the picture. @param {number} px @param {number} py */
    at(px, py) {
        const [x0, y0, w, h] = this.box;
        const [nx, ny] = [this.axes[0].values.length, this.axes[1]?.values.length ?? 1];
        let i = Math.floor(((px - x0) / w) * nx);
        const j = this.kind === 'map' ? Math.floor(((y0 + h - py) / h) * ny) : 0;
        if (this.kind === 'line') {
            const far = this.axes[0].values.map((v) => Math.abs(this.x(v) - px));
            i = far.indexOf(Math.min(...far));
        }
        const row = i >= 0 && j >= 0 && i < nx && j < ny ? this.row(i, j) : -1;
        if (row < 0) {
            return '';
        }
        const { columns } = this.chart;
        const where = this.axes.map((axis) => `${axis.name} = ${digits(columns[axis.name][row], 6)}`);
        const status = columns.status[row];
        const state = status === 0 ? '' : ` (${this.chart.states[status] ?? `status ${status}`})`;
        return `${where.join(', ')}: ${this.measure} = ${digits(this.value(row), 7)}${state}`;
    }
}

/** Opens the dialog, or throws an Error with a sentence. @param {string} name
 * @param {ArrayBuffer} buffer */
export function openChart(name, buffer) {
    const view = new View(readChart(name, buffer));
    const choice = byId('chart-measure');
    choice.replaceChildren(...view.chart.measures.map((m) => element('option', { value: m }, m)));
    byId('chart-title').textContent = view.chart.title;
    byId('chart-value').textContent = ' ';
    choice.onchange = () => {
        view.measure = choice.value;
        view.draw();
    };
    view.canvas.onpointermove = (/** @type {PointerEvent} */ e) => {
        const box = view.canvas.getBoundingClientRect();
        const scale = WIDE / box.width;
        const words = view.at((e.clientX - box.left) * scale, (e.clientY - box.top) * scale);
        byId('chart-value').textContent = words || ' ';
    };
    byId('chart').showModal();
    view.draw();
}
