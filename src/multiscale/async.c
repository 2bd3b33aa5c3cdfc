/* SPDX-License-Identifier: MIT
 *
 * async.c - scheme `async` (calvo Algorithm 2; SHAKE-SHAKE and RATTLE-SHAKE with constraints): the micro run
 * starts from q = Q at rest and at phase zero, whatever the true phase is, and time stands still in it. The
 * slow force then depends on Q alone, so the slow system is reversible and may be composed. Several phases
 * (0, pi, ...) average windows started there and remove the O(1/omega) error (card calvo 6). */
#include "multiscale/mean.h"

static int prepare(lento_mean *mean) {
    const lento_system *fast = mean->fast;
    const lento_rule rules[] = {
        {fast->order != 2,
         .what = "scheme 'async' needs a mechanical system q'' = f; use sync or slow"},
        {lento_mechanics_of(fast)->velocity_dependent,
         .what =
             "scheme 'async' starts micro runs at rest and would lose a force that depends on the "
             "velocity; use sync"},
        {!lento_forced(fast),
         .what = "scheme 'async' needs a fast forcing; for stiff springs use scheme stiff"},
        {0}};
    return lento_fail_first(mean->failure, LENTO_BAD_OPTION, rules);
}

static int start(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                 const double V[], int run) {
    lento_mean_place(mean, phase, (double)run / mean->options.phases, Q, NULL);
    return 0;
}

const lento_scheme lento_scheme_async = {
    .name = "async",
    .doc = "micro runs at rest from phase zero; slow force depends on Q alone, reversible",
    .paper = "calvo Alg. 2",
    .held = true,
    .prepare = prepare,
    .start = start,
};
