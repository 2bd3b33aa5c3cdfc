// SPDX-License-Identifier: MIT
// The engine's share of a frame: bounded by work, whatever the clock says meanwhile. The clock here is
// made by the test, with the rounding of browsers, and other programs take the processor away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Share } from '../src/time/share.js';

const MS = 2.8;
const LIMIT = 4;

/** A motion whose calls cost `cost` ms, in steps of `step` calls, on a machine that pauses for
 * `pause` ms every `every` ms of its own work. @param {{cost: number, step: number, every?: number,
 * pause?: number, wanted?: number}} about */
function machine({ cost, step, every = Infinity, pause = 0, wanted = Infinity }) {
    const m = { now: 0, own: 0, spent: 0, cost, frame: 0 };
    const take = (/** @type {number} */ ms) => {
        m.now += ms + pause * (Math.floor((m.own + ms) / every) - Math.floor(m.own / every) || 0);
        m.own += ms;
        m.spent += ms;
    };
    const share = new Share(MS, () => Math.floor(m.now * 10) / 10);
    return Object.assign(m, {
        share,
        one: (part = 1) => {
            m.spent = m.frame = 0;
            const got = share.spend((calls) => {
                let done = 0;
                while (done < calls && m.frame + done < wanted) {
                    done += step;
                    take(step * m.cost);
                }
                m.frame += done;
                return { done: m.frame >= wanted, calls: done };
            }, part);
            return { ...got, ms: m.spent };
        },
    });
}

test('a frame stays below 4 ms of work, the first one too, for calls of 20 ns to 0.1 ms', () => {
    for (const cost of [2e-5, 2e-4, 2e-3, 0.02]) {
        const m = machine({ cost, step: 8 });
        for (let i = 0; i < 50; i++) {
            const { ms } = m.one();
            assert.ok(ms <= LIMIT, `${cost}, frame ${i}: ${ms} ms`);
            assert.ok(i < 3 || ms >= 0.7 * MS, `${cost}, frame ${i}: only ${ms} ms`);
        }
    }
});

test('programs that take the processor away make frames later, not longer in work', () => {
    const m = machine({ cost: 2e-4, step: 20, every: 7.3, pause: 30 });
    const spent = Array.from({ length: 300 }, () => m.one().ms);
    assert.ok(Math.max(...spent) <= LIMIT, `${Math.max(...spent)} ms`);
    assert.ok(m.share.rate < 1.3 / 2e-4 && m.share.rate > 0.8 / 2e-4, `${m.share.rate}`);
});

test('a first frame that was interrupted does not make the motion crawl', () => {
    const m = machine({ cost: 2e-4, step: 4, every: 0.01, pause: 60 });
    m.one();
    const after = machine({ cost: 2e-4, step: 4 });
    after.share.rates = m.share.rates;
    const spent = Array.from({ length: 10 }, () => after.one().ms);
    assert.ok(m.share.rates[0] < 0.1 / 2e-4, `${m.share.rates[0]}`);
    assert.ok(spent[5] >= 0.7 * MS && Math.max(...spent) <= LIMIT, spent.join(' '));
});

test('a machine that becomes three times slower is followed', () => {
    const m = machine({ cost: 2e-4, step: 8 });
    for (let i = 0; i < 20; i++) {
        m.one();
    }
    m.cost *= 3;
    for (let i = 0; i < 60; i++) {
        const { ms } = m.one();
        assert.ok(ms <= LIMIT, `frame ${i}: ${ms} ms`);
    }
});

test('what is wanted less is less, and what one motion leaves another may use', () => {
    const m = machine({ cost: 2e-4, step: 8, wanted: 4000 });
    m.one();
    const { done, used, ms } = m.one(0.7);
    assert.equal(done, true);
    assert.ok(Math.abs(used - ms / MS) < 0.1, `${used} ${ms}`);
    const fast = machine({ cost: 2e-4, step: 8 });
    fast.one();
    assert.ok(fast.one(1 - used).ms + ms <= LIMIT);
});
