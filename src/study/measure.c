/* SPDX-License-Identifier: MIT
 *
 * measure.c - takes measures of a run: rows are reduced to numbers one by one, the measures are computed of these at the
 * end. */
#include "study/measure_parts.h"

#include "equations/formula.h"
#include "lento/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reductions ---- */

static void take_final(lento_sum *s, double t, double x) {
    (void)t;
    s->value = x;
}
static void take_start(lento_sum *s, double t, double x) {
    (void)t;
    s->value = s->rows == 0 ? x : s->value;
}
static void take_max(lento_sum *s, double t, double x) {
    (void)t;
    s->value = s->rows == 0 || x > s->value ? x : s->value;
}
static void take_min(lento_sum *s, double t, double x) {
    (void)t;
    s->value = s->rows == 0 || x < s->value ? x : s->value;
}
/* the integral, by trapezoids */
static void take_mean(lento_sum *s, double t, double x) {
    s->value += s->rows > 0 ? 0.5 * (t - s->t) * (x + s->before) : 0;
}
static void take_rms(lento_sum *s, double t, double x) {
    take_mean(s, t, x * x);
}
/* the first row where it is true */
static void take_time(lento_sum *s, double t, double x) {
    s->value = s->rows == 0 ? NAN : s->value;
    s->value = isnan(s->value) && x != 0 ? t : s->value;
}

const lento_reduction lento_reductions[] = {
    {"mean", take_mean, 1},   {"min", take_min, 0},
    {"max", take_max, 0},     {"rms", take_rms, 2},
    {"final", take_final, 0}, {"start", take_start, 0},
    {"time", take_time, 0},   {0},
};

bool lento_measures_need_statistics(const lento_measures *m) {
    return m->statistics_asked;
}

bool lento_measures_need_points(const lento_measures *m) {
    return m->points_asked;
}

bool lento_measures_need_rows(const lento_measures *m) {
    bool need = false;
    for (int i = 0; i < m->reduced; i++) {
        need = need || m->reduction[i].kind->take != take_final;
    }
    return need;
}

/* ---- one cell ---- */

struct lento_measuring {
    const lento_measures *m;
    lento_sum sum[LENTO_MOST_REDUCED];
    /* of each number of a row its place among columns and statistics, or -1; how many */
    int *place, count;
    /* of each statistic the column that is its own, or -1 */
    int *alias;
    /* state of the formulas, their values */
    double *state, value[LENTO_MOST_REDUCED];
};

static void put_parameters(const lento_measures *m, const lento_model *model, double to[]) {
    for (int i = 0; i < m->parameters; i++) {
        to[i] = NAN;
        lento_model_parameter(model, i, &to[i], NULL);
    }
}

lento_measuring *lento_measuring_start(const lento_measures *m, const lento_model *model,
                                       const char *const names[], int count, bool slow) {
    const int named = m->columns + m->statistics, all = named + m->parameters;
    lento_measuring *own = calloc(1, sizeof *own);
    int *place = calloc((size_t)count + 1, sizeof *place);
    int *alias = calloc((size_t)m->statistics + 1, sizeof *alias);
    double *state = calloc((size_t)all + 1, sizeof *state);
    if (!own || !place || !alias || !state) {
        free(own);
        free(place);
        free(alias);
        free(state);
        return NULL;
    }
    *own =
        (lento_measuring){.m = m, .place = place, .count = count, .alias = alias, .state = state};
    for (int i = 0; i < named; i++) {
        state[i] = NAN;
    }
    put_parameters(m, model, state + named);
    for (int i = 0; i < count; i++) {
        place[i] = lento_measure_find(m->name, named, names[i], strlen(names[i]));
    }
    for (int i = 0; i < m->statistics; i++) {
        char text[LENTO_STATE_NAME];
        const char *name = lento_state_name(model, i % (m->statistics / LENTO_STATISTICS), text);
        alias[i] = slow ? lento_measure_find(m->name, m->columns, name, strlen(name)) : -1;
    }
    return own;
}

/* What moves slowly is its own mean, least and largest value. */
static void put_row(lento_measuring *own, const double row[]) {
    const lento_measures *m = own->m;
    for (int i = 0; i < own->count; i++) {
        if (own->place[i] >= 0) {
            own->state[own->place[i]] = row[i];
        }
    }
    const int rms = m->statistics / LENTO_STATISTICS * (LENTO_STATISTICS - 1);
    for (int i = 0; i < m->statistics; i++) {
        const double x = own->alias[i] >= 0 ? own->state[own->alias[i]] : NAN;
        if (!isnan(x)) {
            own->state[m->columns + i] = i < rms ? x : fabs(x);
        }
    }
}

void lento_measuring_row(lento_measuring *own, double t, const double row[]) {
    const lento_measures *m = own->m;
    put_row(own, row);
    if (m->reduced > 0) {
        lento_eq_observe(t, NULL, own->state, own->value, m->inner);
    }
    for (int k = 0; k < m->reduced; k++) {
        const lento_reduced *a = &m->reduction[k];
        lento_sum *s = &own->sum[k];
        const bool other = a->statistic >= 0 && !(a->column >= 0 && !isnan(own->state[a->column]));
        const double x = other ? own->state[a->statistic] : own->value[k];
        s->lost = s->lost || isnan(x);
        for (const int *u = a->uses; *u >= 0 && !other;
             u++) { /* a condition on them would be false */
            s->lost = s->lost || isnan(own->state[*u]);
        }
        a->kind->take(s, t, x);
        s->before = a->kind->mean == 2 ? x * x : x;
        s->first = s->rows == 0 ? t : s->first;
        s->t = t;
        s->rows++;
    }
}

static double reduced(const lento_sum *s, const lento_reduction *kind) {
    if (s->rows == 0 || s->lost) {
        return NAN;
    }
    const double average = s->rows > 1 && kind->mean ? s->value / (s->t - s->first) : s->value;
    const double one = s->rows == 1 && kind->mean ? s->before : average;
    return kind->mean == 2 ? sqrt(one) : one;
}

bool lento_measuring_finish(const lento_measures *m, lento_measuring *own, const lento_model *model,
                            const lento_ran *ran, double value[]) {
    const int all = m->reduced + LENTO_KNOWNS + m->parameters;
    double *state = calloc((size_t)all + 1, sizeof *state);
    const bool good = state != NULL;
    const double known[LENTO_KNOWNS] = {ran->bar, ran->status, ran->calls, ran->reached,
                                        ran->warnings};
    bool lost[LENTO_MAX_MEASURES] = {false};
    for (int k = 0; state && k < m->reduced; k++) {
        state[k] = own ? reduced(&own->sum[k], m->reduction[k].kind) : NAN;
        lost[m->reduction[k].measure] = lost[m->reduction[k].measure] || isnan(state[k]);
    }
    if (state) {
        memcpy(state + m->reduced, known, sizeof known);
        put_parameters(m, model, state + m->reduced + LENTO_KNOWNS);
        lento_eq_observe(0, NULL, state, value, m->outer);
    }
    /* a condition on what has no value is not false */
    for (int i = 0; i < m->count; i++) {
        value[i] = !state || lost[i] ? NAN : value[i];
    }
    if (own) {
        free(own->state);
        free(own->place);
        free(own->alias);
    }
    free(own);
    free(state);
    return good;
}
