// SPDX-License-Identifier: MIT
// node build.mjs OUT MODULES: bundles the page with OUT/engine.wasm into OUT/lento-studio.html, one
// file that needs nothing else, and OUT/studio_page.c, the same bytes for the command line. MODULES
// is the node_modules folder.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
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
    const { outputFiles } = await build({
        entryPoints: [path.join(here, 'src', 'main.js')],
        bundle: true,
        minify: true,
        write: false,
        outdir: out,
        format: 'iife',
        target: 'es2022',
        loader: { '.gz': 'binary', '.html': 'text' },
        nodePaths: [modules],
        legalComments: 'none',
        alias: { 'engine.wasm.gz': path.join(out, 'engine.wasm.gz') },
        plugins: [examples],
        logLevel: 'error',
    });
    const of = (/** @type {string} */ end) =>
        outputFiles.find((file) => file.path.endsWith(end))?.text.trim() ?? '';
    return { code: of('.js'), style: of('.css') };
}

/** @param {string} text */
const digest = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const { code, style } = await bundle();
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
    .replace('<!-- style -->', () => `<style>${style}</style>`)
    .replace('<!-- script -->', () => `<script>${script}</script>`);
await writeFile(path.join(out, 'lento-studio.html'), page);

const bytes = Buffer.from(page);
const rows = [];
for (let i = 0; i < bytes.length; i += 64) {
    rows.push(Array.from(bytes.subarray(i, i + 64)).join(','));
}
await writeFile(
    path.join(out, 'studio_page.c'),
    `/* made by studio/build.mjs */
#include "command/studio_page.h"

const char *const studio_page_missing = "";
const size_t studio_page_size = ${bytes.length};
const unsigned char studio_page[] = {
${rows.join(',\n')}};
`,
);
