/* SPDX-License-Identifier: MIT
 *
 * body.c - one top of the page: a run of problem `top` with any method of the library, advanced
 * step by step.
 *
 * After every step: the values of the state, the extremes of what should be constant, L against
 * the exact motion (Lagrange tops, bodack section 6), one row of the recording, the end of the
 * rod gamma_k+1 = gamma_k + eps T_k (bodack section 7). Recordings have a fixed size: when one
 * is full every second row is dropped and the stride doubles, so that neither memory nor time
 * grows with the length of a run. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "studio.h"

/* in the order of VALUE_... */
static const char NAMES[] =
    "t step qw qx qy qz m1 m2 m3 a1 a2 a3 E mp ma special L omega1 omega2 omega3 torque1 torque2 "
    "torque3 phi theta psi phi_rate theta_rate psi_rate kinetic potential evaluations "
    "energy_lowest "
    "energy_highest vertical_drift axial_drift special_drift error_largest status";

#define FIRST_STEP   0.1 /* of every call of such a method, as in the original program (bodack, 3) */
#define MOST_RADIANS 2000

studio_body studio_bodies[STUDIO_SLOTS];

static studio_body *body_at(int slot) {
    return slot >= 0 && slot < STUDIO_SLOTS ? &studio_bodies[slot] : NULL;
}

/* ---- what is known now ---- */

static void read_columns(studio_body *body) {
    double columns[32];
    double *now = body->now;
    now[VALUE_STEP] = (double)body->steps;
    now[VALUE_TIME] = (double)body->steps * body->step;
    if (lento_run_columns(body->run, lento_run_time(body->run), columns)) {
        return;
    }
    for (int v = 0; v < VALUE_ERROR; v++) {
        if (body->column[v] >= 0) {
            now[v] = columns[body->column[v]];
        }
    }
}

static void read_error(studio_body *body) {
    double *now = body->now;
    now[VALUE_ERROR] = NAN;
    if (body->has_exact) {
        double state[LENTO_TOP_STATE];
        lento_top_exact_state(&body->exact, now[VALUE_TIME], state);
        now[VALUE_ERROR] = lento_top_attitude_error(now + VALUE_Q, state);
    }
}

/* Velocity, torque, angles and energies of a state; nothing that a step needs. */
static void derive(const lento_top *top, double *v) {
    const double *m = v + VALUE_M, *a = v + VALUE_A;
    double *omega = v + VALUE_OMEGA, *torque = v + VALUE_TORQUE;
    const double weight = top->mass * top->gravity;
    lento_top_velocity(top, v + VALUE_Q, omega);
    torque[0] = -weight * a[1]; /* M p x a, p = g e3 */
    torque[1] = weight * a[0];
    torque[2] = 0;
    lento_top_angles(v + VALUE_Q, v + VALUE_ANGLES);
    if (!lento_top_angle_rates(top, v + VALUE_Q, v + VALUE_RATES)) {
        v[VALUE_RATES] = v[VALUE_RATES + 1] = v[VALUE_RATES + 2] = NAN;
    }
    v[VALUE_KINETIC] = (m[0] * omega[0] + m[1] * omega[1] + m[2] * omega[2]) / 2;
    v[VALUE_POTENTIAL] = weight * a[2];
}

static void widen(double *largest, double value) {
    *largest = value > *largest ? value : *largest;
}

static void judge(studio_body *body) {
    double *now = body->now;
    const double *first = body->first;
    const double change = now[VALUE_ENERGY] - first[VALUE_ENERGY];
    now[VALUE_ENERGY_LOWEST] = fmin(now[VALUE_ENERGY_LOWEST], change);
    now[VALUE_ENERGY_HIGHEST] = fmax(now[VALUE_ENERGY_HIGHEST], change);
    widen(&now[VALUE_VERTICAL_DRIFT], fabs(now[VALUE_VERTICAL] - first[VALUE_VERTICAL]));
    widen(&now[VALUE_AXIAL_DRIFT], fabs(now[VALUE_AXIAL] - first[VALUE_AXIAL]));
    widen(&now[VALUE_SPECIAL_DRIFT], fabs(now[VALUE_SPECIAL] - first[VALUE_SPECIAL]));
    widen(&now[VALUE_ERROR_LARGEST], now[VALUE_ERROR]);
}

/* ---- recording and trace ---- */

static void record(studio_body *body) {
    if (body->steps % body->stride != 0) {
        return;
    }
    if (body->rows == STUDIO_ROWS) {
        for (long i = 0; i < STUDIO_ROWS / 2; i++) {
            memcpy(body->row[i], body->row[2 * i], sizeof body->row[i]);
        }
        body->rows = STUDIO_ROWS / 2;
        body->stride *= 2;
    }
    if (body->steps % body->stride == 0) {
        memcpy(body->row[body->rows++], body->now, sizeof body->row[0]);
    }
}

static void trace(studio_body *body) {
    double *point = body->trace[body->traced++ % STUDIO_TRACE];
    point[0] = (double)body->steps;
    memcpy(point + 1, body->end, sizeof body->end);
    memcpy(point + 4, body->now + VALUE_Q, 4 * sizeof(double));
}

static void take_note(studio_body *body) {
    read_columns(body);
    read_error(body);
    if (body->steps == 0) {
        memcpy(body->first, body->now, sizeof body->first);
    }
    judge(body);
    record(body);
    trace(body);
}

/* ---- life of a body ---- */

static void fail(studio_body *body, const char *sentence) {
    body->failed = true;
    strncpy(body->sentence, sentence, sizeof body->sentence - 1);
}

STUDIO_EXPORT(body_close) void body_close(int slot) {
    studio_body *body = body_at(slot);
    if (body) {
        lento_run_destroy(body->run);
        lento_model_destroy(body->model);
        body->run = NULL;
        body->model = NULL;
        body->open = false;
    }
}

/* the value of this name; -1: none */
static int value_of(const char *name) {
    const size_t n = strlen(name);
    int value = 0;
    for (const char *word = NAMES; word; word = strchr(word, ' '), value++) {
        word += *word == ' ';
        if (strncmp(word, name, n) == 0 && (word[n] == ' ' || word[n] == '\0')) {
            return value;
        }
    }
    return -1;
}

/* K and G are the special integrals of their cases */
static void find_columns(studio_body *body) {
    const int n = lento_model_columns(body->model);
    for (int v = 0; v < VALUE_ERROR; v++) {
        body->column[v] = -1;
    }
    for (int i = 0; i < n && i < 32; i++) {
        const char *name = lento_model_column(body->model, i, NULL);
        const int v =
            strcmp(name, "K") == 0 || strcmp(name, "G") == 0 ? VALUE_SPECIAL : value_of(name);
        if (v >= VALUE_Q && v <= VALUE_SPECIAL) {
            body->column[v] = i;
        }
    }
}

static lento_status make_model(studio_body *body, const studio_start *s) {
    const lento_setting list[] = {
        {"CN", NULL, s->edges[0]}, {"CB", NULL, s->edges[1]}, {"CT", NULL, s->edges[2]},
        {"rx", NULL, s->fixed[0]}, {"ry", NULL, s->fixed[1]}, {"rz", NULL, s->fixed[2]},
        {"g", NULL, s->gravity},   {"m1", NULL, s->m[0]},     {"m2", NULL, s->m[1]},
        {"m3", NULL, s->m[2]},     {"qw", NULL, s->q[0]},     {"qx", NULL, s->q[1]},
        {"qy", NULL, s->q[2]},     {"qz", NULL, s->q[3]}};
    return lento_model_create(&body->model, lento_problem_find("top"), list,
                              sizeof list / sizeof list[0]);
}

static int open_run(studio_body *body, const studio_start *s, const char *method) {
    const double most = 2e9 * s->step; /* steps are counted in 32 bits */
    const lento_options options = {.macro = method,
                                   .macro_step = s->step,
                                   .until = fmin(1e7, most),
                                   .rtol = s->tolerance,
                                   .atol = s->tolerance,
                                   .first_step = s->tolerance > 0 ? FIRST_STEP : 0};
    if (make_model(body, s)) {
        return studio_refuse(lento_model_error(body->model));
    }
    find_columns(body);
    if (lento_run_open(&body->run, body->model, &options)) {
        return studio_refuse(body->run ? lento_run_error(body->run) : "There is no memory left.");
    }
    return 0;
}

/* A step of an adaptive method is one call that nobody can interrupt: it must not last long. */
static const char *check_call(const studio_body *body, double step) {
    double omega[3], speed = 0;
    lento_top_velocity(&body->top, body->start, omega);
    for (int i = 0; i < 3; i++) {
        speed += omega[i] * omega[i];
    }
    speed += body->top.mass * body->top.gravity * 4 / body->top.moments[0];
    return sqrt(speed) * step > MOST_RADIANS ? "The body turns too far within one step of an "
                                               "adaptive method: take a smaller step."
                                             : NULL;
}

/* The start lies in the block (studio_start), the method's name in the text. */
STUDIO_EXPORT(body_open) int body_open(int slot) {
    studio_body *body = body_at(slot);
    studio_start s;
    char method[80] = "";
    memcpy(&s, studio_block, sizeof s);
    strncpy(method, studio_text, sizeof method - 1);
    if (!body) {
        return studio_refuse("There is no such body.");
    }
    body_close(slot);
    memset(body, 0, offsetof(studio_body, row));
    const bool adaptive = studio_has_tolerance(method);
    s.tolerance = adaptive ? s.tolerance : 0;
    if (studio_read_top(&body->top, body->start)) {
        return -1;
    }
    const char *refusal = adaptive ? check_call(body, s.step) : NULL;
    if (refusal) {
        return studio_refuse(refusal);
    }
    if (open_run(body, &s, method)) {
        body_close(slot);
        return -1;
    }
    body->open = true;
    body->step = s.step;
    body->stride = 1;
    body->has_exact = body->top.kind == LENTO_TOP_LAGRANGE &&
                      !lento_top_exact_setup(&body->top, body->start, &body->exact);
    take_note(body);
    return 0;
}

void studio_body_advance(studio_body *body, long n) {
    for (long i = 0; i < n && body->open && !body->failed; i++) {
        double q[4];
        memcpy(q, body->now + VALUE_Q, sizeof q);
        const double t = (double)(body->steps + 1) * body->step;
        if (lento_run_advance(body->run, t) < 0) {
            fail(body, lento_run_error(body->run));
            return;
        }
        body->steps++;
        lento_rod_edge(q, body->step, body->end);
        take_note(body);
    }
}

/* Returns the steps taken so far, or -1 if the body has failed: its sentence is then in the
 * text. */
STUDIO_EXPORT(body_advance) int body_advance(int slot, int n) {
    studio_body *body = body_at(slot);
    if (!body || !body->open) {
        return studio_refuse("There is no such body.");
    }
    studio_body_advance(body, n);
    return body->failed ? studio_refuse(body->sentence) : (int)body->steps;
}

/* ---- reading, into the block ---- */

STUDIO_EXPORT(body_names) void body_names(void) {
    studio_say(NAMES);
}

STUDIO_EXPORT(body_recorded) int body_recorded(void) {
    return VALUE_RECORDED;
}

/* All values; the sentence of a failure in the text. */
STUDIO_EXPORT(body_read) int body_read(int slot) {
    studio_body *body = body_at(slot);
    if (!body || !body->open) {
        return studio_refuse("There is no such body.");
    }
    derive(&body->top, body->now);
    body->now[VALUE_EVALUATIONS] = (double)lento_run_counts(body->run).force_evaluations;
    body->now[VALUE_STATUS] = body->failed ? -1 : 1;
    memcpy(studio_block, body->now, sizeof body->now);
    studio_say(body->sentence);
    return 0;
}

/* The values at the start, in the same order. */
STUDIO_EXPORT(body_first) int body_first(int slot) {
    studio_body *body = body_at(slot);
    if (!body || !body->open) {
        return -1;
    }
    derive(&body->top, body->first);
    memcpy(studio_block, body->first, sizeof body->first);
    return 0;
}

/* The last recorded row at or before a step; false if nothing was recorded. */
STUDIO_EXPORT(body_past) int body_past(int slot, int step) {
    studio_body *body = body_at(slot);
    if (!body || !body->open || body->rows == 0) {
        return 0;
    }
    long i = step / body->stride;
    i = i < 0 ? 0 : (i >= body->rows ? body->rows - 1 : i);
    memcpy(studio_block, body->now, sizeof body->now);
    memcpy(studio_block, body->row[i], sizeof body->row[i]);
    derive(&body->top, studio_block);
    return 1;
}

STUDIO_EXPORT(body_rows) int body_rows(int slot) {
    studio_body *body = body_at(slot);
    return body && body->open ? (int)body->rows : 0;
}

/* One value of the rows from..from+n, n at most the room of the block. */
STUDIO_EXPORT(body_column) int body_column(int slot, int value, int from, int n) {
    studio_body *body = body_at(slot);
    if (!body || !body->open || value < 0 || value >= VALUE_RECORDED || from < 0) {
        return 0;
    }
    int i = 0;
    for (; i < n && i < STUDIO_BLOCK && from + i < body->rows; i++) {
        studio_block[i] = body->row[from + i][value];
    }
    return i;
}

/* The last n traced steps up to `step`, oldest first, 8 numbers each: step, end of the rod,
 * attitude. */
STUDIO_EXPORT(body_trace) int body_trace(int slot, int n, int step) {
    studio_body *body = body_at(slot);
    if (!body || !body->open) {
        return 0;
    }
    const long kept = body->traced < STUDIO_TRACE ? body->traced : STUDIO_TRACE;
    long last = body->traced - 1, written = 0;
    while (last > body->traced - kept && body->trace[last % STUDIO_TRACE][0] > step) {
        last--;
    }
    long from = last - n + 1;
    from = from < body->traced - kept ? body->traced - kept : from;
    for (long i = from; i <= last; i++, written++) {
        memcpy(studio_block + 8 * written, body->trace[i % STUDIO_TRACE], 8 * sizeof(double));
    }
    return (int)written;
}

/* Seven numbers of the exact motion at any time; 0 if this top has none. */
STUDIO_EXPORT(body_exact) int body_exact(int slot, double t) {
    studio_body *body = body_at(slot);
    if (!body || !body->open || !body->has_exact) {
        return 0;
    }
    lento_top_exact_state(&body->exact, t, studio_block);
    return 1;
}
