/* SPDX-License-Identifier: MIT
 *
 * run.c - the life of a run: create, advance step by step or in batches, watch for failure, destroy.
 *
 * Time is cut into segments, the only places where a step length is fitted and a scheme may project the state;
 * usually there is one. Inside a segment nodes are counted, never added up. A batch that fails is rewound and
 * repeated singly (it is deterministic), so that the last good state is always the true one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/run.h"

enum { BATCH = 1024 };

static int check_given(lento_run *run, const lento_system *system, const double state[],
                       const lento_options *options) {
    const lento_rule rules[] = {{!system, .what = "a run needs a system"},
                                {!state, .what = "a run needs an initial state"},
                                {0}};
    if (lento_fail_first(&run->failure, LENTO_BAD_SYSTEM, rules)) {
        return -1;
    }
    if (!options) {
        return lento_fail(&run->failure, LENTO_BAD_OPTION,
                          "a run needs options, at least the end time");
    }
    run->leaf = *system;
    run->options = *options;
    return 0;
}

lento_status lento_run_create(lento_run **out, const lento_system *system, const double state[],
                              const lento_options *options) {
    if (!out) {
        return LENTO_BAD_OPTION;
    }
    *out = NULL;
    lento_arena measure = {0};
    lento_run *draft = calloc(1, sizeof *draft);
    if (!draft) {
        return LENTO_NO_MEMORY;
    }
    if (check_given(draft, system, state, options) || lento_run_build(draft, &measure)) {
        draft->status = draft->failure.status;
        *out = draft;
        return draft->status;
    }
    if (measure.too_large) {
        lento_fail(&draft->failure, LENTO_BAD_SYSTEM,
                   "the system has too many coordinates for the memory that this run needs");
        draft->status = draft->failure.status;
        *out = draft;
        return draft->status;
    }
    free(draft);
    lento_run *run = calloc(1, sizeof *run + measure.used);
    if (!run) {
        return LENTO_NO_MEMORY;
    }
    lento_arena carve = {.base = run->memory};
    run->leaf = *system;
    run->options = *options;
    *out = run;
    if (lento_run_build(run, &carve) || lento_check_built(run) || lento_run_start(run, state)) {
        run->status = run->failure.status;
        return run->status;
    }
    memcpy(run->macro.y, run->initial, (size_t)run->macro.size * sizeof *run->initial);
    run->failure = (lento_failure){.status = LENTO_DONE}; /* of states that were only tried */
    run->bytes = sizeof *run + measure.used;
    return LENTO_DONE;
}

void lento_run_destroy(lento_run *run) {
    if (run && run->macro.method && run->macro.method->close) {
        run->macro.method->close(&run->macro);
    }
    free(run);
}

/* ---- segments ---- */

static double reproject_interval(const lento_run *run) {
    if (run->levels == 0) {
        return 0;
    }
    const lento_average *average =
        &run->options.average[0]; /* relaxing takes place before every step */
    return average->relax > 0 ? run->H : average->reproject;
}

static int begin_segment(lento_run *run) {
    lento_stepper *macro = &run->macro;
    const lento_scheme *scheme = run->levels > 0 ? run->mean[0].scheme : NULL;
    const double interval = reproject_interval(run), until = run->options.until;
    if (run->begun && !run->adaptive && interval == 0 &&
        run->event.due == 0) { /* beyond `until`: the same steps go on */
        run->segment_steps += (int64_t)ceil(until / run->H);
        run->segment_end = run->segment_begin + (double)run->segment_steps * run->H;
        return 0;
    }
    double t = run->begun ? run->segment_end : 0;
    const double whole = interval > 0 ? interval * (floor(t / interval + 1e-9) + 1) : until;
    run->segment_end = fmin(whole, until);
    if (run->segment_end <= t) {
        run->segment_end = t + (until > 0 ? until : 1); /* advancing beyond `until` */
    }
    if (scheme && scheme->project && scheme->project(&run->mean[0], &t, macro->y)) {
        return -1;
    }
    if (lento_event_apply(run, t)) {
        return -1;
    }
    run->segment_begin = t;
    double h = run->H;
    if (!run->adaptive) {
        const double span = run->segment_end - t;
        const double steps = fmax(1, ceil(span / h * (1 - 1e-12)));
        run->segment_steps = (int64_t)steps;
        h = interval > 0 || t > 0 ? span / steps : h;
    }
    run->segment_step = 0;
    double turn[LENTO_MAX_SCALES];
    for (int i = 0; i < lento_scales(run->system); i++) {
        turn[i] = lento_turn_of(&run->system->fast->scale[i], t);
    }
    const bool first = !run->begun;
    macro->begin_t = t;
    macro->end = run->segment_end;
    run->begun = true;
    run->has_left = false;
    if (lento_stepper_begin(macro, t, turn, run->adaptive ? 1 : h, false)) {
        return -1;
    }
    if (first) {
        lento_check_step_length(run, turn);
    }
    return 0;
}

static bool at_segment_end(const lento_run *run) {
    if (!run->begun) {
        return true;
    }
    if (run->adaptive) {
        const double rest = run->segment_end - run->macro.ticker.t;
        return rest <= 1e-14 * fmax(fabs(run->segment_end), fabs(run->segment_begin));
    }
    return run->segment_step >= run->segment_steps;
}

/* ---- steps ---- */

static bool finite_state(const lento_run *run) {
    double sum = 0;
    for (int i = 0; i < run->macro.size; i++) {
        sum += run->macro.y[i] * 0;
    }
    return sum == 0;
}

/* Complete the node. If that fails, or the velocity it gives is not finite, the state stays as it was reached. */
static int complete(lento_run *run) {
    lento_stepper *macro = &run->macro;
    const size_t bytes = (size_t)macro->size * sizeof *macro->y;
    if (macro->fresh) {
        return 0;
    }
    memcpy(run->right_rate, macro->y, bytes); /* free until somebody interpolates */
    if (lento_stepper_rate(macro) == 0 && finite_state(run)) {
        return 0;
    }
    memcpy(macro->y, run->right_rate, bytes);
    return lento_fail(&run->failure, LENTO_NOT_FINITE, "the state is no longer finite");
}

static int take(lento_run *run, int64_t n) {
    const lento_march plain = {.steps = n};
    if (lento_stepper_march(&run->macro, &plain)) {
        return -1;
    }
    if (!finite_state(run)) {
        return lento_fail(&run->failure, LENTO_NOT_FINITE, "the state is no longer finite");
    }
    return 0;
}

/* n steps, all or none; on failure the stepper stands on the last good node */
static int take_safely(lento_run *run, int64_t n) {
    lento_stepper_save(&run->macro, &run->saved, run->saved_block);
    if (take(run, n) == 0) {
        return 0;
    }
    lento_stepper_restore(&run->macro, &run->saved, run->saved_block);
    if (n == 1) {
        return -1;
    }
    run->failure = (lento_failure){.status = LENTO_DONE};
    for (int64_t k = 0; k < n; k++) {
        if (complete(run) || take_safely(run, 1)) {
            return -1;
        }
        run->segment_step++;
    }
    return lento_fail(&run->failure, LENTO_NOT_FINITE, "the state is no longer finite");
}

static int step_once(lento_run *run) {
    lento_stepper *macro = &run->macro;
    if (complete(run)) { /* the node that becomes the left end */
        return -1;
    }
    run->closing = (lento_counts){0};
    memcpy(run->left_y, macro->y, (size_t)macro->size * sizeof *macro->y);
    if (macro->method->rate && (macro->method->traits & (LENTO_SPLITS | LENTO_NEEDS_EXACT)) == 0) {
        lento_stepper_node_field(macro, run->left_rate);
    }
    lento_stepper_save(macro, &run->side, run->side_block);
    run->left_t = macro->ticker.t;
    if (take_safely(run, 1)) {
        return -1;
    }
    run->segment_step++;
    run->left_h = macro->ticker.t - run->left_t;
    run->has_left = true;
    lento_check_step_done(run);
    const lento_scheme *scheme = run->levels > 0 ? run->mean[0].scheme : NULL;
    return scheme && scheme->step_done ? scheme->step_done(&run->mean[0]) : 0;
}

static int fail_run(lento_run *run) {
    run->failure.timed = true;
    run->failure.t = run->macro.ticker.t;
    run->macro.fresh = true; /* the state is reported as it is */
    run->status = run->failure.status;
    return -1;
}

/* steps that can be taken in one go before somebody wants to look */
static int64_t batch_before(const lento_run *run, double t) {
    const lento_options *o = &run->options;
    const bool watched = run->levels > 0 || lento_events_of(run->system)->count > 0;
    if (run->adaptive || watched) { /* averages and events are watched at every node */
        return 1;
    }
    const double h = run->macro.ticker.h, here = run->macro.ticker.t;
    double n = fmin(BATCH, (double)(run->segment_steps - run->segment_step));
    n = fmin(n, ceil((t - here) / h - 1e-9));
    if (o->observe && o->sample_every > 0) {
        n = fmin(n, ceil(((double)run->samples * o->sample_every - here) / h - 1e-9));
    } else if (o->observe) {
        n = fmin(n, (double)(o->sample_steps - run->step_ends));
    }
    return n > 1 ? (int64_t)n : 1;
}

static int advance_some(lento_run *run, double t) {
    const int64_t n = batch_before(run, t);
    if (n > 1) {
        run->closing = (lento_counts){0};
        if (take_safely(run, n - 1)) {
            return -1;
        }
        run->segment_step += n - 1;
        run->step_ends += n - 1;
    }
    if (step_once(run)) {
        return -1;
    }
    const int event = lento_event_after_step(run);
    run->step_ends += event ? 0 : 1;
    return event < 0 ? -1 : 0;
}

lento_status lento_run_advance(lento_run *run, double t) {
    if (!run || run->status < 0 || run->failure.status == LENTO_STOPPED) {
        return lento_run_status(run); /* failed, or without calls: there is no way on */
    }
    run->question = (lento_failure){.status = LENTO_DONE};
    if (!isfinite(t)) {
        lento_fail_number(&run->question, LENTO_BAD_OPTION,
                          "a run cannot be advanced to t = %g; give a finite time", t, 0);
        return LENTO_BAD_OPTION;
    }
    run->status = LENTO_DONE;
    if (!run->begun && begin_segment(run)) {
        fail_run(run);
        return run->status;
    }
    if (run->samples == 0 && lento_sample_now(run)) {
        return run->status;
    }
    while (run->macro.ticker.t < t - 1e-12 * fabs(t)) {
        if (run->options.stop && run->options.stop(run->options.user)) {
            return run->status = LENTO_STOPPED;
        }
        if ((at_segment_end(run) && begin_segment(run)) || advance_some(run, t)) {
            fail_run(run);
            return run->status;
        }
        if (lento_sample_now(run)) {
            return run->status;
        }
    }
    lento_check_separation_found(run);
    return run->status;
}

/* ---- reading ---- */

static lento_counts work_so_far(const lento_run *run) {
    lento_counts c = {.macro_steps = run->macro.counts.steps,
                      .rejected_steps = run->macro.counts.rejected,
                      .force_evaluations = run->macro.counts.evaluations,
                      .exact_flows = run->macro.counts.flows};
    for (int l = 0; l < run->levels; l++) {
        const lento_mean *mean = &run->mean[l];
        if (!mean->scheme->closed) { /* the innermost level wins */
            c.windows = mean->windows;
            c.micro_steps = mean->micro.counts.steps;
            c.force_evaluations = mean->micro.counts.evaluations;
        }
    }
    return c;
}

lento_counts lento_run_counts(const lento_run *run) {
    if (!lento_run_made(run)) {
        return (lento_counts){0};
    }
    lento_counts c = work_so_far(run);
    c.windows -= run->closing.windows;
    c.micro_steps -= run->closing.micro_steps;
    c.closing_force_evaluations = run->closing.force_evaluations + run->macro.closing;
    c.force_evaluations -= c.closing_force_evaluations;
    return c;
}

/* Complete the node the run stands on; if the run goes on the next step needs this work anyway. */
int lento_run_complete_node(lento_run *run) {
    if (!run->begun && run->macro.lambda &&
        begin_segment(run)) { /* multipliers depend on the step */
        fail_run(run);
        return -1;
    }
    if (run->macro.fresh || !run->begun) {
        return 0;
    }
    const lento_counts before = work_so_far(run);
    if (complete(run)) {
        fail_run(run);
        return -1;
    }
    const lento_counts after = work_so_far(run);
    run->closing.windows = after.windows - before.windows;
    run->closing.micro_steps = after.micro_steps - before.micro_steps;
    run->closing.force_evaluations = after.force_evaluations - before.force_evaluations;
    return 0;
}
