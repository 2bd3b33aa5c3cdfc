/* SPDX-License-Identifier: MIT
 *
 * xpp.c - a file of equations in the language of XPPAUT, for `lento check --xpp`: values in SI units, equations of second
 * order as two of first order, phases as variables. What XPPAUT cannot say is refused by name. */
#include "equations/xpp.h"

#include <string.h>

enum { MOST_SYMBOLS = 1500 }; /* that XPPAUT has room for */

/* ---- statements ---- */

static void start(eq_writer *w, const char *word, const char *name, const char *more) {
    lento_eq_say(w, word);
    lento_eq_say(w, name);
    lento_eq_say(w, more);
}

static void line(eq_writer *w, const char *word, const char *name, const char *more,
                 eq_range range) {
    start(w, word, name, more);
    lento_eq_spell(w, range);
    lento_eq_say(w, "\n");
}

static void value(eq_writer *w, const char *word, const char *name, const char *more,
                  double number_) {
    start(w, word, name, more);
    lento_eq_say_number(w, number_);
    lento_eq_say(w, "\n");
}

static void definition(eq_writer *w, int symbol) {
    const eq_symbol *s = &w->file->symbols.item[symbol];
    const char *name = w->name[symbol];
    if (s->lookup > 0) {
        const eq_lookup *table = &w->file->lookups.item[s->lookup - 1].table;
        const double last = table->low + table->step * (table->count - 1);
        start(w, "# XPPAUT joins values by straight lines\ntable ", name, " % ");
        lento_eq_say_number(w, table->count);
        lento_eq_say(w, " ");
        lento_eq_say_number(w, table->low);
        lento_eq_say(w, " ");
        lento_eq_say_number(w, last);
        line(w, " ", "", "", s->value);
    } else if (s->role == EQ_FUNCTION) {
        lento_eq_say(w, name);
        for (int i = 0; i < s->arguments; i++) {
            const char argument[] = {i == 0 ? '(' : ',', 'u', '_', (char)('a' + i), '\0'};
            lento_eq_say(w, argument);
        }
        line(w, "", "", ")=", s->value);
    } else if (s->role == EQ_QUANTITY || (s->depends & EQ_ON_PARAMETER)) {
        line(w, s->role == EQ_QUANTITY ? "" : "!", name, "=", s->value);
    }
}

static void equations(eq_writer *w, eq_expansion *x) {
    const eq_file *file = w->file;
    for (size_t i = 0; i < file->states.count + file->phases.count; i++) {
        const bool is_phase = i >= file->states.count;
        const int symbol =
            is_phase ? file->phases.item[i - file->states.count] : file->states.item[i];
        const eq_symbol *s = &file->symbols.item[symbol];
        const char *name = w->name[symbol], *velocity = w->velocity[symbol];
        if (velocity) {
            lento_eq_say(w, name);
            lento_eq_say(w, "'=");
            lento_eq_say(w, velocity);
            lento_eq_say(w, "\n");
        }
        line(w, "", velocity ? velocity : name, "'=", is_phase ? s->value : s->rate);
        value(w, "init ", name, "=", lento_eq_constant(x, s->start[0]));
        if (velocity) {
            value(w, "init ", velocity, "=", lento_eq_constant(x, s->start[1]));
        }
    }
}

static void outputs_and_events(eq_writer *w) {
    const eq_file *file = w->file;
    for (size_t i = 0; i < file->outputs.count; i++) {
        const eq_output *o = &file->outputs.item[i];
        const int symbol = o->name ? lento_eq_symbol(w->file, o->name, strlen(o->name), 0) : -1;
        if (symbol >= 0) { /* an output may have the name of the quantity that it shows */
            const bool same = file->symbols.item[symbol].role != EQ_UNKNOWN;
            line(w, o->mean ? "# a mean, here a value at each time\naux " : "aux ",
                 same ? lento_eq_other_name(w, w->name[symbol], 'o') : w->name[symbol], "=",
                 o->value);
        }
    }
    for (size_t i = 0; i < file->events.count; i++) {
        const eq_event *e = &file->events.item[i];
        lento_eq_say(w, e->direction < 0 ? "global -1 {" : "global 1 {");
        lento_eq_spell(w, e->condition);
        lento_eq_say(w, "} {");
        for (int k = e->first; k < e->first + e->count; k++) {
            const eq_jump *j = &file->jumps.item[k];
            start(w, k > e->first ? ";" : "", (j->primes ? w->velocity : w->name)[j->symbol], "=");
            lento_eq_spell(w, j->value);
        }
        lento_eq_say(w, "}\n");
    }
}

/* Steps of its Runge-Kutta method: its own 0.05 or less, and 50 in a period of the fastest phase. */
static void settings(eq_writer *w, eq_expansion *x) {
    const eq_file *file = w->file;
    const double total = file->total > 0 ? file->total : 20;
    double step = file->step > 0 ? file->step : total > 100 ? 0.05 : total / 2000;
    for (size_t i = 0; i < file->phases.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->phases.item[i]];
        const double rate = fabs(lento_eq_constant(x, s->value));
        step = s->read && 0.125 / rate < step ? 0.125 / rate : step;
    }
    const double jump = ceil(total / step / 5000);
    value(w, "@ ", "total", "=", total);
    value(w, "@ ", "dt", "=", step);
    value(w, "@ ", "njmp", "=", jump > 1 ? jump : 1);
    lento_eq_say(w, "@ bounds=1e30,maxstor=20000\ndone\n");
}

/* what there is no word for */
static int possible(eq_file *file) {
    for (size_t i = 0; i < file->lookups.count; i++) {
        if (!file->lookups.item[i].computed) {
            return lento_eq_error(file, file->symbols.item[file->lookups.item[i].symbol].at,
                                  "a table from a file is not written for XPPAUT", NULL, NULL);
        }
    }
    if (file->constraints.count > 0) {
        return lento_eq_error(file, file->trees.item[file->constraints.item[0].first].at,
                              "XPPAUT has no constraints (0 = ...)", NULL, NULL);
    }
    return file->stiff.count > 0
               ? lento_eq_error(file, file->stiff.item[0].at,
                                "XPPAUT has no stiff springs (stiff w: ...)", NULL, NULL)
           : file->mean_start
               ? lento_eq_error(file, file->mean_at,
                                "XPPAUT has no starts that are means (init mean)", NULL, NULL)
           : file->symbols.count > MOST_SYMBOLS
               ? lento_eq_error(file, 0, "XPPAUT has no room for so many names", NULL, NULL)
               : 0;
}

static int write_all(eq_writer *w) {
    eq_file *file = w->file;
    eq_graph g;
    eq_expansion x = {0};
    if (possible(file)) {
        return -1;
    }
    int code = lento_eq_graph_start(&g, (int)lento_eq_size(file)) ||
               lento_eq_expand_start(&x, file, &g, NULL, NULL, NULL);
    if (!code && !lento_eq_spell_names(w)) {
        for (size_t i = 0; i < file->symbols.count; i++) {
            const eq_symbol *s = &file->symbols.item[i];
            if ((s->role == EQ_PARAMETER || s->role == EQ_FIXED) &&
                !(s->depends & EQ_ON_PARAMETER)) {
                value(w, s->role == EQ_PARAMETER ? "par " : "number ", w->name[i], "=",
                      g.nodes.item[x.symbol[i]].k);
            }
        }
        for (size_t i = 0; i < file->order.count && !file->failed; i++) {
            definition(w, file->order.item[i]);
        }
        equations(w, &x);
        outputs_and_events(w);
        settings(w, &x);
    }
    lento_eq_expand_free(&x);
    lento_eq_graph_free(&g);
    return code || file->failed ? -1 : 0;
}

/* The text is read once more: a problem may be in use elsewhere. */
size_t lento_problem_xpp(const lento_problem *problem, lento_number_text *number_text, char text[],
                         size_t room, char error[], size_t error_room) {
    const bool read = problem && problem->make == lento_eq_make && number_text;
    const eq_file *base = read ? problem->data : NULL;
    eq_writer w = {.text = text, .room = text ? room : 0, .number = number_text};
    w.file = lento_eq_open(error, error_room);
    if (!w.file) {
        return 0;
    }
    int code = -1;
    if (base) {
        w.file->text = base->text;
        w.file->name = base->name;
        w.file->length = base->length;
        w.file->base = base;
        code = lento_eq_reserve(w.file) || lento_eq_statements(w.file) || write_all(&w);
    }
    free(w.stack.item);
    lento_problem_free(&w.file->problem);
    if (w.room > 0) {
        text[code ? 0 : w.length < w.room ? w.length : w.room - 1] = '\0';
    }
    return code ? 0 : w.length;
}
