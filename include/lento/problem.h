/* SPDX-License-Identifier: MIT
 *
 * problem.h - named problems: a table of parameters and columns that makes systems, models (a
 * problem with numbers), and the lists of what the library offers.
 *
 * Read top to bottom: parameter, column, problem, model, lists. */
#ifndef LENTO_PROBLEM_H
#define LENTO_PROBLEM_H

#include "lento/known.h"
#include "lento/lento.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- problem: a named, parametrised maker of systems; one const table, shareable ---- */

/* One parameter, or a family of them. Tables end with a null name; scalars first, then families. */
typedef struct lento_parameter {
    /* required: "omega"; a family is "m#": m1, m2, ... */
    const char *name;
    /* default; later members of a family repeat the last non-zero entry; NAN: set by `complete` */
    double value[4];
    /* closed range; both 0: any number */
    double min, max;
    /* shown to the user; NULL: nothing */
    const char *unit, *doc;
    /* "lagrange|general": the value is the index; NULL: a number */
    const char *choices;
    /* family: the parameter that says how many; all families share it. NULL: a scalar */
    const char *count;
    /* integers only */
    bool whole;
    /* min itself is excluded ("> 0") */
    bool open;
} lento_parameter;

/* One column of the output, or a family of them. Tables end with a null name and leave out t. */
typedef struct lento_column {
    /* required: "Q"; a family is "q#" */
    const char *name;
    /* shown to the user; NULL: nothing */
    const char *unit, *doc;
    /* family: the parameter that says how many */
    const char *count;
    /* false: a mean over the fast motion when a multiscale scheme runs */
    bool pointwise;
    /* an invariant of the slow motion, not of the full one */
    bool slow_only;
    /* an angle modulo 2 pi: differences are taken the short way round */
    bool wraps;
    /* family: its members alternate with those of the family before, x1 y1 x2 y2 ... */
    bool paired;
    /* nobody says that it is slow: hands-off runs show statistics of the state instead where something is fast */
    bool plain;
} lento_column;

/* What `make` fills. */
typedef struct lento_build lento_build;
struct lento_build {
    /* to be filled */
    lento_system *system;
    /* to be set: the start, order * size numbers that live as long as the model */
    double *state;
    /* may be set: other columns and other fast parameters than those of the problem's table */
    const lento_column *columns;
    const char *fast;
    /* of the problem */
    const void *data;
    /* zeroed memory that lives as long as the model; NULL, which the model reports: none left */
    void *(*take)(lento_build *build, size_t bytes);
    void *owner;
};

static inline double *lento_build_doubles(lento_build *build, size_t n) {
    return (double *)build->take(build, n * sizeof(double));
}

/* Copies that live as long as the model: of any part, and of a start of n numbers. NULL without
 * memory. */
static inline void *lento_build_keep(lento_build *build, const void *part, size_t bytes) {
    void *copy = build->take(build, bytes);
    return copy ? memcpy(copy, part, bytes) : NULL;
}
static inline double *lento_build_start(lento_build *build, size_t n, const double start[]) {
    return (double *)lento_build_keep(build, start, n * sizeof *start);
}

/* A part that lives as long as the model: LENTO_KEEP(build, lento_fast, .count = 1, ...) */
#define LENTO_KEEP(build, type, ...)                                                               \
    ((const type *)lento_build_keep(build, &(const type){__VA_ARGS__}, sizeof(type)))
/* The system itself: LENTO_SYSTEM(build, .order = 2, .size = 1, .rate = force, ...) */
#define LENTO_SYSTEM(build, ...) (*(build)->system = (lento_system){__VA_ARGS__})

/* Callbacks get `data` of the table, so that a problem can be made at run time; `make` finds it in
 * `build`. p: scalars in table order, then each family with as many members as its count. */
typedef struct lento_problem {
    /* required: LENTO_ABI, which covers the tables of parameters and columns too */
    int abi;
    /* required: name; the others are shown to the user */
    const char *name, *title, *doc, *paper;
    /* required */
    const lento_parameter *parameters;
    const lento_column *columns;
    /* or NULL */
    const lento_column *invariants;
    /* fill NAN defaults, check pairs; NULL or an error sentence */
    const char *(*complete)(double p[], const void *data);
    /* required: fill build->system and build->state; NULL or an error sentence. p outlives the
     * system. */
    const char *(*make)(const double p[], lento_build *build);
    /* values of the invariants */
    void (*invariant)(double t, const double columns[], const double p[], double values[],
                      const void *data);
    /* used where the user says nothing */
    lento_options suggested;
    /* one number that says how far two rows of columns are apart ("L"), or NULL */
    const char *distance_name;
    double (*distance)(const double columns[], const double reference[], const void *data);
    /* the reference in the form nearest to the columns (a quaternion has two signs), or NULL */
    void (*align)(const double columns[], double reference[], const void *data);
    /* the parameter that sets the fast frequencies: "omega" (proportional to it), "1/eps" (to its
     * inverse), several separated by spaces; NULL: none is known */
    const char *fast;
    /* names of the numbers of the state, for polynomials; NULL: x1, x2, ... */
    const lento_column *state;
    /* the parameter that differs by 1e-9 between members of an ensemble; NULL: none */
    const char *ensemble;
    /* how its methods are compared (contest.h); NULL: as those of any other problem */
    const struct lento_contest *contest;
    /* handed to the callbacks; must outlive models. NULL: they need nothing */
    const void *data;
} lento_problem;

/* ---- problems as text (docs/equations.md) ---- */

/* Reads equations, at most 1 MB. name: the file, for messages; the problem is called like it. If it fails, *problem is
 * NULL and error (or NULL) holds one sentence with file, line and column, the line and a caret. Text and name are
 * copied. */
LENTO_API lento_status lento_problem_read(const lento_problem **problem, const char *name,
                                          const char *text, size_t length, char error[],
                                          size_t room);
/* The text of a file beside the one that is read (its `table`s), into text: its length, at most `room`; 0: it cannot be
 * read. name has letters, digits, '.', '_' and '-' and does not start with '.'. */
typedef size_t lento_beside(const char *name, char text[], size_t room, void *user);
/* The same with tables in files; lento_problem_read refuses those. */
LENTO_API lento_status lento_problem_read_with(const lento_problem **problem, const char *name,
                                               const char *text, size_t length, char error[],
                                               size_t room, lento_beside *beside, void *user);
/* Only for a problem that was read; its models must be gone. NULL is allowed. */
LENTO_API void lento_problem_free(const lento_problem *problem);
/* What was understood, in lines of text: how long it is; writes what fits. "" for a problem that was not read. */
LENTO_API size_t lento_problem_explain(const lento_problem *problem, char text[], size_t room);
/* A number as a text that reads back to the same double. */
typedef char *lento_number_text(double value, char text[32]);
/* The problem as a file for XPPAUT, in SI units: how long it is, writes what fits. 0: it was not read, or XPPAUT cannot say
 * it, with one sentence in error. Equations of second order become two of first order, phases variables. */
LENTO_API size_t lento_problem_xpp(const lento_problem *problem, lento_number_text *number,
                                   char text[], size_t room, char error[], size_t error_room);
/* One `from` in units of `to`, "cm" and "m". LENTO_BAD_OPTION: their dimensions differ; LENTO_BAD_SYSTEM: one of them is
 * no unit. */
LENTO_API lento_status lento_unit_factor(const char *from, const char *to, double *factor);
/* One value as a user types it, in units of `unit` ("" or NULL: a plain number): 1/80, 2*pi*50, 3000rpm, 10cm+5mm. A
 * unit at the end is that of the whole value; Hz for rad/s and rpm, and the reverse, count 2 pi. LENTO_BAD_OPTION: *value
 * is unchanged and error (or NULL) says why. */
LENTO_API lento_status lento_value_read(const char *text, const char *unit, double *value,
                                        char error[], size_t room);

/* ---- model: a problem with numbers; const after creation, shared by runs ---- */
typedef struct lento_model lento_model;

/* A parameter with a number, or for choices with a text; text NULL: value. */
typedef struct lento_setting {
    const char *name, *text;
    double value;
} lento_setting;

/* If creation fails, *model still holds the error (it is NULL only without memory); destroy it all
 * the same. Every lento_model_ function takes such a model, NULL, and an index out of range: a
 * name, a row or the state is then NULL, a count 0, a value not a number, the system empty.
 * lento_run_open hands the error on to the run. Settings are copied; the problem must outlive the
 * model. */
LENTO_API lento_status lento_model_create(lento_model **model, const lento_problem *problem,
                                          const lento_setting settings[], size_t n);
/* The same problem with the same settings and n more; later ones win. As with create, *out holds
 * the error. */
LENTO_API lento_status lento_model_with(lento_model **out, const lento_model *model,
                                        const lento_setting settings[], size_t n);
/* The same with all fast frequencies `factor` times as high; an error if the problem declares no
 * fast parameter. */
LENTO_API lento_status lento_model_faster(lento_model **out, const lento_model *model,
                                          double factor);
/* What makes it fast: "omega", "1/eps"; or NULL. *eps (or NULL) is 1/omega or eps, of the first one
 * named. */
LENTO_API const char *lento_model_fast(const lento_model *model, double *eps);
LENTO_API void lento_model_destroy(lento_model *model);
/* One sentence, owned by the model; "" if none. */
LENTO_API const char *lento_model_error(const lento_model *model);
LENTO_API const lento_problem *lento_model_problem(const lento_model *model);
LENTO_API const lento_system *lento_model_system(const lento_model *model);
/* To give it other parts before runs; NULL for NULL. */
LENTO_API lento_system *lento_model_edit(lento_model *model);
/* The slow variables that its runs use: the first of the system, unless others were chosen. */
LENTO_API const lento_slow_set *lento_model_slow(const lento_model *model);
/* Choose others before runs, own ones or those of this name. An own set must outlive the model.
 * False: no model, or no set of this name. */
LENTO_API bool lento_model_use(lento_model *model, const lento_slow_set *set);
LENTO_API bool lento_model_choose(lento_model *model, const char *name);
/* Append n columns: averages <b> over the micro runs of scheme slow, or integrals of <b> along the
 * run. Other schemes leave them not a number. The arrays and params must outlive the model; call
 * once, before runs. */
LENTO_API lento_status lento_model_observe(lento_model *model, int n, const char *const names[],
                                           const bool integral[], lento_observe *observe,
                                           void *params);
/* The start, order * size numbers. */
LENTO_API const double *lento_model_state(const lento_model *model);
/* Parameters, families expanded: how many, and the name, value and row of one of them. */
LENTO_API int lento_model_parameters(const lento_model *model);
LENTO_API const char *lento_model_parameter(const lento_model *model, int i, double *value,
                                            const lento_parameter **row);
/* Columns, families expanded, without t. */
LENTO_API int lento_model_columns(const lento_model *model);
LENTO_API const char *lento_model_column(const lento_model *model, int i, const lento_column **row);
LENTO_API int lento_model_invariants(const lento_model *model);
LENTO_API const char *lento_model_invariant(const lento_model *model, int i);
/* Values of the invariants at these columns; false if the problem has none. */
LENTO_API bool lento_model_values(const lento_model *model, double t, const double columns[],
                                  double invariants[]);
/* A run of the model: zero options are taken from the problem's suggestion, the start, the slow
 * variables and the observables from the model. The model must outlive the run. */
LENTO_API lento_status lento_run_open(lento_run **run, const lento_model *model,
                                      const lento_options *options);

/* ---- lists: what the command line, the JSON, the docs and the studio are made from ---- */

/* order: of accuracy, for methods. */
typedef struct lento_entry {
    const char *name, *doc, *paper;
    int order;
} lento_entry;

/* What a field holds: a double, an int, an int64_t, a text, a bool, or as an int which word of `choices`. */
typedef enum lento_kind {
    LENTO_NUMBER,
    LENTO_COUNT,
    LENTO_LONG,
    LENTO_WORD,
    LENTO_SWITCH,
    LENTO_CHOICE
} lento_kind;

/* The list that a LENTO_WORD is a name of. */
typedef enum lento_names {
    LENTO_SCHEME_NAMES,
    LENTO_METHOD_NAMES,
    LENTO_KERNEL_NAMES,
    LENTO_ANY_NAME
} lento_names;

/* Suggestions of a problem are taken group by group: if one of a group is given, the others keep
 * their defaults. */
typedef enum lento_group {
    LENTO_ALONE,
    LENTO_WINDOW_GROUP,
    LENTO_MICRO_GROUP,
    LENTO_GAUGE_GROUP
} lento_group;

/* When words about a finished run give the flag again. */
typedef enum lento_telling {
    LENTO_TOLD,
    /* also named with the method: it makes a level another than the plain scheme */
    LENTO_TOLD_AS_VARIANT,
    LENTO_TOLD_UNLESS_DEFAULT,
    /* a kernel may decide it */
    LENTO_TOLD_UNLESS_FILTER,
    /* follows from other options */
    LENTO_UNTOLD
} lento_telling;

/* One row per field of lento_options and lento_average that a user may set. */
typedef struct lento_option {
    /* "macro_step": JSON key; the flag is --macro-step */
    const char *name;
    /* "H"; NULL for a switch */
    const char *argument;
    /* doc without the scheme, which help puts before it; fallback: the default in words, or NULL */
    const char *unit, *doc, *fallback;
    lento_kind kind;
    size_t offset;
    /* a field of lento_average: comma lists, slowest first */
    bool per_level;
    /* range: of LENTO_NUMBER both ends are excluded; max 0: no upper end */
    double min, max;
    lento_names names;
    /* "chain|kernel"; an empty word is the default */
    const char *choices;
    /* the one scheme that has it; NULL: all, of those per level all with windows */
    const char *scheme;
    /* per level, but a direct run has it too */
    bool direct;
    /* its list says how many levels there are */
    bool names_levels;
    /* the flag that sets it together with others; NULL: it has one of its own */
    const char *flag;
    /* options that cannot be given with it, separated by spaces */
    const char *excludes;
    /* the other way to say the same, which a recipe with both means */
    const char *same;
    lento_group group;
    lento_telling told;
} lento_option;

/* Each returns how many there are and fills what fits. */
LENTO_API size_t lento_methods(lento_entry list[], size_t room);
LENTO_API size_t lento_compositions(lento_entry list[], size_t room);
LENTO_API size_t lento_schemes(lento_entry list[], size_t room);
LENTO_API size_t lento_kernels(lento_entry list[], size_t room);
/* Static tables: how many rows there are. */
LENTO_API size_t lento_option_table(const lento_option **list);
/* The row of this name, `length` characters with _ or - between words; NULL: there is none. */
LENTO_API const lento_option *lento_option_find(const char *name, size_t length);
/* Its field in the lento_options, or in the lento_average if it is per level: is it given (not
 * zero)? Copied; from NULL: set to zero. */
LENTO_API bool lento_option_given(const lento_option *option, const void *fields);
LENTO_API void lento_option_copy(const lento_option *option, void *to, const void *from);
LENTO_API size_t lento_problems(const lento_problem *const **list);
/* The built-in problem of this name, or NULL. */
LENTO_API const lento_problem *lento_problem_find(const char *name);
/* The library whose adapter brings a method of this name, or NULL. */
LENTO_API const char *lento_method_library(const char *name);
/* The name that a mistyped one comes closest to, or NULL. */
LENTO_API const char *lento_nearest(const char *name, const char *const names[], size_t n);
/* kappa = sum of w_k cos(k phi), phi the phase per micro step: what a kernel leaves of an
 * oscillation. weights: m + 1 of them, w_0 at the centre, each w_k for k > 0 counted on both sides.
 */
LENTO_API double lento_residual(const double weights[], int m, double phi);
/* Weights of a symmetric kernel on nodes 0..m of its half width; 0, or -1: an unknown name. */
LENTO_API int lento_kernel_weights(const char *kernel, int m, double weights[]);

/* ---- formulas: expressions of the state as text become slow variables and columns of a model. They are written in the
 * language of equations (docs/equations.md), may use the parameters and, if the problem was read from text, all that
 * it defines ---- */

/* Numbers of the state, and their names: the problem's (families expanded: y1, y2, ...), or x1, x2, ... */
enum { LENTO_STATE_NAME = 40 };
LENTO_API int lento_model_dimension(const lento_model *model);
LENTO_API const char *lento_state_name(const lento_model *model, int i,
                                       char text[LENTO_STATE_NAME]);

/* What is wrong with a formula. */
typedef struct lento_formula_error {
    /* which one, and the bytes of its text to point at */
    int index;
    size_t position, length;
    /* one sentence without a full stop */
    char message[160];
    /* a name that is like none of those there are */
    bool unknown;
} lento_formula_error;

/* Makes them the slow variables of scheme slow, with exact gradients. LENTO_BAD_OPTION: one cannot be read; LENTO_BAD_SYSTEM: one is a
 * constant. *printed (or NULL): polynomials as the library writes them; owned by the model. A system that declares no scale gets one
 * with the frequencies lowest to highest, if those are not 0. */
LENTO_API lento_status lento_model_slow_formulas(lento_model *model, const char *const text[],
                                                 int count, double lowest, double highest,
                                                 const char *const **printed,
                                                 lento_formula_error *error);
/* Appends columns "average(TEXT)" and "integral(TEXT)"; once, before runs. */
LENTO_API lento_status lento_model_observe_formulas(lento_model *model, const char *const text[],
                                                    const bool integral[], int count,
                                                    lento_formula_error *error);

#ifdef __cplusplus
}
#endif
#endif
