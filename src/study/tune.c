/* SPDX-License-Identifier: MIT
 *
 * tune.c - the steps of the rivals of a comparison. One number of steps for all says little: a method of order 8 wants few
 * long ones, a stiff slow motion many. So every rival is tried with finer steps while that helps and pays, which gives
 * the error that counts, and then with the coarsest ones that still reach it. Rivals that are worse and dearer than
 * another are left as they are. */
#include <math.h>

#include "study/study.h"

#define FINE      1e-6 /* of the range: nobody needs less */
#define PER_BEST  2    /* the error that counts, in units of the smallest one */
#define HELPS     1.2  /* times smaller: a finer run is worth keeping */
#define MOST_WORK 1e6  /* evaluations of one run that nobody asked for */
#define FAR       8    /* times the work of the best: not worth another run */
#define LONG      4    /* periods: a window that may be shortened */

/* ---- one variation ---- */

/* How many times finer the macro steps and the micro steps are, how many times wider the windows. */
typedef struct change {
    double macro, micro, window;
} change;

static const change FINER[] = {{2, 1, 1}, {4, 1, 1}, {1, 2, 1}, {2, 2, 1}, {4, 2, 1}, {1, 1, 1.5}};
static const change COARSER[] = {{0.7, 1, 1},   {0.5, 1, 1},   {0.35, 1, 1},   {1, 0.7, 1},
                                 {1, 0.5, 1},   {0.7, 0.7, 1}, {0.5, 0.5, 1},  {0.35, 0.35, 1},
                                 {1, 1, 0.7},   {0.7, 1, 0.7}, {1, 0.7, 0.7},  {0.7, 0.7, 0.7},
                                 {0.5, 1, 0.7}, {1, 0.5, 0.7}, {0.5, 0.5, 0.7}};
enum { FINERS = sizeof FINER / sizeof *FINER, COARSERS = sizeof COARSER / sizeof *COARSER };

static bool change_micro(const lento_average *is, double f, lento_average *a) {
    a->micro = is->micro;
    a->micro_step = 0;
    a->micro_per_period = 0;
    if (is->micro_per_period > 0) {
        a->micro_per_period = 2 * (int)lround(is->micro_per_period * f / 2);
        return a->micro_per_period >= 4 && a->micro_per_period != is->micro_per_period;
    }
    a->micro_step = is->micro_step / f;
    return is->micro_step > 0;
}

/* Windows of whole periods stay what they are. */
static bool change_window(const lento_average *is, double f, lento_average *a) {
    a->kernel = is->kernel;
    a->window = 0;
    a->periods = is->periods * f;
    return is->periods * fmin(f, 1) >= LONG && !lento_kernel_chooses_width(is->kernel) &&
           fabs(is->periods - round(is->periods)) > 1e-9;
}

/* Errors of adaptive runs follow the tolerance, their steps a root of it: ten times tighter is called twice as fine. */
static bool change_macro(const lento_options *is, double f, lento_options *o) {
    o->macro = is->macro;
    o->steps = 0;
    o->macro_step = 0;
    if (is->macro_step > 0) {
        const bool direct = lento_options_levels(is) == 0;
        o->steps = direct ? 0 : (long)fmax(2, round((double)is->steps * f));
        o->macro_step = direct ? is->macro_step / f : 0;
        return direct || o->steps != is->steps;
    }
    const double factor = pow(10, -log2(f));
    o->rtol = is->rtol * factor;
    o->atol = is->atol * factor;
    return o->rtol > 1e-13 && o->rtol < 0.1;
}

/* The options of a rival with other steps; false: there are none, or those of a direct run do not resolve a radian of
 * the fast motion. */
static bool vary(const lento_comparison *c, const lento_rival *r, const change *v,
                 lento_options *o) {
    const int levels = lento_options_levels(&r->resolved);
    bool good = true;
    *o = r->options;
    good = v->macro == 1 || change_macro(&r->resolved, v->macro, o);
    for (int l = 0; l < levels && good; l++) {
        const lento_average *is = &r->resolved.average[l];
        const bool windows = lento_level_windows(is);
        good = (v->micro == 1 || (windows && change_micro(is, v->micro, &o->average[l]))) &&
               (v->window == 1 || (windows && change_window(is, v->window, &o->average[l])));
    }
    return good &&
           (levels > 0 || (v->micro == 1 && v->window == 1 && o->macro_step * c->omega <= 1));
}

/* Its work is a multiple of the present one. */
static double work_of(const lento_rival *r, const change *v) {
    const bool fixed = r->resolved.macro_step > 0;
    const double scale = r->extrapolated ? (double)r->counts.force_evaluations / r->evaluations : 1;
    return scale * r->evaluations * (fixed ? v->macro : sqrt(v->macro)) * v->micro * v->window;
}

/* ---- which ones ---- */

static bool measured(const lento_rival *r) {
    return isfinite(r->error) && r->message[0] == '\0';
}

double lento_comparison_range(const lento_comparison *c) {
    const double range = c->high - c->low;
    return range >= 0 ? fmax(range, 0.1 * fmax(fabs(c->low), fabs(c->high))) : 1;
}

bool lento_rival_useless(const lento_comparison *c, double error) {
    return error * c->scale > LENTO_USELESS * lento_comparison_range(c);
}

/* The least work of rivals of this kind that reach the aim. */
static double least_work(const lento_comparison *c, bool closed) {
    double least = INFINITY;
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        if (r->closed == closed && measured(r) && r->error <= c->aim) {
            least = fmin(least, r->evaluations);
        }
    }
    return least;
}

/* Another rival of its kind is both better and cheaper. */
static bool beaten(const lento_comparison *c, const lento_rival *r) {
    bool is = false;
    for (int i = 0; i < c->count; i++) {
        const lento_rival *o = &c->rival[i];
        is = is || (o->closed == r->closed && !o->direct && measured(o) && o->error < r->error &&
                    o->evaluations < r->evaluations);
    }
    return is;
}

/* Finer steps of multiscale runs, until the smallest error is known. */
static void add_finer(lento_comparison *c, lento_trials *trials) {
    const double fine = FINE * lento_comparison_range(c) / c->scale;
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        if (r->settled || !measured(r) || r->direct || r->error <= fine || beaten(c, r)) {
            continue;
        }
        for (int k = 0; k < FINERS; k++) {
            lento_options o;
            if (work_of(r, &FINER[k]) <= MOST_WORK && vary(c, r, &FINER[k], &o)) {
                lento_trials_add(c, trials, i, &o);
            }
        }
    }
}

static void add_coarser(lento_comparison *c, lento_trials *trials) {
    for (int i = 0; i < c->count; i++) {
        lento_rival *r = &c->rival[i];
        const double least = least_work(c, r->closed);
        const bool reaches = measured(r) && r->error <= c->aim;
        const bool hopeless = !measured(r) || r->evaluations > (reaches ? FAR : 1) * least;
        const change *list = reaches ? COARSER : FINER;
        for (int k = 0; k < (reaches ? COARSERS : FINERS) && !r->settled && !hopeless; k++) {
            lento_options o;
            if (work_of(r, &list[k]) <= MOST_WORK && vary(c, r, &list[k], &o)) {
                lento_trials_add(c, trials, i, &o);
            }
        }
    }
}

/* ---- rounds ---- */

void lento_tune_aim(lento_comparison *c) {
    const double fine = FINE * lento_comparison_range(c) / c->scale;
    const bool useless = !(c->smallest < INFINITY) || lento_rival_useless(c, c->smallest);
    c->aim = fmax(PER_BEST * (useless ? c->smallest_of_all : c->smallest), fine);
}

/* While the smallest errors are looked for, finer steps replace others if that helps; afterwards cheaper ones do if they
 * reach the aim. */
bool lento_tune_better(const lento_comparison *c, const lento_rival *a, const lento_rival *b) {
    if (!measured(a) || !measured(b)) {
        return measured(a);
    }
    if (!(c->aim > 0)) {
        return a->error * HELPS < b->error;
    }
    const bool reaches = a->error <= c->aim, other = b->error <= c->aim;
    return reaches && other ? a->evaluations < b->evaluations
           : reaches        ? true
                            : !other && a->error * HELPS < b->error;
}

/* How often the reference can be computed again. */
static int rounds_of(const lento_comparison *c, int most) {
    const double cost = c->asked.reference == LENTO_REFERENCE_DIRECT
                            ? lento_direct_evaluations(c->asked.model, c->rival[0].resolved.until)
                            : 0;
    return (int)fmax(1, fmin(most, 4e6 / fmax(cost, 1)));
}

static void repeat(lento_comparison *c, int most,
                   void (*add)(lento_comparison *c, lento_trials *trials)) {
    for (int i = 0; i < c->count; i++) {
        c->rival[i].settled = false;
    }
    for (int round = rounds_of(c, most); round > 0; round--) {
        lento_trials trials = {0};
        add(c, &trials);
        if (trials.count == 0 || !lento_trials_run(c, &trials)) {
            return;
        }
    }
}

void lento_tune(lento_comparison *c) {
    repeat(c, 5, add_finer);
    lento_tune_aim(c);
    repeat(c, 10, add_coarser);
}
