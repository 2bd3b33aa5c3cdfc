/* SPDX-License-Identifier: MIT
 *
 * given.c - every size, count and pointer of a system, looked at before anything is computed from it: one sentence for
 * the first mistake. Options are in src/check/given.c. */
#include "system/given.h"

static int check_scales(const lento_system *s, lento_failure *f) {
    const int n = lento_scales(s);
    int status = n < 0 || n > LENTO_MAX_SCALES
                     ? lento_fail_number(f, LENTO_BAD_SYSTEM, "a system has at most %g scales",
                                         LENTO_MAX_SCALES, 0)
                     : 0;
    for (int i = 0; i < n && status == 0; i++) {
        const lento_scale *scale = &s->fast->scale[i];
        const double w = lento_frequency(scale);
        const lento_rule rules[] = {
            {!(w > 0) || !isfinite(w),
             .what = "a fast frequency must be positive and finite, not %g", .number = {w}},
            {!lento_usable(scale->lowest) || !lento_usable(scale->highest) ||
                 !isfinite(scale->phase),
             .what =
                 "the range of fast frequency %g must be positive and finite, and its phase finite",
             .number = {w}},
            {i > 0 && w < lento_frequency(&s->fast->scale[i > 0 ? i - 1 : 0]),
             .what = "scales are listed slowest first"},
            {0}};
        status = lento_fail_first(f, LENTO_BAD_SYSTEM, rules);
    }
    return status;
}

/* counts of the parts: methods index the state by them */
static int check_counts(const lento_system *s, lento_failure *f) {
    const lento_splitting *parts = lento_splitting_of(s);
    const lento_stiff *stiff = lento_stiff_of(s);
    const int numbers = s->order * s->size;
    const lento_rule rules[] = {
        {!lento_between(lento_constraints(s), 0, s->size) ||
             !lento_between(stiff->count, 0, s->size) ||
             !lento_between(parts->soft, 0, numbers / 2) ||
             !lento_between(parts->momenta, 0, numbers),
         .what = "a part of the system has a count that is negative or exceeds its state"},
        {!lento_between(lento_fast_of(s)->harmonics, 0, LENTO_MOST_PER_PERIOD),
         .what = "a force cannot have %g harmonics", .number = {lento_fast_of(s)->harmonics}},
        {!lento_between((int)lento_mechanics_of(s)->mass_form, 0, LENTO_MASS_DENSE),
         .what = "a mass matrix is one, diagonal or dense"},
        {lento_constraints(s) > 0 && !lento_mechanics_of(s)->constraint,
         .what = "a constrained system needs its constraint function"},
        {stiff->count > 0 && (!stiff->frequency || !stiff->spring),
         .what = "stiff springs need their frequencies and their function"},
        {parts->flows != 0 && (!parts->flow || parts->flows >= 1u << LENTO_PARTS),
         .what = "a splitting needs its flow, and names parts that there are"},
        {0}};
    return lento_fail_first(f, LENTO_BAD_SYSTEM, rules);
}

/* a list ends with an empty set; nobody has more of them than this */
int lento_check_sets(const lento_slow_set *set, lento_failure *f) {
    enum { MOST_SETS = 1000 };
    for (int i = 0; set && i < MOST_SETS && set[i].size != 0; i++) {
        if (!lento_between(set[i].size, 1, LENTO_MOST_SIZE) || !set[i].slow ||
            !lento_usable(set[i].fastest) || !lento_usable(set[i].periods) ||
            !lento_between(set[i].per_period, 0, LENTO_MOST_PER_PERIOD)) {
            return lento_fail_number(f, LENTO_BAD_SYSTEM,
                                     "set %g of slow variables needs a size, its function, and "
                                     "windows that are positive and finite",
                                     i + 1, 0);
        }
    }
    return 0;
}

int lento_check_shape(const lento_system *s, lento_failure *f) {
    const lento_rule rules[] = {
        {(s->order != 1 && s->order != 2) || s->size < 1,
         .what = "a system needs order 1 or 2 and at least one coordinate"},
        {s->size > LENTO_MOST_SIZE, .what = "a system of %g coordinates is too large (at most %g)",
         .number = {s->size, LENTO_MOST_SIZE}},
        {s->order == 2 && s->field && !s->rate,
         .what = "'field' is a right-hand side of first order; a system of order 2 needs 'rate'"},
        {0}};
    return lento_fail_first(f, LENTO_BAD_SYSTEM, rules) || check_scales(s, f) ||
                   check_counts(s, f) || lento_check_sets(s->known ? s->known->slow : NULL, f)
               ? -1
               : 0;
}

int lento_check_system(const lento_system *s, lento_failure *f) {
    if (lento_check_shape(s, f)) {
        return -1;
    }
    if (!s->rate && !lento_splitting_of(s)->flow && !lento_solution_of(s)->exact &&
        !(s->order == 1 && s->field)) {
        return lento_fail(f, LENTO_BAD_SYSTEM, "a system needs a right-hand side");
    }
    return 0;
}
