// SPDX-License-Identifier: MIT
// The state of the page: one plain object, its undo and redo.
import { FIELDS } from './fields.js';

/** @typedef {Record<string, any>} State */

/** @returns {State} */
export function startState() {
    return Object.fromEntries(
        Object.entries(FIELDS).map(([name, field]) => [name, structuredClone(field.start)]),
    );
}

const UNDO_LIMIT = 200;

export class Store {
    /** @param {(state: State, changed: Set<string>) => void} changed */
    constructor(changed) {
        this.state = startState();
        /** @type {{state: State, label: string}[]} */
        this.past = [];
        /** @type {{state: State, label: string}[]} */
        this.future = [];
        this.changed = changed;
    }

    /** Replaces parts of the state; one undo step unless `label` is empty. @param {State} patch
     * @param {string} label @param {State} [before] the state to return to */
    commit(patch, label, before = this.state) {
        const old = this.state;
        if (label) {
            this.past.push({ state: before, label });
            this.past.splice(0, this.past.length - UNDO_LIMIT);
            this.future.length = 0;
        }
        this.state = { ...old, ...structuredClone(patch) };
        this.changed(this.state, differing(old, this.state));
    }

    /** What was before cannot be gone back to. */
    forget() {
        this.past.length = this.future.length = 0;
    }

    undo() {
        return this.swap(this.past, this.future);
    }

    redo() {
        return this.swap(this.future, this.past);
    }

    /** @param {{state: State, label: string}[]} from @param {{state: State, label: string}[]} to */
    swap(from, to) {
        const entry = from.pop();
        if (!entry) {
            return '';
        }
        const old = this.state;
        to.push({ state: old, label: entry.label });
        this.state = entry.state;
        this.changed(this.state, differing(old, this.state));
        return entry.label;
    }
}

/** Names of what differs. @param {State} a @param {State} b */
export function differing(a, b) {
    const names = new Set(Object.keys(b));
    for (const name of names) {
        if (JSON.stringify(a[name]) === JSON.stringify(b[name])) {
            names.delete(name);
        }
    }
    return names;
}
