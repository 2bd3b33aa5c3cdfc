/* SPDX-License-Identifier: MIT
 *
 * solve.c - hands-off integration from the question to the answer: checked, probed, tested,
 * averaged or integrated plainly. All memory is taken here. */
#include <stdlib.h>

#include "solve/dense.h"
#include "solve/ends.h"
#include "solve/sight.h"
#include "solve/steep.h"
#include "system/given.h"

enum { PASSES = 5 };
#define FAST    30  /* oscillations in the span */
#define SIMILAR 0.2 /* change from one to the next */

typedef struct block {
    lento_solver solver;
    lento_pass pass[PASSES];
    lento_dense dense;
    lento_scout scout;
    lento_solve_options options;
    void *column_user;
} block;

static int state_size(const lento_system *system) {
    return system->order * system->size;
}

static int column_count(const lento_system *system, const lento_solve_options *options) {
    const int statistics = 4 * state_size(system);
    return !options->column || (options->statistics && options->columns < statistics)
               ? statistics
               : options->columns;
}

static bool has_rate(const lento_system *system) {
    return (system->order == 1 || system->order == 2) && system->size > 0 &&
           (system->rate || (system->order == 1 && system->field));
}

static int bad_start(const lento_system *system, const double x[]) {
    for (int i = 0; i < state_size(system); i++) {
        if (!isfinite(x[i])) {
            return i + 1;
        }
    }
    return 0;
}

/* The end of the span as computed by the user may be a rounding above it. */
#define ROUNDED_END (1 + 1e-12)

static int bad_row(const lento_solve_options *options) {
    for (int j = 0; options->times && j < options->samples; j++) {
        const double t = options->times[j], last = j ? options->times[j - 1] : -1;
        if (!(t >= 0) || !(t <= options->until * ROUNDED_END) || !(t > last)) {
            return j + 1;
        }
    }
    return 0;
}

static bool has_events(const lento_system *system) {
    return lento_events_of(system)->count > 0;
}

/* The first mistake of the question: its code, and the numbers of its sentence; NULL: none. */
static const char *mistake(const lento_system *system, const double x[],
                           const lento_solve_options *options, double number[2]) {
    lento_failure failure = {0};
    if (!system || !x || !options) {
        return "bad-system";
    }
    if (lento_check_system(system, &failure) || !has_rate(system)) {
        return "bad-system";
    }
    if (lento_constraints(system) > 0) {
        return "bad-constraints";
    }
    if (state_size(system) > ROOM) {
        number[0] = state_size(system);
        number[1] = ROOM;
        return "bad-state";
    }
    const int columns = column_count(system, options), row = bad_row(options);
    const struct {
        bool broken;
        const char *code;
        double number[2];
    } rules[] = {
        {has_events(system), "bad-events", {0}},
        {!(options->until > 0) || !isfinite(options->until), "bad-until", {options->until}},
        {options->tolerance < 0 || !(options->tolerance <= LENTO_LARGEST_TOLERANCE),
         "bad-tolerance",
         {options->tolerance}},
        {columns < 1 || columns > LENTO_SOLVE_COLUMNS,
         "bad-columns",
         {columns, LENTO_SOLVE_COLUMNS}},
        {row > 0 || options->samples < 0, "bad-times", {row}},
        {options->event_count < 0 || (options->event_count > 0 && !options->events),
         "bad-event-list",
         {0}},
        {bad_start(system, x) > 0, "bad-start", {bad_start(system, x)}},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].broken) {
            memcpy(number, rules[i].number, sizeof rules[i].number);
            return rules[i].code;
        }
    }
    return NULL;
}

/* ---- memory: measured, then carved ---- */

static bool ends(const lento_solve_options *options) {
    bool any = false;
    for (int i = 0; i < options->event_count; i++) {
        any = any || options->events[i].last > 0;
    }
    return any;
}

static void carve(lento_arena *arena, block **b, lento_answer *out, const lento_system *system,
                  const lento_solve_options *asked) {
    *b = lento_take_bytes(arena, sizeof **b);
    out->times = lento_take(arena, out->samples);
    out->bars = lento_take(arena, out->samples);
    out->magnitude = lento_take(arena, out->columns);
    out->values = lento_take_matrix(arena, out->samples, out->columns);
    lento_mass_solver mass;
    lento_mass_carve(&mass, system, arena);
    if (arena->base) {
        (*b)->solver.mass = mass;
    }
    for (int i = 0; i < TAPES; i++) {
        const lento_tape tape = {.at = lento_take(arena, TAPE_POINTS),
                                 .move = lento_take_matrix(arena, TAPE_POINTS, state_size(system)),
                                 .rate = lento_take_matrix(arena, TAPE_POINTS, state_size(system))};
        if (arena->base) {
            (*b)->solver.tape[i] = tape;
        }
    }
    for (int i = 0; i < PASSES; i++) {
        double *value = lento_take_matrix(arena, out->samples, out->columns);
        if (arena->base) {
            (*b)->pass[i].value = value;
        }
    }
    lento_dense dense;
    void *user = asked && asked->column_bytes ? lento_take_bytes(arena, asked->column_bytes) : NULL;
    if (asked && asked->dense) {
        lento_dense_carve(arena->base ? &(*b)->dense : &dense, arena, state_size(system));
    }
    if (asked && ends(asked)) {
        lento_scout_carve(arena->base ? &(*b)->scout : &(lento_scout){0}, arena, asked);
    }
    if (arena->base && asked) {
        (*b)->options = *asked;
        (*b)->column_user = user;
        (*b)->solver.dense = asked->dense ? &(*b)->dense : NULL;
        (*b)->solver.scout = ends(asked) ? &(*b)->scout : NULL;
    }
}

static block *take(lento_answer *out, const lento_system *system,
                   const lento_solve_options *asked) {
    lento_arena arena = {0};
    block *b;
    carve(&arena, &b, out, system, asked);
    void *memory = arena.too_large ? NULL : calloc(1, arena.used);
    if (!memory) {
        return NULL;
    }
    arena = (lento_arena){.base = memory};
    carve(&arena, &b, out, system, asked);
    out->memory = memory;
    return b;
}

/* ---- the question as the solver sees it ---- */

static void set_phases(lento_solver *s) {
    for (int i = 0; s->system->fast && i < s->system->fast->count; i++) {
        const lento_scale *scale = &s->system->fast->scale[i];
        if (scale->forced) {
            s->forced++;
            s->period = LENTO_TWO_PI / scale->frequency;
        }
    }
    s->period = s->forced == 1 ? s->period : 0;
}

static void set_up(lento_solver *s, const lento_system *system, const double x[],
                   const lento_solve_options *options, lento_answer *out) {
    s->system = system;
    s->options = options;
    s->out = out;
    s->d = state_size(system);
    memcpy(s->start, x, (size_t)s->d * sizeof *x);
    s->until = options->until;
    s->tol = options->tolerance > 0 ? options->tolerance : LENTO_SOLVE_TOLERANCE;
    s->limit = options->max_calls > 0 ? options->max_calls : LENTO_SOLVE_CALLS;
    s->times = out->times;
    s->samples = out->samples;
    s->columns = out->columns;
    s->column = options->column;
    s->first_step = 1e-6 * s->until;
    s->shrunk = 1;
    s->run = -1;
    for (int j = 0; j < out->samples; j++) {
        out->times[j] = options->times ? fmin(options->times[j], s->until)
                                       : s->until * (j + 1) / (double)out->samples;
    }
    set_phases(s);
    memcpy(s->given, s->start, sizeof s->given);
    s->means = options->mean_column && s->period > 0;
    if (s->means && !lento_start_from_means(s, 0) && s->lost == LOST_NOTHING) {
        s->means = false;
        lento_warn(s, "gauge", 1, 0);
    }
}

/* ---- the way to the answer ---- */

static bool stopped(const lento_solver *s) {
    return s->lost != LOST_NOTHING;
}

/* plan->code: why not to average */
static void make_plan(lento_solver *s, lento_plan *plan) {
    lento_solve_counts *counts = &s->out->counts;
    lento_probe(s, plan);
    const char *code = plan->code;
    if (!stopped(s) && (!code || !s->column || s->options->statistics)) {
        lento_plan found = *plan;
        lento_find_return(s, &found);
        *plan = code ? *plan : found; /* a short span: only its oscillation is wanted */
    }
    counts->probe = s->calls;
    if (!code && s->forced > 1) {
        plan->code = "several-phases";
    }
    if (!stopped(s) && !plan->code) {
        lento_test_return(s, plan);
    }
    counts->tests = s->calls - counts->probe;
    s->out->forecast_direct = lento_whole(s->direct_cost);
}

/* Statistics of the state, or the columns? Only a motion that repeats itself often has statistics. */
static void choose_columns(lento_solver *s, const lento_plan *plan) {
    const double tau = plan->tau > 0 ? plan->tau : s->oscillation;
    const bool fast = tau > 0 && s->until >= FAST * tau && s->lambda <= SIMILAR;
    if (s->options->statistics && s->column) {
        s->column = fast ? NULL : s->column;
        s->columns = fast ? 4 * s->d : s->options->columns;
    }
    s->out->statistics = !s->column;
    s->out->columns = s->columns;
}

static void finish(lento_solver *s, const lento_plan *plan) {
    lento_answer *out = s->out;
    out->calls = s->calls;
    out->return_time = plan->tau > 0 ? plan->tau : s->oscillation;
    out->returns = out->return_time > 0 ? s->until / out->return_time : 0;
    out->lambda = s->lambda;
    out->crossings = s->crossings;
    out->relax = s->relax;
    out->disturbance = s->disturbance;
    out->adaptive_returns = s->falls;
    out->rough =
        out->rough && !lento_shape_of(s->system)->smooth; /* what is proved needs no guess */
    if (out->rough) {
        lento_warn(s, "rough", 1, 0);
    }
    if (out->narrow) {
        lento_warn(s, "narrow", 1, 0);
    }
    if (out->outcome == LENTO_REFUSED && lento_steep_switches(s->system)) {
        lento_warn(s, "switches", 1, 0);
    }
    out->windowless =
        !s->column && out->outcome != LENTO_REFUSED && !lento_window_fits(s, out->return_time);
    if (out->windowless) {
        lento_warn(s, "no-window", 0, 0);
    }
}

static void find_answer(lento_solver *s, lento_pass pass[]) {
    lento_plan plan = {.code = NULL};
    lento_pass *averaged = NULL;
    make_plan(s, &plan);
    choose_columns(s, &plan);
    if (!stopped(s) && !plan.code && lento_pair(s, &plan, pass, &averaged)) {
        lento_set_met(s);
        lento_say(s, LENTO_AVERAGED, &plan);
    } else if (stopped(s)) {
        lento_say(s, LENTO_REFUSED, &plan);
    } else {
        lento_direct(s, &plan, pass + 2, averaged);
    }
    finish(s, &plan);
}

static lento_status ask(lento_answer *answer, const lento_system *system, const double state[],
                        const lento_solve_options *options, double *seen) {
    double number[2] = {0};
    *answer = (lento_answer){.outcome = LENTO_REFUSED, .code = "no-memory"};
    const char *code = mistake(system, state, options, number);
    const bool has_system = system && has_rate(system) && lento_constraints(system) == 0;
    if (!code) {
        answer->samples = options->samples > 0 ? options->samples : LENTO_SOLVE_ROWS;
        answer->columns = column_count(system, options);
    }
    lento_system nothing = {.order = 1, .size = 1};
    block *b = take(answer, code ? &nothing : system, code ? NULL : options);
    if (!b) {
        answer->status = LENTO_NO_MEMORY;
        answer->sentence = "out of memory";
        return answer->status;
    }
    lento_solver *s = &b->solver;
    s->out = answer;
    lento_failure failure = {0};
    if (!code && lento_mass_factor(&s->mass, system, &failure)) {
        code = "bad-system";
    }
    if (code) {
        answer->samples = answer->columns = 0;
        answer->status = has_system ? LENTO_BAD_OPTION : LENTO_BAD_SYSTEM;
        lento_say(s, LENTO_REFUSED, &(lento_plan){.code = code, .number = {number[0], number[1]}});
        return answer->status;
    }
    if (b->column_user) {
        memcpy(b->column_user, options->column_user, options->column_bytes);
        b->options.column_user = b->column_user;
    }
    set_up(s, system, state, &b->options, answer);
    find_answer(s, b->pass);
    b->options.observe = NULL;
    *seen = s->scout ? s->scout->found : 0;
    s->scout = NULL;
    return answer->status;
}

lento_status lento_solve(lento_answer *answer, const lento_system *system, const double state[],
                         const lento_solve_options *options) {
    double seen, number[2];
    if (!answer) {
        return LENTO_BAD_OPTION;
    }
    if (!options || options->event_count == 0 || mistake(system, state, options, number)) {
        return ask(answer, system, state, options, &seen);
    }
    *answer = (lento_answer){.outcome = LENTO_REFUSED};
    return lento_solve_to_end(ask, answer, system, state, options);
}

void lento_answer_free(lento_answer *answer) {
    if (answer) {
        free(answer->memory);
        free(answer->met);
        *answer = (lento_answer){.outcome = LENTO_REFUSED};
    }
}

const char *lento_answer_status(const lento_answer *answer) {
    if (!answer) {
        return "refused";
    }
    static const char *const NAMES[] = {"done", "done", "refused", "not-met"};
    return answer->status == LENTO_STOPPED ? "stopped" : NAMES[answer->outcome];
}
