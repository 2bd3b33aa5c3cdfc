/* SPDX-License-Identifier: MIT
 * Modules are looked for where the build and the installation put them, relative to this program, and
 * nowhere else. One that is missing, or was built for another version, counts as not there. */
#include "request/adapters.h"

#include "cli.h"
#include "request/object.h"
#include "step/stepper.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#ifndef LENTO_MODULES
#define LENTO_MODULES "../lib/lento"
#endif

static const cli_library libraries[] = {
    {"SUNDIALS", "libsundials-dev", "lento-sundials.so"},
    {"libmicrohttpd", "libmicrohttpd-dev", "lento-http.so"},
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries, METHODS = 16, PATH = 4096 };

/* Modules of this process: they stay loaded until it ends. */
static struct {
    bool tried;
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
    snprintf(text, room, "%s, Debian package %s", library->name, library->package);
    return text;
}

/* LENTO_MODULES is the path from the folder of the program to that of the modules. */
static const lento_module_table *load(const char *file, char *why, size_t room) {
    char path[PATH];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + sizeof "/" LENTO_MODULES "/" + strlen(file) > PATH) {
        snprintf(why, room, "the folder of this program is not known");
        return NULL;
    }
    sprintf(slash, "/%s/%s", LENTO_MODULES, file);
    if (access(path, F_OK) != 0) {
        snprintf(why, room, "Lento was built without it");
        return NULL;
    }
    void *library = cli_object_load(path, why, room);
    const lento_module_table *table = library ? dlsym(library, "lento_module") : NULL;
    if (library && !table) {
        snprintf(why, room, "%s is no module", file);
    } else if (library && strcmp(table->version, LENTO_VERSION) != 0) {
        snprintf(why, room, "%s belongs to Lento %s", file, table->version);
        table = NULL;
    }
    return table;
}

const lento_module_table *cli_module(const cli_library *library, const char **why) {
    const size_t i = (size_t)(library - libraries);
    if (!loaded[i].tried) {
        loaded[i].tried = true;
        loaded[i].table = load(library->module, loaded[i].why, sizeof loaded[i].why);
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
