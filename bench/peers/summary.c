/* SPDX-License-Identifier: MIT
 *
 * summary.c - from outcomes to the table: Lento's run of a row against three rivals.
 *   naive     the direct run a user types first, whatever its error
 *   best      the cheapest direct run that is as good as Lento's, or as the problem's target if that is looser
 *   informed  the cheapest run that knows the answer's form and is as good; else the most accurate one
 * Work above a rival's largest scale is extrapolated in log-log from the two largest scales that were run. The
 * break-even scale is where the best direct run costs as much as Lento, on the same lines. */
#include <math.h>
#include <string.h>

#include "peers.h"

static job *job_of(const jobs *all, const problem *p, int index) {
    for (int i = 0; i < all->count; i++) {
        if (all->list[i].problem == p && all->list[i].index == index) {
            return &all->list[i];
        }
    }
    return NULL;
}

static double on_line(double x, double x0, double y0, double x1, double y1) {
    return exp(log(y0) + log(y1 / y0) * log(x / x0) / log(x1 / x0));
}

static void extrapolate_one(const jobs *all, job *j, int i) {
    const job *last = NULL, *before = NULL;
    for (int k = 0; k < j->index; k++) {
        const job *other = job_of(all, j->problem, k);
        if (other && other->outcomes[i].done && !other->outcomes[i].extrapolated) {
            before = last;
            last = other;
        }
    }
    const double largest = j->problem->rivals[i].largest;
    if (!before || largest == 0 || j->scale <= largest) {
        return;
    }
    const outcome *a = &before->outcomes[i], *b = &last->outcomes[i];
    const double error = on_line(j->scale, before->scale, a->error, last->scale, b->error);
    j->outcomes[i] =
        (outcome){.error = fmin(1, error), /* beyond that it says nothing */
                  .calls = on_line(j->scale, before->scale, a->calls, last->scale, b->calls),
                  .seconds = on_line(j->scale, before->scale, a->seconds, last->scale, b->seconds),
                  .done = true,
                  .extrapolated = true};
}

void extrapolate(jobs *all) {
    for (int n = 0; n < all->count; n++) {
        for (int i = 0; i < rivals_of(all->list[n].problem); i++) {
            if (!all->list[n].outcomes[i].done) {
                extrapolate_one(all, &all->list[n], i);
            }
        }
    }
}

/* cheapest of the kinds a..b within the bound, or -1 */
static int cheapest(const job *j, kind a, kind b, double bound) {
    int found = -1;
    for (int i = 0; j->problem->rivals[i].name; i++) {
        const outcome *o = &j->outcomes[i];
        const kind k = j->problem->rivals[i].kind;
        if (o->done && k >= a && k <= b && o->error <= bound &&
            (found < 0 || o->calls < j->outcomes[found].calls)) {
            found = i;
        }
    }
    return found;
}

static int most_accurate(const job *j, kind k) {
    int found = -1;
    for (int i = 0; j->problem->rivals[i].name; i++) {
        const outcome *o = &j->outcomes[i];
        if (o->done && j->problem->rivals[i].kind == k &&
            (found < 0 || o->error < j->outcomes[found].error)) {
            found = i;
        }
    }
    return found;
}

row summarise(const job *j) {
    row r = {.job = j, .naive_ratio = NAN, .best_ratio = NAN, .informed_ratio = NAN};
    r.lento = cheapest(j, LENTO, LENTO, INFINITY);
    r.naive = cheapest(j, NAIVE, NAIVE, INFINITY);
    const double bound =
        r.lento < 0 ? j->problem->target : fmax(j->outcomes[r.lento].error, j->problem->target);
    r.best = cheapest(j, NAIVE, DIRECT, bound);
    r.informed = cheapest(j, INFORMED, INFORMED, bound);
    r.informed = r.informed < 0 ? most_accurate(j, INFORMED) : r.informed;
    if (r.lento >= 0) {
        const double own = j->outcomes[r.lento].calls;
        r.naive_ratio = r.naive < 0 ? NAN : j->outcomes[r.naive].calls / own;
        r.best_ratio = r.best < 0 ? NAN : j->outcomes[r.best].calls / own;
        r.informed_ratio = r.informed < 0 ? NAN : j->outcomes[r.informed].calls / own;
    }
    return r;
}

double break_even(const jobs *all, const problem *p) {
    double scale = NAN, before = NAN, before_scale = NAN;
    for (int k = 0; k < MAX_SCALES && p->breaks_even; k++) {
        const job *j = job_of(all, p, k);
        const double ratio = j ? summarise(j).best_ratio : NAN;
        if (isnan(ratio)) {
            continue;
        }
        if (ratio >= 1 && isnan(scale)) {
            scale = isnan(before) ? 0 : on_line(1, before, before_scale, ratio, j->scale);
        } else if (ratio < 1) {
            scale = NAN;
        }
        before = ratio;
        before_scale = j->scale;
    }
    return scale;
}

/* ---- the tables ---- */

static void print_rival(const job *j, int i, double ratio) {
    if (i < 0) {
        printf("  %-36s %9s %9s %9s", "-", "", "", "");
        return;
    }
    const outcome *o = &j->outcomes[i];
    printf("  %-36.36s %s%8.2e %9.1e", j->problem->rivals[i].name, o->extrapolated ? "~" : " ",
           o->calls, o->error);
    if (isnan(ratio)) {
        printf(" %9s", "");
    } else {
        printf(" %9.3g", ratio);
    }
}

static void print_problem(const jobs *all, const problem *p) {
    printf("%s: %s\n", p->name, p->output);
    printf("%9s  %-36s %9s %9s %9s  %-36s %9s %9s %9s\n", p->scale, "lento / naive", "calls",
           "error", "ratio", "best direct / informed", "calls", "error", "ratio");
    for (int k = 0; k < MAX_SCALES; k++) {
        const job *j = job_of(all, p, k);
        if (!j) {
            continue;
        }
        const row r = summarise(j);
        printf("%9.4g", j->scale);
        print_rival(j, r.lento, NAN);
        print_rival(j, r.best, r.best_ratio);
        printf("\n%9s", "");
        print_rival(j, r.naive, r.naive_ratio);
        print_rival(j, r.informed, r.informed_ratio);
        printf("\n");
    }
    const double even = break_even(all, p);
    if (!p->breaks_even) {
        printf("nothing is averaged here: no break-even\n\n");
    } else if (isnan(even)) {
        printf("no break-even within these scales\n\n");
    } else if (even == 0) {
        printf("pays at every scale of the table\n\n");
    } else {
        printf("break-even at %s = %.3g\n\n", p->scale, even);
    }
}

/* what bench/README.md promises about this row: ratios of calls, and the error that goes with them */
typedef struct promise {
    const problem *problem;
    double scale, error, best, naive;
} promise;

static int keep_promises(const jobs *all) {
    const promise promises[] = {{&problem_kapitza, 1e8, 1e-6, 1e5, 0},
                                {&problem_springs, 1e6, 3e-6, 5e3, 5e4},
                                {&problem_drag, 1e6, 1e-6, 50, 0}};
    int broken = 0;
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
        const promise *p = &promises[i];
        for (int n = 0; n < all->count; n++) {
            const job *j = &all->list[n];
            if (j->problem != p->problem || j->scale != p->scale) {
                continue;
            }
            const row r = summarise(j);
            const bool kept = r.lento >= 0 && j->outcomes[r.lento].error <= p->error &&
                              r.best_ratio >= p->best &&
                              (p->naive == 0 || r.naive_ratio >= p->naive);
            printf(
                "%s: %s at %g to %g: %.3g times fewer calls than the best direct run (promised %g)",
                kept ? "kept" : "BROKEN", j->problem->name, p->scale, p->error, r.best_ratio,
                p->best);
            printf(p->naive > 0 ? ", %.3g than the naive one (promised %g)\n" : "\n", r.naive_ratio,
                   p->naive);
            broken += !kept;
        }
    }
    return broken;
}

int report(const jobs *all) {
    printf("right-hand-side calls; ratio: calls of the rival over those of lento (below 1 lento "
           "loses)\n");
    printf("~ extrapolated from the two largest scales that were run\n\n");
    for (int n = 0; n < all->count; n++) {
        if (n == 0 || all->list[n].problem != all->list[n - 1].problem) {
            print_problem(all, all->list[n].problem);
        }
    }
    for (int n = 0; n < all->count; n++) {
        for (int i = 0; i < rivals_of(all->list[n].problem); i++) {
            if (all->list[n].outcomes[i].failure[0]) {
                printf("failed: %s at %g, %s: %s\n", all->list[n].problem->name, all->list[n].scale,
                       all->list[n].problem->rivals[i].name, all->list[n].outcomes[i].failure);
            }
        }
    }
    return keep_promises(all) > 0;
}
