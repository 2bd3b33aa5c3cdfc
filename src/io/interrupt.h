/* SPDX-License-Identifier: MIT
 * Ctrl-C, SIGTERM and SIGHUP: the first one asks the run to stop and print what it has, the second one kills. */
#ifndef IO_INTERRUPT_H
#define IO_INTERRUPT_H
#include <stdbool.h>

void io_interrupt_catch(void);     /* from now on the first signal only sets the flag; may nest */
bool io_interrupt_requested(void); /* has it come? cheap enough for every step */
void io_interrupt_release(void);   /* the outermost: clears the flag, signals kill again */
void io_interrupt_default(void);   /* in a child: signals kill it */

#endif
