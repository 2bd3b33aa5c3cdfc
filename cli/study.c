/* SPDX-License-Identifier: MIT
 * Helpers of compare and converge. */
#include "study.h"

#include <string.h>

lento_model *cli_model_at(const cli_request *request, double omega) {
    lento_model *model = NULL;
    const double now = cli_fast_frequency(lento_model_system(request->model));
    if (lento_model_faster(&model, request->model, omega / now) != LENTO_DONE) {
        cli_wrong("%s: %s", request->problem.table->name,
                  model ? lento_model_error(model) : "out of memory");
        lento_model_destroy(model);
        return NULL;
    }
    if (request->slow) {
        lento_model_choose(model, request->slow);
    }
    return model;
}

/* The first column that is a mean: multiscale schemes have no pointwise ones. */
static int first_mean(const lento_model *model) {
    const lento_column *row;
    for (int i = 0; i < lento_model_columns(model); i++) {
        lento_model_column(model, i, &row);
        if (!row->pointwise) {
            return i;
        }
    }
    return 0;
}

int cli_column_index(const cli_request *request) {
    const int columns = lento_model_columns(request->model);
    const int n = columns + (request->problem.table->distance ? 1 : 0);
    const char *names[CLI_MAX_SETTINGS];
    char hint[80];
    if (!request->column) {
        return n > columns ? columns : first_mean(request->model);
    }
    for (int i = 0; i < n && i < CLI_MAX_SETTINGS; i++) {
        names[i] = cli_shown_name(request->model, i);
        if (strcmp(names[i], request->column) == 0) {
            return i;
        }
    }
    cli_wrong("%s has no column '%s'%s", request->problem.table->name, request->column,
              cli_hint(request->column, names,
                       (size_t)(n < CLI_MAX_SETTINGS ? n : CLI_MAX_SETTINGS), hint, sizeof hint));
    return -1;
}

const char *cli_study_reference(const cli_request *request, const lento_options *resolved) {
    return request->reference ? request->reference : cli_reference_best(request->model, resolved);
}

void cli_study_note(const cli_request *request, const char *reference) {
    const double cost = cli_direct_evaluations(request->model, request->options.until);
    if (strcmp(reference, "direct") == 0 && cost > 1e8) {
        cli_note(request->quiet,
                 "the direct reference takes about %.1e force evaluations; a smaller --until "
                 "shortens it",
                 cost);
    }
}
