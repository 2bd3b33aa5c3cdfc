/* SPDX-License-Identifier: MIT
 * Numbers as text: shortest round-trip formatting.
 *
 * A decimal of at most 15 digits survives the way to a normal double and back, so 15, 16 or 17
 * digits suffice and trailing zeros of the first can go; subnormal numbers have fewer digits and
 * are tried from one digit on. The point of another locale does not reach the text. */
#include "io/number.h"

#include <float.h>
#include <math.h>
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

/* Plain notation for everyday sizes, "d.ddde-7" outside them. */
static void decimal_write(const decimal *d, char text[IO_NUMBER_SIZE]) {
    const char *minus = d->negative ? "-" : "", *digits = d->digits;
    const int zeros = d->point - d->count;
    if (d->point > -4 && d->point <= 0) { /* 0.000ddd */
        snprintf(text, IO_NUMBER_SIZE, "%s0.%.*s%.*s", minus, -d->point, "000", d->count, digits);
    } else if (d->point > 0 && zeros < 0) { /* dd.ddd */
        snprintf(text, IO_NUMBER_SIZE, "%s%.*s.%.*s", minus, d->point, digits, -zeros,
                 digits + d->point);
    } else if (d->point > 0 && zeros <= 5) { /* ddd000 */
        snprintf(text, IO_NUMBER_SIZE, "%s%.*s%.*s", minus, d->count, digits, zeros, "00000");
    } else {
        snprintf(text, IO_NUMBER_SIZE, "%s%c%s%.*se%d", minus, digits[0], d->count > 1 ? "." : "",
                 d->count - 1, digits + 1, d->point - 1);
    }
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
        for (int digits = fabs(value) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
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
