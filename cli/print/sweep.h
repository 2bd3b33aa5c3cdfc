/* SPDX-License-Identifier: MIT
 * The chart of a sweep: cells, what they are called, and a head, lines of text that say what was computed. The head
 * stands in journals; two sweeps with the same head have the same cells. */
#ifndef CLI_SWEEP_PRINT_H
#define CLI_SWEEP_PRINT_H
#include "print/output.h"

enum { CLI_SHEET_COLUMNS = LENTO_MAX_AXES + 2 + LENTO_MAX_MEASURES };

typedef struct cli_sheet {
    const char *head;
    lento_cells cells;
    int64_t count;
    size_t width; /* of a record: status, warnings, measures */
    const char *names[CLI_SHEET_COLUMNS], *units[CLI_SHEET_COLUMNS];
    size_t columns;
    double *record; /* [count][width]; the status of a cell that is not there is not a number */
    cli_memory memory;
} cli_sheet;

/* The head of what is asked. */
const char *cli_sheet_head(cli_request *request, const cli_words *words);
/* An empty sheet with this head; free it in all cases. 0, or an exit code after a sentence. */
int cli_sheet_make(cli_sheet *sheet, const char *head);
void cli_sheet_free(cli_sheet *sheet);
/* Which kind of line differs first: "problem", "axis", ...; NULL: none. */
const char *cli_sheet_differs(const char *head, const char *other, char *text, size_t room);
double *cli_sheet_cell(const cli_sheet *sheet, int64_t cell);
bool cli_sheet_has(const cli_sheet *sheet, int64_t cell);
/* "omega=3 v=4" */
const char *cli_sheet_values(const cli_sheet *sheet, int64_t cell, char *text, size_t room);
/* --out, or stdout. 0, or CLI_FAILED. */
int cli_sheet_write(const cli_request *request, const cli_sheet *sheet);

/* ---- sweep_tell.c ---- */
/* How many are done, refused, ...; CLI_FAILED: not one has values. chart: says why; or NULL. */
int cli_sheet_tell(const cli_request *request, const cli_sheet *sheet, const lento_chart *chart);

/* ---- sweep_plot.c ---- */
/* Place in a record of the measure that --column names, of the first without it. 0: there is none of this name. */
size_t cli_sheet_measure(const cli_request *request, const cli_sheet *sheet);
/* Is --column there, and can --plot be drawn? 0, or CLI_WRONG. */
int cli_sheet_drawable(const cli_request *request, const cli_sheet *sheet);
/* --plot. 0, or CLI_FAILED. */
int cli_sheet_draw(const cli_request *request, const cli_sheet *sheet);

#endif
