/* SPDX-License-Identifier: MIT
 * Ctrl-C: the first one asks the run to stop and print what it has, the second one kills. */
#ifndef IO_INTERRUPT_H
#define IO_INTERRUPT_H
#include <stdbool.h>

void io_interrupt_catch(void);     /* from now on the first SIGINT only sets the flag; may nest */
bool io_interrupt_requested(void); /* has it come? cheap enough for every step */
void io_interrupt_release(void);   /* the outermost: clears the flag, SIGINT kills again */

#endif
