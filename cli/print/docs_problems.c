/* SPDX-License-Identifier: MIT
 * The page of the problems: parameters, columns, invariants, what is known, and a run. */
#include "io/file.h"
#include "print/docs.h"
#include "print/markup.h"
#include "print/output.h"

static void parameters(FILE *file, const lento_problem *problem) {
    fputs("| parameter | default | range | unit | meaning |\n|---|---|---|---|---|\n", file);
    for (const lento_parameter *p = problem->parameters; p->name; p++) {
        char text[200], range[200];
        cli_print(file, &cli_markdown, "| `%r` | %r | %s | %s | %s", p->name,
                  cli_default_text(p, text, sizeof text), cli_range_text(p, range, sizeof range),
                  p->unit, p->doc);
        if (p->count) {
            fprintf(file, " (# = 1 to `%s`)", p->count);
        }
        fputs(" |\n", file);
    }
}

static void columns(FILE *file, const char *what, const lento_column *list) {
    if (!list || !list->name) {
        return;
    }
    fprintf(file, "\n| %s | unit | value | meaning |\n|---|---|---|---|\n", what);
    for (const lento_column *c = list; c->name; c++) {
        cli_print(file, &cli_markdown, "| `%r` | %s | %r | %s |\n", c->name, c->unit,
                  c->pointwise ? "pointwise" : "mean", c->doc);
    }
}

static void knowledge(FILE *file, const lento_problem *problem) {
    lento_model *model = NULL;
    lento_run *run = NULL;
    char words[400];
    const lento_options options = {.until = problem->suggested.until};
    lento_status status = lento_model_create(&model, problem, NULL, 0);
    if (status == LENTO_DONE) {
        const lento_system *s = lento_model_system(model);
        fprintf(file, "\nEquations of order %d with %d coordinate%s%s.", s->order, s->size,
                s->size == 1 ? "" : "s", lento_constraints(s) > 0 ? ", constrained" : "");
        for (int i = 0; i < lento_scales(s); i++) {
            fprintf(file, " Fast frequency %g%s.", lento_frequency(&s->fast->scale[i]),
                    s->fast->scale[i].forced ? " (forced)" : "");
        }
        const int closed = lento_model_closed_forms(model);
        fprintf(
            file, " %s%s%s.", closed > 0 ? "Closed averaged form known" : "No closed averaged form",
            lento_reconstruct_of(s, lento_slow_set_of(s)) ? ", fast part can be reconstructed" : "",
            lento_solution_of(s)->exact ? ", exact solution known" : "");
        status = lento_run_open(&run, model, &options);
        if (status == LENTO_DONE) {
            fprintf(file, " By default until %g with %s.", options.until,
                    cli_method_words(lento_run_options(run), words, sizeof words));
        }
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
    if (status == LENTO_NO_MEMORY) {
        io_lose();
    }
    /* several scales: averaging leaves more than the default tolerance */
    fprintf(file, "\n\n```sh\nlento run %s%s --quiet\n```\n", problem->name,
            problem->suggested.average[1].scheme ? " --tol 1e-4" : "");
}

void docs_problems(FILE *file) {
    const lento_problem *const *list;
    const size_t n = lento_problems(&list);
    fputs("# Problems\n\n<!-- made by `lento docs`; do not edit -->\n\n"
          "Built-in problems. A value is *mean* when a multiscale scheme reports it averaged over "
          "the fast motion, *pointwise* otherwise. Own problems: [api.md](api.md).\n\n",
          file);
    for (size_t i = 0; i < n; i++) {
        fprintf(file, "- [%s](#%s): %s\n", list[i]->name, list[i]->name, list[i]->title);
    }
    for (size_t i = 0; i < n; i++) {
        cli_print(file, &cli_markdown, "\n## %r\n\n%s", list[i]->name,
                  list[i]->doc ? list[i]->doc : list[i]->title);
        if (list[i]->paper) {
            fprintf(file, " Source: [%s](references.md).", list[i]->paper);
        }
        fputs("\n\n", file);
        parameters(file, list[i]);
        columns(file, "column", list[i]->columns);
        columns(file, "invariant", list[i]->invariants);
        knowledge(file, list[i]);
    }
}
