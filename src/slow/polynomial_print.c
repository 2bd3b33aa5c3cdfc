/* SPDX-License-Identifier: MIT
 *
 * polynomial_print.c - a polynomial as text a person writes: x1*x2^2 - x1*v2^2 + 2*v1*x2*v2.
 *
 * Coefficients found by detection are right to about 1e-11, so 1.99999999999 must read 2: a
 * number of at most SHORT digits is taken if it is right to 1e-9, otherwise LONG digits are
 * written. Whole numbers below 1e15 are written exactly. It can be read
 * back. No stdio. */
#include "slow/polynomial.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SHORT = 6, LONG = 12 };

/* x * 10^n in two halves, so that the power itself never overflows */
static double shift(double x, int n) {
    const int half = n / 2;
    return x * pow(10, half) * pow(10, n - half);
}

/* the first n digits of x > 0 as an integer, and the power of ten of the last of them */
static double digits_of(double x, int n, int *last) {
    *last = (int)floor(log10(x)) - n + 1;
    double whole = floor(shift(x, -*last) + 0.5);
    if (whole >= pow(10, n)) {
        whole = floor(whole / 10 + 0.5);
        (*last)++;
    }
    return whole;
}

static double shortest(double x, int *last) {
    if (x < 1e15 && x == floor(x)) {
        *last = 0;
        return x;
    }
    for (int n = 1; n <= SHORT; n++) {
        const double whole = digits_of(x, n, last);
        if (fabs(shift(whole, *last) - x) <= 1e-9 * x) {
            return whole;
        }
    }
    return digits_of(x, LONG, last);
}

static size_t put_integer(uint64_t n, char *text) {
    char reversed[24];
    size_t length = 0;
    do {
        reversed[length++] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    for (size_t i = 0; i < length; i++) {
        text[i] = reversed[length - 1 - i];
    }
    return length;
}

/* digits * 10^last with the point where a reader wants it, without a sign */
static size_t put_decimal(const char *digits, size_t n, int last, char *text) {
    const int exponent = last + (int)n - 1; /* of the first digit */
    size_t at = 0;
    if (exponent < -5 || exponent > 14) { /* d.ddde-9 */
        text[at++] = digits[0];
        if (n > 1) {
            text[at++] = '.';
            memcpy(text + at, digits + 1, n - 1);
            at += n - 1;
        }
        text[at++] = 'e';
        if (exponent < 0) {
            text[at++] = '-';
        }
        return at + put_integer((uint64_t)(exponent < 0 ? -exponent : exponent), text + at);
    }
    for (int k = 0; k > exponent; k--) { /* zeros before the first digit */
        text[at++] = '0';
        if (k == 0) {
            text[at++] = '.';
        }
    }
    for (int k = 0; k < (int)n; k++) {
        if (k == exponent + 1 && exponent >= 0) {
            text[at++] = '.';
        }
        text[at++] = digits[k];
    }
    for (int k = (int)n; k <= exponent; k++) {
        text[at++] = '0';
    }
    return at;
}

size_t lento_coefficient_print(double value, char text[32]) {
    size_t at = 0;
    if (!isfinite(value) || value == 0) {
        const char *word = value == 0 ? "0" : isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
        at = strlen(word);
        memcpy(text, word, at + 1);
        return at;
    }
    int last;
    char digits[24];
    size_t n = put_integer((uint64_t)shortest(fabs(value), &last), digits);
    while (n > 1 && digits[n - 1] == '0') {
        n--;
        last++;
    }
    if (value < 0) {
        text[at++] = '-';
    }
    at += put_decimal(digits, n, last, text + at);
    text[at] = '\0';
    return at;
}

typedef struct writer {
    char *text;
    size_t size, length;
} writer;

static void put(writer *out, const char *piece, size_t n) {
    for (size_t i = 0; i < n; i++, out->length++) {
        if (out->length + 1 < out->size) {
            out->text[out->length] = piece[i];
        }
    }
}

static void put_name(writer *out, const char *const names[], int j) {
    char own[24] = "x";
    if (names) {
        put(out, names[j], strlen(names[j]));
    } else {
        put(out, own, 1 + put_integer((uint64_t)j + 1, own + 1));
    }
}

static void put_term(writer *out, double magnitude, const unsigned char power[], int variables,
                     const char *const names[]) {
    char number[32];
    const size_t n = lento_coefficient_print(magnitude, number);
    bool empty = true;
    for (int j = 0; j < variables; j++) {
        if (power[j] == 0) {
            continue;
        }
        if (empty && strcmp(number, "1") != 0) {
            put(out, number, n);
            put(out, "*", 1);
        } else if (!empty) {
            put(out, "*", 1);
        }
        put_name(out, names, j);
        if (power[j] > 1) {
            char exponent[24] = "^";
            put(out, exponent, 1 + put_integer(power[j], exponent + 1));
        }
        empty = false;
    }
    if (empty) {
        put(out, number, n);
    }
}

size_t lento_polynomial_print(const lento_polynomial *p, const char *const names[], char *text,
                              size_t size) {
    writer out = {.text = text, .size = size};
    for (int i = 0; i < p->terms; i++) {
        const bool minus = signbit(p->coefficient[i]) != 0;
        if (i > 0) {
            put(&out, minus ? " - " : " + ", 3);
        } else if (minus) {
            put(&out, "-", 1);
        }
        put_term(&out, fabs(p->coefficient[i]), p->power + (size_t)i * (size_t)p->variables,
                 p->variables, names);
    }
    if (p->terms == 0) {
        put(&out, "0", 1);
    }
    if (size > 0) {
        text[out.length < size ? out.length : size - 1] = '\0';
    }
    return out.length;
}
