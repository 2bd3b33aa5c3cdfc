/* SPDX-License-Identifier: MIT
 * Section 3: several degrees of freedom, on the two-dimensional problem `vibrated`.
 *
 *   F(X) by (3.7) at X = (0.4, -0.3); the multiscale force against it: order 1 in 1/omega (with the
 *   micro step removed by extrapolation) and order 2 in the micro step. With forcing that is not
 *   even the exponential kernel converges, the simple filter does not. */
#include "calvo.h"

typedef struct vector {
    double x, y;
} vector;

/* The force with scheme async and these words, or by (3.7) for "averaged". */
static vector force(const lento_model *model, const char *scheme, int n) {
    const double X[4] = {0.4, -0.3, 0, 0};
    double F[2] = {NAN, NAN};
    lento_options o = paper_options("macro=verlet until=1 steps=100 scheme=%s", scheme);
    if (n > 0) {
        o = paper_with(o, "micro=verlet micro_per_period=%d", n);
    }
    lento_run *run = paper_open(model, o);
    lento_run_rate(run, 0, X, F);
    lento_run_destroy(run);
    return (vector){F[0], F[1]};
}

static double distance(vector a, vector b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static lento_model *vibrated(double omega, const char *more) {
    return paper_model("vibrated omega=%.17g %s", omega, more);
}

/* Distance of the multiscale force from (3.7), the error h^2 of the micro step extrapolated away. */
static double limit_distance(double omega) {
    const lento_model *model = vibrated(omega, "psi1=0 psi2=0");
    const vector a = force(model, "async kernel=box periods=1", 256),
                 b = force(model, "async kernel=box periods=1", 512);
    return distance((vector){b.x + (b.x - a.x) / 3, b.y + (b.y - a.y) / 3},
                    force(model, "averaged", 0));
}

void calvo_section_3(paper_report *report) {
    static const double expected[] = {2.18e-2, 5.02e-3, 1.23e-3, 3.07e-4};
    const lento_model *model = vibrated(1e6, "psi1=0 psi2=0"),
                      *uneven = vibrated(1e4, "psi1=0.9 psi2=0.4");
    const vector F = force(model, "averaged", 0);
    paper_add(report, F.x, -0.468662535, 1e-9, "X = (0.4, -0.3)", "F1 by (3.7)");
    paper_add(report, F.y, 0.4532683885, 1e-10, "X = (0.4, -0.3)", "F2 by (3.7)");
    for (double omega = 1e3; omega < 2e5; omega *= 10) {
        paper_add(report, omega * limit_distance(omega), 1.137, 5e-3, "order 1 in 1/omega",
                  "omega=%g, omega * |F_multiscale - F|, h -> 0", omega);
    }
    for (int i = 0; i < 4; i++) {
        paper_add(report, distance(force(model, "async kernel=box periods=1", 8 << i), F),
                  WITHIN(expected[i], 0.006), "order 2 in h",
                  "omega=1e6, %d micro steps per period, |F_multiscale - F|", 8 << i);
    }
    paper_add(
        report,
        distance(force(uneven, "async kernel=exp1 periods=40", 256), force(uneven, "averaged", 0)),
        0, 1e-3, "converges", "forcing not even, exponential kernel, omega=1e4");
}
