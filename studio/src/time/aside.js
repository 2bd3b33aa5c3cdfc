// SPDX-License-Identifier: MIT
// What takes longer than a frame is computed aside, in a worker made from the page's own script: the
// jobs of the scenes by name, each on an engine of its own. A new job of a name ends the old one.

/** @typedef {import('../scene.js').About} About */

/** Answers jobs in a worker. @param {import('../engine.js').Engine} engine @param {About[]} scenes */
export function serve(engine, scenes) {
    const jobs = Object.assign({}, ...scenes.map((scene) => scene.jobs ?? {}));
    const port = /** @type {any} */ (globalThis);
    const answer = (/** @type {{name: string, input: any}} */ { name, input }) => {
        try {
            const done = jobs[name](engine, input, (/** @type {any} */ part) => port.postMessage({ part }));
            port.postMessage({ done });
        } catch (error) {
            port.postMessage({ error: String(error) });
        }
    };
    port.onmessage = (/** @type {MessageEvent} */ e) => answer(e.data);
    port.postMessage({ ready: true });
}

export class Aside {
    /** @param {string} script of the page */
    constructor(script) {
        this.script = script;
        this.url = '';
        /** Workers by the name of their job. @type {Map<string, {worker: Worker, busy: boolean}>} */
        this.workers = new Map();
    }

    /** @param {string} name */
    make(name) {
        this.url ||= URL.createObjectURL(new Blob([this.script], { type: 'text/javascript' }));
        const made = { worker: new Worker(this.url), busy: false };
        this.workers.set(name, made);
        return made;
    }

    /** Ends a job under way. @param {string} name */
    stop(name) {
        const old = this.workers.get(name);
        if (old?.busy) {
            old.worker.terminate();
            this.workers.delete(name);
        }
    }

    /** @param {string} name @param {any} input @param {(part: any) => void} [tell] parts of the
     * result as they come @returns {Promise<any>} */
    ask(name, input, tell = () => {}) {
        this.stop(name);
        const known = this.workers.get(name);
        const mine = known ?? this.make(name);
        mine.busy = true;
        return new Promise((resolve, reject) => {
            mine.worker.onmessage = ({ data }) => {
                if (data.ready) {
                    mine.worker.postMessage({ name, input });
                } else if ('part' in data) {
                    tell(data.part);
                } else {
                    mine.busy = false;
                    if (data.error) {
                        reject(new Error(data.error));
                    } else {
                        resolve(data.done);
                    }
                }
            };
            mine.worker.onerror = (e) => reject(new Error(e.message));
            if (known) {
                mine.worker.postMessage({ name, input });
            }
        });
    }
}
