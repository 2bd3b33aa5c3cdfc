// SPDX-License-Identifier: MIT
// The first scene: heavy tops.
import './style.css';
import { fields } from './fields.js';
import panel from './panel.html';
import { PRESETS } from './presets.js';
import { Top } from './scene.js';
import stage from './stage.html';
import view from './view.html';

/** @type {import('../../scene.js').About} */
export default {
    id: 'top',
    title: 'Tops',
    fields,
    presets: PRESETS,
    stage,
    panel,
    view,
    layout: 'space',
    speed: 'speed',
    Motion: Top,
};
