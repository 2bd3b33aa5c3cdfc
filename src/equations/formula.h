/* SPDX-License-Identifier: MIT
 *
 * formula.h - expressions of a state that are not part of a file: slow variables, observables and conditions, for
 * problems of every kind. They may use the numbers of the state, the parameters and, if the problem was read from
 * text, all that the text defines. */
#ifndef LENTO_EQUATIONS_FORMULA_H
#define LENTO_EQUATIONS_FORMULA_H

#include "equations/graph.h"

typedef struct lento_names_of {
    /* of the state, and of the parameters with their values */
    const char *const *state, *const *parameter;
    const double *value;
    int states, parameters;
    /* NULL, or not read from text: the names above are all there is */
    const lento_problem *problem;
} lento_names_of;

/* Trees of the formulas: outputs first .. first + count - 1 of a file of their own. */
typedef struct lento_formulas {
    eq_file *file;
    size_t first, begin; /* begin: of their text */
    int count;
} lento_formulas;

/* What formulas may not read: EQ_ON_TIME, EQ_ON_PHASE. LENTO_BAD_OPTION: see error, which is never NULL. Free them in
 * all cases. */
lento_status lento_formulas_read(lento_formulas *formulas, const lento_names_of *names,
                                 const char *const text[], int count, unsigned without,
                                 lento_formula_error *error);
void lento_formulas_free(lento_formulas *formulas);
/* Codes of values and, if asked for, derivatives, in the memory of the build: params of the callbacks below.
 * LENTO_BAD_SYSTEM: formula number error->index is a constant. */
lento_status lento_formulas_compile(const lento_formulas *formulas, const lento_names_of *names,
                                    bool derivatives, lento_build *build, void **params,
                                    lento_formula_error *error);
/* Are all of them true or false? */
bool lento_formulas_are_conditions(const lento_formulas *formulas);
lento_slow lento_eq_slow;
lento_observe lento_eq_observe;

#endif
