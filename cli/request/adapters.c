/* SPDX-License-Identifier: MIT
 * Modules are looked for where the build and the installation put them, relative to this program, and
 * nowhere else. One that is damaged, or was built for another version, counts as not there. */
#include "request/adapters.h"

#include "cli.h"
#include "io/system.h"
#include "request/object.h"
#include "step/stepper.h"

#include <string.h>
#include <unistd.h>

#ifndef LENTO_MODULES
#define LENTO_MODULES "../lib/lento"
#endif

static const cli_library libraries[] = {
    {"SUNDIALS", "libsundials-dev", "lento-sundials.so"},
    {"libmicrohttpd", "libmicrohttpd-dev", "lento-http.so"},
    {"MPI", "libopenmpi-dev", "lento-mpi.so"},
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries, METHODS = 16, PATH = 4096 };

/* Modules of this process: they stay loaded until it ends. */
static struct {
    bool tried, built;
    const lento_module_table *table;
    char why[200];
} loaded[LIBRARIES];
static const lento_method *methods[METHODS];

const cli_library *cli_library_find(const char *name) {
    for (size_t i = 0; name && i < LIBRARIES; i++) {
        if (strcmp(libraries[i].name, name) == 0) {
            return &libraries[i];
        }
    }
    return NULL;
}

const char *cli_library_words(const cli_library *library, char *text, size_t room) {
    const char *why = loaded[library - libraries].why;
    if (loaded[library - libraries].built) {
        snprintf(text, room, "%s", why);
    } else {
        snprintf(text, room, "%s, Debian package %s", library->name, library->package);
    }
    return text;
}

/* LENTO_MODULES is the path from the folder of the program to that of the modules. */
static bool find(const char *file, char path[PATH]) {
    char *slash = io_system_program(path, PATH) ? strrchr(path, '/') : NULL;
    if (!slash || (size_t)(slash - path) + sizeof "/" LENTO_MODULES "/" + strlen(file) > PATH) {
        return false;
    }
    sprintf(slash, "/%s/%s", LENTO_MODULES, file);
    return access(path, F_OK) == 0;
}

/* NULL and why. */
static const lento_module_table *load(const cli_library *l, const char *path, char *why,
                                      size_t room) {
    char reason[300] = "it is no module of Lento";
    void *object = cli_object_load(path, reason, sizeof reason);
    const lento_module_table *table = object ? cli_object_symbol(object, "lento_module") : NULL;
    if (table && strcmp(table->version, LENTO_VERSION) != 0) {
        snprintf(reason, sizeof reason, "it belongs to Lento %.20s", table->version);
        table = NULL;
    }
    /* the loader names the file itself */
    const char *name = strstr(reason, l->module);
    const char *text = name && strncmp(name + strlen(l->module), ": ", 2) == 0
                           ? name + strlen(l->module) + 2
                           : reason;
    if (!table) {
        snprintf(why, room, "%s cannot be loaded: %.100s; install %s and Lento again", l->module,
                 text, l->package);
    }
    return table;
}

const lento_module_table *cli_module(const cli_library *library, const char **why) {
    const size_t i = (size_t)(library - libraries);
    if (!loaded[i].tried) {
        loaded[i].tried = true;
        char path[PATH];
        loaded[i].built = find(library->module, path);
        snprintf(loaded[i].why, sizeof loaded[i].why, "Lento was built without it");
        loaded[i].table =
            loaded[i].built ? load(library, path, loaded[i].why, sizeof loaded[i].why) : NULL;
        size_t n = 0;
        while (methods[n]) {
            n++;
        }
        const lento_method *const *from = loaded[i].table ? loaded[i].table->methods : NULL;
        for (; from && *from && n + 1 < METHODS; from++) {
            methods[n++] = *from;
        }
    }
    *why = loaded[i].why;
    return loaded[i].table;
}

const cli_library *cli_adapter_absent(const char *method) {
    const char *why;
    const cli_library *library = cli_library_find(lento_method_library(method));
    return library && !cli_module(library, &why) ? library : NULL;
}

int cli_adapter_refuse(const char *where, const char *method) {
    char words[CLI_LIBRARY_WORDS];
    const cli_library *absent = cli_adapter_absent(method);
    if (!absent) {
        return 0;
    }
    return cli_wrong(loaded[absent - libraries].built ? "%s%s'%s' cannot be used: %s"
                                                      : "%s%sLento was built without '%s' (%s)",
                     where, where[0] ? ": " : "", method,
                     cli_library_words(absent, words, sizeof words));
}

const struct lento_method *const *cli_adapter_methods(void) {
    return methods;
}

size_t cli_adapter_list(lento_entry list[], size_t room) {
    size_t n = 0;
    const char *why;
    for (size_t i = 0; i < LIBRARIES; i++) {
        const lento_adapted *m = lento_adapted_methods;
        while (m->name && strcmp(m->library, libraries[i].name) != 0) {
            m++;
        }
        if (m->name) {
            cli_module(&libraries[i], &why);
        }
    }
    for (; methods[n]; n++) {
        if (n < room) {
            const lento_method *m = methods[n];
            list[n] = (lento_entry){m->name, m->doc, m->paper, m->order};
        }
    }
    return n;
}
