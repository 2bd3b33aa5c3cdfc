/* SPDX-License-Identifier: MIT
 *
 * declarations.c - is what a problem declares about its force true? Averages rest on it: half windows on a force that is
 * even in the fast phase, fitted steps on the number of its harmonics, scheme async and symmetric compositions on a
 * force that does not read the velocity. A wrong declaration silently gives wrong results, so
 * the force is looked at before a multiscale run: at PHASES equally spaced fast phases at the start, and with
 * another velocity. These looks are part of no count. A force that cannot be looked at there is left alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/run.h"

enum { PHASES = 16 };

/* forces at all phases, then one with another velocity; false: some of them do not exist */
static bool look(const lento_system *s, const double state[], double f[], double v[]) {
    lento_phase phase[LENTO_MAX_SCALES];
    const int n = s->size, last = lento_scales(s) - 1;
    lento_phases_at(s, 0, phase);
    for (int k = 0; k <= PHASES; k++) {
        phase[last] = lento_phase_of((double)(k % PHASES) / PHASES);
        for (int i = 0; s->order == 2 && i < n; i++) {
            const double given = state[n + i];
            v[i] = k < PHASES ? given : 1.5 * given + 0.1 * (1 + i);
        }
        if (s->rate(0, phase, state, s->order == 2 ? v : NULL, f + k * n, s->params)) {
            return false;
        }
    }
    for (int i = 0; i < (PHASES + 1) * n; i++) {
        if (!isfinite(f[i])) {
            return false;
        }
    }
    return true;
}

/* the largest difference of two forces, as a part of the largest force */
static double apart(const double a[], const double b[], int n, double size) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
    }
    return most / size;
}

/* what harmonics above the declared ones have, as a part of the largest force */
static double beyond(const double f[], int n, int declared, double size) {
    double most = 0;
    for (int j = declared + 1; j < PHASES / 2; j++) {
        for (int i = 0; i < n; i++) {
            double a = 0, b = 0;
            for (int k = 0; k < PHASES; k++) {
                a += f[k * n + i] * cos(LENTO_TWO_PI * j * k / PHASES) * 2 / PHASES;
                b += f[k * n + i] * sin(LENTO_TWO_PI * j * k / PHASES) * 2 / PHASES;
            }
            most = fmax(most, hypot(a, b));
        }
    }
    return most / size;
}

static void judge(lento_run *run, const lento_system *s, const double f[]) {
    const int n = s->size, harmonics = lento_harmonics(s);
    const double size = lento_largest((PHASES + 1) * n, f);
    double odd = 0;
    if (!(size > 0)) {
        return;
    }
    for (int k = 1; k < PHASES / 2; k++) {
        odd = fmax(odd, apart(f + k * n, f + (PHASES - k) * n, n, size));
    }
    if (lento_fast_of(s)->even) {
        lento_check(&run->doubts, LENTO_CHECK_EVEN, NULL, odd);
    }
    lento_check(&run->doubts, LENTO_CHECK_HARMONICS, NULL, beyond(f, n, harmonics, size));
    if (s->order == 2 && !lento_mechanics_of(s)->velocity_dependent) {
        lento_check(&run->doubts, LENTO_CHECK_VELOCITY, NULL, apart(f, f + PHASES * n, n, size));
    }
}

void lento_check_declarations(lento_run *run, const double state[]) {
    const lento_system *s = &run->leaf;
    if (run->levels == 0 || run->given.order > 0 || !s->rate || !lento_forced(s)) {
        return;
    }
    double *f = malloc((size_t)((PHASES + 2) * s->size) * sizeof *f);
    if (f && look(s, state, f, f + (PHASES + 1) * s->size)) {
        judge(run, s, f);
    }
    free(f);
}
