/* SPDX-License-Identifier: MIT
 * SIGINT sets a flag. SA_RESETHAND gives the second signal its usual effect; SA_RESTART keeps a first
 * one from spoiling a write. A part of a command may catch inside another that does already: only
 * the outermost release forgets what has come. */
#include "io/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t requested;
static int depth; /* catches not yet released */

static void note(int signal_number) {
    (void)signal_number;
    requested = 1;
}

void io_interrupt_catch(void) {
    if (depth++ > 0) {
        return;
    }
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool io_interrupt_requested(void) {
    return requested != 0;
}

void io_interrupt_release(void) {
    if (--depth > 0) {
        return;
    }
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    requested = 0;
}
