/* SPDX-License-Identifier: MIT
 * What a run is measured against: the same model, computed by the 8th-order method with tolerance
 * 1e-12 and never with the run's own steps, or its exact solution.
 *
 * An accurate direct run costs about 72 evaluations per fast period (card calvo 6: 8th order to
 * 1e-6; about twice that at 1e-12), which decides whether it is affordable. */
#include "job.h"
#include "request.h"

#include <math.h>
#include <string.h>

#define TWO_PI     6.283185307179586
#define PER_PERIOD 150.0 /* evaluations of the 8th-order method at rtol 1e-12 */
#define AFFORDABLE 2e7   /* evaluations, some seconds */

double cli_fast_frequency(const lento_system *system) {
    return system->scales > 0 ? system->scale[system->scales - 1].frequency : 0;
}

double cli_direct_evaluations(const lento_model *model, double until) {
    return until * cli_fast_frequency(lento_model_system(model)) / TWO_PI * PER_PERIOD;
}

int cli_closed_forms(const lento_system *system) {
    int n = 0;
    while (system->averaged && n < LENTO_MAX_LEVELS) {
        system = system->averaged;
        n++;
    }
    return n;
}

const char *cli_reference_best(const lento_model *model, const lento_options *options) {
    const lento_system *system = lento_model_system(model);
    if (system->exact) {
        return "exact";
    }
    const int levels = cli_levels(options);
    const int closed = cli_closed_forms(system);
    if (cli_direct_evaluations(model, options->until) <= AFFORDABLE || closed == 0 ||
        closed < levels) {
        return "direct";
    }
    return "averaged";
}

/* Constraints leave the composed RATTLE: 24 steps of order 8 per fast period. */
static long constrained_steps(const lento_model *model, double until) {
    const double periods = until * cli_fast_frequency(lento_model_system(model)) / TWO_PI;
    return (long)fmax(1000, ceil(24 * periods));
}

lento_options cli_reference_options(const lento_model *model, const char *reference,
                                    const lento_options *options) {
    const int closed = cli_closed_forms(lento_model_system(model));
    const int wanted = cli_levels(options);
    lento_options o = {.until = options->until, .methods = options->methods};
    o.average[0].scheme = "direct";
    if (strcmp(reference, "exact") == 0) {
        o.macro = "exact";
        o.steps = 1;
        return o;
    }
    o.macro = "dop853";
    o.rtol = 1e-12;
    o.atol = 1e-14;
    if (strcmp(reference, "averaged") == 0) {
        /* as many averages as the run has; a direct run meets the slowest closed form */
        const int levels = wanted > 0 ? wanted : (closed > 0 ? closed : 1);
        for (int i = 0; i < levels; i++) {
            o.average[i].scheme = "averaged";
        }
    } else if (lento_model_system(model)->constraints > 0) {
        o.macro = "rattle/kahan-li8";
        o.rtol = o.atol = 0;
        o.steps = constrained_steps(model, options->until);
    }
    return o;
}
