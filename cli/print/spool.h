/* SPDX-License-Identifier: MIT
 * The rows of a run as text while it goes on, so that little is left to be written when it ends or a signal stops it.
 *
 *   lento_job.kept -> a file beside the one that was asked for -> rows.c
 *
 * Line i of the file is row i, for CSV below the names. Runs of few rows have none, and nothing is lost without it: rows
 * that are not in it are written at the end. */
#ifndef CLI_SPOOL_H
#define CLI_SPOOL_H
#include "print/rows.h"

typedef struct cli_spool {
    const cli_request *request;
    const lento_result *result; /* whose rows */
    const char *target;         /* the file that is asked for; NULL: a stream */
    bool alone;                 /* nothing else goes into that file */
    cli_rows rows;
    io_output out;
    size_t lines, stride;
    size_t next; /* to be read */
    char *line;
    size_t room;
    bool off; /* it could not be written */
} cli_spool;

/* Lets the job tell its rows; nothing for formats that need all of them at once, or none. */
void cli_spool_attach(cli_spool *spool, const cli_request *request, lento_job *job);
/* From now on those of this result, which is opened, are written. */
void cli_spool_start(cli_spool *spool, const cli_request *request, const lento_result *result,
                     const io_output *out, bool alone);
/* Rows that it holds. */
size_t cli_spool_lines(const cli_spool *spool);
/* The next line, without its end; NULL: there is none. */
const char *cli_spool_read(cli_spool *spool);
/* The file itself, if it can be the one that was asked for: what is missing can be added, and io_output_close gives it
 * its name. NULL: its lines must be copied. */
io_output *cli_spool_file(cli_spool *spool);
void cli_spool_end(cli_spool *spool);

#endif
