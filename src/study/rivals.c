/* SPDX-License-Identifier: MIT
 *
 * rivals.c - who takes part in a comparison. Three kinds, as an honest table needs them: naive and good direct
 * integration, the multiscale schemes with plain and better variants, and what an informed user would run (the closed
 * averaged form, the exact solution). A rival that the library refuses for this problem is left out; one that the user
 * named is an error. */
#include <math.h>
#include <string.h>

#include "step/stepper.h"
#include "study/study.h"

#define TWO_PI 6.283185307179586

/* ---- the list ---- */

typedef struct entry {
    const char *macro;
    /* the same on every level; no scheme: direct */
    lento_average level;
    /* direct: steps per fast period */
    double per_period;
    /* atol 0: rtol / 1000 */
    double rtol, atol;
    int64_t steps;
    /* only where there are constraints: verlet under another name elsewhere */
    bool constrained;
} entry;

#define ASYNC(...)                                                                                 \
    { .scheme = "async", .kernel = "box", .periods = 1, __VA_ARGS__ }
#define FITTED(...) ASYNC(.micro = "stormer-fitted", .micro_per_period = 4, __VA_ARGS__)
#define ROD(...)    ASYNC(.micro = "shake-fitted", .micro_per_period = 4, __VA_ARGS__)
#define TRIANGLE(name, method, n)                                                                  \
    { .scheme = name, .micro = method, .kernel = "triangle", .periods = 2, .micro_per_period = n }

static const entry ENTRIES[] = {
    {.macro = "verlet", .per_period = 80},
    {.macro = "verlet", .per_period = 6},
    {.macro = "rk4", .per_period = 40},
    {.macro = "kahan-li8", .per_period = 6},
    {.macro = "dop853", .per_period = 6},
    {.macro = "ode45", .rtol = 1e-6},
    {.macro = "cvode-adams", .rtol = 1e-6},
    {.macro = "exact", .steps = 100},
    {.macro = "shake", .per_period = 80, .constrained = true},
    {.macro = "rattle/kahan-li8", .per_period = 6, .constrained = true},
    {.macro = "verlet", .level = {.scheme = "averaged"}},
    {.macro = "rk4", .level = {.scheme = "averaged"}},
    {.macro = "verlet", .level = ASYNC(.micro = "verlet", .micro_per_period = 80)},
    {.macro = "rk4", .level = ASYNC(.micro = "verlet", .micro_per_period = 80)},
    {.macro = "rk4", .level = FITTED(.phases = 0)},
    {.macro = "rk4", .level = FITTED(.phases = 2)},
    {.macro = "yoshida6", .level = FITTED(.phases = 0)},
    {.macro = "yoshida6", .level = FITTED(.phases = 2)},
    {.macro = "kahan-li8", .level = FITTED(.phases = 2)},
    {.macro = "rattle", .level = ROD(.phases = 0), .constrained = true},
    {.macro = "rattle/kahan-li8", .level = ROD(.phases = 0), .constrained = true},
    {.macro = "rattle/kahan-li8", .level = ROD(.phases = 2), .constrained = true},
    {.macro = "rk4", .level = TRIANGLE("async", "verlet", 80)},
    {.macro = "verlet", .level = TRIANGLE("sync", "verlet", 80)},
    {.macro = "rk4", .level = TRIANGLE("sync", "verlet", 80)},
    {.macro = "rk4", .level = TRIANGLE("sync", "rk4", 20)},
    {.macro = "rk4", .level = {.scheme = "slow"}},
    {.macro = "dop853", .level = {.scheme = "averaged"}, .rtol = 1e-8},
    {.macro = "ode45", .level = {.scheme = "stiff", .kernel = "exp1"}, .rtol = 1e-3},
    {.macro = "ode45", .level = {.scheme = "stiff", .kernel = "kaiser"}, .rtol = 1e-5},
    {.macro = "cvode-adams",
     .level = {.scheme = "stiff", .kernel = "kaiser"},
     .rtol = 1e-7,
     .atol = 1e-10},
    {.macro = "ode45",
     .level = {.scheme = "stiff", .kernel = "kaiser", .adiabatic = true},
     .rtol = 1e-6},
    {.macro = "cvode-adams",
     .level = {.scheme = "stiff", .kernel = "notch"},
     .rtol = 1e-7,
     .atol = 1e-10},
    {.macro = "dop853",
     .level = {.scheme = "stiff", .kernel = "notch"},
     .rtol = 1e-7,
     .atol = 1e-10},
};

/* ---- one rival ---- */

static int order_of(const lento_options *options) {
    const lento_method *method;
    const lento_composition *composition;
    lento_failure failure = {0};
    if (lento_method_resolve(options, options->macro, &method, &composition, &failure)) {
        return 0;
    }
    return composition ? composition->order : method->order;
}

static bool same_text(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool same_field(const lento_option *o, const void *a, const void *b) {
    static const size_t size[] = {[LENTO_COUNT] = sizeof(int),
                                  [LENTO_LONG] = sizeof(int64_t),
                                  [LENTO_SWITCH] = sizeof(bool),
                                  [LENTO_CHOICE] = sizeof(int)};
    const void *x = (const char *)a + o->offset, *y = (const char *)b + o->offset;
    return o->kind == LENTO_NUMBER
               ? fabs(*(const double *)x - *(const double *)y) <= 1e-6 * fabs(*(const double *)x)
           : o->kind == LENTO_WORD ? same_text(*(const char *const *)x, *(const char *const *)y)
                                   : memcmp(x, y, size[o->kind]) == 0;
}

static bool same_method(const lento_options *a, const lento_options *b) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    const int levels = lento_options_levels(a);
    bool same = levels == lento_options_levels(b);
    for (size_t i = 0; i < n && same; i++) {
        for (int k = 0; k < (list[i].per_level ? levels : 1) && same; k++) {
            same = list[i].per_level ? same_field(&list[i], &a->average[k], &b->average[k])
                                     : same_field(&list[i], a, b);
        }
    }
    return same;
}

bool lento_rival_add(lento_comparison *c, lento_model *model, const lento_options *options,
                     const char *form) {
    lento_run *run = NULL;
    lento_options resolved;
    if (c->refused) {
        return false;
    }
    lento_status status = lento_run_open(&run, model ? model : c->asked.model, options);
    if (status == LENTO_DONE &&
        !lento_chunk_options(&c->memory, lento_run_options(run), &resolved)) {
        status = LENTO_NO_MEMORY;
    }
    if (status != LENTO_DONE) { /* without memory none must be missing without a word */
        const char *why = lento_run_error(run);
        const bool starved = status == LENTO_NO_MEMORY;
        c->message = lento_chunk_text(&c->memory, "%s", &why, NULL);
        lento_run_destroy(run);
        return starved ? lento_refuse_memory(c) : false;
    }
    lento_rival rival = {.model = model,
                         .form = form,
                         .options = *options,
                         .resolved = resolved,
                         .error = NAN,
                         .second = NAN,
                         .drift = NAN,
                         .message = ""};
    lento_run_destroy(run);
    const int levels = lento_options_levels(&rival.resolved);
    rival.direct = levels == 0;
    rival.closed = levels > 0;
    for (int i = 0; i < levels; i++) {
        rival.closed = rival.closed && !lento_level_windows(&rival.resolved.average[i]);
    }
    rival.order = order_of(&rival.resolved);
    c->message = "";
    bool known = c->count == LENTO_MAX_RIVALS;
    for (int i = 0; i < c->count && !known; i++) {
        known = same_text(c->rival[i].form, form) &&
                same_method(&c->rival[i].resolved, &rival.resolved);
    }
    if (!known) {
        c->rival[c->count++] = rival;
    }
    return !known;
}

/* ---- all of them ---- */

/* An entry whose method this build lacks is left out, and the method is named once. */
static bool lacks(lento_comparison *c, const entry *e) {
    if (!lento_method_library(e->macro) ||
        lento_method_find(&c->asked.options, e->macro, strlen(e->macro))) {
        return false;
    }
    bool known = c->left_out_count == LENTO_MAX_LEFT_OUT;
    for (int i = 0; i < c->left_out_count; i++) {
        known = known || strcmp(c->left_out[i], e->macro) == 0;
    }
    if (!known) {
        c->left_out[c->left_out_count++] = e->macro;
    }
    return true;
}

/* What the user asked for everybody, with the entry's scheme, methods and steps. */
static lento_options options_of(const lento_comparison *c, const entry *e) {
    lento_options o = c->asked.options;
    const int scales = lento_scales(lento_model_system(c->asked.model));
    const int levels = !e->level.scheme || scales < 1 ? 1 : scales;
    o.macro = e->macro;
    o.rtol = e->rtol;
    o.atol = e->atol > 0 ? e->atol : e->rtol / 1000;
    if (e->rtol > 0 || e->steps > 0) {
        o.macro_step = 0;
        o.steps = e->steps;
    }
    for (int i = 0; i < LENTO_MAX_LEVELS; i++) {
        o.average[i] = e->level;
        o.average[i].scheme = i >= levels ? NULL : (e->level.scheme ? e->level.scheme : "direct");
    }
    if (e->per_period > 0 && c->omega > 0) {
        o.steps = 0;
        const double highest = fmax(c->omega, lento_model_fastest(c->asked.model)->highest);
        o.macro_step = TWO_PI / (highest * e->per_period);
    }
    return o;
}

static bool add_named(lento_comparison *c) {
    for (int i = 0; i < c->asked.named_count; i++) {
        const lento_named *named = &c->asked.named[i];
        if (!lento_rival_add(c, NULL, &named->options, NULL) && c->message[0]) {
            return lento_refuse(c, LENTO_BAD_OPTION, "--method \"%s\": %s",
                                LENTO_WORDS(named->words, c->message), NULL);
        }
    }
    return true;
}

bool lento_rivals_choose(lento_comparison *c) {
    const lento_system *system = lento_model_system(c->asked.model);
    if (c->asked.named_count > 0) {
        return add_named(c);
    }
    if (c->contest) {
        lento_rivals_contest(c);
    } else if (!lento_rival_add(c, NULL, &c->asked.options, NULL)) {
        return lento_refuse(c, LENTO_BAD_OPTION, "%s", &c->message, NULL);
    } else if (lento_splitting_of(system)->flow && lento_scales(system) == 0) {
        lento_rivals_equal(c);
    } else {
        for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++) {
            const entry *e = &ENTRIES[i];
            if (!lacks(c, e) && (lento_constraints(system) > 0 || !e->constrained)) {
                const lento_options options = options_of(c, e);
                lento_rival_add(c, NULL, &options, NULL);
            }
        }
    }
    c->message = "";
    return true;
}
