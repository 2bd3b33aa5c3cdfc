/* SPDX-License-Identifier: MIT
 * Section 7.1 and Fig. 4: x1' = x2/eps + x1 + 2 x3, x2' = -x1/eps + x2, x3' = -x3/eps, xi = x1^2 + x2^2,
 * exactly |1-c|^2 e^{2t} after the transient, |1-c|^2 = 1 + 2 eps + O(eps^2).
 *
 *   _R   micro runs forward and backward from x_n          base x_n   forward only, from x_n
 *   _F   forward, base x(t_n + eta), jump H - eta          OS         one-sided kernel after relaxing
 *
 * The _F variants are the paper's own forward form; nobody should use them, so they live here: a window
 * is a direct run of the library whose states are averaged. */
#include "ariel.h"

#include "core.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EPS 1e-5

static lento_model *linear(double x3) {
    const lento_setting settings[] = {{.name = "eps", .value = EPS}, {.name = "x3", .value = x3}};
    return ariel_model("linear-dissipative", settings, 2);
}

static double exact(double t, double x3) {
    const double scale = 2 * EPS * x3 / ((1 + EPS) * (1 + EPS) + 1);
    const double re = 1 + scale * (1 + EPS), im = scale;
    return (re * re + im * im) * exp(2 * t);
}

/* largest relative error of xi at the macro steps, in percent; the last value in *last */
static double largest_error(double x3, const lento_options *options, double *last) {
    lento_model *model = linear(x3);
    lento_run *run = NULL;
    double worst = 0, columns[ARIEL_COLUMNS] = {0};
    bool good = model && lento_run_open(&run, model, options) == LENTO_DONE;
    const long n = good ? lround(options->until / lento_run_options(run)->macro_step) : 0;
    for (long i = 1; good && i <= n; i++) {
        const double t = options->until * (double)i / (double)n;
        good = lento_run_advance(run, t) == LENTO_DONE &&
               lento_run_columns(run, t, columns) == LENTO_DONE;
        worst = fmax(worst, 100 * fabs(columns[3] / exact(t, x3) - 1));
    }
    *last = good ? columns[3] : NAN;
    lento_run_destroy(run);
    lento_model_destroy(model);
    return good ? worst : NAN;
}

/* ---- the forward form as published ---- */

typedef struct window {
    const lento_model *model;
    double eta, h;
    bool derivative; /* K' xi instead of K xi' */
    double *weights, *slopes;
    int half; /* micro steps of half the window */
} window;

/* F = <xi'> over [0, 2 eta] from x, middle = x(eta) */
static double forward(const window *w, const double x[3], double middle[3]) {
    const lento_system *system = lento_model_system(w->model);
    lento_options o = {.until = 2 * w->eta, .macro = "rk4", .steps = 2L * w->half};
    lento_run *run = NULL;
    double F = 0, dx[3];
    if (lento_run_create(&run, system, x, &o) != LENTO_DONE) {
        lento_run_destroy(run);
        return NAN;
    }
    for (int k = -w->half; k <= w->half; k++) {
        const double t = (k + w->half) * w->h;
        if (k > -w->half) {
            lento_run_advance(run, t);
        }
        const double *y = lento_run_state(run);
        if (k == 0) {
            memcpy(middle, y, 3 * sizeof *y);
        }
        if (w->derivative) {
            const double slope = w->slopes[abs(k)] / w->eta;
            F += (k < 0 ? -slope : slope) * (y[0] * y[0] + y[1] * y[1]); /* (5.3) */
        } else {
            lento_run_rate(run, t, y, dx);
            F += w->weights[abs(k)] * 2 * (y[0] * dx[0] + y[1] * dx[1]);
        }
    }
    lento_run_destroy(run);
    return F;
}

/* the smallest x' with xi' = F */
static void lift(const double x[3], double F, double d[3]) {
    const double xi = x[0] * x[0] + x[1] * x[1];
    d[0] = F * x[0] / (2 * xi);
    d[1] = F * x[1] / (2 * xi);
    d[2] = 0;
}

static void moved(const double x[3], double a, const double d[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = x[i] + a * d[i];
    }
}

/* RK4_F: windows at the stage points, sums of rates lifted at the windows' middles */
static void rk4_forward(const window *w, double x[3], double H) {
    static const double weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
                        reach[4] = {0, 0.5, 0.5, 1};
    const double J = H - w->eta;
    double base[3], at[3], k[3] = {0}, l[3], sum[3] = {0};
    for (int stage = 0; stage < 4; stage++) {
        double middle[3], start[3];
        moved(x, J * reach[stage], k, start);
        const double F = forward(w, start, middle);
        lift(start, F, k);
        lift(middle, F, l);
        moved(sum, weight[stage], l, at);
        memcpy(sum, at, sizeof sum);
        if (stage == 0) {
            memcpy(base, middle, sizeof base);
        }
    }
    moved(base, J, sum, x);
}

/* (5.6)-(5.7) from x(t_n + eta) */
static void midpoint_forward(const window *w, double x[3], double H) {
    double m1[3], m2[3], d[3], y[3];
    lift(x, forward(w, x, m1), d);
    moved(x, H / 2, d, y);
    const double F = forward(w, y, m2);
    lift(m2, F, d);
    moved(m1, H, d, x);
}

static void euler_forward(const window *w, double x[3], double H) {
    double m[3], d[3];
    const double F = forward(w, x, m);
    lift(m, F, d);
    moved(m, H, d, x);
}

/* largest error in percent over [0, 10], and xi(10) */
static double march(void (*step)(const window *, double[3], double), double eta, double h,
                    const char *kernel, bool derivative, long n, double *last) {
    window w = {.model = linear(1), .eta = eta, .derivative = derivative};
    w.half = (int)lround(eta / h);
    w.h = eta / w.half;
    w.weights = calloc(2 * (size_t)w.half + 2, sizeof *w.weights);
    w.slopes = w.weights ? w.weights + w.half + 1 : NULL;
    int p[2];
    const lento_kernel *found = lento_kernel_find(kernel, p);
    double x[3] = {1, 0, 1}, worst = 0;
    *last = NAN;
    if (w.model && w.weights && found &&
        lento_kernel_fill(found, p, w.half, false, w.weights) == 0 &&
        lento_kernel_fill_slope(found, p, w.half, w.slopes) == 0) {
        for (long i = 1; i <= n; i++) {
            step(&w, x, 10.0 / (double)n);
            *last = x[0] * x[0] + x[1] * x[1];
            worst = fmax(worst, 100 * fabs(*last / exact(10.0 * (double)i / (double)n, 1) - 1));
        }
    }
    free(w.weights);
    lento_model_destroy((lento_model *)w.model);
    return worst;
}

/* ---- 7.1 ---- */

static void forward_rows(paper_report *report) {
    static const struct {
        const char *cell;
        void (*step)(const window *, double[3], double);
        double eta, chain, kernel;
    } rows[] = {{"RK4_F 5.4 eps", rk4_forward, 5.4 * EPS, 0.980196, 0.962452},
                {"RK4_F 20.4 eps", rk4_forward, 20.4 * EPS, 0.994745, 0.976743},
                {"midpoint from x(t_n+eta)", midpoint_forward, 5.4 * EPS, 0.554067, 0.544785},
                {"forward Euler", euler_forward, 5.4 * EPS, 0.0226, 0.0223}};
    char cell[80];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int k = 0; k < 2; k++) {
            double last;
            march(rows[i].step, rows[i].eta, EPS / 15, "exp2", k == 1, 20, &last);
            snprintf(cell, sizeof cell, "%s, %s: xi(10)/e^20", rows[i].cell, k ? "K'*xi" : "K*xi'");
            ariel_cell(report, cell, last / exp(20), k ? rows[i].kernel : rows[i].chain, 1e-4,
                       PAPER_NOT_CONFIRMED, "a forward window lags by eta");
        }
    }
}

void ariel_linear(paper_report *report) {
    double last;
    lento_options o = ariel_slow(10, 0.5, "exp2", 5.4 * EPS, EPS / 15);
    largest_error(0, &o, &last);
    ariel_cell(report, "RK4_R, K*xi': xi(10)/e^20", last / exp(20), 0.993138, 2e-6, PAPER_CONFIRMED,
               "x3(0) = 0: backward micro runs");
    o.average[0].derivative = 1;
    largest_error(0, &o, &last);
    ariel_cell(report, "RK4_R, K'*xi: xi(10)/e^20", last / exp(20), 0.993121, 2e-6, PAPER_CONFIRMED,
               NULL);
    o.average[0].side = LENTO_FORWARD;
    for (int k = 0; k < 2; k++) {
        o.average[0].derivative = k;
        o.macro = "rk4";
        largest_error(1, &o, &last);
        ariel_cell(
            report, k ? "RK4 base x_n, K'*xi: xi(10)/e^20" : "RK4 base x_n, K*xi': xi(10)/e^20",
            last / exp(20), k ? 0.943863 : 0.961296, 1e-4, PAPER_NOT_CONFIRMED, "x3 never relaxes");
        o.macro = "midpoint";
        largest_error(1, &o, &last);
        ariel_cell(report,
                   k ? "midpoint base x_n, K'*xi: xi(10)/e^20"
                     : "midpoint base x_n, K*xi': xi(10)/e^20",
                   last / exp(20), k ? 0.532932 : 0.542028, 1e-4, PAPER_CONFIRMED, NULL);
    }
    forward_rows(report);
    ariel_cell(report, "exact xi(10)/e^20", exact(10, 1) / exp(20), 1.0000200, 1e-8,
               PAPER_NOT_CONFIRMED, "(7.2) has the wrong sign in x2 and O(eps) terms missing");
}

/* ---- Fig. 4 ---- */

static const double figure_R[] = {1.062, .5047, .2344, .1220, .0552, .0230, .0041};
static const double figure_F[] = {.342, .438, .836, 1.08};
static const double figure_OS[] = {1.039, .4975, .2329, .1230, .0582, .0285, .0136, .00648};

void ariel_figure_4(paper_report *report) {
    char cell[80];
    for (int i = 0; i < 8 && !paper_stop(report); i++) {
        const double Delta = pow(10, -1 - i / 3.0), eta = pow(EPS, 2.0 / 3) * pow(Delta, -1.0 / 3);
        const double h = pow(EPS, 13.0 / 12) * pow(Delta, 19.0 / 48),
                     n = ceil(10 / pow(Delta, 0.25));
        double last;
        lento_options o = ariel_slow(10, 10 / n, "poly-1-2", eta, h);
        if (i < 7) {
            snprintf(cell, sizeof cell, "RK4_R, Delta=10^-%.3g: E in percent", 1 + i / 3.0);
            ariel_cell(report, cell, largest_error(0, &o, &last), figure_R[i],
                       0.02 * figure_R[i] + 2e-4, PAPER_CONFIRMED, "without the dissipative mode");
        }
        if (i < 4) {
            snprintf(cell, sizeof cell, "RK4_F, Delta=10^-%.3g: E in percent", 1 + i / 3.0);
            ariel_cell(report, cell, march(rk4_forward, eta, h, "poly-1-2", false, (long)n, &last),
                       figure_F[i], 0.02 * figure_F[i], PAPER_NOT_CONFIRMED,
                       "does not converge: eta grows");
        }
        o.average[0].kernel = "oneside-3-2";
        o.average[0].side = LENTO_FORWARD;
        o.average[0].relax = 20 * EPS;
        snprintf(cell, sizeof cell, "one-sided kernel, Delta=10^-%.3g: E in percent", 1 + i / 3.0);
        ariel_cell(report, cell, largest_error(1, &o, &last), figure_OS[i], 0.02 * figure_OS[i],
                   PAPER_BEYOND, "with the dissipative mode, slope about 1");
    }
}
