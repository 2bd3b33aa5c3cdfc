/* SPDX-License-Identifier: MIT
 *
 * output.c - rows: the columns of the user at the true state, or the mean, least, largest and root
 * mean square of each number (window.c), and how far the rows of two runs are apart. */
#include "solve/sight.h"

bool lento_output_skips(const lento_solver *s, const lento_pass *pass, int row) {
    return pass->stride > 1 && row % pass->stride && row != s->samples - 1;
}

/* the columns of the user: of the state, or of its means */
static void show(const lento_solver *s, double t, const double state[], double value[]) {
    lento_phase phase[LENTO_MAX_SCALES];
    lento_solve_phases(s, t, phase);
    (s->means ? s->options->mean_column : s->column)(t, phase, state, value,
                                                     s->options->column_user);
}

static int tell(lento_solver *s, int row, const double value[]) {
    const lento_solve_options *o = s->options;
    return o->observe && !s->hushed && o->observe(s->run, s->times[row], value, o->user)
               ? lento_solve_lose(s, LOST_STOPPED, s->times[row])
               : 0;
}

int lento_output_seen(lento_solver *s, lento_pass *pass, int row, const double x[], double tau,
                      lento_ways *ways) {
    double *value = pass->value + (size_t)row * (size_t)s->columns, mean[ROOM];
    if (!s->column) {
        double error;
        if (lento_window(s, s->times[row], x, tau, ways, value, &error)) {
            return -1;
        }
        pass->row_error = fmax(pass->row_error, error);
        return tell(s, row, value);
    }
    if (s->means && lento_triangle(s, x, ways, mean, NULL)) {
        return -1;
    }
    show(s, s->times[row], s->means ? mean : x, value);
    return tell(s, row, value);
}

int lento_output_state(lento_solver *s, lento_pass *pass, int row, const double x[], double tau) {
    lento_walker way[3];
    lento_ways ways = {&way[0].sight, &way[1].sight, &way[2].sight};
    if (!s->column) {
        tau = lento_local_return(s, s->times[row], x, s->times[row], tau);
    }
    lento_walker_open(s, &way[0], s->times[row], x);
    lento_walker_open(s, &way[1], s->times[row], x);
    lento_walker_open(s, &way[2], 0, s->start);
    return s->lost == LOST_NOTHING ? lento_output_seen(s, pass, row, x, tau, &ways) : -1;
}

int lento_output_past(lento_solver *s, lento_pass *pass, int row, const double x[], double tau,
                      double past_t, const double past[]) {
    lento_walker way[2];
    lento_ways ways = {&way[0].sight, NULL, &way[1].sight};
    const double t = s->times[row];
    double begin, end, shift;
    lento_window_span(s, t, tau, &begin, &end, &shift);
    if (!lento_window_fits(s, tau) || t + begin * tau < past_t) {
        return lento_output_state(s, pass, row, x, tau);
    }
    lento_walker_open(s, &way[0], t, past);
    way[0].o.at = past_t - t;
    lento_walker_open(s, &way[1], 0, s->start);
    return s->lost == LOST_NOTHING ? lento_output_seen(s, pass, row, x, tau, &ways) : -1;
}

/* Two steps of the mesh are the longest one: it was measured for the whole return, while a single estimate may be small by accident, and the other run has
 * no row here that would show it. */
static int walk(lento_solver *s, lento_orbit *o, double rest, double tau) {
    o->cap = s->oscillation / 5; /* nothing may be stepped over: both runs would miss it */
    for (int i = 2; !s->adaptive; i += 2) {
        const double part = (double)i / s->m, whole = floor(part);
        const double at = tau * (whole + lento_mesh_at(s, part - whole));
        if (!(at < rest)) {
            break;
        }
        if (lento_orbit_run(o, at)) {
            return -1;
        }
    }
    return lento_orbit_run(o, rest);
}

/* from z, at or before the row, directly to it */
int lento_output_from(lento_solver *s, lento_pass *pass, int row, const double z[], bool strobe,
                      double tau) {
    lento_orbit o;
    if (lento_output_skips(s, pass, row)) {
        return 0;
    }
    lento_orbit_open(s, &o, z[s->d], z, s->row_rtol, strobe);
    const double rest = s->times[row] - z[s->d];
    if (rest > 0 && walk(s, &o, rest, tau)) {
        return -1;
    }
    return lento_output_state(s, pass, row, o.x, tau);
}

/* The largest magnitude of each column over the run: what has died out before the first row was there. */
void lento_output_size(const lento_solver *s, const lento_pass *pass) {
    double *most = s->out->magnitude;
    for (int k = 0; k < s->columns; k++) {
        most[k] = pass ? fmax(1e-300, pass->most[k]) : 1e-300;
        for (int j = 0; pass && j < s->samples; j++) {
            const double v = fabs(pass->value[(size_t)j * (size_t)s->columns + (size_t)k]);
            most[k] = isfinite(v) ? fmax(most[k], v) : most[k];
        }
    }
    if (s->column) {
        double first[LENTO_SOLVE_COLUMNS];
        show(s, 0, s->means ? s->given : s->start, first);
        for (int k = 0; k < s->columns; k++) {
            most[k] = isfinite(first[k]) ? fmax(most[k], fabs(first[k])) : most[k];
        }
        return;
    }
    /* a mean near zero is as good as the number that it is the mean of */
    for (int i = 0; i < s->d; i++) {
        double size = s->scale[i];
        for (int k = i; k < s->columns; k += s->d) {
            size = fmax(size, most[k]);
        }
        for (int k = i; k < s->columns; k += s->d) {
            most[k] = size;
        }
    }
}

void lento_output_reach(const lento_solver *s, double t, const double x[], double most[]) {
    double value[LENTO_SOLVE_COLUMNS];
    if (s->column && !s->means) {
        show(s, t, x, value);
        for (int k = 0; k < s->columns; k++) {
            most[k] = isfinite(value[k]) ? fmax(most[k], fabs(value[k])) : most[k];
        }
    }
}

/* the largest difference of the columns of a row, over the magnitudes */
static double columns_differ(const lento_solver *s, const double a[], const double b[]) {
    double worst = 0;
    for (int k = 0; k < s->columns; k++) {
        const double apart = a[k] - b[k];
        const bool wraps = s->column && s->options->wraps && s->options->wraps[k];
        const double e = fabs(wraps ? lento_turned(apart) : apart) / s->out->magnitude[k];
        worst = isfinite(apart) ? fmax(worst, e) : INFINITY;
    }
    return worst;
}

/* For statistics the state counts, but not how far along the orbit it is. */
double lento_output_apart(const lento_solver *s, double t, const double a[], const double b[],
                          const double rate[]) {
    double one[LENTO_SOLVE_COLUMNS], other[LENTO_SOLVE_COLUMNS], along = 0, fast = 0;
    if (s->column && !s->means) {
        show(s, t, a, one);
        show(s, t, b, other);
        return columns_differ(s, one, other);
    }
    for (int i = 0; i < s->d; i++) {
        const double size = s->scale[i] * s->scale[i];
        along += (a[i] - b[i]) * rate[i] / size;
        fast += rate[i] * rate[i] / size;
    }
    for (int i = 0; i < s->d; i++) {
        one[i] = a[i] - b[i] - (s->column || !(fast > 0) ? 0 : along / fast * rate[i]);
    }
    return lento_norm_x(s, one);
}

/* How much larger the differences of rows become than they were before, after a quarter of the span: of differences
 * within a twentieth of it the largest counts, so that one small by accident says nothing. An error that dies out and
 * comes back is seen. */
static double growth(const lento_solver *s, const double differs[]) {
    const double end = s->times[s->samples - 1];
    double least = INFINITY, most = 1;
    int first = 0;
    for (int j = 0; j < s->samples; j++) {
        if (least < INFINITY) {
            most = fmax(most, differs[j] / fmax(least, 1e-300));
        }
        while (s->times[first] < s->times[j] - 0.05 * end) {
            first++;
        }
        double near = j > 0 ? fmax(differs[j - 1], differs[j]) : differs[j];
        for (int i = first; i < j; i++) {
            near = fmax(near, differs[i]);
        }
        least = s->times[j] < 0.24 * end ? INFINITY : fmin(least, near);
    }
    return most;
}

/* bars[j]: the largest difference up to row j, or to the next one that a has, over the magnitudes of
 * b; the last one */
double lento_output_differ(const lento_solver *s, const lento_pass *a, const lento_pass *b,
                           double bars[]) {
    int from = 0;
    lento_output_size(s, b);
    for (int j = 0; j < s->samples; j++) {
        if (!lento_output_skips(s, a, j)) {
            const size_t at = (size_t)j * (size_t)s->columns;
            const double differs = columns_differ(s, a->value + at, b->value + at);
            for (; from <= j; from++) {
                bars[from] = differs;
            }
        }
    }
    s->out->growth = growth(s, bars);
    for (int j = 1; j < s->samples; j++) {
        bars[j] = bars[j] >= bars[j - 1] ? bars[j] : bars[j - 1];
    }
    return bars[s->samples - 1];
}

/* Two runs may agree by accident in the first rows: no bar is far below the last one. */
void lento_output_floor(lento_solver *s) {
    const double least = 0.1 * fmin(s->out->bars[s->samples - 1], s->tol);
    for (int j = 0; j < s->samples; j++) {
        s->out->bars[j] = fmax(s->out->bars[j], least);
    }
}

/* the bar holds up to here */
void lento_set_met(lento_solver *s) {
    for (int j = 0; j < s->samples && s->out->bars[j] <= s->tol; j++) {
        s->out->met_until = s->times[j];
    }
}
