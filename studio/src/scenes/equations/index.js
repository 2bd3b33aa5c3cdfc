// SPDX-License-Identifier: MIT
// The third scene: equations as text, solved with nothing chosen but the tolerance.
import './style.css';
import { answerJob } from './answer.js';
import { fields } from './fields.js';
import panel from './panel.html';
import { PRESETS } from './presets.js';
import { Equations } from './scene.js';
import stage from './stage.html';

/** @type {import('../../scene.js').About} */
export default {
    id: 'equations',
    title: 'Equations',
    fields,
    presets: PRESETS,
    stage,
    panel,
    layout: 'sheet',
    speed: 'ePace',
    units: ['', '1 takes ten seconds for the whole span'],
    jobs: { answer: answerJob },
    Motion: Equations,
};
