/* SPDX-License-Identifier: MIT
 * The graph behind a file: derivatives against differences in long double, increments against long double, register code
 * against the graph itself. The graph is evaluated here by a second, slow way, node by node. */
#include "equations/graph.h"
#include "equations_support.h"

#include <math.h>

enum { N = 3 };

static long double apply(int op, long double a, long double b, long double c) {
    switch (op) {
    case EQ_NEG:
        return -a;
    case EQ_ADD:
        return a + b;
    case EQ_SUB:
        return a - b;
    case EQ_MUL:
        return a * b;
    case EQ_DIV:
        return a / b;
    case EQ_POW:
        return powl(a, b);
    case EQ_SIN:
        return sinl(a);
    case EQ_COS:
        return cosl(a);
    case EQ_TAN:
        return tanl(a);
    case EQ_ASIN:
        return asinl(a);
    case EQ_ACOS:
        return acosl(a);
    case EQ_ATAN:
        return atanl(a);
    case EQ_ATAN2:
        return atan2l(a, b);
    case EQ_SINH:
        return sinhl(a);
    case EQ_COSH:
        return coshl(a);
    case EQ_TANH:
        return tanhl(a);
    case EQ_EXP:
        return expl(a);
    case EQ_EXPM1:
        return expm1l(a);
    case EQ_LOG:
        return logl(a);
    case EQ_LOG10:
        return log10l(a);
    case EQ_SQRT:
        return sqrtl(a);
    case EQ_ABS:
        return fabsl(a);
    case EQ_ERF:
        return erfl(a);
    case EQ_MAX:
        return a > b ? a : b;
    case EQ_MIN:
        return a < b ? a : b;
    case EQ_MOD:
        return fmodl(a, b);
    case EQ_CHOOSE:
        return a != 0 ? b : c;
    default:
        return (long double)lento_eq_apply(op, (double)a, (double)b, (double)c);
    }
}

/* inputs: t, q, v, d, and cosines, sines and angles of phases */
enum { MOST = 192 };
typedef struct point {
    long double t, x[MOST], phase[EQ_IN_Q];
} point;

static long double value_at(const eq_graph *g, int root, const point *at) {
    long double *value = calloc(g->nodes.count, sizeof *value);
    assert_non_null(value);
    for (int i = 0; i <= root; i++) {
        const eq_node *n = &g->nodes.item[i];
        value[i] = n->op == EQ_NUMBER  ? (long double)n->k
                   : n->op == EQ_INPUT ? (n->a == EQ_IN_T  ? at->t
                                          : n->a < EQ_IN_Q ? at->phase[n->a]
                                                           : at->x[n->a - EQ_IN_Q])
                                       : apply(n->op, value[n->a], value[n->b], value[n->c]);
    }
    const long double result = value[root];
    free(value);
    return result;
}

/* central differences, extrapolated twice: about 1e-15 */
static long double slope_at(const eq_graph *g, int root, const point *at, int k) {
    const long double h = 2e-3L;
    long double d[3];
    for (int i = 0; i < 3; i++) {
        point left = *at, right = *at;
        const long double s = h / (1 << i);
        (k < 0 ? &left.t : &left.x[k])[0] -= s;
        (k < 0 ? &right.t : &right.x[k])[0] += s;
        d[i] = (value_at(g, root, &right) - value_at(g, root, &left)) / (2 * s);
    }
    const long double e0 = (4 * d[1] - d[0]) / 3, e1 = (4 * d[2] - d[1]) / 3;
    return (16 * e1 - e0) / 15;
}

/* the node of an expression in x, y, z, their velocities (x'), and t */
typedef struct reading {
    const lento_problem *problem;
    eq_graph graph;
    eq_expansion x;
    int root;
} reading;

static void open_expression(reading *r, const char *expression) {
    char text[400];
    snprintf(text, sizeof text, "x''=%s\ny''=0\nz''=0\n", expression);
    r->problem = read_text(text);
    const eq_file *file = r->problem->data;
    assert_int_equal(lento_eq_graph_start(&r->graph, N), 0);
    assert_int_equal(lento_eq_expand_start(&r->x, file, &r->graph, NULL, NULL, NULL), 0);
    r->root = lento_eq_expand(&r->x, file->symbols.item[file->states.item[0]].rate);
}

static void close_expression(reading *r) {
    lento_eq_expand_free(&r->x);
    lento_eq_graph_free(&r->graph);
    lento_problem_free(r->problem);
}

static const char *const EXPRESSIONS[] = {"x^2*y - z/x",
                                          "sin(x*y)*cos(z)+tan(x)",
                                          "asin(x/2)+acos(y/2)*atan(z)",
                                          "atan2(x,y)*sinh(z)+cosh(x)*tanh(y)",
                                          "exp(-x^2)*ln(y)+log10(z)",
                                          "sqrt(x^2+y^2+z^2)-1",
                                          "x^y + y^2.5 + z^-3",
                                          "erf(x)*y' + x'^2/2",
                                          "besselj(2,x)*y",
                                          "abs(x-2)*max(x,y)+min(y,z)*mod(5*x,2)",
                                          "if(x<y)then(x^3)else(y*z)",
                                          "if(x>y)then(x^3)else(y*z)",
                                          "t*x + sin(3*t)*y",
                                          "(x+y)/(1+exp(-(z-x)/0.3))",
                                          "x/sqrt(1-(x/4)^2)^3",
                                          "1/(1/x+1/y+1/z)",
                                          "-(-x)*-y--z",
                                          "x*x*x*x - (x-y)^5",
                                          "sqrt((y-x)^2+(z-y)^2)*(x-y)/sqrt(x)"};

static void derivatives_agree_with_differences(void **state) {
    (void)state;
    const point at = {.t = 0.3L, .x = {0.6L, 0.9L, 1.3L, -0.4L, 0.7L, 1.1L}};
    const double rates[LENTO_MAX_SCALES] = {0};
    for (size_t i = 0; i < LENGTH(EXPRESSIONS); i++) {
        reading r;
        open_expression(&r, EXPRESSIONS[i]);
        for (int k = -1; k < 2 * N; k++) {
            int d;
            const int before = r.root;
            assert_int_equal(
                lento_eq_derive(&r.graph, &r.root, 1, k < 0 ? -1 : EQ_IN_Q + k, rates, &d), 0);
            assert_int_equal(before, r.root);
            const double exact = (double)value_at(&r.graph, d, &at),
                         seen = (double)slope_at(&r.graph, r.root, &at, k);
            /* the Bessel function is a double function here */
            const double tolerance = strstr(EXPRESSIONS[i], "bessel") ? 1e-11 : 1e-12;
            if (!(fabs(exact - seen) <= tolerance * (1 + fabs(seen)))) {
                fail_msg("%s by input %d: %.15g, differences give %.15g", EXPRESSIONS[i], k, exact,
                         seen);
            }
        }
        close_expression(&r);
    }
}

/* Jacobians of the right-hand sides of every example, away from the start in all directions */
static void derivatives_of_every_example(void **state) {
    (void)state;
    static const char *const names[] = {
        "kapitza",     "vibrated", "stellar",         "springs",         "fpu",
        "chain",       "lorenz",   "hodgkin_huxley",  "paul_trap",       "kepler",
        "van_der_pol", "mems",     "magnetic_bottle", "coupled_neurons", "drag"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        const lento_problem *problem = read_example(names[i]);
        const eq_file *file = problem->data;
        const int n = (int)file->states.count;
        eq_graph g;
        eq_expansion x;
        const int scale[16] = {0};
        point at = {.t = 0.3L};
        at.phase[EQ_IN_COS] = cosl(0.4L);
        at.phase[EQ_IN_SIN] = sinl(0.4L);
        at.phase[EQ_IN_ANGLE] = 0.4L;
        assert_int_equal(lento_eq_graph_start(&g, n), 0);
        assert_int_equal(lento_eq_expand_start(&x, file, &g, NULL, scale, NULL), 0);
        for (int k = 0; k < n; k++) {
            const eq_symbol *s = &file->symbols.item[file->states.item[k]];
            at.x[k] = lento_eq_constant(&x, s->start[0]) + 0.1L + 0.02L * k;
            at.x[n + k] = 0.3L - 0.05L * k;
        }
        for (int k = 0; k < n; k++) {
            const int root = lento_eq_expand(&x, file->symbols.item[file->states.item[k]].rate);
            for (int by = 0; by < 2 * n; by++) {
                int d;
                assert_int_equal(lento_eq_derive(&g, &root, 1, EQ_IN_Q + by, NULL, &d), 0);
                const double exact = (double)value_at(&g, d, &at),
                             seen = (double)slope_at(&g, root, &at, by),
                             size = 1 + fabs(seen) + fabs((double)value_at(&g, root, &at));
                if (!(fabs(exact - seen) <= 1e-12 * size)) {
                    fail_msg("%s, equation %d by %d: %.15g, differences give %.15g", names[i], k,
                             by, exact, seen);
                }
            }
        }
        lento_eq_expand_free(&x);
        lento_eq_graph_free(&g);
        lento_problem_free(problem);
    }
}

static void fill(double values[], const long double from[], int n) {
    for (int i = 0; i < n; i++) {
        values[i] = (double)from[i];
    }
}

/* memory of a model for codes */
static void *take(lento_build *build, size_t bytes) {
    void **block = calloc(1, sizeof *block + 16 + bytes);
    assert_non_null(block);
    *block = build->owner;
    build->owner = block;
    return (char *)block + 16;
}
static void release(lento_build *build) {
    while (build->owner) {
        void **block = build->owner;
        build->owner = *block;
        free(block);
    }
}

static void code_gives_the_value_of_the_graph(void **state) {
    (void)state;
    const point at = {.t = 0.3L, .x = {0.6L, 0.9L, 1.3L, -0.4L, 0.7L, 1.1L}};
    double q[N], v[N];
    fill(q, at.x, N);
    fill(v, at.x + N, N);
    for (size_t i = 0; i < LENGTH(EXPRESSIONS); i++) {
        reading r;
        lento_build build = {.take = take};
        open_expression(&r, EXPRESSIONS[i]);
        int roots[8] = {r.root, 0, r.root};
        const int to[8] = {2, 1, 0, 3, 4, 5, 6, 7};
        roots[3] = lento_eq_number(&r.graph, 7);
        roots[4] = lento_eq_input(&r.graph, EQ_IN_Q + 1);
        lento_eq_derive(&r.graph, roots, 1, EQ_IN_Q, NULL, &roots[5]);
        lento_eq_derive(&r.graph, roots, 1, EQ_IN_Q + 1, NULL, &roots[6]);
        lento_eq_derive(&r.graph, roots, 1, EQ_IN_Q + N, NULL, &roots[7]);
        const eq_code *code = lento_eq_compile(&r.graph, roots, to, 8, 8, &build);
        double out[8] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
        assert_non_null(code);
        lento_eq_evaluate(code, 0.3, NULL, q, v, NULL, out);
        for (int k = 0; k < 8; k++) {
            const double expected = (double)value_at(&r.graph, roots[k], &at);
            if (!(fabs(out[to[k]] - expected) <= 1e-14 * (1 + fabs(expected)))) {
                fail_msg("%s, result %d: %.17g, not %.17g", EXPRESSIONS[i], k, out[to[k]],
                         expected);
            }
        }
        release(&build);
        close_expression(&r);
    }
}

/* e(q + d) - e(q) keeps its digits where the difference of the values has none left */
static void increments_do_not_cancel(void **state) {
    (void)state;
    static const char *const smooth[] = {
        "x^2*y - z/x", "sqrt(x^2+y^2+z^2)-1", "sin(x*y)*cos(z)",
        "exp(-x^2)*y", "x*x*x*x - (x-y)^5",   "-1e6*(sqrt((y-x)^2+z^2)-1)*(y-x)/sqrt((y-x)^2+z^2)"};
    const point at = {.t = 0.3L, .x = {0.6L, 0.9L, 1.3L, 0, 0, 0, 1e-9L, -2e-9L, 3e-9L}};
    double q[N], d[N];
    fill(q, at.x, N);
    fill(d, at.x + 2 * N, N);
    for (size_t i = 0; i < LENGTH(smooth); i++) {
        reading r;
        lento_build build = {.take = take};
        open_expression(&r, smooth[i]);
        int difference;
        double out, plain;
        assert_int_equal(lento_eq_increment(&r.graph, &r.root, 1, &difference), 0);
        const eq_code *code = lento_eq_compile(&r.graph, &difference, NULL, 1, 1, &build);
        lento_eq_evaluate(code, 0.3, NULL, q, NULL, d, &out);
        point moved = at, base = at;
        for (int k = 0; k < N; k++) {
            base.x[k] = q[k];
            moved.x[k] = (long double)q[k] + d[k];
        }
        const long double exact =
            value_at(&r.graph, r.root, &moved) - value_at(&r.graph, r.root, &base);
        assert_near((double)((out - exact) / exact), 0, 1e-9);
        /* the plain difference has lost these digits: the test can fail */
        const eq_code *value = lento_eq_compile(&r.graph, &r.root, NULL, 1, 1, &build);
        double there, here;
        const double to[N] = {q[0] + d[0], q[1] + d[1], q[2] + d[2]};
        lento_eq_evaluate(value, 0.3, NULL, q, NULL, NULL, &here);
        lento_eq_evaluate(value, 0.3, NULL, to, NULL, NULL, &there);
        plain = there - here;
        assert_true(fabs((double)((plain - exact) / exact)) > 1e-9);
        release(&build);
        close_expression(&r);
    }
}

/* equal parts are one node, trivial terms vanish */
static void graphs_are_simplified(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
    } same[] = {{"x*y", "y*x"},         {"x+0", "x"},
                {"1*x", "x"},           {"x-x", "0"},
                {"-(-x)", "x"},         {"x+-y", "x-y"},
                {"x^2", "x*x"},         {"2*(3*x)", "6*x"},
                {"x/4", "0.25*x"},      {"sin(1)^2+cos(1)^2", "1"},
                {"0*sin(x)", "0"},      {"if(1)then(x)else(y)", "x"},
                {"(x*y)*2", "x*(2*y)"}, {"x+1+1", "x+2"}};
    for (size_t i = 0; i < LENGTH(same); i++) {
        char text[200];
        snprintf(text, sizeof text, "x'=%s\ny'=%s\n", same[i].a, same[i].b);
        const lento_problem *problem = read_text(text);
        const eq_file *file = problem->data;
        eq_graph g;
        eq_expansion x;
        assert_int_equal(lento_eq_graph_start(&g, 2), 0);
        assert_int_equal(lento_eq_expand_start(&x, file, &g, NULL, NULL, NULL), 0);
        const int a = lento_eq_expand(&x, file->symbols.item[file->states.item[0]].rate);
        const int b = lento_eq_expand(&x, file->symbols.item[file->states.item[1]].rate);
        if (a != b) {
            fail_msg("%s and %s are different nodes", same[i].a, same[i].b);
        }
        lento_eq_expand_free(&x);
        lento_eq_graph_free(&g);
        lento_problem_free(problem);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(derivatives_agree_with_differences),
                                       cmocka_unit_test(derivatives_of_every_example),
                                       cmocka_unit_test(code_gives_the_value_of_the_graph),
                                       cmocka_unit_test(increments_do_not_cancel),
                                       cmocka_unit_test(graphs_are_simplified)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
