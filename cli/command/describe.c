/* SPDX-License-Identifier: MIT
 * lento describe NAME: everything a problem's table says (parameters with unit, default and range,
 * columns, what is known about it); of a method, kernel, scheme, paper, option or warning what it is, when to use it and
 * when not, and a command that works (explain.def). */
#include "io/file.h"
#include "io/table.h"
#include "papers.h"
#include "print/catalog.h"
#include "print/output.h"
#include "request/adapters.h"

#include <string.h>

static void parameters(const lento_problem *problem) {
    static const char *const headers[] = {"parameter", "default", "range", "unit", "meaning"};
    io_table *table = io_table_create(5, headers);
    for (const lento_parameter *p = problem->parameters; p->name; p++) {
        char text[200];
        io_table_text(table, p->name);
        io_table_text(table, cli_default_text(p, text, sizeof text));
        io_table_text(table, cli_range_text(p, text, sizeof text));
        io_table_text(table, p->unit);
        if (p->count) {
            snprintf(text, sizeof text, "%s (# = 1 .. %s)", p->doc ? p->doc : "", p->count);
        }
        io_table_text(table, p->count ? text : (p->doc ? p->doc : ""));
    }
    io_table_finish(table, stdout, 0);
}

/* mean: where something is fast */
static void columns(const lento_column *list, const char *title, bool fast) {
    const char *const headers[] = {title, "unit", "value", "meaning"};
    io_table *table = io_table_create(4, headers);
    for (const lento_column *c = list; c && c->name; c++) {
        io_table_text(table, c->name);
        io_table_text(table, c->unit);
        io_table_text(table, c->pointwise || !fast ? "pointwise" : "mean");
        io_table_text(table, c->doc);
    }
    if (table && list && list->name) {
        putchar('\n');
        io_table_print(table, stdout, 0);
    }
    io_table_destroy(table);
}

/* What the default model knows: frequencies, symmetry, closed forms. */
static void knowledge(const lento_model *model) {
    const lento_system *s = lento_model_system(model);
    printf("\nequations   order %d, %d coordinate%s%s\n", s->order, s->size,
           s->size == 1 ? "" : "s", lento_constraints(s) > 0 ? ", constrained" : "");
    for (int i = 0; i < lento_scales(s); i++) {
        printf("fast scale  frequency %g%s\n", lento_frequency(&s->fast->scale[i]),
               s->fast->scale[i].forced ? ", forced" : "");
    }
    const int closed = lento_model_closed_forms(model);
    printf("known       %s%s%s%s%s\n", closed > 1 ? "closed averaged forms" : "",
           closed == 1 ? "closed averaged form" : "", closed == 0 ? "no closed averaged form" : "",
           lento_reconstruct_of(s, lento_slow_set_of(s)) ? ", reconstruction" : "",
           lento_solution_of(s)->exact ? ", exact solution" : "");
    for (const lento_slow_set *set = lento_slow_set_of(s); set->size > 0; set++) {
        if (set->name) {
            printf("slow set    %s: %s\n", set->name, set->doc);
        }
    }
    if (lento_forced(s)) {
        printf("forcing     %s, %d harmonic%s\n", lento_fast_of(s)->even ? "even" : "not even",
               lento_harmonics(s), lento_harmonics(s) > 1 ? "s" : "");
    }
}

/* What `lento run` shows of it. */
static void shown(const lento_model *model) {
    int index[LENTO_SOLVE_COLUMNS];
    const int slow = lento_solved_columns(model, LENTO_SHOW_SLOW, index);
    const int n = slow > 0 ? slow : lento_solved_columns(model, LENTO_SHOW_ALL, index);
    printf("shows       ");
    for (int i = 0; i < n; i++) {
        printf("%s%s", i > 0 ? ", " : "", lento_model_column(model, index[i], NULL));
    }
    printf("%s\n",
           slow > 0 ? "" : "; if a fast motion is found, mean, min, max and rms of the state");
}

static void suggestion(const lento_model *model, double until) {
    lento_run *run = NULL;
    char words[400];
    const lento_options options = {.until = until};
    const bool chosen = cli_chooses(model);
    if (chosen) {
        printf("default     until %g; the method is chosen, tolerance %g of the largest value of "
               "each column\n",
               until, LENTO_SOLVE_TOLERANCE);
        shown(model);
    }
    const lento_status status = lento_run_open(&run, model, &options);
    if (status == LENTO_NO_MEMORY) {
        io_lose();
    } else if (status == LENTO_DONE) {
        printf(chosen ? "by method   until %g; %s (where an option names a part of it)\n"
                      : "default     until %g; %s\n",
               until, cli_method_words(lento_run_options(run), words, sizeof words));
    }
    lento_run_destroy(run);
}

static void describe_problem(const lento_problem *problem) {
    lento_model *model = NULL;
    printf("%s: %s\n", problem->name, problem->title ? problem->title : "");
    if (problem->doc) {
        printf("\n%s\n", problem->doc);
    }
    if (problem->paper) {
        printf("\nsource      %s\n", problem->paper);
    }
    putchar('\n');
    parameters(problem);
    const lento_status status = lento_model_create(&model, problem, NULL, 0);
    const bool fast = status != LENTO_DONE || lento_scales(lento_model_system(model)) > 0;
    columns(problem->columns, "column", fast);
    columns(problem->invariants, "invariant", fast);
    if (status == LENTO_DONE) {
        knowledge(model);
        suggestion(model, problem->suggested.until);
    } else if (status == LENTO_NO_MEMORY) {
        io_lose();
    }
    printf("example     lento run %s\n", problem->name);
    lento_model_destroy(model);
}

/* ---- what a name is good for ---- */

typedef struct explanation {
    const char *name, *use, *avoid, *example;
} explanation;

#define EXPLAIN(name, use, avoid, example) {name, use, avoid, example},
#define CODE(name, text)
#define REFUSAL(name, text)
#define REASON(name, text)
static const explanation explanations[] = {
#include "print/explain.def"
    {0}};
#undef EXPLAIN
#undef CODE
#undef REFUSAL
#undef REASON
#define EXPLAIN(name, use, avoid, example)
#define CODE(name, text) {name, text, NULL, NULL},
#define REFUSAL          CODE
#define REASON           CODE
static const explanation codes[] = {
#include "print/explain.def"
    {0}};

static const explanation *find(const explanation *list, const char *name) {
    while (list->name && strcmp(list->name, name) != 0) {
        list++;
    }
    return list->name ? list : NULL;
}

static void explain(const char *name) {
    const explanation *e = find(explanations, name);
    if (!e) {
        return;
    }
    printf("use it if   %s\n", e->use);
    if (e->avoid) {
        printf("but not if  %s\n", e->avoid);
    }
    if (e->example) {
        printf("example     %s\n", e->example);
    }
    if (find(codes, name)) { /* stiff: a scheme, and a reason */
        printf("as a code   %s\n", find(codes, name)->use);
    }
}

/* ---- options and warnings ---- */

static bool describe_option(const char *name) {
    const char *word = name + (strncmp(name, "--", 2) == 0 ? 2 : 0);
    char flag[CLI_FLAG_SIZE], text[CLI_DOC_SIZE];
    cli_flag f;
    if (cli_flag_find(word, strlen(word), ~0U, &f) < 0) {
        return false;
    }
    const lento_option *o = f.option;
    cli_flag_text(o->name, flag);
    printf("%s%s%s (option): %s\n", flag, o->argument ? " " : "", o->argument ? o->argument : "",
           cli_flag_doc(&f, text));
    if (o->fallback) {
        printf("default     %s\n", o->fallback);
    }
    if (o->unit) {
        printf("unit        %s; other units that fit may be given\n", o->unit);
    }
    if (o->excludes) {
        printf("not with    %s\n", o->excludes);
    }
    printf("commands   ");
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (c->bit & f.commands) {
            printf(" %s", c->name);
        }
    }
    putchar('\n');
    explain(flag);
    return true;
}

static bool describe_code(const char *name) {
    const explanation *code = find(codes, name);
    if (code) {
        printf("%s (code of a warning or refusal): %s\n", name, code->use);
    }
    return code != NULL;
}

static void describe_paper(const paper *p) {
    printf("%s: %s\n\n", p->name, p->title);
    for (const paper_item *item = p->items; item->name; item++) {
        printf("  %s/%-20s %s%s\n", p->name, item->name, item->title, item->slow ? " (slow)" : "");
    }
    putchar('\n');
    explain(p->name);
}

static bool describe_entry(const cli_catalog *catalog, const char *name, const char *names[],
                           size_t *n) {
    lento_entry list[CATALOG_ROOM];
    const size_t count = catalog->fill(list, CATALOG_ROOM);
    for (size_t i = 0; i < count && i < CATALOG_ROOM; i++) {
        if (strcmp(list[i].name, name) == 0) {
            printf("%s (%s): %s\n", list[i].name, catalog->singular, list[i].doc);
            if (list[i].order > 0) {
                printf(list[i].order < CATALOG_EXACT ? "order       %d\n" : "order       exact\n",
                       list[i].order);
            }
            if (list[i].paper) {
                printf("source      %s\n", list[i].paper);
            }
            explain(list[i].name);
            return true;
        }
        names[(*n)++] = list[i].name;
    }
    return false;
}

int cli_describe(int argc, char **argv) {
    if (argc != 1) {
        return cli_wrong("describe takes one name; 'lento list' shows all");
    }
    const char *name = argv[0], *names[6 * CATALOG_ROOM];
    size_t n = 0;
    const bool object = strchr(name, '/') || strstr(name, ".so") || cli_problem_is_text(name);
    if (object || lento_problem_find(name)) {
        cli_problem problem;
        const int code = cli_problem_open(&problem, name);
        if (!code) {
            describe_problem(problem.table);
        }
        cli_problem_close(&problem);
        return code;
    }
    for (size_t i = 0; paper_all[i]; i++) {
        if (strcmp(paper_all[i]->name, name) == 0) {
            describe_paper(paper_all[i]);
            return CLI_DONE;
        }
    }
    for (const cli_catalog *c = cli_catalogs; c->name; c++) {
        if (strcmp(c->name, name) == 0) {
            return cli_wrong("'%s' is a list, not a name: lento list %s", name, name);
        }
        if (describe_entry(c, name, names, &n)) {
            return CLI_DONE;
        }
    }
    if (describe_option(name) || describe_code(name)) {
        return CLI_DONE;
    }
    char hint[80];
    const int absent = cli_adapter_refuse("", name);
    return absent ? absent
                  : cli_wrong("unknown name '%s'%s; 'lento list' shows all names", name,
                              cli_hint(name, names, n, hint, sizeof hint));
}
