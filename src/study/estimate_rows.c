/* SPDX-License-Identifier: MIT
 *
 * estimate_rows.c - rows that the comparison with other runs does not see: the means of a direct run are found row by
 * row, and one wrong call spoils one row alone. A row that is far from the curve through its neighbours, while the
 * neighbours agree and no other row is so, counts as an error. */
#include <math.h>

#include "study/estimate.h"

enum { BESIDE = 2, AROUND = 2 * BESIDE, LEAST_ROWS = 16 };
#define ALONE 4 /* times farther from its neighbours than any other row */

typedef struct spike {
    size_t row;
    double size;
} spike;

/* How far column i of row k is from the curve through the four rows next to it. */
static double apart(const lento_recorder *rows, size_t k, int i) {
    const size_t last = rows->count - 1 - AROUND;
    const size_t first = k < BESIDE ? 0 : k - BESIDE < last ? k - BESIDE : last;
    const double t = lento_recorder_row(rows, k)[0];
    double value = 0;
    for (size_t a = first; a <= first + AROUND; a++) {
        const double *row = lento_recorder_row(rows, a);
        double weight = 1;
        for (size_t b = first; b <= first + AROUND && a != k; b++) {
            const double at = lento_recorder_row(rows, b)[0];
            weight *= b == a || b == k ? 1 : (t - at) / (row[0] - at);
        }
        value += a == k ? 0 : weight * row[1 + i];
    }
    return fabs(lento_recorder_row(rows, k)[1 + i] - value);
}

/* The one row that is not a number; size 0: there is none, or there are several, as where a column is not defined. */
static spike not_a_number(const lento_recorder *rows, int i) {
    spike found = {0};
    size_t count = 0;
    for (size_t k = 1; k + 1 < rows->count; k++) {
        if (!isfinite(lento_recorder_row(rows, k)[1 + i])) {
            found = (spike){k, INFINITY};
            count++;
        }
    }
    return count == 1 ? found : (spike){0};
}

/* The row that stands out of a column; size 0: none does. */
static spike find(const lento_recorder *rows, int i) {
    spike most = not_a_number(rows, i);
    if (most.row > 0) {
        return most;
    }
    double others = 0;
    for (size_t k = 1; k + 1 < rows->count; k++) {
        const double size = apart(rows, k, i);
        if (size > most.size) {
            others = k - most.row > AROUND ? fmax(others, most.size) : others;
            most = (spike){k, size};
        } else if (k - most.row > AROUND) {
            others = fmax(others, size);
        }
    }
    if (most.row == 0 || !(most.size > ALONE * others)) {
        return (spike){0};
    }
    const double step = lento_recorder_row(rows, most.row + 1)[1 + i] -
                        lento_recorder_row(rows, most.row - 1)[1 + i];
    return fabs(step) < most.size ? most : (spike){0};
}

void lento_estimate_rows(lento_estimator *e) {
    const lento_recorder *rows = &e->result->rows;
    lento_estimate *estimate = &e->result->estimate;
    for (int i = 0; i < e->width && rows->count >= LEAST_ROWS; i++) {
        if (!isfinite(e->own[i]) || lento_column_wraps(e->job->model, i)) {
            continue;
        }
        const spike s = find(rows, i);
        if (s.size > estimate->error[i]) {
            const double part = s.size / estimate->range[i];
            estimate->error[i] += isfinite(s.size) ? s.size : 0;
            lento_check_showing(&e->result->run->doubts, LENTO_CHECK_ROW_ALONE, part,
                                lento_model_column(e->job->model, i, NULL),
                                lento_recorder_row(rows, s.row)[0], part);
        }
    }
}
