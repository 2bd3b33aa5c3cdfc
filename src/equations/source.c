/* SPDX-License-Identifier: MIT
 *
 * source.c - text -> lines: comments are cut, lines that end in \ are joined, arrays are written out:
 *
 *     x[1..3]' = -x[j-1]        x1' = -x0, x2' = -x1, x3' = -x2
 *     %[1..3] ... %             the lines between, for j = 1, 2, 3
 */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

enum { MAX_COPIES = 16 * EQ_MAX_TEXT, MAX_INDEX = 100000 };

/* [begin, end) of the text is one line; stop: where the next one begins */
typedef struct span {
    size_t begin, end, stop;
} span;

/* LF, CR LF, or CR alone, as old files have it */
bool lento_eq_line_ends(const eq_file *file, size_t i) {
    const char c = file->text[i];
    return c == '\n' || (c == '\r' && !(i + 1 < file->length && file->text[i + 1] == '\n'));
}

/* after a backslash: the beginning of the next line, or 0 if something else follows */
static size_t continued(const eq_file *file, size_t i) {
    while (i < file->length && !lento_eq_line_ends(file, i) &&
           isspace((unsigned char)file->text[i])) {
        i++;
    }
    return i < file->length && lento_eq_line_ends(file, i) ? i + 1 : 0;
}

static span line_at(const eq_file *file, size_t begin) {
    const char *text = file->text;
    size_t i = begin;
    while (i < file->length && !lento_eq_line_ends(file, i) && text[i] != '#') {
        const size_t next = text[i] == '\\' ? continued(file, i + 1) : 0;
        i = next > 0 ? next : i + 1;
    }
    span s = {begin, i, i};
    while (s.stop < file->length && !lento_eq_line_ends(file, s.stop)) {
        s.stop++;
    }
    s.stop += s.stop < file->length ? 1 : 0;
    while (s.begin < s.end && isspace((unsigned char)text[s.begin])) {
        s.begin++;
    }
    while (s.end > s.begin && isspace((unsigned char)text[s.end - 1])) {
        s.end--;
    }
    return s;
}

static int push(eq_file *file, const char *text, size_t length, size_t origin, bool copy) {
    return EQ_ADD(file, file->lines, (eq_line){text, length, origin, copy});
}

/* ---- arrays ---- */

static bool whole(const char *text, size_t length, size_t *at, long *value) {
    size_t i = *at;
    long v = 0;
    while (i < length && isdigit((unsigned char)text[i])) {
        v = v < MAX_INDEX * 10L ? 10 * v + (text[i] - '0') : v;
        i++;
    }
    const bool found = i > *at;
    *at = i;
    *value = v;
    return found;
}

/* [1..20] at a place: its length, 0 if it is none */
static size_t bounds(const char *text, size_t length, size_t at, long *from, long *to) {
    size_t i = at + 1;
    if (text[at] != '[' || !whole(text, length, &i, from) || i + 2 >= length || text[i] != '.' ||
        text[i + 1] != '.') {
        return 0;
    }
    i += 2;
    return whole(text, length, &i, to) && i < length && text[i] == ']' ? i + 1 - at : 0;
}

/* [j], [j+1], [j-1], [j*2], [7]: its length and value */
static size_t index_at(const char *text, size_t length, size_t at, long j, long *value) {
    size_t i = at + 1;
    long by = 0;
    if (text[at] == '[' && whole(text, length, &i, value)) {
        return i < length && text[i] == ']' ? i + 1 - at : 0;
    }
    if (text[at] != '[' || i >= length || tolower((unsigned char)text[i]) != 'j') {
        return 0;
    }
    i++;
    const char sign = i < length ? text[i] : ' ';
    if (sign == ']') {
        *value = j;
        return i + 1 - at;
    }
    i++;
    if (!strchr("+-*", sign) || !whole(text, length, &i, &by) || i >= length || text[i] != ']') {
        return 0;
    }
    *value = sign == '+' ? j + by : sign == '-' ? j - by : j * by;
    return i + 1 - at;
}

static size_t put_whole(char *out, long value) {
    char digits[24];
    size_t n = 0, k = 0;
    unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0) {
        out[k++] = '-';
    }
    while (n > 0) {
        out[k++] = digits[--n];
    }
    return k;
}

/* one member; the result lives in the file */
static int copy_line(eq_file *file, const char *text, size_t length, size_t origin, long j,
                     size_t *copied) {
    char *out = lento_eq_take(file, 8 * length + 32);
    size_t n = 0;
    if (!out) {
        return lento_eq_no_memory(file);
    }
    for (size_t i = 0; i < length;) {
        long value = 0, from, to;
        size_t used = index_at(text, length, i, j, &value);
        if (used == 0 && (used = bounds(text, length, i, &from, &to)) > 0) {
            value = j;
        }
        if (used > 0) {
            n += put_whole(out + n, value);
            i += used;
        } else {
            out[n++] = text[i++];
        }
    }
    *copied += 8 * length + 32;
    if (*copied > MAX_COPIES) {
        return lento_eq_error(file, origin, "the arrays are larger than 16 MB when written out",
                              NULL, NULL);
    }
    return push(file, out, n, origin, true);
}

static int check_bounds(eq_file *file, size_t at, long from, long to) {
    return to < from || to - from >= MAX_INDEX
               ? lento_eq_error(file, at, "an array goes upwards and has at most 100000 members",
                                NULL, NULL)
               : 0;
}

/* a line, written out if it is an array */
static int array(eq_file *file, const char *text, size_t length, size_t origin, size_t *copied) {
    long from, to;
    bool member = false;
    for (size_t i = 0; i < length; i++) {
        const size_t used = bounds(text, length, i, &from, &to);
        if (used > 0) {
            if (i + used < length && text[i + used] == '[') {
                return lento_eq_error(file, origin + i + used,
                                      "an array has one index; write a line for each value of the "
                                      "other: x1[1..3], x2[1..3]",
                                      NULL, NULL);
            }
            if (check_bounds(file, origin, from, to)) {
                return -1;
            }
            for (long j = from; j <= to; j++) {
                if (copy_line(file, text, length, origin, j, copied)) {
                    return -1;
                }
            }
            return 0;
        }
        member = member || index_at(text, length, i, 0, &from) > 0;
    }
    return member ? copy_line(file, text, length, origin, 0, copied)
                  : push(file, text, length, origin, false);
}

/* the lines between %[1..3] and %, for each index; *at moves behind them */
static int block(eq_file *file, const span *head, size_t *at, size_t *copied) {
    const char *text = file->text;
    long from, to;
    const size_t first = head->begin + 1;
    if (first >= head->end || bounds(text, head->end, first, &from, &to) == 0) {
        return lento_eq_error(
            file, head->begin,
            "a comment starts with #, and a block with %[from..to]; it ends with %", NULL, NULL);
    }
    if (check_bounds(file, head->begin, from, to)) {
        return -1;
    }
    const size_t begin = *at;
    bool closed = false;
    for (long j = from; j <= to; j++) {
        closed = false;
        for (*at = begin; *at < file->length && !closed;) {
            const span s = line_at(file, *at);
            *at = s.stop;
            closed = s.begin < s.end && text[s.begin] == '%';
            if (s.begin < s.end && !closed &&
                copy_line(file, text + s.begin, s.end - s.begin, s.begin, j, copied)) {
                return -1;
            }
        }
    }
    return closed ? 0 : lento_eq_error(file, head->begin, "this block has no end (%)", NULL, NULL);
}

static void keep_title(eq_file *file, const span *s) {
    size_t from = s->end;
    while (from < s->stop &&
           (file->text[from] == '#' || isspace((unsigned char)file->text[from]))) {
        from++;
    }
    size_t to = s->stop;
    while (to > from && isspace((unsigned char)file->text[to - 1])) {
        to--;
    }
    if (!file->title && to > from) {
        file->title = lento_eq_copy(file, file->text + from, to - from);
    }
}

int lento_eq_lines(eq_file *file) {
    size_t copied = 0;
    const bool marked = file->length >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0;
    for (size_t at = marked ? 3 : 0; at < file->length;) { /* after a byte order mark */
        const span s = line_at(file, at);
        const char first = s.begin < s.end ? file->text[s.begin] : '\0';
        at = s.stop;
        if (file->lines.count == 0 && s.begin >= s.end) {
            keep_title(file, &s);
        }
        if (first == '\0' || first == '"') {
            continue;
        }
        const int code = first == '%'
                             ? block(file, &s, &at, &copied)
                             : array(file, file->text + s.begin, s.end - s.begin, s.begin, &copied);
        if (code) {
            return code;
        }
    }
    return 0;
}
