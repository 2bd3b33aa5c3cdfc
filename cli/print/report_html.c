/* SPDX-License-Identifier: MIT
 * The page of a report: sums on top, which printed numbers differ and why, then paper by paper
 * figures, tables and errata. Style and pictures are inside; nothing is fetched. */
#include "io/file.h"
#include "lento/lento.h"
#include "print/markup.h"
#include "print/report.h"
#include "text/text.h"

#include <ctype.h>
#include <string.h>

const char *paper_anchor(const paper *p, const char *name, char text[PAPER_ANCHOR]) {
    snprintf(text, PAPER_ANCHOR, "%s-%s", p->name, name);
    for (char *c = text + strlen(p->name); *c; c++) {
        *c = isalnum((unsigned char)*c) ? *c : '-';
    }
    return text;
}

/* ---- summary ---- */

static void summary_row(FILE *file, const char *title, const paper_tally *sum) {
    cli_print(file, &cli_html,
              "%r</td><td class=n>%z</td><td class=\"n %r\">%z</td><td class=n>%z</td><td "
              "class=n>%z</td><td class=n>%z</td><td class=n>%z</td><td class=n>%z</td><td "
              "class=n>%z</td></tr>\n",
              title, sum->cells, sum->good == sum->cells ? "" : "wrong", sum->good,
              sum->verdict[PAPER_AGREES], sum->verdict[PAPER_DIFFERS], sum->verdict[PAPER_COMPUTED],
              sum->item_verdict[PAPER_AGREES], sum->item_verdict[PAPER_DIFFERS],
              sum->item_verdict[PAPER_COMPUTED]);
}

static void summary(const paper_page *page) {
    FILE *file = page->file;
    const paper_tally all = paper_count(page->study, NULL);
    fprintf(file,
            "<p class=lead><b>%zu of %zu</b> numbers are those that an independent program "
            "computed. Of the numbers that the papers print, %zu <b>agree</b> and %zu "
            "<b>differ</b>; %zu are <b>computed</b> where the papers print none.</p>\n",
            all.good, all.cells, all.verdict[PAPER_AGREES], all.verdict[PAPER_DIFFERS],
            all.verdict[PAPER_COMPUTED]);
    cli_memory memory = {0};
    const char *missing = paper_left_out(page->study, &memory);
    if (missing[0]) {
        cli_print(file, &cli_html,
                  "<p class=\"lead wrong\"><b>This report is not complete.</b> %s.</p>\n", missing);
    }
    cli_release(&memory);
    if (page->quick) {
        fputs("<p>Made with --quick: slow items and figures are left out.</p>\n", file);
    }
    fputs("<div class=wide><table><thead><tr><th>paper</th><th>cells</th><th>ok</th><th>agree"
          "</th><th>differ</th><th>computed</th><th>items that agree</th><th>differ</th>"
          "<th>computed</th></tr></thead><tbody>\n",
          file);
    for (size_t i = 0; paper_all[i]; i++) {
        const paper_tally sum = paper_count(page->study, paper_all[i]);
        if (sum.cells > 0) {
            const char *name = paper_all[i]->name;
            cli_print(file, &cli_html, "<tr><td><a href=\"#%r\">%r</a> %s", name, name,
                      paper_all[i]->title);
            summary_row(file, "", &sum);
        }
    }
    summary_row(file, "<tr><td>all", &all);
    fputs("</tbody></table></div>\n"
          "<p><b>Ok</b>: the number computed now lies within the tolerance of the expected "
          "one, which was computed by an independent program. <b>Agrees</b> and <b>differs</b> "
          "speak about the number that the paper prints; <b>computed</b> means that it prints "
          "none. An item is what its worst cell is.</p>\n",
          file);
}

/* Each reason once, with a link to its item. */
static void reasons(const paper_page *page) {
    FILE *file = page->file;
    char anchor[PAPER_ANCHOR];
    fputs("<h2>Which printed numbers differ, and why</h2>\n<ul>\n", file);
    for (size_t i = 0; i < page->study->count; i++) {
        const paper_task *task = &page->study->tasks[i];
        const char *before = "";
        for (size_t k = 0; k < task->report.count; k++) {
            const paper_cell *c = &task->report.list[k].cell;
            if (c->verdict != PAPER_DIFFERS || strcmp(c->note, before) == 0) {
                continue;
            }
            before = c->note;
            cli_print(file, &cli_html, "<li><a href=\"#%r\">%r/%r</a> %s%r%s</li>\n",
                      paper_anchor(task->paper, task->item->name, anchor), task->paper->name,
                      task->item->name, c->cell, c->note[0] ? ": " : "", c->note);
        }
    }
    fputs("</ul>\n", file);
}

/* ---- one paper ---- */

static void figure(const paper_page *page, const paper_task *task, int number) {
    const paper_figure *f = task->figure;
    char message[IO_MESSAGE_SIZE] = "", anchor[PAPER_ANCHOR];
    cli_print(page->file, &cli_html, "<figure id=\"%r\">\n",
              paper_anchor(task->paper, f->name, anchor));
    if (task->failure || !paper_html_svg(page, task, number, message)) {
        cli_print(page->file, &cli_html, "<p class=wrong>Not drawn: %s</p>\n",
                  task->failure ? task->failure : message);
    }
    cli_print(page->file, &cli_html,
              "<figcaption><b>%s.</b> %s<br><b>The paper:</b> %s<br><b>Here:</b> "
              "%s</figcaption></figure>\n",
              f->name, f->title, f->claim, f->outcome);
}

static void one_paper(const paper_page *page, const paper *p, int *number) {
    cli_print(page->file, &cli_html, "<section>\n<h2 id=\"%r\">%r: %s</h2>\n", p->name, p->name,
              p->title);
    bool any = false;
    for (size_t i = 0; i < page->study->count; i++) {
        const paper_task *task = &page->study->tasks[i];
        if (task->paper == p && task->figure) {
            fputs(any ? "" : "<h3>Figures</h3>\n<div class=figures>\n", page->file);
            any = true;
            figure(page, task, ++*number);
        }
    }
    fputs(any ? "</div>\n" : "", page->file);
    fputs("<h3>Tables and sections</h3>\n", page->file);
    for (size_t i = 0; i < page->study->count; i++) {
        const paper_task *task = &page->study->tasks[i];
        if (task->paper == p && task->item && task->report.count > 0) {
            paper_html_item(page, task);
        }
    }
    paper_html_errata(page, p);
    fputs("</section>\n", page->file);
}

void paper_html_page(const paper_page *page) {
    int number = 0;
    fprintf(page->file,
            "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<meta name=viewport "
            "content=\"width=device-width\">\n<title>Papers run again</title>\n<style>\n%s"
            "</style>\n</head>\n<body>\n<h1>Papers run again</h1>\n",
            cli_text_report_css);
    summary(page);
    reasons(page);
    for (size_t i = 0; paper_all[i]; i++) {
        if (paper_count(page->study, paper_all[i]).cells > 0) {
            one_paper(page, paper_all[i], &number);
        }
    }
    fprintf(page->file,
            "<footer>lento %s, computed in %.0f s; the same numbers are in report.json. "
            "Again: <code>lento reproduce%s --report DIR</code></footer>\n</body>\n</html>\n",
            lento_version(), page->study->seconds, page->quick ? " --quick" : "");
}
