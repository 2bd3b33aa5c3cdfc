/* SPDX-License-Identifier: MIT
 * Progress of a study as a bar, and Ctrl-C as its end. */
#include "watch.h"

#include "io/interrupt.h"

static const double LONG = 2; /* seconds */

static void progress(const char *what, double fraction, void *user) {
    cli_watch *watch = user;
    if (fraction == 0) {
        io_progress_start(&watch->bar, stderr, what, watch->quiet);
    } else if (fraction == 1) {
        io_progress_finish(&watch->bar);
    } else {
        io_progress_update(&watch->bar, fraction);
    }
}

/* Studies that take long show what is finished; the results themselves go to stdout when all are there. */
static void row(const char *text, void *user) {
    cli_watch *watch = user;
    if (!watch->quiet && io_progress_clock() - watch->started > LONG) {
        io_progress_finish(&watch->bar);
        fprintf(stderr, "%s\n", text);
    }
}

static int stop(void *user) {
    (void)user;
    return io_interrupt_requested();
}

const lento_watch *cli_watch_start(cli_watch *watch, bool quiet) {
    *watch = (cli_watch){.quiet = quiet,
                         .started = io_progress_clock(),
                         .watch = {.progress = progress,
                                   .stop = stop,
                                   .clock = io_progress_clock,
                                   .user = watch,
                                   .row = row}};
    return &watch->watch;
}
