/* SPDX-License-Identifier: MIT
 * Files: --out and --plot are checked before a run, written whole after it (io/output.h). A plot shows the columns that
 * were asked for, or that share the first one's unit, and the reference as dashes where there is one. */
#include "print/output.h"

#include <string.h>

/* What a problem is read from is not written over. */
static int spare(const cli_request *request, const char *flag, const char *path) {
    const io_identity target = io_file_identity(path);
    for (int i = 0; i < request->problem.files; i++) {
        if (io_file_same(target, request->problem.made_from[i])) {
            return cli_wrong("%s: the problem is read from %s; write to another file", flag, path);
        }
    }
    return 0;
}

int cli_output_check(const cli_request *request) {
    char message[IO_MESSAGE_SIZE];
    int code = spare(request, "--out", request->out);
    code = code ? code : spare(request, "--plot", request->plot);
    if (code) {
        return code;
    }
    if (request->out && request->plot &&
        (strcmp(request->out, request->plot) == 0 ||
         io_file_same(io_file_identity(request->out), io_file_identity(request->plot)))) {
        return cli_wrong("--out and --plot name the same file, %s", request->plot);
    }
    if (request->out && !io_output_check(request->out, message)) {
        return cli_wrong("--out: %s", message);
    }
    if (request->plot && !io_plot_check(request->plot, message)) {
        return cli_wrong("--plot: %s", message);
    }
    return 0;
}

int cli_output_open(const cli_request *request, io_output *out) {
    char message[IO_MESSAGE_SIZE];
    return io_output_open(out, request->out, message) ? 0 : cli_failed("--out: %s", message);
}

int cli_output_close(const cli_request *request, io_output *out, bool complete) {
    char message[IO_MESSAGE_SIZE];
    const bool kept = out->target != NULL && !complete;
    const bool written = io_output_close(out, complete, message);
    if (!written && request->out) { /* main looks after stdout */
        return cli_failed("%s: %s", request->out, message);
    }
    if (kept) {
        cli_say(CLI_FAILED, "the result so far is in %s.partial; %s is not changed", request->out,
                request->out);
    }
    return 0;
}

int cli_output_warnings(const cli_request *request, const lento_warning list[], int n) {
    for (int i = 0; i < n; i++) {
        cli_note(request->quiet && !request->strict, "warning: %s", list[i].text);
    }
    return request->strict && n > 0 ? CLI_FAILED : CLI_DONE;
}

void cli_reference_note(const cli_request *request, lento_reference reference) {
    const double cost = lento_direct_evaluations(request->model, request->options.until);
    if (reference == LENTO_REFERENCE_DIRECT && cost > 1e8) {
        cli_note(request->quiet,
                 "the direct reference takes about %.1e force evaluations; a smaller --until "
                 "shortens it",
                 cost);
    }
}

int cli_output_draw(const cli_request *request, const io_plot *plot) {
    char message[IO_MESSAGE_SIZE];
    if (!io_plot_draw(plot, request->plot, message)) {
        return cli_failed("--plot: %s", message);
    }
    cli_note(request->quiet, "plot written to %s", request->plot);
    return 0;
}

int cli_output_undrawn(void) {
    return cli_failed("--plot: nothing was drawn, since the result is not complete");
}

int cli_output_errors(const cli_request *request, const io_plot_series series[], int n,
                      const char *x_label, const char *column, lento_reference reference) {
    char label[100];
    snprintf(label, sizeof label, "error in %s against %s", column,
             lento_reference_name(reference));
    char words[1000];
    const io_plot plot = {.title = request->problem.table->title,
                          .caption = cli_parameters_words(request->model, words, sizeof words),
                          .x_label = x_label,
                          .y_label = label,
                          .log_x = true,
                          .log_y = true,
                          .count = (size_t)n,
                          .series = series};
    return cli_output_draw(request, &plot);
}

int cli_output_study(const cli_request *request, const void *study, lento_status refused,
                     const char *message, cli_printer *print, cli_drawer *draw) {
    if (refused) {
        return cli_refuse(refused, message);
    }
    const int code = message[0] ? cli_failed("%s", message) : 0;
    io_output out;
    int written = cli_output_open(request, &out);
    if (!written) {
        print(out.file, request, study);
        written = cli_output_close(request, &out, !code);
    }
    if (request->plot && !written) {
        written = code ? cli_output_undrawn() : draw(request, study);
    }
    return code ? code : written;
}
