/* SPDX-License-Identifier: MIT
 * A reproduction: tasks (one per item or figure), computed side by side, and what they yield.
 *
 *   reproduce.c (selection) -> reproduce_pool.c (processes) -> paper_task with cells or curves
 *       -> reproduce_print.c (table, JSON)
 *       -> report*.c (--report: one HTML page and the same as JSON) */
#ifndef CLI_REPRODUCE_H
#define CLI_REPRODUCE_H
#include "cli.h"
#include "io/json.h"
#include "papers.h"

typedef struct paper_entry {
    paper_cell cell;
    bool ok;
} paper_entry;

/* Memory that the process of a task fills and this one reads. */
typedef struct paper_memory paper_memory;

/* What an item fills in. */
struct paper_report {
    paper_memory *memory;
    paper_entry *list;
    size_t count, room;
};

typedef struct paper_curve {
    const char *name;
    size_t n;
    const double *x, *y;
    bool points;
} paper_curve;

/* What a figure fills in. */
enum { PAPER_CURVES = 16 };
struct paper_sheet {
    paper_memory *memory;
    paper_curve curve[PAPER_CURVES];
    size_t count;
};

/* One piece of work: an item or a figure of a paper. */
typedef struct paper_task {
    const paper *paper;
    const paper_item *item;     /* or */
    const paper_figure *figure; /* the other one is NULL */
    paper_report report;
    paper_sheet sheet;
    paper_memory *memory; /* NULL: it was not started */
    double seconds;
    const char *failure; /* why it yielded nothing, or NULL */
    bool left_out;       /* Ctrl-C came first, its process was lost, or a library is missing */
} paper_task;

typedef struct paper_study {
    paper_task *tasks;
    size_t count;
    cli_memory memory;
    bool stopped;    /* by Ctrl-C */
    size_t left_out; /* tasks that were not computed */
    size_t lost;     /* of them: by a process that failed */
    double seconds;
} paper_study;

/* ---- reproduce_pool.c ---- */
/* Computes all tasks, `jobs` of them at a time, each in a process of its own. */
void paper_pool_run(paper_study *study, int jobs, bool quiet);
int paper_pool_cores(void);
void paper_study_free(paper_study *study);

/* ---- reproduce_print.c ---- */
typedef struct paper_tally {
    size_t cells, good, verdict[3];
    size_t items, item_verdict[3]; /* by verdict; an item is what its worst cell is */
} paper_tally;
paper_tally paper_count(const paper_study *study, const paper *only); /* NULL: all papers */
paper_verdict paper_item_verdict(const paper_task *task);
const char *paper_verdict_word(paper_verdict verdict);
/* "none" if the number could not be computed. */
const char *paper_cell_verdict(const paper_cell *cell);
void paper_print_json(FILE *file, const paper_study *study);
void paper_json_cells(io_json *json, const char *key, const paper_study *study);
/* "3 of 12 items and figures were not computed: ...", or "" if all were. */
const char *paper_left_out(const paper_study *study, cli_memory *memory);
void paper_print_table(FILE *file, const paper_study *study);

/* ---- report.c ---- */
int paper_report_check(const char *directory); /* 0, or an exit code after a sentence */
int paper_report_write(const char *directory, const paper_study *study, bool quick);

#endif
