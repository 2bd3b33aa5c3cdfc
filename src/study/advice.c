/* SPDX-License-Identifier: MIT
 *
 * advice.c - which rival to use. Rivals that do not follow the motion are left out; of the others the cheapest one that
 * reaches the error their steps were chosen for (tune.c) is recommended, as it was measured. Beside a multiscale rival
 * the work of a direct run for the same error follows from its order, E (e_direct / e)^(1/order). */
#include <math.h>

#include "study/study.h"

static bool measured(const lento_rival *r) {
    return isfinite(r->error) && r->message[0] == '\0';
}

static bool any(const lento_rival *r) {
    (void)r;
    return true;
}
static bool multiscale(const lento_rival *r) {
    return !r->direct && !r->closed;
}
static bool direct(const lento_rival *r) {
    return r->direct;
}
static bool closed_form(const lento_rival *r) {
    return !r->direct && r->closed;
}

/* The cheapest rival that reaches the error that counts, or ten times the best of its kind; -1: none. */
static int best_of(const lento_comparison *c, bool (*kind)(const lento_rival *r)) {
    double smallest = INFINITY;
    int best = -1;
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        smallest = kind(r) && measured(r) ? fmin(smallest, r->error) : smallest;
    }
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        const bool good = kind(r) && measured(r) && r->error <= fmax(c->aim, 10 * smallest);
        const bool follows = !lento_rival_useless(c, r->error) || r->error == smallest;
        if (good && follows && (best < 0 || r->evaluations < c->rival[best].evaluations)) {
            best = i;
        }
    }
    return best;
}

/* How far below its measured work a direct rival may be scaled: four times, and with fixed steps only while they resolve
 * the fast motion, h omega <= 1; beyond that the law of its order does not hold. */
static double least_scale(const lento_comparison *c, const lento_rival *r) {
    const double turn = r->resolved.macro_step * c->omega;
    return turn > 0 ? fmin(1, fmax(turn, 0.25)) : 0.25;
}

/* Evaluations of the cheapest direct rival scaled to this error; *which is its index. */
static double direct_work(const lento_comparison *c, double error, int *which) {
    double least = INFINITY;
    *which = -1;
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        if (!r->direct || !measured(r) || r->evaluations <= 0 || r->order <= 0) {
            continue;
        }
        const double scale = r->error > 0 && error > 0 ? pow(r->error / error, 1.0 / r->order) : 1;
        const double work = r->evaluations * fmax(scale, least_scale(c, r));
        if (work < least) {
            least = work;
            *which = i;
        }
    }
    return least;
}

/* Multiscale or direct, whichever needs less for the error that counts. */
static void weigh(const lento_comparison *c, lento_advice *a) {
    const lento_rival *r = &c->rival[a->best];
    const int measured_one = best_of(c, direct);
    const lento_rival *plain = measured_one >= 0 ? &c->rival[measured_one] : NULL;
    a->kind = LENTO_ADVICE_MULTISCALE;
    a->recommended = a->best;
    if (plain && plain->evaluations <= r->evaluations && plain->error <= fmax(c->aim, r->error)) {
        a->kind = LENTO_ADVICE_DIRECT;
        a->recommended = a->direct = measured_one;
        a->work = plain->evaluations;
        return;
    }
    a->work = direct_work(c, r->error, &a->direct);
    a->direct = a->work > r->evaluations ? a->direct : -1; /* what was not measured is no advice */
}

void lento_advise(lento_comparison *c) {
    lento_advice *a = &c->advice;
    *a = (lento_advice){.recommended = -1, .direct = -1};
    a->best = best_of(c, multiscale);
    a->closed = best_of(c, closed_form);
    if (a->closed >= 0 && lento_rival_useless(c, c->rival[a->closed].error)) {
        a->closed = -1;
    }
    if (c->equal) {
        a->recommended = c->count > 0 && measured(&c->rival[0]) ? 0 : -1;
        a->kind = a->recommended < 0 ? LENTO_ADVICE_NONE : LENTO_ADVICE_FIRST;
    } else if (a->best >= 0 && !lento_rival_useless(c, c->rival[a->best].error)) {
        weigh(c, a);
    } else {
        a->recommended = best_of(c, any);
        a->kind = a->recommended < 0 ? LENTO_ADVICE_NONE : LENTO_ADVICE_CHEAPEST;
    }
    a->inaccurate = a->recommended >= 0 && lento_rival_useless(c, c->rival[a->recommended].error);
}
