/* SPDX-License-Identifier: MIT
 * A result as one JSON object: what was asked, how it was computed, rows, final row, work, errors,
 * warnings. It is a recipe too: problem, parameters, method, until and every give the run again. */
#include "print/output.h"

#include <math.h>

const char *cli_status_word(lento_status status) {
    return status == LENTO_DONE ? "done" : (status > 0 ? "stopped" : "failed");
}

void cli_counts_json(io_json *json, const char *key, const lento_counts *counts) {
    io_json_object(json, key);
    io_json_integer(json, "macro_steps", counts->macro_steps);
    io_json_integer(json, "rejected_steps", counts->rejected_steps);
    io_json_integer(json, "windows", counts->windows);
    io_json_integer(json, "micro_steps", counts->micro_steps);
    io_json_integer(json, "force_evaluations", counts->force_evaluations);
    io_json_integer(json, "closing_force_evaluations", counts->closing_force_evaluations);
    io_json_integer(json, "exact_flows", counts->exact_flows);
    io_json_end(json);
}

static void estimate_json(io_json *json, const lento_model *model, const lento_result *result) {
    const lento_estimate *e = &result->estimate;
    if (!e->error) {
        return;
    }
    io_json_object(json, "estimate");
    for (int i = 0; i < result->columns; i++) {
        if (isfinite(e->error[i])) {
            io_json_number(json, lento_shown_name(model, i), e->error[i]);
        }
    }
    io_json_end(json);
    io_json_string(json, "estimated_from", e->how);
    io_json_number(json, "estimated_order", e->order);
    io_json_integer(json, "estimate_force_evaluations", e->force_evaluations);
}

static void error_json(io_json *json, const lento_model *model, const lento_result *result) {
    if (!result->error && !result->estimate.error) {
        io_json_null(json, "error");
        return;
    }
    const lento_options *resolved = lento_run_options(result->run);
    io_json_object(json, "error");
    estimate_json(json, model, result);
    if (!result->error) {
        io_json_end(json);
        return;
    }
    io_json_string(json, "reference", lento_reference_name(result->reference));
    io_json_object(json, "max");
    for (int i = 0; i < result->shown; i++) {
        if (isfinite(result->error[i])) {
            io_json_number(json, lento_shown_name(model, i), result->error[i]);
        }
    }
    io_json_end(json);
    io_json_array(json, "pointwise");
    for (int i = 0; i < result->columns; i++) {
        if (isfinite(result->error[i]) &&
            lento_error_pointwise(model, resolved, result->reference, i)) {
            io_json_string(json, NULL, lento_shown_name(model, i));
        }
    }
    io_json_end(json);
    io_json_integer(json, "points", result->error_points);
    if (result->reference_message[0]) {
        io_json_string(json, "message", result->reference_message);
    }
    io_json_end(json);
}

static void rows_json(io_json *json, const cli_request *request, const lento_result *result) {
    const lento_model *model = request->model;
    cli_result_rows_json(json, request, result);
    if (result->row_steps > 1) {
        io_json_number(json, "row_steps", result->row_steps);
    }
    io_json_object(json, "final");
    io_json_number(json, "t", result->final[0]);
    for (int i = 0; i < result->shown; i++) {
        io_json_number(json, lento_shown_name(model, i), result->final[1 + i]);
    }
    io_json_end(json);
}

static void invariants_json(io_json *json, const lento_model *model, const lento_result *result) {
    io_json_object(json, "invariants");
    for (int i = 0; i < result->invariants; i++) {
        const double *v = result->invariant + 3 * i;
        if (isnan(v[0])) {
            continue; /* not defined on the slow state of this scheme */
        }
        io_json_object(json, lento_model_invariant(model, i));
        io_json_number(json, "start", v[0]);
        io_json_number(json, "end", v[1]);
        io_json_number(json, "drift", v[2]);
        io_json_integer(json, "points", result->invariant_points);
        io_json_end(json);
    }
    io_json_end(json);
}

void cli_warnings_json(io_json *json, const lento_warning list[], int n) {
    io_json_array(json, "warnings");
    for (int i = 0; i < n; i++) {
        io_json_object(json, NULL);
        io_json_string(json, "code", list[i].code);
        io_json_string(json, "text", list[i].text);
        io_json_number(json, "value", list[i].value);
        io_json_number(json, "limit", list[i].limit);
        io_json_end(json);
    }
    io_json_end(json);
}

void cli_provenance_json(io_json *json) {
    io_json_object(json, "provenance");
#if defined(__clang__)
    io_json_string(json, "compiler", "clang " __clang_version__);
#elif defined(__GNUC__)
    io_json_string(json, "compiler", "gcc " __VERSION__);
#else
    io_json_null(json, "compiler");
#endif
    io_json_integer(json, "c_standard", __STDC_VERSION__);
    io_json_integer(json, "problem_layout", lento_abi());
    io_json_string(json, "contraction", "off");
    io_json_end(json);
}

void cli_result_json(io_json *json, const cli_request *request, const void *whole) {
    const lento_result *result = whole;
    const lento_options *resolved = lento_run_options(result->run);
    io_json_object(json, NULL);
    io_json_string(json, "lento", lento_version());
    io_json_string(json, "status", cli_status_word(result->status));
    io_json_string(json, "message", result->message);
    cli_problem_json(json, request);
    cli_method_json(json, "method", resolved);
    cli_slow_json(json, request);
    io_json_number(json, "until", resolved->until);
    io_json_number(json, "every", request->every > 0 ? request->every : NAN);
    rows_json(json, request, result);
    cli_counts_json(json, "counts", &result->counts);
    invariants_json(json, request->model, result);
    error_json(json, request->model, result);
    const lento_warning *list;
    const int warnings = lento_run_warnings(result->run, &list);
    cli_warnings_json(json, list, warnings);
    cli_provenance_json(json);
    io_json_number(json, "seconds", result->seconds);
    io_json_end(json);
}
