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
    unsigned is;
} unit;

enum { PREFIXED = 1, ANGLE = 2, TURN = 4 };

static const unit UNITS[] = {
    {"m", 1, {1}, PREFIXED},
    {"g", 1e-3, {0, 1}, PREFIXED},
    {"s", 1, {0, 0, 1}, PREFIXED},
    {"A", 1, {0, 0, 0, 1}, PREFIXED},
    {"K", 1, {0, 0, 0, 0, 1}, PREFIXED},
    {"mol", 1, {0, 0, 0, 0, 0, 1}, PREFIXED},
    {"cd", 1, {0, 0, 0, 0, 0, 0, 1}, PREFIXED},
    {"rad", 1, {0}, PREFIXED | ANGLE},
    {"deg", PI / 180, {0}, ANGLE},
    {"rpm", PI / 30, {0, 0, -1}, ANGLE},
    {"Hz", 1, {0, 0, -1}, PREFIXED | TURN},
    {"N", 1, {1, 1, -2}, PREFIXED},
    {"J", 1, {2, 1, -2}, PREFIXED},
    {"W", 1, {2, 1, -3}, PREFIXED},
    {"Pa", 1, {-1, 1, -2}, PREFIXED},
    {"C", 1, {0, 0, 1, 1}, PREFIXED},
    {"V", 1, {2, 1, -3, -1}, PREFIXED},
    {"F", 1, {-2, -1, 4, 2}, PREFIXED},
    {"H", 1, {2, 1, -2, -2}, PREFIXED},
    {"Ohm", 1, {2, 1, -3, -2}, PREFIXED},
    {"S", 1, {-2, -1, 3, 2}, PREFIXED},
    {"T", 1, {0, 1, -2, -1}, PREFIXED},
    {"Wb", 1, {2, 1, -2, -1}, PREFIXED},
    {"eV", 1.602176634e-19, {2, 1, -2}, PREFIXED},
    {"min", 60, {0, 0, 1}, 0},
    {"h", 3600, {0, 0, 1}, 0},
    {"day", 86400, {0, 0, 1}, 0},
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
            if (strlen(UNITS[i].name) == length - n && (n == 0 || (UNITS[i].is & PREFIXED)) &&
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
                return "is not a unit; units are symbols such as m, kg, s, rad/s, Hz";
            }
            const int e = side * exponent(text, length, &n);
            u.factor *= e == 1 ? factor : pow(factor, e);
            u.turns += base->is & TURN ? e : 0;
            u.angles += base->is & ANGLE ? e : 0;
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
            return isdigit((unsigned char)c) ? "is not a unit; powers are written m/s^2"
                                             : "is not a unit";
        }
    }
    *out = u;
    return any || length > 0 ? NULL : "is not a unit";
}

bool lento_eq_same_dimension(const eq_unit *a, const eq_unit *b) {
    for (int k = 0; k < EQ_DIMENSIONS; k++) {
        if (a->power[k] != b->power[k]) {
            return false;
        }
    }
    return true;
}

/* a frequency given for an angular velocity, or the reverse */
double lento_eq_turns(const eq_unit *from, const eq_unit *to) {
    return from->turns > 0 && to->angles > 0   ? pow(2 * PI, from->turns)
           : from->angles > 0 && to->turns > 0 ? pow(2 * PI, -to->turns)
                                               : 1;
}

lento_status lento_unit_factor(const char *from, const char *to, double *factor) {
    eq_unit a, b;
    if (!from || !to || lento_eq_unit(from, strlen(from), &a) ||
        lento_eq_unit(to, strlen(to), &b)) {
        return LENTO_BAD_SYSTEM;
    }
    if (!lento_eq_same_dimension(&a, &b)) {
        return LENTO_BAD_OPTION;
    }
    *factor = a.factor / b.factor * lento_eq_turns(&a, &b);
    return LENTO_DONE;
}
