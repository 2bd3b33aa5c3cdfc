/* SPDX-License-Identifier: MIT
 *
 * job.c - one run from what was asked to its result: opened and checked, walked along (walk.c), estimated (estimate.c)
 * and, where its steps were left open, repeated with better ones (refine.c). */
#include <math.h>
#include <string.h>

#include "run/run.h"
#include "study/walk.h"

enum { MOST_ROUNDS = 10 }; /* of runs with shorter steps */
#define NESTED_ROWS 20     /* of means over several phases: windows of windows */
#define LOOK_AT_ALL 1e5    /* steps; invariants of longer runs are watched at the rows alone */

/* ---- set-up ---- */

static bool open_run(const lento_job *job, lento_result *result) {
    lento_options options = job->options;
    lento_watch_attach(job->watch, &options);
    const lento_status status = lento_run_open(&result->run, job->model, &options);
    return status == LENTO_DONE ||
           lento_refuse(result, status, "%s", LENTO_WORDS(lento_run_error(result->run)), NULL);
}

/* The rest of a step must be left for a macro step after relaxing. */
static bool check_relax(lento_result *result) {
    const lento_options *resolved = lento_run_options(result->run);
    for (int i = 0; i < lento_options_levels(resolved); i++) {
        const double number[] = {resolved->average[i].relax, resolved->macro_step};
        const char *what = !(number[0] > 0) || number[0] < number[1] ? NULL
                           : number[1] > 0
                               ? "--relax %g must be shorter than a macro step, which is %g"
                               : "--relax needs equal macro steps, and %s chooses its own; "
                                 "--steps N makes them equal";
        if (what) {
            return lento_refuse(result, LENTO_BAD_OPTION, what, &resolved->macro, number);
        }
    }
    return true;
}

static bool check_rows(const lento_job *job, lento_result *result) {
    const bool fixed = lento_run_options(result->run)->macro_step > 0;
    return !job->aligned || fixed || job->every > 0 ||
           lento_refuse(result, LENTO_BAD_OPTION,
                        "--ensemble: adaptive runs have different steps; give --every DT", NULL,
                        NULL);
}

static void plan(lento_walk *w) {
    const lento_options *resolved = lento_run_options(w->run);
    w->until = resolved->until;
    w->averages = !lento_model_shows_fast(w->job.model, resolved);
    w->exchanges = resolved->average[0].adiabatic;
    w->step = resolved->macro_step;
    w->fixed = w->step > 0;
    const double steps = w->fixed ? w->until / w->step : 0;
    w->looks = w->run->looks > 0;
    w->single = !w->looks && (!w->fixed || w->job.reference != LENTO_REFERENCE_NONE ||
                              ((w->job.every > 0 || w->job.rows) && steps <= LOOK_AT_ALL));
    const bool measured = w->job.reference != LENTO_REFERENCE_NONE;
    w->points =
        w->job.every > 0 ? w->looks && w->fixed && measured : !w->looks || w->job.rows || measured;
    const double rows = w->job.most_rows > 0 ? (double)w->job.most_rows : LENTO_MAX_ROWS;
    const double most = w->run->looks > 1 ? NESTED_ROWS : w->looks ? LENTO_MAX_ROWS - 2 : rows - 2;
    const double stride = fmax(1, ceil(steps / most));
    w->gap = w->fixed ? stride * w->step : w->until / most;
    w->result->rows.most = w->result->truth.most = (size_t)rows;
    w->result->row_steps = w->fixed && !w->single && !(w->job.every > 0) ? stride : 1;
    const double points = (double)w->job.curve;
    w->curve_gap = w->looks || !(points > 0)
                       ? 0
                       : w->until / (w->averages ? fmin(points, LENTO_CURVE) : points);
    w->due = w->gap - 0.5 * w->step;
    w->watched = -1;
    w->check = 1;
    w->spacing = w->job.estimate ? lento_estimate_spacing(resolved) : 0;
}

static bool prepare(lento_walk *w) {
    lento_result *result = w->result;
    const size_t width = (size_t)(1 + result->shown);
    result->invariants = lento_model_invariants(w->job.model);
    const size_t invariants = (size_t)result->invariants;
    double *block =
        lento_chunk_take(&result->memory, (3 * width + 4 * invariants) * sizeof(double));
    if (!block) {
        return lento_refuse_memory(result);
    }
    w->row = block;
    w->good = block + width;
    result->final = block + 2 * width;
    w->value = block + 3 * width;
    result->invariant = w->value + invariants;
    for (size_t i = 0; i < 3 * invariants; i++) {
        result->invariant[i] = NAN;
    }
    return true;
}

/* Without the words about a last good state, since there was no step yet, and with the first warning, which often is
 * the reason. */
static bool refuse_first(lento_result *result) {
    const lento_failure *f = &result->run->failure;
    const lento_warning *list;
    const int n = lento_run_warnings(result->run, &list);
    const char *text = lento_chunk_text(&result->memory, f->what, f->word, f->number);
    return lento_refuse(result, result->status, n > 0 ? "%s (%s)" : "%s",
                        LENTO_WORDS(text, n > 0 ? list[0].text : NULL), NULL);
}

/* The first row, and one macro step of a scheme with windows: a set of slow variables that says nothing, or options
 * that do not go together, show in the first window. */
static bool begin(lento_walk *w) {
    lento_result *result = w->result;
    lento_walk_begin(w);
    if (lento_options_levels(lento_run_options(w->run)) == 0) {
        return true;
    }
    result->status = lento_run_advance(w->run, fmin(w->stop, lento_walk_step(w)));
    const bool mistake =
        result->status == LENTO_BAD_OPTION || result->status == LENTO_BAD_SYSTEM ||
        (result->status == LENTO_SINGULAR && lento_run_counts(w->run).macro_steps == 0);
    return !mistake || refuse_first(result);
}

void lento_job_open(const lento_job *job, lento_result *result) {
    if (!result) {
        return;
    }
    if (!job || !lento_model_state(job->model)) {
        *result = (lento_result){.message = "", .reference_message = ""};
        lento_refuse(result, LENTO_BAD_SYSTEM, "a job needs a model that could be made", NULL,
                     NULL);
        return;
    }
    *result = (lento_result){.message = "", .reference_message = "", .reference = job->reference};
    result->columns = lento_model_columns(job->model);
    const bool distance = job->reference && lento_model_problem(job->model)->distance;
    result->shown = result->columns + (distance ? 1 : 0);
    lento_recorder_start(&result->rows, 1 + result->shown);
    lento_recorder_start(&result->truth, 1 + result->columns);
    lento_recorder_start(&result->checks, 1 + result->columns);
    lento_recorder_start(&result->curve, 1 + result->columns);
    lento_walk *w = lento_chunk_take(&result->memory, sizeof *w);
    if (!w) {
        lento_refuse_memory(result);
        return;
    }
    *w = (lento_walk){.job = *job, .result = result};
    w->job.label = job->label ? job->label : "running";
    result->walk = w;
    if (!open_run(job, result) || !check_rows(job, result) || !check_relax(result) ||
        !lento_error_open(&w->meter, &w->job, result)) {
        return;
    }
    const double started = lento_watch_clock(job->watch);
    w->run = result->run;
    plan(w);
    result->refused = !prepare(w) || !begin(w);
    result->seconds = lento_watch_clock(job->watch) - started - w->meter.seconds;
}

static void finish_once(lento_result *result) {
    lento_walk *w = result->walk;
    const double started = lento_watch_clock(w->job.watch) - w->meter.seconds;
    lento_watch_tell(w->job.watch, w->job.label, 0);
    result->status = lento_walk_march(w);
    if (result->status < 0 && !result->message[0]) {
        result->message = lento_walk_lost(result) ? "out of memory" : lento_run_error(w->run);
        result->message = lento_chunk_text(&result->memory, "%s", &result->message, NULL);
    }
    lento_walk_finish(w);
    if (result->status > 0) {
        const char *why = lento_watch_reason(w->job.watch);
        result->message = lento_chunk_text(&result->memory, "%s at t = %g", &why, result->final);
    }
    result->seconds += lento_watch_clock(w->job.watch) - started - w->meter.seconds;
    result->row_steps *= (double)result->rows.stride;
    lento_watch_tell(w->job.watch, w->job.label, 1);
    result->counts = lento_run_counts(w->run);
    lento_error_close(&w->meter);
    if (w->job.estimate && result->status == LENTO_DONE) {
        lento_estimate_make(&w->job, result);
        lento_estimate_drift(&w->job, result);
    }
}

/* Steps that the user did not choose are made shorter until their error is small. */
void lento_job_finish(lento_result *result) {
    if (!result || result->refused || !result->walk) {
        return;
    }
    const lento_options asked = result->walk->job.options;
    finish_once(result);
    for (int round = 1; round <= MOST_ROUNDS; round++) {
        lento_job job = result->walk->job;
        if (!lento_estimate_refine(&job, &asked, result)) {
            return;
        }
        const int64_t before =
            result->estimate.force_evaluations + result->counts.force_evaluations;
        const double worst = result->estimate.worst;
        lento_result_free(result);
        lento_job_open(&job, result);
        if (result->refused) {
            return;
        }
        result->estimate.force_evaluations = before;
        finish_once(result);
        if (round > 2 && !(result->estimate.worst < worst)) {
            return; /* something else is wrong than the steps */
        }
    }
}

void lento_job_run(const lento_job *job, lento_result *result) {
    lento_job_open(job, result);
    lento_job_finish(result);
}

double lento_result_retime(const lento_result *result) {
    if (result->refused) {
        return 0;
    }
    lento_job job = result->walk->job;
    lento_result again;
    job.reference = LENTO_REFERENCE_NONE;
    job.wait = false;
    lento_job_run(&job, &again);
    const double seconds = again.seconds;
    lento_result_free(&again);
    return seconds;
}

const char *lento_result_trouble(const lento_result *result) {
    if (!result) {
        return "there is no result";
    }
    if (result->status != LENTO_DONE) {
        return result->message;
    }
    if (result->estimate.status != LENTO_DONE) {
        return result->estimate.status < 0 ? "out of memory while the error was estimated"
               : lento_watch_spent(result->walk->job.watch)
                   ? "the limit of calls is reached while the error was estimated"
                   : "interrupted while the error was estimated";
    }
    const char *reference = result->reference_message;
    return reference && reference[0] ? reference : NULL;
}

void lento_result_free(lento_result *result) {
    if (!result) {
        return;
    }
    if (result->walk) {
        lento_error_close(&result->walk->meter);
    }
    lento_run_destroy(result->run);
    lento_recorder_free(&result->rows);
    lento_recorder_free(&result->truth);
    lento_recorder_free(&result->points);
    lento_recorder_free(&result->checks);
    lento_recorder_free(&result->curve);
    lento_chunk_free(&result->memory);
    memset(result, 0, sizeof *result);
}
