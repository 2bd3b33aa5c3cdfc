/* SPDX-License-Identifier: MIT
 * Items side by side, one process each: they share nothing, and one that breaks takes no other with
 * it. Slow ones start first, so that the cores finish together.
 *
 *   fork -> item->run or figure->draw -> cells and curves in memory that both processes see -> task */
#include "io/interrupt.h"
#include "io/progress.h"
#include "io/worker.h"
#include "print/reproduce.h"
#include "request/adapters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_JOBS = 256, SLOW_WEIGHT = 10, SHARED = 16 << 20 };
static const char INTERRUPTED[] = "not computed: interrupted";

/* Seen by both processes. */
struct paper_memory {
    paper_report report;
    paper_sheet sheet;
    size_t used; /* bytes, with these; what was never touched costs nothing */
};

typedef struct worker {
    io_worker process;
    paper_task *task;
    double start;
} worker;

typedef struct pool {
    paper_study *study;
    worker worker[MAX_JOBS];
    int jobs, busy;
    size_t next; /* in the order of start */
    double weight, done;
    io_progress progress;
} pool;

/* ---- shared memory ---- */

static paper_memory *share(void) {
    paper_memory *m = io_worker_share(SHARED);
    if (!m) {
        return NULL;
    }
    *m = (paper_memory){.report = {.memory = m}, .sheet = {.memory = m}, .used = sizeof *m};
    return m;
}

static void *take(paper_memory *m, const void *from, size_t bytes) {
    const size_t aligned = (bytes + 15) / 16 * 16;
    if (aligned > SHARED - m->used) {
        exit(cli_failed("a task yields more than %d bytes", SHARED));
    }
    void *at = (char *)m + m->used;
    m->used += aligned;
    return from ? memcpy(at, from, bytes) : at;
}

static const char *copy(paper_memory *m, const char *text) {
    return take(m, text, strlen(text) + 1);
}

/* ---- what items and figures call ---- */

void paper_cell_add(paper_report *report, const paper_cell *cell) {
    if (report->count == report->room) {
        report->room = report->room ? 2 * report->room : 64;
        paper_entry *list = take(report->memory, NULL, report->room * sizeof *list);
        for (size_t i = 0; i < report->count; i++) {
            list[i] = report->list[i];
        }
        report->list = list;
    }
    paper_entry *e = &report->list[report->count++];
    *e = (paper_entry){.cell = *cell};
    e->cell.published = cell->verdict == PAPER_COMPUTED ? NAN : cell->published;
    e->cell.cell = copy(report->memory, cell->cell);
    e->cell.note = copy(report->memory, cell->note ? cell->note : "");
    e->ok = fabs(cell->computed - cell->expected) <= cell->tolerance;
}

void paper_curve_add(paper_sheet *sheet, const char *name, size_t n, const double x[],
                     const double y[], bool points) {
    if (sheet->count < PAPER_CURVES) {
        paper_memory *m = sheet->memory;
        sheet->curve[sheet->count++] = (paper_curve){copy(m, name), n, take(m, x, n * sizeof *x),
                                                     take(m, y, n * sizeof *y), points};
    }
}

/* ---- one child ---- */

static bool is_slow(const paper_task *task) {
    return task->item ? task->item->slow : task->figure->slow;
}

static void compute(void *user) {
    const paper_task *task = user;
    if (task->item) {
        task->item->run(&task->memory->report);
    } else {
        task->figure->draw(&task->memory->sheet);
    }
}

/* Not computed: it has no cells, no verdict, and is listed as left out. */
static void leave_out(paper_study *study, paper_task *task, const char *why) {
    task->failure = why;
    task->left_out = true;
    study->left_out++;
}

/* Its process failed or was killed: what it had so far is not known to be right. */
static void lose(paper_study *study, paper_task *task, const char *why) {
    leave_out(study, task, why);
    study->lost++;
}

/* Leaves out an item whose library this build lacks. */
static bool lacks_library(paper_study *study, paper_task *task) {
    char words[CLI_LIBRARY_WORDS];
    const char *why;
    const cli_library *library = task->item ? cli_library_find(task->item->needs) : NULL;
    if (!library || cli_module(library, &why)) {
        return false;
    }
    leave_out(study, task,
              cli_text(&study->memory, "Lento was built without %s",
                       cli_library_words(library, words, sizeof words)));
    return true;
}

static void start(pool *p, worker *w, paper_task *task) {
    if (lacks_library(p->study, task)) {
        p->done += is_slow(task) ? SLOW_WEIGHT : 1;
        return;
    }
    task->memory = share();
    *w = (worker){.task = task, .start = io_progress_clock()};
    if (!task->memory || !io_worker_start(&w->process, compute, task)) {
        lose(p->study, task, "not computed: no process or no temporary file could be had");
        *w = (worker){0};
        return;
    }
    p->busy++;
}

static void collect(pool *p, worker *w, io_worker_state state) {
    paper_task *task = w->task;
    task->seconds = io_progress_clock() - w->start;
    if (state == IO_WORKER_DONE) {
        task->report = task->memory->report;
        task->sheet = task->memory->sheet;
    } else if (p->study->stopped || io_interrupt_requested()) {
        leave_out(p->study, task, INTERRUPTED);
    } else {
        lose(p->study, task,
             state == IO_WORKER_KILLED ? "not computed: its process was killed"
                                       : "not computed: its process failed");
    }
    *w = (worker){0};
    p->busy--;
    p->done += is_slow(task) ? SLOW_WEIGHT : 1;
}

/* ---- all of them ---- */

/* Task number k in the order of start: slow ones first. */
static paper_task *in_order(const paper_study *study, size_t k) {
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < study->count; i++) {
            if (is_slow(&study->tasks[i]) == (pass == 0) && k-- == 0) {
                return &study->tasks[i];
            }
        }
    }
    return NULL;
}

static void fill(pool *p) {
    for (int i = 0; i < p->jobs; i++) {
        if (p->worker[i].process.id == 0 && p->next < p->study->count && !p->study->stopped) {
            start(p, &p->worker[i], in_order(p->study, p->next++));
        }
    }
}

static void reap(pool *p) {
    bool any = false;
    for (int i = 0; i < p->jobs; i++) {
        worker *w = &p->worker[i];
        const io_worker_state state = io_worker_poll(&w->process);
        if (state != IO_WORKER_RUNNING) {
            collect(p, w, state);
            any = true;
        }
    }
    if (!any) {
        io_worker_pause();
    }
}

/* Ctrl-C reaches the children too; a signal to this process alone is passed on. */
static void stop(pool *p) {
    p->study->stopped = true;
    for (int i = 0; i < p->jobs; i++) {
        io_worker_stop(&p->worker[i].process);
    }
}

int paper_pool_cores(void) {
    const int cores = io_worker_cores();
    return cores > MAX_JOBS ? MAX_JOBS : cores;
}

void paper_pool_run(paper_study *study, int jobs, bool quiet) {
    pool p = {.study = study, .jobs = jobs < MAX_JOBS ? jobs : MAX_JOBS};
    const double begin = io_progress_clock();
    for (size_t i = 0; i < study->count; i++) {
        p.weight += is_slow(&study->tasks[i]) ? SLOW_WEIGHT : 1;
    }
    io_interrupt_catch();
    io_progress_start(&p.progress, stderr, "reproducing", quiet);
    fflush(NULL);
    for (fill(&p); p.busy > 0 || (p.next < study->count && !study->stopped); fill(&p)) {
        reap(&p);
        io_progress_update(&p.progress, p.done / p.weight);
        if (io_interrupt_requested() && !study->stopped) {
            stop(&p);
        }
    }
    for (; p.next < study->count; p.next++) {
        leave_out(study, in_order(study, p.next), INTERRUPTED);
    }
    io_progress_finish(&p.progress);
    io_interrupt_release();
    study->seconds = io_progress_clock() - begin;
}

void paper_study_free(paper_study *study) {
    for (size_t i = 0; i < study->count; i++) {
        io_worker_unshare(study->tasks[i].memory, SHARED);
    }
    cli_release(&study->memory);
}
