/* SPDX-License-Identifier: MIT
 *
 * pilot.c - how fine must plain runs be? The first part of the orbit at two tolerances shows how errors grow with time and with
 * the tolerance: once before the runs (the scout: how coarse may the coarse one be), once beside the coarse run (how fine must the
 * other one be). */
#include "solve/plain.h"

enum { LONG = 2000, FEW = 150, SCOUT_MARKS = 2 };
#define FINER 0.1 /* the pilot, than the run that it is compared with */
#define AIM                                                                                        \
    0.03 /* of the tolerance, for the error of the fine run: a second one would cost more than a finer one */
#define ROUGH_AIM                                                                                  \
    0.06 /* for that of the coarse run, if there are corners: all of the difference counts */
#define LEAST_GAP 0.1 /* between the tolerances of two runs */
#define ROUGH_GAP 0.3
#define USUAL_GAP 3e-5
#define MOST_GAP  2e-6
#define KEEP      3    /* a guess that is within this factor stays */
#define PHASE     0.05 /* of the coarse run at the end, in parts of the state */

static double largest(const double list[], int n) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, list[i]);
    }
    return most;
}

/* of an error that is worst after n marks, and early after a quarter of them */
static double at_end(const lento_plain *p, double worst, double early) {
    const double grows = fmin(2, fmax(0.6, log(worst / fmax(early, 1e-300)) / log(4)));
    return worst * pow(p->s->until / p->mark_t[p->meets - 1], grows);
}

static bool rough(const lento_plain *p, int64_t steps) {
    return p->s->rough || p->hard > 3 + steps / 2000;
}

int lento_plain_scout(lento_plain *p) {
    lento_solver *s = p->s;
    double dx[ROOM];
    p->meets = SCOUT_MARKS;
    if (lento_plain_leg(p, p->coarse, LEG_LEAVE)) {
        return -1;
    }
    if (p->marks < p->meets || p->leg_steps < FEW) {
        return 0;
    }
    lento_output_size(s, NULL);
    for (int i = 0; i < p->meets; i++) {
        lento_output_reach(s, p->mark_t[i], p->mark[0][i], s->out->magnitude);
    }
    if (lento_plain_leg(p, fmax(s->least_rtol, FINER * p->coarse), LEG_MEET)) {
        return -1;
    }
    const int last = p->meets - 1;
    for (int i = 0; i < s->d; i++) {
        dx[i] = p->mark[0][last][i] - p->mark[1][last][i];
    }
    const double share = s->until / p->mark_t[last];
    const double whole = fmax(p->apart[0][0] * share * SCOUT_MARKS, p->apart[0][last] * share);
    const double phase = lento_norm_x(s, dx) * pow(share, 1.5);
    const double want = rough(p, p->leg_steps) ? ROUGH_AIM : AIM / USUAL_GAP;
    const double other =
        p->coarse * fmin(want * s->tol / fmax(whole, 1e-300), PHASE / fmax(phase, 1e-300));
    if (whole > 0 && (other > KEEP * p->coarse || other < p->coarse / KEEP)) {
        p->coarse = fmax(10 * s->least_rtol, fmin(p->coarsest, fmax(other, 1e-3 * p->coarse)));
    }
    return 0;
}

double lento_plain_order(const lento_plain *p) {
    const double far = largest(p->apart[0], p->meets), near = largest(p->apart[1], p->meets);
    return p->met && near > 0 && far > 0 ? fmin(1, log(near / far) / log(FINER)) : 1;
}

double lento_plain_pilot(lento_plain *p) {
    lento_solver *s = p->s;
    p->meets = p->a->steps < LONG ? PLAIN_MARKS : PLAIN_MARKS / 2;
    if (p->a->steps < FEW || p->marks < PLAIN_MARKS) {
        return p->fine; /* few steps: those of two runs may be the same for a while */
    }
    lento_output_size(s, p->a);
    if (lento_plain_leg(p, fmax(s->least_rtol, FINER * p->coarse), LEG_MEET)) {
        return 0;
    }
    const double worst = largest(p->apart[0], p->meets), early = largest(p->apart[0], p->meets / 4),
                 whole = at_end(p, worst, early);
    const double want = AIM * s->tol / fmax(whole, 1e-300);
    p->foreseen = whole / p->coarse;
    const bool enough = want >= 1 && worst > 0 && p->a->stride == 1 && !s->dense;
    const double least = rough(p, p->a->steps) ? ROUGH_GAP : LEAST_GAP;
    const double other = enough ? 1 / LEAST_GAP : fmin(least, want);
    p->met = !enough;
    return fmax(s->least_rtol, p->coarse * fmax(MOST_GAP, other));
}
