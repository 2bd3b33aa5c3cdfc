/* SPDX-License-Identifier: MIT
 * The advice of a comparison in words: which rival to use, with the flags that give it. */
#include "lento/contest.h"
#include "print/output.h"
#include "request/adapters.h"

#include <math.h>
#include <string.h>

enum { FLAGS = 500, PARAMETERS = 64 };

/* The options or the level that hold an option's value. */
static const void *fields_of(const lento_options *o, const lento_option *option, int level) {
    return option->per_level ? (const void *)&o->average[level] : o;
}

/* Is it given wherever it has a meaning? */
static bool given(const lento_option *option, const lento_options *o, int levels) {
    bool all = true;
    for (int k = 0; k < (option->per_level ? levels : 1); k++) {
        all = all && (lento_option_given(option, fields_of(o, option, k)) ||
                      (option->per_level && !lento_level_windows(&o->average[k])));
    }
    return all;
}

/* Does an option say what another one says, or what the method decides itself? */
static bool implied(const lento_option *option, const lento_options *o, int levels) {
    const bool filter = levels > 0 && lento_kernel_chooses_width(o->average[levels - 1].kernel);
    return option->flag || option->told == LENTO_UNTOLD ||
           (option->told == LENTO_TOLD_UNLESS_FILTER && filter) ||
           (option->same &&
            given(lento_option_find(option->same, strlen(option->same)), o, levels));
}

/* The values of all levels as a comma list; false: none is worth saying. */
static bool values_of(const lento_option *option, const lento_options *o, int levels, char *text,
                      size_t room) {
    bool told = false;
    text[0] = '\0';
    for (int k = 0; k < (option->per_level ? levels : 1); k++) {
        char value[64];
        const void *fields = fields_of(o, option, k);
        cli_option_text(option, fields, value, sizeof value);
        told = told ||
               (lento_option_given(option, fields) && !(option->told == LENTO_TOLD_UNLESS_DEFAULT &&
                                                        strcmp(value, option->fallback) == 0));
        cli_append(text, room, "%s%s", k > 0 ? "," : "", value);
    }
    return told;
}

/* A multiscale run is told by the number of its steps, a direct one by their length. */
static const char *flags_of(const lento_options *resolved, char text[FLAGS]) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    const int levels = lento_options_levels(resolved);
    lento_options o = *resolved;
    o.macro_step = levels > 0 ? 0 : o.macro_step;
    text[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        char values[200], flag[CLI_FLAG_SIZE];
        if (implied(&list[i], &o, levels) ||
            !values_of(&list[i], &o, levels, values, sizeof values)) {
            continue;
        }
        const bool alone = list[i].kind == LENTO_SWITCH && strchr(values, ',') == NULL;
        cli_append(text, FLAGS, "%s%s%s%s", text[0] ? " " : "", cli_flag_text(list[i].name, flag),
                   alone ? "" : " ", alone ? "" : values);
    }
    if (o.rtol > 0) {
        cli_append(text, FLAGS, " --macro-tol %g,%g", o.rtol, o.atol);
    }
    cli_append(text, FLAGS, "%s", levels > 0 ? "" : " --scheme direct");
    return text;
}

static void say_direct(const lento_comparison *c, char *text, size_t room) {
    char flags[FLAGS];
    const lento_rival *r = &c->rival[c->advice.direct], *best = &c->rival[c->advice.best];
    cli_append(text, room,
               "Integrate directly (%s): error %.1e of the range with %.3g force evaluations; "
               "multiscale needs %.3g for %.1e",
               flags_of(&r->resolved, flags), r->error, r->evaluations, best->evaluations,
               best->error);
}

static void say_use(const lento_rival *r, char *text, size_t room) {
    char flags[FLAGS];
    cli_append(text, room, "Use %s: error %.1e of the range with %.3g force evaluations",
               flags_of(&r->resolved, flags), r->error, r->evaluations);
}

/* Multiscale beside direct. */
static void say_best(const lento_comparison *c, char *text, size_t room) {
    const lento_advice *a = &c->advice;
    if (a->kind == LENTO_ADVICE_DIRECT) {
        say_direct(c, text, room);
    } else {
        say_use(&c->rival[a->best], text, room);
        if (a->direct >= 0) {
            cli_append(text, room, ", where a direct run needs about %.2g", a->work);
        }
    }
    if (a->closed >= 0) {
        const lento_rival *closed = &c->rival[a->closed];
        cli_append(text, room,
                   "; if you trust the closed averaged equation, it needs %.3g evaluations (%s)",
                   closed->evaluations, closed->resolved.macro);
    }
    cli_append(text, room, ".");
}

/* equal work: the first of the ranking */
static void say_first(const lento_comparison *c, char *text, size_t room) {
    char flags[FLAGS];
    const lento_rival *r = &c->rival[0];
    cli_append(text, room, "Use %s: the smallest error, %.1e, with %.3g force evaluations%s.",
               flags_of(&r->resolved, flags), r->error, r->evaluations,
               c->asked.reference == LENTO_REFERENCE_EXACT
                   ? "; the exact solution (--macro exact) needs none"
                   : "");
}

/* What the problem has to say of its rivals. */
static void say_remarks(const lento_comparison *c, char *text, size_t room) {
    double p[PARAMETERS];
    for (int i = 0; i < PARAMETERS; i++) {
        lento_model_parameter(c->asked.model, i, &p[i], NULL);
    }
    for (const lento_remark *m = c->contest->remarks; m->text[0]; m++) {
        const lento_rival *r[2] = {NULL, NULL};
        bool known = true;
        for (int i = 0; i < 2 && m->rival[i].form; i++) {
            r[i] = lento_comparison_find(c, m->rival[i].form, m->rival[i].macro);
            known = known && r[i];
        }
        for (int i = 0; known && i < 3 && m->text[i]; i++) {
            cli_append(text, room, "%s", m->text[i]);
            if (i < 2 && r[i]) {
                cli_append(text, room, "%.1e with %.3g evaluations", r[i]->error,
                           r[i]->evaluations);
            } else if (i == 0 && m->value) {
                cli_append(text, room, "%.1e", m->value(p));
            }
        }
    }
}

/* What needs no method. */
static void say_chosen(const lento_comparison *c, char *text, size_t room) {
    const lento_chosen *run = &c->chosen;
    const int best = c->advice.recommended;
    if (!(run->tolerance > 0)) {
        return;
    }
    cli_append(text, room, "%s", text[0] ? " " : "");
    if (!run->met) {
        cli_append(text, room, "'lento run' without a method: %s.", run->message);
        return;
    }
    cli_append(text, room,
               "%s 'lento run' without a method: its bar is %.1e of the largest value of each "
               "column with %.3g evaluations, all checks included.",
               best < 0 || run->calls <= c->rival[best].evaluations ? "Cheapest is" : "Dearer is",
               run->bar, run->calls);
}

const char *cli_advice_words(const lento_comparison *c, char *text, size_t room) {
    const lento_advice *a = &c->advice;
    const bool poor = a->kind == LENTO_ADVICE_CHEAPEST || a->kind == LENTO_ADVICE_NONE;
    text[0] = '\0';
    if (poor && a->best >= 0) {
        cli_append(
            text, room,
            "No multiscale run is accurate here, the best is wrong by %.1e of the range of %s. ",
            c->smallest, c->column);
    }
    switch (a->kind) {
    case LENTO_ADVICE_NONE:
        break;
    case LENTO_ADVICE_FIRST:
        say_first(c, text, room);
        break;
    case LENTO_ADVICE_MULTISCALE:
    case LENTO_ADVICE_DIRECT:
        say_best(c, text, room);
        break;
    case LENTO_ADVICE_CHEAPEST:
        say_use(&c->rival[a->recommended], text, room);
        cli_append(text, room, ".");
        break;
    case LENTO_ADVICE_REMARKS:
        say_remarks(c, text, room);
        break;
    }
    if (a->inaccurate) {
        cli_append(text, room, " But none of these runs is accurate.");
    }
    say_chosen(c, text, room);
    return text;
}

const char *cli_left_out_words(const lento_comparison *c, char *text, size_t room) {
    char library[CLI_LIBRARY_WORDS];
    text[0] = '\0';
    for (int i = 0; i < c->left_out_count; i++) {
        const cli_library *absent = cli_adapter_absent(c->left_out[i]);
        cli_append(text, room, "%s%s (%s)", i > 0 ? ", " : "", c->left_out[i],
                   absent ? cli_library_words(absent, library, sizeof library) : "");
    }
    return text;
}
