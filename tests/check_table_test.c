/* SPDX-License-Identifier: MIT
 *
 * The table of checks (src/check/table.def): rows in the order of their names, each sentence once, plain characters,
 * a limit, and no more numbers and words in a sentence than a check can show. What happens at the limit. */
#include <math.h>
#include <string.h>

#include "check/check.h"
#include "support.h"

static int count_of(const char *text, const char *what) {
    int n = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what)) {
        n++;
    }
    return n;
}

static void every_row_is_complete(void **state) {
    (void)state;
    for (int i = 0; i < LENTO_CHECKS; i++) {
        const lento_check_row *row = lento_check_row_of((lento_check_id)i);
        assert_int_equal(row->id, i);
        assert_non_null(row->code);
        assert_non_null(row->sentence);
        assert_true(row->limit >= 0 && isfinite(row->limit));
        assert_true(strlen(row->code) > 0 &&
                    strspn(row->code, "abcdefghijklmnopqrstuvwxyz-") == strlen(row->code));
        assert_true(strlen(row->sentence) + 60 < LENTO_TEXT_ROOM);
        for (const char *c = row->sentence; *c; c++) {
            assert_true(*c >= ' ' && *c <= '~');
        }
        assert_true(count_of(row->sentence, "%s") <= 1 && count_of(row->sentence, "%g") <= 2);
        assert_int_equal(count_of(row->sentence, "%"),
                         count_of(row->sentence, "%s") + count_of(row->sentence, "%g"));
        assert_true(row->refuse == LENTO_DONE || row->refuse < 0);
    }
}

static void no_sentence_occurs_twice(void **state) {
    (void)state;
    for (int i = 0; i < LENTO_CHECKS; i++) {
        for (int k = 0; k < i; k++) {
            const lento_check_row *a = lento_check_row_of((lento_check_id)i),
                                  *b = lento_check_row_of((lento_check_id)k);
            assert_string_not_equal(a->sentence, b->sentence);
            /* one code has one meaning: a warning or a refusal */
            assert_true(strcmp(a->code, b->code) != 0 || a->refuse == b->refuse);
        }
    }
}

static void more_than_the_limit_is_reported_once(void **state) {
    (void)state;
    lento_failure failure = {.status = LENTO_DONE};
    lento_doubts doubts = {.failure = &failure};
    for (int i = 0; i < LENTO_CHECKS; i++) {
        const lento_check_row *row = lento_check_row_of((lento_check_id)i);
        const int before = doubts.count;
        assert_int_equal(lento_check(&doubts, row->id, "word", row->limit), 0);
        assert_int_equal(lento_check(&doubts, row->id, "word", NAN), 0);
        assert_int_equal(doubts.count, before);
        const double more = 2 * row->limit + 1;
        if (row->refuse == LENTO_DONE) {
            assert_int_equal(lento_check(&doubts, row->id, "word", -more), 0);
            assert_int_equal(lento_check(&doubts, row->id, "word", more), 0);
            assert_int_equal(doubts.count, before < LENTO_MAX_WARNINGS ? before + 1 : before);
            assert_int_equal(failure.status, LENTO_DONE);
        } else {
            assert_int_equal(lento_check(&doubts, row->id, "word", more), -1);
            assert_int_equal(doubts.count, before);
            assert_int_equal(failure.status, row->refuse);
            failure = (lento_failure){.status = LENTO_DONE};
        }
    }
    assert_int_equal(doubts.count, LENTO_MAX_WARNINGS);
    assert_string_equal(doubts.list[0].code, lento_check_row_of((lento_check_id)0)->code);
    assert_true(doubts.list[0].value < 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(no_sentence_occurs_twice),
        cmocka_unit_test(more_than_the_limit_is_reported_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
