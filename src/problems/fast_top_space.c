/* SPDX-License-Identifier: MIT
 *
 * fast_top_space.c - precession over nutation (card fredbo A5). In space and without the spin the top is
 *
 *     n' = p x n/I1,   p' = Mgl ez x n - Pi3 n',   L = p + Pi3 n,
 *
 * integrated as (p, n) to avoid cancellation. ez.L is constant and |L| = Pi3/(l.n), so the only slow variable is
 * the azimuth of L; its rate Mgl (Lx nx + Ly ny)/(Lx^2 + Ly^2) is averaged over a few nutations while the macro
 * step may cover a whole turn. Reconstruction: l at the polar angle that keeps ez.L, n = l + frozen offset,
 * normalised. */
#include <math.h>
#include <string.h>

#include "problems/fast_top.h"

enum { P_SPACE = 0, N_SPACE = 3, SPACE = 6 };

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static int rate(double t, const lento_phase phase[], const double x[], const double v[], double r[],
                void *params) {
    (void)v;
    const fast_top *top = params;
    const double *n = x + N_SPACE, pull = fast_top_pull(top, t, phase);
    cross(x + P_SPACE, n, r + N_SPACE);
    for (int i = 0; i < 3; i++) {
        r[N_SPACE + i] /= top->body.I1;
        r[P_SPACE + i] = -top->body.Pi3 * r[N_SPACE + i];
    }
    r[P_SPACE] -= pull * n[1]; /* Mgl ez x n */
    r[P_SPACE + 1] += pull * n[0];
    return 0;
}

static void momentum(const fast_top *top, const double x[], double L[3]) {
    for (int i = 0; i < 3; i++) {
        L[i] = x[P_SPACE + i] + top->body.Pi3 * x[N_SPACE + i];
    }
}

static int slow(double t, const lento_phase phase[], const double x[], double xi[], double gradient[],
                double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    const fast_top *top = params;
    double L[3];
    momentum(top, x, L);
    const double square = L[0] * L[0] + L[1] * L[1];
    if (xi) {
        xi[0] = atan2(L[1], L[0]);
    }
    if (gradient) {
        memset(gradient, 0, SPACE * sizeof *gradient);
        for (int i = 0; i < 2; i++) {
            gradient[i] = (i == 0 ? -L[1] : L[0]) / square;
            gradient[N_SPACE + i] = top->body.Pi3 * gradient[i];
        }
    }
    if (explicit_rate) {
        explicit_rate[0] = 0;
    }
    return 0;
}

/* the rate of the azimuth without the cancellation between p' and Pi3 n' */
static int slow_rate(double t, const lento_phase phase[], const double x[], const double dxdt[],
                     double xi_rate[], void *params) {
    (void)dxdt;
    const fast_top *top = params;
    double L[3];
    momentum(top, x, L);
    const double along = L[0] * x[N_SPACE] + L[1] * x[N_SPACE + 1];
    xi_rate[0] = fast_top_pull(top, t, phase) * along / (L[0] * L[0] + L[1] * L[1]);
    return 0;
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double V[], double x[],
                       double v[], void *params) {
    (void)t;
    (void)phase;
    (void)V;
    (void)v;
    const fast_top *top = params;
    const double *o = top->offset, stretch = sqrt(1 + o[0] * o[0] + o[1] * o[1]);
    const double size = top->body.Pi3 * stretch; /* |L| = Pi3/(l.n) */
    const double c = top->ezL / size, s = sqrt(1 - c * c), cp = cos(Q[0]), sp = sin(Q[0]);
    const double l[3] = {s * cp, s * sp, c}, e_theta[3] = {c * cp, c * sp, -s}, e_phi[3] = {-sp, cp, 0};
    for (int i = 0; i < 3; i++) {
        const double side = o[0] * e_theta[i] + o[1] * e_phi[i];
        x[N_SPACE + i] = (l[i] + side) / stretch;
        /* p = L - Pi3 n = Pi3 (stretch l - (l + side)/stretch) */
        x[P_SPACE + i] =
            top->body.Pi3 * ((o[0] * o[0] + o[1] * o[1]) * l[i] - side) / stretch;
    }
    return 0;
}

static void put_columns(const fast_top *top, const double x[], double phi, double columns[]) {
    const double *p = x + P_SPACE, *n = x + N_SPACE;
    for (int i = 0; i < 13; i++) {
        columns[i] = NAN; /* body components need the spin angle, which is not followed here */
    }
    columns[2] = top->body.Pi3;
    columns[5] = columns[6] = n[2];
    columns[7] = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    columns[8] = n[0] * n[0] + n[1] * n[1];
    columns[9] = p[2];
    columns[10] = phi;
    columns[11] = atan2(sqrt(columns[8]), n[2]);
}

static double start_azimuth(const fast_top *top) {
    double x[SPACE], L[3];
    memcpy(x + P_SPACE, top->p0, sizeof top->p0);
    memcpy(x + N_SPACE, top->n0, sizeof top->n0);
    momentum(top, x, L);
    return atan2(L[1], L[0]);
}

static void output(double t, const lento_phase phase[], const double x[], const double multipliers[],
                   double columns[], void *params) {
    (void)t;
    (void)phase;
    (void)multipliers;
    const fast_top *top = params;
    double phi = atan2(x[N_SPACE], -x[N_SPACE + 1]); /* axis (sin th sin phi, -sin th cos phi, cos th) */
    put_columns(top, x, phi < 0 ? phi + 6.283185307179586 : phi, columns);
}

static void slow_output(double t, const lento_phase phase[], const double Q[], const double multipliers[],
                        double columns[], void *params) {
    (void)multipliers;
    const fast_top *top = params;
    double x[SPACE];
    reconstruct(t, phase, Q, NULL, x, NULL, params);
    put_columns(top, x, Q[0] - start_azimuth(top), columns);
}

const char *fast_top_make_space(fast_top *top, lento_build *build) {
    const double *p = top->p, c = cos(p[FT_THETA0]), s = sin(p[FT_THETA0]);
    const double cp = cos(p[FT_PSI0]), sp = sin(p[FT_PSI0]);
    const double e1[3] = {cp, sp * c, sp * s}, e2[3] = {-sp, cp * c, cp * s}; /* body axes in space */
    const double n[3] = {0, -s, c};
    double *x = lento_build_doubles(build, SPACE);
    if (!x) {
        return "out of memory";
    }
    for (int i = 0; i < 3; i++) {
        x[P_SPACE + i] = top->p0[i] = p[FT_PI1] * e1[i] + p[FT_PI2] * e2[i];
        x[N_SPACE + i] = top->n0[i] = n[i];
    }
    double L[3];
    momentum(top, x, L);
    const double size = sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2]), rho = hypot(L[0], L[1]);
    if (!(rho > 1e-12 * size)) {
        return "the angular momentum is vertical: its azimuth does not exist";
    }
    /* n/(n.l) - l in the frame e_theta, e_phi of l = L/|L|, from p alone: n - (n.l) l = (p.l l - p)/Pi3 */
    const double e_theta[3] = {L[2] * L[0] / (size * rho), L[2] * L[1] / (size * rho), -rho / size};
    const double e_phi[3] = {-L[1] / rho, L[0] / rho, 0}, along = top->body.Pi3 / size;
    top->ezL = L[2];
    for (int i = 0; i < 3; i++) {
        top->offset[0] -= top->p0[i] * e_theta[i] / top->body.Pi3 / along;
        top->offset[1] -= top->p0[i] * e_phi[i] / top->body.Pi3 / along;
    }
    *build->system = (lento_system){.order = 1,
                                    .size = SPACE,
                                    .rate = rate,
                                    .params = top,
                                    .scales = 1,
                                    .scale = {{.frequency = top->nutation}},
                                    .reconstruct = reconstruct,
                                    .slow_size = 1,
                                    .slow = slow,
                                    .slow_rate = slow_rate,
                                    .output = output,
                                    .slow_output = slow_output};
    build->state = x;
    return NULL;
}
