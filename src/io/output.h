/* SPDX-License-Identifier: MIT
 * Files that are written whole or not at all.
 *
 *   before the run: io_output_check          nothing is created or changed
 *   after it:       io_output_open -> write to .file -> io_output_close
 *
 * A regular file is written beside its place, synced and renamed: whatever ends the process, the
 * name has the old contents or the whole new ones. Symbolic links are followed, a dangling one gets
 * its target; permissions are kept (hard links are not: the other names keep the old contents).
 * "-", /dev/stdout, /dev/fd/N, pipes and devices are streams: opened once and written directly. */
#ifndef IO_OUTPUT_H
#define IO_OUTPUT_H
#include "io/file.h"

#include <stdio.h>

typedef struct io_output {
    FILE *file;   /* to write to; a regular file can be read again before it is closed */
    int fd;       /* below it; of a regular file */
    char *target; /* the regular file that is made or replaced; NULL: a stream */
    char *beside; /* name of the new file while it has one */
} io_output;

/* Could the file be written? False: message says why not. */
bool io_output_check(const char *path, char message[IO_MESSAGE_SIZE]);

/* path NULL: stdout. False: message says why, and nothing is open. */
bool io_output_open(io_output *out, const char *path, char message[IO_MESSAGE_SIZE]);

/* Ends the file. A result that is not complete goes to FILE.partial, and FILE stays as it was; a
 * stream gets both. False: writing failed, message says why, FILE is as it was. */
bool io_output_close(io_output *out, bool complete, char message[IO_MESSAGE_SIZE]);

/* Forgets what was written. */
void io_output_drop(io_output *out);

#endif
