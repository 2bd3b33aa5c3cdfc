/* SPDX-License-Identifier: MIT
 *
 * model.h - a problem with numbers: what model.c, parameters.c, vary.c and suggest.c share. */
#ifndef LENTO_MODEL_MODEL_H
#define LENTO_MODEL_MODEL_H

#include "run/run.h"

typedef struct lento_chunk {
    struct lento_chunk *next;
    _Alignas(16) char bytes[];
} lento_chunk;

enum { LENTO_MAX_MEMBERS = 200, LENTO_NAME = 24 };

struct lento_model {
    const lento_problem *problem;
    lento_system system;
    double *state, *p;
    bool mean_state; /* the state was found to be means, though the problem starts at a point */
    int scalars, members, families; /* parameters: scalars, then families of `members` each */
    char (*parameter_names)[LENTO_NAME];
    char (*column_names)[LENTO_NAME];
    const lento_column **column_rows;
    int columns, invariants;
    lento_setting *given; /* what it was made with */
    size_t given_count;
    const char *fast;           /* the declaration of the problem, see vary.c */
    const lento_slow_set *slow; /* chosen; NULL: those of the system */
    /* if they were made from formulas: these, and the frequencies given with them */
    const char *const *formula;
    int formulas;
    double formula_lowest, formula_highest;
    lento_observed observing;    /* see lento_model_observe, */
    const char *const *observed; /* names of these last columns */
    lento_chunk *chunks;
    lento_failure failure;
    char text[LENTO_TEXT_ROOM], word[2][48];
};

void *lento_model_take(lento_model *model, size_t bytes); /* lives as long as the model */
void lento_member_name(char out[LENTO_NAME], const char *pattern, int number); /* "m#", 2 -> "m2" */
int lento_model_check_table(lento_model *model);                               /* of its problem */
int lento_model_read(lento_model *model, const lento_setting settings[], size_t n); /* fills p */
/* lento_model_create; trusted: the declared fast parameter is not tried */
lento_status lento_model_make(lento_model **out, const lento_problem *problem,
                              const lento_setting settings[], size_t n, bool trusted);
int lento_model_check_fast(lento_model *model); /* against its fast frequency */
int lento_model_remember(lento_model *model, const lento_setting settings[], size_t n);
int lento_model_declare_fast(lento_model *model,
                             const char *fast); /* checked against the parameters */
/* Where a run of the model moves the means around its start, the other model starts from them too. */
void lento_model_share_means(lento_model *other, const lento_model *model, const lento_options *o);
const lento_parameter *lento_model_row(const lento_model *model, int i);

#endif
