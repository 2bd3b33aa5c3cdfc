/* SPDX-License-Identifier: MIT
 *
 * tests.c - before the first macro step: does everything near the orbit return with it, how small
 * is the oscillation, how many micro steps does a return need, is the tolerance above rounding, and
 * does averaging pay? */
#include "solve/solve.h"

enum { DISTURBED = 6, LEAST_STEPS = 40 };
#define ARRIVES  1e-4 /* of the tolerance */
#define AT_LEAST 0.4  /* of the calls that are likely */

void lento_note_test(lento_solver *s, const char *name, double value, double limit) {
    lento_answer *out = s->out;
    if (out->test_count < LENTO_SOLVE_TESTS) {
        out->tests[out->test_count++] = (lento_solve_test){name, value, limit};
    }
}

/* z moved along the orbit by `at`; angles to [0, 2 pi) */
static int move(lento_solver *s, double z[], double at) {
    lento_orbit o;
    lento_orbit_open(s, &o, z[s->d], z, s->rtol, true);
    o.cap = s->oscillation / LEAST_STEPS;
    if (lento_orbit_run(&o, at)) {
        return -1;
    }
    for (int i = 0; i < s->d; i++) {
        z[i] = s->angle[i] ? o.x[i] - LENTO_TWO_PI * floor(o.x[i] / LENTO_TWO_PI) : o.x[i];
    }
    z[s->d] += at;
    return 0;
}

/* The state where the runs begin, from the start and more exactly than the search found it: its error would be in all of them. */
static int arrive(lento_solver *s, double z[]) {
    const double turns = fmax(1, z[s->d] / s->oscillation), found = s->rtol, end = z[s->d];
    memcpy(z, s->start, (size_t)s->d * sizeof *z);
    z[s->d] = 0;
    s->rtol = fmax(s->least_rtol, fmin(found, ARRIVES * s->tol / (s->sensitivity * turns)));
    const int bad = end > 0 && move(s, z, end);
    s->rtol = found;
    return bad;
}

/* weights and mesh, a start with a large fast rate, and the first return */
static int prepare(lento_solver *s, lento_plan *plan) {
    double at = 0, g[SLOTS];
    if (lento_mesh_survey(s, plan->z, plan->tau, &at)) {
        return -1;
    }
    if (s->period == 0 && at > 0 &&
        (move(s, plan->z, at) || lento_mesh_survey(s, plan->z, plan->tau, NULL))) {
        return -1;
    }
    if (arrive(s, plan->z)) {
        return -1;
    }
    s->m = (int)fmin(MOST_MICRO / 4, fmax(8, 0.6 * s->rate9 * plan->tau / 12));
    s->allowed = 1e-9;
    if (lento_return(s, plan->z, plan->tau, g, RETURN_ONCE)) {
        return -1;
    }
    plan->tau = g[s->d];
    s->allowed = fmin(1e-8, 0.05 * s->tol * plan->tau / s->until);
    s->m = s->m < 12 ? 12 : s->m;
    return 0;
}

/* a disturbance of 1e-4 that changes the size of the oscillation: stiff directions. Numbers that
 * hardly oscillate do not count. */
static double stiffness(lento_solver *s, const lento_plan *plan, const double away[]) {
    double z[SLOTS], g[SLOTS], size[ROOM], most = 0, worst = 0;
    if (lento_return(s, plan->z, plan->tau, g, RETURN_ONCE)) {
        s->lost = s->lost == LOST_RETURN ? LOST_NOTHING : s->lost;
        return 0;
    }
    for (int i = 0; i <= s->d; i++) {
        z[i] = plan->z[i] + (i < s->d ? 1e3 * away[i] : 0);
        if (i < s->d) {
            size[i] = s->last.high[i] - s->last.low[i];
            most = fmax(most, size[i] / s->scale[i]);
        }
    }
    if (lento_return(s, z, plan->tau, g, RETURN_ONCE)) {
        s->lost = s->lost == LOST_RETURN ? LOST_NOTHING : s->lost;
        return 1;
    }
    for (int i = 0; i < s->d; i++) {
        const double change = fabs((s->last.high[i] - s->last.low[i]) - size[i]);
        worst = fmax(worst, change / fmax(size[i], 0.01 * most * s->scale[i]));
    }
    return worst;
}

/* how a small disturbance changes from return to return, relative to itself */
static int disturb(lento_solver *s, const lento_plan *plan, const double away[], double rate[]) {
    double a[SLOTS], b[SLOTS], ga[SLOTS], gb[SLOTS], before[ROOM], change[ROOM];
    memcpy(a, plan->z, sizeof a);
    memcpy(b, plan->z, sizeof b);
    for (int i = 0; i < s->d; i++) {
        b[i] += away[i];
    }
    for (int q = 0; q < DISTURBED; q++) {
        if (lento_return(s, a, plan->tau, ga, RETURN_ONCE) ||
            lento_return(s, b, plan->tau, gb, RETURN_ONCE)) {
            return -1;
        }
        for (int i = 0; i <= s->d; i++) {
            if (i < s->d) {
                before[i] = b[i] - a[i];
            }
            a[i] += ga[i];
            b[i] += gb[i];
            if (i < s->d) {
                change[i] = (b[i] - a[i]) - before[i];
            }
        }
        rate[q] = lento_norm_x(s, change) / fmax(lento_norm_x(s, before), 1e-11);
        if (q == 1 && rate[0] < 0.05 && rate[1] < 0.05) {
            for (q = 2; q < DISTURBED; q++) {
                rate[q] = rate[1];
            }
        }
    }
    return 0;
}

/* What the rates of a disturbance say; relax: returns to wait for a mode that dies out. */
static const char *judge_rates(lento_solver *s, lento_plan *plan, const double rate[]) {
    const double last = rate[DISTURBED - 1];
    int wait = 0;
    lento_note_test(s, "disturbance-per-return", rate[0], 0.1);
    s->disturbance = rate[0];
    if (rate[0] <= 0.1) {
        return NULL;
    }
    while (wait < DISTURBED && rate[wait] > fmax(0.02, 3 * last)) {
        wait++;
    }
    plan->number[0] = 100 * last;
    if (last > 0.1 && last < 0.5 && s->lambda > 0.2 * last) {
        return "too-close";
    }
    if (last > 0.1 || wait >= 4) {
        return "latent";
    }
    s->relax = wait + 1;
    return NULL;
}

static const char *test_neighbours(lento_solver *s, lento_plan *plan) {
    double away[ROOM], rate[DISTURBED];
    unsigned seed = 12345;
    s->thin = 1;
    for (int i = 0; i < s->d; i++) {
        double v;
        const unsigned odd = lento_random(&seed, &v) >> 8 & 1;
        away[i] = 1e-7 * s->scale[i] * (v + (odd ? 0.3 : -0.3));
    }
    const double stiff = stiffness(s, plan, away);
    if (s->lost != LOST_NOTHING) {
        return NULL;
    }
    if (disturb(s, plan, away, rate)) {
        s->lost = s->lost == LOST_RETURN ? LOST_NOTHING : s->lost;
        return "no-neighbour";
    }
    for (int i = 0; i < s->d; i++) {
        s->amplitude[i] = fmax(0.5 * (s->last.high[i] - s->last.low[i]), 1e-12 * s->scale[i]);
        s->thin = fmin(s->thin, s->amplitude[i] / s->scale[i]);
    }
    lento_note_test(s, "stiffness", stiff, 0.3);
    s->fine = stiff > 0.3 && s->thin < 0.05;
    return judge_rates(s, plan, rate);
}

/* Below it two runs have been seen to share errors (3e-10 in a resonance, 5e-9 beside steep functions) that their difference does not show. */
#define LEAST_TOLERANCE 5e-9
#define LEAST_ROUGH     5e-8 /* beside corners 8e-9 */

static const char *test_floor(lento_solver *s, lento_plan *plan) {
    const double returns = s->until / plan->tau;
    s->rounding = 0;
    for (int i = 0; i < s->d; i++) {
        /* 12: root of the calls of a return */
        s->rounding = fmax(s->rounding, s->noise * s->rate[i] * plan->tau / s->scale[i] / 12);
    }
    s->rounding += 1e-15 * sqrt(s->crossings);
    s->out->floor = s->rounding * returns;
    const double least = fmax(2 * s->out->floor, LEAST_TOLERANCE);
    lento_note_test(s, "floor", least, s->tol);
    plan->number[0] = s->tol;
    plan->number[1] = least;
    plan->below_floor = s->tol < least;
    return plan->below_floor ? "floor" : NULL;
}

/* m for the coarse run, corners, and what both runs will cost */
static const char *test_cost(lento_solver *s, lento_plan *plan) {
    const double returns = s->until / plan->tau;
    s->allowed = 0.15 * 5 * s->tol / returns;
    const bool fits = lento_micro_choose(s, plan->z, plan->tau, 5);
    const double e = s->micro;
    const double half =
        fits ? lento_micro_error(s, plan->z, plan->tau, RETURN_HALF, RETURN_ONCE, NULL) : 0;
    s->lost = s->lost == LOST_RETURN ? LOST_NOTHING : s->lost;
    if (s->lost != LOST_NOTHING) {
        return NULL;
    }
    s->micro = e;
    s->rough =
        !fits || (e > 0.08 * half && e > 1e-14) || lento_micro_corners(s, plan->z, plan->tau);
    lento_note_test(s, "micro-error", e, s->allowed);
    if (s->rough && s->tol < LEAST_ROUGH) {
        plan->number[0] = s->tol;
        plan->number[1] = LEAST_ROUGH;
        plan->below_floor = true;
        return "floor";
    }
    const double second = s->m * pow(s->rough ? 5 : 10, 1 / 8.5);
    const double h = 0.6 * pow(s->tol / 1e-3, 0.1);
    const double steps = 12 + fmin(returns * s->lambda / h, returns);
    const double cost = 1.8 * steps * (1 + s->relax) * 12 * (0.75 * s->m + second) + 3000;
    const double rows = s->samples * plan->tau * s->rate9 * 1.5;
    s->out->forecast = lento_whole(AT_LEAST * (cost + rows)) + s->calls;
    plan->number[0] = s->direct_cost;
    plan->number[1] = cost + rows;
    lento_note_test(s, "forecast", cost + rows, 0.8 * s->direct_cost);
    return cost + rows > 0.8 * s->direct_cost ? "direct-cheaper" : NULL;
}

void lento_test_return(lento_solver *s, lento_plan *plan) {
    static const char *(*const TESTS[])(lento_solver *, lento_plan *) = {test_neighbours,
                                                                         test_floor, test_cost};
    if (prepare(s, plan)) {
        plan->code = s->lost == LOST_RETURN ? "no-neighbour" : NULL;
        s->lost = s->lost == LOST_RETURN ? LOST_NOTHING : s->lost;
        return;
    }
    for (size_t i = 0; i < sizeof TESTS / sizeof *TESTS; i++) {
        plan->code = TESTS[i](s, plan);
        if (plan->code || s->lost != LOST_NOTHING) {
            return;
        }
    }
}
