/* SPDX-License-Identifier: MIT
 *
 * hint.c - habits of other languages: what is written there, and what to write here. Every sentence ends an attempt to
 * read, so nothing here changes the meaning of a text. */
#include "equations/hint.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* is the text one of the words of "a|b|c"? */
static bool among(const char *words, const char *text, size_t length) {
    for (const char *c = words; *c; c += *c == '|') {
        size_t k = 0, n = 1;
        for (; c[n] && c[n] != '|'; n++) {
        }
        while (k < n && k < length && (unsigned char)c[k] == tolower((unsigned char)text[k])) {
            k++;
        }
        if (k == length && k == n) {
            return true;
        }
        c += n;
    }
    return false;
}

const char *lento_eq_hint(const hint list[], size_t n, const char *text, size_t length) {
    for (size_t i = 0; i < n; i++) {
        if (among(list[i].word, text, length)) {
            return list[i].say;
        }
    }
    return NULL;
}
/* ---- characters ---- */

static const hint CHARACTERS[] = {
    {"\xe2\x88\x92", "this is not the minus sign of a keyboard: write -"},
    {"\xe2\x80\x93|\xe2\x80\x94", "this is a dash: write -"},
    {"\xc2\xb7|\xe2\x8b\x85|\xc3\x97", "products are written with *"},
    {"\xc3\xb7", "quotients are written with /"},
    {"\xc2\xb2", "powers are written with ^: ^2"},
    {"\xc2\xb3", "powers are written with ^: ^3"},
    {"\xc2\xbd", "write 0.5"},
    {"\xe2\x80\x99|\xe2\x80\x98|\xe2\x80\xb2", "this is not the ' of a keyboard"},
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

#define COMMENT "a comment starts with #"

static const hint SIGNS[] = {{";", "a line has one statement and ends without ;"},
                             {")", "there is no ( for this )"},
                             {"=", "there is one = in a line"},
                             {"e", "there is one = in a line; a comparison stands in parentheses"},
                             {"?|:", CHOICE},
                             {"!", "this sign has no place here"},
                             {"%", "a comment starts with #, and a remainder is written mod(a,b)"},
                             {"@", "products are written with *, settings @ name=value"},
                             {"[|]", "arguments stand in ( ), and arrays are written x[1..3]"},
                             {"'", "a stroke ' belongs to the name of a variable"}};

static const hint WORDS[] = {{"if|then|else", CHOICE},
                             {"and", "and is written &"},
                             {"or", "or is written |"},
                             {"for", "a line has one equation or statement"},
                             {"mod", "the remainder of a division is written mod(a,b)"}};

/* the x1F of 0x1F, the b101 of 0b101 */
static bool other_base(const eq_reader *r) {
    const char *c = r->token.text;
    const ptrdiff_t at = c - r->line->text;
    const char two = at > 1 ? c[-2] : ' ';
    return at > 0 && c[-1] == '0' && strchr("xXbB", c[0]) && r->token.length > 1 &&
           isxdigit((unsigned char)c[1]) && !isalnum((unsigned char)two) && two != '.';
}

/* does the text that ends here end with this word? */
static bool after_word(const char *text, const char *end, const char *word) {
    const size_t n = strlen(word);
    if ((size_t)(end - text) < n || strncmp(end - n, word, n) != 0) {
        return false;
    }
    const char before = (size_t)(end - text) > n ? end[-(ptrdiff_t)n - 1] : ' ';
    return !isalnum((unsigned char)before) && before != '_';
}

int lento_eq_unexpected(eq_reader *r) {
    const eq_token *t = &r->token;
    const char sign = (char)tolower(t->sign);
    const char before = t->text > r->line->text ? t->text[-1] : ' ';
    const bool digits = isdigit((unsigned char)before) && isdigit(lento_eq_after(r));
    const char *say = t->kind == EQ_NAME_TOKEN ? FIND(WORDS, t->text, t->length) : NULL;
    char name[40] = "";
    if (t->kind == EQ_SIGN_TOKEN && t->sign != '(') {
        say = sign == ',' ? (digits ? "numbers are written with a point and without commas"
                                    : "a comma has no place here; a line has one statement")
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
    if (!say && back < t->text && after_word(r->line->text, back, "if")) {
        return lento_eq_error(r->file, t->at, CHOICE, NULL, NULL);
    }
    if (!say && t->kind == EQ_NAME_TOKEN && lento_eq_unit(t->text, t->length, &unit) == NULL &&
        isdigit((unsigned char)last)) {
        say = "numbers in expressions have no units, parameters have: par a=1 m; a product is "
              "written with *";
    }
    if (!say && t->kind == EQ_NUMBER_TOKEN && before != ' ' && t->text[0] == '.') {
        say = "this is not a number: it has two points";
    }
    if (t->kind == EQ_NAME_TOKEN && other_base(r)) {
        say = "numbers are decimal: 0x1F is 31";
    }
    return lento_eq_error(r->file, t->at,
                          say ? say : "an operator is missing here; products are written with *",
                          NULL, NULL);
}

static const hint STARTS[] = {{"|", "an absolute value is written abs(x)"},
                              {"/|*", COMMENT},
                              {"[",
                               "there are no lists: an array is written x[1..3], the end of the "
                               "motion @ total=10"},
                              {"$", "names have letters, digits and _, and no $"},
                              {"'|\"", "there is no text in expressions: write the name alone"}};

int lento_eq_no_operand(eq_reader *r) {
    const char sign = (char)r->token.sign;
    const char before = r->token.text > r->line->text ? r->token.text[-1] : ' ';
    const bool product = sign == '*' && before != '/';
    const char *say = r->token.kind == EQ_SIGN_TOKEN && !product ? FIND(STARTS, &sign, 1) : NULL;
    if (r->token.kind == EQ_SIGN_TOKEN && sign == ')' && before == '(') {
        say = "an expression is missing between ( and )";
    }
    return lento_eq_error(r->file, r->token.at,
                          say ? say : "a number, a name or ( is expected here", NULL, NULL);
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

static const hint OPERATORS[] = {{"d|der|diff|ddt", "a derivative is written x' = ..."},
                                 {"mean", "a mean is written slow NAME = mean(x)"}};

/* A function or quantity that nothing reads and that has the name of an operator, a statement or a setting was meant as
 * one. */
int lento_eq_check_unread(eq_file *file) {
    for (size_t i = 0; i < file->symbols.count; i++) {
        const eq_symbol *s = &file->symbols.item[i];
        const bool unread = s->role == EQ_FUNCTION && !s->read;
        const char *say = unread ? FIND(OPERATORS, s->name, strlen(s->name)) : NULL;
        if (say) {
            return lento_eq_error(file, s->at, "nothing calls '%s'; %s", s->name, say);
        }
    }
    for (size_t i = 0; i < file->quantities.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->quantities.item[i]];
        const char *say = s->read || s->shown ? NULL : FIND(QUANTITIES, s->name, strlen(s->name));
        if (say) {
            return lento_eq_error(file, s->at, "nothing reads '%s'; %s", s->name, say);
        }
    }
    return 0;
}

#define PARAMETER "a parameter is written par name=value"
#define EVENT     "an event is written global 1 {x} {x=1}: where x rises through 0, it becomes 1"

static const hint LINES[] = {
    {"let|var|double|float|real|int", "write name = value, or par name=value"},
    {"const", "write number name=value"},
    {"def|function|func", "a function is written f(x) = ..."},
    {"import|from|using|include", "nothing is imported: sin, exp, ... are known"},
    {"for", "arrays are written x[1..20]' = ..., with x[j] for a member"},
    {"output", "an output is written aux NAME = ..., or slow NAME = ..."},
    {"plot", "pictures are asked for by lento run FILE.ode --plot"},
    {"print", "an output is written aux NAME = ..."},
    {"start|initial|ic|ics|init", "a start is written init x=1"},
    {"constraint", "a constraint is written 0 = ..."},
    {"equation|eq|ode|equations", "an equation is written x' = ..."},
    {"dot|ddot", "a derivative is written x' = ..., a second one x'' = ..."},
    {"frac", "a derivative is written x' = ..., a quotient a/b"},
    {"param|params|parameter|parameters|par", PARAMETER},
    {"event|when", EVENT},
    {"model", "a file has no heading: a comment starts with #"},
    {"end|return", "a file ends without a word, or with done"}};

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
    const bool d = name[0] == 'd' || name[0] == 'D';
    const bool second = d && (sign == '^' || (sign == '/' && name[1] == '2'));
    const bool word = t->kind == EQ_END || (sign == ':' && lento_eq_after(r) != '=');
    const char *known = word ? FIND(LINES, name, strlen(name)) : NULL;
    return lento_eq_error(
        r->file, t->at,
        known                                 ? known
        : second                              ? "a second derivative is written x'' = ..."
        : d && sign == '/' && name[1] == '\0' ? "a derivative is written x' = ..., or dx/dt = ..."
        : sign == '('  ? "that %s depends on t is understood: write it without (t)"
        : sign == '\'' ? "write %s' = ..., without (t)"
        : sign == '"'  ? "a second derivative is written with two strokes: %s'' = ..."
        : sign == '[' ? "the index is a number, or a range: %s[1..3]' = ... with %s[j] for a member"
        : sign == ':' || sign == 'E' ? "an equation has one sign =: write it alone"
        : sign && strchr("+-*/", sign)
            ? "one name alone stands left of =: bring the rest to the right"
            : "= is expected here",
        name, name);
}
