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
#include "average/kernel.h"

#include <stdlib.h>
#include <string.h>

#define EPS    1e-5
#define LINEAR "linear-dissipative eps=1e-5 x3=%d"

static double exact(double t, double x3) {
    const double scale = 2 * EPS * x3 / ((1 + EPS) * (1 + EPS) + 1);
    const double re = 1 + scale * (1 + EPS), im = scale;
    return (re * re + im * im) * exp(2 * t);
}

double ariel_percent(int x3, lento_options o, double *last) {
    double worst = 0, row[PAPER_COLUMNS] = {0};
    lento_run *run = paper_open(paper_model(LINEAR, x3), o);
    const int64_t n = lround(o.until / o.macro_step);
    for (int64_t i = 1; i <= n; i++) {
        const double t = o.until * (double)i / (double)n;
        paper_read(run, t, row);
        paper_widen(&worst, 100 * fabs(row[3] / exact(t, x3) - 1));
    }
    if (last) {
        *last = row[3];
    }
    lento_run_destroy(run);
    return worst;
}

/* ---- the forward form as published ---- */

enum { MOST = 8000 };

typedef struct window {
    const lento_model *model;
    double eta, h;
    bool derivative; /* K' xi instead of K xi' */
    double weights[MOST + 1], slopes[MOST + 1];
    int half; /* micro steps of half the window */
} window;

/* F = <xi'> over [0, 2 eta] from x, middle = x(eta) */
static double forward(const window *w, const double x[3], double middle[3]) {
    const lento_system *system = lento_model_system(w->model);
    lento_options o = {.until = 2 * w->eta, .macro = "rk4", .steps = 2L * w->half};
    lento_run *run = NULL;
    double F = 0, dx[3];
    const lento_status status = lento_run_create(&run, system, x, &o);
    paper_need(status);
    if (status != LENTO_DONE) {
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

/* The forward forms: windows at the stage points, sums of rates lifted at the windows' middles,
 * added to the middle of the first window. Midpoint: (5.6)-(5.7) from x(t_n + eta). */
typedef struct form {
    int stages;
    double weight[4], reach[4];
    bool shorter; /* the jump is H - eta */
} form;
static const form rk4 = {4, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, {0, 0.5, 0.5, 1}, true},
                  midpoint = {2, {0, 1}, {0, 0.5}, false}, euler = {1, {1}, {0}, false};

static void step(const form *f, const window *w, double x[3], double H) {
    const double J = f->shorter ? H - w->eta : H;
    double base[3], k[3] = {0}, l[3], sum[3] = {0};
    for (int stage = 0; stage < f->stages; stage++) {
        double middle[3], start[3];
        moved(x, J * f->reach[stage], k, start);
        const double F = forward(w, start, middle);
        lift(start, F, k);
        lift(middle, F, l);
        moved(sum, f->weight[stage], l, sum);
        if (stage == 0) {
            memcpy(base, middle, sizeof base);
        }
    }
    moved(base, J, sum, x);
}

/* largest error in percent over [0, 10], and xi(10) */
static double march(const form *f, double eta, double h, const char *kernel, bool derivative,
                    int64_t n, double *last) {
    window w = {paper_model(LINEAR, 1), eta, h, derivative, {0}, {0}, (int)lround(eta / h)};
    int p[2];
    const lento_kernel *found = lento_kernel_find(kernel, p);
    double x[3] = {1, 0, 1}, worst = 0;
    w.h = eta / w.half;
    if (w.half > MOST || lento_kernel_fill(found, p, w.half, false, w.weights) ||
        lento_kernel_fill_slope(found, p, w.half, w.slopes)) {
        return *last = NAN;
    }
    for (int64_t i = 1; i <= n; i++) {
        step(f, &w, x, 10.0 / (double)n);
        *last = x[0] * x[0] + x[1] * x[1];
        paper_widen(&worst, 100 * fabs(*last / exact(10.0 * (double)i / (double)n, 1) - 1));
    }
    return worst;
}

/* ---- 7.1 ---- */

static void forward_rows(paper_report *report) {
    static const struct {
        const char *cell;
        const form *form;
        double eta, chain, kernel;
    } rows[] = {{"RK4_F 5.4 eps", &rk4, 5.4 * EPS, 0.980196, 0.962452},
                {"RK4_F 20.4 eps", &rk4, 20.4 * EPS, 0.994745, 0.976743},
                {"midpoint from x(t_n+eta)", &midpoint, 5.4 * EPS, 0.554067, 0.544785},
                {"forward Euler", &euler, 5.4 * EPS, 0.0226, 0.0223}};
    for (size_t i = 0; i < PAPER_LENGTH(rows); i++) {
        for (int k = 0; k < 2; k++) {
            double last;
            march(rows[i].form, rows[i].eta, EPS / 15, "exp2", k == 1, 20, &last);
            paper_add(report, last / exp(20), k ? rows[i].kernel : rows[i].chain, 1e-4,
                      "a forward window lags by eta", "%s, %s: xi(10)/e^20", rows[i].cell,
                      k ? "K'*xi" : "K*xi'");
        }
    }
}

void ariel_linear(paper_report *report) {
    static const struct {
        const char *name, *macro;
        int x3, derivative;
        double expected, tolerance;
        const char *note;
    } rows[] = {{"RK4_R", "rk4", 0, 0, 0.993138, 2e-6, "x3(0) = 0: backward micro runs"},
                {"RK4_R", "rk4", 0, 1, 0.993121, 2e-6, NULL},
                {"RK4 base x_n", "rk4", 1, 0, 0.961296, 1e-4, "x3 never relaxes"},
                {"midpoint base x_n", "midpoint", 1, 0, 0.542028, 1e-4, NULL},
                {"RK4 base x_n", "rk4", 1, 1, 0.943863, 1e-4, "x3 never relaxes"},
                {"midpoint base x_n", "midpoint", 1, 1, 0.532932, 1e-4, NULL}};
    for (size_t i = 0; i < PAPER_LENGTH(rows); i++) {
        double last;
        lento_options o =
            paper_with(ariel_slow(10, 0.5, "exp2", 5.4 * EPS, EPS / 15), "macro=%s derivative=%s",
                       rows[i].macro, rows[i].derivative ? "kernel" : "chain");
        o = rows[i].x3 ? paper_with(o, "side=forward") : o;
        ariel_percent(rows[i].x3, o, &last);
        paper_add(report, last / exp(20), rows[i].expected, rows[i].tolerance, rows[i].note,
                  "%s, %s: xi(10)/e^20", rows[i].name, rows[i].derivative ? "K'*xi" : "K*xi'");
    }
    forward_rows(report);
    paper_add(report, exact(10, 1) / exp(20), 1.0000200, 1e-8,
              "(7.2) has the wrong sign in x2 and O(eps) terms missing", "exact xi(10)/e^20");
}

/* ---- Fig. 4 ---- */

ariel_balance ariel_balanced(int i) {
    const double Delta = pow(10, -1 - i / 3.0);
    return (ariel_balance){Delta, pow(EPS, 2.0 / 3) * pow(Delta, -1.0 / 3),
                           pow(EPS, 13.0 / 12) * pow(Delta, 19.0 / 48),
                           ceil(10 / pow(Delta, 0.25))};
}

lento_options ariel_balanced_options(ariel_balance b, int x3) {
    const lento_options o =
        ariel_slow(10, 10 / b.steps, x3 ? "oneside-3-2" : "poly-1-2", b.eta, b.h);
    return x3 ? paper_with(o, "side=forward relax=%.17g", 20 * EPS) : o;
}

void ariel_figure_4(paper_report *report) {
    static const double R[] = {1.062, .5047, .2344, .1220, .0552, .0230, .0041};
    static const double F[] = {.342, .438, .836, 1.08};
    static const double OS[] = {1.039, .4975, .2329, .1230, .0582, .0285, .0136, .00648};
    for (int i = 0; i < 8; i++) {
        const ariel_balance b = ariel_balanced(i);
        const double power = 1 + i / 3.0;
        double last;
        if (i < 7) {
            paper_add(report, ariel_percent(0, ariel_balanced_options(b, 0), NULL), R[i],
                      0.02 * R[i] + 2e-4, "without the dissipative mode",
                      "RK4_R, Delta=10^-%.3g: E in percent", power);
        }
        if (i < 4) {
            paper_add(report, march(&rk4, b.eta, b.h, "poly-1-2", false, (int64_t)b.steps, &last),
                      WITHIN(F[i], 0.02), "does not converge: eta grows",
                      "RK4_F, Delta=10^-%.3g: E in percent", power);
        }
        paper_add(report, ariel_percent(1, ariel_balanced_options(b, 1), NULL), WITHIN(OS[i], 0.02),
                  "with the dissipative mode, slope about 1",
                  "one-sided kernel, Delta=10^-%.3g: E in percent", power);
    }
}
