/* SPDX-License-Identifier: MIT
 * All flags of all commands: those of the command line itself, with what they mean and what their values may be, and
 * run options, which come from the library's table. */
#include "io/number.h"
#include "request/request.h"

#include <string.h>

/* where run options are understood */
enum { ANY = CLI_STUDIES, OPTIONS = CLI_STUDIES | CLI_METHOD | CLI_SWEEP, MOST_JOBS = 256 };
/* of commands whose runs may choose their method */
enum { RUNS = CLI_RUN | CLI_SWEEP };

#define MOST_CELLS 1e9

/* ---- values ---- */

static int put_choice(const cli_flag *f, const char *name, const char *text, int *value) {
    const char *words[CLI_MAX_CHOICES] = {NULL};
    for (int i = 0; i < f->words; i++) {
        words[i] = f->word(i);
    }
    return cli_word_find(name, words, f->words, text, value);
}

static const char *format_word(int i) {
    static const char *const words[] = {[CLI_TABLE] = "table",
                                        [CLI_CSV] = "csv",
                                        [CLI_JSON] = "json",
                                        [CLI_NPZ] = "npz",
                                        [CLI_MAT] = "mat"};
    return words[i];
}
static const char *plain_format_word(int i) {
    return i == CLI_CSV ? NULL : format_word(i);
}
static const char *data_format_word(int i) {
    return i == CLI_TABLE || i == CLI_JSON ? NULL : format_word(i);
}
static const char *reference_word(int i) {
    return i == LENTO_REFERENCE_NONE ? NULL : lento_reference_name((lento_reference)i);
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

int cli_observe(const char *name, cli_request *request, const char *text, bool integral) {
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
    return cli_observe(name, request, text, false);
}
static int put_integral(const char *name, cli_request *request, const char *text,
                        cli_source source) {
    (void)source;
    return cli_observe(name, request, text, true);
}

/* NAME=EXPR; without a name the expression is its own */
static int put_event(const char *name, cli_request *request, const char *text, cli_source source) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    (void)source;
    if (request->events == CLI_MAX_EVENTS) {
        return cli_wrong("%s: at most %d events", name, CLI_MAX_EVENTS);
    }
    const size_t n = strspn(text, letters);
    const bool named = n > 0 && text[n] == '=' && text[n + 1] != '=';
    const char *own = named ? cli_text(&request->memory, "%.*s", (int)n, text) : text;
    for (int i = 0; i < request->events; i++) {
        if (strcmp(request->event_name[i], own) == 0) {
            return cli_wrong("%s: two events are called %s", name, own);
        }
    }
    request->event[request->events] = named ? text + n + 1 : text;
    request->event_name[request->events++] = own;
    return 0;
}

/* T1:T2 */
static int put_fast(const char *name, cli_request *request, const char *text, cli_source source) {
    (void)source;
    const char *colon = strchr(text, ':');
    char what[CLI_VALUE_ERROR];
    for (int i = 0; colon && i < 2; i++) {
        const char *word =
            i ? colon + 1 : cli_text(&request->memory, "%.*s", (int)(colon - text), text);
        if (lento_value_read(word, "s", &request->fast[i], what, sizeof what)) {
            return cli_wrong("%s %s: %s", name, word, what);
        }
    }
    return colon && request->fast[0] >= 0 && request->fast[1] > request->fast[0]
               ? 0
               : cli_wrong("%s wants two times that rise, such as 0.5:0.51, not '%s'", name, text);
}

/* ---- the table ---- */

#define FLAG(who, word, placeholder, text, ...)                                                    \
    .commands = who, .option = &(const lento_option) {                                             \
        .name = word, .argument = placeholder, .doc = text, __VA_ARGS__                            \
    }
#define FIELD(is, field)        .kind = is, .offset = offsetof(cli_request, field)
#define NUMBER(field)           FIELD(LENTO_NUMBER, field)
#define WHOLE(field, low, high) FIELD(LENTO_LONG, field), .min = low, .max = high
#define TEXT(field)             FIELD(LENTO_WORD, field), .names = LENTO_ANY_NAME
#define SWITCH(field)           FIELD(LENTO_SWITCH, field)
#define CHOICE(field)           FIELD(LENTO_CHOICE, field)
/* read by `apply` */
#define OWN .kind = LENTO_WORD

static const cli_flag flags[] = {
    {FLAG(ANY | CLI_SWEEP, "until", "T", "end time; default: the problem's", NUMBER(options.until),
          .unit = "s")},
    {FLAG(RUNS, "every", "DT",
          "a row at every multiple of DT; default: 101 equal times, with a method its steps",
          NUMBER(every), .unit = "s")},
    {FLAG(CLI_RUN, "at", "T,T,...", "without a method: rows at these times, rising", OWN),
     .apply = cli_times_put},
    {FLAG(RUNS, "tol", "T",
          "without a method, which is then chosen: largest error of each column, as a part of its "
          "largest value; the answer has an error bar; default 1e-6",
          NUMBER(tolerance))},
    {FLAG(CLI_RUN, "explain", NULL,
          "without a method: print what was found, what was chosen and why", SWITCH(explain))},
    {FLAG(RUNS, "max-calls", "N",
          "calls of the right-hand side that may be made, with estimates and references; default "
          "without a method 3e7",
          NUMBER(max_calls))},
    {FLAG(RUNS, "careful", NULL, "without a method: shorter macro steps, for narrow features",
          SWITCH(careful))},
    {FLAG(OPTIONS, "macro-tol", "R[,A]",
          "adaptive macro methods: relative and absolute tolerance; default 1e-3; A: R/1000", OWN),
     .apply = put_tolerance},
    {FLAG(ANY, "reference", "R",
          "measure the error against direct, averaged or exact; default: none for run, else the "
          "best that is affordable",
          CHOICE(reference)),
     .word = reference_word, .words = LENTO_REFERENCES},
    {FLAG(CLI_SWEEP, "measure", "NAME=EXPR",
          "a number of each run: \"largest=max(theta)\"; may be repeated", OWN),
     .apply = cli_measure_put, .repeats = true},
    {FLAG(CLI_SWEEP, "random", "N", "N cells at random between the ends of the axes",
          WHOLE(cells.random, 1, MOST_CELLS))},
    {FLAG(CLI_SWEEP, "seed", "S", "of --random; default 0", WHOLE(cells.seed, 0, 1000000000))},
    {FLAG(CLI_SWEEP, "resume", NULL, "continue what FILE.journal holds", SWITCH(resume)),
     .apart = true},
    {FLAG(CLI_SWEEP, "shard", "I/N",
          "compute part I of N only, into FILE.I-of-N.journal; --merge joins the parts", OWN),
     .apply = cli_shard_put, .apart = true},
    {FLAG(CLI_SWEEP, "refine", NULL,
          "two axes: compute only cells near a change of the first measure (or --column), fill the "
          "others",
          SWITCH(refine))},
    {FLAG(CLI_SWEEP, "merge", NULL, "join journals, whose names are the other words",
          SWITCH(merge)),
     .apart = true, .files = true},
    {FLAG(CLI_COMPARE, "method", "WORDS",
          "a method to compare: \"scheme=async macro=rk4 steps=240\"; may be repeated", OWN),
     .apply = put_method, .repeats = true},
    {FLAG(CLI_CONVERGE, "vary", "WHAT",
          "what is refined: macro, micro, window or omega; default macro", CHOICE(vary)),
     .word = vary_word, .words = LENTO_VARIATIONS},
    {FLAG(CLI_CONVERGE, "levels", "K", "number of runs; default 5",
          WHOLE(levels, 2, LENTO_MAX_REFINEMENTS))},
    {FLAG(CLI_CONVERGE, "factor", "F", "ratio between two levels; default 2 (omega: 10)",
          NUMBER(factor), .min = 1)},
    {FLAG(CLI_COMPARE | CLI_CONVERGE, "column", "NAME",
          "the column whose error counts; default: the problem's distance (top: L), else the first "
          "averaged one",
          TEXT(column))},
    {FLAG(CLI_RUN, "format", "F",
          "table, csv, json, npz (NumPy) or mat (MATLAB, Octave); default: by the ending of --out, "
          "else table",
          CHOICE(format)),
     .word = format_word, .words = CLI_MAT + 1},
    {FLAG(CLI_SWEEP, "format", "F",
          "csv, npz (NumPy) or mat (MATLAB, Octave); default: by the ending of --out, else csv",
          CHOICE(format)),
     .word = data_format_word, .words = CLI_MAT + 1, .apart = true},
    {FLAG((ANY & ~(unsigned)CLI_RUN) | CLI_DETECT, "format", "F",
          "table, csv or json; default: by the ending of --out, else table", CHOICE(format)),
     .word = format_word, .words = CLI_JSON + 1},
    {FLAG(CLI_REPRODUCE, "format", "F", "table or json; default table", CHOICE(format)),
     .word = plain_format_word, .words = CLI_JSON + 1},
    {FLAG(ANY | CLI_DETECT, "out", "FILE",
          "write the result there (.txt, .csv, .json; run: also .npz, .mat)", TEXT(out))},
    {FLAG(CLI_SWEEP, "out", "FILE", "write the chart there (.csv, .npz, .mat)", TEXT(out)),
     .apart = true},
    {FLAG(CLI_RUN, "meta", NULL,
          "with --out FILE.csv: parameters, units and how it was computed in FILE.csv.meta.json",
          SWITCH(meta))},
    {FLAG(CLI_RUN, "with-reference", NULL,
          "with --reference: columns \"reference NAME\" beside the others in csv, json, npz, mat",
          SWITCH(with_reference))},
    {FLAG(CLI_RUN, "columns", "A,B,...",
          "show these columns, in this order; t is one of them; a picture of \"x:y\" has y over x; "
          "default: all",
          TEXT(columns))},
    {FLAG(
         CLI_SWEEP, "plot", "FILE",
         "draw curves, or a map of two axes with lines of equal value, with gnuplot (.svg or .png)",
         TEXT(plot)),
     .apart = true},
    {FLAG(CLI_SWEEP, "column", "NAME", "the measure that is drawn; default: of a map the first",
          TEXT(column)),
     .apart = true},
    {FLAG(ANY, "plot", "FILE", "draw the result with gnuplot (.svg or .png)", TEXT(plot))},
    {FLAG(ANY, "recipe", "FILE",
          "take problem, parameters, method and reference from a JSON file, such as the JSON of a "
          "run; flags override it",
          TEXT(recipe)),
     .recipe = true},
    {FLAG(ANY, "slow", "SET",
          "scheme slow: the slow variables: problem (its default set), the name of a set, detect, "
          "or \"EXPR;EXPR\" of the state; default problem",
          TEXT(slow))},
    {FLAG(CLI_RUN, "average", "EXPR",
          "scheme slow: a column with the local average of an expression", OWN),
     .apply = put_average, .repeats = true},
    {FLAG(CLI_RUN, "integrate", "EXPR", "scheme slow: a column with the integral of an expression",
          OWN),
     .apply = put_integral, .repeats = true},
    {FLAG(CLI_RUN, "stop-when", "EXPR", "ends the run where a condition becomes true: \"E1 < 0.5\"",
          TEXT(stop_when))},
    {FLAG(
         CLI_RUN, "event", "NAME=EXPR",
         "without a method: when does this happen? \"hit=x > 0.3\", or what becomes zero; the fast "
         "motion counts, too",
         OWN),
     .apply = put_event, .repeats = true},
    {FLAG(CLI_RUN, "envelope", NULL,
          "without a method: mean, least, largest value and root mean square of the state over its "
          "fast "
          "motion, and its frequency, whatever the problem shows",
          SWITCH(envelope))},
    {FLAG(CLI_RUN, "fast", "T1:T2",
          "without a method: the motion itself over this stretch, 32 points per oscillation or "
          "--every; "
          "refused where its phase is not known",
          OWN),
     .apply = put_fast},
    {FLAG(CLI_RUN, "ensemble", "N",
          "N runs from starts that differ by 1e-9, where a problem allows it (fpu): means and "
          "standard errors",
          WHOLE(ensemble, 2, CLI_MAX_MEMBERS))},
    {FLAG(ANY | CLI_DETECT, "degree", "M",
          "detection: highest degree of the polynomials; default 4", WHOLE(degree, 1, 12))},
    {FLAG(ANY | CLI_DETECT, "radius", "R", "detection: spread of the sampled states; default 1",
          NUMBER(radius))},
    {FLAG(ANY | CLI_DETECT, "seed", "S", "detection: seed of the sampled states; default 0",
          WHOLE(seed, 0, 1000000000))},
    {FLAG(CLI_DETECT, "literal", NULL,
          "the published procedure instead of the robust one, for comparison", SWITCH(literal))},
    {FLAG(CLI_REPRODUCE, "quick", NULL, "leave out slow items", SWITCH(quick))},
    {FLAG(CLI_REPRODUCE | CLI_SWEEP, "jobs", "N",
          "items or cells computed at a time; default: all cores", WHOLE(jobs, 1, MOST_JOBS)),
     .apart = true},
    {FLAG(CLI_REPRODUCE, "report", "DIR",
          "write one page, report.html, with figures and errata, and report.json there",
          TEXT(report))},
    {FLAG(CLI_STUDIO, "port", "N", "port of the server; default 0: any free one",
          WHOLE(port, 0, 65535))},
    {FLAG(CLI_STUDIO, "no-open", NULL, "print the address and open no browser", SWITCH(no_open))},
    {FLAG(RUNS, "no-estimate", NULL,
          "leave out the runs that estimate the error (and choose steps that are not given)",
          SWITCH(no_estimate))},
    {FLAG(CLI_RUN, "strict", NULL, "warnings make the command fail (exit 1)", SWITCH(strict))},
    {FLAG(ANY | CLI_DETECT | CLI_REPRODUCE | CLI_SWEEP, "quiet", NULL, "no messages except errors",
          SWITCH(quiet)),
     .apart = true},
};

enum { FLAGS = sizeof flags / sizeof *flags };

bool cli_flag_at(size_t i, cli_flag *f) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    if (i < n) {
        *f = (cli_flag){.option = &list[i], .commands = list[i].flag ? 0 : OPTIONS, .of_run = true};
    } else if (i < n + FLAGS) {
        *f = flags[i - n];
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
        if ((f->commands & command) && (f->of_run || strcmp(f->option->name, typed + 2) == 0)) {
            return (int)i;
        }
    }
    return -1;
}

const char *cli_flag_doc(const cli_flag *f, char text[CLI_DOC_SIZE]) {
    const char *scheme = f->option->scheme;
    snprintf(text, CLI_DOC_SIZE, "%s%s%s", scheme ? scheme : "", scheme ? ": " : "",
             f->option->doc);
    return text;
}

int cli_flag_apply(cli_request *request, size_t index, const char *text, cli_source source) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    char name[CLI_FLAG_SIZE];
    if (index < n) {
        return cli_option_set(request, &list[index], text, source);
    }
    const cli_flag *f = &flags[index - n];
    cli_flag_text(f->option->name, name);
    return f->apply  ? f->apply(name, request, text, source)
           : f->word ? put_choice(f, name, text, (int *)((char *)request + f->option->offset))
                     : cli_option_put(&request->memory, f->option, request, text);
}
