/* SPDX-License-Identifier: MIT
 *
 * plain.c - one run of plain integration: steps whose absolute tolerance follows the present size of
 * the fast motion, so that an amplitude that dies out and comes back is not lost; rows beside them;
 * steep places that the system tells of are not jumped over. */
#include "solve/plain.h"

#include "solve/dense.h"
#include "solve/ends.h"
#include "solve/sight.h"
#include "solve/steep.h"

enum { REBASE_EVERY = 64, BINS = 4, TELL_EVERY = 256, AMONG = 5, MOST_JUMPS = 12, PER_RETURN = 8 };
#define AT_REST     1e-13 /* of its size, a number that started at 0 */
#define DEAD        1e-60 /* of its scale: what has died out so far does not come back */
#define PILOT_SHARE 0.125 /* of the span */
#define SWARM       0.1   /* of a step, between corners */
#define CLOSE       1e-5  /* of a step, to a corner */
#define BEFORE      1e-3
#define OVER        1e-7

/* The excursion of each number over about the last oscillation, in bins. */
typedef struct track {
    double low[BINS][ROOM], high[BINS][ROOM], since;
    int bin;
} track;

static void note_past(lento_plain *p, const lento_orbit *o) {
    const double t = o->base + o->at;
    if (p->past == 0 || t - p->past_t[(p->past - 1) % PLAIN_PAST] >= p->tau / PER_RETURN) {
        p->past_t[p->past % PLAIN_PAST] = t;
        memcpy(p->past_x[p->past++ % PLAIN_PAST], o->x, sizeof o->x);
    }
}

/* The last of them at or before t, else the first that is left. */
static int past_before(const lento_plain *p, double t) {
    int64_t i = p->past - 1;
    const int64_t first = p->past > PLAIN_PAST ? p->past - PLAIN_PAST : 0;
    while (i > first && p->past_t[i % PLAIN_PAST] > t) {
        i--;
    }
    return (int)(i % PLAIN_PAST);
}

static void track_start(track *k, int d, const double x[]) {
    for (int b = 0; b < BINS; b++) {
        memcpy(k->low[b], x, (size_t)d * sizeof *x);
        memcpy(k->high[b], x, (size_t)d * sizeof *x);
    }
    k->since = 0;
    k->bin = 0;
}

static void track_add(track *k, int d, const double x[], double h, double length) {
    k->since += h;
    if (k->since > length / (BINS - 1)) {
        k->since = 0;
        k->bin = (k->bin + 1) % BINS;
        memcpy(k->low[k->bin], x, (size_t)d * sizeof *x);
        memcpy(k->high[k->bin], x, (size_t)d * sizeof *x);
    }
    for (int i = 0; i < d; i++) {
        k->low[k->bin][i] = fmin(k->low[k->bin][i], x[i]);
        k->high[k->bin][i] = fmax(k->high[k->bin][i], x[i]);
    }
}

static double track_reach(const track *k, int i, double *low, double *high) {
    *low = k->low[0][i];
    *high = k->high[0][i];
    for (int b = 1; b < BINS; b++) {
        *low = fmin(*low, k->low[b][i]);
        *high = fmax(*high, k->high[b][i]);
    }
    return *high - *low;
}

/* sizes for the error of the next step: of numbers that move fast, ten times their excursion */
static void track_sizes(const track *k, lento_plain *p, lento_orbit *o) {
    const lento_solver *s = p->s;
    for (int i = 0; i < s->d; i++) {
        double low, high;
        track_reach(k, i, &low, &high);
        const double large = fmax(fabs(low), fabs(high));
        const bool fast = s->share[i] > 0.5 && !s->angle[i];
        double scale = p->blunt ? fmax(s->scale[i], s->roof[i]) : lento_scale_at(s, i, large);
        scale = fast ? fmax(scale, large) : scale; /* it may have grown since the first ones */
        const double size = fast ? 5 * (high - low) : scale;
        const double rounding = 3e-16 / o->rtol * (p->blunt ? scale : large);
        p->risen[i] = p->risen[i] || large > AT_REST * s->scale[i];
        o->size[i] = fmax(fmin(scale, fmax(size, rounding)),
                          fmax(1e-290, (p->risen[i] ? DEAD : AT_REST) * s->scale[i]));
    }
}

double lento_plain_oscillation(const lento_solver *s) {
    return s->oscillation > 0 ? s->oscillation : fmin(s->until, 10 * s->step_time);
}

/* The length of a return at t; near the end that of one before it, whatever rows there are. */
static double return_at(lento_plain *p, double t, const double x[]) {
    if (p->s->until - t >= 2.5 * p->near) {
        return lento_local_return(p->s, t, x, t, p->near);
    }
    const double from = p->s->until - 4 * p->near;
    const int i = past_before(p, from);
    return lento_local_return(p->s, p->past_t[i], p->past_x[i], fmax(from, p->past_t[i]), p->near);
}

/* The row p->row, where the state is x. */
static int show_row(lento_plain *p, lento_pass *pass, const double x[]) {
    lento_solver *s = p->s;
    if (s->column) {
        return lento_output_state(s, pass, p->row, x, p->tau);
    }
    double begin, end, shift;
    const double t = s->times[p->row];
    p->near = return_at(p, t, x);
    lento_window_span(s, t, p->near, &begin, &end, &shift);
    const int i = past_before(p, t + begin * p->near);
    return lento_output_past(s, pass, p->row, x, p->near, p->past_t[i], p->past_x[i]);
}

/* Rows inside the step of length h that begins at o, each by a step of its own: rows do not change the steps, which must
 * differ between two runs. */
static int rows(lento_plain *p, const lento_orbit *o, lento_pass *pass, double h) {
    lento_solver *s = p->s;
    const double begin = o->base + o->at, end = begin + h;
    for (; p->row < s->samples && s->times[p->row] <= end; p->row++) {
        if (lento_output_skips(s, pass, p->row)) {
            continue;
        }
        lento_orbit inside = *o;
        double add[ROOM];
        const double rest = (s->times[p->row] - o->base) - o->at;
        if (rest > 0) {
            if (lento_orbit_stages(&inside, rest, add)) {
                return -1;
            }
            lento_orbit_add(&inside, add, rest);
        }
        if (show_row(p, pass, inside.x)) {
            return -1;
        }
    }
    return 0;
}

/* where the pilot will look */
static void leave_mark(lento_plain *p, const lento_orbit *o) {
    const double t = o->base + o->at;
    if (p->marks < PLAIN_MARKS && t >= p->s->until * PILOT_SHARE * (p->marks + 1) / PLAIN_MARKS) {
        p->mark_t[p->marks] = t;
        memcpy(p->mark[0][p->marks++], o->x, sizeof o->x);
    }
}

/* where the pieces of orbit begin that are done again */
static void note_spot(lento_plain *p, const lento_orbit *o) {
    const double t = o->base + o->at;
    if (p->spots < PLAIN_SPOTS && t >= p->s->until * p->spots / PLAIN_SPOTS) {
        p->spot_t[p->spots] = t;
        memcpy(p->spot_size[p->spots], o->size, sizeof o->size);
        memcpy(p->spot[p->spots++], o->x, sizeof o->x);
    }
}

/* A step that jumps over nothing; its length, 0: lost. Across a corner an estimate of the error is a guess, and two runs
 * share it: a step ends before it, and a very short one goes over it. Corners in a swarm are left to the estimate. */
static double step_over_nothing(lento_plain *p, lento_orbit *o, double rest, double add[]) {
    double part, h = lento_steep_step(o, rest, add, &part);
    const double t = o->base + o->at, near = part * h;
    if (!(h > 0) || part > 1 || t + near < p->corner + SWARM * h) {
        return h;
    }
    const double usual = o->h, least = 1e-13 * fabs(t);
    const bool over = near <= CLOSE * h + least;
    p->corner = over ? t + near : p->corner;
    h = lento_orbit_step(o, over ? fmin(rest, 2 * near + OVER * h + least) : (1 - BEFORE) * near,
                         add);
    o->h = usual;
    return h;
}

/* the state for questions about other times; a coarse run has none */
static void keep(const lento_plain *p, const lento_orbit *o, const lento_pass *pass) {
    double z[SLOTS] = {0};
    if (p->s->dense && pass == p->b) {
        memcpy(z, o->x, (size_t)p->s->d * sizeof *z);
        z[p->s->d] = o->base + o->at;
        lento_dense_add(p->s, 1, 0, z, NULL);
    }
}

/* In the step of length h that begins at o: how far is the run from the marks of the others? */
static int meet(lento_plain *p, const lento_orbit *o, double h) {
    lento_solver *s = p->s;
    const double end = o->base + o->at + h;
    for (; p->marks < p->meets && p->mark_t[p->marks] <= end; p->marks++) {
        lento_orbit inside = *o;
        double add[ROOM];
        const double rest = (p->mark_t[p->marks] - o->base) - o->at;
        if (rest > 0) {
            if (lento_orbit_stages(&inside, rest, add)) {
                return -1;
            }
            lento_orbit_add(&inside, add, rest);
        }
        if (lento_orbit_first(&inside)) {
            return -1;
        }
        if (p->leg == LEG_MEET) {
            memcpy(p->mark[1][p->marks], inside.x, sizeof inside.x);
        }
        for (int i = 0; i < 2; i++) {
            p->apart[i][p->marks] = lento_output_apart(s, p->mark_t[p->marks], p->mark[i][p->marks],
                                                       inside.x, inside.k[0]);
        }
    }
    return 0;
}

/* to the end, or the pilot (without rows) to its last mark; the phases are taken anew now and then */
static int march(lento_plain *p, lento_orbit *o, lento_pass *pass) {
    lento_solver *s = p->s;
    double add[ROOM];
    track k = {0};
    track_start(&k, s->d, s->start);
    p->past = p->marks = 0;
    p->near = p->tau;
    p->corner = -INFINITY;
    if (pass) {
        note_spot(p, o);
    }
    const bool meets = p->leg == LEG_MEET || (pass && p->met);
    for (int i = 0; i < s->d; i++) {
        p->risen[i] = s->start[i] != 0;
    }
    note_past(p, o);
    keep(p, o, pass);
    if (lento_scout_look(s, 0, o->x)) {
        return -1;
    }
    for (bool last = false; !last && (pass || p->marks < p->meets);) {
        const double rest = (s->until - o->base) - o->at;
        const double h = step_over_nothing(p, o, rest, add);
        last = h == rest || rest - h <= 2e-16 * s->until;
        if (h == 0 || (pass && rows(p, o, pass, last ? INFINITY : h)) ||
            (meets && meet(p, o, last ? INFINITY : h))) {
            return -1;
        }
        lento_orbit_add(o, add, h);
        track_add(&k, s->d, o->x, h, lento_plain_oscillation(s));
        track_sizes(&k, p, o);
        if (last || o->steps % REBASE_EVERY == 0) {
            lento_orbit_rebase(o, last ? s->until : o->base + o->at);
        }
        if (lento_scout_look(s, o->base + o->at, o->x)) {
            return -1;
        }
        if (!meets) {
            leave_mark(p, o);
        }
        if (pass) {
            lento_output_reach(s, o->base + o->at, o->x, pass->most);
            note_spot(p, o);
            note_past(p, o);
            keep(p, o, pass);
        }
        if (s->options->progress && o->steps % TELL_EVERY == 0) {
            s->options->progress("integrating", (o->base + o->at) / s->until, s->options->user);
        }
    }
    for (int i = 0; pass && i < s->d; i++) {
        double low, high;
        pass->end[i] = o->x[i];
        pass->reach[i] = track_reach(&k, i, &low, &high);
    }
    return 0;
}

static int run_once(lento_plain *p, double rtol, lento_pass *pass) {
    lento_solver *s = p->s;
    const int64_t before = s->calls;
    lento_orbit o;
    *pass = (lento_pass){.value = pass->value, .stride = pass->stride};
    lento_orbit_open(s, &o, 0, s->start, rtol, false);
    p->row = p->spots = 0;
    if (pass == p->b) {
        lento_dense_begin(s, pass, rtol);
    }
    s->run++;
    if (march(p, &o, pass)) {
        return -1;
    }
    for (; p->spots < PLAIN_SPOTS; p->spots++) {
        p->spot_t[p->spots] = o.base + o.at;
        memcpy(p->spot_size[p->spots], o.size, sizeof o.size);
        memcpy(p->spot[p->spots], o.x, sizeof o.x);
    }
    p->hard = p->hard > o.hard ? p->hard : o.hard;
    pass->steps = o.steps;
    pass->rejected = o.rejected;
    pass->calls = s->calls - before;
    return 0;
}

/* with sizes at the rounding of the fast motion; if that stalls, at the rounding of the scales */
int lento_plain_run(lento_plain *p, double rtol, lento_pass *pass) {
    if (!run_once(p, rtol, pass)) {
        return 0;
    }
    if (p->s->lost != LOST_STALLED || p->blunt) {
        return -1;
    }
    p->s->lost = LOST_NOTHING;
    p->blunt = true;
    return run_once(p, rtol, pass);
}

int lento_plain_leg(lento_plain *p, double rtol, lento_leg leg) {
    lento_orbit o;
    lento_orbit_open(p->s, &o, 0, p->s->start, rtol, false);
    p->leg = leg;
    const int bad = march(p, &o, NULL);
    p->leg = LEG_WHOLE;
    p->leg_steps = o.steps;
    p->hard = p->hard > o.hard ? p->hard : o.hard;
    return bad;
}
