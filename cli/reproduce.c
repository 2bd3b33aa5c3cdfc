/* SPDX-License-Identifier: MIT
 * lento reproduce [PAPER[/ITEM]]: papers -> items -> cells, printed as a table or as one JSON list.
 *
 *   ok       |computed - expected| <= tolerance, expected from an independent computation
 *   verdict  what that says about the paper's print: confirmed, not confirmed, beyond
 *
 * --quick leaves out slow items, --report DIR writes report.md and report.json there. */
#include "io/file.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "io/progress.h"
#include "io/table.h"
#include "cli.h"
#include "papers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const paper *const paper_all[] = {&paper_calvo, NULL};

typedef struct entry {
    const char *paper, *item;
    paper_cell cell;
    bool ok;
} entry;

struct paper_report {
    cli_memory memory;
    entry *list;
    size_t count, room;
    const char *paper, *item; /* being run */
    size_t done, items;
    io_progress progress;
};

typedef struct wish {
    const char *paper, *item; /* NULL: all */
    const char *directory;    /* --report */
    bool quick, json, quiet;
} wish;

static const char *const verdicts[] = {"confirmed", "not confirmed", "beyond"};

/* ---- what items call ---- */

void paper_cell_add(paper_report *report, const paper_cell *cell)
{
    if (report->count == report->room) {
        report->room = report->room ? 2 * report->room : 256;
        entry *list = realloc(report->list, report->room * sizeof *list);
        if (!list) {
            exit(cli_failed("out of memory"));
        }
        report->list = list;
    }
    entry *e = &report->list[report->count++];
    *e = (entry){.paper = report->paper, .item = report->item, .cell = *cell};
    e->cell.cell = cli_text(&report->memory, "%s", cell->cell);
    e->cell.note = cli_text(&report->memory, "%s", cell->note ? cell->note : "");
    e->ok = fabs(cell->computed - cell->expected) <= cell->tolerance;
}

bool paper_stop(paper_report *report)
{
    io_progress_update(&report->progress, (double)report->done / (double)report->items);
    return io_interrupt_requested();
}

/* ---- selection ---- */

/* "table-2.1" also means "table-2.1/theta0=0". */
static bool named(const char *name, const char *item)
{
    const size_t n = strlen(name);
    return strncmp(name, item, n) == 0 && (item[n] == '\0' || item[n] == '/');
}

static bool wanted(const wish *w, const paper *p, const paper_item *item)
{
    if (w->paper && strcmp(w->paper, p->name) != 0) {
        return false;
    }
    if (w->item) {
        return named(w->item, item->name);
    }
    return !(w->quick && item->slow);
}

static int unknown_item(const wish *w, const paper *p)
{
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
static int check(const wish *w)
{
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

static int read_words(wish *w, cli_memory *memory, int argc, char **argv)
{
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

/* ---- output ---- */

static void print_json(FILE *file, const paper_report *report)
{
    io_json json;
    io_json_start(&json, file);
    io_json_array(&json, NULL);
    for (size_t i = 0; i < report->count; i++) {
        const entry *e = &report->list[i];
        io_json_object(&json, NULL);
        io_json_string(&json, "paper", e->paper);
        io_json_string(&json, "item", e->item);
        io_json_string(&json, "cell", e->cell.cell);
        io_json_number(&json, "published", e->cell.published);
        io_json_number(&json, "computed", e->cell.computed);
        io_json_number(&json, "expected", e->cell.expected);
        io_json_number(&json, "tolerance", e->cell.tolerance);
        io_json_bool(&json, "ok", e->ok);
        io_json_string(&json, "verdict", verdicts[e->cell.verdict]);
        io_json_string(&json, "note", e->cell.note);
        io_json_end(&json);
    }
    io_json_finish(&json);
}

static void table_item(FILE *file, const paper_report *report, size_t from, size_t to)
{
    static const char *const headers[] = {"cell",      "published", "computed", "expected",
                                          "tolerance", "ok",        "verdict",  "note"};
    io_table *table = io_table_create(8, headers);
    fprintf(file, "%s/%s\n\n", report->list[from].paper, report->list[from].item);
    for (size_t i = from; table && i < to; i++) {
        const entry *e = &report->list[i];
        char text[64];
        io_table_text(table, e->cell.cell);
        if (isnan(e->cell.published)) {
            io_table_empty(table);
        } else {
            snprintf(text, sizeof text, "%.4g", e->cell.published);
            io_table_text(table, text);
        }
        snprintf(text, sizeof text, "%.9g", e->cell.computed);
        io_table_text(table, text);
        snprintf(text, sizeof text, "%.9g", e->cell.expected);
        io_table_text(table, text);
        snprintf(text, sizeof text, "%.1g", e->cell.tolerance);
        io_table_text(table, text);
        io_table_text(table, e->ok ? "yes" : "NO");
        io_table_text(table, verdicts[e->cell.verdict]);
        io_table_text(table, e->cell.note);
    }
    if (table) {
        io_table_print(table, file, 140);
    }
    io_table_destroy(table);
    fputc('\n', file);
}

static size_t count_bad(const paper_report *report)
{
    size_t bad = 0;
    for (size_t i = 0; i < report->count; i++) {
        bad += !report->list[i].ok;
    }
    return bad;
}

static void print_table(FILE *file, const paper_report *report)
{
    size_t from = 0, votes[3] = {0};
    for (size_t i = 0; i < report->count; i++) {
        votes[report->list[i].cell.verdict]++;
        if (i + 1 == report->count || report->list[i + 1].item != report->list[from].item) {
            table_item(file, report, from, i + 1);
            from = i + 1;
        }
    }
    fprintf(file, "%zu numbers: %zu ok, %zu not; the paper: %zu confirmed, %zu not confirmed, %zu beyond it\n",
            report->count, report->count - count_bad(report), count_bad(report), votes[0], votes[1],
            votes[2]);
}

static int write_report(const wish *w, cli_memory *memory, const paper_report *report)
{
    static const char *const names[] = {"report.md", "report.json"};
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(cli_text(memory, "%s/%s", w->directory, names[i]), "w");
        if (!file) {
            return cli_failed("cannot write %s/%s", w->directory, names[i]);
        }
        if (i == 0) {
            fputs("# Papers run again\n\n```\n", file);
            print_table(file, report);
            fputs("```\n", file);
        } else {
            print_json(file, report);
        }
        fclose(file);
    }
    return 0;
}

/* --report: the directory must be there and writable before anything is run. */
static int check_directory(const wish *w, cli_memory *memory)
{
    char message[IO_MESSAGE_SIZE];
    if (!w->directory || io_file_check(cli_text(memory, "%s/report.md", w->directory), message)) {
        return 0;
    }
    return cli_wrong("--report: %s", message);
}

static void run_items(const wish *w, paper_report *report)
{
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

int cli_reproduce(int argc, char **argv)
{
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
        if (w.json) {
            print_json(stdout, &report);
        } else {
            print_table(stdout, &report);
        }
        code = w.directory ? write_report(&w, &report.memory, &report) : 0;
        code = count_bad(&report) > 0 || stopped ? CLI_FAILED : code;
    }
    free(report.list);
    cli_release(&report.memory);
    return code;
}
