// SPDX-License-Identifier: MIT
// From time to picture: the buttons of the time bar, and what one frame does. A frame moves the
// bodies of the shown scene, then paints, reports failures, and brings tables and diagrams up to
// date; nothing is painted when nothing changed.
import { byId } from './panel.js';
import { pictureOf } from './picture.js';
import { Readings } from './readings.js';
import { BODIES } from './topstate.js';

/** A hurrying engine gets the frames, pictures wait this long. */
const HURRY_MS = 220;

export class Playback {
    /** @param {import('./studio.js').Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.readings = new Readings(studio);
        /** Something to be seen changed without time going on. */
        this.dirty = true;
        this.paintedAt = 0;
        /** Bodies whose failure was said. @type {Set<number>} */
        this.reported = new Set();
    }

    get kapitza() {
        return this.studio.state.scene === 'kapitza' ? this.studio.kapitza : null;
    }

    get running() {
        return this.kapitza ? this.kapitza.running : this.studio.player.running;
    }

    toggle() {
        const { player } = this.studio;
        if (this.kapitza) {
            this.kapitza.running = !this.kapitza.running;
        } else if (player.running) {
            player.pause();
        } else if (player.now() >= player.stop * (1 - 1e-12)) {
            this.studio.say('The stop time is reached: raise it, or press Reset.');
        } else if (!this.stuck()) {
            player.play();
        }
        this.showTime();
        this.dirty = true;
    }

    step() {
        if (!this.stuck()) {
            this.studio.player.step();
        }
        this.showTime();
        this.dirty = true;
    }

    /** Says which bodies cannot move, and why; true if none can. */
    stuck() {
        const { player } = this.studio;
        for (const [slot, words] of player.refusals) {
            this.studio.warn(`${BODIES[slot].name} cannot move. ${words}`);
        }
        const none = player.allFailed();
        if (none && player.refusals.size < player.slots.length) {
            this.studio.warn('No body can go on: press Reset, or choose another method or step.');
        }
        return none;
    }

    reset() {
        const { studio } = this;
        studio.finish();
        if (this.kapitza) {
            this.kapitza.running = false;
            this.kapitza.restart(studio.state);
        } else {
            studio.reopen();
        }
        studio.refresh();
        studio.address.show();
    }

    /** @param {number} now in milliseconds @param {number} seconds since the last frame */
    frame(now, seconds) {
        const { state, player } = this.studio;
        if (this.kapitza) {
            if (this.kapitza.frame(seconds, state.speed) || this.dirty) {
                this.dirty = false;
                this.showTime();
                this.kapitza.show();
            }
            return;
        }
        const moved = player.frame(seconds);
        if (moved && player.behind && now - this.paintedAt < HURRY_MS) {
            return;
        }
        const still = this.dirty && !moved;
        if (moved || this.dirty) {
            this.paintedAt = now;
            this.dirty = false;
            this.showTime();
            this.paint();
            this.report();
            if (!this.running && player.replayTo === 0 && !this.studio.before) {
                this.studio.address.follow();
            }
        }
        this.readings.work(now, still);
    }

    /** Nothing is under way, and picture, tables and diagrams show the present. */
    get settled() {
        return (
            !this.running &&
            !this.dirty &&
            this.studio.player.replayTo === 0 &&
            (Boolean(this.kapitza) || this.readings.current)
        );
    }

    showTime() {
        const { player } = this.studio;
        byId('time').textContent = this.kapitza
            ? this.kapitza.time[1].toFixed(3)
            : String(Number(player.time.toPrecision(12)));
        byId('start').textContent = this.running ? 'Stop' : 'Start';
        const scrub = byId('scrub');
        scrub.max = String(player.latestStep);
        scrub.value = String(player.scrub ?? player.latestStep);
    }

    paint() {
        const { render, state, player } = this.studio;
        render.setQuality(player.running);
        render.paint(state, pictureOf(this.studio));
    }

    resize() {
        const { stage, render } = this.studio;
        stage.resize();
        render.resize();
        this.dirty = true;
        this.readings.expire();
    }

    /** Says which body failed, and when. */
    report() {
        const { player, engine, state } = this.studio;
        for (const slot of player.slots) {
            const now = engine.values(slot);
            if (now && now.values.status < 0 && !this.reported.has(slot)) {
                this.reported.add(slot);
                this.studio.warn(`${BODIES[slot].name} (${state.methods[slot]}): ${now.failure}`);
            }
        }
    }
}
