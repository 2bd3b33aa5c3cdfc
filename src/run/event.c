/* SPDX-License-Identifier: MIT
 *
 * event.c - events of a direct run: where a value of the system becomes zero, its state jumps.
 *
 * After each step the values are looked at inside it (the run's own interpolation). The first zero is located, the step
 * is taken back and a segment is put in its place that ends there; the next segment begins with the jump. So the state
 * at an event is that of the method, and a row before it is never from behind it. */
#include "run/run.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 100, MOST_NEAR = 2, MOST_EVENTS = 64 };
#define RESOLVED 1e-14 /* of a step */
#define TOGETHER 1e-9  /* events this near, of a step, are one */
#define NEAR     1e-8  /* of the whole run */

int lento_event_carve(lento_run *run, lento_arena *arena) {
    const int n = lento_events_of(&run->leaf)->count;
    run->event.value = lento_take(arena, n);
    run->event.other = lento_take(arena, n);
    run->event.root = lento_take(arena, n);
    run->event.state = lento_take(arena, n > 0 ? run->macro.size : 0);
    return n > MOST_EVENTS
               ? lento_fail(&run->failure, LENTO_BAD_SYSTEM, "a system has at most 64 events")
           : n > 0 && run->levels > 0
               ? lento_fail(&run->failure, LENTO_BAD_OPTION,
                            "events are followed by direct runs only; use scheme direct")
           : n > 0 && run->looks > 0
               ? lento_fail(&run->failure, LENTO_BAD_OPTION,
                            "events need the point gauge: a mean over an event means nothing")
               : 0;
}

static int values_at(lento_run *run, double t, const double state[], double values[]) {
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(run->system, t, phase);
    return lento_events_of(run->system)->values(t, phase, state, values, run->system->params)
               ? lento_fail(&run->failure, LENTO_CALLBACK_FAILED, "an event reported a failure")
               : 0;
}

/* the values at a fraction of the last step */
static int look(lento_run *run, double x, double values[]) {
    const double t = run->left_t + x * run->left_h;
    const double *state = run->event.state;
    if (x >= 1) {
        if (lento_run_complete_node(run)) {
            return -1;
        }
        state = run->macro.y;
    } else if (lento_run_interpolate(run, t, run->event.state)) {
        return -1;
    }
    return values_at(run, t, state, values);
}

static bool crosses(int direction, double before, double after) {
    return direction > 0 ? before < 0 && after >= 0 : before > 0 && after <= 0;
}

/* where value i is zero between x[0] and x[1]; false position, every third time the middle */
static int locate(lento_run *run, int i, const double ends[2], const double at[2], double *root) {
    double x[2] = {ends[0], ends[1]}, y[2] = {at[0], at[1]};
    for (int k = 0; k < MOST_ROUNDS && x[1] - x[0] > RESOLVED && y[1] != 0; k++) {
        double middle = x[1] - y[1] * (x[1] - x[0]) / (y[1] - y[0]);
        middle = k % 3 == 2 || !(middle > x[0] && middle < x[1]) ? (x[0] + x[1]) / 2 : middle;
        if (look(run, middle, run->event.root)) {
            return -1;
        }
        const double value = run->event.root[i];
        const bool crossed = at[0] < 0 ? value >= 0 : value <= 0;
        x[crossed ? 1 : 0] = middle;
        y[crossed ? 1 : 0] = value;
    }
    *root = x[1];
    return 0;
}

/* the first zero in the part of the step from x0 to x1: its fraction, 2 if there is none, -1 after a failure */
static double first_zero(lento_run *run, double x0, double x1) {
    const lento_events *e = lento_events_of(run->system);
    double first = 2;
    for (int i = 0; i < e->count; i++) {
        const double at[2] = {run->event.value[i], run->event.other[i]}, ends[2] = {x0, x1};
        double root = 2;
        if (crosses(e->direction[i], at[0], at[1]) && locate(run, i, ends, at, &root)) {
            return -1;
        }
        first = fmin(first, root);
    }
    return first;
}

/* which events have their zero there */
static int collect(lento_run *run, double x) {
    const lento_events *e = lento_events_of(run->system);
    if (look(run, fmin(1, x + TOGETHER), run->event.other)) {
        return -1;
    }
    run->event.due = 0;
    for (int i = 0; i < e->count; i++) {
        if (crosses(e->direction[i], run->event.value[i], run->event.other[i])) {
            run->event.due |= 1ull << i;
        }
    }
    return 0;
}

/* events that come closer and closer never end */
static int check_progress(lento_run *run, double t) {
    run->event.near = t - run->event.last < NEAR * run->options.until ? run->event.near + 1 : 0;
    run->event.last = t;
    return run->event.near > lento_events_of(run->system)->count + MOST_NEAR
               ? lento_fail_number(
                     &run->failure, LENTO_STALLED,
                     "the events at t = %g follow each other without end; end the motion before", t,
                     0)
               : 0;
}

/* the last step is taken back; a segment that ends at the event takes its place */
static int cut(lento_run *run, double t) {
    lento_stepper *macro = &run->macro;
    double turn[LENTO_MAX_SCALES];
    const double begin = run->left_t, h = t - begin;
    lento_stepper_restore(macro, &run->side, run->side_block);
    macro->counts.steps--;
    run->has_left = false;
    run->segment_begin = begin;
    run->segment_step = 0;
    run->segment_steps = h > 1e-12 * run->left_h + 4e-16 * fabs(t) ? 1 : 0;
    run->segment_end = run->segment_steps > 0 ? t : begin;
    if (run->segment_steps == 0) {
        return 0;
    }
    for (int i = 0; i < lento_scales(run->system); i++) {
        turn[i] = lento_turn_of(&run->system->fast->scale[i], begin);
    }
    macro->begin_t = begin;
    macro->end = t;
    macro->ticker.table_size = 0; /* of whole steps */
    return lento_stepper_begin(macro, begin, turn, run->adaptive ? 1 : h, false);
}

int lento_event_after_step(lento_run *run) {
    static const double plain[] = {0.25, 0.5, 0.75, 1},
                        after[] = {1e-12, 1e-9, 1e-6, 1e-3, 1.0 / 64, 1.0 / 16, 0.25, 0.5, 0.75, 1};
    const int n = run->event.jumped ? 10 : 4, count = lento_events_of(run->system)->count;
    const double *places = run->event.jumped ? after : plain;
    double left = 0;
    if (count == 0 || run->event.due != 0) {
        return 0;
    }
    for (int k = 0; k < n; k++) {
        if (look(run, places[k], run->event.other)) {
            return -1;
        }
        const double x = first_zero(run, left, places[k]);
        if (x < 0 || (x <= 1 && collect(run, x))) {
            return -1;
        }
        if (x <= 1 && run->event.due != 0) {
            const double t = run->left_t + x * run->left_h;
            return cut(run, t) || check_progress(run, t) ? -1 : 1;
        }
        memcpy(run->event.value, run->event.other, (size_t)count * sizeof *run->event.value);
        left = places[k];
    }
    run->event.jumped = false;
    return 0;
}

/* The jumps of all that are due. */
static int jump_due(lento_run *run, double t) {
    const lento_events *e = lento_events_of(run->system);
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(run->system, t, phase);
    for (int i = 0; i < e->count; i++) {
        if ((run->event.due >> i & 1) == 0) {
            continue;
        }
        if (e->jump(i, t, phase, run->macro.y, run->event.state, run->system->params)) {
            return lento_fail(&run->failure, LENTO_CALLBACK_FAILED, "an event reported a failure");
        }
        memcpy(run->macro.y, run->event.state, (size_t)run->macro.size * sizeof *run->macro.y);
    }
    run->event.jumped = true;
    return 0;
}

/* A jump may lift another event over its zero, which is then due at once; each has one jump at a time. */
int lento_event_apply(lento_run *run, double t) {
    const lento_events *e = lento_events_of(run->system);
    uint64_t had = 0;
    if (e->count == 0) {
        run->event.due = 0;
        return 0;
    }
    if ((run->begun && run->event.due != 0 && lento_run_complete_node(run)) ||
        values_at(run, t, run->macro.y, run->event.value)) {
        return -1;
    }
    while (run->event.due != 0) {
        had |= run->event.due;
        if (jump_due(run, t) || values_at(run, t, run->macro.y, run->event.other)) {
            return -1;
        }
        run->event.due = 0;
        for (int i = 0; i < e->count; i++) {
            if ((had >> i & 1) == 0 &&
                crosses(e->direction[i], run->event.value[i], run->event.other[i])) {
                run->event.due |= 1ull << i;
            }
        }
        memcpy(run->event.value, run->event.other, (size_t)e->count * sizeof *run->event.value);
    }
    return 0;
}
