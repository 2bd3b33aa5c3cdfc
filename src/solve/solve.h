/* SPDX-License-Identifier: MIT
 *
 * solve.h - what the files of hands-off integration share.
 *
 *   solve.c -> probe.c (scales, noise) -> crossings.c (which return) -> tests.c (does all return?)
 *           -> pair.c (two macro runs, bar) -> macro.c (steps) -> returns.c (one return)
 *           -> direct.c where plain integration is cheaper; words.c says what was decided
 *
 * z = (x, t) has d + 1 numbers: time is a state. g(z) is what one return adds to z. */
#ifndef LENTO_SOLVE_SOLVE_H
#define LENTO_SOLVE_SOLVE_H

#include <math.h>
#include <string.h>

#include "lento/solve.h"
#include "system/algebra.h"
#include "system/ticker.h"

enum {
    ROOM = LENTO_SOLVE_STATE,
    SLOTS = ROOM + 1,
    HISTORY = 12, /* nodes of the macro polynomial */
    NODES = HISTORY + 3,
    MOST_MICRO = 600, /* micro steps of a return */
    CROSSINGS = 48,   /* looked at in the probe */
    TAPES = NODES + 4,
    TAPE_POINTS = 160, /* of a return that is kept */
    TEXT_ROOM = 500
};

/* Why a piece of work did not end. */
typedef enum lento_lost {
    LOST_NOTHING,
    LOST_NOT_FINITE,
    LOST_STALLED,
    LOST_CALLBACK,
    LOST_STOPPED,
    LOST_LIMIT,    /* of calls */
    LOST_CROSSING, /* none came */
    LOST_RETURN,   /* the section was missed */
    LOST_DEAR,     /* plain integration is cheaper */
    LOST_LATENT,   /* a second fast motion */
    LOST_ROUGH     /* no micro mesh fits: start again with adaptive micro steps */
} lento_lost;

/* A return, point by point: times, the way from its beginning, rates. off: how far from the node it began. */
typedef struct lento_tape {
    int points; /* -1: too many */
    double tau, off, *at, *move, *rate;
} lento_tape;

/* Of a return: the least and the largest values, four states and when they were, and how long it takes. */
typedef struct lento_excursion {
    double low[ROOM], high[ROOM], seen[4][ROOM], at[4], length;
    int count;
} lento_excursion;

/* Rows of one run. */
typedef struct lento_pass {
    double end[ROOM], reach[ROOM];    /* plain runs: the last state, the last excursion */
    double most[LENTO_SOLVE_COLUMNS]; /* largest magnitude of each column between the rows */
    double *value;                    /* samples x columns */
    int stride;                       /* only every so many rows, and the last one */
    int64_t steps, rejected, largest, calls, sections;
    int64_t sharp; /* steps that failed by far: something sharp on the slow path */
    double macro_error, micro_error; /* sums of the local estimates */
    double row_error;                /* of rows that were read from tapes */
    bool narrow;                     /* a step was shortened by a narrow feature */
    double tau_low, tau_high;        /* shortest and longest return */
} lento_pass;

typedef struct lento_solver {
    /* the question */
    const lento_system *system;
    const lento_solve_options *options;
    lento_answer *out;
    lento_mass_solver mass;
    double start[ROOM];
    int d, forced; /* state numbers; forced phases */
    double until, tol, limit;
    double period; /* of the declared forcing; 0: none */
    const double *times;
    int samples, columns, run;  /* run: how many began, less one */
    bool hushed;                /* rows of this run are only compared */
    lento_solve_column *column; /* NULL: statistics of the state */
    bool means;                 /* start and columns are means; given: the start as it was given */
    double given[ROOM];
    int64_t calls;
    lento_lost lost;
    double lost_at;
    int asked; /* calls since stop was asked */
    char text[TEXT_ROOM], note[LENTO_SOLVE_WARNINGS][TEXT_ROOM];

    /* sizes: of each number, how far it may grow, its largest rate, its excursion in a return */
    double scale[ROOM], most[ROOM], rate[ROOM], amplitude[ROOM];
    double own[ROOM], roof[ROOM]; /* its size in the probe; up to this its scale follows it, or 0 */
    double
        shrunk; /* what is left of the fast motion as a whole, 1 or less: errors are relative to it */
    double time_scale;
    bool angle[ROOM]; /* 2 pi periodic, and it turns */
    bool fine;        /* errors are measured against the excursions */
    double noise, least_rtol;

    /* the fast motion */
    double section[ROOM];             /* direction in which the probe looks for peaks */
    double weight[ROOM];              /* of the phase condition: fast activity over scale^2 */
    double share[ROOM];               /* of fast motion in the rate of each number */
    double oscillation, oscillations; /* time of one, number in the span */
    int crossings, relax;
    double lambda, disturbance;
    double first_step, step_time; /* of the probe: the last, the mean one */
    double sensitivity;           /* error per oscillation = this * rtol */
    double rate9;                 /* calls per unit time at 1e-9 */
    double direct_rtol, direct_cost;

    /* one return */
    int m;
    double mesh_at[2 * MOST_MICRO], mesh_part[2 * MOST_MICRO];
    int mesh;      /* points of the density; 0: equal steps */
    bool adaptive; /* rough: adaptive micro steps */
    bool rough;
    double allowed; /* micro error per return */
    double micro;   /* as measured */
    double embedded, embedded_first;
    double rtol;      /* of adaptive steps: probe, rough micro runs */
    double row_rtol;  /* of the way from a return to a row */
    double fall_rtol; /* of single returns that the mesh does not fit */
    int64_t falls;
    double give_up; /* calls of a macro run; more, if it does not end soon: plain integration */
    lento_excursion last;
    int latent;      /* checks in a row that saw a second fast motion */
    double rounding; /* per return */
    double thin;     /* smallest excursion of a return over its scale */
    lento_tape tape[TAPES], *recording;
    struct lento_dense *dense; /* NULL: nothing is kept */
    struct lento_scout *scout; /* NULL: nothing ends the run early */
} lento_solver;

/* ---- orbit.c: order 8 with compensated sums ---- */
typedef struct lento_orbit {
    lento_solver *s;
    double base, phase[LENTO_MAX_SCALES]; /* time and phases where it was opened */
    double at, at_low;                    /* time since then */
    double x[ROOM], low[ROOM], k[12][ROOM];
    double size[ROOM]; /* errors are measured against rtol * size */
    bool fresh;
    double h, last, rtol, cap;     /* next and last step; cap: longest step, 0: none */
    int64_t steps, rejected, hard; /* hard: rejected by far */
    int forced;                    /* steps in a row at the spacing of numbers */
    double swing; /* largest rate along the leading direction since the last crossing */
} lento_orbit;

/* strobe: z is a whole number of forcing periods after the start */
void lento_orbit_open(lento_solver *s, lento_orbit *o, double t, const double x[], double rtol,
                      bool strobe);
int lento_orbit_rate(lento_orbit *o, double at, const double x[], double rate[]);
int lento_orbit_first(lento_orbit *o);
int lento_orbit_stages(lento_orbit *o, double h, double add[]);
int lento_orbit_rk4(lento_orbit *o, double h, double add[]);
double lento_orbit_error(const lento_orbit *o, double h);
void lento_orbit_add(lento_orbit *o, const double add[], double h);
/* one adaptive step of at most `most`; its length, 0: lost */
double lento_orbit_step(lento_orbit *o, double most, double add[]);
/* exactly so long, forwards or backwards */
int lento_orbit_run(lento_orbit *o, double length);
/* the excursion of a return, and four of its states */
void lento_orbit_note(const lento_orbit *o);
void lento_orbit_rebase(lento_orbit *o, double t);
void lento_solve_phases(const lento_solver *s, double t, lento_phase phase[]);
int lento_solve_lose(lento_solver *s, lento_lost why, double t);

/* a count that may be huge */
static inline int64_t lento_whole(double x) {
    return x < 9e18 ? (int64_t)x : (int64_t)9e18;
}

/* ---- sizes ---- */
/* of a number that began far below the others, now so large */
static inline double lento_scale_at(const lento_solver *s, int i, double large) {
    return s->angle[i] ? s->scale[i] : fmax(s->scale[i], fmin(large, s->roof[i]));
}
double lento_norm_x(const lento_solver *s, const double v[]);
double lento_norm_z(const lento_solver *s, const double v[]);
double lento_turned(double angle);                    /* to [-pi, pi) */
unsigned lento_random(unsigned *seed, double *value); /* in [-1, 1] */

/* ---- crossings.c ---- */
int lento_next_crossing(lento_orbit *o, double after, double before);
/* the time of a return near t, where the state is x; the given one if the span ends before */
double lento_local_return(lento_solver *s, double t, const double x[], double from, double tau);

/* ---- returns.c, mesh.c ---- */
enum { RETURN_HALF = 0, RETURN_ONCE = 1, RETURN_TWICE = 2 }; /* micro steps: times m */
int lento_return(lento_solver *s, const double z[], double tau, double g[], int times);
double lento_mesh_at(const lento_solver *s, double part);
int lento_mesh_survey(lento_solver *s, const double z[], double tau, double *best_at);
double lento_micro_error(lento_solver *s, const double z[], double tau, int a, int b, double g[]);
bool lento_micro_choose(lento_solver *s, const double z[], double tau, int least);
double lento_embedded_limit(const lento_solver *s, double e);
bool lento_micro_corners(lento_solver *s, const double z[], double tau);

/* ---- sums.c: term[j] = (sum of the j-th Newton polynomial over n returns) * its difference ---- */
void lento_sum_terms(int size, int count, const double node[], double g[][SLOTS], double n0,
                     double n, double unit, double term[][SLOTS]);

/* ---- probe.c, crossings.c, tests.c: NULL, or the code of a refusal to average ---- */
typedef struct lento_plan {
    const char *code; /* NULL: average */
    double number[3];
    double z[SLOTS], tau;
    bool below_floor;
} lento_plan;
bool lento_probe(lento_solver *s, lento_plan *plan);
void lento_find_return(lento_solver *s, lento_plan *plan);
void lento_test_return(lento_solver *s, lento_plan *plan);
void lento_note_test(lento_solver *s, const char *name, double value, double limit);

/* ---- macro.c ---- */
enum { COARSE_ROWS = 10 };
/* of a run that is only compared: the difference is wanted at some rows */
static inline int lento_coarse_stride(const lento_solver *s) {
    return s->samples / COARSE_ROWS > 1 ? s->samples / COARSE_ROWS : 1;
}

int lento_macro_run(lento_solver *s, const lento_plan *plan, double tol, double least, bool second,
                    lento_pass *pass);

/* ---- output.c ---- */
/* a coarse run leaves out most rows */
bool lento_output_skips(const lento_solver *s, const lento_pass *pass, int row);
int lento_output_state(lento_solver *s, lento_pass *pass, int row, const double x[], double tau);
/* the same from a state some returns before, so that nothing is integrated backwards */
int lento_output_past(lento_solver *s, lento_pass *pass, int row, const double x[], double tau,
                      double past_t, const double past[]);
int lento_output_from(lento_solver *s, lento_pass *pass, int row, const double z[], bool strobe,
                      double tau);
/* the largest magnitude of each column, at the start and in a run, if any; with one more time */
void lento_output_size(const lento_solver *s, const lento_pass *pass);
void lento_output_reach(const lento_solver *s, double t, const double x[], double most[]);
/* how far two states at t are apart, as columns; rate: at b */
double lento_output_apart(const lento_solver *s, double t, const double a[], const double b[],
                          const double rate[]);
double lento_output_differ(const lento_solver *s, const lento_pass *a, const lento_pass *b,
                           double bars[]);
void lento_output_floor(lento_solver *s);
void lento_set_met(lento_solver *s);

/* ---- sight.c ---- */
/* the start becomes the state whose means were given; false: there is none, it stays */
bool lento_start_from_means(lento_solver *s, double t);

/* ---- pair.c, direct.c: the answer ---- */
bool lento_pair(lento_solver *s, lento_plan *plan, lento_pass pass[2], lento_pass **last);
void lento_direct(lento_solver *s, const lento_plan *plan, lento_pass pass[3],
                  const lento_pass *averaged);

/* ---- words.c ---- */
void lento_say(lento_solver *s, lento_outcome outcome, const lento_plan *plan);
/* the sentence of a code */
void lento_words(const char *code, const double number[], char *out, size_t room);
void lento_warn(lento_solver *s, const char *code, double value, double limit);

#endif
