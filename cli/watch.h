/* SPDX-License-Identifier: MIT
 * A study on the terminal: a progress bar on stderr, Ctrl-C to stop, the monotonic clock. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H
#include "io/progress.h"
#include "lento/study.h"

typedef struct cli_watch {
    lento_watch watch; /* what studies get */
    io_progress bar;
    bool quiet; /* no bar, no lines */
    double started;
} cli_watch;

/* A signal has come, and the time to write what is there is over. */
bool cli_watch_late(void);

/* The watch must not be moved afterwards. */
const lento_watch *cli_watch_start(cli_watch *watch, bool quiet);

#endif
