// SPDX-License-Identifier: MIT
// The scenes of the page, in the order of their buttons: one line each.
import equations from './scenes/equations/index.js';
import kapitza from './scenes/kapitza/index.js';
import top from './scenes/top/index.js';

export const SCENES = [top, kapitza, equations];
