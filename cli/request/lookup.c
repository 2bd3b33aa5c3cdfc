/* SPDX-License-Identifier: MIT
 * Words that name something of the library: schemes, methods, kernels. A flag, a recipe and the
 * words of compare --method are looked up when they are read, so that a typo is found even where
 * the scheme in force would never ask for that name. */
#include "core.h"
#include "request/adapters.h"
#include "request/request.h"

#include <string.h>

enum { ROOM = 128 };

typedef struct names {
    const char *kind, *plural;
    const char *list[2 * ROOM];
    size_t count;
} names;

static void add(names *n, size_t (*fill)(lento_entry list[], size_t room)) {
    lento_entry list[ROOM] = {0};
    const size_t count = fill(list, ROOM);
    for (size_t i = 0; i < count && i < ROOM && n->count < 2 * ROOM; i++) {
        n->list[n->count++] = list[i].name;
    }
}

static bool knows(const names *n, const char *name, size_t length) {
    for (size_t i = 0; i < n->count; i++) {
        if (strlen(n->list[i]) == length && strncmp(n->list[i], name, length) == 0) {
            return true;
        }
    }
    return false;
}

static int unknown(const char *flag, const names *n, const char *name) {
    char hint[80];
    const cli_library *absent = cli_adapter_absent(name);
    if (absent) {
        return cli_wrong("%s: Lento was built without '%s' (%s)", flag, name,
                         cli_library_words(absent, hint, sizeof hint));
    }
    return cli_wrong("%s: unknown %s '%s'%s; 'lento list %s' shows all", flag, n->kind, name,
                     cli_hint(name, n->list, n->count, hint, sizeof hint), n->plural);
}

static int check_scheme(const char *flag, const char *name) {
    names n = {.kind = "scheme", .plural = "schemes"};
    add(&n, lento_schemes);
    return knows(&n, name, strlen(name)) ? 0 : unknown(flag, &n, name);
}

/* METHOD, COMPOSITION or BASE/COMPOSITION */
static int check_method(const char *flag, const char *name) {
    names methods = {.kind = "method", .plural = "methods"};
    names compositions = {.kind = "composition", .plural = "methods"};
    const size_t base = strcspn(name, "/");
    add(&methods, lento_methods);
    add(&compositions, lento_compositions);
    for (const lento_adapted *m = lento_adapted_methods; m->name; m++) {
        if (strlen(m->name) == base && strncmp(m->name, name, base) == 0 &&
            cli_adapter_absent(m->name)) {
            return unknown(flag, &methods, m->name);
        }
        methods.list[methods.count++] = m->name;
    }
    if (name[base] == '/' && (base == 0 || name[base + 1] == '\0')) {
        return cli_wrong("%s: '%s' needs a method before the slash and a composition after it, "
                         "such as verlet/kahan-li8",
                         flag, name);
    }
    if (name[base] == '/') {
        char first[64];
        snprintf(first, sizeof first, "%.*s", (int)base, name);
        return !knows(&methods, first, strlen(first)) ? unknown(flag, &methods, first)
               : !knows(&compositions, name + base + 1, strlen(name + base + 1))
                   ? unknown(flag, &compositions, name + base + 1)
                   : 0;
    }
    add(&methods, lento_compositions);
    return knows(&methods, name, base) ? 0 : unknown(flag, &methods, name);
}

/* "poly-1-8" belongs to the family "poly", whose one line says what P and Q may be. */
static int check_kernel(const char *flag, const char *name) {
    lento_entry list[ROOM] = {0};
    names n = {.kind = "kernel", .plural = "kernels"};
    int p[2];
    if (lento_kernel_find(name, p)) {
        return 0;
    }
    const size_t count = lento_kernels(list, ROOM), stem = strcspn(name, "-");
    for (size_t i = 0; i < count && i < ROOM; i++) {
        if (strlen(list[i].name) == stem && strncmp(list[i].name, name, stem) == 0 &&
            !lento_kernel_find(list[i].name, p)) {
            return cli_wrong("%s: there is no kernel '%s'; %s", flag, name, list[i].doc);
        }
    }
    add(&n, lento_kernels);
    return unknown(flag, &n, name);
}

int cli_name_check(lento_names list, const char *flag, const char *name) {
    static int (*const check[])(const char *flag,
                                const char *name) = {[LENTO_SCHEME_NAMES] = check_scheme,
                                                     [LENTO_METHOD_NAMES] = check_method,
                                                     [LENTO_KERNEL_NAMES] = check_kernel};
    return check[list](flag, name);
}
