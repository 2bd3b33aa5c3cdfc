// SPDX-License-Identifier: MIT
// The second scene: Kapitza's pendulum, every vibration beside the slow motion.
import './style.css';
import { fields } from './fields.js';
import { mapJob } from './map.js';
import panel from './panel.html';
import { PRESETS } from './presets.js';
import { Kapitza } from './scene.js';
import stage from './stage.html';

/** @type {import('../../scene.js').About} */
export default {
    id: 'kapitza',
    title: 'Kapitza',
    fields,
    presets: PRESETS,
    stage,
    panel,
    layout: 'sheet',
    speed: 'kPace',
    units: ['s', 'seconds of slow motion per second'],
    jobs: { map: mapJob },
    Motion: Kapitza,
};
