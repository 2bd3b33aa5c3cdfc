/* SPDX-License-Identifier: MIT
 * Cells shared among the ranks of an MPI program. Rank 0 hands out blocks of cells and takes the records; every other
 * rank holds two blocks, so that it computes one while the answer to the last is on its way. A block is a quarter of
 * a second of work, at most; rank 0 computes, too, as long as the others are few.
 *
 *   rank 0 -> rank: numbers of cells, none: the end      rank -> rank 0: seconds, numbers, records */
#include "module.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORK = 1, RESULT, MOST = 256, AHEAD = 2, FEW = 16 };
#define BLOCK_SECONDS 0.25

/* A block and what came out of it: its numbers follow the records when it is sent. */
typedef struct parcel {
    double seconds;
    int64_t count;
    double record[];
} parcel;

typedef struct giver {
    lento_spread *work;
    int ranks;
    int64_t next, out; /* the next cell to be given away; blocks that are computed elsewhere */
    double pace;       /* seconds of a cell; 0: not known */
    parcel *p;
    int64_t *cell; /* of the parcel */
    bool stopped;
} giver;

static size_t parcel_bytes(const lento_spread *w, int64_t count) {
    return sizeof(parcel) + (size_t)count * ((size_t)w->width + 1) * sizeof(double);
}

static int compute(const lento_spread *w, const int64_t cell[], parcel *p) {
    const double began = MPI_Wtime();
    if (w->compute(cell, (int)p->count, p->record, w->user)) {
        return -1;
    }
    p->seconds = MPI_Wtime() - began;
    return 0;
}

/* ---- rank 0 ---- */

/* Cells of the next block: short at first and towards the end. */
static int64_t next_count(const giver *g, int64_t most) {
    const int64_t left = g->work->count - g->next, block = g->work->block;
    int64_t n = g->pace > 0 ? (int64_t)(BLOCK_SECONDS / g->pace) : block;
    const int64_t fair = left / (AHEAD * g->ranks);
    n = n < fair ? n : fair;
    n = n < most ? n : most;
    n = n < block ? block : n / block * block;
    return g->stopped ? 0 : n < left ? n : left;
}

static void give(giver *g, int rank) {
    const int64_t n = next_count(g, MOST);
    MPI_Send(g->work->cells + g->next, (int)n, MPI_INT64_T, rank, WORK, MPI_COMM_WORLD);
    g->work->messages++;
    g->work->bytes += n * (int64_t)sizeof(int64_t);
    g->next += n;
    g->out += n > 0;
}

static void take(giver *g) {
    const parcel *p = g->p;
    for (int64_t k = 0; k < p->count; k++) {
        g->work->take(g->cell[k], p->record + k * g->work->width, g->work->user);
    }
    if (p->count > 0) {
        g->pace = p->seconds / (double)p->count;
    }
}

/* Takes a result that has come, and gives its rank another block. False: there is none. */
static bool receive(giver *g) {
    MPI_Status from;
    int there = 0, bytes = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &there, &from);
    if (!there) {
        return false;
    }
    MPI_Get_count(&from, MPI_BYTE, &bytes);
    MPI_Recv(g->p, bytes, MPI_BYTE, from.MPI_SOURCE, RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    g->work->messages++;
    g->work->bytes += bytes;
    g->out--;
    give(g, from.MPI_SOURCE);
    memcpy(g->cell, g->p->record + g->p->count * g->work->width,
           (size_t)g->p->count * sizeof *g->cell);
    take(g);
    return true;
}

/* One block of its own; it is short, since results wait meanwhile. */
static int compute_own(giver *g) {
    parcel *p = g->p;
    p->count = g->ranks < FEW ? next_count(g, g->work->block) : 0;
    if (p->count == 0) {
        nanosleep(&(struct timespec){0, 200000}, NULL);
        return 0;
    }
    memcpy(g->cell, g->work->cells + g->next, (size_t)p->count * sizeof *g->cell);
    g->next += p->count;
    if (compute(g->work, g->cell, p)) {
        return -1;
    }
    take(g);
    return 0;
}

static int lead(lento_spread *work, int ranks, parcel *p) {
    int64_t cell[MOST];
    giver g = {.work = work, .ranks = ranks, .p = p, .cell = cell};
    int code = 0;
    for (int i = 0; i < AHEAD; i++) {
        for (int rank = 1; rank < ranks; rank++) {
            give(&g, rank);
        }
    }
    while (g.out > 0 || (g.next < work->count && !g.stopped)) {
        if (!receive(&g) && compute_own(&g)) {
            code = -1;
            break;
        }
        g.stopped = work->keep(work->user) != 0 || g.stopped;
    }
    return code ? code : g.stopped;
}

/* ---- the others ---- */

/* Every block that was announced is answered; after so many empty ones nothing more comes. */
static int follow(const lento_spread *work, parcel *p) {
    int64_t cell[MOST];
    for (int ends = 0; ends < AHEAD;) {
        MPI_Status from;
        int n;
        MPI_Recv(cell, MOST, MPI_INT64_T, 0, WORK, MPI_COMM_WORLD, &from);
        MPI_Get_count(&from, MPI_INT64_T, &n);
        p->count = n;
        if (n == 0) {
            ends++;
        } else if (compute(work, cell, p)) {
            return -1;
        } else {
            memcpy(p->record + p->count * work->width, cell, (size_t)n * sizeof *cell);
            MPI_Send(p, (int)parcel_bytes(work, n), MPI_BYTE, 0, RESULT, MPI_COMM_WORLD);
        }
    }
    return 0;
}

static int spread(lento_spread *work) {
    int rank, ranks;
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS) {
        return -1;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    parcel *p = malloc(parcel_bytes(work, MOST));
    const int code = !p ? -1 : rank == 0 ? lead(work, ranks, p) : follow(work, p);
    free(p);
    if (code < 0) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return code;
}

const lento_module_table lento_module = {.version = LENTO_VERSION, .spread = spread};
