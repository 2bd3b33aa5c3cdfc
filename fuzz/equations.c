/* SPDX-License-Identifier: MIT
 *
 * equations.c - a file of equations; what follows a form feed is the table that stands beside it. What is refused has a
 * sentence with its place, what is read can be explained, made, and run for a step. */
#include "fuzz.h"
#include "lento/problem.h"

#include <string.h>

typedef struct table {
    const char *text;
    size_t length;
} table;

static size_t beside(const char *name, char text[], size_t room, void *user) {
    const table *t = user;
    CLAIM(name[0] != '\0' && name[0] != '.' && !strchr(name, '/'));
    memcpy(text, t->text, t->length < room ? t->length : room);
    return t->length < room ? t->length : room;
}

static void use(const lento_problem *problem) {
    char text[512];
    lento_model *model = NULL;
    lento_run *run = NULL;
    CLAIM(lento_problem_explain(problem, text, sizeof text) > 0 || fuzz_starved());
    if (lento_model_create(&model, problem, NULL, 0) == LENTO_DONE) {
        const lento_options options = {
            .until = 1e-3, .macro_step = 1e-3, .average = {{.scheme = "direct"}}};
        if (lento_run_open(&run, model, &options) == LENTO_DONE) {
            lento_run_advance(run, 1e-3);
        }
        lento_run_destroy(run);
    } else {
        CLAIM(!model || lento_model_error(model)[0] != '\0');
    }
    lento_model_destroy(model);
}

/* what no text can ask for */
static void ask_oddly(void) {
    static const char large[(1 << 20) + 1];
    const lento_problem *problem = NULL;
    CLAIM(lento_problem_read(NULL, NULL, NULL, 0, NULL, 0) == LENTO_BAD_OPTION);
    CLAIM(lento_problem_read(&problem, NULL, NULL, 0, NULL, 0) != LENTO_DONE && !problem);
    CLAIM(lento_problem_read(&problem, "", large, sizeof large, NULL, 0) != LENTO_DONE);
}

void fuzz_read(const uint8_t *data, size_t size) {
    const lento_problem *problem = NULL;
    if (size == 0) {
        ask_oddly();
    }
    const char *text = size > 0 ? (const char *)data : "";
    const char *feed = memchr(text, '\f', size);
    const size_t length = feed ? (size_t)(feed - text) : size;
    table t = {feed ? feed + 1 : "", feed ? size - length - 1 : 0};
    char error[1024];
    const lento_status status =
        lento_problem_read_with(&problem, "f.ode", text, length, error, sizeof error, beside, &t);
    if (status == LENTO_DONE) {
        use(problem);
    } else {
        CLAIM(!problem && strlen(error) < sizeof error);
        CLAIM(strncmp(error, "f.ode:", 6) == 0 || (fuzz_starved() && status == LENTO_NO_MEMORY));
    }
    lento_problem_free(problem);
}
