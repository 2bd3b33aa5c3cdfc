/* SPDX-License-Identifier: MIT
 *
 * recorder.c - the rows of a result. The number of steps of an adaptive run is not known beforehand, so thinning goes
 * along: when the most are there, every second one is dropped and from then on only every 2nd, 4th, ... step is
 * kept. The kept rows stay evenly spaced and begin with the first. */
#include <stdlib.h>
#include <string.h>

#include "study/study.h"

void lento_recorder_start(lento_recorder *recorder, int width) {
    if (!recorder) {
        return;
    }
    *recorder = (lento_recorder){.width = width, .stride = 1};
}

const double *lento_recorder_row(const lento_recorder *recorder, size_t i) {
    if (!recorder || i >= recorder->count) {
        return NULL;
    }
    return recorder->value + i * (size_t)recorder->width;
}

static void halve(lento_recorder *r) {
    const size_t width = (size_t)r->width;
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i += 2) {
        memmove(r->value + kept++ * width, r->value + i * width, width * sizeof(double));
    }
    r->count = kept;
    r->stride *= 2;
}

static bool grow(lento_recorder *r) {
    const size_t room = r->room ? 2 * r->room : 256;
    double *value = realloc(r->value, room * (size_t)r->width * sizeof *value);
    if (!value) {
        r->failed = true;
        return false;
    }
    r->value = value;
    r->room = room;
    return true;
}

void lento_recorder_add(lento_recorder *r, const double row[], bool thin) {
    if (!r || !row || r->width < 1 || r->stride < 1) { /* not started */
        return;
    }
    if (thin && r->seen++ % r->stride != 0) {
        return;
    }
    /* one place stays free for the final row */
    if (thin && r->count >= (r->most > 0 ? r->most : LENTO_MAX_ROWS) - 1) {
        halve(r);
        if ((r->seen - 1) % r->stride != 0) {
            return;
        }
    }
    const size_t width = (size_t)r->width;
    if (r->count < r->room || grow(r)) {
        memcpy(r->value + r->count++ * width, row, width * sizeof(double));
    }
}

void lento_recorder_free(lento_recorder *recorder) {
    if (!recorder) {
        return;
    }
    free(recorder->value);
    memset(recorder, 0, sizeof *recorder);
}
