/* SPDX-License-Identifier: MIT
 *
 * fast_top_space.c - precession over nutation (card fredbo A5). In space and without the spin the
 * top is
 *
 *     n' = p x n/I1,   p' = Mgl ez x n - Pi3 n',   L = p + Pi3 n,
 *
 * integrated as (p, n) to avoid cancellation, with phi and chi along. ez.L is constant and |L| =
 * Pi3/(l.n), so the only slow variable is the azimuth of L; its rate Mgl (Lx nx + Ly ny)/(Lx^2 +
 * Ly^2) is averaged over a few nutations while the macro step may cover a whole turn.
 * Reconstruction: l at the polar angle that keeps ez.L, n = l + frozen offset, normalised.
 * Averaged: the first-order formula Mgl/Pi3. */
#include <math.h>

#include "problems/fast_top.h"

#define TWO_PI 6.283185307179586

enum { P_SPACE = 0, N_SPACE = 3, PHI_SPACE = 6, CHI_SPACE = 7, SPACE = 8 };

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static int rate(double t, const lento_phase phase[], const double x[], const double v[], double r[],
                void *params) {
    const fast_top *top = params;
    const double *n = x + N_SPACE, pull = lento_fast_top_pull(top, t, phase),
                 xi4 = n[0] * n[0] + n[1] * n[1];
    cross(x + P_SPACE, n, r + N_SPACE);
    for (int i = 0; i < 3; i++) {
        r[N_SPACE + i] /= top->body.I1;
        r[P_SPACE + i] = -top->body.Pi3 * r[N_SPACE + i];
    }
    r[P_SPACE] -= pull * n[1]; /* Mgl ez x n */
    r[P_SPACE + 1] += pull * n[0];
    if (!(xi4 > 0)) {
        return -1; /* sin theta = 0: the precession angle does not exist */
    }
    r[PHI_SPACE] = x[P_SPACE + 2] / (top->body.I1 * xi4); /* xi5 = pz */
    r[CHI_SPACE] = n[2] * r[PHI_SPACE];
    return 0;
}

static void momentum(const fast_top *top, const double x[], double L[3]) {
    for (int i = 0; i < 3; i++) {
        L[i] = x[P_SPACE + i] + top->body.Pi3 * x[N_SPACE + i];
    }
}

/* zeta = Pi1 Gamma2 - Pi2 Gamma1 */
static double zeta_in_space(const double x[]) {
    return x[P_SPACE + 1] * x[N_SPACE] - x[P_SPACE] * x[N_SPACE + 1];
}

/* ---- the azimuth of the angular momentum ---- */

static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    const fast_top *top = params;
    double L[3], row[SPACE] = {0};
    momentum(top, x, L);
    const double square = L[0] * L[0] + L[1] * L[1];
    for (int i = 0; i < 2; i++) {
        row[P_SPACE + i] = (i == 0 ? -L[1] : L[0]) / square;
        row[N_SPACE + i] = top->body.Pi3 * row[P_SPACE + i];
    }
    lento_slow_put(xi, 1, (const double[]){atan2(L[1], L[0])});
    lento_slow_put(gradient, SPACE, row);
    lento_slow_put(explicit_rate, 1, NULL);
    return 0;
}

/* the rate of the azimuth without the cancellation between p' and Pi3 n' */
static int slow_rate(double t, const lento_phase phase[], const double x[], const double dxdt[],
                     double xi_rate[], void *params) {
    const fast_top *top = params;
    double L[3];
    momentum(top, x, L);
    const double along = L[0] * x[N_SPACE] + L[1] * x[N_SPACE + 1];
    xi_rate[0] = lento_fast_top_pull(top, t, phase) * along / (L[0] * L[0] + L[1] * L[1]);
    return 0;
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double V[],
                       double x[], double v[], void *params) {
    const fast_top *top = params;
    const double *o = top->offset, square = o[0] * o[0] + o[1] * o[1], stretch = sqrt(1 + square);
    const double size = top->body.Pi3 * stretch; /* |L| = Pi3/(l.n) */
    const double c = top->ezL / size, s = sqrt(1 - c * c), cp = cos(Q[0]), sp = sin(Q[0]);
    const double l[3] = {s * cp, s * sp, c}, e_theta[3] = {c * cp, c * sp, -s},
                 e_phi[3] = {-sp, cp, 0};
    for (int i = 0; i < 3; i++) {
        const double side = o[0] * e_theta[i] + o[1] * e_phi[i];
        x[N_SPACE + i] = (l[i] + side) / stretch;
        /* p = L - Pi3 n = Pi3 (stretch l - (l + side)/stretch) */
        x[P_SPACE + i] = top->body.Pi3 * (square * l[i] - side) / stretch;
    }
    x[PHI_SPACE] = Q[0] - top->azimuth;
    x[CHI_SPACE] = 0;
    return 0;
}

/* ---- columns ---- */

/* azimuth of L minus azimuth of the axis */
static double ahead_of(const fast_top *top, const double x[]) {
    const double *n = x + N_SPACE, *p = x + P_SPACE;
    double L[3];
    momentum(top, x, L);
    return atan2(n[0] * p[1] - n[1] * p[0], n[0] * L[0] + n[1] * L[1]); /* n x L = n x p */
}

static void put_columns(const fast_top *top, const double x[], double columns[]) {
    const double *p = x + P_SPACE, *n = x + N_SPACE;
    columns[FT_C_PI3] = top->body.Pi3;
    columns[FT_C_GAMMA3] = columns[FT_C_XI2] = n[2];
    columns[FT_C_XI3] = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    columns[FT_C_XI4] = n[0] * n[0] + n[1] * n[1];
    columns[FT_C_XI5] = p[2];
    columns[FT_C_PHI] = x[PHI_SPACE];
    columns[FT_C_THETA] = atan2(sqrt(columns[FT_C_XI4]), n[2]);
}

static void forget(double columns[]) {
    for (int i = 0; i <= FT_COLUMNS; i++) {
        columns[i] = NAN;
    }
}

static void output(double t, const lento_phase phase[], const double x[],
                   const double multipliers[], double columns[], void *params) {
    const fast_top *top = params;
    const lento_phase psi = lento_phase_at(top->W, top->p[FT_PSI0] - x[CHI_SPACE], t);
    double *c = columns;
    put_columns(top, x, c);
    const double r = sqrt(c[FT_C_XI4]), zeta = zeta_in_space(x), xi5 = c[FT_C_XI5];
    c[FT_C_PI1] = (xi5 * psi.sin + zeta * psi.cos) / r;
    c[FT_C_PI2] = (xi5 * psi.cos - zeta * psi.sin) / r;
    c[FT_C_GAMMA1] = r * psi.sin;
    c[FT_C_GAMMA2] = r * psi.cos;
    c[FT_C_PSI] = top->p[FT_PSI0] + top->W * t - x[CHI_SPACE];
    c[FT_COLUMNS] = x[PHI_SPACE] + ahead_of(top, x) - top->ahead; /* continuous, as phi is */
}

static void slow_output(double t, const lento_phase phase[], const double Q[],
                        const double multipliers[], double columns[], void *params) {
    const fast_top *top = params;
    double x[SPACE];
    forget(columns); /* body components and psi need the spin angle, which is not followed here */
    reconstruct(t, phase, Q, NULL, x, NULL, params);
    put_columns(top, x, columns);
    columns[FT_COLUMNS] = x[PHI_SPACE];
}

/* ---- the exact motion, the formula ---- */

static int exact(double t, const double start[], double x[], void *params) {
    const fast_top *top = params;
    const double *n = start + N_SPACE, r0 = hypot(n[0], n[1]);
    const double body[5] = {zeta_in_space(start) / r0, start[P_SPACE + 2] / r0, 0, r0,
                            n[2]}; /* psi = 0 */
    lento_fast_exact motion;
    lento_fast_point at;
    if (lento_fast_exact_setup(&top->body, body, &motion)) {
        return -1;
    }
    lento_fast_exact_at(&motion, t, &at);
    const double azimuth = atan2(n[1], n[0]) + fmod(at.phi, TWO_PI), r = sqrt(at.xi4);
    const double c = cos(azimuth), s = sin(azimuth);
    x[N_SPACE] = r * c;
    x[N_SPACE + 1] = r * s;
    x[N_SPACE + 2] = at.xi2;
    /* p = I1 n x n' = (zeta/r) e_phi - (xi5/r) e_theta */
    x[P_SPACE] = (-at.zeta * s - at.xi5 * at.xi2 * c) / r;
    x[P_SPACE + 1] = (at.zeta * c - at.xi5 * at.xi2 * s) / r;
    x[P_SPACE + 2] = at.xi5;
    x[PHI_SPACE] = start[PHI_SPACE] + at.phi;
    x[CHI_SPACE] = start[CHI_SPACE] + at.chi;
    return 0;
}

static int formula_rate(double t, const lento_phase phase[], const double Q[], const double v[],
                        double r[], void *params) {
    const fast_top *top = params;
    r[0] = lento_fast_top_pull(top, t, phase) / top->body.Pi3;
    return 0;
}

static int to_formula(const double state[], double azimuth[], void *params) {
    return slow(0, NULL, state, azimuth, NULL, NULL, params);
}

static void formula_output(double t, const lento_phase phase[], const double Q[],
                           const double multipliers[], double columns[], void *params) {
    const fast_top *top = params;
    forget(columns); /* it knows the precession and nothing else */
    columns[FT_C_PI3] = top->body.Pi3;
    columns[FT_C_PHI] = columns[FT_COLUMNS] = Q[0] - top->azimuth;
}

/* ---- making it ---- */

/* n/(n.l) - l in the frame e_theta, e_phi of l = L/|L|, from p alone:
 * n - (n.l) l = (p.l l - p)/Pi3 */
static const char *freeze_offset(fast_top *top, const double x[]) {
    double L[3];
    momentum(top, x, L);
    const double size = sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2]), rho = hypot(L[0], L[1]);
    if (!(rho > 1e-12 * size)) {
        return "the angular momentum is vertical: its azimuth does not exist";
    }
    const double e_theta[3] = {L[2] * L[0] / (size * rho), L[2] * L[1] / (size * rho), -rho / size};
    const double e_phi[3] = {-L[1] / rho, L[0] / rho, 0}, along = top->body.Pi3 / size;
    top->ezL = L[2];
    top->azimuth = atan2(L[1], L[0]);
    top->ahead = ahead_of(top, x);
    for (int i = 0; i < 3; i++) {
        top->offset[0] -= x[P_SPACE + i] * e_theta[i] / top->body.Pi3 / along;
        top->offset[1] -= x[P_SPACE + i] * e_phi[i] / top->body.Pi3 / along;
    }
    return NULL;
}

static const lento_view FORMULA_VIEW = {.output = formula_output};
static const lento_knowledge FORMULA = {.view = &FORMULA_VIEW};
static const lento_slow_set SLOW[] = {{.size = 1,
                                       .slow = slow,
                                       .rate = slow_rate,
                                       .closed = true,
                                       .quadrature = true,
                                       .reconstruct = reconstruct,
                                       .kernel = "cosine",
                                       .periods = 4,
                                       .per_period = 20},
                                      {0}};
static const lento_splitting PARTS = {.missing =
                                          "splits the top without its spin: use frame=spin-free"};
/* [1]: constant gravity */
static const lento_solution EXACT[] = {{.missing = "it is known for constant gravity (gmod=0)"},
                                       {.exact = exact}};

static void make_system(fast_top *top, lento_build *build) {
    const lento_system *formula =
        LENTO_KEEP(build, lento_system, .order = 1, .size = 1, .rate = formula_rate, .params = top,
                   .known = &FORMULA);
    const lento_closed *closed =
        LENTO_KEEP(build, lento_closed, .system = formula, .convert = to_formula);
    top->view.output = output;
    top->view.slow_output = slow_output;
    LENTO_SYSTEM(
        build, .order = 1, .size = SPACE, .rate = rate, .params = top,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1, .scale = {{.frequency = top->nutation}}),
        .known =
            LENTO_KEEP(build, lento_knowledge, .averaged = closed, .slow = SLOW, .parts = &PARTS,
                       .exact = &EXACT[top->p[FT_GMOD] == 0], .view = &top->view));
}

const char *lento_fast_top_make_space(fast_top *top, lento_build *build) {
    const double *p = top->p, c = cos(p[FT_THETA0]), s = sin(p[FT_THETA0]);
    const double cp = cos(p[FT_PSI0]), sp = sin(p[FT_PSI0]);
    const double e1[3] = {cp, sp * c, sp * s},
                 e2[3] = {-sp, cp * c, cp * s}; /* body axes in space */
    const double n[3] = {0, -s, c};
    double *x = lento_build_doubles(build, SPACE);
    if (!x) {
        return "out of memory";
    }
    for (int i = 0; i < 3; i++) {
        x[P_SPACE + i] = p[FT_PI1] * e1[i] + p[FT_PI2] * e2[i];
        x[N_SPACE + i] = n[i];
    }
    build->state = x;
    make_system(top, build);
    return freeze_offset(top, x);
}
