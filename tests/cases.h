/* SPDX-License-Identifier: MIT
 * How many random cases a test takes: few, the same in every run of the tests; in a campaign (scripts/campaign)
 * LENTO_CASES times as many. Include after cmocka.h. */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <stdlib.h>

static inline unsigned random_cases(unsigned few) {
    const char *factor = getenv("LENTO_CASES");
    const unsigned count = few * (factor ? (unsigned)strtoul(factor, NULL, 10) : 1);
    assert_true(count >= few);
    print_message("%u cases\n", count);
    return count;
}

#endif
