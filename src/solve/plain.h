/* SPDX-License-Identifier: MIT
 *
 * plain.h - one run of plain integration, see plain.c; direct.c makes pairs of them. */
#ifndef LENTO_SOLVE_PLAIN_H
#define LENTO_SOLVE_PLAIN_H

#include "solve/solve.h"

enum {
    PLAIN_SPOTS = 4,  /* pieces done again */
    PLAIN_PAST = 112, /* states of the last returns */
    PLAIN_MARKS = 8   /* states of the first part, which the pilot meets */
};

/* What a run does at the marks: the pilot leaves and meets them, and sees no rows. */
typedef enum lento_leg { LEG_WHOLE, LEG_LEAVE, LEG_MEET } lento_leg;

typedef struct lento_plain {
    lento_solver *s;
    double tau, near; /* a return; the last one that was found */
    lento_pass *a, *b, *third;
    double coarse, fine, coarsest; /* tolerances */
    double spot_t[PLAIN_SPOTS], spot[PLAIN_SPOTS][ROOM], spot_size[PLAIN_SPOTS][ROOM];
    int row, spots; /* of the present run: the next row, pieces noted */
    int64_t leg_steps;
    int64_t hard; /* steps that failed again and again, of the worst run */
    /* states of the coarse run, and of the pilot; how far a later run is from them */
    double mark_t[PLAIN_MARKS], mark[2][PLAIN_MARKS][ROOM], apart[2][PLAIN_MARKS];
    double foreseen;    /* error over tolerance, as the pilot saw it */
    double difference;  /* of the runs */
    double older, step; /* of the pair before, and the ratio of its tolerances; 0: none */
    int marks, meets;   /* left or met by a run; how many there shall be */
    lento_leg leg;
    double falls;  /* how errors of whole runs fall with the tolerance, as a power; 0: not known */
    bool met;      /* the fine run has met the marks of both */
    bool repeated; /* a is finer than b */
    bool brief;    /* few steps: the pieces are all of the orbit */
    bool blunt;    /* sizes not below rounding of the scales */
    double corner; /* time of the last one that a step ended at */
    bool risen[ROOM]; /* a number that started at 0 has left it */
    /* states of the last returns: what surrounds a row is integrated from one of them, never back in time */
    int64_t past;
    double past_t[PLAIN_PAST], past_x[PLAIN_PAST][ROOM];
} lento_plain;

/* 0, or -1 and s->lost */
int lento_plain_run(lento_plain *p, double rtol, lento_pass *pass);
/* a part of one, to the last mark */
int lento_plain_leg(lento_plain *p, double rtol, lento_leg leg);

/* ---- pilot.c ---- */
/* Before the runs: how coarse may the coarse one be? 0, or -1 and s->lost */
int lento_plain_scout(lento_plain *p);
/* The part of the difference of coarse and pilot that the pilot has left, as the fine run sees it, as a power of the ratio of
 * their tolerances; at most 1. */
double lento_plain_order(const lento_plain *p);
/* The tolerance of the other run, from the first part of the orbit: how far the coarse run is from one at a finer
 * tolerance, and how that grows. Above that of the coarse run: it is the answer, and a coarser one is compared. 0: lost. */
double lento_plain_pilot(lento_plain *p);
/* about the time of an oscillation */
double lento_plain_oscillation(const lento_solver *s);

#endif
