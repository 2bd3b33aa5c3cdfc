/* SPDX-License-Identifier: MIT
 *
 * pendulum.c - the second scene: Kapitza's pendulum twice from the same start, the full fast
 * motion (scheme direct, verlet) and the slow motion (scheme async), each with its own clock
 * (calvo, section 2). Upright is stable for v > sqrt(2 g l).
 *
 * The macro step follows the slow frequency: Omega^2 = v^2/(2 l^2) + g/l bounds the slope of the
 * averaged force (calvo (2.6)), and at Omega H = RESOLVED verlet stays within what the averaged
 * equation itself leaves. A step is never shorter than the half window computed for it, since then
 * the slow motion would cost more than the full one; from one window on the scales are separated.
 *
 * Both are recorded at their own steps, whatever the frames of the page: the fast one at every
 * step end, the slow one also between them by its dense output. A full recording drops every
 * second row and doubles its stride, so its size is fixed. */
#include <math.h>
#include <string.h>

#include "studio.h"

enum { FAST, SLOW, KINDS, PER_PERIOD = 80, BETWEEN = 4, PENDULUM_ROWS = 4096 };

static const double TWO_PI = 6.283185307179586;
static const double RESOLVED = 0.15; /* Omega times macro step */
static const double LONGEST = 0.05;  /* macro step of a pendulum that hardly swings, s */

typedef struct pendulum {
    lento_model *model;
    lento_run *run;
    double v, omega;
    double before;  /* begin of the last step */
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

static void take_note(pendulum *p) {
    const double before = p->before, now = lento_run_time(p->run);
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

static double slow_frequency(const double in[]) {
    return sqrt(in[2] * in[2] / (2 * in[0] * in[0]) + fabs(in[1]) / in[0]);
}

static double fast_step(const double in[]) {
    return TWO_PI / (in[3] * PER_PERIOD);
}

static double macro_step(const double in[]) {
    const double window = TWO_PI / in[3], wanted = RESOLVED / slow_frequency(in);
    return fmax(window / 2, fmin(wanted, fmax(LONGEST, window)));
}

/* In the block: l, g, v, omega, Q0, P0. */
static int open_one(int kind, const double in[]) {
    pendulum *p = &pendulums[kind];
    const lento_setting list[] = {{"l", NULL, in[0]},     {"g", NULL, in[1]},  {"v", NULL, in[2]},
                                  {"omega", NULL, in[3]}, {"Q0", NULL, in[4]}, {"P0", NULL, in[5]}};
    const double step = kind == FAST ? fast_step(in) : macro_step(in);
    const lento_options options = {
        .macro = "verlet",
        .macro_step = step,
        .until = fmin(1e6, 2e9 * step),
        .average = {{.scheme = kind == FAST ? "direct" : "async", .gauge = LENTO_GAUGE_POINT}}};
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

/* Out: step of the fast motion, macro step, bound of the slow frequency; in the text what the
 * library warns of, or "". */
STUDIO_EXPORT(pendulum_open) int pendulum_open(void) {
    double in[6];
    memcpy(in, studio_block, sizeof in);
    pendulum_close();
    if (open_one(FAST, in) || open_one(SLOW, in)) {
        return -1;
    }
    const double out[] = {fast_step(in), macro_step(in), slow_frequency(in)};
    memcpy(studio_block, out, sizeof out);
    const lento_warning *list;
    const int n = lento_run_warnings(pendulums[SLOW].run, &list);
    studio_say(n > 0 ? list[0].text : "");
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
        p->before = lento_run_time(p->run);
        if (lento_run_advance(p->run, p->before + step / 2) < 0) {
            return studio_refuse(lento_run_error(p->run));
        }
        take_note(p);
    }
    return lento_run_time(p->run) >= t * (1 - 1e-12);
}

/* The end of its last step. */
STUDIO_EXPORT(pendulum_time) double pendulum_time(int kind) {
    const pendulum *p = &pendulums[kind == SLOW ? SLOW : FAST];
    return p->run ? lento_run_time(p->run) : 0;
}

/* The motion at time t, which is moved into the last step. Out: that time, angle from the upward
 * vertical, height of the pivot, end of the last step, evaluations up to it, largest |angle|. */
STUDIO_EXPORT(pendulum_read) int pendulum_read(int kind, double t) {
    pendulum *p = &pendulums[kind == SLOW ? SLOW : FAST];
    if (!p->run) {
        return studio_refuse("There is no pendulum.");
    }
    const double end = lento_run_time(p->run);
    t = fmin(end, fmax(p->before, t));
    double columns[8];
    const double angle =
        t < end && !lento_run_columns(p->run, t, columns) ? columns[0] : lento_run_state(p->run)[0];
    /* pivot acceleration v omega cos(omega t): height -(v/omega) cos(omega t) */
    const double pivot = kind == SLOW ? 0 : -p->v / p->omega * lento_phase_at(p->omega, 0, t).cos;
    const double evaluations = (double)lento_run_counts(p->run).force_evaluations;
    const double out[] = {t, angle, pivot, end, evaluations, p->largest};
    memcpy(studio_block, out, sizeof out);
    return 0;
}

/* The recording: t and angle alternating; returns the number of pairs. */
STUDIO_EXPORT(pendulum_rows) int pendulum_rows(int kind) {
    const pendulum *p = &pendulums[kind == SLOW ? SLOW : FAST];
    memcpy(studio_block, p->row, (size_t)p->rows * sizeof p->row[0]);
    return (int)p->rows;
}
