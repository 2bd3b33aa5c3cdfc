/* SPDX-License-Identifier: MIT
 *
 * run.h - a run: levels built from the innermost outwards, the macro stepper on the last of their systems, and where it
 * stands. */
#ifndef LENTO_RUN_RUN_H
#define LENTO_RUN_RUN_H

#include "multiscale/mean.h"

/* Events (event.c): values at the left end, at another place, while a zero is located; a state. */
typedef struct lento_event {
    double *value, *other, *root, *state;
    unsigned long long due; /* the events at the end of this segment */
    bool jumped;            /* the state has just jumped */
    double last;            /* when */
    int near;               /* jumps that followed at once */
} lento_event;

struct lento_run {
    lento_system leaf;
    lento_system given;    /* a system of flows whose first-order form is the leaf; order 0: none */
    lento_options options; /* resolved */
    int levels;
    lento_mean mean[LENTO_MAX_LEVELS];
    lento_mean look[LENTO_MAX_SCALES]; /* means of a motion that is still fast (look.c), */
    int looks;                         /* fastest first; 0: it is shown as it is */
    lento_output *direct_output;       /* of the motion itself, for pointwise columns */
    double *direct_columns;
    bool unlifted;                                    /* no state has the given means */
    bool (*pointwise)(const void *model, int column); /* NULL: none is */
    const void *model;
    lento_stepper macro;
    lento_mass_solver mass;
    const lento_system *system; /* what the macro stepper sees */
    lento_output *output;
    void *output_params;
    const lento_system *output_system; /* whose phases it reads */
    double H;                          /* macro step; 0 if adaptive */
    bool adaptive;
    lento_above above;  /* of all this, for the schemes */
    lento_phase *table; /* fastest phase of a direct run at whole steps */
    /* where the run stands */
    bool begun;
    double segment_begin, segment_end;
    int64_t segment_steps, segment_step; /* fixed steps */
    lento_status status;
    lento_failure failure;
    lento_failure question; /* the last state asked for was none of the run's; the run goes on */
    bool unseen;            /* the state that the last columns show could not be found */
    char text[LENTO_TEXT_ROOM], words[12][48];
    lento_doubts doubts;
    lento_counts closing; /* part of the work that only completed the last node */
    bool has_left;        /* left end of the last step, for interpolation */
    double left_t, left_h;
    double *left_y, *left_rate, *right_rate, *point, *columns, *initial;
    double *multipliers; /* inside the last step */
    lento_seen seen;
    lento_event event;
    lento_stepper saved, side;
    char *saved_block, *side_block;
    int64_t samples;   /* next multiple of sample_every */
    int64_t step_ends; /* since the last sample at a step end */
    size_t bytes;
    _Alignas(16) char memory[];
};

/* Creation succeeded, so there are a state, a macro method and memory; a run that does not exist had none. */
static inline bool lento_run_made(const lento_run *run) {
    return run && run->bytes > 0;
}

/* the highest frequency that an average leaves for the macro step; 0: unknown */
static inline double lento_run_fastest_left(const lento_run *run) {
    return run->levels > 0 ? run->mean[0].set->fastest : 0;
}

/* build.c: levels, macro stepper, memory. A copy of a word that lives as long as the run. */
int lento_run_build(lento_run *run, lento_arena *arena);
const char *lento_run_keep(lento_run *run, const char *text);

/* initial.c: the slow start from the given one; numbers in the state that a level offers. */
int lento_run_start(lento_run *run, const double state[]);
int lento_level_size(const lento_mean *mean);

/* run.c: complete the node the run stands on. sample.c: a state inside the last step; its columns; call the observer for
 * what is due (non-zero: stop or failure). access.c: a question failed, the run itself goes on; -1. */
int lento_run_complete_node(lento_run *run);
int lento_run_interpolate(lento_run *run, double t, double state[]);
int lento_sample_now(lento_run *run);
int lento_run_move_failure(lento_run *run);

/* event.c: memory, refusal. Is there an event in the last step? 1: the step was taken back and the segment ends there.
 * What is due happens at the beginning of a segment. */
int lento_event_carve(lento_run *run, lento_arena *arena);
int lento_event_after_step(lento_run *run);
int lento_event_apply(lento_run *run, double t);

#endif
