/* SPDX-License-Identifier: MIT
 *
 * equations.h - text to system, the map of this room:
 *
 *   source, token      text -> lines (arrays expanded) -> words
 *   hint               what to write instead of what other languages have
 *   parse, statement   words -> trees and lists of what the file states
 *   tabulate, event    statements table and global
 *   check, order, dimension   names, cycles, what may depend on what, units
 *   graph, angle, expand   trees -> one graph with the parameters folded in, equal parts shared; graph.h
 *   derive, increment  derivatives and differences, again in the graph
 *   shape              what the graph shows: evenness, harmonics, what it depends on
 *   plan, code, evaluate   graph -> register code -> numbers
 *   lookup             tabulated functions
 *   value              one value as it is typed: a constant expression with units
 *   read, make         lento_problem_read, and the systems that such a problem makes
 *   xpp, spell         the same problem as a file for XPPAUT
 *   formula            expressions beside a file or a problem in C
 *
 * Trees and graphs are arrays in which operands come before what uses them, so that every pass is one loop: time is
 * linear in nodes and nothing recurses over a file. */
#ifndef LENTO_EQUATIONS_EQUATIONS_H
#define LENTO_EQUATIONS_EQUATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "equations/ops.h"
#include "lento/problem.h"

enum {
    EQ_MAX_TEXT = 1 << 20,
    EQ_MAX_NODES = 1000000,
    EQ_MAX_DEPTH = 200,
    EQ_MAX_NAME = 18,
    EQ_MAX_VALUE = 1000
};

/* ---- arrays that grow; room 0 after a failure ---- */
#define EQ_LIST(type)                                                                              \
    struct {                                                                                       \
        type *item;                                                                                \
        size_t count, room;                                                                        \
    }
/* One more zeroed item, or NULL without memory: the list then stays as it is. */
#define EQ_PUSH(list)                                                                              \
    ((list).count < (list).room || lento_eq_grow(&(list).item, &(list).room, sizeof *(list).item)  \
         ? &(list).item[(list).count++]                                                            \
         : NULL)
/* place: where the pointer to the items is */
bool lento_eq_grow(void *place, size_t *room, size_t size);
/* One more; false without memory. */
static inline bool eq_more(const void *item) {
    return item != NULL;
}
#define EQ_MORE(list) eq_more(EQ_PUSH(list))
/* One more with this value: 0, or -1 and the sentence without memory. */
#define EQ_ADD(file, list, ...)                                                                    \
    (EQ_MORE(list) ? ((list).item[(list).count - 1] = (__VA_ARGS__), 0) : lento_eq_no_memory(file))

/* ---- trees ---- */
enum eq_kind {
    EQ_TREE_NUMBER,
    EQ_TREE_NAME,     /* a: symbol, b: primes */
    EQ_TREE_OP,       /* op, operands a, b, c */
    EQ_TREE_CALL,     /* a: symbol, b: first argument in `arguments`, c: their number */
    EQ_TREE_ARGUMENT, /* a: which argument of the function */
    EQ_TREE_INDEX,    /* i' of the sum around it */
    EQ_TREE_SKIP,     /* a: the sum whose summand comes next */
    EQ_TREE_SUM,      /* a, b: from, to; c: its skip */
    EQ_TREE_SHIFT     /* a: symbol, b: the shift */
};

typedef struct eq_tree {
    uint8_t kind, op;
    int a, b, c;
    size_t at; /* place in the text */
    double value;
} eq_tree;

/* An expression: trees first .. last, the last one is its root; none: last < first. */
typedef struct eq_range {
    int first, last;
} eq_range;
#define EQ_NO_RANGE ((eq_range){0, -1})
static inline bool eq_given(eq_range r) {
    return r.last >= r.first;
}

/* ---- symbols ---- */
enum eq_role {
    EQ_UNKNOWN,
    EQ_PARAMETER,
    EQ_FIXED, /* number c=3, !name=...: from parameters only */
    EQ_QUANTITY,
    EQ_FUNCTION,
    EQ_STATE,
    EQ_PHASE,
    EQ_TIME,
    EQ_PI
};

/* powers of m, kg, s, A, K, mol, cd */
enum { EQ_DIMENSIONS = 7 };
typedef struct eq_unit {
    bool given;
    double factor; /* one of it in SI */
    int turns,
        angles; /* powers of what counts turns (Hz) and of what counts angles (rad, deg, rpm) */
    double power[EQ_DIMENSIONS];
} eq_unit;

typedef struct eq_symbol {
    const char *name, *lower; /* as first written, and in small letters */
    int role;
    int index;         /* among those of its role */
    int arguments;     /* of a function */
    size_t at;         /* its definition */
    eq_range value;    /* parameter, fixed, quantity, function, rate of a phase */
    eq_range start[2]; /* of a state: value and velocity; of a phase */
    eq_range mass;
    eq_range rate;    /* right-hand side of a state */
    int order;        /* of a state */
    int velocity;     /* which of those of second order */
    int next;         /* of the same hash */
    unsigned depends; /* a definition, or the right-hand side of a state: EQ_ON_... */
    bool read;        /* in some expression */
    bool shown;       /* an output has this name */
    bool slow;        /* declared so */
    int lookup;       /* a function given by values: 1 + which */
    bool turning;     /* a variable that is a phase of varying rate */
    eq_unit unit;
    const char *unit_text;
} eq_symbol;

/* what an expression depends on */
enum { EQ_ON_PARAMETER = 1, EQ_ON_TIME = 2, EQ_ON_PHASE = 4, EQ_ON_STATE = 8, EQ_ON_VELOCITY = 16 };

typedef struct eq_output {
    const char *name; /* NULL: a state, which is a column already */
    int state;        /* then: which symbol; -1 otherwise */
    bool slow, mean;
    eq_range value;
    unsigned depends;
    size_t at;
} eq_output;

typedef struct eq_stiff {
    eq_range frequency, value;
    size_t at;
} eq_stiff;

/* table f ...: values in a file beside, or of an expression in t */
typedef struct eq_tabled {
    eq_lookup table; /* computed: without values, they depend on the parameters */
    bool computed;
    int symbol;
} eq_tabled;

/* global sign {condition} {x=...; y=...} */
typedef struct eq_jump {
    int symbol, primes;
    eq_range value;
    size_t at;
} eq_jump;
typedef struct eq_event {
    int direction, first, count; /* its jumps */
    eq_range condition;
} eq_event;

typedef struct eq_line {
    const char *text;
    size_t length, origin;
    bool copy; /* made from an array: errors point at its origin */
} eq_line;

typedef struct eq_chunk {
    struct eq_chunk *next;
    _Alignas(16) char bytes[];
} eq_chunk;

/* ---- all that a file states ---- */
typedef struct eq_file {
    lento_problem problem;   /* the table that is handed out */
    const char *text, *name; /* name NULL: errors are the sentence alone */
    size_t length;
    eq_chunk *chunks;
    EQ_LIST(eq_line) lines;
    EQ_LIST(eq_tree) trees;
    EQ_LIST(int) arguments;
    EQ_LIST(eq_symbol) symbols;
    int *buckets;
    EQ_LIST(int) parameters;
    EQ_LIST(int) states;
    EQ_LIST(int) phases;
    EQ_LIST(int) quantities; /* in the order of the file */
    EQ_LIST(int) order;      /* fixed, quantities and functions, those used first */
    EQ_LIST(eq_output) outputs;
    EQ_LIST(eq_range) constraints;
    EQ_LIST(eq_stiff) stiff;
    EQ_LIST(eq_tabled) lookups;
    EQ_LIST(eq_event) events;
    EQ_LIST(eq_jump) jumps;
    EQ_LIST(const char *) ignored;
    EQ_LIST(lento_parameter) parameter_table;
    EQ_LIST(lento_column) column_table;
    EQ_LIST(lento_column) state_table;
    const char *title, *fast;
    double total, step; /* @ total=, dt=; 0: not given */
    const char *begin;  /* @ t0=; NULL: 0 */
    size_t begin_at;
    const char *method; /* of direct runs: @ meth=; NULL: none that is here too */
    bool second_order, closed, done;
    bool mean_start; /* init mean */
    size_t mean_at;
    lento_beside *beside; /* reads a table; NULL: none can be read */
    void *user;
    const struct eq_file *base; /* this is the same text once more: the tables are there */
    /* the first error */
    char *error;
    size_t error_room;
    size_t error_at;
    bool failed, unknown; /* unknown: of a name that is like no other */
    bool starved;         /* of memory */
} eq_file;

/* An empty file whose first error goes to error, which may be NULL; NULL without memory. lento_problem_free ends it. */
eq_file *lento_eq_open(char error[], size_t room);
/* zeroed memory of the file, and a copy of a text; NULL without */
void *lento_eq_take(eq_file *file, size_t bytes);
char *lento_eq_copy(eq_file *file, const char *text, size_t length);
/* Keeps the first error: a sentence with two words at a place of the text. -1. */
int lento_eq_error(eq_file *file, size_t at, const char *sentence, const char *a, const char *b);
int lento_eq_no_memory(eq_file *file);
void lento_eq_append(char *out, size_t room, const char *text);
void lento_eq_append_number(char *out, size_t room, double value);

/* source.c */
int lento_eq_lines(eq_file *file);

/* token.c */
enum eq_token_kind { EQ_END, EQ_NUMBER_TOKEN, EQ_NAME_TOKEN, EQ_SIGN_TOKEN };
typedef struct eq_token {
    int kind;
    int sign; /* the character; 'L' <=, 'G' >=, 'E' ==, 'N' != */
    const char *text;
    size_t length, at;
    double value;
} eq_token;
typedef struct eq_reader {
    eq_file *file;
    const eq_line *line;
    size_t next;
    eq_token token; /* the current one */
    int depth;
    /* arguments of the function that is defined */
    const char *argument[16];
    int arguments;
    bool in_sum;
    eq_token bare; /* the name of a function that stood without its argument */
    bool units;    /* a number may have a unit */
} eq_reader;
int lento_eq_start(eq_reader *reader, eq_file *file, const eq_line *line);
int lento_eq_next(eq_reader *reader);
/* strtod for decimal numbers, in every locale the same (number.c) */
double lento_eq_decimal(const char *text, const char **end);
bool lento_eq_is(const eq_reader *reader, const char *word); /* the current one, without case */
bool lento_eq_accept(eq_reader *reader, int sign);
int lento_eq_expect(eq_reader *reader, int sign, const char *what);
/* the sign that follows the current token, 0 at the end; spaced: after a space */
int lento_eq_peek(const eq_reader *reader, bool *spaced);
/* the character right behind the current token, a space at the end */
int lento_eq_after(const eq_reader *reader);
/* Does a line of the text end at this character? */
bool lento_eq_line_ends(const eq_file *file, size_t i);

/* hint.c: errors that know habits of other languages; -1. At a character, where an expression should end, where an operand or
 * a statement should start, where = should stand, at a name that nobody has defined */
int lento_eq_wrong_character(eq_reader *reader);
int lento_eq_unexpected(eq_reader *reader);
int lento_eq_no_operand(eq_reader *reader);
int lento_eq_no_statement(eq_reader *reader);
int lento_eq_no_equals(eq_reader *reader, const char *name);
/* a quantity that was meant as a statement */
int lento_eq_check_unread(eq_file *file);
int lento_eq_unknown(eq_file *file, size_t at, const char *name, bool function);

/* parse.c */
int lento_eq_expression(eq_reader *reader, eq_range *range);
/* names.c */
int lento_eq_symbol(eq_file *file, const char *name, size_t length, size_t at);
const char *lento_eq_like(const eq_file *file, const char *name, int role);
/* x3 and x12: the same name with other digits at its end */
bool lento_eq_same_array(const eq_symbol *a, const eq_symbol *b);

/* tabulate.c, event.c */
int lento_eq_table(eq_reader *reader);
int lento_eq_global(eq_reader *reader);
int lento_eq_check_events(eq_file *file);

/* statement.c, list.c, option.c, refuse.c */
int lento_eq_statement(eq_file *file, const eq_line *line);
int lento_eq_parameters(eq_reader *reader, int role);
int lento_eq_starts(eq_reader *reader);
int lento_eq_outputs(eq_reader *reader, bool slow);
int lento_eq_options(eq_reader *reader);
/* @ name=text, both in small letters */
int lento_eq_set(eq_file *file, const char *name, const char *text, size_t at);
int lento_eq_check_begin(eq_file *file);
int lento_eq_refuse(eq_reader *reader);
int lento_eq_define(eq_file *file, int symbol, int role, size_t at);
int lento_eq_end(eq_reader *reader);
int lento_eq_name(eq_reader *reader, int *symbol);

/* units.c, dimension.c */
const char *lento_eq_unit(const char *text, size_t length, eq_unit *unit);
int lento_eq_dimensions(eq_file *file);
/* of one expression; not given: nothing is known */
int lento_eq_dimension(eq_file *file, eq_range range, eq_unit *unit);
/* from -> to for a value that is in SI units: 2 pi between turns and angles, else 1 */
double lento_eq_turns(const eq_unit *from, const eq_unit *to);
bool lento_eq_same_dimension(const eq_unit *a, const eq_unit *b);
/* value.c: the unit at the current place as a tree */
int lento_eq_with_unit(eq_reader *reader);

/* check.c */
int lento_eq_check(eq_file *file);
/* order.c: fills file->order */
int lento_eq_order(eq_file *file);
/* the names of trees first, ... */
int lento_eq_check_trees(eq_file *file, size_t first);
/* an error at the first place that depends on more than allowed, EQ_ON_... */
int lento_eq_allow(eq_file *file, eq_range r, unsigned allowed, const char *what);

/* read.c: the names that every text has; what the lines state, checked */
int lento_eq_reserve(eq_file *file);
int lento_eq_statements(eq_file *file);

/* make.c: numbers in q */
size_t lento_eq_size(const eq_file *file);

/* table.c */
int lento_eq_tables(eq_file *file);
const char *lento_eq_make(const double p[], lento_build *build);

#endif
