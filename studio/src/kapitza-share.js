// SPDX-License-Identifier: MIT
// Share and keep for Kapitza's pendulum: both curves as CSV, the scene as a picture, and a recipe
// with one native run per motion.
import { COLOUR, FAST, NAME, places, SLOW, TITLE } from './kapitza-view.js';
import { toLink } from './state.js';

/** @typedef {import('./kapitza.js').Kapitza} Kapitza */
/** @typedef {import('./state.js').State} State */

const KINDS = [FAST, SLOW];
/** Half a drawing, as in the page; the picture is two of them wide with the curves below. */
const HALF = 170;
const PLOT_HEIGHT = 260;
const EDGE = 16;
const SHARPNESS = 2;

/** Both recordings, all digits. @param {Kapitza} kapitza */
export function kapitzaCsv(kapitza) {
    const rows = kapitza
        .curves()
        .flatMap(({ t, angle }, kind) =>
            Array.from(t, (time, i) => `${NAME[kind]},${time},${angle[i]}`),
        );
    return `${['motion,t,angle', ...rows].join('\r\n')}\r\n`;
}

/** What `lento run --recipe` needs for the same two motions; "studio" brings the page back.
 * @param {State} state @param {Kapitza} kapitza */
export function kapitzaRecipe(state, kapitza) {
    const parameters = {
        l: state.kLength,
        g: state.kGravity,
        v: state.kSpeed,
        omega: state.kOmega,
        Q0: state.kAngle,
    };
    const runs = KINDS.map((kind) => ({
        motion: NAME[kind],
        problem: 'kapitza',
        parameters,
        method: {
            scheme: kind === FAST ? 'direct' : 'async',
            macro: 'verlet',
            macro_step: kapitza.steps[kind],
        },
        until: kapitza.time[kind] || 1,
    }));
    return { runs, studio: toLink({ ...state, at: 0 }) };
}

/** One pendulum about the origin. @param {CanvasRenderingContext2D} pen @param {number} kind
 * @param {import('./kapitza-view.js').Motion} motion @param {number} length
 * @param {string} ink */
function drawOne(pen, kind, motion, length, ink) {
    const { lift, x, y } = places(motion, length);
    pen.strokeStyle = pen.fillStyle = COLOUR[kind];
    pen.lineWidth = 5;
    pen.lineCap = 'round';
    pen.beginPath();
    pen.moveTo(0, lift);
    pen.lineTo(x, y);
    pen.stroke();
    pen.beginPath();
    pen.arc(x, y, 15, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = '#8c97a6';
    pen.fillRect(-22, lift - 7, 44, 14);
    pen.fillStyle = ink;
    pen.font = '600 15px sans-serif';
    pen.fillText(TITLE[kind], 0, 10 - HALF);
    pen.font = '15px monospace';
    pen.fillText(`t = ${motion.t.toFixed(kind === FAST ? 5 : 3)} s`, 0, HALF);
}

/** The scene as it is now, as a data URL. @param {State} state @param {Kapitza} kapitza */
export function kapitzaPng(state, kapitza) {
    const style = getComputedStyle(document.documentElement);
    const canvas = document.createElement('canvas');
    const [width, height] = [4 * HALF + 2 * EDGE, 2 * HALF + PLOT_HEIGHT + 3 * EDGE];
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
        drawOne(pen, kind, kapitza.now(kind), state.kLength, ink);
        pen.restore();
    }
    const curves = kapitza.view.plot.plot?.ctx.canvas;
    if (curves) {
        const scale = Math.min((4 * HALF) / curves.width, PLOT_HEIGHT / curves.height);
        const [w, h] = [scale * curves.width, scale * curves.height];
        pen.drawImage(curves, (width - w) / 2, height - EDGE - h, w, h);
    }
    return canvas.toDataURL('image/png');
}
