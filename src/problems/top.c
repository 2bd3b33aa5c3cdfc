/* SPDX-License-Identifier: MIT
 *
 * top.c - problem `top`: a rigid body about a fixed point under gravity (card bodack B0). The
 * state is the attitude (unit quaternion, edges N, B, T of the cuboid into space) and the angular
 * momentum in space, moved by the flow parts of src/top/flow.c; methods that need a right-hand side
 * get the same motion as twelve rest-frame variables (form=rest12) or as momentum, vertical and
 * quaternion (form=body). */
#include <math.h>
#include <string.h>

#include "problems/top.h"

#define COMMON_COLUMNS                                                                             \
    {"qw", .doc = "attitude of the edges N, B, T in space", .pointwise = true},                    \
        {"qx", .doc = "attitude", .pointwise = true},                                              \
        {"qy", .doc = "attitude", .pointwise = true},                                              \
        {"qz", .doc = "attitude", .pointwise = true},                                              \
        {"m1", .doc = "angular momentum in space", .pointwise = true},                             \
        {"m2", .doc = "angular momentum in space", .pointwise = true},                             \
        {"m3", .doc = "angular momentum in space", .pointwise = true},                             \
        {"a1", .doc = "fixed point to centre of mass, in space", .pointwise = true},               \
        {"a2", .doc = "fixed point to centre of mass, in space", .pointwise = true},               \
        {"a3", .doc = "fixed point to centre of mass, in space", .pointwise = true},               \
        {"E", .doc = "energy <m,omega>/2 + M g a3", .pointwise = true},                            \
        {"mp", .doc = "<m,p> = g m3", .pointwise = true}, {                                        \
        .name = "ma", .doc = "<m,a>, constant for a Lagrange top", .pointwise = true               \
    }

static const lento_column COLUMNS[] = {COMMON_COLUMNS, {0}};
static const lento_column COLUMNS_K[] = {
    COMMON_COLUMNS, {"K", .doc = "Kowalewski's integral", .pointwise = true}, {0}};
static const lento_column COLUMNS_G[] = {
    COMMON_COLUMNS,
    {"G", .doc = "Goryachev-Chaplygin integral, constant while m3 = 0", .pointwise = true},
    {0}};
static const lento_column INVARIANTS[] = {
    {"E", .doc = "energy", .pointwise = true},
    {"mp", .doc = "<m,p>", .pointwise = true},
    {"ma", .doc = "<m,a> of a Lagrange top", .pointwise = true},
    {"K", .doc = "of a Kowalewski top", .pointwise = true},
    {"G", .doc = "of a Goryachev-Chaplygin top while m3 = 0", .pointwise = true},
    {0}};

/* the column list starts with q, m, a, then E, mp, ma, then K or G */
enum { AT_A = 7, AT_INTEGRALS = 10, AT_SPECIAL = 13 };

static void put_columns(const lento_top *top, const double state[], lento_top_integrals integrals,
                        double columns[]) {
    memcpy(columns, state, LENTO_TOP_STATE * sizeof *columns);
    lento_top_centre(top, state, columns + AT_A);
    columns[AT_INTEGRALS] = integrals.energy;
    columns[AT_INTEGRALS + 1] = integrals.vertical;
    columns[AT_INTEGRALS + 2] = integrals.axial;
    if (top->kind == LENTO_TOP_KOWALEWSKI || top->kind == LENTO_TOP_GORYACHEV_CHAPLYGIN) {
        columns[AT_SPECIAL] = integrals.special;
    }
}

static void output(double t, const lento_phase phase[], const double state[],
                   const double multipliers[], double columns[], void *params) {
    put_columns(params, state, lento_top_integrals_of(params, state), columns);
}

static void rest_output(double t, const lento_phase phase[], const double x[],
                        const double multipliers[], double columns[], void *params) {
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
    lento_top_rest_rate(params, x, dxdt);
    return 0;
}

static int body_field(double t, const double y[], double dydt[], void *params) {
    lento_top_body_rate(params, y, dydt);
    return 0;
}

static int to_rest(const double state[], double x[], void *params) {
    lento_top_rest_from_state(params, state, x);
    return 0;
}

static int to_body(const double state[], double y[], void *params) {
    lento_top_body_from_state(state, y);
    return 0;
}

/* the top's own name of each of the core's parts; the core's exponential step is none of them */
static const lento_top_part PARTS[] = {
    [LENTO_KICK] = LENTO_TOP_KICK,
    [LENTO_FREE] = LENTO_TOP_FREE,
    [LENTO_GRADIENT_KICK] = LENTO_TOP_GRADIENT_KICK,
    [LENTO_CAYLEY] = LENTO_TOP_CAYLEY,
    [LENTO_CAYLEY_TWIST] = LENTO_TOP_TWIST,
    [LENTO_AXIS_1] = LENTO_TOP_AXIS1,
    [LENTO_AXIS_2] = LENTO_TOP_AXIS2,
    [LENTO_AXIS_3] = LENTO_TOP_AXIS3,
    [LENTO_CLOSE_AXIS] = LENTO_TOP_CLOSE_AXIS,
    [LENTO_CLOSE_FREE] = LENTO_TOP_CLOSE_FREE,
};
enum { PART_COUNT = sizeof PARTS / sizeof PARTS[0] };

static int flow(double t, const lento_phase phase[], int part, double h, double step,
                double state[], void *params) {
    lento_top_flow(params, PARTS[part], h, step, state); /* only parts in `flows` are asked for */
    return 0;
}

static int exact(double t, const double start[], double state[], void *params) {
    lento_top_exact motion;
    if (lento_top_exact_setup(params, start, &motion)) {
        return -1;
    }
    lento_top_exact_state(&motion, t, state);
    return 0;
}

static double attitude_distance(const double columns[], const double reference[],
                                const void *data) {
    return lento_top_attitude_error(columns, reference);
}

/* a quaternion and its negative are the same attitude */
static void align_attitude(const double columns[], double reference[], const void *data) {
    double dot = 0;
    for (int i = 0; i < 4; i++) {
        dot += columns[i] * reference[i];
    }
    for (int i = 0; dot < 0 && i < 4; i++) {
        reference[i] = -reference[i];
    }
}

/* what this top conserves */
static void integrals(double t, const double columns[], const double p[], double values[],
                      const void *data) {
    lento_top top = {.kind = LENTO_TOP_GENERAL};
    lento_top_shape(p, &top);
    const bool has_G = top.kind == LENTO_TOP_GORYACHEV_CHAPLYGIN && p[TOP_M3] == 0;
    values[0] = columns[AT_INTEGRALS];
    values[1] = columns[AT_INTEGRALS + 1];
    values[2] = top.kind == LENTO_TOP_LAGRANGE ? columns[AT_INTEGRALS + 2] : NAN;
    values[3] = top.kind == LENTO_TOP_KOWALEWSKI ? columns[AT_SPECIAL] : NAN;
    values[4] = has_G ? columns[AT_SPECIAL] : NAN;
}

/* ---- the model ---- */

static const lento_column *columns_of(const lento_top *top) {
    return top->kind == LENTO_TOP_KOWALEWSKI            ? COLUMNS_K
           : top->kind == LENTO_TOP_GORYACHEV_CHAPLYGIN ? COLUMNS_G
                                                        : COLUMNS;
}

static const lento_view REST_VIEW = {.output = rest_output}, BODY_VIEW = {.output = body_output};
static const lento_knowledge REST = {.view = &REST_VIEW}, BODY = {.view = &BODY_VIEW};

/* the parts that this top has */
static lento_splitting splitting_of(const lento_top *top) {
    lento_splitting parts = {.flow = flow};
    for (int part = 0; part < PART_COUNT; part++) {
        parts.flows |= lento_top_part_refusal(top, PARTS[part]) ? 0 : 1u << part;
    }
    if (top->kind != LENTO_TOP_LAGRANGE) {
        parts.missing = "needs a symmetric top with its centre of mass on the axis; use axis-split";
    }
    return parts;
}

static const char *make(const double p[], lento_build *build) {
    lento_top *top = build->take(build, sizeof *top);
    build->state = lento_build_doubles(build, LENTO_TOP_STATE);
    if (!top || !build->state) {
        return "out of memory";
    }
    const char *error = lento_top_shape(p, top);
    error = error ? error : lento_top_start(&p[TOP_QW], &p[TOP_M1], build->state);
    if (error) {
        return error;
    }
    const bool rest = (int)p[TOP_FORM] == 0;
    const bool lost = top->kind == LENTO_TOP_GORYACHEV_CHAPLYGIN && p[TOP_M3] != 0;
    const lento_splitting parts = splitting_of(top);
    const lento_system *form = LENTO_KEEP(
        build, lento_system, .order = 1, .size = rest ? LENTO_TOP_REST : LENTO_TOP_BODY,
        .field = rest ? rest_field : body_field, .params = top, .known = rest ? &REST : &BODY);
    const lento_knowledge *known = LENTO_KEEP(
        build, lento_knowledge, .parts = lento_build_keep(build, &parts, sizeof parts),
        .exact = LENTO_KEEP(build, lento_solution,
                            .exact = top->kind == LENTO_TOP_LAGRANGE ? exact : NULL,
                            .missing = "it is known for a symmetric top with its centre of "
                                       "mass on the axis (case=lagrange)"),
        .first_order = LENTO_KEEP(build, lento_first_order, .system = form,
                                  .convert = rest ? to_rest : to_body),
        .view = LENTO_KEEP(
            build, lento_view, .output = output,
            .note =
                lost ? "G is conserved only while m3 = 0, and here m3 has another value" : NULL));
    LENTO_SYSTEM(build, .order = 1, .size = LENTO_TOP_STATE, .params = top, .known = known);
    build->columns = columns_of(top);
    return NULL;
}

const lento_problem lento_problem_top = {
    .abi = LENTO_ABI,
    .name = "top",
    .title = "spinning top: a cuboid or any rigid body about a fixed point",
    .doc = "Lagrange, Kowalewski, Goryachev-Chaplygin and general tops with structure-preserving\n"
           "methods. A Kowalewski top has a column K, a Goryachev-Chaplygin top a column G; a "
           "reference\nadds L, half the angle between the two attitudes.",
    .paper = "bodack",
    .parameters = lento_top_parameters,
    .columns = COLUMNS,
    .invariants = INVARIANTS,
    .complete = lento_top_complete,
    .make = make,
    .invariant = integrals,
    .suggested = {.until = 50, .macro_step = 0.025},
    .distance_name = "L",
    .distance = attitude_distance,
    .align = align_attitude,
};
