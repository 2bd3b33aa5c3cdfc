/* SPDX-License-Identifier: MIT
 *
 * pair.c - the averaged answer: a coarse and a fine macro run that differ in every step and in the
 * number of micro steps. The bar is their difference times the measured ratio of their error sums,
 * with safety, plus the sums of the fine one and the floor of rounding. If it does not fit, a third
 * run is held against the second. */
#include "solve/dense.h"
#include "solve/solve.h"

enum { MOST_PAIRS = 3, LEAST_MICRO = 5 };
#define MICRO_SHARE 0.15
/* of the difference of two runs, at least: their tolerances are 10 apart, a smaller ratio of sums is luck */
#define LEAST_PART 0.4
#define LEAST_SEEN 0.1
#define REVIVED    1e8 /* growth of the difference */
#define ROW_PART   3   /* a scale may be four times the size of a column */

typedef struct pair {
    lento_solver *s;
    lento_plan *plan;
    double returns, coarse, tol; /* tolerance of the last run and of this one */
    int m;                       /* micro steps of the last run */
    double scale[ROOM], sample_rtol;
    int round;         /* -1: the coarse run */
    double difference; /* of the last two runs */
} pair;

/* adaptive micro steps for right-hand sides with corners or noise */
static int rough_steps(pair *p) {
    lento_solver *s = p->s;
    double a[SLOTS], b[SLOTS];
    const double rtol = fmax(1e-9, 30 * s->least_rtol);
    s->adaptive = true;
    s->rtol = rtol;
    if (lento_return(s, p->plan->z, p->plan->tau, a, RETURN_ONCE)) {
        return -1;
    }
    s->rtol = fmax(1e-12, s->least_rtol);
    if (lento_return(s, p->plan->z, p->plan->tau, b, RETURN_ONCE)) {
        return -1;
    }
    for (int i = 0; i <= s->d; i++) {
        a[i] -= b[i];
    }
    const double sensitivity = fmin(20, fmax(lento_norm_z(s, a) / rtol, 1e-2));
    const double want = 0.2 * p->tol / (sensitivity * p->returns);
    s->rtol = fmax(s->least_rtol, fmin(1e-8 * p->tol / s->tol, want));
    if (s->fine) {
        s->rtol = fmax(s->least_rtol, s->rtol * fmin(1, 10 * s->thin));
    }
    s->micro = sensitivity * s->rtol;
    return 0;
}

/* micro steps for this run: never as many as in the last one, so that their errors differ */
static int choose_micro(pair *p) {
    lento_solver *s = p->s;
    memcpy(s->scale, p->scale, sizeof s->scale);
    s->rtol = s->row_rtol = p->sample_rtol;
    s->allowed = fmax(MICRO_SHARE * p->tol / p->returns, 0.3 * s->rounding);
    s->adaptive = false;
    s->embedded_first = 0;
    s->fall_rtol = s->allowed / (s->sensitivity * s->crossings);
    s->fall_rtol = fmax(s->least_rtol, fmin(1e-9, s->fall_rtol));
    if (!s->rough && (p->round >= 0 || !isfinite(s->micro))) {
        const int least = p->round >= 0 ? (int)ceil(1.2 * p->m) : LEAST_MICRO;
        if (p->round >= 0) {
            s->m = (int)ceil(p->m * pow(p->coarse / p->tol, 1 / 8.5) * 0.93);
        }
        if (!lento_micro_choose(s, p->plan->z, p->plan->tau, least)) {
            if (s->lost != LOST_NOTHING) {
                return -1;
            }
            s->rough = s->allowed > 0.31 * s->rounding;
            s->micro = s->allowed;
        }
    }
    return s->rough ? rough_steps(p) : 0;
}

/* A run that was lost: again with other micro steps, or measured against the oscillation? */
static bool again(pair *p) {
    lento_solver *s = p->s;
    if (s->lost == LOST_ROUGH) {
        s->lost = LOST_NOTHING;
        return true;
    }
    const bool other = s->lost == LOST_RETURN || s->lost == LOST_LATENT || s->lost == LOST_STALLED;
    if (!s->fine && other && s->thin < 0.05 && p->round < 0) {
        s->lost = LOST_NOTHING;
        s->fine = true;
        p->sample_rtol = fmax(s->least_rtol, p->sample_rtol * fmin(1, 10 * s->thin));
        return true;
    }
    return false;
}

static int run(pair *p, lento_pass *pass) {
    lento_solver *s = p->s;
    const double least =
        (p->round < 0 ? 10 : 10 * pow(1.3, p->round + 1)) * (s->options->careful ? 2 : 1);
    pass->stride = p->round < 0 ? lento_coarse_stride(s) : 1;
    for (;;) {
        if (choose_micro(p)) {
            return -1;
        }
        if (!lento_macro_run(s, p->plan, p->tol, least, p->round >= 0, pass)) {
            return 0;
        }
        if (!again(p)) {
            return -1;
        }
    }
}

/* the factor between the difference of two runs and the error of the finer one */
static double factor(const lento_solver *s, const lento_pass *a, const lento_pass *b, double growth,
                     double least) {
    const double ratio =
        (b->macro_error + b->micro_error) / fmax(a->macro_error + a->micro_error, 1e-300);
    double rho = s->relax ? fmax(0.5, 6 * ratio) : fmax(least, 5 * ratio);
    rho = fmin(1, rho);
    if (growth > 30) { /* faster than linear: sensitive slow motion */
        rho = fmax(rho, growth > 300 ? 1 : 0.5);
    }
    if (growth > REVIVED) { /* it had died out: how far it comes back hangs on little */
        rho = 5;
    }
    if (b->tau_high > 1.5 * b->tau_low) { /* a drifting period */
        rho = fmax(rho, 0.5);
    }
    if (b->sharp > 3 + b->steps / 50) { /* something sharp on the slow path */
        rho = fmax(rho, 1.2);
    }
    if (a->narrow || b->narrow) {
        rho = fmax(rho, 1.5);
    }
    return s->rough ? fmax(rho, 2) : rho; /* two runs may agree by accident */
}

static void set_bar(pair *p, const lento_pass *a, const lento_pass *b) {
    lento_solver *s = p->s;
    lento_answer *out = s->out;
    const double difference = lento_output_differ(s, a, b, out->bars);
    /* three runs have shown how errors fall with the tolerance */
    const bool falls = p->round > 0 && difference < 0.3 * p->difference;
    out->rho = factor(s, a, b, out->growth, falls ? LEAST_SEEN : LEAST_PART);
    p->difference = difference;
    out->bar_macro = out->rho * difference;
    out->bar_micro = s->rough ? b->micro_error : 0.3 * (b->macro_error + b->micro_error);
    out->bar_micro += ROW_PART * b->row_error;
    for (int j = 0; j < s->samples; j++) {
        out->bars[j] = out->rho * out->bars[j] + out->bar_micro + 2 * out->floor + 0.01 * s->tol;
    }
    lento_output_floor(s);
    out->bar = out->bars[s->samples - 1];
    out->pairs = p->round + 1;
    out->steps = b->steps;
    out->rejected = b->rejected;
    out->largest_step = b->largest;
    out->sections = (int)b->sections;
    out->rough = s->rough;
    out->fine = s->fine;
    out->narrow = a->narrow || b->narrow;
    out->micro_steps = s->adaptive ? 0 : s->m;
    memcpy(out->values, b->value, (size_t)s->samples * (size_t)s->columns * sizeof *out->values);
    lento_dense_keep(s, b, out->rho, 0);
}

static int64_t *counter(lento_solver *s, int round) {
    lento_solve_counts *c = &s->out->counts;
    return round < 0 ? &c->first_run : round == 0 ? &c->second_run : &c->more_runs;
}

/* Is plain integration the better way on? */
static const char *dearer(pair *p, const lento_pass *pass) {
    lento_solver *s = p->s;
    p->plan->number[0] = s->direct_cost;
    if (p->round < 0) {
        s->out->forecast_after_first = s->calls + (int64_t)(2 * (double)pass->calls);
        s->give_up = 0.1 * s->direct_cost;
        p->plan->number[1] = 1.5 * (double)pass->calls;
        return 1.5 * (double)pass->calls > 0.7 * s->direct_cost ? "direct-cheaper" : NULL;
    }
    p->plan->number[1] = s->out->bar;
    return (double)s->calls + 1.5 * (double)pass->calls > 0.7 * s->direct_cost ? "no-agreement"
                                                                               : NULL;
}

static void why_lost(lento_solver *s, lento_plan *plan) {
    static const struct {
        lento_lost lost;
        const char *code;
    } LIST[] = {{LOST_LATENT, "appeared"}, {LOST_DEAR, "given-up"}, {LOST_LIMIT, "over-limit"}};
    plan->code = "lost";
    for (size_t i = 0; i < sizeof LIST / sizeof *LIST; i++) {
        plan->code = LIST[i].lost == s->lost ? LIST[i].code : plan->code;
    }
    plan->number[0] = s->lost_at;
    plan->number[1] = 100 * s->disturbance;
    s->lost = s->lost == LOST_STOPPED || s->lost == LOST_CALLBACK ? s->lost : LOST_NOTHING;
}

bool lento_pair(lento_solver *s, lento_plan *plan, lento_pass pass[2], lento_pass **last) {
    const double finer = s->rough ? 0.4 : 0.5;
    pair p = {.s = s, .plan = plan, .returns = s->until / plan->tau, .round = -1, .m = s->m};
    p.tol = p.coarse = (s->rough ? 2 : 5) * s->tol;
    p.sample_rtol = fmin(1e-10, 0.003 * s->tol / (s->sensitivity * s->crossings));
    p.sample_rtol = fmax(s->least_rtol, p.sample_rtol * (s->fine ? fmin(1, 10 * s->thin) : 1));
    memcpy(p.scale, s->scale, sizeof p.scale);
    s->give_up = 0.1 * s->direct_cost;
    for (; p.round < MOST_PAIRS; p.round++) {
        lento_pass *a = &pass[(p.round + 2) % 2], *b = &pass[(p.round + 1) % 2];
        const int64_t before = s->calls;
        if (p.round == 0) {
            p.tol = finer * s->tol;
        } else if (p.round > 0) {
            const double want = 0.3 * (s->tol - s->out->floor) / s->out->bar;
            p.tol *= fmax(0.03, fmin(0.1, want));
        }
        const int bad = run(&p, b);
        *counter(s, p.round) += s->calls - before;
        if (bad) {
            why_lost(s, plan);
            return false;
        }
        if (p.round >= 0) {
            set_bar(&p, a, b);
            *last = b;
            if (s->out->bar <= s->tol) {
                plan->number[0] = p.returns;
                plan->number[1] = plan->tau;
                return true;
            }
        }
        plan->code = dearer(&p, b);
        if (plan->code) {
            return false;
        }
        p.coarse = p.tol;
        p.m = s->m;
    }
    plan->code = "no-agreement";
    plan->number[1] = s->out->bar;
    return false;
}
