// SPDX-License-Identifier: MIT
// docs/studio-features.md names every feature of the original program and a test that exists for
// each.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

const COUNTS = { A: 17, B: 5, C: 17, D: 6, E: 5, F: 11, G: 10, H: 4, I: 7, J: 4 };

test('every feature has a place and a test that exists', async () => {
    const text = await readFile(new URL('../../docs/studio-features.md', import.meta.url), 'utf8');
    const rows = new Map(
        text
            .split('\n')
            .filter((line) => /^\| [A-J]\d+ \|/.test(line))
            .map((line) => line.split('|').map((cell) => cell.trim()))
            .map(([, id, what, place, shown]) => [id, { what, place, shown }]),
    );
    for (const [letter, count] of Object.entries(COUNTS)) {
        for (let i = 1; i <= count; i++) {
            const row = rows.get(letter + i);
            assert.ok(row && row.what && row.place, `${letter}${i} is missing`);
            const [file, ...words] = row.shown.split(': ');
            const source = await readFile(new URL(`${file}.test.mjs`, import.meta.url), 'utf8');
            const names = source.match(/test\(.*/g) ?? [];
            assert.ok(
                names.some((name) => name.includes(words.join(': '))),
                `${letter}${i} names a test that does not exist: ${row.shown}`,
            );
        }
    }
});
