/* SPDX-License-Identifier: MIT
 * lento compare: several schemes and methods on one problem, error and work side by side. */
#include "io/interrupt.h"
#include "print/output.h"
#include "request/adapters.h"
#include "watch.h"

/* Measured and written; what fails is said on stderr. */
static int run(const cli_request *request, lento_comparison *c) {
    cli_reference_note(request, c->asked.reference);
    io_interrupt_catch();
    lento_comparison_run(c);
    io_interrupt_release();
    return cli_output_study(request, c, c->refused ? c->status : LENTO_DONE, c->message,
                            cli_comparison_print, cli_comparison_draw);
}

static int compare(cli_request *request, lento_comparison *c) {
    lento_named named[CLI_MAX_METHODS];
    cli_watch watch;
    for (int i = 0; i < request->methods_count; i++) {
        named[i] = (lento_named){request->methods[i], request->options};
        const int code = cli_option_words(request, request->methods[i], &named[i].options);
        if (code) {
            return code;
        }
    }
    const lento_comparison_rules asked = {
        .model = request->model,
        .options = request->options,
        .reference = request->reference,
        .column = request->column,
        .slow = request->slow,
        .tolerance = cli_chooses(request->model) ? LENTO_SOLVE_TOLERANCE : 0,
        .named = named,
        .named_count = request->methods_count,
        .watch = cli_watch_start(&watch, request->quiet)};
    cli_adapter_list(NULL, 0); /* rivals of all modules take part */
    lento_comparison_plan(c, &asked);
    const int code = c->refused ? cli_refuse(c->status, c->message) : cli_output_check(request);
    return code ? code : run(request, c);
}

int cli_compare(int argc, char **argv) {
    cli_request request;
    int code = cli_request_read(&request, CLI_COMPARE, argc, argv);
    lento_comparison *c = cli_take(&request.memory, sizeof *c);
    code = code ? code : compare(&request, c);
    lento_comparison_free(c);
    cli_request_free(&request);
    return code;
}
