/* SPDX-License-Identifier: MIT
 *
 * bench/top.c - what the core costs a spinning top. bobenko-suris on the start-up top of bodack,
 * eps = 0.2, through a run of the problem `top` (model, stepper, parts of a splitting, counts,
 * checks for failure) against the loop a user would write for this one map: one function,
 * everything in local variables.
 *
 *     bench_top             best of 20 of each, taken in turns; exit 1 if the ratio exceeds 1.5 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lento/problem.h"
#include "lento/top.h"

#define LIMIT 1.5

enum { STEPS = 20000, ROUNDS = 20 };
static const double eps = 0.2;

/* bodack B1: m += eps p e3 x a, then q <- (1, eps m/2) q (1, -s T) (1, s/alpha T), normalised */
static void by_hand(const lento_top *top, long steps, double state[]) {
    double w = state[0], x = state[1], y = state[2], z = state[3];
    double m1 = state[4], m2 = state[5], m3 = state[6];
    const double weight = eps * top->mass * top->gravity * top->centre[2];
    const double half = eps / (2 * top->transverse), ratio = top->transverse / top->axial;
    for (long k = 0; k < steps; k++) {
        const double a1 = 2 * (x * z + w * y), a2 = 2 * (y * z - w * x);
        const double a3 = (w * w + z * z) - (x * x + y * y);
        m1 -= weight * a2;
        m2 += weight * a1;
        const double h1 = half * m1, h2 = half * m2, h3 = half * m3;
        const double s = h1 * a1 + h2 * a2 + h3 * a3, t = s * ratio;
        /* turn about the axis first: (1, -s T)(1, t T) = (1 + s t, (t - s) T) */
        const double c = 1 + s * t, d = t - s;
        const double rw = w * c - z * d, rx = x * c + y * d, ry = y * c - x * d, rz = z * c + w * d;
        const double qw = rw - h1 * rx - h2 * ry - h3 * rz;
        const double qx = rx + h1 * rw + h2 * rz - h3 * ry;
        const double qy = ry + h2 * rw + h3 * rx - h1 * rz;
        const double qz = rz + h3 * rw + h1 * ry - h2 * rx;
        const double scale = 1 / sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
        w = scale * qw;
        x = scale * qx;
        y = scale * qy;
        z = scale * qz;
    }
    const double end[LENTO_TOP_STATE] = {w, x, y, z, m1, m2, m3};
    memcpy(state, end, sizeof end);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* time per step of a run; its end state */
static double by_library(const lento_model *model, double state[]) {
    const lento_options options = {
        .until = eps * STEPS, .macro = "bobenko-suris", .macro_step = eps};
    lento_run *run = NULL;
    double best = NAN;
    if (lento_run_open(&run, model, &options) == LENTO_DONE) {
        const double start = seconds();
        lento_run_advance(run, options.until);
        best = (seconds() - start) / STEPS;
        memcpy(state, lento_run_state(run), LENTO_TOP_STATE * sizeof *state);
    }
    lento_run_destroy(run);
    return best;
}

int main(void) {
    const lento_setting tilt = {.name = "tilt", .value = 45};
    lento_model *model = NULL;
    if (lento_model_create(&model, lento_problem_find("top"), &tilt, 1) != LENTO_DONE) {
        fprintf(stderr, "%s\n", model ? lento_model_error(model) : "out of memory");
        return 1;
    }
    const lento_top *top = lento_model_system(model)->params;
    double plain = INFINITY, library = INFINITY, hand[LENTO_TOP_STATE], run[LENTO_TOP_STATE];
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(hand, lento_model_state(model), sizeof hand);
        const double start = seconds();
        by_hand(top, STEPS, hand);
        plain = fmin(plain, (seconds() - start) / STEPS);
        library = fmin(library, by_library(model, run));
    }
    const double ratio = library / plain, apart = lento_top_attitude_error(hand, run);
    lento_model_destroy(model);
    printf("Lagrange top, bobenko-suris, eps = %g: %d steps, best of %d\n", eps, STEPS, ROUNDS);
    printf("  by hand   %6.2f ns per step\n", 1e9 * plain);
    printf("  lento     %6.2f ns per step, ratio %.3f (limit %.2f)\n", 1e9 * library, ratio, LIMIT);
    if (!(apart < 1e-8)) {
        printf("not the same computation: attitudes differ by %.3g\n", apart);
        return 1;
    }
    return ratio <= LIMIT ? 0 : 1;
}
