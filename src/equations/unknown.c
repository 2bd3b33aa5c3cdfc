/* SPDX-License-Identifier: MIT
 *
 * unknown.c - names that nobody has defined: what they are called here, or the nearest one. */
#include "equations/hint.h"

#include <ctype.h>
#include <string.h>

#define RANDOM "random numbers are not part of Lento: noise is refused"

static const hint FUNCTIONS[] = {
    {"pow|power", "powers are written x^y"},
    {"sgn|signum", "the sign is written sign(x)"},
    {"tg", "the tangent is written tan(x)"},
    {"ctg|cot", "write 1/tan(x)"},
    {"sec", "write 1/cos(x)"},
    {"csc", "write 1/sin(x)"},
    {"log2", "write log(x)/log(2)"},
    {"fabs", "the absolute value is written abs(x)"},
    {"floor", "rounding down is written flr(x)"},
    {"heaviside|step", "the step is written heav(x)"},
    {"cbrt", "write x^(1/3)"},
    {"sqr", "write x^2 for a square, sqrt(x) for a root"},
    {"square", "write x^2"},
    {"exp2", "write 2^x"},
    {"diff|der", "derivatives are written x'"},
    {"piecewise|ifelse|where", CHOICE},
    {"interp1|interp", "a table of values is written table f file.tab, and read f(t)"},
    {"dirac|delta", "an impulse is an event: global 1 {t-1} {v=v+1}"},
    {"rand|randn|random", RANDOM}};

static const hint NAMES[] = {{"e", "the number e is written exp(1), and e^x is exp(x)"},
                             {"true", "true is written 1"},
                             {"false", "false is written 0"},
                             {"noise", "noise is not part of Lento"},
                             {"rand|randn", RANDOM},
                             {"time", "the time is written t"},
                             {"mean", "a mean is written mean(x), and only in outputs"}};

/* x of dx, xdot, x_dot, dxdt and dx_dt, if the file has such a name */
static bool meant_as_derivative(eq_file *file, const char *name) {
    static const char *const forms[][2] = {{"d", ""},   {"", "dot"},  {"", "_dot"},
                                           {"d", "dt"}, {"d", "_dt"}, {"", "p"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char word[80] = "";
        lento_eq_append(word, sizeof word, forms[i][0]);
        lento_eq_append(word, sizeof word, name);
        lento_eq_append(word, sizeof word, forms[i][1]);
        const int symbol = lento_eq_symbol(file, word, strlen(word), 0);
        if (symbol >= 0 && file->symbols.item[symbol].role == EQ_QUANTITY) {
            return true;
        }
    }
    return false;
}

static bool has_members(eq_file *file, const char *name) {
    char word[80] = "";
    lento_eq_append(word, sizeof word, name);
    lento_eq_append(word, sizeof word, "1");
    const int symbol = lento_eq_symbol(file, word, strlen(word), 0);
    return symbol >= 0 && file->symbols.item[symbol].role != EQ_UNKNOWN;
}

/* a sentence with the name in it, or NULL */
static const char *habit(eq_file *file, const char *name, bool function) {
    const size_t n = strlen(name);
    const char *say = function ? FIND(FUNCTIONS, name, n) : FIND(NAMES, name, n);
    if (say || function) {
        return say;
    }
    return meant_as_derivative(file, name) ? "'%s' has no equation: write %s' = ..."
           : file->constraints.count > 0 && lento_eq_like(file, name, EQ_UNKNOWN) == NULL
               ? "'%s' has no equation: 0 = ... constrains x'' = ... and defines no name"
           : has_members(file, name) ? "'%s' is an array; a member of it is %s[j]"
           : lento_eq_function(name) ? "%s needs its argument in ( ): %s(x)"
                                     : NULL;
}

#define IS_PI(word)                                                                                \
    (tolower((unsigned char)(word)[0]) == 'p' && tolower((unsigned char)(word)[1]) == 'i' &&       \
     !(word)[2])

/* sin of np.sin, pi of Math.PI, cos(x) of cosx */
static void similar(eq_file *file, const char *name, bool function, char out[], size_t room) {
    const char *point = strrchr(name, '.');
    const char *near = lento_eq_like(file, name, function ? EQ_FUNCTION : EQ_UNKNOWN);
    char call[40] = "";
    if (point && (function ? lento_eq_function(point + 1) : IS_PI(point + 1))) {
        near = function ? point + 1 : "pi";
    } else if (point && point[1] == '\0') {
        lento_eq_append(out, room, "; operations are written without a point");
        return;
    }
    for (int op = 0; op < EQ_OPERATIONS && !near && !function; op++) {
        const char *known = lento_eq_operations[op].name;
        const size_t n = known ? strlen(known) : 0;
        if (n > 2 && strncmp(name, known, n) == 0 && strlen(name) < n + 4) {
            lento_eq_append(call, sizeof call, known);
            lento_eq_append(call, sizeof call, "(");
            lento_eq_append(call, sizeof call, name + n);
            lento_eq_append(call, sizeof call, ")");
            near = call;
        }
    }
    if (near) {
        lento_eq_append(out, room, " (did you mean '");
        lento_eq_append(out, room, near);
        lento_eq_append(out, room, "'?)");
    }
}

/* where x[1] stands in the line at `at`, if the name is the x1 that it became and x has no members */
static size_t as_member(eq_file *file, const char *name, size_t at, char stem[], size_t room) {
    size_t n = strlen(name), i = at;
    while (n > 0 && isdigit((unsigned char)name[n - 1])) {
        n--;
    }
    if (n == 0 || n >= room || name[n] == '\0') {
        return file->length;
    }
    memcpy(stem, name, n);
    stem[n] = '\0';
    const int symbol = lento_eq_symbol(file, stem, n, 0);
    const bool known = symbol >= 0 && file->symbols.item[symbol].role != EQ_UNKNOWN;
    for (; known && i + n < file->length && file->text[i] != '\n'; i++) {
        size_t k = 0;
        while (k < n && tolower((unsigned char)file->text[i + k]) == stem[k]) {
            k++;
        }
        if (k == n && file->text[i + n] == '[') {
            return i;
        }
    }
    return file->length;
}

int lento_eq_unknown(eq_file *file, size_t at, const char *name, bool function) {
    char more[80] = "", stem[40] = "";
    const size_t member = function ? file->length : as_member(file, name, at, stem, sizeof stem);
    if (member < file->length) {
        return lento_eq_error(file, member, "'%s' is not an array, and there is no %s", stem, name);
    }
    const char *say = habit(file, name, function);
    if (!say) {
        similar(file, name, function, more, sizeof more);
    }
    file->unknown = !say && more[0] == '\0' && !function;
    if (file->unknown && file->name) { /* in a file it can be defined */
        say = "unknown name '%s': give it a value (par %s=1) or an equation";
    }
    return say ? lento_eq_error(file, at, say, name, name)
               : lento_eq_error(file, at,
                                function ? "unknown function '%s'%s" : "unknown name '%s'%s", name,
                                more);
}
