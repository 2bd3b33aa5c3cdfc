/* SPDX-License-Identifier: MIT
 * SUNDIALS methods reach every run of the command through here. */
#include "request/adapters.h"

#include "cli.h"
#include "core.h"

#include <string.h>

#ifdef LENTO_HAVE_SUNDIALS
#include "step/sundials.h"
#define HAVE_SUNDIALS true

const struct lento_method *const *cli_adapter_methods(void) {
    return lento_sundials_methods();
}
#else
#define HAVE_SUNDIALS false

const struct lento_method *const *cli_adapter_methods(void) {
    return NULL;
}
#endif

static const cli_library libraries[] = {
    {"SUNDIALS", "libsundials-dev", HAVE_SUNDIALS},
};

const cli_library *cli_library_find(const char *name) {
    for (size_t i = 0; name && i < sizeof libraries / sizeof *libraries; i++) {
        if (strcmp(libraries[i].name, name) == 0) {
            return &libraries[i];
        }
    }
    return NULL;
}

const cli_library *cli_adapter_absent(const char *method) {
    const cli_library *library = cli_library_find(lento_method_library(method));
    return library && !library->there ? library : NULL;
}

const char *cli_library_words(const cli_library *library, char *text, size_t room) {
    snprintf(text, room, "%s, Debian package %s", library->name, library->package);
    return text;
}

size_t cli_adapter_list(lento_entry list[], size_t room) {
    const lento_method *const *methods = cli_adapter_methods();
    size_t n = 0;
    for (; methods && methods[n]; n++) {
        if (n < room) {
            const lento_method *m = methods[n];
            list[n] = (lento_entry){m->name, m->doc, m->paper, m->order};
        }
    }
    return n;
}
