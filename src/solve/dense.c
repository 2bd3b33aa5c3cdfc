/* SPDX-License-Identifier: MIT
 *
 * dense.c - see dense.h. A time is reached from the last whole return before it, whose state is the
 * sum of the step's polynomial, with the phase of the fast motion: then directly. Plain runs keep
 * their steps; when there are too many every second one goes, which costs calls, not accuracy. */
#include "solve/dense.h"

enum { SIZES = 4 }; /* nodes on each side that tell how large a number is */

void lento_dense_carve(lento_dense *dense, lento_arena *arena, int d) {
    const lento_dense own = {.order = lento_take(arena, DENSE_NODES),
                             .n = lento_take(arena, DENSE_NODES),
                             .z = lento_take_matrix(arena, DENSE_NODES, d + 1),
                             .g = lento_take_matrix(arena, DENSE_NODES, d + 1),
                             .other_n = lento_take(arena, DENSE_NODES),
                             .other_t = lento_take(arena, DENSE_NODES)};
    if (arena->base) {
        *dense = own;
    }
}

static const double *state(const lento_dense *dense, int k) {
    return dense->z + (size_t)k * (size_t)(dense->s->d + 1);
}

static double time_of(const lento_dense *dense, int k) {
    return state(dense, k)[dense->s->d];
}

void lento_dense_begin(lento_solver *s, const lento_pass *pass, double rtol) {
    lento_dense *dense = s->dense;
    s->out->dense = NULL;
    if (!dense) {
        return;
    }
    dense->others = 0;
    for (int k = 0; dense->strobe && rtol == 0 && k < dense->count; k++) {
        dense->other_n[dense->others] = dense->n[k];
        dense->other_t[dense->others++] = time_of(dense, k);
    }
    dense->s = s;
    dense->of = pass;
    dense->strobe = rtol == 0;
    dense->rtol = fmax(s->least_rtol, 0.01 * rtol);
    dense->full = false;
    dense->count = 0;
    dense->stride = 1;
    dense->seen = 0;
}

static void move(lento_dense *dense, int to, int from) {
    const size_t width = (size_t)dense->s->d + 1, bytes = width * sizeof(double);
    dense->order[to] = dense->order[from];
    dense->n[to] = dense->n[from];
    memmove(dense->z + (size_t)to * width, dense->z + (size_t)from * width, bytes);
    memmove(dense->g + (size_t)to * width, dense->g + (size_t)from * width, bytes);
}

/* Of a plain run every second node goes, and only every second step becomes one. */
static void thin(lento_dense *dense) {
    const int most = dense->count;
    dense->count = 0;
    for (int k = 0; k < most; k += 2) {
        move(dense, dense->count++, k);
    }
    dense->stride *= 2;
}

void lento_dense_add(lento_solver *s, int order, double n, const double z[], const double g[]) {
    lento_dense *dense = s->dense;
    if (!dense || dense->full) {
        return;
    }
    if (g && dense->count == 1 && z[s->d] == time_of(dense, 0)) {
        dense->count = 0; /* the first return begins where everything begins */
        dense->seen = 0;
    }
    if ((dense->count > 0 && !(z[s->d] > time_of(dense, dense->count - 1))) ||
        dense->seen++ % dense->stride) {
        return;
    }
    dense->full = dense->strobe && dense->count == DENSE_NODES;
    if (dense->full) {
        return;
    }
    if (dense->count == DENSE_NODES) {
        thin(dense);
    }
    const size_t width = (size_t)s->d + 1, at = (size_t)dense->count * width;
    dense->order[dense->count] = order;
    dense->n[dense->count++] = n;
    memcpy(dense->z + at, z, width * sizeof *z);
    if (g) {
        memcpy(dense->g + at, g, width * sizeof *g);
    } else {
        memset(dense->g + at, 0, width * sizeof *z);
    }
}

void lento_dense_keep(lento_solver *s, const lento_pass *pass, double rho, double apart) {
    if (s->dense && !s->dense->full && s->dense->of == pass) {
        s->out->dense = s->dense;
        s->dense->rho = rho;
        s->dense->apart = apart;
    }
}

/* ---- places ---- */

static int order_after(const lento_dense *dense, int k) {
    return k + 1 < dense->count ? (int)dense->order[k + 1] : 1;
}

double lento_dense_returns(const lento_dense *dense, int k) {
    return order_after(dense, k) > 1 ? dense->n[k + 1] - dense->n[k] : 1;
}

void lento_dense_inside(const lento_dense *dense, int k, double after, lento_place *place) {
    const int d = dense->s->d, order = order_after(dense, k);
    const size_t width = (size_t)d + 1;
    double node[NODES], g[NODES][SLOTS], term[NODES][SLOTS];
    place->k = k;
    place->after = after;
    place->tau = dense->g[(size_t)k * width + (size_t)d];
    memcpy(place->z, state(dense, k), width * sizeof *place->z);
    if (order < 2 || after == 0) {
        return;
    }
    for (int i = 0; i < order; i++) {
        node[i] = dense->n[k + 1 - i];
        memcpy(g[i], dense->g + (size_t)(k + 1 - i) * width, width * sizeof **g);
    }
    lento_sum_terms(d + 1, order, node, g, dense->n[k], after, lento_dense_returns(dense, k), term);
    for (int i = 0; i < order; i++) {
        for (int q = 0; q <= d; q++) {
            place->z[q] += term[i][q];
        }
    }
}

static int node_before(const lento_dense *dense, double t) {
    int low = 0, high = dense->count;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (time_of(dense, middle) <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void lento_dense_find(const lento_dense *dense, double t, lento_place *place) {
    const int k = node_before(dense, t), d = dense->s->d;
    double low = 0, high = lento_dense_returns(dense, k);
    while (high - low > 1) {
        const double middle = floor((low + high) / 2);
        lento_dense_inside(dense, k, middle, place);
        if (place->z[d] <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    lento_dense_inside(dense, k, low, place);
    place->z[d] = fmin(place->z[d], t);
}

double lento_dense_end(const lento_dense *dense, const lento_place *place) {
    const int k = place->k;
    if (place->after + 1 < lento_dense_returns(dense, k)) {
        lento_place next;
        lento_dense_inside(dense, k, place->after + 1, &next);
        return next.z[dense->s->d];
    }
    return k + 1 < dense->count ? time_of(dense, k + 1) : dense->s->until;
}

/* What a number that moves fast has grown to near a node of a plain run: its scale may be far below that. */
static double size_near(const lento_dense *dense, int k, int i) {
    double most = 0;
    for (int j = k - SIZES; j <= k + SIZES; j++) {
        most = j >= 0 && j < dense->count ? fmax(most, fabs(state(dense, j)[i])) : most;
    }
    return most;
}

void lento_dense_open(const lento_dense *dense, const lento_place *place, lento_orbit *o) {
    lento_solver *s = dense->s;
    lento_orbit_open(s, o, place->z[s->d], place->z, dense->strobe ? s->row_rtol : dense->rtol,
                     dense->strobe);
    for (int i = 0; i < s->d && !dense->strobe; i++) {
        if (s->share[i] > 0.5 && !s->angle[i]) {
            o->size[i] = fmax(o->size[i], size_near(dense, place->k, i));
        }
    }
    o->cap = s->oscillation > 0 ? s->oscillation / 5 : 0;
}

/* ---- questions ---- */

lento_dense *lento_dense_wake(lento_answer *answer) {
    lento_dense *dense = answer ? answer->dense : NULL;
    if (dense) {
        dense->s->out = answer; /* it may have been moved */
        dense->s->lost = LOST_NOTHING;
        dense->s->limit = INFINITY;
        dense->s->calls = answer->calls;
    }
    return dense;
}

lento_status lento_dense_rest(lento_answer *answer) {
    static const lento_status STATUS[] = {[LOST_NOT_FINITE] = LENTO_NOT_FINITE,
                                          [LOST_STALLED] = LENTO_STALLED,
                                          [LOST_CALLBACK] = LENTO_CALLBACK_FAILED,
                                          [LOST_STOPPED] = LENTO_STOPPED};
    const lento_solver *s = answer->dense->s;
    answer->calls = s->calls;
    return s->lost <= LOST_STOPPED ? STATUS[s->lost] : LENTO_STALLED;
}

/* columns of the answer at t, where the state is x */
static int show(lento_dense *dense, double t, const double x[], double tau, double columns[]) {
    lento_solver *s = dense->s;
    const double *times = s->times;
    lento_pass row = {.value = columns, .stride = 1};
    s->times = &t;
    const int bad = lento_output_state(s, &row, 0, x, tau);
    s->times = times;
    return bad;
}

/* goes on from the last time if that is in the same return */
static int go(lento_dense *dense, double t, lento_place *place, lento_orbit *o, bool *open) {
    const int d = dense->s->d;
    if (!*open || t < o->base + o->at || t >= lento_dense_end(dense, place)) {
        lento_dense_find(dense, t, place);
        lento_dense_open(dense, place, o);
        *open = true;
    }
    const double rest = t - place->z[d];
    return rest > o->at ? lento_orbit_run(o, rest) : 0;
}

lento_status lento_answer_at(lento_answer *answer, int count, const double times[], double states[],
                             double columns[]) {
    lento_dense *dense = lento_dense_wake(answer);
    if (!dense || !times || count < 0) {
        return LENTO_BAD_OPTION;
    }
    lento_solver *s = dense->s;
    lento_place place = {0};
    lento_orbit o;
    bool open = false;
    for (int j = 0; j < count; j++) {
        if (!(times[j] >= 0) || !(times[j] <= s->until)) {
            return LENTO_BAD_OPTION;
        }
        double x[ROOM];
        if (go(dense, times[j], &place, &o, &open)) {
            break;
        }
        for (int i = 0; i < s->d; i++) {
            x[i] = o.x[i] + o.low[i];
        }
        if (states) {
            memcpy(states + (size_t)j * (size_t)s->d, x, (size_t)s->d * sizeof *x);
        }
        const double tau = place.tau > 0 ? place.tau : answer->return_time;
        if (columns && show(dense, times[j], x, tau, columns + (size_t)j * (size_t)s->columns)) {
            break;
        }
    }
    return lento_dense_rest(answer);
}

/* the time at which the answer has made n returns; NAN: it has not */
static double time_after(const lento_dense *dense, double n) {
    int k = 1;
    while (k + 1 < dense->count && dense->n[k + 1] <= n) {
        k++;
    }
    const double after = n - dense->n[k];
    if (after < 0 || after >= lento_dense_returns(dense, k)) {
        return k + 1 < dense->count || after != 0 ? NAN : time_of(dense, k);
    }
    lento_place place;
    lento_dense_inside(dense, k, after, &place);
    return place.z[dense->s->d];
}

double lento_answer_phase_error(const lento_answer *answer, double t) {
    const lento_dense *dense = answer ? answer->dense : NULL;
    if (!dense) {
        return INFINITY;
    }
    const lento_solver *s = dense->s;
    if (!dense->strobe) {
        return dense->apart;
    }
    if (s->period > 0) {
        return 0; /* declared */
    }
    double most = answer->sections > 0 ? INFINITY : 0;
    for (int k = 1; k < dense->others && (k == 1 || dense->other_t[k - 1] < t); k++) {
        const double apart = fabs(dense->other_t[k] - time_after(dense, dense->other_n[k]));
        most = isfinite(apart) ? fmax(most, apart) : most;
    }
    return dense->rho * most * LENTO_TWO_PI / s->oscillation;
}
