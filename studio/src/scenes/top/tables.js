// SPDX-License-Identifier: MIT
// Numbers as tables: the integrals of motion with their drift in digits, errors and work, the
// comparison of pairs, vectors and angles, and what follows from the shape.
import { KIND } from './engine.js';
import { byId, digits, element } from '../../view/dom.js';
import { BODIES, PAIRS, stepOf } from './bodies.js';
import { ofFastTop } from './theory.js';
import { inSI } from './units.js';
import { length, turn } from '../../view/vec.js';

/** @typedef {import('../../state/store.js').State} State */
/** @typedef {import('./player.js').Player} Player */
/** @typedef {{slot: number, values: import('./engine.js').Values, failure: string}} Row */

/** Digits in which a value agrees with what it was. @param {number} now @param {number} first
 * @param {number} [scale] by which a change is judged, if not by the value itself */
export function digitsKept(now, first, scale = NaN) {
    const change = Math.abs(now - first) / Math.max(Math.abs(scale || first), 1e-300);
    return change === 0 ? 16 : Math.max(0, Math.min(16, -Math.log10(change)));
}

/** Rewrites a table only where a cell changed. @param {any} table @param {(Node | string)[]} head
 * @param {{key: string, name: Node | string, css: string, cells: string[],
 *     below?: string[]}[]} rows */
function fill(table, head, rows) {
    const shape = JSON.stringify([
        head.map((h) => (typeof h === 'string' ? h : h.textContent)),
        rows.map((r) => (typeof r.name === 'string' ? r.name : r.key)),
    ]);
    if (table.dataset.shape !== shape) {
        table.dataset.shape = shape;
        table.replaceChildren(
            element(
                'thead',
                {},
                element(
                    'tr',
                    {},
                    ...head.map((h) => (h ? element('th', { scope: 'col' }, h) : element('td'))),
                ),
            ),
            element(
                'tbody',
                {},
                ...rows.map((row) =>
                    element(
                        'tr',
                        { 'data-row': row.key },
                        element('th', { scope: 'row', class: row.css }, row.name),
                        ...row.cells.map(() => element('td')),
                    ),
                ),
            ),
        );
    }
    rows.forEach((row, i) => {
        const cells = table.tBodies[0].rows[i].cells;
        row.cells.forEach((text, k) => write(cells[k + 1], text, row.below?.[k] ?? ''));
    });
}

/** A cell with a number and, smaller below it, words. @param {HTMLElement} cell
 * @param {string} text @param {string} below */
function write(cell, text, below) {
    if (cell.textContent !== text + below) {
        cell.replaceChildren(text, ...(below ? [element('small', {}, below)] : []));
    }
}

/** @param {number} slot */
function bodyName(slot) {
    const { letter, name, colour } = BODIES[slot];
    const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' }, letter);
    swatch.style.background = colour;
    const node = document.createDocumentFragment();
    node.append(swatch, name);
    return node;
}

/** The word for the special integral of a shape, or ''. @param {number} kind */
export const specialName = (kind) =>
    kind === KIND.kowalewski ? 'K' : kind === KIND.goryachev ? 'G' : '';

/** @param {State} state @param {Player} player @param {import('./engine.js').Shape} shape */
export function fillIntegrals(state, player, shape) {
    const special = specialName(shape.kind);
    const symmetric = shape.kind === KIND.lagrange;
    const rows = player.slots.flatMap((slot) => {
        const shown = player.shown(slot);
        return shown ? [{ slot, ...shown }] : [];
    });
    const first = player.engine.first(player.primary);
    const pick = (/** @type {import('./engine.js').Values} */ v) => [
        v.E,
        v.mp,
        ...(symmetric ? [v.ma] : []),
        ...(special ? [v.special] : []),
    ];
    // a scalar product may vanish: it is judged by the lengths of its factors, p = g e3
    const momentum = length(state.m);
    const axial = symmetric ? momentum * length(shape.centre) : NaN;
    const scales = [NaN, momentum * state.gravity, axial];
    const numbers = (/** @type {import('./engine.js').Values} */ v) =>
        pick(v).map((x) => digits(x, 13));
    const kept = (/** @type {Row} */ row) =>
        first
            ? pick(row.values).map(
                  (x, i) => `${digitsKept(x, pick(first)[i], scales[i]).toFixed(1)} digits`,
              )
            : [];
    fill(
        byId('integrals'),
        ['', 'E', '⟨m,p⟩', ...(symmetric ? ['⟨m,a⟩'] : []), ...(special ? [special] : [])],
        [
            ...(first ? [{ key: 'start', name: 't = 0', css: '', cells: numbers(first) }] : []),
            ...rows.map((row) => ({
                key: BODIES[row.slot].name,
                name: bodyName(row.slot),
                css: BODIES[row.slot].css,
                cells: numbers(row.values),
                below: kept(row),
            })),
        ],
    );
    fillErrors(state, rows, special, whole(player));
    fillPairs(player);
}

/** Words for what belongs to the whole run while an earlier time is shown. @param {Player} player */
const whole = (player) =>
    player.scrub === null ? '' : ` (to t = ${Number(player.now().toPrecision(9))})`;

/** Errors and work: one column per body. @param {State} state @param {Row[]} rows
 * @param {string} special @param {string} until what belongs to the whole run is marked with this */
function fillErrors(state, rows, special, until) {
    /** @type {[string, string, (row: Row) => string][]} */
    const lines = [
        ['steps', 'steps taken', (row) => String(row.values.step)],
        ['epsilon', 'step length', (row) => String(Number(stepOf(state, row.slot).toPrecision(6)))],
        ['lowest', `E − E(0), lowest${until}`, (row) => short(row.values.energy_lowest)],
        ['highest', `E − E(0), highest${until}`, (row) => short(row.values.energy_highest)],
        ['L', 'L exact, now', (row) => short(row.values.L)],
        [
            'largest',
            `L exact, largest${until}`,
            ({ values: v }) => short(Number.isNaN(v.L) ? NaN : v.error_largest),
        ],
        ['evaluations', `evaluations${until}`, (row) => String(row.values.evaluations)],
        ...(special
            ? [
                  /** @type {[string, string, (row: Row) => string]} */ ([
                      'special',
                      `largest |${special} − ${special}(0)|${until}`,
                      (row) => short(row.values.special_drift),
                  ]),
              ]
            : []),
    ];
    fill(
        byId('errors'),
        ['', ...rows.map((row) => bodyName(row.slot))],
        lines.map(([key, name, value]) => ({ key, name, css: '', cells: rows.map(value) })),
    );
}

/** Six digits, or four with an exponent for small numbers. @param {number} x */
const short = (x) =>
    x !== 0 && Math.abs(x) < 1e-3
        ? x.toExponential(3).replace('e', ' e').replace(/^-/, '−')
        : digits(x, 6);

/** L of a pair where it last met at or before the shown time. @param {Player} player
 * @param {number} i */
function pairAt(player, i) {
    const { t, L } = player.engine.pairRecord(i);
    const end = player.time * (1 + 1e-12) + 1e-12;
    return L[t.filter((time) => time <= end).length - 1] ?? NaN;
}

/** @param {Player} player */
function fillPairs(player) {
    const lines = [0, 1].flatMap((i) => {
        const pair = player.slots.length === 4 ? player.engine.pair(i) : null;
        return pair ? [{ i, ...pair }] : [];
    });
    const box = byId('pairs');
    if (box.childElementCount !== lines.length) {
        box.replaceChildren(
            ...lines.map(({ i }) =>
                element(
                    'div',
                    { 'data-pair': String(i) },
                    `L, ${PAIRS[i]} `,
                    element('b', { class: 'now' }),
                    ' · largest',
                    element('span', { class: 'until' }),
                    ' ',
                    element('b', { class: 'largest' }),
                    ' at t = ',
                    element('b', { class: 'when' }),
                ),
            ),
        );
    }
    lines.forEach((pair, k) => {
        const set = (/** @type {string} */ css, /** @type {string} */ text) => {
            box.children[k].querySelector(`.${css}`).textContent = text;
        };
        set('now', digits(player.scrub === null ? pair.now : pairAt(player, pair.i), 7));
        set('until', whole(player));
        set('largest', digits(pair.largest, 7));
        set('when', String(Number(pair.largestTime.toPrecision(9))));
    });
}

/** Vectors, Euler angles and their rates, energies. @param {Player} player */
export function fillVectors(player) {
    const shown = player.shown(player.primary);
    if (!shown) {
        return;
    }
    const v = shown.values;
    const three = (/** @type {string} */ name) => [1, 2, 3].map((i) => digits(v[name + i], 9));
    const row = (
        /** @type {string} */ key,
        /** @type {string} */ name,
        /** @type {string[]} */ cells,
    ) => ({ key, name, css: '', cells });
    fill(
        byId('vectors'),
        ['', '1', '2', '3'],
        [
            row('m', 'm', three('m')),
            row('omega', 'ω', three('omega')),
            row('torque', 'torque', three('torque')),
            row('a', 'a', three('a')),
            row(
                'angles',
                'φ, θ, ψ',
                ['phi', 'theta', 'psi'].map((n) => digits(v[n], 9)),
            ),
            row(
                'rates',
                'their rates',
                ['phi_rate', 'theta_rate', 'psi_rate'].map((n) => digits(v[n], 9)),
            ),
        ],
    );
    const kinetic = Math.abs(v.kinetic);
    const potential = Math.abs(v.potential);
    const sum = kinetic + potential || 1;
    byId('energy-bar').children[0].style.width = `${(100 * kinetic) / sum}%`;
    byId('energy-bar').children[1].style.width = `${(100 * potential) / sum}%`;
    byId('energy-words').replaceChildren(
        element('i', { class: 'dot kinetic' }),
        `kinetic ${digits(v.kinetic, 7)}, `,
        element('i', { class: 'dot potential' }),
        `potential ${digits(v.potential, 7)}, together ${digits(v.E, 7)}`,
    );
}

/** A direction that is vertical but for rounding, as a sine. */
const VERTICAL = 1e-15;
const KINDS = ['general top', 'Lagrange top', 'Kowalewski top', 'Goryachev–Chaplygin top'];

/** @param {any} list @param {[string, string, string][]} facts key, name, value */
function fillFacts(list, facts) {
    list.replaceChildren(
        ...facts.flatMap(([key, name, value]) => [
            element('dt', {}, name),
            element('dd', { 'data-fact': key }, value),
        ]),
    );
}

/** @param {import('./engine.js').Shape} shape */
export function fillDerived(shape) {
    const list = (/** @type {number[]} */ x, n = 13) => x.map((v) => digits(v, n)).join('  ');
    fillFacts(byId('derived'), [
        ['kind', 'this is a', KINDS[shape.kind]],
        ['mass', 'mass', digits(shape.mass, 13)],
        ['moments', 'principal moments', list(shape.moments)],
        ['centre', 'centre of mass', list(shape.centre, 8)],
        ['omega', 'ω = J⁻¹m', list(shape.omega, 16)],
        ['energy', 'energy', digits(shape.energy, 13)],
    ]);
}

/** Words for a start that gravity cannot change: nothing turns, or all turns about the vertical.
 * @param {State} state @param {import('./engine.js').Shape} shape */
function stillness(state, shape) {
    const aside = (/** @type {number[]} */ v) => Math.hypot(v[0], v[1]) > VERTICAL * length(v);
    const a = turn(shape.q, shape.centre);
    if (length(state.m) === 0) {
        return state.gravity === 0 || !aside(a) ? 'at rest: no spin and no torque' : '';
    }
    const symmetric = shape.kind === KIND.lagrange && length(a) > 0;
    return symmetric && !aside(a) && !aside(state.m) ? 'spins about the vertical' : '';
}

/** What theory predicts of the heavy symmetric top. @param {State} state
 * @param {import('./engine.js').Shape} shape @returns {[string, string, string][]} */
function theory(state, shape) {
    const said = ofFastTop(state, shape);
    if (!said) {
        return [];
    }
    /** @type {[string, string, string][]} */
    const fast =
        said.spin > said.sleeps
            ? [
                  ['fast-precession', 'fast top: precession', `${digits(said.precession, 5)} rad per unit`],
                  ['fast-nutation', 'fast top: nutation period', digits(said.nutation, 5)],
              ]
            : [];
    return [
        ['sleeping', 'sleeps upright above L₃', `${digits(said.sleeps, 8)}; it has ${digits(said.spin, 6)}`],
        ...fast,
    ];
}

/** @param {State} state @param {import('./engine.js').Shape} shape */
export function fillStatistics(state, shape) {
    const degrees = (/** @type {number} */ u) => `${((Math.acos(u) * 180) / Math.PI).toFixed(3)}°`;
    /** @type {[string, string, string][]} */
    const facts = [
        ['kind', 'loaded', KINDS[shape.kind]],
        ['start', 'start frame', state.q[0] === 1 ? 'identity' : 'turned'],
        [
            'edges',
            'half edges',
            state.edges.map((/** @type {number} */ c) => digits(c, 4)).join(' × '),
        ],
    ];
    const still = stillness(state, shape);
    if (still) {
        facts.push(['motion', 'motion', still]);
    } else if (Number.isFinite(shape.period) && shape.period > 0) {
        facts.push(
            ['nutation', 'nutation period', digits(shape.period, 8)],
            ['precession', 'precession in it', `${digits(shape.precession, 7)} rad`],
            ['range', 'inclination', `${degrees(shape.highest)} to ${degrees(shape.lowest)}`],
        );
    }
    facts.push(...theory(state, shape));
    fillFacts(byId('statistics'), facts);
    fillFacts(byId('si'), state.si ? inSI(state, shape) : []);
    byId('si-scale').hidden = !state.si;
    byId('value-K').textContent =
        shape.kind === KIND.kowalewski ? `K = ${digits(shape.special, 13)}` : '';
    byId('value-G').textContent =
        shape.kind === KIND.goryachev ? `G = ${digits(shape.special, 13)}` : '';
}
