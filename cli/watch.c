/* SPDX-License-Identifier: MIT
 * Progress of a study as a bar, and Ctrl-C as its end. */
#include "watch.h"

#include "io/interrupt.h"

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

static int stop(void *user) {
    (void)user;
    return io_interrupt_requested();
}

const lento_watch *cli_watch_start(cli_watch *watch, bool quiet) {
    *watch = (cli_watch){
        .quiet = quiet,
        .watch = {.progress = progress, .stop = stop, .clock = io_progress_clock, .user = watch}};
    return &watch->watch;
}
