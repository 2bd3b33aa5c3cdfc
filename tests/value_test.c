/* SPDX-License-Identifier: MIT
 *
 * value_test.c - values as they are typed: constant expressions and units, with the dimension checked. */
#include "lento/problem.h"

#include "support.h"

#include <float.h>

#define PI 3.14159265358979323846

static double value(const char *text, const char *unit) {
    char error[200];
    double x = NAN;
    if (lento_value_read(text, unit, &x, error, sizeof error)) {
        fail_msg("'%s': %s", text, error);
    }
    return x;
}

static void near(const char *text, const char *unit, double expected) {
    const double x = value(text, unit);
    if (!(fabs(x - expected) <= 4 * DBL_EPSILON * fabs(expected))) {
        fail_msg("'%s' in '%s' is %.17g, not %.17g", text, unit, x, expected);
    }
}

static void plain_numbers_keep_their_bits(void **state) {
    (void)state;
    assert_true(value("2.5", NULL) == 2.5);
    assert_true(value("-.5", "") == -0.5);
    assert_true(value("+3", "m") == 3);
    assert_true(value("4.9e-324", NULL) == 4.9e-324);
    assert_true(value("1/80", NULL) == 1.0 / 80);
    assert_true(value("1e-3/7", NULL) == 1e-3 / 7);
    assert_true(value("45", "deg") == 45);
    assert_true(value("0.1cm", "cm") == 0.1);
}

static void constant_expressions_are_computed(void **state) {
    (void)state;
    near("2*pi*50", "rad/s", 100 * PI);
    near("1e-3/4", "s", 2.5e-4);
    near("sqrt(2)^3", NULL, 2 * sqrt(2));
    near("-(1+2)*3", NULL, -9);
    near("2^-1", NULL, 0.5);
    near("max(1,2)", NULL, 2);
    near("pi", NULL, PI);
    near("-3e2/1.5", NULL, -200);
}

/* Fails if the factor 2 pi or the 60 is forgotten. */
static void units_convert_to_the_unit_of_the_value(void **state) {
    (void)state;
    near("3000rpm", "rad/s", 100 * PI);
    near("50Hz", "rad/s", 100 * PI);
    near("50 Hz", "rad/s", 100 * PI);
    near("16MHz", "rad/s", 32e6 * PI);
    near("3000rpm", "Hz", 50);
    near("50Hz", "rpm", 3000);
    near("314rad/s", "Hz", 314 / (2 * PI));
    near("50Hz", "kHz", 0.05);
    near("180deg", "rad", PI);
    near("1rad", "deg", 180 / PI);
    near("20cm", "m", 0.2);
    near("10 ms", "s", 0.01);
    near("2min", "s", 120);
    near("9.81m/s^2", "m/s^2", 9.81);
    near("36km/h", "m/s", 10);
    near("3g", "kg", 3e-3);
    near("30deg", "", PI / 6);
}

/* 1/2deg must not be 1/(2 degrees) */
static void a_unit_at_the_end_is_that_of_the_whole_value(void **state) {
    (void)state;
    near("1/2deg", "rad", PI / 360);
    near("1/80s", "s", 1.0 / 80);
    near("-(1+2)*3cm", "m", -0.09);
    near("10cm+5mm", "m", 0.105);
    near("20cm*2", "m", 0.4);
    near("1/(2s)", "1/s", 0.5);
    near("sqrt(4m^2)", "m", 2);
    near("2*pi/(10ms)", "rad/s", 200 * PI);
}

static void anything_else_is_refused_and_changes_nothing(void **state) {
    (void)state;
    static const struct {
        const char *text, *unit, *sentence;
    } bad[] = {
        {"", "m", "not a number"},
        {"abc", "m", "not a number"},
        {"nan", NULL, "not a number"},
        {"inf", NULL, "not a number"},
        {"1 x", "m", "'x' is not a unit"},
        {"0x10", NULL, "'x10' is not a unit"},
        {"1e999", NULL, "too large"},
        {"1/0", NULL, "not a finite number"},
        {"1/", NULL, "expected"},
        {"1,5", NULL, "',5' does not belong"},
        {"1e6Hzz", "rad/s", "'Hzz' is not a unit"},
        {"5Hz", "rad", "the value is in rad"},
        {"3kg", "m", "the value is in m"},
        {"3deg+1m", "m", "units do not fit"},
        {"3m", NULL, "no unit"},
        {"3m", "time", "plain number"},
        {"2*g", "m", "'g' is not known here"},
        {"f(2)", "m", "'f' is not known here"},
        {"2pi", NULL, "write * between"},
        {"2*pi*50Hz", "rad/s", "50Hz is 2*pi*50"},
        {"1/2deg+1rad", "rad", "parentheses"},
        {"exp(2m)", "m", "of a quantity in m"},
        {"2*t", "s", "'t' is not known here"},
        {"x'", "s", "'x' is not known here"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char error[200] = "";
        double x = 7;
        assert_int_equal(lento_value_read(bad[i].text, bad[i].unit, &x, error, sizeof error),
                         LENTO_BAD_OPTION);
        assert_true(x == 7);
        if (!strstr(error, bad[i].sentence)) {
            fail_msg("'%s': \"%s\" does not say \"%s\"", bad[i].text, error, bad[i].sentence);
        }
        assert_null(strchr(error, '\n'));
    }
    assert_int_equal(lento_value_read(NULL, "m", &(double){0}, NULL, 0), LENTO_BAD_OPTION);
    assert_int_equal(lento_value_read("1", "m", NULL, NULL, 0), LENTO_BAD_OPTION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_numbers_keep_their_bits),
        cmocka_unit_test(constant_expressions_are_computed),
        cmocka_unit_test(units_convert_to_the_unit_of_the_value),
        cmocka_unit_test(a_unit_at_the_end_is_that_of_the_whole_value),
        cmocka_unit_test(anything_else_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
