/* SPDX-License-Identifier: MIT
 * JSON: the writer's text is exact and reads back; the parser takes RFC 8259 and nothing else, says
 * where it failed and survives any bytes (run under sanitizers too). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases.h"
#include "io/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What was written to the file, as a string in a static buffer. */
static const char *contents(FILE *file) {
    static char text[65536];
    rewind(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static io_json_value *parse(const char *text) {
    char message[IO_MESSAGE_SIZE] = "";
    io_json_value *value = io_json_parse(text, strlen(text), message);
    if (value == NULL) {
        print_error("%s\n", message);
    }
    assert_non_null(value);
    return value;
}

static void write_result(io_json *json) {
    io_json_object(json, NULL);
    io_json_string(json, "lento", "0.1.0");
    io_json_object(json, "parameters");
    io_json_number(json, "omega", 1e6);
    io_json_number(json, "theta0", 0.1 + 0.2);
    io_json_end(json);
    io_json_array(json, "data");
    for (int i = 0; i < 2; i++) {
        io_json_array(json, NULL);
        io_json_integer(json, NULL, i);
        io_json_number(json, NULL, i == 0 ? NAN : 0.5);
        io_json_end(json);
    }
    io_json_end(json);
    io_json_bool(json, "ok", true);
    io_json_null(json, "note");
    io_json_array(json, "warnings");
    io_json_end(json);
    io_json_end(json);
}

static void the_writer_prints_one_line_per_member_and_row(void **state) {
    (void)state;
    FILE *file = tmpfile();
    io_json json;
    io_json_start(&json, file);
    write_result(&json);
    assert_true(io_json_finish(&json));
    assert_string_equal(contents(file),
                        "{\n"
                        " \"lento\": \"0.1.0\",\n"
                        " \"parameters\": {\"omega\": 1e6, \"theta0\": 0.30000000000000004},\n"
                        " \"data\": [\n"
                        "  [0, null],\n"
                        "  [1, 0.5]],\n"
                        " \"ok\": true,\n"
                        " \"note\": null,\n"
                        " \"warnings\": []\n"
                        "}\n");
}

static void what_is_written_reads_back(void **state) {
    (void)state;
    FILE *file = tmpfile();
    io_json json;
    io_json_start(&json, file);
    write_result(&json);
    assert_true(io_json_finish(&json));
    io_json_value *root = parse(contents(file));
    const io_json_value *parameters = io_json_member(root, "parameters");
    assert_true(io_json_member(parameters, "theta0")->number == 0.1 + 0.2);
    const io_json_value *data = io_json_member(root, "data");
    assert_int_equal(data->count, 2);
    assert_int_equal(data->first->first->next->kind, IO_JSON_NULL);
    assert_true(data->first->next->first->next->number == 0.5);
    assert_true(io_json_member(root, "ok")->boolean);
    assert_null(io_json_member(root, "absent"));
    io_json_free(root);
}

static void strings_survive_in_both_directions(void **state) {
    (void)state;
    const char *const samples[] = {"plain", "quote \" backslash \\ slash /", "tab\tline\nbell\a",
                                   "\xCF\x89 \xE2\x82\xAC \xF0\x9D\x84\x9E", ""};
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        FILE *file = tmpfile();
        io_json json;
        io_json_start(&json, file);
        io_json_string(&json, NULL, samples[i]);
        assert_true(io_json_finish(&json));
        io_json_value *value = parse(contents(file));
        assert_string_equal(value->string, samples[i]);
        io_json_free(value);
    }
    io_json_value *value = parse("\"\\u03c9 \\ud834\\udd1e \\/ \\n\"");
    assert_string_equal(value->string, "\xCF\x89 \xF0\x9D\x84\x9E / \n");
    io_json_free(value);
}

static void ill_formed_bytes_are_replaced_when_written(void **state) {
    (void)state;
    FILE *file = tmpfile();
    io_json json;
    io_json_start(&json, file);
    io_json_string(&json, NULL,
                   "a\xFF\xC0\x80"
                   "b");
    assert_true(io_json_finish(&json));
    assert_string_equal(contents(file), "\"a\\ufffd\\ufffd\\ufffdb\"\n");
}

static void wrong_nesting_is_noticed(void **state) {
    (void)state;
    for (int variant = 0; variant < 5; variant++) {
        FILE *file = tmpfile();
        io_json json;
        io_json_start(&json, file);
        if (variant == 0) { /* a member without a key */
            io_json_object(&json, NULL);
            io_json_number(&json, NULL, 1);
            io_json_end(&json);
        } else if (variant == 1) { /* a key in an array */
            io_json_array(&json, NULL);
            io_json_number(&json, "x", 1);
            io_json_end(&json);
        } else if (variant == 2) { /* left open */
            io_json_object(&json, NULL);
        } else if (variant == 3) { /* closed twice */
            io_json_object(&json, NULL);
            io_json_end(&json);
            io_json_end(&json);
        } /* 4: nothing at all */
        assert_false(io_json_finish(&json));
        fclose(file);
    }
}

static void a_full_disk_is_noticed(void **state) {
    (void)state;
    FILE *file = fopen("/dev/full", "w");
    if (file == NULL) {
        skip();
    }
    io_json json;
    io_json_start(&json, file);
    io_json_number(&json, NULL, 1);
    assert_false(io_json_finish(&json));
    fclose(file);
}

static void errors_name_line_and_column(void **state) {
    (void)state;
    const struct {
        const char *text, *start;
    } cases[] = {
        {"", "line 1, column 1: "},
        {"{\"a\": 1,\n \"b\" 2}", "line 2, column 6: expected ':'"},
        {"{\"a\": 1,\n \"a\": 2}", "line 2, column 2: this key occurs twice"},
        {"[1, 2", "line 1, column 6: expected ',' or ']'"},
        {"[1, 2,]", "line 1, column 7: expected a value"},
        {"[1] x", "line 1, column 5: nothing may follow"},
        {"[01]", "line 1, column 2: this is not a number"},
        {"[1.]", "line 1, column 2: this is not a number"},
        {"[+1]", "line 1, column 2: expected a value"},
        {"[1e999]", "line 1, column 2: number too large"},
        {"[NaN]", "line 1, column 2: expected a value"},
        {"[tru]", "line 1, column 2: expected a value"},
        {"\"abc", "line 1, column 1: string without an end"},
        {"\"a\\", "line 1, column 1: string without an end"},
        {"\"\\x\"", "line 1, column 3: unknown escape"},
        {"\"\\ud800\"", "line 1, column 2: half of a surrogate pair"},
        {"\"\\ud834\\udbff\"", "line 1, column 2: half of a surrogate pair"},
        {"\"\\udc00\"", "line 1, column 2: half of a surrogate pair"},
        {"\"\\u0000\"", "line 1, column 2: a string must not contain"},
        {"\"\xC0\x80\"", "line 1, column 2: ill-formed UTF-8"},
        {"\"\n\"", "line 1, column 2: control character"},
        {"{a: 1}", "line 1, column 2: expected a key"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char message[IO_MESSAGE_SIZE] = "";
        assert_null(io_json_parse(cases[i].text, strlen(cases[i].text), message));
        message[strlen(cases[i].start)] = '\0';
        assert_string_equal(message, cases[i].start);
    }
}

static void values_know_their_place(void **state) {
    (void)state;
    io_json_value *root = parse("{\n  \"a\": 1,\n  \"b\": [2,\n3]}");
    const io_json_value *b = io_json_member(root, "b");
    assert_int_equal(b->line, 3);
    assert_int_equal(b->column, 8);
    assert_int_equal(b->first->next->line, 4);
    assert_int_equal(b->first->next->column, 1);
    io_json_free(root);
}

static void depth_is_limited(void **state) {
    (void)state;
    char text[2 * IO_JSON_MAX_DEPTH + 3];
    for (int extra = 0; extra <= 1; extra++) {
        int depth = IO_JSON_MAX_DEPTH + extra;
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        text[2 * depth] = '\0';
        char message[IO_MESSAGE_SIZE] = "";
        io_json_value *value = io_json_parse(text, strlen(text), message);
        assert_int_equal(value == NULL, extra == 1);
        io_json_free(value);
    }
}

/* Random edits of a valid text: nothing may crash, and what is refused has a message. */
static void mangled_texts_are_parsed_or_refused(void **state) {
    (void)state;
    static const char seed_text[] =
        "{\"problem\": \"kapitza\", \"parameters\": {\"omega\": 1e6, \"s\": \"\\u03c9\\n\"}, "
        "\"list\": [1, -2.5e-3, true, null, [[]], {}]}";
    static const char alphabet[] = "{}[]\":,\\u0dD8eE+-.19tfn \n\xCF\x89\xFF";
    unsigned random = 12345;
    const unsigned rounds = random_cases(20000);
    for (unsigned round = 0; round < rounds; round++) {
        char text[sizeof seed_text];
        memcpy(text, seed_text, sizeof text);
        size_t length = sizeof seed_text - 1;
        for (unsigned edit = 0; edit < 1 + round % 4; edit++) {
            random = random * 1664525u + 1013904223u;
            text[(random >> 8) % length] = alphabet[(random >> 20) % (sizeof alphabet - 1)];
        }
        length -= round % 3 == 0 ? (random >> 16) % length : 0;
        char *exact = malloc(length + 1); /* so that reading past the end is an error */
        assert_non_null(exact);
        memcpy(exact, text, length);
        exact[length] = '\0';
        char message[IO_MESSAGE_SIZE] = "";
        io_json_value *value = io_json_parse(exact, length, message);
        assert_true((value == NULL) == (message[0] != '\0'));
        io_json_free(value);
        free(exact);
    }
}

static void files_are_read_with_their_name_in_the_message(void **state) {
    (void)state;
    char message[IO_MESSAGE_SIZE] = "";
    assert_null(io_json_read("/nonexistent/recipe.json", message));
    assert_string_equal(message,
                        "cannot read '/nonexistent/recipe.json': No such file or directory");
    char path[] = "/tmp/lento-json-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fputs("{\"steps\": 80,}", file);
    fclose(file);
    assert_null(io_json_read(path, message));
    assert_non_null(strstr(message, path));
    assert_non_null(strstr(message, "line 1, column 14: expected a key"));
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_writer_prints_one_line_per_member_and_row),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(strings_survive_in_both_directions),
        cmocka_unit_test(ill_formed_bytes_are_replaced_when_written),
        cmocka_unit_test(wrong_nesting_is_noticed),
        cmocka_unit_test(a_full_disk_is_noticed),
        cmocka_unit_test(errors_name_line_and_column),
        cmocka_unit_test(values_know_their_place),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(mangled_texts_are_parsed_or_refused),
        cmocka_unit_test(files_are_read_with_their_name_in_the_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
