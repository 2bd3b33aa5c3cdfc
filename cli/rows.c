/* SPDX-License-Identifier: MIT
 * The rows of a result. Nobody knows beforehand how many steps an adaptive run takes, so thinning
 * goes along: when CLI_MAX_ROWS are there, every second one is dropped and from then on only every
 * 2nd, 4th, ... step is kept. The kept rows stay evenly spaced and begin with the first. */
#include "job.h"

#include <stdlib.h>
#include <string.h>

void cli_rows_start(cli_rows *rows, int width) {
    memset(rows, 0, sizeof *rows);
    rows->width = width;
    rows->stride = 1;
}

const double *cli_rows_at(const cli_rows *rows, size_t i) {
    return rows->value + i * (size_t)rows->width;
}

static void halve(cli_rows *rows) {
    const size_t width = (size_t)rows->width;
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i += 2) {
        memmove(rows->value + kept++ * width, rows->value + i * width, width * sizeof(double));
    }
    rows->count = kept;
    rows->stride *= 2;
}

void cli_rows_add(cli_rows *rows, const double row[], bool thin) {
    if (thin && rows->seen++ % rows->stride != 0) {
        return;
    }
    /* one place stays free for the final row */
    if (thin && rows->count >= CLI_MAX_ROWS - 1) {
        halve(rows);
        if ((rows->seen - 1) % rows->stride != 0) {
            return;
        }
    }
    const size_t width = (size_t)rows->width;
    if (rows->count == rows->room) {
        const size_t room = rows->room ? 2 * rows->room : 256;
        double *value = realloc(rows->value, room * width * sizeof *value);
        if (!value) {
            exit(cli_failed("out of memory"));
        }
        rows->value = value;
        rows->room = room;
    }
    memcpy(rows->value + rows->count++ * width, row, width * sizeof(double));
}

void cli_rows_free(cli_rows *rows) {
    free(rows->value);
    memset(rows, 0, sizeof *rows);
}
