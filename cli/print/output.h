/* SPDX-License-Identifier: MIT
 * Where results go and how they look. All checks of files come before the run (output.c); a
 * result is written as JSON (result_json.c), for people (result_table.c) or drawn (plot.c); method.c says in words
 * and in JSON how it was computed. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H
#include "io/json.h"
#include "io/output.h"
#include "io/plot.h"
#include "lento/compare.h"
#include "request/request.h"

/* ---- output.c ---- */
/* 0, or CLI_WRONG: --out and --plot. */
int cli_output_check(const cli_request *request);
/* --out, or stdout without it. 0, or CLI_FAILED and nothing to close. */
int cli_output_open(const cli_request *request, io_output *out);
/* What is not complete goes to FILE.partial, which is said. 0, or CLI_FAILED. */
int cli_output_close(const cli_request *request, io_output *out, bool complete);
/* Draws it into --plot. 0, or CLI_FAILED. */
int cli_output_draw(const cli_request *request, const io_plot *plot);
/* Instead of that: there is no whole result. CLI_FAILED. */
int cli_output_undrawn(void);
/* Error against something else, log-log. */
int cli_output_errors(const cli_request *request, const io_plot_series series[], int n,
                      const char *x_label, const char *column, lento_reference reference);
/* A finished study: its message, and what `print` and, for --plot, `draw` make of it. 0 or an exit code. */
typedef void cli_printer(FILE *file, const cli_request *request, const void *study);
typedef int cli_drawer(const cli_request *request, const void *study);
int cli_output_study(const cli_request *request, const void *study, lento_status refused,
                     const char *message, cli_printer *print, cli_drawer *draw);
/* Warnings on stderr; 0, or CLI_FAILED if they count (--strict). */
int cli_output_warnings(const cli_request *request, const lento_warning list[], int n);
/* Says so if the reference takes long. */
void cli_reference_note(const cli_request *request, lento_reference reference);
/* A remark on the column that counts. */
#define CLI_POINTWISE                                                                              \
    "%s is pointwise: a multiscale run does not follow its fast part, and its error says "         \
    "little;\n"                                                                                    \
    "  --column NAME takes another\n"

/* ---- columns.c ---- */
/* Does --columns name columns of the problem itself, fast or slow? */
bool cli_columns_points(const cli_request *request);
/* --columns: which of n columns with these names (the first is t) are shown; all without it. 0 or CLI_WRONG. */
int cli_columns_choose(cli_request *request, const char *const names[], int n);
/* The same for the columns of a result. */
int cli_columns_read(cli_request *request, const lento_result *result);
/* What the column of this name is measured in; "" if nothing says it. */
const char *cli_column_unit(const lento_model *model, const char *name);

/* ---- plot.c ---- */
/* Points of the curve that the picture of this run needs. */
int64_t cli_plot_points(const cli_request *request);
int cli_plot_run(const cli_request *request, const lento_result *result);

/* ---- method.c ---- */
/* "async: verlet, 80 steps of 0.0125; box over 1 period, verlet with 80 steps per period" */
const char *cli_method_words(const lento_options *resolved, char *text, size_t room);
/* What makes a level another than the plain scheme: " adiabatic", " gauge mean", each after `between`. */
void cli_variant_words(const lento_average *level, const char *between, char *text, size_t room);
void cli_method_json(io_json *json, const char *key, const lento_options *resolved);
const char *cli_parameters_words(const lento_model *model, char *text, size_t room);

/* ---- result_json.c ---- */
/* Of a lento_result. */
void cli_result_json(io_json *json, const cli_request *request, const void *result);
/* Starts an object: version, problem, parameters. */
void cli_head_json(io_json *json, const cli_request *request);
/* Problem, the file of its own code, parameters. */
void cli_problem_json(io_json *json, const cli_request *request);
void cli_counts_json(io_json *json, const char *key, const lento_counts *counts);
/* "slow": nothing without slow variables or observables of its own. */
void cli_slow_json(io_json *json, const cli_request *request);
void cli_warnings_json(io_json *json, const lento_warning list[], int n);
void cli_provenance_json(io_json *json);
const char *cli_status_word(lento_status status);

/* ---- result_rows.c ---- */
/* The rows as CSV, .npz or .mat. 0, or CLI_FAILED. */
int cli_result_rows(FILE *file, const cli_request *request, const lento_result *result);
/* In JSON: "columns", "units" and, if the format is JSON, "data". */
void cli_result_rows_json(io_json *json, const cli_request *request, const lento_result *result);

/* ---- result_table.c ---- */
void cli_result_table(FILE *file, const cli_request *request, const lento_result *result);

/* ---- answer.c ---- */
/* What a run without a method computed, in the format of the request; first which columns are shown. */
int cli_answer_columns(cli_request *request, const lento_answer *answer);
int cli_answer_print(FILE *file, io_json *json, const cli_request *request,
                     const lento_answer *answer);

/* ---- answer_plot.c ---- */
int cli_answer_plot(const cli_request *request, const lento_answer *answer);

/* ---- compare.c, advice.c ---- */
/* Both of a lento_comparison; drawn is error against work. */
cli_printer cli_comparison_print;
cli_drawer cli_comparison_draw;
/* Which rival to use; "" if none was measured. */
const char *cli_advice_words(const lento_comparison *c, char *text, size_t room);
/* Methods that this build lacks, with what brings them. */
const char *cli_left_out_words(const lento_comparison *c, char *text, size_t room);

/* ---- converge.c ---- */
/* Both of a lento_convergence. */
cli_printer cli_convergence_print;
cli_drawer cli_convergence_draw;

/* ---- ensemble.c ---- */
void cli_ensemble_print(FILE *file, io_json *json, const cli_request *request,
                        const lento_ensemble *ensemble);

#endif
