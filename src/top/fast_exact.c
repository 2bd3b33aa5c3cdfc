/* SPDX-License-Identifier: MIT
 *
 * fast_exact.c - the exact motion of a Lagrange top that spins fast (card fredbo A2). Everything is measured
 * from the start, w(t) = Gamma3(0) - Gamma3(t), because 1 - Gamma3 and E - Mgl Gamma3 lose all digits of the
 * tiny nutation:
 *
 *     (I1 w')^2 = f(w) = -A w^3 + (2A u0 - x0 - Pi3^2) w^2 + (A s2 + 2 x0 u0 - 2 y0 Pi3) w + zeta0^2,  A = 2 I1 Mgl
 *     w = w2 - (w2-w1) sn^2(lambda (t-t0)),  roots w3 < w1 <= 0 <= w2
 *     xi2 = u0 - w,  xi3 = x0 + A w,  xi4 = s2 + w (2 u0 - w),  xi5 = y0 + Pi3 w,  zeta = I1 w'
 *     phi' = xi5/(I1 xi4),  chi' = Gamma3 phi',  psi = psi0 + Pi3 t/I3 - chi
 *
 * phi and chi are whole periods plus a Gauss-Legendre integral over the rest. */
#include "top/fast_exact.h"

#include <math.h>
#include <stddef.h>

#include "top/elliptic.h"

enum { PANELS = 8, NODES = 16 };

/* Gauss-Legendre on [-1, 1], positive half */
static const double NODE[NODES / 2] = {
    0.0950125098376374402, 0.2816035507792589132, 0.4580167776572273863, 0.6178762444026437484,
    0.7554044083550030339, 0.8656312023878317439, 0.9445750230732325761, 0.9894009349916499326};
static const double WEIGHT[NODES / 2] = {
    0.1894506104550684963, 0.1826034150449235889, 0.1691565193950025382, 0.1495959888165767321,
    0.1246289712555338720, 0.0951585116824927848, 0.0622535239386478929, 0.0271524594117540949};

/* Jacobi's functions of modulus squared m in [0, 1) by descending Landen transformations */
static void jacobi(double u, double m, double *sn, double *cn, double *dn) {
    double a[16], c[16];
    double b = sqrt(1 - m), twice = 1;
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
    *dn = sqrt(1 - m * *sn * *sn);
}

/* the most negative root, by Newton from below (monotone) */
static double lowest_root(double A, double c2, double c1, double c0) {
    double w = -2 * fmax(fabs(c2) / A, fmax(sqrt(fabs(c1) / A), cbrt(fabs(c0) / A)));
    for (int k = 0; k < 100; k++) {
        const double f = ((-A * w + c2) * w + c1) * w + c0, slope = (-3 * A * w + 2 * c2) * w + c1;
        const double next = w - f / slope;
        if (!(next > w)) {
            break;
        }
        w = next;
    }
    return w;
}

static void motion(const lento_fast_exact *e, double t, double *w, double *zeta) {
    const double half = e->period / 2;
    double tau = fmod(t - e->t0, e->period);
    tau = tau > half ? tau - e->period : (tau < -half ? tau + e->period : tau);
    double sn, cn, dn;
    jacobi(e->lambda * tau, e->m, &sn, &cn, &dn);
    const double range = e->w2 - e->w1;
    *w = e->w2 - range * sn * sn;
    *zeta = -2 * e->body.I1 * range * e->lambda * sn * cn * dn;
}

static void angles(const lento_fast_exact *e, double from, double to, double *phi, double *chi) {
    const double width = (to - from) / PANELS;
    *phi = *chi = 0;
    for (int panel = 0; panel < PANELS; panel++) {
        const double middle = from + (panel + 0.5) * width;
        for (int i = 0; i < NODES; i++) {
            const double x = i % 2 == 0 ? NODE[i / 2] : -NODE[i / 2];
            double w, zeta;
            motion(e, middle + x * width / 2, &w, &zeta);
            const double xi4 = e->s2 + w * (2 * e->u0 - w), xi5 = e->y0 + e->body.Pi3 * w;
            const double rate = xi5 / (e->body.I1 * xi4) * WEIGHT[i / 2] * width / 2;
            *phi += rate;
            *chi += (e->u0 - w) * rate;
        }
    }
}

const char *lento_fast_exact_setup(const lento_fast_body *body, const double start[5],
                                   lento_fast_exact *e) {
    const double P1 = start[0], P2 = start[1], G1 = start[2], G2 = start[3], Pi3 = body->Pi3;
    *e = (lento_fast_exact){.body = *body,
                            .u0 = start[4],
                            .x0 = P1 * P1 + P2 * P2,
                            .y0 = P1 * G1 + P2 * G2,
                            .s2 = G1 * G1 + G2 * G2,
                            .A = 2 * body->I1 * body->Mgl};
    if (!(e->A > 0)) {
        return "the exact solution needs M g l > 0";
    }
    if (!(e->s2 > 0)) {
        return "the exact solution needs an inclined axis, sin(theta) > 0";
    }
    const double zeta = P1 * G2 - P2 * G1;
    const double c2 = 2 * e->A * e->u0 - e->x0 - Pi3 * Pi3;
    const double c1 = e->A * e->s2 + 2 * e->x0 * e->u0 - 2 * e->y0 * Pi3;
    e->w3 = lowest_root(e->A, c2, c1, zeta * zeta);
    const double product = zeta * zeta / (e->A * e->w3), b = (product + c1 / e->A) / e->w3;
    const double root = (-b - copysign(sqrt(fmax(0, b * b - 4 * product)), b)) / 2;
    const double other = root != 0 ? product / root : 0;
    e->w1 = fmin(0, fmin(root, other));
    e->w2 = fmax(0, fmax(root, other));
    const double range = e->w2 - e->w1;
    e->lambda = sqrt(e->A * (e->w2 - e->w3)) / (2 * body->I1);
    e->m = range / (e->w2 - e->w3);
    e->period = 2 * lento_elliptic_K(sqrt(1 - e->m)) / e->lambda;
    if (range > 0) {
        const double s = sqrt(e->w2 / range), c = sqrt(-e->w1 / range);
        e->t0 = copysign(lento_elliptic_F(s, c, 1 - e->m), zeta) / e->lambda;
    }
    angles(e, 0, e->period, &e->turn, &e->twist);
    return NULL;
}

void lento_fast_exact_at(const lento_fast_exact *e, double t, lento_fast_point *point) {
    double w;
    motion(e, t, &w, &point->zeta);
    point->xi2 = e->u0 - w;
    point->xi3 = e->x0 + e->A * w;
    point->xi4 = e->s2 + w * (2 * e->u0 - w);
    point->xi5 = e->y0 + e->body.Pi3 * w;
    const double whole = floor(t / e->period), rest = t - whole * e->period;
    angles(e, 0, rest, &point->phi, &point->chi);
    point->phi += whole * e->turn;
    point->chi += whole * e->twist;
}
