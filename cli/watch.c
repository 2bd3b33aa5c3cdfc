/* SPDX-License-Identifier: MIT
 * Progress of a study as a bar, and Ctrl-C as its end. */
#include "watch.h"

#include "io/interrupt.h"

#include <time.h>

static const double LONG = 2; /* seconds */
static const double TO_WRITE =
    0.25; /* of processor time after a signal: a busy machine loses no rows */

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

bool cli_watch_late(void) {
    static double since;
    const double now = io_interrupt_requested() ? (double)clock() / CLOCKS_PER_SEC : 0;
    since = since > 0 ? since : now;
    return now > since + TO_WRITE;
}

static int stop(void *user) {
    (void)user;
    return io_interrupt_requested() && (cli_watch_late(), true);
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
