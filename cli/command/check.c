/* SPDX-License-Identifier: MIT
 * lento check FILE.ode: what was understood of a file of equations, or what is wrong
 * with it; --xpp: the file for XPPAUT. */
#include "cli.h"
#include "io/number.h"
#include "request/plugin.h"

#include <string.h>

/* what was understood, or the file for XPPAUT */
static int show(const lento_problem *problem, bool xpp) {
    cli_memory memory = {0};
    char error[1024] = "";
    const size_t n =
        xpp ? lento_problem_xpp(problem, io_number_format, NULL, 0, error, sizeof error)
            : lento_problem_explain(problem, NULL, 0);
    char *text = cli_take(&memory, n + 1);
    size_t written = n;
    if (xpp && n > 0) {
        written = lento_problem_xpp(problem, io_number_format, text, n + 1, error, sizeof error);
    } else if (!xpp) {
        written = lento_problem_explain(problem, text, n + 1);
    }
    int code = 0;
    if (written != n) { /* one of them was starved */
        code = cli_failed("out of memory");
    } else if (xpp && written == 0) {
        code = cli_wrong("%s", error);
    } else if (xpp) {
        printf("# %s\n%s", problem->title, text);
    } else {
        printf("%s: %s\n\n%s", problem->name, problem->title, text);
    }
    cli_release(&memory);
    return code;
}

int cli_check(int argc, char **argv) {
    bool xpp = false;
    const char *name = NULL;
    for (int i = 0; i < argc; i++) { /* in any order */
        if (!xpp && strcmp(argv[i], "--xpp") == 0) {
            xpp = true;
        } else {
            name = name ? "" : argv[i];
        }
    }
    name = name ? name : "";
    if (!cli_problem_is_text(name)) {
        return cli_wrong("check takes one file of equations, such as mine.ode");
    }
    cli_problem problem;
    lento_model *model = NULL;
    int code = cli_problem_open(&problem, name);
    const lento_status status =
        code ? LENTO_DONE : lento_model_create(&model, problem.table, NULL, 0);
    if (status != LENTO_DONE) {
        code = cli_say(status == LENTO_NO_MEMORY ? CLI_FAILED : CLI_WRONG, "%s: %s", name,
                       lento_model_error(model));
    }
    lento_model_destroy(model);
    code = code ? code : show(problem.table, xpp);
    cli_problem_close(&problem);
    return code;
}
