/* SPDX-License-Identifier: MIT
 *
 * token.c - the words of a line: numbers, names, signs. A comment starts with #; a backslash at the end of a line is
 * a space. */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

static int look(const eq_reader *r, size_t ahead) {
    const size_t i = r->next + ahead;
    return i < r->line->length ? (unsigned char)r->line->text[i] : 0;
}

static size_t place(const eq_reader *r, size_t i) {
    return r->line->origin + (r->line->copy ? 0 : i);
}

/* over spaces and continued line ends */
static size_t skip(const eq_reader *r, size_t i) {
    const char *text = r->line->text;
    while (i < r->line->length && (isspace((unsigned char)text[i]) || text[i] == '\\')) {
        i++;
    }
    return i;
}

static bool name_character(int c) {
    return isalnum(c) || c == '_' || c == '.';
}

static int read_number(eq_reader *r) {
    char text[64];
    size_t n = 0;
    bool point = false;
    while (n + 1 < sizeof text) {
        const int c = look(r, n);
        const bool exponent =
            (c == 'e' || c == 'E') && n > 0 &&
            (isdigit(look(r, n + 1)) ||
             ((look(r, n + 1) == '+' || look(r, n + 1) == '-') && isdigit(look(r, n + 2))));
        if (exponent) {
            text[n] = 'e';
            n++;
            text[n] = (char)look(r, n);
            n++;
            while (isdigit(look(r, n)) && n + 1 < sizeof text) {
                text[n] = (char)look(r, n);
                n++;
            }
            break;
        }
        if (!isdigit(c) && (c != '.' || point)) {
            break;
        }
        point = point || c == '.';
        text[n++] = (char)c;
    }
    text[n] = '\0';
    if (n + 1 >= sizeof text || strcmp(text, ".") == 0) {
        return lento_eq_error(r->file, r->token.at, "this is not a number", NULL, NULL);
    }
    r->token.kind = EQ_NUMBER_TOKEN;
    const char *end;
    r->token.value = lento_eq_decimal(text, &end);
    r->token.length = n;
    r->next += n;
    return isfinite(r->token.value)
               ? 0
               : lento_eq_error(r->file, r->token.at, "this number is too large", NULL, NULL);
}

static const struct {
    char text[3];
    int sign;
} PAIRS[] = {{"**", '^'}, {"<=", 'L'}, {">=", 'G'}, {"==", 'E'},
             {"!=", 'N'}, {"&&", '&'}, {"||", '|'}};

static void read_sign(eq_reader *r, int c) {
    r->token.kind = EQ_SIGN_TOKEN;
    r->token.sign = c;
    r->token.length = 1;
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        if (c == PAIRS[i].text[0] && look(r, 1) == PAIRS[i].text[1]) {
            r->token.sign = PAIRS[i].sign;
            r->token.length = 2;
        }
    }
    r->next += r->token.length;
}

int lento_eq_next(eq_reader *r) {
    r->next = skip(r, r->next);
    const int c = look(r, 0);
    r->token = (eq_token){.kind = EQ_END, .text = r->line->text + r->next, .at = place(r, r->next)};
    if (c == 0 && r->next >= r->line->length) {
        return 0;
    }
    if (isdigit(c) || (c == '.' && isdigit(look(r, 1)))) {
        return read_number(r);
    }
    if (isalpha(c) || c == '_') {
        size_t n = 1;
        while (name_character(look(r, n))) {
            n++;
        }
        r->token.kind = EQ_NAME_TOKEN;
        r->token.length = n;
        r->next += n;
        return 0;
    }
    const bool folder = c == '.' && (look(r, 1) == '.' || look(r, 1) == '/'); /* of a file */
    if (c == 0 || (!folder && !strchr("+-*/^()'=,:;<>!&|{}[]@\"$%~?", c))) {
        return lento_eq_wrong_character(r);
    }
    read_sign(r, c);
    return 0;
}

int lento_eq_start(eq_reader *r, eq_file *file, const eq_line *line) {
    *r = (eq_reader){.file = file, .line = line};
    return lento_eq_next(r);
}

bool lento_eq_is(const eq_reader *r, const char *word) {
    if (r->token.kind != EQ_NAME_TOKEN || strlen(word) != r->token.length) {
        return false;
    }
    for (size_t i = 0; i < r->token.length; i++) {
        if (tolower((unsigned char)r->token.text[i]) != word[i]) {
            return false;
        }
    }
    return true;
}

bool lento_eq_accept(eq_reader *r, int sign) {
    if (r->token.kind != EQ_SIGN_TOKEN || r->token.sign != sign) {
        return false;
    }
    return lento_eq_next(r) == 0;
}

int lento_eq_expect(eq_reader *r, int sign, const char *what) {
    if (lento_eq_accept(r, sign)) {
        return 0;
    }
    return sign == ')' && r->token.kind != EQ_END && !r->file->failed
               ? lento_eq_unexpected(r)
               : lento_eq_error(r->file, r->token.at, "%s is expected here", what, NULL);
}

int lento_eq_after(const eq_reader *r) {
    return r->next < r->line->length ? (unsigned char)r->line->text[r->next] : ' ';
}

int lento_eq_peek(const eq_reader *r, bool *spaced) {
    const size_t i = skip(r, r->next);
    if (spaced) {
        *spaced = i > r->next;
    }
    return i < r->line->length ? (unsigned char)r->line->text[i] : 0;
}
