/* SPDX-License-Identifier: MIT
 * What computes the cells of a sweep: processes beside this one (sweep_pool.c), or the ranks of a module. */
#ifndef CLI_COMMAND_SWEEP_H
#define CLI_COMMAND_SWEEP_H
#include "request/adapters.h"

/* 0, or what was wrong: a sentence was said. A cell whose process ended without a result is given as lost. */
int cli_sweep_pool(const lento_spread *work, int jobs);

/* ---- sweep_ranks.c: below mpirun ---- */
/* Which of so many copies of the program this is; 0 of 1 without mpirun. All but the first fall silent. */
void cli_sweep_ranks(int *rank, int *ranks);
/* As the pool; a sentence about the messages unless it is quiet. */
int cli_sweep_spread(lento_spread *work, int ranks, bool quiet);

/* ---- sweep_refine.c: which cells of a map of two axes lie near a change ---- */
typedef struct cli_refining {
    int64_t size[2];       /* of the map */
    int64_t stride;        /* of the cells that are known; 0: none yet */
    unsigned char *active; /* squares of this stride that are divided */
    /* is there a value in a cell, and which one? */
    bool (*has)(int64_t cell, double *value, const void *user);
    const void *user;
} cli_refining;
/* The next cells, into list: how many; 0: nothing more is near a change. Squares of at most 16 cells a side come first. */
int64_t cli_refine_next(cli_refining *r, int64_t list[]);
/* The value that a cell between equal ones has. */
double cli_refine_fill(const cli_refining *r, int64_t cell);
enum { CLI_REFINE_FIRST = 16 };

#endif
