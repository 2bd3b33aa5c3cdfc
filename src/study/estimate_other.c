/* SPDX-License-Identifier: MIT
 *
 * estimate_other.c - other runs of the same model that differ in what makes errors. */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "study/estimate.h"

/* The window stays what it was found to be, in periods or in time as it was given; times follow the frequency. */
static void vary_level(const lento_average *is, const lento_variation *v, lento_average *a) {
    const bool timed = a->window > 0, filter = lento_kernel_chooses_width(is->kernel);
    const bool sized = !filter && is->periods > 0;
    a->kernel = is->kernel;
    a->side = is->side;
    a->window = sized && timed ? is->window * v->window / v->fast : 0;
    a->periods = sized && !timed ? is->periods * v->window : 0;
    a->relax /= v->fast;
    a->adiabatic = a->adiabatic || v->adiabatic;
    a->restore_fast = a->restore_fast || v->restore;
    if (v->second) {
        const lento_scheme *scheme = lento_scheme_find(is->scheme);
        a->phases = scheme->held && is->phases < 2 ? 2 : a->phases;
        a->gauge = scheme->gauge ? LENTO_GAUGE_MEAN : a->gauge;
    }
    if (v->micro != 1 || a->micro_step > 0) {
        a->micro = is->micro;
        a->micro_per_period = 0;
        a->micro_step = is->micro_step * v->micro / v->fast;
    }
}

/* Accurate windows: the closed form does not know the frequency, and so nothing of its own error. */
static const lento_options SPRINGS = {
    .macro = "dop853", .rtol = 1e-7, .atol = 1e-10, .average = {{.scheme = "stiff"}}};

#define LEAST 1e-13 /* tolerance of other runs */
enum { INNER = 4 }; /* the power of the step by which the tolerance of inner steps goes along */

/* Another method altogether, for the same span. */
static void replace(const lento_estimator *e, const lento_model *model, const lento_variation *v,
                    lento_options *o) {
    const lento_options asked = *o;
    if (v->full) {
        *o = lento_reference_options(model, LENTO_REFERENCE_DIRECT, &e->resolved);
    } else {
        *o = SPRINGS;
        o->average[0].adiabatic = lento_stiff_of(lento_model_system(model))->count > 1;
        o->average[0].restore_fast = !o->average[0].adiabatic; /* shown of one spring alone */
    }
    o->until = asked.until;
    o->stop = asked.stop;
    o->user = asked.user;
}

static void vary(const lento_estimator *e, const lento_variation *v, lento_options *o) {
    o->steps = 0;
    o->macro = e->resolved.macro; /* a default may hang on what is given */
    if (e->fixed) {
        o->macro_step = e->resolved.macro_step * v->macro;
        if (e->inner) {
            o->rtol = fmax(e->resolved.rtol * pow(v->macro, INNER), LEAST);
            o->atol = e->resolved.atol * pow(v->macro, INNER);
        }
    } else {
        o->rtol = fmin(e->resolved.rtol * v->macro, LENTO_ESTIMATE_LOOSEST);
        o->atol = fmin(e->resolved.atol * v->macro, LENTO_ESTIMATE_LOOSEST);
        o->first_step = 0;
        o->max_step = e->max_step > 0 ? e->max_step : o->max_step;
    }
    for (int l = 0; l < lento_options_levels(&e->resolved); l++) {
        if (lento_level_windows(&e->resolved.average[l])) {
            vary_level(&e->resolved.average[l], v, &o->average[l]);
        }
    }
}

/* All parameters as they are, also those that follow from others where they are not given: the start stays. */
static lento_status explicit_model(lento_model **same, const lento_model *model,
                                   struct lento_chunk **memory) {
    const int n = lento_model_parameters(model);
    lento_setting *settings = lento_chunk_take(memory, (size_t)n * sizeof *settings);
    for (int i = 0; settings && i < n; i++) {
        settings[i].name = lento_model_parameter(model, i, &settings[i].value, NULL);
    }
    return settings ? lento_model_with(same, model, settings, (size_t)n) : LENTO_NO_MEMORY;
}

/* The model with other fast frequencies and the same slow variables; NULL: there is none, or no memory. */
static lento_model *faster(lento_estimator *e, double factor) {
    const lento_model *model = e->job->model;
    lento_model *same = NULL, *other = NULL;
    const lento_slow_set *set = lento_model_slow(model);
    if (!lento_model_fast(model, NULL)) {
        return NULL;
    }
    lento_status status = explicit_model(&same, model, &e->result->memory);
    status = status == LENTO_DONE ? lento_model_faster(&other, same, factor) : status;
    e->starved = e->starved || status == LENTO_NO_MEMORY;
    bool good = status == LENTO_DONE && lento_model_columns(other) == lento_model_columns(model);
    lento_model_destroy(same);
    if (good && model->formulas > 0) {
        good = lento_model_use_formulas(other, model, factor);
    } else if (good && set && set->params) {
        good = lento_model_use(other, set);
    } else if (good && set && set->name) {
        good = lento_model_choose(other, set->name);
    }
    if (good) { /* at a point the means would be others */
        lento_model_share_means(other, model, &e->resolved);
    } else {
        lento_model_destroy(other);
        other = NULL;
    }
    return other;
}

static lento_status follow(lento_estimator *e, lento_run *run, lento_status status) {
    const lento_problem *problem = lento_model_problem(e->job->model);
    const size_t width = (size_t)e->width;
    lento_watch_tell(e->job->watch, "estimating", 0);
    for (size_t k = 0; k < e->rows; k++) {
        if (!lento_estimate_compares(e, k)) {
            continue;
        }
        const double t = lento_recorder_row(&e->result->checks, k)[0];
        double *row = e->spare + k * width;
        if (status == LENTO_DONE && lento_run_time(run) < t) {
            status = lento_run_advance(run, t);
        }
        status = status == LENTO_DONE ? lento_run_columns(run, t, row) : status;
        if (status != LENTO_DONE) {
            for (size_t i = 0; i < width; i++) {
                row[i] = NAN;
            }
        } else if (problem->align) {
            problem->align(e->own + k * width, row, problem->data);
        }
        lento_watch_update(e->job->watch, "estimating", t / e->resolved.until);
    }
    lento_watch_tell(e->job->watch, "estimating", 1);
    return status;
}

bool lento_estimate_other(lento_estimator *e, const lento_variation *v) {
    lento_options o = e->job->options; /* as asked: resolved ones say some things twice */
    lento_model *own = v->fast != 1 ? faster(e, v->fast) : NULL;
    if (v->fast != 1 && !own) {
        e->stopped = e->stopped || e->starved;
        return false;
    }
    lento_run *run = NULL;
    lento_watch_attach(e->job->watch, &o);
    const lento_model *model = own ? own : e->job->model;
    if (v->full || v->springs) {
        replace(e, model, v, &o);
    } else {
        vary(e, v, &o);
    }
    lento_status status = lento_run_open(&run, model, &o);
    const bool refused = status < 0;
    status = follow(e, run, status);
    e->starved = e->starved || status == LENTO_NO_MEMORY;
    e->stopped = e->stopped || status > 0 || e->starved;
    if (status == LENTO_CALLBACK_FAILED) {
        const char *why = lento_run_error(run);
        lento_check(&e->result->run->doubts, LENTO_CHECK_ESTIMATE_FAILED,
                    lento_chunk_text(&e->result->memory, "%s", &why, NULL),
                    fmax(lento_run_time(run), 1e-300));
    }
    e->result->estimate.force_evaluations += lento_run_counts(run).force_evaluations;
    lento_run_destroy(run);
    lento_model_destroy(own);
    return !refused && !e->stopped;
}
