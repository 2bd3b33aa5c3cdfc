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

/* The way without the C library gives what its printf and strtod give. Fails without the narrow gap below powers of
 * two, and with ties rounded away from even. */
static void everyday_numbers_are_those_of_printf(void **state) {
    (void)state;
    uint64_t seed = 7;
    const unsigned count = random_cases(100000);
    for (unsigned i = 0; i < count; i++) {
        const double size = pow(10, -10 + 25 * ((double)(next_random(&seed) >> 11) * 0x1p-53));
        const int two = (int)(next_random(&seed) % 80) - 32;
        const double random[] = {size,
                                 ldexp(1, two),
                                 nextafter(ldexp(1, two), 0),
                                 (double)(next_random(&seed) % 100000) / 1000,
                                 ldexp((double)(next_random(&seed) >> 40), two - 24),
                                 rint(size * 1e3) / 1e3};
        for (size_t j = 0; j < sizeof random / sizeof random[0]; j++) {
            char text[IO_NUMBER_SIZE], wanted[IO_NUMBER_SIZE];
            for (int digits = 15; digits <= 17; digits++) {
                io_number_format_digits(random[j], digits, wanted);
                if (strtod(wanted, NULL) == random[j]) {
                    break;
                }
            }
            assert_string_equal(io_number_format(random[j], text), wanted);
            assert_string_equal(io_number_format(-random[j], text) + 1,
                                random[j] == 0 ? "0" : wanted);
        }
    }
}

static void digits_limit_the_text(void **state) {
    (void)state;
    char text[IO_NUMBER_SIZE];
    assert_string_equal(io_number_format_digits(1.0 / 3, 4, text), "0.3333");
    assert_string_equal(io_number_format_digits(9.9999e-7, 3, text), "1e-6");
    assert_string_equal(io_number_format_digits(0.5, 6, text), "0.5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_double_reads_back_to_the_same_bits),
        cmocka_unit_test(the_text_is_the_shortest_in_everyday_notation),
        cmocka_unit_test(everyday_numbers_are_those_of_printf),
        cmocka_unit_test(digits_limit_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
