/* SPDX-License-Identifier: MIT
 *
 * query.c - what a study asks of options and models. */
#include <math.h>
#include <string.h>

#include "multiscale/mean.h"
#include "study/study.h"

#define TWO_PI 6.283185307179586

/* ---- options ---- */

/* NULL: direct, which ends the list of levels, or a name that does not exist */
static const lento_scheme *scheme_of(const lento_average *level) {
    return lento_scheme_is_direct(level->scheme) ? NULL : lento_scheme_find(level->scheme);
}

int lento_options_levels(const lento_options *options) {
    if (!options) {
        return 0;
    }
    int n = 0;
    while (n < LENTO_MAX_LEVELS && scheme_of(&options->average[n])) {
        n++;
    }
    return n;
}

bool lento_level_windows(const lento_average *level) {
    if (!level) {
        return false;
    }
    const lento_scheme *scheme = scheme_of(level);
    return scheme && !scheme->closed;
}

bool lento_scheme_takes_variables(const char *name) {
    if (!name) {
        return false;
    }
    const lento_scheme *scheme = lento_scheme_find(name);
    return scheme && scheme->variables;
}

static const lento_kernel *kernel_of(const char *name) {
    int p[2];
    return name ? lento_kernel_find(name, p) : NULL;
}

bool lento_kernel_chooses_width(const char *name) {
    const lento_kernel *kernel = kernel_of(name);
    return kernel && kernel->filter;
}

static bool show_fast(const lento_options *resolved) {
    const lento_average *a = &resolved->average[0];
    const lento_kernel *kernel = kernel_of(a->kernel);
    const bool direct = lento_options_levels(resolved) == 0;
    return direct ? a->gauge != LENTO_GAUGE_MEAN : a->restore_fast || (kernel && kernel->point);
}

/* ---- models ---- */

const lento_scale *lento_model_fastest(const lento_model *model) {
    const lento_system *system = lento_model_system(model);
    return lento_scales(system) > 0 ? lento_fastest(system) : NULL;
}

double lento_model_frequency(const lento_model *model) {
    const lento_scale *scale = lento_model_fastest(model);
    return scale ? lento_frequency(scale) : 0;
}

int lento_model_closed_forms(const lento_model *model) {
    int n = 0;
    const lento_system *s = lento_model_system(model);
    while (lento_closed_of(s)->system && n < LENTO_MAX_LEVELS) {
        s = lento_closed_of(s)->system;
        n++;
    }
    return n;
}

double lento_micro_per_period(const lento_model *model, const lento_options *resolved) {
    if (!resolved) {
        return NAN;
    }
    const int levels = lento_options_levels(resolved);
    const double omega = lento_model_frequency(model);
    if (levels == 0 || omega <= 0) {
        return 0;
    }
    const lento_average *inner = &resolved->average[levels - 1];
    return inner->micro_per_period > 0 ? inner->micro_per_period
           : inner->micro_step > 0     ? TWO_PI / (omega * inner->micro_step)
                                       : 0;
}

/* ---- columns ---- */

const char *lento_shown_name(const lento_model *model, int i) {
    if (!model) {
        return NULL;
    }
    return i < lento_model_columns(model) ? lento_model_column(model, i, NULL)
                                          : lento_model_problem(model)->distance_name;
}

/* The first column that is an average: multiscale schemes have no pointwise ones. */
static int first_average(const lento_model *model) {
    const lento_column *row;
    for (int i = 0; i < lento_model_columns(model); i++) {
        lento_model_column(model, i, &row);
        if (!row->pointwise) {
            return i;
        }
    }
    return 0;
}

int lento_column_find(const lento_model *model, const char *name, struct lento_chunk **memory,
                      const char **why) {
    enum { ROOM = 512 };
    const char *names[ROOM];
    const lento_problem *problem = lento_model_problem(model);
    const int columns = lento_model_columns(model), n = columns + (problem->distance ? 1 : 0);
    if (!name) {
        return n > columns ? columns : first_average(model);
    }
    for (int i = 0; i < n && i < ROOM; i++) {
        names[i] = lento_shown_name(model, i);
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    const char *nearest = lento_nearest(name, names, (size_t)(n < ROOM ? n : ROOM));
    const char *const word[] = {problem->name, name, nearest ? nearest : problem->name};
    *why = lento_chunk_text(memory,
                            nearest ? "%s has no column '%s' (did you mean '%s'?)"
                                    : "%s has no column '%s'; 'lento describe %s' shows all",
                            word, NULL);
    return -1;
}

/* Steps that follow slow variables without a window follow the fast motion too, if the variables are as many as the
 * numbers of the state. */
bool lento_model_shows_fast(const lento_model *model, const lento_options *resolved) {
    const lento_kernel *kernel = kernel_of(resolved->average[0].kernel);
    const lento_slow_set *set = lento_model_slow(model);
    const bool few = kernel && kernel->point && set && set->size < lento_model_dimension(model);
    return show_fast(resolved) && !few;
}

bool lento_error_pointwise(const lento_model *model, const lento_options *resolved,
                           lento_reference reference, int i) {
    const lento_column *row;
    if (reference == LENTO_REFERENCE_NONE || i >= lento_model_columns(model)) {
        return false;
    }
    lento_model_column(model, i, &row);
    return row->pointwise &&
           lento_model_shows_fast(model, resolved) == (reference == LENTO_REFERENCE_AVERAGED);
}
