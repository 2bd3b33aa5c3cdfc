/* SPDX-License-Identifier: MIT
 *
 * text.c - sentences from a failure, on demand: %s and %g in a template, no stdio (so that the WebAssembly
 * build needs no imports), and the nearest name for a typo. */
#include <math.h>
#include <string.h>

#include "system/failure.h"

static int fail(lento_failure *failure, const lento_failure *why) {
    if (failure->status == LENTO_DONE) {
        *failure = *why;
    }
    return -1;
}

int lento_fail(lento_failure *failure, lento_status status, const char *what) {
    return fail(failure, &(lento_failure){.status = status, .what = what});
}

int lento_fail_words(lento_failure *failure, lento_status status, const char *what, const char *a,
                     const char *b) {
    return fail(failure, &(lento_failure){.status = status, .what = what, .word = {a, b}});
}

int lento_fail_number(lento_failure *failure, lento_status status, const char *what, double a,
                      double b) {
    return fail(failure, &(lento_failure){.status = status, .what = what, .number = {a, b}});
}

int lento_fail_first(lento_failure *failure, lento_status status, const lento_rule rules[]) {
    for (const lento_rule *r = rules; r->what; r++) {
        if (r->broken) {
            return fail(failure, &(lento_failure){.status = status,
                                                  .what = r->what,
                                                  .word = {r->word[0], r->word[1]},
                                                  .number = {r->number[0], r->number[1]}});
        }
    }
    return 0;
}

static size_t put(char *out, size_t room, size_t at, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (at + i + 1 < room) {
            out[at + i] = text[i];
        }
    }
    if (room > 0) {
        out[at + length < room ? at + length : room - 1] = '\0';
    }
    return at + length;
}

/* digits of |value| scaled into [1, 10), with its decimal exponent */
static int scaled(double value, double *mantissa) {
    int exponent = value > 0 ? (int)floor(log10(value)) : 0;
    /* the smallest numbers have powers of ten that are none */
    double m =
        exponent < -300 ? value * 1e300 / pow(10, exponent + 300) : value / pow(10, exponent);
    if (m >= 10) {
        m /= 10;
        exponent++;
    } else if (m < 1 && value > 0) {
        m *= 10;
        exponent--;
    }
    *mantissa = m;
    return exponent;
}

size_t lento_text_number(char *out, size_t room, double value, int digits) {
    char text[48];
    size_t n = 0;
    if (!isfinite(value)) {
        const char *word = isnan(value) ? "nan" : (value > 0 ? "inf" : "-inf");
        return put(out, room, 0, word, strlen(word));
    }
    if (signbit(value) && value != 0) {
        text[n++] = '-';
    }
    double m;
    int exponent = scaled(fabs(value), &m);
    /* the leading digits as an integer, rounded */
    double whole = rint(m * pow(10, digits - 1));
    if (whole >= pow(10, digits)) {
        whole /= 10;
        exponent++;
    }
    char digit[24];
    for (int i = digits - 1; i >= 0; i--) {
        digit[i] = (char)('0' + (int)fmod(whole, 10));
        whole = floor(whole / 10);
    }
    int last = digits - 1;
    while (last > 0 && digit[last] == '0') {
        last--;
    }
    const bool plain = exponent >= -4 && exponent < digits;
    const int point = plain ? exponent : 0; /* digits before the point, minus one */
    if (plain && exponent < 0) {
        text[n++] = '0';
        text[n++] = '.';
        for (int i = -1; i > exponent; i--) {
            text[n++] = '0';
        }
    }
    for (int i = 0; i <= last || (plain && i <= point); i++) {
        if (i == point + 1 && point >= 0) {
            text[n++] = '.';
        }
        text[n++] = i <= last ? digit[i] : '0';
    }
    if (!plain) {
        text[n++] = 'e';
        if (exponent < 0) {
            text[n++] = '-';
            exponent = -exponent;
        }
        if (exponent >= 100) {
            text[n++] = (char)('0' + exponent / 100);
        }
        if (exponent >= 10) {
            text[n++] = (char)('0' + exponent / 10 % 10);
        }
        text[n++] = (char)('0' + exponent % 10);
    }
    return put(out, room, 0, text, n);
}

size_t lento_text(char *out, size_t room, const char *what, const char *const word[],
                  const double number[]) {
    size_t at = 0;
    int words = 0, numbers = 0;
    for (const char *c = what; *c; c++) {
        if (c[0] == '%' && c[1] == 's') {
            const char *text = word[words] ? word[words] : "";
            words++;
            at = put(out, room, at, text, strlen(text));
            c++;
        } else if (c[0] == '%' && c[1] == 'g') {
            char text[48];
            const size_t n = lento_text_number(text, sizeof text, number[numbers++], 6);
            at = put(out, room, at, text, n);
            c++;
        } else {
            at = put(out, room, at, c, 1);
        }
    }
    if (room > 0) {
        out[at < room ? at : room - 1] = '\0';
    }
    return at;
}

/* letters to add, leave out, change or swap with the next one */
static size_t distance(const char *a, const char *b) {
    enum { ROOM = 48 };
    size_t rows[3][ROOM];
    const size_t la = strlen(a), lb = strlen(b);
    if (la >= ROOM || lb >= ROOM) {
        return ROOM;
    }
    for (size_t j = 0; j <= lb; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= la; i++) {
        const size_t *const last = rows[(i - 1) % 3], *const older = rows[(i + 1) % 3];
        size_t *const row = rows[i % 3];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t best = (last[j] < row[j - 1] ? last[j] : row[j - 1]) + 1;
            const size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            best = change < best ? change : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                older[j - 2] + 1 < best) {
                best = older[j - 2] + 1;
            }
            row[j] = best;
        }
    }
    return rows[la % 3][lb];
}

const char *lento_nearest(const char *name, const char *const names[], size_t n) {
    const char *best = NULL;
    size_t least = 0;
    bool alike = false; /* the first letter agrees */
    for (size_t i = 0; name && names && i < n; i++) {
        const size_t d = names[i] ? distance(name, names[i]) : 0;
        const bool same = names[i] && names[i][0] == name[0];
        if (names[i] && (!best || d < least || (d == least && same && !alike))) {
            least = d;
            best = names[i];
            alike = same;
        }
    }
    /* a name that shares less than half its letters helps nobody; less than two thirds, if it begins with another one */
    const size_t length = name ? strlen(name) : 0;
    const size_t most = length < 2                                 ? 0
                        : length == 3 && alike && strlen(best) > 3 ? 2
                        : length <= 3                              ? 1
                        : alike                                    ? (length + 1) / 2
                                                                   : (length + 2) / 3;
    return best && least <= most ? best : NULL;
}

int lento_fail_unknown(lento_failure *failure, const char *name,
                       size_t (*list)(lento_entry list[], size_t room), const char *near,
                       const char *far) {
    enum { ROOM = 16 };
    lento_entry entry[ROOM];
    const char *names[ROOM];
    size_t n = list(entry, ROOM);
    n = n < ROOM ? n : ROOM;
    for (size_t i = 0; i < n; i++) {
        names[i] = entry[i].name;
    }
    const char *nearest = lento_nearest(name, names, n);
    return lento_fail_words(failure, LENTO_BAD_OPTION, nearest ? near : far, name, nearest);
}
