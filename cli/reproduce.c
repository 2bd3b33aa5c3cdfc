/* SPDX-License-Identifier: MIT
 * lento reproduce [PAPER[/ITEM]]: papers -> items -> cells, printed as a table or as one JSON list.
 *
 *   ok       |computed - expected| <= tolerance, expected from an independent computation
 *   verdict  what that says about the paper's print: confirmed, not confirmed, beyond
 *
 * --quick leaves out slow items, --report DIR writes report.md and report.json there. */
#include "reproduce.h"
#include "io/file.h"
#include "io/interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const paper *const paper_all[] = {&paper_calvo, &paper_sanzserna, &paper_ariel, NULL};

typedef struct wish {
    const char *paper, *item; /* NULL: all */
    const char *directory;    /* --report */
    bool quick, json, quiet;
} wish;

/* ---- what items call ---- */

void paper_cell_add(paper_report *report, const paper_cell *cell) {
    if (report->count == report->room) {
        report->room = report->room ? 2 * report->room : 256;
        paper_entry *list = realloc(report->list, report->room * sizeof *list);
        if (!list) {
            exit(cli_failed("out of memory"));
        }
        report->list = list;
    }
    paper_entry *e = &report->list[report->count++];
    *e = (paper_entry){.paper = report->paper, .item = report->item, .cell = *cell};
    e->cell.cell = cli_text(&report->memory, "%s", cell->cell);
    e->cell.note = cli_text(&report->memory, "%s", cell->note ? cell->note : "");
    e->ok = fabs(cell->computed - cell->expected) <= cell->tolerance;
}

bool paper_stop(paper_report *report) {
    io_progress_update(&report->progress, (double)report->done / (double)report->items);
    return io_interrupt_requested();
}

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
    return cli_wrong("unknown paper '%s'%s", w->paper,
                     cli_hint(w->paper, names, n, hint, sizeof hint));
}

static int read_words(wish *w, cli_memory *memory, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        const char *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--quick") == 0) {
            w->quick = true;
        } else if (strcmp(argv[i], "--quiet") == 0) {
            w->quiet = true;
        } else if (strcmp(argv[i], "--format") == 0 || strcmp(argv[i], "--report") == 0) {
            const bool format = argv[i][2] == 'f';
            if (!next) {
                return cli_wrong("%s needs a value", argv[i]);
            }
            if (format && strcmp(next, "json") != 0 && strcmp(next, "table") != 0) {
                return cli_wrong("--format must be table or json, not '%s'", next);
            }
            w->json = format ? strcmp(next, "json") == 0 : w->json;
            w->directory = format ? w->directory : next;
            i++;
        } else if (argv[i][0] == '-') {
            static const char *const flags[] = {"--quick", "--format", "--report", "--quiet"};
            char hint[80];
            return cli_wrong("unknown option '%s'%s", argv[i],
                             cli_hint(argv[i], flags, 4, hint, sizeof hint));
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

/* --report: the directory is made if needed, and must be writable before anything is run. */
static int check_directory(const wish *w, cli_memory *memory) {
    char message[IO_MESSAGE_SIZE];
    if (w->directory) {
        mkdir(w->directory, 0777); /* if this fails, the next line says why */
    }
    if (!w->directory || io_file_check(cli_text(memory, "%s/report.md", w->directory), message)) {
        return 0;
    }
    return cli_wrong("--report: %s", message);
}

static void run_items(const wish *w, paper_report *report) {
    for (size_t i = 0; paper_all[i]; i++) {
        for (const paper_item *item = paper_all[i]->items; item->name; item++) {
            report->items += wanted(w, paper_all[i], item);
        }
    }
    for (size_t i = 0; paper_all[i]; i++) {
        for (const paper_item *item = paper_all[i]->items; item->name; item++) {
            if (wanted(w, paper_all[i], item) && !paper_stop(report)) {
                report->paper = paper_all[i]->name;
                report->item = item->name;
                item->run(report);
                report->done++;
            }
        }
    }
}

int cli_reproduce(int argc, char **argv) {
    wish w = {0};
    paper_report report = {0};
    int code = read_words(&w, &report.memory, argc, argv);
    code = code ? code : check_directory(&w, &report.memory);
    if (!code) {
        io_interrupt_catch();
        io_progress_start(&report.progress, stderr, "reproducing", w.quiet);
        run_items(&w, &report);
        io_progress_finish(&report.progress);
        const bool stopped = io_interrupt_requested();
        io_interrupt_release();
        (w.json ? paper_print_json : paper_print_table)(stdout, &report);
        code = w.directory ? paper_write(w.directory, &report) : 0;
        code = paper_bad(&report) > 0 || stopped ? CLI_FAILED : code;
    }
    free(report.list);
    cli_release(&report.memory);
    return code;
}
