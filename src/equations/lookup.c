/* SPDX-License-Identifier: MIT
 *
 * lookup.c - values and derivatives of tabulated functions. Slopes by the harmonic mean of the neighbouring
 * differences, 0 where they change sign (Fritsch and Butland): the cubic never leaves the range of its two ends. */
#include "equations/lookup.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

_Static_assert(sizeof(double) >= sizeof(void *), "a handle is the address of a table");

double lento_eq_lookup_handle(const eq_lookup *table) {
    const uint64_t bits = (uint64_t)(uintptr_t)table;
    double handle;
    memcpy(&handle, &bits, sizeof handle);
    return handle;
}

const eq_lookup *lento_eq_lookup_of(double handle) {
    uint64_t bits;
    const eq_lookup *table;
    memcpy(&bits, &handle, sizeof bits);
    const uintptr_t address = (uintptr_t)bits;
    memcpy(&table, &address, sizeof table);
    return table;
}

/* at an end: the parabola through three values, cut so that it stays monotone */
static double end_slope(double near, double far) {
    const double s = (3 * near - far) / 2;
    if (s * near <= 0) {
        return 0;
    }
    return near * far <= 0 && fabs(s) > 3 * fabs(near) ? 3 * near : s;
}

void lento_eq_lookup_slopes(eq_lookup *t) {
    const double *y = t->value;
    const int n = t->count;
    for (int i = 1; i + 1 < n; i++) {
        const double a = (y[i] - y[i - 1]) / t->step, b = (y[i + 1] - y[i]) / t->step;
        t->slope[i] = a * b > 0 ? 2 * a * b / (a + b) : 0;
    }
    const double first = (y[1] - y[0]) / t->step, last = (y[n - 1] - y[n - 2]) / t->step;
    t->slope[0] = n > 2 ? end_slope(first, (y[2] - y[1]) / t->step) : first;
    t->slope[n - 1] = n > 2 ? end_slope(last, (y[n - 2] - y[n - 3]) / t->step) : last;
}

/* a straight line through (0, y) */
static double line(double y, double slope, double x, int order) {
    return order == 0 ? y + slope * x : order == 1 ? slope : 0;
}

double lento_eq_look_up(double x, double handle, double order) {
    const eq_lookup *t = lento_eq_lookup_of(handle);
    const int k = (int)order, n = t->count;
    const double at = (x - t->low) / t->step;
    if (isnan(at)) {
        return at;
    }
    const int i = at <= 0 ? 0 : at >= n - 1 ? n - 2 : (int)at;
    const double h = t->step, y0 = t->value[i], chord = (t->value[i + 1] - y0) / h;
    if (t->linear) {
        return line(y0, chord, (at - i) * h, k);
    }
    if (at <= 0 || at >= n - 1) {
        const int end = at <= 0 ? 0 : n - 1;
        return line(t->value[end], t->slope[end], (at - end) * h, k);
    }
    /* y0 + s0 u + c2 u^2 + c3 u^3, u = x - x_i */
    const double s0 = t->slope[i], s1 = t->slope[i + 1], u = (at - i) * h;
    const double c2 = (3 * chord - 2 * s0 - s1) / h, c3 = (s0 + s1 - 2 * chord) / (h * h);
    return k == 0   ? y0 + u * (s0 + u * (c2 + u * c3))
           : k == 1 ? s0 + u * (2 * c2 + 3 * c3 * u)
           : k == 2 ? 2 * c2 + 6 * c3 * u
           : k == 3 ? 6 * c3
                    : 0;
}
