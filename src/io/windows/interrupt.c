/* SPDX-License-Identifier: MIT
 * Signals on Windows: signal() forgets its handler when one comes, so that a second one ends the
 * program. */
#include "io/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int caught[] = {SIGINT, SIGTERM, SIGBREAK};
static volatile sig_atomic_t requested;
static int depth; /* catches not yet released */

static void note(int signal_number) {
    (void)signal_number;
    requested = 1;
}

static void handle(void (*handler)(int)) {
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        signal(caught[i], handler);
    }
}

void io_interrupt_catch(void) {
    if (depth++ == 0) {
        handle(note);
    }
}

bool io_interrupt_requested(void) {
    return requested != 0;
}

void io_interrupt_default(void) {
    handle(SIG_DFL);
}

void io_interrupt_release(void) {
    if (--depth == 0) {
        io_interrupt_default();
        requested = 0;
    }
}
