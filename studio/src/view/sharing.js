// SPDX-License-Identifier: MIT
// The tab Share: link, picture, CSV and recipe of the scene that is shown, and recipes to be opened.
// A recipe holds one native run per motion; "studio" in it brings the page back.
import { fromLink } from '../state/link.js';
import { openChart } from './chart.js';
import { byId, download, onClick, save } from './dom.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../scene.js').Reading} Reading */

/** Native runs with many rows are recipes too; more than this no browser reads with ease. */
const LARGEST_RECIPE_MB = 64;

/** @param {Page} page */
export function bindSharing(page) {
    onClick('link-copy', () => copyLink(page));
    onClick('link-open', () => page.address.paste(byId('link-paste').value));
    byId('link-paste').addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
        if (e.key === 'Enter') {
            page.address.paste(byId('link-paste').value);
        }
    });
    onClick('save-png', () => save('lento-studio.png', page.scene.png()));
    onClick('save-csv', () => download('lento-motion.csv', page.scene.csv(), 'text/csv'));
    onClick('save-recipe', () => {
        const text = `${JSON.stringify(recipe(page), null, 1)}\n`;
        download('lento-recipe.json', text, 'application/json');
    });
    byId('load-recipe').addEventListener('change', async () => {
        const file = byId('load-recipe').files?.[0];
        if (!file) {
            return;
        }
        await openRecipeFile(page, file);
        byId('load-recipe').value = '';
    });
    byId('load-chart').addEventListener('change', async () => {
        const file = byId('load-chart').files?.[0];
        if (!file) {
            return;
        }
        await openChartFile(page, file);
        byId('load-chart').value = '';
    });
    bindDrops(page);
}

/** A file dropped anywhere is opened here, instead of by the browser in place of the page; so is a
 * dropped link. @param {Page} page */
function bindDrops(page) {
    window.addEventListener('dragover', (e) => e.preventDefault());
    window.addEventListener('drop', (e) => {
        const file = e.dataTransfer?.files[0];
        const text = e.dataTransfer?.getData('text') ?? '';
        if (!file && /** @type {Element} */ (e.target).closest('input, textarea')) {
            return;
        }
        e.preventDefault();
        if (!file) {
            page.address.paste(text);
        } else if (/\.json$/i.test(file.name)) {
            void openRecipeFile(page, file);
        } else if (/\.(csv|npz)$/i.test(file.name)) {
            void openChartFile(page, file);
        } else if (!page.scenes.some((scene) => scene.openFile(file) !== null)) {
            page.warn(`${file.name}: the page opens equations (.ode), recipes (.json) and results of sweeps (.csv, .npz).`);
        }
    });
}

/** @param {Page} page @param {File} file */
async function openChartFile(page, file) {
    try {
        openChart(file.name, await file.arrayBuffer());
    } catch (error) {
        page.warn(error instanceof Error ? error.message : String(error));
    }
}

/** @param {Page} page @param {File} file */
async function openRecipeFile(page, file) {
    if (file.size > LARGEST_RECIPE_MB * 1e6) {
        page.warn(`This file is larger than the ${LARGEST_RECIPE_MB} MB the page reads.`);
    } else {
        openRecipe(page, await file.text());
    }
}

/** @param {Page} page */
function copyLink(page) {
    page.address.show();
    byId('link').select();
    const copied = navigator.clipboard
        ? navigator.clipboard.writeText(byId('link').value)
        : Promise.reject(new Error('no clipboard'));
    copied.then(
        () => page.say('The link is in the clipboard.'),
        () => page.say('The link is selected: copy it with Ctrl+C.'),
    );
}

/** @param {Page} page */
function recipe(page) {
    return { runs: page.scene.runs(), studio: page.address.write() };
}

/** @param {Page} page @param {string} text */
function openRecipe(page, text) {
    const { state, messages } = readRecipe(page, text);
    if (state) {
        page.finish();
        page.address.bring({ ...state, at: 0 }, 'the recipe');
        page.refresh();
        page.address.show();
    }
    messages.forEach((words) => page.warn(words));
}

/** @param {Page} page @param {string} text @returns {Reading} */
function readRecipe(page, text) {
    /** @type {any} */
    let tree;
    try {
        tree = JSON.parse(text);
    } catch {
        return { state: null, messages: ['This file is not JSON.'] };
    }
    if (tree && typeof tree.studio === 'string') {
        return fromLink(tree.studio);
    }
    const runs = Array.isArray(tree?.runs) ? tree.runs : [tree];
    for (const scene of page.scenes) {
        const reading = scene.read(runs[0]);
        if (reading?.state && runs.length > 1) {
            reading.messages.push(`The file holds ${runs.length} runs; the first one is shown.`);
        }
        if (reading) {
            return reading;
        }
    }
    return { state: null, messages: ['This recipe is not one of a top.'] };
}
