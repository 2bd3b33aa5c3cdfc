/* SPDX-License-Identifier: MIT
 *
 * The unbalanced rotor with drag, a cubic spring and its weight, written as a user writes it: rate, columns, start, and
 * nothing known beyond. Scheme sync needs no reconstruction; its columns are the moving means of a direct run. */
#include "moving_mean.h"

/* ---- the rotor, as a user writes it ---- */

enum { OMEGA, X0 };
static const lento_parameter PARAMETERS[] = {
    {.name = "omega", .value = {100 * 3.14159265358979}, .open = true, .unit = "rad/s"},
    {.name = "x0", .value = {0.01}, .unit = "m"},
    {0}};
static const lento_column COLUMNS[] = {{.name = "x"},
                                       {.name = "y"},
                                       {.name = "u"},
                                       {.name = "v"},
                                       {.name = "r", .pointwise = true},
                                       {0}};

/* cubic spring, drag, unbalance, weight */
static void acceleration(double c, double s, double omega, const double q[], const double v[],
                         double a[]) {
    const double M = 50, stiff = (2000 + 2e7 * (q[0] * q[0] + q[1] * q[1])) / M,
                 drag = 2 * 0.05 * sqrt(2000 / M), push = 0.25 / M * omega * omega;
    a[0] = -stiff * q[0] - drag * v[0] + push * c;
    a[1] = -stiff * q[1] - drag * v[1] + push * s - 9.81;
}

static int force(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    (void)t;
    acceleration(phase->cos, phase->sin, ((const double *)params)[OMEGA], q, v, f);
    return 0;
}

static void output(double t, const lento_phase phase[], const double state[],
                   const double multipliers[], double columns[], void *params) {
    (void)t, (void)phase, (void)multipliers, (void)params;
    memcpy(columns, state, 4 * sizeof *columns);
    columns[4] = hypot(state[0], state[1]);
}

static const lento_view VIEW = {.output = output};
static const lento_knowledge KNOWN = {.view = &VIEW};
static const lento_mechanics DRAG = {.velocity_dependent = true};

static const char *make(const double p[], lento_build *build) {
    *build->system =
        (lento_system){.order = 2,
                       .size = 2,
                       .rate = force,
                       .params = (void *)p,
                       .mechanics = &DRAG,
                       .known = &KNOWN,
                       .fast = LENTO_KEEP(build, lento_fast, .count = 1,
                                          .scale = {{.frequency = p[OMEGA], .forced = true}})};
    build->state = lento_build_start(build, 4, (const double[]){p[X0], 0, 0, 0});
    return NULL;
}

static const lento_problem ROTOR = {.abi = LENTO_ABI,
                                    .name = "rotor",
                                    .parameters = PARAMETERS,
                                    .columns = COLUMNS,
                                    .fast = "omega",
                                    .make = make,
                                    .suggested = {.until = 1}};

static void rotor_rate(double angle, double omega, const double x[], double dx[]) {
    dx[0] = x[2];
    dx[1] = x[3];
    acceleration(cos(angle), sin(angle), omega, x, x + 2, dx + 2);
}

static lento_model *rotor(double omega) {
    lento_model *model = NULL;
    const lento_setting speed = {.name = "omega", .value = omega};
    assert_int_equal(lento_model_create(&model, &ROTOR, &speed, 1), LENTO_DONE);
    return model;
}

static const double SPEEDS[] = {3000 * TWO_PI / 60, 30000 * TWO_PI / 60};

/* nothing but the problem is given; direct runs show the same */
static void the_damped_rotor_needs_no_reconstruction(void **state) {
    (void)state;
    static const lento_options ways[] = {
        {.until = 1}, {.until = 1, .macro = "dop853", .rtol = 1e-10, .average = {{"direct"}}}};
    for (size_t k = 0; k < LENGTH(SPEEDS); k++) {
        const motion m = {4, SPEEDS[k], rotor_rate};
        lento_model *model = rotor(m.omega);
        double mean[3][MOST], point[3][MOST];
        for (int row = 0; row < 3; row++) {
            truth_at(&m, lento_model_state(model), row / 2.0, mean[row], point[row]);
            assert_true(fabs(point[row][0] - mean[row][0]) > 4e-3); /* a state would not do */
        }
        for (size_t w = 0; w < LENGTH(ways); w++) {
            lento_run *run = open_run(model, &ways[w]);
            for (int row = 0; row < 3; row++) {
                double columns[5];
                columns_at(run, row / 2.0, columns);
                for (int i = 0; i < 4; i++) {
                    assert_near(columns[i], mean[row][i], 1e-5);
                }
                if (w == 1) { /* a pointwise column is that of the motion itself */
                    assert_near(columns[4], hypot(point[row][0], point[row][1]), 1e-5);
                }
            }
            assert_int_equal(lento_run_warnings(run, NULL) > 0, w == 0 && k == 0);
            const lento_average *level = &lento_run_options(run)->average[0];
            assert_string_equal(level->scheme, w == 0 ? "sync" : "direct");
            assert_int_equal(level->gauge, LENTO_GAUGE_MEAN);
            lento_run_destroy(run);
        }
        lento_model_destroy(model);
    }
}

/* ---- other forms of the same motion ---- */

static const double MASS[4] = {2, 0.5, 0.5, 1};

static int heavy_force(double t, const lento_phase phase[], const double q[], const double v[],
                       double f[], void *params) {
    double a[2];
    force(t, phase, q, v, a, params);
    f[0] = MASS[0] * a[0] + MASS[1] * a[1];
    f[1] = MASS[2] * a[0] + MASS[3] * a[1];
    return 0;
}

static int first_order(double t, const lento_phase phase[], const double x[], const double v[],
                       double rate[], void *params) {
    (void)v;
    memcpy(rate, x + 2, 2 * sizeof *rate);
    return force(t, phase, x, x + 2, rate + 2, params);
}

static void mass_matrices_and_first_order_are_lifted_too(void **state) {
    (void)state;
    double params[] = {SPEEDS[1]};
    const lento_fast fast = {.count = 1, .scale = {{.frequency = SPEEDS[1], .forced = true}}};
    const lento_mechanics heavy = {
        .velocity_dependent = true, .mass_form = LENTO_MASS_DENSE, .mass = MASS};
    const lento_system forms[] = {
        {.order = 2, .size = 2, .rate = force, .params = params, .fast = &fast, .mechanics = &DRAG},
        {2, 2, heavy_force, NULL, params, &fast, &heavy, NULL},
        {1, 4, first_order, NULL, params, &fast, NULL, NULL}};
    const lento_options o = {.until = 0.2, .average = {{.scheme = "sync"}}};
    const double start[4] = {0.01, 0, 0, 0};
    double first[4] = {0};
    for (size_t k = 0; k < LENGTH(forms); k++) {
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &forms[k], start, &o), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, 0.2), LENTO_DONE);
        double here[4];
        assert_int_equal(lento_run_at(run, 0.2, here), LENTO_DONE);
        for (int i = 0; i < 4; i++) {
            first[i] = k == 0 ? here[i] : first[i];
            assert_near(here[i], first[i], 1e-6);
        }
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_damped_rotor_needs_no_reconstruction),
        cmocka_unit_test(mass_matrices_and_first_order_are_lifted_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
