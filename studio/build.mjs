// SPDX-License-Identifier: MIT
// node build.mjs OUT MODULES [LIBC]: bundles the page with OUT/engine.wasm into OUT/lento-studio.html, one
// file that needs nothing else, and OUT/studio_page.c, the same bytes for the command line. MODULES
// is the node_modules folder, LIBC the licence of the C library inside the engine. The licences of everything that
// is bundled go into the page, into studio_page.c and into OUT/licences/LICENSE.NAME.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2]);
const modules = path.resolve(process.argv[3]);
const { build } = createRequire(path.join(modules, 'x.js'))('esbuild');

const engine = gzipSync(await readFile(path.join(out, 'engine.wasm')), { level: 9 });
await writeFile(path.join(out, 'engine.wasm.gz'), engine);

/** Every file of the folder examples/ as a text by its name. */
const examples = {
    name: 'examples',
    setup(/** @type {any} */ build) {
        const folder = path.join(here, '..', 'examples');
        build.onResolve({ filter: /^examples$/ }, () => ({ path: 'examples', namespace: 'examples' }));
        build.onLoad({ filter: /./, namespace: 'examples' }, async () => {
            const names = (await readdir(folder)).filter((name) => name.endsWith('.ode')).sort();
            const texts = names.map(async (name) => [
                name.slice(0, -4),
                await readFile(path.join(folder, name), 'utf8'),
            ]);
            return { contents: JSON.stringify(Object.fromEntries(await Promise.all(texts))), loader: 'json' };
        });
    },
};

/** Script and style of the page; both start at main.js. */
async function bundle() {
    const { outputFiles, metafile } = await build({
        entryPoints: [path.join(here, 'src', 'main.js')],
        bundle: true,
        minify: true,
        write: false,
        outdir: out,
        format: 'iife',
        target: 'es2022',
        loader: { '.gz': 'binary', '.html': 'text' },
        nodePaths: [modules],
        legalComments: 'none', // the whole texts are in the page, see licences()
        metafile: true,
        alias: { 'engine.wasm.gz': path.join(out, 'engine.wasm.gz') },
        plugins: [examples],
        logLevel: 'error',
    });
    const of = (/** @type {string} */ end) =>
        outputFiles.find((file) => file.path.endsWith(end))?.text.trim() ?? '';
    return { code: of('.js'), style: of('.css'), inputs: Object.keys(metafile.inputs) };
}

/**
 * The licences of what is inside the page, by name.
 * @param {string[]} inputs - the files that were bundled
 * @returns {Promise<[string, string][]>}
 */
async function licences(inputs) {
    const found = inputs.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? '');
    const names = [...new Set(found)].filter((name) => name !== '').sort();
    /** @type {Promise<[string, string]>[]} */
    const texts = names.map(async (name) => {
        const file = (await readdir(path.join(modules, name))).find((one) => /^licen[cs]e/i.test(one));
        if (!file) {
            throw new Error(`${name} is bundled, but has no licence`);
        }
        return [name, await readFile(path.join(modules, name, file), 'utf8')];
    });
    if (process.argv[4]) {
        texts.push(readFile(process.argv[4], 'utf8').then((text) => ['wasi-libc', text]));
    }
    return Promise.all(texts);
}

/** @param {string} text */
const digest = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const { code, style, inputs } = await bundle();
const bundled = await licences(inputs);
const notices = bundled.map(([name, text]) => `---- ${name} ----\n\n${text.trim()}\n`).join('\n');
const own = await readFile(path.join(here, '..', 'LICENSE'), 'utf8');
await rm(path.join(out, 'licences'), { recursive: true, force: true });
await mkdir(path.join(out, 'licences'));
for (const [name, text] of bundled) {
    await writeFile(path.join(out, 'licences', `LICENSE.${name.replace('/', '-')}`), text);
}
const script = code.replaceAll('</script', '<\\/script');
const policy = [
    "default-src 'none'",
    `script-src ${digest(script)} 'wasm-unsafe-eval'`,
    `style-src ${digest(style)}`,
    'img-src data: blob:',
    'worker-src blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
].join('; ');
const page = (await readFile(path.join(here, 'src', 'view', 'index.html'), 'utf8'))
    .replace(
        '<!-- content-security-policy -->',
        () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replace('<!-- licences -->', () => escaped(`${own}\n${notices}`))
    .replace('<!-- style -->', () => `<style>${style}</style>`)
    .replace('<!-- script -->', () => `<script>${script}</script>`);
await writeFile(path.join(out, 'lento-studio.html'), page);

/** Bytes as the inside of a C array. @param {Buffer} bytes */
function rows(bytes) {
    const lines = [];
    for (let i = 0; i < bytes.length; i += 64) {
        lines.push(Array.from(bytes.subarray(i, i + 64)).join(','));
    }
    return lines.join(',\n');
}

const bytes = Buffer.from(page);
await writeFile(
    path.join(out, 'studio_page.c'),
    `/* made by studio/build.mjs */
#include "command/studio_page.h"

const char *const studio_page_missing = "";
const size_t studio_page_size = ${bytes.length};
const unsigned char studio_page[] = {
${rows(bytes)}};
const unsigned char studio_licences[] = {
${rows(Buffer.from(`${notices}\0`))}};
`,
);
