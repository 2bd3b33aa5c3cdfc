/* SPDX-License-Identifier: MIT
 *
 * rk.c - explicit Runge-Kutta methods of fixed step on the first-order view of any system:
 * `euler`, `midpoint`, `rk4`. The first stage is the node's cached rate. */
#include <string.h>

#include "step/stepper.h"

typedef struct tableau {
    int stages;
    double c[4], a[6], b[4]; /* a: strictly lower triangle, row by row */
} tableau;

static int step(lento_stepper *s) {
    const tableau *method = s->method->coefficients;
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
        if (lento_stepper_field_at(s, method->c[stage], point, &k[stage * size])) {
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

#define RUNGE_KUTTA(identifier, text, description, p, ...)                                         \
    const lento_method lento_method_##identifier = {                                               \
        .name = text,                                                                              \
        .doc = description,                                                                        \
        .paper = "ariel",                                                                          \
        .order = p,                                                                                \
        .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,                                           \
        .coefficients = &(const tableau){__VA_ARGS__},                                             \
        .work = 5,                                                                                 \
        .rate = lento_stepper_node_rate,                                                           \
        .step = step,                                                                              \
    }

RUNGE_KUTTA(euler, "euler", "explicit Euler", 1, .stages = 1, .b = {1});
RUNGE_KUTTA(midpoint, "midpoint", "explicit midpoint rule", 2, .stages = 2, .c = {0, 0.5},
            .a = {0.5}, .b = {0, 1});
RUNGE_KUTTA(rk4, "rk4", "the classical Runge-Kutta method", 4, .stages = 4, .c = {0, 0.5, 0.5, 1},
            .a = {0.5, 0, 0.5, 0, 0, 1}, .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6});
