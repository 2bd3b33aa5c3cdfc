/* SPDX-License-Identifier: MIT
 * The flags of the command line itself: what they mean and what their values may be. All others are
 * run options of the library's table, which gives their argument, meaning and default too. */
#include "io/number.h"
#include "request/request.h"

#include <string.h>

typedef enum flag_id {
    UNTIL,
    EVERY,
    MACRO_TOL,
    REFERENCE,
    METHOD,
    VARY,
    LEVELS,
    FACTOR,
    COLUMN,
    FORMAT,
    OUT,
    PLOT,
    RECIPE,
    STRICT,
    QUIET,
    SLOW,
    AVERAGE,
    INTEGRATE,
    ENSEMBLE,
    DEGREE,
    RADIUS,
    SEED,
    LITERAL
} flag_id;

enum { ANY = CLI_RUN | CLI_COMPARE | CLI_CONVERGE };

typedef struct flag {
    const char *name, *argument, *doc;
    flag_id id;
    unsigned commands;
} flag;

static const flag flags[] = {
    {"until", "T", "end time; default: the problem's", UNTIL, ANY},
    {"every", "DT", "a row at every multiple of DT, by interpolation; default: at the steps", EVERY,
     CLI_RUN},
    {"macro-tol", "R[,A]",
     "adaptive macro methods: relative and absolute tolerance; default 1e-3; A: R/1000", MACRO_TOL,
     ANY},
    {"reference", "R",
     "measure the error against direct, averaged or exact; default: none for run, else the best "
     "that is affordable",
     REFERENCE, ANY},
    {"method", "WORDS", "a rival: \"scheme=async macro=rk4 steps=240\"; may be repeated", METHOD,
     CLI_COMPARE},
    {"vary", "WHAT", "what is refined: macro, micro, window or omega; default macro", VARY,
     CLI_CONVERGE},
    {"levels", "K", "number of runs; default 5", LEVELS, CLI_CONVERGE},
    {"factor", "F", "ratio between them; default 2 (omega: 10)", FACTOR, CLI_CONVERGE},
    {"column", "NAME",
     "the column whose error counts; default: the problem's distance (top: L), else the first "
     "that is a mean",
     COLUMN, CLI_COMPARE | CLI_CONVERGE},
    {"format", "F", "table, csv or json; default table, or what the ending of --out says", FORMAT,
     ANY | CLI_DETECT},
    {"out", "FILE", "write the result there (.txt, .csv, .json)", OUT, ANY | CLI_DETECT},
    {"plot", "FILE", "draw the result with gnuplot (.svg or .png)", PLOT, ANY},
    {"recipe", "FILE",
     "take problem, parameters, method and reference from JSON, such as a run writes; flags "
     "override it",
     RECIPE, ANY},
    {"slow", "SET",
     "scheme slow: its variables; problem (its own), the name of one of its sets, detect or "
     "\"POLY;POLY\" in the state; default problem",
     SLOW, ANY},
    {"average", "EXPR", "scheme slow: a column with the local average of a polynomial", AVERAGE,
     CLI_RUN},
    {"integrate", "EXPR", "scheme slow: a column with the integral of a polynomial", INTEGRATE,
     CLI_RUN},
    {"ensemble", "N",
     "N runs from starts that differ by 1e-9, where a problem allows it (fpu): means and standard "
     "errors",
     ENSEMBLE, CLI_RUN},
    {"degree", "M", "detection: highest degree of the polynomials; default 4", DEGREE,
     ANY | CLI_DETECT},
    {"radius", "R", "detection: spread of the sampled states; default 1", RADIUS, ANY | CLI_DETECT},
    {"seed", "S", "detection: seed of the sampled states; default 0", SEED, ANY | CLI_DETECT},
    {"literal", NULL, "the published procedure instead of the robust one, for comparison", LITERAL,
     CLI_DETECT},
    {"strict", NULL, "warnings make the command fail (exit 1)", STRICT, CLI_RUN},
    {"quiet", NULL, "no messages except errors", QUIET, ANY | CLI_DETECT},
};

enum { FLAGS = sizeof flags / sizeof *flags };

bool cli_flag_at(size_t i, cli_flag *f) {
    if (i < FLAGS) {
        *f = (cli_flag){flags[i].name, flags[i].argument, flags[i].doc, flags[i].commands};
    }
    return i < FLAGS;
}

bool cli_flag_is_recipe(size_t i) {
    return flags[i].id == RECIPE;
}

/* ---- values ---- */

static int put_positive(const char *name, const char *text, double *value) {
    const char *what = io_number_parse(text, NULL, value);
    if (what) {
        return cli_wrong("--%s: '%s' %s", name, text, what);
    }
    return *value > 0 ? 0 : cli_wrong("--%s must be greater than 0, not %s", name, text);
}

int cli_tolerance(cli_memory *memory, lento_options *options, const char *text) {
    const size_t length = strcspn(text, ",");
    const char *first = cli_text(memory, "%.*s", (int)length, text);
    int code = put_positive("macro-tol", first, &options->rtol);
    options->atol = options->rtol / 1000;
    if (!code && text[length] == ',') {
        code = put_positive("macro-tol", text + length + 1, &options->atol);
    }
    return code;
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

static int put_whole(const flag *f, const char *text, long low, long high, long *value) {
    long long n = 0;
    const char *what = io_integer_parse(text, low, high, &n);
    *value = (long)n;
    return what ? cli_wrong("--%s must be a whole number from %ld to %ld: '%s' %s", f->name, low,
                            high, text, what)
                : 0;
}

lento_reference cli_reference_find(const char *text) {
    lento_reference r = LENTO_REFERENCES;
    while (--r > LENTO_REFERENCE_NONE && strcmp(lento_reference_name(r), text) != 0) {
    }
    return r;
}

static int put_reference(const flag *f, const char *text, lento_reference *reference) {
    const char *words[LENTO_REFERENCES] = {NULL};
    int index = 0;
    for (int i = 1; i < LENTO_REFERENCES; i++) {
        words[i - 1] = lento_reference_name((lento_reference)i);
    }
    const int code = put_word(f, words, text, &index);
    *reference = (lento_reference)(index + 1);
    return code;
}

static int put_vary(const flag *f, const char *text, lento_vary *vary) {
    const char *words[LENTO_VARIATIONS + 1] = {NULL};
    int index = 0;
    for (int i = 0; i < LENTO_VARIATIONS; i++) {
        words[i] = lento_vary_name((lento_vary)i);
    }
    const int code = put_word(f, words, text, &index);
    *vary = (lento_vary)index;
    return code;
}

int cli_flag_apply(cli_request *request, size_t index_of_flag, const char *text) {
    const flag *f = &flags[index_of_flag];
    static const char *const formats[] = {"table", "csv", "json", NULL};
    int index = 0, code = 0;
    long whole = 0;
    switch (f->id) {
    case UNTIL:
        return put_positive(f->name, text, &request->options.until);
    case EVERY:
        return put_positive(f->name, text, &request->every);
    case MACRO_TOL:
        return cli_tolerance(&request->memory, &request->options, text);
    case REFERENCE:
        return put_reference(f, text, &request->reference);
    case METHOD:
        if (request->methods_count == CLI_MAX_METHODS) {
            return cli_wrong("--method can be given %d times", CLI_MAX_METHODS);
        }
        request->methods[request->methods_count++] = text;
        return 0;
    case VARY:
        return put_vary(f, text, &request->vary);
    case LEVELS:
        return put_whole(f, text, 2, 20, &request->levels);
    case FACTOR:
        code = put_positive(f->name, text, &request->factor);
        return code || request->factor > 1
                   ? code
                   : cli_wrong("--factor must be greater than 1, not %s", text);
    case COLUMN:
        request->column = text;
        return 0;
    case FORMAT:
        code = put_word(f, formats, text, &index);
        request->format = (cli_format)index;
        request->format_given = true;
        return code;
    case OUT:
        request->out = text;
        return 0;
    case PLOT:
        request->plot = text;
        return 0;
    case RECIPE:
        return 0; /* read with the words */
    case STRICT:
        request->strict = true;
        return 0;
    case QUIET:
        request->quiet = true;
        return 0;
    case SLOW:
        request->slow = text;
        return 0;
    case AVERAGE:
    case INTEGRATE:
        if (request->observables == CLI_MAX_OBSERVED) {
            return cli_wrong("--%s: at most %d averages and integrals", f->name, CLI_MAX_OBSERVED);
        }
        request->integral[request->observables] = f->id == INTEGRATE;
        request->observed[request->observables++] = text;
        return 0;
    case ENSEMBLE:
        return put_whole(f, text, 2, CLI_MAX_MEMBERS, &request->ensemble);
    case DEGREE:
        code = put_whole(f, text, 1, 12, &whole);
        request->degree = (int)whole;
        return code;
    case RADIUS:
        return put_positive(f->name, text, &request->radius);
    case SEED:
        code = put_whole(f, text, 0, 1000000000, &whole);
        request->seed = (unsigned long)whole;
        return code;
    case LITERAL:
        request->literal = true;
        return 0;
    }
    return 0;
}
