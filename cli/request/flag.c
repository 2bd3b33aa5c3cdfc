/* SPDX-License-Identifier: MIT
 * The flags of the command line itself: what they mean and what their values may be. All others are
 * run options of the library's table, which gives their argument, meaning and default too. */
#include "io/number.h"
#include "request/request.h"

#include <string.h>

enum { ANY = CLI_RUN | CLI_COMPARE | CLI_CONVERGE };

typedef enum flag_kind { NUMBER, WHOLE, TEXT, SWITCH, OTHER } flag_kind;

typedef struct flag {
    const char *name, *argument, *doc;
    unsigned commands;
    flag_kind kind;
    size_t offset;  /* in cli_request, of a double, a long, a const char * or a bool */
    long low, high; /* NUMBER: must be greater than low; WHOLE: from low to high */
    int (*apply)(const struct flag *f, cli_request *request, const char *text); /* OTHER */
} flag;

/* ---- values ---- */

static int put_number(const char *name, const char *text, long low, double *value) {
    const char *what = io_number_parse(text, NULL, value);
    if (what) {
        return cli_wrong("--%s: '%s' %s", name, text, what);
    }
    return *value > (double)low
               ? 0
               : cli_wrong("--%s must be greater than %ld, not %s", name, low, text);
}

static int put_whole(const flag *f, const char *text, long *value) {
    long long n = 0;
    const char *what = io_integer_parse(text, f->low, f->high, &n);
    *value = (long)n;
    return what ? cli_wrong("--%s must be a whole number from %ld to %ld: '%s' %s", f->name, f->low,
                            f->high, text, what)
                : 0;
}

int cli_tolerance(cli_memory *memory, lento_options *options, const char *text) {
    const size_t length = strcspn(text, ",");
    const char *first = cli_text(memory, "%.*s", (int)length, text);
    int code = put_number("macro-tol", first, 0, &options->rtol);
    options->atol = options->rtol / 1000;
    if (!code && text[length] == ',') {
        code = put_number("macro-tol", text + length + 1, 0, &options->atol);
    }
    return code;
}

static int put_tolerance(const flag *f, cli_request *request, const char *text) {
    (void)f;
    return cli_tolerance(&request->memory, &request->options, text);
}

/* The index of the text in a list of words that ends with NULL. */
static int put_word(const flag *f, const char *const words[], const char *text, int *index) {
    size_t n = 0;
    for (; words[n]; n++) {
        if (strcmp(words[n], text) == 0) {
            *index = (int)n;
            return 0;
        }
    }
    char hint[80], list[120] = "";
    for (size_t i = 0; i < n; i++) {
        cli_append(list, sizeof list, "%s%s", i == 0 ? "" : (i + 1 < n ? ", " : " or "), words[i]);
    }
    return cli_wrong("--%s must be %s, not '%s'%s", f->name, list, text,
                     cli_hint(text, words, n, hint, sizeof hint));
}

lento_reference cli_reference_find(const char *text) {
    lento_reference r = LENTO_REFERENCES;
    while (--r > LENTO_REFERENCE_NONE && strcmp(lento_reference_name(r), text) != 0) {
    }
    return r;
}

static int put_reference(const flag *f, cli_request *request, const char *text) {
    const char *words[LENTO_REFERENCES] = {NULL};
    int index = 0;
    for (int i = 1; i < LENTO_REFERENCES; i++) {
        words[i - 1] = lento_reference_name((lento_reference)i);
    }
    const int code = put_word(f, words, text, &index);
    request->reference = (lento_reference)(index + 1);
    return code;
}

static int put_vary(const flag *f, cli_request *request, const char *text) {
    const char *words[LENTO_VARIATIONS + 1] = {NULL};
    int index = 0;
    for (int i = 0; i < LENTO_VARIATIONS; i++) {
        words[i] = lento_vary_name((lento_vary)i);
    }
    const int code = put_word(f, words, text, &index);
    request->vary = (lento_vary)index;
    return code;
}

static int put_format(const flag *f, cli_request *request, const char *text) {
    static const char *const formats[] = {"table", "csv", "json", NULL};
    int index = 0;
    const int code = put_word(f, formats, text, &index);
    request->format = (cli_format)index;
    request->format_given = true;
    return code;
}

static int put_method(const flag *f, cli_request *request, const char *text) {
    if (request->methods_count == CLI_MAX_METHODS) {
        return cli_wrong("--%s can be given %d times", f->name, CLI_MAX_METHODS);
    }
    request->methods[request->methods_count++] = text;
    return 0;
}

static int put_observed(const flag *f, cli_request *request, const char *text, bool integral) {
    if (request->observables == CLI_MAX_OBSERVED) {
        return cli_wrong("--%s: at most %d averages and integrals", f->name, CLI_MAX_OBSERVED);
    }
    request->integral[request->observables] = integral;
    request->observed[request->observables++] = text;
    return 0;
}
static int put_average(const flag *f, cli_request *request, const char *text) {
    return put_observed(f, request, text, false);
}
static int put_integral(const flag *f, cli_request *request, const char *text) {
    return put_observed(f, request, text, true);
}

/* The recipe was read with the words. */
static int put_recipe(const flag *f, cli_request *request, const char *text) {
    (void)f;
    request->recipe = text;
    return 0;
}

/* ---- the table ---- */

#define FIELD(kind, field)            kind, offsetof(cli_request, field), 0, 0, NULL
#define RANGE(kind, field, low, high) kind, offsetof(cli_request, field), low, high, NULL
#define CALL(function)                OTHER, 0, 0, 0, function

static const flag flags[] = {
    {"until", "T", "end time; default: the problem's", ANY, FIELD(NUMBER, options.until)},
    {"every", "DT", "a row at every multiple of DT, by interpolation; default: at the steps",
     CLI_RUN, FIELD(NUMBER, every)},
    {"macro-tol", "R[,A]",
     "adaptive macro methods: relative and absolute tolerance; default 1e-3; A: R/1000", ANY,
     CALL(put_tolerance)},
    {"reference", "R",
     "measure the error against direct, averaged or exact; default: none for run, else the best "
     "that is affordable",
     ANY, CALL(put_reference)},
    {"method", "WORDS",
     "a method to compare: \"scheme=async macro=rk4 steps=240\"; may be repeated", CLI_COMPARE,
     CALL(put_method)},
    {"vary", "WHAT", "what is refined: macro, micro, window or omega; default macro", CLI_CONVERGE,
     CALL(put_vary)},
    {"levels", "K", "number of runs; default 5", CLI_CONVERGE,
     RANGE(WHOLE, levels, 2, LENTO_MAX_REFINEMENTS)},
    {"factor", "F", "ratio between two levels; default 2 (omega: 10)", CLI_CONVERGE,
     RANGE(NUMBER, factor, 1, 0)},
    {"column", "NAME",
     "the column whose error counts; default: the problem's distance (top: L), else the first "
     "averaged one",
     CLI_COMPARE | CLI_CONVERGE, FIELD(TEXT, column)},
    {"format", "F", "table, csv or json; default: by the ending of --out, else table",
     ANY | CLI_DETECT, CALL(put_format)},
    {"out", "FILE", "write the result there (.txt, .csv, .json)", ANY | CLI_DETECT,
     FIELD(TEXT, out)},
    {"plot", "FILE", "draw the result with gnuplot (.svg or .png)", ANY, FIELD(TEXT, plot)},
    {"recipe", "FILE",
     "take problem, parameters, method and reference from a JSON file, such as the JSON of a run; "
     "flags override it",
     ANY, CALL(put_recipe)},
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
    {"strict", NULL, "warnings make the command fail (exit 1)", CLI_RUN, FIELD(SWITCH, strict)},
    {"quiet", NULL, "no messages except errors", ANY | CLI_DETECT, FIELD(SWITCH, quiet)},
};

enum { FLAGS = sizeof flags / sizeof *flags };

bool cli_flag_at(size_t i, cli_flag *f) {
    if (i < FLAGS) {
        *f = (cli_flag){flags[i].name, flags[i].argument, flags[i].doc, flags[i].commands};
    }
    return i < FLAGS;
}

bool cli_flag_is_recipe(size_t i) {
    return flags[i].apply == put_recipe;
}

int cli_flag_apply(cli_request *request, size_t index, const char *text) {
    const flag *f = &flags[index];
    void *at = (char *)request + f->offset;
    switch (f->kind) {
    case NUMBER:
        return put_number(f->name, text, f->low, at);
    case WHOLE:
        return put_whole(f, text, at);
    case TEXT:
        *(const char **)at = text;
        return 0;
    case SWITCH:
        *(bool *)at = true;
        return 0;
    case OTHER:
        return f->apply(f, request, text);
    }
    return 0;
}
