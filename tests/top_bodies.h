/* SPDX-License-Identifier: MIT
 * Tops from words, for the tests of problem `top`. */
#ifndef LENTO_TESTS_TOP_BODIES_H
#define LENTO_TESTS_TOP_BODIES_H
#include "lento/top.h"
#include "support.h"

#include <stdio.h>

/* "tilt=45 case=kowalewski" */
static lento_status create(lento_model **model, const char *text) {
    char room[200];
    lento_setting settings[16];
    size_t n = 0;
    snprintf(room, sizeof room, "%s", text);
    for (char *word = strtok(room, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '='), *end;
        assert_non_null(equals);
        *equals = '\0';
        const double value = strtod(equals + 1, &end);
        settings[n++] =
            (lento_setting){.name = word, .text = *end ? equals + 1 : NULL, .value = value};
    }
    *model = NULL;
    return lento_model_create(model, lento_problem_find("top"), settings, n);
}

static lento_model *top_of(const char *text) {
    lento_model *model;
    if (create(&model, text) != LENTO_DONE) {
        fail_msg("%s: %s", text, lento_model_error(model));
    }
    return model;
}

static lento_options fixed(const char *macro, double until, long steps) {
    return (lento_options){.until = until, .macro = macro, .steps = steps};
}

#endif
