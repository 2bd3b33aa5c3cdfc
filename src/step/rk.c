/* SPDX-License-Identifier: MIT
 *
 * rk.c - explicit Runge-Kutta methods of fixed step on the first-order view of any system:
 * `euler`, `midpoint`, `rk4`. The first stage is the node's cached rate. */
#include <string.h>

#include "step/stepper.h"

typedef struct tableau {
    int stages;
    const double *c, *a, *b; /* a: strictly lower triangle, row by row */
} tableau;

static const tableau EULER = {1, (const double[]){0}, NULL, (const double[]){1}};
static const tableau MIDPOINT = {2, (const double[]){0, 0.5}, (const double[]){0.5},
                                 (const double[]){0, 1}};
static const tableau RK4 = {4, (const double[]){0, 0.5, 0.5, 1},
                            (const double[]){0.5, 0, 0.5, 0, 0, 1},
                            (const double[]){1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};

static void carve(lento_stepper *s, lento_arena *arena) {
    s->work = lento_take(arena, 5 * s->size);
}

static int runge_kutta(lento_stepper *s, const tableau *method) {
    if (lento_stepper_rate(s)) {
        return -1;
    }
    const int size = s->size;
    double *k = s->work, *point = s->work + 4 * size;
    lento_stepper_node_field(s, k);
    const double *row = method->a;
    for (int stage = 1; stage < method->stages; stage++) {
        for (int i = 0; i < size; i++) {
            double sum = 0;
            for (int j = 0; j < stage; j++) {
                sum += row[j] * k[j * size + i];
            }
            point[i] = s->y[i] + s->h * sum;
        }
        row += stage;
        double t;
        lento_phase phase[LENTO_MAX_SCALES];
        lento_ticker_at(&s->ticker, method->c[stage], &t, phase);
        if (lento_stepper_field(s, t, phase, point, &k[stage * size])) {
            return -1;
        }
    }
    for (int i = 0; i < size; i++) {
        double sum = 0;
        for (int j = 0; j < method->stages; j++) {
            sum += method->b[j] * k[j * size + i];
        }
        s->y[i] += s->h * sum;
    }
    s->fresh = false;
    return 0;
}

static int euler(lento_stepper *s) {
    return runge_kutta(s, &EULER);
}
static int midpoint(lento_stepper *s) {
    return runge_kutta(s, &MIDPOINT);
}
static int rk4(lento_stepper *s) {
    return runge_kutta(s, &RK4);
}

const lento_method lento_method_euler = {
    .name = "euler",
    .doc = "explicit Euler",
    .paper = "ariel",
    .order = 1,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .carve = carve,
    .rate = lento_stepper_node_rate,
    .step = euler,
};
const lento_method lento_method_midpoint = {
    .name = "midpoint",
    .doc = "explicit midpoint rule",
    .paper = "ariel",
    .order = 2,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .carve = carve,
    .rate = lento_stepper_node_rate,
    .step = midpoint,
};
const lento_method lento_method_rk4 = {
    .name = "rk4",
    .doc = "the classical Runge-Kutta method",
    .paper = "ariel",
    .order = 4,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .carve = carve,
    .rate = lento_stepper_node_rate,
    .step = rk4,
};
