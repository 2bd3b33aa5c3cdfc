/* SPDX-License-Identifier: MIT
 * Section 4: the double pendulum on a vibrated pivot by SHAKE-SHAKE and RATTLE-SHAKE (Fig. 4.1).
 *
 *   H = 1/80, 1/160, 1/320 with 0.4/H micro steps per period, window of half a period; N windows of
 *   0.2/H micro steps for SHAKE, N + 1 for RATTLE, whose step ends with the force at the new node.
 *   Figures have no digits: `expected` is an independent computation of the same runs. */
#include "calvo.h"
#include "chain_data.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_STEPS = 1280, COLUMNS = 4 };

static const char *const names[COLUMNS] = {"q1", "q2", "Lambda1", "Lambda2"};

lento_run *calvo_chain(double omega, double theta0, const lento_options *options,
                       lento_model **model) {
    const lento_setting settings[] = {{.name = "omega", .value = omega},
                                      {.name = "theta0", .value = theta0}};
    lento_run *run = NULL;
    if (lento_model_create(model, lento_problem_find("chain"), settings, 2) == LENTO_DONE) {
        lento_run_open(&run, *model, options);
    }
    return run;
}

lento_options calvo_chain_options(const char *macro, int steps, const char *micro, int n) {
    lento_options options = {.until = 1, .macro = macro, .steps = steps};
    options.average[0] = (lento_average){
        .scheme = "async", .kernel = "box", .periods = 1, .micro = micro, .micro_per_period = n};
    return options;
}

const lento_options calvo_chain_limit = {.until = 1,
                                         .macro = "dop853",
                                         .rtol = 1e-12,
                                         .atol = 1e-14,
                                         .average = {{.scheme = "averaged"}}};

/* ---- one run, looked at in all step points ---- */

typedef struct figure {
    bool good;
    int steps;
    double row[MAX_STEPS + 1][COLUMNS];
    double g, tangential, half_step; /* largest |g|, |g' V| at nodes, |g'(X_n) V_{n+1/2}| */
    lento_counts counts;
} figure;

/* g and g' v of the two rods */
static void rods(const double x[4], const double v[4], double g[2], double along[2]) {
    static const double length[2] = {0.2, 0.1};
    for (int i = 0; i < 2; i++) {
        const double dx = x[2 * i] - (i ? x[0] : 0), dy = x[2 * i + 1] - (i ? x[1] : 0);
        const double vx = v[2 * i] - (i ? v[0] : 0), vy = v[2 * i + 1] - (i ? v[1] : 0);
        g[i] = fabs(dx * dx + dy * dy - length[i] * length[i]);
        along[i] = fabs(2 * (dx * vx + dy * vy));
    }
}

static void watch_rods(figure *f, lento_run *run, double last[4], int n) {
    double g[2], along[2], v[4];
    const double *state = lento_run_state(run);
    rods(state, state + 4, g, along);
    f->g = fmax(f->g, fmax(g[0], g[1]));
    f->tangential = fmax(f->tangential, fmax(along[0], along[1]));
    for (int i = 0; i < 4 && n > 0; i++) {
        v[i] = (state[i] - last[i]) * f->steps;
    }
    if (n > 0) {
        rods(last, v, g, along);
        f->half_step = fmax(f->half_step, fmax(along[0], along[1]));
    }
    memcpy(last, state, 4 * sizeof *last);
}

static void draw(figure *f, double omega, const lento_options *options) {
    lento_model *model;
    lento_run *run = calvo_chain(omega, 0, options, &model);
    double last[4];
    memset(f, 0, sizeof *f);
    f->steps = (int)options->steps;
    f->good = run && lento_run_status(run) == LENTO_DONE;
    for (int n = 0; f->good && n <= f->steps; n++) {
        const double t = (double)n / f->steps;
        f->good = lento_run_advance(run, t) == LENTO_DONE &&
                  lento_run_columns(run, t, f->row[n]) == LENTO_DONE;
        watch_rods(f, run, last, n);
    }
    f->counts = f->good ? lento_run_counts(run) : (lento_counts){0};
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* The closed averaged form at the same points. */
static void draw_limit(figure *f, int steps) {
    lento_model *model;
    lento_run *run = calvo_chain(1e6, 0, &calvo_chain_limit, &model);
    memset(f, 0, sizeof *f);
    f->steps = steps;
    f->good = run && lento_run_status(run) == LENTO_DONE;
    for (int n = 0; f->good && n <= steps; n++) {
        const double t = (double)n / steps;
        f->good = lento_run_advance(run, t) == LENTO_DONE &&
                  lento_run_columns(run, t, f->row[n]) == LENTO_DONE;
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static double distance(const figure *a, const figure *b, int column, int steps) {
    double worst = a->good && b->good ? 0 : NAN;
    for (int n = 1; n <= steps; n++) {
        worst = fmax(worst, fabs(a->row[n][column] - b->row[n][column]));
    }
    return a->good && b->good ? worst : NAN;
}

static void add(paper_report *report, const char *cell, double published, double computed,
                double expected, double tolerance, paper_verdict verdict, const char *note) {
    paper_cell_add(report, &(paper_cell){.cell = cell,
                                         .published = published,
                                         .computed = computed,
                                         .expected = expected,
                                         .tolerance = tolerance,
                                         .verdict = verdict,
                                         .note = note});
}

/* ---- Fig. 4.1 ---- */

void calvo_figure_41(paper_report *report) {
    figure f;
    char cell[120];
    for (size_t k = 0; k < sizeof CALVO_CHAIN / sizeof *CALVO_CHAIN && !paper_stop(report); k++) {
        const double omega = CALVO_CHAIN[k].omega;
        const int N = CALVO_CHAIN[k].steps;
        const double angle = omega < 1e5 ? 1e-9 : (omega < 1e7 ? 1e-8 : 1e-6);
        const double multiplier = omega < 1e5 ? 1e-7 : 1e-5;
        const lento_options options = calvo_chain_options("shake", N, "shake", 2 * N / 5);
        draw(&f, omega, &options);
        for (int i = 0; i < 2 * COLUMNS; i++) {
            const int c = i % COLUMNS;
            const double *expected = i < COLUMNS ? CALVO_CHAIN[k].half : CALVO_CHAIN[k].one;
            snprintf(cell, sizeof cell, "H=1/%d omega=%.0e, %s at t=%s", N, omega, names[c],
                     i < COLUMNS ? "0.5" : "1");
            add(report, cell, NAN, f.good ? f.row[i < COLUMNS ? N / 2 : N][c] : NAN, expected[c],
                c < 2 ? angle : multiplier, PAPER_BEYOND,
                "a point of the curve; no digits printed");
        }
        snprintf(cell, sizeof cell, "H=1/%d omega=%.0e, micro steps", N, omega);
        const double steps = N * (double)N / 5;
        add(report, cell, N < 320 ? steps : NAN, (double)f.counts.micro_steps, steps, 0,
            N < 320 ? PAPER_CONFIRMED : PAPER_BEYOND, "N windows of half a period");
        snprintf(cell, sizeof cell, "H=1/%d omega=%.0e, max |g|", N, omega);
        add(report, cell, 0, f.good ? f.g : NAN, 0, 1e-15, PAPER_CONFIRMED,
            "rods keep their lengths");
    }
}

/* ---- constraints on velocities, RATTLE ---- */

static void rattle_cells(paper_report *report, int N, double omega, double noise) {
    figure shake, rattle;
    char cell[120];
    lento_options options = calvo_chain_options("shake", N, "shake", 2 * N / 5);
    draw(&shake, omega, &options);
    options.macro = "rattle";
    draw(&rattle, omega, &options);
    snprintf(cell, sizeof cell, "RATTLE H=1/%d omega=%.0e, micro steps", N, omega);
    add(report, cell, NAN, (double)rattle.counts.micro_steps, (N + 1) * N / 5.0, 0, PAPER_BEYOND,
        "N + 1 windows: the last one completes the velocity");
    snprintf(cell, sizeof cell, "RATTLE H=1/%d omega=%.0e, max |g|", N, omega);
    add(report, cell, 0, rattle.good ? rattle.g : NAN, 0, 1e-15, PAPER_CONFIRMED, NULL);
    snprintf(cell, sizeof cell, "RATTLE H=1/%d omega=%.0e, max |g'V|", N, omega);
    add(report, cell, 0, rattle.good ? rattle.tangential : NAN, 0, 1e-14, PAPER_CONFIRMED,
        "velocities are tangential");
    snprintf(cell, sizeof cell, "SHAKE against RATTLE H=1/%d omega=%.0e, max |dq|", N, omega);
    add(report, cell, 0, fmax(distance(&shake, &rattle, 0, N), distance(&shake, &rattle, 1, N)), 0,
        noise, PAPER_CONFIRMED, "the same positions up to rounding");
    if (omega == 1e6) {
        snprintf(cell, sizeof cell, "SHAKE H=1/%d omega=%.0e, max |g'(X_n) V_{n+1/2}|", N, omega);
        add(report, cell, NAN, shake.half_step, N == 80 ? 0.107 : (N == 160 ? 0.051 : 0.026), 6e-4,
            PAPER_BEYOND, "O(H)");
    }
}

void calvo_section_4_rattle(paper_report *report) {
    static const double omega[3] = {1e4, 1e6, 1e8}, noise[3] = {2e-11, 2e-9, 5e-7};
    for (int N = 80; N <= 320 && !paper_stop(report); N *= 2) {
        for (int k = 0; k < 3; k++) {
            rattle_cells(report, N, omega[k], noise[k]);
        }
    }
}

/* ---- how much the frequency matters, and the limit ---- */

void calvo_section_4_limit(paper_report *report) {
    figure a[3], limit;
    static const double omega[3] = {1e4, 1e6, 1e8};
    static const struct {
        int N;
        double error[COLUMNS];
    } table[] = {{80, {2.0912e-1, 7.1315e-1, 7.81e-1, 1.319}},
                 {160, {5.5699e-2, 1.8938e-1, 3.36e-1, 5.00e-1}},
                 {320, {1.4299e-2, 4.8062e-2, 8.99e-2, 1.358e-1}},
                 {640, {3.5776e-3, 1.2031e-2, 2.28e-2, 3.41e-2}},
                 {1280, {8.8885e-4, 2.9885e-3, 5.66e-3, 8.49e-3}}};
    char cell[120];
    for (int N = 80; N <= 160; N *= 2) {
        for (int k = 0; k < 3; k++) {
            const lento_options options = calvo_chain_options("shake", N, "shake", 2 * N / 5);
            draw(&a[k], omega[k], &options);
        }
        snprintf(cell, sizeof cell, "H=1/%d, max |q2(1e8) - q2(1e6)|", N);
        add(report, cell, 0, distance(&a[2], &a[1], 1, N), N == 80 ? 2.1e-3 : 2.6e-3, 6e-5,
            PAPER_CONFIRMED, "omega = 1e6 and 1e8 lead to the same results");
        if (N == 80) {
            const char *note = "omega = 1e4 does not lead to the same results";
            add(report, "H=1/80, max |q2(1e6) - q2(1e4)|", 0, distance(&a[1], &a[0], 1, N), 0.30,
                6e-3, PAPER_NOT_CONFIRMED, note);
            add(report, "H=1/80, max |q2(1e6) - q2(1e4)|, t <= 0.5", 0,
                distance(&a[1], &a[0], 1, N / 2), 0.085, 6e-4, PAPER_NOT_CONFIRMED, note);
            add(report, "H=1/80, max |Lambda2(1e6) - Lambda2(1e4)|", 0,
                distance(&a[1], &a[0], 3, N), 0.59, 6e-3, PAPER_NOT_CONFIRMED, note);
        }
    }
    for (size_t k = 0; k < sizeof table / sizeof *table && !paper_stop(report); k++) {
        const int N = table[k].N;
        const lento_options options = calvo_chain_options("shake", N, "shake", 2 * N / 5);
        draw(&a[0], 1e8, &options);
        draw_limit(&limit, N);
        for (int c = 0; c < COLUMNS; c++) {
            snprintf(cell, sizeof cell, "H=1/%d omega=1e8, error in %s", N, names[c]);
            add(report, cell, NAN, distance(&a[0], &limit, c, N), table[k].error[c],
                (c < 2 ? 1e-3 : 6e-3) * table[k].error[c], PAPER_BEYOND,
                "against the closed averaged form; order 2");
        }
    }
}
