/* SPDX-License-Identifier: MIT
 *
 * constraint_test.c - `shake` and `rattle` on a user's own constrained systems: orders, agreement
 * with each other and with an unconstrained description of the same motion, and one clear sentence
 * for each kind of inconsistent data. */
#include "support.h"

/* ---- a bead of mass 2 on a circle of radius R about (1, 0), gravity and friction mu v ---- */

typedef struct bead {
    double radius, gravity, friction;
    bool twice;                /* the constraint is given twice */
    int failures;              /* the constraint function fails when this is not 0 */
    lento_mechanics mechanics; /* of bead_system */
} bead;

static int bead_force(double t, const lento_phase phase[], const double q[], const double v[],
                      double f[], void *params) {
    (void)t;
    (void)phase;
    (void)q;
    const bead *b = params;
    f[0] = -b->friction * v[0];
    f[1] = -2 * b->gravity - b->friction * v[1];
    return 0;
}

static int bead_constraint(const double q[], double g[], double jacobian[], void *params) {
    const bead *b = params;
    const double x = q[0] - 1, y = q[1];
    for (int i = 0; i < (b->twice ? 2 : 1); i++) {
        if (g) {
            g[i] = (i + 1) * (x * x + y * y - b->radius * b->radius);
        }
        if (jacobian) {
            jacobian[2 * i] = (i + 1) * 2 * x;
            jacobian[2 * i + 1] = (i + 1) * 2 * y;
        }
    }
    return b->failures;
}

/* the same motion by the angle from the x axis: phi'' = -(g/R) cos phi - (mu/m) phi' */
static int angle_rate(double t, const lento_phase phase[], const double q[], const double v[],
                      double f[], void *params) {
    (void)t;
    (void)phase;
    const bead *b = params;
    f[0] = -b->gravity / b->radius * cos(q[0]) - b->friction / 2 * v[0];
    return 0;
}

static const double BEAD_MASS[2] = {2, 2};

static lento_system bead_system(bead *b) {
    b->mechanics = (lento_mechanics){.constraints = b->twice ? 2 : 1,
                                     .constraint = bead_constraint,
                                     .mass_form = LENTO_MASS_DIAGONAL,
                                     .mass = BEAD_MASS,
                                     .velocity_dependent = b->friction != 0};
    return (lento_system){
        .order = 2, .size = 2, .rate = bead_force, .params = b, .mechanics = &b->mechanics};
}

static void bead_start(const bead *b, double phi, double w, double state[4]) {
    state[0] = 1 + b->radius * cos(phi);
    state[1] = b->radius * sin(phi);
    state[2] = -b->radius * w * sin(phi);
    state[3] = b->radius * w * cos(phi);
}

static double exact_angle(bead *b, double phi, double w, double until) {
    const lento_system system = {.order = 2,
                                 .size = 1,
                                 .rate = angle_rate,
                                 .params = b,
                                 .mechanics = &(lento_mechanics){.velocity_dependent = true}};
    const double start[2] = {phi, w};
    const lento_options options = {.until = until, .macro = "dop853", .rtol = 1e-13, .atol = 1e-14};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &system, start, &options), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, until), LENTO_DONE);
    double end[2];
    assert_int_equal(lento_run_at(run, until, end), LENTO_DONE);
    lento_run_destroy(run);
    return end[0];
}

static double bead_error(bead *b, const char *method, long steps, double expected) {
    const lento_system system = bead_system(b);
    double start[4];
    bead_start(b, 0.3, 1.2, start);
    const lento_options options = {.until = 2, .macro = method, .steps = steps};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &system, start, &options), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 2), LENTO_DONE);
    const double *y = lento_run_state(run);
    const double phi = atan2(y[1], y[0] - 1);
    lento_run_destroy(run);
    return fabs(remainder(phi - expected, TWO_PI));
}

static double bead_slope(bead *b, const char *method, long steps) {
    const double expected = exact_angle(b, 0.3, 1.2, 2);
    double error[3];
    for (int i = 0; i < 3; i++) {
        error[i] = bead_error(b, method, steps << i, expected);
    }
    return fitted_slope(error, 3);
}

static void methods_have_their_orders(void **state) {
    (void)state;
    bead b = {.radius = 0.7, .gravity = 3};
    assert_near(bead_slope(&b, "shake", 100), 2, 0.1);
    assert_near(bead_slope(&b, "rattle", 100), 2, 0.1);
    assert_near(bead_slope(&b, "shake/yoshida4", 60), 4, 0.2);
    assert_near(bead_slope(&b, "rattle/yoshida4", 60), 4, 0.2);
    assert_near(bead_slope(&b, "rattle/yoshida6", 30), 6, 0.4);
    assert_near(bead_slope(&b, "rattle/kahan-li8", 12), 8, 0.8);
}

/* The force reads a predicted velocity; with the velocity of the half step the order falls to 1. */
static void friction_keeps_order_two(void **state) {
    (void)state;
    bead b = {.radius = 0.7, .gravity = 3, .friction = 1.5};
    assert_near(bead_slope(&b, "shake", 100), 2, 0.1);
    assert_near(bead_slope(&b, "rattle", 100), 2, 0.1);
}

static void shake_and_rattle_agree_in_positions_and_multipliers(void **state) {
    (void)state;
    bead b = {.radius = 0.7, .gravity = 3};
    const lento_system system = bead_system(&b);
    double start[4];
    bead_start(&b, 0.3, 1.2, start);
    lento_options options = {.until = 2, .macro = "shake", .steps = 50};
    lento_run *shake = NULL, *rattle = NULL;
    assert_int_equal(lento_run_create(&shake, &system, start, &options), LENTO_DONE);
    options.macro = "rattle";
    assert_int_equal(lento_run_create(&rattle, &system, start, &options), LENTO_DONE);
    for (int k = 0; k <= 50; k++) {
        assert_int_equal(lento_run_advance(shake, k * 0.04), LENTO_DONE);
        assert_int_equal(lento_run_advance(rattle, k * 0.04), LENTO_DONE);
        const double *x = lento_run_state(shake), *y = lento_run_state(rattle);
        assert_near(x[0], y[0], 1e-12);
        assert_near(x[1], y[1], 1e-12);
        assert_near(lento_run_multipliers(shake)[0], lento_run_multipliers(rattle)[0], 1e-9);
        assert_near((y[0] - 1) * y[2] + y[1] * y[3], 0, 1e-15);
    }
    lento_run_destroy(shake);
    lento_run_destroy(rattle);
}

/* 2 lambda R^2 = -m R^2 phi'^2 + m g y; the multiplier of the position alone is off by 5e-3 */
static void multiplier_is_the_force_of_the_rod(void **state) {
    (void)state;
    bead b = {.radius = 0.7, .gravity = 3};
    const lento_system system = bead_system(&b);
    double start[4];
    bead_start(&b, 0.3, 1.2, start);
    const lento_options options = {.until = 1, .macro = "rattle", .steps = 2000};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &system, start, &options), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
    const double *y = lento_run_state(run), R2 = b.radius * b.radius;
    const double expected = (-2 * (y[2] * y[2] + y[3] * y[3]) + 2 * b.gravity * y[1]) / (2 * R2);
    assert_near(lento_run_multipliers(run)[0], expected, 1e-5);
    lento_run_destroy(run);
}

/* Three bodies on a line of very different masses, full mass matrix, two linear constraints: x1 = 2
 * x2, x3 = x1. Then x2'' = u^T f / (u^T M u), u = (2, 1, 2). */
static const double DENSE[9] = {1e3, 0.5, 0, 0.5, 1e-4 + 0.5 * 0.5 / 1e3, 0, 0, 0, 2};

static int line_force(double t, const lento_phase phase[], const double q[], const double v[],
                      double f[], void *params) {
    (void)t;
    (void)phase;
    (void)v;
    (void)params;
    f[0] = -400 * q[0];
    f[1] = 1;
    f[2] = 0.5;
    return 0;
}

static int line_constraint(const double q[], double g[], double jacobian[], void *params) {
    static const double ROWS[6] = {1, -2, 0, -1e6, 0, 1e6};
    (void)params;
    for (int i = 0; i < 2 && g; i++) {
        g[i] = ROWS[3 * i] * q[0] + ROWS[3 * i + 1] * q[1] + ROWS[3 * i + 2] * q[2];
    }
    if (jacobian) {
        memcpy(jacobian, ROWS, sizeof ROWS);
    }
    return 0;
}

static void dense_masses_and_scales_far_apart_are_solved(void **state) {
    (void)state;
    const lento_system system = {.order = 2,
                                 .size = 3,
                                 .rate = line_force,
                                 .mechanics = &(lento_mechanics){.mass_form = LENTO_MASS_DENSE,
                                                                 .mass = DENSE,
                                                                 .constraints = 2,
                                                                 .constraint = line_constraint}};
    const double start[6] = {0.4, 0.2, 0.4, 0, 0, 0};
    const lento_options options = {.until = 3, .macro = "rattle/kahan-li8", .steps = 60};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &system, start, &options), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 3), LENTO_DONE);
    const double mass = 4 * DENSE[0] + 4 * DENSE[1] + DENSE[4] + 4 * DENSE[8];
    const double w = sqrt(1600 / mass), rest = 2 / 1600.0; /* u^T f = -1600 x2 + 1 + 1 */
    const double *y = lento_run_state(run);
    assert_near(y[1], rest + (0.2 - rest) * cos(3 * w), 1e-11);
    assert_near(y[0], 2 * y[1], 1e-14);
    assert_near(y[2], y[0], 1e-14);
    lento_run_destroy(run);
}

static void without_constraints_shake_is_verlet(void **state) {
    (void)state;
    static const char *const METHOD[] = {"verlet", "shake", "rattle"};
    lento_model *model = model_of("kapitza", "omega=1e4");
    double end[3][2];
    for (int k = 0; k < 3; k++) {
        const lento_options options = {.until = 0.5,
                                       .macro = METHOD[k],
                                       .steps = 40,
                                       .average = {{.scheme = "async", .micro = METHOD[k]}}};
        run_to_end(model, &options, end[k]);
    }
    for (int i = 0; i < 2; i++) {
        assert_near(end[1][i], end[0][i], 1e-11);
        assert_near(end[2][i], end[0][i], 1e-11);
    }
    lento_model_destroy(model);
}

static void reading_multipliers_changes_nothing(void **state) {
    (void)state;
    bead b = {.radius = 0.7, .gravity = 3};
    const lento_system system = bead_system(&b);
    double start[4];
    bead_start(&b, 0.3, 1.2, start);
    static const char *const METHOD[] = {"shake", "rattle", "rattle/yoshida4"};
    for (int k = 0; k < 3; k++) {
        const lento_options options = {.until = 1, .macro = METHOD[k], .steps = 40};
        lento_run *plain = NULL, *watched = NULL;
        assert_int_equal(lento_run_create(&plain, &system, start, &options), LENTO_DONE);
        assert_int_equal(lento_run_create(&watched, &system, start, &options), LENTO_DONE);
        assert_non_null(lento_run_multipliers(watched));
        for (int i = 1; i <= 40; i++) {
            double inside[4];
            assert_int_equal(lento_run_advance(watched, i / 40.0), LENTO_DONE);
            assert_int_equal(lento_run_at(watched, (i - 0.3) / 40.0, inside), LENTO_DONE);
            assert_non_null(lento_run_multipliers(watched));
        }
        assert_int_equal(lento_run_advance(plain, 1), LENTO_DONE);
        assert_memory_equal(lento_run_state(plain), lento_run_state(watched), 4 * sizeof(double));
        lento_run_destroy(plain);
        lento_run_destroy(watched);
    }
}

/* ---- bad data: one sentence each ---- */

static void refused(const bead *b, const double start[4], const char *method, lento_status status,
                    const char *says) {
    bead copy = *b;
    const lento_system system = bead_system(&copy);
    const lento_options options = {.until = 1, .macro = method, .steps = 40};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &system, start, &options), status);
    if (!strstr(lento_run_error(run), says)) {
        fail_msg("'%s' does not say '%s'", lento_run_error(run), says);
    }
    lento_run_destroy(run);
}

static void inconsistent_data_are_refused_at_creation(void **state) {
    (void)state;
    static const char *const METHOD[] = {"shake", "rattle"};
    const bead good = {.radius = 0.7, .gravity = 3},
               twice = {.radius = 0.7, .gravity = 3, .twice = true};
    const bead broken = {.radius = 0.7, .gravity = 3, .failures = 1};
    for (int k = 0; k < 2; k++) {
        double off[4], aslant[4], right[4];
        bead_start(&good, 0.3, 1.2, right);
        memcpy(off, right, sizeof off);
        memcpy(aslant, right, sizeof aslant);
        off[0] += 1e-8;
        aslant[2] += 1e-8;
        refused(&good, off, METHOD[k], LENTO_BAD_SYSTEM, "initial position violates constraint 1");
        refused(&good, aslant, METHOD[k], LENTO_BAD_SYSTEM,
                "velocity is not tangential to constraint 1");
        refused(&twice, right, METHOD[k], LENTO_SINGULAR, "constraints are dependent");
        refused(&broken, right, METHOD[k], LENTO_CALLBACK_FAILED, "constraint function");
        const double centre[4] = {1, 0, 0, 0};
        refused(&good, centre, METHOD[k], LENTO_SINGULAR, "gradient of constraint 1 is zero");
    }
    double right[4];
    bead_start(&good, 0.3, 1.2, right);
    refused(&good, right, "verlet", LENTO_BAD_OPTION, "cannot keep constraints");
    refused(&good, right, "rk4", LENTO_BAD_OPTION, "cannot keep constraints");
}

/* The free flight of a long step misses the circle: no multiplier along the old gradient brings it
 * back. */
static void iterations_that_cannot_converge_say_so_with_the_time(void **state) {
    (void)state;
    static const char *const METHOD[] = {"shake", "rattle", "rattle/yoshida4"};
    for (int k = 0; k < 3; k++) {
        bead b = {.radius = 0.7, .gravity = 3};
        const lento_system system = bead_system(&b);
        double start[4];
        bead_start(&b, 0.3, 1.2, start);
        const lento_options options = {.until = 100, .macro = METHOD[k], .macro_step = 0.5};
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &system, start, &options), LENTO_DONE);
        const lento_status status = lento_run_advance(run, 100);
        assert_true(status == LENTO_NOT_CONVERGED || status == LENTO_SINGULAR);
        assert_non_null(strstr(lento_run_error(run), "step"));
        assert_non_null(strstr(lento_run_error(run), "t = "));
        const double *y = lento_run_state(run), x = y[0] - 1;
        assert_near(x * x + y[1] * y[1], b.radius * b.radius, 1e-15); /* the last good state */
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_have_their_orders),
        cmocka_unit_test(friction_keeps_order_two),
        cmocka_unit_test(shake_and_rattle_agree_in_positions_and_multipliers),
        cmocka_unit_test(multiplier_is_the_force_of_the_rod),
        cmocka_unit_test(dense_masses_and_scales_far_apart_are_solved),
        cmocka_unit_test(without_constraints_shake_is_verlet),
        cmocka_unit_test(reading_multipliers_changes_nothing),
        cmocka_unit_test(inconsistent_data_are_refused_at_creation),
        cmocka_unit_test(iterations_that_cannot_converge_say_so_with_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
