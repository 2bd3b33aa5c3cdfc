/* SPDX-License-Identifier: MIT
 *
 * ends.h - runs that end where a value becomes zero (lento_solve_options.events): the first run is left as soon as it has
 * seen that, and the question is asked again for a span that ends there. */
#ifndef LENTO_SOLVE_ENDS_H
#define LENTO_SOLVE_ENDS_H

#include "solve/solve.h"

/* What the runs see of the values on their way; a look costs no call of the right-hand side. */
typedef struct lento_scout {
    const lento_trigger *event;
    int count;
    double *before, *seen; /* of each: its last value, zeros so far */
    double t, found;       /* the last look; where the run may end, 0: not seen */
} lento_scout;

void lento_scout_carve(lento_scout *scout, lento_arena *arena, const lento_solve_options *options);
/* the state at t, later than at the last look, else a run begins anew; non-zero: the run is to be left */
int lento_scout_look(lento_solver *s, double t, const double x[]);
/* the return that begins at z, as it is on the tape */
int lento_scout_return(lento_solver *s, const double z[], const lento_tape *tape);

/* One question, answered; seen: where a run that looks for an end was left, or 0. */
typedef lento_status lento_question(lento_answer *answer, const lento_system *system,
                                    const double state[], const lento_solve_options *options,
                                    double *seen);
lento_status lento_solve_to_end(lento_question *ask, lento_answer *answer,
                                const lento_system *system, const double state[],
                                const lento_solve_options *options);

#endif
