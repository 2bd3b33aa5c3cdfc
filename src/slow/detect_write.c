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
    double *shift = s->work + (size_t)(s->table.degree + 1) * (size_t)s->table.count;
    memset(shift, 0, (size_t)run->d * sizeof(double));
    for (int k = 0; k < run->d; k++) {
        lento_detect_add(run->d, -run->centre[k], run->U + (size_t)k * (size_t)run->d, shift);
    }
    lento_detect_substitute(&s->table, u, shift, run->U, x, s->work);
}

void lento_detect_to_u(detect_search *s, const double x[], double u[]) {
    lento_detect_substitute(&s->table, x, s->run->centre, s->run->T, u, s->work);
}

/* ---- the columns of A (K x n) are polynomials ---- */

/* Row norms do not depend on the basis of the space, so neither does the choice. */
int lento_detect_leading(int K, int n, double *G, double *along, double *square) {
    const size_t size = (size_t)K;
    double largest = 0;
    memset(square, 0, size * sizeof(double));
    for (size_t i = 0; i < size * (size_t)n; i++) {
        square[i % size] += G[i] * G[i];
    }
    for (int i = 0; i < K; i++) {
        largest = fmax(largest, square[i]);
    }
    int monomial = 0;
    while (monomial < K - 1 && !(square[monomial] > 0.72 * largest)) {
        monomial++;
    }
    const double carried = sqrt(square[monomial]);
    memset(along, 0, size * sizeof(double));
    for (size_t c = 0; c < (size_t)n; c++) {
        lento_detect_add(K, G[(size_t)monomial + c * size] / carried, G + c * size, along);
    }
    for (size_t c = 0; c < (size_t)n; c++) {
        lento_detect_add(K, -G[(size_t)monomial + c * size] / carried, along, G + c * size);
    }
    return monomial;
}

/* Combinations of the columns of A from number t on such that column t has coefficient 1 and all
 * others, also those before, have 0 at the monomial `row`. */
static bool eliminate(int K, int n, double *A, int t, int row) {
    const size_t size = (size_t)K;
    double *own = A + (size_t)t * size, *best = own;
    for (size_t j = (size_t)t; j < (size_t)n; j++) {
        best = fabs(A[(size_t)row + j * size]) > fabs(best[row]) ? A + j * size : best;
    }
    if (best != own) {
        lento_detect_swap(K, own, best);
    }
    if (own[row] == 0) {
        return false;
    }
    lento_detect_scale(K, 1 / own[row], own);
    for (int j = 0; j < n; j++) {
        double *column = A + (size_t)j * size;
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
    detect_pool pool = {0};
    const int K = s->K;
    const size_t size = (size_t)K;
    double *G = lento_detect_doubles(&pool, size, (size_t)n);
    double *along = lento_detect_doubles(&pool, size, 1),
           *square = lento_detect_doubles(&pool, size, 1);
    int failed = !G || !along || !square;
    if (failed) {
        lento_detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    } else {
        memcpy(G, A, size * (size_t)n * sizeof(double));
    }
    for (int t = 0; !failed && t < n; t++) {
        if (!eliminate(K, n, A, t, lento_detect_leading(K, n, G, along, square))) {
            failed = lento_detect_fail(s->run, LENTO_SINGULAR,
                                       "new slow variables are linearly dependent");
        }
    }
    lento_detect_release(&pool);
    return failed ? -1 : 0;
}

/* Representatives in the columns of A from the basis in u. */
static int represent(detect_search *s, bool in_x, const double *basis, double *A, int n) {
    const int K = s->K;
    const size_t count = (size_t)s->table.count;
    const detect_span *written = in_x ? &s->written_x : &s->written_u;
    detect_pool pool = {0};
    double *from = lento_detect_doubles(&pool, count, 1),
           *to = lento_detect_doubles(&pool, count, 1);
    int failed = !from || !to;
    if (failed) {
        lento_detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    } else {
        memcpy(A, basis, (size_t)K * (size_t)n * sizeof(double));
    }
    for (size_t i = 0; !failed && i < (size_t)n; i++) {
        double *column = A + i * (size_t)K;
        if (in_x) {
            memcpy(from + 1, column, (size_t)K * sizeof(double));
            lento_detect_to_x(s, from, to);
            memcpy(column, to + 1, (size_t)K * sizeof(double));
        }
        lento_detect_scale(K, 1 / lento_detect_norm(K, column), column);
    }
    if (!failed) {
        lento_detect_span_remove(written, A, n);
        lento_detect_orthonormal(K, n, A, 0);
        failed = reduce(s, A, n);
    }
    lento_detect_release(&pool);
    return failed ? -1 : 0;
}

/* smallest singular value of the representatives, scaled to unit size, in the sample norm; -1:
 * failed */
static double independence(detect_search *s, const double *A, int n) {
    const int K = s->K;
    const size_t count = (size_t)s->table.count;
    detect_pool pool = {0};
    double *V = lento_detect_doubles(&pool, (size_t)K, (size_t)n),
           *sigma = lento_detect_doubles(&pool, (size_t)n, 1);
    double *from = lento_detect_doubles(&pool, count, 1),
           *to = lento_detect_doubles(&pool, count, 1);
    double smallest = -1;
    const bool ready = V && sigma && from && to;
    if (!ready) {
        lento_detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; ready && i < (size_t)n; i++) {
        double *column = V + i * (size_t)K;
        memcpy(from + 1, A + i * (size_t)K, (size_t)K * sizeof(double));
        lento_detect_to_u(s, from, to);
        memcpy(column, to + 1, (size_t)K * sizeof(double));
        lento_detect_upper_times(K, s->RV, column);
        lento_detect_scale(K, 1 / lento_detect_norm(K, column), column);
    }
    if (ready && lento_detect_singular(s->run, K, n, V, 0, sigma, NULL) == 0) {
        smallest = sigma[0];
    }
    lento_detect_release(&pool);
    return smallest;
}

/* ---- one polynomial, in both coordinates ---- */
typedef struct candidate {
    double *u, *x; /* [count] */
} candidate;

/* the other representation of c from the one that was written; constants are dropped */
static void complete(detect_search *s, bool in_x, candidate *c) {
    c->u[0] = c->x[0] = 0;
    if (in_x) {
        lento_detect_to_u(s, c->x, c->u);
    } else {
        lento_detect_to_x(s, c->u, c->x);
    }
    c->u[0] = c->x[0] = 0;
}

/* Drop the coefficients below the largest threshold that leaves the rate as it is. */
static void clean(detect_search *s, bool in_x, candidate *c, double *saved) {
    double *written = in_x ? c->x : c->u;
    const size_t bytes = (size_t)s->table.count * sizeof(double);
    double largest = 0;
    complete(s, in_x, c);
    const double allowed = 10 * lento_detect_fast_rate(s, c->u) + 1e-11;
    memcpy(saved, written, bytes);
    for (int n = 0; n < s->table.count; n++) {
        largest = fmax(largest, fabs(written[n]));
    }
    for (double threshold = 1e-3; threshold > 1e-14; threshold /= 10) {
        for (int n = 0; n < s->table.count; n++) {
            written[n] = fabs(saved[n]) < threshold * largest ? 0 : saved[n];
        }
        complete(s, in_x, c);
        if (lento_detect_fast_rate(s, c->u) <= allowed) {
            return;
        }
    }
    memcpy(written, saved, bytes);
    complete(s, in_x, c);
}

/* scale so that the first monomial of lowest degree has coefficient 1; returns its index */
static int scale(detect_search *s, candidate *c) {
    double largest = 0;
    int first = 1;
    for (int n = 1; n < s->table.count; n++) {
        largest = fmax(largest, fabs(c->x[n]));
    }
    while (first < s->table.count - 1 && !(fabs(c->x[first]) > 1e-6 * largest)) {
        first++;
    }
    const double by = 1 / c->x[first];
    lento_detect_scale(s->table.count, by, c->x);
    lento_detect_scale(s->table.count, by, c->u);
    c->x[first] = 1;
    return first;
}

/* All coefficients to multiples of 1/q, with the smallest q that leaves the rate as it is. */
static void round_off(detect_search *s, candidate *c, double *saved) {
    const size_t bytes = (size_t)s->table.count * sizeof(double);
    const double allowed = 10 * lento_detect_fast_rate(s, c->u) + 1e-11;
    memcpy(saved, c->x, bytes);
    for (int q = 1; q <= LARGEST_DENOMINATOR; q++) {
        double change = 0;
        for (int n = 0; n < s->table.count; n++) {
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
    memcpy(c->x, saved, bytes);
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

static int keep(detect_search *s, const candidate *c, const double basis[]) {
    detect *run = s->run;
    const size_t count = (size_t)s->table.count;
    if (run->found_count == run->found_room) {
        const int room = 2 * run->found_room + 16;
        detect_found *more = lento_detect_take(&run->pool, (size_t)room, sizeof *more);
        if (!more) {
            return lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
        }
        if (run->found_count > 0) {
            memcpy(more, run->found, (size_t)run->found_count * sizeof *more);
        }
        run->found = more;
        run->found_room = room;
    }
    detect_found *found = &run->found[run->found_count];
    const size_t bytes = lento_polynomial_bytes(run->d, lento_detect_terms(&s->table, c->u));
    void *memory = lento_detect_take(&run->pool, bytes + 1, 1);
    found->basis = lento_detect_doubles(&run->pool, count, 1);
    if (!memory || !found->basis) {
        return lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    found->degree = s->table.degree;
    found->u = lento_detect_polynomial(&s->table, c->u, memory);
    memcpy(found->basis + 1, basis, (count - 1) * sizeof(double));
    run->found_count++;
    return lento_detect_append(run, &s->table, c->x);
}

/* clean, scale, sort and keep the columns of A */
static int keep_all(detect_search *s, bool in_x, const double *A, const double *basis, int n) {
    const size_t count = (size_t)s->table.count, K = (size_t)s->K;
    double *u = lento_detect_doubles(&s->pool, (size_t)n, count),
           *x = lento_detect_doubles(&s->pool, (size_t)n, count);
    double *saved = lento_detect_doubles(&s->pool, count, 1),
           *key = lento_detect_doubles(&s->pool, (size_t)n, 1);
    if (!u || !x || !saved || !key) {
        return lento_detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < (size_t)n; i++) {
        candidate c = {u + i * count, x + i * count};
        memcpy((in_x ? c.x : c.u) + 1, A + i * K, K * sizeof(double));
        clean(s, in_x, &c, saved);
        key[i] = reading_order(&s->table, scale(s, &c));
        if (in_x) {
            round_off(s, &c, saved);
        }
    }
    for (size_t k = 0; k < (size_t)n; k++) {
        size_t best = 0;
        for (size_t i = 1; i < (size_t)n; i++) {
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
    double *A = lento_detect_doubles(&s->pool, (size_t)s->K, (size_t)n);
    if (!A) {
        return lento_detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    bool in_x = pow(s->run->condition, s->table.degree) < SKEW;
    if (in_x) {
        if (represent(s, true, basis, A, n)) {
            return -1;
        }
        const double smallest = independence(s, A, n);
        if (smallest < 0) {
            return -1;
        }
        in_x = smallest > PARALLEL;
    }
    if (!in_x && represent(s, false, basis, A, n)) {
        return -1;
    }
    return keep_all(s, in_x, A, basis, n);
}
