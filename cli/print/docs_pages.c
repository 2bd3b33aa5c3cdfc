/* SPDX-License-Identifier: MIT
 * Reference pages as Markdown: methods and schemes, kernels with what they leave of an oscillation,
 * options. The page of the problems is docs_problems.c. */
#include "print/catalog.h"
#include "print/docs.h"
#include "print/markup.h"
#include "request/adapters.h"
#include "request/request.h"

#include <math.h>

static const char *const made = "<!-- made by `lento docs`; do not edit -->\n\n";

/* ---- methods, compositions, schemes ---- */

static void entries(FILE *file, const lento_entry list[], size_t n, bool orders) {
    fputs(orders ? "| name | order | what it is | source |\n|---|---|---|---|\n"
                 : "| name | what it is | source |\n|---|---|---|\n",
          file);
    for (size_t i = 0; i < n; i++) {
        const int order = list[i].order;
        char text[16] = "";
        snprintf(text, sizeof text, order > 0 && order < 50 ? "%d | " : " | ", order);
        cli_print(file, &cli_markdown, "| `%r` | %r%s | %s |\n", list[i].name, orders ? text : "",
                  list[i].doc, list[i].paper);
    }
}

void docs_methods(FILE *file) {
    lento_entry list[CATALOG_ROOM];
    fputs("# Schemes and methods\n\n", file);
    fputs(made, file);
    fputs("## Schemes\n\nHow the slow field is made from the fast system (`--scheme`). Theory and "
          "limits: [theory.md](theory.md).\n\n",
          file);
    entries(file, list, lento_schemes(list, CATALOG_ROOM), false);
    fputs("\n## Methods\n\nSteppers for `--macro` and `--micro`. The library refuses pairs that "
          "are mathematically wrong and says why.\n\n",
          file);
    size_t n = lento_methods(list, CATALOG_ROOM);
    n += cli_adapter_list(list + n, CATALOG_ROOM - n);
    entries(file, list, n, true);
    fputs("\nNames that begin with `cvode` or `arkode` come from SUNDIALS and are there only if it "
          "was found when Lento was built.\n\n"
          "## Compositions\n\nWritten `base/composition`, for example `rattle/kahan-li8`; alone "
          "they compose `verlet`. The base must be symmetric.\n\n",
          file);
    entries(file, list, lento_compositions(list, CATALOG_ROOM), true);
}

/* ---- kernels ---- */

enum { PER_PERIOD = 64, MOST = 40 };

/* largest share left of a frequency between 1 and 1.5 times the one the window is made for */
static double share_left(const char *kernel, int periods) {
    static double w[PER_PERIOD * MOST / 2 + 1];
    const int m = PER_PERIOD * periods / 2;
    double worst = 0;
    if (lento_kernel_weights(kernel, m, w)) {
        return NAN;
    }
    for (int i = 0; i <= 50; i++) {
        const double phi = 6.283185307179586 / PER_PERIOD * (1 + 0.01 * i);
        worst = fmax(worst, fabs(lento_residual(w, m, phi)));
    }
    return worst;
}

void docs_kernels(FILE *file) {
    static const char *const shown[] = {"box",  "triangle", "cosine",   "exp1",
                                        "exp2", "poly-1-2", "poly-1-6", "poly-1-8"};
    static const int periods[] = {1, 2, 4, 10, 20, 40};
    lento_entry list[CATALOG_ROOM];
    fputs("# Kernels\n\n", file);
    fputs(made, file);
    fputs("A kernel is the weight that the samples of a window get (`--kernel`). Its width is "
          "`--periods` or `--window`.\n\n",
          file);
    entries(file, list, lento_kernels(list, CATALOG_ROOM), false);
    fputs("\n## What a window leaves of the oscillation\n\nLargest share of an oscillation that is "
          "left, over frequencies from 1 to 1.5 times the one the window was made for, 64 micro "
          "steps per period. At exactly that frequency `box` (whole periods) and `triangle` (even "
          "numbers of periods) leave nothing; the others do not need the frequency to be "
          "known.\n\n| kernel |",
          file);
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        fprintf(file, " %d period%s |", periods[k], periods[k] > 1 ? "s" : "");
    }
    fputs("\n|---|---|---|---|---|---|---|\n", file);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        fprintf(file, "| `%s` |", shown[i]);
        for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
            const double share = share_left(shown[i], periods[k]);
            fprintf(file, share < 1e-9 ? " < 1e-9 |" : " %.1e |", share);
        }
        putc('\n', file);
    }
}

/* ---- options ---- */

static void flag_rows(FILE *file, unsigned command, bool of_runs) {
    cli_flag f;
    char flag[CLI_FLAG_SIZE], doc[CLI_DOC_SIZE];
    for (size_t i = 0; cli_flag_at(i, &f); i++) {
        if (!(f.commands & command) || f.of_run != of_runs) {
            continue;
        }
        cli_print(file, &cli_code, "| `%r%r%s` | ", cli_flag_text(f.option->name, flag),
                  f.option->argument ? " " : "", f.option->argument);
        cli_print(file, &cli_markdown, "%s | %s |\n", cli_flag_doc(&f, doc), f.option->fallback);
    }
}

void docs_options(FILE *file) {
    fputs("# Options\n\n", file);
    fputs(made, file);
    fputs(
        "One table feeds the flags, the help, the JSON keys (with `_` for `-`), the man page and "
        "this page.\n\n## How to compute\n\nFor `run`, `compare` and `converge`. Comma lists give "
        "one value per level, slowest first.\n\n| option | meaning | default |\n|---|---|---|\n",
        file);
    flag_rows(file, CLI_RUN, true);
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (c->bit) {
            fprintf(file, "\n## lento %s\n\n%s: `%s`\n\n| option | meaning | |\n|---|---|---|\n",
                    c->name, c->doc, c->usage);
            flag_rows(file, c->bit, false);
        }
    }
    fputs("\n## Other commands\n\n| command | what it does |\n|---|---|\n", file);
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (!c->bit && c->doc) {
            cli_print(file, &cli_code, "| `%s` | ", c->usage);
            cli_print(file, &cli_markdown, "%s |\n", c->doc);
        }
    }
}

/* ---- warnings and refusals ---- */

void docs_warnings(FILE *file) {
    static const char *const head = "| code | what it means, what to do |\n|---|---|\n";
    fprintf(file,
            "# Warnings and refusals\n\n%sA warning is one sentence with a value and a limit; in "
            "JSON it has a code. `--strict` makes the command fail.\n\n%s",
            made, head);
#define EXPLAIN(name, use, avoid, example)
#define CODE(name, text) cli_print(file, &cli_markdown, "| `%r` | %s |\n", name, text);
#define REFUSAL(name, text)
#define REASON(name, text)
#include "print/explain.def"
#undef CODE
#undef REFUSAL
#define CODE(name, text)
#define REFUSAL(name, text) cli_print(file, &cli_markdown, "| `%r` | %s |\n", name, text);
    fprintf(file, "\nSome checks refuse the run. The error text says what to change:\n\n%s", head);
#include "print/explain.def"
#undef REFUSAL
#undef REASON
#define REFUSAL(name, text)
#define REASON(name, text) cli_print(file, &cli_markdown, "| `%r` | %s |\n", name, text);
    fprintf(file,
            "\nA run without a method says which way it took, or why there is none (`code` of its "
            "JSON):\n\n%s",
            head);
#include "print/explain.def"
}
