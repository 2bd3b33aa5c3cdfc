/* SPDX-License-Identifier: MIT
 * Eight cells with parameters of their own as one system: each lane is its cell bit for bit, one evaluation and a whole run;
 * cells that do not fit together are told. */
#include "equations_support.h"

#include "system/stack.h"

enum { N = LENTO_LANES, MOST = 200 };

typedef struct cells {
    const lento_problem *problem;
    lento_model *model[N];
    const lento_system *system[N], *stack;
    void *memory;
} cells;

/* cell l has the parameter times 1 + l/100 plus l * more */
static cells open_cells(const lento_problem *problem, const char *name, double more) {
    cells c = {.problem = problem};
    double value = 0;
    const lento_parameter *row = NULL;
    lento_model *first = model_of_problem(problem, NULL, 0);
    for (int i = 0; i < lento_model_parameters(first); i++) {
        double own = 0;
        if (strcmp(lento_model_parameter(first, i, &own, &row), name) == 0) {
            value = own;
        }
    }
    lento_model_destroy(first);
    for (int l = 0; l < N; l++) {
        const lento_setting setting = {.name = name, .value = value * (1 + 0.01 * l) + l * more};
        c.model[l] = model_of_problem(problem, &setting, 1);
        c.system[l] = lento_model_system(c.model[l]);
    }
    const size_t room = lento_stack_room(c.system);
    c.memory = room > 0 ? malloc(room) : NULL;
    c.stack = room > 0 ? lento_stack(c.system, c.memory) : NULL;
    return c;
}

static void close_cells(cells *c) {
    for (int l = 0; l < N; l++) {
        lento_model_destroy(c->model[l]);
    }
    free(c->memory);
}

/* number of numbers that were compared */
static int lanes_are_cells(const cells *c, const char *name) {
    static double block[MOST * N], out[MOST * N];
    lento_phase phase[LENTO_MAX_SCALES];
    const int width = c->stack->order * c->stack->size / N;
    for (int i = 0; i < lento_scales(c->stack); i++) {
        phase[i] = lento_phase_at(0, 0.4, 0);
    }
    for (int l = 0; l < N; l++) {
        double x[MOST];
        for (int i = 0; i < width; i++) {
            x[i] = lento_model_state(c->model[l])[i] + 0.05 + 0.001 * (i + 7 * l);
        }
        lento_stack_put(c->stack, l, x, block);
    }
    const double *v = block + c->stack->size;
    assert_int_equal(c->stack->rate(0.3, phase, block, v, out, c->stack->params), 0);
    for (int l = 0; l < N; l++) {
        const lento_system *s = c->system[l];
        double x[MOST], rate[MOST];
        lento_stack_get(c->stack, l, block, x);
        assert_int_equal(s->rate(0.3, phase, x, x + s->size, rate, s->params), 0);
        for (int i = 0; i < s->size; i++) {
            if (memcmp(&rate[i], &out[i * N + l], sizeof *rate) != 0) {
                fail_msg("%s: number %d of lane %d: %.17g, alone %.17g", name, i, l, out[i * N + l],
                         rate[i]);
            }
        }
    }
    return width * N;
}

static void each_lane_is_its_cell(void **state) {
    (void)state;
    static const char *const EXAMPLES[] = {
        "kapitza",     "vibrated",        "stellar",   "springs",        "fpu",
        "lorenz",      "hodgkin_huxley",  "paul_trap", "kepler",         "mems",
        "van_der_pol", "coupled_neurons", "drag",      "magnetic_bottle"};
    int stacked = 0, alone = 0, compared = 0;
    for (size_t e = 0; e < LENGTH(EXAMPLES); e++) {
        const lento_problem *problem = read_example(EXAMPLES[e]);
        for (const lento_parameter *row = problem->parameters; row->name; row++) {
            cells c = open_cells(problem, row->name, 0);
            stacked += c.stack != NULL;
            alone += c.stack == NULL;
            compared += c.stack ? lanes_are_cells(&c, EXAMPLES[e]) : 0;
            close_cells(&c);
        }
        lento_problem_free(problem);
    }
    print_message("%d parameters stacked, %d alone, %d numbers\n", stacked, alone, compared);
    assert_true(stacked >= 3 * alone && stacked > 20);
}

static void run_to(const lento_system *s, const double start[], double end[], int64_t *calls) {
    const lento_options options = {
        .until = 2, .macro = "rk4", .macro_step = 0.01, .average = {{.scheme = "direct"}}};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, s, start, &options), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 2), LENTO_DONE);
    memcpy(end, lento_run_state(run), (size_t)(s->order * s->size) * sizeof *end);
    *calls = lento_run_counts(run).force_evaluations;
    lento_run_destroy(run);
}

static void a_run_of_the_stack_is_eight_runs(void **state) {
    (void)state;
    const lento_problem *problem = read_text("par a=0.3, w=4\nphase th'=3\ninit x=1\nmass x=2*a\n"
                                             "x''=-w*x-a*x'+a*sin(x)*cos(th)\n");
    cells c = open_cells(problem, "a", 0.05);
    assert_non_null(c.stack);
    double start[4 * N], end[4 * N], alone[4], lane[4];
    int64_t together = 0, single = 0;
    for (int l = 0; l < N; l++) {
        lento_stack_put(c.stack, l, lento_model_state(c.model[l]), start);
    }
    run_to(c.stack, start, end, &together);
    for (int l = 0; l < N; l++) {
        run_to(c.system[l], lento_model_state(c.model[l]), alone, &single);
        lento_stack_get(c.stack, l, end, lane);
        assert_memory_equal(alone, lane, 2 * sizeof *lane);
    }
    assert_true(together == single);
    assert_true(end[0] != end[1]);
    close_cells(&c);
    lento_problem_free(problem);
}

static void cells_that_differ_are_told(void **state) {
    (void)state;
    static const struct {
        const char *text, *vary;
        double more;
    } CASES[] = {
        {"par w=3\nphase th'=w\nx'=cos(th)-x\n", "w", 0},           /* other frequencies */
        {"par a=0\ninit x=1\nx'=-x+a*sin(x)\n", "a", 0.1},          /* a = 0 leaves a step out */
        {"par l=1\ninit x=1\nx''=0\ny''=-l\n0=x^2+y^2-1\n", "l", 0} /* constraints */
    };
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        const lento_problem *problem = read_text(CASES[i].text);
        cells c = open_cells(problem, CASES[i].vary, CASES[i].more);
        assert_null(c.stack);
        assert_null(lento_stack(c.system, NULL));
        close_cells(&c);
        lento_problem_free(problem);
    }
    /* a problem in C has no blocks; two problems do not fit together */
    lento_model *model = model_of_problem(lento_problem_find("kapitza"), NULL, 0);
    const lento_system *s = lento_model_system(model);
    const lento_system *const same[N] = {s, s, s, s, s, s, s, s};
    assert_int_equal(lento_stack_room(same), 0);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_lane_is_its_cell),
                                       cmocka_unit_test(a_run_of_the_stack_is_eight_runs),
                                       cmocka_unit_test(cells_that_differ_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
