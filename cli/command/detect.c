/* SPDX-License-Identifier: MIT
 * lento detect: the slow variables of a problem as readable polynomials, with their rates, what is
 * independent and what a companion, and how far the search went. */
#include "io/csv.h"
#include "io/table.h"
#include "print/output.h"
#include "request/slow.h"

#include <math.h>

static void print_json(FILE *file, cli_request *request, const lento_detection *found) {
    io_json json;
    io_json_start(&json, file);
    cli_head_json(&json, request);
    io_json_string(&json, "procedure", request->literal ? "literal" : "robust");
    io_json_integer(&json, "rank", found->rank);
    io_json_array(&json, "variables");
    for (int i = 0; i < found->count; i++) {
        const lento_slow_variable *v = &found->variable[i];
        io_json_object(&json, NULL);
        io_json_string(&json, "polynomial", cli_polynomial_text(request, &v->polynomial));
        io_json_integer(&json, "degree", v->degree);
        io_json_number(&json, "rate", v->rate);
        io_json_bool(&json, "independent", v->independent);
        io_json_bool(&json, "slow", v->slow);
        io_json_end(&json);
    }
    io_json_end(&json);
    io_json_string(&json, "verdict", lento_verdict_code(found->verdict));
    io_json_string(&json, "message", lento_verdict_text(found->verdict));
    io_json_integer(&json, "dimension", found->variables);
    io_json_integer(&json, "degree", found->degree);
    io_json_integer(&json, "monomials", found->monomials);
    io_json_number(&json, "fast_rate", found->fast_rate > 0 ? found->fast_rate : NAN);
    io_json_number(&json, "lowest_frequency", found->lowest > 0 ? found->lowest : NAN);
    io_json_number(&json, "highest_frequency", found->highest > 0 ? found->highest : NAN);
    io_json_bool(&json, "middle_scale", found->middle_scale);
    io_json_integer(&json, "evaluations", found->evaluations);
    io_json_integer(&json, "seed", request->seed);
    io_json_finish(&json);
}

static void print_table(FILE *file, cli_request *request, const lento_detection *found) {
    static const char *const headers[] = {"slow variable", "degree", "rate", ""};
    io_table *table = io_table_create(4, headers);
    for (int i = 0; i < found->count; i++) {
        const lento_slow_variable *v = &found->variable[i];
        io_table_text(table, cli_polynomial_text(request, &v->polynomial));
        io_table_integer(table, v->degree);
        io_table_scientific(table, v->rate, 3);
        io_table_text(table,
                      !v->slow ? "not slow" : (v->independent ? "independent" : "companion"));
    }
    if (table && found->count > 0) {
        io_table_print(table, file, 0);
    }
    io_table_destroy(table);
    fprintf(file, "%srank %d of %d variables; searched to degree %d (%d monomials)\n",
            found->count > 0 ? "\n" : "", found->rank, found->variables, found->degree,
            found->monomials);
    if (found->fast_rate > 0) {
        fprintf(file, "slowest fast polynomial: rate %.3g\n", found->fast_rate);
    }
    fprintf(file, "%s\n", lento_verdict_text(found->verdict));
    if (found->middle_scale) {
        fputs("some variables grow slower than 1/eps: there is a time scale in between\n", file);
    }
}

static void print_csv(FILE *file, cli_request *request, const lento_detection *found) {
    static const char *const headers[] = {"polynomial", "degree", "rate", "independent"};
    io_csv csv;
    io_csv_start(&csv, file);
    io_csv_texts(&csv, sizeof headers / sizeof *headers, headers);
    for (int i = 0; i < found->count; i++) {
        const lento_slow_variable *v = &found->variable[i];
        io_csv_text(&csv, cli_polynomial_text(request, &v->polynomial));
        io_csv_integer(&csv, v->degree);
        io_csv_number(&csv, v->rate);
        io_csv_text(&csv, v->independent ? "yes" : "no");
        io_csv_row(&csv);
    }
    io_csv_finish(&csv);
}

static int print(cli_request *request, const lento_detection *found) {
    const bool stopped = found->verdict == LENTO_VERDICT_STOPPED;
    io_output out;
    int code = cli_output_open(request, &out);
    if (!code) {
        (request->format == CLI_JSON  ? print_json
         : request->format == CLI_CSV ? print_csv
                                      : print_table)(out.file, request, found);
        code = cli_output_close(request, &out, !stopped);
    }
    return !code && stopped ? cli_failed("interrupted; the variables found so far are shown")
                            : code;
}

int cli_detect(int argc, char **argv) {
    cli_request request;
    lento_detection found = {0};
    int code = cli_request_read(&request, CLI_DETECT, argc, argv);
    code = code ? code : cli_output_check(&request);
    code = code ? code : cli_slow_find(&request, request.literal, &found);
    code = code ? code : print(&request, &found);
    lento_detection_free(&found);
    cli_request_free(&request);
    return code;
}
