/* SPDX-License-Identifier: MIT
 * All flags of all commands: those of the command line itself, with what they mean and what their values may be, and
 * run options, which come from the library's table. */
#include "io/number.h"
#include "request/request.h"

#include <string.h>

/* where run options are understood */
enum { ANY = CLI_STUDIES, OPTIONS = CLI_STUDIES | CLI_METHOD, MOST_JOBS = 256 };

typedef enum flag_kind { NUMBER, WHOLE, TEXT, SWITCH, CHOICE, RECIPE, OTHER } flag_kind;

typedef struct flag {
    const char *name, *argument, *doc;
    unsigned commands;
    flag_kind kind;
    size_t offset; /* in cli_request, of a double, a long, a const char *, a bool or an int */
    long low,
        high; /* NUMBER: must be greater than low; WHOLE: from low to high; CHOICE: words from low to high */
    const char *(*word)(int index); /* CHOICE: NULL: there is none of this index */
    int (*apply)(const char *flag, cli_request *request, const char *text,
                 cli_source source); /* OTHER */
} flag;

/* ---- values ---- */

static int put_whole(const flag *f, const char *text, long *value) {
    long long n = 0;
    const char *what = io_integer_parse(text, f->low, f->high, &n);
    *value = (long)n;
    return what ? cli_wrong("--%s must be a whole number from %ld to %ld: '%s' %s", f->name, f->low,
                            f->high, text, what)
                : 0;
}

static int put_choice(const flag *f, const char *name, const char *text, int *value) {
    const char *words[CLI_MAX_CHOICES] = {NULL};
    const int n = (int)f->high + 1;
    for (int i = (int)f->low; i < n; i++) {
        words[i] = f->word(i);
    }
    return cli_word_find(name, words, n, text, value);
}

static const char *format_word(int i) {
    static const char *const words[] = {
        [CLI_TABLE] = "table", [CLI_CSV] = "csv", [CLI_JSON] = "json"};
    return words[i];
}
static const char *plain_format_word(int i) {
    return i == CLI_CSV ? NULL : format_word(i);
}
static const char *reference_word(int i) {
    return lento_reference_name((lento_reference)i);
}
static const char *vary_word(int i) {
    return lento_vary_name((lento_vary)i);
}

lento_reference cli_reference_find(const char *text) {
    lento_reference r = LENTO_REFERENCES;
    while (--r > LENTO_REFERENCE_NONE && strcmp(lento_reference_name(r), text) != 0) {
    }
    return r;
}

/* "R[,A]": relative and absolute tolerance; A is R/1000 if it is not given. */
static int put_tolerance(const char *name, cli_request *request, const char *text,
                         cli_source source) {
    (void)name;
    char number[IO_NUMBER_SIZE];
    const size_t length = strcspn(text, ",");
    const char *first = cli_text(&request->memory, "%.*s", (int)length, text);
    const int code = cli_option_set(request, lento_option_find("rtol", 4), first, source);
    const char *second =
        text[length] ? text + length + 1 : io_number_format(request->options.rtol / 1000, number);
    return code ? code : cli_option_set(request, lento_option_find("atol", 4), second, source);
}

static int put_method(const char *name, cli_request *request, const char *text, cli_source source) {
    (void)source;
    if (request->methods_count == CLI_MAX_METHODS) {
        return cli_wrong("%s can be given %d times", name, CLI_MAX_METHODS);
    }
    request->methods[request->methods_count++] = text;
    return 0;
}

static int put_observed(const char *name, cli_request *request, const char *text, bool integral) {
    if (request->observables == CLI_MAX_OBSERVED) {
        return cli_wrong("%s: at most %d averages and integrals", name, CLI_MAX_OBSERVED);
    }
    request->integral[request->observables] = integral;
    request->observed[request->observables++] = text;
    return 0;
}
static int put_average(const char *name, cli_request *request, const char *text,
                       cli_source source) {
    (void)source;
    return put_observed(name, request, text, false);
}
static int put_integral(const char *name, cli_request *request, const char *text,
                        cli_source source) {
    (void)source;
    return put_observed(name, request, text, true);
}

/* ---- the table ---- */

#define FIELD(kind, field)            kind, offsetof(cli_request, field), 0, 0, NULL, NULL
#define RANGE(kind, field, low, high) kind, offsetof(cli_request, field), low, high, NULL, NULL
#define WORD(field, word, low, high)  CHOICE, offsetof(cli_request, field), low, high, word, NULL
#define CALL(function)                OTHER, 0, 0, 0, NULL, function

static const flag flags[] = {
    {"until", "T", "end time; default: the problem's", ANY, FIELD(NUMBER, options.until)},
    {"every", "DT", "a row at every multiple of DT, by interpolation; default: at the steps",
     CLI_RUN, FIELD(NUMBER, every)},
    {"macro-tol", "R[,A]",
     "adaptive macro methods: relative and absolute tolerance; default 1e-3; A: R/1000", OPTIONS,
     CALL(put_tolerance)},
    {"reference", "R",
     "measure the error against direct, averaged or exact; default: none for run, else the best "
     "that is affordable",
     ANY, WORD(reference, reference_word, LENTO_REFERENCE_NONE + 1, LENTO_REFERENCES - 1)},
    {"method", "WORDS",
     "a method to compare: \"scheme=async macro=rk4 steps=240\"; may be repeated", CLI_COMPARE,
     CALL(put_method)},
    {"vary", "WHAT", "what is refined: macro, micro, window or omega; default macro", CLI_CONVERGE,
     WORD(vary, vary_word, 0, LENTO_VARIATIONS - 1)},
    {"levels", "K", "number of runs; default 5", CLI_CONVERGE,
     RANGE(WHOLE, levels, 2, LENTO_MAX_REFINEMENTS)},
    {"factor", "F", "ratio between two levels; default 2 (omega: 10)", CLI_CONVERGE,
     RANGE(NUMBER, factor, 1, 0)},
    {"column", "NAME",
     "the column whose error counts; default: the problem's distance (top: L), else the first "
     "averaged one",
     CLI_COMPARE | CLI_CONVERGE, FIELD(TEXT, column)},
    {"format", "F", "table, csv or json; default: by the ending of --out, else table",
     ANY | CLI_DETECT, WORD(format, format_word, CLI_TABLE, CLI_JSON)},
    {"format", "F", "table or json; default table", CLI_REPRODUCE,
     WORD(format, plain_format_word, CLI_TABLE, CLI_JSON)},
    {"out", "FILE", "write the result there (.txt, .csv, .json)", ANY | CLI_DETECT,
     FIELD(TEXT, out)},
    {"plot", "FILE", "draw the result with gnuplot (.svg or .png)", ANY, FIELD(TEXT, plot)},
    {"recipe", "FILE",
     "take problem, parameters, method and reference from a JSON file, such as the JSON of a run; "
     "flags override it",
     ANY, FIELD(RECIPE, recipe)},
    {"slow", "SET",
     "scheme slow: the slow variables: problem (its default set), the name of a set, detect, or "
     "\"POLY;POLY\" in the state; default problem",
     ANY, FIELD(TEXT, slow)},
    {"average", "EXPR", "scheme slow: a column with the local average of a polynomial", CLI_RUN,
     CALL(put_average)},
    {"integrate", "EXPR", "scheme slow: a column with the integral of a polynomial", CLI_RUN,
     CALL(put_integral)},
    {"ensemble", "N",
     "N runs from starts that differ by 1e-9, where a problem allows it (fpu): means and standard "
     "errors",
     CLI_RUN, RANGE(WHOLE, ensemble, 2, CLI_MAX_MEMBERS)},
    {"degree", "M", "detection: highest degree of the polynomials; default 4", ANY | CLI_DETECT,
     RANGE(WHOLE, degree, 1, 12)},
    {"radius", "R", "detection: spread of the sampled states; default 1", ANY | CLI_DETECT,
     FIELD(NUMBER, radius)},
    {"seed", "S", "detection: seed of the sampled states; default 0", ANY | CLI_DETECT,
     RANGE(WHOLE, seed, 0, 1000000000)},
    {"literal", NULL, "the published procedure instead of the robust one, for comparison",
     CLI_DETECT, FIELD(SWITCH, literal)},
    {"quick", NULL, "leave out slow items", CLI_REPRODUCE, FIELD(SWITCH, quick)},
    {"jobs", "N", "items computed at a time; default: all cores", CLI_REPRODUCE,
     RANGE(WHOLE, jobs, 1, MOST_JOBS)},
    {"report", "DIR", "write one page, report.html, with figures and errata, and report.json there",
     CLI_REPRODUCE, FIELD(TEXT, report)},
    {"port", "N", "port of the server; default 0: any free one", CLI_STUDIO,
     RANGE(WHOLE, port, 0, 65535)},
    {"no-open", NULL, "print the address and open no browser", CLI_STUDIO, FIELD(SWITCH, no_open)},
    {"strict", NULL, "warnings make the command fail (exit 1)", CLI_RUN, FIELD(SWITCH, strict)},
    {"quiet", NULL, "no messages except errors", ANY | CLI_DETECT | CLI_REPRODUCE,
     FIELD(SWITCH, quiet)},
};

enum { FLAGS = sizeof flags / sizeof *flags };

bool cli_flag_at(size_t i, cli_flag *f) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    if (i < n) {
        const lento_option *o = &list[i];
        *f = (cli_flag){o->name, o->argument, o->doc, o->fallback, o->flag ? 0 : OPTIONS, o, false};
    } else if (i < n + FLAGS) {
        const flag *own = &flags[i - n];
        *f = (cli_flag){own->name,     own->argument, own->doc,           NULL,
                        own->commands, NULL,          own->kind == RECIPE};
    }
    return i < n + FLAGS;
}

int cli_flag_find(const char *name, size_t length, unsigned command, cli_flag *f) {
    char typed[CLI_FLAG_SIZE], word[CLI_FLAG_SIZE];
    const lento_option *option = lento_option_find(name, length), *list;
    const size_t n = lento_option_table(&list);
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    cli_flag_text(word, typed);
    for (size_t i = option ? (size_t)(option - list) : n; cli_flag_at(i, f);
         i = i < n ? n : i + 1) {
        if ((f->commands & command) && (f->option || strcmp(f->name, typed + 2) == 0)) {
            return (int)i;
        }
    }
    return -1;
}

const char *cli_flag_doc(const cli_flag *f, char text[CLI_DOC_SIZE]) {
    const char *scheme = f->option ? f->option->scheme : NULL;
    snprintf(text, CLI_DOC_SIZE, "%s%s%s", scheme ? scheme : "", scheme ? ": " : "", f->doc);
    return text;
}

int cli_flag_apply(cli_request *request, size_t index, const char *text, cli_source source) {
    cli_flag known;
    char name[CLI_FLAG_SIZE];
    cli_flag_at(index, &known);
    if (known.option) {
        return cli_option_set(request, known.option, text, source);
    }
    const lento_option *list;
    const flag *f = &flags[index - lento_option_table(&list)];
    void *at = (char *)request + f->offset;
    cli_flag_text(f->name, name);
    switch (f->kind) {
    case NUMBER:
        return cli_number(name, text, NULL, (double)f->low, at);
    case WHOLE:
        return put_whole(f, text, at);
    case TEXT:
    case RECIPE:
        *(const char **)at = text;
        return 0;
    case SWITCH:
        *(bool *)at = true;
        return 0;
    case CHOICE:
        return put_choice(f, name, text, at);
    case OTHER:
        return f->apply(name, request, text, source);
    }
    return 0;
}
