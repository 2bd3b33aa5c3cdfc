/* SPDX-License-Identifier: MIT
 *
 * equations.c - a file of equations: what is refused has a sentence with its place, what is read can be explained, made,
 * and run for a step. */
#include "fuzz.h"
#include "lento/problem.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const lento_problem *problem = NULL;
    char error[1024], text[512];
    const lento_status status = lento_problem_read(
        &problem, "f.ode", size > 0 ? (const char *)data : "", size, error, sizeof error);
    if (status != LENTO_DONE) {
        CLAIM(!problem && strncmp(error, "f.ode:", 6) == 0 && strlen(error) < sizeof error);
        return 0;
    }
    lento_model *model = NULL;
    lento_run *run = NULL;
    CLAIM(lento_problem_explain(problem, text, sizeof text) > 0);
    if (lento_model_create(&model, problem, NULL, 0) == LENTO_DONE) {
        const lento_options options = {
            .until = 1e-3, .macro_step = 1e-3, .average = {{.scheme = "direct"}}};
        if (lento_run_open(&run, model, &options) == LENTO_DONE) {
            lento_run_advance(run, 1e-3);
        }
        lento_run_destroy(run);
    } else {
        CLAIM(lento_model_error(model)[0] != '\0');
    }
    lento_model_destroy(model);
    lento_problem_free(problem);
    return 0;
}
