/* SPDX-License-Identifier: MIT
 *
 * The rows of run options agree with each other, and their fields are where they say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lento/problem.h"

static const lento_option *find(const char *name) {
    return lento_option_find(name, strlen(name));
}

static bool lists(const char *words, const char *name) {
    const size_t n = strlen(name);
    for (const char *at = words; at && (at = strstr(at, name)) != NULL; at += n) {
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) {
            return true;
        }
    }
    return false;
}

/* fails if one of two rows forgets the other, or names an option that is not there */
static void exclusions_are_mutual(void **state) {
    (void)state;
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    for (size_t i = 0; i < n; i++) {
        const char *at = list[i].excludes ? list[i].excludes : "";
        for (size_t length; *at; at += length + (at[length] == ' ')) {
            length = strcspn(at, " ");
            const lento_option *other = lento_option_find(at, length);
            assert_non_null(other);
            assert_true(lists(other->excludes, list[i].name));
        }
        if (list[i].same) {
            assert_non_null(find(list[i].same));
            assert_true(lists(list[i].excludes, list[i].same));
        }
    }
}

static void rows_belong_to_schemes_that_exist(void **state) {
    (void)state;
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    lento_entry schemes[32];
    const size_t count = lento_schemes(schemes, 32);
    for (size_t i = 0; i < n; i++) {
        bool known = !list[i].scheme;
        for (size_t k = 0; k < count; k++) {
            known = known || strcmp(schemes[k].name, list[i].scheme) == 0;
        }
        assert_true(known);
        assert_true(!list[i].scheme || list[i].per_level);
        assert_true((list[i].kind == LENTO_CHOICE) == (list[i].choices != NULL));
        assert_true(list[i].flag || (list[i].argument == NULL) == (list[i].kind == LENTO_SWITCH));
    }
}

/* the fields of all rows together are all that is set: none overlaps another */
static void fields_are_copied_and_cleared(void **state) {
    (void)state;
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    for (size_t i = 0; i < n; i++) {
        unsigned char full[sizeof(lento_options)], fields[sizeof(lento_options)] = {0};
        memset(full, 0xff, sizeof full);
        assert_false(lento_option_given(&list[i], fields));
        lento_option_copy(&list[i], fields, full);
        for (size_t k = 0; k < n; k++) {
            if (list[k].per_level == list[i].per_level) {
                assert_true(lento_option_given(&list[k], fields) == (k == i));
            }
        }
        lento_option_copy(&list[i], fields, NULL);
        assert_false(lento_option_given(&list[i], fields));
    }
}

static void names_have_dashes_or_underscores(void **state) {
    (void)state;
    assert_ptr_equal(find("macro-step"), find("macro_step"));
    assert_non_null(find("macro_step"));
    assert_null(find("macro_steps"));
    assert_null(find("macro_ste"));
    assert_null(find(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exclusions_are_mutual),
        cmocka_unit_test(rows_belong_to_schemes_that_exist),
        cmocka_unit_test(fields_are_copied_and_cleared),
        cmocka_unit_test(names_have_dashes_or_underscores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
