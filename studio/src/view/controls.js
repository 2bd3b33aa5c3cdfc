// SPDX-License-Identifier: MIT
// What the buttons of the page, its logarithmic sliders and its keys do, whatever the scene.
import { all, byId, onClick } from './dom.js';
import { onSlid } from './inputs.js';
import { tour } from './tour.js';

/** @typedef {import('../page.js').Page} Page */

/** @param {Page} page */
export function bindControls(page) {
    onClick('undo', () => page.undo());
    onClick('redo', () => page.redo());
    onClick('view-open', () => byId('view').showModal());
    onClick('tour-open', () => tour(true));
    onClick('present', () => present());
    for (const button of all('[data-close]')) {
        button.addEventListener('click', () => button.closest('dialog').close());
    }
    all('.skip')[0].addEventListener('click', (/** @type {Event} */ e) => {
        e.preventDefault(); // the address holds the scene
        byId('panel').focus();
    });
    for (const slider of all('[data-log], #speed-slider')) {
        const value = () => Number((10 ** Number(slider.value)).toPrecision(4));
        slider.addEventListener('input', () =>
            page.preview({ [slider.dataset.log]: value() }, slider.dataset.log),
        );
        onSlid(slider, () => page.finish());
    }
    window
        .matchMedia('(prefers-color-scheme: dark)')
        .addEventListener('change', () => page.refresh());
    const sized = new ResizeObserver(() => page.scene.resize());
    sized.observe(byId('stage'));
    bindKeys(page);
}

/** Space plays everywhere outside text fields; only a control that was reached by keys keeps it for
 * itself, as one that was pressed with the pointer has done its work. @param {Page} page */
function bindKeys(page) {
    const CONTROL = 'button, input, select, summary';
    const near = (/** @type {EventTarget | null} */ target) =>
        target instanceof Element ? target.closest(CONTROL) : null;
    /** The control that the pointer gave the focus. @type {Element | null} */
    let pressed = null;
    let pressing = false;
    const press = (/** @type {boolean} */ on) => (/** @type {Event} */ e) => {
        pressing = on;
        pressed = near(e.target) ?? pressed;
    };
    window.addEventListener('pointerdown', press(true), { capture: true });
    window.addEventListener('click', press(false), { capture: true });
    window.addEventListener('focusin', (e) => (pressed = pressing ? near(e.target) : pressed));
    const typing = (/** @type {KeyboardEvent} */ e) =>
        Boolean(/** @type {HTMLElement} */ (e.target).closest('input[type="text"], textarea, dialog'));
    const plays = (/** @type {KeyboardEvent} */ e) => {
        const control = near(e.target);
        return e.key === ' ' && !typing(e) && (!control || control === pressed);
    };
    window.addEventListener('keyup', (e) => plays(e) && e.preventDefault());
    window.addEventListener('keydown', (e) => {
        const key = e.key.toLowerCase();
        pressed = key === 'tab' ? null : pressed;
        if (e.defaultPrevented || typing(e)) {
            return;
        }
        if ((e.ctrlKey || e.metaKey) && (key === 'z' || key === 'y')) {
            e.preventDefault();
            if (key === 'y' || e.shiftKey) {
                page.redo();
            } else {
                page.undo();
            }
        } else if (plays(e)) {
            e.preventDefault();
            page.playback.toggle();
        } else if (key === 'f' && !e.ctrlKey && !e.metaKey && !e.altKey) {
            present();
        } else if (key === 'escape') {
            present(false);
        }
    });
}

/** Presentation: only the scene, with larger words. @param {boolean} [on] */
export function present(on = byId('app').dataset.present !== 'yes') {
    byId('app').dataset.present = on ? 'yes' : 'no';
    byId('present').setAttribute('aria-pressed', String(on));
}
