/* SPDX-License-Identifier: MIT
 * Rows as text while a run goes on. When the recorder drops every second row, so does the file; when a run begins again
 * with shorter steps, the file does too. */
#include "print/spool.h"

#include "io/number.h"
#include "io/system.h"

#include <string.h>

enum {
    FEW = 10000,    /* rows that are written at the end in no time */
    SETTLE = 65536, /* rows after which the disk is waited for, so that the end is quick */
    AROUND = 8      /* characters around a number and a row */
};

void cli_spool_end(cli_spool *spool) {
    io_output_drop(&spool->out);
    cli_release(&spool->rows.memory);
    spool->lines = spool->next = 0;
    spool->line = NULL;
}

static bool open_file(const cli_spool *spool, io_output *out) {
    char message[IO_MESSAGE_SIZE];
    if (spool->target) {
        return io_output_open(out, spool->target, message);
    }
    *out = (io_output){.file = io_system_temporary()};
    return out->file != NULL;
}

static bool names_line(const cli_spool *spool) {
    return spool->request->format == CLI_CSV;
}

static bool begin(cli_spool *spool, const lento_recorder *rows) {
    cli_result_columns(&spool->rows, spool->request, spool->result);
    spool->room = (spool->rows.arrays.columns + 1) * (IO_NUMBER_SIZE + AROUND);
    for (size_t k = 0; k < spool->rows.arrays.columns; k++) {
        spool->room += 2 * strlen(spool->rows.arrays.names[k]);
    }
    spool->line = cli_take(&spool->rows.memory, spool->room);
    spool->stride = rows->stride;
    if (!open_file(spool, &spool->out)) {
        return false;
    }
    if (names_line(spool)) {
        cli_rows_names(spool->out.file, &spool->rows);
    }
    return true;
}

/* Only every second line stays. */
static bool thin(cli_spool *spool) {
    io_output half;
    if (!open_file(spool, &half)) {
        return false;
    }
    FILE *from = spool->out.file;
    const size_t head = names_line(spool), all = head + spool->lines;
    size_t i = 0;
    rewind(from);
    for (; i < all && fgets(spool->line, (int)spool->room, from); i++) {
        if (i < head || (i - head) % 2 == 0) {
            fputs(spool->line, half.file);
        }
    }
    io_output_drop(&spool->out);
    spool->out = half;
    spool->lines = (spool->lines + 1) / 2;
    spool->stride *= 2;
    return i == all;
}

static bool follow(cli_spool *spool, const lento_recorder *rows) {
    if (spool->stride != rows->stride && !thin(spool)) {
        return false;
    }
    for (; spool->lines < rows->count; spool->lines++) {
        cli_rows_line(spool->out.file, spool->request->format, &spool->rows, spool->lines);
        if (spool->out.target && spool->lines % SETTLE == SETTLE - 1 &&
            (fflush(spool->out.file) != 0 || !io_system_sync(spool->out.fd))) {
            return false;
        }
    }
    return !ferror(spool->out.file);
}

static void keep(const lento_recorder *rows, void *user) {
    cli_spool *spool = user;
    if (!spool->result || rows != &spool->result->rows || spool->off) {
        return; /* not started, or a run on the way to the result */
    }
    if (rows->count < spool->lines && rows->stride <= spool->stride) {
        cli_spool_end(spool); /* the run began again */
    }
    if (rows->count < FEW && !spool->out.file) {
        return;
    }
    spool->off = (!spool->out.file && !begin(spool, rows)) || !follow(spool, rows);
    if (spool->off) {
        cli_spool_end(spool);
    }
}

void cli_spool_attach(cli_spool *spool, const cli_request *request, lento_job *job) {
    const bool lines = request->format == CLI_CSV || request->format == CLI_JSON;
    job->kept = lines && !request->with_reference ? keep : NULL;
    job->kept_user = spool;
}

void cli_spool_start(cli_spool *spool, const cli_request *request, const lento_result *result,
                     const io_output *out, bool alone) {
    *spool = (cli_spool){.request = request,
                         .result = result,
                         .target = out->target,
                         .alone = alone && out->target && request->format == CLI_CSV,
                         .stride = 1};
}

size_t cli_spool_lines(const cli_spool *spool) {
    return spool ? spool->lines : 0;
}

const char *cli_spool_read(cli_spool *spool) {
    if (!spool || spool->next >= spool->lines) {
        return NULL;
    }
    FILE *file = spool->out.file;
    if (spool->next == 0) {
        rewind(file);
    }
    if ((spool->next == 0 && names_line(spool) && !fgets(spool->line, (int)spool->room, file)) ||
        !fgets(spool->line, (int)spool->room, file)) {
        return NULL;
    }
    spool->next++;
    size_t length = strlen(spool->line);
    while (length > 0 && spool->line[length - 1] < ' ') {
        spool->line[--length] = '\0';
    }
    return spool->line;
}

io_output *cli_spool_file(cli_spool *spool) {
    return spool && spool->lines > 0 && spool->alone ? &spool->out : NULL;
}
