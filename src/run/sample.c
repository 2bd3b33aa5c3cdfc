/* SPDX-License-Identifier: MIT
 *
 * sample.c - looking at a run without disturbing it. A step is never shortened to hit an output time: values
 * inside the last step come from the method's own interpolant, from Hermite interpolation (cubic for first
 * order systems, quintic for mechanical ones, whose accelerations are known at both ends), or, for one-step
 * methods of higher order, from a side step of the wanted length off the left end. */
#include <math.h>
#include <string.h>

#include "run/look.h"
#include "run/run.h"

static void hermite3(const lento_run *run, double x, double *y) {
    const double h = run->left_h, a = x * x * (3 - 2 * x), b = x * (1 - x) * (1 - x),
                 c = x * x * (x - 1);
    for (int i = 0; i < run->macro.size; i++) {
        y[i] = run->left_y[i] + a * (run->macro.y[i] - run->left_y[i]) +
               h * (b * run->left_rate[i] + c * run->right_rate[i]);
    }
}

/* q from (q, v, a) at both ends, v its derivative; for methods of low order, whose q and v differ by as much as their
 * error, v from (v, a) instead: the derivative would show that difference as ripples */
static void hermite5(const lento_run *run, double x, double *y) {
    const int n = run->macro.n;
    const bool low = lento_stepper_order(&run->macro) < 4;
    const double h = run->left_h;
    for (int i = 0; i < n; i++) {
        const double q0 = run->left_y[i], q1 = run->macro.y[i];
        const double v0 = h * run->left_y[n + i], v1 = h * run->macro.y[n + i];
        const double a0 = h * h * run->left_rate[n + i], a1 = h * h * run->right_rate[n + i];
        const double d = q1 - q0 - v0 - a0 / 2, e = v1 - v0 - a0, f = a1 - a0;
        const double c3 = 10 * d - 4 * e + f / 2, c4 = -15 * d + 7 * e - f,
                     c5 = 6 * d - 3 * e + f / 2;
        y[i] = q0 + x * (v0 + x * (a0 / 2 + x * (c3 + x * (c4 + x * c5))));
        const double slope = v0 + x * (a0 + x * (3 * c3 + x * (4 * c4 + x * 5 * c5)));
        const double cubic = v0 + x * (a0 + x * (3 * e - f + x * (f - 2 * e)));
        y[n + i] = (low ? cubic : slope) / h;
    }
}

/* repeat the last step from its left end with a fraction of its length */
static int side_step(lento_run *run, double x, double *y) {
    lento_stepper *s = &run->macro;
    lento_stepper_save(s, &run->saved, run->saved_block);
    lento_stepper_restore(s, &run->side, run->side_block);
    double turn[LENTO_MAX_SCALES];
    for (int i = 0; i < lento_scales(s->system); i++) {
        turn[i] = s->ticker.now[i].angle / LENTO_TWO_PI;
    }
    int status = lento_stepper_begin(s, s->ticker.t, turn, x * run->left_h, false);
    if (status == 0) {
        s->ticker.table_size = 0; /* the table is for whole steps */
        status = lento_stepper_step(s);
    }
    if (status == 0 && (s->method->traits & LENTO_STAGGERED) != 0) {
        status = lento_stepper_rate(s);
    }
    memcpy(y, s->y, (size_t)s->size * sizeof *y);
    s->counts.steps--; /* it was no step of the run */
    lento_stepper_restore(s, &run->saved, run->saved_block);
    return status;
}

int lento_run_interpolate(lento_run *run, double t, double *y) {
    lento_stepper *s = &run->macro;
    const double x = (t - run->left_t) / run->left_h;
    const bool no_rate = (s->method->traits & (LENTO_SPLITS | LENTO_NEEDS_EXACT)) != 0;
    if (s->method->dense) {
        return s->method->dense(s, x, y);
    }
    if (no_rate || (lento_stepper_order(s) > 5 && (s->method->traits & LENTO_MULTISTEP) == 0)) {
        return side_step(run, x, y);
    }
    if (lento_run_complete_node(run)) {
        return -1;
    }
    lento_stepper_node_field(s, run->right_rate);
    /* Neighbours of a two-step method belong to two sequences that differ a little: the difference of two positions
     * over the step says nothing about the velocity there. */
    if (s->system->order == 2 && (s->method->traits & LENTO_MULTISTEP) == 0) {
        hermite5(run, x, y);
    } else {
        hermite3(run, x, y);
    }
    return 0;
}

static void fill_nan(int n, double x[]) {
    for (int i = 0; i < n; i++) {
        x[i] = NAN;
    }
}

static bool at_end(const lento_run *run, double t) {
    const double end = lento_run_time(run);
    return fabs(t - end) <= 1e-12 * fmax(fabs(end), run->has_left ? fabs(run->left_h) : 0) ||
           t == end;
}

/* Does t lie in the last step (with the relaxing before it), up to rounding? Before the first step: at its start. */
static bool inside(const lento_run *run, double t) {
    const double end = lento_run_time(run), first = run->has_left ? run->left_t : end;
    const double relax = run->levels > 0 ? run->options.average[0].relax : 0;
    const double slack = 1e-9 * (end - first) + 1e-12 * fabs(end);
    return t >= first - relax - slack && t <= end + slack;
}

lento_status lento_run_at(lento_run *run, double t, double state[]) {
    if (!lento_run_made(run)) {
        return lento_run_status(run);
    }
    if (!state) {
        run->question = (lento_failure){.status = LENTO_DONE};
        lento_fail(&run->question, LENTO_BAD_OPTION, "there is no room for the state (NULL)");
        return LENTO_BAD_OPTION;
    }
    run->question = (lento_failure){.status = LENTO_DONE};
    if (run->status >= 0 && !inside(run, t)) {
        fill_nan(run->macro.size, state);
        lento_fail_number(
            &run->question, LENTO_BAD_OPTION,
            "t = %g is not inside the last step, which ends at %g; advance first, and "
            "ask before the next step",
            t, lento_run_time(run));
        return LENTO_BAD_OPTION;
    }
    if (at_end(run, t) || !run->has_left || run->status < 0) {
        const double *y = lento_run_state(run);
        memcpy(state, y, (size_t)run->macro.size * sizeof *state);
        return run->status;
    }
    if (lento_run_interpolate(run, t, state)) {
        lento_run_move_failure(run);
        return run->status < 0 ? run->status : run->question.status;
    }
    return run->status;
}

/* multipliers at the last step end, or on the chord between the two ends of the last step */
static const double *multipliers_at(lento_run *run, double t) {
    const lento_stepper *s = &run->macro;
    if (!s->lambda || !run->has_left || run->status < 0 || at_end(run, t)) {
        return s->lambda;
    }
    const double x = (t - run->left_t) / run->left_h;
    const double *left = (const void *)(run->side_block + ((const char *)s->lambda - s->block));
    for (int i = 0; i < lento_constraints(s->system); i++) {
        run->multipliers[i] = left[i] + x * (s->lambda[i] - left[i]);
    }
    return run->multipliers;
}

/* What columns see of them. Micro runs at rest (async) leave them to the macro method; those that move
 * (sync) have them in their average already, and what the macro method finds on top means nothing: NaN. */
static const double *mean_multipliers(lento_run *run, double t) {
    const lento_scheme *scheme = run->levels > 0 ? run->mean[0].scheme : NULL;
    if (!run->macro.lambda || !scheme || scheme->held || scheme->closed) {
        return multipliers_at(run, t);
    }
    fill_nan(lento_constraints(run->macro.system), run->multipliers);
    return run->multipliers;
}

static void put_columns(lento_run *run, double t, const double state[], double columns[]) {
    lento_phase phase[LENTO_MAX_SCALES];
    const bool here =
        run->begun && t == run->macro.ticker.t && run->output_system == run->macro.system;
    if (here) {
        memcpy(phase, run->macro.ticker.now, sizeof phase);
    } else {
        lento_phases_at(run->output_system, t, phase);
    }
    if (run->levels > 0 && run->mean[0].scheme->output) {
        run->mean[0].scheme->output(&run->mean[0], t, state, columns);
        return;
    }
    if (run->looks > 0) {
        lento_look_columns(run, t, phase, state, columns);
        return;
    }
    if (run->levels > 0 && run->mean[0].scheme->show) {
        state = run->mean[0].scheme->show(&run->mean[0], t, state);
    }
    if (!state) { /* what is shown cannot be found: the reason is a failure of the run, or of the question */
        fill_nan(run->options.columns, columns);
        run->unseen = true;
        return;
    }
    run->output(t, phase, state, mean_multipliers(run, t), columns, run->output_params);
    const int observed = run->options.observed ? run->options.observed->count : 0;
    fill_nan(observed, columns + run->options.columns - observed); /* known to scheme slow only */
}

lento_status lento_run_columns(lento_run *run, double t, double columns[]) {
    if (!lento_run_made(run)) {
        return lento_run_status(run);
    }
    if (!columns) {
        run->question = (lento_failure){.status = LENTO_DONE};
        lento_fail(&run->question, LENTO_BAD_OPTION, "there is no room for the columns (NULL)");
        return LENTO_BAD_OPTION;
    }
    if (!run->output) {
        run->question = (lento_failure){.status = LENTO_DONE};
        lento_fail(&run->question, LENTO_BAD_SYSTEM,
                   "the system that runs here has no output function, and so no columns");
        return LENTO_BAD_SYSTEM;
    }
    const lento_status status = lento_run_at(run, t, run->point);
    if (run->question.status < 0) {
        fill_nan(run->options.columns, columns);
        return status;
    }
    if (run->macro.lambda && status >= 0) {
        lento_run_complete_node(run);
    }
    run->unseen = false;
    put_columns(run, t, run->point, columns);
    if (run->unseen && status >= 0) {
        lento_run_move_failure(run);
        return run->question.status;
    }
    return status;
}

static int emit(lento_run *run, double t) {
    if (lento_run_at(run, t, run->point) < 0) {
        if (run->status >= 0) { /* nobody asked but the run itself */
            run->failure = run->question;
            run->status = run->failure.status;
        }
        return -1;
    }
    if (run->macro.lambda && lento_run_complete_node(run)) {
        return -1;
    }
    const bool columns = run->output && run->options.columns > 0;
    if (columns) {
        put_columns(run, t, run->point, run->columns);
    }
    const lento_sample sample = {.t = t,
                                 .state = run->point,
                                 .columns = columns ? run->columns : NULL,
                                 .multipliers = multipliers_at(run, t),
                                 .progress = fmin(1, t / run->options.until)};
    if (run->options.observe(&sample, run->options.user)) {
        run->status = LENTO_STOPPED;
        return -1;
    }
    return 0;
}

int lento_sample_now(lento_run *run) {
    const lento_options *o = &run->options;
    if (!o->observe) {
        return 0;
    }
    const double t = lento_run_time(run);
    if (o->sample_every > 0) {
        while ((double)run->samples * o->sample_every <= t + 1e-12 * fabs(t)) {
            const double due = (double)run->samples++ * o->sample_every;
            if (emit(run, due)) {
                return -1;
            }
        }
        return 0;
    }
    if (run->step_ends < o->sample_steps && run->samples > 0) {
        return 0;
    }
    run->step_ends = 0;
    run->samples++;
    return emit(run, t);
}
