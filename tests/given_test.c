/* SPDX-License-Identifier: MIT
 * Sizes, counts and pointers of systems and options: a wrong one is a sentence, never a fault. First the known cases,
 * then random fields from a fixed seed (LENTO_CASES: how many, LENTO_SEED): every run is refused with words, or can be
 * created and moved. Run under sanitizers, where an index out of bounds ends the test. */
#include "lento/solve.h"
#include "support.h"

#include <limits.h>

static const double START[64] = {0.3, 0.1, 0.2, 0.4};
static int size_now; /* of the system that runs: callbacks write so many numbers */

static int rate(double t, const lento_phase phase[], const double q[], const double v[], double f[],
                void *params) {
    (void)t, (void)phase, (void)v, (void)params;
    for (int i = 0; i < size_now; i++) {
        f[i] = -q[i];
    }
    return 0;
}
static int field(double t, const double x[], double f[], void *params) {
    return rate(t, NULL, x, NULL, f, params);
}
static int constraint(const double q[], double g[], double jacobian[], void *params) {
    (void)params;
    if (g) {
        g[0] = q[0] - 0.3;
    }
    for (int i = 0; jacobian && i < size_now; i++) {
        jacobian[i] = i == 0;
    }
    return 0;
}
static int flow(double t, const lento_phase phase[], int part, double h, double step,
                double state[], void *params) {
    (void)t, (void)phase, (void)part, (void)step, (void)params;
    state[0] += h;
    return 0;
}
static int exact(double t, const double start[], double state[], void *params) {
    (void)params;
    state[0] = start[0] + t;
    return 0;
}
static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    (void)t, (void)phase, (void)params;
    lento_slow_put(xi, 1, x);
    lento_slow_put(gradient, size_now, NULL);
    lento_slow_put(explicit_rate, 1, NULL);
    return 0;
}
static int observe(double t, const lento_phase phase[], const double x[], double values[],
                   void *params) {
    (void)t, (void)phase, (void)params;
    values[0] = x[0];
    return 0;
}

static void refused(const lento_system *system, lento_options options, const char *why) {
    lento_run *run = NULL;
    options.until = options.until > 0 ? options.until : 1;
    size_now = system->size > 0 && system->size < 8 ? system->size : 1;
    const lento_status status = lento_run_create(&run, system, START, &options);
    if ((status != LENTO_BAD_SYSTEM && status != LENTO_BAD_OPTION) ||
        !strstr(lento_run_error(run), why)) {
        fail_msg("status %d, '%s' does not say '%s'", status, lento_run_error(run), why);
    }
    lento_run_destroy(run);
    lento_answer answer;
    const lento_solve_options solve = {.until = 1};
    if (system->size > LENTO_SOLVE_STATE || system->size < 1) {
        assert_true(lento_solve(&answer, system, START, &solve) < 0);
        lento_answer_free(&answer);
    }
}

#define KNOWN(...) (&(lento_knowledge){__VA_ARGS__})
#define PARTS(...) KNOWN(.parts = &(lento_splitting){__VA_ARGS__})

static void known_mistakes_are_refused(void **state) {
    (void)state;
    const lento_options direct = {.macro = "rk4", .steps = 4};
    const lento_mechanics bound = {.constraints = 1, .constraint = constraint},
                          negative = {.constraints = -1, .constraint = constraint},
                          dense = {.mass_form = LENTO_MASS_DENSE, .mass = START},
                          no_form = {.mass_form = (lento_mass)7, .mass = START};
    lento_system s = {.order = 2, .size = 2, .rate = rate};
    s.mechanics = &bound;
    s.known = PARTS(.flows = 1u << LENTO_KICK | 1u << LENTO_FREE, .flow = flow);
    refused(&s, (lento_options){.macro = "strang", .steps = 4}, "cannot keep constraints");
    s.mechanics = &negative;
    refused(&s, direct, "count that is negative");
    s.mechanics = &no_form;
    refused(&s, direct, "one, diagonal or dense");
    s.mechanics = NULL;
    s.known = PARTS(.flows = 1);
    refused(&s, direct, "splitting needs its flow");
    s.known = PARTS(.soft = 5);
    refused(&s, direct, "exceeds its state");
    s.known = PARTS(.soft = -1);
    refused(&s, direct, "exceeds its state");
    s.known = PARTS(.momenta = 9);
    refused(&s, direct, "exceeds its state");
    s.known = KNOWN(.stiff = &(lento_stiff){.count = 1});
    refused(&s, direct, "springs need");
    s.known = KNOWN(.slow = &(lento_slow_set){.size = 1});
    refused(&s, direct, "set 1 of slow variables");
    const lento_system longer = {.order = 1, .size = 9, .field = field};
    s.known = KNOWN(.first_order = &(lento_first_order){.system = &longer});
    refused(&s, direct, "convert");
    lento_system f = {.order = 2, .size = 1, .field = field};
    f.known = KNOWN(.exact = &(lento_solution){.exact = exact});
    refused(&f, (lento_options){.macro = "verlet", .steps = 4}, "needs 'rate'");
    for (int order = 1; order <= 2; order++) {
        static const int sizes[] = {0, -1, INT_MIN, INT_MAX, INT_MAX - 1, 1 << 30, (1 << 24) + 1};
        for (size_t i = 0; i < LENGTH(sizes); i++) {
            refused(&(lento_system){.order = order, .size = sizes[i], .rate = rate}, direct,
                    sizes[i] > 0 ? "too large" : "at least one coordinate");
        }
    }
    refused(&(lento_system){.order = 2, .size = 1 << 20, .rate = rate, .mechanics = &dense}, direct,
            "too many coordinates");
    refused(&longer, (lento_options){.macro = "rk4", .steps = 4, .columns = -3}, "columns");
    refused(&longer,
            (lento_options){.macro = "rk4",
                            .steps = 4,
                            .columns = 1,
                            .observed = &(lento_observed){.count = 2, .observe = observe}},
            "2 observables");
}

/* ---- a state that is lost ---- */

static int explodes(double t, const double x[], double f[], void *params) {
    (void)params;
    f[0] = t > 0.5 ? NAN : -x[0];
    return 0;
}

static void the_state_stays_finite(void **state) {
    (void)state;
    static const char *const methods[] = {"rk4", "ode45", "dop853", "gbs", "leapfrog"};
    const lento_system s = {.order = 1, .size = 1, .field = explodes};
    for (size_t i = 0; i < LENGTH(methods); i++) {
        lento_run *run = NULL;
        lento_options o = {.until = 1, .macro = methods[i]};
        o.steps = i == 0 || i == 4 ? 100 : 0;
        assert_int_equal(lento_run_create(&run, &s, START, &o), LENTO_DONE);
        assert_true(lento_run_advance(run, 1) < 0);
        assert_true(isfinite(lento_run_state(run)[0]) && lento_run_time(run) < 0.6);
        lento_run_destroy(run);
    }
}

/* ---- random fields ---- */

static uint64_t seed;
static unsigned below(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}
static int odd_int(void) {
    static const int odd[] = {-1, 3, 4, 5, 9, 70000, 1 << 20, INT_MAX, INT_MAX - 1, INT_MIN};
    return below(3) ? (int)below(3) : odd[below(LENGTH(odd))];
}
static double odd_double(void) {
    static const double odd[] = {-1, 1e-300, 5e-324, -5e-324, 1e300, NAN, INFINITY, 1e15, 1e-14};
    return below(3) ? below(3) * 0.5 : odd[below(LENGTH(odd))];
}
static unsigned spice; /* of this case: one field in so many is odd */
static bool rarely(void) {
    return below(spice) == 0;
}
/* a function, or none */
#define MAYBE(function) (rarely() ? NULL : (function))

static int asked;
static long moved; /* runs that could be created */
static int stop(void *user) {
    (void)user;
    return ++asked > 6;
}

/* windows of a few hundred steps: what is long is only slow */
static bool cheap(const lento_options *o) {
    for (int l = 0; l < LENTO_MAX_LEVELS; l++) {
        const lento_average *a = &o->average[l];
        if (a->window / a->micro_step > 1000 || a->phases > 10 || a->gauge_runs > 10) {
            return false;
        }
    }
    return true;
}

static void random_case(void) {
    static const char *const macros[] = {NULL,       "rk4",         "verlet",        "shake",
                                         "strang",   "exact",       "gbs",           "ode45",
                                         "chin4a",   "soft-verlet", "rattle",        "dop853",
                                         "leapfrog", "verlet35",    "verlet/suzuki4"};
    static const char *const schemes[] = {NULL,   NULL,    NULL,   "async",
                                          "sync", "stiff", "slow", "averaged"};
    static const char *const kernels[] = {NULL, "box", "exp1", "kaiser", "notch"};
    static const double masses[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const bool integral[4] = {false};
    double frequencies[4] = {100, 200, 300, 400};
    spice = 10u << below(5);
    lento_fast fast = {.count = rarely() ? odd_int() : (int)below(3),
                       .even = rarely(),
                       .harmonics = rarely() ? odd_int() : 0};
    for (int i = 0; i < LENTO_MAX_SCALES; i++) {
        fast.scale[i] = (lento_scale){.frequency = rarely() ? odd_double() : 1000.0 * (i + 1),
                                      .forced = below(2),
                                      .phase = rarely() ? odd_double() : 0,
                                      .lowest = rarely() ? odd_double() : 0,
                                      .highest = rarely() ? odd_double() : 0};
    }
    const lento_mechanics mechanics = {.constraints = rarely() ? odd_int() : (int)below(2),
                                       .constraint = MAYBE(constraint),
                                       .mass_form =
                                           (lento_mass)(rarely() ? odd_int() : (int)below(3)),
                                       .mass = MAYBE(masses),
                                       .velocity_dependent = rarely()};
    const lento_slow_set sets[] = {{.size = rarely() ? odd_int() : 1,
                                    .slow = MAYBE(slow),
                                    .fastest = rarely() ? odd_double() : 0,
                                    .periods = rarely() ? odd_double() : 0,
                                    .per_period = rarely() ? odd_int() : 0},
                                   {0}};
    const lento_stiff stiff = {.count = rarely() ? odd_int() : 1,
                               .frequency = MAYBE(frequencies),
                               .spring = MAYBE(constraint)};
    const lento_splitting parts = {.flows = below(2) ? below(1 << 12) : ~0u,
                                   .flow = MAYBE(flow),
                                   .soft = rarely() ? odd_int() : (int)below(2),
                                   .momenta = rarely() ? odd_int() : (int)below(2)};
    const lento_solution solution = {.exact = MAYBE(exact)};
    const lento_system other = {
        .order = odd_int(), .size = odd_int(), .rate = rate, .field = field};
    const lento_closed closed = {.system = MAYBE(&other)};
    const lento_first_order first = {.system = MAYBE(&other)};
    const lento_knowledge known = {.averaged = rarely() ? &closed : NULL,
                                   .slow = MAYBE(sets),
                                   .stiff = MAYBE(&stiff),
                                   .parts = MAYBE(&parts),
                                   .first_order = rarely() ? &first : NULL,
                                   .exact = MAYBE(&solution)};
    const lento_system system = {.order = rarely() ? odd_int() : 1 + (int)below(2),
                                 .size = rarely() ? odd_int() : 1 + (int)below(3),
                                 .rate = MAYBE(rate),
                                 .field = MAYBE(field),
                                 .fast = MAYBE(&fast),
                                 .mechanics = below(2) ? &mechanics : NULL,
                                 .known = below(2) ? &known : NULL};
    const lento_observed observed = {
        .count = rarely() ? odd_int() : 1, .observe = MAYBE(observe), .integral = MAYBE(integral)};
    lento_options o = {.until = rarely() ? odd_double() : 1,
                       .macro = macros[below(LENGTH(macros))],
                       .steps = rarely() ? odd_int() : 4,
                       .macro_step = rarely() ? odd_double() : 0,
                       .rtol = rarely() ? odd_double() : 0,
                       .max_step = rarely() ? odd_double() : 0,
                       .columns = rarely() ? odd_int() : 1,
                       .slow = rarely() ? sets : NULL,
                       .observed = rarely() ? &observed : NULL,
                       .stop = stop};
    for (int l = 0; l < LENTO_MAX_LEVELS; l++) {
        o.average[l] =
            (lento_average){.scheme = l == 0 || rarely() ? schemes[below(LENGTH(schemes))] : NULL,
                            .kernel = kernels[below(LENGTH(kernels))],
                            .periods = rarely() ? odd_double() : 0,
                            .window = rarely() ? odd_double() : 0,
                            .micro_per_period = rarely() ? odd_int() : 0,
                            .micro_step = rarely() ? odd_double() : 0,
                            .side = (lento_side)(rarely() ? odd_int() : 0),
                            .phases = rarely() ? odd_int() : 0,
                            .derivative = rarely() ? odd_int() : 0,
                            .gauge = rarely() ? odd_int() : 0,
                            .gauge_runs = rarely() ? odd_int() : 0};
    }
    size_now = system.size > 0 && system.size <= 1 << 20 ? system.size : 1;
    static double start[1 << 22];
    lento_run *run = NULL;
    asked = 0;
    const lento_status status = lento_run_create(&run, &system, start, &o);
    if (status == LENTO_DONE && cheap(lento_run_options(run)) &&
        (other.size == system.size || (!known.averaged && !known.first_order))) {
        moved++;
        const lento_status end = lento_run_advance(run, 1e-3);
        assert_true(end >= 0 || lento_run_error(run)[0]);
        assert_non_null(lento_run_state(run));
    } else if (status != LENTO_DONE && status != LENTO_NO_MEMORY) {
        assert_true(status < 0 && lento_run_error(run)[0]);
    }
    lento_run_destroy(run);
}

static void random_fields_never_fault(void **state) {
    (void)state;
    const char *wanted = getenv("LENTO_CASES"), *from = getenv("LENTO_SEED");
    const long count = wanted ? strtol(wanted, NULL, 10) : 8000;
    const uint64_t first = from ? strtoull(from, NULL, 10) : 1;
    for (long i = 0; i < count; i++) {
        seed = (first << 32) + (uint64_t)i * 2654435761u;
        if (getenv("LENTO_SHOW")) {
            print_message("case %ld\n", i);
        }
        random_case();
    }
    print_message("%ld cases, %ld of them ran\n", count, moved);
    assert_true(moved > count / 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_mistakes_are_refused),
                                       cmocka_unit_test(the_state_stays_finite),
                                       cmocka_unit_test(random_fields_never_fault)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
