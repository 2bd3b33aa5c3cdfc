/* SPDX-License-Identifier: MIT
 *
 * contest.c - a problem's own comparison: its rivals differ in the form of the model (frame, slow variables), so each has
 * a model of its own. Errors are relative to the largest value of the column; steps are given per fast cycle, except
 * where a method steps over it. */
#include <math.h>
#include <string.h>

#include "study/study.h"

#define TWO_PI 6.283185307179586
#define MOST   3e7 /* evaluations of one rival */

enum { SAMPLES = 400, PARAMETERS = 64, COLUMNS = 32 };

static void read_parameters(const lento_model *model, double p[PARAMETERS]) {
    for (int i = 0; i < PARAMETERS; i++) {
        lento_model_parameter(model, i, &p[i], NULL);
    }
}

const lento_contest *lento_contest_find(const lento_model *model) {
    const lento_contest *contest = lento_model_problem(model)->contest;
    double p[PARAMETERS];
    read_parameters(model, p);
    return contest && contest->applies(p) && lento_model_columns(model) <= COLUMNS ? contest : NULL;
}

/* ---- the rivals ---- */

static lento_model *model_of(const lento_comparison *c, const lento_contestant *e) {
    lento_model *model = NULL;
    if (lento_model_with(&model, c->asked.model, &e->setting, 1) != LENTO_DONE ||
        (e->slow && !lento_model_choose(model, e->slow))) {
        lento_model_destroy(model);
        return NULL;
    }
    return model;
}

/* What the user asked for everybody, with the contestant's scheme, methods and steps. */
static lento_options options_of(const lento_comparison *c, const lento_contestant *e,
                                const double p[]) {
    lento_options o = e->options;
    o.until = c->asked.options.until;
    o.first_step = c->asked.options.first_step;
    o.max_step = c->asked.options.max_step;
    o.methods = c->asked.options.methods;
    if (e->per_cycle > 0) {
        o.steps = llround(fmax(1, e->per_cycle * o.until * c->contest->cycle(p) / TWO_PI));
    }
    if (e->adjust) {
        e->adjust(p, &o);
    }
    return o;
}

void lento_rivals_contest(lento_comparison *c) {
    double p[PARAMETERS];
    read_parameters(c->asked.model, p);
    for (const lento_contestant *e = c->contest->contestants; e->options.macro; e++) {
        const lento_options options = options_of(c, e, p);
        if ((double)options.steps * e->evaluations > MOST) {
            continue;
        }
        lento_model *model = model_of(c, e);
        const char *const word[] = {e->setting.text, e->slow};
        const char *form =
            e->slow ? lento_chunk_text(&c->memory, "%s, set %s", word, NULL) : e->setting.text;
        if (model && !lento_rival_add(c, model, &options, form)) {
            lento_model_destroy(model);
        }
    }
}

/* ---- the unit of the errors ---- */

void lento_contest_scale(lento_comparison *c) {
    const double until = c->asked.options.until;
    const lento_options options =
        lento_reference_options(c->asked.model, c->asked.reference, &c->asked.options);
    double row[COLUMNS], largest[2] = {0, 0};
    lento_run *run = NULL;
    bool good = lento_run_open(&run, c->asked.model, &options) == LENTO_DONE;
    for (int i = 1; good && i <= SAMPLES; i++) {
        const double t = until * i / SAMPLES;
        good =
            lento_run_advance(run, t) == LENTO_DONE && lento_run_columns(run, t, row) == LENTO_DONE;
        largest[0] = fmax(largest[0], fabs(row[c->index]));
        largest[1] = fmax(largest[1], fabs(row[c->second]));
    }
    lento_run_destroy(run);
    c->scale = good && largest[0] > 0 ? largest[0] : 1;
    c->second_scale = good && largest[1] > 0 ? largest[1] : 1;
}

/* ---- which one to use ---- */

const lento_rival *lento_comparison_find(const lento_comparison *c, const char *form,
                                         const char *macro) {
    if (!c) {
        return NULL;
    }
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        if (r->form && strcmp(r->form, form) == 0 && strcmp(r->resolved.macro, macro) == 0 &&
            isfinite(r->error)) {
            return r;
        }
    }
    return NULL;
}

void lento_contest_advise(lento_comparison *c) {
    const char *const *wanted = c->contest->recommended;
    c->advice = (lento_advice){
        .kind = LENTO_ADVICE_REMARKS, .recommended = -1, .best = -1, .closed = -1, .direct = -1};
    for (int i = 0; i < c->count; i++) {
        const char *macro = c->rival[i].resolved.macro;
        if (strcmp(macro, wanted[0]) == 0 ||
            (strcmp(macro, wanted[1]) == 0 && c->advice.recommended < 0)) {
            c->advice.recommended = i;
        }
    }
}
