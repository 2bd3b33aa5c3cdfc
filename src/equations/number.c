/* SPDX-License-Identifier: MIT
 *
 * number.c - decimal numbers, whatever the locale of the program says. strtod does the rounding: it gets the digits
 * without their point and an exponent that makes up for it, and so sees nothing that depends on a locale. */
#include "equations/equations.h"

#include <ctype.h>
#include <stdlib.h>

enum {
    DIGITS = 800,
    LARGEST = 100000
}; /* more digits than a double can depend on; exponents beyond are 0 or infinite */

/* Up to a sign and digits; `text` where there are none. */
static const char *exponent(const char *text, long *value) {
    const char *c = text + 1 + (text[1] == '+' || text[1] == '-');
    long size = 0;
    if (!isdigit((unsigned char)*c)) {
        return text;
    }
    for (; isdigit((unsigned char)*c); c++) {
        size = size < LARGEST ? 10 * size + (*c - '0') : size;
    }
    *value += text[1] == '-' ? -size : size;
    return c;
}

/* "e-123" */
static void put_exponent(char *text, long power) {
    long size = power < 0 ? -power : power, ten = 1;
    *text++ = 'e';
    *text++ = power < 0 ? '-' : '+';
    while (size / ten >= 10) {
        ten *= 10;
    }
    for (; ten > 0; ten /= 10) {
        *text++ = (char)('0' + size / ten % 10);
    }
    *text = '\0';
}

double lento_eq_decimal(const char *text, const char **end) {
    char plain[DIGITS + 32];
    size_t n = 0;
    long power = 0;
    bool any = false, point = false;
    const char *c = text;
    while (isspace((unsigned char)*c)) {
        c++;
    }
    if (*c == '-') {
        plain[n++] = '-';
    }
    c += *c == '-' || *c == '+';
    for (; isdigit((unsigned char)*c) || (*c == '.' && !point); c++) {
        if (*c == '.') {
            point = true;
            continue;
        }
        any = true;
        if (n < DIGITS) {
            plain[n++] = *c;
            power -= point && power > -LARGEST;
        } else {
            plain[DIGITS - 1] =
                *c == '0' ? plain[DIGITS - 1] : '1'; /* what follows is not nothing */
            power += !point && power < LARGEST;
        }
    }
    if (any && (*c == 'e' || *c == 'E')) {
        c = exponent(c, &power);
    }
    *end = any ? c : text;
    put_exponent(plain + n, power);
    return any ? strtod(plain, NULL) : 0;
}
