/* SPDX-License-Identifier: MIT
 *
 * controlled.c - hands-off where no return can be followed: several phases, constraints, stiff springs, jumps. The scheme that
 * fits what the model declares runs with steps that the error estimate (estimate.c) shortens until all columns are
 * within the tolerance. What is left then comes from averaging itself: no step helps, and the answer says how small a
 * tolerance can be met. Values are means over the fast motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/run.h"
#include "study/study.h"

enum {
    ROUNDS = 12,
    FIRST_STEPS = 64,
    FIRST_MICRO = 8,
    FINER = 6,
    TEXTS = 2 + LENTO_SOLVE_WARNINGS
};
#define MOST_SHORTER 4 /* in one go */
#define USELESS      0.05
#define TEXT_ROOM    600
#define SHARE        0.2 /* of the tolerance that steps may use */

typedef struct controlled {
    const lento_model *model;
    const lento_solve_options *asked;
    lento_answer *out;
    lento_job job;
    lento_watch watch;
    double tolerance, limit, until;
    int64_t calls_left;
    double bar,
        left; /* of the last run, as a part of the largest values; what steps do not change */
    double calls;
    int passes;
    int index[LENTO_SOLVE_COLUMNS];
    char (*text)[TEXT_ROOM]; /* the sentence, what went wrong, warnings */
} controlled;

/* ---- which scheme ---- */

static int forced_phases(const lento_system *system) {
    int count = 0;
    for (int i = 0; i < lento_scales(system); i++) {
        count += system->fast->scale[i].forced;
    }
    return count;
}

bool lento_shows_means(const lento_model *model) {
    const lento_system *system = lento_model_system(model);
    const lento_closed *closed = lento_closed_of(system);
    return closed->slow_start && !closed->means && system->rate && forced_phases(system) == 1 &&
           lento_constraints(system) == 0;
}

bool lento_jumps(const lento_model *model) {
    return lento_events_of(lento_model_system(model))->count > 0;
}

int lento_controlled_columns(const lento_model *model, int index[]) {
    return lento_solved_columns(model, lento_jumps(model) ? LENTO_SHOW_ALL : LENTO_SHOW_MEANS,
                                index);
}

bool lento_controlled_fits(const lento_model *model) {
    const lento_system *system = lento_model_system(model);
    const bool forced = forced_phases(system) == lento_scales(system) && lento_scales(system) > 0;
    return lento_stiff_of(system)->count > 0 || lento_jumps(model) ||
           (forced && system->rate && lento_scales(system) <= LENTO_MAX_LEVELS &&
            (lento_scales(system) > 1 || lento_constraints(system) > 0 ||
             lento_shows_means(model)));
}

/* Windows of a forcing start at two phases, which removes errors of first order; the micro method is fitted to it. */
static void choose_forced(const lento_system *system, lento_options *o) {
    const bool moving = lento_mechanics_of(system)->velocity_dependent;
    for (int l = 0; l < lento_scales(system); l++) {
        lento_average *a = &o->average[l];
        a->scheme = moving ? "sync" : "async";
        if (!moving) {
            a->phases = 2;
            a->micro = lento_constraints(system) > 0 ? "shake-fitted" : "stormer-fitted";
            a->micro_per_period = FIRST_MICRO * lento_harmonics(system);
        }
    }
}

/* Not less, and so many that equal rows lie at the ends of steps: multipliers are not smooth in between. */
static long whole_steps(const controlled *c, double least) {
    const int rows = c->out->samples;
    const double gap = rows > 1 ? c->out->times[rows - 1] - c->out->times[rows - 2] : c->until;
    const double parts = round(c->until / gap);
    const bool even = parts < 1e6 && fabs(parts * gap - c->until) < 1e-9 * c->until;
    return (long)(even ? parts * ceil(least / parts) : ceil(least));
}

static void choose(controlled *c) {
    const lento_system *system = lento_model_system(c->model);
    lento_options *o = &c->job.options;
    o->until = c->until;
    o->macro = lento_constraints(system) > 0 ? "rattle/kahan-li8" : "dop853";
    if (lento_stiff_of(system)->count > 0 || lento_jumps(c->model)) {
        o->average[0].scheme = lento_jumps(c->model) ? "direct" : "stiff";
        o->rtol = 0.1 * c->tolerance;
        o->atol = 1e-3 * o->rtol;
    } else {
        choose_forced(system, o);
        o->steps = whole_steps(c, FIRST_STEPS);
    }
}

/* ---- steps as short as the estimate asks ---- */

/* The largest value that each column takes; members of a family are measured alike. */
static void find_magnitudes(controlled *c, const lento_result *result) {
    for (int k = 0; k < c->out->columns; k++) {
        const lento_column *family, *row;
        double most = 1e-300;
        lento_model_column(c->model, c->index[k], &family);
        for (int i = 0; i < result->columns; i++) {
            lento_model_column(c->model, i, &row);
            for (size_t j = 0; row == family && j < result->checks.count; j++) {
                most = fmax(most, fabs(lento_recorder_row(&result->checks, j)[1 + i]));
            }
        }
        c->out->magnitude[k] = most;
    }
}

/* The error of the columns as a part of their sizes, and the part of it that steps do not change. */
static void find_bar(controlled *c, const lento_result *result) {
    const lento_estimate *e = &result->estimate;
    const double steps = e->macro + e->micro, all = steps + e->window + e->separation;
    c->bar = 0;
    for (int k = 0; k < c->out->columns; k++) {
        const double part = e->error[c->index[k]] / c->out->magnitude[k];
        c->bar = part <= c->bar ? c->bar : part;
    }
    c->left = all > 0 ? c->bar * (all - steps) / all : 0;
}

static double shorter(double part, double aim, double order) {
    return fmin(MOST_SHORTER, fmax(1.3, pow(part / aim, 1 / fmax(order, 1))));
}

/* Shortens what makes the larger error; false: neither is worth it. */
static bool refine(controlled *c, const lento_result *result) {
    const lento_estimate *e = &result->estimate;
    const lento_options *resolved = lento_run_options(result->run);
    lento_options *o = &c->job.options;
    const double unit = c->bar / fmax(e->macro + e->micro + e->window + e->separation, 1e-300);
    const double macro = e->macro * unit, micro = e->micro * unit, aim = SHARE * c->tolerance;
    if (fmax(macro, micro) <= aim || c->left > USELESS) {
        return false;
    }
    double factor = shorter(macro, aim, o->steps > 0 ? e->order : 2);
    if (macro >= micro) {
        if (o->steps > 0) {
            o->steps = whole_steps(c, (double)o->steps * factor);
        } else {
            o->rtol /= factor * factor;
            o->atol /= factor * factor;
        }
    } else {
        factor = shorter(micro, aim, 2);
        for (int l = 0; l < lento_options_levels(resolved); l++) {
            lento_average *a = &o->average[l];
            a->micro = result->run->mean[l].micro.method->name;
            a->micro_per_period = 0;
            a->micro_step = resolved->average[l].micro_step / factor;
        }
    }
    /* a run with its estimate, then twice the rows */
    const double run = (double)result->counts.force_evaluations;
    return c->calls + factor * ((double)e->force_evaluations + 4 * run) <= c->limit;
}

static void keep_warnings(controlled *c, const lento_run *run) {
    const lento_warning *list;
    const int n = lento_run_warnings(run, &list);
    c->out->warning_count = n < LENTO_SOLVE_WARNINGS ? n : LENTO_SOLVE_WARNINGS;
    for (int i = 0; i < c->out->warning_count; i++) {
        c->out->warnings[i] = list[i];
        lento_text(c->text[2 + i], TEXT_ROOM, "%s", LENTO_WORDS(list[i].text), NULL);
        c->out->warnings[i].text = c->text[2 + i];
    }
}

/* Why a run gave nothing; only the caller stops an answer, the limit of calls refuses it. */
static void blame(controlled *c, lento_status status, const char *why) {
    const bool spent = lento_watch_spent(&c->watch);
    lento_text(c->text[1], TEXT_ROOM, spent ? "the limit of %g calls is reached" : "%s",
               LENTO_WORDS(why), &c->limit);
    c->out->status = status > 0 && !spent ? LENTO_STOPPED : LENTO_DONE;
}

/* One run with its estimate; false: there is none. */
static bool estimate(controlled *c, lento_result *result) {
    lento_job_run(&c->job, result);
    c->calls += (double)(result->counts.force_evaluations + result->estimate.force_evaluations);
    const bool good = !result->refused && result->status == LENTO_DONE && result->estimate.error;
    if (good) {
        find_magnitudes(c, result);
        find_bar(c, result);
        keep_warnings(c, result->run);
    } else {
        const char *why = result->message[0] ? result->message : result->estimate.how;
        blame(c, result->status, why ? why : "it failed");
    }
    return good;
}

/* ---- rows ---- */

/* One run; the rows into out->values. How far they were from what stood there goes into *apart. */
static bool pass(controlled *c, lento_options o, double *apart) {
    lento_answer *out = c->out;
    lento_run *run = NULL;
    double all[LENTO_SOLVE_COLUMNS];
    lento_watch_attach(&c->watch, &o);
    lento_status status = lento_run_open(&run, c->model, &o);
    for (int j = 0; j < out->samples && status == LENTO_DONE; j++) {
        const double t = out->times[j];
        status = lento_run_time(run) < t ? lento_run_advance(run, t) : status;
        status = status == LENTO_DONE ? lento_run_columns(run, t, all) : status;
        for (int k = 0; k < out->columns; k++) {
            double *value = &out->values[j * out->columns + k];
            const double now = all[c->index[k]];
            const double d = lento_column_difference(c->model, c->index[k], now, *value);
            *apart = fmax(*apart, d / out->magnitude[k]);
            *value = now;
        }
        if (status == LENTO_DONE && c->asked->observe &&
            c->asked->observe(c->passes, t, out->values + j * out->columns, c->asked->user)) {
            status = LENTO_STOPPED;
        }
    }
    c->passes++;
    const int64_t work = lento_run_counts(run).force_evaluations;
    out->counts.second_run += work;
    c->calls += (double)work;
    out->status = LENTO_DONE;
    if (status != LENTO_DONE) {
        blame(c, status, lento_run_error(run));
    }
    lento_run_destroy(run);
    return status == LENTO_DONE;
}

/* Rows, and those of finer steps until they agree: what is not smooth between steps has an error of its own. */
static bool rows(controlled *c) {
    lento_options *o = &c->job.options;
    double apart = 0;
    if (!pass(c, *o, &apart)) {
        return false;
    }
    for (int round = 0; round < FINER; round++) {
        const double before = c->calls;
        o->steps *= 2;
        o->rtol /= 4;
        o->atol /= 4;
        apart = 0;
        if (!pass(c, *o, &apart)) {
            return false;
        }
        if (c->bar + 0.5 * apart <= c->tolerance || 0.5 * apart < 0.1 * c->bar ||
            c->calls + 2 * (c->calls - before) > c->limit) {
            break;
        }
    }
    c->bar += 0.5 * apart;
    for (int j = 0; j < c->out->samples; j++) {
        c->out->bars[j] = c->bar;
    }
    return true;
}

/* ---- the answer ---- */

static bool take(controlled *c) {
    lento_answer *out = c->out;
    const size_t n = (size_t)out->samples, k = (size_t)out->columns;
    double *block = calloc(1, (2 * n + k + n * k) * sizeof *block + TEXTS * TEXT_ROOM);
    if (!block) {
        return false;
    }
    out->memory = block;
    out->times = block;
    out->bars = block + n;
    out->magnitude = block + 2 * n;
    out->values = out->magnitude + k;
    c->text = (char(*)[TEXT_ROOM])(out->values + n * k);
    for (int j = 0; j < out->samples; j++) {
        out->times[j] =
            c->asked->times ? c->asked->times[j] : c->until * (j + 1) / (double)out->samples;
    }
    return true;
}

/* two digits, not less */
static double rounded(double x) {
    const double unit = x > 0 ? pow(10, floor(log10(x)) - 1) : 1;
    return ceil(x / unit * (1 - 1e-12)) * unit;
}

static void say(controlled *c, bool have) {
    lento_answer *out = c->out;
    const char *scheme = c->job.options.average[0].scheme;
    const bool met = have && c->bar <= c->tolerance, follows = c->bar < USELESS;
    const double number[] = {c->tolerance, rounded(c->bar), rounded(1.5 * c->bar),
                             rounded(c->left)};
    out->sentence = c->text[0];
    out->code = !have ? "scheme-failed" : follows ? "scheme" : "scheme-useless";
    out->scheme = scheme;
    out->method = c->job.options;
    out->bar = out->bar_macro = c->bar;
    out->floor = c->left;
    out->calls = (int64_t)c->calls;
    out->counts.more_runs = out->calls - out->counts.second_run - out->counts.probe;
    const bool jumps = lento_jumps(c->model);
    out->outcome = met               ? (jumps ? LENTO_DIRECT : LENTO_AVERAGED)
                   : have && follows ? LENTO_NOT_MET
                                     : LENTO_REFUSED;
    out->met_until = met ? c->until : 0;
    out->forecast_direct = (int64_t)fmin(9e18, lento_direct_evaluations(c->model, c->until));
    out->warning_count = out->outcome == LENTO_REFUSED ? 0 : out->warning_count;
    lento_text(
        c->text[0], TEXT_ROOM,
        !have              ? "refused: scheme %s gives no answer: %s"
        : jumps && met     ? "direct: the state jumps at events, so nothing is averaged"
        : jumps && follows ? "tolerance %g not met: the bar is %g; tolerance %g can be met. "
                             "The state jumps at events, so nothing is averaged"
        : jumps    ? "refused: runs with different tolerances do not agree: the jumps cannot be "
                     "followed for so long"
        : !follows ? "refused: scheme %s does not follow the motion: the scales are too close"
        : met      ? "scheme %s with controlled steps; values are means over the fast motion"
                   : "tolerance %g not met: the bar is %g with scheme %s and the shortest steps "
                     "that help; tolerance %g can be met (averaging itself makes an error of %g)",
        LENTO_WORDS(scheme, c->text[1]), number);
}

lento_status lento_solve_controlled(lento_answer *out, const lento_model *model,
                                    const lento_solve_options *asked, int64_t before) {
    controlled c = {.model = model, .asked = asked, .out = out, .until = asked->until};
    *out = (lento_answer){.outcome = LENTO_REFUSED, .samples = asked->samples, .code = "no-memory"};
    c.tolerance = asked->tolerance > 0 ? asked->tolerance : LENTO_SOLVE_TOLERANCE;
    c.limit = asked->max_calls > 0 ? asked->max_calls : LENTO_SOLVE_CALLS;
    c.calls_left = (int64_t)fmin(9e18, c.limit) - before;
    c.watch = (lento_watch){.progress = asked->progress,
                            .stop = asked->stop,
                            .user = asked->user,
                            .calls_left = &c.calls_left};
    c.job = (lento_job){.model = model, .estimate = true, .watch = &c.watch};
    c.calls = (double)before;
    out->counts.probe = before;
    out->columns = lento_controlled_columns(model, c.index);
    if (!take(&c)) {
        out->sentence = "out of memory";
        return out->status = LENTO_NO_MEMORY;
    }
    choose(&c);
    bool good = true, more = true;
    for (int round = 0; more && round < ROUNDS; round++) {
        const lento_options last = c.job.options;
        lento_result result;
        good = estimate(&c, &result);
        more = good && c.bar > c.tolerance && refine(&c, &result);
        c.job.options = more ? c.job.options : last;
        lento_result_free(&result);
    }
    say(&c, good && (c.bar > USELESS || rows(&c)));
    return out->status;
}
