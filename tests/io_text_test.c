/* SPDX-License-Identifier: MIT
 * CSV and tables: exact texts, because people and programs read them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/csv.h"
#include "io/table.h"
#include "io/text.h"

#include <math.h>
#include <string.h>

static const char *contents(FILE *file) {
    static char text[65536];
    rewind(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static void csv_quotes_only_what_needs_it(void **state) {
    (void)state;
    FILE *file = tmpfile();
    io_csv csv;
    io_csv_start(&csv, file);
    io_csv_text(&csv, "t");
    io_csv_text(&csv, "a,b");
    io_csv_text(&csv, "say \"x\"");
    io_csv_text(&csv, "two\nlines");
    io_csv_text(&csv, "");
    io_csv_row(&csv);
    io_csv_number(&csv, 0.1);
    io_csv_number(&csv, 1e6);
    io_csv_number(&csv, NAN);
    io_csv_integer(&csv, -3);
    io_csv_row(&csv);
    io_csv_text(&csv, "");
    io_csv_row(&csv);
    assert_true(io_csv_finish(&csv));
    assert_string_equal(contents(file), "t,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\r\n"
                                        "0.1,1e6,nan,-3\r\n"
                                        "\"\"\r\n");
}

static void utf8_is_counted_in_characters_and_checked(void **state) {
    (void)state;
    assert_int_equal(io_text_width("\xCF\x89t"), 2);
    assert_int_equal(io_text_width("a\xFFz"), 3);
    assert_int_equal(io_text_character("\xED\xA0\x80", 3), 0); /* surrogate */
    assert_int_equal(io_text_character("\xE0\x80\x80", 3), 0); /* overlong */
    assert_int_equal(io_text_character("\xF4\x90\x80\x80", 4), 0);
    assert_int_equal(io_text_character("\xE2\x82", 2), 0); /* cut off */
    for (unsigned long code = 1; code <= 0x10FFFF; code++) {
        char bytes[4] = {0};
        if (code < 0xD800 || code > 0xDFFF) {
            size_t length = io_text_encode(code, bytes);
            assert_int_equal(io_text_character(bytes, length), length);
        }
    }
}

static void a_table_aligns_numbers_right_and_words_left(void **state) {
    (void)state;
    FILE *file = tmpfile();
    const char *const headers[] = {"scheme", "t", "\xCE\xB8", "error", "steps"};
    io_table *table = io_table_create(5, headers);
    const double theta[] = {0.5, -0.4987654321};
    const char *const names[] = {"async", "a long name"};
    for (int i = 0; i < 2; i++) {
        io_table_text(table, names[i]);
        io_table_number(table, 0.1 * i, 6);
        io_table_number(table, theta[i], 6);
        io_table_scientific(table, i == 0 ? 6.7e-3 : 1.27e-11, 2);
        io_table_integer(table, i == 0 ? 3200 : 8);
    }
    io_table_text(table, "open");
    assert_true(io_table_print(table, file, 80));
    io_table_destroy(table);
    assert_string_equal(contents(file), "scheme         t          \xCE\xB8    error  steps\n"
                                        "-------------------------------------------\n"
                                        "async        0.0   0.500000   6.7e-3   3200\n"
                                        "a long name  0.1  -0.498765  1.3e-11      8\n"
                                        "open           -          -        -      -\n");
}

static void one_word_makes_a_column_of_words(void **state) {
    (void)state;
    FILE *file = tmpfile();
    const char *const headers[] = {"value", "n"};
    io_table *table = io_table_create(2, headers);
    io_table_text(table, "lagrange");
    io_table_integer(table, 1);
    io_table_number(table, 2.5, 3);
    io_table_integer(table, 22);
    assert_true(io_table_print(table, file, 80));
    io_table_destroy(table);
    assert_string_equal(contents(file), "value      n\n"
                                        "------------\n"
                                        "lagrange   1\n"
                                        "2.5       22\n");
}

static void a_column_has_one_notation(void **state) {
    (void)state;
    FILE *file = tmpfile();
    const char *const headers[] = {"whole", "tiny", "large", "zero", "odd"};
    io_table *table = io_table_create(5, headers);
    const double rows[3][5] = {
        {1, 1e-7, 1e9, 0, 1}, {80, 2.5e-4, 3, 0, INFINITY}, {160, 0, 0.5, 0, NAN}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 5; j++) {
            io_table_number(table, rows[i][j], 3);
        }
    }
    assert_true(io_table_print(table, file, 80));
    io_table_destroy(table);
    assert_string_equal(contents(file), "whole     tiny    large  zero  odd\n"
                                        "----------------------------------\n"
                                        "    1  1.00e-7   1.00e9     0    1\n"
                                        "   80  2.50e-4   3.00e0     0  inf\n"
                                        "  160        0  5.00e-1     0  nan\n");
}

static void a_long_last_column_is_wrapped_at_words(void **state) {
    (void)state;
    FILE *file = tmpfile();
    const char *const headers[] = {"name", "meaning"};
    io_table *table = io_table_create(2, headers);
    io_table_text(table, "window");
    io_table_text(table, "total width of the micro-simulation in the unit of time");
    assert_true(io_table_print(table, file, 40));
    io_table_destroy(table);
    assert_string_equal(contents(file), "name    meaning\n"
                                        "----------------------------------------\n"
                                        "window  total width of the\n"
                                        "        micro-simulation in the unit of\n"
                                        "        time\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_quotes_only_what_needs_it),
        cmocka_unit_test(utf8_is_counted_in_characters_and_checked),
        cmocka_unit_test(a_table_aligns_numbers_right_and_words_left),
        cmocka_unit_test(one_word_makes_a_column_of_words),
        cmocka_unit_test(a_column_has_one_notation),
        cmocka_unit_test(a_long_last_column_is_wrapped_at_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
