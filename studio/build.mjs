// SPDX-License-Identifier: MIT
// node build.mjs OUT MODULES: bundles the page with OUT/engine.wasm into OUT/lento-studio.html, one
// file that needs nothing else, and OUT/studio_page.c, the same bytes for the command line. MODULES
// is the node_modules folder.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2]);
const modules = path.resolve(process.argv[3]);
const { build } = createRequire(path.join(modules, 'x.js'))('esbuild');

/** @param {string} entry */
async function bundle(entry) {
    const { outputFiles } = await build({
        entryPoints: [path.join(here, 'src', entry)],
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: 'es2022',
        loader: { '.wasm': 'binary' },
        nodePaths: [modules],
        legalComments: 'none',
        alias: { 'engine.wasm': path.join(out, 'engine.wasm') },
        logLevel: 'error',
    });
    return outputFiles[0].text.trim();
}

/** @param {string} text */
const digest = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const script = (await bundle('main.js')).replaceAll('</script', '<\\/script');
const style = await bundle('page.css');
const policy = [
    "default-src 'none'",
    `script-src ${digest(script)} 'wasm-unsafe-eval'`,
    `style-src ${digest(style)}`,
    'img-src data: blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
].join('; ');
const page = (await readFile(path.join(here, 'src', 'index.html'), 'utf8'))
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
