/* SPDX-License-Identifier: MIT
 *
 * problem.h - named problems: a table of parameters and columns that makes systems, models (a problem with
 * numbers), and the lists of what the library offers.
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
typedef struct lento_parameter {
    const char *name; /* "omega"; a family is "m#": m1, m2, ... */
    double value
        [4]; /* default; later members repeat the last non-zero entry; NAN: set by `complete` */
    double min, max; /* closed range; both 0: any number */
    const char *unit, *doc;
    const char *choices; /* "lagrange|general": the value is the index; NULL: a number */
    const char *count;   /* family: the parameter that says how many; all families share it */
    bool whole;          /* integers only */
    bool open;           /* min itself is excluded ("> 0") */
} lento_parameter;

typedef struct lento_column {
    const char *name; /* "Q"; a family is "q#" */
    const char *unit, *doc;
    const char *count; /* family */
    bool pointwise;    /* false: a mean over the fast motion when a multiscale scheme runs */
    bool slow_only;    /* an invariant of the slow motion, not of the full one */
    bool wraps;        /* an angle modulo 2 pi: differences are taken the short way round */
    bool
        paired; /* family: its members alternate with those of the family before, x1 y1 x2 y2 ... */
} lento_column;

typedef struct lento_build lento_build;
struct lento_build {
    lento_system *system;        /* to be filled */
    double *state;               /* to be set: the start, order * size numbers */
    const lento_column *columns; /* may be set: other columns than the problem's table */
    const char *fast;            /* may be set: other fast parameters than the problem's table */
    void *(*take)(lento_build *build,
                  size_t bytes); /* zeroed memory that lives as long as the model */
    void *owner;
};
static inline double *lento_build_doubles(lento_build *build, size_t n) {
    return (double *)build->take(build, n * sizeof(double));
}

/* A copy of a part, LENTO_KEEP(build, lento_fast, .count = 1, ...), that lives as long as the model. Without memory
 * it is NULL, and the model says so by itself. */
#define LENTO_KEEP(build, type, ...)                                                               \
    ((const type *)lento_build_keep(build, &(const type){__VA_ARGS__}, sizeof(type)))
static inline void *lento_build_keep(lento_build *build, const void *part, size_t bytes) {
    void *copy = build->take(build, bytes);
    return copy ? memcpy(copy, part, bytes) : NULL;
}

/* The same of n numbers: a start. */
static inline double *lento_build_start(lento_build *build, size_t n, const double start[]) {
    return (double *)lento_build_keep(build, start, n * sizeof *start);
}

typedef struct lento_problem {
    int abi; /* LENTO_ABI */
    const char *name, *title, *doc, *paper;
    const lento_parameter *parameters; /* scalars first, then families; ends with a null name */
    const lento_column *columns;       /* without t; ends with a null name */
    const lento_column *invariants;    /* or NULL */
    const char *(*complete)(
        double p[]); /* fill NAN defaults, check pairs; NULL or an error sentence */
    /* p: scalars in table order, then each family with as many members as its count; p outlives the system */
    const char *(*make)(const double p[], lento_build *build); /* NULL or an error sentence */
    void (*invariant)(double t, const double columns[], const double p[], double values[]);
    lento_options suggested; /* used where the user says nothing */
    const char
        *distance_name; /* one number that says how far two rows of columns are apart ("L"), */
    double (*distance)(const double columns[], const double reference[]); /* or NULL */
    /* the reference in the form nearest to the columns (a quaternion has two signs), or NULL */
    void (*align)(const double columns[], double reference[]);
    const char
        *fast; /* the parameter that sets the fast frequencies: "omega" (proportional to it), */
               /* "1/eps" (to its inverse), several separated by spaces; NULL: none is known */
    const lento_column
        *state; /* names of the numbers of the state, for polynomials; NULL: x1, x2, ... */
    const char *ensemble; /* the parameter that differs by 1e-9 between members of an ensemble */
} lento_problem;

/* Layout of the tables: a shared object built with another lento.h is refused. */
#define LENTO_ABI ((int)(sizeof(lento_problem) + 1000 * sizeof(lento_system)) + 1)

/* ---- model: a problem with numbers; const after creation, shared by runs ---- */
typedef struct lento_setting {
    const char *name;
    const char *text; /* for choices; NULL: value */
    double value;
} lento_setting;
typedef struct lento_model lento_model;

/* If creation fails, *model still holds the error (it is NULL only without memory); destroy it all the same. Every
 * lento_model_ function takes such a model, NULL, and an index out of range: a name, a row or the state is then NULL,
 * a count 0, a value not a number, the system empty. lento_run_open hands the error on to the run. */
LENTO_API lento_status lento_model_create(lento_model **model, const lento_problem *problem,
                                          const lento_setting settings[], size_t n);
/* The same problem with the same settings and n more; later ones win. As with create, *out holds the error. */
LENTO_API lento_status lento_model_with(lento_model **out, const lento_model *model,
                                        const lento_setting settings[], size_t n);
/* The same with all fast frequencies `factor` times as high; an error if the problem declares no fast parameter. */
LENTO_API lento_status lento_model_faster(lento_model **out, const lento_model *model,
                                          double factor);
/* What makes it fast: "omega", "1/eps"; or NULL. *eps (or NULL) is 1/omega or eps, of the first one named. */
LENTO_API const char *lento_model_fast(const lento_model *model, double *eps);
LENTO_API void lento_model_destroy(lento_model *model);
/* One sentence, owned by the model; "" if none. */
LENTO_API const char *lento_model_error(const lento_model *model);
LENTO_API const lento_problem *lento_model_problem(const lento_model *model);
LENTO_API const lento_system *lento_model_system(const lento_model *model);
LENTO_API lento_system *
lento_model_edit(lento_model *model); /* to give it other parts before runs; NULL for NULL */
/* The slow variables that runs of the model use: those of the system, unless others were chosen. */
LENTO_API const lento_slow_set *lento_model_slow(const lento_model *model);
/* Choose others, before runs; the set must outlive the model. False: no model. */
LENTO_API bool lento_model_use(lento_model *model, const lento_slow_set *set);
/* Choose those of this name; false: the system has none. */
LENTO_API bool lento_model_choose(lento_model *model, const char *name);
/* Append n columns: averages <b> over the micro runs of scheme slow, or integrals of <b> along the run. Other
 * schemes leave them not a number. The arrays and params must outlive the model; call once, before runs. */
LENTO_API lento_status lento_model_observe(lento_model *model, int n, const char *const names[],
                                           const bool integral[], lento_observe *observe,
                                           void *params);
LENTO_API const double *lento_model_state(const lento_model *model);
LENTO_API int lento_model_parameters(const lento_model *model); /* families expanded */
LENTO_API const char *lento_model_parameter(const lento_model *model, int i, double *value,
                                            const lento_parameter **row); /* its name */
LENTO_API int lento_model_columns(const lento_model *model); /* families expanded, without t */
LENTO_API const char *lento_model_column(const lento_model *model, int i, const lento_column **row);
LENTO_API int lento_model_invariants(const lento_model *model);
LENTO_API const char *lento_model_invariant(const lento_model *model, int i);
LENTO_API bool lento_model_values(const lento_model *model, double t, const double columns[],
                                  double invariants[]); /* false if the problem has none */
/* A run of the model: zero options are taken from the problem's suggestion, the start from the model. */
LENTO_API lento_status lento_run_open(lento_run **run, const lento_model *model,
                                      const lento_options *options);

/* ---- lists: what the command line, the JSON, the docs and the studio are made from ---- */
typedef struct lento_entry {
    const char *name, *doc, *paper;
    int order; /* methods: order of accuracy */
} lento_entry;

typedef enum lento_kind {
    LENTO_NUMBER,
    LENTO_COUNT,
    LENTO_LONG,
    LENTO_WORD,
    LENTO_SWITCH,
    LENTO_SIDE,
    LENTO_CHOICE /* an int: which of the words of `argument`, "chain|kernel" */
} lento_kind;

typedef struct
    lento_option {        /* one line per field of lento_options and lento_average a user may set */
    const char *name;     /* "macro_step": JSON key; the flag is --macro-step */
    const char *argument; /* "H"; NULL for a switch */
    const char *unit, *doc, *fallback;
    lento_kind kind;
    size_t offset;
    bool per_level; /* a field of lento_average: comma lists, slowest first */
    double min;     /* smallest value allowed, excluded for LENTO_NUMBER */
} lento_option;

LENTO_API size_t lento_methods(lento_entry list[],
                               size_t room); /* number there are; fills what fits */
LENTO_API size_t lento_compositions(lento_entry list[], size_t room);
LENTO_API size_t lento_schemes(lento_entry list[], size_t room);
LENTO_API size_t lento_kernels(lento_entry list[], size_t room);
LENTO_API size_t lento_option_table(const lento_option **list);
LENTO_API size_t lento_problems(const lento_problem *const **list);
LENTO_API const lento_problem *lento_problem_find(const char *name);
LENTO_API const char *lento_nearest(const char *name, const char *const names[],
                                    size_t n); /* or NULL */
/* kappa = sum of w_k cos(k phi), phi the phase per micro step: what a kernel leaves of an oscillation.
 * weights: m + 1 of them, w_0 at the centre, each w_k for k > 0 counted on both sides. */
LENTO_API double lento_residual(const double weights[], int m, double phi);
/* Weights of a symmetric kernel on nodes 0..m of its half width; 0, or -1 if the name is unknown. */
LENTO_API int lento_kernel_weights(const char *kernel, int m, double weights[]);
#ifdef __cplusplus
}
#endif
#endif
