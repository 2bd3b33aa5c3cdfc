/* SPDX-License-Identifier: MIT
 *
 * fast_top.h - what the files of problem `fast-top` share: parameters, derived numbers, the state.
 *
 * State: Pi1, Pi2, Gamma1, Gamma2, Gamma3 in the frame asked for, phi, chi (psi = psi0 + Pi3 t/I3 -
 * chi). In the spin-free frame (Pi1 + i Pi2) and (Gamma1 + i Gamma2) are multiplied by exp(i Pi3
 * t/I3), which takes the spin out of the equations exactly: they are those of the body frame with
 * 1/I3 = 0 (card fredbo A0). */
#ifndef LENTO_PROBLEMS_FAST_TOP_H
#define LENTO_PROBLEMS_FAST_TOP_H

#include "lento/problem.h"
#include "lento/top.h"

/* places in p: body and start, frame and vibration */
enum { FT_M, FT_G, FT_L, FT_I1, FT_I3, FT_SPIN, FT_PI1, FT_PI2, FT_THETA0, FT_PSI0, FT_FRAME };
enum { FT_VIBRATION = FT_FRAME + 1, FT_OMEGA, FT_A, FT_INITIAL, FT_GMOD, FT_GPERIOD };
enum { FT_BODY, FT_SPIN_FREE, FT_SPACE };     /* frame */
enum { FT_NONE, FT_HORIZONTAL, FT_VERTICAL }; /* vibration */
enum { FT_SLOW, FT_FULL };                    /* initial */
enum { PI1, PI2, GAMMA1, GAMMA2, GAMMA3, PHI, CHI, FT_STATE };
/* places in the columns: vectors in the body, slow variables, angles */
enum { FT_C_PI1, FT_C_PI2, FT_C_PI3, FT_C_GAMMA1, FT_C_GAMMA2, FT_C_GAMMA3, FT_C_XI2, FT_C_XI3 };
enum { FT_C_XI4 = FT_C_XI3 + 1, FT_C_XI5, FT_C_PHI, FT_C_THETA, FT_C_PSI, FT_COLUMNS };
enum { FT_SETS = 6 };

typedef struct fast_top {
    const double *p;
    lento_fast_body body; /* Mgl, I1, I3, Pi3 */
    double W;             /* Pi3/I3, the spin rate */
    double nutation;      /* Pi3/I1 */
    double turning; /* rate of Pi12 in the frame: Pi3 (1/I3 - 1/I1), or -Pi3/I1 without spin */
    double spin;    /* Omega3 in the frame: Pi3/I3, or 0 */
    int frame, vibration;
    lento_slow_set sets[FT_SETS + 1]; /* what the system knows: slow variables, default first, */
    lento_closed closed;
    lento_solution solution;
    lento_splitting parts;
    lento_view view;
    double ezL, offset[2]; /* frame=space: vertical momentum; axis offset from the momentum */
    double azimuth, ahead; /* azimuth of the momentum, absolute and from the axis; at the start */
} fast_top;

/* Pi1^2 + Pi2^2, G1^2 + G2^2, Pi1 G1 + Pi2 G2, Pi1 G2 - Pi2 G1 of a state */
static inline double xi3_of(const double x[]) {
    return x[PI1] * x[PI1] + x[PI2] * x[PI2];
}
static inline double xi4_of(const double x[]) {
    return x[GAMMA1] * x[GAMMA1] + x[GAMMA2] * x[GAMMA2];
}
static inline double xi5_of(const double x[]) {
    return x[PI1] * x[GAMMA1] + x[PI2] * x[GAMMA2];
}
static inline double zeta_of(const double x[]) {
    return x[PI1] * x[GAMMA2] - x[PI2] * x[GAMMA1];
}

/* gravity torque Mgl with slow modulation and vertical vibration */
double lento_fast_top_pull(const fast_top *top, double t, const lento_phase *phase);
lento_rate lento_fast_top_rate;
lento_output lento_fast_top_output;
lento_exact lento_fast_top_exact; /* fast_top_flow.c */
lento_flow lento_fast_top_flow;

lento_slow lento_fast_top_regular, lento_fast_top_xi, lento_fast_top_euler; /* fast_top_sets.c */
lento_slow_check lento_fast_top_check_xi;

extern const struct lento_contest lento_fast_top_contest; /* fast_top_contest.c */

const char *lento_fast_top_make_horizontal(fast_top *top, lento_build *build);
const char *lento_fast_top_make_vertical(fast_top *top, lento_build *build);
const char *lento_fast_top_make_space(fast_top *top, lento_build *build);

#endif
