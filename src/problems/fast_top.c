/* SPDX-License-Identifier: MIT
 *
 * fast_top.c - problem `fast-top`: the Lagrange top in body coordinates (card fredbo A0),
 *
 *     Pi1' = k Pi3 Pi2 + Mgl G2,  Pi2' = -k Pi3 Pi1 - Mgl G1,  k = 1/I3 - 1/I1,
 *     Pi3' = 0,  Gamma' = Gamma x Omega,
 *
 * Pi3 = spin sqrt(2 Mgl I3), with phi' = xi5/(I1 xi4) and chi' = Gamma3 phi' integrated along. The
 * vibrated forms are a torque A w cos wt about body axis 1 (horizontal) and g + A w cos wt
 * (vertical). This file has the parameters and the two rotating frames; fast_top_sets.c the slow
 * variables, fast_top_flow.c the splittings and the exact solution, fast_top_horizontal.c and
 * fast_top_vertical.c the vibrated forms, fast_top_space.c precession over nutation. */
#include "problems/fast_top.h"

#include <math.h>

static const lento_parameter PARAMETERS[] = {
    {"M", .value = {5}, .open = true, .unit = "kg", .doc = "mass"},
    {"g", .value = {9.81}, .open = true, .unit = "m/s^2", .doc = "gravity"},
    {"l", .value = {0.75}, .open = true, .unit = "m", .doc = "fixed point to centre of mass"},
    {"I1", .value = {3.12}, .open = true, .unit = "kg m^2", .doc = "transverse moment"},
    {"I3", .value = {0.24}, .open = true, .unit = "kg m^2", .doc = "axial moment"},
    {"spin", .value = {1e3}, .open = true,
     .doc = "spin in units of sqrt(2 M g l/I3): Pi3 = spin sqrt(2 Mgl I3)"},
    {"Pi1", .value = {NAN}, .doc = "initial transverse momentum (default 1/spin)"},
    {"Pi2", .value = {0}, .doc = "initial transverse momentum"},
    {"theta0", .value = {0.2}, .unit = "rad", .doc = "initial inclination"},
    {"psi0", .value = {0}, .unit = "rad", .doc = "initial spin angle"},
    {"frame", .value = {FT_BODY}, .choices = "body|spin-free|space",
     .doc = "variables of the computation; space follows the angular momentum, for precession over "
            "nutation"},
    {"vibration", .value = {FT_NONE}, .choices = "none|horizontal|vertical",
     .doc = "torque about body axis 1, or vibrated pivot"},
    {"omega", .value = {NAN}, .open = true, .unit = "rad/s",
     .doc = "frequency of the vibration (default spin)"},
    {"A", .value = {NAN}, .doc = "strength of the vibration (default 1 horizontal, 10 vertical)"},
    {"initial", .value = {0}, .choices = "slow|full",
     .doc = "vertical: start and columns are those of the averaged motion, or of the full one "
            "(converted, first-order terms added)"},
    {"gmod", .value = {0}, .doc = "slow modulation: g (1 + gmod sin(2 pi t/gperiod))"},
    {"gperiod", .value = {NAN}, .open = true, .unit = "s",
     .doc = "its period (default one precession turn)"},
    {0}};

#define COLUMNS_OF_ALL                                                                             \
    {"Pi1", .doc = "angular momentum in the body", .pointwise = true},                             \
        {"Pi2", .doc = "angular momentum in the body", .pointwise = true},                         \
        {"Pi3", .doc = "angular momentum in the body, constant", .pointwise = true},               \
        {"Gamma1", .doc = "vertical in the body", .pointwise = true},                              \
        {"Gamma2", .doc = "vertical in the body", .pointwise = true},                              \
        {"Gamma3", .doc = "vertical in the body", .pointwise = true}, {"xi2", .doc = "Gamma3"},    \
        {"xi3", .doc = "Pi1^2 + Pi2^2"}, {"xi4", .doc = "Gamma1^2 + Gamma2^2"},                    \
        {"xi5", .doc = "Pi1 Gamma1 + Pi2 Gamma2"},                                                 \
        {"phi", .unit = "rad", .doc = "precession, continuous"},                                   \
        {"theta", .unit = "rad", .doc = "inclination"}, {                                          \
        .name = "psi", .unit = "rad", .doc = "spin angle, continuous", .pointwise = true           \
    }

static const lento_column COLUMNS[] = {COLUMNS_OF_ALL, {0}};

static const lento_column HORIZONTAL_COLUMNS[] = {
    COLUMNS_OF_ALL,
    {"xi4_slow", .doc = "Gamma1^2 + Gamma2^2 without the forced response"},
    {"theta_slow", .unit = "rad", .doc = "inclination without the forced response"},
    {0}};

static const lento_column SPACE_COLUMNS[] = {
    COLUMNS_OF_ALL,
    {"phi_L", .unit = "rad", .doc = "azimuth of the angular momentum, from its start"},
    {0}};

static const lento_column STATE[] = {
    {.name = "Pi1"},    {.name = "Pi2"}, {.name = "Gamma1"}, {.name = "Gamma2"},
    {.name = "Gamma3"}, {.name = "phi"}, {.name = "chi"},    {0}};

static const lento_column INVARIANTS[] = {
    {.name = "H"}, {.name = "Pi3"}, {.name = "Pi.Gamma"}, {.name = "|Gamma|^2"}, {0}};

static void invariants(double t, const double c[], const double p[], double values[],
                       const void *data) {
    const double Mgl = p[FT_M] * p[FT_G] * p[FT_L];
    const double Pi3 = c[FT_C_PI3], G3 = c[FT_C_GAMMA3];
    values[0] = c[FT_C_XI3] / (2 * p[FT_I1]) + Pi3 * Pi3 / (2 * p[FT_I3]) + Mgl * G3;
    values[1] = Pi3;
    values[2] = c[FT_C_XI5] + Pi3 * G3;
    values[3] = c[FT_C_XI4] + G3 * G3;
}

/* ---- equations ---- */

double lento_fast_top_pull(const fast_top *top, double t, const lento_phase *phase) {
    const double *p = top->p;
    double g = p[FT_G];
    if (p[FT_GMOD] != 0) {
        g *= 1 + p[FT_GMOD] * lento_phase_at(2 * 3.14159265358979323846 / p[FT_GPERIOD], 0, t).sin;
    }
    if (top->vibration == FT_VERTICAL) {
        g += p[FT_A] * p[FT_OMEGA] * phase->cos;
    }
    return p[FT_M] * g * p[FT_L];
}

int lento_fast_top_rate(double t, const lento_phase phase[], const double x[], const double v[],
                        double rate[], void *params) {
    const fast_top *top = params;
    const double I1 = top->body.I1, pull = lento_fast_top_pull(top, t, phase);
    const double xi4 = xi4_of(x);
    rate[PI1] = top->turning * x[PI2] + pull * x[GAMMA2]; /* fredbo (23) */
    rate[PI2] = -top->turning * x[PI1] - pull * x[GAMMA1];
    if (top->vibration == FT_HORIZONTAL) {
        rate[PI1] += top->p[FT_A] * top->p[FT_OMEGA] * phase->cos; /* (38) */
    }
    rate[GAMMA1] = x[GAMMA2] * top->spin - x[GAMMA3] * x[PI2] / I1;
    rate[GAMMA2] = x[GAMMA3] * x[PI1] / I1 - x[GAMMA1] * top->spin;
    rate[GAMMA3] = (x[GAMMA1] * x[PI2] - x[GAMMA2] * x[PI1]) / I1;
    if (!(xi4 > 0)) {
        return -1; /* sin theta = 0: the precession angle does not exist */
    }
    rate[PHI] = xi5_of(x) / (I1 * xi4); /* (30), corrected */
    rate[CHI] = x[GAMMA3] * rate[PHI];
    return 0;
}

void lento_fast_top_output(double t, const lento_phase phase[], const double x[],
                           const double multipliers[], double columns[], void *params) {
    const fast_top *top = params;
    lento_phase turn = {0, 1, 0};
    if (top->frame == FT_SPIN_FREE) { /* body values are these times exp(-i W t) */
        turn = lento_phase_at(top->W, 0, t);
    }
    double *c = columns;
    c[FT_C_PI1] = x[PI1] * turn.cos + x[PI2] * turn.sin;
    c[FT_C_PI2] = x[PI2] * turn.cos - x[PI1] * turn.sin;
    c[FT_C_PI3] = top->body.Pi3;
    c[FT_C_GAMMA1] = x[GAMMA1] * turn.cos + x[GAMMA2] * turn.sin;
    c[FT_C_GAMMA2] = x[GAMMA2] * turn.cos - x[GAMMA1] * turn.sin;
    c[FT_C_GAMMA3] = c[FT_C_XI2] = x[GAMMA3];
    c[FT_C_XI3] = xi3_of(x);
    c[FT_C_XI4] = xi4_of(x);
    c[FT_C_XI5] = xi5_of(x);
    c[FT_C_PHI] = x[PHI];
    c[FT_C_THETA] = atan2(sqrt(c[FT_C_XI4]), x[GAMMA3]);
    c[FT_C_PSI] = top->p[FT_PSI0] + top->W * t - x[CHI];
}

/* ---- making it ---- */

static const char *complete(double p[], const void *data) {
    const double Pi3 = p[FT_SPIN] * sqrt(2 * p[FT_M] * fabs(p[FT_G]) * p[FT_L] * p[FT_I3]);
    const int vibration = (int)p[FT_VIBRATION];
    p[FT_PI1] = isnan(p[FT_PI1]) ? 1 / p[FT_SPIN] : p[FT_PI1];
    p[FT_OMEGA] = isnan(p[FT_OMEGA]) ? p[FT_SPIN] : p[FT_OMEGA];
    p[FT_A] = isnan(p[FT_A]) ? (vibration == FT_VERTICAL ? 10 : 1) : p[FT_A];
    if (isnan(p[FT_GPERIOD])) {
        p[FT_GPERIOD] = 2 * 3.14159265358979323846 * Pi3 / (p[FT_M] * fabs(p[FT_G]) * p[FT_L]);
    }
    if (fabs(sin(p[FT_THETA0])) < 1e-12) {
        return "fast-top needs an inclined start: sin(theta0) must not vanish";
    }
    if (!(p[FT_G] > 0)) {
        return "fast-top measures its spin by gravity: g must be positive";
    }
    if (p[FT_I3] > 2 * p[FT_I1]) {
        return "no body has I3 > 2 I1";
    }
    const double W = Pi3 / p[FT_I3], w = p[FT_OMEGA];
    const double turning = fabs(W - Pi3 / p[FT_I1]);
    if (vibration == FT_HORIZONTAL &&
        (fabs(w - turning) <= 0.01 * turning || fabs(w - W) <= 0.01 * W)) {
        return "the vibration is in resonance with the spin (omega within 1 % of Pi3/I3 or of Pi3 "
               "(1/I3 - 1/I1)): no slow motion exists";
    }
    if (vibration == FT_HORIZONTAL && (int)p[FT_FRAME] != FT_BODY) {
        return "the horizontal torque is fixed in the body: use frame=body";
    }
    if ((int)p[FT_FRAME] == FT_SPACE && vibration != FT_NONE) {
        return "frame=space is for precession over nutation, without vibration";
    }
    return NULL;
}

static void start(const double p[], double x[]) {
    x[PI1] = p[FT_PI1];
    x[PI2] = p[FT_PI2];
    x[GAMMA1] = sin(p[FT_THETA0]) * sin(p[FT_PSI0]);
    x[GAMMA2] = sin(p[FT_THETA0]) * cos(p[FT_PSI0]);
    x[GAMMA3] = cos(p[FT_THETA0]);
    x[PHI] = x[CHI] = 0;
}

#define SWINGS 3 /* precession, against the fastest other motion */

/* what the transverse momentum may turn the body by: it is largest where the top has fallen */
static double tumbling(const fast_top *top) {
    const double *p = top->p, I1 = top->body.I1;
    const double fall = 2 * I1 * top->body.Mgl * (1 + cos(p[FT_THETA0]));
    return sqrt(p[FT_PI1] * p[FT_PI1] + p[FT_PI2] * p[FT_PI2] + fall) / I1;
}

/* The largest rate of the precession angle, where the axis passes the vertical, u = cos theta = 1
 * or -1: turning points have (Lz - Pi3 u)^2 = (Pi1^2 + Pi2^2) sin^2 theta, with Pi from the energy.
 * 0: it does not come near. */
static double swing(const fast_top *top, const double x[]) {
    const double I1 = top->body.I1, Pi3 = top->body.Pi3;
    const double vertical = x[PI1] * x[GAMMA1] + x[PI2] * x[GAMMA2] + Pi3 * x[GAMMA3];
    double most = 0;
    for (int u = -1; u <= 1; u += 2) {
        const double square =
            x[PI1] * x[PI1] + x[PI2] * x[PI2] + 2 * I1 * top->body.Mgl * (x[GAMMA3] - u);
        most = square > 0 ? fmax(most, square / (I1 * fabs(vertical - Pi3 * u))) : most;
    }
    return most;
}

/* body: the spin is fast; spin-free: the nutation; vibrated: the vibration is averaged away */
static lento_scale fast_scale(const fast_top *top) {
    const double own = top->spin > 0 ? top->W : top->nutation, w = top->p[FT_OMEGA];
    const double other = tumbling(top), highest = own > other ? own : own + other;
    return top->vibration == FT_NONE
               ? (lento_scale){.frequency = own, .highest = highest}
               : (lento_scale){.frequency = w, .highest = fmax(w, highest), .forced = true};
}

static void make_sets(fast_top *top) {
    const lento_slow_set sets[] = {
        {"regular", .doc = "Gamma3, xi4, xi5, zeta: regular wherever the axis is inclined",
         .slow = lento_fast_top_regular},
        {"xi", .alias = "32", .doc = "xi2..xi5, the slow variables of the thesis",
         .slow = lento_fast_top_xi, .check = lento_fast_top_check_xi},
        {"euler-rates", .alias = "37",
         .doc = "xi3 and the rates of the Euler angles, as in the thesis",
         .slow = lento_fast_top_euler}};
    for (int i = 0; i < 3; i++) {
        top->sets[i] = sets[i];
        top->sets[i].size = 6;
        top->sets[i].fastest = top->nutation;
        top->sets[i].closed = true;
        top->sets[i].kernel = "point"; /* they close exactly: nothing to average (card fredbo 0) */
    }
}

/* exact solution and splitting, or why there is none */
static void offer_solutions(fast_top *top) {
    const bool free = top->vibration == FT_NONE;
    top->solution =
        (lento_solution){.exact = free && top->p[FT_GMOD] == 0 ? lento_fast_top_exact : NULL,
                         .missing = "it is known for constant gravity (gmod=0) without vibration"};
    top->parts = (lento_splitting){
        .missing = "splits the top without its spin: use frame=spin-free without vibration",
        .momenta = 2};
    if (free && top->frame == FT_SPIN_FREE) {
        top->parts.flow = lento_fast_top_flow;
        top->parts.flows = 1u << LENTO_KICK | 1u << LENTO_FREE | 1u << LENTO_EXPONENTIAL;
    }
}

static const char *make(const double p[], lento_build *build) {
    fast_top *top = build->take(build, sizeof *top);
    double *x = lento_build_doubles(build, FT_STATE);
    if (!top || !x) {
        return "out of memory";
    }
    const double Mgl = p[FT_M] * p[FT_G] * p[FT_L], Pi3 = p[FT_SPIN] * sqrt(2 * Mgl * p[FT_I3]);
    *top = (fast_top){.p = p,
                      .body = {Mgl, p[FT_I1], p[FT_I3], Pi3},
                      .W = Pi3 / p[FT_I3],
                      .nutation = Pi3 / p[FT_I1],
                      .frame = (int)p[FT_FRAME],
                      .vibration = (int)p[FT_VIBRATION]};
    top->spin = top->frame == FT_BODY ? top->W : 0;
    top->turning = top->spin - top->nutation;
    start(p, x);
    build->state = x;
    LENTO_SYSTEM(build, .order = 1, .size = FT_STATE, .rate = lento_fast_top_rate, .params = top,
                 .fast = LENTO_KEEP(build, lento_fast, .count = 1, .scale = {fast_scale(top)}),
                 .known =
                     LENTO_KEEP(build, lento_knowledge, .averaged = &top->closed, .slow = top->sets,
                                .parts = &top->parts, .exact = &top->solution, .view = &top->view));
    build->fast = top->vibration == FT_NONE ? NULL : "omega";
    top->view.output = lento_fast_top_output;
    make_sets(top);
    offer_solutions(top);
    if (swing(top, x) > SWINGS * fast_scale(top).highest) {
        top->view.note =
            "the axis passes so near the vertical that fixed steps cannot follow phi and "
            "psi there: do not trust these two columns";
    }
    if (top->vibration == FT_HORIZONTAL) {
        build->columns = HORIZONTAL_COLUMNS;
        return lento_fast_top_make_horizontal(top, build);
    }
    if (top->vibration == FT_VERTICAL) {
        return lento_fast_top_make_vertical(top, build);
    }
    if (top->frame == FT_SPACE) {
        build->columns = SPACE_COLUMNS;
        return lento_fast_top_make_space(top, build);
    }
    return NULL;
}

const lento_problem lento_problem_fast_top = {
    .abi = LENTO_ABI,
    .name = "fast-top",
    .title = "Lagrange top that spins fast, free or vibrated",
    .doc = "Spin, nutation and precession on three scales; multiscale, splitting, exponential and "
           "exact methods.\nSlow variables (--slow): regular, xi, euler-rates; with "
           "vibration=horizontal also tracked, repaired, subtracted; with\n"
           "vibration=vertical bounded. Scheme slow in frame=space follows the angular momentum "
           "alone: body\ncomponents and psi are then not a number, and what nutates is shown at "
           "the nutation phase of the start.",
    .paper = "fredbo",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .invariants = INVARIANTS,
    .complete = complete,
    .fast = "spin",
    .make = make,
    .invariant = invariants,
    .state = STATE,
    .suggested = {.until = 0.01, .macro = "rk4"},
    .contest = &lento_fast_top_contest,
};
