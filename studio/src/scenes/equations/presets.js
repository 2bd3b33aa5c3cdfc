// SPDX-License-Identifier: MIT
// The examples of the library, one click each: every file of the folder examples/.
import examples from 'examples';

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
const title = (name) => name[0].toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** @type {import('../../scene.js').Preset[]} */
export const PRESETS = Object.entries(examples).map(([name, text]) => ({
    id: `ode-${name}`,
    group: 'Equations as text',
    title: title(name),
    caption: comment(text),
    question: 'Is it fast enough that averaging pays, or is plain integration cheaper?',
    patch: { eText: text },
}));

/** What the scene opens with. */
export const FIRST = examples.drag ?? "x' = -x\ninit x=1\n";
