/* SPDX-License-Identifier: MIT
 *
 * schemes.c - the list of schemes, which a new one extends by one line. */
#include <string.h>

#include "multiscale/scheme.h"

#define SCHEMES(X)                                                                                 \
    X(direct)                                                                                      \
    X(averaged)                                                                                    \
    X(async)                                                                                       \
    X(sync)                                                                                        \
    X(stiff)                                                                                       \
    X(slow)

#define DECLARE(name) extern const lento_scheme lento_scheme_##name;
#define ADDRESS(name) &lento_scheme_##name,
SCHEMES(DECLARE)
static const lento_scheme *const SCHEME_LIST[] = {SCHEMES(ADDRESS)};
enum { COUNT = sizeof SCHEME_LIST / sizeof SCHEME_LIST[0] };

const lento_scheme *lento_scheme_find(const char *name) {
    for (size_t i = 0; i < COUNT; i++) {
        if (strcmp(SCHEME_LIST[i]->name, name) == 0) {
            return SCHEME_LIST[i];
        }
    }
    return NULL;
}

bool lento_scheme_is_direct(const char *name) {
    const lento_scheme *scheme = name && name[0] != '\0' ? lento_scheme_find(name) : NULL;
    return !name || name[0] == '\0' || (scheme && scheme->direct);
}

size_t lento_schemes(lento_entry list[], size_t room) {
    for (size_t i = 0; list && i < COUNT && i < room; i++) {
        const lento_scheme *s = SCHEME_LIST[i];
        list[i] = (lento_entry){s->name, s->doc, s->paper, 0};
    }
    return COUNT;
}
