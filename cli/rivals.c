/* SPDX-License-Identifier: MIT
 * Who takes part in a comparison. Three kinds, as an honest table needs them: naive and good direct
 * integration, the multiscale schemes with plain and better variants, and what an informed user
 * would run (the closed averaged form, the exact solution). A rival that the library refuses for
 * this problem is left out; one that the user named is an error. */
#include "rivals.h"

#include "core.h"
#include "extra.h"
#include "rivals_top.h"

#include <math.h>
#include <string.h>

#define TWO_PI 6.283185307179586

typedef struct entry {
    const char *scheme; /* the same on every level; NULL: what the user asked, or the suggestion */
    const char *words;
    double per_period; /* direct: steps per fast period */
} entry;

static const entry entries[] = {
    {NULL, "", 0},
    {"direct", "macro=verlet", 80},
    {"direct", "macro=verlet", 6},
    {"direct", "macro=rk4", 40},
    {"direct", "macro=kahan-li8", 6},
    {"direct", "macro=dop853", 6},
    {"direct", "macro=ode45 macro-tol=1e-6", 0},
    {"direct", "macro=cvode-adams macro-tol=1e-6", 0},
    {"direct", "macro=exact steps=100", 0},
    {"direct", "macro=shake", 80},
    {"direct", "macro=rattle/kahan-li8", 6},
    {"averaged", "macro=verlet", 0},
    {"averaged", "macro=rk4", 0},
    {"async", "macro=verlet micro=verlet kernel=box periods=1 micro-per-period=80", 0},
    {"async", "macro=rk4 micro=verlet kernel=box periods=1 micro-per-period=80", 0},
    {"async", "macro=rk4 micro=stormer-fitted kernel=box periods=1 micro-per-period=4", 0},
    {"async", "macro=rk4 micro=stormer-fitted kernel=box periods=1 micro-per-period=4 phases=2", 0},
    {"async", "macro=yoshida6 micro=stormer-fitted kernel=box periods=1 micro-per-period=4", 0},
    {"async",
     "macro=yoshida6 micro=stormer-fitted kernel=box periods=1 micro-per-period=4 phases=2", 0},
    {"async",
     "macro=kahan-li8 micro=stormer-fitted kernel=box periods=1 micro-per-period=4 phases=2", 0},
    {"async", "macro=rattle micro=shake-fitted kernel=box periods=1 micro-per-period=4", 0},
    {"async", "macro=rattle/kahan-li8 micro=shake-fitted kernel=box periods=1 micro-per-period=4",
     0},
    {"async",
     "macro=rattle/kahan-li8 micro=shake-fitted kernel=box periods=1 micro-per-period=4 phases=2",
     0},
    {"async", "macro=rk4 micro=verlet kernel=triangle periods=2 micro-per-period=80", 0},
    {"sync", "macro=verlet micro=verlet kernel=triangle periods=2 micro-per-period=80", 0},
    {"sync", "macro=rk4 micro=verlet kernel=triangle periods=2 micro-per-period=80", 0},
    {"sync", "macro=rk4 micro=rk4 kernel=triangle periods=2 micro-per-period=20", 0},
    {"slow", "macro=rk4", 0},
    {"averaged", "macro=dop853 macro-tol=1e-8", 0},
    {"stiff", "macro=ode45 kernel=exp1 macro-tol=1e-3", 0},
    {"stiff", "macro=ode45 kernel=kaiser macro-tol=1e-5", 0},
    {"stiff", "macro=cvode-adams kernel=kaiser macro-tol=1e-7,1e-10", 0},
    {"stiff", "macro=ode45 kernel=kaiser adiabatic=yes macro-tol=1e-6", 0},
    {"stiff", "macro=cvode-adams kernel=notch macro-tol=1e-7,1e-10", 0},
    {"stiff", "macro=dop853 kernel=notch macro-tol=1e-7,1e-10", 0},
};

static int order_of(const char *macro) {
    lento_entry list[128];
    const char *slash = strchr(macro, '/');
    const char *name = slash ? slash + 1 : macro;
    for (int pass = 0; pass < 3; pass++) {
        const size_t n = pass == 0   ? lento_methods(list, 128)
                         : pass == 1 ? lento_compositions(list, 128)
                                     : cli_extra_list(list, 128);
        for (size_t i = 0; i < n && i < 128; i++) {
            if (strcmp(list[i].name, name) == 0) {
                return list[i].order;
            }
        }
    }
    return 0;
}

static const char *kept(cli_field *field, const char *text) {
    return text ? cli_text(&field->request.memory, "%s", text) : NULL;
}

/* The resolved options of a run that is about to end: words move to the field's memory. */
static lento_options keep_options(cli_field *field, const lento_options *resolved) {
    lento_options o = *resolved;
    o.macro = kept(field, o.macro);
    for (int i = 0; i < LENTO_MAX_LEVELS; i++) {
        o.average[i].scheme = kept(field, o.average[i].scheme);
        o.average[i].micro = kept(field, o.average[i].micro);
        o.average[i].kernel = kept(field, o.average[i].kernel);
    }
    return o;
}

static bool same_method(const lento_options *a, const lento_options *b) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    const int levels = cli_levels(a);
    bool same = levels == cli_levels(b) && a->rtol == b->rtol && a->atol == b->atol;
    for (size_t i = 0; i < n && same; i++) {
        for (int k = 0; k < (list[i].per_level ? levels : 1) && same; k++) {
            char left[64], right[64];
            const void *x = list[i].per_level ? (const void *)&a->average[k] : (const void *)a;
            const void *y = list[i].per_level ? (const void *)&b->average[k] : (const void *)b;
            same = strcmp(cli_option_text(&list[i], x, left, sizeof left),
                          cli_option_text(&list[i], y, right, sizeof right)) == 0;
        }
    }
    return same;
}

static bool same_form(const cli_rival *a, const cli_rival *b) {
    return strcmp(a->form ? a->form : "", b->form ? b->form : "") == 0 &&
           same_method(&a->resolved, &b->resolved);
}

/* Adds a rival if the library accepts it and nobody like it is there; else the reason in *why. */
static bool add(cli_field *field, lento_model *model, const lento_options *options,
                const char *form, const char **why) {
    lento_run *run = NULL;
    *why = "";
    if (lento_run_open(&run, model ? model : field->request.model, options) != LENTO_DONE) {
        *why = kept(field, run ? lento_run_error(run) : "out of memory");
        lento_run_destroy(run);
        return false;
    }
    cli_rival rival = {.model = model,
                       .form = form,
                       .options = *options,
                       .error = NAN,
                       .second = NAN,
                       .drift = NAN,
                       .message = ""};
    rival.resolved = keep_options(field, lento_run_options(run));
    lento_run_destroy(run);
    const int levels = cli_levels(&rival.resolved);
    rival.direct = levels == 0;
    rival.closed = levels > 0;
    for (int i = 0; i < levels; i++) {
        rival.closed = rival.closed && strcmp(rival.resolved.average[i].scheme, "averaged") == 0;
    }
    rival.order = order_of(rival.resolved.macro);
    for (int i = 0; i < field->count; i++) {
        if (same_form(&field->rivals[i], &rival)) {
            return true;
        }
    }
    if (field->count < CLI_MAX_RIVALS) {
        field->rivals[field->count++] = rival;
    }
    return true;
}

bool cli_rival_add(cli_field *field, lento_model *model, const lento_options *options,
                   const char *form) {
    const int before = field->count;
    const char *why;
    return add(field, model, options, form, &why) && field->count > before;
}

/* An entry whose method this build lacks is left out, and the method is named once. */
static bool lacks(cli_field *field, const entry *e) {
    char library[80];
    for (const lento_adapted *m = lento_adapted_methods; m->name; m++) {
        const cli_library *absent = strstr(e->words, m->name) ? cli_extra_absent(m->name) : NULL;
        if (absent && !strstr(field->left_out, m->name)) {
            cli_append(field->left_out, sizeof field->left_out, "%s%s (%s)",
                       field->left_out[0] ? ", " : "", m->name,
                       cli_library_words(absent, library, sizeof library));
        }
        if (absent) {
            return true;
        }
    }
    return false;
}

static int add_entry(cli_field *field, const entry *e) {
    const lento_system *system = lento_model_system(field->request.model);
    lento_options options = field->request.options;
    const char *why;
    if (lacks(field, e)) {
        return 0;
    }
    if (lento_constraints(system) == 0 &&
        (strstr(e->words, "shake") || strstr(e->words, "rattle"))) {
        return 0; /* verlet under another name */
    }
    if (e->scheme) {
        char list[100] = "scheme=";
        const int levels =
            strcmp(e->scheme, "direct") == 0 || lento_scales(system) < 1 ? 1 : lento_scales(system);
        for (int i = 0; i < levels; i++) {
            cli_append(list, sizeof list, "%s%s", i > 0 ? "," : "", e->scheme);
        }
        memset(options.average, 0, sizeof options.average);
        options.rtol = options.atol = 0;
        int code = cli_option_words(&field->request, list, &options);
        code = code ? code : cli_option_words(&field->request, e->words, &options);
        if (code) {
            return code;
        }
    }
    if (e->per_period > 0 && field->omega > 0) {
        options.steps = 0;
        const double highest = lento_fastest(system)->highest;
        options.macro_step = TWO_PI / (fmax(field->omega, highest) * e->per_period);
    }
    add(field, NULL, &options, NULL, &why);
    return 0;
}

int cli_rivals_choose(cli_field *field) {
    const cli_request *request = &field->request;
    const char *why;
    for (int i = 0; i < request->methods_count; i++) {
        lento_options options = request->options;
        const int code = cli_option_words(&field->request, request->methods[i], &options);
        if (code) {
            return code;
        }
        if (!add(field, NULL, &options, NULL, &why)) {
            return cli_wrong("--method \"%s\": %s", request->methods[i], why);
        }
    }
    if (request->methods_count > 0) {
        return 0;
    }
    if (field->top) {
        return cli_top_rivals(field);
    }
    if (!add(field, NULL, &request->options, NULL, &why)) {
        return cli_wrong("%s", why);
    }
    const lento_system *system = lento_model_system(request->model);
    if (lento_splitting_of(system)->flow && lento_scales(system) == 0) {
        cli_rivals_equal(field);
        return 0;
    }
    for (size_t i = 1; i < sizeof entries / sizeof *entries; i++) {
        const int code = add_entry(field, &entries[i]);
        if (code) {
            return code;
        }
    }
    return 0;
}
