/* SPDX-License-Identifier: MIT
 * Detection on a problem: x' = f(eps, x) is the problem with its scale parameter set to eps, so the
 * detector may choose eps itself. One model per eps, made when first asked for. */
#include "io/interrupt.h"
#include "io/progress.h"
#include "job.h"
#include "slow.h"

#include <math.h>
#include <string.h>

#ifdef LENTO_HAVE_LAPACK

enum { MODELS = 8 };

typedef struct scaled {
    cli_request *request;
    double now; /* eps in the request */
    lento_model *model[MODELS];
    double eps[MODELS];
    int models;
    const char *trouble; /* why the right-hand side could not be had, or NULL */
    io_progress progress;
} scaled;

static const lento_model *model_at(scaled *s, double eps) {
    for (int i = 0; i < s->models; i++) {
        if (s->eps[i] == eps) {
            return s->model[i];
        }
    }
    if (s->models == MODELS) {
        lento_model_destroy(s->model[--s->models]);
    }
    cli_request *request = s->request;
    lento_model *model = NULL;
    if (lento_model_faster(&model, request->model, s->now / eps) != LENTO_DONE) {
        s->trouble = cli_text(&request->memory, "at eps = %g: %s", eps,
                              model ? lento_model_error(model) : "out of memory");
        lento_model_destroy(model);
        return NULL;
    }
    s->model[s->models] = model;
    s->eps[s->models++] = eps;
    return model;
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
    const lento_model *model = model_at(s, eps);
    const int status = model ? evaluate(lento_model_system(model), x, f) : -1;
    if (status && !s->trouble) {
        s->trouble = "its equations have no value at one of the states that detection samples, "
                     "within --radius of 0";
    }
    return status;
}

static int check(const lento_system *system, const char *problem) {
    for (int i = 0; i < lento_scales(system); i++) {
        if (system->fast->scale[i].forced) {
            return cli_wrong("%s is driven by a fast phase from outside; detection needs the phase "
                             "as part of the state, as in problem kapitza-poly",
                             problem);
        }
    }
    if (!system->rate && !system->field) {
        return cli_wrong("%s is given by exact motions, not by x' = f(x), which detection needs",
                         problem);
    }
    if (lento_constraints(system) > 0 ||
        lento_mechanics_of(system)->mass_form == LENTO_MASS_DENSE) {
        return cli_wrong("%s has constraints or a full mass matrix; detection needs x' = f(x)",
                         problem);
    }
    return 0;
}

/* Detection needs to know what makes the motion fast. */
static int find_scale(scaled *s) {
    if (!lento_model_fast(s->request->model, &s->now)) {
        return cli_wrong("detection must change how fast the motion is, and %s does not declare "
                         "the parameter that does it; an own problem names it in its table (.fast)",
                         s->request->problem.table->name);
    }
    return 0;
}

static int progress(double fraction, void *user) {
    io_progress_update(&((scaled *)user)->progress, fraction);
    return io_interrupt_requested();
}

static void announce(const cli_request *request, int d, const lento_detect_options *options) {
    const lento_detect_cost cost = lento_detect_estimate(d, options);
    if (cost.flops > 2e10) {
        cli_note(request->quiet,
                 "up to %.0f monomials of degree %d: %.1e operations and %.0f MB at most",
                 cost.monomials, cost.degree, cost.flops, cost.bytes / 1e6);
    }
    if (cost.wanted > cost.monomials && cost.degree < options->degree) {
        cli_note(request->quiet,
                 "degree %d would have %.0f monomials; the search ends at degree %d",
                 options->degree, cost.wanted, cost.degree);
    }
}

#define NEARLY_SLOW 0.05 /* rate in units of 1/eps */

int cli_slow_find(cli_request *request, bool literal, lento_detection *out) {
    memset(out, 0, sizeof *out);
    const lento_system *system = lento_model_system(request->model);
    scaled s = {.request = request};
    int code = check(system, request->problem.table->name);
    code = code ? code : find_scale(&s);
    if (code) {
        return code;
    }
    const int d = system->order * system->size;
    const lento_detect_options options = {.eps = s.now,
                                          .degree = request->degree > 0 ? request->degree : 4,
                                          .radius = request->radius,
                                          .seed = request->seed,
                                          .progress = progress,
                                          .user = &s};
    announce(request, d, &options);
    io_progress_start(&s.progress, stderr, "detecting", request->quiet);
    io_interrupt_catch();
    const lento_status status =
        (literal ? lento_detect_literal : lento_detect)(field, &s, d, &options, out);
    io_interrupt_release();
    io_progress_finish(&s.progress);
    for (int i = 0; i < s.models; i++) {
        lento_model_destroy(s.model[i]);
    }
    if (status >= 0 && out->fast_rate > 0 && out->fast_rate * s.now < NEARLY_SLOW) {
        cli_note(request->quiet,
                 "warning: a polynomial that is fast for small eps moves only with rate %.3g at "
                 "eps = %g (a near resonance): without it the set may be incomplete here",
                 out->fast_rate, s.now);
    }
    return status >= 0 ? 0
           : s.trouble ? cli_failed("detection on %s: %s", request->problem.table->name, s.trouble)
                       : cli_failed("detection: %s", out->message ? out->message : "failed");
}

#else

int cli_slow_find(cli_request *request, bool literal, lento_detection *out) {
    (void)request;
    (void)literal;
    memset(out, 0, sizeof *out);
    return cli_wrong("detection needs LAPACK, and this build has none of it");
}

void lento_detection_free(lento_detection *detection) {
    (void)detection;
}

const char *lento_verdict_text(lento_verdict verdict) {
    (void)verdict;
    return "";
}

const char *lento_verdict_code(lento_verdict verdict) {
    (void)verdict;
    return "";
}

#endif
