/* SPDX-License-Identifier: MIT
 *
 * contest.h - how the methods of a problem are compared where its rivals have models of their own: a table that the
 * problem names in lento_problem.contest. p are the parameters in the order of the problem's table. */
#ifndef LENTO_CONTEST_H
#define LENTO_CONTEST_H

#include "lento/problem.h"

typedef struct lento_contestant {
    /* of its model */
    lento_setting setting;
    /* a named set of slow variables, or NULL */
    const char *slow;
    lento_options options;
    /* macro steps per fast cycle; 0: as the options say */
    double per_cycle;
    /* per step, an estimate: too dear ones are left out */
    double evaluations;
    /* changes the options; NULL: nothing */
    void (*adjust)(const double p[], lento_options *options);
} lento_contestant;

/* text[0] first text[1] second text[2]: rivals by form and macro method, or value as the first. Said only if those
 * named are measured. */
typedef struct lento_remark {
    const char *text[3];
    struct {
        const char *form, *macro;
    } rival[2];
    double (*value)(const double p[]);
} lento_remark;

typedef struct lento_contest {
    /* does it hold for these parameters? */
    bool (*applies)(const double p[]);
    /* what counts unless the user names a column, and what is shown beside it */
    const char *column[2];
    /* rad per unit time */
    double (*cycle)(const double p[]);
    /* ends with a null macro method */
    const lento_contestant *contestants;
    /* macro methods to recommend, best first */
    const char *recommended[2];
    /* ends with a null text */
    const lento_remark *remarks;
} lento_contest;

#endif
