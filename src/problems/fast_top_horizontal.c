/* SPDX-License-Identifier: MIT
 *
 * fast_top_horizontal.c - the fast top with a torque A w cos wt about body axis 1 (card fredbo A3).
 * Its forced response, pi_f in Pi1 + i Pi2 and q = integral of it as the spinning body sees it, is
 * known:
 *
 *     z = pi - pi_f,   gt = g - i (G3/I1) q,   Gt = G3 - Im(conj(g) q)/I1
 *
 * and what is left moves like a free top. Sets: `subtracted` of the thesis, which is not slow;
 * `repaired` |z|^2, Gt, |gt|^2, Re(conj(z) gt), where the minimum norm loses the spin phase;
 * `tracked` z e^{iWt}, gt e^{iWt}, Gt, which keep it. Averaged: the free top without its spin, from
 * the corrected start. */
#include <math.h>
#include <string.h>

#include "problems/fast_top.h"

static int subtracted(double t, const lento_phase phase[], const double x[], double xi[],
                      double gradient[], double explicit_rate[], void *params) {
    const fast_top *top = params;
    const double A = top->p[FT_A], w = top->p[FT_OMEGA];
    const double G1 = x[GAMMA1], G2 = x[GAMMA2], G3 = x[GAMMA3];
    const double xi4 = xi4_of(x), r = sqrt(xi4), square = xi4 + G3 * G3;
    const double values[] = {
        x[PI1] - A * phase->sin, x[PI2] + A * phase->cos, xi4, atan2(r, G3), x[PHI], x[CHI]};
    const double rows[6][FT_STATE] = {
        {1},
        {0, 1},
        {0, 0, 2 * G1, 2 * G2},
        {0, 0, G3 * G1 / (r * square), G3 * G2 / (r * square), -r / square},
        {[PHI] = 1},
        {[CHI] = 1}};
    lento_slow_put(xi, 6, values);
    lento_slow_put(gradient, 6 * FT_STATE, &rows[0][0]);
    lento_slow_put(explicit_rate, 6, (const double[6]){-A * w * phase->cos, -A * w * phase->sin});
    return 0;
}

/* forced response pi_f = A sin wt + i B cos wt and q with q' from it, times the strength (card
 * fredbo A3) */
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

/* z, gt, Gt */
static int corrected(double t, const lento_phase phase[], const double x[], double xi[],
                     double gradient[], double explicit_rate[], void *params) {
    const forced f = forced_response(params, phase);
    const double G1 = x[GAMMA1], G2 = x[GAMMA2], G3 = x[GAMMA3];
    const double values[] = {
        x[PI1] - f.pf[0],         x[PI2] - f.pf[1], G1 + f.a * G3, G2 + f.b * G3,
        G3 - f.a * G1 - f.b * G2, x[PHI],           x[CHI]};
    const double rows[FT_STATE][FT_STATE] = {
        {1},         {0, 1},     {0, 0, 1, 0, f.a}, {0, 0, 0, 1, f.b}, {0, 0, -f.a, -f.b, 1},
        {[PHI] = 1}, {[CHI] = 1}};
    const double rates[FT_STATE] = {-f.pf_rate[0], -f.pf_rate[1], f.a_rate * G3, f.b_rate * G3,
                                    -f.a_rate * G1 - f.b_rate * G2};
    lento_slow_put(xi, FT_STATE, values);
    lento_slow_put(gradient, FT_STATE * FT_STATE, &rows[0][0]);
    lento_slow_put(explicit_rate, FT_STATE, rates);
    return 0;
}

/* The smallest rate of (z, gt, Gt) that moves |z|^2, Gt, |gt|^2 and Re(conj(z) gt) as they do: what
 * leaves all four alone is the common turn of z and gt, and the minimum norm has none of it. */
static int repaired_rate(double t, const lento_phase phase[], const double x[], const double dxdt[],
                         double rate[], void *params) {
    double y[FT_STATE], gradient[FT_STATE * FT_STATE];
    corrected(t, phase, x, y, gradient, rate, params);
    for (int i = 0; i < FT_STATE; i++) {
        for (int j = 0; j < FT_STATE; j++) {
            rate[i] += gradient[i * FT_STATE + j] * dxdt[j];
        }
    }
    const double turn[4] = {-y[PI2], y[PI1], -y[GAMMA2], y[GAMMA1]};
    double along = 0, square = 0;
    for (int i = 0; i < 4; i++) {
        along += turn[i] * rate[i];
        square += turn[i] * turn[i];
    }
    for (int i = 0; i < 4; i++) {
        rate[i] -= turn[i] * along / square;
    }
    return 0;
}

/* ---- with the spin phase ---- */

static void turn_pair(lento_phase turn, double *a, double *b) {
    const double first = *a;
    *a = turn.cos * first - turn.sin * *b;
    *b = turn.sin * first + turn.cos * *b;
}

/* z e^{iWt}, gt e^{iWt}, Gt */
static int tracked(double t, const lento_phase phase[], const double x[], double xi[],
                   double gradient[], double explicit_rate[], void *params) {
    const fast_top *top = params;
    const lento_phase turn = lento_phase_at(top->W, 0, t);
    double y[FT_STATE];
    corrected(t, phase, x, y, gradient, explicit_rate, params);
    for (int i = PI1; i < GAMMA3; i += 2) { /* the pairs z and gt */
        for (int j = 0; gradient && j < FT_STATE; j++) {
            turn_pair(turn, &gradient[i * FT_STATE + j], &gradient[(i + 1) * FT_STATE + j]);
        }
        if (explicit_rate) {
            explicit_rate[i] -= top->W * y[i + 1];
            explicit_rate[i + 1] += top->W * y[i];
            turn_pair(turn, &explicit_rate[i], &explicit_rate[i + 1]);
        }
        turn_pair(turn, &y[i], &y[i + 1]);
    }
    if (xi) {
        memcpy(xi, y, sizeof y);
    }
    return 0;
}

/* inverse of the near-identity map from x to y = (z, gt, Gt) */
static int restore(double t, const lento_phase phase[], const double y[], const double V[],
                   double x[], double v[], void *params) {
    const forced f = forced_response(params, phase);
    double G1 = y[GAMMA1], G2 = y[GAMMA2], G3 = y[GAMMA3];
    for (int pass = 0; pass < 12; pass++) {
        G3 = y[GAMMA3] + f.a * G1 + f.b * G2;
        G1 = y[GAMMA1] - f.a * G3;
        G2 = y[GAMMA2] - f.b * G3;
    }
    x[PI1] = y[PI1] + f.pf[0];
    x[PI2] = y[PI2] + f.pf[1];
    x[GAMMA1] = G1;
    x[GAMMA2] = G2;
    x[GAMMA3] = G3;
    x[PHI] = y[PHI];
    x[CHI] = y[CHI];
    return 0;
}

static int restore_tracked(double t, const lento_phase phase[], const double Q[], const double V[],
                           double x[], double v[], void *params) {
    const fast_top *top = params;
    lento_phase back = lento_phase_at(top->W, 0, t);
    double y[FT_STATE];
    memcpy(y, Q, sizeof y);
    back.sin = -back.sin;
    turn_pair(back, &y[PI1], &y[PI2]);
    turn_pair(back, &y[GAMMA1], &y[GAMMA2]);
    return restore(t, phase, y, V, x, v, params);
}

/* ---- columns, averaged form ---- */

static void output(double t, const lento_phase phase[], const double x[],
                   const double multipliers[], double columns[], void *params) {
    const fast_top *top = params;
    const lento_phase here = lento_phase_at(top->p[FT_OMEGA], 0, t);
    double y[FT_STATE];
    lento_fast_top_output(t, &here, x, multipliers, columns, params);
    corrected(t, &here, x, y, NULL, NULL, params);
    columns[FT_COLUMNS] = y[GAMMA1] * y[GAMMA1] + y[GAMMA2] * y[GAMMA2];
    columns[FT_COLUMNS + 1] = acos(fmax(-1, fmin(1, y[GAMMA3])));
}

/* columns of slow variables from which `back` restores the state */
static void output_of(lento_reconstruct *back, double t, const double y[], double columns[],
                      void *params) {
    const fast_top *top = params;
    const lento_phase here = lento_phase_at(top->p[FT_OMEGA], 0, t);
    double x[FT_STATE];
    back(t, &here, y, NULL, x, NULL, params);
    output(t, &here, x, NULL, columns, params);
}

static void tracked_output(double t, const lento_phase phase[], const double Q[],
                           const double multipliers[], double columns[], void *params) {
    output_of(restore_tracked, t, Q, columns, params);
}

static void repaired_output(double t, const lento_phase phase[], const double y[],
                            const double multipliers[], double columns[], void *params) {
    output_of(restore, t, y, columns, params);
    static const int lost[] = {FT_C_PI1, FT_C_PI2, FT_C_GAMMA1, FT_C_GAMMA2, FT_C_XI3, FT_C_XI5};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        columns[lost[i]] = NAN; /* they need the spin phase */
    }
}

/* the averaged form has the parameters of a free top; its columns need the vibrated one */
typedef struct averaged_top {
    fast_top free;
    fast_top *vibrated;
} averaged_top;

static void averaged_output(double t, const lento_phase phase[], const double Q[],
                            const double multipliers[], double columns[], void *params) {
    output_of(restore_tracked, t, Q, columns, ((const averaged_top *)params)->vibrated);
}

static int to_averaged(const double state[], double averaged_state[], void *params) {
    const lento_phase zero = {0, 1, 0};
    return tracked(0, &zero, state, averaged_state, NULL, NULL, params);
}

static const lento_solution EXACT = {.exact = lento_fast_top_exact};
static const lento_view AVERAGED_VIEW = {.output = averaged_output};
/* [1] with an exact solution */
static const lento_knowledge AVERAGED[] = {{.view = &AVERAGED_VIEW},
                                           {.view = &AVERAGED_VIEW, .exact = &EXACT}};

static const char *make_averaged(fast_top *top, lento_build *build) {
    averaged_top *params = build->take(build, sizeof *params);
    if (!params) {
        return "out of memory";
    }
    *params = (averaged_top){.free = *top, .vibrated = top};
    params->free.vibration = FT_NONE;
    params->free.spin = 0;
    params->free.turning = -top->nutation;
    top->closed.system =
        LENTO_KEEP(build, lento_system, .order = 1, .size = FT_STATE, .rate = lento_fast_top_rate,
                   .params = params, /* begins with a fast_top */
                   .known = &AVERAGED[top->p[FT_GMOD] == 0]);
    top->closed.convert = to_averaged;
    top->closed.exact = true; /* the torque does not depend on the state */
    return NULL;
}

const char *lento_fast_top_make_horizontal(fast_top *top, lento_build *build) {
    const lento_slow_set sets[] = {
        {"tracked",
         .doc = "z, gt with the spin phase, Gt: forced response removed, state reconstructed",
         .size = FT_STATE, .slow = tracked, .reconstruct = restore_tracked,
         .output = tracked_output, .fastest = top->nutation},
        {"subtracted", .alias = "40",
         .doc = "Pi1 - A sin wt, Pi2 + A cos wt, xi4, theta, as in the thesis; not slow", .size = 6,
         .slow = subtracted, .fastest = fabs(top->turning)},
        {"repaired",
         .doc = "|z|^2, Gt, |gt|^2, Re(conj(z) gt): forced response removed, spin phase lost",
         .size = FT_STATE, .slow = corrected, .rate = repaired_rate, .reconstruct = restore,
         .output = repaired_output, .fastest = top->nutation}};
    memmove(top->sets + 3, top->sets, 3 * sizeof *sets);
    for (int i = 0; i < 3; i++) {
        top->sets[i] = sets[i];
        top->sets[i].kernel = "point";
        top->sets[i].closed = true;
    }
    top->view.output = output;
    return make_averaged(top, build);
}
