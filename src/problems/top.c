/* SPDX-License-Identifier: MIT
 *
 * top.c - problem `top`: a rigid body about a fixed point under gravity (bodack; card B0). The state is the
 * attitude (unit quaternion, edges N, B, T of the cuboid into space) and the angular momentum in space, moved
 * by the flow parts of src/top/flow.c; methods that need a right-hand side get the same motion as twelve
 * rest-frame variables (form=rest12) or as momentum, vertical and quaternion (form=body). */
#include <math.h>
#include <string.h>

#include "lento/top.h"

enum {
    CN, CB, CT, MASS, I1, I2, I3, AX, AY, AZ, RX, RY, RZ, G, M1, M2, M3, TILT, QW, QX, QY, QZ, CASE, FORM
};
enum { LAGRANGE, KOWALEWSKI, GORYACHEV_CHAPLYGIN, GENERAL };

static const lento_parameter PARAMETERS[] = {
    {.name = "CN", .value = {NAN}, .doc = "half edge of the cuboid along N (default 0.8)"},
    {.name = "CB", .value = {0.8}, .doc = "half edge along B"},
    {.name = "CT", .value = {NAN}, .doc = "half edge along T (default 1)"},
    {.name = "mass", .value = {NAN}, .doc = "mass of a top given by its moments instead of a cuboid"},
    {.name = "I1", .value = {NAN}, .doc = "principal moments about the fixed point"},
    {.name = "I2", .value = {NAN}, .doc = "second moment"},
    {.name = "I3", .value = {NAN}, .doc = "third moment"},
    {.name = "ax", .value = {NAN}, .doc = "centre of mass in the principal frame (default 0, 0, 1)"},
    {.name = "ay", .value = {NAN}, .doc = "its second component"},
    {.name = "az", .value = {NAN}, .doc = "its third component"},
    {.name = "rx", .value = {0}, .doc = "fixed point relative to the centre of the cuboid"},
    {.name = "ry", .value = {0}, .doc = "its second component"},
    {.name = "rz", .value = {NAN}, .doc = "its third component (default -CT: the lower face)"},
    {.name = "g", .value = {1}, .doc = "gravity"},
    {.name = "m1", .value = {0.172}, .doc = "initial angular momentum in space"},
    {.name = "m2", .value = {-1.862}, .doc = "its second component"},
    {.name = "m3", .value = {NAN}, .doc = "its third component (default 1.46; 0 for goryachev-chaplygin)"},
    {.name = "tilt", .value = {NAN}, .unit = "deg", .doc = "initial rotation about e1 (default 0)"},
    {.name = "qw", .value = {NAN}, .doc = "initial attitude as a quaternion, instead of tilt"},
    {.name = "qx", .value = {NAN}, .doc = "its x component"},
    {.name = "qy", .value = {NAN}, .doc = "its y component"},
    {.name = "qz", .value = {NAN}, .doc = "its z component"},
    {.name = "case", .value = {GENERAL}, .choices = "lagrange|kowalewski|goryachev-chaplygin|general",
     .doc = "shape of the cuboid: lagrange sets CB = CN, the next two set CN and CT from CB"},
    {.name = "form", .value = {0}, .choices = "rest12|body",
     .doc = "variables of methods that need a right-hand side"},
    {0}};

#define COMMON_COLUMNS                                                                                    \
    {.name = "qw", .doc = "attitude of the edges N, B, T in space", .pointwise = true},                   \
        {.name = "qx", .doc = "attitude", .pointwise = true},                                             \
        {.name = "qy", .doc = "attitude", .pointwise = true},                                             \
        {.name = "qz", .doc = "attitude", .pointwise = true},                                             \
        {.name = "m1", .doc = "angular momentum in space", .pointwise = true},                            \
        {.name = "m2", .doc = "angular momentum in space", .pointwise = true},                            \
        {.name = "m3", .doc = "angular momentum in space", .pointwise = true},                            \
        {.name = "a1", .doc = "fixed point to centre of mass, in space", .pointwise = true},              \
        {.name = "a2", .doc = "fixed point to centre of mass, in space", .pointwise = true},              \
        {.name = "a3", .doc = "fixed point to centre of mass, in space", .pointwise = true},              \
        {.name = "E", .doc = "energy <m,omega>/2 + M g a3", .pointwise = true},                           \
        {.name = "mp", .doc = "<m,p> = g m3", .pointwise = true},                                         \
        {.name = "ma", .doc = "<m,a>, constant for a Lagrange top", .pointwise = true}

static const lento_column COLUMNS[] = {COMMON_COLUMNS, {0}};
static const lento_column COLUMNS_K[] = {
    COMMON_COLUMNS, {.name = "K", .doc = "Kowalewski's integral", .pointwise = true}, {0}};
static const lento_column COLUMNS_G[] = {
    COMMON_COLUMNS,
    {.name = "G", .doc = "Goryachev-Chaplygin integral, constant while m3 = 0", .pointwise = true},
    {0}};
static const lento_column INVARIANTS[] = {{.name = "E"}, {.name = "mp"}, {.name = "ma"}, {0}};

/* the column list starts with q, m, a, then E, mp, ma */
enum { AT_A = 7, AT_INTEGRALS = 10 };

static void put_columns(const lento_top *top, const double state[], lento_top_integrals integrals,
                        double columns[]) {
    memcpy(columns, state, LENTO_TOP_STATE * sizeof *columns);
    lento_top_centre(top, state, columns + AT_A);
    columns[AT_INTEGRALS] = integrals.energy;
    columns[AT_INTEGRALS + 1] = integrals.vertical;
    columns[AT_INTEGRALS + 2] = integrals.axial;
    if (top->kind == LENTO_TOP_KOWALEWSKI || top->kind == LENTO_TOP_GORYACHEV_CHAPLYGIN) {
        columns[AT_INTEGRALS + 3] = integrals.special;
    }
}

static void output(double t, const lento_phase phase[], const double state[], const double multipliers[],
                   double columns[], void *params) {
    (void)t;
    (void)phase;
    (void)multipliers;
    put_columns(params, state, lento_top_integrals_of(params, state), columns);
}

static void rest_output(double t, const lento_phase phase[], const double x[],
                        const double multipliers[], double columns[], void *params) {
    (void)t;
    (void)phase;
    (void)multipliers;
    double state[LENTO_TOP_STATE];
    lento_top_rest_to_state(params, x, state);
    put_columns(params, state, lento_top_rest_integrals_of(params, x), columns);
}

static void body_output(double t, const lento_phase phase[], const double y[],
                        const double multipliers[], double columns[], void *params) {
    double state[LENTO_TOP_STATE];
    lento_top_body_to_state(y, state);
    output(t, phase, state, multipliers, columns, params);
}

static int rest_field(double t, const double x[], double dxdt[], void *params) {
    (void)t;
    lento_top_rest_rate(params, x, dxdt);
    return 0;
}

static int body_field(double t, const double y[], double dydt[], void *params) {
    (void)t;
    lento_top_body_rate(params, y, dydt);
    return 0;
}

static int to_rest(const double state[], double x[], void *params) {
    lento_top_rest_from_state(params, state, x);
    return 0;
}

static int to_body(const double state[], double y[], void *params) {
    (void)params;
    lento_top_body_from_state(state, y);
    return 0;
}

/* the core's parts and the top's own */
static const struct {
    int part;
    lento_top_part own;
} PARTS[] = {{LENTO_KICK, LENTO_TOP_KICK},
             {LENTO_GRADIENT_KICK, LENTO_TOP_GRADIENT_KICK},
             {LENTO_FREE, LENTO_TOP_FREE},
             {LENTO_CAYLEY, LENTO_TOP_CAYLEY},
             {LENTO_CAYLEY_TWIST, LENTO_TOP_TWIST},
             {LENTO_AXIS_1, LENTO_TOP_AXIS1},
             {LENTO_AXIS_2, LENTO_TOP_AXIS2},
             {LENTO_AXIS_3, LENTO_TOP_AXIS3},
             {LENTO_CLOSE_AXIS, LENTO_TOP_CLOSE_AXIS},
             {LENTO_CLOSE_FREE, LENTO_TOP_CLOSE_FREE}};
enum { PART_COUNT = sizeof PARTS / sizeof PARTS[0] };

static int flow(double t, const lento_phase phase[], int part, double h, double step, double state[],
                void *params) {
    (void)t;
    (void)phase;
    for (int i = 0; i < PART_COUNT; i++) {
        if (PARTS[i].part == part) {
            lento_top_flow(params, PARTS[i].own, h, step, state);
            return 0;
        }
    }
    return -1;
}

static int exact(double t, const double start[], double state[], void *params) {
    lento_top_exact motion;
    if (lento_top_exact_setup(params, start, &motion)) {
        return -1;
    }
    lento_top_exact_state(&motion, t, state);
    return 0;
}

static double attitude_distance(const double columns[], const double reference[]) {
    return lento_top_attitude_error(columns, reference);
}

static void integrals(double t, const double columns[], const double p[], double values[]) {
    (void)t;
    (void)p;
    memcpy(values, columns + AT_INTEGRALS, 3 * sizeof *values);
}

/* ---- parameters ---- */

static double or_else(double value, double fallback) {
    return isnan(value) ? fallback : value;
}

/* given, and not what it would be anyway (the resolved parameters of a run may be given back) */
static bool differ(double given, double value) {
    return !isnan(given) && fabs(given - value) > 1e-12 * fmax(1, fabs(value));
}

static const char *complete_attitude(double p[]) {
    const bool quaternion = !isnan(p[QW]) || !isnan(p[QX]) || !isnan(p[QY]) || !isnan(p[QZ]);
    double q[4];
    lento_top_tilt(or_else(p[TILT], 0), q);
    for (int i = 0; i < 4; i++) {
        if (!isnan(p[TILT]) && differ(p[QW + i], q[i])) {
            return "give the initial attitude either by tilt or by qw, qx, qy, qz, not both";
        }
        p[QW + i] = quaternion ? or_else(p[QW + i], 0) : q[i];
    }
    p[TILT] = quaternion ? p[TILT] : or_else(p[TILT], 0);
    return NULL;
}

static const char *complete(double p[]) {
    const bool body = !isnan(p[MASS]), moments = !isnan(p[I1]) || !isnan(p[I2]) || !isnan(p[I3]);
    if (moments && !body) {
        return "moments I1, I2, I3 need the mass of the top as well";
    }
    if (body && (isnan(p[I1]) || isnan(p[I2]) || isnan(p[I3]))) {
        return "a top given by its mass needs the three moments I1, I2, I3";
    }
    if (body && (int)p[CASE] != GENERAL) {
        return "a special case shapes a cuboid; a top given by its moments is what they say";
    }
    const bool special = (int)p[CASE] == KOWALEWSKI || (int)p[CASE] == GORYACHEV_CHAPLYGIN;
    const double root = sqrt((int)p[CASE] == KOWALEWSKI ? 3 : 7);
    const double CN_set = special ? root * p[CB] : 0.8, CT_set = special ? p[CB] / 2 : 1;
    if (special && (differ(p[CN], CN_set) || differ(p[CT], CT_set))) {
        return "this case takes CB and sets CN and CT itself";
    }
    p[CN] = or_else(p[CN], CN_set);
    p[CT] = or_else(p[CT], CT_set);
    if ((int)p[CASE] == LAGRANGE) {
        p[CB] = p[CN];
    }
    const bool default_m3 = isnan(p[M3]);
    p[M3] = default_m3 ? ((int)p[CASE] == GORYACHEV_CHAPLYGIN ? 0 : 1.46) : p[M3];
    p[RZ] = or_else(p[RZ], -p[CT]);
    const char *error = complete_attitude(p);
    if (error) {
        return error;
    }
    const double centre[3] = {0, 0, 1};
    for (int i = 0; body && i < 3; i++) {
        p[AX + i] = or_else(p[AX + i], centre[i]);
    }
    return NULL;
}

static const char *shape(const double p[], lento_top *top) {
    if (!isnan(p[MASS])) {
        return lento_top_body(top, p[MASS], &p[I1], &p[AX], p[G]);
    }
    return lento_top_cuboid(top, &p[CN], &p[RX], p[G]);
}

static const char *make(const double p[], lento_build *build) {
    lento_top *top = build->take(build, sizeof *top);
    lento_system *field = build->take(build, sizeof *field);
    double *state = lento_build_doubles(build, LENTO_TOP_STATE);
    if (!top || !field || !state) {
        return "out of memory";
    }
    const char *error = shape(p, top);
    error = error ? error : lento_top_start(&p[QW], &p[M1], state);
    if (error) {
        return error;
    }
    const bool rest = (int)p[FORM] == 0;
    *field = (lento_system){.order = 1,
                            .size = rest ? LENTO_TOP_REST : LENTO_TOP_BODY,
                            .field = rest ? rest_field : body_field,
                            .params = top,
                            .output = rest ? rest_output : body_output};
    lento_system *system = build->system;
    *system = (lento_system){.order = 1,
                             .size = LENTO_TOP_STATE,
                             .params = top,
                             .flow = flow,
                             .output = output,
                             .first_order = field,
                             .to_first_order = rest ? to_rest : to_body};
    for (int i = 0; i < PART_COUNT; i++) {
        const char *refusal = lento_top_part_refusal(top, PARTS[i].own);
        if (!refusal) {
            system->flows |= 1u << PARTS[i].part;
        } else {
            system->flow_missing = refusal;
        }
    }
    system->exact = top->kind == LENTO_TOP_LAGRANGE ? exact : NULL;
    build->columns = top->kind == LENTO_TOP_KOWALEWSKI            ? COLUMNS_K
                     : top->kind == LENTO_TOP_GORYACHEV_CHAPLYGIN ? COLUMNS_G
                                                                  : COLUMNS;
    if (top->kind == LENTO_TOP_GORYACHEV_CHAPLYGIN && p[M3] != 0) {
        system->note = "G is conserved only for m3 = 0, and m3 was given another value";
    }
    build->state = state;
    return NULL;
}

const lento_problem lento_problem_top = {
    .abi = LENTO_ABI,
    .name = "top",
    .title = "spinning top: a cuboid or any rigid body about a fixed point",
    .doc = "Lagrange, Kowalewski, Goryachev-Chaplygin and general tops with structure-preserving methods.",
    .paper = "bodack",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .invariants = INVARIANTS,
    .complete = complete,
    .make = make,
    .invariant = integrals,
    .suggested = {.until = 50, .macro_step = 0.05},
    .distance_name = "L",
    .distance = attitude_distance,
};
