/* SPDX-License-Identifier: MIT
 *
 * failure.h - why something went wrong: numbers and words now, a sentence on demand (text.c). */
#ifndef LENTO_SYSTEM_FAILURE_H
#define LENTO_SYSTEM_FAILURE_H

#include "lento/problem.h"

enum { LENTO_TEXT_ROOM = 400 };

typedef struct lento_failure {
    lento_status status;
    const char *what;    /* sentence; %s takes the next word, %g the next number */
    const char *word[3]; /* static, or living as long as the run */
    double number[3];
    bool timed; /* append the last good time */
    double t;
} lento_failure;

/* Returns -1 so that callers can write: return lento_fail(...); the first, deepest failure is kept. */
int lento_fail(lento_failure *failure, lento_status status, const char *what);
int lento_fail_words(lento_failure *failure, lento_status status, const char *what, const char *a,
                     const char *b);
int lento_fail_number(lento_failure *failure, lento_status status, const char *what, double a,
                      double b);

/* A list of rules, ended by an empty one: the first that is broken is the failure. */
typedef struct lento_rule {
    bool broken;
    const char *what, *word[2];
    double number[2];
} lento_rule;
int lento_fail_first(lento_failure *failure, lento_status status, const lento_rule rules[]);

/* a name that is not in a list: `near` takes it and the nearest one, `far` it alone */
int lento_fail_unknown(lento_failure *failure, const char *name,
                       size_t (*list)(lento_entry list[], size_t room), const char *near,
                       const char *far);
size_t lento_text(char *out, size_t room, const char *what, const char *const word[],
                  const double number[]);
size_t lento_text_number(char *out, size_t room, double value, int digits);

#endif
