// SPDX-License-Identifier: MIT
// The examples of the library, one click each: every file of the folder examples/.
import examples from 'examples';

/** Lines of a file that are for its tests and for the gallery of the manual. */
const ASIDE = /^# (run|value|show|vary|watch):.*\n/gm;
/** Where the name of the file does not say it well. @type {Record<string, string>} */
const TITLES = {
    chain: 'Two rods held upright',
    drag: 'Falling into the upright',
    exb_drift: 'E × B drift',
    fpu: 'Fermi–Pasta–Ulam chain',
    hodgkin_huxley: 'Hodgkin–Huxley nerve',
    kapitza: 'Kapitza’s pendulum',
    kapitza_poly: 'Kapitza, as polynomials',
    kepler: 'Kepler’s orbit',
    linear_dissipative: 'Rotation that grows',
    lorenz: 'Lorenz’s butterfly',
    mems: 'Micromechanical beam',
    oscillator_startup: 'Start of an oscillator',
    paul_trap: 'Paul trap',
    penning_trap: 'Penning trap',
    ponderomotive: 'Electron in a light wave',
    rotor_runup: 'Rotor through its resonance',
    satellite: 'Satellite of a flat planet',
    springs: 'Stiff springs',
    stellar: 'Stellar orbits',
    two_tone: 'Three time scales',
    van_der_pol: 'Van der Pol’s oscillator',
    vibrated: 'Vibrated in two dimensions',
};

/** The first lines of a file are a comment that says what it shows. @param {string} text */
function comment(text) {
    const lines = text.split('\n');
    const end = lines.findIndex((line) => !line.startsWith('#'));
    return lines
        .slice(0, end)
        .map((line) => line.slice(1).trim())
        .join(' ');
}

/** @param {string} name */
const title = (name) => TITLES[name] ?? name[0].toUpperCase() + name.slice(1).replaceAll('_', ' ');
/** @param {string} text */
const shown = (text) => text.replace(ASIDE, '');

/** @type {import('../../scene.js').Preset[]} */
export const PRESETS = Object.entries(examples)
    .map(([name, text]) => [name, shown(text)])
    .map(([name, text]) => ({
    id: `ode-${name}`,
    group: 'Equations as text',
    title: title(name),
    caption: comment(text),
    question: 'Does averaging pay here, or is plain integration cheaper?',
    patch: { eText: text },
}));

/** What the scene opens with. */
export const FIRST = shown(examples.drag ?? '') || "x' = -x\ninit x=1\n";
