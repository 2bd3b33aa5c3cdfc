/* SPDX-License-Identifier: MIT
 * The cells of an item as a table of the page, and the errata with the cells that show them. */
#include "print/markup.h"
#include "print/report.h"

#include <string.h>

static const char *const classes[] = {"computed", "agrees", "differs"};

static void cell_row(FILE *file, const paper_entry *e) {
    const paper_cell *c = &e->cell;
    cli_print(file, &cli_html,
              "<tr class=\"%r\"><td>%s</td><td class=n>%v</td><td class=n>%v</td><td "
              "class=n>%v</td><td class=n>%v</td><td>%r</td><td class=v>%r</td><td>%s</td></tr>\n",
              e->ok ? classes[c->verdict] : "wrong", c->cell, c->published, 6, c->computed, 10,
              c->expected, 10, c->tolerance, 2, e->ok ? "yes" : "NO", paper_cell_verdict(c),
              c->note);
}

void paper_html_item(const paper_page *page, const paper_task *task) {
    FILE *file = page->file;
    char anchor[PAPER_ANCHOR];
    size_t good = 0;
    for (size_t i = 0; i < task->report.count; i++) {
        good += task->report.list[i].ok;
    }
    const paper_verdict verdict = paper_item_verdict(task);
    cli_print(file, &cli_html, "<details open id=\"%r\"><summary><b>%s</b> %s",
              paper_anchor(task->paper, task->item->name, anchor), task->item->name,
              task->item->title);
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
            cli_print(page->file, &cli_html, "%r%s: <b>%v</b> (expected %v, %r)",
                      found ? "<br>" : "", entry->cell.cell, entry->cell.computed, 6,
                      entry->cell.expected, 6, entry->ok ? "ok" : "NOT ok");
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
        cli_print(file, &cli_html, "<tr><td>%s</td><td>%s</td><td>%s</td><td>", e->place,
                  e->printed, e->correct);
        if (!e->item) {
            fputs("in words only", file);
        } else if (!put_check(page, p, e)) {
            cli_print(file, &cli_html, "not run this time: %s", e->item);
        }
        fputs("</td></tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}
