/* SPDX-License-Identifier: MIT
 * lento reproduce [PAPER[/ITEM]]: papers -> items -> cells, printed as a table or as one JSON list.
 *
 *   ok       |computed - expected| <= tolerance, expected from an independent computation
 *   verdict  the number that the paper prints agrees or differs; computed: it prints none
 *
 * --quick leaves out slow items, --jobs N computes N items at a time (default: all cores),
 * --report DIR writes report.html with the figures and report.json there. */
#include "print/reproduce.h"

#include "io/number.h"

#include <stdlib.h>
#include <string.h>

const paper *const paper_all[] = {&paper_calvo,  &paper_sanzserna, &paper_ariel,
                                  &paper_bodack, &paper_fredbo,    NULL};

typedef struct wish {
    const char *paper, *item; /* NULL: all */
    const char *directory;    /* --report */
    int jobs;
    bool quick, json, quiet;
} wish;

/* ---- selection ---- */

/* "table-2.1" also means "table-2.1/theta0=0". */
static bool named(const char *name, const char *item) {
    const size_t n = strlen(name);
    return strncmp(name, item, n) == 0 && (item[n] == '\0' || item[n] == '/');
}

static bool wanted(const wish *w, const paper *p, const paper_item *item) {
    if (w->paper && strcmp(w->paper, p->name) != 0) {
        return false;
    }
    if (w->item) {
        return named(w->item, item->name);
    }
    return !(w->quick && item->slow);
}

static int unknown_item(const wish *w, const paper *p) {
    const char *names[128];
    char hint[100];
    size_t n = 0;
    for (const paper_item *item = p->items; item->name && n < 128; item++) {
        names[n++] = item->name;
    }
    return cli_wrong("%s has no item '%s'%s; 'lento describe %s' shows all", p->name, w->item,
                     cli_hint(w->item, names, n, hint, sizeof hint), p->name);
}

/* Do the named paper and item exist? */
static int check(const wish *w) {
    const char *names[64];
    char hint[100];
    size_t n = 0;
    for (; paper_all[n]; n++) {
        const paper *p = paper_all[n];
        names[n] = p->name;
        if (!w->paper) {
            return 0;
        }
        if (strcmp(p->name, w->paper) == 0) {
            for (const paper_item *item = p->items; item->name; item++) {
                if (!w->item || named(w->item, item->name)) {
                    return 0;
                }
            }
            return unknown_item(w, p);
        }
    }
    return cli_wrong("unknown paper '%s'%s; 'lento list papers' shows all", w->paper,
                     cli_hint(w->paper, names, n, hint, sizeof hint));
}

static bool takes_value(const char *flag) {
    return strcmp(flag, "--format") == 0 || strcmp(flag, "--report") == 0 ||
           strcmp(flag, "--jobs") == 0;
}

static int read_value(wish *w, const char *flag, const char *text) {
    if (strcmp(flag, "--report") == 0) {
        w->directory = text;
        return 0;
    }
    if (strcmp(flag, "--jobs") == 0) {
        long long jobs = 0;
        const char *what = io_integer_parse(text, 1, 256, &jobs);
        w->jobs = (int)jobs;
        return what ? cli_wrong("--jobs must be a whole number from 1 to 256: '%s' %s", text, what)
                    : 0;
    }
    w->json = strcmp(text, "json") == 0;
    return w->json || strcmp(text, "table") == 0
               ? 0
               : cli_wrong("--format must be table or json, not '%s'", text);
}

static int read_words(wish *w, cli_memory *memory, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        const char *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--quick") == 0) {
            w->quick = true;
        } else if (strcmp(argv[i], "--quiet") == 0) {
            w->quiet = true;
        } else if (takes_value(argv[i])) {
            const int code =
                next ? read_value(w, argv[i], next)
                     : cli_wrong("%s needs a value (%s)", argv[i],
                                 strcmp(argv[i], "--report") == 0 ? "a directory"
                                 : strcmp(argv[i], "--jobs") == 0 ? "a number of processes"
                                                                  : "table or json");
            if (code) {
                return code;
            }
            i++;
        } else if (argv[i][0] == '-') {
            static const char *const flags[] = {"--quick", "--format", "--report", "--jobs",
                                                "--quiet"};
            char hint[80];
            return cli_wrong("unknown option '%s'%s", argv[i],
                             cli_hint(argv[i], flags, 5, hint, sizeof hint));
        } else if (w->paper) {
            return cli_wrong("'%s': reproduce takes one PAPER or PAPER/ITEM", argv[i]);
        } else {
            const size_t length = strcspn(argv[i], "/");
            w->paper = cli_text(memory, "%.*s", (int)length, argv[i]);
            w->item = argv[i][length] == '/' ? argv[i] + length + 1 : NULL;
        }
    }
    return check(w);
}

/* ---- the command ---- */

static bool wanted_figure(const wish *w, const paper *p, const paper_figure *figure) {
    return w->directory && !w->item && (!w->paper || strcmp(w->paper, p->name) == 0) &&
           !(w->quick && figure->slow);
}

/* The tasks of the wish, paper by paper; with tasks == NULL only their number. */
static size_t list_tasks(const wish *w, paper_task *tasks) {
    size_t n = 0;
    for (size_t i = 0; paper_all[i]; i++) {
        const paper *p = paper_all[i];
        for (const paper_item *item = p->items; item->name; item++) {
            if (wanted(w, p, item)) {
                if (tasks) {
                    tasks[n] = (paper_task){.paper = p, .item = item};
                }
                n++;
            }
        }
        for (const paper_figure *f = p->figures; f && f->name; f++) {
            if (wanted_figure(w, p, f)) {
                if (tasks) {
                    tasks[n] = (paper_task){.paper = p, .figure = f};
                }
                n++;
            }
        }
    }
    return n;
}

static int reproduce(const wish *w, paper_study *study) {
    study->count = list_tasks(w, NULL);
    study->tasks = calloc(study->count + 1, sizeof *study->tasks);
    if (!study->tasks) {
        return cli_failed("out of memory");
    }
    list_tasks(w, study->tasks);
    paper_pool_run(study, w->jobs ? w->jobs : paper_pool_cores(), w->quiet);
    (w->json ? paper_print_json : paper_print_table)(stdout, study);
    const int code = w->directory ? paper_report_write(w->directory, study, w->quick) : 0;
    const paper_tally all = paper_count(study, NULL);
    if (study->left_out > 0 && (study->stopped || study->left_out == study->count)) {
        return cli_failed("%s%zu of %zu items and figures were not computed",
                          study->stopped ? "interrupted: " : "", study->left_out, study->count);
    }
    return all.good < all.cells || study->stopped ? CLI_FAILED : code;
}

int cli_reproduce(int argc, char **argv) {
    wish w = {0};
    paper_study study = {0};
    cli_memory memory = {0};
    int code = read_words(&w, &memory, argc, argv);
    code = code || !w.directory ? code : paper_report_check(w.directory);
    code = code ? code : reproduce(&w, &study);
    for (size_t i = 0; i < study.count; i++) {
        free(study.tasks[i].report.list);
        cli_release(&study.tasks[i].report.memory);
        cli_release(&study.tasks[i].sheet.memory);
    }
    free(study.tasks);
    cli_release(&memory);
    return code;
}
