/* SPDX-License-Identifier: MIT
 *
 * motion.h - what motion.c, words.c, answer.c and map.c share: motions of any problem. */
#ifndef STUDIO_MOTION_H
#define STUDIO_MOTION_H

#include "studio.h"

enum {
    STUDIO_MOTIONS = 64, /* made when they are used */
    STUDIO_COLUMNS = 8,  /* recorded; more are only read */
    STUDIO_ALL_COLUMNS = 256,
    STUDIO_MOTION_ROWS = 2048, /* even */
    STUDIO_TAIL = 1024,
    STUDIO_SETTINGS = 64
};

typedef struct studio_row {
    double t, value[STUDIO_COLUMNS], lowest[STUDIO_COLUMNS], highest[STUDIO_COLUMNS];
} studio_row;

typedef struct studio_motion {
    const lento_problem *problem, *read; /* read: the same if it was made from equations */
    lento_model *model;
    lento_run *run;
    char words[STUDIO_TEXT]; /* parameters and options as they were given */
    double before;           /* begin of the last step */
    int columns, parts;
    long steps, points, rows, stride, tailed;
    double largest[STUDIO_COLUMNS];
    bool started; /* `pending` holds points since the last row */
    studio_row pending, row[STUDIO_MOTION_ROWS], tail[STUDIO_TAIL];
} studio_motion;

/* NULL: there is no such motion, or no memory for it. */
studio_motion *studio_motion_at(int slot);
/* NAME=VALUE with spaces between, cut in place. Returns their number. */
int studio_settings(char *line, lento_setting list[]);
/* The same for options; -1: one of them is none, or cannot have this value. */
int studio_options(char *line, lento_options *options);

#endif
