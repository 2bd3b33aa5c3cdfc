/* SPDX-License-Identifier: MIT
 * A reproduction as tables (one per item) or as one JSON list, and its sums. */
#include "print/reproduce.h"

#include "io/json.h"
#include "io/table.h"

#include <math.h>
#include <string.h>

const char *paper_verdict_word(paper_verdict verdict) {
    static const char *const words[] = {"computed", "agrees", "differs"};
    return words[verdict];
}

const char *paper_cell_verdict(const paper_cell *cell) {
    return isnan(cell->computed) ? "none" : paper_verdict_word(cell->verdict);
}

/* The one cell of an item that yielded nothing: not ok, and nothing of the paper is confirmed by it. */
static paper_entry nothing_entry(const char *why) {
    return (paper_entry){.cell = {.cell = "the whole item",
                                  .published = NAN,
                                  .computed = NAN,
                                  .expected = NAN,
                                  .note = why}};
}

/* ---- sums ---- */

paper_verdict paper_item_verdict(const paper_task *task) {
    paper_verdict worst = PAPER_COMPUTED;
    for (size_t i = 0; i < task->report.count; i++) {
        const paper_verdict v = task->report.list[i].cell.verdict;
        worst = v > worst ? v : worst;
    }
    return worst;
}

paper_tally paper_count(const paper_study *study, const paper *only) {
    paper_tally sum = {0};
    for (size_t i = 0; i < study->count; i++) {
        const paper_task *task = &study->tasks[i];
        if (!task->item || task->report.count == 0 || (only && task->paper != only)) {
            continue;
        }
        sum.items++;
        sum.item_verdict[paper_item_verdict(task)]++;
        for (size_t k = 0; k < task->report.count; k++) {
            const paper_entry *e = &task->report.list[k];
            sum.cells++;
            sum.good += e->ok;
            sum.verdict[e->cell.verdict] += isnan(e->cell.computed) ? 0 : 1;
        }
    }
    return sum;
}

const char *paper_left_out(const paper_study *study, cli_memory *memory) {
    const char *text = "";
    for (size_t i = 0; i < study->count; i++) {
        const paper_task *task = &study->tasks[i];
        if (task->left_out) {
            text = cli_text(memory, "%s%s%s/%s", text, text[0] ? ", " : "", task->paper->name,
                            task->item ? task->item->name : task->figure->name);
            text = study->stopped ? text : cli_text(memory, "%s (%s)", text, task->failure);
        }
    }
    return study->left_out == 0
               ? ""
               : cli_text(memory, "%s%zu of %zu items and figures were not computed: %s",
                          study->stopped ? "interrupted: " : "", study->left_out, study->count,
                          text);
}

/* ---- JSON ---- */

static void json_cell(io_json *json, const paper_task *task, const paper_entry *e) {
    io_json_object(json, NULL);
    io_json_string(json, "paper", task->paper->name);
    io_json_string(json, "item", task->item->name);
    io_json_string(json, "cell", e->cell.cell);
    io_json_number(json, "published", e->cell.published);
    io_json_number(json, "computed", e->cell.computed);
    io_json_number(json, "expected", e->cell.expected);
    io_json_number(json, "tolerance", e->cell.tolerance);
    io_json_bool(json, "ok", e->ok);
    io_json_string(json, "verdict", paper_cell_verdict(&e->cell));
    io_json_string(json, "note", e->cell.note);
    io_json_end(json);
}

static void json_cells(io_json *json, const paper_task *task) {
    for (size_t k = 0; k < task->report.count; k++) {
        json_cell(json, task, &task->report.list[k]);
    }
}

void paper_json_cells(io_json *json, const char *key, const paper_study *study) {
    io_json_array(json, key);
    for (size_t i = 0; i < study->count; i++) {
        json_cells(json, &study->tasks[i]);
    }
    io_json_end(json);
}

/* The list has a line for each item that was left out too: not ok, with the reason as its note. */
void paper_print_json(FILE *file, const paper_study *study) {
    io_json json;
    io_json_start(&json, file);
    io_json_array(&json, NULL);
    for (size_t i = 0; i < study->count; i++) {
        const paper_task *task = &study->tasks[i];
        json_cells(&json, task);
        if (task->left_out && task->item) {
            const paper_entry e = nothing_entry(task->failure);
            json_cell(&json, task, &e);
        }
    }
    io_json_end(&json);
    io_json_finish(&json);
}

/* ---- tables ---- */

/* The notes, each once in a row, with the verdict they explain. */
static void print_notes(FILE *file, const paper_report *report) {
    const char *before = "";
    for (size_t i = 0; i < report->count; i++) {
        const paper_cell *c = &report->list[i].cell;
        if (c->note[0] && strcmp(c->note, before) != 0) {
            fprintf(file, "%s: %s\n", paper_cell_verdict(c), c->note);
            before = c->note;
        }
    }
}

static void print_item(FILE *file, const paper_task *task) {
    static const char *const headers[] = {"cell",      "published", "computed", "expected",
                                          "tolerance", "ok",        "verdict"};
    io_table *table = io_table_create(7, headers);
    fprintf(file, "%s/%s\n\n", task->paper->name, task->item->name);
    for (size_t i = 0; i < task->report.count; i++) {
        const paper_entry *e = &task->report.list[i];
        io_table_text(table, e->cell.cell);
        if (isnan(e->cell.published)) {
            io_table_empty(table);
        } else {
            io_table_format(table, "%.4g", e->cell.published);
        }
        io_table_format(table, "%.9g", e->cell.computed);
        io_table_format(table, "%.9g", e->cell.expected);
        io_table_format(table, "%.1g", e->cell.tolerance);
        io_table_text(table, e->ok ? "yes" : "NO");
        io_table_text(table, paper_cell_verdict(&e->cell));
    }
    io_table_finish(table, file, 120);
    print_notes(file, &task->report);
    fputc('\n', file);
}

void paper_print_table(FILE *file, const paper_study *study) {
    for (size_t i = 0; i < study->count; i++) {
        if (study->tasks[i].item && study->tasks[i].report.count > 0) {
            print_item(file, &study->tasks[i]);
        }
    }
    const paper_tally all = paper_count(study, NULL);
    fprintf(
        file,
        "%zu numbers: %zu ok, %zu not; with the paper's own: %zu agree, %zu differ, %zu computed "
        "where it prints none\n",
        all.cells, all.good, all.cells - all.good, all.verdict[PAPER_AGREES],
        all.verdict[PAPER_DIFFERS], all.verdict[PAPER_COMPUTED]);
    cli_memory memory = {0};
    const char *missing = paper_left_out(study, &memory);
    fprintf(file, "%s%s", missing, missing[0] ? "\n" : "");
    cli_release(&memory);
}
