/* SPDX-License-Identifier: MIT
 *
 * top.h - spinning tops: rigid bodies that turn about a fixed point under gravity (bodack).
 *
 * Read top to bottom: the body, its state, the parts of its splittings, the equations of motion,
 * integrals, angles, the discrete top of Bobenko and Suris, the exact solution for any and for a
 * fast Lagrange top, rods, apex traces.
 *
 * Frames: space e1, e2, e3 with e3 up; body N, B, T (the edges of a cuboid; the principal axes of a
 * top given by its moments). A quaternion (w, x, y, z) of unit length turns body vectors into space
 * vectors. All quantities are physical; functions are pure, allocate nothing and need only libm.
 * Functions that can refuse return NULL when all is well, otherwise one static sentence. */
#ifndef LENTO_TOP_H
#define LENTO_TOP_H

#include "lento/lento.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the body: filled by a constructor, constant afterwards, shareable ---- */
typedef enum lento_top_case {
    LENTO_TOP_GENERAL,
    LENTO_TOP_LAGRANGE,   /* two equal moments, centre of mass on the third axis */
    LENTO_TOP_KOWALEWSKI, /* moments 1 : 2 : 2, centre of mass in the plane of the equal ones */
    LENTO_TOP_GORYACHEV_CHAPLYGIN /* moments 1 : 4 : 4, the same; integrable only while m3 = 0 */
} lento_top_case;

typedef struct lento_top {
    double mass, gravity;
    double edges[3];      /* half edges CN, CB, CT of a cuboid; 0 for a top given by moments */
    double centre[3];     /* from the fixed point to the centre of mass, in the body frame */
    double inertia[3][3]; /* about the fixed point, in the body frame */
    double inverse[3][3];
    double moments[3]; /* principal moments; ascending for a cuboid, as given otherwise */
    double axes[3][3]; /* axes[i] is principal axis i in the body frame; right-handed */
    int close[3];      /* axes i, j of the two closest moments, and the third */
    lento_top_case kind;
    double special[3][3]; /* Kowalewski, Goryachev-Chaplygin: axes 1, 2, 3 of K and G */
    /* Lagrange only: */
    double axis[3];           /* unit symmetry axis, towards the centre of mass */
    double transverse, axial; /* moments across and along it */
    double alpha;             /* axial / transverse */
    double mobility, ratio;   /* 1 / transverse, 1 / alpha */
    double pull;              /* mass * gravity * distance / transverse >= 0: p in scaled units */
} lento_top;

/* A homogeneous cuboid of density 1 with half edges CN, CB, CT; `fixed` is the fixed point
 * relative to the centre, NULL for the centre of the lower face, (0, 0, -CT). */
LENTO_API const char *lento_top_cuboid(lento_top *top, const double edges[3], const double fixed[3],
                                       double gravity);
/* The same with the shape that makes it integrable: edges (CN, CN, CT), (sqrt(3), 1, 1/2) CB and
 * (sqrt(7), 1, 1/2) CB. */
LENTO_API const char *lento_top_lagrange(lento_top *top, double CN, double CT, double gravity);
LENTO_API const char *lento_top_kowalewski(lento_top *top, double CB, double gravity);
LENTO_API const char *lento_top_goryachev_chaplygin(lento_top *top, double CB, double gravity);
/* A top given by mass, principal moments about the fixed point and the centre of mass in that
 * frame. */
LENTO_API const char *lento_top_body(lento_top *top, double mass, const double moments[3],
                                     const double centre[3], double gravity);

/* ---- the state: attitude q[0..3] and angular momentum m in space [4..6] ---- */
enum { LENTO_TOP_STATE = 7, LENTO_TOP_REST = 12, LENTO_TOP_BODY = 10 };

/* Fills a state. The quaternion is normalised if its length is within 1e-6 of 1, otherwise
 * refused. */
LENTO_API const char *lento_top_start(const double q[4], const double m[3],
                                      double state[LENTO_TOP_STATE]);
/* Attitude after a rotation by `degrees` about e1. */
LENTO_API void lento_top_tilt(double degrees, double q[4]);
LENTO_API void lento_top_centre(const lento_top *top, const double q[4],
                                double a[3]); /* in space */
LENTO_API void lento_top_velocity(const lento_top *top, const double state[], double omega[3]);

/* ---- parts of the splittings: each advances a state by a time h under one part of the motion
 * ---- */
typedef enum lento_top_part {
    LENTO_TOP_KICK,          /* gravity alone, attitude held */
    LENTO_TOP_GRADIENT_KICK, /* the kick of Chin 4A: gravity corrected by its gradient */
    LENTO_TOP_CAYLEY,        /* Lagrange: rotation of Bobenko and Suris */
    LENTO_TOP_TWIST,         /* Lagrange: the same with the exact twist about the axis */
    LENTO_TOP_FREE,          /* Lagrange: free motion, exact */
    LENTO_TOP_AXIS1,         /* any top: kinetic energy of one principal axis, exact */
    LENTO_TOP_AXIS2,
    LENTO_TOP_AXIS3,
    LENTO_TOP_CLOSE_FREE, /* any top: free motion as if the two closest moments were equal, exact */
    LENTO_TOP_CLOSE_AXIS  /* any top: what that leaves out, a rotation about axis close[1], exact */
} lento_top_part;

/* NULL if this top has this part, otherwise a sentence that names a way out. */
LENTO_API const char *lento_top_part_refusal(const lento_top *top, lento_top_part part);
/* h is the time of this part, `step` the length of the whole step; only the gradient kick reads it.
 * The attitude must be a unit quaternion; every rotation leaves it normalised. */
LENTO_API void lento_top_flow(const lento_top *top, lento_top_part part, double h, double step,
                              double state[LENTO_TOP_STATE]);

/* ---- equations of motion ---- */
/* of the state itself; */
LENTO_API void lento_top_rate(const lento_top *top, const double state[], double rate[]);
/* of (omega, N, B, T) in space, the inertia matrix of the frame as it is, orthonormal or not; */
LENTO_API void lento_top_rest_rate(const lento_top *top, const double x[], double rate[]);
LENTO_API void lento_top_rest_from_state(const lento_top *top, const double state[], double x[]);
LENTO_API void lento_top_rest_to_state(const lento_top *top, const double x[], double state[]);
/* of (momentum, vertical, both in the body frame, quaternion): Kirchhoff's equations. */
LENTO_API void lento_top_body_rate(const lento_top *top, const double y[], double rate[]);
LENTO_API void lento_top_body_from_state(const double state[], double y[]);
LENTO_API void lento_top_body_to_state(const double y[], double state[]);

/* ---- integrals ---- */
typedef struct lento_top_integrals {
    double energy;   /* <m, omega>/2 + M g a3 */
    double vertical; /* <m, p> = g m3 */
    double axial; /* <m, a>, a from the fixed point to the centre of mass; constant for Lagrange */
    double special; /* K of Kowalewski, G of Goryachev-Chaplygin (while m3 = 0), otherwise 0 */
} lento_top_integrals;
LENTO_API lento_top_integrals lento_top_integrals_of(const lento_top *top, const double state[]);
/* Of (omega, N, B, T) as they are, orthonormal or not. */
LENTO_API lento_top_integrals lento_top_rest_integrals_of(const lento_top *top, const double x[]);

/* ---- angles ---- */
/* Precession phi, inclination theta in [0, pi], spin psi: q = turn(e3, phi) turn(e1, theta)
 * turn(e3, psi). Where T is vertical only phi + psi or phi - psi means anything. */
LENTO_API void lento_top_angles(const double q[4], double angles[3]);
LENTO_API void lento_top_angles_to_attitude(const double angles[3], double q[4]);
/* Their rates; false where T is vertical (the turning is then shared between precession and
 * spin). */
LENTO_API bool lento_top_angle_rates(const lento_top *top, const double state[], double rates[3]);
/* Half the angle of the rotation between two attitudes, in [0, pi/2]. */
LENTO_API double lento_top_attitude_error(const double q[4], const double r[4]);

/* ---- the discrete Lagrange top of Bobenko and Suris: its exact integrals, scaled units ---- */
typedef struct lento_top_discrete {
    double energy;    /* H_eps = |m|^2/2 + <a,p> + (eps/2) <a x m, p> along bobenko-suris */
    double symmetric; /* H-hat = |m|^2/2 + <a,p> - (eps^2/8) |p x a|^2 along bobenko-suris-sym */
    double axial;     /* <m, a> */
    double vertical;  /* <m, e3> */
} lento_top_discrete;
LENTO_API lento_top_discrete lento_top_discrete_of(const lento_top *top, double step,
                                                   const double state[]);
/* What is left of the invariant biquadratic between the heights u and v of the axis (third
 * component) at neighbouring points of bobenko-suris-sym that started at `state`; 0 but for
 * rounding. */
LENTO_API double lento_top_biquadratic(const lento_top *top, double step, const double state[],
                                       double u, double v);
/* The frame factor of the step that turns the axis a into b under the scaled momentum m (after the
 * kick): xi from the momentum, xi from the axes, and tr w from xi and from the axes. */
typedef struct lento_top_factor {
    double xi_momentum[3], xi_axes[3], trace_xi, trace_axes;
} lento_top_factor;
LENTO_API lento_top_factor lento_top_factor_of(const lento_top *top, double step, const double m[3],
                                               const double a[3], const double b[3]);

/* ---- the exact motion of a Lagrange top, at any time at the same small cost ---- */
typedef struct lento_top_theta { /* quotients of theta functions: see src/top/theta.c */
    bool hyperbolic;
    double K, scale, nome, strip[2], table[2][2][5], even[4];
} lento_top_theta;

typedef struct lento_top_exact {
    /* what the motion is like: */
    double period;     /* of the nutation; infinite on the separatrix, 0 if the axis is vertical */
    double precession; /* turn of the axis about e3 in one period, counted continuously */
    double spin;       /* turn of the body about its axis in one period, modulo 2 pi */
    double lowest, highest; /* third component of the unit axis: its extremes */
    double lowest_time;     /* first time >= 0 at which it is lowest */
    bool loops;             /* the precession changes its sense during a nutation */
    /* how it is evaluated, in scaled units (see src/top/exact.c): */
    int form;
    double scale, turn[4], q[4], m[3]; /* moment, frame of the axis, start */
    double twist;                      /* c (1/alpha - 1) */
    double lambda, phase, modulus;     /* u = lowest + (highest - lowest) sn^2(lambda t + phase) */
    double mu[2], factor[2][2];
    lento_top_theta theta;
} lento_top_exact;

/* Any Lagrange top and any start: no gravity, vertical, steady and separatrix motions included.
 * Near the separatrix the motion itself amplifies rounding like exp(lambda t) until it first
 * leaves the top. */
LENTO_API const char *lento_top_exact_setup(const lento_top *top, const double state[],
                                            lento_top_exact *exact);
LENTO_API void lento_top_exact_state(const lento_top_exact *exact, double t, double state[]);

/* ---- the same for a Lagrange top that spins fast, in body variables ----
 * Momentum Pi1, Pi2 and vertical Gamma1, Gamma2, Gamma3 in the body, to full relative accuracy of
 * the tiny nutation; the angles are counted continuously. Needs gravity and an inclined axis. */
typedef struct lento_fast_body {
    double Mgl, I1, I3; /* torque of gravity; moments across and along the axis */
    double Pi3;         /* momentum along the axis */
} lento_fast_body;

/* Lowest u1 and highest u2 height of the axis, third root u3 of the nutation cubic: only ever as
 * distances. */
typedef struct lento_top_roots {
    double from_bottom;                          /* 1 + u1 */
    double from_top;                             /* 1 - u2 */
    double lowest_from_top, highest_from_bottom; /* 1 - u1, 1 + u2 */
    double beyond;                               /* u3 - 1 */
    double range;                                /* u2 - u1 */
    double gap;                                  /* u3 - u2 */
    double W1, W2;                               /* u0 - u2 <= 0 <= u0 - u1 */
} lento_top_roots;

typedef struct lento_fast_exact {
    lento_fast_body body;
    double x0, y0, u0;          /* xi3, xi5, Gamma3 at t = 0 */
    double sum, difference;     /* ell + c, ell - c: vertical momentum and spin momentum by I1 */
    lento_top_roots roots;      /* with W = u0 - Gamma3 */
    double lambda, m, rest;     /* rate, modulus^2 and 1 - modulus^2 of sn in W */
    double t0;                  /* a lowest point of the axis */
    double width[2];            /* of the peaks of phi' at the lowest and at the highest point */
    double period, turn, twist; /* nutation period; phi and chi advance over one period */
} lento_fast_exact;

/* xi2 = Gamma3, xi3 = Pi1^2 + Pi2^2, xi4 = Gamma1^2 + Gamma2^2, xi5 = Pi1 Gamma1 + Pi2 Gamma2,
 * zeta = Pi1 Gamma2 - Pi2 Gamma1, phi(t) - phi(0), and chi, the integral of Gamma3 phi': the spin
 * angle is psi(0) + Pi3 t/I3 - chi. */
typedef struct lento_fast_point {
    double xi2, xi3, xi4, xi5, zeta, phi, chi;
} lento_fast_point;

/* start: Pi1, Pi2, Gamma1, Gamma2, Gamma3 at t = 0. */
LENTO_API const char *lento_fast_exact_setup(const lento_fast_body *body, const double start[5],
                                             lento_fast_exact *exact);
LENTO_API void lento_fast_exact_at(const lento_fast_exact *exact, double t,
                                   lento_fast_point *point);

/* ---- rods (Kirchhoff's analogy: arc length is time, the tangent is T) and apex traces ---- */
/* Moves the end of a polygon by step * T; with bobenko-suris the moment below is then constant. */
LENTO_API void lento_rod_edge(const double q[4], double step, double point[3]);
/* Moves the end of a smooth rod from one state to the next, of order 6 in the step. */
LENTO_API void lento_rod_arc(const lento_top *top, const double before[], const double after[],
                             double step, double point[3]);
/* Two curvatures <T',N>, <T',B> and the torsion <N',B> at the middle of two frames. */
LENTO_API void lento_rod_curvature(const double before[4], const double after[4], double step,
                                   double curvature[3]);
/* m - F x point with the force F = M g <a, T> e3: constant along a rod if a is parallel to T. */
LENTO_API void lento_rod_moment(const lento_top *top, const double m[3], const double point[3],
                                double moment[3]);
/* Width along B over width along N of a rectangular section with the rod's bending stiffnesses. */
LENTO_API double lento_rod_section(const lento_top *top);
/* The point where the axis (Lagrange: the symmetry axis, otherwise T) pierces the unit sphere. */
LENTO_API void lento_apex_point(const lento_top *top, const double q[4], double point[3]);
typedef struct lento_apex_extremum {
    double time, height; /* time after `before`, in (0, step] */
    bool lowest;
} lento_apex_extremum;
/* Whether the height of the apex has an extremum in this step, and where (quintic
 * interpolation). */
LENTO_API bool lento_apex_turns(const lento_top *top, const double before[], const double after[],
                                double step, lento_apex_extremum *extremum);

#ifdef __cplusplus
}
#endif
#endif
