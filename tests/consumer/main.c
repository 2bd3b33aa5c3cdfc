/* SPDX-License-Identifier: MIT
 * A program of somebody else: x' = -x with the classical Runge-Kutta method. Exits 0 if the
 * library it was linked with gives exp(-1). */
#include <lento/lento.h>
#include <lento/top.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int decay(double t, const double x[], double dxdt[], void *params) {
    (void)t;
    (void)params;
    dxdt[0] = -x[0];
    return 0;
}

int main(void) {
    const lento_system system = {.order = 1, .size = 1, .field = decay};
    const lento_options options = {.until = 1, .macro = "rk4", .steps = 100};
    const double start[] = {1};
    lento_run *run = NULL;
    lento_status status = lento_run_create(&run, &system, start, &options);
    if (status == LENTO_DONE) {
        status = lento_run_advance(run, 1);
    }
    double error = status == LENTO_DONE ? fabs(lento_run_state(run)[0] - exp(-1)) : 1;
    printf("lento %s, error %.1e %s\n", lento_version(), error, lento_run_error(run));
    lento_run_destroy(run);
    return error < 1e-9 && strcmp(lento_version(), LENTO_VERSION) == 0 && lento_abi() == LENTO_ABI
               ? 0
               : 1;
}
