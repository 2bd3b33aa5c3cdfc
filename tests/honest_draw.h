/* SPDX-License-Identifier: MIT
 *
 * honest_draw.h - a random run: a problem with numbers, a span, a method. */
#ifndef HONEST_DRAW_H
#define HONEST_DRAW_H

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lento/study.h"

enum { TRIES = 6, MOST_SETTINGS = 40 };
#define MOST_DIRECT 1e5 /* force evaluations of a reference */

typedef struct trial {
    int number;
    lento_model *model;
    lento_options options;
    const char *fault;
    double until;
    char words[400];
} trial;

static uint64_t state;

static double uniform(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static int pick(int n) {
    return (int)(uniform() * n);
}

static double spread(double decades) {
    return pow(10, decades * (2 * uniform() - 1));
}

static void say(trial *t, const char *format, ...) {
    const size_t used = strlen(t->words);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->words + used, sizeof t->words - used, format, arguments);
    va_end(arguments);
}

/* Parameters near their defaults, inside their ranges; the fast one anywhere in three decades. */
static lento_model *draw_model(trial *t, const lento_problem *problem) {
    lento_model *base = NULL, *model = NULL;
    lento_setting settings[MOST_SETTINGS];
    size_t n = 0;
    assert_int_equal(lento_model_create(&base, problem, NULL, 0), LENTO_DONE);
    const char *fast = lento_model_fast(base, NULL);
    for (int i = 0; i < lento_model_parameters(base) && n < MOST_SETTINGS; i++) {
        const lento_parameter *row;
        double value;
        const char *name = lento_model_parameter(base, i, &value, &row);
        const bool is_fast = fast && strstr(fast, name) && strlen(name) > 2;
        if (row->choices || row->whole || !(fabs(value) > 0) || (!is_fast && uniform() < 0.5)) {
            continue;
        }
        double drawn = value * spread(is_fast ? 1.0 : 0.25);
        if (row->max > row->min) {
            drawn = fmin(fmax(drawn, row->min), row->max);
        }
        settings[n++] = (lento_setting){.name = name, .value = drawn};
        say(t, " %s=%.4g", name, drawn);
    }
    lento_model_create(&model, problem, settings, n);
    lento_model_destroy(base);
    return model;
}

/* A span; frequency and span such that the full equations can be followed, but for one run in twenty. */
static void draw_span(trial *t, double suggested) {
    t->until = suggested * spread(1) * 2;
    const double share = uniform();
    const bool any = uniform() < 0.05;
    const double direct = lento_direct_evaluations(t->model, t->until), over = direct / MOST_DIRECT;
    lento_model *slower = NULL;
    if (any || !(over > 1)) {
        return;
    }
    const double factor = pow(over, -share);
    if (lento_model_fast(t->model, NULL) &&
        lento_model_faster(&slower, t->model, factor) == LENTO_DONE) {
        lento_model_destroy(t->model);
        t->model = slower;
        say(t, " (fast %.4g times)", factor);
    } else {
        lento_model_destroy(slower);
    }
    t->until /= fmax(1, lento_direct_evaluations(t->model, t->until) / MOST_DIRECT);
}

static void draw_words(trial *t) {
    static const char *const schemes[] = {"direct", "averaged", "async", "sync", "stiff", "slow"};
    const bool forced = lento_forced(lento_model_system(t->model));
    const bool closed = lento_model_closed_forms(t->model) > 0;
    static const char *const macros[] = {"verlet", "rk4",      "ode45",           "dop853",
                                         "gbs",    "midpoint", "verlet/yoshida4", "shake"};
    lento_options *o = &t->options;
    const double scheme = uniform();
    if (scheme < 0.4) {
        o->average[0].scheme = schemes[pick(6)];
    } else if (scheme < 0.6 && closed) {
        o->average[0].scheme = "averaged";
    } else if (scheme < 0.8 && forced) {
        o->average[0].scheme = "async";
        o->average[0].phases = 2;
    }
    if (o->average[0].scheme) {
        say(t, " --scheme %s%s", o->average[0].scheme, o->average[0].phases ? " --phases 2" : "");
    }
    if (uniform() < 0.4) {
        o->macro = macros[pick(8)];
        say(t, " --macro %s", o->macro);
    }
    if (uniform() < (forced ? 0.3 : 0.8)) { /* windows of own motions are long */
        o->steps = (long)((forced ? 40 : 14) * spread(0.7));
        say(t, " --steps %ld", o->steps);
    } else if (uniform() < 0.15) {
        o->rtol = 1e-5 * spread(2);
        say(t, " --macro-tol %.3g", o->rtol);
    }
    if (uniform() < 0.2) {
        o->average[0].micro_per_period = 2 * (int)(20 * spread(0.5));
        say(t, " --micro-per-period %d", o->average[0].micro_per_period);
    }
}

/* A method that this problem takes; a combination that makes no sense is drawn again. */
static void draw_method(trial *t) {
    const size_t before = strlen(t->words);
    const lento_options plain = t->options;
    lento_status status = LENTO_BAD_OPTION;
    for (int tries = 0; tries < TRIES && status < 0; tries++) {
        lento_run *run = NULL;
        t->words[before] = '\0';
        t->options = plain;
        draw_words(t);
        status = lento_run_open(&run, t->model, &t->options);
        lento_run_destroy(run);
    }
}

#endif
