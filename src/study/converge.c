/* SPDX-License-Identifier: MIT
 *
 * converge.c - refine one thing and watch the error. The order of a level is log(e_before / e) / log(refinement). All
 * levels together are fitted by e = C h^p + F: p is the slope, F the floor, set by all that was not refined. */
#include <math.h>
#include <string.h>

#include "study/study.h"

typedef lento_convergence study;

#define FOLLOWS   0.1 /* error as a part of the range; a larger one shows no order */
#define MOST_WORK 3e8 /* evaluations of a direct reference that nobody asked for */

/* ---- what can be refined ---- */

static int64_t even(double x) {
    return 2 * (int64_t)llround(x / 2);
}

/* Each sets the options of a level, f times as fine as the first, and returns the value that goes into the table. */
static double refine_macro(const study *s, double f, lento_options *options) {
    options->steps = llround((double)s->base.steps * f);
    options->macro_step = 0;
    return (double)options->steps;
}

static double refine_omega(const study *s, double f, lento_options *options) {
    (void)options;
    return lento_model_frequency(s->asked.model) * f;
}

/* The resolved averages; one of two ways to say the same is enough. */
static lento_average *innermost(const study *s, lento_options *options) {
    const int levels = lento_options_levels(&s->base);
    for (int i = 0; i < levels; i++) {
        options->average[i] = s->base.average[i];
        lento_average *a = &options->average[i];
        a->window = 0;
        a->micro_step = a->micro_per_period > 0 ? 0 : a->micro_step;
    }
    return &options->average[levels - 1];
}

static double refine_window(const study *s, double f, lento_options *options) {
    lento_average *to = innermost(s, options);
    to->periods *= f;
    return to->periods;
}

static double refine_micro(const study *s, double f, lento_options *options) {
    lento_average *to = innermost(s, options);
    to->micro_per_period = (int)even(to->micro_per_period * f);
    to->micro_step /= f;
    return to->micro_per_period > 0 ? to->micro_per_period : to->micro_step;
}

/* Each says why there is nothing to refine (%s: *word), or NULL. */
static const char *check_macro(const study *s, const char **word) {
    *word = s->base.macro;
    return s->base.macro_step > 0 ? NULL
                                  : "%s chooses its own steps here; --steps N makes them equal";
}

static const char *check_micro(const study *s, const char **word) {
    (void)word;
    return lento_micro_per_period(s->asked.model, &s->base) > 0
               ? NULL
               : "there are no windows to refine: the scheme is direct or averaged";
}

static const char *check_window(const study *s, const char **word) {
    const char *what = check_micro(s, word);
    if (!what) {
        *word = s->base.average[lento_options_levels(&s->base) - 1].kernel;
        what = lento_kernel_chooses_width(*word)
                   ? "kernel '%s' chooses its own window; vary micro, or give another --kernel"
                   : NULL;
    }
    return what;
}

static const char *check_omega(const study *s, const char **word) {
    *word = lento_model_problem(s->asked.model)->name;
    return lento_model_fast(s->asked.model, NULL)
               ? NULL
               : "--vary omega: %s does not declare which parameter makes it fast";
}

static double first_macro(const study *s) {
    return (double)s->base.steps;
}
static double first_micro(const study *s) {
    return lento_micro_per_period(s->asked.model, &s->base);
}

static const struct variation {
    const char *name, *quantity;
    double factor;
    double (*refine)(const study *s, double f, lento_options *options);
    const char *(*check)(const study *s, const char **word);
    /* the largest value there may be, and the first one; NULL: no limit */
    double most;
    double (*first)(const study *s);
    /* levels are models at other frequencies; levels have other numbers of macro steps */
    bool faster, steps;
} VARIATION[LENTO_VARIATIONS] = {
    [LENTO_VARY_MACRO] = {"macro", "macro steps", 2, refine_macro, check_macro, 1e12, first_macro,
                          .steps = true},
    [LENTO_VARY_MICRO] = {"micro", "micro steps per period", 2, refine_micro, check_micro, 1e9,
                          .first = first_micro},
    [LENTO_VARY_WINDOW] = {"window", "window in periods", 2, refine_window, .check = check_window},
    [LENTO_VARY_OMEGA] = {"omega", "fast frequency", 10, refine_omega, check_omega, .faster = true},
};

const char *lento_vary_name(lento_vary vary) {
    return VARIATION[vary].name;
}

/* ---- the plan ---- */

static double refine(const study *s, int k, lento_options *options) {
    *options = s->asked.options;
    return VARIATION[s->asked.vary].refine(s, pow(s->asked.factor, k), options);
}

static bool open_base(study *s) {
    lento_run *run = NULL;
    const lento_status status = lento_run_open(&run, s->asked.model, &s->asked.options);
    bool good = status == LENTO_DONE;
    if (!good) {
        lento_refuse(s, status, "%s", LENTO_WORDS(lento_run_error(run)), NULL);
    } else if (!lento_chunk_options(&s->memory, lento_run_options(run), &s->base)) {
        good = lento_refuse_memory(s);
    }
    lento_run_destroy(run);
    return good;
}

/* Levels must differ, and the last one must still be a number of steps. */
static bool check_levels(study *s) {
    const struct variation *v = &VARIATION[s->asked.vary];
    const int levels = s->asked.levels;
    const double last = v->first ? v->first(s) * pow(s->asked.factor, levels - 1) : 0;
    lento_options options;
    if (last > v->most) {
        return lento_refuse(s, LENTO_BAD_OPTION,
                            "the last of %g levels would take %g %s; give a smaller --factor or "
                            "fewer --levels",
                            &s->quantity, LENTO_NUMBERS(levels, last));
    }
    for (int k = 1; k < levels; k++) {
        if (refine(s, k, &options) == refine(s, k - 1, &options)) {
            return lento_refuse(s, LENTO_BAD_OPTION,
                                "--factor %g is too close to 1: two levels would have the same "
                                "number of %s",
                                &s->quantity, &s->asked.factor);
        }
    }
    return true;
}

/* Levels whose reference nobody asked for and which would take hours. */
static void leave_out(study *s) {
    const double first = lento_direct_evaluations(s->asked.model, s->base.until);
    while (s->asked.levels > 2 && first * pow(s->asked.factor, s->asked.levels - 1) > MOST_WORK) {
        s->left_out++;
        s->left_out_cost = first * pow(s->asked.factor, --s->asked.levels);
    }
}

void lento_convergence_plan(study *s, const lento_refinement *asked) {
    if (!s) {
        return;
    }
    if (!asked || !lento_model_state(asked->model) || (unsigned)asked->vary >= LENTO_VARIATIONS) {
        *s = (study){.message = ""};
        lento_refuse(s, LENTO_BAD_OPTION, "a convergence needs a model and something to refine",
                     NULL, NULL);
        return;
    }
    const struct variation *v = &VARIATION[asked->vary];
    *s = (study){.asked = *asked,
                 .message = "",
                 .quantity = v->quantity,
                 .low = INFINITY,
                 .high = -INFINITY};
    s->asked.levels = asked->levels > 0 ? asked->levels : 5;
    s->asked.factor = asked->factor > 0 ? asked->factor : v->factor;
    if (!open_base(s)) {
        return;
    }
    const char *word = NULL, *what = v->check(s, &word);
    if (what) {
        lento_refuse(s, LENTO_BAD_OPTION, what, &word, NULL);
        return;
    }
    s->index = lento_column_find(asked->model, asked->column, &s->memory, &what);
    if (s->index < 0) {
        lento_refuse(s, LENTO_BAD_OPTION, "%s", &what, NULL);
        return;
    }
    s->column = lento_shown_name(asked->model, s->index);
    if (!check_levels(s)) {
        return;
    }
    lento_options last = s->base;
    last.until *= v->faster ? pow(s->asked.factor, s->asked.levels - 1) : 1; /* the dearest level */
    s->asked.reference =
        asked->reference ? asked->reference : lento_reference_best(asked->model, &last);
    if (v->faster && !asked->reference && s->asked.reference == LENTO_REFERENCE_DIRECT) {
        leave_out(s);
    }
    const lento_status status = lento_reference_open(
        &s->reference, asked->model, s->asked.reference, &s->base, asked->watch, &s->memory, &what);
    if (status != LENTO_DONE) {
        lento_refuse(s, status, "%s", &what, NULL);
    }
    s->pointwise = lento_error_pointwise(asked->model, &s->base, s->asked.reference, s->index);
}

/* ---- the levels ---- */

/* One reference measures all levels on the same model. */
static bool shares_reference(const study *s) {
    const struct variation *v = &VARIATION[s->asked.vary];
    const double last =
        (double)s->base.steps * (v->steps ? pow(s->asked.factor, s->asked.levels - 1) : 1);
    return !v->faster && lento_error_can_wait(s->asked.model, s->asked.reference,
                                              s->base.macro_step > 0 ? last : 0);
}

static bool prepare_level(int k, lento_job *job, lento_model **own, void *user) {
    study *s = user;
    s->level[k].value = refine(s, k, &job->options);
    job->reference = s->asked.reference;
    job->label = VARIATION[s->asked.vary].name;
    job->wait = shares_reference(s);
    if (VARIATION[s->asked.vary].faster) {
        const char *why;
        *own = lento_model_at(s->asked.model, s->level[k].value, s->asked.slow, &s->memory, &why);
        job->model = *own;
        return *own || lento_refuse(s, LENTO_BAD_OPTION, "%s", &why, NULL);
    }
    return true;
}

static bool take_level(int k, const lento_result *result, void *user) {
    study *s = user;
    lento_refined *l = &s->level[k];
    const char *trouble = lento_result_trouble(result);
    if (trouble && s->message[0] == '\0') {
        s->status = result->status;
        s->refused = result->refused;
        s->message = lento_chunk_text(&s->memory, s->refused ? "%s" : "level %g: %s", &trouble,
                                      LENTO_NUMBERS(k + 1));
    }
    if (trouble) {
        return false;
    }
    l->counts = result->counts;
    l->seconds = result->seconds;
    l->error = result->error[s->index];
    l->order = k > 0 ? log(l[-1].error / l->error) / fabs(log(l->value / l[-1].value)) : NAN;
    s->low = fmin(s->low, result->low[s->index]);
    s->high = fmax(s->high, result->high[s->index]);
    s->count = k + 1;
    lento_watch_row(s->asked.watch, "%g of %g: %g %s: error in %s %g, %g force evaluations",
                    LENTO_WORDS(s->quantity, s->column),
                    LENTO_NUMBERS(k + 1, s->asked.levels, l->value, l->error,
                                  (double)l->counts.force_evaluations));
    return true;
}

/* ---- slope and floor ---- */

/* The limit of errors C h^p + F that fall towards F (Aitken on the last three levels), the smallest error where they
 * waver already, 0 where they still fall freely. */
static double level_off(const study *s, double best) {
    const lento_refined *l = s->level + s->count - 1;
    if (s->count < 3 || !(l->order < 0.5 * best)) {
        return 0;
    }
    double smallest = l->error;
    bool falls = true;
    for (int i = 1; i < s->count; i++) {
        falls = falls && (i < s->count - 2 || s->level[i].error < s->level[i - 1].error);
        smallest = fmin(smallest, s->level[i].error);
    }
    if (!falls) {
        return smallest;
    }
    const double before = l[-2].error - l[-1].error, after = l[-1].error - l->error;
    return after < before ? fmax(0, l->error - after * after / (before - after)) : l->error;
}

/* The first levels that do not follow the motion at all: what falls there is no error of an order. */
static int unstable_levels(const study *s) {
    const double range = fmax(s->high - s->low, 0.1 * fmax(fabs(s->low), fabs(s->high)));
    int first = 0;
    while (first < s->count && !(s->level[first].error <= FOLLOWS * range)) {
        first++;
    }
    return first;
}

/* The largest order from level `first` on; 0 if nothing falls. */
static double best_order(const study *s, int first) {
    double best = 0;
    for (int i = first + 1; i < s->count; i++) {
        best = fmax(best, isfinite(s->level[i].order) ? s->level[i].order : 0);
    }
    return best;
}

/* The fall to this level is none of an order: the steps before were unstable. Two steady ones follow. */
static bool leaps(const lento_refined *l) {
    const double next = l[1].order, after = l[2].order;
    return next > 0.5 && fabs(after - next) < 0.3 * next && l->order > 1.6 * fmax(next, after);
}

/* Least squares of log(e - F) over the levels that fall and lie clearly above the floor F. */
static void fit(study *s) {
    double smallest = INFINITY, n = 0, x = 0, y = 0, xx = 0, xy = 0;
    s->slope = s->floor = NAN;
    s->unstable = unstable_levels(s);
    int first = s->unstable;
    for (int i = first + 1; i < s->count; i++) {
        smallest = fmin(smallest, s->level[i].error);
    }
    if (best_order(s, first) < 0.25 || !(s->level[first].error > 1.2 * smallest)) {
        return; /* nothing falls */
    }
    while (first + 3 < s->count && leaps(&s->level[first + 1])) {
        first++;
    }
    const double best = best_order(s, first), floor = level_off(s, best);
    for (int i = first; i < s->count; i++) {
        const double error = s->level[i].error - floor;
        if (!(error > 0.1 * floor) || (i > first && s->level[i].order < 0.1 * best)) {
            continue;
        }
        const double a = log(s->level[i].value), b = log(error);
        n += 1, x += a, y += b, xx += a * a, xy += a * b;
    }
    s->slope = n > 1 ? fabs((n * xy - x * y) / (n * xx - x * x)) : NAN;
    s->floor = floor > 0 ? floor : NAN;
}

/* ---- all of it ---- */

void lento_convergence_run(study *s) {
    if (!s) {
        return;
    }
    const lento_sweep sweep = {s->asked.levels,
                               s->asked.model,
                               s->reference,
                               s->asked.watch,
                               prepare_level,
                               take_level,
                               s};
    if (s->refused) {
        return;
    }
    if (!lento_sweep_run(&sweep)) {
        lento_refuse_memory(s);
    }
    fit(s);
}

void lento_convergence_free(study *s) {
    if (!s) {
        return;
    }
    lento_run_destroy(s->reference);
    lento_chunk_free(&s->memory);
    memset(s, 0, sizeof *s);
}
