/* SPDX-License-Identifier: MIT
 * Beyond bodack: integrators at about 80 evaluations per unit time (card bodack 8). L is the largest over
 * the last ten units, dE the largest over the run. What truncation decides agrees to the printed
 * two digits; what rounding or the step control of gbs decides agrees within a factor. */
#include "bodack.h"

typedef struct method {
    const char *macro;
    double steps;                       /* per unit time; 0: gbs at 1e-10 */
    double L100, E100, L3200, L1e5, S0; /* expected; 0: no information */
} method;

static const method methods[] = {
    {"bobenko-suris", 80, 9.6e-4, 3.4e-2, 1.5e-1, 0, 3.3e-2},
    {"bobenko-suris-sym", 80, 1.1e-3, 3.2e-5, 3.6e-2, 0, 3.3e-2},
    {"bobenko-suris-sym-twist", 80, 5.9e-4, 3.2e-5, 1.8e-2, 5.7e-1, 3.1e-2},
    {"strang", 80, 1.1e-4, 1.5e-4, 3.3e-3, 1.1e-1, 1.1e-2},
    {"bobenko-suris-sym/suzuki4", 16, 1.4e-6, 7.5e-8, 4.4e-5, 1.4e-3, 4.9e-5},
    {"bobenko-suris-sym/kahan-li6", 9, 1.5e-8, 2.3e-9, 4.9e-7, 1.5e-5, 7.1e-7},
    {"bobenko-suris-sym/kahan-li8", 5, 1.1e-10, 1.1e-11, 3.5e-9, 1.1e-7, 3.3e-9},
    {"bobenko-suris-sym-twist/kahan-li8", 5, 6.3e-11, 1.1e-11, 1.9e-9, 5.9e-8, 3.3e-9},
    {"strang/kahan-li8", 5, 6.8e-11, 4.4e-11, 2.1e-9, 6.3e-8, 2.0e-9},
    {"chin4a", 40, 4.3e-9, 4.9e-9, 1.3e-7, 4.4e-6, 5.0e-8},
    {"chin4a/suzuki6", 8, 2.6e-11, 3.5e-10, 8.1e-10, 1.4e-8, 9.1e-10},
    {"rk4", 20, 8.8e-4, 8.5e-5, 9.3e-1, 0, 0},
    {"gbs", 0, 9.1e-8, 7.0e-9, 1.3e-4, 1.0e-1, 6.0e-4},
};
enum { METHODS = sizeof methods / sizeof *methods };

static lento_options options_of(const method *m) {
    return m->steps > 0 ? bodack_steps(m->macro, 0, 1 / m->steps)
                        : paper_options("macro=%s rtol=1e-10 atol=1e-10 first_step=0.1", m->macro);
}

/* Truncation decides: 1.06; the step control or rounding: 2.5. Below a bound rounding adds to L: 3e-16
 * per kick, a random walk of the momentum that turns into an angle until the end. */
static void one(paper_report *report, const char *what, const method *m, double computed,
                double expected, double until) {
    const bool rounding = expected < 1e-13 * pow(until, 1.5);
    const double factor = rounding || m->steps == 0 ? 2.5 : 1.06;
    if (expected > 0) {
        paper_add(report, FACTOR(computed, expected, factor), NULL, "%s %s", m->macro, what);
    }
}

void bodack_methods(paper_report *report) {
    const lento_model *upright = bodack_model(0, ""), *tilted = bodack_model(1, "");
    for (int i = 0; i < METHODS; i++) {
        const method *m = &methods[i];
        const lento_options options = options_of(m);
        const bodack_errors early = bodack_last(tilted, options, 100);
        one(report, "S45 L at 100", m, early.L, m->L100, 100);
        one(report, "S45 dE to 100", m, early.E, m->E100, 0);
        one(report, "S45 L at 3200", m, bodack_last(tilted, options, 3200).L, m->L3200, 3200);
        one(report, "S0 L at 3200", m, bodack_last(upright, options, 3200).L, m->S0, 3200);
    }
}

void bodack_methods_long(paper_report *report) {
    const lento_model *tilted = bodack_model(1, "");
    for (int i = 0; i < METHODS; i++) {
        const method *m = &methods[i];
        if (m->L1e5 > 0) {
            one(report, "S45 L at 1e5", m, bodack_last(tilted, options_of(m), 1e5).L, m->L1e5, 1e5);
        }
    }
}
