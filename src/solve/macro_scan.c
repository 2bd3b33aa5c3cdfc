/* SPDX-License-Identifier: MIT
 *
 * macro_scan.c - narrow features: a pulse in time or a layer in the slow state may lie between two
 * nodes. Calls of f only: four states of the last return are moved along the predicted slow path to
 * 33 points of the step. A second difference that stands out, or a mean that five points miss, says
 * that the step is too long. */
#include "solve/macro.h"
#include "solve/steep.h"

enum { POINTS = 33, PATH = 5 };

/* where the slow motion is predicted at each point: a quartic through five exact sums; whole
 * returns alone would make a staircase */
static void path(lento_macro *m, bool jump, double moved[][SLOTS]) {
    const int size = m->s->d + 1;
    double n[PATH], z[PATH][SLOTS], term[NODES][SLOTS];
    int count = jump ? 2 : m->order < m->count ? m->order : m->count;
    count = count > PATH ? PATH : count;
    if (jump) {
        m->node[1] = 1;
        memcpy(m->g[1], m->after, sizeof m->after);
    }
    memset(z, 0, sizeof z);
    for (int k = 0; k < PATH; k++) {
        n[k] = floor(m->step * k / (PATH - 1));
        if (k > 0) {
            lento_sum_terms(size, count, m->node, m->g, m->n, n[k], m->step, term);
        }
        for (int i = 0; k > 0 && i < count; i++) {
            for (int q = 0; q < size; q++) {
                z[k][q] += term[i][q];
            }
        }
    }
    memset(moved, 0, POINTS * sizeof *moved);
    for (int k = 1; k < POINTS; k++) {
        for (int a = 1; a < PATH; a++) {
            double w = 1;
            for (int b = 0; b < PATH; b++) {
                w *= b == a ? 1 : (m->step * k / (POINTS - 1) - n[b]) / (n[a] - n[b]);
            }
            for (int q = 0; q < size; q++) {
                moved[k][q] += w * z[a][q];
            }
        }
    }
}

static double median(double v[], int n) {
    for (int a = 1; a < n; a++) {
        const double x = v[a];
        int b = a;
        for (; b > 0 && v[b - 1] > x; b--) {
            v[b] = v[b - 1];
        }
        v[b] = x;
    }
    return v[n / 2];
}

/* matters: second differences above this change the slow motion */
static bool stands_out(double f[][ROOM], int i, double matters) {
    double second[POINTS], most = 0, mean = 0, low = f[0][i], high = f[0][i];
    for (int k = 1; k < POINTS - 1; k++) {
        second[k - 1] = fabs(f[k + 1][i] - 2 * f[k][i] + f[k - 1][i]);
        most = fmax(most, second[k - 1]);
    }
    if (most <= matters) {
        return false;
    }
    if (most > 20 * median(second, POINTS - 2)) {
        return true;
    }
    const double boole =
        (7 * (f[0][i] + f[32][i]) + 32 * (f[8][i] + f[24][i]) + 12 * f[16][i]) / 90;
    for (int k = 0; k < POINTS; k++) {
        mean += f[k][i] / (POINTS - 1) * (k == 0 || k == POINTS - 1 ? 0.5 : 1);
        low = fmin(low, f[k][i]);
        high = fmax(high, f[k][i]);
    }
    return fabs(mean - boole) > 0.02 * (high - low);
}

/* what the system tells of its steep functions along the path */
static bool jumps_over(const lento_macro *m, const lento_orbit *o, const double at[],
                       double x[][ROOM]) {
    const lento_solver *s = m->s;
    double now[LENTO_MOST_STEEP], a[LENTO_MOST_STEEP * POINTS];
    const int count = lento_steep_count(s);
    lento_orbit there = *o;
    for (int k = 0; k < POINTS && count > 0; k++) {
        there.base = at[k];
        if (lento_steep_at(&there, o->at, x[k], now)) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            a[i * POINTS + k] = now[i];
        }
    }
    return count > 0 && lento_steep_missed(s, a, POINTS, m->least * m->least / 100);
}

bool lento_macro_narrow(lento_macro *m, bool jump) {
    lento_solver *s = m->s;
    double moved[POINTS][SLOTS], f[POINTS][ROOM], x[POINTS][ROOM], at[POINTS], slow = 0;
    lento_orbit o;
    path(m, jump, moved);
    for (int i = 0; i < s->d; i++) {
        slow = fmax(slow, fabs(m->now[i]) / s->scale[i]);
    }
    for (int q = 0; q < s->seen_count; q++) {
        lento_orbit_open(s, &o, m->z[s->d], m->z, 1, true);
        for (int k = 0; k < POINTS; k++) {
            for (int i = 0; i < s->d; i++) {
                x[k][i] = s->seen[q][i] + moved[k][i];
            }
            o.base = m->z[s->d] + moved[k][s->d] - (s->period > 0 ? s->seen_at[q] : 0);
            at[k] = o.base;
            if (lento_orbit_rate(&o, s->period > 0 ? s->seen_at[q] : 0, x[k], f[k])) {
                return true;
            }
        }
        o.at = s->period > 0 ? s->seen_at[q] : 0;
        if (jumps_over(m, &o, at, x)) {
            return true;
        }
        for (int i = 0; i < s->d; i++) {
            if (stands_out(f, i, 0.05 * slow / m->tau * s->scale[i])) {
                return true;
            }
        }
    }
    return false;
}
