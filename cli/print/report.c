/* SPDX-License-Identifier: MIT
 * lento reproduce --report DIR: DIR/report.html and DIR/report.json. */
#include "print/report.h"

#include "io/output.h"
#include "io/system.h"
#include "lento/lento.h"

#include <errno.h>
#include <string.h>

static const char *const names[] = {"report.html", "report.json"};

int paper_report_check(const char *directory) {
    char message[IO_MESSAGE_SIZE];
    cli_memory memory = {0};
    if (!io_system_make_folder(directory) && errno != EEXIST) {
        return cli_wrong("--report: the directory '%s' cannot be made: %s", directory,
                         strerror(errno));
    }
    bool good = true;
    for (int i = 0; i < 2 && good; i++) {
        good = io_output_check(cli_text(&memory, "%s/%s", directory, names[i]), message);
    }
    cli_release(&memory);
    return good ? 0 : cli_wrong("--report: %s", message);
}

/* ---- JSON ---- */

static void put_tally(io_json *json, const char *key, const paper_tally *sum) {
    io_json_object(json, key);
    io_json_integer(json, "cells", (long long)sum->cells);
    io_json_integer(json, "ok", (long long)sum->good);
    io_json_integer(json, "items", (long long)sum->items);
    for (int k = 0; k < 2; k++) {
        io_json_object(json, k ? "item_verdicts" : "verdicts");
        for (int v = 0; v < 3; v++) {
            io_json_integer(json, paper_verdict_word((paper_verdict)v),
                            (long long)(k ? sum->item_verdict[v] : sum->verdict[v]));
        }
        io_json_end(json);
    }
    io_json_end(json);
}

static void put_figure(io_json *json, const paper_task *task) {
    io_json_object(json, NULL);
    io_json_string(json, "paper", task->paper->name);
    io_json_string(json, "figure", task->figure->name);
    io_json_string(json, "title", task->figure->title);
    io_json_string(json, "claim", task->figure->claim);
    io_json_string(json, "outcome", task->figure->outcome);
    io_json_array(json, "curves");
    for (size_t i = 0; i < task->sheet.count; i++) {
        const paper_curve *c = &task->sheet.curve[i];
        io_json_object(json, NULL);
        io_json_string(json, "name", c->name);
        io_json_numbers(json, "x", c->n, c->x);
        io_json_numbers(json, "y", c->n, c->y);
        io_json_end(json);
    }
    io_json_end(json);
    io_json_end(json);
}

static void put_errata(io_json *json) {
    io_json_array(json, "errata");
    for (size_t i = 0; paper_all[i]; i++) {
        for (const paper_erratum *e = paper_all[i]->errata; e && e->place; e++) {
            io_json_object(json, NULL);
            io_json_string(json, "paper", paper_all[i]->name);
            io_json_string(json, "place", e->place);
            io_json_string(json, "printed", e->printed);
            io_json_string(json, "correct", e->correct);
            io_json_string(json, "item", e->item);
            io_json_string(json, "cell", e->cell);
            io_json_end(json);
        }
    }
    io_json_end(json);
}

/* What Ctrl-C left out; --quick leaves out on purpose and is not meant. */
static void put_left_out(io_json *json, const paper_study *study) {
    io_json_array(json, "left_out");
    for (size_t i = 0; i < study->count; i++) {
        const paper_task *task = &study->tasks[i];
        if (task->left_out) {
            io_json_object(json, NULL);
            io_json_string(json, "paper", task->paper->name);
            io_json_string(json, task->item ? "item" : "figure",
                           task->item ? task->item->name : task->figure->name);
            io_json_end(json);
        }
    }
    io_json_end(json);
}

static void write_json(const paper_page *page) {
    io_json json;
    const paper_tally all = paper_count(page->study, NULL);
    io_json_start(&json, page->file);
    io_json_object(&json, NULL);
    io_json_string(&json, "lento", lento_version());
    io_json_bool(&json, "quick", page->quick);
    io_json_bool(&json, "complete", page->study->left_out == 0);
    put_left_out(&json, page->study);
    io_json_number(&json, "seconds", page->study->seconds);
    put_tally(&json, "summary", &all);
    io_json_object(&json, "papers");
    for (size_t i = 0; paper_all[i]; i++) {
        const paper_tally sum = paper_count(page->study, paper_all[i]);
        put_tally(&json, paper_all[i]->name, &sum);
    }
    io_json_end(&json);
    paper_json_cells(&json, "cells", page->study);
    io_json_array(&json, "figures");
    for (size_t i = 0; i < page->study->count; i++) {
        if (page->study->tasks[i].figure) {
            put_figure(&json, &page->study->tasks[i]);
        }
    }
    io_json_end(&json);
    put_errata(&json);
    io_json_end(&json);
    io_json_finish(&json);
}

/* ---- both files ---- */

int paper_report_write(const char *directory, const paper_study *study, bool quick) {
    cli_memory memory = {0};
    const bool complete = !study->stopped && study->lost == 0;
    int code = 0;
    for (int i = 0; i < 2 && !code; i++) {
        const char *path = cli_text(&memory, "%s/%s", directory, names[i]);
        char message[IO_MESSAGE_SIZE];
        io_output out;
        bool good = io_output_open(&out, path, message);
        if (good) {
            const paper_page page = {out.file, study, quick};
            (i == 0 ? paper_html_page : write_json)(&page);
            good = io_output_close(&out, complete, message);
        }
        code = good ? 0 : cli_failed("--report: %s: %s", path, message);
    }
    if (!code && !complete) {
        cli_say(CLI_FAILED, "the report is not complete: %s/%s.partial", directory, names[0]);
    }
    cli_release(&memory);
    return code;
}
