/* SPDX-License-Identifier: MIT
 * Processes that compute beside this one: they share nothing but memory taken for it, and one that
 * breaks takes no other with it. Where a process cannot be copied (Windows) the work is done here and
 * now, one after the other. */
#ifndef IO_WORKER_H
#define IO_WORKER_H
#include <stdbool.h>
#include <stddef.h>

typedef struct io_worker {
    long id; /* 0: idle */
} io_worker;

typedef enum io_worker_state {
    IO_WORKER_RUNNING,
    IO_WORKER_DONE,
    IO_WORKER_FAILED,
    IO_WORKER_KILLED
} io_worker_state;

/* Zeroed memory that both processes see; what is never touched costs nothing. NULL: none. */
void *io_worker_share(size_t bytes);
void io_worker_unshare(void *memory, size_t bytes);

/* Starts `work`; false: no process can be had. A signal ends it at once, and so does the end of this
 * process, however that comes. */
bool io_worker_start(io_worker *worker, void (*work)(void *user), void *user);
io_worker_state io_worker_poll(io_worker *worker); /* does not wait */
void io_worker_stop(const io_worker *worker);
void io_worker_pause(void); /* a few milliseconds between two rounds of asking */
int io_worker_cores(void);

#endif
