/* SPDX-License-Identifier: MIT
 *
 * macro_scan.c - narrow features: a pulse in time or a layer in the slow state may lie between two
 * nodes. Calls of f only: four states of the last return are moved along the predicted slow path to
 * 33 points of the step. A second difference that stands out, or a mean that five points miss, says
 * that the step is too long. Where the system tells the arguments of all its functions these are
 * looked at instead. */
#include "solve/macro.h"
#include "solve/steep.h"

enum { POINTS = 33, PATH = 5, PHASES = 4 };
#define GOLDEN 0.6180339887

/* Where the slow motion is predicted: a quartic through five exact sums; whole returns alone would make a staircase. */
typedef struct slow_path {
    double n[PATH], z[PATH][SLOTS];
} slow_path;

static void predict(lento_macro *m, bool jump, slow_path *p) {
    const int size = m->s->d + 1;
    double term[NODES][SLOTS];
    int count = jump ? 2 : m->order < m->count ? m->order : m->count;
    count = count > PATH ? PATH : count;
    if (jump) {
        m->node[1] = 1;
        memcpy(m->g[1], m->after, sizeof m->after);
    }
    memset(p->z, 0, sizeof p->z);
    p->n[0] = 0;
    for (int k = 1; k < PATH; k++) {
        p->n[k] = floor(m->step * k / (PATH - 1));
        lento_sum_terms(size, count, m->node, m->g, m->n, p->n[k], m->step, term);
        for (int i = 0; i < count; i++) {
            for (int q = 0; q < size; q++) {
                p->z[k][q] += term[i][q];
            }
        }
    }
}

/* after n returns */
static void follow(const lento_solver *s, const slow_path *p, double n, double moved[]) {
    memset(moved, 0, SLOTS * sizeof *moved);
    for (int a = 1; a < PATH; a++) {
        double w = 1;
        for (int b = 0; b < PATH; b++) {
            w *= b == a ? 1 : (n - p->n[b]) / (p->n[a] - p->n[b]);
        }
        for (int q = 0; q <= s->d; q++) {
            moved[q] += w * p->z[a][q];
        }
    }
}

/* A phase of the fast motion: the state there in the present return, its time in it, and how its distance from the node
 * changes with each return, where the last two returns are on tape: an amplitude that decays moves each phase otherwise. */
typedef struct fast_phase {
    double x[ROOM], at, drift[ROOM];
} fast_phase;

static void look_up(const lento_macro *m, bool jump, int q, fast_phase *f) {
    const lento_solver *s = m->s;
    const lento_tape *now = &s->tape[m->tape];
    const int other = jump ? m->later : m->count > 1 ? m->held[1] : -1;
    const lento_tape *last = other >= 0 ? &s->tape[other] : NULL;
    const double away = jump ? -1 : m->node[0] - m->node[1];
    memset(f->drift, 0, sizeof f->drift);
    /* the last points of a return find the section: there may be more or fewer of them */
    const int points = last && last->points < now->points ? last->points - 3 : now->points - 3;
    if (!last || points < PHASES ||
        last->at[points] * now->tau > 1.001 * now->at[points] * last->tau ||
        now->at[points] * last->tau > 1.001 * last->at[points] * now->tau) {
        memcpy(f->x, s->last.seen[q], sizeof f->x);
        f->at = s->last.at[q];
        return;
    }
    /* others with every step, so that two runs do not look at the same ones */
    const double turn = (double)q / PHASES + GOLDEN * (double)(m->pass->steps + m->pass->rejected);
    const int p = (int)((turn - floor(turn)) * points);
    f->at = now->at[p];
    for (int i = 0; i < s->d; i++) {
        const size_t k = (size_t)p * (size_t)s->d + (size_t)i;
        f->x[i] = m->z[i] + now->move[k];
        f->drift[i] = (now->move[k] - last->move[k]) / away;
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

/* Differences of even order, second or fourth: does one stand out? The fast rate changes along the path, too, but the path is
 * a quartic: its fourth differences are all alike. most: the largest. */
static bool one_stands_out(double f[][ROOM], int i, int order, double *most) {
    static const double WEIGHT[][5] = {{0, 1, -2, 1, 0}, {1, -4, 6, -4, 1}};
    double size[POINTS];
    int count = 0;
    *most = 0;
    for (int k = 2; k < POINTS - 2; k++) {
        double sum = 0;
        for (int j = 0; j < 5; j++) {
            sum += WEIGHT[order == 4][j] * f[k + j - 2][i];
        }
        size[count++] = fabs(sum);
        *most = fmax(*most, fabs(sum));
    }
    return *most > 20 * median(size, count);
}

/* matters: differences above this change the slow motion */
static bool stands_out(double f[][ROOM], int i, double matters) {
    double most, mean = 0, low = f[0][i], high = f[0][i];
    if (one_stands_out(f, i, 4, &most) && most > matters) {
        return true;
    }
    const bool out = one_stands_out(f, i, 2, &most);
    if (most <= matters || out) {
        return most > matters;
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
    const lento_knowledge *known = s->system->known;
    const bool told = known && known->steep && known->steep->whole; /* the arguments show it all */
    double f[POINTS][ROOM], x[POINTS][ROOM], at[POINTS], slow = 0;
    slow_path path;
    lento_orbit o;
    predict(m, jump, &path);
    for (int i = 0; i < s->d; i++) {
        slow = fmax(slow, fabs(m->now[i]) / s->scale[i]);
    }
    for (int q = 0; q < s->last.count; q++) {
        fast_phase phase;
        look_up(m, jump, q, &phase);
        lento_orbit_open(s, &o, m->z[s->d], m->z, 1, true);
        o.at = s->period > 0 ? phase.at : 0;
        for (int k = 0; k < POINTS; k++) {
            /* the phases take turns: together they look four times as often */
            const double n = m->step * (k + (double)q / PHASES) / POINTS;
            double moved[SLOTS];
            follow(s, &path, n, moved);
            for (int i = 0; i < s->d; i++) {
                x[k][i] = phase.x[i] + moved[i] + n * phase.drift[i];
            }
            at[k] = o.base = m->z[s->d] + moved[s->d] - o.at;
            if (!told && lento_orbit_rate(&o, o.at, x[k], f[k])) {
                return true;
            }
        }
        if (jumps_over(m, &o, at, x)) {
            return true;
        }
        for (int i = 0; i < s->d && !told; i++) {
            if (stands_out(f, i, 0.05 * slow / m->tau * s->scale[i])) {
                return true;
            }
        }
    }
    return false;
}
