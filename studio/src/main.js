// SPDX-License-Identifier: MIT
// Starts the page: loads the engine, builds the menus from its lists, connects controls, keys and frames.
import wasm from 'engine.wasm';
import { Dragging } from './drag.js';
import { loadEngine, WORK_SLOT } from './engine.js';
import { setMethods } from './fields.js';
import { Kapitza } from './kapitza.js';
import { all, bindFields, byId, element, makeTabs } from './panel.js';
import { PRESETS } from './presets.js';
import { Render2d } from './render2d.js';
import { Render3d } from './render3d.js';
import { csv, download, readRecipe, recipe, save } from './share.js';
import { startState } from './state.js';
import { Studio } from './studio.js';
import { BODIES, startOf } from './topstate.js';
import { tour } from './tour.js';
import { Walk } from './walk.js';
import { ErrorWork } from './work.js';

/** @param {import('./stage.js').Stage} stage */
function makeRender(stage) {
    const canvas = byId('scene');
    try {
        return new Render3d(canvas, stage);
    } catch {
        byId('hint').textContent = 'Without WebGL the bodies are drawn as lines.';
        return new Render2d(canvas, stage);
    }
}

/** Every method of the engine that moves the start-up body. @param {import('./engine.js').Engine} engine */
function usableMethods(engine) {
    const { methods, compositions } = engine.methods();
    const names = methods.flatMap(({ name, doc }) => [{ name, doc },
        ...compositions.map((c) => ({ name: `${name}/${c.name}`, doc: `${doc}, ${c.doc}` }))]);
    const start = startOf(startState());
    const usable = names.filter(({ name }) => engine.open(WORK_SLOT, start, name, 0.1, 1e-5) === '');
    engine.close(WORK_SLOT);
    return usable;
}

/** @param {{name: string, doc: string}[]} methods */
function makeMatrix(methods) {
    const options = () => methods.map(({ name, doc }) => element('option', { value: name, title: doc }, name));
    byId('matrix').append(...BODIES.map((body, slot) => {
        const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' }, body.letter);
        swatch.style.background = body.colour;
        return element('div', { class: 'cell', 'data-slot': String(slot) },
            element('span', { class: body.css }, swatch, `${body.name} ${body.thick ? 'ε' : 'ε₂'}`),
            element('select', { 'data-method': String(slot),
                'aria-label': `Method of the ${body.name} body` }),
            element('input', { type: 'text', inputmode: 'decimal',
                'data-field': 'ownSteps', 'data-index': String(slot), 'data-zero': body.thick ? 'ε' : 'ε₂',
                'aria-label': `Own step of the ${body.name} body` }));
    }));
    for (const select of all('[data-method]')) {
        select.append(...options());
    }
}

/** @param {Studio} studio */
function bindMethods(studio) {
    for (const select of all('[data-method]')) {
        select.addEventListener('change', () => {
            const methods = [...studio.state.methods];
            methods[Number(select.dataset.method)] = select.value;
            studio.edit({ methods }, 'a method');
        });
    }
}

/** @param {import('./state.js').State} state @param {Studio} studio */
function showMethods(state, studio) {
    for (const select of all('[data-method]')) {
        select.value = state.methods[Number(select.dataset.method)];
    }
    for (const cell of all('#matrix .cell')) {
        cell.hidden = !studio.player.slots.includes(Number(cell.dataset.slot));
    }
    byId('curves').replaceChildren(...curveBoxes(state, studio));
}

/** @param {import('./state.js').State} state @param {Studio} studio */
function curveBoxes(state, studio) {
    const names = [...BODIES.map((b) => `E ${b.name}`), 'L(E_BS)', 'L(E_Ext)'];
    return names.flatMap((name, i) => {
        if (i < 4 ? !studio.player.slots.includes(i) : studio.player.slots.length < 4) {
            return [];
        }
        const box = /** @type {HTMLInputElement} */ (element('input', { type: 'checkbox',
            'data-curve': String(i) }));
        box.checked = Boolean(state.curves[i]);
        box.addEventListener('change', () => {
            const curves = [...studio.state.curves];
            curves[i] = box.checked ? 1 : 0;
            studio.edit({ curves }, 'a curve');
            byId('curves').querySelector(`[data-curve="${i}"]`)?.focus();
        });
        return [element('label', { class: 'check' }, box, name)];
    });
}

/** @param {Studio} studio */
function makePresets(studio, choose = (/** @type {string} */ _) => {}) {
    const groups = [...new Set(PRESETS.map((p) => p.group))];
    byId('preset-list').append(...groups.flatMap((group) => [element('h3', {}, group),
        element('div', { class: 'cards' }, ...PRESETS.filter((p) => p.group === group).map((preset) => {
            const button = element('button', { type: 'button', 'data-preset': preset.id }, preset.title,
                element('span', {}, preset.caption));
            button.addEventListener('click', () => {
                byId('presets').close();
                studio.load(preset);
                choose(`tab-${preset.tab ?? 'general'}`);
            });
            return button;
        }))]));
}

/** @param {Studio} studio */
function bindButtons(studio) {
    const click = (/** @type {string} */ id, /** @type {() => void} */ deed) =>
        byId(id).addEventListener('click', deed);
    click('start', () => studio.toggle());
    click('step', () => {
        studio.player.step();
        studio.showTime();
        studio.dirty = true;
    });
    click('reset', () => studio.reset());
    click('infinity', () => studio.edit({ stop: 0 }, 'the stop time'));
    click('undo', () => studio.undo());
    click('redo', () => studio.redo());
    click('presets-open', () => byId('presets').showModal());
    click('view-open', () => byId('view').showModal());
    click('tour-open', () => tour(true));
    click('home', () => {
        studio.stage.home(studio.state);
        studio.edit({ flat: false }, '');
    });
    click('caption-close', () => {
        byId('caption').hidden = true;
    });
    click('rod-reset', () => {
        studio.rodFrom = studio.player.latestStep;
        studio.dirty = true;
    });
    click('apex-reset', () => {
        studio.apexFrom = studio.player.latestStep;
        studio.dirty = true;
    });
    for (const button of all('[data-close]')) {
        button.addEventListener('click', () => button.closest('dialog').close());
    }
    for (const button of all('[data-pivot]')) {
        button.addEventListener('click', () =>
            studio.edit({ fixed: button.dataset.pivot.split(',').map(Number) }, 'the fixed point'));
    }
    for (const box of all('[data-case]')) {
        box.addEventListener('change', () =>
            studio.edit({ shape: box.checked ? box.dataset.case : 'free' }, 'the special case'));
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
function bindSliders(studio) {
    for (const slider of all('[data-log]')) {
        const value = () => Number((10 ** Number(slider.value)).toPrecision(4));
        slider.addEventListener('input', () => studio.preview({ [slider.dataset.log]: value() }));
        slider.addEventListener('change', () => studio.finish(slider.dataset.log));
    }
    byId('speed-slider').addEventListener('input', () => {
        const speed = Number((10 ** Number(byId('speed-slider').value)).toPrecision(3));
        studio.preview({ speed });
    });
    byId('speed-slider').addEventListener('change', () => studio.finish('the speed'));
    byId('scrub').addEventListener('input', () => {
        const step = Number(byId('scrub').value);
        studio.player.pause();
        studio.player.scrub = step < studio.player.latestStep ? step : null;
        studio.dirty = true;
    });
    byId('tilt-set').addEventListener('click', () => {
        const degrees = Number(byId('tilt').value.trim() || NaN);
        if (!(Math.abs(degrees) <= 360)) {
            studio.warn('The tilt must be a number of degrees between −360 and 360.');
        } else {
            studio.edit({ q: studio.engine.tilt(degrees) }, 'the tilt');
        }
    });
}

/** @param {Studio} studio */
function bindShare(studio) {
    const click = (/** @type {string} */ id, /** @type {() => void} */ deed) =>
        byId(id).addEventListener('click', deed);
    click('link-copy', () => {
        studio.showLink();
        byId('link').select();
        const copied = navigator.clipboard ? navigator.clipboard.writeText(byId('link').value)
            : Promise.reject(new Error('no clipboard'));
        copied.then(() => studio.say('The link is in the clipboard.'),
            () => studio.say('The link is selected: copy it with Ctrl+C.'));
    });
    click('save-png', () => save('lento-studio.png', studio.render.png(studio.state, studio.picture())));
    click('save-csv', () => download('lento-motion.csv', csv(studio.player), 'text/csv'));
    click('save-recipe', () => download('lento-recipe.json', `${JSON.stringify(
        recipe(studio.state, studio.player.now()), null, 1)}\n`, 'application/json'));
    byId('load-recipe').addEventListener('change', async () => {
        const file = byId('load-recipe').files?.[0];
        if (file) {
            const { state, messages } = readRecipe(file.size < 1e6 ? await file.text() : '');
            if (state) {
                studio.store.commit({ ...state, at: 0 }, 'the recipe');
                studio.reset();
            }
            messages.forEach((words) => studio.warn(words));
            byId('load-recipe').value = '';
        }
    });
}

/** @param {Studio} studio @param {Walk} walk */
function bindKeys(studio, walk) {
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
        } else if (key === ' ' && !target.closest('button, input')) {
            e.preventDefault();
            studio.toggle();
        } else if (target.id === 'scene' && key.startsWith('arrow')) {
            e.preventDefault();
            lookAround(studio, key);
        }
    });
    byId('walk').addEventListener('change', () => {
        walk.on = byId('walk').checked;
        studio.say(walk.on ? 'Walk with W A S D, jump with Space, G switches your weight.' : 'Walking is off.');
    });
}

/** @param {Studio} studio @param {string} key */
function lookAround(studio, key) {
    const { camera, controls } = studio.stage;
    const arm = camera.position.clone().sub(controls.target);
    const angle = 0.12;
    if (key === 'arrowleft' || key === 'arrowright') {
        arm.applyAxisAngle(camera.up, key === 'arrowleft' ? -angle : angle);
    } else {
        arm.z += (key === 'arrowup' ? angle : -angle) * arm.length();
    }
    camera.position.copy(controls.target).add(arm);
    controls.update();
}

/** @param {Studio} studio @param {(id: string) => void} choose */
function bindScene(studio, choose) {
    const canvas = byId('scene');
    const dragging = new Dragging(studio.stage, canvas, {
        begin: () => studio.before ?? studio.shownState(),
        tool: () => document.querySelector('[data-tool][aria-pressed="true"]')
            ?.getAttribute('data-tool') ?? 'auto',
        preview: (patch) => {
            studio.player.pause();
            studio.pivoting = 'fixed' in patch;
            studio.preview(patch);
        },
        finish: (deed) => {
            studio.pivoting = false;
            studio.finish({ turn: 'turning the body', resize: 'the size', pivot: 'the fixed point',
                pull: 'the momentum' }[deed]);
        },
        cancel: () => {
            studio.pivoting = false;
            studio.cancel();
        },
        hint: (words) => {
            byId('hint').textContent = words;
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
        studio.dirty = true;
    });
    new ResizeObserver(() => studio.resize()).observe(byId('stage'));
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => studio.refresh());
}

/** @param {Studio} studio @param {ErrorWork} work @param {Walk} walk */
function run(studio, work, walk) {
    let last = performance.now();
    let working = false;
    byId('work-make').addEventListener('click', () => {
        work.begin(startOf(studio.state));
        working = work.queue.length > 0;
    });
    const frame = (/** @type {number} */ now) => {
        const seconds = Math.max(0, (now - last) / 1000);
        last = now;
        studio.dirty = walk.frame(Math.min(seconds, 0.1)) || studio.dirty;
        studio.frame(now, seconds);
        working = working && work.slice(performance.now() + 8);
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

/** What tests and curious people may ask. @param {Studio} studio @param {ErrorWork} work */
function expose(studio, work) {
    const actor = (/** @type {number} */ slot) =>
        studio.stage.actors.find((a) => a.slot === slot) ?? studio.stage.actors[0];
    Object.assign(window, { lentoStudio: {
        state: () => structuredClone(studio.state),
        snapshot: () => JSON.stringify({ state: studio.state, time: studio.player.time,
            bodies: studio.player.slots.map((slot) => studio.engine.values(slot)) }),
        busy: () => studio.player.replayTo > 0,
        memory: () => studio.engine.memory,
        tip: (slot = 2) => studio.stage.toScreen(studio.stage.tip(actor(slot))),
        corners: (slot = 2) => studio.stage.cornersOf(actor(slot), studio.state)
            .map((c) => ({ signs: c.signs, ...studio.stage.toScreen(c.stage) })),
        at: (/** @type {number[]} */ point) => studio.stage.toScreen(point),
        plots: () => Object.fromEntries(['energy', 'error', 'third', 'potential'].map((name) =>
            [name, /** @type {any} */ (studio.diagrams)[name].ends()])),
        work: () => Object.fromEntries(work.points),
    } });
}

async function main() {
    const engine = await loadEngine(wasm);
    const methods = usableMethods(engine);
    setMethods(methods.map((m) => m.name));
    const studio = new Studio(engine, makeRender);
    const choose = makeTabs();
    makeMatrix(methods);
    const host = { state: () => studio.state, edit: studio.edit.bind(studio),
        preview: studio.preview.bind(studio), finish: studio.finish.bind(studio),
        warn: studio.warn.bind(studio) };
    studio.kapitza = new Kapitza(engine, host);
    const walk = new Walk(studio.stage);
    const work = new ErrorWork(engine);
    bindFields(host);
    bindMethods(studio);
    bindButtons(studio);
    bindSliders(studio);
    bindShare(studio);
    bindKeys(studio, walk);
    makePresets(studio, choose);
    document.addEventListener('tab', (e) => {
        studio.tab = /** @type {CustomEvent} */ (e).detail;
        studio.dirty = true;
        studio.plotsDue = studio.tablesDue = 0;
    });
    const refresh = studio.refresh.bind(studio);
    studio.refresh = () => {
        refresh();
        showMethods(studio.state, studio);
    };
    studio.resize();
    studio.stage.home();
    bindScene(studio, choose);
    if (location.hash.length > 1) {
        studio.open(location.hash);
    } else {
        studio.fitStop();
        studio.reopen();
        studio.kapitza.open(studio.state);
        studio.showScene();
        studio.refresh();
        tour(false);
    }
    window.addEventListener('hashchange', () => {
        if (location.hash !== studio.ownLink && location.hash.length > 1) {
            studio.open(location.hash);
        }
    });
    byId('legend').replaceChildren(...[['#12a37f', 'angular momentum m'], ['#2f7fd6', 'angular velocity ω']]
        .map(([colour, words]) => {
            const mark = element('i');
            mark.style.background = colour;
            return element('li', {}, mark, words);
        }));
    expose(studio, work);
    run(studio, work, walk);
    document.documentElement.dataset.ready = 'yes';
}

main().catch((error) => {
    const p = document.createElement('p');
    p.textContent = `The page could not start: ${error instanceof Error ? error.message : error}`;
    byId('messages').append(p);
});
