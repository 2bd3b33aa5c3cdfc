/* SPDX-License-Identifier: MIT
 * The first signal sets a flag. SA_RESETHAND gives the second of its kind its usual effect; SA_RESTART keeps a
 * first one from spoiling a write. A part of a command may catch inside another that does already: only
 * the outermost release forgets what has come. A signal that the caller ignores (nohup) stays ignored. */
#include "io/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof caught / sizeof *caught };

static volatile sig_atomic_t requested;
static int depth; /* catches not yet released */

static void note(int signal_number) {
    (void)signal_number;
    requested = 1;
}

static void handle(void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++) {
        if (sigaction(caught[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
            sigaction(caught[i], &action, NULL);
        }
    }
}

void io_interrupt_catch(void) {
    if (depth++ == 0) {
        handle(note, (int)SA_RESETHAND | SA_RESTART);
    }
}

bool io_interrupt_requested(void) {
    return requested != 0;
}

void io_interrupt_default(void) {
    handle(SIG_DFL, 0);
}

void io_interrupt_release(void) {
    if (--depth == 0) {
        io_interrupt_default();
        requested = 0;
    }
}
