// SPDX-License-Identifier: MIT
// A recipe or a native run, which is one too, as a state of the page. What the page cannot show is
// refused in words; what it does not know is named and left out.
import { check } from '../../state/check.js';
import { FIRST_STEP } from './share.js';
import { startState } from '../../state/store.js';
import { SINGLE, specialEdges } from './bodies.js';

/** @typedef {import('../../state/store.js').State} State */
/** @typedef {import('../../scene.js').Reading} Reading */
/** @typedef {Record<string, any>} Given names with values; null is "not given" */

const BY_MOMENTS = ['mass', 'I1', 'I2', 'I3', 'ax', 'ay', 'az'];
const EDGES = ['CN', 'CB', 'CT'];
const FIXED = ['rx', 'ry', 'rz'];
const MOMENTUM = ['m1', 'm2', 'm3'];
const ATTITUDE = ['qw', 'qx', 'qy', 'qz'];
const PARAMETERS = [...EDGES, ...FIXED, ...MOMENTUM, ...ATTITUDE, 'g', 'tilt', 'case'];
const METHOD = ['scheme', 'macro', 'macro_step', 'steps', 'gauge'];
const ADAPTIVE = ['rtol', 'atol', 'first_step'];
/** Cases of the problem `top` by their names in the page. */
const CASES = /** @type {Record<string, string>} */ ({
    general: 'free',
    lagrange: 'free',
    kowalewski: 'kowalewski',
    'goryachev-chaplygin': 'goryachev',
});

/** @param {string} why @returns {Reading} */
const refused = (why) => ({ state: null, messages: [why] });

/** @param {Given} all */
const given = (all) => Object.fromEntries(Object.entries(all).filter(([, x]) => x !== null));

/** @param {any} run @param {import('./engine.js').TopEngine} engine
 * @param {import('../../engine.js').Method[]} methods @returns {Reading} */
export function readRun(run, engine, methods) {
    const p = given(run.parameters);
    const method = given(run.method ?? {});
    const moments = BY_MOMENTS.filter((name) => name in p);
    if (moments.length > 0) {
        return refused(
            `This top is given by ${moments.join(', ')}; the page can show cuboids only.`,
        );
    }
    const state = startState();
    /** @type {string[]} */
    const messages = [];
    const take = (/** @type {string} */ name, /** @type {unknown} */ value) => {
        const verdict = check(name, value);
        if (verdict.error) {
            messages.push(verdict.error);
        } else {
            state[name] = verdict.value;
        }
    };
    const shape = CASES[p.case ?? 'general'];
    take('edges', edgesOf(p, shape));
    take(
        'fixed',
        FIXED.map((name, i) => (p[name] ?? (i === 2 ? -state.edges[2] : 0)) / state.edges[i]),
    );
    take('gravity', p.g ?? 1);
    const momentum = shape === 'goryachev' ? [...state.m.slice(0, 2), 0] : state.m;
    take(
        'm',
        MOMENTUM.map((name, i) => p[name] ?? momentum[i]),
    );
    take('q', attitudeOf(p, engine));
    state.shape = ['kowalewski', 'goryachev'].find((name) => isSpecial(state, name)) ?? 'free';
    take('stop', run.until ?? 0);
    const inner = takeMethod(method, state, take, methods);
    return { state, messages: [...messages, ...leftOut(p, method, state, inner)].slice(0, 3) };
}

/** Half edges as `lento run top` completes them. @param {Given} p @param {string} shape */
function edgesOf(p, shape) {
    const start = startState().edges;
    if (shape === 'kowalewski' || shape === 'goryachev') {
        const special = specialEdges(shape, Number(p.CB ?? start[1]));
        return EDGES.map((name, i) => p[name] ?? special[i]);
    }
    const { CN, CB } = p.case === 'lagrange' ? { CN: p.CN ?? p.CB, CB: p.CB ?? p.CN } : p;
    return [CN ?? start[0], CB ?? start[1], p.CT ?? start[2]];
}

/** @param {Given} p @param {import('./engine.js').TopEngine} engine */
function attitudeOf(p, engine) {
    return ATTITUDE.some((name) => name in p)
        ? ATTITUDE.map((name) => p[name] ?? 0)
        : engine.tilt(Number(p.tilt ?? 0));
}

/** @param {State} state @param {string} shape */
const isSpecial = (state, shape) =>
    specialEdges(shape, state.edges[1]).every((c, i) => c === state.edges[i]) &&
    [0, 0, -1].every((f, i) => f === state.fixed[i]);

/** True if the method has a tolerance within its steps. @param {Given} method @param {State} state
 * @param {(name: string, value: unknown) => void} take
 * @param {import('../../engine.js').Method[]} methods */
function takeMethod(method, state, take, methods) {
    const { macro, steps, rtol } = method;
    take('eps1', method.macro_step ?? (steps > 0 ? state.stop / steps : state.eps1));
    if (macro !== undefined) {
        const list = [...state.methods];
        list[SINGLE] = macro;
        take('methods', list);
    }
    const inner = methods.find((m) => m.name === state.methods[SINGLE])?.tolerance ?? false;
    if (rtol !== undefined && inner) {
        take('tolerance', rtol);
    }
    return inner;
}

/** What was not used, in words. @param {Given} p @param {Given} method @param {State} state
 * @param {boolean} inner */
function leftOut(p, method, state, inner) {
    const same = /** @type {Given} */ ({ atol: state.tolerance, first_step: FIRST_STEP });
    const names = [
        ...Object.keys(p).filter(
            (name) => !PARAMETERS.includes(name) && !(name === 'form' && p.form === 'rest12'),
        ),
        ...(p.case === undefined || p.case in CASES ? [] : [`case ${p.case}`]),
        ...Object.keys(method).filter((name) =>
            ADAPTIVE.includes(name)
                ? !inner || (name in same && method[name] !== same[name])
                : !METHOD.includes(name),
        ),
        ...((method.scheme ?? 'direct') === 'direct' ? [] : [`scheme ${method.scheme}`]),
    ];
    return names.length > 0
        ? [`Left out, because this page does not know it: ${names.slice(0, 8).join(', ')}.`]
        : [];
}
