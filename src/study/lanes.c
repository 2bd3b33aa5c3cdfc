/* SPDX-License-Identifier: MIT
 *
 * lanes.c - direct runs of a text with fixed steps, eight at a time. Each cell's own run is opened, so that its options,
 * checks and start are those it has alone, but only the stack moves. Whatever is special (events, means, adaptive steps, a
 * failure of one cell) is left to the cells one by one. */
#include "study/lanes.h"

#include <math.h>
#include <stdlib.h>

#include "run/run.h"
#include "system/stack.h"

enum { N = LENTO_LANES };
#define MOST_STEPS 1e5 /* a longer run does not look at every step */

typedef struct lanes {
    const lento_charted *asked;
    const lento_measures *measures;
    lento_model *const *model;
    lento_run *run[N], *stack;
    lento_measuring *measuring[N];
    void *memory;
    double *state, *cell, *columns;
    double until;
} lanes;

/* May this run be one of several? */
static bool fits(const lento_run *run) {
    enum { COUPLED = LENTO_SPLITS | LENTO_NEEDS_EXACT | LENTO_INNER_STEPS | LENTO_NEEDS_SOFT };
    const lento_system *s = &run->leaf;
    return run->levels == 0 && run->looks == 0 && run->H > 0 && !run->adaptive &&
           run->given.order == 0 && (run->macro.method->traits & COUPLED) == 0 &&
           !run->options.methods && lento_events_of(s)->count == 0 &&
           run->options.until <= MOST_STEPS * run->H;
}

static bool open_cells(lanes *l) {
    bool good = true;
    for (int i = 0; i < N && good; i++) {
        lento_options options = l->asked->options;
        options.methods = NULL;
        good = lento_run_open(&l->run[i], l->model[i], &options) == LENTO_DONE && fits(l->run[i]) &&
               l->run[i]->H == l->run[0]->H && l->run[i]->macro.method == l->run[0]->macro.method &&
               l->run[i]->options.until == l->run[0]->options.until;
    }
    l->until = good ? l->run[0]->options.until : 0;
    return good;
}

static bool open_stack(lanes *l) {
    const lento_system *cell[N];
    for (int i = 0; i < N; i++) {
        cell[i] = lento_model_system(l->model[i]);
    }
    const size_t room = lento_stack_room(cell);
    const size_t numbers = (size_t)(cell[0]->order * cell[0]->size);
    const size_t columns = (size_t)lento_model_columns(l->model[0]);
    l->memory = room > 0 ? malloc(room) : NULL;
    l->state = malloc((N * numbers + numbers + columns) * sizeof(double));
    const lento_system *stack = l->memory ? lento_stack(cell, l->memory) : NULL;
    if (!stack || !l->state) {
        return false;
    }
    l->cell = l->state + N * numbers;
    l->columns = l->cell + numbers;
    for (int i = 0; i < N; i++) {
        lento_stack_put(stack, i, lento_run_state(l->run[i]), l->state);
    }
    const lento_options *one = &l->run[0]->options;
    const lento_options options = {.until = one->until,
                                   .macro = one->macro,
                                   .steps = one->steps,
                                   .macro_step = one->steps > 0 ? 0 : one->macro_step,
                                   .stop = l->asked->stop,
                                   .user = l->asked->user};
    return lento_run_create(&l->stack, stack, l->state, &options) == LENTO_DONE &&
           l->stack->H == l->run[0]->H;
}

static bool start(lanes *l) {
    const int columns = lento_model_columns(l->model[0]);
    const char **names = malloc(((size_t)columns + 1) * sizeof *names);
    bool good = names != NULL;
    for (int i = 0; i < columns && good; i++) {
        names[i] = lento_model_column(l->model[0], i, NULL);
    }
    for (int i = 0; i < N && good; i++) {
        l->measuring[i] = lento_measuring_start(l->measures, l->model[i], names, columns, false);
        good = l->measuring[i] != NULL;
    }
    free(names);
    return good;
}

/* A row of each cell at t, as lento_run_columns has it. */
static bool look(lanes *l, double t) {
    lento_phase phase[LENTO_MAX_SCALES];
    const lento_run *stack = l->stack;
    if (lento_run_at(l->stack, t, l->state) < 0) {
        return false;
    }
    if (stack->begun && t == stack->macro.ticker.t) {
        for (int i = 0; i < lento_scales(stack->system); i++) {
            phase[i] = stack->macro.ticker.now[i];
        }
    } else {
        lento_phases_at(stack->system, t, phase);
    }
    for (int i = 0; i < N; i++) {
        const lento_run *run = l->run[i];
        lento_stack_get(&l->stack->leaf, i, l->state, l->cell);
        run->output(t, phase, l->cell, NULL, l->columns, run->output_params);
        lento_measuring_row(l->measuring[i], t, l->columns);
    }
    return true;
}

/* As walk.c: rows at the ends of steps, the last one at `until`. */
static bool march(lanes *l) {
    const double H = l->stack->H;
    const bool all = lento_measures_need_rows(l->measures);
    double seen = 0;
    if (all && !look(l, 0)) {
        return false;
    }
    for (double now = 0; now < l->until && fabs(now - l->until) > 1e-12 * l->until;) {
        if (lento_run_advance(l->stack, all ? now + 0.5 * H : l->until) != LENTO_DONE) {
            return false;
        }
        now = lento_run_time(l->stack);
        const double t = fabs(now - l->until) <= 1e-12 * l->until ? l->until : now;
        if (all && t <= l->until) {
            if (!look(l, t)) {
                return false;
            }
            seen = t;
        }
    }
    return seen >= l->until || look(l, l->until);
}

/* were all measures taken? */
static bool finish(lanes *l, bool good, lento_ran ran[], double *const values[]) {
    const lento_counts counts = lento_run_counts(l->stack);
    bool all = good;
    for (int i = 0; i < N; i++) {
        if (good) {
            ran[i] = (lento_ran){.bar = NAN,
                                 .status = LENTO_CELL_DONE,
                                 .calls = (double)counts.force_evaluations,
                                 .reached = l->until,
                                 .warnings = lento_run_warnings(l->run[i], NULL)};
        }
        const bool taken =
            lento_measuring_finish(l->measures, l->measuring[i], l->model[i], &ran[i], values[i]);
        all = all && taken;
        lento_run_destroy(l->run[i]);
    }
    lento_run_destroy(l->stack);
    free(l->memory);
    free(l->state);
    return all;
}

bool lento_lanes_may(const lento_charted *asked) {
    return !(asked->tolerance > 0) && !asked->estimate && !(asked->every > 0);
}

bool lento_lanes_alike(const lento_model *a, const lento_model *b) {
    const lento_system *cell[N];
    for (int i = 0; i < N; i++) {
        cell[i] = lento_model_system(i == 0 ? a : b);
    }
    return lento_stack_room(cell) > 0;
}

bool lento_lanes_run(const lento_charted *asked, const lento_measures *measures,
                     lento_model *const model[], lento_ran ran[], double *const values[]) {
    lanes l = {.asked = asked, .measures = measures, .model = model};
    const bool good =
        lento_lanes_may(asked) && open_cells(&l) && open_stack(&l) && start(&l) && march(&l);
    return finish(&l, good, ran, values);
}
