/* SPDX-License-Identifier: MIT
 *
 * mesh.c - the micro steps of a return: where they lie (equal parts, or equidistributed from one
 * adaptive return), how many, and whether the right-hand side is smooth enough for any. Only a
 * measured number of steps is used: m against 2m. */
#include "solve/solve.h"

enum { MOST_STEPS = 2 * MOST_MICRO - 2, CORNER_POINTS = 160, MOST_ROUNDS = 9 };

/* fraction of the return at which this part of the steps is done */
double lento_mesh_at(const lento_solver *s, double part) {
    if (s->mesh < 2) {
        return part;
    }
    const double want = part * s->mesh_part[s->mesh - 1];
    int a = 0, b = s->mesh - 1;
    while (b - a > 1) {
        const int k = (a + b) / 2;
        if (s->mesh_part[k] <= want) {
            a = k;
        } else {
            b = k;
        }
    }
    return s->mesh_at[a] + (s->mesh_at[b] - s->mesh_at[a]) * (want - s->mesh_part[a]) /
                               (s->mesh_part[b] - s->mesh_part[a]);
}

/* The activity of each number: variance over mean square of its rate; 1 for angles. */
static void activity(lento_solver *s, const double mean[], const double square[]) {
    double most = 0;
    for (int i = 0; i < s->d; i++) {
        double share = square[i] > 0 ? (square[i] - mean[i] * mean[i]) / square[i] : 0;
        share = s->angle[i] ? 1 : fmax(0, share);
        s->share[i] = share;
        s->weight[i] = share / (s->scale[i] * s->scale[i]);
        most = fmax(most, s->weight[i]);
    }
    for (int i = 0; i < s->d && most <= 0; i++) {
        s->weight[i] = 1 / (s->scale[i] * s->scale[i]);
    }
}

/* mesh_at holds the n + 1 ends of adaptive steps; the last one was cut */
static void density(lento_solver *s, int n, double tau) {
    const double *at = s->mesh_at;
    s->mesh_part[0] = 0;
    for (int i = 0; i < n; i++) {
        const bool last = i > 0 && i == n - 1;
        const double w = last ? (at[i + 1] - at[i]) / fmax(at[i] - at[i - 1], 1e-300) : 1;
        s->mesh_part[i + 1] = s->mesh_part[i] + fmax(0.05, fmin(w, 2));
    }
    for (int i = 0; i <= n; i++) {
        s->mesh_at[i] /= tau;
    }
    s->mesh = n + 1;
}

static double fast_rate(const lento_solver *s, const double f[]) {
    double sum = 0;
    for (int i = 0; i < s->d; i++) {
        sum += s->weight[i] * f[i] * f[i];
    }
    return sum;
}

/* the time within the first oscillation where the fast rate is largest; 0 unless twice the first */
static int fastest(lento_solver *s, const double z[], double *best_at) {
    lento_orbit o;
    double add[ROOM], first = 0, best = 0;
    *best_at = 0;
    lento_orbit_open(s, &o, z[s->d], z, fmax(1e-9, 3 * s->least_rtol), true);
    o.cap = s->oscillation / 5;
    while (o.at < s->oscillation) {
        const double at = o.at, h = lento_orbit_step(&o, s->oscillation, add);
        if (h == 0) {
            return -1;
        }
        const double v = fast_rate(s, o.k[0]);
        first = at == 0 ? v : first;
        if (v > best) {
            best = v;
            *best_at = at;
        }
        lento_orbit_add(&o, add, h);
    }
    *best_at = best < 4 * first ? 0 : *best_at;
    return 0;
}

/* One adaptive return. With best_at: also the weights of the phase condition. */
int lento_mesh_survey(lento_solver *s, const double z[], double tau, double *best_at) {
    lento_orbit o;
    double add[ROOM], mean[ROOM] = {0}, square[ROOM] = {0}, least = INFINITY, most = 0;
    int n = 0;
    lento_orbit_open(s, &o, z[s->d], z, fmax(1e-9, 3 * s->least_rtol), true);
    o.cap = s->oscillation / 5;
    s->mesh = 0;
    s->mesh_at[0] = 0;
    for (bool last = false; !last;) {
        const double rest = tau - o.at, h = lento_orbit_step(&o, rest, add);
        if (h == 0) {
            return -1;
        }
        last = h == rest || o.at + h >= tau;
        for (int i = 0; i < s->d; i++) {
            mean[i] += h * o.k[0][i] / tau;
            square[i] += h * o.k[0][i] * o.k[0][i] / tau;
        }
        least = last ? least : fmin(least, h);
        most = last ? most : fmax(most, h);
        lento_orbit_add(&o, add, h);
        n++;
        if (n <= MOST_STEPS) {
            s->mesh_at[n] = last ? tau : o.at;
        }
    }
    if (most > 2.5 * least && n < MOST_STEPS) {
        density(s, n, tau);
    }
    if (!best_at) {
        return 0;
    }
    activity(s, mean, square);
    return fastest(s, z, best_at);
}

double lento_micro_error(lento_solver *s, const double z[], double tau, int a, int b, double g[]) {
    double ga[SLOTS], gb[SLOTS], e[SLOTS];
    if (lento_return(s, z, tau, ga, a) || lento_return(s, z, tau, gb, b)) {
        return INFINITY;
    }
    for (int i = 0; i <= s->d; i++) {
        e[i] = ga[i] - gb[i];
    }
    if (g) {
        memcpy(g, gb, sizeof gb);
    }
    return lento_norm_z(s, e);
}

/* The embedded error that belongs to the allowed one, where e was measured beside s->embedded: the
 * two are about proportional. Not more than ten times what was seen. */
double lento_embedded_limit(const lento_solver *s, double e) {
    return s->embedded * fmax(1, fmin(10, 0.5 * s->allowed / fmax(e, 1e-300)));
}

/* The smallest measured m that is good enough and not below `least`; false: none. A lost return
 * counts as a large error. */
bool lento_micro_choose(lento_solver *s, const double z[], double tau, int least) {
    int good = 0;
    double found = INFINITY;
    s->adaptive = false;
    s->m = s->m < least ? least : s->m;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        const double e = lento_micro_error(s, z, tau, RETURN_ONCE, RETURN_TWICE, NULL);
        const double ratio = e / s->allowed;
        if (s->lost > LOST_CALLBACK && s->lost <= LOST_LIMIT) {
            return false;
        }
        s->lost = LOST_NOTHING;
        if (ratio <= 1) {
            good = s->m;
            found = e;
        }
        const double factor = fmin(2, fmax(0.6, pow(fmax(ratio, 1e-6) / 0.5, 1 / 8.5)));
        int next = (int)ceil(s->m * factor);
        if (ratio <= 1 && (ratio > 0.1 || next >= 0.93 * s->m || s->m <= least)) {
            break;
        }
        if (!(ratio <= 1) && good > 0) {
            break;
        }
        next = !(ratio <= 1) && next <= s->m ? s->m + 1 : next;
        if (next > MOST_MICRO / 2) {
            break;
        }
        s->m = next < least ? least : next;
    }
    s->m = good ? good : s->m;
    s->micro = found;
    return good > 0;
}

/* fourth differences of f along the orbit that do not fall: corners */
static bool jagged(double f[][ROOM], int i) {
    double big = 0, second = 0, fourth = 0;
    for (int q = 0; q < CORNER_POINTS; q++) {
        big = fmax(big, fabs(f[q][i]));
    }
    for (int q = 1; q < CORNER_POINTS - 1; q++) {
        second = fmax(second, fabs(f[q + 1][i] - 2 * f[q][i] + f[q - 1][i]));
    }
    for (int q = 2; q < CORNER_POINTS - 2; q++) {
        fourth = fmax(fourth, fabs(f[q + 2][i] - 4 * f[q + 1][i] + 6 * f[q][i] - 4 * f[q - 1][i] +
                                   f[q - 2][i]));
    }
    return second > 1e-9 * big && fourth > 0.5 * second;
}

bool lento_micro_corners(lento_solver *s, const double z[], double tau) {
    double f[CORNER_POINTS][ROOM], add[ROOM];
    const double length = fmin(tau, 2 * s->oscillation);
    lento_orbit o;
    if (s->mesh && tau == length) {
        return false; /* uneven points: differences mean nothing */
    }
    lento_orbit_open(s, &o, z[s->d], z, 1, true);
    for (int q = 0; q < CORNER_POINTS; q++) {
        const double h = length / CORNER_POINTS;
        if (lento_orbit_rk4(&o, h, add)) {
            return true;
        }
        memcpy(f[q], o.k[0], (size_t)s->d * sizeof **f);
        lento_orbit_add(&o, add, h);
    }
    for (int i = 0; i < s->d; i++) {
        if (jagged(f, i)) {
            return true;
        }
    }
    return false;
}
