/* SPDX-License-Identifier: MIT
 *
 * springs.c - two masses, one soft and one stiff spring (sanzserna case (i)) to t = 10; output: positions at
 * t = 1/4, 1/2, .., the fast oscillation of the exact solution included. Informed rivals know that the stiff spring
 * is a rod in the limit: the closed rigid equation, RATTLE, BDF on data without fast motion. Their start keeps the
 * centre and the angular momentum of the rod. Above 1e5 the truth is the slow motion with the oscillation added
 * back (error O(omega^-2), card sanzserna 6.6); `check` in the results compares it with the direct reference below. */
#include <math.h>
#include <string.h>

#include "peers.h"

enum { GIVEN, RIGID, ROD, SLOW_DATA };

/* the soft spring between the origin and mass 1 (omega = 1) */
static int soft_force(double t, const lento_phase phase[], const double q[], const double v[],
                      double f[], void *params) {
    (void)t;
    (void)phase;
    (void)v;
    (void)params;
    const double r = sqrt(q[0] * q[0] + q[1] * q[1]);
    f[0] = -(r - 1) * q[0] / r;
    f[1] = -(r - 1) * q[1] / r;
    f[2] = f[3] = 0;
    return 0;
}

/* the stiff one as a rod */
static int rod(const double q[], double g[], double jacobian[], void *params) {
    (void)params;
    const double x = q[2] - q[0], y = q[3] - q[1];
    if (g) {
        g[0] = (x * x + y * y - 1) / 2;
    }
    if (jacobian) {
        const double across[4] = {-x, -y, x, y};
        memcpy(jacobian, across, sizeof across);
    }
    return 0;
}

static void output(double t, const lento_phase phase[], const double state[],
                   const double multipliers[], double columns[], void *params) {
    (void)t;
    (void)phase;
    (void)multipliers;
    (void)params;
    memcpy(columns, state, 8 * sizeof *columns);
}

/* length 1 and no radial velocity, at the same centre and angular momentum */
static void without_fast(const double given[8], double state[8]) {
    double e[2], r = 0, across = 0;
    for (int i = 0; i < 2; i++) {
        e[i] = given[2 + i] - given[i];
        r += e[i] * e[i];
    }
    r = sqrt(r);
    for (int i = 0; i < 2; i++) {
        e[i] /= r;
    }
    for (int i = 0; i < 2; i++) {
        across += (i == 0 ? -e[1] : e[0]) * (given[6 + i] - given[4 + i]);
    }
    for (int i = 0; i < 2; i++) {
        const double centre = (given[i] + given[2 + i]) / 2,
                     drift = (given[4 + i] + given[6 + i]) / 2;
        const double turn = across * r * (i == 0 ? -e[1] : e[0]);
        state[i] = centre - e[i] / 2;
        state[2 + i] = centre + e[i] / 2;
        state[4 + i] = drift - turn / 2;
        state[6 + i] = drift + turn / 2;
    }
}

static const lento_view ROD_VIEW = {.output = output};
static const lento_knowledge ROD_KNOWN = {.view = &ROD_VIEW};
static const lento_mechanics ROD_PARTS = {.constraints = 1, .constraint = rod};

static int open_springs(setup *s) {
    const lento_setting setting = {.name = "omega2", .value = s->scale};
    subject *given = &s->subject[GIVEN];
    s->until = 10;
    if (subject_model(given, lento_problem_find("springs"), &setting, 1)) {
        return -1;
    }
    s->subject[RIGID].system = *lento_closed_of(&given->system)->system;
    s->subject[SLOW_DATA].system = given->system;
    s->subject[ROD].system = (lento_system){
        .order = 2, .size = 4, .rate = soft_force, .mechanics = &ROD_PARTS, .known = &ROD_KNOWN};
    for (int i = RIGID; i <= SLOW_DATA; i++) {
        s->subject[i].columns = 8;
        without_fast(lento_model_state(given->model), s->subject[i].state);
    }
    return 0;
}

static void slow(const setup *s, int which, bool averaged, double t, const double columns[],
                 double out[]) {
    (void)s;
    (void)which;
    (void)averaged;
    (void)t;
    memcpy(out, columns, 4 * sizeof *out);
}

#define STIFF(k, ...) .average = {{.scheme = "stiff", .kernel = k, __VA_ARGS__}}

static const rival RIVALS[] = {
    {LENTO, "stiff notch, CVODE Adams 1e-7",
     .options =
         {.macro = "cvode-adams", .rtol = 1e-7, .atol = 1e-10, STIFF("notch", .micro = "verlet")}},
    {VARIANT, "stiff notch, dop853 H=1/4",
     .options = {.macro = "dop853", .steps = 40, STIFF("notch", .micro = "verlet")}},
    {VARIANT, "stiff notch, dop853 H=1/4, oscillation restored",
     .options = {.macro = "dop853", .steps = 40, STIFF("notch", .restore_fast = true)}},
    {VARIANT, "stiff kaiser, ode45 1e-5",
     .options = {.macro = "ode45", .rtol = 1e-5, STIFF("kaiser", .micro = "verlet")}},
    {VARIANT, "stiff exp1 20, ode45 1e-3 (the paper)",
     .options = {.macro = "ode45",
                 .rtol = 1e-3,
                 STIFF("exp1", .periods = 20, .micro = "verlet", .micro_per_period = 6)}},
    {NAIVE, "ode45 1e-3", .largest = 1e6,
     .options = {.macro = "ode45", .rtol = 1e-3, .atol = 1e-6, DIRECT_SCHEME}},
    {DIRECT, "ode45 1e-6", .largest = 1e5, ADAPTIVE("ode45", 1e-6)},
    {DIRECT, "verlet, 4.5 a period", FIXED("verlet", 4.5)},
    {DIRECT, "verlet, 4.6 a period", FIXED("verlet", 4.6)},
    {DIRECT, "verlet, 5.3 a period", FIXED("verlet", 5.3)},
    {DIRECT, "verlet, 6 a period", FIXED("verlet", 6)},
    {DIRECT, "verlet, 12 a period", .largest = 1e5, FIXED("verlet", 12)},
    {DIRECT, "verlet, 30 a period", .largest = 1e5, FIXED("verlet", 30)},
    {DIRECT, "dop853, 4.5 a period", .largest = 1e5, FIXED("dop853", 4.5)},
    {DIRECT, "verlet, 80 a period", .largest = 1e5, FIXED("verlet", 80)},
    {DIRECT, "kahan-li8, 6 a period", .largest = 1e5, FIXED("kahan-li8", 6)},
    {DIRECT, "dop853, 8.5 a period", .largest = 1e5, FIXED("dop853", 8.5)},
    {DIRECT, "GSL rk8pd 1e-6", .largest = 1e5, GSL("rk8pd", 1e-6)},
    {DIRECT, "GSL rk8pd 1e-9", .largest = 1e4, GSL("rk8pd", 1e-9)},
    {DIRECT, "GSL msadams 1e-6", .largest = 1e4, GSL("msadams", 1e-6)},
    {DIRECT, "CVODE Adams 1e-6", .largest = 1e4, ADAPTIVE("cvode-adams", 1e-6)},
    {DIRECT, "CVODE BDF 1e-6", .largest = 1e4, ADAPTIVE("cvode-bdf", 1e-6)},
    {DIRECT, "ARKODE DP5 1e-6", .largest = 1e4, ADAPTIVE("arkode-dopri", 1e-6)},
    {INFORMED, "rigid equation, dop853 1e-8", .subject = RIGID,
     .options = {.macro = "dop853", .rtol = 1e-8}},
    {INFORMED, "rigid equation, CVODE Adams 1e-8", .subject = RIGID,
     .options = {.macro = "cvode-adams", .rtol = 1e-8}},
    {INFORMED, "RATTLE H=1/64", .subject = ROD, .options = {.macro = "rattle", .steps = 640}},
    {INFORMED, "RATTLE kahan-li6 H=1/4", .subject = ROD,
     .options = {.macro = "rattle/kahan-li6", .steps = 40}},
    {INFORMED, "CVODE BDF 1e-5 from slow data", .subject = SLOW_DATA, .largest = 1e5,
     .options = {.macro = "cvode-bdf", .rtol = 1e-5, .atol = 1e-8}},
    {0}};

const problem problem_springs = {
    .name = "springs",
    .output = "positions x1 y1 x2 y2, 40 times up to t = 10",
    .scale = "omega2",
    .scales = {30, 1e2, 1e3, 1e4, 1e5, 1e6},
    .target = 3e-6,
    .samples = 40,
    .outputs = 4,
    .rivals = RIVALS,
    .plotted = 1e4,
    .breaks_even = true,
    .open = open_springs,
    .slow = slow,
    .reference = {DIRECT, "dop853, 24 a period", .largest = 1e5, FIXED("dop853", 24)},
    .beyond = {VARIANT, "stiff kaiser, dop853 H=1/16, oscillation restored",
               .options = {.macro = "dop853", .steps = 160, STIFF("kaiser", .restore_fast = true)}},
};
