/* SPDX-License-Identifier: MIT
 *
 * methods.c - the list of methods, which a new one extends by one line; a wrong name is answered with the nearest right one. */
#include <string.h>

#include "step/stepper.h"

#define METHODS(X)                                                                                 \
    X(verlet)                                                                                      \
    X(stormer_fitted)                                                                              \
    X(shake)                                                                                       \
    X(shake_fitted)                                                                                \
    X(rattle)                                                                                      \
    X(euler)                                                                                       \
    X(midpoint)                                                                                    \
    X(rk4)                                                                                         \
    X(leapfrog)                                                                                    \
    X(soft_verlet)                                                                                 \
    X(ode45)                                                                                       \
    X(dop853)                                                                                      \
    X(gbs)                                                                                         \
    X(bobenko_suris)                                                                               \
    X(bobenko_suris_adjoint)                                                                       \
    X(bobenko_suris_twist)                                                                         \
    X(bobenko_suris_sym)                                                                           \
    X(bobenko_suris_sym_twist)                                                                     \
    X(strang)                                                                                      \
    X(strang_drift)                                                                                \
    X(blanes_moan4)                                                                                \
    X(exponential_midpoint)                                                                        \
    X(verlet35)                                                                                    \
    X(chin4a)                                                                                      \
    X(axis_split)                                                                                  \
    X(close_split)                                                                                 \
    X(exact)

#define DECLARE(name) extern const lento_method lento_method_##name;
#define ADDRESS(name) &lento_method_##name,
METHODS(DECLARE)
static const lento_method *const METHOD_LIST[] = {METHODS(ADDRESS)};
enum { COUNT = sizeof METHOD_LIST / sizeof METHOD_LIST[0], NAME_ROOM = 64 };

static bool same(const char *name, const char *text, size_t length) {
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

const lento_adapted lento_adapted_methods[] = {
    {"cvode-adams", "SUNDIALS"}, {"cvode-bdf", "SUNDIALS"}, {"arkode-dopri", "SUNDIALS"}, {0}};

const char *lento_method_library(const char *name) {
    const lento_adapted *m = lento_adapted_methods;
    while (m->name && (!name || strcmp(m->name, name) != 0)) {
        m++;
    }
    return m->library;
}

const lento_method *lento_method_find(const lento_options *options, const char *name,
                                      size_t length) {
    for (size_t i = 0; i < COUNT; i++) {
        if (same(METHOD_LIST[i]->name, name, length)) {
            return METHOD_LIST[i];
        }
    }
    for (size_t i = 0; options->methods && options->methods[i]; i++) {
        if (same(options->methods[i]->name, name, length)) {
            return options->methods[i];
        }
    }
    return NULL;
}

static const char *nearest_method(const lento_options *options, const char *text) {
    const char *names[NAME_ROOM];
    size_t n = 0;
    lento_entry compositions[16];
    for (size_t i = 0; i < COUNT; i++) {
        names[n++] = METHOD_LIST[i]->name;
    }
    for (size_t i = 0; options->methods && options->methods[i] && n < NAME_ROOM - 16; i++) {
        names[n++] = options->methods[i]->name;
    }
    const size_t found = lento_compositions(compositions, 16);
    for (size_t i = 0; i < found; i++) {
        names[n++] = compositions[i].name;
    }
    return lento_nearest(text, names, n);
}

int lento_method_resolve(const lento_options *options, const char *text,
                         const lento_method **method, const lento_composition **composition,
                         lento_failure *failure) {
    const char *slash = strchr(text, '/');
    const size_t length = slash ? (size_t)(slash - text) : strlen(text);
    *composition = slash ? lento_composition_find(slash + 1, strlen(slash + 1)) : NULL;
    *method = lento_method_find(options, text, length);
    if (!slash && !*method) { /* a composition alone composes verlet */
        *composition = lento_composition_find(text, length);
        *method = *composition ? lento_method_find(options, "verlet", 6) : NULL;
    }
    if (*method && (!slash || *composition)) {
        return 0;
    }
    const char *library = lento_method_library(text);
    if (library) {
        return lento_fail_words(failure, LENTO_BAD_OPTION,
                                "method '%s' needs %s, and Lento was built without it", text,
                                library);
    }
    const char *nearest = nearest_method(options, slash && *method ? slash + 1 : text);
    return lento_fail_words(failure, LENTO_BAD_OPTION,
                            nearest ? "unknown method '%s'; did you mean '%s'?"
                                    : "unknown method '%s'; see `lento list methods`",
                            text, nearest);
}

size_t lento_methods(lento_entry list[], size_t room) {
    for (size_t i = 0; list && i < COUNT && i < room; i++) {
        const lento_method *m = METHOD_LIST[i];
        list[i] = (lento_entry){m->name, m->doc, m->paper, m->order};
    }
    return COUNT;
}
