/* SPDX-License-Identifier: MIT
 * Progress bar: on a terminal only, after one second of work only, and gone at the end.
 *
 *   io_progress_start -> io_progress_update(fraction) ... -> io_progress_finish
 *
 * Progress belongs to stderr, so results on stdout stay clean. */
#ifndef IO_PROGRESS_H
#define IO_PROGRESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { IO_PROGRESS_WIDTH = 72 };

typedef struct io_progress {
    FILE *file;
    const char *label;
    bool enabled;
    bool shown;
    double start; /* seconds, monotonic clock */
    double last;  /* of the last drawing */
} io_progress;

/* label: a word or two, must outlive the bar. Nothing is ever drawn if `quiet` or if the file is
 * not a terminal. */
void io_progress_start(io_progress *progress, FILE *file, const char *label, bool quiet);
void io_progress_update(io_progress *progress,
                        double fraction);       /* 0..1; redraws 10 times a second */
void io_progress_finish(io_progress *progress); /* erases the bar */

/* The text of the bar: "label [=====>     ]  42 %  1:05 left". `elapsed` in seconds. */
void io_progress_text(const char *label, double fraction, double elapsed, char *text, size_t size);

/* Seconds of the monotonic clock, for timings. */
double io_progress_clock(void);

#endif
