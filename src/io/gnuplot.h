/* SPDX-License-Identifier: MIT
 * gnuplot as a process that is not trusted: a script in, the bytes of a picture out. It gets no name
 * of a file and no shell, has a limit of time, ends with this process, and must exit with 0. */
#ifndef IO_GNUPLOT_H
#define IO_GNUPLOT_H
#include "io/file.h"

#include <stdio.h>

bool io_gnuplot_exists(void);

/* What gnuplot writes to its stdout, to be freed by the caller, with a zero behind it. NULL: message
 * says why. Stops when a signal was caught (io/interrupt.h). */
char *io_gnuplot_run(FILE *script, double seconds, size_t *length, char message[IO_MESSAGE_SIZE]);

#endif
