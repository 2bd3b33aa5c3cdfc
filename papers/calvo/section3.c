/* SPDX-License-Identifier: MIT
 * Section 3: several degrees of freedom, on the two-dimensional problem `vibrated`.
 *
 *   F(X) by (3.7) at X = (0.4, -0.3); the multiscale force against it: order 1 in 1/omega (with the
 *   micro step removed by extrapolation) and order 2 in the micro step. With forcing that is not
 *   even the exponential kernel converges, the simple filter does not. */
#include "calvo.h"

#include <math.h>
#include <stdio.h>

static bool force(const char *scheme, const char *kernel, double periods, double omega, int n,
                  const double psi[2], double F[2]) {
    const lento_setting settings[] = {{.name = "omega", .value = omega},
                                      {.name = "psi1", .value = psi[0]},
                                      {.name = "psi2", .value = psi[1]}};
    const double X[4] = {0.4, -0.3, 0, 0};
    lento_options options = {.until = 1, .macro = "verlet", .steps = 100};
    options.average[0] = (lento_average){.scheme = scheme,
                                         .kernel = kernel,
                                         .periods = periods,
                                         .micro = n > 0 ? "verlet" : NULL,
                                         .micro_per_period = n};
    lento_model *model = NULL;
    lento_run *run = NULL;
    const bool good =
        lento_model_create(&model, lento_problem_find("vibrated"), settings, 3) == LENTO_DONE &&
        lento_run_open(&run, model, &options) == LENTO_DONE &&
        lento_run_rate(run, 0, X, F) == LENTO_DONE;
    lento_run_destroy(run);
    lento_model_destroy(model);
    return good;
}

static const double even[2] = {0, 0}, uneven[2] = {0.9, 0.4};

/* Distance of the multiscale force from (3.7). */
static double distance(const char *kernel, double periods, double omega, int n,
                       const double psi[2]) {
    double a[2], F[2];
    if (!force("averaged", NULL, 0, omega, 0, psi, F) ||
        !force("async", kernel, periods, omega, n, psi, a)) {
        return NAN;
    }
    return hypot(a[0] - F[0], a[1] - F[1]);
}

/* The same with the error h^2 of the micro step extrapolated away. */
static double limit_distance(double omega) {
    double a[2], b[2], F[2], d[2];
    if (!force("averaged", NULL, 0, omega, 0, even, F) ||
        !force("async", "box", 1, omega, 256, even, a) ||
        !force("async", "box", 1, omega, 512, even, b)) {
        return NAN;
    }
    for (int i = 0; i < 2; i++) {
        d[i] = b[i] + (b[i] - a[i]) / 3 - F[i];
    }
    return hypot(d[0], d[1]);
}

void calvo_section_3(paper_report *report) {
    static const struct {
        int n;
        double value;
    } micro[] = {{8, 2.18e-2}, {16, 5.02e-3}, {32, 1.23e-3}, {64, 3.07e-4}};
    char cell[100];
    double F[2] = {NAN, NAN};
    force("averaged", NULL, 0, 1e6, 0, even, F);
    paper_cell_add(report, &(paper_cell){"F1 by (3.7)", NAN, F[0], -0.468662535, 1e-9,
                                         PAPER_CONFIRMED, "X = (0.4, -0.3)"});
    paper_cell_add(report, &(paper_cell){"F2 by (3.7)", NAN, F[1], 0.4532683885, 1e-10,
                                         PAPER_CONFIRMED, "X = (0.4, -0.3)"});
    for (double omega = 1e3; omega < 2e5; omega *= 10) {
        snprintf(cell, sizeof cell, "omega=%g, omega * |F_multiscale - F|, h -> 0", omega);
        paper_cell_add(report, &(paper_cell){cell, NAN, omega * limit_distance(omega), 1.137, 5e-3,
                                             PAPER_CONFIRMED, "order 1 in 1/omega"});
    }
    for (size_t i = 0; i < sizeof micro / sizeof *micro; i++) {
        snprintf(cell, sizeof cell, "omega=1e6, %d micro steps per period, |F_multiscale - F|",
                 micro[i].n);
        paper_cell_add(report, &(paper_cell){cell, NAN, distance("box", 1, 1e6, micro[i].n, even),
                                             micro[i].value, 0.006 * micro[i].value,
                                             PAPER_CONFIRMED, "order 2 in h"});
    }
    paper_cell_add(report, &(paper_cell){"forcing not even, exponential kernel, omega=1e4", NAN,
                                         distance("exp1", 40, 1e4, 256, uneven), 0, 1e-3,
                                         PAPER_CONFIRMED, "converges"});
}
