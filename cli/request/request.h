/* SPDX-License-Identifier: MIT
 * What the user asked for: problem, numbers, run options, output.
 *
 *   argv -> words.c: sorted once into flags, settings, the problem, a recipe
 *        -> request.c: problem, recipe (recipe.c), then flags (flag.c, option.c) and settings (setting.c) in the order
 *           they were typed; a recipe of several runs makes several requests of the same words */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H
#include "cli.h"
#include "io/json.h"
#include "lento/chart.h"
#include "request/plugin.h"

/* 0: not given */
typedef enum cli_format { CLI_TABLE = 1, CLI_CSV, CLI_JSON, CLI_NPZ, CLI_MAT } cli_format;

/* Where an option comes from; later ones are stronger. */
typedef enum cli_source {
    CLI_FROM_NOWHERE,
    CLI_FROM_RECIPE,
    CLI_FROM_FLAG,
    CLI_FROM_WORDS /* of compare --method */
} cli_source;

enum {
    CLI_MAX_SETTINGS = 512,
    CLI_MAX_METHODS = 32,
    CLI_MAX_OPTIONS = 64,
    CLI_MAX_OBSERVED = 32,
    CLI_MAX_EVENTS = 32,
    CLI_MAX_CHOICES = 16, /* words of one option */
    CLI_FLAG_SIZE = 48,
    CLI_DOC_SIZE = 300,
    CLI_VALUE_ERROR = 200,
    CLI_MAX_MEMBERS = 100000 /* of an ensemble */
};

typedef struct cli_request {
    unsigned command; /* bit of the command that asks */
    cli_memory memory;
    cli_problem problem;
    lento_setting settings[CLI_MAX_SETTINGS]; /* later ones win */
    size_t settings_count;
    lento_model *model;
    lento_options options;
    unsigned char source[CLI_MAX_OPTIONS]; /* cli_source, by index of lento_option_table */
    unsigned char values[CLI_MAX_OPTIONS]; /* length of its comma list */
    double every;
    double tolerance, max_calls; /* hands-off, if the first is positive */
    double recipe_tolerance;     /* counts if no method is named */
    bool explain, careful;
    double *at; /* rows at these times, rising; NULL: as `every` says */
    int at_count;
    lento_reference reference; /* none: or chosen by the command */
    cli_format format;
    bool quiet, strict, no_estimate, meta, with_reference;
    const char *out, *plot, *recipe;
    const char *columns; /* names of those that are shown, NULL: all */
    int *show, shown;    /* which they are: 0 is t */
    int over;            /* the one that a picture has on its lower axis */
    lento_vary vary;     /* converge */
    const char *column;
    int64_t levels;
    double factor;
    const char *methods[CLI_MAX_METHODS]; /* compare */
    int methods_count;
    /* slow variables, see slow.h */
    const char *slow;              /* problem, detect or polynomials; NULL: problem */
    const char *const *slow_texts; /* the polynomials that were attached */
    int slow_count;
    const char *const *searched; /* names of what detection searched; NULL: those of the state */
    bool detected;               /* they were found in this command, with so many evaluations */
    int64_t detect_evaluations;
    double slow_frequency[2]; /* lowest and highest of a system that declares none; 0: unknown */
    const char *observed[CLI_MAX_OBSERVED]; /* --average, --integrate */
    bool integral[CLI_MAX_OBSERVED];
    int observables;
    const char *stop_when; /* or NULL */
    const char *event[CLI_MAX_EVENTS + 1],
        *event_name[CLI_MAX_EVENTS + 1]; /* --event; without a method --stop-when is the last */
    int events;
    lento_triggers triggers;
    bool envelope;
    struct cli_spool *spool; /* rows that are written already; NULL: none */
    double *frequency;       /* of each number of the state at each row; NULL: not asked for */
    double fast[2];          /* --fast: from, to; 0 0: none */
    int64_t degree;          /* of detection, 0: default */
    double radius;
    int64_t seed;
    bool literal;
    int64_t ensemble; /* members; 0: none */
    /* sweep */
    lento_cells cells;
    const char *measure[LENTO_MAX_MEASURES], *measure_name[LENTO_MAX_MEASURES];
    int measures;
    int64_t shard, shards; /* 1 to shards; 0: all cells */
    bool resume, merge, refine;
    /* reproduce, studio */
    bool quick, no_open;
    int64_t jobs, port; /* 0: all cores, any free one */
    const char *report;
} cli_request;

/* ---- words.c ---- */
typedef enum cli_word_kind {
    CLI_WORD_FLAG, /* index for cli_flag_at */
    CLI_WORD_SETTING,
    CLI_WORD_STRAY
} cli_word_kind;

typedef struct cli_word {
    cli_word_kind kind;
    size_t index;
    const char *name, *text;
} cli_word;

typedef struct cli_words {
    unsigned command;
    cli_word *list;
    size_t count;
    const char *problem; /* or a paper; NULL: none was named */
    const char *path;    /* of the recipe; NULL: none */
    bool files;          /* they are no problem and no settings, but files: --merge */
    io_json_value *recipe;
    size_t runs; /* in the recipe; 1 without one */
    cli_memory memory;
} cli_words;

/* The first command whose bit is in the set. */
const char *cli_command_name(unsigned bits);
/* 0, or an exit code after a sentence on stderr. Free the words in both cases. */
int cli_words_read(cli_words *words, unsigned command, int argc, char **argv);
void cli_words_free(cli_words *words);

/* ---- request.c ---- */
/* Run number `item` of the words' recipe. 0 and a model, or an exit code after a sentence on stderr. Free the request
 * in both cases. The words may go before it. */
int cli_request_make(cli_request *request, const cli_words *words, size_t item);
/* Words and flags, for commands without a problem; *subject: the word that is no flag, or NULL. */
int cli_request_flags(cli_request *request, unsigned command, int argc, char **argv,
                      const char **subject);
/* Words and request at once, for one run. */
int cli_request_read(cli_request *request, unsigned command, int argc, char **argv);
void cli_request_free(cli_request *request);
/* The flags of the words alone, for a request that has no problem. */
int cli_request_words(cli_request *request, const cli_words *words);

/* ---- flag.c ---- */
typedef struct cli_flag {
    const lento_option *option; /* its place is in lento_options or in cli_request */
    unsigned commands;
    bool of_run;                    /* an option of runs, not of the command line itself */
    bool recipe;                    /* its value is a file that is read first */
    bool repeats;                   /* may be given more than once */
    bool apart;                     /* where and how it is computed or shown, not what */
    bool files;                     /* the words that are no flags are files, not a problem */
    const char *(*word)(int index); /* its `words` words, or NULL; NULL: any, or option->choices */
    int words;
    /* for what is no single field */
    int (*apply)(const char *flag, cli_request *request, const char *text, cli_source source);
} cli_flag;
/* All flags one by one, run options first; false: there are not so many. */
bool cli_flag_at(size_t i, cli_flag *flag);
/* The flag of this name, if one of these commands has it: its index, or -1. */
int cli_flag_find(const char *name, size_t length, unsigned commands, cli_flag *flag);
/* What it means, with the scheme it belongs to. */
const char *cli_flag_doc(const cli_flag *flag, char text[CLI_DOC_SIZE]);
int cli_flag_apply(cli_request *request, size_t index, const char *text, cli_source source);
lento_reference cli_reference_find(const char *text); /* none if it is not known */
/* A column with the average or the integral of a polynomial; name: where the text comes from, for messages. */
int cli_observe(const char *name, cli_request *request, const char *text, bool integral);

/* ---- option.c ---- */
/* " (did you mean 'macro_step'?)" for a name that is not there, or "". */
const char *cli_option_hint(const char *name, char *text, size_t room);
/* Options that it excludes give way if their source is weaker. */
int cli_option_set(cli_request *request, const lento_option *option, const char *text,
                   cli_source source);
/* "scheme=async macro=rk4": the request's options with the words of compare --method. */
int cli_option_words(cli_request *request, const char *words, lento_options *options);
int cli_option_check(const cli_request *request); /* lengths of comma lists, windows */

/* ---- hands_off.c ---- */
/* Is no method named, so that everything is chosen? Sets the tolerance then. 0, or CLI_WRONG after a sentence. */
int cli_hands_off(cli_request *request);
/* Rows of a run that chooses its method: as asked, or at equal times. */
const double *cli_row_times(cli_request *request, int *count);
/* Does `lento run` of this problem choose its method, if none is named? */
bool cli_chooses(const lento_model *model);
/* "--at 0.1,0.5,2" */
int cli_times_put(const char *flag, cli_request *request, const char *text, cli_source source);

/* ---- option_value.c ---- */
/* The flag as messages name it: "--macro-step". */
const char *cli_flag_text(const char *name, char text[CLI_FLAG_SIZE]);
/* Which of n words the text is; NULL and "" are none. 0, or CLI_WRONG after a sentence. */
int cli_word_find(const char *flag, const char *const words[], int n, const char *text, int *index);
/* fields: the lento_options or lento_average that holds it. */
int cli_option_put(cli_memory *memory, const lento_option *option, void *fields, const char *text);
/* One field as text, "" if it is not set. */
const char *cli_option_text(const lento_option *option, const void *fields, char *text,
                            size_t room);
/* Word number `index` of "a|b|c" and its length; NULL if there are not so many. */
const char *cli_choice(const char *choices, int index, int *length);

/* ---- lookup.c ---- */
/* Is there a scheme, method or kernel of this name? */
int cli_name_check(lento_names names, const char *flag, const char *name);
/* " (did you mean 'x'?)" for a name that a list of the library, such as lento_methods, does not have. */
typedef size_t cli_names(lento_entry list[], size_t room);
const char *cli_names_hint(cli_names *names, const char *name, char *text, size_t room);

/* ---- setting.c ---- */
/* The row of a parameter, of a family for its members; NULL: there is none. */
const lento_parameter *cli_parameter_find(const lento_problem *problem, const char *name);
int cli_setting(cli_request *request, const char *name, const char *text);
/* A number, as a recipe has it. */
int cli_setting_number(cli_request *request, const char *name, double value);

/* ---- parameter.c ---- */
/* "0.01, then 0.005": all defaults of a family. */
const char *cli_default_text(const lento_parameter *p, char *text, size_t room);
const char *cli_range_text(const lento_parameter *p, char *text, size_t room); /* "1 to 200" */

/* ---- axis.c ---- */
bool cli_axis_is(const char *text); /* "LO:HI", not a value */
int cli_axis(cli_request *request, const char *name, const char *text);
/* "--measure NAME=EXPR", "--shard I/N" */
int cli_measure_put(const char *flag, cli_request *request, const char *text, cli_source source);
int cli_shard_put(const char *flag, cli_request *request, const char *text, cli_source source);

/* ---- recipe.c ---- */
/* Reads the file, counts its runs. */
int cli_recipe_read(cli_words *words);
/* Run number `item`; the problem too, unless it is known already. */
int cli_recipe_apply(cli_request *request, const cli_words *words, size_t item);

#endif
