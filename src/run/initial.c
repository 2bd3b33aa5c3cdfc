/* SPDX-License-Identifier: MIT
 *
 * initial.c - the slow start from the given state: into the variables of the system that is stepped, then level by level
 * from the fastest outwards, each with a state of its own size. */
#include <math.h>
#include <string.h>

#include "run/look.h"
#include "run/run.h"
#include "step/constraint.h"

int lento_level_size(const lento_mean *mean) {
    const lento_system *offered =
        mean->scheme->closed ? lento_closed_of(mean->fast)->system : &mean->system;
    return offered->order * offered->size;
}

int lento_run_start(lento_run *run, const double state[]) {
    const lento_system *first = run->given.order > 0 ? &run->given : &run->leaf;
    const int given = first->order * first->size;
    for (int i = 0; i < given; i++) {
        if (!isfinite(state[i])) {
            return lento_fail_number(&run->failure, LENTO_BAD_SYSTEM,
                                     "number %g of the initial state is not finite", i + 1, 0);
        }
    }
    const double *from = state;
    lento_convert *convert = lento_first_order_of(&run->given)->convert;
    if (convert) {
        if (convert(state, run->initial, run->given.params)) {
            return lento_fail(&run->failure, LENTO_BAD_SYSTEM,
                              "the initial state cannot be converted");
        }
        from = run->initial;
    }
    for (int l = run->levels - 1; l >= 0; l--) {
        lento_mean *mean = &run->mean[l];
        const lento_system *fast = mean->fast;
        convert = lento_closed_of(fast)->convert;
        if (lento_check_start(mean, from)) {
            return -1;
        }
        const bool plain = l == run->levels - 1 || run->mean[l + 1].scheme->closed;
        if (!mean->scheme->closed && plain && lento_check_declarations(mean, from)) {
            return -1;
        }
        if (mean->scheme->closed && convert) {
            if (convert(from, run->point, fast->params)) {
                return lento_fail(&run->failure, LENTO_BAD_SYSTEM,
                                  "the initial state has no counterpart in the averaged equations");
            }
        } else if (!mean->scheme->closed && mean->scheme->initial) {
            if (mean->scheme->initial(mean, from, run->point)) {
                return -1;
            }
        } else {
            continue;
        }
        memcpy(run->initial, run->point, (size_t)lento_level_size(mean) * sizeof *run->initial);
        from = run->initial;
    }
    if (from != run->initial) {
        memcpy(run->initial, from, (size_t)run->macro.size * sizeof *run->initial);
    }
    if (lento_look_start(run, run->initial)) {
        return -1;
    }
    return lento_constraints(run->system) > 0 ? lento_constraint_check(&run->macro, run->initial)
                                              : 0;
}
