/* SPDX-License-Identifier: MIT
 *
 * lists.c - the three lists a newcomer extends by one line: methods, schemes, problems. Names are looked up
 * here, and a wrong one is answered with the nearest right one. */
#include <string.h>

#include "run/run.h"

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

#define SCHEMES(X)                                                                                 \
    X(direct)                                                                                      \
    X(averaged)                                                                                    \
    X(async)                                                                                       \
    X(sync)                                                                                        \
    X(stiff)                                                                                       \
    X(slow)

#define PROBLEMS(X)                                                                                \
    X(kapitza)                                                                                     \
    X(chain)                                                                                       \
    X(vibrated)                                                                                    \
    X(springs)                                                                                     \
    X(two_tone)                                                                                    \
    X(top)                                                                                         \
    X(fast_top)                                                                                    \
    X(linear_dissipative)                                                                          \
    X(oscillators)                                                                                 \
    X(stellar)                                                                                     \
    X(kapitza_poly)                                                                                \
    X(fpu)

#define DECLARE_METHOD(name)  extern const lento_method lento_method_##name;
#define DECLARE_SCHEME(name)  extern const lento_scheme lento_scheme_##name;
#define DECLARE_PROBLEM(name) extern const lento_problem lento_problem_##name;
METHODS(DECLARE_METHOD)
SCHEMES(DECLARE_SCHEME)
PROBLEMS(DECLARE_PROBLEM)

#define METHOD_ADDRESS(name)  &lento_method_##name,
#define SCHEME_ADDRESS(name)  &lento_scheme_##name,
#define PROBLEM_ADDRESS(name) &lento_problem_##name,
static const lento_method *const METHOD_LIST[] = {METHODS(METHOD_ADDRESS)};
static const lento_scheme *const SCHEME_LIST[] = {SCHEMES(SCHEME_ADDRESS)};
static const lento_problem *const PROBLEM_LIST[] = {PROBLEMS(PROBLEM_ADDRESS)};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
enum { NAME_ROOM = 64 };

static bool same(const char *name, const char *text, size_t length) {
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

const lento_adapted lento_adapted_methods[] = {
    {"cvode-adams", "SUNDIALS"}, {"cvode-bdf", "SUNDIALS"}, {"arkode-dopri", "SUNDIALS"}, {0}};

const char *lento_method_library(const char *name) {
    const lento_adapted *m = lento_adapted_methods;
    while (m->name && strcmp(m->name, name) != 0) {
        m++;
    }
    return m->library;
}

const lento_method *lento_method_find(const lento_options *options, const char *name,
                                      size_t length) {
    for (size_t i = 0; i < COUNT(METHOD_LIST); i++) {
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
    for (size_t i = 0; i < COUNT(METHOD_LIST); i++) {
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

const lento_scheme *lento_scheme_find(const char *name) {
    for (size_t i = 0; i < COUNT(SCHEME_LIST); i++) {
        if (strcmp(SCHEME_LIST[i]->name, name) == 0) {
            return SCHEME_LIST[i];
        }
    }
    return NULL;
}

size_t lento_methods(lento_entry list[], size_t room) {
    for (size_t i = 0; list && i < COUNT(METHOD_LIST) && i < room; i++) {
        const lento_method *m = METHOD_LIST[i];
        list[i] = (lento_entry){m->name, m->doc, m->paper, m->order};
    }
    return COUNT(METHOD_LIST);
}

size_t lento_schemes(lento_entry list[], size_t room) {
    for (size_t i = 0; list && i < COUNT(SCHEME_LIST) && i < room; i++) {
        const lento_scheme *s = SCHEME_LIST[i];
        list[i] = (lento_entry){s->name, s->doc, s->paper, 0};
    }
    return COUNT(SCHEME_LIST);
}

size_t lento_problems(const lento_problem *const **list) {
    if (list) {
        *list = PROBLEM_LIST;
    }
    return COUNT(PROBLEM_LIST);
}

const lento_problem *lento_problem_find(const char *name) {
    for (size_t i = 0; name && i < COUNT(PROBLEM_LIST); i++) {
        if (strcmp(PROBLEM_LIST[i]->name, name) == 0) {
            return PROBLEM_LIST[i];
        }
    }
    return NULL;
}

int lento_abi(void) {
    return LENTO_ABI;
}

const char *lento_version(void) {
    return LENTO_VERSION;
}
