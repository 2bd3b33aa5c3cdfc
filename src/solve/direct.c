/* SPDX-License-Identifier: MIT
 *
 * direct.c - plain integration with a bar: a coarse and a fine run, and pieces of the orbit at
 * three tolerances, which show how much of their difference is the error of the fine one. The
 * absolute tolerance follows the present size of the fast motion, so that an amplitude that dies
 * out and comes back is not lost. Steps that failed hard along the whole run mean corners: the bar
 * is widened. An averaged pair that disagreed is not forgotten: its values bound the bar from
 * below. */
#include "solve/sight.h"
#include "solve/steep.h"

enum {
    SPOTS = 4,
    MOST_ROUNDS = 5,
    REBASE_EVERY = 64,
    BINS = 4,
    TELL_EVERY = 256,
    AMONG = 5,
    MOST_JUMPS = 12,
    PAST = 112,    /* states that are kept, */
    PER_RETURN = 8 /* and of a return */
};
#define COARSEST   1e-6 /* coarser runs are not asymptotic on steep right-hand sides */
#define GAP        1000
#define AT_REST    1e-13 /* of its size, a number that started at 0 */
#define LOST_PHASE 0.1   /* of the excursion */

/* The excursion of each number over about the last oscillation, in bins. */
typedef struct track {
    double low[BINS][ROOM], high[BINS][ROOM], since;
    int bin;
} track;

typedef struct plain {
    lento_solver *s;
    double tau, near; /* a return; the last one that was found */
    lento_pass *a, *b;
    double coarse, fine; /* tolerances */
    double spot_t[SPOTS], spot[SPOTS][ROOM];
    int row, spots; /* of the present run: the next row, pieces noted */
    int64_t hard, steps;
    bool brief;       /* few steps: the pieces are all of the orbit */
    bool blunt;       /* sizes not below rounding of the scales */
    bool risen[ROOM]; /* a number that started at 0 has left it */
    /* states of the last returns: what surrounds a row is integrated from one of them, never back in time */
    int64_t past;
    double past_t[PAST], past_x[PAST][ROOM];
} plain;

static void note_past(plain *p, const lento_orbit *o) {
    const double t = o->base + o->at;
    if (p->past == 0 || t - p->past_t[(p->past - 1) % PAST] >= p->tau / PER_RETURN) {
        p->past_t[p->past % PAST] = t;
        memcpy(p->past_x[p->past++ % PAST], o->x, sizeof o->x);
    }
}

/* The last of them at or before t, else the first that is left. */
static int past_before(const plain *p, double t) {
    int64_t i = p->past - 1;
    const int64_t first = p->past > PAST ? p->past - PAST : 0;
    while (i > first && p->past_t[i % PAST] > t) {
        i--;
    }
    return (int)(i % PAST);
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
static void track_sizes(const track *k, plain *p, lento_orbit *o) {
    const lento_solver *s = p->s;
    for (int i = 0; i < s->d; i++) {
        double low, high;
        track_reach(k, i, &low, &high);
        const double large = fmax(fabs(low), fabs(high));
        const double size = s->share[i] > 0.5 && !s->angle[i] ? 5 * (high - low) : s->scale[i];
        const double rounding = 3e-16 / o->rtol * (p->blunt ? s->scale[i] : large);
        p->risen[i] = p->risen[i] || large > AT_REST * s->scale[i];
        o->size[i] = fmax(fmin(s->scale[i], fmax(size, rounding)),
                          p->risen[i] ? 1e-290 : AT_REST * s->scale[i]);
    }
}

static double oscillation(const lento_solver *s) {
    return s->oscillation > 0 ? s->oscillation : fmin(s->until, 10 * s->step_time);
}

/* The length of a return at t; near the end that of one before it, whatever rows there are. */
static double return_at(plain *p, double t, const double x[]) {
    if (p->s->until - t >= 2.5 * p->near) {
        return lento_local_return(p->s, t, x, p->near);
    }
    const int i = past_before(p, p->s->until - 4 * p->tau);
    return lento_local_return(p->s, p->past_t[i], p->past_x[i], p->near);
}

/* The row p->row, where the state is x. */
static int show_row(plain *p, lento_pass *pass, const double x[]) {
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
static int rows(plain *p, const lento_orbit *o, lento_pass *pass, double h) {
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

/* where the pieces of orbit begin that are done again */
static void note_spot(plain *p, const lento_orbit *o) {
    const double t = o->base + o->at;
    if (p->spots < SPOTS && t >= p->s->until * p->spots / SPOTS) {
        p->spot_t[p->spots] = t;
        memcpy(p->spot[p->spots++], o->x, sizeof o->x);
    }
}

/* Does the step h from o, which adds this, jump over something that the system tells of? */
static bool jumps_over(const lento_orbit *o, double h, const double add[]) {
    const lento_solver *s = o->s;
    const int count = lento_steep_count(s);
    double now[LENTO_MOST_STEEP], a[LENTO_MOST_STEEP * AMONG], x[ROOM];
    for (int k = 0; k < AMONG && count > 0; k++) {
        const double part = (double)k / (AMONG - 1);
        for (int i = 0; i < s->d; i++) { /* a parabola: both ends and the first rate */
            const double move = h * o->k[0][i];
            x[i] = o->x[i] + part * move + part * part * (add[i] - move);
        }
        if (lento_steep_at(o, o->at + part * h, x, now)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            a[i * AMONG + k] = now[i];
        }
    }
    return count > 0 && lento_steep_jumped(s, a, AMONG);
}

/* a step that jumps over nothing; its length, 0: lost */
static double step_over_nothing(lento_orbit *o, double rest, double add[]) {
    double h = lento_orbit_step(o, rest, add);
    for (int i = 0; i < MOST_JUMPS && h > 0 && jumps_over(o, h, add); i++) {
        o->h = h / 4;
        h = lento_orbit_step(o, rest, add);
    }
    return h;
}

/* to the end; the phases are taken anew now and then */
static int march(plain *p, lento_orbit *o, lento_pass *pass) {
    lento_solver *s = p->s;
    double add[ROOM];
    track k = {0};
    track_start(&k, s->d, s->start);
    note_spot(p, o);
    p->past = 0;
    p->near = p->tau;
    for (int i = 0; i < s->d; i++) {
        p->risen[i] = s->start[i] != 0;
    }
    note_past(p, o);
    for (bool last = false; !last;) {
        const double rest = (s->until - o->base) - o->at;
        const double h = step_over_nothing(o, rest, add);
        last = h == rest || rest - h <= 2e-16 * s->until;
        if (h == 0 || rows(p, o, pass, last ? INFINITY : h)) {
            return -1;
        }
        lento_orbit_add(o, add, h);
        track_add(&k, s->d, o->x, h, oscillation(s));
        track_sizes(&k, p, o);
        if (last || o->steps % REBASE_EVERY == 0) {
            lento_orbit_rebase(o, last ? s->until : o->base + o->at);
        }
        note_spot(p, o);
        note_past(p, o);
        if (s->options->progress && o->steps % TELL_EVERY == 0) {
            s->options->progress("integrating", (o->base + o->at) / s->until, s->options->user);
        }
    }
    memcpy(pass->end, o->x, sizeof pass->end);
    for (int i = 0; i < s->d; i++) {
        double low, high;
        pass->reach[i] = track_reach(&k, i, &low, &high);
    }
    return 0;
}

static int run_once(plain *p, double rtol, lento_pass *pass) {
    lento_solver *s = p->s;
    const int64_t before = s->calls;
    lento_orbit o;
    *pass = (lento_pass){.value = pass->value, .stride = pass->stride};
    lento_orbit_open(s, &o, 0, s->start, rtol, false);
    p->row = p->spots = 0;
    s->run++;
    if (march(p, &o, pass)) {
        return -1;
    }
    for (; p->spots < SPOTS; p->spots++) {
        p->spot_t[p->spots] = o.base + o.at;
        memcpy(p->spot[p->spots], o.x, sizeof o.x);
    }
    p->hard = o.hard;
    p->steps = pass->steps = o.steps;
    pass->rejected = o.rejected;
    pass->calls = s->calls - before;
    return 0;
}

/* with sizes at the rounding of the fast motion; if that stalls, at the rounding of the scales */
static int run(plain *p, double rtol, lento_pass *pass) {
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

/* |x(fine) - x(fine/30)| / |x(coarse) - x(fine)| after a piece of orbit */
static int check_spot(plain *p, int q, double length, double *rho) {
    lento_solver *s = p->s;
    const double rtol[3] = {p->coarse, p->fine, fmax(p->fine / 30, 0.3 * s->least_rtol)};
    double x[3][ROOM], d1[ROOM], d2[ROOM];
    for (int i = 0; i < 3; i++) {
        lento_orbit o;
        lento_orbit_open(s, &o, p->spot_t[q], p->spot[q], rtol[i], false);
        if (lento_orbit_run(&o, fmin(length, s->until - p->spot_t[q]))) {
            return -1;
        }
        for (int j = 0; j < s->d; j++) {
            x[i][j] = o.x[j] + o.low[j];
        }
    }
    for (int j = 0; j < s->d; j++) {
        d1[j] = x[0][j] - x[1][j];
        d2[j] = x[1][j] - x[2][j];
    }
    const double small = lento_norm_x(s, d2);
    *rho = fmax(*rho, small < 2e-15 ? 0 : small / fmax(lento_norm_x(s, d1), 1e-300));
    return 0;
}

/* which part of the difference of the runs is the error of the fine one */
static int keep_part(plain *p, double *keep) {
    lento_solver *s = p->s;
    double length = fmin(s->until / 8, 8 * oscillation(s)), worst = 0;
    p->brief = length * 12 > s->until;
    length = p->brief ? s->until / SPOTS : length;
    for (int q = 0; q < SPOTS; q++) {
        if (check_spot(p, q, length, &worst)) {
            return -1;
        }
    }
    const double gap = p->fine / p->coarse;
    const bool corners = p->hard > 3 + p->steps / 2000;
    *keep = fmin(3, fmax(4 * worst, 5 * gap));
    if (s->rough || corners || (worst > (p->brief ? 0.5 : 0.08) && worst > 20 * gap)) {
        s->rough = s->out->rough = true;
        *keep = 3;
    }
    return 0;
}

/* Has the coarse run lost the phase of the fast motion? Then the runs differ by no more than the fast motion is large,
 * and their difference no longer says how wrong the fine one is. */
static bool lost_phase(const plain *p) {
    const lento_solver *s = p->s;
    for (int i = 0; i < s->d; i++) {
        const double apart = fabs(p->a->end[i] - p->b->end[i]);
        if (s->share[i] > 0.5 && apart > (s->angle[i] ? 0.3 : LOST_PHASE * p->b->reach[i])) {
            return true;
        }
    }
    return false;
}

static double set_bar(plain *p, double keep, const lento_pass *averaged, double averaged_bar) {
    lento_solver *s = p->s;
    lento_answer *out = s->out;
    double far[2] = {0};
    if (averaged) { /* the averaged pair had warned: do not say less than what it knows */
        far[0] = lento_output_differ(s, averaged, p->b, out->bars);
        far[1] = far[0] > averaged_bar ? far[0] : 0;
    }
    const double difference = lento_output_differ(s, p->a, p->b, out->bars);
    if (difference > 0.3 || out->growth > 300 || lost_phase(p)) {
        keep = fmax(keep, 0.3);
    }
    /* corners, and errors that grow: two runs may agree by accident */
    const bool erratic = s->rough || out->growth > 10;
    keep = erratic ? fmin(3, 2 * keep) : keep;
    const double rounding = 3e-15 * s->oscillations * fmax(1, fmin(out->growth, 1e4));
    const double least = rounding + p->b->row_error + (erratic || p->brief ? 0.01 * s->tol : 0);
    for (int j = 0; j < s->samples; j++) {
        out->bars[j] = out->bars[j] * keep + least;
        out->bars[j] = fmax(out->bars[j], far[1]);
    }
    lento_output_floor(s);
    out->rho = keep;
    out->bar_macro = keep * difference;
    out->bar = out->bars[s->samples - 1];
    out->steps = p->steps;
    out->rejected = p->b->rejected;
    memcpy(out->values, p->b->value, (size_t)s->samples * (size_t)s->columns * sizeof *out->values);
    return keep;
}

/* The next pair: a finer fine run; where the coarse one says nothing, both move on. At the end of
 * the tolerances only the coarse one can. */
static int refine(plain *p, double keep, int round) {
    lento_solver *s = p->s;
    const double want = s->tol / s->out->bar;
    if (p->fine <= s->least_rtol) {
        p->coarse = 10 * p->fine;
        return run(p, p->coarse, p->a);
    }
    if (s->rough || keep >= 0.3 || round > 0) {
        lento_pass *b = p->b;
        p->b = p->a;
        p->a = b;
        p->b->stride = 1;
        p->coarse = p->fine;
        p->fine *= fmax(1e-3, fmin(1 / 30.0, 0.3 * want));
    } else {
        p->fine *= fmax(1 / 30.0, fmin(0.3, 0.4 * want));
    }
    p->fine = fmax(p->fine, s->least_rtol);
    return run(p, p->fine, p->b);
}

static double expected(const lento_solver *s, double rtol) {
    return s->rate9 * s->until * pow(rtol / 1e-9, -0.125) * 1.45;
}

/* Below the floor of noise plain integration is no better. */
static bool hopeless(const lento_solver *s, const lento_plan *plan) {
    return plan->below_floor && s->noise >= 1e-13 && s->direct_cost >= 1e6;
}

void lento_direct(lento_solver *s, const lento_plan *plan, lento_pass pass[2],
                  const lento_pass *averaged) {
    plain p = {.s = s, .a = &pass[0], .b = &pass[1]};
    const double averaged_bar = s->out->bar;
    const int64_t before = s->calls;
    p.tau = plan->tau > 0 ? plan->tau : s->oscillation;
    p.fine = fmax(s->least_rtol, fmin(s->direct_rtol, COARSEST / 30));
    p.coarse = fmin(p.fine * GAP, COARSEST);
    s->out->forecast = lento_whole(expected(s, p.fine)) + s->calls;
    s->out->forecast_direct = lento_whole(expected(s, p.fine));
    if (expected(s, p.fine) > s->limit || hopeless(s, plan)) {
        lento_set_met(s);
        lento_say(s, averaged ? LENTO_NOT_MET : LENTO_REFUSED, plan);
        return;
    }
    p.a->stride = s->column ? 1 : lento_coarse_stride(s); /* windows are dear */
    p.b->stride = 1;
    int bad = run(&p, p.coarse, p.a) || run(&p, p.fine, p.b);
    for (int round = 0; !bad; round++) {
        double keep = 0;
        bad = keep_part(&p, &keep);
        if (bad) {
            break;
        }
        keep = set_bar(&p, keep, averaged, averaged_bar);
        s->out->pairs = round + 1;
        const bool last = p.fine <= s->least_rtol && p.coarse <= 10 * p.fine;
        if (s->out->bar <= s->tol || last || round == MOST_ROUNDS) {
            break;
        }
        bad = refine(&p, keep, round);
    }
    s->out->counts.direct += s->calls - before;
    lento_set_met(s);
    lento_say(s, bad ? LENTO_REFUSED : s->out->bar <= s->tol ? LENTO_DIRECT : LENTO_NOT_MET, plan);
}
