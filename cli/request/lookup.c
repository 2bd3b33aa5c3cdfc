/* SPDX-License-Identifier: MIT
 * Words that name something of the library: schemes, methods, kernels. A flag, a recipe and the
 * words of compare --method are looked up when they are read, so that a typo is found even where
 * the scheme in force would never ask for that name. */
#include "average/kernel.h"
#include "request/adapters.h"
#include "request/request.h"
#include "step/stepper.h"

#include <string.h>
#include <strings.h>

enum { ROOM = 256 };

static bool same(const char *name, const char *text, size_t length) {
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

static bool known(cli_names *names, const char *text, size_t length) {
    lento_entry list[ROOM];
    const size_t n = names(list, ROOM);
    size_t i = 0;
    while (i < n && !same(list[i].name, text, length)) {
        i++;
    }
    return i < n;
}

const char *cli_names_hint(cli_names *names, const char *name, char *text, size_t room) {
    lento_entry list[ROOM];
    const char *all[ROOM];
    const size_t n = names(list, ROOM);
    for (size_t i = 0; i < n; i++) {
        all[i] = list[i].name;
    }
    return cli_hint(name, all, n, text, room);
}

static int unknown(const char *flag, const char *kind, const char *plural, cli_names *names,
                   const char *name) {
    char hint[80];
    return cli_wrong("%s: unknown %s '%s'%s; 'lento list %s' shows all", flag, kind, name,
                     cli_names_hint(names, name, hint, sizeof hint), plural);
}

static int check_scheme(const char *flag, const char *name) {
    return known(lento_schemes, name, strlen(name))
               ? 0
               : unknown(flag, "scheme", "schemes", lento_schemes, name);
}

/* With those of modules, loaded or not. */
static size_t methods(lento_entry list[], size_t room) {
    size_t n = lento_methods(list, room);
    for (const lento_adapted *m = lento_adapted_methods; m->name && n < room; m++) {
        list[n++] = (lento_entry){.name = m->name};
    }
    return n;
}

static size_t methods_and_compositions(lento_entry list[], size_t room) {
    const size_t n = methods(list, room);
    return n + lento_compositions(list + n, room - n);
}

/* What other programs call it. */
static const char *alias(const char *name) {
    static const char *const names[][2] = {{"rk45", "ode45"},         {"dopri5", "ode45"},
                                           {"dopri", "ode45"},        {"rkf45", "ode45"},
                                           {"tsit5", "ode45"},        {"rk23", "ode45"},
                                           {"dopri853", "dop853"},    {"rk8", "dop853"},
                                           {"vern9", "dop853"},       {"lsoda", "cvode-bdf"},
                                           {"radau", "cvode-bdf"},    {"bdf", "cvode-bdf"},
                                           {"adams", "cvode-adams"},  {"cvode", "cvode-adams"},
                                           {"ode113", "cvode-adams"}, {"ode15s", "cvode-bdf"},
                                           {"bulirsch-stoer", "gbs"}, {"odex", "gbs"},
                                           {"stoermer", "verlet"},    {"velocity-verlet", "verlet"},
                                           {"rk2", "midpoint"},       {"runge-kutta", "rk4"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcasecmp(names[i][0], name) == 0) {
            return names[i][1];
        }
    }
    return NULL;
}

/* METHOD, COMPOSITION or BASE/COMPOSITION */
static int check_method(const char *flag, const char *name) {
    const size_t base = strcspn(name, "/");
    const char *composition = name[base] ? name + base + 1 : NULL;
    char first[64];
    snprintf(first, sizeof first, "%.*s", (int)base, name);
    const int absent = cli_adapter_refuse(flag, first);
    if (absent) {
        return absent;
    }
    if (composition && (base == 0 || !composition[0])) {
        return cli_wrong("%s: '%s' needs a method before the slash and a composition after it, "
                         "such as verlet/kahan-li8",
                         flag, name);
    }
    if (!known(composition ? methods : methods_and_compositions, name, base)) {
        const char *other = alias(first);
        return other ? cli_wrong("%s: '%s' is called %s here; 'lento describe %s' explains it",
                                 flag, first, other, other)
                     : unknown(flag, "method", "methods", methods_and_compositions, first);
    }
    return !composition || known(lento_compositions, composition, strlen(composition))
               ? 0
               : unknown(flag, "composition", "methods", lento_compositions, composition);
}

/* "poly-1-8" belongs to the family "poly", whose one line says what P and Q may be. */
static int check_kernel(const char *flag, const char *name) {
    lento_entry list[ROOM];
    int p[2];
    if (lento_kernel_find(name, p)) {
        return 0;
    }
    const size_t count = lento_kernels(list, ROOM), stem = strcspn(name, "-");
    for (size_t i = 0; i < count; i++) {
        if (same(list[i].name, name, stem) && !lento_kernel_find(list[i].name, p)) {
            return cli_wrong("%s: there is no kernel '%s'; %s", flag, name, list[i].doc);
        }
    }
    return unknown(flag, "kernel", "kernels", lento_kernels, name);
}

int cli_name_check(lento_names list, const char *flag, const char *name) {
    static int (*const check[])(const char *flag,
                                const char *name) = {[LENTO_SCHEME_NAMES] = check_scheme,
                                                     [LENTO_METHOD_NAMES] = check_method,
                                                     [LENTO_KERNEL_NAMES] = check_kernel};
    return list == LENTO_ANY_NAME ? 0 : check[list](flag, name);
}
