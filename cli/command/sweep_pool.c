/* SPDX-License-Identifier: MIT
 * Cells side by side: processes take the next block from a counter that they share, and put records where this process
 * sees them. One that breaks takes no other with it; its block is tried again cell by cell, and the cell that broke it
 * is lost. */
#include "command/sweep.h"

#include "cli.h"
#include "io/interrupt.h"
#include "io/progress.h"
#include "io/worker.h"
#include "lento/chart.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Cells for which memory is shared at a time: so many seconds of work, within limits. */
enum { LEAST_WAVE = 256, MOST_WAVE = 65536, SIDE = 256, PATIENCE = 4 };
#define WAVE_SECONDS  5
#define BLOCK_SECONDS 0.05

/* Seen by all processes, followed by a mark per cell and the records. */
typedef struct board {
    _Atomic int64_t next;
    _Atomic int64_t at[SIDE]; /* where the block of each worker begins */
} board;

typedef struct pool {
    const lento_spread *work;
    const int64_t *cells;
    int64_t count;
    int block, jobs;
    board *shared;
    _Atomic unsigned char *done;
    double *record;
} pool;

typedef struct worker {
    io_worker process;
    const pool *p;
    int index;
    bool running;
} worker;

static double *record_at(const pool *p, int64_t k) {
    return p->record + (size_t)k * (size_t)p->work->width;
}

static void compute(void *user) {
    const worker *w = user;
    const pool *p = w->p;
    for (;;) {
        const int64_t k = atomic_fetch_add(&p->shared->next, p->block);
        if (k >= p->count) {
            return;
        }
        const int64_t n = p->count - k < p->block ? p->count - k : p->block;
        atomic_store(&p->shared->at[w->index], k);
        if (p->work->compute(p->cells + k, (int)n, record_at(p, k), p->work->user)) {
            return;
        }
        for (int64_t i = k; i < k + n; i++) {
            atomic_store(&p->done[i], 1);
        }
    }
}

/* What a worker left when it ended: a cell that was alone in its block is lost. */
static void mourn(pool *p, const worker *w) {
    const int64_t k = atomic_load(&p->shared->at[w->index]);
    if (p->block == 1 && k < p->count && !atomic_load(&p->done[k])) {
        for (int i = 0; i < p->work->width; i++) {
            record_at(p, k)[i] = NAN;
        }
        record_at(p, k)[0] = LENTO_CELL_LOST;
        record_at(p, k)[1] = 0;
        atomic_store(&p->done[k], 1);
    }
}

/* Takes what is new; the number of cells that are there. */
static int64_t collect(const pool *p, unsigned char taken[]) {
    int64_t count = 0;
    for (int64_t k = 0; k < p->count; k++) {
        if (!taken[k] && atomic_load(&p->done[k])) {
            p->work->take(p->cells[k], record_at(p, k), p->work->user);
            taken[k] = 1;
        }
        count += taken[k];
    }
    return count;
}

/* One round over the workers; false: none is left, and none can be had. */
static bool tend(pool *p, worker list[], bool stopping) {
    bool any = false;
    for (int i = 0; i < p->jobs; i++) {
        worker *w = &list[i];
        const io_worker_state state = w->running ? io_worker_poll(&w->process) : IO_WORKER_DONE;
        if (state == IO_WORKER_RUNNING) {
            any = true;
            continue;
        }
        if (w->running && state != IO_WORKER_DONE && !stopping) {
            /* Ctrl-C ends them, too, and may reach this process later */
            for (int k = 0; k < PATIENCE && !io_interrupt_requested(); k++) {
                io_worker_pause();
            }
            if (!io_interrupt_requested()) {
                mourn(p, w);
            }
        }
        w->running = false;
        if (atomic_load(&p->shared->next) < p->count && !stopping && !io_interrupt_requested()) {
            *w = (worker){.p = p, .index = i};
            atomic_store(&p->shared->at[i], p->count);
            w->running = io_worker_start(&w->process, compute, w);
            any = any || w->running;
        }
    }
    return any;
}

/* Computes cells; what was computed is taken. 0, or non-zero if it was stopped. */
static int run(pool *p, unsigned char taken[]) {
    worker list[SIDE] = {0};
    int stop = 0;
    fflush(NULL);
    for (bool any = tend(p, list, false); any; any = tend(p, list, stop != 0)) {
        io_worker_pause();
        collect(p, taken);
        if (!stop && (p->work->keep(p->work->user) || io_interrupt_requested())) {
            stop = 1;
            for (int i = 0; i < p->jobs; i++) {
                io_worker_stop(&list[i].process);
            }
        }
    }
    collect(p, taken);
    return p->work->keep(p->work->user) || stop || io_interrupt_requested();
}

/* The first `count` cells: in blocks, then those of broken blocks one by one. */
static int wave(pool *p, unsigned char taken[], int64_t again[]) {
    const size_t width = (size_t)p->work->width, n = (size_t)p->count;
    const size_t head = (sizeof(board) + n + 7) / 8 * 8, bytes = head + n * width * sizeof(double);
    char *memory = io_worker_share(bytes);
    if (!memory) {
        return cli_failed("no memory could be had for the cells");
    }
    p->shared = (board *)(void *)memory;
    p->done = (_Atomic unsigned char *)(memory + sizeof(board));
    p->record = (double *)(void *)(memory + head);
    memset(taken, 0, n);
    int stop = run(p, taken);
    int64_t left = 0;
    for (int64_t k = 0; k < p->count; k++) {
        again[left] = p->cells[k];
        left += taken[k] ? 0 : 1;
    }
    io_worker_unshare(memory, bytes);
    if (left == 0 || stop) {
        return stop;
    }
    if (p->block == 1) {
        return cli_failed("no process could be had to compute the cells");
    }
    p->block = 1;
    p->cells = again;
    p->count = left;
    return wave(p, taken, again);
}

int cli_sweep_pool(const lento_spread *work, int jobs) {
    static unsigned char taken[MOST_WAVE];
    static int64_t again[MOST_WAVE];
    int64_t size = LEAST_WAVE;
    int block = work->block;
    for (int64_t from = 0; from < work->count;) {
        const double began = io_progress_clock();
        const int64_t rest = work->count - from;
        pool p = {.work = work,
                  .cells = work->cells + from,
                  .count = rest < size ? rest : size,
                  .block = block,
                  .jobs = jobs < SIDE ? jobs : SIDE};
        from += p.count;
        const int code = wave(&p, taken, again);
        if (code) {
            return code;
        }
        const double rate = (double)p.count / (io_progress_clock() - began + 1e-3);
        size = (int64_t)fmin(MOST_WAVE, fmax(LEAST_WAVE, rate * WAVE_SECONDS));
        if (block > 1) {
            const double cells = fmin(LENTO_CHART_BLOCK, rate / p.jobs * BLOCK_SECONDS);
            block = (int)fmax(work->block, cells);
        }
    }
    return 0;
}
