/* SPDX-License-Identifier: MIT
 * The cells of an item as a table of the page, and the errata with the cells that show them. */
#include "print/report.h"

#include <string.h>

static const char *const classes[] = {"computed", "agrees", "differs"};

static void cell_row(FILE *file, const paper_entry *e) {
    const paper_cell *c = &e->cell;
    fprintf(file, "<tr class=\"%s\"><td>", e->ok ? classes[c->verdict] : "wrong");
    paper_html_text(file, c->cell);
    fputs("</td><td class=n>", file);
    paper_html_number(file, c->published, 6);
    fputs("</td><td class=n>", file);
    paper_html_number(file, c->computed, 10);
    fputs("</td><td class=n>", file);
    paper_html_number(file, c->expected, 10);
    fputs("</td><td class=n>", file);
    paper_html_number(file, c->tolerance, 2);
    fprintf(file, "</td><td>%s</td><td class=v>%s</td><td>", e->ok ? "yes" : "NO",
            paper_cell_verdict(c));
    paper_html_text(file, c->note);
    fputs("</td></tr>\n", file);
}

void paper_html_item(const paper_page *page, const paper_task *task) {
    FILE *file = page->file;
    size_t good = 0;
    for (size_t i = 0; i < task->report.count; i++) {
        good += task->report.list[i].ok;
    }
    const paper_verdict verdict = paper_item_verdict(task);
    fputs("<details open id=\"", file);
    paper_html_anchor(file, task->paper, task->item->name);
    fputs("\"><summary><b>", file);
    paper_html_text(file, task->item->name);
    fputs("</b> ", file);
    paper_html_text(file, task->item->title);
    fprintf(file,
            " <span class=\"badge %s\">%s</span><span class=\"badge %s\">%zu of %zu ok</span> "
            "<small>%.1f s</small></summary>\n<div class=wide><table><thead><tr><th>cell</th><th>"
            "published</th><th>computed</th><th>expected</th><th>tolerance</th><th>ok</th><th>"
            "paper</th><th>note</th></tr></thead><tbody>\n",
            classes[verdict], paper_verdict_word(verdict),
            good == task->report.count ? "computed" : "wrong", good, task->report.count,
            task->seconds);
    for (size_t i = 0; i < task->report.count; i++) {
        cell_row(file, &task->report.list[i]);
    }
    fputs("</tbody></table></div></details>\n", file);
}

/* ---- errata ---- */

static bool begins(const char *text, const char *start) {
    return !start || strncmp(text, start, strlen(start)) == 0;
}

/* The cells that show it; false if the item was not run. */
static bool put_check(const paper_page *page, const paper *p, const paper_erratum *e) {
    bool found = false;
    for (size_t i = 0; i < page->study->count; i++) {
        const paper_task *task = &page->study->tasks[i];
        if (task->paper != p || !task->item || strcmp(task->item->name, e->item) != 0) {
            continue;
        }
        for (size_t k = 0; k < task->report.count; k++) {
            const paper_entry *entry = &task->report.list[k];
            if (!begins(entry->cell.cell, e->cell)) {
                continue;
            }
            fputs(found ? "<br>" : "", page->file);
            paper_html_text(page->file, entry->cell.cell);
            fputs(": <b>", page->file);
            paper_html_number(page->file, entry->cell.computed, 6);
            fputs("</b> (expected ", page->file);
            paper_html_number(page->file, entry->cell.expected, 6);
            fprintf(page->file, ", %s)", entry->ok ? "ok" : "NOT ok");
            found = true;
        }
    }
    return found;
}

void paper_html_errata(const paper_page *page, const paper *p) {
    FILE *file = page->file;
    if (!p->errata) {
        return;
    }
    fputs("<h3>Errata</h3>\n<div class=wide><table class=errata><thead><tr><th>where</th><th>"
          "printed</th><th>instead</th><th>the check</th></tr></thead><tbody>\n",
          file);
    for (const paper_erratum *e = p->errata; e->place; e++) {
        fputs("<tr><td>", file);
        paper_html_text(file, e->place);
        fputs("</td><td>", file);
        paper_html_text(file, e->printed);
        fputs("</td><td>", file);
        paper_html_text(file, e->correct);
        fputs("</td><td>", file);
        if (!e->item) {
            fputs("in words only", file);
        } else if (!put_check(page, p, e)) {
            fputs("not run this time: ", file);
            paper_html_text(file, e->item);
        }
        fputs("</td></tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}
