/* SPDX-License-Identifier: MIT
 * Windows: shared objects are not loaded. */
#include "request/object.h"

#include <stdio.h>

void *cli_object_load(const char *path, char *why, size_t room) {
    snprintf(why, room,
             "%s: Lento for Windows loads no compiled problems; files of equations (mine.ode) work",
             path);
    return NULL;
}

const void *cli_object_symbol(void *object, const char *name) {
    (void)object, (void)name;
    return NULL;
}

void cli_object_close(void *object) {
    (void)object;
}
