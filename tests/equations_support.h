/* SPDX-License-Identifier: MIT
 * What the tests of equations as text share: problems from text and from files of examples/, their error. */
#ifndef TESTS_EQUATIONS_SUPPORT_H
#define TESTS_EQUATIONS_SUPPORT_H

#include "support.h"

#include <stdio.h>

/* a problem that must be readable */
static inline const lento_problem *read_text(const char *text) {
    const lento_problem *problem = NULL;
    char error[1024];
    if (lento_problem_read(&problem, "test.ode", text, strlen(text), error, sizeof error) !=
        LENTO_DONE) {
        fail_msg("%s\n%s", text, error);
    }
    return problem;
}

/* a model that must exist; the problem is freed by the caller */
static inline lento_model *model_of_problem(const lento_problem *problem,
                                            const lento_setting settings[], size_t n) {
    lento_model *model = NULL;
    if (lento_model_create(&model, problem, settings, n) != LENTO_DONE) {
        fail_msg("%s", lento_model_error(model));
    }
    return model;
}

/* a file of the source, without its ending; at most 64 kB */
static inline const lento_problem *read_source(const char *name) {
    static char text[1 << 16];
    char path[1024];
    const char *source = getenv("SOURCE_DIR");
    snprintf(path, sizeof path, "%s/%s.ode", source ? source : ".", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    return read_text(text);
}

/* a file of examples/ */
static inline const lento_problem *read_example(const char *name) {
    char path[200];
    snprintf(path, sizeof path, "examples/%s", name);
    return read_source(path);
}

/* the first line of the error of a text that must be refused */
static inline void refused_with(const char *text, const char *place, const char *sentence) {
    const lento_problem *problem = NULL;
    char error[1024];
    assert_int_equal(
        lento_problem_read(&problem, "test.ode", text, strlen(text), error, sizeof error),
        LENTO_BAD_SYSTEM);
    assert_null(problem);
    if (strncmp(error, place, strlen(place)) != 0 || !strstr(error, sentence)) {
        fail_msg("expected %s ... %s, got\n%s", place, sentence, error);
    }
}

/* the right-hand side at a state */
static inline void rate_at(const lento_model *model, double t, const double state[],
                           double rate[]) {
    const lento_system *s = lento_model_system(model);
    lento_phase phase[LENTO_MAX_SCALES];
    for (int i = 0; i < lento_scales(s); i++) {
        phase[i] = lento_phase_at(s->fast->scale[i].frequency, s->fast->scale[i].phase, t);
    }
    assert_int_equal(s->field ? s->field(t, state, rate, s->params)
                              : s->rate(t, phase, state, s->order == 2 ? state + s->size : NULL,
                                        rate, s->params),
                     0);
}

#endif
