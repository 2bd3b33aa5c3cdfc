/* SPDX-License-Identifier: MIT
 * Numbers as text: shortest round-trip formatting and strict parsing with units.
 *
 * A decimal of at most 15 digits survives the way to a normal double and back, so 15, 16 or 17
 * digits suffice and trailing zeros of the first can go; subnormal numbers have fewer digits and
 * are tried from one digit on. The C locale is assumed, as a program without setlocale has it. */
#include "io/number.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- writing ---- */

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
        if (*c != '.') {
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

/* ---- reading ---- */

/* one unit = numerator / denominator of its kind's base unit */
typedef struct unit {
    const char *name;
    char kind;
    double numerator, denominator;
} unit;

static const unit units[] = {
    {"rad", 'a', 1, 1},   {"deg", 'a', PI, 180},  {"rad/s", 'r', 1, 1},
    {"rpm", 'r', PI, 30}, {"Hz", 'r', 2 * PI, 1},
};

static const unit *unit_find(const char *name) {
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(units[i].name, name) == 0) {
            return &units[i];
        }
    }
    return NULL;
}

static const char *convert(const char *suffix, const char *name, double *value) {
    if (*suffix == '\0' || (name != NULL && strcmp(suffix, name) == 0)) {
        return NULL;
    }
    const unit *from = unit_find(suffix);
    const unit *to = name != NULL ? unit_find(name) : NULL;
    if (!isalpha((unsigned char)*suffix)) {
        return "is not a number";
    }
    if (from == NULL) {
        return "is not a number (known suffixes: rpm, Hz, deg, rad)";
    }
    if (to == NULL || to->kind != from->kind) {
        return "has a suffix that does not fit the unit of the value";
    }
    *value = *value * from->numerator * to->denominator / (from->denominator * to->numerator);
    return NULL;
}

/* strtod without its leniency: no leading space, no hexadecimal, no "inf" and "nan". */
static bool read_plain(const char **text, double *value) {
    const char *c = *text + (**text == '+' || **text == '-');
    if (*c == '.') {
        c++;
    }
    if (!isdigit((unsigned char)*c) || (c[0] == '0' && (c[1] == 'x' || c[1] == 'X'))) {
        return false;
    }
    char *end = NULL;
    *value = strtod(*text, &end);
    *text = end;
    return true;
}

const char *io_number_parse(const char *text, const char *unit_name, double *value) {
    double number = 0;
    double divisor = 1;
    if (!read_plain(&text, &number)) {
        return "is not a number";
    }
    if (*text == '/') {
        text++;
        if (!read_plain(&text, &divisor)) {
            return "is not a number";
        }
        if (divisor == 0) {
            return "divides by zero";
        }
        number /= divisor;
    }
    while (*text == ' ') {
        text++;
    }
    const char *problem = convert(text, unit_name, &number);
    if (!problem && (!isfinite(number) || !isfinite(divisor))) {
        problem = "is too large";
    }
    if (!problem) {
        *value = number;
    }
    return problem;
}

const char *io_integer_parse(const char *text, long long low, long long high, long long *value) {
    double number = 0;
    const char *problem = io_number_parse(text, NULL, &number);
    if (!problem) {
        problem = number != floor(number)             ? "is not a whole number"
                  : fabs(number) > 9007199254740992.0 ? "is too large"
                  : (long long)number < low           ? "is too small"
                  : (long long)number > high          ? "is too large"
                                                      : NULL;
    }
    if (!problem) {
        *value = (long long)number;
    }
    return problem;
}
