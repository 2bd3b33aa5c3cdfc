/* SPDX-License-Identifier: MIT
 * One list of problems run over every method there is: the order a method declares is the order it has, and
 * symmetric methods are reversible. A method that is new in the list is tested without a line here, but may not
 * refuse a problem that EXPECTED says it takes. */
#include "support.h"

/* ---- problems ---- */

static int pendulum(double t, const lento_phase phase[], const double q[], const double v[],
                    double f[], void *params) {
    (void)t, (void)phase, (void)v, (void)params;
    f[0] = -sin(q[0]);
    return 0;
}

/* forced through its phase: compositions and stages must see the phase inside the step */
static int forced(double t, const lento_phase phase[], const double q[], const double v[],
                  double f[], void *params) {
    (void)t, (void)v, (void)params;
    f[0] = -q[0] * q[0] * q[0] + phase[0].cos;
    return 0;
}

static const double DENSE[] = {2, 0.5, 0.5, 1}, DIAGONAL[] = {2, 0.5};
static int coupled(double t, const lento_phase phase[], const double q[], const double v[],
                   double f[], void *params) {
    (void)phase, (void)v, (void)params;
    f[0] = -q[0] - 0.3 * sin(q[1] + t);
    f[1] = -2 * q[1] - 0.2 * q[0] * q[0];
    return 0;
}

static int damped(double t, const lento_phase phase[], const double q[], const double v[],
                  double f[], void *params) {
    (void)t, (void)phase, (void)params;
    f[0] = -q[0] - 0.3 * v[0] * (1 + q[0] * q[0]);
    return 0;
}

static int lotka(double t, const double x[], double dxdt[], void *params) {
    (void)params;
    dxdt[0] = x[0] * (1 - x[1]) + 0.1 * cos(t);
    dxdt[1] = x[1] * (x[0] - 1);
    return 0;
}

/* the pendulum by exact parts; the force-gradient kick adds (step^2/48) grad |F|^2 (Chin 4A) */
static int parts(double t, const lento_phase phase[], int part, double h, double step,
                 double state[], void *params) {
    (void)t, (void)phase, (void)params;
    const double s = sin(state[0]), c = cos(state[0]);
    if (part == LENTO_FREE) {
        state[0] += h * state[1];
    } else {
        state[1] += h * (-s + (part == LENTO_GRADIENT_KICK ? step * step / 24 * s * c : 0));
    }
    return 0;
}

typedef struct test_problem {
    const char *name;
    lento_system system;
    double start[4], until;
    const char *expected; /* methods that must take it */
} test_problem;

#define MECHANICAL                                                                                 \
    " verlet rk4 euler midpoint leapfrog ode45 dop853 yoshida4 suzuki4 yoshida6 kahan-li6 "        \
    "kahan-li8 "
static const test_problem PROBLEMS[] = {
    {"pendulum", {.order = 2, .size = 1, .rate = pendulum}, {1.2, 0.4}, 2, MECHANICAL},
    {"forced",
     {.order = 2,
      .size = 1,
      .rate = forced,
      .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 3, .forced = true, .phase = 1}}}},
     {0.7, -0.2},
     2,
     MECHANICAL "stormer-fitted "},
    {"dense mass",
     {.order = 2,
      .size = 2,
      .rate = coupled,
      .mechanics = &(lento_mechanics){.mass_form = LENTO_MASS_DENSE, .mass = DENSE}},
     {0.7, -0.2, 0.3, 0.5},
     2,
     MECHANICAL},
    {"diagonal mass",
     {.order = 2,
      .size = 2,
      .rate = coupled,
      .mechanics = &(lento_mechanics){.mass_form = LENTO_MASS_DIAGONAL, .mass = DIAGONAL}},
     {0.7, -0.2, 0.3, 0.5},
     2,
     MECHANICAL},
    {"damped",
     {.order = 2,
      .size = 1,
      .rate = damped,
      .mechanics = &(lento_mechanics){.velocity_dependent = true}},
     {1, 0.3},
     2,
     " verlet rk4 euler midpoint ode45 dop853 "},
    {"first order",
     {.order = 1, .size = 2, .field = lotka},
     {1.3, 0.8},
     2,
     " rk4 euler midpoint leapfrog ode45 dop853 "},
    {"by parts",
     {.order = 2,
      .size = 1,
      .rate = pendulum,
      .known = &(lento_knowledge){.parts = &(lento_splitting){.flow = parts,
                                                              .flows = 1u << LENTO_KICK |
                                                                       1u << LENTO_FREE |
                                                                       1u << LENTO_GRADIENT_KICK}}},
     {1.2, 0.4},
     2,
     MECHANICAL "strang chin4a strang/kahan-li8 chin4a/suzuki6 "},
};

/* ---- all methods, compositions of verlet, and some of others ---- */

typedef struct named {
    char name[40];
    int order;
} named;

static size_t all_methods(named list[], size_t room) {
    lento_entry entries[64];
    size_t n = 0, found = lento_methods(entries, 64);
    for (size_t i = 0; i < found && n < room; i++, n++) {
        strcpy(list[n].name, entries[i].name);
        list[n].order = entries[i].order;
    }
    found = lento_compositions(entries, 64);
    for (size_t i = 0; i < found && n + 2 < room; i++) {
        strcpy(list[n].name, entries[i].name);
        list[n++].order = entries[i].order;
        strcpy(list[n].name, strcmp(entries[i].name, "suzuki6") == 0 ? "chin4a/" : "strang/");
        strcat(list[n].name, entries[i].name);
        list[n++].order = entries[i].order;
    }
    return n;
}

static bool contains(const char *list, const char *name) {
    char word[48] = " ";
    strcat(strcat(word, name), " ");
    return strstr(list, word) != NULL;
}

/* false if the method does not take the system */
static bool end_state(const test_problem *p, const char *method, long steps, double end[4]) {
    const lento_options o = {.until = p->until, .macro = method, .steps = steps};
    lento_run *run = NULL;
    const lento_status status = lento_run_create(&run, &p->system, p->start, &o);
    if (status == LENTO_DONE) {
        assert_int_equal(lento_run_advance(run, p->until), LENTO_DONE);
        assert_near(lento_run_time(run), p->until, 1e-12);
        memcpy(end, lento_run_state(run), (size_t)lento_run_state_size(run) * sizeof *end);
    } else {
        assert_int_equal(status, LENTO_BAD_OPTION);
        assert_true(strlen(lento_run_error(run)) > 20);
    }
    lento_run_destroy(run);
    return status == LENTO_DONE;
}

static void reference_state(const test_problem *p, double end[4]) {
    const lento_options o = {.until = p->until, .macro = "dop853", .rtol = 1e-14, .atol = 1e-15};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &p->system, p->start, &o), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, p->until), LENTO_DONE);
    memcpy(end, lento_run_state(run), (size_t)lento_run_state_size(run) * sizeof *end);
    lento_run_destroy(run);
}

/* Velocities count too: a closing half kick left out lowers every mechanical method to order 1. A composition
 * that keeps the phase of the step's start falls to order 1 on `forced`. */
static void methods_have_the_order_they_declare(void **state) {
    (void)state;
    named methods[96];
    const size_t n = all_methods(methods, 96);
    static const long first[] = {0, 400, 100, 40, 16, 12, 8, 6, 6};
    for (size_t i = 0; i < LENGTH(PROBLEMS); i++) {
        const test_problem *p = &PROBLEMS[i];
        double exact[4], end[4];
        reference_state(p, exact);
        for (size_t k = 0; k < n; k++) {
            const int order = methods[k].order;
            if (order > 8) { /* chooses its order by itself */
                continue;
            }
            const bool expected = contains(p->expected, methods[k].name);
            double error[3];
            bool taken = true;
            for (int j = 0; j < 3 && taken; j++) {
                taken = end_state(p, methods[k].name, first[order] << j, end);
                error[j] = 0;
                for (int m = 0; taken && m < p->system.order * p->system.size; m++) {
                    error[j] += fabs(end[m] - exact[m]);
                }
            }
            if (!taken) {
                if (expected) {
                    fail_msg("%s refuses '%s'", methods[k].name, p->name);
                }
                continue;
            }
            const double slope = fitted_slope(error, error[2] > 3e-14 ? 3 : 2);
            if (!(slope > order - 0.35 && slope < order + 1.5) || !(error[0] < 0.1)) {
                fail_msg("%s on '%s': order %d, slope %.2f, errors %.1e %.1e %.1e", methods[k].name,
                         p->name, order, slope, error[0], error[1], error[2]);
            }
        }
    }
}

/* Verlet, its compositions and the splittings return to the start when the velocity is turned round. rk4 does
 * not (1e-7). */
static double reversal_defect(const char *method) {
    test_problem p = PROBLEMS[6];
    double end[4];
    assert_true(end_state(&p, method, 40, end));
    p.start[0] = end[0];
    p.start[1] = -end[1];
    assert_true(end_state(&p, method, 40, end));
    return fabs(end[0] - PROBLEMS[6].start[0]) + fabs(end[1] + PROBLEMS[6].start[1]);
}

static void symmetric_methods_are_reversible(void **state) {
    (void)state;
    static const char *const symmetric[] = {"verlet",   "yoshida4",  "suzuki4",
                                            "yoshida6", "kahan-li6", "kahan-li8",
                                            "strang",   "chin4a",    "strang/yoshida6"};
    for (size_t i = 0; i < LENGTH(symmetric); i++) {
        assert_near(reversal_defect(symmetric[i]), 0, 2e-14);
    }
    assert_true(reversal_defect("rk4") > 1e-9);
}

/* largest energy error in the first and in the last fifth of a long run */
static void energy_errors(const char *method, double h, double *first, double *last) {
    const double until = 5000;
    const lento_options o = {.until = until, .macro = method, .macro_step = h};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &PROBLEMS[0].system, PROBLEMS[0].start, &o),
                     LENTO_DONE);
    const double E = 0.4 * 0.4 / 2 - cos(1.2);
    *first = *last = 0;
    for (double t = 0; t < until; t += 5 * h) {
        assert_int_equal(lento_run_advance(run, t), LENTO_DONE);
        const double *y = lento_run_state(run), error = fabs(y[1] * y[1] / 2 - cos(y[0]) - E);
        *first = t < until / 5 ? fmax(*first, error) : *first;
        *last = t > until * 4 / 5 ? fmax(*last, error) : *last;
    }
    lento_run_destroy(run);
}

static void energy_of_symplectic_methods_does_not_drift(void **state) {
    (void)state;
    static const char *const symplectic[] = {"verlet", "yoshida4", "suzuki4", "yoshida6"};
    double first, last;
    for (size_t i = 0; i < LENGTH(symplectic); i++) {
        energy_errors(symplectic[i], 0.1, &first, &last);
        assert_between(last / first, 0.98, 1.02);
    }
    energy_errors("rk4", 0.1, &first, &last);
    assert_true(last > 2 * first); /* so the test can fail */
}

static void wrong_pairs_are_refused_with_a_reason(void **state) {
    (void)state;
    static const struct {
        int problem;
        const char *method, *says;
    } rows[] = {{5, "verlet", "needs a mechanical system"},
                {4, "yoshida4", "do not depend on the velocity"},
                {0, "stormer-fitted", "fitted to a forcing frequency"},
                {0, "rk4/yoshida4", "needs a symmetric base"},
                {0, "verlet/suzuki6", "base of order 4"},
                {0, "strang", "split into exact flows"},
                {0, "exact", "exact solution"},
                {0, "rk5", "did you mean 'rk4'"},
                {0, "verlet/yoshida5", "did you mean 'yoshida4'"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const test_problem *p = &PROBLEMS[rows[i].problem];
        const lento_options o = {.until = 1, .macro = rows[i].method, .steps = 10};
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &p->system, p->start, &o), LENTO_BAD_OPTION);
        if (!strstr(lento_run_error(run), rows[i].says)) {
            fail_msg("%s: \"%s\" does not say \"%s\"", rows[i].method, lento_run_error(run),
                     rows[i].says);
        }
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_have_the_order_they_declare),
        cmocka_unit_test(symmetric_methods_are_reversible),
        cmocka_unit_test(energy_of_symplectic_methods_does_not_drift),
        cmocka_unit_test(wrong_pairs_are_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
