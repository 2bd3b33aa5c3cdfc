// SPDX-License-Identifier: MIT
// What buttons, sliders, keys and the pointer do.
import { readNumber } from './check.js';
import { Dragging } from './drag.js';
import { kapitzaCsv, kapitzaPng, kapitzaRecipe } from './kapitza-share.js';
import { all, byId, onSlid } from './panel.js';
import { pictureOf } from './picture.js';
import { readRecipe } from './recipe.js';
import { csv, download, recipe, save } from './share.js';
import { tour } from './tour.js';

/** @typedef {import('./studio.js').Studio} Studio */
/** @typedef {import('./walk.js').Walk} Walk */

/** One press of + or - changes the distance by this factor. */
const NEARER = 1.12;

/** What undo calls a drag. */
const DEEDS = {
    turn: 'turning the body',
    resize: 'the size',
    pivot: 'the fixed point',
    pull: 'the momentum',
};
/** Native runs with many rows are recipes too; more than this no browser reads with ease. */
const LARGEST_RECIPE_MB = 64;

/** The first hint has done its work. */
function quiet() {
    byId('hint').dataset.idle = byId('hint').textContent = '';
}

/** @param {Studio} studio */
export function bindButtons(studio) {
    const click = (/** @type {string} */ id, /** @type {() => void} */ deed) =>
        byId(id).addEventListener('click', deed);
    click('start', () => {
        quiet();
        studio.playback.toggle();
    });
    click('step', () => studio.playback.step());
    click('reset', () => studio.playback.reset());
    click('infinity', () => studio.edit({ stop: 0 }, 'the stop time'));
    click('undo', () => studio.undo());
    click('redo', () => studio.redo());
    click('presets-open', () => {
        quiet();
        byId('presets').showModal();
    });
    click('view-open', () => byId('view').showModal());
    click('tour-open', () => tour(true));
    click('home', () => {
        studio.stage.home(studio.state);
        studio.edit({ flat: false }, '');
    });
    click('caption-close', () => {
        byId('caption').hidden = true;
        studio.playback.resize();
    });
    click('rod-reset', () => {
        studio.rodFrom = studio.player.latestStep;
        studio.playback.dirty = true;
    });
    click('apex-reset', () => {
        studio.apexFrom = studio.player.latestStep;
        studio.playback.dirty = true;
    });
    for (const button of all('[data-close]')) {
        button.addEventListener('click', () => button.closest('dialog').close());
    }
    all('.skip')[0].addEventListener('click', (/** @type {Event} */ e) => {
        e.preventDefault(); // the address holds the scene
        byId('panel').focus();
    });
    for (const button of all('[data-pivot]')) {
        button.addEventListener('click', () =>
            studio.edit({ fixed: button.dataset.pivot.split(',').map(Number) }, 'the fixed point'),
        );
    }
    for (const box of all('[data-case]')) {
        box.addEventListener('change', () =>
            studio.edit({ shape: box.checked ? box.dataset.case : 'free' }, 'the special case'),
        );
    }
    for (const button of all('[data-tool]')) {
        button.addEventListener('click', () => {
            for (const other of all('[data-tool]')) {
                other.setAttribute('aria-pressed', String(other === button));
            }
        });
    }
}

/** @param {Studio} studio */
export function bindSliders(studio) {
    for (const slider of all('[data-log]')) {
        const value = () => Number((10 ** Number(slider.value)).toPrecision(4));
        const name = slider.dataset.log;
        slider.addEventListener('input', () => studio.preview({ [name]: value() }, name));
        onSlid(slider, () => studio.finish());
    }
    byId('speed-slider').addEventListener('input', () => {
        const speed = Number((10 ** Number(byId('speed-slider').value)).toPrecision(3));
        studio.preview({ speed }, 'the speed');
    });
    onSlid(byId('speed-slider'), () => studio.finish());
    byId('scrub').addEventListener('input', () => {
        const step = Number(byId('scrub').value);
        studio.player.pause();
        studio.player.scrub = step < studio.player.latestStep ? step : null;
        studio.playback.dirty = true;
    });
    const tilt = () => {
        const degrees = readNumber(byId('tilt').value);
        if (!(Math.abs(degrees) <= 360)) {
            studio.warn('The tilt must be a number of degrees between −360 and 360.');
        } else {
            studio.edit({ q: studio.engine.tilt(degrees) }, 'the tilt');
        }
    };
    byId('tilt-set').addEventListener('click', tilt);
    byId('tilt').addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
        if (e.key === 'Enter') {
            tilt();
        }
    });
}

/** @param {Studio} studio */
export function bindShare(studio) {
    const click = (/** @type {string} */ id, /** @type {() => void} */ deed) =>
        byId(id).addEventListener('click', deed);
    click('link-copy', () => {
        studio.address.show();
        byId('link').select();
        const copied = navigator.clipboard
            ? navigator.clipboard.writeText(byId('link').value)
            : Promise.reject(new Error('no clipboard'));
        copied.then(
            () => studio.say('The link is in the clipboard.'),
            () => studio.say('The link is selected: copy it with Ctrl+C.'),
        );
    });
    click('save-png', () => {
        const { state, render } = studio;
        const { kapitza } = studio.playback;
        const picture = kapitza ? kapitzaPng(state, kapitza) : render.png(state, pictureOf(studio));
        save('lento-studio.png', picture);
    });
    click('save-csv', () => {
        const { kapitza } = studio.playback;
        const text = kapitza ? kapitzaCsv(kapitza) : csv(studio.player);
        download('lento-motion.csv', text, 'text/csv');
    });
    click('save-recipe', () => {
        const { state, player } = studio;
        const { kapitza } = studio.playback;
        const tree = kapitza ? kapitzaRecipe(state, kapitza) : recipe(state, player.now());
        const text = `${JSON.stringify(tree, null, 1)}\n`;
        download('lento-recipe.json', text, 'application/json');
    });
    byId('load-recipe').addEventListener('change', async () => {
        const file = byId('load-recipe').files?.[0];
        if (!file) {
            return;
        }
        if (file.size > LARGEST_RECIPE_MB * 1e6) {
            studio.warn(`This file is larger than the ${LARGEST_RECIPE_MB} MB the page reads.`);
        } else {
            openRecipe(studio, await file.text());
        }
        byId('load-recipe').value = '';
    });
}

/** @param {Studio} studio @param {string} text */
function openRecipe(studio, text) {
    const { state, messages } = readRecipe(text, studio.engine);
    if (state) {
        studio.finish();
        studio.store.commit({ ...state, at: 0 }, 'the recipe');
        studio.playback.reset();
    }
    messages.forEach((words) => studio.warn(words));
}

/** @param {Studio} studio @param {Walk} walk */
export function bindKeys(studio, walk) {
    window.addEventListener('keydown', (e) => {
        const target = /** @type {HTMLElement} */ (e.target);
        const key = e.key.toLowerCase();
        if (target.closest('input[type="text"], select, dialog')) {
            return;
        }
        if (walk.key(e)) {
            e.preventDefault();
        } else if ((e.ctrlKey || e.metaKey) && (key === 'z' || key === 'y')) {
            e.preventDefault();
            if (key === 'y' || e.shiftKey) {
                studio.redo();
            } else {
                studio.undo();
            }
        } else if (key === ' ' && !target.closest('button, input, summary')) {
            e.preventDefault();
            studio.playback.toggle();
        } else if (target.id === 'scene' && /^(arrow.*|[+-])$/.test(key)) {
            e.preventDefault();
            lookAround(studio, key);
        }
    });
    byId('walk').addEventListener('change', () => {
        walk.on = byId('walk').checked;
        studio.say(
            walk.on
                ? 'Walk with W A S D, jump with Space, G switches your weight.'
                : 'Walking is off.',
        );
    });
}

/** Arrows turn the view, + and - come nearer or go back. @param {Studio} studio
 * @param {string} key */
function lookAround(studio, key) {
    const { camera, controls } = studio.stage;
    const arm = camera.position.clone().sub(controls.target);
    const angle = 0.12;
    if (key === '+' || key === '-') {
        arm.multiplyScalar(key === '+' ? 1 / NEARER : NEARER);
    } else if (key === 'arrowleft' || key === 'arrowright') {
        arm.applyAxisAngle(camera.up, key === 'arrowleft' ? -angle : angle);
    } else {
        arm.z += (key === 'arrowup' ? angle : -angle) * arm.length();
    }
    camera.position.copy(controls.target).add(arm);
    controls.update();
}

/** @param {Studio} studio @param {(id: string) => void} choose */
export function bindScene(studio, choose) {
    const canvas = byId('scene');
    byId('hint').textContent = byId('hint').dataset.idle;
    const dragging = new Dragging(studio.stage, canvas, {
        shown: () => studio.shownState(),
        begin: () => {
            studio.finish();
            return studio.shownState();
        },
        tool: () =>
            document.querySelector('[data-tool][aria-pressed="true"]')?.getAttribute('data-tool') ??
            'auto',
        preview: (deed, patch) => {
            studio.player.pause();
            studio.pivoting = 'fixed' in patch;
            studio.preview(patch, DEEDS[deed]);
        },
        finish: () => {
            studio.pivoting = false;
            byId('hint').dataset.idle = '';
            studio.finish();
        },
        cancel: () => {
            studio.pivoting = false;
            studio.cancel();
        },
        hint: (words) => {
            byId('hint').textContent = words || byId('hint').dataset.idle;
        },
    });
    canvas.addEventListener('dblclick', (/** @type {PointerEvent} */ e) => {
        if (dragging.find(e)) {
            choose('tab-general');
            byId('panel').focus();
        } else {
            byId('view').showModal();
        }
    });
    studio.stage.controls.addEventListener('change', () => {
        studio.playback.dirty = true;
    });
    const sized = new ResizeObserver(() => studio.playback.resize());
    sized.observe(byId('stage'));
    sized.observe(byId('top-scene'));
    window
        .matchMedia('(prefers-color-scheme: dark)')
        .addEventListener('change', () => studio.refresh());
}
