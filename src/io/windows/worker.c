/* SPDX-License-Identifier: MIT
 * Workers on Windows: the work is done at once, in this process. */
#include "io/worker.h"

#include <stdlib.h>

void *io_worker_share(size_t bytes) {
    return calloc(1, bytes);
}

void io_worker_unshare(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}

bool io_worker_start(io_worker *worker, void (*work)(void *user), void *user) {
    work(user);
    worker->id = 1;
    return true;
}

io_worker_state io_worker_poll(io_worker *worker) {
    const bool done = worker->id != 0;
    worker->id = 0;
    return done ? IO_WORKER_DONE : IO_WORKER_RUNNING;
}

void io_worker_stop(const io_worker *worker) {
    (void)worker;
}

void io_worker_pause(void) {
}

int io_worker_cores(void) {
    return 1;
}
