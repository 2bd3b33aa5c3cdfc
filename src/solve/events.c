/* SPDX-License-Identifier: MIT
 *
 * events.c - where values of the true state become zero, found after the run. A plain run is walked
 * once more, and every zero counts. Where returns are followed each return has a band: the least and
 * the largest value within it. Bands at the nodes are interpolated; where one may touch zero, returns
 * in between are computed until the first (or last) return that does is known, and the zero is
 * located in it, with its fast phase. A value whose band stays across zero is crossed in every
 * return: only its first and last zero count. */
#include <stdlib.h>

#include "solve/piece.h"

enum { NEAR = 6, LOOKS = 9, MOST_DEPTH = 60 };

typedef struct scan {
    lento_solver *s;
    lento_dense *dense;
    const lento_trigger *trigger;
    int e; /* the present one */
    lento_band *bands;
    int count;
    lento_piece piece;
    lento_met *found;
    int room, number;
    /* the last return that was looked at: its class; the side it came from; a place in it */
    int last, from;
    double mixed;
    lento_place where;
} scan;

static void emit(scan *c, double t, int direction) {
    const int wanted = c->trigger[c->e].direction;
    if (wanted != 0 && (wanted > 0) != (direction > 0)) {
        return;
    }
    if (c->number < c->room) {
        int i = c->number;
        for (; i > 0 && c->found[i - 1].t > t; i--) {
            c->found[i] = c->found[i - 1];
        }
        c->found[i] = (lento_met){.trigger = c->e, .direction = direction, .t = t};
    }
    c->number++;
}

/* the first (or last) zero of the sampled piece in this direction, or of any; false: none */
static bool emit_one(scan *c, bool first, int direction) {
    const lento_piece *p = &c->piece;
    for (int i = first ? 0 : p->samples - 2; i >= 0 && i + 1 < p->samples; i += first ? 1 : -1) {
        if (lento_piece_change(p, i) == direction) {
            emit(c, lento_piece_root(p, &c->trigger[c->e], i), direction);
            return true;
        }
    }
    return false;
}

/* ---- returns ---- */

static int side(lento_band b) {
    return b.high < 0 ? -1 : b.low > 0 ? 1 : 0;
}

static int band_at(scan *c, const lento_place *place, lento_band *b) {
    if (lento_piece_walk(&c->piece, c->dense, place)) {
        return -1;
    }
    *b = lento_piece_sample(&c->piece, &c->trigger[c->e], true);
    return isfinite(b->low) && isfinite(b->high)
               ? 0
               : lento_solve_lose(c->s, LOST_NOT_FINITE, place->z[c->s->d]);
}

/* The next return that was looked at, in rising order; its piece is sampled. */
static int advance(scan *c, const lento_place *place, lento_band b) {
    const int now = side(b), before = c->last;
    const double t = place->z[c->s->d];
    if (before == 0 && c->where.tau >= 0) {
        c->mixed += t - c->where.z[c->s->d];
    }
    if (before != 0 && now != before) { /* touched, or jumped over */
        if (lento_piece_walk(&c->piece, c->dense, place)) {
            return -1;
        }
        lento_piece_sample(&c->piece, &c->trigger[c->e], true);
        if (!emit_one(c, true, -before) && now == -before) {
            emit(c, t, now);
        }
        c->from = before;
    } else if (before == 0 && now != 0) {
        if (c->from != -now) { /* not on the way through, whose zero is known */
            lento_band last;
            if (band_at(c, &c->where, &last)) {
                return -1;
            }
            emit_one(c, false, now);
        }
        c->from = now;
    }
    c->last = now;
    c->where = *place;
    return 0;
}

/* low and high of the band n returns after the beginning, by so many nodes around k */
static lento_band predict(const scan *c, int k, double n, int near) {
    const lento_dense *dense = c->dense;
    int first = k - near / 2 + 1, last;
    first = first < 1 ? 1 : first;
    last = first + near < dense->count ? first + near : dense->count;
    first = last - near < 1 ? 1 : last - near;
    lento_band b = {0, 0};
    for (int i = first; i < last; i++) {
        double w = 1;
        for (int j = first; j < last; j++) {
            w *= j == i ? 1 : (n - dense->n[j]) / (dense->n[i] - dense->n[j]);
        }
        const lento_band *at = &c->bands[i * c->count + c->e];
        b.low += w * at->low;
        b.high += w * at->high;
    }
    return b;
}

/* Does the class stay between two returns after node k? off: what the prediction is known to be wrong by. */
static bool stays(const scan *c, int k, double from, double to, int class, double off) {
    const double n = c->dense->n[k];
    for (int i = 1; i < LOOKS; i++) {
        const double at = n + from + (to - from) * i / LOOKS;
        const lento_band b = predict(c, k, at, NEAR), other = predict(c, k, at, NEAR - 2);
        const double unsure = 2 * fmax(fabs(b.low - other.low), fabs(b.high - other.high)) + off +
                              1e-13 * (fabs(b.low) + fabs(b.high));
        const lento_band wide = {b.low - unsure, b.high + unsure};
        const lento_band thin = {b.low + unsure, b.high - unsure};
        if (class == 0 ? !(thin.high >= 0 && thin.low <= 0) : side(wide) != class) {
            return false;
        }
    }
    return true;
}

/* a return between two others: where the band touches zero, if that is between them */
static double between(double from, lento_band a, double to, lento_band b, int depth) {
    const bool high = side(a) < 0 || side(b) < 0;
    const double u = high ? a.high : a.low, v = high ? b.high : b.low;
    double guess =
        side(a) != side(b) && depth % 3 != 2 ? from - u * (to - from) / (v - u) : 0.5 * (from + to);
    guess = isfinite(guess) ? floor(guess) : floor(0.5 * (from + to));
    return fmax(from + 1, fmin(to - 1, guess));
}

static int divide(scan *c, int k, double from, lento_band a, double to, lento_band b, double off,
                  int depth) {
    if (to - from <= 1 || depth > MOST_DEPTH ||
        (side(a) == side(b) && (depth > NEAR || stays(c, k, from, to, side(a), off)))) {
        return 0;
    }
    lento_place place;
    lento_band middle;
    const double at = between(from, a, to, b, depth);
    lento_dense_inside(c->dense, k, at, &place);
    if (band_at(c, &place, &middle)) {
        return -1;
    }
    const lento_band guess = predict(c, k, c->dense->n[k] + at, NEAR);
    off = 2 * fmax(fabs(guess.low - middle.low), fabs(guess.high - middle.high));
    return divide(c, k, from, a, at, middle, off, depth + 1) || advance(c, &place, middle) ||
                   divide(c, k, at, middle, to, b, off, depth + 1)
               ? -1
               : 0;
}

/* one trigger along the nodes of an averaged run */
static int follow(scan *c) {
    const lento_dense *dense = c->dense;
    c->last = c->from = side(c->bands[c->e]);
    c->where.tau = -1;
    for (int k = 0; k < dense->count; k++) {
        lento_place place;
        const lento_band b = c->bands[k * c->count + c->e];
        const double returns = lento_dense_returns(dense, k);
        lento_dense_inside(dense, k, 0, &place);
        place.tau = fmax(0, place.tau);
        if (advance(c, &place, b) ||
            (returns > 1 &&
             divide(c, k, 0, b, returns, c->bands[(k + 1) * c->count + c->e], 0, 0))) {
            return -1;
        }
    }
    return 0;
}

/* The windows at the two ends, or where the section was renewed, may be parts of a return: the return beside them counts,
 * too. */
static int widen(scan *c, int k) {
    const lento_dense *dense = c->dense;
    lento_place place, beside;
    lento_dense_inside(dense, k, 0, &place);
    const double length = lento_dense_end(dense, &place) - place.z[c->s->d];
    const double tau = k > 0 ? place.tau : c->s->oscillation * c->s->crossings;
    if (lento_dense_returns(dense, k) > 1 || !(length < 0.99 * tau) || dense->count < 2) {
        return 0;
    }
    if (k == 0) {
        lento_dense_inside(dense, 1, 0, &beside);
    } else {
        lento_dense_inside(dense, k - 1, lento_dense_returns(dense, k - 1) - 1, &beside);
    }
    if (lento_piece_walk(&c->piece, dense, &beside)) {
        return -1;
    }
    for (c->e = 0; c->e < c->count; c->e++) {
        const lento_band b = lento_piece_sample(&c->piece, &c->trigger[c->e], true);
        lento_band *own = &c->bands[k * c->count + c->e];
        *own = (lento_band){fmin(own->low, b.low), fmax(own->high, b.high)};
    }
    return 0;
}

static int follow_all(scan *c, double mixed[]) {
    for (int k = 0; k < c->dense->count; k++) {
        lento_place place;
        lento_dense_inside(c->dense, k, 0, &place);
        if (lento_piece_walk(&c->piece, c->dense, &place)) {
            return -1;
        }
        for (c->e = 0; c->e < c->count; c->e++) {
            c->bands[k * c->count + c->e] = lento_piece_sample(&c->piece, &c->trigger[c->e], true);
        }
    }
    for (int k = 0; k < c->dense->count; k++) {
        if (widen(c, k)) {
            return -1;
        }
    }
    for (c->e = 0; c->e < c->count; c->e++) {
        c->mixed = 0;
        if (follow(c)) {
            return -1;
        }
        if (mixed) {
            mixed[c->e] = c->mixed;
        }
    }
    return 0;
}

/* every zero of a plain run */
static int walk_all(scan *c) {
    for (int k = 0; k < c->dense->count; k++) {
        lento_place place;
        lento_dense_inside(c->dense, k, 0, &place);
        if (lento_dense_end(c->dense, &place) <= place.z[c->s->d]) {
            continue;
        }
        if (lento_piece_walk(&c->piece, c->dense, &place)) {
            return -1;
        }
        for (c->e = 0; c->e < c->count; c->e++) {
            lento_piece_sample(&c->piece, &c->trigger[c->e], false);
            for (int i = 0; i + 1 < c->piece.samples; i++) {
                const int direction = lento_piece_change(&c->piece, i);
                if (direction) {
                    emit(c, lento_piece_root(&c->piece, &c->trigger[c->e], i), direction);
                }
            }
        }
    }
    return 0;
}

lento_status lento_answer_events(lento_answer *answer, const lento_trigger triggers[], int count,
                                 lento_met found[], int room, int *number, double mixed[]) {
    lento_dense *dense = lento_dense_wake(answer);
    if (!dense || !triggers || count < 1 || !number || room < 0 || (room > 0 && !found)) {
        return LENTO_BAD_OPTION;
    }
    const size_t bands = (size_t)dense->count * (size_t)count;
    const size_t states = PIECE_POINTS * (size_t)dense->s->d;
    scan *c = malloc(sizeof *c + bands * sizeof(lento_band) + states * sizeof(double));
    *number = 0;
    if (!c) {
        return LENTO_NO_MEMORY;
    }
    memset(c, 0, sizeof *c);
    c->s = dense->s;
    c->dense = dense;
    c->trigger = triggers;
    c->count = count;
    c->found = found;
    c->room = room;
    c->bands = (lento_band *)(c + 1);
    c->piece.x = (double *)(c->bands + bands);
    for (int e = 0; mixed && e < count; e++) {
        mixed[e] = 0;
    }
    if (dense->strobe) {
        follow_all(c, mixed);
    } else {
        walk_all(c);
    }
    *number = c->number;
    free(c);
    return lento_dense_rest(answer);
}
