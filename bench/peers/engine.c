/* SPDX-License-Identifier: MIT
 *
 * engine.c - one rival on one problem at one scale: samples of its slow output, right-hand sides, processor
 * seconds. Runs of the library and of SUNDIALS (through adapters/sundials.c, which steps CVODE and ERKStep one
 * internal step at a time) go the same way; GSL integrates the first-order form of the same callbacks. */
#include <float.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "peers.h"
#include "sundials.h"

#define TWO_PI 6.283185307179586

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int subject_model(subject *s, const lento_problem *own, const lento_setting settings[], size_t n) {
    if (lento_model_create(&s->model, own, settings, n) != LENTO_DONE) {
        fprintf(stderr, "%s: %s\n", own->name,
                s->model ? lento_model_error(s->model) : "out of memory");
        return -1;
    }
    s->system = *lento_model_system(s->model);
    s->columns = lento_model_columns(s->model);
    return 0;
}

int rivals_of(const problem *p) {
    int n = 0;
    while (p->rivals[n].name) {
        n++;
    }
    return n;
}

/* ---- samples of a run ---- */

typedef struct collector {
    const setup *setup;
    const rival *rival;
    values *into;
    int taken;
} collector;

static void take(collector *c, double t, const double columns[]) {
    const setup *s = c->setup;
    const char *scheme = c->rival->options.average[0].scheme;
    const bool averaged = scheme && strcmp(scheme, "direct") != 0;
    if (c->taken < s->problem->samples) {
        s->problem->slow(s, c->rival->subject, averaged, t, columns, (*c->into)[c->taken++]);
    }
}

static int observe(const lento_sample *sample, void *user) {
    if (sample->t > 0) {
        take(user, sample->t, sample->columns);
    }
    return 0;
}

/* ---- the library ---- */

/* a whole number of steps between samples */
static long fixed_steps(const setup *s, const rival *r) {
    const lento_system *system = &s->subject[r->subject].system;
    const double frequency =
        lento_fastest(system) ? lento_frequency(lento_fastest(system)) : TWO_PI;
    const double between = frequency * s->until * r->per_period / (TWO_PI * s->problem->samples);
    return (long)ceil(between - 1e-9) * s->problem->samples;
}

static void library_run(const setup *s, const rival *r, collector *c, outcome *o) {
    const subject *on = &s->subject[r->subject];
    lento_options options = r->options;
    options.until = s->until;
    options.sample_every = s->until / s->problem->samples;
    options.observe = observe;
    options.user = c;
    options.columns = on->columns;
    options.methods = lento_sundials_methods();
    if (r->per_period > 0) {
        options.steps = fixed_steps(s, r);
    }
    lento_run *run = NULL;
    const lento_status opened = on->model
                                    ? lento_run_open(&run, on->model, &options)
                                    : lento_run_create(&run, &on->system, on->state, &options);
    if (opened == LENTO_DONE && lento_run_advance(run, s->until) == LENTO_DONE) {
        const lento_counts counts = lento_run_counts(run);
        /* a rival made of exact flows only is counted by those */
        o->calls =
            (double)(counts.force_evaluations > 0 ? counts.force_evaluations : counts.exact_flows) *
            (r->cost > 0 ? r->cost : 1);
        o->done = true;
    } else {
        snprintf(o->failure, sizeof o->failure, "%s", run ? lento_run_error(run) : "out of memory");
    }
    lento_run_destroy(run);
}

/* ---- GSL ---- */

typedef struct gsl_view {
    const lento_system *system;
    double calls;
} gsl_view;

static void phases_at(const lento_system *s, double t, lento_phase phase[LENTO_MAX_SCALES]) {
    for (int i = 0; i < lento_scales(s); i++) {
        const lento_scale *scale = &s->fast->scale[i];
        phase[i] = lento_phase_at(lento_frequency(scale), scale->phase, t);
    }
}

static int right_hand_side(double t, const double y[], double f[], void *params) {
    gsl_view *view = params;
    const lento_system *s = view->system;
    view->calls += 1;
    if (s->order == 1 && s->field) {
        return s->field(t, y, f, s->params) ? GSL_FAILURE : GSL_SUCCESS;
    }
    lento_phase phase[LENTO_MAX_SCALES];
    phases_at(s, t, phase);
    if (s->order == 1) {
        return s->rate(t, phase, y, NULL, f, s->params) ? GSL_FAILURE : GSL_SUCCESS;
    }
    memcpy(f, y + s->size, (size_t)s->size * sizeof *f);
    return s->rate(t, phase, y, y + s->size, f + s->size, s->params) ? GSL_FAILURE : GSL_SUCCESS;
}

/* the start of a direct run, and the system with a right-hand side that it belongs to */
static const lento_system *direct_start(const subject *on, double y[]) {
    const lento_system *s = &on->system;
    const double *start = on->model ? lento_model_state(on->model) : on->state;
    lento_phase phase[LENTO_MAX_SCALES];
    phases_at(s, 0, phase);
    memcpy(y, start, (size_t)(s->order * s->size) * sizeof *y);
    const lento_closed *closed = lento_closed_of(s);
    const lento_first_order *form = lento_first_order_of(s);
    if (closed->slow_start) {
        closed->reconstruct(0, phase, start, start + s->size, y, y + s->size, s->params);
    }
    if (!s->rate && !s->field && form->system) {
        form->convert(start, y, s->params);
        s = form->system;
    }
    return s;
}

static void gsl_run(const setup *s, const rival *r, collector *c, outcome *o) {
    double y[MAX_COLUMNS], columns[MAX_COLUMNS];
    gsl_view view = {.system = direct_start(&s->subject[r->subject], y)};
    const lento_system *system = view.system;
    const bool adams = strcmp(r->gsl, "msadams") == 0;
    gsl_odeiv2_system equations = {right_hand_side, NULL, (size_t)(system->order * system->size),
                                   &view};
    const double frequency =
        lento_fastest(system) ? lento_frequency(lento_fastest(system)) : TWO_PI;
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(
        &equations, adams ? gsl_odeiv2_step_msadams : gsl_odeiv2_step_rk8pd, 1e-2 / frequency,
        r->options.rtol, r->options.rtol);
    double t = 0;
    o->done = driver != NULL;
    for (int k = 1; o->done && k <= s->problem->samples; k++) {
        const int code = gsl_odeiv2_driver_apply(driver, &t, s->until * k / s->problem->samples, y);
        o->done = code == GSL_SUCCESS;
        if (o->done) {
            lento_phase phase[LENTO_MAX_SCALES];
            phases_at(system, t, phase);
            lento_view_of(system)->output(t, phase, y, NULL, columns, system->params);
            take(c, t, columns);
        } else {
            snprintf(o->failure, sizeof o->failure, "GSL: %s", gsl_strerror(code));
        }
    }
    gsl_odeiv2_driver_free(driver);
    o->calls = view.calls;
}

/* ---- one job: the reference, then everybody ---- */

static outcome race(const setup *s, const rival *r, values *into) {
    outcome o = {.error = NAN};
    collector c = {.setup = s, .rival = r, .into = into};
    const double start = seconds();
    if (r->gsl) {
        gsl_run(s, r, &c, &o);
    } else {
        library_run(s, r, &c, &o);
    }
    o.seconds = seconds() - start;
    if (o.done && c.taken < s->problem->samples) {
        o.done = false;
        snprintf(o.failure, sizeof o.failure, "only %d of %d samples", c.taken,
                 s->problem->samples);
    }
    return o;
}

static double distance_of(const problem *p, values got, values truth) {
    double worst = 0;
    for (int k = 0; k < p->samples; k++) {
        double d = p->distance ? p->distance(got[k], truth[k]) : 0;
        for (int i = 0; !p->distance && i < p->outputs; i++) {
            d = fmax(d, fabs(got[k][i] - truth[k][i]));
            d = isnan(got[k][i]) ? INFINITY : d;
        }
        worst = isnan(d) ? INFINITY : fmax(worst, d);
    }
    return worst;
}

static bool reaches(const rival *r, double scale) {
    return r->largest == 0 || scale <= r->largest * (1 + DBL_EPSILON * 8);
}

/* truth by the direct reference or, above its largest scale, by the expansion; both where both can run */
static int find_truth(setup *s, job *j) {
    const problem *p = s->problem;
    const bool direct = reaches(&p->reference, s->scale);
    values other;
    j->check = NAN;
    const outcome o = race(s, direct ? &p->reference : &p->beyond, &s->truth);
    if (!o.done) {
        fprintf(stderr, "%s at %g: reference: %s\n", p->name, s->scale, o.failure);
        return -1;
    }
    if (direct && p->beyond.name && race(s, &p->beyond, &other).done) {
        j->check = distance_of(p, other, s->truth);
    }
    return 0;
}

void job_run(job *j) {
    const problem *p = j->problem;
    setup s = {.problem = p, .scale = j->scale};
    values got;
    j->failed = p->open(&s) || find_truth(&s, j);
    for (int i = 0; !j->failed && p->rivals[i].name; i++) {
        if (reaches(&p->rivals[i], j->scale)) {
            j->outcomes[i] = race(&s, &p->rivals[i], &got);
            j->outcomes[i].error = j->outcomes[i].done ? distance_of(p, got, s.truth) : NAN;
        }
    }
    for (int i = 0; i < MAX_SUBJECTS; i++) {
        lento_model_destroy(s.subject[i].model);
    }
}
