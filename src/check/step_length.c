/* SPDX-License-Identifier: MIT
 *
 * step_length.c - are the steps of a splitting short enough? A splitting moves by exact flows, so it stays finite
 * however long its steps are, and the energy it makes up is never seen as a failure. Before the first step one step
 * H and two of H/2 are compared,
 *
 *     r = rms_i ( |a_i - b_i| / max(|a_i|, |b_i|, |start_i|) ),
 *
 * which is small where the steps resolve the motion and O(1) where they do not. Three steps, in no count. */
#include <math.h>
#include <string.h>

#include "run/run.h"

#define SMALLEST 0.01 /* a component near zero has this part of the largest */

/* n steps of length h from where the stepper stands; the state goes to y */
static int try(lento_run *run, const double turn[], double h, int n, double y[]) {
    lento_stepper *s = &run->macro;
    lento_stepper_save(s, &run->saved, run->saved_block);
    int status = lento_stepper_begin(s, s->ticker.t, turn, h, false);
    s->ticker.table_size = 0; /* the table is for whole steps */
    for (int k = 0; k < n && status == 0; k++) {
        status = lento_stepper_step(s);
    }
    memcpy(y, s->y, (size_t)s->size * sizeof *y);
    lento_stepper_restore(s, &run->saved, run->saved_block);
    return status;
}

void lento_check_step_length(lento_run *run, const double turn[]) {
    const lento_stepper *s = &run->macro;
    const lento_work counts = s->counts;
    const lento_failure failure = run->failure;
    double *whole = run->point, *halves = run->left_y, sum = 0, largest = 0;
    if ((s->method->traits & LENTO_SPLITS) == 0 || run->adaptive) {
        return;
    }
    const bool failed = try(run, turn, run->H, 1, whole) || try(run, turn, run->H / 2, 2, halves);
    run->macro.counts = counts;
    run->failure = failure;
    if (failed) {
        return; /* the run itself will say so */
    }
    for (int i = 0; i < s->size; i++) {
        largest = fmax(largest, fmax(fabs(s->y[i]), fabs(halves[i])));
    }
    for (int i = 0; i < s->size && largest > 0; i++) {
        const double size = fmax(fmax(fabs(s->y[i]), fabs(halves[i])), SMALLEST * largest);
        const double off = (whole[i] - halves[i]) / fmax(size, fabs(whole[i]));
        sum += off * off / s->size;
    }
    lento_check(&run->doubts, LENTO_CHECK_STEP_LENGTH, s->method->name, sqrt(sum));
}
