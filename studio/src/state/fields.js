// SPDX-License-Identifier: MIT
// What the page's state consists of: one line of facts per field. The page has a few of its own, each
// scene adds those of its folder. check.js judges values by this table; links, recipes and input
// fields all pass through it.

/**
 * @typedef {object} Typed what is typed in parts keeps them as they were typed
 * @property {(input: any, state: Record<string, any>) => {value?: any, error?: string}} read
 * @property {(index: number) => string | undefined} text of a part
 * @property {(state: Record<string, any>) => void} remark says what is used
 */
/**
 * @typedef {object} Field
 * @property {string} link its short name in a link
 * @property {string} words its name in a sentence
 * @property {'number'|'list'|'flag'|'choice'|'text'|'names'} kind names: a list of choices
 * @property {any} start its value when the page opens
 * @property {number} [size] length of a list
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [whole]
 * @property {boolean} [zero] zero is allowed although it is below min ("none")
 * @property {string[]} [choices]
 * @property {(value: any) => {value?: any, error?: string}} [judge] a last word on a list
 * @property {Typed} [typed] it is typed in parts
 * @property {any} [was] its value in links of version 1 that do not name it
 * @property {boolean} [keep] a preset leaves it as it is
 * @property {string} [scene] the scene it belongs to, '' for the page; set by addFields
 * @property {'start'|'steps'|'look'} part what an edit of it touches: the start of the motion, the
 * steps of the methods, or only what is seen
 */

/** @type {Record<string, Field>} */
export const FIELDS = {
    scene: {
        link: 's',
        words: 'the scene',
        kind: 'choice',
        start: 'top',
        choices: [],
        part: 'look',
    },
    tab: { link: 't', words: 'the tab', kind: 'choice', start: '', choices: [''], part: 'look' },
    caption: {
        link: 'p',
        words: 'the caption',
        kind: 'choice',
        start: '',
        choices: [''],
        part: 'look',
    },
    camera: {
        link: 'cam',
        words: 'the point of view',
        kind: 'list',
        size: 6,
        start: [0, 0, 0, 0, 0, 0],
        min: -1e4,
        max: 1e4,
        part: 'look',
    },
    at: {
        link: 'at',
        words: 'the number of steps',
        kind: 'number',
        start: 0,
        min: 0,
        max: 1e7,
        part: 'look',
    },
    theme: {
        link: 'th',
        words: 'the colours of the page',
        kind: 'choice',
        start: 'system',
        choices: ['system', 'light', 'dark'],
        part: 'look',
    },
};

/** The fields of a scene, and the scene itself, become part of the state. @param {string} scene
 * @param {Record<string, Field>} fields */
export function addFields(scene, fields) {
    FIELDS.scene.choices?.push(scene);
    for (const [name, field] of Object.entries(fields)) {
        const taken = Object.entries(FIELDS).find(([n, f]) => n === name || f.link === field.link);
        if (taken) {
            throw new Error(`Field ${name} of ${scene}: name or link is that of ${taken[0]}.`);
        }
        FIELDS[name] = { ...field, scene };
    }
}
