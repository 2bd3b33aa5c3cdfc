// SPDX-License-Identifier: MIT
// What the controls of the tops do, and the pointer and the keys in their scene.
import { readNumber } from '../../state/check.js';
import { all, byId, onClick } from '../../view/dom.js';
import { Dragging } from './drag.js';
import { startOf } from './bodies.js';

/** @typedef {import('./scene.js').Top} Top */

/** One press of + or - changes the distance by this factor. */
const NEARER = 1.12;
/** What undo calls a drag. */
const DEEDS = {
    turn: 'turning the body',
    resize: 'the size',
    pivot: 'the fixed point',
    pull: 'the momentum',
};
const FIRST_HINT =
    'Drag a face to turn the body, a far corner to resize it, the green tip to spin it; drag ' +
    'beside it to look around.';

/** The first hint has done its work. */
export function quiet() {
    byId('hint').dataset.idle = byId('hint').textContent = '';
}

/** @param {Top} top */
export function bindHands(top) {
    bindButtons(top);
    bindTilt(top);
    bindKeys(top);
    bindPointer(top);
}

/** @param {Top} top */
function bindButtons(top) {
    const { page } = top;
    onClick('presets-open', quiet);
    onClick('infinity', () => page.edit({ stop: 0 }, 'the stop time'));
    onClick('home', () => {
        top.stage.home(top.state);
        page.edit({ flat: false }, '');
        top.dirty = true;
    });
    onClick('rod-reset', () => {
        top.rodFrom = top.player.latestStep;
        top.dirty = true;
    });
    onClick('apex-reset', () => {
        top.apexFrom = top.player.latestStep;
        top.dirty = true;
    });
    onClick('work-make', () => top.errorWork.begin(startOf(top.state)));
    for (const button of all('[data-pivot]')) {
        button.addEventListener('click', () =>
            page.edit({ fixed: button.dataset.pivot.split(',').map(Number) }, 'the fixed point'),
        );
    }
    for (const box of all('[data-case]')) {
        box.addEventListener('change', () =>
            page.edit({ shape: box.checked ? box.dataset.case : 'free' }, 'the special case'),
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

/** @param {Top} top */
function bindTilt(top) {
    const tilt = () => {
        const degrees = readNumber(byId('tilt').value);
        if (!(Math.abs(degrees) <= 360)) {
            top.page.warn('The tilt must be a number of degrees between −360 and 360.');
            byId('tilt').value = byId('tilt').defaultValue;
        } else {
            top.page.edit({ q: top.engine.tilt(degrees) }, 'the tilt');
        }
    };
    onClick('tilt-set', tilt);
    byId('tilt').addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
        if (e.key === 'Enter') {
            tilt();
        }
    });
}

/** @param {Top} top */
function bindKeys(top) {
    const { walk } = top;
    window.addEventListener(
        'keydown',
        (e) => {
            const target = /** @type {HTMLElement} */ (e.target);
            const key = e.key.toLowerCase();
            if (top.page.scene !== top || target.closest('input[type="text"], select, dialog')) {
                return;
            }
            if (walk.key(e)) {
                e.preventDefault();
            } else if (target.id === 'scene' && /^(arrow.*|[+-])$/.test(key)) {
                e.preventDefault();
                lookAround(top, key);
            }
        },
        { capture: true },
    );
    byId('walk').addEventListener('change', () => {
        walk.on = byId('walk').checked;
        top.page.say(
            walk.on
                ? 'Walk with W A S D, jump with Space, G switches your weight.'
                : 'Walking is off.',
        );
    });
}

/** Arrows turn the view, + and - come nearer or go back. @param {Top} top @param {string} key */
function lookAround(top, key) {
    const { camera, controls } = top.stage;
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

/** @param {Top} top */
function bindPointer(top) {
    const { page } = top;
    const canvas = byId('scene');
    byId('hint').dataset.idle ??= FIRST_HINT;
    byId('hint').textContent = byId('hint').dataset.idle;
    const dragging = new Dragging(top.stage, canvas, {
        shown: () => top.shown(),
        begin: () => {
            page.finish();
            return top.shown();
        },
        tool: () =>
            document.querySelector('[data-tool][aria-pressed="true"]')?.getAttribute('data-tool') ??
            'auto',
        preview: (deed, patch) => {
            top.player.pause();
            top.pivoting = 'fixed' in patch;
            page.preview(patch, DEEDS[deed]);
        },
        finish: () => {
            top.pivoting = false;
            byId('hint').dataset.idle = '';
            page.finish();
        },
        cancel: () => {
            top.pivoting = false;
            page.cancel();
        },
        hint: (words) => {
            byId('hint').textContent = words || byId('hint').dataset.idle;
        },
    });
    canvas.addEventListener('dblclick', (/** @type {PointerEvent} */ e) => {
        if (dragging.find(e)) {
            page.tabs.choose('tab-general');
            byId('panel').focus();
        } else {
            byId('view').showModal();
        }
    });
    top.stage.controls.addEventListener('change', () => {
        top.dirty = true;
    });
    new ResizeObserver(() => top.resize()).observe(byId('top-scene'));
}
