/* SPDX-License-Identifier: MIT
 *
 * compare.h - several methods on one problem, error and work side by side. As in study.h nothing prints or exits, and a
 * result owns its memory until it is freed. */
#ifndef LENTO_COMPARE_H
#define LENTO_COMPARE_H

#include "lento/study.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LENTO_MAX_RIVALS = 48, LENTO_MAX_LEFT_OUT = 8 };

/* A method that the user names; words are for messages. */
typedef struct lento_named {
    const char *words;
    lento_options options;
} lento_named;

/* What is asked. */
typedef struct lento_comparison_rules {
    const lento_model *model;
    /* hold for all rivals */
    lento_options options;
    /* none: the best that is affordable */
    lento_reference reference;
    /* as in lento_refinement */
    const char *column, *slow;
    /* of the run that chooses its method (solve.h), made first; 0: it is left out, as beside named rivals */
    double tolerance;
    /* the rivals; none: chosen from what the problem offers */
    const lento_named *named;
    int named_count;
    const lento_watch *watch;
} lento_comparison_rules;

typedef struct lento_rival {
    /* its own; NULL: the comparison's */
    lento_model *model;
    /* what its model has of its own, in words; or NULL */
    const char *form;
    lento_options options, resolved;
    /* plain integration; a closed averaged form */
    bool direct, closed;
    /* measured at a lower frequency, work scaled up */
    bool extrapolated;
    /* in the column that counts and in the second one, in units of their scales; NAN: not measured */
    double error, second;
    /* its steps are those that suit it best */
    bool settled;
    /* of the first invariant; NAN: there is none */
    double drift;
    double evaluations, seconds;
    lento_counts counts;
    /* of the macro method; 0 unknown */
    int order;
    /* why there is no error, "" if there is one */
    const char *message;
} lento_rival;

/* The run that chooses its method. */
typedef struct lento_chosen {
    /* 0: it was not made */
    double tolerance;
    /* it has an answer within the tolerance: the bar as a part of the largest value of each column, and calls of the
     * right-hand side */
    bool met;
    double bar, calls;
    /* calls of one plain run, an estimate; 0: unknown */
    double plain;
    /* why it has no answer, "" if it has one */
    const char *message;
} lento_chosen;

typedef enum lento_advice_kind {
    LENTO_ADVICE_NONE,       /* nothing could be measured */
    LENTO_ADVICE_FIRST,      /* equal work: the first of the ranking */
    LENTO_ADVICE_MULTISCALE, /* a multiscale run is cheaper than a direct one of the same error */
    LENTO_ADVICE_DIRECT,     /* it is not */
    LENTO_ADVICE_CHEAPEST, /* no accurate multiscale run to compare with: the cheapest accurate one */
    LENTO_ADVICE_REMARKS   /* the problem's own, see contest.h */
} lento_advice_kind;

typedef struct lento_advice {
    lento_advice_kind kind;
    /* index of the rival to use, or -1 */
    int recommended;
    /* the best multiscale rival, the best closed averaged form that is accurate, the direct one; or -1 */
    int best, closed, direct;
    /* evaluations of `direct` for the error of `best` */
    double work;
    /* even the recommended one is not accurate */
    bool inaccurate;
} lento_advice;

typedef struct lento_comparison {
    lento_status status;
    bool refused;
    const char *message;
    lento_comparison_rules asked;
    const struct lento_contest *contest;
    /* the column that counts; errors are divided by scale, the range of the reference */
    int index;
    const char *column;
    double scale, low, high;
    /* the smallest errors of any steps that were tried: multiscale, all. The error that steps are chosen for */
    double smallest, smallest_of_all, aim;
    /* another column that is shown, -1: none */
    int second;
    double second_scale;
    /* all have the same number of force evaluations: ranked */
    bool equal;
    /* of the model; 0: nothing is fast. Direct rivals are measured at the other one */
    double omega, affordable_omega;
    lento_rival rival[LENTO_MAX_RIVALS];
    int count;
    /* methods that this build lacks */
    const char *left_out[LENTO_MAX_LEFT_OUT];
    int left_out_count;
    /* multiscale rivals do not follow the fast part of the column */
    bool pointwise;
    lento_advice advice;
    lento_chosen chosen;
    lento_run *reference;
    struct lento_chunk *memory;
} lento_comparison;

/* Chooses rivals and reference; model, watch and names must outlive the comparison. */
LENTO_API void lento_comparison_plan(lento_comparison *comparison,
                                     const lento_comparison_rules *asked);
/* Measures all of them and says which one to use. */
LENTO_API void lento_comparison_run(lento_comparison *comparison);
LENTO_API void lento_comparison_free(lento_comparison *comparison);
/* The rival of this form and macro method that was measured; NULL: none. */
LENTO_API const lento_rival *lento_comparison_find(const lento_comparison *comparison,
                                                   const char *form, const char *macro);

#ifdef __cplusplus
}
#endif
#endif
