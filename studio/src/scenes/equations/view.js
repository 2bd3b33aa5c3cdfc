// SPDX-License-Identifier: MIT
// What is seen of equations: the text with its errors, sliders made from its parameters, the plan in
// words, slow and fast motion side by side.
import { all, byId, download, element, onClick } from '../../view/dom.js';
import { onSlid } from '../../view/inputs.js';
import { Plot } from '../../view/plot.js';
import { readNumber } from '../../state/check.js';
import { SLOT } from './answer.js';
import { PRESETS } from './presets.js';
import { settingsOf } from './scene.js';

/** @typedef {import('../../state/store.js').State} State */

const TYPING_MS = 500;
const LAST_STEPS = 1000;
const LARGEST_FILE = 20000;
/** Of the magnitude of a column, which its vertical axis spans: noise below it looks like none. */
const LEAST_SPAN = 0.1;
/** A bar is hidden by the line below this part of the height. */
const THIN = 0.004;
const COLOUR = { slow: '#2f7fd6', fast: '#e0561f', bar: '#8fb8e8' };

/** @param {number} x */
const small = (x) => x.toExponential(0);
/** @param {number} n */
const count = (n) => Math.round(n).toLocaleString('en-US');
/** How many times. @param {number} ratio */
export const times = (ratio) => (ratio >= 10 ? count(ratio) : ratio.toPrecision(2));
/** "equations:LINE:COLUMN: ..." as people say it. @param {string} error */
export const placed = (error) => error.replace(/^equations:(\d+):(\d+): /, 'Line $1, column $2: ');
/** "m/s^2" as it is printed. @param {string} unit */
const raised = (unit) => unit.replace(/\^(-?\d+)/g, (_, n) => Array.from(n, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]).join(''));

/** Ends of the slider of a parameter: around its value in the text, within its range.
 * @param {import('../../engine.js').Parameter} p */
function range(p) {
    const size = Math.abs(p.value) || 1;
    const log = p.value > 0 && (p.value >= 1000 || p.value <= 1e-3);
    return log
        ? { log, min: Math.log10(p.value) - 2, max: Math.log10(p.value) + 2 }
        : { log, min: Math.max(p.min, p.value > 0 ? 0 : -3 * size), max: Math.min(p.max, 3 * size) };
}

export class EquationsView {
    /** @param {import('./scene.js').Equations} scene */
    constructor(scene) {
        this.scene = scene;
        this.slow = new Plot('slow-plot', 'time t', '', { fill: true, empty: 'It is being solved.' });
        this.fast = new Plot('fast-plot', 'time t', '', {
            fill: true,
            empty: 'Press Start: the full motion, step by step.',
        });
        this.shape = '';
        this.bind();
    }

    bind() {
        const { page } = this.scene;
        const box = byId('ode-text');
        let timer = 0;
        const take = () => {
            clearTimeout(timer);
            if (box.value !== page.state.eText) {
                page.edit({ eText: box.value }, 'the equations');
            }
        };
        box.addEventListener('input', () => {
            clearTimeout(timer);
            timer = window.setTimeout(take, TYPING_MS);
        });
        box.addEventListener('blur', take);
        byId('ode-example').append(
            element('option', { value: '' }, '–'),
            ...PRESETS.map((p) => element('option', { value: p.id }, p.title)),
        );
        byId('ode-example').addEventListener('change', () => {
            const preset = PRESETS.find((p) => p.id === byId('ode-example').value);
            if (preset) {
                page.load(preset);
            }
        });
        byId('ode-column').addEventListener('change', () =>
            page.edit({ eColumn: Number(byId('ode-column').value) }, 'the column'),
        );
        onClick('ode-save', () => download('equations.ode', page.state.eText, 'text/plain'));
        byId('ode-file').addEventListener('change', async () => {
            const file = byId('ode-file').files?.[0];
            if (file) {
                await this.open(file);
            }
            byId('ode-file').value = '';
        });
    }

    /** @param {File} file */
    async open(file) {
        const { page } = this.scene;
        const text = file.size > LARGEST_FILE ? '' : await file.text();
        if (file.size > LARGEST_FILE) {
            page.warn(`This file has more than the ${LARGEST_FILE} letters the page takes.`);
        } else if (text.includes('\0')) {
            page.warn('This file is not text.');
        } else {
            page.edit({ scene: this.scene.about.id, eText: text }, 'the equations');
        }
    }

    /** Equations were read. @param {State} state */
    begin(state) {
        const { scene } = this;
        const box = byId('ode-text');
        if (document.activeElement !== box) {
            box.value = state.eText;
        }
        byId('ode-error').hidden = !scene.error;
        byId('ode-error').textContent = placed(scene.error);
        box.setAttribute('aria-invalid', String(Boolean(scene.error)));
        byId('ode-example').value = PRESETS.find((p) => p.patch.eText === state.eText)?.id ?? '';
        byId('ode-explain').textContent = scene.error ? placed(scene.error) : scene.engine.explain(SLOT);
        this.makeSliders();
    }

    makeSliders() {
        const { parameters } = this.scene;
        const shape = JSON.stringify(parameters);
        if (shape === this.shape) {
            return;
        }
        this.shape = shape;
        byId('ode-sliders').replaceChildren(
            ...parameters.filter((p) => p.choices.length === 0).map((p) => this.slider(p)),
        );
    }

    /** @param {import('../../engine.js').Parameter} p */
    slider(p) {
        const { scene } = this;
        const { log, min, max } = range(p);
        const number = (/** @type {string} */ text) => Number((log ? 10 ** Number(text) : Number(text)).toPrecision(5));
        const slide = /** @type {HTMLInputElement} */ (
            element('input', {
                type: 'range',
                'data-parameter': p.name,
                'data-scale': log ? 'log' : '',
                min: String(min),
                max: String(max),
                step: p.whole ? '1' : String((max - min) / 300 || 1),
                'aria-label': `parameter ${p.name}`,
            })
        );
        slide.addEventListener('input', () => scene.set(p.name, number(slide.value), false));
        onSlid(slide, () => scene.page.finish());
        const typed = /** @type {HTMLInputElement} */ (
            element('input', {
                type: 'text',
                inputmode: 'decimal',
                'data-parameter': p.name,
                'aria-label': `parameter ${p.name} as a number`,
            })
        );
        typed.addEventListener('change', () => {
            const value = readNumber(typed.value);
            if (Number.isFinite(value)) {
                scene.set(p.name, value, true);
            } else {
                scene.page.warn(`The parameter ${p.name} must be a number; "${typed.value}" is none.`);
                typed.value = String(settingsOf(scene.state.eSettings)[p.name] ?? p.value);
            }
        });
        return element('label', { class: 'slider' }, p.unit ? `${p.name} (${raised(p.unit)})` : p.name, slide, typed);
    }

    /** @param {State} state */
    refresh(state) {
        const given = settingsOf(state.eSettings);
        for (const p of this.scene.parameters) {
            const value = given[p.name] ?? p.value;
            for (const input of all(`[data-parameter="${p.name}"]`)) {
                const log = input.dataset.scale === 'log';
                if (document.activeElement !== input || input.type === 'range') {
                    input.value = String(log ? Math.log10(value) : value);
                }
            }
        }
    }

    // ---- plan and motion ----

    show() {
        this.showPlan();
        this.showSlow();
        this.showFast();
    }

    showPlan() {
        const { scene } = this;
        const { answer, error, waiting } = scene;
        const say = (/** @type {string} */ status, /** @type {string} */ title, /** @type {string} */ text) => {
            byId('plan').dataset.status = status;
            byId('plan-title').textContent = title;
            byId('plan-words').textContent = text;
        };
        if (error) {
            say('refused', 'This cannot be read yet', placed(error.split('\n')[0]));
        } else if (waiting || !answer) {
            say('', 'Looking for what is fast …', '');
        } else {
            const ratio = answer.directCalls / answer.calls;
            const price =
                answer.calls > 0
                    ? ` ${count(answer.calls)} calls of the right-hand side${ratio > 2 ? `, plain integration would take ${count(answer.directCalls)}` : ''}.`
                    : '';
            const title =
                answer.status === 'refused'
                    ? 'No slow motion'
                    : ratio > 2
                      ? `Averaged: ${times(ratio)} times cheaper, error bar ${small(answer.bar)} of its size`
                      : `Integrated directly, error bar ${small(answer.bar)} of its size`;
            const sentence = (answer.sentence ?? '').replace(/[^.]$/, '$&.');
            const turns = sentence.replace(
                /([\d.]+(?:e\+?\d+)?) returns of ([\d.e+-]*\d)/,
                (_, n, length) => `${count(Number(n))} fast turns of ${length} each`,
            );
            const words = turns.charAt(0).toUpperCase() + turns.slice(1);
            say(answer.status, title, `${words}${price} ${(answer.warnings ?? []).join(' ')}`);
        }
    }

    showSlow() {
        const { answer, error, state } = this.scene;
        this.slow.options.empty = error
            ? 'Nothing to solve: the equations have a mistake.'
            : answer
              ? 'There is no slow motion to show.'
              : 'It is being solved.';
        const columns = answer?.columns ?? [];
        const names = columns.length > 0 ? columns : (this.scene.columns ?? []);
        const select = byId('ode-column');
        if (select.dataset.names !== names.join(' ')) {
            select.dataset.names = names.join(' ');
            select.replaceChildren(...names.map((name, i) => element('option', { value: String(i) }, name)));
        }
        const c = Math.min(state.eColumn, Math.max(0, names.length - 1));
        select.value = String(c);
        if (!answer?.times?.length || answer.status === 'refused') {
            byId('slow-title').textContent = 'slow motion, with its error bar';
            this.slow.set([]);
            return;
        }
        this.slow.labels[1] = columns[c];
        const widest = Math.max(...answer.bars) * answer.magnitude[c];
        const span = Math.max(...answer.values[c]) - Math.min(...answer.values[c]);
        const thin = widest < THIN * Math.max(span, LEAST_SPAN * answer.magnitude[c]);
        byId('slow-title').textContent =
            `slow motion, error bar ± ${small(widest)}${thin ? ', thinner than the line' : ''}`;
        this.slow.options.least = LEAST_SPAN * (answer.magnitude[c] || 0);
        const y = answer.values[c];
        const side = (/** @type {number} */ sign) => ({
            label: sign < 0 ? 'value − bar' : 'value + bar',
            colour: COLOUR.bar,
            x: answer.times,
            y: y.map((v, i) => v + sign * answer.bars[i] * answer.magnitude[c]),
            width: 1,
            dash: [4, 3],
        });
        this.slow.set([
            side(-1),
            side(1),
            { label: columns[c], colour: COLOUR.slow, x: answer.times, y, width: 2.4 },
        ]);
    }

    /** The column of the full motion that has the name of the slow one, or the first. */
    showFast() {
        const { scene } = this;
        if (scene.error || scene.fast?.refusal) {
            this.fast.options.empty = scene.error
                ? 'Nothing to follow: the equations have a mistake.'
                : (scene.fast?.refusal ?? '');
            this.fast.set([]);
            return;
        }
        const names = scene.columns ?? [];
        const wanted = byId('ode-column').selectedOptions[0]?.textContent ?? '';
        const c = Math.max(0, Math.min(7, names.indexOf(wanted)));
        this.fast.labels[1] = names[c] ?? '';
        this.fast.options.empty = 'Press Start: the full motion, step by step.';
        const { t, value } = scene.engine.tail(SLOT, c, LAST_STEPS);
        this.fast.set([{ label: names[c] ?? '', colour: COLOUR.fast, x: t, y: value, width: 1.4 }]);
    }

    /** Both plots beside each other, with the equations below. */
    png() {
        const parts = [this.slow, this.fast].map((p) => p.plot?.ctx.canvas).filter((c) => c !== undefined);
        const canvas = document.createElement('canvas');
        const lines = this.scene.state.eText.trimEnd().split('\n');
        const height = Math.max(100, ...parts.map((c) => c.height));
        canvas.width = parts.reduce((w, c) => w + c.width, 0) || 600;
        canvas.height = height + 22 * (lines.length + 2);
        const pen = canvas.getContext('2d');
        if (!pen) {
            return '';
        }
        const style = getComputedStyle(document.documentElement);
        pen.fillStyle = style.getPropertyValue('--solid');
        pen.fillRect(0, 0, canvas.width, canvas.height);
        let x = 0;
        for (const part of parts) {
            pen.drawImage(part, x, 0);
            x += part.width;
        }
        pen.fillStyle = style.getPropertyValue('--ink');
        pen.font = '16px monospace';
        [...lines, this.scene.state.eSettings].forEach((line, i) => pen.fillText(line, 20, height + 22 * (i + 1)));
        return canvas.toDataURL('image/png');
    }
}
