/* SPDX-License-Identifier: MIT
 *
 * fast_top.h - what the files of problem `fast-top` share: parameters, derived numbers, the state.
 *
 * State: Pi1, Pi2, Gamma1, Gamma2, Gamma3 in the frame asked for, phi, chi (psi = psi0 + Pi3 t/I3 - chi).
 * In the spin-free frame (Pi1 + i Pi2) and (Gamma1 + i Gamma2) are multiplied by exp(i Pi3 t/I3), which takes
 * the spin out of the equations exactly: they are those of the body frame with 1/I3 = 0 (card fredbo A0). */
#ifndef LENTO_PROBLEMS_FAST_TOP_H
#define LENTO_PROBLEMS_FAST_TOP_H

#include "lento/lento.h"
#include "top/fast_exact.h"

enum {
    FT_M, FT_G, FT_L, FT_I1, FT_I3, FT_SPIN, FT_PI1, FT_PI2, FT_THETA0, FT_PSI0, FT_FRAME, FT_VIBRATION,
    FT_OMEGA, FT_A, FT_INITIAL, FT_GMOD, FT_GPERIOD, FT_PARAMETERS
};
enum { FT_BODY, FT_SPIN_FREE, FT_SPACE };              /* frame */
enum { FT_NONE, FT_HORIZONTAL, FT_VERTICAL };          /* vibration */
enum { PI1, PI2, GAMMA1, GAMMA2, GAMMA3, PHI, CHI, FT_STATE };

typedef struct fast_top {
    const double *p;
    lento_fast_body body; /* Mgl, I1, I3, Pi3 */
    double W;             /* Pi3/I3, the spin rate */
    double nutation;      /* Pi3/I1 */
    double turning;       /* rate of Pi12 in the frame: Pi3 (1/I3 - 1/I1), or -Pi3/I1 without spin */
    double spin;          /* Omega3 in the frame: Pi3/I3, or 0 */
    double p0[3], n0[3];  /* frame=space: the start, and the axis offset from the angular momentum */
    double offset[2], ezL;
} fast_top;

/* gravity torque Mgl with slow modulation and vertical vibration */
double fast_top_pull(const fast_top *top, double t, const lento_phase *phase);
int fast_top_rate(double t, const lento_phase phase[], const double x[], const double v[], double rate[],
                  void *params);
void fast_top_output(double t, const lento_phase phase[], const double x[], const double multipliers[],
                     double columns[], void *params);
int fast_top_exact(double t, const double start[], double state[], void *params);
int fast_top_flow(double t, const lento_phase phase[], int part, double h, double step, double x[],
                  void *params);
extern const lento_slow_set FAST_TOP_SETS[];            /* fast_top_sets.c */
const char *fast_top_make_vertical(fast_top *top, lento_build *build);   /* fast_top_vertical.c */
const char *fast_top_make_space(fast_top *top, lento_build *build);      /* fast_top_space.c */

#endif
