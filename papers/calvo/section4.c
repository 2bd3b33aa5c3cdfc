/* SPDX-License-Identifier: MIT
 * Section 4: the double pendulum on a vibrated pivot by SHAKE-SHAKE and RATTLE-SHAKE (Fig. 4.1).
 *
 *   H = 1/80, 1/160, 1/320 with 0.4/H micro steps per period, window of half a period; N windows of
 *   0.2/H micro steps for SHAKE, N + 1 for RATTLE, whose step ends with the force at the new node.
 *   Figures have no digits: `expected` is an independent computation of the same runs. */
#include "calvo.h"
#include "data.h"

#include <string.h>

enum { COLUMNS = 4 };
static const char *const names[COLUMNS] = {"q1", "q2", "Lambda1", "Lambda2"};
static const double omegas[3] = {1e4, 1e6, 1e8};

lento_options calvo_chain(const char *macro, int steps, const char *micro, int n) {
    return paper_options("scheme=async kernel=box periods=1 until=1 macro=%s steps=%d micro=%s "
                         "micro_per_period=%d",
                         macro, steps, micro, n);
}

/* as in the paper: 0.4/H micro steps per period */
static lento_options printed(const char *macro, int N) {
    return calvo_chain(macro, N, "shake", 2 * N / 5);
}

static void draw(paper_path *path, double omega, lento_options o) {
    paper_follow(path, paper_model("chain omega=%g", omega), o, (int)o.steps);
}

/* ---- the rods in all step points ---- */

typedef struct rods {
    double g, tangential, half_step; /* largest |g|, |g' V| at nodes, |g'(X_n) V_{n+1/2}| */
} rods;

/* the larger of what g and g' v of the two rods are, and of what was there */
static void widen(const double x[4], const double v[4], double *g, double *along) {
    static const double length[2] = {0.2, 0.1};
    for (int i = 0; i < 2; i++) {
        const double dx = x[2 * i] - (i ? x[0] : 0), dy = x[2 * i + 1] - (i ? x[1] : 0);
        const double vx = v[2 * i] - (i ? v[0] : 0), vy = v[2 * i + 1] - (i ? v[1] : 0);
        *g = fmax(*g, fabs(dx * dx + dy * dy - length[i] * length[i]));
        *along = fmax(*along, fabs(2 * (dx * vx + dy * vy)));
    }
}

static rods watch_rods(double omega, lento_options o) {
    rods r = {0, 0, 0};
    lento_run *run = paper_open(paper_model("chain omega=%g", omega), o);
    double last[4], v[4], ignored = 0;
    for (int64_t n = 0; n <= o.steps; n++) {
        if (lento_run_advance(run, (double)n / (double)o.steps) != LENTO_DONE) {
            r = (rods){NAN, NAN, NAN};
            break;
        }
        const double *state = lento_run_state(run);
        widen(state, state + 4, &r.g, &r.tangential);
        for (int i = 0; n > 0 && i < 4; i++) {
            v[i] = (state[i] - last[i]) * (double)o.steps;
        }
        if (n > 0) {
            widen(last, v, &ignored, &r.half_step);
        }
        memcpy(last, state, sizeof last);
    }
    lento_run_destroy(run);
    return r;
}

/* largest difference of a column in the first `steps` points of two runs with equal steps */
static double distance(const paper_path *a, const paper_path *b, int column, int steps) {
    double worst = a->points > steps && b->points > steps ? 0 : NAN;
    for (int n = 1; n <= steps; n++) {
        paper_widen(&worst, fabs(a->column[column][n] - b->column[column][n]));
    }
    return worst;
}

/* ---- Fig. 4.1 ---- */

void calvo_figure_41(paper_report *report) {
    static paper_path path;
    for (int k = 0; k < CALVO_CHAIN_ROWS; k++) {
        const double omega = omegas[k % 3];
        const int N = 80 << k / 3;
        const double angle = omega < 1e5 ? 1e-9 : (omega < 1e7 ? 1e-8 : 1e-6);
        const double multiplier = omega < 1e5 ? 1e-7 : 1e-5, steps = N * (double)N / 5;
        draw(&path, omega, printed("shake", N));
        for (int i = 0; i < 2 * COLUMNS; i++) {
            const int c = i % COLUMNS;
            paper_add(report, path.column[c][i < COLUMNS ? N / 2 : N], calvo_chain_ends[k][i],
                      c < 2 ? angle : multiplier, "a point of the curve; no digits printed",
                      "H=1/%d omega=%.0e, %s at t=%s", N, omega, names[c],
                      i < COLUMNS ? "0.5" : "1");
        }
        paper_add_printed(report, N < 320 ? steps : NAN, N < 320 ? AGREES : COMPUTED,
                          path.work.micro, steps, 0, "N windows of half a period",
                          "H=1/%d omega=%.0e, micro steps", N, omega);
        paper_add_printed(report, 0, AGREES, watch_rods(omega, printed("shake", N)).g, 0, 1e-15,
                          "rods keep their lengths", "H=1/%d omega=%.0e, max |g|", N, omega);
    }
}

/* ---- constraints on velocities, RATTLE ---- */

static void rattle_cells(paper_report *report, int N, double omega, double noise) {
    static paper_path shake, rattle;
    const rods tight = watch_rods(omega, printed("rattle", N));
    draw(&shake, omega, printed("shake", N));
    draw(&rattle, omega, printed("rattle", N));
    paper_add(report, rattle.work.micro, (N + 1) * N / 5.0, 0,
              "N + 1 windows: the last one completes the velocity",
              "RATTLE H=1/%d omega=%.0e, micro steps", N, omega);
    paper_add_printed(report, 0, AGREES, tight.g, 0, 1e-15, NULL,
                      "RATTLE H=1/%d omega=%.0e, max |g|", N, omega);
    paper_add_printed(report, 0, AGREES, tight.tangential, 0, 1e-14, "velocities are tangential",
                      "RATTLE H=1/%d omega=%.0e, max |g'V|", N, omega);
    paper_add_printed(report, 0, AGREES, paper_distance(&shake, &rattle, 0, 2), 0, noise,
                      "the same positions up to rounding",
                      "SHAKE against RATTLE H=1/%d omega=%.0e, max |dq|", N, omega);
    if (omega == 1e6) {
        paper_add(report, watch_rods(omega, printed("shake", N)).half_step,
                  N == 80 ? 0.107 : (N == 160 ? 0.051 : 0.026), 6e-4, "O(H)",
                  "SHAKE H=1/%d omega=%.0e, max |g'(X_n) V_{n+1/2}|", N, omega);
    }
}

void calvo_rattle(paper_report *report) {
    static const double noise[3] = {2e-11, 2e-9, 5e-7};
    for (int N = 80; N <= 320; N *= 2) {
        for (int k = 0; k < 3; k++) {
            rattle_cells(report, N, omegas[k], noise[k]);
        }
    }
}

/* ---- how much the frequency matters, and the limit ---- */

static void frequency_matters(paper_report *report) {
    static paper_path a[3];
    const char *note = "omega = 1e4 does not lead to the same results";
    for (int N = 80; N <= 160; N *= 2) {
        for (int k = 0; k < 3; k++) {
            draw(&a[k], omegas[k], printed("shake", N));
        }
        paper_add_printed(
            report, 0, AGREES, distance(&a[2], &a[1], 1, N), N == 80 ? 2.1e-3 : 2.6e-3, 6e-5,
            "omega = 1e6 and 1e8 lead to the same results", "H=1/%d, max |q2(1e8) - q2(1e6)|", N);
        if (N == 80) {
            paper_add_printed(report, 0, DIFFERS, distance(&a[1], &a[0], 1, N), 0.30, 6e-3, note,
                              "H=1/80, max |q2(1e6) - q2(1e4)|");
            paper_add_printed(report, 0, DIFFERS, distance(&a[1], &a[0], 1, N / 2), 0.085, 6e-4,
                              note, "H=1/80, max |q2(1e6) - q2(1e4)|, t <= 0.5");
            paper_add_printed(report, 0, DIFFERS, distance(&a[1], &a[0], 3, N), 0.59, 6e-3, note,
                              "H=1/80, max |Lambda2(1e6) - Lambda2(1e4)|");
        }
    }
}

void calvo_limit(paper_report *report) {
    static paper_path path, limit;
    static const double error[][COLUMNS] = {{2.0912e-1, 7.1315e-1, 7.81e-1, 1.319},
                                            {5.5699e-2, 1.8938e-1, 3.36e-1, 5.00e-1},
                                            {1.4299e-2, 4.8062e-2, 8.99e-2, 1.358e-1},
                                            {3.5776e-3, 1.2031e-2, 2.28e-2, 3.41e-2},
                                            {8.8885e-4, 2.9885e-3, 5.66e-3, 8.49e-3}};
    frequency_matters(report);
    for (int k = 0; k < 5; k++) {
        const int N = 80 << k;
        draw(&path, 1e8, printed("shake", N));
        paper_follow(&limit, paper_model("chain omega=1e6"), paper_accurate("averaged until=1"), N);
        for (int c = 0; c < COLUMNS; c++) {
            paper_add(report, distance(&path, &limit, c, N),
                      WITHIN(error[k][c], c < 2 ? 1e-3 : 6e-3),
                      "against the closed averaged form; order 2", "H=1/%d omega=1e8, error in %s",
                      N, names[c]);
        }
    }
}
