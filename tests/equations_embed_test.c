/* SPDX-License-Identifier: MIT
 *
 * Equations with cosines and sines as variables: on states that belong to a motion they give the rates of the system,
 * and the new variables move as cosines and sines do. */
#include "equations/embed.h"
#include "equations_support.h"
#include "study/study.h"

static void *take(lento_build *build, size_t bytes) {
    return lento_chunk_take(build->owner, bytes);
}

static const char *embed(const lento_model *model, struct lento_chunk **memory,
                         lento_embedding *out) {
    double p[16];
    lento_build build = {.take = take, .owner = memory};
    for (int i = 0; i < lento_model_parameters(model); i++) {
        lento_model_parameter(model, i, &p[i], NULL);
    }
    return lento_eq_embed(lento_model_problem(model), p, &build, out);
}

static int find(const lento_embedding *e, const char *name) {
    for (int i = 0; i < e->variables; i++) {
        if (strcmp(e->names[i], name) == 0) {
            return i;
        }
    }
    print_error("no variable %s\n", name);
    fail();
    return -1;
}

/* with a mass, sums and multiples of angles inside sines, a phase among them */
static void embedded_rates_are_the_rates_of_the_system(void **unused) {
    (void)unused;
    const lento_problem *problem = read_text(
        "par w=1e3, k=2\nphase drive' = w\nmass a=3\n"
        "a'' = sin(2*a - b + 0.3) + k*w*cos(drive + a)*b'\nb'' = -cos(3*drive)*a - sin(-b)\n");
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, problem, NULL, 0), LENTO_DONE);
    const lento_system *s = lento_model_system(model);
    struct lento_chunk *memory = NULL;
    lento_embedding e;
    assert_true(lento_eq_embeds(problem, s));
    assert_null(embed(model, &memory, &e));
    assert_int_equal(e.variables, 4 + 2 + 4);
    const double x[4] = {0.7, -1.2, 0.4, 1.5}, theta = 0.9;
    const lento_phase phase = {theta, cos(theta), sin(theta)};
    double z[16] = {x[0], x[1], x[2], x[3]}, f[16], force[2];
    z[find(&e, "cos(drive)")] = cos(theta);
    z[find(&e, "sin(drive)")] = sin(theta);
    z[find(&e, "sin(a)")] = sin(x[0]);
    z[find(&e, "cos(a)")] = cos(x[0]);
    z[find(&e, "sin(b)")] = sin(x[1]);
    z[find(&e, "cos(b)")] = cos(x[1]);
    lento_embedding_evaluate(&e, z, f);
    s->rate(0, &phase, x, x + 2, force, s->params);
    assert_true(f[0] == x[2] && f[1] == x[3]);
    assert_true(fabs(f[2] - force[0] / 3) < 1e-11 && fabs(f[3] - force[1]) < 1e-14);
    assert_true(fabs(f[find(&e, "sin(b)")] - cos(x[1]) * x[3]) < 1e-15);
    assert_true(fabs(f[find(&e, "cos(a)")] + sin(x[0]) * x[2]) < 1e-15);
    assert_true(fabs(f[find(&e, "cos(drive)")] + 1e3 * sin(theta)) < 1e-12);
    assert_true(fabs(f[find(&e, "sin(drive)")] - 1e3 * cos(theta)) < 1e-12);
    lento_chunk_free(&memory);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

static void what_has_no_polynomial_form_is_named(void **unused) {
    (void)unused;
    const char *const text[] = {"phase d' = 9\nx' = sin(x^2) + cos(d)\n",
                                "phase d' = 9\nx' = x*t + cos(d)\n"};
    const char *const word[] = {"sums and whole multiples", "read the time"};
    for (int i = 0; i < 2; i++) {
        const lento_problem *problem = read_text(text[i]);
        lento_model *model = NULL;
        struct lento_chunk *memory = NULL;
        lento_embedding e;
        assert_int_equal(lento_model_create(&model, problem, NULL, 0), LENTO_DONE);
        const char *why = embed(model, &memory, &e);
        assert_non_null(why);
        assert_non_null(strstr(why, word[i]));
        lento_chunk_free(&memory);
        lento_model_destroy(model);
        lento_problem_free(problem);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(embedded_rates_are_the_rates_of_the_system),
        cmocka_unit_test(what_has_no_polynomial_form_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
