/* SPDX-License-Identifier: MIT
 *
 * detection.c - detection on a problem: x' = f(eps, x) is the problem with its scale parameter set to eps, so the
 * detector may choose eps itself. One model per eps, made when first asked for. */
#include <math.h>
#include <string.h>

#include "equations/embed.h"
#include "model/model.h"
#include "study/study.h"

#define NEARLY_SLOW 0.05 /* rate in units of 1/eps */

enum { MODELS = 8 };

typedef struct scaled {
    lento_search *search;
    lento_model *model[MODELS];
    lento_embedding embedding[MODELS];
    double eps[MODELS];
    int models;
    /* why the right-hand side could not be had, or NULL */
    const char *trouble;
} scaled;

static void *take(lento_build *build, size_t bytes) {
    return lento_chunk_take(build->owner, bytes);
}

/* Its equations with cosines and sines as variables; NULL, or why there are none. */
static const char *embed(lento_search *search, const lento_model *model, lento_embedding *out) {
    lento_build build = {.take = take, .owner = &search->memory};
    return lento_eq_embed(lento_model_problem(model), model->p, &build, out);
}

static int index_at(scaled *s, double eps) {
    for (int i = 0; i < s->models; i++) {
        if (s->eps[i] == eps) {
            return i;
        }
    }
    if (s->models == MODELS) {
        lento_model_destroy(s->model[--s->models]);
    }
    lento_model *model = NULL;
    if (lento_model_faster(&model, s->search->model, s->search->options.eps / eps) != LENTO_DONE) {
        s->trouble = lento_chunk_text(&s->search->memory, "at eps = %g: %s",
                                      LENTO_WORDS(lento_model_error(model)), &eps);
        lento_model_destroy(model);
        return -1;
    }
    s->trouble = s->search->embedded ? embed(s->search, model, &s->embedding[s->models]) : NULL;
    s->model[s->models] = model;
    s->eps[s->models] = eps;
    return s->trouble ? (lento_model_destroy(model), -1) : s->models++;
}

/* x' at this eps, of any order. */
static int evaluate(const lento_system *s, const double x[], double f[]) {
    static const lento_phase still[LENTO_MAX_SCALES] = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    const int n = s->size;
    if (s->order == 1) {
        return s->rate ? s->rate(0, still, x, NULL, f, s->params) : s->field(0, x, f, s->params);
    }
    for (int i = 0; i < n; i++) {
        f[i] = x[n + i];
    }
    const int status = s->rate(0, still, x, x + n, f + n, s->params);
    for (int i = 0; lento_mechanics_of(s)->mass_form == LENTO_MASS_DIAGONAL && i < n; i++) {
        f[n + i] /= s->mechanics->mass[i];
    }
    return status;
}

/* The first-order view of the system at this eps. */
static int field(double eps, const double x[], double f[], void *params) {
    scaled *s = params;
    const int i = index_at(s, eps);
    int status = i < 0 ? -1 : 0;
    if (i >= 0 && s->search->embedded) {
        lento_embedding_evaluate(&s->embedding[i], x, f);
    } else if (i >= 0) {
        status = evaluate(lento_model_system(s->model[i]), x, f);
    }
    if (status && !s->trouble) {
        s->trouble = "its equations have no value at one of the states that detection samples, "
                     "within --radius of 0";
    }
    return status;
}

/* Why there is nothing to detect (%s: the problem); NULL if there is. */
static const char *check(const lento_model *model, bool embedded, double *eps) {
    const lento_system *system = lento_model_system(model);
    for (int i = 0; i < lento_scales(system) && !embedded; i++) {
        if (system->fast->scale[i].forced) {
            return "%s is driven by a fast phase from outside; detection needs the phase as part "
                   "of the state, as in problem kapitza-poly";
        }
    }
    if (!system->rate && !system->field) {
        return "detection needs a right-hand side x' = f(x); %s is given by exact motions";
    }
    if (lento_constraints(system) > 0 ||
        lento_mechanics_of(system)->mass_form == LENTO_MASS_DENSE) {
        return "%s has constraints or a full mass matrix; detection needs x' = f(x)";
    }
    return lento_model_fast(model, eps)
               ? NULL
               : "detection must vary the fast frequencies, and %s does not declare the parameter "
                 "that sets them (in C .fast in the problem table; in a file a line "
                 "phase NAME' = RATE)";
}

void lento_search_plan(lento_search *search, const lento_model *model,
                       const lento_detect_options *asked, const lento_watch *watch) {
    *search = (lento_search){.message = "", .model = model, .options = *asked, .watch = watch};
    search->options.degree = asked->degree > 0 ? asked->degree : 4;
    const lento_problem *problem = lento_model_problem(model);
    lento_embedding all;
    search->variables = lento_model_dimension(model);
    search->embedded = lento_eq_embeds(problem, lento_model_system(model));
    const char *what = check(model, search->embedded, &search->options.eps);
    const char *why = what || !search->embedded ? NULL : embed(search, model, &all);
    if (why) {
        lento_refuse(search, LENTO_BAD_SYSTEM, "detection on %s: %s",
                     LENTO_WORDS(problem->name, why), NULL);
        return;
    }
    if (search->embedded && !what) {
        search->variables = all.variables;
        search->names = all.names;
    }
    if (what) {
        lento_refuse(search, LENTO_BAD_SYSTEM, what, &problem->name, NULL);
    }
}

static int progress(double fraction, void *user) {
    const lento_search *search = ((scaled *)user)->search;
    lento_watch_update(search->watch, "detecting", fraction);
    return lento_watch_stopped(search->watch);
}

void lento_search_run(lento_search *search, bool literal) {
    scaled s = {.search = search};
    lento_detection *found = &search->found;
    lento_detect_options options = search->options;
    options.progress = progress;
    options.user = &s;
    lento_watch_tell(search->watch, "detecting", 0);
    search->status = (literal ? lento_detect_literal : lento_detect)(field, &s, search->variables,
                                                                     &options, found);
    lento_watch_tell(search->watch, "detecting", 1);
    for (int i = 0; i < s.models; i++) {
        lento_model_destroy(s.model[i]);
    }
    if (search->status < 0) {
        const char *const word[] = {lento_model_problem(search->model)->name, s.trouble};
        const char *message = found->message ? found->message : "failed";
        search->message = s.trouble
                              ? lento_chunk_text(&search->memory, "detection on %s: %s", word, NULL)
                              : lento_chunk_text(&search->memory, "detection: %s", &message, NULL);
        return;
    }
    search->near_resonance = found->fast_rate > 0 && found->fast_rate * options.eps < NEARLY_SLOW;
}

void lento_search_free(lento_search *search) {
    lento_chunk_free(&search->memory);
    memset(search, 0, sizeof *search);
}
