/* SPDX-License-Identifier: MIT
 * An own first-order problem in the shape GSL users know, x' = f(t, x): the Lotka-Volterra cycle,
 * integrated by the 8th-order method with error control. Nothing is fast here, so the run is
 * direct; its invariant tells how good it is. An argument is another relative tolerance. */
#include <inttypes.h>
#include <lento/lento.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int field(double t, const double x[], double dxdt[], void *params) {
    const double *rate = params;
    (void)t;
    dxdt[0] = x[0] * (rate[0] - x[1]);
    dxdt[1] = x[1] * (x[0] - rate[1]);
    return 0;
}

static double invariant(const double x[], const double rate[]) {
    return x[0] + x[1] - rate[1] * log(x[0]) - rate[0] * log(x[1]);
}

int main(int argc, char **argv) {
    const double rtol = argc > 1 ? strtod(argv[1], NULL) : 1e-10;
    double rate[2] = {1.0, 0.5};
    const double start[2] = {2, 1};
    const lento_system system = {.order = 1, .size = 2, .field = field, .params = rate};
    const lento_options options = {.until = 50, .macro = "dop853", .rtol = rtol, .atol = 1e-12};
    lento_run *run = NULL;
    double drift = 0, x[2];
    int code = 1;

    lento_status status = lento_run_create(&run, &system, start, &options);
    for (int k = 1; status == LENTO_DONE && k <= 10; k++) {
        const double t = 5.0 * k;
        status = lento_run_advance(run, t); /* to the end of the step that contains t */
        if (status == LENTO_DONE) {
            status = lento_run_at(run, t, x); /* and back to t by interpolation */
        }
        if (status == LENTO_DONE) {
            printf("%5.1f  %.8f  %.8f\n", t, x[0], x[1]);
            drift = fmax(drift, fabs(invariant(x, rate) - invariant(start, rate)));
        }
    }
    if (status != LENTO_DONE) {
        fprintf(stderr, "%s\n", lento_run_error(run));
    } else {
        const lento_counts counts = lento_run_counts(run);
        printf("%" PRId64 " steps, %" PRId64 " rejected, the invariant drifts by %.1e\n",
               counts.macro_steps, counts.rejected_steps, drift);
        code = drift < 1000 * rtol ? 0 : 1;
    }
    lento_run_destroy(run);
    return code;
}
