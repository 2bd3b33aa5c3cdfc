/* SPDX-License-Identifier: MIT
 *
 * fast_top_horizontal.c - the fast top with a torque A w cos wt about body axis 1 (fredbo section 6; card A3). Its
 * forced response, pi_f in Pi1 + i Pi2 and q = integral of it as the spinning body sees it, is known:
 *
 *     z = pi - pi_f,   gt = g - i (G3/I1) q,   Gt = G3 - Im(conj(g) q)/I1
 *
 * and what is left moves like a free top. Sets: the thesis's (40), which is not slow; `repaired` |z|^2, Gt, |gt|^2,
 * Re(conj(z) gt), whose minimum-norm lift loses the spin phase; `tracked` z e^{iWt}, gt e^{iWt}, Gt, from which the
 * state is reconstructed point by point. Averaged: the free top without its spin, from the corrected start. */
#include <math.h>
#include <string.h>

#include "problems/fast_top.h"

static void finish(const double x[], double xi[], double gradient[], double explicit_rate[]) {
    fast_top_angles(4, x, xi, gradient, explicit_rate);
}

static int set40(double t, const lento_phase phase[], const double x[], double xi[],
                 double gradient[], double explicit_rate[], void *params) {
    (void)t;
    const fast_top *top = params;
    const double A = top->p[FT_A], w = top->p[FT_OMEGA], G1 = x[GAMMA1], G2 = x[GAMMA2],
                 G3 = x[GAMMA3];
    const double xi4 = G1 * G1 + G2 * G2, r = sqrt(xi4);
    if (xi) {
        xi[0] = x[PI1] - A * phase->sin;
        xi[1] = x[PI2] + A * phase->cos;
        xi[2] = xi4;
        xi[3] = atan2(r, G3);
    }
    if (gradient) {
        const double square = xi4 + G3 * G3;
        fast_top_row(gradient, 0, 1, 0, 0, 0, 0);
        fast_top_row(gradient, 1, 0, 1, 0, 0, 0);
        fast_top_row(gradient, 2, 0, 0, 2 * G1, 2 * G2, 0);
        fast_top_row(gradient, 3, 0, 0, G3 * G1 / (r * square), G3 * G2 / (r * square),
                     -r / square);
    }
    if (explicit_rate) {
        explicit_rate[0] = -A * w * phase->cos;
        explicit_rate[1] = -A * w * phase->sin;
        explicit_rate[2] = explicit_rate[3] = 0;
    }
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

/* forced response pi_f = A sin wt + i B cos wt and q with q' from it, times the strength (card fredbo A3) */
typedef struct forced {
    double pf[2], pf_rate[2];
    double a, b, a_rate, b_rate; /* gt = (G1 + a G3, G2 + b G3), Gt = G3 - a G1 - b G2 */
} forced;

static forced forced_response(const fast_top *top, const lento_phase *phase) {
    const double w = top->p[FT_OMEGA], strength = top->p[FT_A], alpha = top->turning, W = top->W;
    const double det = alpha * alpha - w * w;
    const double A = -strength * w * w / det, B = -strength * alpha * w / det;
    const double c1 = (B - A) / (2 * (W + w)), c2 = (B + A) / (2 * (W - w)); /* e^{iwt}, e^{-iwt} */
    const double c = phase->cos, s = phase->sin, I1 = top->body.I1;
    return (forced){.pf = {A * s, B * c},
                    .pf_rate = {A * w * c, -B * w * s},
                    .a = (c1 - c2) * s / I1,  /* Im q/I1 */
                    .b = -(c1 + c2) * c / I1, /* -Re q/I1 */
                    .a_rate = w * (c1 - c2) * c / I1,
                    .b_rate = w * (c1 + c2) * s / I1};
}

static int repaired(double t, const lento_phase phase[], const double x[], double xi[],
                    double gradient[], double explicit_rate[], void *params) {
    (void)t;
    const fast_top *top = params;
    const forced f = forced_response(top, phase);
    const double G3 = x[GAMMA3], a = f.a, b = f.b;
    const double z1 = x[PI1] - f.pf[0], z2 = x[PI2] - f.pf[1];
    const double g1 = x[GAMMA1] + G3 * a, g2 = x[GAMMA2] + G3 * b; /* gt = g - i (G3/I1) q */
    if (xi) {
        xi[0] = z1 * z1 + z2 * z2;
        xi[1] = G3 - a * x[GAMMA1] - b * x[GAMMA2];
        xi[2] = g1 * g1 + g2 * g2;
        xi[3] = z1 * g1 + z2 * g2;
    }
    if (gradient) {
        fast_top_row(gradient, 0, 2 * z1, 2 * z2, 0, 0, 0);
        fast_top_row(gradient, 1, 0, 0, -a, -b, 1);
        fast_top_row(gradient, 2, 0, 0, 2 * g1, 2 * g2, 2 * (g1 * a + g2 * b));
        fast_top_row(gradient, 3, g1, g2, z1, z2, z1 * a + z2 * b);
    }
    if (explicit_rate) {
        const double da = f.a_rate, db = f.b_rate;
        explicit_rate[0] = -2 * (z1 * f.pf_rate[0] + z2 * f.pf_rate[1]);
        explicit_rate[1] = -da * x[GAMMA1] - db * x[GAMMA2];
        explicit_rate[2] = 2 * G3 * (g1 * da + g2 * db);
        explicit_rate[3] = -(f.pf_rate[0] * g1 + f.pf_rate[1] * g2) + G3 * (z1 * da + z2 * db);
    }
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

/* ---- with the spin phase ---- */

static int tracked(double t, const lento_phase phase[], const double x[], double xi[],
                   double gradient[], double explicit_rate[], void *params) {
    const fast_top *top = params;
    const forced f = forced_response(top, phase);
    const lento_phase turn = lento_phase_at(top->W, 0, t);
    const double c = turn.cos, s = turn.sin, W = top->W, G3 = x[GAMMA3], a = f.a, b = f.b;
    const double z1 = x[PI1] - f.pf[0], z2 = x[PI2] - f.pf[1];
    const double g1 = x[GAMMA1] + a * G3, g2 = x[GAMMA2] + b * G3;
    if (xi) {
        xi[PI1] = c * z1 - s * z2;
        xi[PI2] = s * z1 + c * z2;
        xi[GAMMA1] = c * g1 - s * g2;
        xi[GAMMA2] = s * g1 + c * g2;
        xi[GAMMA3] = G3 - a * x[GAMMA1] - b * x[GAMMA2];
    }
    if (gradient) {
        fast_top_row(gradient, PI1, c, -s, 0, 0, 0);
        fast_top_row(gradient, PI2, s, c, 0, 0, 0);
        fast_top_row(gradient, GAMMA1, 0, 0, c, -s, c * a - s * b);
        fast_top_row(gradient, GAMMA2, 0, 0, s, c, s * a + c * b);
        fast_top_row(gradient, GAMMA3, 0, 0, -a, -b, 1);
    }
    if (explicit_rate) { /* (z' + i W z) e^{iWt} at fixed x, the same for gt */
        const double dz1 = -f.pf_rate[0] - W * z2, dz2 = -f.pf_rate[1] + W * z1;
        const double dg1 = f.a_rate * G3 - W * g2, dg2 = f.b_rate * G3 + W * g1;
        explicit_rate[PI1] = c * dz1 - s * dz2;
        explicit_rate[PI2] = s * dz1 + c * dz2;
        explicit_rate[GAMMA1] = c * dg1 - s * dg2;
        explicit_rate[GAMMA2] = s * dg1 + c * dg2;
        explicit_rate[GAMMA3] = -f.a_rate * x[GAMMA1] - f.b_rate * x[GAMMA2];
    }
    fast_top_angles(PHI, x, xi, gradient, explicit_rate);
    return 0;
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double V[],
                       double x[], double v[], void *params) {
    (void)V;
    (void)v;
    const fast_top *top = params;
    const forced f = forced_response(top, phase);
    const lento_phase turn = lento_phase_at(top->W, 0, t);
    const double c = turn.cos, s = turn.sin;
    const double g1 = c * Q[GAMMA1] + s * Q[GAMMA2], g2 = c * Q[GAMMA2] - s * Q[GAMMA1];
    double G1 = g1, G2 = g2, G3 = Q[GAMMA3];
    for (int pass = 0; pass < 12; pass++) { /* inverse of the near-identity map */
        G3 = Q[GAMMA3] + f.a * G1 + f.b * G2;
        G1 = g1 - f.a * G3;
        G2 = g2 - f.b * G3;
    }
    x[PI1] = c * Q[PI1] + s * Q[PI2] + f.pf[0];
    x[PI2] = c * Q[PI2] - s * Q[PI1] + f.pf[1];
    x[GAMMA1] = G1;
    x[GAMMA2] = G2;
    x[GAMMA3] = G3;
    x[PHI] = Q[PHI];
    x[CHI] = Q[CHI];
    return 0;
}

/* ---- columns, averaged form ---- */

static void output(double t, const lento_phase phase[], const double x[],
                   const double multipliers[], double columns[], void *params) {
    (void)phase;
    const fast_top *top = params;
    const lento_phase here = lento_phase_at(top->p[FT_OMEGA], 0, t);
    double xi[FT_STATE];
    fast_top_output(t, &here, x, multipliers, columns, params);
    repaired(t, &here, x, xi, NULL, NULL, params);
    columns[FT_COLUMNS] = xi[2];
    columns[FT_COLUMNS + 1] = acos(fmax(-1, fmin(1, xi[1])));
}

static void tracked_output(double t, const lento_phase phase[], const double Q[],
                           const double multipliers[], double columns[], void *params) {
    (void)phase;
    const fast_top *top = params;
    const lento_phase here = lento_phase_at(top->p[FT_OMEGA], 0, t);
    double x[FT_STATE];
    reconstruct(t, &here, Q, NULL, x, NULL, params);
    output(t, &here, x, multipliers, columns, params);
}

/* the averaged form has the parameters of a free top; its columns need the vibrated one */
typedef struct averaged_top {
    fast_top free;
    fast_top *vibrated;
} averaged_top;

static void averaged_output(double t, const lento_phase phase[], const double Q[],
                            const double multipliers[], double columns[], void *params) {
    tracked_output(t, phase, Q, multipliers, columns, ((const averaged_top *)params)->vibrated);
}

static int to_averaged(const double state[], double averaged_state[], void *params) {
    const lento_phase zero = {0, 1, 0};
    return tracked(0, &zero, state, averaged_state, NULL, NULL, params);
}

static const char *make_averaged(fast_top *top, lento_build *build) {
    lento_system *averaged = build->take(build, sizeof *averaged);
    averaged_top *params = build->take(build, sizeof *params);
    if (!averaged || !params) {
        return "out of memory";
    }
    *params = (averaged_top){.free = *top, .vibrated = top};
    params->free.vibration = FT_NONE;
    params->free.spin = 0;
    params->free.turning = -top->nutation;
    *averaged = (lento_system){.order = 1,
                               .size = FT_STATE,
                               .rate = fast_top_rate,
                               .params = params, /* begins with a fast_top */
                               .exact = top->p[FT_GMOD] == 0 ? fast_top_exact : NULL,
                               .output = averaged_output};
    build->system->averaged = averaged;
    build->system->to_averaged = to_averaged;
    return NULL;
}

const char *fast_top_make_horizontal(fast_top *top, lento_build *build) {
    const lento_slow_set sets[] = {
        {.name = "40",
         .doc = "Pi1 - A sin wt, Pi2 + A cos wt, xi4, theta: (40) of the thesis, not slow",
         .size = 6,
         .slow = set40,
         .fastest = fabs(top->turning)},
        {.name = "repaired",
         .doc = "|z|^2, Gt, |gt|^2, Re(conj(z) gt): forced response removed, spin phase lost",
         .size = 6,
         .slow = repaired,
         .fastest = top->nutation},
        {.name = "tracked",
         .doc = "z, gt with the spin phase, Gt: forced response removed, state reconstructed",
         .size = FT_STATE,
         .slow = tracked,
         .reconstruct = reconstruct,
         .output = tracked_output,
         .fastest = top->nutation}};
    memcpy(top->sets + FT_SETS - 3, sets, sizeof sets);
    build->system->output = output;
    lento_slow_choose(build->system, "tracked");
    return make_averaged(top, build);
}
