/* SPDX-License-Identifier: MIT
 *
 * compare.c - several schemes and methods on one problem, measured by one reference.
 *
 * Direct rivals that would take too long are measured at a lower frequency against a direct reference there; their error
 * depends on the steps per period alone and their work grows like omega, so the work is scaled up. Where nothing is fast
 * and the motion splits into flows, all get the same number of evaluations and are ranked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/study.h"

#define CHEAP 5e5 /* evaluations of the reference for extrapolated rivals */

/* ---- the plan ---- */

/* Direct rivals are measured as they are, or at the frequency where a direct reference is cheap. */
static void choose_frequency(lento_comparison *c) {
    const lento_model *model = c->asked.model;
    const double cost = lento_direct_evaluations(model, c->asked.options.until);
    /* with a phase from outside the error depends on the steps per period alone */
    const lento_scale *fastest = lento_model_fastest(model);
    const bool dear = fastest && fastest->forced && cost > 20 * CHEAP;
    c->affordable_omega = c->omega;
    if ((c->asked.reference == LENTO_REFERENCE_AVERAGED || dear) && lento_model_fast(model, NULL)) {
        c->affordable_omega = c->omega * fmin(1, CHEAP / cost);
    }
}

static bool choose_columns(lento_comparison *c) {
    const char *why = NULL, *name = c->asked.column;
    if (c->contest && !name) {
        name = c->contest->column[0];
    }
    c->index = lento_column_find(c->asked.model, name, &c->memory, &why);
    if (c->index < 0) {
        return lento_refuse(c, LENTO_BAD_OPTION, "%s", &why, NULL);
    }
    c->column = lento_shown_name(c->asked.model, c->index);
    c->second = -1;
    for (int i = 1; c->contest && i >= 0 && c->second < 0; i--) { /* the other one of the two */
        const int other =
            lento_column_find(c->asked.model, c->contest->column[i], &c->memory, &why);
        c->second = other != c->index ? other : -1;
    }
    return true;
}

/* It must suit the rival with the most averages. */
static bool choose_reference(lento_comparison *c) {
    const lento_model *model = c->asked.model;
    const lento_options *most = &c->rival[0].resolved;
    for (int i = 1; i < c->count; i++) {
        const lento_options *o = &c->rival[i].resolved;
        most = lento_options_levels(o) > lento_options_levels(most) ? o : most;
    }
    if (!c->asked.reference) {
        c->asked.reference = lento_reference_best(model, most);
    }
    const char *why;
    if (!lento_reference_open(&c->reference, model, c->asked.reference, most, c->asked.watch,
                              &c->memory, &why)) {
        return lento_refuse(c, LENTO_BAD_OPTION, "%s", &why, NULL);
    }
    c->pointwise = lento_error_pointwise(model, most, c->asked.reference, c->index);
    return true;
}

void lento_comparison_plan(lento_comparison *c, const lento_comparison_rules *asked) {
    if (!c) {
        return;
    }
    if (!asked || !lento_model_state(asked->model)) {
        *c = (lento_comparison){.message = ""};
        lento_refuse(c, LENTO_BAD_OPTION, "a comparison needs a model", NULL, NULL);
        return;
    }
    *c = (lento_comparison){.asked = *asked, .message = "", .scale = 1, .second_scale = 1};
    c->omega = lento_model_frequency(asked->model);
    c->contest = asked->named_count == 0 ? lento_contest_find(asked->model) : NULL;
    if (choose_columns(c) && lento_rivals_choose(c) && choose_reference(c)) {
        choose_frequency(c);
        if (c->contest) {
            lento_contest_scale(c);
        }
    }
}

/* ---- measuring ---- */

/* Rivals on the comparison's own model may share one reference. */
static bool waits(const lento_comparison *c, const lento_rival *r) {
    const bool fixed = r->resolved.macro_step > 0;
    return !r->extrapolated && !r->model && (fixed || !r->direct) &&
           lento_error_can_wait(c->asked.model, c->asked.reference,
                                fixed ? (double)r->resolved.steps : 0);
}

static double scale_of(const lento_comparison *c, const lento_rival *r) {
    return r->extrapolated ? c->omega / c->affordable_omega : 1;
}

static bool prepare(int k, lento_job *job, lento_model **own, void *user) {
    lento_comparison *c = user;
    lento_rival *r = &c->rival[k];
    if (k > 0 && lento_watch_stopped(c->asked.watch)) {
        c->count = k;
        return false;
    }
    r->extrapolated = r->direct && c->affordable_omega < c->omega;
    job->options = r->options;
    job->reference = c->asked.reference;
    job->label = r->resolved.macro;
    job->wait = waits(c, r);
    if (r->extrapolated) {
        const char *why;
        *own = lento_model_at(c->asked.model, c->affordable_omega, c->asked.slow, &c->memory, &why);
        job->options.macro_step = r->resolved.macro_step * scale_of(c, r);
        job->options.steps = 0;
        job->reference = LENTO_REFERENCE_DIRECT;
        job->model = *own;
        return *own || lento_refuse(c, LENTO_BAD_OPTION, "%s", &why, NULL);
    }
    job->model = r->model ? r->model : c->asked.model;
    return true;
}

static bool take(int k, const lento_result *result, void *user) {
    lento_comparison *c = user;
    lento_rival *r = &c->rival[k];
    const char *trouble = lento_result_trouble(result);
    r->counts = result->counts;
    r->evaluations = scale_of(c, r) * (double)result->counts.force_evaluations;
    r->seconds = scale_of(c, r) * lento_result_retime(result);
    r->drift = result->invariants > 0 && result->status == LENTO_DONE ? result->invariant[2] : NAN;
    if (trouble) {
        r->message = lento_chunk_text(&c->memory, "%s", &trouble, NULL);
        return true;
    }
    r->error = result->error[c->index] / c->scale;
    c->size = fmax(c->size, result->size[c->index] / c->scale);
    if (c->second >= 0) {
        r->second = result->error[c->second] / c->second_scale;
    }
    return true;
}

/* Equal work: the smallest error first, at equal errors the smallest drift. */
static int by_error(const void *left, const void *right) {
    const lento_rival *a = left, *b = right;
    const double x = isfinite(a->error) ? a->error : INFINITY;
    const double y = isfinite(b->error) ? b->error : INFINITY;
    return x != y ? (x > y ? 1 : -1) : (a->drift > b->drift) - (a->drift < b->drift);
}

void lento_comparison_run(lento_comparison *c) {
    if (!c) {
        return;
    }
    const lento_sweep sweep = {
        c->count, c->asked.model, c->reference, c->asked.watch, prepare, take, c};
    if (c->refused) {
        return;
    }
    if (!lento_sweep_run(&sweep)) {
        lento_refuse_memory(c);
    }
    if (lento_watch_stopped(c->asked.watch)) {
        c->status = LENTO_STOPPED;
        c->message = "interrupted: methods without an error were not finished";
    }
    if (c->equal) {
        qsort(c->rival, (size_t)c->count, sizeof *c->rival, by_error);
    }
    (c->contest ? lento_contest_advise : lento_advise)(c);
}

void lento_comparison_free(lento_comparison *c) {
    if (!c) {
        return;
    }
    for (int i = 0; i < LENTO_MAX_RIVALS; i++) {
        lento_model_destroy(c->rival[i].model);
    }
    lento_run_destroy(c->reference);
    lento_chunk_free(&c->memory);
    memset(c, 0, sizeof *c);
}
