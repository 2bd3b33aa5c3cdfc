/* SPDX-License-Identifier: MIT
 * What the user asked for: problem, numbers, run options, output. Made from argv by request.c
 * (words and settings), option.c (flags and their help) and recipe.c (a JSON file). */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H
#include "cli.h"
#include "io/json.h"
#include "lento/lento.h"
#include "plugin.h"

typedef enum cli_format { CLI_TABLE, CLI_CSV, CLI_JSON } cli_format;

enum {
    CLI_MAX_SETTINGS = 512,
    CLI_MAX_METHODS = 32,
    CLI_MAX_OPTIONS = 64,
    CLI_MAX_OBSERVED = 32,
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
    /* how often an option was set, by index of lento_option_table: 0 never, 1 recipe, 2 flag */
    unsigned char source[CLI_MAX_OPTIONS];
    unsigned char values[CLI_MAX_OPTIONS]; /* length of its comma list */
    double every;
    const char *reference; /* NULL: none, or chosen by the command */
    cli_format format;
    bool format_given, quiet, strict;
    const char *out, *plot, *recipe;
    const char *vary, *column; /* converge */
    long levels;
    double factor;
    const char *methods[CLI_MAX_METHODS]; /* compare */
    int methods_count;
    size_t runs; /* in the recipe; 1 without one */
    /* slow variables, see slow.h */
    const char *slow;        /* problem, detect or polynomials; NULL: problem */
    const char *slow_given;  /* the name of a set as it was typed; or NULL */
    const char **slow_texts; /* the polynomials that were attached */
    int slow_count;
    bool detected; /* they were found in this command, with so many evaluations */
    long detect_evaluations;
    double slow_frequency[2]; /* lowest and highest of a system that declares none; 0: unknown */
    const char *observed[CLI_MAX_OBSERVED]; /* --average, --integrate */
    bool integral[CLI_MAX_OBSERVED];
    int observables;
    int degree; /* of detection, 0: default */
    double radius;
    unsigned long seed;
    bool literal;
    long ensemble; /* members; 0: none */
} cli_request;

/* Reads the command's words; `item` selects one of the recipe's runs. 0 and a model, or an exit
 * code after a sentence on stderr. Free the request in both cases. */
int cli_request_read(cli_request *request, unsigned command, int argc, char **argv, size_t item);
void cli_request_free(cli_request *request);

/* ---- flag_read.c, flag.c, option.c ---- */
/* "--name value", "--name=value" or a switch at argv[*i]; moves *i over what it used. */
int cli_option_flag(cli_request *request, int argc, char **argv, int *i);
/* An option of the table by its JSON name ("macro_step"); -1 if there is none. */
int cli_option_find(const char *name);
/* " (did you mean 'macro_step'?)" for a name that is not there, or "". */
const char *cli_option_hint(const char *name, char *text, size_t room);
/* source: 1 recipe, 2 flag. A flag clears the recipe's other way to say the same. */
int cli_option_set(cli_request *request, int index, const char *text, unsigned char source);
/* "scheme=async macro=rk4": the words of compare --method into options. */
int cli_option_words(cli_request *request, const char *words, lento_options *options);
int cli_option_check(const cli_request *request); /* lengths of comma lists */
int cli_levels(const lento_options *options);     /* averages before the first without a scheme */
void cli_option_help(unsigned command);           /* all flags of a command, on stdout */
/* Flags of the command line itself, one by one; false: there are not so many. */
typedef struct cli_flag {
    const char *name, *argument, *doc;
    unsigned commands;
} cli_flag;
bool cli_flag_at(size_t i, cli_flag *flag);
int cli_flag_apply(cli_request *request, size_t index, const char *text);
const char *cli_reference_word(const char *text); /* one of the known references, or NULL */
/* "R[,A]": relative and absolute tolerance; A is R/1000 if it is not given. */
int cli_tolerance(cli_memory *memory, lento_options *options, const char *text);

/* ---- option_value.c ---- */
enum { CLI_FLAG_SIZE = 48 };
/* The flag as messages name it: "--macro-step". */
const char *cli_flag_of(const lento_option *option, char text[CLI_FLAG_SIZE]);
/* base: the lento_options or lento_average that holds the field. */
int cli_option_put(cli_memory *memory, const lento_option *option, void *base, const char *text);
/* One field as text, "" if it is not set. */
const char *cli_option_text(const lento_option *option, const void *base, char *text, size_t room);
/* Word number `index` of "a|b|c" and its length; NULL if there are not so many. */
const char *cli_choice(const char *choices, int index, int *length);

/* ---- names.c ---- */
/* Is there a scheme, method or kernel of this name? 0, or CLI_WRONG after a sentence. */
int cli_name_check(const lento_option *option, const char *name);

/* ---- setting.c ---- */
int cli_setting(cli_request *request, const char *name, const char *text);
/* A number, as a recipe has it. */
int cli_setting_number(cli_request *request, const char *name, double value);

/* ---- parameter.c ---- */
/* "0.01, then 0.005": all defaults of a family. */
const char *cli_default_text(const lento_parameter *p, char *text, size_t room);
const char *cli_range_text(const lento_parameter *p, char *text, size_t room); /* "1 to 200" */

/* ---- recipe.c ---- */
/* The problem's name from run number `item` of a recipe file, and how many runs it holds. */
int cli_recipe_apply(cli_request *request, size_t item, bool problem_given);

#endif
