/* SPDX-License-Identifier: MIT
 *
 * look.c - start and columns of a run in the mean gauge whose motion is still fast: a direct run, or one that averages
 * only the fastest of several phases. The given start and the columns are means over a triangle of two fast periods, as
 * in every other scheme; the state in between is that of the motion itself. One average for each phase that is left, the
 * fastest first, finds the state from its means (multiscale/lift.c) and the means from a state. */
#include <math.h>
#include <string.h>

#include "multiscale/lift.h"
#include "run/look.h"

static int stack(lento_run *run, const lento_system *fast, lento_arena *arena) {
    static const lento_observed nothing = {0};
    static const lento_slow_set none = {0};
    lento_mean *mean = &run->look[run->looks];
    mean->fast = fast;
    mean->set = &none;
    mean->observed = &nothing;
    mean->scheme = &lento_scheme_lift;
    mean->options = (lento_average){.kernel = "triangle"};
    mean->run_options = &run->options;
    mean->failure = &run->failure;
    mean->doubts = &run->doubts;
    mean->above = &run->above;
    if (lento_mean_prepare(mean)) {
        return -1;
    }
    lento_mean_carve(mean, arena);
    run->looks++;
    return arena->base ? lento_mean_open(mean) : 0;
}

int lento_look_build(lento_run *run, lento_arena *arena) {
    const int rest = run->levels;
    const lento_view *view = lento_view_of(run->output_system);
    const lento_system *fast = run->system;
    if (rest == LENTO_MAX_LEVELS || run->options.average[rest].gauge != LENTO_GAUGE_MEAN ||
        (rest > 0 && !lento_forced(fast))) {
        return 0;
    }
    if (!fast->rate) {
        return lento_fail(&run->failure, LENTO_BAD_OPTION,
                          "the mean gauge needs a fast forcing and a right-hand side");
    }
    do {
        if (stack(run, fast, arena)) {
            return -1;
        }
        fast = &run->look[run->looks - 1].system;
    } while (lento_forced(fast));
    run->direct_output = run->output;
    run->direct_columns = lento_take(arena, run->options.columns);
    if (run->output == view->output && view->slow_output) {
        run->output = view->slow_output;
    }
    return 0;
}

/* The work of one average: converting start and columns is part of no count, since the motion needs neither. */
typedef struct lento_tally {
    lento_work counts;
    int64_t windows;
} lento_tally;

static void keep(const lento_mean mean[], int count, lento_tally tally[]) {
    for (int i = 0; i < count; i++) {
        tally[i] = (lento_tally){mean[i].micro.counts, mean[i].windows};
    }
}

static void put_back(lento_mean mean[], int count, const lento_tally tally[]) {
    for (int i = 0; i < count; i++) {
        mean[i].micro.counts = tally[i].counts;
        mean[i].windows = tally[i].windows;
    }
}

typedef struct lento_tallies {
    lento_tally looks[LENTO_MAX_SCALES], levels[LENTO_MAX_LEVELS];
} lento_tallies;

static lento_tallies keep_all(const lento_run *run) {
    lento_tallies all = {0};
    keep(run->look, run->looks, all.looks);
    keep(run->mean, run->levels, all.levels);
    return all;
}

static void put_back_all(lento_run *run, const lento_tallies *all) {
    put_back(run->look, run->looks, all->looks);
    put_back(run->mean, run->levels, all->levels);
}

int lento_look_start(lento_run *run, double state[]) {
    const lento_tallies before = keep_all(run);
    for (int i = run->looks - 1; i >= 0 && !run->unlifted; i--) {
        const double *found = lento_lift_state(&run->look[i], 0, state);
        run->unlifted = !found;
        if (found) {
            memcpy(state, found, (size_t)run->macro.size * sizeof *state);
        }
    }
    put_back_all(run, &before);
    return run->unlifted ? -1 : 0;
}

static const double *means_at(lento_run *run, double t, const double state[]) {
    const lento_tallies before = keep_all(run);
    const lento_failure failure = run->failure;
    for (int i = 0; state && i < run->looks; i++) {
        state = lento_lift_shown(&run->look[i], t, state);
    }
    put_back_all(run, &before);
    run->failure = failure;
    return state;
}

const double *lento_look_means(lento_run *run, const double state[]) {
    return means_at(run, 0, state);
}

void lento_look_columns(lento_run *run, double t, const lento_phase phase[], const double state[],
                        double columns[]) {
    const double *means = means_at(run, t, state);
    for (int i = 0; !means && i < run->options.columns; i++) {
        columns[i] = NAN;
    }
    if (means) {
        run->output(t, phase, means, NULL, columns, run->output_params);
    }
    if (run->pointwise) {
        run->direct_output(t, phase, state, NULL, run->direct_columns, run->output_params);
    }
    for (int i = 0; run->pointwise && i < run->options.columns; i++) {
        columns[i] = run->pointwise(run->model, i) ? run->direct_columns[i] : columns[i];
    }
}
