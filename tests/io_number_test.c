/* SPDX-License-Identifier: MIT
 * Numbers as text: what is written reads back to the same bits; what is read is a whole number,
 * with units converted; everything else is refused and leaves the target alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"
#include "io/number.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double from_bits(uint64_t bits) {
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t next_random(uint64_t *state) { /* xorshift64* */
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static void check_round_trip(double value) {
    char text[IO_NUMBER_SIZE];
    io_number_format(value, text);
    double back = strtod(text, NULL);
    assert_memory_equal(&back, &value, sizeof value);
    assert_null(strchr(text, '+'));
}

/* Fails with 16 digits throughout. */
static void every_double_reads_back_to_the_same_bits(void **state) {
    (void)state;
    uint64_t seed = 42;
    const unsigned count = random_cases(200000);
    for (unsigned i = 0; i < count; i++) {
        double value = from_bits(next_random(&seed));
        if (isfinite(value)) {
            check_round_trip(value);
        }
    }
    const double special[] = {0.0,    -0.0,      DBL_MIN,     DBL_MAX,   -DBL_MAX,
                              5e-324, 1e-320,    DBL_EPSILON, 1.0 / 3,   9007199254740993.,
                              1e22,   1e23,      0.1 + .2,    123456789, 1234567890123.,
                              0.0001, 0.00012345};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        check_round_trip(special[i]);
    }
}

static void the_text_is_the_shortest_in_everyday_notation(void **state) {
    (void)state;
    const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},
                 {1e6, "1e6"},
                 {100000, "100000"},
                 {3200000, "3200000"},
                 {-2.5, "-2.5"},
                 {1e-5, "1e-5"},
                 {0.00012, "0.00012"},
                 {5e-324, "5e-324"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {1.0 / 3, "0.3333333333333333"},
                 {-1.25e-300, "-1.25e-300"},
                 {1e300, "1e300"},
                 {123.456, "123.456"},
                 {NAN, "nan"},
                 {-INFINITY, "-inf"},
                 {-0.0, "-0"},
                 {1, "1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[IO_NUMBER_SIZE];
        assert_string_equal(io_number_format(cases[i].value, text), cases[i].text);
    }
}

static void digits_limit_the_text(void **state) {
    (void)state;
    char text[IO_NUMBER_SIZE];
    assert_string_equal(io_number_format_digits(1.0 / 3, 4, text), "0.3333");
    assert_string_equal(io_number_format_digits(9.9999e-7, 3, text), "1e-6");
    assert_string_equal(io_number_format_digits(0.5, 6, text), "0.5");
}

static double parsed(const char *text, const char *unit) {
    double value = NAN;
    const char *problem = io_number_parse(text, unit, &value);
    assert_null(problem);
    return value;
}

static void assert_near(double value, double expected) {
    assert_true(fabs(value - expected) <= 4 * DBL_EPSILON * fabs(expected));
}

static void numbers_and_fractions_are_read(void **state) {
    (void)state;
    assert_true(parsed("2.5", NULL) == 2.5);
    assert_true(parsed("-.5", NULL) == -0.5);
    assert_true(parsed("1e6", "") == 1e6);
    assert_true(parsed("1/80", NULL) == 1.0 / 80);
    assert_true(parsed("-3e2/1.5", NULL) == -200);
    assert_true(parsed("4.9e-324", NULL) == 4.9e-324);
}

/* Fails if the factor 2 pi or the 60 is forgotten. */
static void suffixes_convert_to_the_unit_of_the_parameter(void **state) {
    (void)state;
    const double pi = 3.14159265358979323846;
    assert_near(parsed("3000rpm", "rad/s"), 100 * pi);
    assert_near(parsed("50Hz", "rad/s"), 100 * pi);
    assert_near(parsed("50 Hz", "rad/s"), 100 * pi);
    assert_true(parsed("180deg", "rad") == pi);
    assert_true(parsed("1/2deg", "deg") == 0.5);
    assert_true(parsed("45", "deg") == 45);
    assert_near(parsed("1rad", "deg"), 180 / pi);
    assert_near(parsed("3000rpm", "Hz"), 50);
    assert_true(parsed("9.81m/s^2", "m/s^2") == 9.81);
}

static void anything_else_is_refused_and_changes_nothing(void **state) {
    (void)state;
    const char *const bad[] = {"",     " 1",     "1 x",   "abc",     "nan",   "inf",
                               "-inf", "0x10",   "1e999", "1/0",     "1/",    "/2",
                               "1//2", "1,5",    "--1",   "+-1",     "1e",    "1rpm",
                               "1deg", "1e6Hzz", "1/2/3", "1/1e999", "0x1p3", "."};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = 7;
        assert_non_null(io_number_parse(bad[i], "m", &value));
        assert_true(value == 7);
    }
    double value = 7;
    assert_non_null(io_number_parse("3rpm", "rad", &value));
    assert_non_null(io_number_parse("3deg", NULL, &value));
    assert_string_equal(io_number_parse("1/0", NULL, &value), "divides by zero");
    assert_string_equal(io_number_parse("1e400", NULL, &value), "is too large");
    assert_true(value == 7);
}

static void integers_are_whole_and_in_range(void **state) {
    (void)state;
    long long value = 7;
    assert_null(io_integer_parse("1e6", 1, 10000000, &value));
    assert_true(value == 1000000);
    assert_non_null(io_integer_parse("2.5", 1, 100, &value));
    assert_non_null(io_integer_parse("0", 1, 100, &value));
    assert_non_null(io_integer_parse("101", 1, 100, &value));
    assert_non_null(io_integer_parse("1e30", 1, INT64_MAX, &value));
    assert_true(value == 1000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_double_reads_back_to_the_same_bits),
        cmocka_unit_test(the_text_is_the_shortest_in_everyday_notation),
        cmocka_unit_test(digits_limit_the_text),
        cmocka_unit_test(numbers_and_fractions_are_read),
        cmocka_unit_test(suffixes_convert_to_the_unit_of_the_parameter),
        cmocka_unit_test(anything_else_is_refused_and_changes_nothing),
        cmocka_unit_test(integers_are_whole_and_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
