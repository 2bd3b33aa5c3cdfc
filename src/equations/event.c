/* SPDX-License-Identifier: MIT
 *
 * event.c - global sign {condition} {x=expr; y=expr}: where the condition becomes zero upwards (1) or downwards (-1),
 * variables get new values, all computed from the old ones. The braces of the condition may be missing, as in XPP. */
#include "equations/equations.h"

/* {x=expr; y'=expr} */
static int jumps(eq_reader *r, eq_event *e) {
    eq_file *file = r->file;
    if (lento_eq_expect(r, '{', "{")) {
        return -1;
    }
    e->first = (int)file->jumps.count;
    while (!lento_eq_accept(r, '}')) {
        eq_jump j = {.at = r->token.at};
        if (lento_eq_name(r, &j.symbol)) {
            return -1;
        }
        while (lento_eq_accept(r, '\'')) {
            j.primes++;
        }
        if (lento_eq_expect(r, '=', "=") || lento_eq_expression(r, &j.value)) {
            return -1;
        }
        if (EQ_ADD(file, file->jumps, j)) {
            return -1;
        }
        e->count++;
        lento_eq_accept(r, ';');
        if (file->failed) {
            return -1;
        }
    }
    return lento_eq_end(r);
}

int lento_eq_global(eq_reader *r) {
    eq_file *file = r->file;
    eq_event e = {0};
    const size_t at = r->token.at;
    const bool minus = lento_eq_accept(r, '-');
    if (!minus) {
        lento_eq_accept(r, '+');
    }
    if (file->failed || r->token.kind != EQ_NUMBER_TOKEN || r->token.value != 1) {
        return lento_eq_error(
            file, at, "an event is written global 1 {condition} {x=...}, or global -1", NULL, NULL);
    }
    e.direction = minus ? -1 : 1;
    if (lento_eq_next(r)) {
        return -1;
    }
    const bool braces = lento_eq_accept(r, '{');
    if (lento_eq_expression(r, &e.condition) || (braces && lento_eq_expect(r, '}', "}")) ||
        jumps(r, &e)) {
        return -1;
    }
    return EQ_ADD(file, file->events, e);
}

int lento_eq_check_events(eq_file *file) {
    for (size_t i = 0; i < file->jumps.count; i++) {
        const eq_jump *j = &file->jumps.item[i];
        const eq_symbol *s = &file->symbols.item[j->symbol];
        if (s->role != EQ_STATE) {
            return lento_eq_error(file, j->at,
                                  s->role == EQ_PARAMETER
                                      ? "an event sets variables; '%s' is a parameter"
                                      : "an event sets variables; '%s' has no equation",
                                  s->name, NULL);
        }
        if (j->primes >= s->order) {
            return lento_eq_error(file, j->at, "an event sets values and velocities; %s has no '",
                                  s->name, NULL);
        }
    }
    return 0;
}
