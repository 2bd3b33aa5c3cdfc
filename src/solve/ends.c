/* SPDX-License-Identifier: MIT
 *
 * ends.c - see ends.h. A look at single states may miss a zero, or see one that a finer run does not have: it only saves
 * work. What counts is found in the answer itself (events.c). Then rows behind the end go, and its own is put there. */
#include "solve/ends.h"

#include <stdlib.h>

enum { TRIES = 5, FOUND = 256 };
#define SHORT 0.8  /* of the span: rows that follow are worth a further run */
#define MORE  1.01 /* of the time at which an end was expected */

/* ---- on the way ---- */

void lento_scout_carve(lento_scout *scout, lento_arena *arena, const lento_solve_options *options) {
    const lento_scout own = {.event = options->events,
                             .count = options->event_count,
                             .before = lento_take(arena, options->event_count),
                             .seen = lento_take(arena, options->event_count),
                             .t = INFINITY};
    if (arena->base) {
        *scout = own;
    }
}

static bool enough(lento_scout *c, int i, double value) {
    const lento_trigger *e = &c->event[i];
    const double before = c->before[i];
    const int direction = before < 0 && value >= 0 ? 1 : before > 0 && value <= 0 ? -1 : 0;
    c->seen[i] += direction != 0 && e->direction != -direction;
    c->before[i] = value != 0 ? value : before;
    return e->last > 0 && c->seen[i] >= e->last;
}

int lento_scout_look(lento_solver *s, double t, const double x[]) {
    lento_scout *c = s->scout;
    lento_phase phase[LENTO_MAX_SCALES];
    if (!c) {
        return 0;
    }
    lento_solve_phases(s, t, phase);
    for (int i = 0; i < c->count; i++) {
        if (!(t > c->t)) {
            c->before[i] = c->seen[i] = 0;
        }
        if (enough(c, i, c->event[i].value(t, phase, x, c->event[i].user))) {
            c->found = t;
        }
    }
    c->t = t;
    return c->found > 0 ? lento_solve_lose(s, LOST_STOPPED, t) : 0;
}

int lento_scout_return(lento_solver *s, const double z[], const lento_tape *tape) {
    double x[ROOM];
    int bad = s->scout ? lento_scout_look(s, z[s->d], z) : 0;
    for (int k = 1; s->scout && !bad && k < tape->points; k++) {
        for (int i = 0; i < s->d; i++) {
            x[i] = z[i] + tape->move[(size_t)k * (size_t)s->d + (size_t)i];
        }
        bad = z[s->d] + tape->at[k] > s->until ? 0 : lento_scout_look(s, z[s->d] + tape->at[k], x);
    }
    return bad;
}

/* ---- rows ---- */

/* Rows of a span that ends at `until`, whose last one is there; extra: it was not asked for. NULL: no memory */
static double *rows_until(const lento_solve_options *o, double until, int *count, bool *extra) {
    const int n = o->samples > 0 ? o->samples : LENTO_SOLVE_ROWS;
    double *times = malloc(((size_t)n + 1) * sizeof *times);
    *count = 0;
    *extra = true;
    for (int j = 0; times && j < n; j++) {
        double t = o->times ? o->times[j] : o->until * (j + 1) / (double)n;
        t = o->rows_follow ? t * (until / o->until) : t;
        if (t >= until * (1 - 1e-15)) {
            *extra = t > until * (1 + 1e-12);
            break;
        }
        times[(*count)++] = t;
    }
    if (times) {
        times[(*count)++] = until;
    }
    return times;
}

/* All zeros of the events, into the answer; what does not end the run is there, too. */
static lento_status find_events(lento_answer *a, const lento_solve_options *o) {
    for (int room = FOUND, number = 0;; room = number) {
        free(a->met);
        a->met_count = -1;
        a->met = malloc((size_t)room * sizeof *a->met + (size_t)o->event_count * sizeof *a->mixed);
        if (!a->met) {
            return LENTO_NO_MEMORY;
        }
        a->mixed = (double *)(a->met + room);
        const lento_status status =
            lento_answer_events(a, o->events, o->event_count, a->met, room, &number, a->mixed);
        if (status != LENTO_DONE || number <= room) {
            a->met_count = status == LENTO_DONE ? number : -1;
            return status;
        }
    }
}

/* Which of the zeros ends the run; -1: none. */
static int find_end(const lento_answer *a, const lento_solve_options *o) {
    for (int i = 0; i < a->met_count; i++) {
        const int e = a->met[i].trigger, last = o->events[e].last;
        int seen = 0;
        for (int j = 0; last > 0 && j <= i; j++) {
            seen += a->met[j].trigger == e;
        }
        if (last > 0 && seen == last) {
            return i;
        }
    }
    return -1;
}

/* Rows behind the end go; its own takes the place of the next one, with the bar of that. */
static lento_status cut(lento_answer *a, int end) {
    const double t = a->met[end].t;
    int row = 0;
    while (row + 1 < a->samples && a->times[row] < t) {
        row++;
    }
    a->ended = true;
    a->mixed[a->met[end].trigger] = 0; /* it has no later ones */
    a->met_count = end + 1;
    a->samples = row + 1;
    a->times[row] = t;
    a->met_until = fmin(a->met_until, t);
    a->bar = a->bars[row];
    return lento_answer_at(a, 1, &t, NULL, a->values + (size_t)row * (size_t)a->columns);
}

/* ---- the question, until it has its answer ---- */

/* With rows up to `until`; seen: not NULL: the run may be left where it sees an end. */
static lento_status ask_until(lento_question *ask, lento_answer *a, const lento_system *system,
                              const double state[], const lento_solve_options *o, double until,
                              double *seen, bool *extra) {
    lento_solve_options own = *o;
    const int64_t before = a->calls;
    const double limit = o->max_calls > 0 ? o->max_calls : LENTO_SOLVE_CALLS;
    double *times = rows_until(o, until, &own.samples, extra), none;
    lento_answer_free(a);
    if (!times) {
        a->code = "no-memory";
        a->sentence = "out of memory";
        return a->status = LENTO_NO_MEMORY;
    }
    own.times = times;
    own.until = until;
    own.dense = true;
    own.event_count = seen ? o->event_count : 0;
    own.max_calls = fmax(1, limit - (double)before);
    lento_status status = ask(a, system, state, &own, seen ? seen : &none);
    a->met_count = -1;
    a->calls += before;
    a->counts.probe += before;
    free(times);
    if (status == LENTO_DONE && a->dense && !(seen && *seen > 0)) {
        status = find_events(a, o);
    }
    return status;
}

lento_status lento_solve_to_end(lento_question *ask, lento_answer *a, const lento_system *system,
                                const double state[], const lento_solve_options *o) {
    double until = o->until, seen = 0;
    bool extra;
    lento_status status = ask_until(ask, a, system, state, o, until, &seen, &extra);
    if (seen > 0) {
        until = fmin(seen, o->until);
        status = ask_until(ask, a, system, state, o, until, NULL, &extra);
    }
    int end = -1;
    for (int i = 0; status == LENTO_DONE && a->met_count >= 0; i++) {
        end = find_end(a, o);
        const bool nearer = end >= 0 && o->rows_follow && a->met[end].t < SHORT * until;
        if (i == TRIES || (end >= 0 ? !nearer : until >= o->until)) {
            break;
        }
        until = end >= 0 ? a->met[end].t * MORE : i == 0 ? fmin(o->until, until * MORE) : o->until;
        status = ask_until(ask, a, system, state, o, until, NULL, &extra);
    }
    if (status == LENTO_DONE && a->met_count >= 0 && end >= 0) {
        status = cut(a, end);
    } else if (status == LENTO_DONE && extra && a->samples > 1) {
        a->samples--;
        a->bar = a->bars[a->samples - 1];
    }
    return a->status = status;
}
