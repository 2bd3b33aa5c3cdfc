/* SPDX-License-Identifier: MIT
 *
 * build.c - from options to a run: resolve every default, stack the averages from the innermost level
 * outwards, put the macro stepper on top and carve all memory. The same pass runs twice, first to measure,
 * then on the block, so no size formula exists anywhere. */
#include <math.h>
#include <string.h>

#include "run/look.h"
#include "run/run.h"
#include "system/given.h"

enum { TABLE = 256, DIRECT_PER_PERIOD = 80, MACRO_PER_PERIOD = 40, STEPS_OF_FORCING = 4 };
#define LEAST_TOLERANCE 1e-14
#define MOST_STEPS      1e15

/* ---- words of the options ---- */

const char *lento_run_keep(lento_run *run, const char *text) {
    if (!text || text[0] == '\0') {
        return text ? "" : NULL; /* an empty word would leave its place free for the next one */
    }
    for (size_t i = 0; i < sizeof run->words / sizeof run->words[0]; i++) {
        char *word = run->words[i];
        if (word[0] == '\0' || strcmp(word, text) == 0) {
            strncpy(word, text, sizeof run->words[0] - 1);
            return word;
        }
    }
    return "";
}

/* ---- the levels ---- */

static int count_levels(lento_run *run) {
    run->levels = 0;
    for (int l = 0; l < LENTO_MAX_LEVELS; l++) {
        const char *name = run->options.average[l].scheme;
        if (lento_scheme_is_direct(name)) {
            break;
        }
        if (!lento_scheme_find(name)) {
            return lento_fail_unknown(&run->failure, name, lento_schemes,
                                      "unknown scheme '%s'; did you mean '%s'?",
                                      "unknown scheme '%s'; see `lento list schemes`");
        }
        run->levels++;
    }
    return 0;
}

/* the level stands on this system; slow variables and observables of the run are those of its own system */
static void place(const lento_run *run, lento_mean *mean, const lento_system *fast) {
    static const lento_observed nothing = {0};
    const bool own = fast == &run->leaf;
    mean->fast = fast;
    mean->set = own && run->options.slow ? run->options.slow : lento_slow_set_of(fast);
    mean->observed = own && run->options.observed ? run->options.observed : &nothing;
}

/* what a level of closed equations needs for its checks */
static int watch_closed(lento_run *run, lento_mean *mean, lento_arena *arena) {
    mean->run_options = &run->options;
    mean->failure = &run->failure;
    mean->doubts = &run->doubts;
    mean->above = &run->above;
    lento_mass_carve(&mean->mass, mean->fast, arena);
    if (mean->scheme->carve) {
        mean->scheme->carve(mean, arena);
    }
    return arena->base ? lento_mass_factor(&mean->mass, mean->fast, mean->failure) : 0;
}

static int stack_closed(lento_run *run, int level, const lento_system **current,
                        lento_arena *arena) {
    const lento_system *closed = lento_closed_of(*current)->system;
    if (!closed) {
        return lento_fail(
            &run->failure, LENTO_BAD_OPTION,
            "scheme 'averaged' needs a problem whose averaged equations are known; leave out "
            "the scheme, and one that fits is chosen");
    }
    if (lento_check_system(closed, &run->failure)) {
        return -1;
    }
    const int from = (*current)->order * (*current)->size, to = closed->order * closed->size;
    if (from != to && !lento_closed_of(*current)->convert) {
        return lento_fail_number(
            &run->failure, LENTO_BAD_SYSTEM,
            "the averaged system has %g numbers and not %g, and convert, which "
            "gives the start, is missing",
            to, from);
    }
    run->mean[level].scheme = lento_scheme_find(run->options.average[level].scheme);
    if (watch_closed(run, &run->mean[level], arena)) {
        return -1;
    }
    *current = closed;
    run->output = lento_view_of(closed)->output;
    run->output_params = closed->params;
    run->output_system = closed;
    return 0;
}

static int stack_mean(lento_run *run, int level, const lento_system **current, lento_arena *arena) {
    lento_mean *mean = &run->mean[level];
    const lento_system *fast = *current;
    mean->scheme = lento_scheme_find(run->options.average[level].scheme);
    mean->options = run->options.average[level];
    mean->run_options = &run->options;
    mean->failure = &run->failure;
    mean->doubts = &run->doubts;
    mean->above = &run->above;
    mean->slowest = level == 0;
    if (lento_mean_prepare(mean)) {
        return -1;
    }
    lento_mean_carve(mean, arena);
    if (arena->base && lento_mean_open(mean)) {
        return -1;
    }
    run->options.average[level] = mean->options;
    lento_output *output = mean->set->output;
    output = output ? output : lento_view_of(fast)->slow_output;
    if (output) {
        run->output = output;
        run->output_params = fast->params;
    }
    *current = &mean->system;
    return 0;
}

/* a system of flows in variables with a right-hand side, if the method needs one */
static int choose_form(lento_run *run) {
    const lento_system *leaf = &run->leaf;
    const lento_method *method;
    const lento_composition *composition;
    if (!lento_first_order_of(leaf)->system || !run->options.macro || run->levels > 0) {
        return 0;
    }
    if (lento_method_resolve(&run->options, run->options.macro, &method, &composition,
                             &run->failure)) {
        return -1;
    }
    if ((method->traits & (LENTO_SPLITS | LENTO_NEEDS_EXACT)) == 0) {
        run->given = *leaf;
        run->leaf = *lento_first_order_of(leaf)->system;
    }
    return 0;
}

static int stack_levels(lento_run *run, lento_arena *arena) {
    const lento_system *current = &run->leaf;
    run->output = lento_view_of(&run->leaf)->output;
    run->output_params = run->leaf.params;
    run->output_system = &run->leaf;
    for (int l = run->levels - 1; l >= 0; l--) {
        place(run, &run->mean[l], current);
        const lento_scheme *scheme = lento_scheme_find(run->options.average[l].scheme);
        if (scheme->closed ? stack_closed(run, l, &current, arena)
                           : stack_mean(run, l, &current, arena)) {
            return -1;
        }
    }
    run->system = current;
    return 0;
}

/* ---- the macro stepper ---- */

static const char *default_macro(const lento_system *system) {
    if (!system->rate && !system->field) {
        const lento_splitting *parts = lento_splitting_of(system);
        return !parts->flow                                        ? "exact"
               : (parts->flows & (1u << LENTO_GRADIENT_KICK)) != 0 ? "chin4a"
                                                                   : "axis-split";
    }
    if (lento_constraints(system) > 0) {
        return "shake";
    }
    return system->order == 2 && !lento_mechanics_of(system)->velocity_dependent ? "verlet" : "rk4";
}

/* below these the error estimate is rounding, and steps shrink until they never reach the end */
static int check_tolerance(lento_run *run) {
    const lento_options *o = &run->options;
    const lento_rule rules[] = {
        {o->rtol < LEAST_TOLERANCE,
         .what =
             "a relative tolerance of %g is more than double precision can keep; take %g or more",
         .number = {o->rtol, LEAST_TOLERANCE}},
        {o->max_step > 0 && !(o->until / o->max_step < MOST_STEPS),
         .what = "steps of at most %g up to t = %g are too many",
         .number = {o->max_step, o->until}},
        {0}};
    return lento_fail_first(&run->failure, LENTO_BAD_OPTION, rules);
}

/* An error estimate is blind where its few samples of a forcing happen to fit: one step over several periods in
 * some hundred is enough to lose the motion. So adaptive steps see each period of a forcing that is left. */
static void bound_steps(lento_run *run) {
    const lento_system *left = run->system;
    const lento_scale *scale = lento_fastest(left);
    if (run->options.max_step == 0 && scale && scale->forced) {
        const int harmonics = lento_harmonics(left);
        run->options.max_step =
            LENTO_TWO_PI / lento_frequency(scale) / (STEPS_OF_FORCING * harmonics);
    }
}

static int choose_step(lento_run *run) {
    lento_options *o = &run->options;
    lento_failure *f = &run->failure;
    const bool can_adapt = (run->macro.method->traits & LENTO_ADAPTIVE) != 0;
    const bool given = o->steps > 0 || o->macro_step > 0, tolerance = o->rtol > 0 || o->atol > 0;
    const bool inner = (run->macro.method->traits & LENTO_INNER_STEPS) != 0;
    const lento_rule rules[] = {
        {tolerance && !can_adapt,
         "method '%s' takes fixed steps; a tolerance belongs to an adaptive method such as ode45 "
         "or "
         "dop853",
         {o->macro},
         {0}},
        {tolerance && given && !inner, .what = "give either macro steps or a tolerance, not both"},
        {0}};
    if (lento_fail_first(f, LENTO_BAD_OPTION, rules)) {
        return -1;
    }
    run->adaptive = can_adapt && !given;
    if (run->adaptive || inner) {
        o->rtol = o->rtol > 0 ? o->rtol : (o->atol > 0 ? o->atol : 1e-3);
        o->atol = o->atol > 0 ? o->atol : o->rtol / 1000;
        bound_steps(run);
        if (check_tolerance(run)) {
            return -1;
        }
    }
    if (run->adaptive) {
        return 0;
    }
    const lento_system *left = run->system;
    const lento_scale *scale = lento_fastest(left);
    if (!given && scale && (run->levels == 0 || scale->forced)) { /* resolve the fast period left */
        const int n = run->levels == 0 && o->average[0].micro_per_period > 0
                          ? o->average[0].micro_per_period
                          : DIRECT_PER_PERIOD;
        o->macro_step = LENTO_TWO_PI / fmax(lento_frequency(scale), scale->highest) / n;
    } else if (!given && lento_run_fastest_left(run) > 0) {
        o->macro_step = LENTO_TWO_PI / lento_run_fastest_left(run) / MACRO_PER_PERIOD;
    } else if (!given) {
        o->steps = 100;
    }
    run->H = o->steps > 0 ? o->until / (double)o->steps : o->macro_step;
    const double steps = ceil(o->until / run->H * (1 - 1e-12));
    if (!(steps < MOST_STEPS)) {
        return lento_fail_number(f, LENTO_BAD_OPTION, "macro steps of %g up to t = %g are too many",
                                 run->H, o->until);
    }
    o->steps = (int64_t)steps;
    o->macro_step = run->H;
    return 0;
}

/* by scheme where the user says nothing at all, else by system */
static void choose_macro(lento_run *run) {
    lento_options *o = &run->options;
    const lento_scheme *scheme = run->levels > 0 ? run->mean[0].scheme : NULL;
    const bool given = o->steps > 0 || o->macro_step > 0 || o->rtol > 0 || o->atol > 0;
    if (o->macro) {
        return;
    }
    if (scheme && scheme->macro && !given) {
        o->macro = scheme->macro;
        o->rtol = scheme->rtol;
    } else {
        o->macro = default_macro(run->system);
    }
}

static int place_macro(lento_run *run, lento_arena *arena) {
    lento_options *o = &run->options;
    lento_stepper *macro = &run->macro;
    choose_macro(run);
    macro->system = run->system;
    macro->mass = &run->mass;
    macro->failure = &run->failure;
    if (lento_method_resolve(o, o->macro, &macro->method, &macro->composition, &run->failure) ||
        lento_stepper_check(macro, false, &run->failure) || choose_step(run)) {
        return -1;
    }
    macro->fixed = !run->adaptive;
    macro->rtol = o->rtol;
    macro->atol = o->atol;
    macro->first_step = o->first_step;
    macro->max_step = o->max_step;
    lento_mass_carve(&run->mass, run->system, arena);
    lento_stepper_carve(macro, arena);
    if (!arena->base) {
        return 0;
    }
    return lento_mass_factor(&run->mass, run->system, &run->failure) ||
                   (macro->method->open && macro->method->open(macro))
               ? -1
               : 0;
}

static void carve_run(lento_run *run, lento_arena *arena) {
    const int size = run->macro.size, columns = run->options.columns;
    int largest = size; /* the start passes through the states of all levels */
    for (int l = 0; l < run->levels; l++) {
        largest =
            lento_level_size(&run->mean[l]) > largest ? lento_level_size(&run->mean[l]) : largest;
    }
    run->left_y = lento_take(arena, size);
    run->left_rate = lento_take(arena, size);
    run->multipliers = lento_take(arena, lento_constraints(run->system));
    run->right_rate = lento_take(arena, size);
    run->point = lento_take(arena, largest);
    run->columns = lento_take(arena, columns > 0 ? columns : 1);
    run->initial = lento_take(arena, largest);
    const int watched = run->levels > 0 ? run->system->size : 0;
    run->seen.last = lento_take(arena, watched);
    run->seen.force = lento_take(arena, watched);
    run->seen.change = lento_take(arena, watched);
    run->seen.size = lento_take(arena, watched);
    run->seen.steep = lento_take(arena, watched);
    run->seen.since = lento_take(arena, watched);
    run->saved_block = lento_take_bytes(arena, run->macro.block_size);
    run->side_block = lento_take_bytes(arena, run->macro.block_size);
    run->table = lento_take_bytes(arena, TABLE * sizeof *run->table);
    const lento_system *s = run->system;
    if (arena->base && lento_scales(s) > 0 && run->H > 0) {
        lento_phase_table(run->table, TABLE, lento_frequency(lento_fastest(s)), run->H);
        run->macro.ticker.table = run->table;
        run->macro.ticker.table_size = run->macro.composition ? 0 : TABLE;
    }
}

static int complete_at(lento_run *run, double t) {
    const bool here = run->begun && run->status >= 0 && t == lento_run_time(run);
    return here ? lento_run_complete_node(run) : 0;
}

/* what the schemes may know of all this */
static void show_above(lento_run *run) {
    run->above = (lento_above){.macro = &run->macro,
                               .H = run->H,
                               .adaptive = run->adaptive,
                               .output = run->output,
                               .output_params = run->output_params,
                               .rate = run->right_rate,
                               .complete = complete_at,
                               .interpolate = lento_run_interpolate,
                               .run = run};
}

/* Who calls the right-hand side counts down: the innermost average, or the motion and what looks at its means. */
static void limit_calls(lento_run *run) {
    lento_stepper *caller = &run->macro;
    for (int l = 0; l < run->levels; l++) {
        caller = run->mean[l].scheme->closed ? caller : &run->mean[l].micro;
    }
    caller->calls_left = run->options.calls_left;
    run->look[0].micro.calls_left = caller == &run->macro ? run->options.calls_left : NULL;
}

int lento_run_build(lento_run *run, lento_arena *arena) {
    lento_options *o = &run->options;
    run->doubts.failure = &run->failure;
    o->macro = lento_run_keep(run, o->macro);
    for (int l = 0; l < LENTO_MAX_LEVELS; l++) {
        lento_average *a = &o->average[l];
        a->scheme = lento_run_keep(run, a->scheme);
        a->micro = lento_run_keep(run, a->micro);
        a->kernel = lento_run_keep(run, a->kernel);
    }
    if (o->sample_steps == 0) {
        o->sample_steps = 1;
    }
    if (lento_check_given(run) || count_levels(run) || lento_check_scheme_options(run) ||
        choose_form(run) || stack_levels(run, arena) || lento_look_build(run, arena) ||
        place_macro(run, arena)) {
        return -1;
    }
    carve_run(run, arena);
    show_above(run);
    limit_calls(run);
    return lento_event_carve(run, arena);
}
