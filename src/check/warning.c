/* SPDX-License-Identifier: MIT
 *
 * warning.c - an estimate against its limit: below it nothing happens, above it the run keeps one warning per check or
 * is refused. */
#include <math.h>
#include <string.h>

#include "check/check.h"

static const lento_check_row TABLE[] = {
#define CHECK(name, code, limit, refuse, sentence)                                                 \
    {LENTO_CHECK_##name, code, limit, refuse, sentence},
#include "check/table.def"
};

const lento_check_row *lento_check_row_of(lento_check_id id) {
    return &TABLE[id];
}

bool lento_check_above(lento_check_id id, double estimate) {
    return fabs(estimate) > lento_check_row_of(id)->limit;
}

static void keep(lento_doubts *doubts, const lento_check_row *row, const char *word,
                 const double number[]) {
    for (int i = 0; i < doubts->count; i++) {
        if (doubts->id[i] == row->id) {
            return; /* the first time is the one to know */
        }
    }
    if (doubts->count < LENTO_MAX_WARNINGS) {
        const int i = doubts->count++;
        lento_text(doubts->text[i], LENTO_TEXT_ROOM, row->sentence, &word, number);
        doubts->id[i] = row->id;
        doubts->list[i] = (lento_warning){row->code, doubts->text[i], number[0], number[1]};
    }
}

int lento_check_showing(lento_doubts *doubts, lento_check_id id, double estimate, const char *word,
                        double first, double second) {
    const lento_check_row *row = lento_check_row_of(id);
    const double number[] = {first, second};
    if (!lento_check_above(id, estimate)) {
        return 0;
    }
    if (row->refuse != LENTO_DONE) {
        lento_fail_words(doubts->failure, row->refuse, row->sentence, word, NULL);
        memcpy(doubts->failure->number, number, sizeof number);
        return -1;
    }
    keep(doubts, row, word, number);
    return 0;
}

int lento_check(lento_doubts *doubts, lento_check_id id, const char *word, double estimate) {
    const double limit = lento_check_row_of(id)->limit;
    return lento_check_showing(doubts, id, estimate, word, estimate, limit);
}
