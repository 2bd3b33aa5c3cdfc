/* SPDX-License-Identifier: MIT
 *
 * vary.c - a model with other numbers: the settings it was made with are remembered, so that defaults which
 * depend on other parameters follow. What makes the motion fast is what the problem declares:
 *
 *     fast = "omega"    the fast frequencies are proportional to this parameter,
 *     fast = "1/eps"    to its inverse; several names are separated by spaces */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

#define TENTH 0.1 /* of what the frequency should grow */

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

/* the settings that make all fast frequencies `factor` times as high; how many */
static size_t faster_settings(const lento_model *m, double factor,
                              lento_setting settings[LENTO_MAX_MEMBERS]) {
    size_t n = 0;
    int index, power;
    for (const char *at = m && m->fast ? m->fast : "";
         n < LENTO_MAX_MEMBERS && next_fast(m, &at, &index, &power);) {
        const double value = m->p[index];
        settings[n++] = (lento_setting){.name = m->parameter_names[index],
                                        .value = power > 0 ? value * factor : value / factor};
    }
    return n;
}

static lento_status with_settings(lento_model **out, const lento_model *m,
                                  const lento_setting settings[], size_t n, bool trusted) {
    if (!out) {
        return LENTO_BAD_OPTION;
    }
    if (n > 0 && !settings) { /* one sentence for this */
        return lento_model_make(out, m ? m->problem : NULL, NULL, n, trusted);
    }
    const size_t before = m ? m->given_count : 0;
    lento_setting *all = calloc(before + n + 1, sizeof *all);
    *out = NULL;
    if (!all) {
        return LENTO_NO_MEMORY;
    }
    for (size_t i = 0; i < before + n; i++) {
        all[i] = i < before ? m->given[i] : settings[i - before];
    }
    const lento_status status =
        lento_model_make(out, m ? m->problem : NULL, all, before + n, trusted);
    free(all);
    return status;
}

lento_status lento_model_with(lento_model **out, const lento_model *m,
                              const lento_setting settings[], size_t n) {
    return with_settings(out, m, settings, n, false);
}

/* Does the fast frequency follow what is declared? A little more of it tells, within any range. */
int lento_model_check_fast(lento_model *m) {
    const double factor = 1.001;
    const lento_scale *before = lento_fastest(&m->system);
    lento_setting settings[LENTO_MAX_MEMBERS];
    const size_t n = faster_settings(m, factor, settings);
    lento_model *other = NULL;
    if (n == 0 || !before) {
        return 0;
    }
    const lento_status status = with_settings(&other, m, settings, n, true);
    const lento_scale *after = status == LENTO_DONE ? lento_fastest(&other->system) : NULL;
    const double grown = after ? lento_frequency(after) / lento_frequency(before) : factor;
    lento_model_destroy(other);
    if (fabs(grown - factor) <= TENTH * (factor - 1)) {
        return 0;
    }
    lento_fail_words(&m->failure, LENTO_BAD_SYSTEM,
                     "the problem declares '%s' as what makes it fast, but %g times as much of it "
                     "makes the fast frequency %g times as high",
                     m->fast, NULL);
    m->failure.number[0] = factor;
    m->failure.number[1] = grown;
    return -1;
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
    if (!out) {
        return LENTO_BAD_OPTION;
    }
    lento_setting settings[LENTO_MAX_MEMBERS];
    const size_t n = faster_settings(m, factor, settings);
    const lento_status status = lento_model_with(out, m, settings, n);
    if (status == LENTO_DONE && n == 0) {
        lento_fail(&(*out)->failure, LENTO_BAD_OPTION,
                   "the problem does not declare which parameter makes it fast");
        return LENTO_BAD_OPTION;
    }
    return status;
}
