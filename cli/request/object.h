/* SPDX-License-Identifier: MIT
 * Shared objects: problems of users and modules of the command. */
#ifndef CLI_REQUEST_OBJECT_H
#define CLI_REQUEST_OBJECT_H
#include <stddef.h>

/* dlopen, for dlclose; NULL and why. A file that is cut off is refused: its missing pages would end this
 * process with SIGBUS. */
void *cli_object_load(const char *path, char *why, size_t room);

#endif
