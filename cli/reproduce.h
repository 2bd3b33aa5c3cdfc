/* SPDX-License-Identifier: MIT
 * The cells of a reproduction: collected by reproduce.c, shown by reproduce_print.c. */
#ifndef CLI_REPRODUCE_H
#define CLI_REPRODUCE_H
#include "cli.h"
#include "io/progress.h"
#include "papers.h"

typedef struct paper_entry {
    const char *paper, *item;
    paper_cell cell;
    bool ok;
} paper_entry;

struct paper_report {
    cli_memory memory;
    paper_entry *list;
    size_t count, room;
    const char *paper, *item; /* being run */
    size_t done, items;
    io_progress progress;
};

void paper_print_json(FILE *file, const paper_report *report);
void paper_print_table(FILE *file, const paper_report *report);
int paper_write(const char *directory, paper_report *report); /* report.md and report.json */
size_t paper_bad(const paper_report *report);                 /* cells that are not ok */

#endif
