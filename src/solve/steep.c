/* SPDX-License-Identifier: MIT
 *
 * steep.c - what a long step may jump over, where the system tells the arguments of its steep functions (known.h). They
 * change gently along a step, so that a few of them and the parabolas between show their range. */
#include "solve/steep.h"

enum { AMONG = 5, MOST_JUMPS = 12 };

#define ZONE   12 /* |argument| of tanh and erf that matters: 1 - tanh is 8e-11 */
#define SMALL  35 /* exp(-35) is nothing */
#define GENTLE 3  /* change of an argument that steps follow */
#define RATIO  4  /* of a denominator */
#define BEND   2  /* |argument| where tanh bends */
#define JUMPED 4  /* its poles are at 1.57i: estimates of errors are accidents beyond */
#define TURNED 6  /* radians of a wave in a step: so are they beyond this */
#define NOISE  60

int lento_steep_count(const lento_solver *s) {
    const lento_knowledge *known = s->system->known;
    return known && known->steep ? known->steep->count : 0;
}

int lento_steep_at(const lento_orbit *o, double at, const double x[], double arguments[]) {
    const lento_system *system = o->s->system;
    lento_phase phase[LENTO_MAX_SCALES];
    for (int i = 0; i < lento_scales(system); i++) {
        const double angle = o->phase[i] + system->fast->scale[i].frequency * at;
        phase[i] = (lento_phase){angle, cos(angle), sin(angle)};
    }
    return system->known->steep->arguments(o->base + at, phase, x, arguments, system->params);
}

/* least and largest of n values at equal distances, with those of the parabolas through three */
static void range(const double a[], int n, double *low, double *high) {
    *low = *high = a[0];
    for (int k = 0; k < n; k++) {
        *low = fmin(*low, a[k]);
        *high = fmax(*high, a[k]);
        if (k > 0 && k < n - 1) {
            const double slope = a[k - 1] - a[k + 1], second = a[k - 1] - 2 * a[k] + a[k + 1];
            if (fabs(slope) < 2 * fabs(second)) {
                const double top = a[k] - slope * slope / (8 * second);
                *low = fmin(*low, top);
                *high = fmax(*high, top);
            }
        }
    }
}

/* how often the sign changes, at least */
static int changes(const double a[], int n, double low, double high) {
    int count = 0;
    for (int k = 1; k < n; k++) {
        count += (a[k] > 0) != (a[k - 1] > 0);
    }
    const bool touched = low < 0 && high > 0;
    return count == 0 && touched ? 2 : count;
}

static bool too_far(double low, double high) {
    const double least = fmin(fabs(low), fabs(high)), most = fmax(fabs(low), fabs(high));
    return (low > 0) != (high > 0) || most > RATIO * least;
}

bool lento_steep_missed(const lento_solver *s, const double *a, int n, double shorter) {
    const lento_steep *steep = s->system->known->steep;
    int switched = 0;
    for (int i = 0; i < steep->count; i++, a += n) {
        double low, high;
        range(a, n, &low, &high);
        const bool far = (high - low) * shorter > GENTLE, near = low < ZONE && high > -ZONE;
        switched += steep->kind[i] == LENTO_STEEP_SWITCH ? changes(a, n, low, high) : 0;
        if ((steep->kind[i] == LENTO_STEEP_WAVE && far) ||
            (steep->kind[i] == LENTO_STEEP_STEP && far && near) ||
            (steep->kind[i] == LENTO_STEEP_EXP && far && high > -SMALL) ||
            (steep->kind[i] == LENTO_STEEP_RATIO && too_far(low, high))) {
            return true;
        }
    }
    return switched > 1;
}

bool lento_steep_jumped(const lento_solver *s, const double *a, int n) {
    const lento_steep *steep = s->system->known->steep;
    int switched = 0;
    for (int i = 0; i < steep->count; i++, a += n) {
        double low, high;
        range(a, n, &low, &high);
        const double first = a[0], last = a[n - 1];
        const bool bend = low < BEND && high > -BEND;
        switched += steep->kind[i] == LENTO_STEEP_SWITCH ? changes(a, n, low, high) : 0;
        if ((steep->kind[i] == LENTO_STEEP_STEP && bend && high - low > JUMPED) ||
            (steep->kind[i] == LENTO_STEEP_EXP && fmax(first, last) < -SMALL && high > -SMALL) ||
            (steep->kind[i] == LENTO_STEEP_RATIO && (first > 0) == (last > 0) &&
             (low > 0 ? RATIO * low < fmin(first, last)
                      : high < 0 && RATIO * high > fmax(first, last)))) {
            return true;
        }
    }
    return switched > 1;
}

double lento_steep_switch(const lento_solver *s, const double *a, int n) {
    const lento_steep *steep = s->system->known->steep;
    double first = 2;
    for (int i = 0; i < steep->count; i++, a += n) {
        for (int k = 1; steep->kind[i] == LENTO_STEEP_SWITCH && k < n; k++) {
            if ((a[k] > 0) != (a[k - 1] > 0)) {
                first = fmin(first, (k - 1 + a[k - 1] / (a[k - 1] - a[k])) / (n - 1));
                break;
            }
        }
    }
    return first;
}

/* the largest number of radians of a wave; one that turns far more often than the motion is taken for noise */
static double turn(const lento_solver *s, const double *a, int n) {
    const lento_steep *steep = s->system->known->steep;
    double most = 0;
    for (int i = 0; i < steep->count; i++, a += n) {
        if (steep->kind[i] == LENTO_STEEP_WAVE) {
            double low, high;
            range(a, n, &low, &high);
            most = high - low <= NOISE ? fmax(most, high - low) : most;
        }
    }
    return most;
}

/* Does the step h from o, which adds this, jump over something that the system tells of? corner: the part of it after which
 * there is one, above 1: none; turned: radians of the fastest wave */
static bool jumps_over(const lento_orbit *o, double h, const double add[], double *corner,
                       double *turned) {
    const lento_solver *s = o->s;
    const int count = lento_steep_count(s);
    double now[LENTO_MOST_STEEP], a[LENTO_MOST_STEEP * AMONG], x[ROOM];
    *corner = 2;
    *turned = 0;
    for (int k = 0; k < AMONG && count > 0; k++) {
        const double part = (double)k / (AMONG - 1);
        for (int i = 0; i < s->d; i++) { /* a parabola: both ends and the first rate */
            const double move = h * o->k[0][i];
            x[i] = o->x[i] + part * move + part * part * (add[i] - move);
        }
        if (lento_steep_at(o, o->at + part * h, x, now)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            a[i * AMONG + k] = now[i];
        }
    }
    *corner = count > 0 ? lento_steep_switch(s, a, AMONG) : 2;
    *turned = count > 0 ? turn(s, a, AMONG) : 0;
    return *turned > TURNED || (count > 0 && lento_steep_jumped(s, a, AMONG));
}

double lento_steep_step(lento_orbit *o, double rest, double add[], double *corner) {
    double turned = 0, h = lento_orbit_step(o, rest, add);
    *corner = 2;
    for (int i = 0; i < MOST_JUMPS && h != 0 && jumps_over(o, h, add, corner, &turned); i++) {
        o->h = fabs(h) * fmin(0.8, turned > TURNED ? 0.9 * TURNED / turned : 0.25);
        h = lento_orbit_step(o, rest, add);
    }
    if (turned * o->h > 0.95 * TURNED * fabs(h)) { /* the next one, too */
        o->h = fmin(o->h, 0.95 * TURNED * fabs(h) / turned);
    }
    return h;
}

bool lento_steep_switches(const lento_system *system) {
    const lento_steep *steep = system->known ? system->known->steep : NULL;
    bool found = false;
    for (int i = 0; steep && i < steep->count; i++) {
        found = found || steep->kind[i] == LENTO_STEEP_SWITCH;
    }
    return found;
}
