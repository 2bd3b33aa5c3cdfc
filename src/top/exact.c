/* SPDX-License-Identifier: MIT
 *
 * exact.c - the motion of a Lagrange top in closed form, at any time in O(1) (bodack 6, B5).
 *
 * From a top and a start state to a lento_top_exact, and from that and t to a state. Scaled units,
 * third body axis = symmetry axis towards the centre of mass, A = w + iz, B = x + iy, c = <m,a>:
 *     u = a3 = u1 + (u2-u1) sn^2(w),   w = lambda t + w0
 *     A = C_A e^{i(mu_A w + kappa t/2)} Q_A(w),  B = C_B e^{i(mu_B w - kappa t/2)} Q_B(w),
 *     m1 + i m2 = 2 (A B' - B A') without kappa,   kappa = c (1/alpha - 1),
 * Q the quotients of theta.c; mu from the known rates of arg A at the highest and of arg B at the
 * lowest point; C by least squares from value and derivative at t = 0, so that a start at a pole is
 * like any other. Without gravity, or with m along a vertical axis, the body turns uniformly; with
 * u2 = u1 both arguments do. */
#include <math.h>
#include <string.h>

#include "lento/top.h"
#include "top/elliptic.h"
#include "top/roots.h"
#include "top/theta.h"
#include "top/vector.h"

static const double pi = 3.14159265358979323846;

enum { UNIFORM, STEADY, NUTATING }; /* lento_top_exact.form */
enum { A, B };

/* The shortest rotation from the third axis to the unit vector n, by way of -e3 if n points
 * down. */
static void frame_of_axis(const double n[3], double turn[4]) {
    static const double over[4] = {0, 1, 0, 0};
    if (n[2] >= 0) {
        turn[0] = 1 + n[2];
        turn[1] = -n[1];
        turn[2] = n[0];
        turn[3] = 0;
    } else {
        const double back[4] = {1 - n[2], n[1], -n[0], 0};
        lento_multiply(back, over, turn);
    }
    lento_normalise(turn);
}

/* No gravity: the axis circles m, which makes the angle `m` with e3 and `a` with the axis. */
static void describe_uniform(const lento_top_orbit *o, lento_top_exact *e) {
    double length = sqrt(lento_dot(o->m, o->m));
    e->lowest = e->highest = o->a[2];
    if (o->p == 0 && length > 0 && o->x0 > 0) {
        double m = atan2(hypot(o->m[0], o->m[1]), o->m[2]), a = atan2(sqrt(o->x0), o->c);
        double u = o->a[2], v = o->X[2] / length; /* u - mean and u'/|m| give the phase */
        e->lowest = cos(m + a);
        e->highest = cos(m - a);
        e->period = 2 * pi / length;
        u -= cos(m) * cos(a);
        double phase = atan2(v, -u); /* 0 at the lowest point, growing */
        e->lowest_time = (phase > 0 ? 2 * pi - phase : -phase) / length;
        bool north = a > m, south = a > pi - m; /* poles inside the circle */
        e->precession = north == south ? 0 : north ? 2 * pi : -2 * pi;
        e->spin = remainder(e->twist * e->period, 2 * pi);
    }
}

/* ---- the general case ---- */

/* F with tan^2 of its amplitude = rise/run, for the modulus whose complement is given. */
static double integral_of_ratio(double rise, double run, double complement) {
    double sum = rise + run;
    return sum > 0 ? lento_elliptic_F(sqrt(rise / sum), sqrt(run / sum), complement) : 0;
}

/* w0 = F(phi0), sn^2 : cn^2 = W2 : -W1 = (u0-u1) : (u2-u0); rising where u0' > 0. */
static void setup_phase(const lento_top_orbit *o, const lento_top_roots *r, lento_top_exact *e) {
    double s = copysign(sqrt(r->W2 / r->range), o->X[2]), c = sqrt(-r->W1 / r->range);
    e->phase = lento_elliptic_F(s, c, r->gap / (r->range + r->gap));
}

/* mu_A, mu_B: known rates of the arguments minus those of the quotients. */
static void setup_rates(const lento_top_orbit *o, const lento_top_roots *r, lento_top_exact *e) {
    double value[2][2], slope[2][2], angle[2], own[2] = {0, 0};
    if (isfinite(e->theta.K)) {
        lento_theta_at(&e->theta, e->theta.K, value, slope, angle);
        const double *v = value[A], *s = slope[A];
        own[A] = (v[0] * s[1] - v[1] * s[0]) / (v[0] * v[0] + v[1] * v[1]);
    }
    lento_theta_at(&e->theta, 0, value, slope, angle);
    const double *v = value[B], *s = slope[B];
    own[B] = (v[0] * s[1] - v[1] * s[0]) / (v[0] * v[0] + v[1] * v[1]);
    e->mu[A] = o->sum / (2 * e->lambda * r->highest_from_bottom) - own[A];
    e->mu[B] = o->difference / (2 * e->lambda * r->lowest_from_top) - own[B];
}

/* x' without kappa: A' = (i ell A - m+ conj B)/2, B' = (i ell B + m+ conj A)/2. */
static void start_slopes(const lento_top_exact *e, double slopes[2][2]) {
    const double *q = e->q, *m = e->m;
    slopes[A][0] = 0.5 * (-m[2] * q[3] - (m[0] * q[1] + m[1] * q[2]));
    slopes[A][1] = 0.5 * (m[2] * q[0] - (m[1] * q[1] - m[0] * q[2]));
    slopes[B][0] = 0.5 * (-m[2] * q[2] + (m[0] * q[0] + m[1] * q[3]));
    slopes[B][1] = 0.5 * (m[2] * q[1] + (m[1] * q[0] - m[0] * q[3]));
}

/* C = (x0 conj F + (x0'/lambda) conj F_w) / (|F|^2 + |F_w|^2) */
static void setup_factors(lento_top_exact *e) {
    double value[2][2], slope[2][2], angle[2], known[2][2];
    const double start[2][2] = {{e->q[0], e->q[3]}, {e->q[1], e->q[2]}};
    lento_theta_at(&e->theta, e->phase, value, slope, angle);
    start_slopes(e, known);
    for (int i = A; i <= B; i++) {
        const double *F = value[i], *x = start[i];
        double G[2] = {slope[i][0] - e->mu[i] * F[1], slope[i][1] + e->mu[i] * F[0]};
        double y[2] = {known[i][0] / e->lambda, known[i][1] / e->lambda};
        double re = x[0] * F[0] + x[1] * F[1] + y[0] * G[0] + y[1] * G[1];
        double im = x[1] * F[0] - x[0] * F[1] + y[1] * G[0] - y[0] * G[1];
        double norm = F[0] * F[0] + F[1] * F[1] + G[0] * G[0] + G[1] * G[1];
        double c = cos(angle[i]) / norm, s = sin(angle[i]) / norm;
        e->factor[i][0] = re * c + im * s;
        e->factor[i][1] = im * c - re * s;
    }
}

static void setup_nutation(const lento_top_orbit *o, const lento_top_roots *r, lento_top_exact *e) {
    double D = r->range + r->gap, complement = r->gap / D;
    double sign[2] = {copysign(1, o->sum), copysign(1, o->difference)};
    double strip[2] = {sign[A] * integral_of_ratio(r->from_bottom, r->range, e->modulus),
                       sign[B] *
                           integral_of_ratio(r->from_top * D, r->range * r->beyond, e->modulus)};
    setup_phase(o, r, e);
    lento_theta_setup(&e->theta, e->modulus, complement, strip);
    setup_rates(o, r, e);
    setup_factors(e);
    double K = e->theta.K, w0 = e->phase;
    e->period = 2 * K / e->lambda;
    e->lowest_time = (w0 > 0 ? 2 * K - w0 : -w0) / e->lambda;
    if (isfinite(K)) {
        /* through a pole the azimuth jumps, and any multiple of 2 pi will do */
        bool pole = strip[A] == 0 || strip[B] == 0;
        e->precession = 2 * K * (e->mu[A] + e->mu[B]) + (pole ? 0 : pi * (sign[A] + sign[B]));
        e->spin = remainder(2 * K * (e->mu[A] - e->mu[B]) + e->twist * e->period, 2 * pi);
    }
}

/* u2 = u1: uniform rates (ell+c)/(2(1+u)) of arg A and (ell-c)/(2(1-u)) of arg B. */
static void setup_steady(const lento_top_orbit *o, lento_top_exact *e) {
    e->mu[A] = o->below > 0 ? o->sum / (2 * o->below) : 0;
    e->mu[B] = o->above > 0 ? o->difference / (2 * o->above) : 0;
    e->period = pi / e->lambda;
    e->precession = (e->mu[A] + e->mu[B]) * e->period;
    e->spin = remainder((e->mu[A] - e->mu[B] + e->twist) * e->period, 2 * pi);
}

const char *lento_top_exact_setup(const lento_top *top, const double state[],
                                  lento_top_exact *exact) {
    if (!top) {
        return "something is missing (NULL)";
    }
    lento_top_exact e = {.form = UNIFORM, .scale = top->transverse};
    lento_top_orbit o;
    lento_top_roots r;
    if (top->kind != LENTO_TOP_LAGRANGE) {
        return "the exact motion is known only for a symmetric top with its centre of mass "
               "on the axis";
    }
    frame_of_axis(top->axis, e.turn);
    lento_multiply(state, e.turn, e.q);
    lento_normalise(e.q);
    lento_scale_to(1 / e.scale, state + 4, e.m);
    double p = top->pull > 1e-60 * lento_dot(e.m, e.m) ? top->pull : 0;
    lento_top_orbit_of(p, e.q, e.m, &o);
    e.twist = o.c * (1 / top->alpha - 1);
    if (p == 0 || o.x0 + p * o.s2 < 1e-120 * p) {
        describe_uniform(&o, &e);
        *exact = e;
        return NULL;
    }
    lento_top_roots_of(&o, &r);
    double D = r.range + r.gap;
    e.lambda = sqrt(p * D / 2);
    e.modulus = r.range / D;
    e.lowest = -1 + r.from_bottom;
    e.highest = 1 - r.from_top;
    e.loops = (o.sum - o.c * r.from_bottom) * (o.difference + o.c * r.from_top) < 0;
    e.form = r.range > 1e-60 ? NUTATING : STEADY;
    if (e.form == NUTATING) {
        setup_nutation(&o, &r, &e);
    } else {
        setup_steady(&o, &e);
    }
    if (!isfinite(e.lambda) || !isfinite(e.mu[A] + e.mu[B] + e.factor[A][0] + e.factor[B][0])) {
        return "the exact motion of this top is outside the range of double precision";
    }
    *exact = e;
    return NULL;
}

/* ---- evaluation: q and m in scaled units and the frame of the axis ---- */

static void uniform_at(const lento_top_exact *e, double t, double q[4], double m[3]) {
    static const double third[3] = {0, 0, 1};
    double r[3], left[4], right[4];
    lento_scale_to(t, e->m, r);
    lento_rotation(r, left);
    lento_rotation_about(third, e->twist * t, right);
    memcpy(q, e->q, sizeof e->q);
    lento_turn_by(left, right, q);
    lento_scale_to(1, e->m, m);
}

static void steady_at(const lento_top_exact *e, double t, double q[4], double m[3]) {
    double a = (e->mu[A] + 0.5 * e->twist) * t, b = (e->mu[B] - 0.5 * e->twist) * t;
    double phi = (e->mu[A] + e->mu[B]) * t;
    q[0] = e->q[0] * cos(a) - e->q[3] * sin(a);
    q[3] = e->q[3] * cos(a) + e->q[0] * sin(a);
    q[1] = e->q[1] * cos(b) - e->q[2] * sin(b);
    q[2] = e->q[2] * cos(b) + e->q[1] * sin(b);
    m[0] = e->m[0] * cos(phi) - e->m[1] * sin(phi);
    m[1] = e->m[1] * cos(phi) + e->m[0] * sin(phi);
    m[2] = e->m[2];
}

static void nutating_at(const lento_top_exact *e, double t, double q[4], double m[3]) {
    double value[2][2], slope[2][2], angle[2], x[2][2], y[2][2];
    lento_theta_at(&e->theta, e->lambda * t + e->phase, value, slope, angle);
    for (int i = A; i <= B; i++) {
        const double *F = value[i], *C = e->factor[i];
        double twist = i == A ? 0.5 * e->twist : -0.5 * e->twist;
        double turn = (e->mu[i] * e->lambda + twist) * t + angle[i], c = cos(turn), s = sin(turn);
        double re = C[0] * c - C[1] * s, im = C[1] * c + C[0] * s;
        double G[2] = {slope[i][0] - e->mu[i] * F[1], slope[i][1] + e->mu[i] * F[0]};
        x[i][0] = re * F[0] - im * F[1];
        x[i][1] = re * F[1] + im * F[0];
        y[i][0] = e->lambda * (re * G[0] - im * G[1]);
        y[i][1] = e->lambda * (re * G[1] + im * G[0]);
    }
    q[0] = x[A][0];
    q[1] = x[B][0];
    q[2] = x[B][1];
    q[3] = x[A][1];
    m[0] = 2 * (x[A][0] * y[B][0] - x[A][1] * y[B][1] - x[B][0] * y[A][0] + x[B][1] * y[A][1]);
    m[1] = 2 * (x[A][0] * y[B][1] + x[A][1] * y[B][0] - x[B][0] * y[A][1] - x[B][1] * y[A][0]);
    m[2] = e->m[2];
}

void lento_top_exact_state(const lento_top_exact *exact, double t, double state[]) {
    if (!exact || !state) {
        return;
    }
    double q[4], m[3], back[4];
    if (exact->form == UNIFORM) {
        uniform_at(exact, t, q, m);
    } else if (exact->form == STEADY) {
        steady_at(exact, t, q, m);
    } else {
        nutating_at(exact, t, q, m);
    }
    lento_conjugate(exact->turn, back);
    lento_multiply(q, back, state);
    lento_normalise(state);
    lento_scale_to(exact->scale, m, state + 4);
}
