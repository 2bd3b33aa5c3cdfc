/* SPDX-License-Identifier: MIT
 *
 * fast_top_flow.c - exact solution, splitting and exponential step of problem `fast-top` (card
 * fredbo A2, A6), in the spin-free frame:
 *
 *     kick h   Pi1 += h Mgl G2,  Pi2 -= h Mgl G1
 *     free h   Gamma turns about Pi by -|Pi| h/I1, then (Pi1,Pi2) and (G1,G2) turn by +Pi3 h/I1
 *     exponential midpoint: with C = G1 + i G2 frozen, P = Pi1 + i Pi2 is advanced exactly */
#include <complex.h>
#include <math.h>

#include "problems/fast_top.h"

static const double PI = 3.14159265358979323846;

int lento_fast_top_exact(double t, const double start[], double state[], void *params) {
    const fast_top *top = params;
    lento_fast_exact motion;
    lento_fast_point at;
    if (lento_fast_exact_setup(&top->body, start, &motion)) {
        return -1;
    }
    lento_fast_exact_at(&motion, t, &at);
    const double psi0 = atan2(start[GAMMA1], start[GAMMA2]);
    const lento_phase spin = lento_phase_at(top->spin, psi0 - at.chi, t);
    const double r = sqrt(at.xi4);
    state[PI1] = (at.xi5 * spin.sin + at.zeta * spin.cos) / r;
    state[PI2] = (at.xi5 * spin.cos - at.zeta * spin.sin) / r;
    state[GAMMA1] = r * spin.sin;
    state[GAMMA2] = r * spin.cos;
    state[GAMMA3] = at.xi2;
    state[PHI] = start[PHI] + at.phi;
    state[CHI] = start[CHI] + at.chi;
    return 0;
}

/* n += sin(angle) u x n + 2 sin^2(angle/2) (u (u.n) - n) */
static void turn_about(const double u[3], double angle, double n[3]) {
    const double s = sin(angle), h = sin(angle / 2), c = 2 * h * h;
    const double dot = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
    const double cross[3] = {u[1] * n[2] - u[2] * n[1], u[2] * n[0] - u[0] * n[2],
                             u[0] * n[1] - u[1] * n[0]};
    for (int i = 0; i < 3; i++) {
        n[i] += s * cross[i] + c * (u[i] * dot - n[i]);
    }
}

static void turn_plane(double angle, double v[2]) {
    const double c = cos(angle), s = sin(angle), x = v[0];
    v[0] = c * x - s * v[1];
    v[1] = s * x + c * v[1];
}

static void free_motion(const fast_top *top, double h, double x[]) {
    const double I1 = top->body.I1, Pi3 = top->body.Pi3;
    const double size = sqrt(xi3_of(x) + Pi3 * Pi3);
    const double u[3] = {x[PI1] / size, x[PI2] / size, Pi3 / size};
    turn_about(u, -size * h / I1, &x[GAMMA1]);
    turn_plane(Pi3 * h / I1, &x[PI1]);
    turn_plane(Pi3 * h / I1, &x[GAMMA1]);
}

/* By how much x turns around the third axis, continuously, while it turns by `angle` about the unit
 * vector u. Its shadow on the plane is an ellipse: if the circle has one pole on each side, the
 * origin lies inside and the shadow goes around it, else it comes back. */
static double azimuth_gained(const double u[3], double angle, const double x[3]) {
    const double turn = 2 * PI * trunc(angle / (2 * PI));
    double y[3] = {x[0], x[1], x[2]};
    turn_about(u, angle - turn, y);
    const double plane = u[0] * x[0] + u[1] * x[1] + u[2] * x[2];
    double gained = atan2(x[0] * y[1] - x[1] * y[0], x[0] * y[0] + x[1] * y[1]);
    if ((u[2] > plane) != (-u[2] > plane)) {
        const double sense = copysign(1, u[2]) * copysign(1, angle);
        gained += (gained * sense < 0 ? 2 * PI * sense : 0) + copysign(turn, turn * u[2]);
    }
    return gained;
}

/* phi and chi along a free flow: the axis turns about the momentum in space, the vertical about it
 * in the body */
static void free_angles(const fast_top *top, double h, const double x[], double *phi, double *chi) {
    const double Pi3 = top->body.Pi3, s = sqrt(xi4_of(x)), size = sqrt(xi3_of(x) + Pi3 * Pi3);
    const double angle = size * h / top->body.I1, xi5 = xi5_of(x), zeta = zeta_of(x);
    /* in space, with the axis towards x: a and the momentum */
    const double a[3] = {s, 0, x[GAMMA3]};
    const double L[3] = {(Pi3 * s - x[GAMMA3] * xi5 / s) / size, zeta / s / size,
                         (Pi3 * x[GAMMA3] + xi5) / size};
    const double u[3] = {x[PI1] / size, x[PI2] / size, Pi3 / size};
    *phi = azimuth_gained(L, angle, a);
    *chi = azimuth_gained(u, -angle, &x[GAMMA1]) + Pi3 * h / top->body.I1;
}

/* P over h with C frozen, and J = integral of P (card fredbo A6) */
static double complex advance(double complex P, double complex Q, double w, double h,
                              double complex *J) {
    const double a = w * h;
    const double complex turn = cexp(I * a);
    const double complex small =
        fabs(a) < 1e-4 ? h * (1 + I * a / 2 - a * a / 6) : (turn - 1) / (I * w);
    *J = (P - Q) * small + Q * h;
    return (P - Q) * turn + Q;
}

static void exponential_step(const fast_top *top, double t, double h, double x[]) {
    const double I1 = top->body.I1, w = top->nutation,
                 pull = lento_fast_top_pull(top, t + h / 2, NULL) / w;
    double complex P = x[PI1] + I * x[PI2], C = x[GAMMA1] + I * x[GAMMA2], J;
    const double G3 = x[GAMMA3];
    advance(P, pull * C, w, h / 2, &J);
    const double complex Cm = C + I * G3 * J / I1;
    const double Gm = G3 + cimag(conj(C) * J) / I1;
    P = advance(P, pull * Cm, w, h, &J);
    const double turn = creal(conj(Cm) * J) / (I1 * creal(conj(Cm) * Cm));
    C += I * Gm * J / I1;
    x[PI1] = creal(P);
    x[PI2] = cimag(P);
    x[GAMMA1] = creal(C);
    x[GAMMA2] = cimag(C);
    x[GAMMA3] = G3 + cimag(conj(Cm) * J) / I1;
    x[PHI] += turn;
    x[CHI] += Gm * turn;
}

int lento_fast_top_flow(double t, const lento_phase phase[], int part, double h, double step,
                        double x[], void *params) {
    const fast_top *top = params;
    const double pull = lento_fast_top_pull(top, t, phase);
    double phi, chi;
    switch (part) {
    case LENTO_KICK:
        x[PI1] += h * pull * x[GAMMA2];
        x[PI2] -= h * pull * x[GAMMA1];
        return 0;
    case LENTO_FREE:
        free_angles(top, h, x, &phi, &chi);
        free_motion(top, h, x);
        x[PHI] += phi;
        x[CHI] += chi;
        return 0;
    case LENTO_EXPONENTIAL:
        exponential_step(top, t, h, x);
        return 0;
    default:
        return -1;
    }
}
