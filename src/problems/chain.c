/* SPDX-License-Identifier: MIT
 *
 * chain.c - n-link pendulum on a vibrated pivot in Cartesian coordinates (card calvo A3): masses
 * m_i at the ends of massless rods d_1 = x_1, d_i = x_i - x_{i-1}, seen from the pivot,
 *
 *     M x'' = f + g'^T lambda,  f_i = -m_i (g + v omega cos theta) e_y,  g_i = |d_i|^2 - l_i^2 = 0
 *
 * Angles q_i are counted from the upward vertical. The averaged motion is known in angles
 * (chain_angles.c); the fast part of q' is -v sin(theta) A^-1 grad U. */
#include <math.h>
#include <string.h>

#include "problems/chain.h"

static const lento_parameter PARAMETERS[] = {
    {"links", .value = {2}, .min = 1, .max = MAX_LINKS, .doc = "number of rods", .whole = true},
    {"g", .value = {9.8}, .unit = "m/s^2", .doc = "gravity"},
    {"v", .value = {4}, .unit = "m/s", .doc = "largest velocity of the pivot"},
    {"omega", .value = {1e6}, .open = true, .unit = "rad/s", .doc = "frequency of the vibration"},
    {"theta0", .value = {0}, .unit = "rad", .doc = "phase of the vibration at t = 0"},
    {"m#", .value = {0.01, 0.005}, .open = true, .unit = "kg", .doc = "mass at the end of rod #",
     .count = "links"},
    {"l#", .value = {0.2, 0.1}, .open = true, .unit = "m", .doc = "length of rod #",
     .count = "links"},
    {"q#", .value = {0.5, NAN}, .unit = "rad",
     .doc = "initial angle of rod # from the upward vertical; 0 from the second rod on",
     .count = "links"},
    {"w#", .value = {0}, .unit = "rad/s", .doc = "initial slow angular velocity of rod #",
     .count = "links"},
    {0}};

static const lento_column COLUMNS[] = {
    {"q#", .wraps = true, .unit = "rad",
     .doc = "angle of rod # from the upward vertical, in (-pi, pi]", .count = "links"},
    {"Lambda#", .unit = "N/m",
     .doc = "multiplier of rod # in the mean motion, i.e. centrifugal; in direct runs from the "
            "angular velocities without their fast part, never the whole force in the rod",
     .count = "links"},
    {0}};

static const char *complete(double p[], const void *data) {
    double *q = p + SCALARS + ANGLE * links_of(p);
    for (int i = 0; i < links_of(p); i++) {
        q[i] = isnan(q[i]) ? 0 : q[i];
    }
    return NULL;
}

/* component k of rod i, or of the difference of its ends' velocities */
static double rod(const double x[], int i, int k) {
    return x[2 * i + k] - (i > 0 ? x[2 * i - 2 + k] : 0);
}

static void rods_of_positions(int n, const double x[], const double l[], rods *r) {
    for (int i = 0; i < n; i++) {
        r->s[i] = rod(x, i, 0) / l[i];
        r->c[i] = rod(x, i, 1) / l[i];
    }
}

static void place(const double p[], const double q[], const double w[], double x[], double v[]) {
    const double *l = family(p, LENGTH);
    for (int i = 0; i < links_of(p); i++) {
        const double s = l[i] * sin(q[i]), c = l[i] * cos(q[i]);
        x[2 * i] = (i > 0 ? x[2 * i - 2] : 0) + s;
        x[2 * i + 1] = (i > 0 ? x[2 * i - 1] : 0) + c;
        v[2 * i] = (i > 0 ? v[2 * i - 2] : 0) + w[i] * c;
        v[2 * i + 1] = (i > 0 ? v[2 * i - 1] : 0) - w[i] * s;
    }
}

static double angular_velocity(const rods *r, const double l[], const double v[], int i) {
    return (r->c[i] * rod(v, i, 0) - r->s[i] * rod(v, i, 1)) / l[i];
}

static int to_averaged(const double state[], double averaged[], void *params) {
    const double *p = params, *l = family(p, LENGTH);
    const int n = links_of(p);
    rods r = {0};
    rods_of_positions(n, state, l, &r);
    for (int i = 0; i < n; i++) {
        averaged[i] = atan2(r.s[i], r.c[i]);
        averaged[n + i] = angular_velocity(&r, l, state + 2 * n, i);
    }
    return 0;
}

/* q' = Q' - v sin(theta) A^-1 grad U: tangential whatever V is */
static int reconstruct(double t, const lento_phase phase[], const double X[], const double Vs[],
                       double x[], double v[], void *params) {
    const double *p = params, *l = family(p, LENGTH);
    const int n = links_of(p);
    rods r = {0};
    double y[MAX_LINKS];
    rods_of_positions(n, X, l, &r);
    lento_chain_response(p, &r, y);
    double vx = 0, vy = 0;
    for (int i = 0; i < n; i++) {
        const double w = angular_velocity(&r, l, Vs, i) - p[V] * phase->sin * y[i];
        x[2 * i] = X[2 * i];
        x[2 * i + 1] = X[2 * i + 1];
        v[2 * i] = vx += w * l[i] * r.c[i];
        v[2 * i + 1] = vy -= w * l[i] * r.s[i];
    }
    return 0;
}

static int force_near(double t, const lento_phase phase[], const double base[], const double d[],
                      const double v[], double f[], void *params) {
    const double *p = params, *m = family(p, MASS);
    const double a = p[G] + p[V] * p[OMEGA] * phase->cos;
    for (int i = 0; i < links_of(p); i++) {
        f[2 * i] = 0;
        f[2 * i + 1] = -m[i] * a; /* calvo (4.3) */
    }
    return 0;
}

static int force(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    return force_near(t, phase, NULL, q, v, f, params);
}

static void jacobian_row(int n, int i, double dx, double dy, double row[]) {
    memset(row, 0, 2 * (size_t)n * sizeof *row);
    row[2 * i] = 2 * dx;
    row[2 * i + 1] = 2 * dy;
    if (i > 0) {
        row[2 * i - 2] = -2 * dx;
        row[2 * i - 1] = -2 * dy;
    }
}

static int constraint(const double x[], double g[], double jacobian[], void *params) {
    const double *p = params, *l = family(p, LENGTH);
    const int n = links_of(p);
    for (int i = 0; i < n; i++) {
        const double dx = rod(x, i, 0), dy = rod(x, i, 1);
        if (g) {
            g[i] = dx * dx + dy * dy - l[i] * l[i];
        }
        if (jacobian) {
            jacobian_row(n, i, dx, dy, &jacobian[2 * n * i]);
        }
    }
    return 0;
}

/* |r + e|^2 - |r|^2 = (2 r + e).e, r the rod of the base, e its increment: no cancellation */
static int constraint_near(const double base[], const double d[], double g[], double jacobian[],
                           void *params) {
    const int n = links_of(params);
    for (int i = 0; i < n; i++) {
        const double rx = rod(base, i, 0), ry = rod(base, i, 1), ex = rod(d, i, 0),
                     ey = rod(d, i, 1);
        if (g) {
            g[i] = (2 * rx + ex) * ex + (2 * ry + ey) * ey;
        }
        if (jacobian) {
            jacobian_row(n, i, rx + ex, ry + ey, &jacobian[2 * n * i]);
        }
    }
    return 0;
}

/* columns at slow angular velocities that are those of v plus `fast` times A^-1 grad U */
static void put(const double p[], const double state[], double fast, double columns[]) {
    const double *l = family(p, LENGTH);
    const int n = links_of(p);
    rods r = {0};
    double y[MAX_LINKS] = {0}, w[MAX_LINKS];
    rods_of_positions(n, state, l, &r);
    if (fast != 0) {
        lento_chain_response(p, &r, y);
    }
    for (int i = 0; i < n; i++) {
        columns[i] = atan2(rod(state, i, 0), rod(state, i, 1));
        w[i] = angular_velocity(&r, l, state + 2 * n, i) + fast * y[i];
    }
    lento_chain_centrifugal(p, &r, w, columns + n);
}

static void fast_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    const double *p = params; /* multipliers are those of the whole force, which is O(omega) */
    put(p, state, p[V] * phase->sin, columns);
}

/* The method's own multipliers, on top of the averaged force of micro runs at rest, are
 * centrifugal. With sync there are none: moving micro runs have them in their average. */
static void slow_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    const int n = links_of(params);
    put(params, state, 0, columns);
    for (int i = 0; multipliers && i < n; i++) {
        columns[n + i] = isnan(multipliers[i]) ? columns[n + i] : multipliers[i];
    }
}

static const lento_mechanics AVERAGED_MECHANICS = {.velocity_dependent = true};
static const lento_view FAST_VIEW = {.output = fast_output, .slow_output = slow_output},
                        SLOW_VIEW = {.output = lento_chain_averaged_output};
static const lento_knowledge AVERAGED = {.view = &SLOW_VIEW};

static const char *make(const double p[], lento_build *build) {
    const int n = links_of(p);
    double *state = lento_build_doubles(build, 4 * (size_t)n);
    double *mass = lento_build_doubles(build, 2 * (size_t)n);
    if (!state || !mass) {
        return "out of memory";
    }
    for (int i = 0; i < 2 * n; i++) {
        mass[i] = family(p, MASS)[i / 2];
    }
    const lento_system *averaged =
        LENTO_KEEP(build, lento_system, .order = 2, .size = n, .rate = lento_chain_averaged_rate,
                   .params = (void *)p, .mechanics = &AVERAGED_MECHANICS, .known = &AVERAGED);
    const lento_closed *closed =
        LENTO_KEEP(build, lento_closed, .system = averaged, .convert = to_averaged,
                   .reconstruct = reconstruct, .slow_start = true);
    LENTO_SYSTEM(
        build, .order = 2, .size = 2 * n, .rate = force, .params = (void *)p,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1, .even = true,
                           .scale = {{.frequency = p[OMEGA], .forced = true, .phase = p[THETA0]}}),
        .mechanics = LENTO_KEEP(build, lento_mechanics, .constraints = n, .constraint = constraint,
                                .mass_form = LENTO_MASS_DIAGONAL, .mass = mass,
                                .rate_near = force_near, .constraint_near = constraint_near),
        .known = LENTO_KEEP(build, lento_knowledge, .averaged = closed, .view = &FAST_VIEW));
    place(p, family(p, ANGLE), family(p, SPEED), state, state + 2 * n);
    build->state = state;
    return NULL;
}

const lento_problem lento_problem_chain = {
    .abi = LENTO_ABI,
    .name = "chain",
    .title = "chain of rigid rods on a rapidly vibrated pivot",
    .doc = "A pendulum of any number of rods, held upright by the vibration of its pivot.",
    .paper = "calvo",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .complete = complete,
    .fast = "omega",
    .make = make,
    .suggested = {.until = 1, .steps = 160, .average = {{.scheme = "async"}}},
};
