/* SPDX-License-Identifier: MIT
 * Charts: the stability of the pendulum on its head against GSL's characteristic values of Mathieu's equation; cells in
 * blocks of eight have the bits of cells alone. `chart_gsl_test FILE.csv` judges a square chart of `lento sweep` or of the
 * page (columns k, b, status, warnings, stands) instead. */
#include "support.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_mathieu.h>

#include "lento/chart.h"

#define LARGEST_K 0.2
#define LARGEST_B 1.0
enum { SIDE = 64 };

static const char UPSIDE[] = "par k = 0.01, b = 0.2\n"
                             "x1' = v1\nv1' = (k - b*cos(t))*x1\n"
                             "x2' = v2\nv2' = (k - b*cos(t))*x2\n"
                             "init x1 = 1, v1 = 0, x2 = 0, v2 = 1\n";

/* x'' = (k - b cos t) x is Mathieu's equation with a = -4 k, q = 2 b: stable between a_r(q) and b_(r+1)(q). */
static bool truly_stable(double k, double b) {
    const double a = -4 * k, q = 2 * b;
    bool stable = false;
    for (int r = 0; r < 6 && !stable; r++) {
        gsl_sf_result low, high;
        assert_int_equal(gsl_sf_mathieu_a_e(r, q, &low), GSL_SUCCESS);
        assert_int_equal(gsl_sf_mathieu_b_e(r + 1, q, &high), GSL_SUCCESS);
        stable = a > low.val && a < high.val;
    }
    return stable;
}

typedef struct cell {
    double k, b, stands;
} cell;

/* Cells that have the truth of all their neighbours must agree with it; row by row. */
static void judge(int side, const cell cells[]) {
    bool *truth = malloc((size_t)(side * side) * sizeof *truth);
    assert_non_null(truth);
    int far = 0, wrong = 0, both = 0, near_wrong = 0;
    for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j++) {
            const cell *c = &cells[i * side + j];
            truth[i * side + j] = truly_stable(c->k, c->b);
            both += truth[i * side + j];
        }
    }
    for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j++) {
            bool inner = true;
            for (int n = 0; n < 9; n++) {
                const int y = i + n / 3 - 1, x = j + n % 3 - 1;
                inner = inner && (y < 0 || x < 0 || y >= side || x >= side ||
                                  truth[y * side + x] == truth[i * side + j]);
            }
            const bool bad = cells[i * side + j].stands != (double)truth[i * side + j];
            far += inner;
            wrong += inner && bad;
            near_wrong += !inner && bad;
        }
    }
    free(truth);
    printf("%d cases: %d of %d cells are stable; %d farther than a cell from the boundary, %d of "
           "them wrong; %d of the "
           "others wrong\n",
           side * side, both, side * side, far, wrong, near_wrong);
    assert_true(both > side * side / 10 && both < 9 * side * side / 10 && far > side * side / 2);
    assert_true(wrong * 1000 <= far);
}

/* ---- charts ---- */

typedef struct chart {
    const lento_problem *problem;
    lento_model *model;
    lento_chart *chart;
    int64_t count;
    int width;
    double *records;
} chart;

static chart open_chart(const char *text, const lento_charted *like) {
    chart c = {0};
    char message[300] = "";
    lento_formula_error error = {0};
    lento_charted asked = *like;
    assert_int_equal(
        lento_problem_read(&c.problem, "test.ode", text, strlen(text), message, sizeof message),
        LENTO_DONE);
    assert_int_equal(lento_model_create(&c.model, c.problem, NULL, 0), LENTO_DONE);
    asked.model = c.model;
    if (lento_chart_open(&c.chart, &asked, &error) != LENTO_DONE) {
        fail_msg("%s", error.message);
    }
    c.count = lento_cells_count(&asked.cells);
    c.width = lento_chart_width(c.chart);
    c.records = malloc((size_t)c.count * (size_t)c.width * sizeof *c.records);
    assert_non_null(c.records);
    return c;
}

/* In blocks of so many cells. */
static void compute(chart *c, int block) {
    for (int64_t k = 0; k < c->count; k += block) {
        int64_t cells[LENTO_CHART_BLOCK];
        const int n = (int)(c->count - k < block ? c->count - k : block);
        for (int i = 0; i < n; i++) {
            cells[i] = k + i;
        }
        assert_int_equal(lento_chart_compute(c->chart, cells, n, c->records + k * c->width),
                         LENTO_DONE);
    }
}

static void close_chart(chart *c) {
    lento_chart_free(c->chart);
    lento_model_destroy(c->model);
    lento_problem_free(c->problem);
    free(c->records);
}

static void pendulum_stands_where_mathieu_says(void **state) {
    (void)state;
    const char *factor = getenv("LENTO_CASES");
    const int side = factor && atoi(factor) >= 8 ? 512 : SIDE;
    static const char *const measure[] = {"abs(final(x1) + final(v2)) < 2"};
    const lento_charted asked = {
        .cells = {.axes = 2,
                  .axis = {{.name = "k", .from = 0, .to = LARGEST_K, .count = side},
                           {.name = "b", .from = 0, .to = LARGEST_B, .count = side}}},
        .measures = 1,
        .measure = measure,
        .options = {.until = 6.283185307179586, .macro = "rk4", .steps = 100}};
    chart c = open_chart(UPSIDE, &asked);
    compute(&c, LENTO_CHART_BLOCK);
    cell *cells = malloc((size_t)c.count * sizeof *cells);
    assert_non_null(cells);
    for (int64_t n = 0; n < c.count; n++) {
        assert_true(c.records[n * c.width] == LENTO_CELL_DONE);
        cells[n] = (cell){LARGEST_K * (double)(n / side) / (side - 1),
                          LARGEST_B * (double)(n % side) / (side - 1), c.records[n * c.width + 2]};
    }
    judge(side, cells);
    free(cells);
    close_chart(&c);
}

/* Second order, phases, masses, parameters that are 0 or 1 in some cells, cells that fail, steps that do not fit. */
static void blocks_have_the_bits_of_cells(void **state) {
    (void)state;
    static const char *const measure[] = {"final(x)", "max(x) - min(x)", "mean(x^2)",
                                          "calls",    "time(x < 0.2)",   "reached + warnings"};
    static const struct {
        const char *text;
        lento_options options;
    } table[] = {
        {"par a=1, b=1\nx' = v\nv' = -a*x - b*x^3\ninit x=1\n", {.macro = "rk4", .steps = 60}},
        {"par a=1, b=1\nx'' = -a*x - b*sin(x)\ninit x=1\n", {.macro = "verlet", .steps = 70}},
        {"par a=1, b=1\nx'' = -a*x - b*sin(x)\ninit x=1\n", {.macro = "kahan-li8", .steps = 20}},
        {"par a=1, b=1\nx' = v\nv' = -a*x - b*x^3\ninit x=1\n", {.macro = "dop853", .steps = 9}},
        {"par a=1, b=1\nx' = v\nv' = -a*x - b*x^3\ninit x=1\n",
         {.macro = "rk4", .macro_step = 0.0377}},
        {"par a=1, b=1\nphase p' = 3\nx' = v\nv' = -a*x + b*cos(p)\ninit x=1\n",
         {.macro = "rk4", .steps = 50}},
        {"par a=1, b=1\nx' = a*x^2 + b\ninit x=1\n", {.macro = "rk4", .steps = 200}},
        {"par a=1, b=1\nx' = if(x > b) then (-a) else (a)\ninit x=1\n",
         {.macro = "leapfrog", .steps = 50}},
    };
    for (size_t t = 0; t < LENGTH(table); t++) {
        lento_charted asked = {.cells = {.axes = 2,
                                         .axis = {{.name = "a", .from = 0, .to = 2, .count = 9},
                                                  {.name = "b", .from = -1, .to = 1, .count = 11}}},
                               .measures = LENGTH(measure),
                               .measure = measure,
                               .options = table[t].options};
        asked.options.until = 2;
        asked.options.average[0].scheme = "direct";
        chart one = open_chart(table[t].text, &asked), many = open_chart(table[t].text, &asked);
        compute(&one, 1);
        for (int block = 8; block <= LENTO_CHART_BLOCK; block += 56) {
            compute(&many, block);
            if (memcmp(one.records, many.records,
                       (size_t)one.count * (size_t)one.width * sizeof(double)) != 0) {
                fail_msg("text %zu: blocks of %d give other bits", t, block);
            }
        }
        close_chart(&one);
        close_chart(&many);
    }
}

static void judge_file(const char *path) {
    FILE *file = fopen(path, "r");
    char line[400];
    size_t count = 0, room = 1 << 20;
    cell *cells = malloc(room * sizeof *cells);
    double status, warnings;
    assert_true(file && cells && fgets(line, sizeof line, file));
    while (count < room && fgets(line, sizeof line, file)) {
        cell *c = &cells[count++];
        assert_int_equal(
            sscanf(line, "%lf,%lf,%lf,%lf,%lf", &c->k, &c->b, &status, &warnings, &c->stands), 5);
    }
    fclose(file);
    judge((int)lround(sqrt((double)count)), cells);
    free(cells);
}

int main(int argc, char **argv) {
    gsl_set_error_handler_off();
    if (argc > 1) {
        judge_file(argv[1]);
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum_stands_where_mathieu_says),
                                       cmocka_unit_test(blocks_have_the_bits_of_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
