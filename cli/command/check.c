/* SPDX-License-Identifier: MIT
 * lento check FILE.ode: what was understood of a file of equations, or what is wrong
 * with it. */
#include "cli.h"
#include "request/plugin.h"

#include <errno.h>

int cli_check(int argc, char **argv) {
    if (argc != 1 || !cli_problem_is_text(argv[0])) {
        return cli_wrong("check takes one file of equations, such as mine.ode");
    }
    cli_problem problem;
    lento_model *model = NULL;
    int code = cli_problem_open(&problem, argv[0]);
    if (!code && lento_model_create(&model, problem.table, NULL, 0) != LENTO_DONE) {
        code = cli_wrong("%s: %s", argv[0], lento_model_error(model));
    }
    lento_model_destroy(model);
    if (!code) {
        cli_memory memory = {0};
        errno = 0;
        const size_t n = lento_problem_explain(problem.table, NULL, 0);
        char *text = cli_take(&memory, n + 1);
        lento_problem_explain(problem.table, text, n + 1);
        if (errno == ENOMEM) { /* the model was made a moment ago */
            code = cli_failed("out of memory");
        } else {
            printf("%s: %s\n\n%s", problem.table->name, problem.table->title, text);
        }
        cli_release(&memory);
    }
    cli_problem_close(&problem);
    return code;
}
