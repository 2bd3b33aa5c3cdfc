/* SPDX-License-Identifier: MIT
 * lento reproduce [PAPER[/ITEM]]: papers -> items -> cells, printed as a table or as one JSON list.
 *
 *   ok       |computed - expected| <= tolerance, expected from an independent computation
 *   verdict  the number that the paper prints agrees or differs; computed: it prints none */
#include "print/reproduce.h"

#include "print/catalog.h"
#include "request/request.h"

#include <string.h>

const paper *const paper_all[] = {&paper_calvo,  &paper_sanzserna, &paper_ariel,
                                  &paper_bodack, &paper_fredbo,    NULL};

/* What is to be computed. */
typedef struct wish {
    const char *paper, *item; /* NULL: all */
    bool quick, figures;
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
    const paper *const *p = paper_all;
    char hint[100];
    while (w->paper && *p && strcmp((*p)->name, w->paper) != 0) {
        p++;
    }
    if (!*p) {
        return cli_wrong("unknown paper '%s'%s; 'lento list papers' shows all", w->paper,
                         cli_names_hint(cli_paper_names, w->paper, hint, sizeof hint));
    }
    bool found = !w->item;
    for (const paper_item *item = (*p)->items; item->name && !found; item++) {
        found = named(w->item, item->name);
    }
    return found ? 0 : unknown_item(w, *p);
}

/* ---- the command ---- */

static bool wanted_figure(const wish *w, const paper *p, const paper_figure *figure) {
    return w->figures && !w->item && (!w->paper || strcmp(w->paper, p->name) == 0) &&
           !(w->quick && figure->slow);
}

/* The tasks of the wish, paper by paper; with tasks == NULL only their number. */
static size_t list_tasks(const wish *w, paper_task *tasks) {
    size_t n = 0;
    paper_task unused;
    for (const paper *const *p = paper_all; *p; p++) {
        for (const paper_item *item = (*p)->items; item->name; item++) {
            if (wanted(w, *p, item)) {
                *(tasks ? &tasks[n] : &unused) = (paper_task){.paper = *p, .item = item};
                n++;
            }
        }
        for (const paper_figure *f = (*p)->figures; f && f->name; f++) {
            if (wanted_figure(w, *p, f)) {
                *(tasks ? &tasks[n] : &unused) = (paper_task){.paper = *p, .figure = f};
                n++;
            }
        }
    }
    return n;
}

static int reproduce(const cli_request *request, const wish *w, paper_study *study) {
    study->count = list_tasks(w, NULL);
    study->tasks = cli_take(&study->memory, study->count * sizeof *study->tasks);
    list_tasks(w, study->tasks);
    paper_pool_run(study, request->jobs ? (int)request->jobs : paper_pool_cores(), request->quiet);
    (request->format == CLI_JSON ? paper_print_json : paper_print_table)(stdout, study);
    const int code = w->figures ? paper_report_write(request->report, study, w->quick) : 0;
    const paper_tally all = paper_count(study, NULL);
    if (study->left_out > 0 &&
        (study->stopped || study->lost > 0 || study->left_out == study->count)) {
        return cli_failed("%s%zu of %zu items and figures were not computed",
                          study->stopped ? "interrupted: "
                          : study->lost  ? "processes failed: "
                                         : "",
                          study->left_out, study->count);
    }
    return all.good < all.cells || study->stopped ? CLI_FAILED : code;
}

/* name: PAPER[/ITEM], or NULL for all */
static wish wish_of(cli_request *request, const char *name) {
    const size_t length = name ? strcspn(name, "/") : 0;
    return (wish){.paper = name ? cli_text(&request->memory, "%.*s", (int)length, name) : NULL,
                  .item = name && name[length] ? name + length + 1 : NULL,
                  .quick = request->quick,
                  .figures = request->report != NULL};
}

int cli_reproduce(int argc, char **argv) {
    cli_request request;
    paper_study study = {0};
    const char *name;
    int code = cli_request_flags(&request, CLI_REPRODUCE, argc, argv, &name);
    const wish w = wish_of(&request, name);
    code = code ? code : check(&w);
    code = code || !w.figures ? code : paper_report_check(request.report);
    code = code ? code : reproduce(&request, &w, &study);
    paper_study_free(&study);
    cli_request_free(&request);
    return code;
}
