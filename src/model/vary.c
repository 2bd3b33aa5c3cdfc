/* SPDX-License-Identifier: MIT
 *
 * vary.c - a model with other numbers: the settings it was made with are remembered, so that defaults which
 * depend on other parameters follow. What makes the motion fast is what the problem declares:
 *
 *     fast = "omega"    the fast frequencies are proportional to this parameter,
 *     fast = "1/eps"    to its inverse; several names are separated by spaces */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

int lento_model_remember(lento_model *m, const lento_setting settings[], size_t n) {
    m->given = lento_model_take(m, (n + 1) * sizeof *m->given);
    for (size_t i = 0; m->given && i < n; i++) {
        const char *from[2] = {settings[i].name, settings[i].text};
        char *to[2] = {NULL, NULL};
        for (int k = 0; k < 2 && from[k]; k++) {
            to[k] = lento_model_take(m, strlen(from[k]) + 1);
            if (!to[k]) {
                return lento_fail(&m->failure, LENTO_NO_MEMORY, "out of memory");
            }
            strcpy(to[k], from[k]);
        }
        m->given[i] = (lento_setting){.name = to[0], .text = to[1], .value = settings[i].value};
        m->given_count = i + 1;
    }
    return m->given ? 0 : lento_fail(&m->failure, LENTO_NO_MEMORY, "out of memory");
}

lento_status lento_model_with(lento_model **out, const lento_model *m,
                              const lento_setting settings[], size_t n) {
    const size_t before = m ? m->given_count : 0;
    lento_setting *all = calloc(before + n + 1, sizeof *all);
    *out = NULL;
    if (!all) {
        return LENTO_NO_MEMORY;
    }
    for (size_t i = 0; i < before + n; i++) {
        all[i] = i < before ? m->given[i] : settings[i - before];
    }
    const lento_status status = lento_model_create(out, m ? m->problem : NULL, all, before + n);
    free(all);
    return status;
}

/* The next name of a declaration: its parameter (-1: there is none of this name) and its power, 1 or -1.
 * False at the end. */
static bool next_fast(const lento_model *m, const char **at, int *index, int *power) {
    *at += strspn(*at, " ");
    const size_t length = strcspn(*at, " ");
    if (length == 0) {
        return false;
    }
    const bool inverse = strncmp(*at, "1/", 2) == 0;
    const char *name = inverse ? *at + 2 : *at;
    const size_t n = inverse ? length - 2 : length;
    *power = inverse ? -1 : 1;
    *index = -1;
    for (int i = 0; i < lento_model_parameters(m); i++) {
        const char *other = m->parameter_names[i];
        *index = strlen(other) == n && strncmp(other, name, n) == 0 ? i : *index;
    }
    *at += length;
    return true;
}

int lento_model_declare_fast(lento_model *m, const char *fast) {
    int index, power;
    for (const char *at = fast; fast && next_fast(m, &at, &index, &power);) {
        const lento_parameter *row = index < 0 ? NULL : lento_model_row(m, index);
        if (!row || row->choices || row->whole || m->p[index] == 0) {
            return lento_fail_words(&m->failure, LENTO_BAD_SYSTEM,
                                    "the problem declares '%s' as what makes it fast, and that is "
                                    "not a parameter with a number other than zero",
                                    fast, NULL);
        }
    }
    m->fast = fast;
    return 0;
}

const char *lento_model_fast(const lento_model *m, double *eps) {
    int index, power;
    const char *at = m && m->fast ? m->fast : "";
    if (!next_fast(m, &at, &index, &power)) {
        return NULL;
    }
    if (eps) {
        *eps = power > 0 ? 1 / m->p[index] : m->p[index];
    }
    return m->fast;
}

lento_status lento_model_faster(lento_model **out, const lento_model *m, double factor) {
    enum { ROOM = LENTO_MAX_MEMBERS };
    lento_setting settings[ROOM];
    size_t n = 0;
    int index, power;
    for (const char *at = m && m->fast ? m->fast : "";
         n < ROOM && next_fast(m, &at, &index, &power);) {
        const double value = m->p[index];
        settings[n++] = (lento_setting){.name = m->parameter_names[index],
                                        .value = power > 0 ? value * factor : value / factor};
    }
    const lento_status status = lento_model_with(out, m, settings, n);
    if (status == LENTO_DONE && n == 0) {
        lento_fail(&(*out)->failure, LENTO_BAD_OPTION,
                   "the problem does not declare which parameter makes it fast");
        return LENTO_BAD_OPTION;
    }
    return status;
}
