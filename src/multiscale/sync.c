/* SPDX-License-Identifier: MIT
 *
 * sync.c - scheme `sync` (calvo Algorithm 1, fredbo Algorithm 2): the micro run starts at the true phase, with
 * the fast part of the velocity put back by the problem's reconstruction, e.g. p = P + (v/l) sin(theta) sin Q
 * (calvo 2.10), and is averaged over a centred window. */
#include <string.h>

#include "core.h"

static int prepare(lento_mean *mean) {
    if (!mean->fast->reconstruct) {
        return lento_fail(mean->failure, LENTO_BAD_OPTION,
                          "scheme 'sync' needs a problem that knows its reconstruction; use async or slow");
    }
    if (mean->options.phases > 1) {
        return lento_fail(mean->failure, LENTO_BAD_OPTION,
                          "several phases belong to scheme async; sync starts at the true phase");
    }
    return 0;
}

static int start(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                 const double V[], int run) {
    (void)run;
    const lento_system *fast = mean->fast;
    const int n = fast->size, last = fast->scales - 1;
    lento_phase all[LENTO_MAX_SCALES];
    for (int i = 0; i < last; i++) {
        all[i] = phase[i];
        mean->turn[i] = phase[i].angle / LENTO_TWO_PI;
    }
    mean->turn[last] = lento_turn_at(fast->scale[last].frequency, fast->scale[last].phase, t);
    all[last] = lento_phase_of(mean->turn[last]);
    double *q = mean->micro.y, *v = fast->order == 2 ? q + n : NULL;
    memcpy(q, Q, (size_t)n * sizeof *q);
    if (v) {
        memcpy(v, V, (size_t)n * sizeof *v);
    }
    if (fast->reconstruct(t, all, Q, V, q, v, fast->params)) {
        return lento_fail(mean->failure, LENTO_CALLBACK_FAILED, "the reconstruction reported a failure");
    }
    if (mean->base) {
        memcpy(mean->base, q, (size_t)n * sizeof *q);
        memset(q, 0, (size_t)n * sizeof *q);
    }
    return 0;
}

const lento_scheme lento_scheme_sync = {
    .name = "sync",
    .doc = "micro runs at the true phase with the fast velocity reconstructed",
    .paper = "calvo Alg. 1",
    .prepare = prepare,
    .start = start,
};
