/* SPDX-License-Identifier: MIT
 *
 * tape.c - see tape.h. What a row may be wrong by is measured: the last node left out, and two points
 * less in the Hermite polynomial. Where that is too much the row is integrated. */
#include "solve/tape.h"

enum { POINTS = 8, LEAST_POINTS = 6 };

void lento_tape_begin(lento_solver *s, lento_tape *tape) {
    s->recording = tape;
    if (tape) {
        tape->points = 0;
        tape->off = 0;
    }
}

void lento_tape_spoil(lento_solver *s) {
    if (s->recording) {
        s->recording->points = -1;
    }
    s->recording = NULL;
}

void lento_tape_note(const lento_orbit *o, const double z[]) {
    const lento_solver *s = o->s;
    lento_tape *tape = s->recording;
    if (!tape || tape->points < 0) {
        return;
    }
    if (tape->points == TAPE_POINTS) {
        tape->points = -1;
        return;
    }
    const size_t row = (size_t)tape->points * (size_t)s->d;
    tape->at[tape->points++] = o->at;
    for (int i = 0; i < s->d; i++) {
        tape->move[row + (size_t)i] = (o->x[i] - z[i]) + o->low[i];
        tape->rate[row + (size_t)i] = o->k[0][i];
    }
}

/* ---- one return ---- */

/* weights of values and rates of the points first .. first + n - 1, and of their derivatives */
typedef struct hermite {
    int first, n;
    double value[POINTS], rate[POINTS], value1[POINTS], rate1[POINTS];
} hermite;

static int interval(const lento_tape *tape, double at) {
    int a = 0, b = tape->points - 1;
    while (b - a > 1) {
        const int k = (a + b) / 2;
        if (tape->at[k] <= at) {
            a = k;
        } else {
            b = k;
        }
    }
    return a;
}

static void weigh(const lento_tape *tape, double at, int most, hermite *h) {
    h->n = tape->points < most ? tape->points : most;
    h->first = interval(tape, at) - h->n / 2 + 1;
    h->first = h->first < 0 ? 0 : h->first;
    h->first = h->first + h->n > tape->points ? tape->points - h->n : h->first;
    const double *x = tape->at + h->first;
    for (int i = 0; i < h->n; i++) {
        double l = 1, own = 0,
               l1 = 0; /* Lagrange's polynomial at `at`, its rate at x[i], at `at` */
        for (int j = 0; j < h->n; j++) {
            if (j != i) {
                const double d = x[i] - x[j];
                l1 = l1 * (at - x[j]) / d + l / d;
                l *= (at - x[j]) / d;
                own += 1 / d;
            }
        }
        const double from = at - x[i], a = 1 - 2 * own * from;
        h->value[i] = l * l * a;
        h->rate[i] = l * l * from;
        h->value1[i] = 2 * l * l1 * a - 2 * own * l * l;
        h->rate1[i] = 2 * l * l1 * from + l * l;
    }
}

/* adds `part` of the way from the beginning of the return, and of its rate per unit of the row's time */
static void add_return(const lento_solver *s, const lento_tape *tape, const hermite *h, double part,
                       double faster, double x[], double rate[]) {
    for (int i = 0; i < h->n; i++) {
        const size_t row = (size_t)(h->first + i) * (size_t)s->d;
        for (int q = 0; q < s->d; q++) {
            const double move = tape->move[row + (size_t)q], f = tape->rate[row + (size_t)q];
            x[q] += part * (h->value[i] * move + h->rate[i] * f);
            rate[q] += part * faster * (h->value1[i] * move + h->rate1[i] * f);
        }
    }
}

/* ---- the returns around a row ---- */

/* weights of the nodes at n returns, of `count` of them */
static void lagrange(const lento_reel *reel, double n, int count, double part[]) {
    for (int i = 0; i < count; i++) {
        part[i] = 1;
        for (int j = 0; j < count; j++) {
            part[i] *= j == i ? 1 : (n - reel->node[j]) / (reel->node[i] - reel->node[j]);
        }
    }
}

static double gained(const lento_reel *reel, int k, int q) {
    double sum = 0;
    for (int i = 0; i < reel->count; i++) {
        sum += reel->part[k + REACH][i] * reel->g[i][q];
    }
    return sum;
}

/* knows the beginning of return k; false: too far */
static bool reach(lento_reel *reel, int k) {
    const int d = reel->s->d;
    if (k < -REACH || k > REACH) {
        return false;
    }
    while (reel->high < k) {
        const int next = ++reel->high;
        lagrange(reel, reel->n + next, reel->count, reel->part[next + REACH]);
        for (int q = 0; q <= d; q++) {
            reel->z[next + REACH][q] = reel->z[next - 1 + REACH][q] + gained(reel, next - 1, q);
        }
    }
    while (reel->low > k) {
        const int next = --reel->low;
        lagrange(reel, reel->n + next, reel->count, reel->part[next + REACH]);
        for (int q = 0; q <= d; q++) {
            reel->z[next + REACH][q] = reel->z[next + 1 + REACH][q] - gained(reel, next, q);
        }
    }
    return true;
}

/* stands in the return that contains this time */
static bool turn_to(lento_reel *reel, double t) {
    const int d = reel->s->d;
    while (reach(reel, reel->at) && reel->z[reel->at + REACH][d] > t) {
        reel->at--;
    }
    while (reach(reel, reel->at) && reach(reel, reel->at + 1) &&
           reel->z[reel->at + 1 + REACH][d] <= t) {
        reel->at++;
    }
    return reach(reel, reel->at) && reach(reel, reel->at + 1);
}

/* the state at t, from the first `count` nodes and `points` points of each return */
static void read_at(const lento_reel *reel, double t, int count, int points, double x[],
                    double rate[]) {
    const lento_solver *s = reel->s;
    const double *z = reel->z[reel->at + REACH], *next = reel->z[reel->at + 1 + REACH];
    const double tau = next[s->d] - z[s->d], u = (t - z[s->d]) / tau;
    double part[NODES];
    hermite h = {0};
    if (count == reel->count) {
        memcpy(part, reel->part[reel->at + REACH], sizeof part);
    } else {
        lagrange(reel, reel->n + reel->at, count, part);
    }
    memcpy(x, z, (size_t)s->d * sizeof *x);
    memset(rate, 0, (size_t)s->d * sizeof *rate);
    for (int i = 0; i < count; i++) {
        const lento_tape *tape = reel->tape[i], *last = i > 0 ? reel->tape[i - 1] : NULL;
        const double at = u * tape->tau;
        if (!last || last->tau != tape->tau || last->points != tape->points ||
            last->at[1] != tape->at[1]) { /* the same points have the same weights */
            weigh(tape, at, points, &h);
        }
        add_return(s, tape, &h, part[i], tape->tau / tau, x, rate);
    }
}

static int look(lento_sight *sight, double offset, double x[], double rate[]) {
    lento_reel *reel = (lento_reel *)sight;
    if (!turn_to(reel, reel->t + offset)) {
        return -1;
    }
    read_at(reel, reel->t + offset, reel->count, POINTS, x, rate);
    return 0;
}

static void stand(lento_sight *sight, double offset, const double x[], const double rate[]) {
    (void)sight, (void)offset, (void)x, (void)rate;
}

void lento_reel_open(lento_reel *reel, double t, double n, const double z[]) {
    reel->sight = (lento_sight){look, stand};
    reel->t = t;
    reel->n = n;
    reel->low = reel->high = reel->at = 0;
    memcpy(reel->z[REACH], z, sizeof reel->z[0]);
    lagrange(reel, n, reel->count, reel->part[REACH]);
}

/* what the last node and the places where returns began leave open at t, which is in the present return */
static double doubt(const lento_reel *reel, double t, const double x[]) {
    const lento_solver *s = reel->s;
    double fewer[ROOM], rate[ROOM], off = 0;
    for (int i = 0; i < reel->count; i++) {
        off += fabs(reel->part[reel->at + REACH][i]) * reel->tape[i]->off;
    }
    read_at(reel, t, reel->count > 1 ? reel->count - 1 : 1, POINTS, fewer, rate);
    for (int i = 0; i < s->d; i++) {
        fewer[i] -= x[i];
    }
    return off + lento_norm_x(s, fewer);
}

bool lento_reel_row(lento_reel *reel, double allowed, double x[], double *tau, double *error) {
    lento_solver *s = reel->s;
    double flat[ROOM], rate[ROOM];
    for (int i = 0; i < reel->count; i++) {
        if (reel->tape[i]->points < LEAST_POINTS) {
            return false;
        }
    }
    const double size = fabs(reel->node[0] - reel->node[reel->count > 1]);
    if ((reel->count > 1 && size < TAPES_APART) || !turn_to(reel, reel->t)) {
        return false;
    }
    read_at(reel, reel->t, reel->count, POINTS, x, rate);
    read_at(reel, reel->t, reel->count, POINTS - 2, flat, rate);
    for (int i = 0; i < s->d; i++) {
        flat[i] -= x[i];
    }
    *error = doubt(reel, reel->t, x) + lento_norm_x(s, flat);
    *tau = reel->z[reel->at + 1 + REACH][s->d] - reel->z[reel->at + REACH][s->d];
    return *error <= allowed;
}

double lento_reel_doubt(lento_reel *reel, double offset) {
    double x[ROOM], rate[ROOM];
    return look(&reel->sight, offset, x, rate) ? INFINITY : doubt(reel, reel->t + offset, x);
}
