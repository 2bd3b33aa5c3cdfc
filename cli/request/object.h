/* SPDX-License-Identifier: MIT
 * Shared objects: problems of users and modules of the command. */
#ifndef CLI_REQUEST_OBJECT_H
#define CLI_REQUEST_OBJECT_H
#include <stddef.h>

/* NULL: why. A file that is cut off is refused: its missing pages would end this
 * process with SIGBUS. */
void *cli_object_load(const char *path, char *why, size_t room);
const void *cli_object_symbol(void *object, const char *name); /* NULL: not there */
void cli_object_close(void *object);

#endif
