// SPDX-License-Identifier: MIT
// Share and keep: links, recipes that run natively, CSV, PNG; nothing leaves the page, from a file
// and from `lento studio`. LENTO is the native command.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import {
    BUILD,
    launch,
    near,
    open,
    PAGE,
    PLAIN,
    preset,
    ready,
    runToStop,
    settled,
    tab,
    type,
} from './browser.mjs';

const LENTO = process.env.LENTO ?? 'lento';
const run = promisify(execFile);
/** @type {any} */
let browser;
before(async () => {
    browser = await launch(PLAIN);
});
after(() => browser.close());

/** @param {any} page */
const snapshot = (page) => page.evaluate(() => /** @type {any} */ (window).lentoStudio.snapshot());

/** @param {any} page @param {string} button */
async function download(page, button) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    return readFile(await file.path());
}

test('a link opened in a fresh context gives an identical snapshot', async () => {
    const page = await open(browser);
    await preset(page, 'j1-s45');
    await tab(page, 'general');
    await type(page, '#tab-general [data-field=stop]', '3');
    await runToStop(page);
    await tab(page, 'share');
    await page.click('#link-copy');
    const link = await page.inputValue('#link');
    const other = await open(browser, { url: link });
    assert.equal(await snapshot(other), await snapshot(page));
    assert.equal(await other.textContent('#time'), '3');
    await page.done();
    // the link follows the motion: at the end of the replay, after Step, when it stops by itself
    const shared = async () => (await other.inputValue('#link')).split('#')[1];
    const holds = async (/** @type {number} */ steps) => {
        await settled(other);
        assert.match(await shared(), new RegExp(`&at=${steps}&`));
        assert.equal(await other.evaluate(() => location.hash.slice(1)), await shared());
    };
    await holds(300);
    await other.click('#reset');
    await other.click('#step');
    await other.click('#step');
    await holds(2);
    await runToStop(other);
    await holds(300);
    // the way to the controls is not an address to open
    await other.focus('.skip');
    await other.keyboard.press('Enter');
    assert.equal(await other.evaluate(() => document.activeElement?.id), 'panel');
    await holds(300);
    await other.done();
});

test('recipes: what the page cannot show is refused, what it does not know is named', async () => {
    const page = await open(browser);
    const read = async (/** @type {string} */ text) => {
        await page.evaluate(() => document.querySelector('#messages')?.replaceChildren());
        await page.setInputFiles('#load-recipe', {
            name: 'x.json',
            mimeType: 'application/json',
            buffer: Buffer.from(text),
        });
        // the file's name is cleared when it has been read
        await page.waitForFunction(
            () => /** @type {any} */ (document.querySelector('#load-recipe')).value === '',
        );
        return {
            s: JSON.parse(await snapshot(page)).state,
            words: (await page.textContent('#messages')) ?? '',
        };
    };
    const native = async (/** @type {string[]} */ ...settings) =>
        (await run(LENTO, ['run', 'top', ...settings, '--until', '0.2', '--format', 'json'])).stdout;
    const first = JSON.parse(await snapshot(page)).state;
    const moments = ['mass=2', 'I1=1', 'I2=2', 'I3=3', 'ax=.1', 'ay=.2', 'az=.3'];
    const refused = await read(await native(...moments));
    assert.match(refused.words, /mass, I1, I2, I3, ax, ay, az; the page can show cuboids only/);
    assert.deepEqual(refused.s, first);
    const special = await read(await native('case=goryachev-chaplygin', 'tilt=30'));
    assert.equal(special.words, '');
    assert.deepEqual([special.s.shape, special.s.m[2]], ['goryachev', 0]);
    near(special.s.q[1], Math.sin(Math.PI / 12), 1e-15);
    const short = await read(
        JSON.stringify({
            problem: 'top',
            parameters: { tilt: 45, case: 'kowalewski', CB: 0.5, colour: 'red' },
            method: { macro: 'axis-split', steps: 40, rtol: 1e-3 },
            until: 2,
        }),
    );
    assert.match(short.words, /Left out.*: colour, rtol\./);
    assert.deepEqual([short.s.edges[2], short.s.eps1, short.s.stop], [0.25, 0.05, 2]);
    near(short.s.q[1], Math.sin(Math.PI / 8), 1e-15);
    const many = await read(
        JSON.stringify({
            runs: [0.3, 0.4].map((CN) => ({ problem: 'top', parameters: { CN } })),
            data: '0'.repeat(2e6),
        }),
    );
    assert.equal(many.s.edges[0], 0.3);
    assert.match(many.words, /holds 2 runs; the first/);
    // any depth, anywhere: a message, and the scene stays
    const deep = '['.repeat(1e5) + ']'.repeat(1e5);
    for (const text of [
        deep,
        '['.repeat(1e5),
        `{"runs": ${deep}}`,
        ...['top', 'kapitza'].flatMap((problem) => [
            `{"problem": "${problem}", "parameters": ${deep}}`,
            `{"problem": "${problem}", "method": ${deep}}`,
            `{"problem": "${problem}", "until": ${deep}}`,
            `{"problem": "${problem}", "parameters": {"CN": ${deep}, "omega": ${deep}}}`,
            `{"problem": "${problem}", "method": {"macro": ${deep}, "steps": ${deep}}}`,
        ]),
        `{"problem": ${deep}}`,
        `{"studio": ${deep}}`,
    ]) {
        await read(text);
        assert.deepEqual(page.errors, [], `${text.slice(0, 60)}…`);
    }
    await page.evaluate(() => {
        const list = new DataTransfer();
        list.items.add(new File([new Uint8Array(65e6)], 'x.json'));
        const input = /** @type {any} */ (document.querySelector('#load-recipe'));
        input.files = list.files;
        input.dispatchEvent(new Event('change'));
    });
    assert.match(await page.textContent('#messages'), /larger than the 64 MB/);
    assert.deepEqual(page.errors, []);
    await page.done();
});

const LINKS = 1000 * Number(process.env.LENTO_CASES ?? 1);

test(`${LINKS} mutated links: a message each, no exception, no script, no request`, async () => {
    const page = await open(browser);
    await preset(page, 'j2');
    const link = await page.evaluate(() => location.hash.slice(1));
    let seed = 12345;
    const random = (/** @type {number} */ n) => {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        return (seed >>> 8) % n;
    };
    const pieces = [
        '<script>top.hacked=1</script>',
        '%00',
        '%E0%A4%A',
        '&',
        '=',
        '1e999',
        '-',
        'NaN',
        '__proto__=1',
        'constructor',
        '"',
        '%3Cimg src=x onerror=top.hacked=1%3E',
        'q=1,1,1,1',
        'C=0,0,0',
        '9',
    ];
    const links = Array.from({ length: LINKS }, () => {
        const at = random(link.length);
        const cut = random(4);
        return link.slice(0, at) + pieces[random(pieces.length)] + link.slice(at + cut);
    }).filter((text) => text !== link);
    page.requests.length = 0;
    const silent = await page.evaluate(async (/** @type {string[]} */ list) => {
        const missing = [];
        // every 25th through the address bar, the others through what it calls
        for (const [i, text] of list.entries()) {
            document.querySelector('#messages')?.replaceChildren();
            const before = location.hash;
            if (i % 25 === 0) {
                const opened = new Promise((done) =>
                    window.addEventListener('hashchange', done, { once: true }),
                );
                location.hash = text;
                if (location.hash === before) {
                    window.dispatchEvent(new HashChangeEvent('hashchange'));
                }
                await opened;
            } else {
                /** @type {any} */ (window).lentoStudio.open(`#${text}`);
            }
            if (!document.querySelector('#messages')?.textContent) {
                missing.push(text);
            }
        }
        return missing;
    }, links);
    assert.deepEqual(silent, []);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).hacked), undefined);
    assert.deepEqual(page.errors, []);
    assert.deepEqual(
        page.requests.filter((/** @type {string} */ url) => !url.startsWith(PAGE)),
        [],
    );
    await page.click('#step');
    await page.done();
});

test('a recipe runs natively to the same numbers', async () => {
    const tolerance = /** @type {Record<string, number>} */ ({
        'bobenko-suris': 1e-12,
        strang: 1e-11,
        chin4a: 1e-11,
        exact: 1e-11,
        gbs: 1e-8,
    });
    const page = await open(browser);
    for (const methods of [
        ['bobenko-suris', 'strang', 'gbs', 'chin4a'],
        ['exact', 'bobenko-suris', 'gbs', 'gbs'],
    ]) {
        await preset(page, 'j1-s45');
        for (const [slot, name] of methods.entries()) {
            await page.selectOption(`#matrix [data-method="${slot}"]`, name);
        }
        await runToStop(page);
        await tab(page, 'share');
        const recipe = path.join(BUILD, 'test-recipe.json');
        await writeFile(recipe, await download(page, '#save-recipe'));
        const { stdout } = await run(
            LENTO,
            ['run', '--recipe', recipe, '--format', 'json', '--quiet'],
            { maxBuffer: 1 << 28 },
        );
        const native = JSON.parse(stdout);
        const bodies = JSON.parse(await snapshot(page)).bodies;
        const list = Array.isArray(native.runs)
            ? native.runs
            : Array.isArray(native)
              ? native
              : [native];
        assert.equal(list.length, 4);
        methods.forEach((name, i) => {
            for (const column of ['qw', 'qx', 'qy', 'qz', 'm1', 'm2', 'm3', 'E']) {
                near(
                    list[i].final[column],
                    bodies[i].values[column],
                    tolerance[name],
                    `${name} ${column}`,
                );
            }
            near(list[i].final.t, 50, 1e-9);
        });
    }
    const chooser = page.waitForEvent('filechooser');
    await page.click('.file:has(#load-recipe)');
    await (await chooser).setFiles(path.join(BUILD, 'test-recipe.json'));
    await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0');
    await page.done();
});

test('CSV holds the recorded motion with full digits, PNG the picture', async () => {
    const page = await open(browser);
    for (let i = 0; i < 4; i++) {
        await page.click('#step');
    }
    await tab(page, 'share');
    const all = (await download(page, '#save-csv')).toString().trim().split('\r\n');
    assert.match(all[1], /^# CN=0.8 CB=0.8 CT=1 .* g=1 /);
    assert.match(all[2], /^# yellow: scheme=direct macro=gbs macro_step=0.1 rtol=0.00001/);
    const lines = all.filter((line) => !line.startsWith('#'));
    assert.equal(lines.length, 6);
    assert.match(lines[0], /^body,t,step,qw,/);
    const names = lines[0].split(',');
    const last = lines[5].split(',');
    const now = JSON.parse(await snapshot(page)).bodies[0].values;
    for (const name of ['t', 'qw', 'm2', 'E']) {
        assert.equal(Number(last[names.indexOf(name)]), now[name]);
    }
    const png = await download(page, '#save-png');
    assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.ok(png.length > 8000);
    await page.done();
});

test('from a file nothing is requested, and the policy forbids it', async () => {
    const page = await open(browser);
    await preset(page, 'kowalewski');
    await page.click('#start');
    await page.waitForFunction(() => Number(document.querySelector('#time')?.textContent) > 0.2);
    await page.click('#start');
    assert.deepEqual(
        page.requests.filter((/** @type {string} */ url) => !/^(file|data|blob):/.test(url)),
        [],
    );
    const refused = await page.evaluate(() =>
        fetch('http://127.0.0.1:9/').then(
            () => 'sent',
            () => 'refused',
        ),
    );
    assert.equal(refused, 'refused');
    const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
    assert.match(policy ?? '', /connect-src 'none'/);
    assert.ok(!/unsafe-inline/.test(policy ?? ''));
    await page.done();
});

/** One request with any Host. @param {string} address @param {any} options
 * @returns {Promise<{status: number | undefined, headers: any}>} */
function ask(address, options) {
    return new Promise((resolve, reject) => {
        const request = http.request(address, options, (response) => {
            response.resume();
            resolve({ status: response.statusCode, headers: response.headers });
        });
        request.on('error', reject);
        request.end(options.body);
    });
}

test('lento studio serves the page on loopback and nothing else', async () => {
    const server = spawn(LENTO, ['studio', '--no-open'], { cwd: '/' });
    const address = await new Promise((resolve) => {
        server.stdout.once('data', (bytes) => resolve(String(bytes).trim()));
    });
    try {
        assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
        const page = await open(browser, { url: address });
        await page.click('#step');
        await page.waitForFunction(() => document.querySelector('#time')?.textContent === '0.1');
        assert.deepEqual(
            [
                ...new Set(
                    page.requests
                        .filter((/** @type {string} */ u) => !/^(data|blob):/.test(u))
                        .map((/** @type {string} */ u) => u.split('#')[0]),
                ),
            ],
            [address],
        );
        assert.deepEqual(page.errors, []);
        await ready(page);
        await page.done();
        const good = await ask(address, {});
        assert.equal(good.status, 200);
        assert.match(good.headers['content-security-policy'], /connect-src 'none'/);
        assert.equal(good.headers['x-content-type-options'], 'nosniff');
        assert.equal((await ask(address, { headers: { Host: 'evil.example' } })).status, 403);
        assert.equal((await ask(`${address}../../etc/passwd`, {})).status, 404);
        assert.equal((await ask(address, { method: 'POST', body: 'x' })).status, 405);
    } finally {
        server.kill('SIGINT');
    }
    assert.equal(await new Promise((resolve) => server.on('exit', resolve)), 0);
});

test('a chart of lento sweep is opened: map and line, the values of the file, and what is no chart', async () => {
    const page = await open(browser);
    const equations = path.join(BUILD, 'chart.ode');
    await writeFile(equations, "par a = 1, b = 2\nx' = -a*x\ninit x = 1\n");
    const sweep = async (/** @type {string} */ out, /** @type {string[]} */ ...axes) => {
        const file = path.join(BUILD, out);
        const measures = ['--measure', 'left=final(x)', '--measure', 'product=a*b'];
        await run(LENTO, ['sweep', equations, ...axes, '--until', '1', ...measures, '--out', file]);
        return file;
    };
    await tab(page, 'share');
    for (const out of ['chart.npz', 'chart.csv']) {
        await page.setInputFiles('#load-chart', await sweep(out, 'a=1:5:5', 'b=log:1:100:3'));
        await page.waitForSelector('#chart[open]');
        assert.match((await page.textContent('#chart-note')) ?? '', /^15 cells, 0 of them not done/);
        await page.selectOption('#chart-measure', 'product');
        const box = await page.locator('#chart-canvas').boundingBox();
        // the middle of the map: a = 3, b = 10
        const scale = box.width / 640;
        await page.mouse.move(box.x + (78 + 235) * scale, box.y + (14 + 187) * scale);
        const words = (await page.textContent('#chart-value')) ?? '';
        assert.match(words, /^a = 3\.00000, b = 10\.0000: product = 30\.00000$/);
        await page.keyboard.press('Escape');
    }
    await page.setInputFiles('#load-chart', await sweep('line.npz', 'a=1:5:9'));
    await page.waitForSelector('#chart[open]');
    const box = await page.locator('#chart-canvas').boundingBox();
    await page.mouse.move(box.x + 78 * (box.width / 640), box.y + 100);
    const words = (await page.textContent('#chart-value')) ?? '';
    near(Number(words.split('left = ')[1]), Math.exp(-1), 1e-6);
    await page.keyboard.press('Escape');
    await page.setInputFiles('#load-chart', equations);
    await page.waitForFunction(() => document.body.textContent?.includes('not a result of lento sweep'));
    await page.done();
});
