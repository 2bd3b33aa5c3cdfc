/* SPDX-License-Identifier: MIT
 *
 * reference.c - what a run is measured against: the same model, computed by the 8th-order method with tolerance 1e-12
 * and never with the run's own steps, or its exact solution.
 *
 * An accurate direct run costs about 72 evaluations per fast period (card calvo 6: 8th order to 1e-6; about twice that
 * at 1e-12), which decides whether it is affordable. */
#include <math.h>

#include "multiscale/scheme.h"
#include "study/study.h"

#define TWO_PI     6.283185307179586
#define PER_PERIOD 150.0 /* evaluations of the 8th-order method at rtol 1e-12 */
#define AFFORDABLE 2e7   /* evaluations, some seconds */

/* ---- the three of them ---- */

/* A direct reference of a direct run starts and reads as the run does. */
static lento_options accurate(const lento_options *resolved) {
    const int gauge = lento_options_levels(resolved) == 0 ? resolved->average[0].gauge : 0;
    return (lento_options){.until = resolved->until,
                           .methods = resolved->methods,
                           .macro = "dop853",
                           .rtol = 1e-12,
                           .atol = 1e-14,
                           .average[0] = {.scheme = "direct", .gauge = gauge}};
}

/* A run of means whose model starts at a point is measured by means. */
static bool of_means(const lento_model *model, const lento_options *resolved) {
    const lento_system *s = lento_model_system(model);
    const char *name = resolved->average[0].scheme;
    return !lento_scheme_is_direct(name) && !lento_scheme_find(name)->variables &&
           lento_closed_of(s)->point_start && lento_forced(s) && lento_constraints(s) == 0 &&
           lento_events_of(s)->count == 0 && s->rate;
}

/* Constraints leave the composed RATTLE: 24 steps of order 8 per fast period. */
static lento_options direct(const lento_model *model, const lento_options *resolved) {
    lento_options o = accurate(resolved);
    o.average[0].gauge = of_means(model, resolved) ? LENTO_GAUGE_MEAN : o.average[0].gauge;
    if (lento_constraints(lento_model_system(model)) > 0) {
        const double periods = o.until * lento_model_frequency(model) / TWO_PI;
        o.macro = "rattle/kahan-li8";
        o.rtol = o.atol = 0;
        o.steps = (int64_t)fmax(1000, ceil(24 * periods));
    }
    return o;
}

/* As many averages as the run has; a direct run meets the slowest closed form. */
static lento_options averaged(const lento_model *model, const lento_options *resolved) {
    lento_options o = accurate(resolved);
    const int wanted = lento_options_levels(resolved), closed = lento_model_closed_forms(model);
    const int levels = wanted > 0 ? wanted : (closed > 0 ? closed : 1);
    for (int i = 0; i < levels; i++) {
        o.average[i] = (lento_average){.scheme = "averaged"};
    }
    return o;
}

static lento_options exact(const lento_model *model, const lento_options *resolved) {
    (void)model;
    lento_options o = accurate(resolved);
    o.macro = "exact";
    o.steps = 1;
    o.rtol = o.atol = 0;
    return o;
}

static bool always(const lento_model *model) {
    (void)model;
    return true;
}
static bool has_exact(const lento_model *model) {
    return lento_solution_of(lento_model_system(model))->exact != NULL;
}
static bool has_closed_form(const lento_model *model) {
    return lento_model_closed_forms(model) > 0;
}

static const struct {
    const char *name;
    lento_options (*options)(const lento_model *model, const lento_options *resolved);
    bool (*known)(const lento_model *model);
    const char *missing;
} REFERENCE[LENTO_REFERENCES] = {
    [LENTO_REFERENCE_DIRECT] = {"direct", direct, always, NULL},
    [LENTO_REFERENCE_AVERAGED] = {"averaged", averaged, has_closed_form,
                                  "--reference averaged: the averaged equations of %s are not "
                                  "known in closed form; use --reference direct"},
    [LENTO_REFERENCE_EXACT] = {"exact", exact, has_exact,
                               "--reference exact: no exact solution of %s is known with these "
                               "parameters; use --reference direct"},
};

const char *lento_reference_name(lento_reference reference) {
    return REFERENCE[reference].name;
}

lento_options lento_reference_options(const lento_model *model, lento_reference reference,
                                      const lento_options *resolved) {
    if (!resolved) {
        return (lento_options){0};
    }
    return REFERENCE[reference].options(model, resolved);
}

/* ---- which one ---- */

double lento_direct_evaluations(const lento_model *model, double until) {
    return until * lento_model_frequency(model) / TWO_PI * PER_PERIOD;
}

lento_reference lento_reference_best(const lento_model *model, const lento_options *resolved) {
    if (!resolved) {
        return LENTO_REFERENCE_NONE;
    }
    if (has_exact(model)) {
        return LENTO_REFERENCE_EXACT;
    }
    const int closed = lento_model_closed_forms(model);
    const bool cheap = lento_direct_evaluations(model, resolved->until) <= AFFORDABLE;
    return cheap || closed == 0 || closed < lento_options_levels(resolved)
               ? LENTO_REFERENCE_DIRECT
               : LENTO_REFERENCE_AVERAGED;
}

lento_status lento_reference_open(lento_run **run, const lento_model *model,
                                  lento_reference reference, const lento_options *resolved,
                                  const lento_watch *watch, struct lento_chunk **memory,
                                  const char **why) {
    *run = NULL;
    if (!REFERENCE[reference].known(model)) {
        const char *const word[] = {lento_model_problem(model)->name};
        *why = lento_chunk_text(memory, REFERENCE[reference].missing, word, NULL);
        return LENTO_BAD_OPTION;
    }
    lento_options options = lento_reference_options(model, reference, resolved);
    lento_watch_attach(watch, &options);
    const lento_status status = lento_run_open(run, model, &options);
    if (status == LENTO_DONE) {
        return status;
    }
    const char *const word[] = {REFERENCE[reference].name, lento_run_error(*run)};
    *why = lento_chunk_text(memory, "--reference %s: %s", word, NULL);
    lento_run_destroy(*run);
    *run = NULL;
    return status == LENTO_NO_MEMORY ? status : LENTO_BAD_OPTION;
}
