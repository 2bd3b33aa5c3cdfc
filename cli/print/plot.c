/* SPDX-License-Identifier: MIT
 * The picture of a run: the columns against time, one panel per unit, from the dense output between the steps; fast
 * motion that is too fast to be drawn as a band; the reference as dashes. Angles that wrap are broken where they jump. */
#include "print/output.h"

#include <math.h>
#include <string.h>

enum {
    POINTS = LENTO_CURVE, /* of a slow curve, and bins of a band */
    PER_PERIOD = 24,      /* of a fast one */
    MOST = 24000,         /* of a fast one that is drawn as it is */
    SAMPLES = 40,         /* of a fast one per bin of a band */
    MANY = 60,            /* points of a reference that are joined */
    MOST_PANELS = 8,
    MOST_CURVES = 8,
    LABEL = 16 /* letters at an axis */
};
#define PI 3.14159265358979323846

int64_t cli_plot_points(const cli_request *request) {
    const double omega = lento_model_frequency(request->model);
    const double wanted = request->options.until * omega / (2 * PI) * PER_PERIOD;
    return !(wanted > POINTS) ? POINTS : wanted <= MOST ? (int64_t)wanted : POINTS * SAMPLES;
}

/* ---- columns as curves ---- */

static const double *column_of(cli_memory *memory, const lento_recorder *rows, int column) {
    double *values = cli_take(memory, (rows->count + 1) * sizeof *values);
    for (size_t i = 0; i < rows->count; i++) {
        values[i] = lento_recorder_row(rows, i)[column];
    }
    return values;
}

/* x and y with a gap wherever the angle jumps by more than half a turn */
static io_plot_series broken(cli_memory *memory, const double x[], const double y[], size_t n,
                             double turn) {
    double *at = cli_take(memory, 2 * (n + 1) * sizeof *at);
    double *value = cli_take(memory, 2 * (n + 1) * sizeof *value);
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && turn > 0 && fabs(y[i] - y[i - 1]) > 0.5 * turn) {
            at[m] = x[i];
            value[m++] = NAN;
        }
        at[m] = x[i];
        value[m++] = y[i];
    }
    return (io_plot_series){.n = m, .x = at, .y = value, .style = IO_PLOT_LINE};
}

static double turn_of(const lento_column *row) {
    return !row || !row->wraps ? 0 : row->unit && strcmp(row->unit, "deg") == 0 ? 360 : 2 * PI;
}

/* least and largest value of each bin */
static io_plot_series band(cli_memory *memory, const double x[], const double y[], size_t n) {
    const size_t bins = POINTS;
    double *at = cli_take(memory, bins * sizeof *at), *low = cli_take(memory, bins * sizeof *low),
           *high = cli_take(memory, bins * sizeof *high);
    for (size_t k = 0; k < bins; k++) {
        const size_t from = k * n / bins, to = (k + 1) * n / bins;
        at[k] = 0.5 * (x[from] + x[to - 1]);
        low[k] = high[k] = y[from];
        for (size_t i = from; i < to; i++) {
            low[k] = fmin(low[k], y[i]);
            high[k] = fmax(high[k], y[i]);
        }
    }
    return (io_plot_series){.n = bins, .x = at, .y = low, .high = high, .style = IO_PLOT_BAND};
}

/* Is the fast motion more than the line of the picture? */
static bool moves_within_bins(const double y[], size_t n) {
    double low = y[0], high = y[0], most = 0;
    for (size_t k = 0; k < POINTS; k++) {
        double a = y[k * n / POINTS], b = a;
        for (size_t i = k * n / POINTS; i < (k + 1) * n / POINTS; i++) {
            a = fmin(a, y[i]);
            b = fmax(b, y[i]);
        }
        low = fmin(low, a);
        high = fmax(high, b);
        most = fmax(most, b - a);
    }
    return most > 0.01 * (high - low);
}

static io_plot_series curve_of(cli_memory *memory, const lento_recorder *rows, int over, int column,
                               const lento_column *row) {
    const double *x = column_of(memory, rows, over), *y = column_of(memory, rows, column);
    const bool wide = over == 0 && rows->count > MOST && moves_within_bins(y, rows->count);
    return wide ? band(memory, x, y, rows->count) : broken(memory, x, y, rows->count, turn_of(row));
}

/* ---- panels ---- */

static double largest(const io_plot_series *s) {
    double most = 0;
    for (size_t i = 0; i < s->n; i++) {
        const double size = fabs(s->high ? fmax(fabs(s->y[i]), fabs(s->high[i])) : s->y[i]);
        most = isfinite(size) ? fmax(most, size) : most;
    }
    return most;
}

typedef struct group {
    const char *unit;
    char stem[24]; /* of the names; "": of several */
    double size;
    io_plot_series *series;
    char label[120];
} group;

/* What related columns have in common: m of m1, p of px2, x of y1; "" if a name is like no other. */
static const char *stem_of(const char *name, char stem[24]) {
    snprintf(stem, 24, "%s", name);
    size_t n = strlen(stem);
    const size_t whole = n;
    while (n > 1 && strchr("0123456789'", stem[n - 1])) {
        n--;
    }
    const bool component = strchr("wxyz", stem[n - 1]) != NULL;
    n -= component && n > 1 ? 1 : 0;
    stem[n] = '\0';
    if (n == 1 && component && whole > 1 && strchr("xyz", stem[0])) {
        stem[0] = 'x';
    } else if (n == whole) {
        stem[0] = '\0';
    }
    return stem;
}

/* Columns of one unit share a panel if they are about equally large, or nothing beside the others; those without a unit
 * must be related too. */
static bool fits(const group *g, const char *unit, const char *stem, double size, size_t count) {
    const double ratio = size > 0 && g->size > 0 ? size / g->size : 1;
    return strcmp(g->unit, unit) == 0 && (unit[0] != '\0' || strcmp(g->stem, stem) == 0) &&
           ratio < 50 && (ratio > 0.02 || ratio < 1e-4) && count < MOST_CURVES;
}

typedef struct picture {
    cli_memory memory;
    group group[MOST_PANELS];
    io_plot_panel panel[MOST_PANELS];
    size_t groups;
    int left_out;
} picture;

/* Its panel, or MOST_PANELS: there is no room. */
static size_t add(picture *p, const lento_column *row, const char *name, io_plot_series s,
                  size_t room) {
    const double size = largest(&s);
    const char *unit = row && row->unit ? row->unit : "";
    char stem[24];
    size_t k = 0;
    stem_of(name, stem);
    while (k < p->groups && !fits(&p->group[k], unit, stem, size, p->panel[k].count)) {
        k++;
    }
    if (k == MOST_PANELS) {
        p->left_out++;
        return k;
    }
    group *g = &p->group[k];
    if (k == p->groups) {
        *g = (group){
            .unit = unit, .size = size, .series = cli_take(&p->memory, room * sizeof *g->series)};
        memcpy(g->stem, stem, sizeof stem);
        p->panel[p->groups++] = (io_plot_panel){.series = g->series};
    }
    g->size = fmax(g->size, size);
    s.name = name;
    g->series[p->panel[k].count++] = s;
    cli_append(g->label, sizeof g->label, "%s%s", g->label[0] ? ", " : "", name);
    return k;
}

/* One curve is named by its axis, several by the legend. */
static void name_panels(picture *p) {
    for (size_t k = 0; k < p->groups; k++) {
        group *g = &p->group[k];
        const bool one = p->panel[k].count == 1;
        const char *what = one || strlen(g->label) <= LABEL ? g->label : g->stem;
        p->panel[k].y_label = g->unit[0] ? cli_text(&p->memory, "%s [%s]", what, g->unit)
                                         : cli_text(&p->memory, "%s", what);
        if (one) {
            g->series[0].name = NULL;
        }
    }
}

static void add_reference(picture *p, const cli_request *request, const lento_result *result,
                          int column, size_t k) {
    const lento_column *row;
    lento_model_column(request->model, column - 1, &row);
    io_plot_series s =
        broken(&p->memory, column_of(&p->memory, &result->truth, request->over),
               column_of(&p->memory, &result->truth, column), result->truth.count, turn_of(row));
    bool first = true;
    for (size_t i = 0; i < p->panel[k].count; i++) {
        const io_plot_style style = p->group[k].series[i].style;
        first = first && style != IO_PLOT_OVERLAY && style != IO_PLOT_RINGS;
    }
    s.style = result->truth.count >= MANY ? IO_PLOT_OVERLAY : IO_PLOT_RINGS;
    s.name = first ? lento_reference_name(result->reference) : NULL;
    p->group[k].series[p->panel[k].count++] = s;
}

static const char *x_label(const cli_request *request, picture *p) {
    const lento_column *row;
    if (request->over == 0) {
        return "t";
    }
    const char *name = lento_model_column(request->model, request->over - 1, &row);
    return row->unit && row->unit[0] ? cli_text(&p->memory, "%s [%s]", name, row->unit) : name;
}

static io_plot heading(const cli_request *request, const lento_result *result, picture *p) {
    char words[1000], method[1000];
    const lento_problem *problem = request->problem.table;
    return (io_plot){
        .title =
            cli_text(&p->memory, "%s: %s", problem->name, problem->title ? problem->title : ""),
        .caption = cli_text(
            &p->memory, "%s;  %s", cli_parameters_words(request->model, words, sizeof words),
            cli_method_words(lento_run_options(result->run), method, sizeof method)),
        .x_label = x_label(request, p),
        .panels = p->groups,
        .panel = p->panel};
}

int cli_plot_run(const cli_request *request, const lento_result *result) {
    picture p = {0};
    const lento_recorder *rows =
        result->curve.count > result->rows.count ? &result->curve : &result->rows;
    const size_t room = 2 * (size_t)(request->shown + 1);
    size_t *place = cli_take(&p.memory, room * sizeof *place);
    for (int i = 0; i < request->shown; i++) {
        const int column = request->show[i];
        const lento_column *row = NULL;
        const char *name = lento_model_column(request->model, column - 1, &row);
        place[i] =
            column == request->over || column == 0 || column > result->columns
                ? MOST_PANELS
                : add(&p, row, name, curve_of(&p.memory, rows, request->over, column, row), room);
    }
    name_panels(&p);
    for (int i = 0; i < request->shown && result->truth.count > 0; i++) {
        if (place[i] < MOST_PANELS) {
            add_reference(&p, request, result, request->show[i], place[i]);
        }
    }
    if (p.groups == 0) {
        cli_release(&p.memory);
        return cli_failed(
            "--plot: one column alone is no picture; --columns must name another one");
    }
    cli_note(request->quiet || p.left_out == 0,
             "%d columns do not fit into the picture; --columns A,B chooses", p.left_out);
    const io_plot plot = heading(request, result, &p);
    const int code = cli_output_draw(request, &plot);
    cli_release(&p.memory);
    return code;
}
