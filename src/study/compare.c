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

#define BRIEF 1000000 /* evaluations: timed once more without anybody looking */
#define CHEAP 5e5     /* evaluations of the reference for extrapolated rivals */
#define LEAST 3e6     /* calls that the run that chooses its method may spend */
#define DEAR  1e8     /* calls of a plain run: some minutes for each direct rival */

/* ---- the plan ---- */

/* Direct rivals are measured as they are, or at the frequency where a direct reference is cheap. */
static void choose_frequency(lento_comparison *c) {
    const lento_model *model = c->asked.model;
    const double cost = lento_direct_evaluations(model, c->asked.options.until);
    const bool dear = cost > 20 * CHEAP;
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
    const lento_status status = lento_reference_open(&c->reference, model, c->asked.reference, most,
                                                     c->asked.watch, &c->memory, &why);
    if (status != LENTO_DONE) {
        return lento_refuse(c, status, "%s", &why, NULL);
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
    *c = (lento_comparison){.asked = *asked,
                            .message = "",
                            .scale = 1,
                            .second_scale = 1,
                            .low = INFINITY,
                            .high = -INFINITY,
                            .smallest = INFINITY,
                            .smallest_of_all = INFINITY};
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

/* Rivals with their first steps, or with others. */
typedef struct sweep {
    lento_comparison *c;
    lento_trials *trials;
} sweep;

bool lento_trials_add(lento_comparison *c, lento_trials *trials, int rival,
                      const lento_options *options) {
    const size_t room = (size_t)LENTO_MAX_RIVALS * LENTO_MAX_CHANGES;
    if (!trials->list) {
        trials->list = lento_chunk_take(&trials->memory, room * sizeof *trials->list);
    }
    if (!trials->list) {
        return lento_refuse_memory(c);
    }
    if ((size_t)trials->count == room) {
        return false;
    }
    trials->list[trials->count++] = (lento_trial){rival, *options};
    return true;
}

/* Rivals on the comparison's own model may share one reference. */
static bool waits(const lento_comparison *c, const lento_rival *r, const lento_options *o) {
    const bool fixed = r->resolved.macro_step > 0;
    const double steps = fmax((double)r->resolved.steps, (double)o->steps);
    return !r->extrapolated && !r->model && (fixed || !r->direct) &&
           lento_error_can_wait(c->asked.model, c->asked.reference, fixed ? 2 * steps : 0);
}

static double scale_of(const lento_comparison *c, const lento_rival *r) {
    return r->extrapolated ? c->omega / c->affordable_omega : 1;
}

/* "3/21 dop853" */
static const char *label_of(const lento_comparison *c, const sweep *s, int k) {
    const int i = s->trials->list[k].rival;
    return lento_chunk_text(&s->trials->memory,
                            s->trials->first ? "%g of %g: %s" : "steps, %g of %g: %s",
                            &c->rival[i].resolved.macro, LENTO_NUMBERS(i + 1, c->count));
}

static bool prepare(int k, lento_job *job, lento_model **own, void *user) {
    const sweep *s = user;
    lento_comparison *c = s->c;
    const lento_trial *trial = &s->trials->list[k];
    lento_rival *r = &c->rival[trial->rival];
    if (k > 0 && lento_watch_stopped(c->asked.watch)) {
        c->count = s->trials->first ? k : c->count;
        return false;
    }
    r->extrapolated = r->direct && c->affordable_omega < c->omega;
    job->options = trial->options;
    job->reference = c->asked.reference;
    job->label = label_of(c, s, k);
    job->wait = waits(c, r, &trial->options);
    if (r->extrapolated) {
        const char *why;
        const double step =
            trial->options.macro_step > 0 ? trial->options.macro_step : r->resolved.macro_step;
        *own = lento_model_at(c->asked.model, c->affordable_omega, c->asked.slow, &c->memory, &why);
        job->options.macro_step = step * scale_of(c, r);
        job->options.steps = 0;
        job->reference = LENTO_REFERENCE_DIRECT;
        job->model = *own;
        return *own || lento_refuse(c, LENTO_BAD_OPTION, "%s", &why, NULL);
    }
    job->model = r->model ? r->model : c->asked.model;
    return true;
}

/* What the run of a trial makes of its rival; steps at a lower frequency are scaled back. */
static lento_rival rival_of(lento_comparison *c, const lento_trial *trial,
                            const lento_result *result) {
    lento_rival r = c->rival[trial->rival];
    const char *trouble = lento_result_trouble(result);
    r.options = trial->options;
    if (!lento_chunk_options(&c->memory, lento_run_options(result->run), &r.resolved)) {
        lento_refuse_memory(c);
    }
    r.resolved.until = c->rival[trial->rival].resolved.until;
    r.resolved.macro_step /= scale_of(c, &r);
    r.resolved.steps = lround((double)r.resolved.steps * scale_of(c, &r));
    r.counts = result->counts;
    r.evaluations = scale_of(c, &r) * (double)result->counts.force_evaluations;
    r.drift = result->invariants > 0 && result->status == LENTO_DONE ? result->invariant[2] : NAN;
    r.error = r.second = NAN;
    r.message = trouble ? lento_chunk_text(&c->memory, "%s", &trouble, NULL) : "";
    if (!trouble) {
        r.error = result->error[c->index] / c->scale;
        r.second = c->second >= 0 ? result->error[c->second] / c->second_scale : NAN;
    }
    return r;
}

static void take_range(lento_comparison *c, const lento_result *result, const lento_rival *r) {
    c->low = fmin(c->low, result->low[c->index]);
    c->high = fmax(c->high, result->high[c->index]);
    if (!r->direct && !r->closed) {
        c->smallest = fmin(c->smallest, r->error);
    }
    c->smallest_of_all = fmin(c->smallest_of_all, r->error);
}

static bool take(int k, const lento_result *result, void *user) {
    const sweep *s = user;
    lento_comparison *c = s->c;
    const int i = s->trials->list[k].rival;
    if (result->status == LENTO_NO_MEMORY) {
        return lento_refuse_memory(c);
    }
    if (result->refused && !s->trials->first) {
        return true;
    }
    lento_rival now = result->refused ? c->rival[i] : rival_of(c, &s->trials->list[k], result);
    if (c->refused) {
        return false;
    }
    if (result->refused) {
        now.message = lento_chunk_text(&c->memory, "%s", &result->message, NULL);
    } else if (isfinite(now.error)) {
        take_range(c, result, &now);
    }
    if (s->trials->first || lento_tune_better(c, &now, &c->rival[i])) {
        now.settled = false;
        const bool brief = result->counts.force_evaluations < BRIEF;
        now.seconds = scale_of(c, &now) * (brief ? lento_result_retime(result) : result->seconds);
        c->rival[i] = now;
    }
    if (s->trials->first) {
        const char *const scheme = now.direct ? "direct" : now.resolved.average[0].scheme;
        lento_watch_row(
            c->asked.watch,
            now.message[0] ? "%g of %g: %s %s: %s"
                           : "%g of %g: %s %s: error in %s %g, %g force evaluations",
            LENTO_WORDS(scheme, now.resolved.macro, now.message[0] ? now.message : c->column),
            LENTO_NUMBERS(i + 1, c->count, now.error * c->scale, now.evaluations));
    }
    return true;
}

/* A direct reference that measured others begins again. */
static bool rewind_reference(lento_comparison *c) {
    const char *why;
    const lento_options *most = &c->rival[0].resolved;
    if (c->reference && !(lento_run_time(c->reference) > 0)) {
        return true;
    }
    lento_run_destroy(c->reference);
    const lento_status status = lento_reference_open(
        &c->reference, c->asked.model, c->asked.reference, most, c->asked.watch, &c->memory, &why);
    return status == LENTO_DONE || lento_refuse(c, status, "%s", &why, NULL);
}

bool lento_trials_run(lento_comparison *c, lento_trials *trials) {
    sweep s = {c, trials};
    bool good = rewind_reference(c);
    for (int k = 0; k < trials->count; k++) {
        c->rival[trials->list[k].rival].settled = true;
    }
    if (good) {
        const lento_sweep all = {
            trials->count, c->asked.model, c->reference, c->asked.watch, prepare, take, &s};
        good = lento_sweep_run(&all) || lento_refuse_memory(c);
    }
    lento_chunk_free(&trials->memory);
    return good && !c->refused && !lento_watch_stopped(c->asked.watch);
}

static bool run_first(lento_comparison *c) {
    lento_trials trials = {.first = true};
    for (int i = 0; i < c->count; i++) {
        if (!lento_trials_add(c, &trials, i, &c->rival[i].options)) {
            return false;
        }
    }
    return lento_trials_run(c, &trials);
}

/* Errors as a part of the range that the column goes through. */
static void scale_errors(lento_comparison *c) {
    const double unit = c->contest ? 1 : lento_comparison_range(c);
    for (int i = 0; i < c->count; i++) {
        c->rival[i].error /= unit;
    }
    c->scale *= unit;
    c->smallest /= unit;
    c->smallest_of_all /= unit;
    c->aim /= unit;
}

/* Equal work: the smallest error first, at equal errors the smallest drift. */
static int by_error(const void *left, const void *right) {
    const lento_rival *a = left, *b = right;
    const double x = isfinite(a->error) ? a->error : INFINITY;
    const double y = isfinite(b->error) ? b->error : INFINITY;
    return x != y ? (x > y ? 1 : -1) : (a->drift > b->drift) - (a->drift < b->drift);
}

/* What `lento run` without a method makes of the problem. */
static void run_chosen(lento_comparison *c) {
    const lento_watch *watch = c->asked.watch;
    lento_answer answer;
    const lento_solve_options options = {.until = c->asked.options.until,
                                         .tolerance = c->asked.tolerance,
                                         .max_calls = LEAST,
                                         .stop = watch ? watch->stop : NULL,
                                         .user = watch ? watch->user : NULL};
    lento_solve_model(&answer, c->asked.model, &options);
    const bool answered = answer.status == LENTO_DONE &&
                          (answer.outcome == LENTO_AVERAGED || answer.outcome == LENTO_DIRECT);
    const char *why = answered ? "" : answer.sentence;
    c->chosen = (lento_chosen){.tolerance = c->asked.tolerance,
                               .met = answered,
                               .bar = answer.bar,
                               .calls = (double)answer.calls,
                               .plain = (double)answer.forecast_direct,
                               .message = lento_chunk_text(&c->memory, "%s", &why, NULL)};
    lento_answer_free(&answer);
}

/* Where the fast motion is declared, direct rivals are measured at a lower frequency; where it was found, they are left
 * out if they would take minutes each. */
static bool too_dear(lento_comparison *c) {
    if (!c->chosen.met || c->omega > 0 || c->chosen.plain < DEAR) {
        return false;
    }
    for (int i = 0; i < c->count; i++) {
        c->rival[i].message = lento_chunk_text(&c->memory, "left out: about %g evaluations", NULL,
                                               LENTO_NUMBERS(c->chosen.plain));
    }
    return true;
}

void lento_comparison_run(lento_comparison *c) {
    if (!c || c->refused || !c->asked.model) { /* without a model it was never planned */
        return;
    }
    const bool chosen = c->asked.named_count > 0 || c->contest || c->equal;
    if (c->asked.tolerance > 0 && !chosen) {
        run_chosen(c);
    }
    if (!too_dear(c) && run_first(c) && !chosen) {
        lento_tune(c);
    }
    if (lento_watch_stopped(c->asked.watch)) {
        c->status = LENTO_STOPPED;
        c->message = "interrupted: methods without an error were not finished";
    }
    lento_tune_aim(c);
    scale_errors(c);
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
