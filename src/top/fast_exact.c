/* SPDX-License-Identifier: MIT
 *
 * fast_exact.c - the exact motion of a Lagrange top that spins fast (card fredbo A2). Everything is
 * measured from the start, w(t) = Gamma3(0) - Gamma3(t), or from a pole, because 1 - Gamma3 and E -
 * Mgl Gamma3 lose all digits of the tiny nutation:
 *
 *     w = W2 - range sn^2(lambda (t-t0)) = W1 + range rest sd^2 about a highest point,
 *     range = W2 - W1,  rest = 1 - m
 *     xi2 = u0 - w,  xi3 = x0 + A w,  xi5 = y0 + Pi3 w,  zeta = I1 w',  A = 2 I1 Mgl
 *     xi4 = (1-u)(1+u),  1 - u = from_top + (w - W1),  1 + u = from_bottom + (W2 - w)
 *     phi' = xi5/(I1 xi4),  chi' = Gamma3 phi',  psi = psi0 + Pi3 t/I3 - chi
 *
 * phi and chi are whole periods plus a Gauss-Legendre integral over the rest. Where the axis passes
 * near the vertical phi' has a narrow peak: panels grow from there like width sinh(s), lambda^2
 * width^2 rest range = from_top. */
#include <math.h>

#include "lento/top.h"
#include "top/elliptic.h"
#include "top/roots.h"

enum { NODES = 16, LOWEST = 0, HIGHEST = 1 };

/* Gauss-Legendre on [-1, 1], positive half */
static const double NODE[NODES / 2] = {
    0.0950125098376374402, 0.2816035507792589132, 0.4580167776572273863, 0.6178762444026437484,
    0.7554044083550030339, 0.8656312023878317439, 0.9445750230732325761, 0.9894009349916499326};
static const double WEIGHT[NODES / 2] = {
    0.1894506104550684963, 0.1826034150449235889, 0.1691565193950025382, 0.1495959888165767321,
    0.1246289712555338720, 0.0951585116824927848, 0.0622535239386478929, 0.0271524594117540949};

/* Jacobi's functions for modulus squared m = 1 - rest by descending Landen transformations */
static void jacobi(double u, double m, double rest, double *sn, double *cn, double *dn) {
    double a[16], c[16];
    double b = sqrt(rest), twice = 1;
    int n = 0;
    a[0] = 1;
    c[0] = sqrt(m);
    while (n < 15 && fabs(c[n]) > 1e-9) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = sqrt(a[n] * b);
        n++;
        twice *= 2;
    }
    double phi = twice * a[n] * u;
    for (int k = n; k > 0; k--) {
        phi = (phi + asin(c[k] * sin(phi) / a[k])) / 2;
    }
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = sqrt(*cn * *cn + rest * *sn * *sn);
}

/* Where the axis is: w, w', its distances from the upper and the lower pole. */
typedef struct place {
    double w, rate, up, down;
} place;

/* x after the lowest or the highest point; right to the last digit near it */
static place place_at(const lento_fast_exact *e, int from, double x) {
    const lento_top_roots *r = &e->roots;
    double sn, cn, dn;
    jacobi(e->lambda * x, e->m, e->rest, &sn, &cn, &dn);
    if (from == LOWEST) {
        const double fall = r->range * sn * sn;
        return (place){r->W2 - fall, -2 * e->lambda * r->range * sn * cn * dn,
                       r->from_top + r->range * cn * cn, r->from_bottom + fall};
    }
    /* sn(K+y) = cd y, cn(K+y) = -k' sd y, dn(K+y) = k' nd y */
    const double sd = sn / dn, rise = r->range * e->rest * sd * sd;
    return (place){r->W1 + rise, 2 * e->lambda * r->range * e->rest * sd * cn / (dn * dn),
                   r->from_top + rise, r->from_bottom + r->range * cn * cn / (dn * dn)};
}

/* xi5/I1 = ell - c u from the start, from the top or from the bottom: the smallest terms win */
static double sideways(const lento_fast_exact *e, const place *at) {
    const double c = e->body.Pi3 / e->body.I1, y0 = e->y0 / e->body.I1;
    const double start = fabs(y0) + fabs(c * at->w), top = fabs(e->difference) + fabs(c) * at->up,
                 bottom = fabs(e->sum) + fabs(c) * at->down;
    return start <= fmin(top, bottom) ? y0 + c * at->w
           : top <= bottom            ? e->difference + c * at->up
                                      : e->sum - c * at->down;
}

/* ---- the angles ---- */

/* phi and chi over [a, b] after (or, the same, before) a turning point, 0 <= a <= b */
static void quarter(const lento_fast_exact *e, int from, double a, double b, double *phi,
                    double *chi) {
    const double width = e->width[from];
    while (a < b) {
        const double grown = width * sinh(asinh(a / width) + 1);
        const double end = fmin(b, fmin(grown, a + 1 / e->lambda));
        const double middle = (a + end) / 2, half = (end - a) / 2;
        for (int i = 0; i < NODES; i++) {
            const double x = i % 2 == 0 ? NODE[i / 2] : -NODE[i / 2];
            const place at = place_at(e, from, middle + x * half);
            const double part = sideways(e, &at) / (at.up * at.down) * WEIGHT[i / 2] * half;
            *phi += part;
            *chi += (e->u0 - at.w) * part;
        }
        a = end;
    }
}

/* phi and chi from t = 0 to `to`, at most one period: quarters about the turning points */
static void angles(const lento_fast_exact *e, double to, double *phi, double *chi) {
    const double half = e->period / 2;
    const double first = floor(-e->t0 / half);
    *phi = *chi = 0;
    for (int k = 0; k <= 3; k++) {
        const double n = first + k, centre = e->t0 + n * half;
        const int from = fmod(n, 2) == 0 ? LOWEST : HIGHEST;
        const double low = fmax(0, centre - half / 2), high = fmin(to, centre + half / 2);
        if (high <= low) {
            continue;
        }
        quarter(e, from, fmax(0, centre - high), fmax(0, centre - low), phi, chi);
        quarter(e, from, fmax(0, low - centre), fmax(0, high - centre), phi, chi);
    }
}

/* ---- set-up ---- */

/* The start in units of I1, seen from a space frame in which the axis leans towards x. */
static lento_top_orbit orbit_of(const lento_fast_body *body, const double start[5]) {
    const double P1 = start[0], P2 = start[1], G1 = start[2], G2 = start[3], u0 = start[4];
    const double I1 = body->I1, c = body->Pi3 / I1;
    const double s2 = G1 * G1 + G2 * G2, s = sqrt(s2), y0 = (P1 * G1 + P2 * G2) / I1;
    const double above = u0 > 0 ? s2 / (1 + u0) : 1 - u0, below = u0 > 0 ? 1 + u0 : s2 / (1 - u0);
    const double rise = -(P1 * G2 - P2 * G1) / I1; /* u' */
    lento_top_orbit o = {.p = body->Mgl / I1,
                         .a = {s, 0, u0},
                         .above = above,
                         .below = below,
                         .c = c,
                         .sum = y0 + c * below,
                         .difference = y0 - c * above,
                         .X = {-u0 * rise / s, y0 / s, rise},
                         .x0 = (P1 * P1 + P2 * P2) / (I1 * I1),
                         .s2 = s2};
    /* m = c a + a x a', X = a' */
    o.m[0] = c * s - u0 * o.X[1];
    o.m[1] = u0 * o.X[0] - s * rise;
    o.m[2] = c * u0 + y0;
    return o;
}

const char *lento_fast_exact_setup(const lento_fast_body *body, const double start[5],
                                   lento_fast_exact *e) {
    if (!body || !start || !e) {
        return "something is missing (NULL)";
    }
    *e = (lento_fast_exact){.body = *body, .u0 = start[4]};
    if (!(body->I1 * body->Mgl > 0)) {
        return "the exact solution needs M g l > 0";
    }
    const lento_top_orbit o = orbit_of(body, start);
    if (!(o.s2 > 0)) {
        return "the exact solution needs an inclined axis, sin(theta) > 0";
    }
    lento_top_roots_of(&o, &e->roots);
    const lento_top_roots *r = &e->roots;
    const double spread = r->range + r->gap;
    e->x0 = o.x0 * body->I1 * body->I1;
    e->y0 = start[0] * start[2] + start[1] * start[3];
    e->sum = o.sum;
    e->difference = o.difference;
    e->lambda = sqrt(o.p * spread / 2);
    e->m = r->range / spread;
    e->rest = r->gap / spread;
    e->period = 2 * lento_elliptic_K(sqrt(e->rest)) / e->lambda;
    if (r->range > 0) {
        const double s = sqrt(r->W2 / r->range), c = sqrt(-r->W1 / r->range);
        e->t0 = copysign(lento_elliptic_F(s, c, e->rest), -o.X[2]) / e->lambda;
    }
    const double bend = e->lambda * e->lambda * r->range;
    e->width[LOWEST] = fmin(e->period, sqrt(r->from_bottom / bend));
    e->width[HIGHEST] = fmin(e->period, sqrt(r->from_top / (bend * e->rest)));
    if (!isfinite(e->period) || !(e->width[LOWEST] > 0) || !(e->width[HIGHEST] > 0)) {
        return "the exact solution needs a motion that does not pass through the vertical and "
               "comes back";
    }
    angles(e, e->period, &e->turn, &e->twist);
    return NULL;
}

void lento_fast_exact_at(const lento_fast_exact *e, double t, lento_fast_point *point) {
    if (!e || !point) {
        return;
    }
    int turns;
    const double x = remquo(t - e->t0, e->period / 2, &turns);
    const place at = place_at(e, turns & 1 ? HIGHEST : LOWEST, x);
    point->xi2 = e->u0 - at.w;
    point->xi3 = e->x0 + 2 * e->body.I1 * e->body.Mgl * at.w;
    point->xi4 = at.up * at.down;
    point->xi5 = e->body.I1 * sideways(e, &at);
    point->zeta = e->body.I1 * at.rate;
    const double whole = floor(t / e->period), rest = t - whole * e->period;
    angles(e, rest, &point->phi, &point->chi);
    point->phi += whole * e->turn;
    point->chi += whole * e->twist;
}
