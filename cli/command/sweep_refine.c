/* SPDX-License-Identifier: MIT
 * A map whose value changes along a line: every 16th cell, of small maps more of them, is computed first. Squares of these cells whose corners differ, and the
 * squares around them, are divided into four, until the squares are single cells. What changes inside a square with
 * equal corners, away from all others that change, is not seen. */
#include "command/sweep.h"

#include <math.h>
#include <string.h>

enum { LEAST_SQUARES = 8 }; /* along each axis, at first */

/* Where line number k is on an axis; how many squares there are. */
static int64_t line(const cli_refining *r, int axis, int64_t k, int64_t stride) {
    const int64_t at = k * stride, last = r->size[axis] - 1;
    return at < last ? at : last;
}
static int64_t squares(const cli_refining *r, int axis, int64_t stride) {
    return r->size[axis] / stride + 1;
}
/* Are the corners known, and do they differ? */
static bool corners(const cli_refining *r, int64_t i, int64_t j, int64_t stride, double *value,
                    bool *differ) {
    bool known = true;
    *differ = false;
    for (int k = 0; k < 4; k++) {
        double z = NAN;
        const int64_t a = line(r, 0, i + k / 2, stride), b = line(r, 1, j + k % 2, stride);
        known = known && r->has(a * r->size[1] + b, &z, r->user);
        *value = k == 0 ? z : *value;
        *differ = *differ || !(z == *value || (isnan(z) && isnan(*value)));
    }
    return known;
}

/* Squares of the present stride that change, with those around them. */
static void find_active(cli_refining *r) {
    const int64_t n = squares(r, 0, r->stride), m = squares(r, 1, r->stride);
    memset(r->active, 0, (size_t)(n * m));
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < m; j++) {
            double value;
            bool differ;
            if (!corners(r, i, j, r->stride, &value, &differ) || !differ) {
                continue;
            }
            for (int k = 0; k < 9; k++) {
                const int64_t a = i + k / 3 - 1, b = j + k % 3 - 1;
                if (a >= 0 && b >= 0 && a < n && b < m) {
                    r->active[a * m + b] = 1;
                }
            }
        }
    }
}

/* Adds the lines of stride s inside lines [a, a + n] x [b, b + n] of it, without cells that are known or listed. */
static int64_t add(const cli_refining *r, int64_t a, int64_t b, int64_t n, int64_t s,
                   unsigned char listed[], int64_t list[], int64_t count) {
    for (int64_t i = a; i <= a + n; i++) {
        for (int64_t j = b; j <= b + n; j++) {
            const int64_t cell = line(r, 0, i, s) * r->size[1] + line(r, 1, j, s);
            double value;
            if (!listed[cell] && !r->has(cell, &value, r->user)) {
                list[count++] = cell;
                listed[cell] = 1;
            }
        }
    }
    return count;
}

int64_t cli_refine_next(cli_refining *r, int64_t list[]) {
    unsigned char *listed = r->active + r->size[0] * r->size[1] + 4 * (r->size[0] + r->size[1]);
    int64_t count = 0;
    memset(listed, 0, (size_t)(r->size[0] * r->size[1]));
    if (r->stride == 0) {
        const int64_t least = r->size[0] < r->size[1] ? r->size[0] : r->size[1];
        r->stride = CLI_REFINE_FIRST;
        while (r->stride > 1 && r->stride * LEAST_SQUARES > least) {
            r->stride /= 2;
        }
        for (int64_t i = 0; i < squares(r, 0, r->stride); i++) {
            for (int64_t j = 0; j < squares(r, 1, r->stride); j++) {
                count = add(r, i, j, 1, r->stride, listed, list, count);
            }
        }
        return count;
    }
    while (r->stride > 1 && count == 0) {
        find_active(r);
        const int64_t n = squares(r, 0, r->stride), m = squares(r, 1, r->stride);
        r->stride /= 2;
        for (int64_t k = 0; k < n * m; k++) {
            if (r->active[k]) {
                count = add(r, 2 * (k / m), 2 * (k % m), 2, r->stride, listed, list, count);
            }
        }
    }
    return count;
}

double cli_refine_fill(const cli_refining *r, int64_t cell) {
    const int64_t i = cell / r->size[1], j = cell % r->size[1];
    double value = NAN;
    for (int64_t s = 1; s <= CLI_REFINE_FIRST; s *= 2) {
        bool differ;
        if (corners(r, i / s, j / s, s, &value, &differ)) {
            return differ ? NAN : value;
        }
    }
    return NAN;
}
