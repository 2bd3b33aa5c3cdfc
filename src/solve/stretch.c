/* SPDX-License-Identifier: MIT
 *
 * stretch.c - the fast motion back, after a hands-off run: a stretch of it at full resolution, refused
 * where its phase is not known, and which frequency rules each number of the state. */
#include <stdlib.h>

#include "solve/dense.h"

enum { PER_OSCILLATION = 32, HARMONICS = 12 };

typedef struct stretch {
    char text[TEXT_ROOM];
    double number[];
} stretch;

/* One block: the sentence, times, bars, magnitudes, values. */
static bool take(lento_answer *fast, int points, int d) {
    const size_t numbers = (size_t)points * (size_t)(2 + d) + (size_t)d;
    stretch *own = calloc(1, sizeof *own + numbers * sizeof(double));
    if (!own) {
        return false;
    }
    fast->memory = own;
    fast->sentence = own->text;
    fast->times = own->number;
    fast->bars = fast->times + points;
    fast->magnitude = fast->bars + points;
    fast->values = fast->magnitude + d;
    fast->samples = points;
    fast->columns = d;
    return true;
}

/* the bar of the row at or after t */
static double bar_at(const lento_answer *answer, double t) {
    int j = 0;
    while (j + 1 < answer->samples && answer->times[j] < t) {
        j++;
    }
    return answer->bars[j];
}

static lento_status refuse(lento_answer *fast, const char *code, const double number[3]) {
    stretch *own = fast->memory;
    fast->outcome = LENTO_REFUSED;
    fast->samples = fast->columns = 0;
    lento_words(code, number, own->text, sizeof own->text);
    fast->code = code;
    return fast->status = LENTO_DONE;
}

lento_status lento_answer_stretch(lento_answer *fast, lento_answer *answer, double from, double to,
                                  int points) {
    if (!fast) {
        return LENTO_BAD_OPTION;
    }
    *fast = (lento_answer){.status = LENTO_BAD_OPTION, .outcome = LENTO_REFUSED};
    lento_dense *dense = lento_dense_wake(answer);
    if (!dense || points < 2 || !(from >= 0) || !(to > from) || !(to <= dense->s->until)) {
        return LENTO_BAD_OPTION;
    }
    const lento_solver *s = dense->s;
    const double phase = lento_answer_phase_error(answer, to);
    const void *kept = answer->memory;
    *fast = *answer;
    fast->dense = NULL;
    fast->met = NULL;
    fast->met_count = 0;
    fast->memory = NULL;
    fast->statistics = false;
    fast->pointwise = true;
    if (!kept || !take(fast, points, s->d)) {
        return fast->status = LENTO_NO_MEMORY;
    }
    if (!(phase <= LENTO_STRETCH_PHASE)) {
        return refuse(fast, "phase-lost", (const double[]){phase, to, LENTO_STRETCH_PHASE});
    }
    for (int j = 0; j < points; j++) {
        fast->times[j] = j == points - 1 ? to : from + (to - from) * j / (points - 1);
    }
    fast->status = lento_answer_at(answer, points, fast->times, fast->values, NULL);
    fast->calls = answer->calls;
    for (int j = 0; j < points; j++) {
        fast->bars[j] =
            bar_at(answer, fast->times[j]) + lento_answer_phase_error(answer, fast->times[j]);
        for (int i = 0; i < s->d; i++) {
            fast->magnitude[i] = fmax(fast->magnitude[i], fabs(fast->values[j * s->d + i]));
        }
    }
    fast->bar = fast->bars[points - 1];
    lento_words("stretch", (const double[]){from, to, phase}, ((stretch *)fast->memory)->text,
                TEXT_ROOM);
    return fast->status;
}

/* ---- which frequency rules ---- */

typedef struct spectrum {
    double c[HARMONICS + 1][ROOM], s[HARMONICS + 1][ROOM], first[ROOM], last[ROOM];
} spectrum;

static void add(spectrum *z, int d, int j, int count, const double x[]) {
    for (int k = 1; k <= HARMONICS; k++) {
        const double angle = LENTO_TWO_PI * fmod((double)k * j, count) / count;
        const double w = j == 0 || j == count ? 0.5 : 1;
        for (int i = 0; i < d; i++) {
            z->c[k][i] += w * cos(angle) * x[i];
            z->s[k][i] += w * sin(angle) * x[i];
        }
    }
}

/* the strongest harmonic of number i, what a drift from first to last would be taken off */
static int strongest(const spectrum *z, int i, int count) {
    const double drift = z->last[i] - z->first[i];
    int best = 1;
    double most = -1;
    for (int k = 1; k <= HARMONICS; k++) {
        const double s = z->s[k][i] + drift * count / (LENTO_TWO_PI * k);
        const double size = hypot(z->c[k][i], s);
        if (size > most) {
            most = size;
            best = k;
        }
    }
    return best;
}

lento_status lento_answer_frequency(lento_answer *answer, double t, double frequency[]) {
    lento_dense *dense = lento_dense_wake(answer);
    if (!dense || !frequency || !(t >= 0) || !(t <= dense->s->until)) {
        return LENTO_BAD_OPTION;
    }
    lento_solver *s = dense->s;
    lento_place place;
    lento_orbit o;
    spectrum z = {.first = {0}};
    const double whole = answer->return_time;
    const int count = PER_OSCILLATION * (s->crossings > 1 ? s->crossings : 1);
    lento_dense_find(dense, fmax(0, fmin(t, s->until - 1.5 * whole)), &place);
    const double tau = dense->strobe && place.tau > 0 ? place.tau : whole;
    if (!(tau > 0) || place.z[s->d] + tau > s->until) {
        return LENTO_BAD_OPTION;
    }
    lento_dense_open(dense, &place, &o);
    for (int j = 0; j <= count; j++) {
        if (j > 0 && lento_orbit_run(&o, tau * j / count)) {
            break;
        }
        memcpy(j == 0 ? z.first : z.last, o.x, sizeof o.x);
        add(&z, s->d, j, count, o.x);
    }
    for (int i = 0; i < s->d; i++) {
        frequency[i] = strongest(&z, i, count) / tau;
    }
    return lento_dense_rest(answer);
}
