/* SPDX-License-Identifier: MIT
 *
 * pendulum.c - the second scene: Kapitza's pendulum twice from the same start, the full fast
 * motion (scheme direct, verlet) and the slow motion (scheme async), each with its own clock
 * (calvo, section 2). Upright is stable for v > sqrt(2 g l).
 *
 * Both are recorded at their own steps, whatever the frames of the page: the fast one at every
 * step end, the slow one also between them by its dense output. A full recording drops every
 * second row and doubles its stride, so its size is fixed. */
#include <math.h>
#include <string.h>

#include "studio.h"

enum { FAST, SLOW, KINDS, PER_PERIOD = 80, BETWEEN = 4, PENDULUM_ROWS = 4096 };

typedef struct pendulum {
    lento_model *model;
    lento_run *run;
    double v, omega;
    double largest; /* |angle| over all step ends */
    long points, rows, stride;
    double row[PENDULUM_ROWS][2]; /* t, angle */
} pendulum;

static pendulum pendulums[KINDS];

STUDIO_EXPORT(pendulum_close) void pendulum_close(void) {
    for (int i = 0; i < KINDS; i++) {
        lento_run_destroy(pendulums[i].run);
        lento_model_destroy(pendulums[i].model);
        memset(&pendulums[i], 0, sizeof pendulums[i]);
    }
}

/* ---- recording ---- */

static void record(pendulum *p, double t, double angle) {
    if (p->points++ % p->stride != 0) {
        return;
    }
    if (p->rows == PENDULUM_ROWS) {
        for (long i = 0; i < PENDULUM_ROWS / 2; i++) {
            memcpy(p->row[i], p->row[2 * i], sizeof p->row[i]);
        }
        p->rows = PENDULUM_ROWS / 2;
        p->stride *= 2;
    }
    p->row[p->rows][0] = t;
    p->row[p->rows++][1] = angle;
}

static void take_note(pendulum *p, double before) {
    const double now = lento_run_time(p->run);
    const int parts = p == &pendulums[SLOW] ? BETWEEN : 1;
    for (int i = 1; i < parts; i++) {
        double columns[8];
        const double t = before + (now - before) * i / parts;
        if (!lento_run_columns(p->run, t, columns)) {
            record(p, t, columns[0]);
        }
    }
    const double angle = lento_run_state(p->run)[0];
    p->largest = fmax(p->largest, fabs(angle));
    record(p, now, angle);
}

/* In the block: l, g, v, omega, Q0, P0, macro step of the slow motion. */
static int open_one(int kind, const double in[]) {
    pendulum *p = &pendulums[kind];
    const lento_setting list[] = {{"l", NULL, in[0]},     {"g", NULL, in[1]},  {"v", NULL, in[2]},
                                  {"omega", NULL, in[3]}, {"Q0", NULL, in[4]}, {"P0", NULL, in[5]}};
    const double micro = 6.283185307179586 / (in[3] * PER_PERIOD);
    const double step = kind == FAST ? micro : in[6];
    const lento_options options = {.macro = "verlet",
                                   .macro_step = step,
                                   .until = fmin(1e6, 2e9 * step),
                                   .average = {{.scheme = kind == FAST ? "direct" : "async"}}};
    p->v = in[2];
    p->omega = in[3];
    p->stride = 1;
    if (lento_model_create(&p->model, lento_problem_find("kapitza"), list, 6)) {
        return studio_refuse(lento_model_error(p->model));
    }
    if (lento_run_open(&p->run, p->model, &options)) {
        return studio_refuse(p->run ? lento_run_error(p->run) : "There is no memory left.");
    }
    p->largest = fabs(in[4]);
    record(p, 0, in[4]);
    return 0;
}

STUDIO_EXPORT(pendulum_open) int pendulum_open(void) {
    double in[7];
    memcpy(in, studio_block, sizeof in);
    pendulum_close();
    if (open_one(FAST, in) || open_one(SLOW, in)) {
        return -1;
    }
    return 0;
}

/* Brings one motion nearer to t by at most `steps` of its own steps. Returns 1 if it is there,
 * 0 if not yet, -1 if it failed. */
STUDIO_EXPORT(pendulum_advance) int pendulum_advance(int kind, double t, int steps) {
    pendulum *p = &pendulums[kind == SLOW ? SLOW : FAST];
    if (!p->run) {
        return studio_refuse("There is no pendulum.");
    }
    const double step = lento_run_options(p->run)->macro_step;
    for (int i = 0; i < steps && lento_run_time(p->run) < t * (1 - 1e-12); i++) {
        const double before = lento_run_time(p->run);
        if (lento_run_advance(p->run, before + step / 2) < 0) {
            return studio_refuse(lento_run_error(p->run));
        }
        take_note(p, before);
    }
    return lento_run_time(p->run) >= t * (1 - 1e-12);
}

/* Out: time, angle from the upward vertical and its rate as they are, slow rate, height of the
 * pivot, evaluations, largest |angle| so far. */
STUDIO_EXPORT(pendulum_read) int pendulum_read(int kind) {
    pendulum *p = &pendulums[kind == SLOW ? SLOW : FAST];
    if (!p->run) {
        return studio_refuse("There is no pendulum.");
    }
    const double t = lento_run_time(p->run), *state = lento_run_state(p->run);
    const double angle = state[0], rate = state[1];
    double columns[8];
    lento_run_columns(p->run, t, columns);
    /* pivot acceleration v omega cos(omega t): height -(v/omega) cos(omega t) */
    const double pivot =
        kind == SLOW ? 0 : -p->v / p->omega * cos(fmod(p->omega * t, 6.283185307179586));
    const double evaluations = (double)lento_run_counts(p->run).force_evaluations;
    const double out[] = {t, angle, rate, columns[1], pivot, evaluations, p->largest};
    memcpy(studio_block, out, sizeof out);
    return 0;
}

/* The recording: t and angle alternating; returns the number of pairs. */
STUDIO_EXPORT(pendulum_rows) int pendulum_rows(int kind) {
    const pendulum *p = &pendulums[kind == SLOW ? SLOW : FAST];
    memcpy(studio_block, p->row, (size_t)p->rows * sizeof p->row[0]);
    return (int)p->rows;
}
