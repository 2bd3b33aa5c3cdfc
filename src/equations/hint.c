/* SPDX-License-Identifier: MIT
 *
 * hint.c - habits of other languages: what is written there, and what to write here. Every sentence ends an attempt to
 * read, so nothing here changes the meaning of a text. */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

typedef struct hint {
    const char *word, *say;
} hint;

static const char *find(const hint list[], size_t n, const char *text, size_t length) {
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < length && (unsigned char)list[i].word[k] == tolower((unsigned char)text[k])) {
            k++;
        }
        if (k == length && list[i].word[k] == '\0') {
            return list[i].say;
        }
    }
    return NULL;
}
#define FIND(list, text, length) find(list, sizeof(list) / sizeof *(list), text, length)

/* ---- characters ---- */

static const hint CHARACTERS[] = {
    {"\xe2\x88\x92", "this is not the minus sign of a keyboard: write -"},
    {"\xe2\x80\x93", "this is a dash: write -"},
    {"\xe2\x80\x94", "this is a dash: write -"},
    {"\xc2\xb7", "products are written with *"},
    {"\xe2\x8b\x85", "products are written with *"},
    {"\xc3\x97", "products are written with *"},
    {"\xc3\xb7", "quotients are written with /"},
    {"\xc2\xb2", "powers are written with ^: ^2"},
    {"\xc2\xb3", "powers are written with ^: ^3"},
    {"\xc2\xbd", "write 0.5"},
    {"\xe2\x80\x99", "this is not the ' of a keyboard"},
    {"\xe2\x80\x98", "this is not the ' of a keyboard"},
    {"\xe2\x80\xb2", "this is not the ' of a keyboard"},
    {"\xe2\x80\xb3", "write '' (two strokes)"},
    {"\xe2\x88\x9a", "roots are written sqrt(x)"},
    {"\xcf\x80", "write pi"},
    {"\xc2\xb0", "an angle in degrees has the unit deg"},
    {"\xc2\xb5", "the prefix of a millionth is u: um, us"},
    {"\xe2\x89\xa4", "write <="},
    {"\xe2\x89\xa5", "write >="},
    {"\xe2\x89\xa0", "write !="},
    {"\xc2\xa0", "this is a no-break space: write a plain one"}};

int lento_eq_wrong_character(eq_reader *r) {
    const char *text = r->token.text;
    const size_t left = r->line->length - (size_t)(text - r->line->text);
    const unsigned char first = left > 0 ? (unsigned char)text[0] : 0;
    const size_t n = first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    const char *say = n <= left ? FIND(CHARACTERS, text, n) : NULL;
    const bool letter = first == 0xce || first == 0xcf; /* Greek */
    return lento_eq_error(r->file, r->token.at,
                          say      ? say
                          : letter ? "names have plain letters: write omega, theta, ..."
                                   : "this character means nothing here",
                          NULL, NULL);
}

/* ---- where an expression should end ---- */

#define CHOICE  "a choice is written if(c)then(a)else(b)"
#define COMMENT "a comment starts with #"

static const hint SIGNS[] = {{";", "a line has one statement and ends without ;"},
                             {")", "there is no ( for this )"},
                             {"=", "there is one = in a line"},
                             {"e", "there is one = in a line; a comparison stands in parentheses"},
                             {"?", CHOICE},
                             {":", CHOICE},
                             {"!", "this sign has no place here"},
                             {"%", "the remainder of a division is written mod(a,b)"},
                             {"[", "arguments stand in ( ), and arrays are written x[1..3]"},
                             {"]", "arguments stand in ( ), and arrays are written x[1..3]"},
                             {"'", "a stroke ' belongs to the name of a variable"}};

static const hint WORDS[] = {{"if", CHOICE},
                             {"then", CHOICE},
                             {"else", CHOICE},
                             {"and", "and is written &"},
                             {"or", "or is written |"},
                             {"for", "a line has one equation or statement"},
                             {"mod", "the remainder of a division is written mod(a,b)"}};

int lento_eq_unexpected(eq_reader *r) {
    const eq_token *t = &r->token;
    const char sign = (char)tolower(t->sign);
    const char before = t->text > r->line->text ? t->text[-1] : ' ';
    const bool digits = isdigit((unsigned char)before) && isdigit(lento_eq_after(r));
    const char *say = t->kind == EQ_NAME_TOKEN ? FIND(WORDS, t->text, t->length) : NULL;
    char name[40] = "";
    if (t->kind == EQ_SIGN_TOKEN && t->sign != '(') {
        say = sign == ',' ? (digits ? "numbers are written with a point and without commas"
                                    : "a comma has no place here")
                          : FIND(SIGNS, &sign, 1);
        return lento_eq_error(r->file, t->at, say ? say : "this sign has no place here", NULL,
                              NULL);
    }
    for (size_t i = 0; i < r->bare.length && i + 1 < sizeof name; i++) {
        name[i] = r->bare.text[i];
    }
    if (!say && r->bare.length > 0) {
        return lento_eq_error(r->file, r->bare.at, "%s needs its argument in ( ): %s(x)", name,
                              name);
    }
    eq_unit unit;
    const char *back = t->text;
    while (back > r->line->text && isspace((unsigned char)back[-1])) {
        back--;
    }
    const char last = back > r->line->text ? back[-1] : ' ';
    if (!say && t->kind == EQ_NAME_TOKEN && lento_eq_unit(t->text, t->length, &unit) == NULL &&
        isdigit((unsigned char)last)) {
        say = "numbers in expressions have no units, parameters have: par a=1 m; a product is "
              "written with *";
    }
    if (!say && t->kind == EQ_NUMBER_TOKEN && before != ' ' && t->text[0] == '.') {
        say = "this is not a number: it has two points";
    }
    return lento_eq_error(r->file, t->at,
                          say ? say : "an operator is missing here; products are written with *",
                          NULL, NULL);
}

static const hint STARTS[] = {{"|", "an absolute value is written abs(x)"},
                              {"/", COMMENT},
                              {"*", COMMENT},
                              {"[", "arguments stand in ( ), and arrays are written x[1..3]"},
                              {"'", "there is no text in expressions: write the name alone"},
                              {"\"", "there is no text in expressions: write the name alone"}};

int lento_eq_no_operand(eq_reader *r) {
    const char sign = (char)r->token.sign;
    const char before = r->token.text > r->line->text ? r->token.text[-1] : ' ';
    const bool product = sign == '*' && before != '/';
    const char *say = r->token.kind == EQ_SIGN_TOKEN && !product ? FIND(STARTS, &sign, 1) : NULL;
    return lento_eq_error(r->file, r->token.at,
                          say ? say : "a number, a name or ( is expected here", NULL, NULL);
}

/* ---- names that nobody has defined ---- */

static const hint FUNCTIONS[] = {
    {"pow", "powers are written x^y"},
    {"power", "powers are written x^y"},
    {"sgn", "the sign is written sign(x)"},
    {"signum", "the sign is written sign(x)"},
    {"tg", "the tangent is written tan(x)"},
    {"ctg", "write 1/tan(x)"},
    {"cot", "write 1/tan(x)"},
    {"sec", "write 1/cos(x)"},
    {"csc", "write 1/sin(x)"},
    {"log2", "write log(x)/log(2)"},
    {"fabs", "the absolute value is written abs(x)"},
    {"floor", "rounding down is written flr(x)"},
    {"heaviside", "the step is written heav(x)"},
    {"step", "the step is written heav(x)"},
    {"cbrt", "write x^(1/3)"},
    {"sqr", "write x^2 for a square, sqrt(x) for a root"},
    {"square", "write x^2"},
    {"exp2", "write 2^x"},
    {"diff", "derivatives are written x'"},
    {"rand", "random numbers are not part of Lento: noise is refused"},
    {"random", "random numbers are not part of Lento: noise is refused"}};

static const hint NAMES[] = {{"e", "the number e is written exp(1), and e^x is exp(x)"},
                             {"true", "true is written 1"},
                             {"false", "false is written 0"},
                             {"noise", "noise is not part of Lento"},
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
           : has_members(file, name)       ? "'%s' is an array; a member of it is %s[j]"
           : lento_eq_function(name)       ? "%s needs its argument in ( ): %s(x)"
                                           : NULL;
}

/* sin of np.sin, cos(x) of cosx */
static void similar(eq_file *file, const char *name, bool function, char out[], size_t room) {
    const char *point = strrchr(name, '.');
    const char *near = lento_eq_like(file, name, function ? EQ_FUNCTION : EQ_UNKNOWN);
    char call[40] = "";
    if (point && function && lento_eq_function(point + 1)) {
        near = point + 1;
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

int lento_eq_unknown(eq_file *file, size_t at, const char *name, bool function) {
    char more[80] = "";
    const char *say = habit(file, name, function);
    if (!say) {
        similar(file, name, function, more, sizeof more);
    }
    file->unknown = !say && more[0] == '\0' && !function;
    return say ? lento_eq_error(file, at, say, name, name)
               : lento_eq_error(file, at,
                                function ? "unknown function '%s'%s" : "unknown name '%s'%s", name,
                                more);
}

/* ---- lines ---- */

static const hint QUANTITIES[] = {
    {"mass", "write mass x = ..., with the variable whose mass it is"},
    {"slow", "write slow NAME = ..."},
    {"aux", "write aux NAME = ..."},
    {"total", "settings are written @ total=..."},
    {"dt", "settings are written @ dt=..."},
    {"init", "write init x=..."},
    {"phase", "write phase theta' = ..."},
    {"stiff", "write stiff w: ..."}};

/* A quantity that nothing reads and that has the name of a statement or setting was meant as one. */
int lento_eq_check_unread(eq_file *file) {
    for (size_t i = 0; i < file->quantities.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->quantities.item[i]];
        const char *say = s->read || s->shown ? NULL : FIND(QUANTITIES, s->name, strlen(s->name));
        if (say) {
            return lento_eq_error(file, s->at, "nothing reads '%s'; %s", s->name, say);
        }
    }
    return 0;
}

static const hint LINES[] = {{"let", "write name = value, or par name=value"},
                             {"var", "write name = value, or par name=value"},
                             {"const", "write number name=value"},
                             {"double", "write name = value, or par name=value"},
                             {"float", "write name = value, or par name=value"},
                             {"real", "write name = value, or par name=value"},
                             {"int", "write name = value, or par name=value"},
                             {"def", "a function is written f(x) = ..."},
                             {"function", "a function is written f(x) = ..."},
                             {"func", "a function is written f(x) = ..."},
                             {"import", "nothing is imported: sin, exp, ... are known"},
                             {"from", "nothing is imported: sin, exp, ... are known"},
                             {"for", "arrays are written x[1..20]' = ..., with x[j] for a member"},
                             {"output", "an output is written aux NAME = ..., or slow NAME = ..."},
                             {"plot", "pictures are asked for by lento run FILE.ode --plot"},
                             {"print", "an output is written aux NAME = ..."},
                             {"start", "a start is written init x=1"},
                             {"initial", "a start is written init x=1"},
                             {"ic", "a start is written init x=1"},
                             {"constraint", "a constraint is written 0 = ..."},
                             {"equation", "an equation is written x' = ..."},
                             {"eq", "an equation is written x' = ..."},
                             {"ode", "an equation is written x' = ..."}};

int lento_eq_no_statement(eq_reader *r) {
    const eq_token *t = &r->token;
    const char *say = t->kind == EQ_NAME_TOKEN ? FIND(LINES, t->text, t->length) : NULL;
    const bool comment = t->kind == EQ_SIGN_TOKEN && strchr("/;-*<%", t->sign) != NULL;
    return lento_eq_error(
        r->file, t->at,
        say       ? say
        : comment ? COMMENT
        : t->kind == EQ_NAME_TOKEN
            ? "this line states nothing: it is no keyword with a list and no equation"
            : "a line starts with a name, or with 0 =",
        NULL, NULL);
}

/* left of = */
int lento_eq_no_equals(eq_reader *r, const char *name) {
    const eq_token *t = &r->token;
    const int sign = t->kind == EQ_SIGN_TOKEN ? t->sign : 0;
    const bool second =
        (name[0] == 'd' || name[0] == 'D') && (sign == '^' || (sign == '/' && name[1] == '2'));
    return lento_eq_error(r->file, t->at,
                          second        ? "a second derivative is written x'' = ..."
                          : sign == '(' ? "that %s depends on t is understood: write it without (t)"
                          : sign == '\'' ? "write %s' = ..., without (t)"
                          : sign == '[' ? "the index is a number, or a range: %s[1..3]' = ... with "
                                          "%s[j] for a member"
                          : sign == ':' || sign == 'E'   ? "an equation has one sign ="
                          : sign && strchr("+-*/", sign) ? "one name alone stands left of ="
                                                         : "= is expected here",
                          name, name);
}
