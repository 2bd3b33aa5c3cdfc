/* SPDX-License-Identifier: MIT
 *
 * springs.c - a chain of unit masses in the plane, tied to the origin by springs of natural length
 * 1 (sanzserna (12) with the signs of card sanzserna B0):
 *
 *     q'' = -sum_j omega_j^2 g_j grad g_j - gravity sum_i e_y,  g_j = |q_j - q_{j-1}| - 1, q_0 = 0
 *
 * Springs with omega_j >= stiff_ratio * max omega are stiff: scheme `stiff` averages their
 * oscillation away. Their frequencies Omega depend on the angles between the rods; the extreme
 * values over all configurations are those of the straight chain, eigenvalues of W G G^T W (card
 * sanzserna B2). In increments (card sanzserna 6.5)
 *     r - 1 = (r* - 1) + (2 b.d + d.d)/(r + r*)
 * keeps the digits that omega^2 would magnify. */
#include <math.h>
#include <string.h>

#include "problems/springs.h"

enum { MASSES, GRAVITY, STIFF_RATIO, SCALARS };
enum { OMEGA, PX, PY, X, Y };

static const lento_parameter PARAMETERS[] = {
    {"masses", .value = {2}, .min = 1, .max = 200, .whole = true, .doc = "number of masses"},
    {"gravity", .value = {0}, .doc = "pull along -y; the potential is gravity * y per mass"},
    {"stiff_ratio", .value = {0.1}, .open = true, .max = 1,
     .doc = "springs with omega of at least this fraction of the largest are stiff"},
    {"omega#", .value = {1, 1000}, .open = true, .unit = "rad/time", .count = "masses",
     .doc = "square root of the spring constant"},
    {"px#", .value = {0.5, -0.5, NAN}, .count = "masses", .doc = "initial velocity along x"},
    {"py#", .value = {-0.5, 0.5, NAN}, .count = "masses", .doc = "initial velocity along y"},
    {"x#", .value = {NAN}, .count = "masses",
     .doc = "initial position; default 1, 2 + 1/omega2, 3 + 1/omega2, ..."},
    {"y#", .value = {0}, .count = "masses", .doc = "initial position"},
    {0}};

static const lento_column COLUMNS[] = {
    {"x#", .count = "masses",
     .doc = "position; with scheme stiff a mean, and the first row is the projected start"},
    {"y#", .count = "masses", .paired = true, .doc = "position"},
    {"px#", .count = "masses", .pointwise = true,
     .doc = "velocity; with scheme stiff without the fast oscillation, which is of order one"},
    {"py#", .count = "masses", .paired = true, .pointwise = true, .doc = "velocity"},
    {0}};

static const lento_column INVARIANTS[] = {
    {"E", .doc = "energy of the full equations", .pointwise = true},
    {"E_slow", .doc = "energy without that of the stiff springs", .slow_only = true},
    {"L", .doc = "angular momentum about the origin (kept if gravity = 0)"},
    {0}};

static const double *family(const double p[], int which) {
    return p + SCALARS + which * (int)p[MASSES];
}

static int force(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    const springs *s = params;
    springs_gravity(s, f);
    for (int j = 0; j < s->masses; j++) {
        double arm[2];
        const double r = springs_arm(q, j, arm);
        const double tension = s->omega[j] * s->omega[j] * (r - 1); /* omega^2 g, along grad g */
        if (r == 0) {
            return -1; /* two masses at one point: the spring has no direction */
        }
        springs_pull(j, (const double[2]){tension * (arm[0] / r), tension * (arm[1] / r)}, f);
    }
    return 0;
}

static int force_near(double t, const lento_phase phase[], const double base[], const double d[],
                      const double v[], double f[], void *params) {
    const springs *s = params;
    springs_gravity(s, f);
    for (int j = 0; j < s->masses; j++) {
        double b[2], e[2];
        const double r0 = springs_arm(base, j, b);
        springs_arm(d, j, e);
        const double x = b[0] + e[0], y = b[1] + e[1], r = sqrt(x * x + y * y);
        if (r == 0) {
            return -1;
        }
        const double change = (e[0] * (2 * b[0] + e[0]) + e[1] * (2 * b[1] + e[1])) / (r + r0);
        const double tension = s->omega[j] * s->omega[j] * ((r0 - 1) + change) / r;
        springs_pull(j, (const double[2]){tension * x, tension * y}, f);
    }
    return 0;
}

/* g_j and grad g_j of the stiff springs */
static int stiff_springs(const double q[], double g[], double jacobian[], void *params) {
    const springs *s = params;
    const int n = 2 * s->masses;
    if (jacobian) {
        memset(jacobian, 0, (size_t)(s->stiff * n) * sizeof *jacobian);
    }
    for (int k = 0; k < s->stiff; k++) {
        const int j = s->which[k];
        double arm[2];
        const double r = springs_arm(q, j, arm);
        if (r == 0) {
            return -1;
        }
        if (g) {
            g[k] = r - 1;
        }
        if (jacobian) { /* the gradient is minus the pull of a unit tension */
            springs_pull(j, (const double[2]){-arm[0] / r, -arm[1] / r}, jacobian + k * n);
        }
    }
    return 0;
}

static void output(double t, const lento_phase phase[], const double state[],
                   const double multipliers[], double columns[], void *params) {
    const springs *s = params;
    memcpy(columns, state, (size_t)(4 * s->masses) * sizeof *columns);
}

static double largest(const double omega[], int n) {
    double most = 0;
    for (int j = 0; j < n; j++) {
        most = fmax(most, omega[j]);
    }
    return most;
}

static void invariants(double t, const double columns[], const double p[], double values[],
                       const void *data) {
    const int n = (int)p[MASSES];
    const double *q = columns, *v = columns + 2 * n, *omega = family(p, OMEGA);
    const double stiff = p[STIFF_RATIO] * largest(omega, n);
    double energy = 0, fast = 0, momentum = 0;
    for (int j = 0; j < n; j++) {
        double arm[2];
        const double g = springs_arm(q, j, arm) - 1;
        const double vx = v[2 * j], vy = v[2 * j + 1];
        const double spring = omega[j] * omega[j] * g * g / 2;
        energy += (vx * vx + vy * vy) / 2 + spring + p[GRAVITY] * q[2 * j + 1];
        fast += omega[j] >= stiff ? spring : 0;
        momentum += q[2 * j] * vy - q[2 * j + 1] * vx;
    }
    values[0] = energy;
    values[1] = energy - fast;
    values[2] = p[GRAVITY] == 0 ? momentum : NAN; /* not conserved */
}

/* ---- fast frequencies ---- */

/* eigenvalues below x of the tridiagonal W G G^T W of the straight chain (Sturm) */
static int eigenvalues_below(const springs *s, double x) {
    int below = 0;
    double pivot = 1, side = 0;
    for (int k = 0; k < s->stiff; k++) {
        const double w = s->frequency[k];
        const double diagonal = (s->which[k] == 0 ? 1 : 2) * w * w; /* one end or both move */
        const bool joined = k > 0 && s->which[k] == s->which[k - 1] + 1;
        side = joined ? s->frequency[k - 1] * w : 0;
        pivot = diagonal - x - (side == 0 ? 0 : side * side / pivot);
        pivot = pivot == 0 ? -1e-300 : pivot;
        below += pivot < 0;
    }
    return below;
}

/* eigenvalue number k (from 0), by bisection to rounding */
static double eigenvalue(const springs *s, int k, double upper) {
    double low = 0, high = upper;
    for (int i = 0; i < 200 && high - low > 2e-16 * high; i++) {
        const double middle = low + (high - low) / 2;
        if (eigenvalues_below(s, middle) > k) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

static void find_stiff(springs *s, double ratio, lento_scale *scale) {
    const double most = largest(s->omega, s->masses);
    for (int j = 0; j < s->masses; j++) {
        if (s->omega[j] >= ratio * most) {
            s->which[s->stiff] = j;
            s->frequency[s->stiff++] = s->omega[j];
        }
    }
    scale->frequency = most;
    scale->lowest = sqrt(eigenvalue(s, 0, 4.5 * most * most));
    scale->highest =
        s->stiff == 1 ? scale->lowest : sqrt(eigenvalue(s, s->stiff - 1, 4.5 * most * most));
}

/* The stiff springs make the motion fast: "omega2 omega3". */
static const char *name_fast(const springs *s, lento_build *build) {
    static const char NAME[] = "omega### ";
    const size_t length = sizeof NAME - 1;
    char *text = build->take(build, (size_t)s->stiff * length + 1), *end = text;
    for (int i = 0; text && i < s->stiff; i++) {
        const int number = s->which[i] + 1;
        memcpy(end, NAME, 5);
        end += 5;
        for (int unit = number > 99 ? 100 : number > 9 ? 10 : 1; unit > 0; unit /= 10) {
            *end++ = (char)('0' + number / unit % 10);
        }
        *end++ = ' ';
    }
    return text;
}

/* ---- the problem ---- */

static const char *complete(double p[], const void *data) {
    const int n = (int)p[MASSES];
    double *px = p + SCALARS + PX * n, *py = p + SCALARS + PY * n, *x = p + SCALARS + X * n;
    for (int j = 0; j < n; j++) {
        px[j] = isnan(px[j]) ? 0 : px[j];
        py[j] = isnan(py[j]) ? 0 : py[j];
        x[j] = isnan(x[j]) ? j + 1 + (j > 0 ? 1 / family(p, OMEGA)[1] : 0) : x[j];
    }
    return NULL;
}

static const lento_mechanics RIGID = {.velocity_dependent = true},
                             INCREMENTS = {.rate_near = force_near};
static const lento_view VIEW = {.output = output};
static const lento_knowledge AVERAGED = {.view = &VIEW};

static const char *place(const double p[], double state[]) {
    const int n = (int)p[MASSES];
    for (int j = 0; j < n; j++) {
        state[2 * j] = family(p, X)[j];
        state[2 * j + 1] = family(p, Y)[j];
        state[2 * (n + j)] = family(p, PX)[j];
        state[2 * (n + j) + 1] = family(p, PY)[j];
        double arm[2];
        springs_arm(state, j, arm);
        if (arm[0] == 0 && arm[1] == 0) {
            return j == 0 ? "mass 1 starts at the origin: its spring has no direction"
                          : "two neighbouring masses start at the same point: their spring has no "
                            "direction";
        }
    }
    return NULL;
}

static const char *make(const double p[], lento_build *build) {
    const int n = (int)p[MASSES];
    const size_t room = (size_t)n;
    springs *s = build->take(build, sizeof *s);
    int *which = build->take(build, room * sizeof *which);
    double *frequency = lento_build_doubles(build, room);
    build->state = lento_build_doubles(build, 4 * room);
    if (!s || !which || !frequency || !build->state) {
        return "out of memory";
    }
    const char *error = place(p, build->state);
    if (error) {
        return error;
    }
    *s = (springs){.masses = n,
                   .gravity = p[GRAVITY],
                   .omega = family(p, OMEGA),
                   .which = which,
                   .frequency = frequency};
    lento_scale scale = {0};
    find_stiff(s, p[STIFF_RATIO], &scale);
    build->fast = name_fast(s, build);
    const lento_system *rigid =
        LENTO_KEEP(build, lento_system, .order = 2, .size = 2 * n, .rate = lento_springs_rigid_rate,
                   .params = s, .mechanics = &RIGID, .known = &AVERAGED);
    const lento_closed *closed =
        LENTO_KEEP(build, lento_closed, .system = rigid, .convert = lento_springs_to_rigid);
    const lento_stiff *stiff = LENTO_KEEP(build, lento_stiff, .count = s->stiff,
                                          .frequency = frequency, .spring = stiff_springs);
    LENTO_SYSTEM(build, .order = 2, .size = 2 * n, .rate = force, .params = s,
                 .fast = LENTO_KEEP(build, lento_fast, .count = 1, .scale = {scale}),
                 .mechanics = &INCREMENTS,
                 .known = LENTO_KEEP(build, lento_knowledge, .averaged = closed, .stiff = stiff,
                                     .view = &VIEW));
    return NULL;
}

const lento_problem lento_problem_springs = {
    .abi = LENTO_ABI,
    .name = "springs",
    .title = "chain of masses and springs, some of them stiff",
    .doc = "Unit masses hang together by springs; the stiff ones vibrate fast and act like rods.",
    .paper = "sanzserna",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .invariants = INVARIANTS,
    .complete = complete,
    .make = make,
    .invariant = invariants,
    .suggested = {.until = 10, .macro = "ode45", .average = {{.scheme = "stiff"}}},
};
