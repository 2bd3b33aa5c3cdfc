/* SPDX-License-Identifier: MIT
 * Polynomials from texts and their values, for tests and fuzzing. */
#ifndef LENTO_TESTS_POLYNOMIALS_H
#define LENTO_TESTS_POLYNOMIALS_H
#include "equations/formula.h"
#include "slow/polynomial.h"

#include <string.h>

/* In p->variables names. LENTO_BAD_OPTION: see error, which may be NULL. */
static inline lento_status polynomial_read(lento_polynomial *p, const char *text,
                                           const char *const names[], lento_formula_error *error) {
    const lento_names_of scope = {.state = names, .states = p->variables};
    lento_formula_error own = {0};
    lento_formulas formulas;
    error = error ? error : &own;
    lento_status status = lento_formulas_read(&formulas, &scope, &text, 1, 0, error);
    p->terms = 0;
    if (status == LENTO_DONE) {
        status = lento_polynomial_view(p, &formulas, 0);
        strcpy(error->message, "this is not a polynomial with powers up to 255");
        error->length = strlen(text);
    }
    lento_formulas_free(&formulas);
    return status;
}

static inline double polynomial_value(const lento_polynomial *p, const double x[]) {
    double sum = 0;
    for (int i = 0; i < p->terms; i++) {
        double value = p->coefficient[i];
        for (int j = 0; j < p->variables; j++) {
            for (int n = p->power[i * p->variables + j]; n > 0; n--) {
                value *= x[j];
            }
        }
        sum += value;
    }
    return sum;
}

#endif
