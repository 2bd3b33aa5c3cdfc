// SPDX-License-Identifier: MIT
// Diagrams: marks along axes are the numbers they stand at, and a curve with fewer points keeps its band.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tick } from '../src/view/marks.js';
import { thinned } from '../src/view/thin.js';

const read = (/** @type {string} */ text) => Number(text.replaceAll('−', '-'));

test('a mark is the number it stands at, for every step of marks', () => {
    for (const digit of [1, 2, 2.5, 5]) {
        for (let power = -12; power <= 9; power++) {
            const gap = digit * 10 ** power;
            for (const i of [-7, -3, -1, 1, 2, 3, 4, 9, 33, 41]) {
                const text = tick(i * gap, gap);
                assert.ok(Math.abs(read(text) - i * gap) <= 1e-9 * Math.abs(i * gap), `${i} x ${gap}: ${text}`);
                assert.ok(text.length <= 9, text);
            }
        }
    }
    assert.equal(tick(0, 1), '0');
    assert.equal(tick(2.5e-6, 2.5e-6), '2.5e−6');
    assert.equal(tick(-0.1 - 0.2, 0.1), '−0.3');
});

test('fewer points: the band, the ends and the order stay', () => {
    const n = 4095;
    const x = Array.from({ length: n }, (_, i) => i);
    // lowest and highest in turn, as the fast motion is drawn
    const y = x.map((i) => (i % 2 ? -1 : 1) * (1 + i / n));
    const about = { label: '', colour: '' };
    const few = thinned({ ...about, x, y }, 700);
    assert.ok(few.x.length <= 800 && few.x.length > 600, `${few.x.length}`);
    assert.ok(few.y.filter((v) => Number(v) < 0).length > 300, 'the lower edge is lost');
    assert.ok(few.y.filter((v) => Number(v) > 0).length > 300, 'the upper edge is lost');
    assert.ok(few.x.every((v, i) => i === 0 || v > few.x[i - 1]));
    assert.equal(few.x[few.x.length - 1], n - 1);
    assert.deepEqual(thinned({ ...about, x, y }, n).y, y);
    assert.deepEqual(thinned({ ...about, x: [3], y: [NaN] }, 10).y, [null]);
});
