/* SPDX-License-Identifier: MIT
 *
 * scene.c - the bodies together: steps are taken in the order of time, each counted as an
 * integer, and pairs of bodies are compared where their grids meet (bodack 6.1): L = half the
 * angle between the two attitudes.
 *
 * Grids: the steps e and f of a pair meet every n e = d f, the smallest such pair of integers
 * with d <= 1000. */
#include <math.h>
#include <string.h>

#include "studio.h"

enum { PAIRS = STUDIO_BODIES / 2, MEETING_LIMIT = 1000 };

typedef struct pair {
    long n,
        d; /* steps of the first and of the second body between two meetings; 0: they never meet */
    double now, largest, largest_time, last_time;
    long meetings, rows, stride;
    double row[STUDIO_ROWS][2]; /* t, L */
} pair;

static pair pairs[PAIRS];

/* Smallest d >= 1 with n e = d f for an integer n, or 0. */
static long meeting(double e, double f, long *n) {
    for (long d = 1; d <= MEETING_LIMIT; d++) {
        const double steps = d * f / e, whole = round(steps);
        if (whole >= 1 && whole < 1e9 && fabs(steps - whole) <= 1e-9 * whole) {
            *n = (long)whole;
            return d;
        }
    }
    *n = 0;
    return 0;
}

/* The first common multiple of two steps at or after t, in steps of the first: -1 if they never
 * meet. */
STUDIO_EXPORT(scene_common) double scene_common(double e, double f, double t) {
    long n;
    if (!(e > 0) || !(f > 0) || !meeting(e, f, &n)) {
        return -1;
    }
    const double periods = ceil(t / ((double)n * e) * (1 - 1e-12) - 1e-9);
    return fmax(1, periods) * (double)n;
}

static void record(pair *p, double t, double L) {
    if (p->meetings++ % p->stride != 0) {
        return;
    }
    if (p->rows == STUDIO_ROWS) {
        for (long i = 0; i < STUDIO_ROWS / 2; i++) {
            memcpy(p->row[i], p->row[2 * i], sizeof p->row[i]);
        }
        p->rows = STUDIO_ROWS / 2;
        p->stride *= 2;
    }
    p->row[p->rows][0] = t;
    p->row[p->rows++][1] = L;
}

static void compare(int i) {
    pair *p = &pairs[i];
    const studio_body *a = &studio_bodies[2 * i], *b = &studio_bodies[2 * i + 1];
    if (p->d == 0 || a->steps % p->n != 0 || b->steps % p->d != 0 ||
        a->steps / p->n != b->steps / p->d) {
        return;
    }
    p->last_time = b->now[VALUE_TIME];
    p->now = lento_top_attitude_error(b->now + VALUE_Q, a->now + VALUE_Q);
    if (p->now > p->largest) {
        p->largest = p->now;
        p->largest_time = p->last_time;
    }
    record(p, p->last_time, p->now);
}

/* To be called when the bodies have been opened or closed. */
STUDIO_EXPORT(scene_begin) void scene_begin(void) {
    for (int i = 0; i < PAIRS; i++) {
        const studio_body *a = &studio_bodies[2 * i], *b = &studio_bodies[2 * i + 1];
        pairs[i] = (pair){.stride = 1};
        if (a->open && b->open) {
            pairs[i].d = meeting(a->step, b->step, &pairs[i].n);
            compare(i);
        }
    }
}

static studio_body *next_before(double t, int *slot) {
    studio_body *next = NULL;
    double earliest = t * (1 + 1e-12) + 1e-12;
    for (int i = 0; i < STUDIO_BODIES; i++) {
        studio_body *body = &studio_bodies[i];
        const double at = (double)(body->steps + 1) * body->step;
        if (body->open && !body->failed && at <= earliest && (!next || at < earliest)) {
            earliest = at;
            next = body;
            *slot = i;
        }
    }
    return next;
}

/* A step of whichever body is next; false if none is before t. */
static bool take_step(double t) {
    int slot = 0;
    studio_body *body = next_before(t, &slot);
    if (!body) {
        return false;
    }
    studio_body_advance(body, 1);
    if (!body->failed) {
        compare(slot / 2);
    }
    return true;
}

/* At most `budget` steps of whichever body is next, none beyond t. Returns the steps taken. */
STUDIO_EXPORT(scene_advance) int scene_advance(double t, int budget) {
    int taken = 0;
    while (taken < budget && take_step(t)) {
        taken++;
    }
    return taken;
}

/* Work of all bodies so far: calls of the right-hand side, and steps, since some methods call
 * nothing. */
STUDIO_EXPORT(scene_calls) double scene_calls(void) {
    double calls = 0;
    for (int i = 0; i < STUDIO_BODIES; i++) {
        const studio_body *body = &studio_bodies[i];
        if (body->open) {
            calls += (double)(lento_run_counts(body->run).force_evaluations + body->steps);
        }
    }
    return calls;
}

/* Steps up to t, not further than the one that ends with `calls` calls (scene_calls) or more.
 * Returns 1 if all are there, 0 if not yet. */
STUDIO_EXPORT(scene_work) int scene_work(double t, double calls) {
    const double last = scene_calls() + calls;
    int slot = 0;
    while (scene_calls() < last && take_step(t)) {
    }
    return !next_before(t, &slot);
}

/* L now, largest L, its time, time of the last meeting; returns 0 if this pair is never
 * compared. */
STUDIO_EXPORT(pair_read) int pair_read(int i) {
    if (i < 0 || i >= PAIRS || pairs[i].d == 0) {
        return 0;
    }
    const double values[] = {pairs[i].now, pairs[i].largest, pairs[i].largest_time,
                             pairs[i].last_time};
    memcpy(studio_block, values, sizeof values);
    return 1;
}

/* Recorded meetings: t and L alternating. */
STUDIO_EXPORT(pair_rows) int pair_rows(int i) {
    if (i < 0 || i >= PAIRS || pairs[i].d == 0) {
        return 0;
    }
    memcpy(studio_block, pairs[i].row, (size_t)pairs[i].rows * sizeof pairs[i].row[0]);
    return (int)pairs[i].rows;
}
