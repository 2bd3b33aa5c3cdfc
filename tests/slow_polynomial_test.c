/* SPDX-License-Identifier: MIT
 *
 * Polynomials of the state: text to polynomial and back, errors that point at their place,
 * products, values, exact gradients, rates along a field, and a parser that survives any bytes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "polynomials.h"

enum { D = 4, ROOM = 600 };
static const char *const names[D] = {"x1", "v1", "x2", "v2"};

typedef struct holder {
    lento_polynomial p;
    double memory[ROOM * 2];
} holder;

static lento_status read_text(holder *h, const char *text, lento_formula_error *error) {
    h->p = lento_polynomial_place(h->memory, D, ROOM);
    assert_true(lento_polynomial_bytes(D, ROOM) <= sizeof h->memory);
    return polynomial_read(&h->p, text, names, error);
}

static const char *written(const holder *h) {
    static char text[4000];
    lento_polynomial_print(&h->p, names, text, sizeof text);
    return text;
}

static void expect(const char *text, const char *result) {
    holder h;
    assert_int_equal(read_text(&h, text, NULL), LENTO_DONE);
    assert_string_equal(written(&h), result);
}

/* ---- text ---- */
static void text_is_read_and_written_in_canonical_order(void **unused) {
    (void)unused;
    expect("x1*x2^2 - x1*v2^2 + 2*v1*x2*v2", "x1*x2^2 - x1*v2^2 + 2*v1*x2*v2");
    expect("2*v1*x2*v2 + x2^2*x1 - v2^2*x1", "x1*x2^2 - x1*v2^2 + 2*v1*x2*v2");
    expect(" x1 ^ 2+v1^2 ", "x1^2 + v1^2");
    expect("(x1 + v1)*(x1 - v1)", "x1^2 - v1^2");
    expect("(x1 + v1)^3", "x1^3 + 3*x1^2*v1 + 3*x1*v1^2 + v1^3");
    expect("-(x1 - 2)^2 + x1^2", "-4 + 4*x1");
    expect("x1/2/4*3", "0.375*x1");
    expect("x1/(2 + 2)", "0.25*x1");
    expect("x1^0", "1");
    expect("x1 - x1", "0");
    expect("--x1", "x1");
    expect("-x1^2", "-x1^2");
    expect("2*-x1", "-2*x1");
    expect("+x1 - -v1", "x1 + v1");
    expect("1.5e3*x1 + .5*v1 + 2.*x2", "1500*x1 + 0.5*v1 + 2*x2");
    expect("x1^2*x2 - 1", "-1 + x1^2*x2");
    expect("((((x1))))", "x1");
    expect("1e-400*x1 + v1", "v1");
}

static void coefficients_are_short_where_short_is_right(void **unused) {
    (void)unused;
    const struct {
        double value;
        const char *text;
    } cases[] = {
        {1, "1"},
        {-2, "-2"},
        {0.5, "0.5"},
        {1.9999999999, "2"},
        {2.00000001, "2.00000001"},
        {1 / 3.0, "0.333333333333"},
        {3.1830988618379067, "3.18309886184"},
        {1e15, "1e15"},
        {123456789012345, "123456789012345"},
        {1e-7, "1e-7"},
        {-2.5e-300, "-2.5e-300"},
        {5e-324, "5e-324"},
        {1.7976931348623157e308, "1.79769313486e308"},
        {0.00012, "0.00012"},
        {0.0000123, "0.0000123"},
        {99999.9999999999, "100000"},
        {0, "0"},
        {1e22, "1e22"},
        {1234567.891, "1234567.891"},
        {NAN, "nan"},
        {-INFINITY, "-inf"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        const size_t n = lento_coefficient_print(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(n, strlen(text));
    }
}

/* significant digits of a written number */
static int digits(const char *text) {
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text >= '1' && *text <= '9') {
            count += zeros + 1;
            zeros = 0;
        } else if (*text == '0' && count > 0) {
            zeros++;
        }
    }
    return count;
}

/* up to 6 digits: 1e-9; more: 12 digits, 5e-12, which 11 digits would miss */
static void written_coefficients_are_right_to_12_digits_or_short(void **unused) {
    (void)unused;
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const double u = (double)(state >> 11) * 0x1p-53;
        const double value = (u - 0.5) * pow(10, (double)(i % 41) - 20);
        char text[32];
        lento_coefficient_print(value, text);
        const double tolerance = digits(text) > 6 ? 5e-12 : 1e-9;
        assert_true(fabs(strtod(text, NULL) - value) <= tolerance * fabs(value));
    }
}

static void numbers_in_text_are_read_as_strtod_reads_them(void **unused) {
    (void)unused;
    const char *const text[] = {"0.1",
                                "3.1830988618379067",
                                "1e22",
                                "123456789.125",
                                "1e-5",
                                "6.02e23",
                                "2.2250738585072014e-308",
                                "0.30000000000000004",
                                "1e300"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        holder h;
        assert_int_equal(read_text(&h, text[i], NULL), LENTO_DONE);
        const double exact = strtod(text[i], NULL);
        assert_true(fabs(h.p.coefficient[0] - exact) <= 4e-16 * exact);
    }
}

static void short_buffers_are_filled_and_ended(void **unused) {
    (void)unused;
    holder h;
    char text[8];
    assert_int_equal(read_text(&h, "x1^2 + v1^2", NULL), LENTO_DONE);
    memset(text, '#', sizeof text);
    assert_int_equal(lento_polynomial_print(&h.p, names, text, 6), 11);
    assert_string_equal(text, "x1^2 ");
    assert_int_equal(text[6], '#');
    assert_int_equal(lento_polynomial_print(&h.p, names, NULL, 0), 11);
    lento_polynomial_print(&h.p, NULL, text, sizeof text);
    assert_string_equal(text, "x1^2 + ");
}

/* ---- errors ---- */
static void errors_point_at_their_place(void **unused) {
    (void)unused;
    const struct {
        const char *text;
        size_t position, length;
        const char *part; /* of the message */
    } cases[] = {
        {"x1 + y2", 5, 2, "unknown name 'y2'"},
        {"x1 + * v1", 5, 1, "is expected here"},
        {"2x1", 1, 2, "operator is missing"},
        {"x1 v1", 3, 2, "operator is missing"},
        {"(x1)(v1)", 4, 1, "operator is missing"},
        {"(x1 + v1", 8, 0, ") is expected here"},
        {"(x1 v1)", 4, 2, "operator is missing"},
        {"x1 + v1)", 7, 1, "no ( for this"},
        {"x1^", 3, 0, "expected here"},
        {"x1^-2", 0, 5, "not a polynomial"},
        {"x1^2.5", 0, 6, "not a polynomial"},
        {"x1^256", 0, 6, "not a polynomial"},
        {"x1/v1", 0, 5, "not a polynomial"},
        {"x1/0", 0, 4, "not a polynomial"},
        {"x1/(2-2)", 0, 8, "not a polynomial"},
        {"sin(x1)", 0, 7, "not a polynomial"},
        {"sine(x1)", 0, 4, "did you mean 'sin'"},
        {"", 0, 0, "expected here"},
        {"   ", 3, 0, "expected here"},
        {"x1 +", 4, 0, "expected here"},
        {"x1 # v1", 3, 1, "means nothing"},
        {"1e999", 0, 5, "too large"},
        {"1e300*1e300*x1", 0, 14, "not a polynomial"},
        {".", 0, 1, "means nothing"},
        {"(x1^64)^64", 0, 10, "not a polynomial"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        holder h;
        lento_formula_error error = {0};
        assert_int_equal(read_text(&h, cases[i].text, &error), LENTO_BAD_OPTION);
        if (error.position != cases[i].position || !strstr(error.message, cases[i].part)) {
            print_message("'%s': %zu, %s\n", cases[i].text, error.position, error.message);
        }
        assert_int_equal(error.position, cases[i].position);
        assert_true(error.length <= strlen(cases[i].text) - error.position);
        assert_true(error.length >= cases[i].length);
        assert_non_null(strstr(error.message, cases[i].part));
        assert_int_equal(h.p.terms, 0);
    }
}

static void unknown_variable_names_the_nearest_one(void **unused) {
    (void)unused;
    holder h;
    lento_formula_error error;
    assert_int_equal(read_text(&h, "x1 + w2*v1", &error), LENTO_BAD_OPTION);
    assert_non_null(strstr(error.message, "did you mean 'x2'"));
    assert_int_equal(read_text(&h, "v11", &error), LENTO_BAD_OPTION);
    assert_non_null(strstr(error.message, "did you mean 'v1'"));
    assert_false(error.unknown);
    assert_int_equal(read_text(&h, "somethingverylongthatfitsnowhereatallinanybuffer", &error),
                     LENTO_BAD_OPTION);
    assert_true(error.unknown && !strstr(error.message, "did you mean"));
}

static void deep_nesting_is_refused_not_overflowed(void **unused) {
    (void)unused;
    char text[4001];
    memset(text, '(', 4000);
    text[4000] = '\0';
    holder h;
    lento_formula_error error;
    assert_int_equal(read_text(&h, text, &error), LENTO_BAD_OPTION);
    assert_non_null(strstr(error.message, "200 deep"));
    assert_true(error.position > 150 && error.position < 250);
}

static void lack_of_room_is_reported_and_more_room_helps(void **unused) {
    (void)unused;
    const char *text = "(x1 + v1 + x2 + v2)^4";
    for (int capacity = 1; capacity <= 400; capacity++) {
        void *memory = malloc(lento_polynomial_bytes(D, capacity));
        lento_polynomial p = lento_polynomial_place(memory, D, capacity);
        const lento_status status = polynomial_read(&p, text, names, NULL);
        assert_true(status == LENTO_NO_MEMORY || (status == LENTO_DONE && p.terms == 35));
        assert_true(capacity < 200 || status == LENTO_DONE);
        free(memory);
    }
}

/* Any bytes: no crash, positions inside the text, and what is accepted survives print and parse. */
static void parser_survives_any_bytes(void **unused) {
    (void)unused;
    static const char alphabet[] = "x1v2()^*/+-. 09e%_;\xff";
    uint64_t state = 12345;
    int accepted = 0;
    for (int i = 0; i < 60000; i++) {
        char text[41];
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const size_t length = (size_t)(state >> 33) % (sizeof text - 1);
        for (size_t k = 0; k < length; k++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            const unsigned r = (unsigned)(state >> 33);
            const char c = i % 8 == 0 ? (char)r : alphabet[r % (sizeof alphabet - 1)];
            text[k] = c ? c : ' ';
        }
        text[length] = '\0';
        holder h, again;
        lento_formula_error error = {0};
        h.p = lento_polynomial_place(h.memory, D, 100);
        const lento_status status = polynomial_read(&h.p, text, names, &error);
        if (status != LENTO_DONE) {
            assert_true(error.position + error.length <= length);
            assert_true(error.message[0] != '\0');
            continue;
        }
        accepted++;
        assert_int_equal(read_text(&again, written(&h), NULL), LENTO_DONE);
        assert_int_equal(again.p.terms, h.p.terms);
        for (int t = 0; t < h.p.terms; t++) {
            const double a = h.p.coefficient[t], b = again.p.coefficient[t];
            assert_true(fabs(a - b) <= 1e-9 * fabs(a));
        }
    }
    assert_true(accepted > 500);
}

/* ---- algebra ---- */
static const double point[D] = {0.7, -1.3, 0.4, 2.1};

static void product_has_the_value_of_the_factors(void **unused) {
    (void)unused;
    holder a, b, c;
    read_text(&a, "x1^2 - 3*v1*x2 + 2", NULL);
    read_text(&b, "v2^3 + x1 - 0.5", NULL);
    c.p = lento_polynomial_place(c.memory, D, ROOM);
    assert_int_equal(lento_polynomial_product(&a.p, &b.p, &c.p), LENTO_DONE);
    assert_int_equal(lento_polynomial_degree(&c.p), 5);
    const double value = polynomial_value(&a.p, point) * polynomial_value(&b.p, point);
    assert_true(fabs(polynomial_value(&c.p, point) - value) < 1e-13);
    /* (x - y)(x + y): the mixed terms cancel and disappear */
    read_text(&a, "x1 - v1", NULL);
    read_text(&b, "x1 + v1", NULL);
    assert_int_equal(lento_polynomial_product(&a.p, &b.p, &c.p), LENTO_DONE);
    assert_string_equal(written(&c), "x1^2 - v1^2");
    c.p.capacity = 1;
    assert_int_equal(lento_polynomial_product(&a.p, &b.p, &c.p), LENTO_NO_MEMORY);
}

/* The gradient is exact: the derivative of a polynomial, not a difference (which would be off
 * by 1e-8). */
static void gradient_and_rate_are_exact(void **unused) {
    (void)unused;
    holder h[3];
    lento_polynomial p[3];
    const char *const text[3] = {"x1*x2^2 - x1*v2^2 + 2*v1*x2*v2", "3 + x1^3*v1^2*v2", "v1"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(read_text(&h[i], text[i], NULL), LENTO_DONE);
        p[i] = h[i].p;
    }
    double memory[200], xi[3], gradient[3 * D], rate[3];
    assert_true(lento_polynomial_set_bytes(p, 3) <= sizeof memory);
    const lento_polynomial_set set = lento_polynomial_set_place(memory, p, 3);
    const double x = point[0], v = point[1], y = point[2], w = point[3];
    const double expected[3 * D] = {y * y - w * w,
                                    2 * y * w,
                                    2 * x * y + 2 * v * w,
                                    2 * v * y - 2 * x * w,
                                    3 * x * x * v * v * w,
                                    2 * x * x * x * v * w,
                                    0,
                                    x * x * x * v * v,
                                    0,
                                    1,
                                    0,
                                    0};
    const double f[D] = {0.3, -2, 1.7, 0.9};
    lento_polynomial_set_evaluate(&set, point, xi, gradient);
    lento_polynomial_set_rate(&set, point, f, rate);
    for (int i = 0; i < 3; i++) {
        double dot = 0;
        for (int j = 0; j < D; j++) {
            assert_true(fabs(gradient[i * D + j] - expected[i * D + j]) < 1e-14);
            dot += gradient[i * D + j] * f[j];
        }
        assert_true(fabs(rate[i] - dot) < 1e-13);
        assert_true(fabs(xi[i] - polynomial_value(&p[i], point)) < 1e-13);
    }
    /* where a variable is zero, derivatives of its powers are, too, not 0/0 */
    const double zero[D] = {0};
    lento_polynomial_set_evaluate(&set, zero, xi, gradient);
    lento_polynomial_set_rate(&set, zero, f, rate);
    for (int i = 0; i < 3 * D; i++) {
        assert_true(gradient[i] == (i == 2 * D + 1));
    }
    assert_true(xi[1] == 3 && rate[2] == f[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_read_and_written_in_canonical_order),
        cmocka_unit_test(coefficients_are_short_where_short_is_right),
        cmocka_unit_test(written_coefficients_are_right_to_12_digits_or_short),
        cmocka_unit_test(numbers_in_text_are_read_as_strtod_reads_them),
        cmocka_unit_test(short_buffers_are_filled_and_ended),
        cmocka_unit_test(errors_point_at_their_place),
        cmocka_unit_test(unknown_variable_names_the_nearest_one),
        cmocka_unit_test(deep_nesting_is_refused_not_overflowed),
        cmocka_unit_test(lack_of_room_is_reported_and_more_room_helps),
        cmocka_unit_test(parser_survives_any_bytes),
        cmocka_unit_test(product_has_the_value_of_the_factors),
        cmocka_unit_test(gradient_and_rate_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
