/* SPDX-License-Identifier: MIT
 * lento converge: refine one thing and watch the error. */
#include "io/interrupt.h"
#include "print/output.h"
#include "watch.h"

/* The levels, computed and written; what fails is said on stderr. */
static int run(const cli_request *request, lento_convergence *study) {
    cli_reference_note(request, study->asked.reference);
    io_interrupt_catch();
    lento_convergence_run(study);
    io_interrupt_release();
    return cli_output_study(request, study, study->refused ? study->status : LENTO_DONE,
                            study->message, cli_convergence_print, cli_convergence_draw);
}

int cli_converge(int argc, char **argv) {
    cli_request request;
    lento_convergence study = {0};
    cli_watch watch;
    int code = cli_request_read(&request, CLI_CONVERGE, argc, argv);
    if (!code) {
        const lento_refinement asked = {.model = request.model,
                                        .options = request.options,
                                        .vary = request.vary,
                                        .levels = (int)request.levels,
                                        .factor = request.factor,
                                        .reference = request.reference,
                                        .column = request.column,
                                        .slow = request.slow,
                                        .watch = cli_watch_start(&watch, request.quiet)};
        lento_convergence_plan(&study, &asked);
        code = study.refused ? cli_refuse(study.status, study.message) : cli_output_check(&request);
        code = code ? code : run(&request, &study);
    }
    lento_convergence_free(&study);
    cli_request_free(&request);
    return code;
}
