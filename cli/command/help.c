/* SPDX-License-Identifier: MIT
 * lento help. The options come from the tables that parse them (flag.c), so the text is never out
 * of date; `help choose` answers the first question of a newcomer: which of all this is for me? */
#include "io/table.h"
#include "request/request.h"

#include <string.h>

/* Words from `text` in lines that begin at column FROM and end before TO. */
static void wrapped(const char *text) {
    enum { FROM = 29, TO = 100 };
    size_t at = FROM;
    while (*(text += strspn(text, " ")) != '\0') {
        const size_t length = strcspn(text, " ");
        if (at > FROM && at + 1 + length > TO) {
            printf("\n%*s", FROM, "");
            at = FROM;
        }
        printf("%s%.*s", at > FROM ? " " : "", (int)length, text);
        at += length + (at > FROM);
        text += length;
    }
    putchar('\n');
}

static void line(const cli_flag *f) {
    char left[64], right[400], flag[CLI_FLAG_SIZE], doc[CLI_DOC_SIZE];
    snprintf(left, sizeof left, "%s%s%s", cli_flag_text(f->option->name, flag),
             f->option->argument ? " " : "", f->option->argument ? f->option->argument : "");
    snprintf(right, sizeof right, "%s%s%s", cli_flag_doc(f, doc),
             f->option->fallback ? "; default " : "",
             f->option->fallback ? f->option->fallback : "");
    printf("  %-26s ", left);
    wrapped(right);
}

static void options(const char *title, unsigned command, bool of_runs) {
    cli_flag f;
    printf("\n%s\n", title);
    for (size_t i = 0; cli_flag_at(i, &f); i++) {
        if ((f.commands & command) && f.of_run == of_runs) {
            line(&f);
        }
    }
}

void cli_help_command(const cli_command *command) {
    printf("%s\n\n  %s\n", command->usage,
           command->doc ? command->doc : "writes the pages made from the tables in the code");
    if (command->more) {
        printf("\n%s\n", command->more);
    }
    if (command->bit & CLI_STUDIES) {
        options("How to compute (comma lists: one value per level, slowest first):", command->bit,
                true);
    }
    if (command->bit) {
        options(command->bit & CLI_STUDIO ? "Options:" : "What to compute and where it goes:",
                command->bit, false);
    }
}

static const char *const have[][2] = {
    {"a fast force that is even in its phase (cosines)",
     "--scheme async --kernel box: cheapest, half a period per force"},
    {"the same with one harmonic only",
     "add --micro stormer-fitted --micro-per-period 4: exact for that harmonic"},
    {"frequencies below about 1e5, or 1e-6 wanted",
     "add --phases 2 (one harmonic): error 1/omega^2, not 1/omega"},
    {"a fast force that is not even (sines too)",
     "--scheme async --kernel triangle, or --scheme sync --kernel triangle"},
    {"a fast motion that depends on the slow velocity",
     "--scheme sync: the state is found from its means, nothing else must be known"},
    {"stiff springs", "--scheme stiff, or --scheme averaged where that is known"},
    {"fast oscillators without a phase from outside",
     "--scheme slow, with --slow detect where the slow variables are not known"},
    {"the averaged equation in closed form", "--scheme averaged: no windows at all"},
    {"three separated scales", "--scheme async,async: an average of an average"},
    {"a spinning top", "problem top or fast-top, with lento compare; lento studio shows it"},
    {"a smooth slow motion, high accuracy", "--macro yoshida6 or kahan-li8 (mechanical), rk4"},
    {"a long slow motion, qualitatively right", "--macro verlet: reversible, no energy drift"},
    {"scales that differ by less than about 100", "--scheme direct --macro dop853"},
    {"no idea", "lento compare PROBLEM: all of them side by side, with a recommendation"},
};

static const char *const glossary[][2] = {
    {"scale", "a frequency of the system; scales are listed slowest first"},
    {"macro step H", "step of the slow motion"},
    {"micro step h", "step of the fast motion inside a window"},
    {"window", "the short stretch of fast motion that is averaged; its total width"},
    {"kernel", "the weights of that average; box, triangle, exp1, poly-P-Q, ..."},
    {"scheme", "how a slow force is made from the fast system: sync, async, averaged, ..."},
    {"async", "asynchronous: every window starts at phase 0 and velocity 0, not at the true phase"},
    {"sync",
     "synchronous: windows start at the true phase, from a state with the slow state as means"},
    {"phases", "async: average windows started at this many phases"},
    {"level", "one average; three scales have two levels"},
    {"notch", "a kernel that cancels one known frequency exactly"},
    {"mean gauge",
     "start, macro steps and columns are averages of the fast motion, not values at a point"},
    {"companions", "redundant slow variables that keep the set regular"},
    {"pointwise", "a column with its fast part, which a multiscale run does not follow"},
    {"residual", "what a kernel leaves of the fast oscillation"},
    {"force evaluations",
     "calls of the fast right-hand side, the measure of work; all are counted"},
};

static void two_columns(const char *left, const char *right, const char *const list[][2],
                        size_t n) {
    const char *const headers[] = {left, right};
    io_table *table = io_table_create(2, headers);
    for (size_t i = 0; i < n; i++) {
        io_table_text(table, list[i][0]);
        io_table_text(table, list[i][1]);
    }
    io_table_finish(table, stdout, 0);
}

static void choose(void) {
    two_columns("I have ...", "use ...", have, sizeof have / sizeof *have);
    putchar('\n');
    two_columns("word", "meaning", glossary, sizeof glossary / sizeof *glossary);
}

static void overview(void) {
    puts("lento: the slow motion of fast systems\n");
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (c->doc) {
            printf("  %s\n      %s\n", c->usage, c->doc);
        }
    }
    puts("\nFirst steps: lento run kapitza --reference averaged\n"
         "             lento compare kapitza omega=1e6\n"
         "             lento help choose");
}

int cli_help(int argc, char **argv) {
    if (argc > 1) {
        return cli_wrong("'%s': help takes one word", argv[1]);
    }
    if (argc == 0) {
        overview();
        return CLI_DONE;
    }
    if (strcmp(argv[0], "choose") == 0) {
        choose();
        return CLI_DONE;
    }
    if (lento_problem_find(argv[0])) {
        return cli_wrong("'%s' is a problem, not a command; 'lento describe %s' describes it",
                         argv[0], argv[0]);
    }
    static const char *const topic[] = {"choose"};
    if (lento_nearest(argv[0], topic, 1) && argv[0][0] == 'c' && argv[0][1] == 'h') {
        return cli_wrong("no help on '%s' (did you mean 'lento help choose'?)", argv[0]);
    }
    const cli_command *command = cli_command_find(argv[0]);
    if (!command) {
        return CLI_WRONG;
    }
    cli_help_command(command);
    return CLI_DONE;
}
