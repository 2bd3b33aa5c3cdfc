/* SPDX-License-Identifier: MIT
 * Runs as curves: model + options -> columns at equally spaced times -> paper_curve_add. */
#include "figures.h"

#include <math.h>

lento_model *figure_model(const char *problem, const lento_setting settings[], size_t n) {
    lento_model *model = NULL;
    if (lento_model_create(&model, lento_problem_find(problem), settings, n) != LENTO_DONE) {
        lento_model_destroy(model);
        return NULL;
    }
    return model;
}

void figure_follow(figure_run *run, const lento_model *model, const lento_options *options,
                   int intervals) {
    lento_run *r = NULL;
    double row[FIGURE_COLUMNS];
    const int columns = model ? lento_model_columns(model) : 0;
    bool good = columns > 0 && columns <= FIGURE_COLUMNS && intervals <= FIGURE_POINTS &&
                lento_run_open(&r, model, options) == LENTO_DONE;
    run->points = 0;
    for (int i = 0; good && i <= intervals; i++) {
        const double t = options->until * i / intervals;
        good = lento_run_advance(r, t) == LENTO_DONE && lento_run_columns(r, t, row) == LENTO_DONE;
        if (good) {
            run->t[i] = t;
            for (int k = 0; k < columns; k++) {
                run->column[k][i] = row[k];
            }
            run->points = i + 1;
        }
    }
    lento_run_destroy(r);
}

void figure_time(paper_sheet *sheet, const char *name, const figure_run *run, int column,
                 bool points) {
    paper_curve_add(sheet, name, (size_t)run->points, run->t, run->column[column], points);
}

void figure_plane(paper_sheet *sheet, const char *name, const figure_run *run, int x, int y,
                  bool points) {
    paper_curve_add(sheet, name, (size_t)run->points, run->column[x], run->column[y], points);
}

double figure_last(const figure_run *run, int column) {
    return run->points > 0 ? run->column[column][run->points - 1] : NAN;
}
