/* SPDX-License-Identifier: MIT
 * What is known before a run: can it be created, does its first average exist, can its reference be
 * had? A mistake found here is a wrong command: exit 2, stdout empty, files untouched. */
#include "io/number.h"
#include "job.h"
#include "request.h"

#include <string.h>

/* Without the words about a last good state, since there was no step yet, and with the first warning,
 * which often is the reason. */
static int refuse(lento_run *run) {
    const lento_warning *list;
    const char *text = run ? lento_run_error(run) : "out of memory";
    const char *rest = strstr(text, "; the last good state");
    const int n = run ? lento_run_warnings(run, &list) : 0;
    return cli_wrong("%.*s%s%s%s", (int)(rest ? (size_t)(rest - text) : strlen(text)), text,
                     n > 0 ? " (" : "", n > 0 ? list[0].text : "", n > 0 ? ")" : "");
}

static int check_relax(const lento_options *resolved) {
    char relax[IO_NUMBER_SIZE], step[IO_NUMBER_SIZE];
    for (int i = 0; i < cli_levels(resolved); i++) {
        const double length = resolved->average[i].relax;
        if (length > 0 && !(resolved->macro_step > 0)) {
            return cli_wrong("--relax needs equal macro steps, and %s chooses its own; --steps N "
                             "makes them equal",
                             resolved->macro);
        }
        if (length > 0 && length >= resolved->macro_step) {
            return cli_wrong("--relax %s must be shorter than a macro step, which is %s",
                             io_number_format(length, relax),
                             io_number_format_digits(resolved->macro_step, 6, step));
        }
    }
    return 0;
}

/* One macro step of a scheme with windows: a set of slow variables that says nothing, or options
 * that do not go together, show in the first window. */
static int first_step(lento_run *run) {
    const lento_options *resolved = lento_run_options(run);
    if (cli_levels(resolved) == 0) {
        return 0;
    }
    const lento_status status = lento_run_advance(run, 1e-12 * resolved->until);
    const bool mistake = status == LENTO_BAD_OPTION || status == LENTO_BAD_SYSTEM ||
                         (status == LENTO_SINGULAR && lento_run_counts(run).macro_steps == 0);
    return mistake ? refuse(run) : 0;
}

int cli_reference_check(const lento_model *model, const char *reference,
                        const lento_options *resolved) {
    if (!reference) {
        return 0;
    }
    const lento_options options = cli_reference_options(model, reference, resolved);
    lento_run *run = NULL;
    int code = 0;
    if (strcmp(reference, "exact") == 0 && !lento_solution_of(lento_model_system(model))->exact) {
        code = cli_wrong("--reference exact: no exact solution of %s is known with these "
                         "parameters; use --reference direct",
                         lento_model_problem(model)->name);
    } else if (strcmp(reference, "averaged") == 0 &&
               cli_closed_forms(lento_model_system(model)) == 0) {
        code = cli_wrong("--reference averaged: the averaged equations of %s are not known in "
                         "closed form; use --reference direct",
                         lento_model_problem(model)->name);
    } else if (lento_run_open(&run, model, &options) != LENTO_DONE) {
        code = cli_wrong("--reference %s: %s", reference,
                         run ? lento_run_error(run) : "out of memory");
    }
    lento_run_destroy(run);
    return code;
}

int cli_rehearse(const lento_model *model, const lento_options *options, const char *reference) {
    lento_run *run = NULL;
    int code = 0;
    if (lento_run_open(&run, model, options) != LENTO_DONE) {
        code = refuse(run);
    }
    code = code ? code : check_relax(lento_run_options(run));
    code = code ? code : cli_reference_check(model, reference, lento_run_options(run));
    code = code ? code : first_step(run);
    lento_run_destroy(run);
    return code;
}
