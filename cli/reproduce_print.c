/* SPDX-License-Identifier: MIT
 * A reproduction as tables (one per item) or as one JSON list. */
#include "reproduce.h"

#include "io/json.h"
#include "io/table.h"

#include <math.h>
#include <string.h>

static const char *const verdicts[] = {"confirmed", "not confirmed", "beyond"};

void paper_print_json(FILE *file, const paper_report *report) {
    io_json json;
    io_json_start(&json, file);
    io_json_array(&json, NULL);
    for (size_t i = 0; i < report->count; i++) {
        const paper_entry *e = &report->list[i];
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

/* Why something is not confirmed, each reason once. */
static void print_notes(FILE *file, const paper_report *report, size_t from, size_t to) {
    const char *before = "";
    for (size_t i = from; i < to; i++) {
        const paper_cell *c = &report->list[i].cell;
        if (c->verdict == PAPER_NOT_CONFIRMED && c->note[0] && strcmp(c->note, before) != 0) {
            fprintf(file, "not confirmed: %s\n", c->note);
            before = c->note;
        }
    }
}

static void table_item(FILE *file, const paper_report *report, size_t from, size_t to) {
    static const char *const headers[] = {"cell",      "published", "computed", "expected",
                                          "tolerance", "ok",        "verdict"};
    io_table *table = io_table_create(7, headers);
    fprintf(file, "%s/%s\n\n", report->list[from].paper, report->list[from].item);
    for (size_t i = from; table && i < to; i++) {
        const paper_entry *e = &report->list[i];
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
    }
    if (table) {
        io_table_print(table, file, 120);
    }
    io_table_destroy(table);
    print_notes(file, report, from, to);
    fputc('\n', file);
}

size_t paper_bad(const paper_report *report) {
    size_t bad = 0;
    for (size_t i = 0; i < report->count; i++) {
        bad += !report->list[i].ok;
    }
    return bad;
}

void paper_print_table(FILE *file, const paper_report *report) {
    size_t from = 0, votes[3] = {0};
    for (size_t i = 0; i < report->count; i++) {
        votes[report->list[i].cell.verdict]++;
        if (i + 1 == report->count || report->list[i + 1].item != report->list[from].item) {
            table_item(file, report, from, i + 1);
            from = i + 1;
        }
    }
    fprintf(file,
            "%zu numbers: %zu ok, %zu not; the paper: %zu confirmed, %zu not confirmed, %zu beyond "
            "it\n",
            report->count, report->count - paper_bad(report), paper_bad(report), votes[0], votes[1],
            votes[2]);
}

int paper_write(const char *directory, paper_report *report) {
    static const char *const names[] = {"report.md", "report.json"};
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(cli_text(&report->memory, "%s/%s", directory, names[i]), "w");
        if (!file) {
            return cli_failed("cannot write %s/%s", directory, names[i]);
        }
        if (i == 0) {
            fputs("# Papers run again\n\n```\n", file);
            paper_print_table(file, report);
            fputs("```\n", file);
        } else {
            paper_print_json(file, report);
        }
        fclose(file);
    }
    return 0;
}
