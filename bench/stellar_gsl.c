/* SPDX-License-Identifier: MIT
 *
 * bench/stellar_gsl.c - what a resonance costs. Stellar orbits at eps = 1e-6 up to T = 3 (card ariel C6):
 * right-hand-side calls of scheme slow against GSL's rk8pd at the same error of the slow variables. Both errors
 * are taken against an accurate direct run of the library in the same process.
 *
 *     bench_stellar_gsl       one table; exit 1 if a ratio is below 500 */
#include <math.h>
#include <stdio.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "lento/problem.h"

#define EPS   1e-6
#define T     3.0
#define LIMIT 500.0

enum { COLUMNS = 7 };

static long calls;

static int rhs(double t, const double x[], double f[], void *params) {
    const lento_system *s = params;
    calls++;
    return s->field(t, x, f, s->params) ? GSL_FAILURE : GSL_SUCCESS;
}

/* xi1, xi2, theta */
static void slow_of(const double x[4], double xi[3]) {
    const double re = x[2] * x[2] - x[3] * x[3], im = 2 * x[2] * x[3];
    xi[0] = x[0] * x[0] + x[1] * x[1];
    xi[1] = x[2] * x[2] + x[3] * x[3];
    xi[2] = x[0] * re + x[1] * im;
}

static double distance(const double a[3], const double b[3]) {
    return fmax(fabs(a[0] - b[0]), fmax(fabs(a[1] - b[1]), fabs(a[2] - b[2])));
}

static double rk8pd_error(const lento_model *model, double tolerance, const double truth[3]) {
    gsl_odeiv2_system system = {rhs, NULL, 4, (void *)lento_model_system(model)};
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd,
                                                              EPS / 10, tolerance, tolerance);
    double t = 0, x[4] = {1, 0, 1, 0}, xi[3];
    calls = 0;
    gsl_odeiv2_driver_apply(driver, &t, T, x);
    gsl_odeiv2_driver_free(driver);
    slow_of(x, xi);
    return distance(xi, truth);
}

static double slow_error(const lento_model *model, const char *kernel, long steps, double eta,
                         double h, const double truth[3], long *evaluations) {
    lento_options o = {.until = T, .macro = "rk4", .steps = steps};
    o.average[0] = (lento_average){
        .scheme = "slow", .kernel = kernel, .window = 2 * eta, .micro = "rk4", .micro_step = h};
    lento_run *run = NULL;
    double columns[COLUMNS] = {0};
    if (lento_run_open(&run, model, &o) != LENTO_DONE || lento_run_advance(run, T) != LENTO_DONE) {
        fprintf(stderr, "%s\n", run ? lento_run_error(run) : "out of memory");
    }
    lento_run_columns(run, T, columns);
    *evaluations = lento_run_counts(run).force_evaluations;
    lento_run_destroy(run);
    return distance(columns + 4, truth);
}

int main(void) {
    static const struct {
        const char *kernel;
        long steps;
        double eta, h;
    } runs[] = {{"poly-1-8", 10, 10 * EPS, EPS / 6},
                {"poly-1-4", 10, 10 * EPS, EPS / 12},
                {"poly-1-6", 20, 15 * EPS, EPS / 25}};
    const lento_setting setting = {.name = "eps", .value = EPS};
    lento_model *model = NULL;
    if (lento_model_create(&model, lento_problem_find("stellar"), &setting, 1) != LENTO_DONE) {
        return 1;
    }
    lento_options accurate = {.until = T, .macro = "dop853", .rtol = 1e-13, .atol = 1e-14};
    accurate.average[0].scheme = "direct";
    lento_run *run = NULL;
    double truth[COLUMNS];
    lento_run_open(&run, model, &accurate);
    lento_run_advance(run, T);
    lento_run_columns(run, T, truth);
    lento_run_destroy(run);
    printf("stellar, eps = %g, T = %g: xi1 = %.9f, xi2 = %.9f, theta = %.9f\n\n", EPS, T, truth[4],
           truth[5], truth[6]);
    printf("%-10s %5s %12s %10s   %9s %12s %10s %8s\n", "kernel", "N", "slow calls", "error",
           "rk8pd tol", "calls", "error", "ratio");
    double tolerance = 1e-9, error = rk8pd_error(model, tolerance, truth + 4);
    int status = 0;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        long evaluations;
        const double own = slow_error(model, runs[i].kernel, runs[i].steps, runs[i].eta, runs[i].h,
                                      truth + 4, &evaluations);
        while (error > own && tolerance > 1e-12) { /* the loosest tolerance that is as good */
            tolerance /= 10;
            error = rk8pd_error(model, tolerance, truth + 4);
        }
        const double ratio = (double)calls / (double)evaluations;
        printf("%-10s %5ld %12ld %10.1e   %9.0e %12ld %10.1e %8.0f\n", runs[i].kernel,
               runs[i].steps, evaluations, own, tolerance, calls, error, ratio);
        status = ratio >= LIMIT ? status : 1;
    }
    lento_model_destroy(model);
    return status;
}
