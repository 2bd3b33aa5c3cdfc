/* SPDX-License-Identifier: MIT
 * The sums of a campaign of hands-off runs: one verdict per run goes in, a table by set of problems, the slope of log error against
 * log tolerance by problem, and every run that needs a look come out. */
#ifndef TESTS_TRUST_SUM_H
#define TESTS_TRUST_SUM_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_RUNS = 100000, SUM_SETS = 8, SUM_FEW = 4 };

/* A run: averaged, direct, by a scheme (not judged: its values are means), refused, not-met, no-truth. */
typedef struct trust_run {
    long number;
    char set[40], problem[40], outcome[20];
    double tolerance, error, bar, calls, plain, sure;
    double least,
        forecast; /* calls, as told before the runs and after the first one; 0: not told */
    double one;   /* calls of the accepted plain run alone */
} trust_run;
#define RUN_FORMAT  "%ld %s %s %s %.3e %.3e %.3e %.0f %.0f %.1e %.0f %.0f %.0f"
#define RUN_PATTERN "%ld %39s %39s %19s %le %le %le %lf %lf %le %lf %lf %lf"

static inline bool is(const trust_run *r, const char *outcome) {
    return strcmp(r->outcome, outcome) == 0;
}
static inline bool run_answered(const trust_run *r) {
    return is(r, "averaged") || is(r, "direct");
}
static inline bool run_low(const trust_run *r) {
    return run_answered(r) && !(r->error <= r->bar + r->sure);
}
static inline bool run_missed(const trust_run *r) {
    return run_answered(r) && !(r->error <= r->tolerance);
}
/* an answer, or the part of one that is said to hold, is wrong */
static inline bool run_silent(const trust_run *r) {
    return (run_low(r) && run_missed(r)) || is(r, "not-met-lie");
}

typedef struct trust_sum {
    int runs, averaged, direct, scheme, refused, not_met, no_truth, silent, low, missed;
    int widths, means, directs, forecasts, forecasts_good, leasts, leasts_good;
    double *width, *mean_price, *direct_price, overhead;
} trust_sum;

static inline int rising(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
static inline double part(double *list, int n, double share) {
    qsort(list, (size_t)n, sizeof *list, rising);
    return n > 0 ? list[(int)(share * (n - 1))] : NAN;
}

static inline trust_sum sum_of(const trust_run list[], int n, const char *set) {
    trust_sum s = {.width = malloc(3 * SUM_RUNS * sizeof *s.width)};
    s.mean_price = s.width + SUM_RUNS;
    s.direct_price = s.width + 2 * SUM_RUNS;
    for (int i = 0; i < n; i++) {
        const trust_run *r = &list[i];
        if (set && strcmp(set, r->set) != 0) {
            continue;
        }
        s.runs++;
        s.averaged += is(r, "averaged");
        s.direct += is(r, "direct");
        s.scheme += is(r, "scheme");
        s.refused += is(r, "refused");
        s.not_met += strncmp(r->outcome, "not-met", 7) == 0;
        s.no_truth += is(r, "no-truth");
        s.silent += run_silent(r);
        s.low += run_low(r);
        s.missed += run_missed(r);
        if (is(r, "averaged")) {
            s.forecasts += r->forecast > 0;
            s.forecasts_good +=
                r->forecast > 0 && r->calls <= 1.5 * r->forecast && r->forecast <= 1.5 * r->calls;
            s.leasts += r->least > 0;
            s.leasts_good += r->least > 0 && r->least <= r->calls;
        }
        if (run_answered(r) && r->error > r->sure) {
            s.width[s.widths++] = r->bar / r->error;
        }
        if (run_answered(r) && r->plain > 0) {
            double *prices = is(r, "averaged") ? s.mean_price : s.direct_price;
            prices[is(r, "averaged") ? s.means++ : s.directs++] = r->calls / r->plain;
        }
    }
    return s;
}

static inline void print_sum(const char *what, trust_sum *s) {
    printf("%-9s %6d %6d %6d %6d %6d %6d %6d %6d %6d %6d %8.1f %8.2g %7.2g %5.2g\n", what, s->runs,
           s->averaged, s->direct, s->scheme, s->refused, s->not_met, s->no_truth, s->silent,
           s->low, s->missed, part(s->width, s->widths, 0.5), part(s->mean_price, s->means, 0.5),
           part(s->direct_price, s->directs, 0.5), part(s->direct_price, s->directs, 0.9));
}

/* Slope of one problem over all its cases, each with a level of its own (runs of a case have the same number); NAN: too few. */
static inline double slope_of(const trust_run list[], int n, const trust_run *like) {
    double xx = 0, xy = 0;
    int used = 0;
    for (int i = 0; i < n;) {
        double x = 0, y = 0;
        int j = i, count = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (j = i; j < n && list[j].number == list[i].number; j++) {
                const trust_run *r = &list[j];
                if (strcmp(r->problem, like->problem) != 0 || strcmp(r->set, like->set) != 0 ||
                    !run_answered(r) || !(r->error > 3 * r->sure)) {
                    continue;
                }
                if (pass == 0) {
                    x += log10(r->tolerance), y += log10(r->error), count++;
                } else {
                    const double dx = log10(r->tolerance) - x / count;
                    xx += dx * dx, xy += dx * (log10(r->error) - y / count), used++;
                }
            }
        }
        i = j;
    }
    return used >= SUM_FEW && xx > 1 ? xy / xx : NAN;
}

static inline void print_slopes(const trust_run list[], int n, const char *set) {
    double slopes[1000];
    int count = 0, good = 0;
    for (int i = 0; i < n; i++) {
        bool first = !set || strcmp(set, list[i].set) == 0;
        for (int j = 0; first && j < i; j++) {
            first = strcmp(list[i].problem, list[j].problem) || strcmp(list[i].set, list[j].set);
        }
        const double slope = first && count < 1000 ? slope_of(list, n, &list[i]) : NAN;
        if (isfinite(slope)) {
            slopes[count++] = slope;
            good += slope >= 0.8 && slope <= 1.2;
        }
    }
    printf("slope of log error against log tolerance: %d problems, median %.2f, %d within 0.8 to "
           "1.2 (%.0f %%)\n",
           count, part(slopes, count, 0.5), good, 100.0 * good / (count > 0 ? count : 1));
}

/* Plain answers: all calls over those of the accepted run alone, which is one run of the same integrator at the tolerance that
 * reaches the same error; and over those of one that would just meet the tolerance, whose calls follow by order 8. The median of
 * those whose run takes at least so many calls. */
static inline double print_overhead(const trust_run list[], int n, double least) {
    double *over = malloc(2 * (size_t)(n + 1) * sizeof *over), *just = over ? over + n + 1 : NULL;
    int count = 0;
    for (int i = 0; over && i < n; i++) {
        if (is(&list[i], "direct") && list[i].one >= least && list[i].one > 0) {
            const double part_of = fmax(list[i].error, list[i].sure) / list[i].tolerance;
            just[count] = list[i].calls / (list[i].one * pow(fmin(1, part_of), 0.125));
            over[count++] = list[i].calls / list[i].one;
        }
    }
    const double median = over ? part(over, count, 0.5) : NAN;
    printf(
        "plain answers, all calls over those of the accepted run alone, above %.0e calls: %d runs, "
        "median %.2f, 90 %% %.2f; over one that just meets the tolerance %.2f, %.2f\n",
        least, count, median, over ? part(over, count, 0.9) : NAN,
        over ? part(just, count, 0.5) : NAN, over ? part(just, count, 0.9) : NAN);
    free(over);
    return median;
}

/* All tables; returns the sum of everything. */
static inline trust_sum print_sums(const trust_run list[], int n) {
    char sets[SUM_SETS][40];
    int count = 0;
    printf("%-9s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %8s %8s %7s %5s\n", "set", "runs", "aver",
           "direct", "scheme", "refuse", "unmet", "no-tru", "silent", ">bar", ">tol", "bar/err",
           "aver/1", "dir/1", "90 %");
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int k = 0; k < count; k++) {
            known = known || strcmp(sets[k], list[i].set) == 0;
        }
        if (!known && count < SUM_SETS) {
            memcpy(sets[count++], list[i].set, sizeof sets[0]);
        }
    }
    for (int k = 0; k < count; k++) {
        trust_sum s = sum_of(list, n, sets[k]);
        print_sum(sets[k], &s);
        free(s.width);
    }
    trust_sum all = sum_of(list, n, NULL);
    print_sum("all", &all);
    printf("scheme, no-tru: not judged. bar/err: median. aver/1, dir/1: calls over those of the "
           "cheapest plain run that meets the "
           "tolerance, median; 90 %% of dir/1\n");
    print_slopes(list, n, NULL);
    print_overhead(list, n, 0);
    all.overhead = print_overhead(list, n, 1e5);
    printf("forecasts of averaged runs: within 1.5 of the calls after the first run %d of %d; \"at "
           "least\" before it holds %d of %d\n",
           all.forecasts_good, all.forecasts, all.leasts_good, all.leasts);
    for (int i = 0; i < n; i++) {
        if (run_low(&list[i]) || run_missed(&list[i]) || run_silent(&list[i])) {
            printf("%s: case %ld %s/%s tol %.2e: error %.2e bar %.2e (%s)\n",
                   run_silent(&list[i]) ? "SILENT"
                   : run_low(&list[i])  ? "low bar"
                                        : "above tolerance",
                   list[i].number, list[i].set, list[i].problem, list[i].tolerance, list[i].error,
                   list[i].bar, list[i].outcome);
        }
    }
    return all;
}

#endif
