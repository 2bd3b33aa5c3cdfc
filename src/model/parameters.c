/* SPDX-License-Identifier: MIT
 *
 * parameters.c - reads settings against a problem's parameter table: families expanded, ranges, choices, nearest
 * names for typos, defaults that depend on other parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

static const char *keep(lento_model *model, int i, const char *text) {
    strncpy(model->word[i], text, sizeof model->word[i] - 1);
    return model->word[i];
}
/* ---- parameters ---- */

const lento_parameter *lento_model_row(const lento_model *m, int i) {
    return &m->problem->parameters[i < m->scalars ? i : m->scalars + (i - m->scalars) / m->members];
}

static int member_of(const lento_model *m, int i) {
    return i < m->scalars ? 0 : (i - m->scalars) % m->members;
}

int lento_model_parameters(const lento_model *m) {
    return m && m->p && m->parameter_names ? m->scalars + m->families * m->members : 0;
}

static double default_value(const lento_parameter *row, int member) {
    if (member < 4 && (row->value[member] != 0 || member == 0)) {
        return row->value[member];
    }
    double last = row->value[0];
    for (int i = 1; i < 4 && i <= member; i++) {
        last = row->value[i] != 0 ? row->value[i] : last;
    }
    return last;
}

static int find_parameter(const lento_model *m, const char *name) {
    for (int i = 0; i < lento_model_parameters(m); i++) {
        if (strcmp(m->parameter_names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

/* "m5" with two rods: the family that it belongs to, and which member it would be. */
static const lento_parameter *beyond(const lento_model *m, const char *name, double *member) {
    for (const lento_parameter *row = m->problem->parameters; row->name; row++) {
        const size_t stem = strcspn(row->name, "#");
        if (row->count && strncmp(name, row->name, stem) == 0 && name[stem] >= '1' &&
            name[stem] <= '9' && strspn(name + stem, "0123456789") == strlen(name + stem)) {
            *member = strtod(name + stem, NULL);
            return row;
        }
    }
    return NULL;
}

static int unknown_parameter(lento_model *m, const char *name) {
    double member = 0;
    const lento_parameter *family = beyond(m, name, &member);
    if (family) {
        const lento_rule rules[] = {{true,
                                     "parameter '%s' needs %s=%g; there are only %g of them",
                                     {keep(m, 0, name), family->count},
                                     {member, m->members}},
                                    {0}};
        return lento_fail_first(&m->failure, LENTO_BAD_OPTION, rules);
    }
    enum { ROOM = 600 };
    const char *names[ROOM];
    size_t n = 0;
    for (int i = 0; i < lento_model_parameters(m) && n < ROOM; i++) {
        names[n++] = m->parameter_names[i];
    }
    const char *nearest = lento_nearest(name, names, n);
    return lento_fail_words(
        &m->failure, LENTO_BAD_OPTION,
        nearest ? "this problem has no parameter '%s'; did you mean '%s'?"
                : "this problem has no parameter '%s'; 'lento describe %s' shows all",
        keep(m, 0, name), nearest ? nearest : m->problem->name);
}

static int choice_of(const char *choices, const char *text) {
    const size_t length = strlen(text);
    int index = 0;
    for (const char *c = choices; c; index++) {
        const char *bar = strchr(c, '|');
        const size_t n = bar ? (size_t)(bar - c) : strlen(c);
        if (n == length && strncmp(c, text, n) == 0) {
            return index;
        }
        c = bar ? bar + 1 : NULL;
    }
    return -1;
}

static int check_value(lento_model *m, const lento_parameter *row, const char *name, double value) {
    const bool range = row->min != 0 || row->max != 0 || row->open;
    const bool low = range && (row->open ? !(value > row->min) : !(value >= row->min));
    const bool high = range && row->max > row->min && !(value <= row->max);
    const char *word = keep(m, 0, name);
    const lento_rule rules[] = {
        {!isfinite(value), "parameter '%s' must be a finite number", {word}, {0}},
        {low && row->open, "parameter '%s' must be above %g, not %g", {word}, {row->min, value}},
        {low, "parameter '%s' must be at least %g, not %g", {word}, {row->min, value}},
        {high, "parameter '%s' must be at most %g, not %g", {word}, {row->max, value}},
        {row->whole && value != rint(value),
         "parameter '%s' must be a whole number, not %g",
         {word},
         {value}},
        {0}};
    return lento_fail_first(&m->failure, LENTO_BAD_OPTION, rules);
}

/* text belongs to choices; a number in words would be read as 0 */
static int check_kind(lento_model *m, const lento_parameter *row, const lento_setting *setting) {
    if (row->choices || !setting->text) {
        return 0;
    }
    return lento_fail_words(&m->failure, LENTO_BAD_OPTION,
                            "parameter '%s' is a number and cannot be set by the text '%s'",
                            keep(m, 0, setting->name), keep(m, 1, setting->text));
}

static int apply(lento_model *m, const lento_setting *setting, int i) {
    const lento_parameter *row = lento_model_row(m, i);
    double value = setting->value;
    if (check_kind(m, row, setting)) {
        return -1;
    }
    if (row->choices) {
        if (setting->text) {
            value = choice_of(row->choices, setting->text);
        }
        if (!setting->text || value < 0) {
            return lento_fail_words(&m->failure, LENTO_BAD_OPTION, "parameter '%s' is one of %s",
                                    keep(m, 0, setting->name), row->choices);
        }
    } else if (check_value(m, row, setting->name, value)) {
        return -1;
    }
    m->p[i] = value;
    return 0;
}

/* the count decides how many members the families have, so it is read first */
static int read_count(lento_model *m, const lento_setting settings[], size_t n) {
    const lento_parameter *rows = m->problem->parameters;
    const char *count = NULL;
    for (int i = 0; rows[i].name; i++) {
        if (rows[i].count) {
            m->families++;
            count = rows[i].count;
        } else {
            m->scalars++;
        }
    }
    m->members = 1;
    for (int i = 0; count && i < m->scalars; i++) {
        if (strcmp(rows[i].name, count) != 0) {
            continue;
        }
        double value = rows[i].value[0];
        for (size_t k = 0; k < n; k++) {
            if (strcmp(settings[k].name, count) != 0) {
                continue;
            }
            if (check_kind(m, &rows[i], &settings[k])) {
                return -1;
            }
            value = settings[k].value;
        }
        if (check_value(m, &rows[i], count, value)) {
            return -1;
        }
        if (!(value >= 1) || value > LENTO_MAX_MEMBERS || value != rint(value)) {
            return lento_fail_words(&m->failure, LENTO_BAD_OPTION,
                                    "parameter '%s' must be a whole number from 1 to 200", count,
                                    NULL);
        }
        m->members = (int)value;
    }
    return 0;
}

static int check_names(lento_model *m, const lento_setting settings[], size_t n) {
    if (!settings && n > 0) {
        return lento_fail_number(&m->failure, LENTO_BAD_OPTION,
                                 "%g settings are announced, but the list is NULL", (double)n, 0);
    }
    for (size_t k = 0; k < n; k++) {
        if (!settings[k].name) {
            return lento_fail_number(&m->failure, LENTO_BAD_OPTION,
                                     "setting %g does not name its parameter", (double)k + 1, 0);
        }
    }
    return 0;
}

int lento_model_read(lento_model *m, const lento_setting settings[], size_t n) {
    if (check_names(m, settings, n) || read_count(m, settings, n)) {
        return -1;
    }
    const int total = m->scalars + m->families * m->members;
    m->p = lento_model_take(m, (size_t)(total + 1) * sizeof *m->p);
    m->parameter_names = lento_model_take(m, (size_t)(total + 1) * LENTO_NAME);
    if (!m->p || !m->parameter_names) {
        return lento_fail(&m->failure, LENTO_NO_MEMORY, "out of memory");
    }
    for (int i = 0; i < total; i++) {
        const lento_parameter *row = lento_model_row(m, i);
        lento_member_name(m->parameter_names[i], row->name, member_of(m, i) + 1);
        m->p[i] = default_value(row, member_of(m, i));
    }
    for (size_t k = 0; k < n; k++) {
        const int i = find_parameter(m, settings[k].name);
        if (i < 0 ? unknown_parameter(m, settings[k].name) : apply(m, &settings[k], i)) {
            return -1;
        }
    }
    const char *error = m->problem->complete ? m->problem->complete(m->p, m->problem->data) : NULL;
    return error ? lento_fail(&m->failure, LENTO_BAD_OPTION, error) : 0;
}
