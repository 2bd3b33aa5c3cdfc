/* SPDX-License-Identifier: MIT
 *
 * detect_write.c - new slow variables in a form that a person can read: out of the space they
 * span together with the products of known ones, take the complement of the products in the
 * norm of the coefficients, reduce it so that each polynomial has a monomial of its own
 * (Gauss-Jordan), and drop small coefficients and round the others to fractions where the rate
 * does not notice: companions stay dependent to the last digit that way. This is done with
 * the coefficients in x; in coordinates so skew that the result would be nearly dependent or
 * inaccurate, with those in u, and the result is carried over to x. */
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

/* condition of u -> x on polynomials up to which x is used; no power of a round number */
static const double SKEW = 1.3e6;
static const double PARALLEL = 0.02; /* smallest singular value of representatives of unit size */
static const double MOST_ROUNDED = 1e-4; /* change of a coefficient */
enum { LARGEST_DENOMINATOR = 24 };

/* ---- between the coordinates ---- */
void lento_detect_to_x(detect_search *s, const double u[], double x[]) {
    detect *run = s->run;
    /* u = U x - U centre */
    double *shift = s->work + (s->table.degree + 1) * s->table.count;
    lento_detect_clear(run->d, shift);
    for (int k = 0; k < run->d; k++) {
        lento_detect_add(run->d, -run->centre[k], run->U + k * run->d, shift);
    }
    lento_detect_substitute(&s->table, u, shift, run->U, x, s->work);
}

static void to_u(detect_search *s, const double x[], double u[]) {
    lento_detect_substitute(&s->table, x, s->run->centre, s->run->T, u, s->work);
}

/* ---- the columns of A (K x n) are polynomials ---- */

/* Row norms do not depend on the basis of the space, so neither does the choice. */
int lento_detect_leading(int K, int n, double *G, double *along, double *square) {
    double largest = 0;
    lento_detect_clear(K, square);
    for (int i = 0; i < K * n; i++) {
        square[i % K] += G[i] * G[i];
    }
    for (int i = 0; i < K; i++) {
        largest = fmax(largest, square[i]);
    }
    int monomial = 0;
    while (monomial < K - 1 && !(square[monomial] > 0.72 * largest)) {
        monomial++;
    }
    const double carried = sqrt(square[monomial]);
    lento_detect_clear(K, along);
    for (int c = 0; c < n; c++) {
        lento_detect_add(K, G[monomial + c * K] / carried, G + c * K, along);
    }
    for (int c = 0; c < n; c++) {
        lento_detect_add(K, -G[monomial + c * K] / carried, along, G + c * K);
    }
    return monomial;
}

/* Combinations of the columns of A from number t on such that column t has coefficient 1 and all
 * others, also those before, have 0 at the monomial `row`. */
static bool eliminate(int K, int n, double *A, int t, int row) {
    double *own = A + t * K, *best = own;
    for (int j = t; j < n; j++) {
        best = fabs(A[row + j * K]) > fabs(best[row]) ? A + j * K : best;
    }
    if (best != own) {
        lento_detect_swap(K, own, best);
    }
    if (own[row] == 0) {
        return false;
    }
    lento_detect_scale(K, 1 / own[row], own);
    for (int j = 0; j < n; j++) {
        double *column = A + j * K;
        if (j != t) {
            lento_detect_add(K, -column[row], own, column);
            column[row] = 0;
        }
    }
    own[row] = 1;
    return true;
}

/* Gauss-Jordan: combinations of the columns of A such that each has coefficient 1 at a monomial
 * where all others have 0 */
static int reduce(detect_search *s, double *A, int n) {
    const int K = s->K;
    double *G = lento_detect_doubles(&s->pool, K, n), *along = lento_detect_doubles(&s->pool, K, 2);
    if (!G || !along) {
        return -1;
    }
    lento_detect_copy(K * n, A, G);
    for (int t = 0; t < n; t++) {
        if (!eliminate(K, n, A, t, lento_detect_leading(K, n, G, along, along + K))) {
            return lento_detect_fail(s->run, LENTO_SINGULAR,
                                     "new slow variables are linearly dependent");
        }
    }
    return 0;
}

/* The columns of A in the other coordinates, without their constants; to: to_x or to_u. */
static int carry(detect_search *s, void (*to)(detect_search *, const double[], double[]), int n,
                 double *A) {
    const int count = s->table.count, K = s->K;
    double *from = lento_detect_doubles(&s->pool, count, 2);
    for (int i = 0; from && i < n; i++) {
        lento_detect_copy(K, A + i * K, from + 1);
        to(s, from, from + count);
        lento_detect_copy(K, from + count + 1, A + i * K);
    }
    return from ? 0 : -1;
}

static void scale_to_one(int K, int n, double *A) {
    for (int i = 0; i < n; i++) {
        lento_detect_scale(K, 1 / lento_detect_norm(K, A + i * K), A + i * K);
    }
}

/* Representatives in the columns of A from the basis in u. */
static int represent(detect_search *s, bool in_x, const double *basis, double *A, int n) {
    lento_detect_copy(s->K * n, basis, A);
    if (in_x && carry(s, lento_detect_to_x, n, A)) {
        return -1;
    }
    scale_to_one(s->K, n, A);
    lento_detect_span_remove(in_x ? &s->written_x : &s->written_u, A, n);
    lento_detect_orthonormal(s->K, n, A, 0);
    return reduce(s, A, n);
}

/* smallest singular value of the representatives, scaled to unit size, in the sample norm; -1:
 * failed */
static double independence(detect_search *s, const double *A, int n) {
    const int K = s->K;
    double *V = lento_detect_doubles(&s->pool, K, n), *sigma = lento_detect_doubles(&s->pool, n, 1);
    if (!V || !sigma) {
        return -1;
    }
    lento_detect_copy(K * n, A, V);
    if (carry(s, to_u, n, V)) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        lento_detect_upper_times(K, s->RV, V + i * K);
    }
    scale_to_one(K, n, V);
    return lento_detect_singular(s->run, K, n, V, 0, sigma, NULL) ? -1 : sigma[0];
}

/* ---- one polynomial, in both coordinates ---- */
typedef struct candidate {
    double *u, *x; /* [count] */
} candidate;

/* the other representation of c from the one that was written; constants are dropped */
static void complete(detect_search *s, bool in_x, candidate *c) {
    c->u[0] = c->x[0] = 0;
    if (in_x) {
        to_u(s, c->x, c->u);
    } else {
        lento_detect_to_x(s, c->u, c->x);
    }
    c->u[0] = c->x[0] = 0;
}

/* Drop the coefficients below the largest threshold that leaves the rate as it is. */
static void clean(detect_search *s, bool in_x, candidate *c, double *saved) {
    const int count = s->table.count;
    double *written = in_x ? c->x : c->u;
    complete(s, in_x, c);
    const double allowed = 10 * lento_detect_fast_rate(s, c->u) + 1e-11;
    const double largest = lento_largest(count, written);
    lento_detect_copy(count, written, saved);
    for (double threshold = 1e-3; threshold > 1e-14; threshold /= 10) {
        for (int n = 0; n < count; n++) {
            written[n] = fabs(saved[n]) < threshold * largest ? 0 : saved[n];
        }
        complete(s, in_x, c);
        if (lento_detect_fast_rate(s, c->u) <= allowed) {
            return;
        }
    }
    lento_detect_copy(count, saved, written);
    complete(s, in_x, c);
}

/* scale so that the first monomial of lowest degree has coefficient 1; returns its index */
static int scale(detect_search *s, candidate *c) {
    const int count = s->table.count;
    const double largest = lento_largest(count - 1, c->x + 1);
    int first = 1;
    while (first < count - 1 && !(fabs(c->x[first]) > 1e-6 * largest)) {
        first++;
    }
    const double by = 1 / c->x[first];
    lento_detect_scale(count, by, c->x);
    lento_detect_scale(count, by, c->u);
    c->x[first] = 1;
    return first;
}

/* All coefficients to multiples of 1/q, with the smallest q that leaves the rate as it is. */
static void round_off(detect_search *s, candidate *c, double *saved) {
    const int count = s->table.count;
    const double allowed = 10 * lento_detect_fast_rate(s, c->u) + 1e-11;
    lento_detect_copy(count, c->x, saved);
    for (int q = 1; q <= LARGEST_DENOMINATOR; q++) {
        double change = 0;
        for (int n = 0; n < count; n++) {
            c->x[n] = rint(saved[n] * q) / q;
            change = fmax(change, fabs(c->x[n] - saved[n]));
        }
        if (change > MOST_ROUNDED) {
            continue;
        }
        complete(s, true, c);
        if (lento_detect_fast_rate(s, c->u) <= allowed) {
            return;
        }
    }
    lento_detect_copy(count, saved, c->x);
    complete(s, true, c);
}

/* energies before mixed terms, then in the order of the monomials */
static double reading_order(const detect_table *t, int first) {
    int kinds = 0, degree = 0, before = -1;
    for (int n = first; n > 0; n = t->parent[n], degree++) {
        kinds += t->last[n] != before;
        before = t->last[n];
    }
    return (degree * 1e3 + kinds) * 1e6 + first;
}

/* room for one more variable */
static int grow(detect *run) {
    if (run->found_count < run->found_room) {
        return 0;
    }
    const int room = 2 * run->found_room + 16;
    detect_found *more = lento_detect_take(&run->pool, (size_t)room, sizeof *more);
    if (!more) {
        return -1;
    }
    if (run->found_count > 0) {
        memcpy(more, run->found, (size_t)run->found_count * sizeof *more);
    }
    run->found = more;
    run->found_room = room;
    return 0;
}

static int keep(detect_search *s, const candidate *c, const double basis[]) {
    detect *run = s->run;
    const size_t bytes = lento_polynomial_bytes(run->d, lento_detect_terms(&s->table, c->u));
    void *memory = lento_detect_take(&run->pool, bytes, 1);
    double *own = lento_detect_doubles(&run->pool, s->table.count, 1);
    if (!memory || !own || grow(run)) {
        return -1;
    }
    lento_detect_copy(s->K, basis, own + 1);
    run->found[run->found_count++] =
        (detect_found){.degree = s->table.degree,
                       .u = lento_detect_polynomial(&s->table, c->u, memory),
                       .basis = own};
    return lento_detect_append(run, &s->table, c->x);
}

/* clean, scale, sort and keep the columns of A */
static int keep_all(detect_search *s, bool in_x, const double *A, const double *basis, int n) {
    const int count = s->table.count, K = s->K;
    double *u = lento_detect_doubles(&s->pool, n, count),
           *x = lento_detect_doubles(&s->pool, n, count);
    double *saved = lento_detect_doubles(&s->pool, count, 1),
           *key = lento_detect_doubles(&s->pool, n, 1);
    if (!u || !x || !saved || !key) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        candidate c = {u + i * count, x + i * count};
        lento_detect_copy(K, A + i * K, (in_x ? c.x : c.u) + 1);
        clean(s, in_x, &c, saved);
        key[i] = reading_order(&s->table, scale(s, &c));
        if (in_x) {
            round_off(s, &c, saved);
        }
    }
    for (int k = 0; k < n; k++) {
        int best = 0;
        for (int i = 1; i < n; i++) {
            best = key[i] < key[best] ? i : best;
        }
        key[best] = INFINITY;
        if (keep(s, &(candidate){u + best * count, x + best * count}, basis + k * K)) {
            return -1;
        }
    }
    return 0;
}

int lento_detect_write(detect_search *s, const double *basis, int n) {
    double *A = lento_detect_doubles(&s->pool, s->K, n);
    bool in_x = pow(s->run->condition, s->table.degree) < SKEW;
    if (!A || (in_x && represent(s, true, basis, A, n))) {
        return -1;
    }
    const double smallest = in_x ? independence(s, A, n) : 0;
    in_x = smallest > PARALLEL;
    if (smallest < 0 || (!in_x && represent(s, false, basis, A, n))) {
        return -1;
    }
    return keep_all(s, in_x, A, basis, n);
}
