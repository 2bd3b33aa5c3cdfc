/* SPDX-License-Identifier: MIT
 *
 * map.c - where a rest position of a forced motion is stable: at each point of a grid of two
 * parameters, unit disturbances of a linear problem are followed over one period of the forcing,
 * and the growth of their map tells. One row of the grid per call, so that the page stays alive.
 *
 * The problem must be linear with one forced scale; its state then depends linearly on its start. */
#include <math.h>
#include <string.h>

#include "motion.h"

enum { MOST = 8, SQUARINGS = 40 };
static const double TWO_PI = 6.283185307179586;

typedef struct matrix {
    double at[MOST][MOST];
} matrix;

static matrix product(const matrix *a, const matrix *b, int n) {
    matrix c = {0};
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) {
                c.at[i][j] += a->at[i][k] * b->at[k][j];
            }
        }
    }
    return c;
}

/* log of the largest |eigenvalue|, from the size of the 2^SQUARINGS-th power */
static double growth(matrix m, int n) {
    double log_size = 0, weight = 1;
    for (int k = 0; k <= SQUARINGS; k++) {
        double size = 0;
        for (int i = 0; i < n * n; i++) {
            size = fmax(size, fabs(m.at[i / n][i % n]));
        }
        if (!(size > 0) || isinf(size)) {
            return size > 0 ? INFINITY : -INFINITY;
        }
        for (int i = 0; i < n * n; i++) {
            m.at[i / n][i % n] /= size;
        }
        log_size += log(size) * weight;
        m = product(&m, &m, n);
        weight /= 2;
    }
    return log_size;
}

/* The map of the state over one period; false: it cannot be followed. */
static bool period_map(const lento_model *model, int steps, const char *method, matrix *map) {
    const lento_system *system = lento_model_system(model);
    const int n = system->order * system->size;
    if (!system->fast || system->fast->count < 1 || n > MOST) {
        return false;
    }
    const double period = TWO_PI / system->fast->scale[0].frequency;
    const lento_options options = {.until = period,
                                   .macro = method,
                                   .steps = steps,
                                   .average = {{.gauge = LENTO_GAUGE_POINT}}};
    for (int j = 0; j < n; j++) {
        double start[MOST] = {0};
        lento_run *run = NULL;
        start[j] = 1;
        const bool good =
            !lento_run_create(&run, system, start, &options) && lento_run_advance(run, period) >= 0;
        const double *end = good ? lento_run_state(run) : NULL;
        for (int i = 0; end && i < n; i++) {
            map->at[i][j] = end[i];
        }
        lento_run_destroy(run);
        if (!end) {
            return false;
        }
    }
    return true;
}

/* In the text: the parameters that stay, a line with the two names, the method. In the block: the
 * value of the second parameter, then n values of the first. Out: n growths per period (the log of
 * the largest multiplier); NaN where it could not be followed. */
STUDIO_EXPORT(map_row) int map_row(int slot, int n, int steps) {
    const studio_motion *m = studio_motion_at(slot);
    static char words[STUDIO_TEXT];
    static double values[STUDIO_BLOCK];
    lento_setting settings[STUDIO_SETTINGS + 2];
    memcpy(words, studio_text, sizeof words);
    memcpy(values, studio_block, sizeof values);
    char *names = strchr(words, '\n'), *space = names ? strchr(names, ' ') : NULL,
         *method = names ? strchr(names + 1, '\n') : NULL;
    if (!m || !m->problem || n < 1 || n + 1 > STUDIO_BLOCK || !space || !method) {
        return studio_refuse("There is no such map.");
    }
    *names++ = *space++ = *method++ = '\0';
    const int fixed = studio_settings(words, settings);
    settings[fixed + 1] = (lento_setting){space, NULL, values[0]};
    for (int i = 0; i < n; i++) {
        lento_model *model = NULL;
        matrix map = {0};
        settings[fixed] = (lento_setting){names, NULL, values[1 + i]};
        const bool good = !lento_model_create(&model, m->problem, settings, (size_t)fixed + 2) &&
                          period_map(model, steps, method, &map);
        const lento_system *system = lento_model_system(model);
        studio_block[i] = good ? growth(map, system->order * system->size) : NAN;
        lento_model_destroy(model);
    }
    return n;
}
