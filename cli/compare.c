/* SPDX-License-Identifier: MIT
 * lento compare: several schemes and methods on one problem, error and work side by side.
 *
 * All are judged by one reference. Direct rivals that would take too long are measured at a lower
 * frequency against a direct reference there; their error depends on the steps per period alone and
 * their work grows like omega, so the work is scaled up and marked with ~. Where nothing is fast and
 * the motion splits into flows, everybody gets the same number of evaluations and they are ranked. */
#include "io/interrupt.h"
#include "judge.h"
#include "rivals_top.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHEAP 5e5 /* evaluations of the reference for extrapolated rivals */

/* ---- measuring ---- */

static void take_result(cli_field *field, cli_rival *r, const cli_result *result, double scale) {
    const char *trouble = cli_result_trouble(result);
    r->counts = result->counts;
    r->evaluations = scale * (double)result->counts.force_evaluations;
    r->drift = result->invariants > 0 && result->status == LENTO_DONE ? result->invariant[2] : NAN;
    if (trouble) {
        r->error = r->second = NAN;
        r->message = cli_text(&field->request.memory, "%s", trouble);
        return;
    }
    r->error = result->error ? result->error[field->index] / field->scale : NAN;
    if (result->error) {
        field->size = fmax(field->size, result->size[field->index] / field->scale);
    }
    if (field->second >= 0 && result->error) {
        r->second = result->error[field->second] / field->second_scale;
    }
}

/* Rivals on the request's own model may share one reference. */
static bool waits(const cli_field *field, const cli_rival *r, bool lower) {
    const bool fixed = r->resolved.macro_step > 0;
    return !lower && !r->model && (fixed || !r->direct) &&
           cli_judge_can_wait(field->request.model, field->reference,
                              fixed ? (double)r->resolved.steps : 0);
}

static int measure(cli_field *field, cli_rival *r) {
    const bool lower = r->direct && field->affordable_omega < field->omega;
    lento_model *model = lower ? cli_model_at(&field->request, field->affordable_omega)
                               : (r->model ? r->model : field->request.model);
    if (!model) {
        return CLI_WRONG;
    }
    cli_job job = {.model = model,
                   .options = r->options,
                   .reference = lower ? "direct" : field->reference,
                   .quiet = field->request.quiet,
                   .label = r->resolved.macro};
    double scale = 1;
    if (lower) {
        scale = field->omega / field->affordable_omega;
        r->extrapolated = true;
        job.options.macro_step = r->resolved.macro_step * scale;
        job.options.steps = 0;
    }
    cli_result result;
    job.wait = r->waits = waits(field, r, lower);
    cli_job_run(&job, &r->result);
    if (!r->waits) {
        take_result(field, r, &r->result, scale);
        cli_result_free(&r->result);
    }
    /* once more without anybody looking, for the time */
    job.reference = NULL;
    job.wait = false;
    cli_job_run(&job, &result);
    r->seconds = scale * result.seconds;
    cli_result_free(&result);
    if (lower) {
        lento_model_destroy(model);
    }
    return 0;
}

/* One reference for all that wait. */
static void judge(cli_field *field) {
    cli_result *results[CLI_MAX_RIVALS];
    int n = 0;
    for (int i = 0; i < field->count; i++) {
        if (field->rivals[i].waits) {
            results[n++] = &field->rivals[i].result;
        }
    }
    cli_judge_together(field->request.model, field->reference, results, n, field->request.quiet);
    for (int i = 0; i < field->count; i++) {
        if (field->rivals[i].waits) {
            take_result(field, &field->rivals[i], &field->rivals[i].result, 1);
            cli_result_free(&field->rivals[i].result);
        }
    }
}

/* Direct rivals are measured as they are, or at the frequency where a direct reference is cheap. */
static void choose_frequency(cli_field *field) {
    const double until = field->request.options.until;
    const lento_system *system = lento_model_system(field->request.model);
    const double cost = cli_direct_evaluations(field->request.model, until);
    /* with a phase from outside the error depends on the steps per period alone */
    const bool forced = lento_forced(system);
    field->affordable_omega = field->omega;
    if ((strcmp(field->reference, "averaged") == 0 || (forced && cost > 20 * CHEAP)) &&
        lento_model_fast(field->request.model, NULL)) {
        field->affordable_omega = field->omega * fmin(1, CHEAP / cost);
    }
}

/* Equal work: the smallest error first, at equal errors the smallest drift. */
static int by_error(const void *left, const void *right) {
    const cli_rival *a = left, *b = right;
    const double x = isfinite(a->error) ? a->error : INFINITY;
    const double y = isfinite(b->error) ? b->error : INFINITY;
    return x != y ? (x > y ? 1 : -1) : (a->drift > b->drift) - (a->drift < b->drift);
}

/* ---- the command ---- */

static int prepare(cli_field *field) {
    field->omega = cli_fast_frequency(lento_model_system(field->request.model));
    field->top = cli_top_applies(&field->request);
    field->scale = field->second_scale = 1;
    field->second = -1;
    if (field->top && !field->request.column) {
        field->request.column = "xi3";
    }
    field->index = cli_column_index(&field->request);
    if (field->index < 0) {
        return CLI_WRONG;
    }
    if (field->top) {
        const bool phi = strcmp(field->request.column, "phi") == 0;
        const cli_request second = {.problem = field->request.problem,
                                    .model = field->request.model,
                                    .column = phi ? "xi3" : "phi"};
        field->second = cli_column_index(&second);
    }
    field->column = cli_shown_name(field->request.model, field->index);
    int code = cli_rivals_choose(field);
    if (code) {
        return code;
    }
    /* the reference must suit the rival with the most averages */
    const lento_options *most = &field->rivals[0].resolved;
    for (int i = 1; i < field->count; i++) {
        const lento_options *o = &field->rivals[i].resolved;
        most = cli_levels(o) > cli_levels(most) ? o : most;
    }
    field->reference = cli_study_reference(&field->request, most);
    code = cli_reference_check(field->request.model, field->reference, most);
    if (code) {
        return code;
    }
    field->pointwise =
        cli_error_pointwise(field->request.model, most, field->reference, field->index);
    choose_frequency(field);
    if (field->top) {
        cli_top_scale(field);
    }
    return cli_output_check(&field->request);
}

static int compare(cli_field *field) {
    int code = prepare(field);
    if (code) {
        return code;
    }
    io_interrupt_catch();
    cli_study_note(&field->request, field->reference);
    for (int i = 0; i < field->count && !code; i++) {
        code = measure(field, &field->rivals[i]);
        if (io_interrupt_requested()) {
            field->count = i + 1;
        }
    }
    judge(field);
    if (io_interrupt_requested()) {
        code = cli_failed("interrupted: rivals without an error were not measured to the end");
    }
    io_interrupt_release();
    if (code == CLI_WRONG) {
        return code;
    }
    if (field->equal) {
        qsort(field->rivals, (size_t)field->count, sizeof *field->rivals, by_error);
    }
    (field->top ? cli_top_advise : cli_advise)(field);
    int written = 0;
    FILE *file = cli_output_open(&field->request, &written);
    if (file) {
        cli_compare_print(file, field);
        written = cli_output_close(&field->request, file);
    }
    if (field->request.plot && !written) {
        written = cli_compare_draw(field);
    }
    return code ? code : written;
}

int cli_compare(int argc, char **argv) {
    cli_field *field = calloc(1, sizeof *field);
    if (!field) {
        return cli_failed("out of memory");
    }
    int code = cli_request_read(&field->request, CLI_COMPARE, argc, argv, 0);
    code = code ? code : compare(field);
    for (int i = 0; i < field->count; i++) {
        lento_model_destroy(field->rivals[i].model);
    }
    cli_request_free(&field->request);
    free(field);
    return code;
}
