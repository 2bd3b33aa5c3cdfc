/* SPDX-License-Identifier: MIT
 * Items side by side, one process each: they share nothing, and one that breaks takes no other with
 * it. Slow ones start first, so that the cores finish together.
 *
 *   fork -> item->run or figure->draw -> unnamed file -> read back in order -> task */
#include "io/interrupt.h"
#include "io/progress.h"
#include "print/reproduce.h"
#include "request/adapters.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 256, SLOW_WEIGHT = 10 };
static const char INTERRUPTED[] = "not computed: interrupted";

typedef struct worker {
    pid_t child; /* 0: idle */
    FILE *file;
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

/* ---- what items and figures call ---- */

void paper_cell_add(paper_report *report, const paper_cell *cell) {
    if (report->count == report->room) {
        report->room = report->room ? 2 * report->room : 64;
        paper_entry *list = realloc(report->list, report->room * sizeof *list);
        if (!list) {
            exit(cli_failed("out of memory"));
        }
        report->list = list;
    }
    paper_entry *e = &report->list[report->count++];
    *e = (paper_entry){.cell = *cell};
    e->cell.published = cell->verdict == PAPER_COMPUTED ? NAN : cell->published;
    e->cell.cell = cli_text(&report->memory, "%s", cell->cell);
    e->cell.note = cli_text(&report->memory, "%s", cell->note ? cell->note : "");
    e->ok = fabs(cell->computed - cell->expected) <= cell->tolerance;
}

void paper_curve_add(paper_sheet *sheet, const char *name, size_t n, const double x[],
                     const double y[], bool points) {
    if (sheet->count < PAPER_CURVES) {
        double *values = cli_take(&sheet->memory, 2 * n * sizeof *values);
        for (size_t i = 0; i < n; i++) {
            values[i] = x[i];
            values[n + i] = y[i];
        }
        sheet->curve[sheet->count++] =
            (paper_curve){cli_text(&sheet->memory, "%s", name), n, values, values + n, points};
    }
}

/* ---- one child ---- */

static bool is_slow(const paper_task *task) {
    return task->item ? task->item->slow : task->figure->slow;
}

/* Ctrl-C ends it at once. */
static void compute(paper_task *task, FILE *file) {
    signal(SIGINT, SIG_DFL);
    if (task->item) {
        task->item->run(&task->report);
    } else {
        task->figure->draw(&task->sheet);
    }
    _exit(paper_wire_write(file, task) ? 0 : 1);
}

/* It yielded nothing: not ok, and nothing is said about the paper. */
static void fail(paper_task *task, const char *why) {
    task->failure = why;
    if (task->item) {
        paper_cell_add(
            &task->report,
            &(paper_cell){.cell = "the whole item", .computed = NAN, .expected = NAN, .note = why});
    }
}

/* Not computed: it has no cells, no verdict, and is listed as left out. */
static void leave_out(paper_study *study, paper_task *task, const char *why) {
    task->failure = why;
    task->left_out = true;
    study->left_out++;
}

/* Leaves out an item whose library this build lacks. */
static bool lacks_library(paper_study *study, paper_task *task) {
    char words[80];
    const char *why;
    const cli_library *library = task->item ? cli_library_find(task->item->needs) : NULL;
    if (!library || cli_module(library, &why)) {
        return false;
    }
    leave_out(study, task,
              cli_text(&task->report.memory, "Lento was built without %s",
                       cli_library_words(library, words, sizeof words)));
    return true;
}

static void start(pool *p, worker *w, paper_task *task) {
    if (lacks_library(p->study, task)) {
        p->done += is_slow(task) ? SLOW_WEIGHT : 1;
        return;
    }
    *w = (worker){.file = tmpfile(), .task = task, .start = io_progress_clock()};
    w->child = w->file ? fork() : -1;
    if (w->child == 0) {
        compute(task, w->file);
    }
    if (w->child < 0) {
        fail(task, "no process or no temporary file could be had");
        if (w->file) {
            fclose(w->file);
        }
        *w = (worker){0};
        return;
    }
    p->busy++;
}

static void collect(pool *p, worker *w, int status) {
    paper_task *task = w->task;
    task->seconds = io_progress_clock() - w->start;
    rewind(w->file);
    const bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!whole && (p->study->stopped || io_interrupt_requested())) {
        leave_out(p->study, task, INTERRUPTED);
    } else if (!whole) {
        fail(task, WIFSIGNALED(status) ? "its process was killed" : "its process failed");
    } else if (!paper_wire_read(w->file, task)) {
        fail(task, "its result could not be read");
    }
    fclose(w->file);
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
        if (p->worker[i].child == 0 && p->next < p->study->count && !p->study->stopped) {
            start(p, &p->worker[i], in_order(p->study, p->next++));
        }
    }
}

static void reap(pool *p) {
    const struct timespec pause = {0, 5000000};
    bool any = false;
    for (int i = 0; i < p->jobs; i++) {
        worker *w = &p->worker[i];
        int status = 0;
        if (w->child > 0 && waitpid(w->child, &status, WNOHANG) == w->child) {
            collect(p, w, status);
            any = true;
        }
    }
    if (!any) {
        nanosleep(&pause, NULL);
    }
}

/* Ctrl-C reaches the children too; a signal to this process alone is passed on. */
static void stop(pool *p) {
    p->study->stopped = true;
    for (int i = 0; i < p->jobs; i++) {
        if (p->worker[i].child > 0) {
            kill(p->worker[i].child, SIGINT);
        }
    }
}

int paper_pool_cores(void) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (cores > MAX_JOBS ? MAX_JOBS : (int)cores);
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
