/* SPDX-License-Identifier: MIT
 * Which rival to use. The cheapest one within ten times the smallest error is recommended; the work
 * of a direct run for the same error follows from its order, E (e_direct / e)^(1/order). Direct
 * work grows like omega and multiscale work does not, so multiscale pays above
 *
 *   omega_0 = omega * evaluations(multiscale) / evaluations(direct, same error). */
#include "rivals.h"

#include <math.h>
#include <string.h>

#define USELESS 0.05 /* error in units of the column's largest value */

static bool measured(const cli_rival *r) {
    return isfinite(r->error) && r->message[0] == '\0';
}

static double smallest_error(const cli_field *field) {
    double smallest = INFINITY;
    for (int i = 0; i < field->count; i++) {
        smallest = measured(&field->rivals[i]) ? fmin(smallest, field->rivals[i].error) : smallest;
    }
    return smallest;
}

static bool useless(const cli_field *field, double error) {
    return field->size > 0 && error > USELESS * field->size;
}

/* The cheapest multiscale rival whose error is near the best of its kind; -1: none. */
static int best_of(const cli_field *field, bool closed) {
    double smallest = INFINITY;
    int best = -1;
    for (int i = 0; i < field->count; i++) {
        const cli_rival *r = &field->rivals[i];
        if (!r->direct && r->closed == closed && measured(r)) {
            smallest = fmin(smallest, r->error);
        }
    }
    for (int i = 0; i < field->count; i++) {
        const cli_rival *r = &field->rivals[i];
        if (!r->direct && r->closed == closed && measured(r) && r->error <= 10 * smallest &&
            (best < 0 || r->evaluations < field->rivals[best].evaluations)) {
            best = i;
        }
    }
    return best;
}

/* How far below its measured work a direct rival may be scaled: four times, and with fixed steps only while
 * they resolve the fast motion, h omega <= 1; beyond that the law of its order does not hold. */
static double least_scale(const cli_field *field, const cli_rival *r) {
    const double turn = r->resolved.macro_step * field->omega;
    return turn > 0 ? fmin(1, fmax(turn, 0.25)) : 0.25;
}

/* Evaluations of the cheapest direct rival scaled to this error; *which is its index. */
static double direct_work(const cli_field *field, double error, int *which) {
    double least = INFINITY;
    *which = -1;
    for (int i = 0; i < field->count; i++) {
        const cli_rival *r = &field->rivals[i];
        if (!r->direct || !measured(r) || r->evaluations <= 0 || r->order <= 0) {
            continue;
        }
        const double scale = r->error > 0 && error > 0 ? pow(r->error / error, 1.0 / r->order) : 1;
        const double work = r->evaluations * fmax(scale, least_scale(field, r));
        if (work < least) {
            least = work;
            *which = i;
        }
    }
    return least;
}

static const char *flags_of(const lento_options *o, char *text, size_t room) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    const int levels = lento_options_levels(o);
    bool counted = true; /* micro steps are given per period */
    for (int k = 0; k < levels; k++) {
        counted = counted && (o->average[k].micro_per_period > 0 ||
                              strcmp(o->average[k].scheme, "averaged") == 0);
    }
    text[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        const char *name = list[i].name;
        char value[64], joined[200] = "";
        if (strcmp(name, "window") == 0 || strcmp(name, "side") == 0 ||
            (strcmp(name, "micro_step") == 0 && counted) ||
            strcmp(name, levels > 0 ? "macro_step" : "steps") == 0 ||
            (strcmp(name, "periods") == 0 && levels > 0 &&
             lento_kernel_chooses_width(o->average[levels - 1].kernel))) {
            continue;
        }
        for (int k = 0; k < (list[i].per_level ? levels : 1); k++) {
            const char *base = list[i].per_level ? (const char *)&o->average[k] : (const char *)o;
            const void *at = base + list[i].offset;
            const bool first = list[i].kind == LENTO_CHOICE && *(const int *)at == 0;
            cli_append(joined, sizeof joined, "%s%s", k > 0 ? "," : "",
                       first ? "" : cli_option_text(&list[i], base, value, sizeof value));
        }
        const bool dull = strspn(joined, ",") == strlen(joined) ||
                          (strcmp(name, "phases") == 0 && strspn(joined, "1,") == strlen(joined));
        const bool alone = list[i].kind == LENTO_SWITCH && strchr(joined, ',') == NULL;
        if (!dull) {
            cli_append(text, room, "%s--%s%s%s", text[0] ? " " : "", name, alone ? "" : " ",
                       alone ? "" : joined);
        }
    }
    for (char *c = text; *c; c++) {
        *c = *c == '_' ? '-' : *c;
    }
    if (o->rtol > 0) {
        cli_append(text, room, " --macro-tol %g,%g", o->rtol, o->atol);
    }
    return levels > 0 ? text : (cli_append(text, room, " --scheme direct"), text);
}

/* Fixed steps are scaled to the error that counts; a tolerance is printed as it was measured. */
static void say_direct(cli_field *field, int which, double work, double multiscale) {
    char flags[500];
    const cli_rival *r = &field->rivals[which];
    lento_options o = r->resolved;
    o.macro_step *= r->evaluations / work;
    flags_of(&o, flags, sizeof flags);
    field->recommended = which;
    if (o.macro_step > 0) {
        cli_append(field->advice, sizeof field->advice,
                   "Integrate directly (%s): the same error takes about %.2g force evaluations",
                   flags, work);
    } else {
        cli_append(field->advice, sizeof field->advice,
                   "Integrate directly (%s: error %.1e with %.2g force evaluations)", flags,
                   r->error, r->evaluations);
    }
    cli_append(field->advice, sizeof field->advice, ", multiscale needs %.2g", multiscale);
}

static void say_best(cli_field *field, int best, int closed) {
    char flags[500];
    const cli_rival *r = &field->rivals[best];
    int which;
    const double work = direct_work(field, r->error, &which);
    field->break_even = which >= 0 && field->omega > 0 ? field->omega * r->evaluations / work : NAN;
    if (which >= 0 && work <= r->evaluations) {
        say_direct(field, which, work, r->evaluations);
    } else {
        field->recommended = best;
        cli_append(field->advice, sizeof field->advice,
                   "Use %s: error %.1e with %.3g force evaluations",
                   flags_of(&r->resolved, flags, sizeof flags), r->error, r->evaluations);
        if (which >= 0) {
            cli_append(field->advice, sizeof field->advice, ", where a direct run needs about %.2g",
                       work);
        }
    }
    if (isfinite(field->break_even)) {
        cli_append(field->advice, sizeof field->advice, "; multiscale pays above omega = %.2g",
                   field->break_even);
    }
    if (closed >= 0 && !useless(field, field->rivals[closed].error)) {
        cli_append(field->advice, sizeof field->advice,
                   "; who trusts the closed averaged form needs %.3g (%s)",
                   field->rivals[closed].evaluations, field->rivals[closed].resolved.macro);
    }
    cli_append(field->advice, sizeof field->advice, ".");
}

/* equal work: the first of the ranking */
static void say_first(cli_field *field) {
    char flags[500];
    const cli_rival *r = &field->rivals[0];
    if (!measured(r)) {
        return;
    }
    field->recommended = 0;
    cli_append(field->advice, sizeof field->advice,
               "Use %s: the smallest error, %.1e, with %.3g force evaluations%s.",
               flags_of(&r->resolved, flags, sizeof flags), r->error, r->evaluations,
               field->reference == LENTO_REFERENCE_EXACT
                   ? "; the exact solution (--macro exact) needs none"
                   : "");
}

static void choose(cli_field *field) {
    const int best = best_of(field, false), closed = best_of(field, true);
    field->advice[0] = '\0';
    field->break_even = NAN;
    field->recommended = -1;
    if (field->equal) {
        say_first(field);
        return;
    }
    if (best >= 0 && !useless(field, field->rivals[best].error)) {
        say_best(field, best, closed);
        return;
    }
    if (best >= 0) {
        cli_append(field->advice, sizeof field->advice,
                   "No multiscale run is accurate here, the best is wrong by %.1e where %s reaches "
                   "%.2g. ",
                   field->rivals[best].error, field->column, field->size);
    }
    /* nothing multiscale to compare with: the cheapest within ten times the smallest error */
    const double smallest = smallest_error(field);
    for (int i = 0; i < field->count; i++) {
        const cli_rival *r = &field->rivals[i];
        if (measured(r) && r->error <= 10 * smallest &&
            (field->recommended < 0 ||
             r->evaluations < field->rivals[field->recommended].evaluations)) {
            field->recommended = i;
        }
    }
    if (field->recommended >= 0) {
        char flags[500];
        const cli_rival *r = &field->rivals[field->recommended];
        cli_append(field->advice, sizeof field->advice,
                   "Use %s: error %.1e with %.3g force evaluations.",
                   flags_of(&r->resolved, flags, sizeof flags), r->error, r->evaluations);
    }
}

void cli_advise(cli_field *field) {
    choose(field);
    const double error = field->recommended >= 0 ? field->rivals[field->recommended].error : 0;
    if (useless(field, error)) {
        cli_append(field->advice, sizeof field->advice,
                   " But nobody here is accurate: %s reaches %.2g.", field->column, field->size);
    }
}
