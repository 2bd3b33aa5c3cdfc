/* SPDX-License-Identifier: MIT
 * The rivals of a comparison: who takes part (rivals.c), what they cost (compare.c) and which one
 * to use (advice.c). */
#ifndef CLI_RIVALS_H
#define CLI_RIVALS_H
#include "print/watch.h"
#include "study.h"

enum { CLI_MAX_RIVALS = 48 };

typedef struct cli_rival {
    lento_model *model;     /* its own; NULL: the request's */
    const char *form;       /* what its model has of its own, in words; or NULL */
    lento_options options;  /* as asked */
    lento_options resolved; /* words kept in the field's memory */
    bool direct, closed;    /* plain integration; a closed averaged form */
    bool extrapolated;      /* measured at a lower frequency; work scaled up */
    double error;           /* in the column that counts, in units of its scale */
    double second;          /* in the second column, the same */
    double drift;           /* of the first invariant; NAN: there is none */
    double evaluations, seconds;
    lento_counts counts;
    int order;           /* of the macro method; 0 unknown */
    lento_result result; /* while it waits for the reference */
    bool waits;
    const char *message; /* why there is no error, "" if there is one */
} cli_rival;

typedef struct cli_field {
    cli_request request;
    lento_reference reference;
    lento_run *run;
    struct lento_chunk *chunks;
    cli_watch watch;
    const char *column;
    int index;    /* of the column */
    double scale; /* errors are divided by it; 1: absolute */
    double size;  /* of the column, in the same units */
    int second;   /* of another column that is shown; -1: none */
    double second_scale;
    bool top;                /* the comparison of rivals_top.h */
    bool equal;              /* all have the same number of force evaluations: ranked */
    double omega;            /* 0: nothing is fast */
    double affordable_omega; /* direct rivals are measured there; omega if it is low enough */
    cli_rival rivals[CLI_MAX_RIVALS];
    int count;
    char left_out[200]; /* methods that this build lacks, with what brings them; or "" */
    char advice[2000];
    bool pointwise;    /* multiscale rivals do not follow the fast part of the column */
    double break_even; /* omega where multiscale starts to pay; NAN: unknown */
    int recommended;   /* index, or -1 */
} cli_field;

/* Fills the list: what the user named, or what the problem offers. 0 or an exit code. */
int cli_rivals_choose(cli_field *field);
/* Adds a rival with a model of its own, which the field then owns; false: refused or there already. */
bool cli_rival_add(cli_field *field, lento_model *model, const lento_options *options,
                   const char *form);
/* Methods for motions that split into flows, with as many evaluations as the first rival. */
void cli_rivals_equal(cli_field *field);
/* The best rival, the direct work for the same error and the sentence that says so. */
void cli_advise(cli_field *field);
void cli_compare_print(FILE *file, const cli_field *field); /* in the request's format */
int cli_compare_draw(const cli_field *field);               /* error against work */

#endif
