/* SPDX-License-Identifier: MIT
 * Numbers as text: shortest round-trip formatting.
 *
 * A decimal of at most 15 digits survives the way to a normal double and back, so 15, 16 or 17
 * digits suffice and trailing zeros of the first can go; subnormal numbers have fewer digits and
 * are tried from one digit on. The point of another locale does not reach the text.
 *
 * Numbers from 1e-9 to 1e14 take a quick way without the C library, since a stopped run may have
 * millions of them to write: value = m 2^e, and value 10^k = m 5^k / 2^s is exact in 128 bits. */
#include "io/number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* value = 0.d1 d2 ... * 10^point with digits d, without trailing zeros */
typedef struct decimal {
    char digits[24];
    int count;
    int point;
    bool negative;
} decimal;

static decimal decimal_of(double value, int digits, double *back) {
    decimal d = {.negative = signbit(value) != 0};
    char text[40];
    snprintf(text, sizeof text, "%.*e", digits - 1, fabs(value));
    *back = strtod(text, NULL);
    const char *c = text;
    for (; *c != 'e'; c++) {
        if (*c >= '0' && *c <= '9') {
            d.digits[d.count++] = *c;
        }
    }
    d.point = (int)strtol(c + 1, NULL, 10) + 1;
    while (d.count > 1 && d.digits[d.count - 1] == '0') {
        d.count--;
    }
    return d;
}

/* ---- the quick way ---- */

/* high * 2^64 + low */
typedef struct wide {
    uint64_t high, low;
} wide;

static wide wide_product(uint64_t a, uint64_t b) {
    const uint64_t half = 0xffffffffu;
    const uint64_t low = (a & half) * (b & half), left = (a >> 32) * (b & half);
    const uint64_t right = (a & half) * (b >> 32), high = (a >> 32) * (b >> 32);
    const uint64_t middle = (low >> 32) + (left & half) + (right & half);
    return (wide){high + (left >> 32) + (right >> 32) + (middle >> 32),
                  middle << 32 | (low & half)};
}

/* s from 1 to 63 */
static wide wide_left(wide a, int s) {
    return (wide){a.high << s | a.low >> (64 - s), a.low << s};
}

static uint64_t wide_right(wide a, int s) {
    return a.high << (64 - s) | a.low >> s;
}

static int wide_compare(wide a, wide b) {
    return a.high != b.high ? (a.high < b.high ? -1 : 1) : (a.low > b.low) - (a.low < b.low);
}

/* a - b >= 0 */
static wide wide_minus(wide a, wide b) {
    return (wide){a.high - b.high - (a.low < b.low), a.low - b.low};
}

/* Does the decimal c, in units of 2^s / 5^k, read back to m? exact = m 5^k. */
static bool reads_back(uint64_t c, int s, wide exact, uint64_t m, uint64_t power) {
    const wide there = wide_left((wide){0, c}, s);
    const bool below = wide_compare(there, exact) < 0;
    const wide gap = below ? wide_minus(exact, there) : wide_minus(there, exact);
    const bool narrow = below && m == UINT64_C(1) << 52; /* the neighbour below is nearer */
    const int order = wide_compare(wide_left(gap, narrow ? 2 : 1), (wide){0, power});
    return order < 0 || (order == 0 && m % 2 == 0);
}

/* c / unit, rounded to even as printf does; `more`: c is a little less than the number. */
static uint64_t rounded(uint64_t c, uint64_t unit, bool more) {
    const uint64_t down = c / unit, left = c % unit, half = unit / 2;
    return down + (left > half || (left == half && (more || down % 2 == 1)));
}

static decimal digits_of(uint64_t c, int count, int point) {
    decimal d = {.point = point};
    while (c % 10 == 0) {
        c /= 10;
        count--;
    }
    char reverse[24] = "";
    for (; c > 0; c /= 10) {
        reverse[d.count++] = (char)('0' + c % 10);
    }
    for (int i = 0; i < d.count; i++) {
        d.digits[i] = reverse[d.count - 1 - i];
    }
    d.point += d.count - count; /* 99.. became 100.. */
    return d;
}

/* The shortest of 15 to 17 digits that reads back; false: not of everyday size. */
static bool quick(double value, decimal *d) {
    if (!(value >= 1e-9 && value < 1e14)) {
        return false;
    }
    int two;
    const uint64_t m = (uint64_t)ldexp(frexp(value, &two), 53);
    int k = 17 - (int)floor((two - 1) * 0.30102999566398120); /* for 18 digits, or one too many */
    uint64_t power = 1;
    for (int i = 0; i < k; i++) { /* at most 27 */
        power *= 5;
    }
    if (wide_right(wide_product(m, power), 53 - two - k) >= UINT64_C(1000000000000000000)) {
        k--;
        power /= 5;
    }
    const wide exact = wide_product(m, power);
    const int s = 53 - two - k; /* from 1 to 56 */
    const uint64_t whole = wide_right(exact, s);
    const bool more = wide_compare(wide_left((wide){0, whole}, s), exact) < 0;
    int count = 15;
    for (uint64_t unit = 1000;; unit /= 10, count++) {
        const uint64_t c = rounded(whole, unit, more);
        if (count == 17 || reads_back(c * unit, s, exact, m, power)) {
            *d = digits_of(c, count, 18 - k);
            return true;
        }
    }
}

/* Plain notation for everyday sizes, "d.ddde-7" outside them. */
static void decimal_write(const decimal *d, char text[IO_NUMBER_SIZE]) {
    const char *minus = d->negative ? "-" : "";
    const bool zeros_before = d->point > -4 && d->point <= 0;    /* 0.000ddd */
    const bool plain = d->point > 0 && d->point - d->count <= 5; /* dd.ddd, ddd000 */
    if (!zeros_before && !plain) {
        snprintf(text, IO_NUMBER_SIZE, "%s%c%s%.*se%d", minus, d->digits[0],
                 d->count > 1 ? "." : "", d->count - 1, d->digits + 1, d->point - 1);
        return;
    }
    if (d->negative) {
        *text++ = '-';
    }
    for (int i = zeros_before ? d->point - 1 : 0; i < d->count || i < d->point; i++) {
        if (i == d->point) {
            *text++ = '.';
        }
        *text++ = i >= 0 && i < d->count ? d->digits[i] : '0';
    }
    *text = '\0';
}

static bool format_special(double value, char text[IO_NUMBER_SIZE]) {
    if (isfinite(value) && value != 0) {
        return false;
    }
    const char *name = isnan(value) ? "nan" : isinf(value) ? "inf" : "0";
    bool minus = !isnan(value) && signbit(value);
    snprintf(text, IO_NUMBER_SIZE, "%s%s", minus ? "-" : "", name);
    return true;
}

char *io_number_format(double value, char text[IO_NUMBER_SIZE]) {
    if (!format_special(value, text)) {
        double back = 0;
        decimal d = {0};
        const bool done = quick(fabs(value), &d);
        d.negative = signbit(value) != 0;
        for (int digits = fabs(value) < DBL_MIN ? 1 : 15; !done && digits <= 17; digits++) {
            d = decimal_of(value, digits, &back);
            if (back == fabs(value)) {
                break;
            }
        }
        decimal_write(&d, text);
    }
    return text;
}

char *io_number_format_digits(double value, int digits, char text[IO_NUMBER_SIZE]) {
    if (!format_special(value, text)) {
        double back = 0;
        decimal d = decimal_of(value, digits < 1 ? 1 : digits > 17 ? 17 : digits, &back);
        decimal_write(&d, text);
    }
    return text;
}
