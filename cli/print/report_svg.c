/* SPDX-License-Identifier: MIT
 * A figure inside the page: gnuplot's SVG is copied without its prolog and with the number of the figure in front of all names, since one page must not have them twice. */
#include "io/plot.h"
#include "print/report.h"

#include <stdlib.h>
#include <string.h>

/* Names are made in id='...' and used in href='#...' and url(#...). */
static void copy_renamed(FILE *file, const char *text, int number) {
    static const char *const marks[] = {"id='", "href='#", "url(#"};
    while (*text) {
        size_t length = 0;
        for (size_t i = 0; i < 3 && length == 0; i++) {
            length = strncmp(text, marks[i], strlen(marks[i])) == 0 ? strlen(marks[i]) : 0;
        }
        if (length > 0) {
            fprintf(file, "%.*sf%d-", (int)length, text, number);
            text += length;
        } else {
            putc(*text++, file);
        }
    }
}

bool paper_html_svg(const paper_page *page, const paper_task *task, int number, char *message) {
    const paper_figure *f = task->figure;
    io_plot_series series[PAPER_CURVES] = {0};
    for (size_t i = 0; i < task->sheet.count; i++) {
        const paper_curve *c = &task->sheet.curve[i];
        series[i] = (io_plot_series){
            c->name, c->n, c->x, c->y, c->points ? IO_PLOT_POINTS : IO_PLOT_LINE, NULL, 0};
    }
    const io_plot plot = {.x_label = f->x_label,
                          .y_label = f->y_label,
                          .log_x = f->log_x,
                          .log_y = f->log_y,
                          .width = 760,
                          .height = 420,
                          .count = task->sheet.count,
                          .series = series};
    size_t length;
    char *text = io_plot_picture(&plot, &length, message);
    char *svg = text ? strstr(text, "<svg") : NULL;
    if (svg) {
        copy_renamed(page->file, svg, number);
    } else if (text) {
        snprintf(message, IO_MESSAGE_SIZE, "gnuplot wrote no SVG");
    }
    free(text);
    return svg != NULL;
}
