// SPDX-License-Identifier: MIT
// Share and keep for Kapitza's pendulum: both curves as CSV, the scene as a picture, and one native
// run per motion.
import { words } from '../../engine.js';
import { places } from './drawing.js';
import { optionsOf, problemOf } from './mechanics.js';
import { COLOUR, FAST, NAME, SLOW, TITLE } from './view.js';

/** @typedef {import('./scene.js').Kapitza} Kapitza */

const KINDS = [FAST, SLOW];
/** Half a drawing, as in the page; the picture is two of them wide with the curves below. */
const HALF = 170;
const PLOT_HEIGHT = 260;
const EDGE = 16;
const SHARPNESS = 2;

/** Both recordings since the last touch, all digits: the angle at the time of a row, and its least and
 * largest value since the row before. @param {Kapitza} kapitza */
export function kapitzaCsv(kapitza) {
    const { parameters } = problemOf(kapitza.state);
    const head = [
        '# Lento studio: Kapitza’s pendulum',
        `# ${words(parameters)}`,
        ...KINDS.map((kind) => `# ${NAME[kind]}: ${words(optionsOf(kapitza.state)[kind])}`),
        'motion,t,angle,lowest,highest',
    ];
    const rows = KINDS.flatMap((kind) => {
        const { t, value, lowest, highest } = kapitza.engine.recording(kind, 0);
        return Array.from(t, (time, i) => [NAME[kind], time, value[i], lowest[i], highest[i]].join(','));
    });
    return `${[...head, ...rows].join('\r\n')}\r\n`;
}

/** What `lento run --recipe` needs for the same two motions; a damped one needs its equations as a file.
 * @param {Kapitza} kapitza */
export function kapitzaRuns(kapitza) {
    const { problem, parameters } = problemOf(kapitza.state);
    return KINDS.map((kind) => ({
        motion: NAME[kind],
        problem: problem.named ?? 'damped',
        ...(problem.text ? { file: 'damped.ode', comment: `damped.ode: ${problem.text}` } : {}),
        parameters,
        method: optionsOf(kapitza.state)[kind],
        until: kapitza.time[kind] || 1,
    }));
}

/** One pendulum about the origin. @param {CanvasRenderingContext2D} pen @param {number} kind
 * @param {Kapitza} kapitza @param {string} ink */
function drawOne(pen, kind, kapitza, ink) {
    const n = kapitza.state.kLinks;
    const corners = places(kapitza.angles(kind), n, 0);
    pen.strokeStyle = pen.fillStyle = COLOUR[kind];
    pen.lineWidth = 5;
    pen.lineCap = 'round';
    pen.beginPath();
    corners.forEach(({ x, y }, i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke();
    for (const { x, y } of corners.slice(1)) {
        pen.beginPath();
        pen.arc(x, y, n > 1 ? 11 : 15, 0, 2 * Math.PI);
        pen.fill();
    }
    pen.fillStyle = '#8c97a6';
    pen.fillRect(-22, -7, 44, 14);
    pen.fillStyle = ink;
    pen.font = '600 15px sans-serif';
    pen.fillText(TITLE[kind], 0, 10 - HALF);
    pen.font = '15px monospace';
    pen.fillText(`t = ${(kapitza.since + kapitza.time[kind]).toFixed(5)} s`, 0, HALF);
}

/** The scene as it is now, as a data URL. @param {Kapitza} kapitza */
export function kapitzaPng(kapitza) {
    const style = getComputedStyle(document.documentElement);
    const canvas = document.createElement('canvas');
    const [width, height] = [4 * HALF + 2 * EDGE, 2 * HALF + PLOT_HEIGHT + 5 * EDGE];
    canvas.width = SHARPNESS * width;
    canvas.height = SHARPNESS * height;
    const pen = canvas.getContext('2d');
    if (!pen) {
        return '';
    }
    pen.scale(SHARPNESS, SHARPNESS);
    pen.fillStyle = style.getPropertyValue('--solid');
    pen.fillRect(0, 0, width, height);
    pen.textAlign = 'center';
    const ink = style.getPropertyValue('--ink');
    for (const kind of KINDS) {
        pen.save();
        pen.translate(EDGE + (2 * kind + 1) * HALF, EDGE + HALF);
        drawOne(pen, kind, kapitza, ink);
        pen.restore();
    }
    const curves = kapitza.view.plot.plot?.ctx.canvas;
    if (curves) {
        const scale = Math.min((4 * HALF) / curves.width, PLOT_HEIGHT / curves.height);
        const [w, h] = [scale * curves.width, scale * curves.height];
        pen.drawImage(curves, (width - w) / 2, height - 2 * EDGE - h, w, h);
    }
    pen.fillStyle = ink;
    pen.font = '11px sans-serif';
    pen.fillText(words(problemOf(kapitza.state).parameters), width / 2, height - 8, width - 2 * EDGE);
    return canvas.toDataURL('image/png');
}
