/* SPDX-License-Identifier: MIT
 *
 * watch.c - progress, stop and clock of a caller who may have given none of them. */
#include <math.h>

#include "study/study.h"

void lento_watch_tell(const lento_watch *watch, const char *what, double fraction) {
    if (watch && watch->progress) {
        watch->progress(what, fraction, watch->user);
    }
}

void lento_watch_update(const lento_watch *watch, const char *what, double fraction) {
    lento_watch_tell(watch, what, fmin(fmax(fraction, 1e-9), 1 - 1e-9));
}

double lento_watch_clock(const lento_watch *watch) {
    return watch && watch->clock ? watch->clock() : 0;
}

bool lento_watch_spent(const lento_watch *watch) {
    return watch && watch->calls_left && *watch->calls_left < 0;
}

bool lento_watch_stopped(const lento_watch *watch) {
    return lento_watch_spent(watch) || (watch && watch->stop && watch->stop(watch->user));
}

const char *lento_watch_reason(const lento_watch *watch) {
    return lento_watch_spent(watch) ? "the limit of calls is reached" : "interrupted";
}

void lento_watch_attach(const lento_watch *watch, lento_options *options) {
    if (watch && watch->calls_left) {
        options->calls_left = watch->calls_left;
    }
    if (watch && watch->stop) {
        options->stop = watch->stop;
        options->user = watch->user;
    }
}

void lento_watch_row(const lento_watch *watch, const char *what, const char *const word[],
                     const double number[]) {
    struct lento_chunk *memory = NULL;
    if (watch && watch->row) {
        watch->row(lento_chunk_text(&memory, what, word, number), watch->user);
    }
    lento_chunk_free(&memory);
}
