/* SPDX-License-Identifier: MIT
 *
 * units.c - units: SI with prefixes, deg, rpm, Hz; products, quotients and whole powers: "m/s^2", "kg m^2 s^-1".
 * Capital and small letters differ. */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct unit {
    const char *name;
    double factor;
    signed char power[EQ_DIMENSIONS]; /* m kg s A K mol cd */
    bool prefixed;
} unit;

static const unit UNITS[] = {
    {"m", 1, {1}, true},
    {"g", 1e-3, {0, 1}, true},
    {"s", 1, {0, 0, 1}, true},
    {"A", 1, {0, 0, 0, 1}, true},
    {"K", 1, {0, 0, 0, 0, 1}, true},
    {"mol", 1, {0, 0, 0, 0, 0, 1}, true},
    {"cd", 1, {0, 0, 0, 0, 0, 0, 1}, true},
    {"rad", 1, {0}, true},
    {"deg", PI / 180, {0}, false},
    {"rpm", PI / 30, {0, 0, -1}, false},
    {"Hz", 1, {0, 0, -1}, true},
    {"N", 1, {1, 1, -2}, true},
    {"J", 1, {2, 1, -2}, true},
    {"W", 1, {2, 1, -3}, true},
    {"Pa", 1, {-1, 1, -2}, true},
    {"C", 1, {0, 0, 1, 1}, true},
    {"V", 1, {2, 1, -3, -1}, true},
    {"F", 1, {-2, -1, 4, 2}, true},
    {"H", 1, {2, 1, -2, -2}, true},
    {"Ohm", 1, {2, 1, -3, -2}, true},
    {"S", 1, {-2, -1, 3, 2}, true},
    {"T", 1, {0, 1, -2, -1}, true},
    {"Wb", 1, {2, 1, -2, -1}, true},
    {"eV", 1.602176634e-19, {2, 1, -2}, true},
    {"min", 60, {0, 0, 1}, false},
    {"h", 3600, {0, 0, 1}, false},
    {"day", 86400, {0, 0, 1}, false},
};

static const struct {
    const char *name;
    double factor;
} PREFIXES[] = {{"", 1},     {"da", 1e1}, {"h", 1e2},   {"k", 1e3},  {"M", 1e6},
                {"G", 1e9},  {"T", 1e12}, {"d", 1e-1},  {"c", 1e-2}, {"m", 1e-3},
                {"u", 1e-6}, {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}};

/* the unit itself before a prefix: "min" is a minute, "cd" a candela */
static const unit *find(const char *name, size_t length, double *factor) {
    for (size_t k = 0; k < sizeof PREFIXES / sizeof *PREFIXES; k++) {
        const size_t n = strlen(PREFIXES[k].name);
        if (length <= n || strncmp(name, PREFIXES[k].name, n) != 0) {
            continue;
        }
        for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
            if (strlen(UNITS[i].name) == length - n && (n == 0 || UNITS[i].prefixed) &&
                strncmp(UNITS[i].name, name + n, length - n) == 0) {
                *factor = PREFIXES[k].factor * UNITS[i].factor;
                return &UNITS[i];
            }
        }
    }
    return NULL;
}

/* ^2, ^-1 after a unit */
static int exponent(const char *text, size_t length, size_t *at) {
    size_t i = *at;
    int sign = 1, value = 0;
    if (i >= length || text[i] != '^') {
        return 1;
    }
    i++;
    if (i < length && (text[i] == '-' || text[i] == '+')) {
        sign = text[i++] == '-' ? -1 : 1;
    }
    for (; i < length && isdigit((unsigned char)text[i]) && value < 100; i++) {
        value = 10 * value + (text[i] - '0');
    }
    *at = i;
    return sign * value;
}

const char *lento_eq_unit(const char *text, size_t length, eq_unit *out) {
    eq_unit u = {.given = true, .factor = 1};
    int side = 1;
    bool any = false;
    for (size_t i = 0; i < length;) {
        const char c = text[i];
        if (isalpha((unsigned char)c)) {
            size_t n = i;
            double factor = 1;
            while (n < length && isalpha((unsigned char)text[n])) {
                n++;
            }
            const unit *base = find(text + i, n - i, &factor);
            if (!base) {
                return "is not a unit";
            }
            const int e = side * exponent(text, length, &n);
            u.factor *= pow(factor, e);
            for (int k = 0; k < EQ_DIMENSIONS; k++) {
                u.power[k] += e * base->power[k];
            }
            i = n;
            side = 1;
            any = true;
        } else if (c == '/') {
            side = -1;
            i++;
        } else if (c == '*' || c == '1' || isspace((unsigned char)c)) {
            i++;
        } else {
            return "is not a unit";
        }
    }
    *out = u;
    return any || length > 0 ? NULL : "is not a unit";
}

lento_status lento_unit_factor(const char *from, const char *to, double *factor) {
    eq_unit a, b;
    if (!from || !to || lento_eq_unit(from, strlen(from), &a) ||
        lento_eq_unit(to, strlen(to), &b)) {
        return LENTO_BAD_SYSTEM;
    }
    for (int k = 0; k < EQ_DIMENSIONS; k++) {
        if (a.power[k] != b.power[k]) {
            return LENTO_BAD_OPTION;
        }
    }
    /* a frequency given for an angular velocity */
    const bool turns = strstr(from, "Hz") && strstr(to, "rad") != NULL;
    *factor = a.factor / b.factor * (turns ? 2 * PI : 1);
    return LENTO_DONE;
}
