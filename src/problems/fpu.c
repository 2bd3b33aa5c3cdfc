/* SPDX-License-Identifier: MIT
 *
 * fpu.c - the Fermi-Pasta-Ulam chain of k stiff linear and k+1 soft quartic springs (card ariel
 * C0). State y, u, x, v (k each); c_i = (y_i - eps x_i - y_{i-1} - eps x_{i-1})^3, i = 1..k+1,
 * index 0 and k+1 zero:
 *
 *     y' = u,  u_i' = -c_i + c_{i+1},  x' = v/eps,  v_i' = -x_i/eps + c_i + c_{i+1}
 *
 * Slow: y, u and, with Z_j = x_j + i v_j, all bilinears Z_i conj(Z_j): the energies I_j = |Z_j|^2
 * and the relative phases (2k + k^2 variables of rank 4k - 1). On the time scale 1/eps energy
 * wanders between the stiff springs. The parts kick (u, v) and free motion (y, x) make `strang` the
 * Verlet method of this system. */
#include <math.h>
#include <stddef.h>

#include "lento/problem.h"

enum { K, EPS, FAMILIES };
enum { MOST = 40 }; /* stiff springs */

static const lento_parameter PARAMETERS[] = {
    {"k", .value = {3}, .min = 1, .max = MOST, .whole = true, .doc = "number of stiff springs"},
    {"eps", .value = {1e-4}, .open = true, .doc = "ratio of the time scales"},
    {"y#", .value = {1, NAN, NAN, NAN}, .count = "k", .doc = "initial position of the pair"},
    {"u#", .value = {1, NAN, NAN, NAN}, .count = "k", .doc = "initial velocity of the pair"},
    {"x#", .value = {1, NAN, NAN, NAN}, .count = "k", .doc = "initial scaled elongation"},
    {"v#", .value = {1, NAN, NAN, NAN}, .count = "k", .doc = "initial velocity of the elongation"},
    {0}};

static const lento_column STATE[] = {
    {"y#", .count = "k"}, {"u#", .count = "k"}, {"x#", .count = "k"}, {"v#", .count = "k"}, {0}};

static const lento_column COLUMNS[] = {
    {"y#", .count = "k", .doc = "position of the pair"},
    {"u#", .count = "k", .doc = "velocity of the pair"},
    {"I#", .count = "k", .doc = "energy of the stiff spring x^2 + v^2"},
    {0}};

/* the members beyond the first rest by default */
static const char *complete(double p[], const void *data) {
    const int members = 4 * (int)p[K];
    for (int i = 0; i < members; i++) {
        p[FAMILIES + i] = isnan(p[FAMILIES + i]) ? 0 : p[FAMILIES + i];
    }
    return NULL;
}

static double cube(double a) {
    return a * a * a;
}

/* u' and v' */
static void forces(int k, double eps, const double s[], double du[], double dv[]) {
    const double *y = s, *x = s + 2 * k;
    double left = cube(y[0] - eps * x[0]);
    for (int i = 0; i < k; i++) {
        const double next = i + 1 < k ? y[i + 1] - eps * x[i + 1] : 0;
        const double right = cube(next - y[i] - eps * x[i]);
        du[i] = right - left; /* card ariel C0 */
        dv[i] = right + left - x[i] / eps;
        left = right;
    }
}

static int field(double t, const double s[], double f[], void *params) {
    const double *p = params, eps = p[EPS];
    const int k = (int)p[K];
    const double *u = s + k, *v = s + 3 * k;
    forces(k, eps, s, f + k, f + 3 * k);
    for (int i = 0; i < k; i++) {
        f[i] = u[i];
        f[2 * k + i] = v[i] / eps;
    }
    return 0;
}

static int flow(double t, const lento_phase phase[], int part, double h, double step, double s[],
                void *params) {
    const double *p = params, eps = p[EPS];
    const int k = (int)p[K];
    double *u = s + k, *x = s + 2 * k, *v = s + 3 * k;
    double du[MOST], dv[MOST];
    if (part == LENTO_KICK) {
        forces(k, eps, s, du, dv);
    }
    for (int i = 0; i < k; i++) {
        if (part == LENTO_KICK) {
            u[i] += h * du[i];
            v[i] += h * dv[i];
        } else {
            s[i] += h * u[i];
            x[i] += h / eps * v[i];
        }
    }
    return 0;
}

/* ---- slow variables: y, u, I_i, (phi_ij, psi_ij) for i < j: Z_i conj(Z_j) = phi - i psi ---- */

static int slow(double t, const lento_phase phase[], const double s[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    const int k = (int)((const double *)params)[K], d = 4 * k, m = 2 * k + k * k;
    const double *x = s + 2 * k, *v = s + 3 * k;
    lento_slow_put(xi, 2 * k, s);
    lento_slow_put(gradient, m * d, NULL);
    lento_slow_put(explicit_rate, m, NULL);
    for (int i = 0; gradient && i < 2 * k; i++) {
        gradient[i * d + i] = 1;
    }
    for (int i = 0, row = 2 * k; i < k; i++, row++) {
        if (xi) {
            xi[row] = x[i] * x[i] + v[i] * v[i];
        }
        if (gradient) {
            gradient[row * d + 2 * k + i] = 2 * x[i];
            gradient[row * d + 3 * k + i] = 2 * v[i];
        }
    }
    for (int i = 0, row = 3 * k; i < k; i++) {
        for (int j = i + 1; j < k; j++, row += 2) {
            if (xi) {
                xi[row] = x[i] * x[j] + v[i] * v[j];
                xi[row + 1] = x[i] * v[j] - v[i] * x[j];
            }
            if (gradient) {
                double *phi = &gradient[row * d + 2 * k], *psi = phi + d;
                phi[i] = x[j];
                phi[j] = x[i];
                phi[k + i] = v[j];
                phi[k + j] = v[i];
                psi[i] = v[j];
                psi[j] = -v[i];
                psi[k + i] = -x[j];
                psi[k + j] = x[i];
            }
        }
    }
    return 0;
}

/* the rotation drops out of the bilinears: with f = v' + x/eps, x' counts as 0 and v' as f */
static int slow_rate(double t, const lento_phase phase[], const double s[], const double ds[],
                     double rate[], void *params) {
    const double *p = params;
    const int k = (int)p[K];
    const double *x = s + 2 * k, *v = s + 3 * k;
    double f[MOST];
    for (int i = 0; i < k; i++) {
        f[i] = ds[3 * k + i] + x[i] / p[EPS];
        rate[i] = ds[i];
        rate[k + i] = ds[k + i];
        rate[2 * k + i] = 2 * v[i] * f[i];
    }
    for (int i = 0, row = 3 * k; i < k; i++) {
        for (int j = i + 1; j < k; j++, row += 2) {
            rate[row] = f[i] * v[j] + v[i] * f[j];
            rate[row + 1] = x[i] * f[j] - f[i] * x[j];
        }
    }
    return 0;
}

static void output(double t, const lento_phase phase[], const double s[],
                   const double multipliers[], double columns[], void *params) {
    const int k = (int)((const double *)params)[K];
    const double *x = s + 2 * k, *v = s + 3 * k;
    for (int i = 0; i < k; i++) {
        columns[i] = s[i];
        columns[k + i] = s[k + i];
        columns[2 * k + i] = x[i] * x[i] + v[i] * v[i];
    }
}

static const lento_view VIEW = {.output = output};

static const char *make(const double p[], lento_build *build) {
    const int k = (int)p[K], m = 2 * k + k * k;
    int *column = build->take(build, (size_t)m * sizeof *column);
    if (!column) {
        return "out of memory";
    }
    for (int i = 0; i < m; i++) {
        column[i] = i < 3 * k ? i : -1;
    }
    const lento_slow_set sets[2] = {
        {.size = m, .slow = slow, .rate = slow_rate, .closed = true, .column = column}};
    LENTO_SYSTEM(
        build, .order = 1, .size = 4 * k, .field = field, .params = (void *)p,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1, .scale = {{.frequency = 1 / p[EPS]}}),
        .known = LENTO_KEEP(build, lento_knowledge,
                            .slow = lento_build_keep(build, sets, sizeof sets), .view = &VIEW,
                            .parts = LENTO_KEEP(build, lento_splitting, .flow = flow, .soft = k,
                                                .flows = 1u << LENTO_KICK | 1u << LENTO_FREE)));
    build->state = lento_build_start(build, 4 * (size_t)k, &p[FAMILIES]);
    return NULL;
}

const lento_problem lento_problem_fpu = {
    .abi = LENTO_ABI,
    .name = "fpu",
    .title = "Fermi-Pasta-Ulam chain of stiff and soft springs",
    .doc = "Energy of the stiff springs is exchanged on the time scale 1/eps; the soft motion is "
           "chaotic.",
    .paper = "ariel",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .complete = complete,
    .make = make,
    .suggested = {.until = 10, .steps = 500, .macro = "rk4", .average = {{.scheme = "slow"}}},
    .fast = "1/eps",
    .state = STATE,
    .ensemble = "y1",
};
