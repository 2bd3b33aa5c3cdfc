/* SPDX-License-Identifier: MIT
 * The rivals on the fast top (card fredbo A6): the thesis's multiscale method with and without its
 * window, plain integration with and without the spin, splittings, the exponential midpoint, the
 * exact solution, the formula Mgl/Pi3. They differ in the frame and in the slow variables, so each
 * has a model of its own. Errors are relative to the largest value of the column; steps are given
 * per nutation, except where a method steps over it. */
#include "rivals_top.h"

#include <math.h>
#include <string.h>

#define TWO_PI 6.283185307179586

enum { SAMPLES = 400 };
#define MOST 3e7 /* evaluations of one rival */

typedef struct entry {
    const char *frame, *slow; /* slow: a named set, or NULL */
    const char *words;
    double per_nutation; /* steps; 0: as the words say */
    double evaluations;  /* per step, an estimate */
} entry;

static const entry entries[] = {
    {"body", NULL, "scheme=direct macro=rk4", 746.4, 4},
    {"body", NULL, "scheme=direct macro=dop853 macro-tol=1e-8,1e-14", 0, 0},
    {"spin-free", NULL, "scheme=direct macro=rk4", 74.64, 4},
    {"spin-free", NULL, "scheme=direct macro=dop853 macro-tol=1e-8,1e-14", 0, 0},
    {"spin-free", NULL, "scheme=direct macro=dop853 macro-tol=1e-10,1e-16", 0, 0},
    {"spin-free", NULL, "scheme=direct macro=strang-drift", 18.66, 1},
    {"spin-free", NULL, "scheme=direct macro=strang-drift", 298.56, 1},
    {"spin-free", NULL, "scheme=direct macro=blanes-moan4", 18.66, 6},
    {"spin-free", NULL, "scheme=direct macro=blanes-moan4", 74.64, 6},
    {"spin-free", NULL, "scheme=direct macro=exponential-midpoint steps=40", 0, 2},
    {"body", "xi", "scheme=slow macro=leapfrog micro=rk4 kernel=exp2", 74.64, 40},
    {"body", "xi", "scheme=slow macro=leapfrog kernel=point", 74.64, 1},
    {"body", "regular", "scheme=slow macro=rk4 kernel=point", 74.64, 4},
    {"space", NULL, "scheme=slow macro=rk4 steps=1", 0, 0},
    {"space", NULL, "scheme=averaged macro=rk4 steps=1", 0, 0},
    {"body", NULL, "scheme=direct macro=exact steps=40", 0, 0},
};

static double parameter(const lento_model *model, const char *name) {
    for (int i = 0; i < lento_model_parameters(model); i++) {
        double value;
        if (strcmp(lento_model_parameter(model, i, &value, NULL), name) == 0) {
            return value;
        }
    }
    return NAN;
}

static double momentum(const lento_model *model) { /* Pi3 */
    const double Mgl = parameter(model, "M") * parameter(model, "g") * parameter(model, "l");
    return parameter(model, "spin") * sqrt(2 * Mgl * parameter(model, "I3"));
}

bool cli_top_applies(const cli_request *request) {
    enum { NONE = 0, SPACE = 2 };
    return strcmp(request->problem.table->name, "fast-top") == 0 && request->methods_count == 0 &&
           parameter(request->model, "vibration") == NONE &&
           parameter(request->model, "frame") != SPACE;
}

/* ---- one model per rival ---- */

static lento_model *model_of(const cli_request *request, const entry *e) {
    const lento_setting frame = {.name = "frame", .text = e->frame};
    lento_model *model = NULL;
    if (lento_model_with(&model, request->model, &frame, 1) != LENTO_DONE ||
        (e->slow && !lento_slow_choose(lento_model_edit(model), e->slow))) {
        lento_model_destroy(model);
        return NULL;
    }
    return model;
}

static int options_of(cli_field *field, const entry *e, lento_options *options) {
    const double nutation = momentum(field->request.model) / parameter(field->request.model, "I1");
    const double spin = parameter(field->request.model, "spin");
    memset(options->average, 0, sizeof options->average);
    options->rtol = options->atol = options->macro_step = 0;
    options->steps = 0;
    if (e->per_nutation > 0) {
        options->steps = lround(fmax(1, e->per_nutation * options->until * nutation / TWO_PI));
    }
    const int code = cli_option_words(&field->request, e->words, options);
    lento_average *a = &options->average[0];
    if (a->kernel && strcmp(a->kernel, "exp2") == 0) { /* the thesis: ten steps h = 10/spin^2 */
        a->raw_weights = true;
        a->micro_step = 10 / (spin * spin);
        a->window = 10 * a->micro_step;
    }
    return code;
}

int cli_top_rivals(cli_field *field) {
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const entry *e = &entries[i];
        lento_options options = field->request.options;
        const int code = options_of(field, e, &options);
        if (code) {
            return code;
        }
        if ((double)options.steps * e->evaluations > MOST) {
            continue;
        }
        lento_model *model = model_of(&field->request, e);
        const char *form =
            e->slow ? cli_text(&field->request.memory, "%s, set %s", e->frame, e->slow) : e->frame;
        if (model && !cli_rival_add(field, model, &options, form)) {
            lento_model_destroy(model);
        }
    }
    return 0;
}

/* ---- the unit of the errors ---- */

void cli_top_scale(cli_field *field) {
    const lento_model *model = field->request.model;
    const double until = field->request.options.until;
    const lento_options options =
        cli_reference_options(model, field->reference, &field->request.options);
    double row[32], largest[2] = {0, 0};
    lento_run *run = NULL;
    bool good = lento_run_open(&run, model, &options) == LENTO_DONE;
    for (int i = 1; good && i <= SAMPLES; i++) {
        const double t = until * i / SAMPLES;
        good =
            lento_run_advance(run, t) == LENTO_DONE && lento_run_columns(run, t, row) == LENTO_DONE;
        largest[0] = fmax(largest[0], fabs(row[field->index]));
        largest[1] = fmax(largest[1], fabs(row[field->second]));
    }
    lento_run_destroy(run);
    field->scale = good && largest[0] > 0 ? largest[0] : 1;
    field->second_scale = good && largest[1] > 0 ? largest[1] : 1;
}

/* ---- which one to use when ---- */

static const cli_rival *rival(const cli_field *field, const char *form, const char *macro) {
    for (int i = 0; i < field->count; i++) {
        const cli_rival *r = &field->rivals[i];
        if (r->form && strcmp(r->form, form) == 0 && strcmp(r->resolved.macro, macro) == 0 &&
            isfinite(r->error)) {
            return r;
        }
    }
    return NULL;
}

static void say_rival(cli_field *field, const char *before, const cli_rival *r, const char *after) {
    if (r) {
        cli_append(field->advice, sizeof field->advice, "%s%.1e with %.3g evaluations%s", before,
                   r->error, r->evaluations, after);
    }
}

void cli_top_advise(cli_field *field) {
    char *text = field->advice;
    const size_t room = sizeof field->advice;
    const lento_model *model = field->request.model;
    const double spin = parameter(model, "spin");
    const cli_rival *plain = rival(field, "spin-free", "rk4"),
                    *thesis = rival(field, "body, set xi", "leapfrog");
    text[0] = '\0';
    field->break_even = NAN;
    field->recommended = -1;
    for (int i = 0; i < field->count; i++) {
        const char *macro = field->rivals[i].resolved.macro;
        if (strcmp(macro, "exact") == 0 ||
            (strcmp(macro, "exponential-midpoint") == 0 && field->recommended < 0)) {
            field->recommended = i;
        }
    }
    cli_append(text, room, "Constant gravity: --scheme direct --macro exact, it costs nothing.\n");
    say_rival(
        field,
        "Gravity that changes (gmod), a fast top: frame=spin-free --macro exponential-midpoint, "
        "which steps over the nutation: ",
        rival(field, "spin-free", "exponential-midpoint"), ".\n");
    say_rival(field, "A slow top, or high accuracy: frame=spin-free --macro dop853: ",
              rival(field, "spin-free", "dop853"),
              "; leaving the spin out is free and always pays.\n");
    cli_append(text, room,
               "Only the precession, over many nutations: frame=space --scheme slow; the formula "
               "Mgl/Pi3 alone "
               "is wrong by about %.1e after a turn.\n",
               parameter(model, "I1") * cos(parameter(model, "theta0")) /
                   (2 * parameter(model, "I3") * spin * spin));
    if (plain && thesis) {
        say_rival(field,
                  "The multiscale method of the thesis does not pay here, its variables close "
                  "exactly and "
                  "leave nothing to average: ",
                  thesis, "");
        say_rival(field, ", plain rk4 without the spin ", plain, ".");
    }
}
