/* SPDX-License-Identifier: MIT
 * The picture of a run that chose its method: one panel per column with the error bar as a band around the curve; of
 * statistics one panel per number of the state, its mean and a band from the least to the largest value. The last panel
 * shows the bar itself, which is mostly thinner than the curve, beside the tolerance. */
#include "print/output.h"

#include <inttypes.h>

enum { MOST_PANELS = 6, NAME_ROOM = 80 };

typedef struct picture {
    const cli_request *request;
    const lento_answer *a;
    cli_memory memory;
    io_plot_panel panel[MOST_PANELS + 1];
    io_plot_series series[MOST_PANELS + 1][2];
} picture;

/* column k plus a part of its bar */
static const double *values(picture *p, int k, double part) {
    const lento_answer *a = p->a;
    double *y = cli_take(&p->memory, (size_t)a->samples * sizeof *y);
    for (int j = 0; j < a->samples; j++) {
        y[j] = a->values[(size_t)j * (size_t)a->columns + (size_t)k] +
               part * a->bars[j] * a->magnitude[k];
    }
    return y;
}

static const char *label(picture *p, const char *name) {
    const char *unit = cli_column_unit(p->request->model, name);
    return unit[0] ? cli_text(&p->memory, "%s [%s]", name, unit) : name;
}

static void add_panel(picture *p, int n, int k) {
    const lento_answer *a = p->a;
    const int numbers = a->columns / 4;
    const bool s = a->statistics;
    char *name = cli_take(&p->memory, NAME_ROOM);
    lento_solved_name(p->request->model, a, k, name, NAME_ROOM);
    p->series[n][0] = (io_plot_series){.name = s ? "least to largest" : "error bar",
                                       .n = (size_t)a->samples,
                                       .x = a->times,
                                       .y = s ? values(p, numbers + k, 0) : values(p, k, -1),
                                       .high = s ? values(p, 2 * numbers + k, 0) : values(p, k, 1),
                                       .style = IO_PLOT_BAND,
                                       .colour = 1};
    p->series[n][1] = (io_plot_series){.name = name,
                                       .n = (size_t)a->samples,
                                       .x = a->times,
                                       .y = values(p, k, 0),
                                       .style = IO_PLOT_LINE,
                                       .colour = 1};
    p->panel[n] = (io_plot_panel){.y_label = label(p, name), .count = 2, .series = p->series[n]};
}

/* the bar of each row and what was asked for, as parts of the largest value */
static void add_bar(picture *p, int n) {
    const lento_answer *a = p->a;
    double *asked = cli_take(&p->memory, (size_t)a->samples * sizeof *asked);
    for (int j = 0; j < a->samples; j++) {
        asked[j] = p->request->tolerance;
    }
    p->series[n][0] = (io_plot_series){.name = "tolerance",
                                       .n = (size_t)a->samples,
                                       .x = a->times,
                                       .y = asked,
                                       .style = IO_PLOT_OVERLAY};
    p->series[n][1] = (io_plot_series){
        .name = "error bar", .n = (size_t)a->samples, .x = a->times, .y = a->bars, .colour = 2};
    p->panel[n] = (io_plot_panel){
        .y_label = "of the largest", .count = 2, .series = p->series[n], .log_y = true};
}

int cli_answer_plot(const cli_request *request, const lento_answer *a) {
    picture p = {.request = request, .a = a};
    const int most = a->statistics ? a->columns / 4 : a->columns;
    int count = 0;
    for (int i = 0; i < request->shown && count < MOST_PANELS; i++) {
        const int k = request->show[i] - 1;
        if (k >= 0 && k < most) {
            add_panel(&p, count++, k);
        }
    }
    if (count > 0) {
        add_bar(&p, count++);
    }
    char words[500], caption[800];
    const char *const given = cli_parameters_words(request->model, words, sizeof words);
    snprintf(caption, sizeof caption,
             "%s%serror bar %.1e of the largest value of each column%s; %" PRId64 " calls", given,
             given[0] ? ";  " : "", a->bar, a->statistics ? "" : " (the band)", a->calls);
    const io_plot plot = {.title = request->problem.table->title,
                          .caption = caption,
                          .x_label = "t",
                          .panels = (size_t)count,
                          .panel = p.panel};
    const int code = cli_output_draw(request, &plot);
    cli_release(&p.memory);
    return code;
}
