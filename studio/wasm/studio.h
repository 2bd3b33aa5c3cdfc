/* SPDX-License-Identifier: MIT
 *
 * studio.h - the engine of the page: flat functions over the library, compiled to WebAssembly
 * without imports.
 *
 *   border.c    the block of numbers and the text that cross the border, and the lists of names
 *   body.c      one top: a run of the library, its values now, its recording and its trace
 *   scene.c     up to four bodies in the order of time, compared where their steps meet
 *   shape.c     what follows from a shape and a start: moments, axes, velocity, effective potential
 *   motion.c    any motion of any problem, by name or by equations, and its recording
 *   words.c     parameters and options as words
 *   answer.c    the same with nothing chosen: slow columns with an error bar
 *   map.c       where a rest position is stable, over two parameters
 *
 * Numbers go in and out through one block of doubles, words through one text; both are copied.
 * A function that can refuse returns 0, or -1 with one sentence in the text. All memory besides
 * the runs is static. */
#ifndef STUDIO_H
#define STUDIO_H

#include "lento/problem.h"
#include "lento/top.h"

#define STUDIO_EXPORT(name) __attribute__((export_name(#name)))

enum {
    STUDIO_BODIES = 4,   /* of the scene */
    STUDIO_SLOTS = 5,    /* and one for error against work */
    STUDIO_ROWS = 8192,  /* a recording is thinned to every second row when it is full */
    STUDIO_TRACE = 1024, /* steps that a rod and an apex trace can look back */
    STUDIO_BLOCK = 16384,
    STUDIO_TEXT = 16384
};

extern double studio_block[STUDIO_BLOCK];
extern char studio_text[STUDIO_TEXT];

int studio_refuse(const char *sentence); /* puts it into the text, returns -1 */
void studio_say(const char *text);       /* replaces the text */
void studio_add(const char *text);       /* adds to it */

/* It has a tolerance although its steps are given: it adapts inside each of them. */
bool studio_has_tolerance(const char *method);

/* ---- what is known about a body: names in the same order in body.c ---- */
enum {
    VALUE_TIME,
    VALUE_STEP,
    VALUE_Q,
    VALUE_M = VALUE_Q + 4,
    VALUE_A = VALUE_M + 3,
    VALUE_ENERGY = VALUE_A + 3,
    VALUE_VERTICAL,
    VALUE_AXIAL,
    VALUE_SPECIAL,
    VALUE_ERROR, /* L against the exact motion; NaN if there is none */
    VALUE_RECORDED,
    VALUE_OMEGA = VALUE_RECORDED,
    VALUE_TORQUE = VALUE_OMEGA + 3,
    VALUE_ANGLES = VALUE_TORQUE + 3,
    VALUE_RATES = VALUE_ANGLES + 3, /* NaN where the axis is vertical */
    VALUE_KINETIC = VALUE_RATES + 3,
    VALUE_POTENTIAL,
    VALUES_NOW,
    VALUE_EVALUATIONS = VALUES_NOW, /* over the whole run, every step: */
    VALUE_ENERGY_LOWEST,            /* of E - E(0) */
    VALUE_ENERGY_HIGHEST,
    VALUE_VERTICAL_DRIFT, /* largest |change| */
    VALUE_AXIAL_DRIFT,
    VALUE_SPECIAL_DRIFT,
    VALUE_ERROR_LARGEST,
    VALUE_STATUS, /* 1 running, -1 failed, 0 closed */
    VALUES
};

typedef struct studio_start { /* as it lies in the block */
    double edges[3], fixed[3], gravity, q[4], m[3], step, tolerance;
} studio_start;

typedef struct studio_body {
    lento_model *model;
    lento_run *run;
    lento_top top;
    lento_top_exact exact;
    bool open, failed, has_exact;
    double step, start[LENTO_TOP_STATE], first[VALUES], now[VALUES];
    int column[VALUE_ERROR]; /* where the problem's columns go, by value; -1: not a column */
    long steps;              /* taken */
    long rows, stride;       /* recording: every `stride`-th step */
    long traced;
    double end[3];
    char sentence[400];
    /* large and written before they are read: not cleared when a body is opened */
    double row[STUDIO_ROWS][VALUE_RECORDED];
    double trace[STUDIO_TRACE][8]; /* step, end of the rod, attitude */
} studio_body;

/* Body and state of the start in the block; -1 with the refusal in the text. */
int studio_read_top(lento_top *top, double state[LENTO_TOP_STATE]);

extern studio_body studio_bodies[STUDIO_SLOTS];
/* Up to n steps; fewer if the body fails. */
void studio_body_advance(studio_body *body, long n);

#endif
