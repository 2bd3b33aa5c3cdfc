/* SPDX-License-Identifier: MIT
 *
 * orbit.c - one orbit of the given equations, seen as first order: order 8 of Dormand and Prince
 * with compensated sums. Time and phases are counted from where the orbit was opened, so that
 * neither t nor omega t loses digits. */
#include "solve/solve.h"
#include "solve/steep.h"
#include "step/dop853_table.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))
enum { ASK_EVERY = 256, MOST_TRIES = 60, MOST_BACK = 300, MOST_FORCED = 20, HARD = 3 };

int lento_solve_lose(lento_solver *s, lento_lost why, double t) {
    if (s->lost == LOST_NOTHING) {
        s->lost = why;
        s->lost_at = t;
    }
    return -1;
}

static int scales(const lento_solver *s) {
    return s->system->fast ? s->system->fast->count : 0;
}

void lento_solve_phases(const lento_solver *s, double t, lento_phase phase[]) {
    for (int i = 0; i < scales(s); i++) {
        const lento_scale *scale = &s->system->fast->scale[i];
        phase[i] = lento_phase_at(scale->frequency, scale->phase, t);
    }
}

void lento_orbit_rebase(lento_orbit *o, double t) {
    lento_phase phase[LENTO_MAX_SCALES];
    lento_solve_phases(o->s, t, phase);
    for (int i = 0; i < scales(o->s); i++) {
        o->phase[i] = phase[i].angle;
    }
    o->base = t;
    o->at = o->at_low = 0;
}

void lento_orbit_open(lento_solver *s, lento_orbit *o, double t, const double x[], double rtol,
                      bool strobe) {
    const size_t bytes = (size_t)s->d * sizeof *x;
    o->s = s;
    lento_orbit_rebase(o, t);
    for (int i = 0; strobe && s->period > 0 && i < scales(s); i++) {
        const lento_scale *scale = &s->system->fast->scale[i];
        o->phase[i] = scale->forced ? scale->phase : o->phase[i];
    }
    memcpy(o->x, x, bytes);
    memset(o->low, 0, bytes);
    for (int i = 0; i < s->d; i++) {
        o->size[i] = lento_scale_at(s, i, fabs(x[i]));
    }
    o->fresh = false;
    o->h = s->first_step;
    o->rtol = rtol;
    o->cap = 0;
    o->steps = o->rejected = o->hard = 0;
    o->forced = 0;
    o->last = o->swing = 0;
}

/* asked now and then, and the limit of calls */
static int allowed(lento_solver *s, double t) {
    s->calls++;
    if ((double)s->calls > s->limit) {
        return lento_solve_lose(s, LOST_LIMIT, t);
    }
    if (++s->asked < ASK_EVERY) {
        return 0;
    }
    s->asked = 0;
    if (s->options->stop && s->options->stop(s->options->user)) {
        return lento_solve_lose(s, LOST_STOPPED, t);
    }
    return 0;
}

int lento_orbit_rate(lento_orbit *o, double at, const double x[], double rate[]) {
    lento_solver *s = o->s;
    const lento_system *system = s->system;
    const double t = o->base + at;
    if (allowed(s, t)) {
        return -1;
    }
    int bad;
    if (system->field && system->order == 1) {
        bad = system->field(t, x, rate, system->params);
    } else {
        lento_phase phase[LENTO_MAX_SCALES];
        for (int i = 0; i < scales(s); i++) {
            const double angle = o->phase[i] + system->fast->scale[i].frequency * at;
            phase[i] = (lento_phase){angle, cos(angle), sin(angle)};
        }
        const int n = system->size;
        const double *v = system->order == 2 ? x + n : NULL;
        double force[ROOM];
        bad = system->rate(t, phase, x, v, system->order == 2 ? force : rate, system->params);
        if (!bad && system->order == 2) {
            memcpy(rate, v, (size_t)n * sizeof *rate);
            lento_mass_solve(&s->mass, force, rate + n);
        }
    }
    return bad ? lento_solve_lose(s, LOST_CALLBACK, t) : 0;
}

int lento_orbit_first(lento_orbit *o) {
    if (!o->fresh && lento_orbit_rate(o, o->at, o->x, o->k[0])) {
        return -1;
    }
    o->fresh = true;
    return 0;
}

int lento_orbit_stages(lento_orbit *o, double h, double add[]) {
    const int d = o->s->d;
    const dop853_entry *a = DOP853_A;
    double point[ROOM];
    if (lento_orbit_first(o)) {
        return -1;
    }
    for (int i = 1; i <= DOP853_STAGES; i++) {
        double sum[ROOM];
        memset(sum, 0, (size_t)d * sizeof *sum);
        for (; a->row == i; a++) {
            for (int j = 0; j < d; j++) {
                sum[j] += a->value * o->k[a->column][j];
            }
        }
        for (int j = 0; j < d; j++) {
            add[j] = h * sum[j];
            point[j] = o->x[j] + (add[j] + o->low[j]);
        }
        if (i < DOP853_STAGES && lento_orbit_rate(o, o->at + DOP853_C[i] * h, point, o->k[i])) {
            return -1;
        }
    }
    return 0;
}

int lento_orbit_rk4(lento_orbit *o, double h, double add[]) {
    static const double PART[] = {0.5, 0.5, 1}, WEIGHT[] = {2, 2, 1};
    double point[ROOM], k[ROOM];
    if (lento_orbit_first(o)) {
        return -1;
    }
    memcpy(k, o->k[0], sizeof k);
    for (int j = 0; j < o->s->d; j++) {
        add[j] = h / 6 * k[j];
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < o->s->d; j++) {
            point[j] = o->x[j] + (PART[i] * h * k[j] + o->low[j]);
        }
        if (lento_orbit_rate(o, o->at + PART[i] * h, point, k)) {
            return -1;
        }
        for (int j = 0; j < o->s->d; j++) {
            add[j] += WEIGHT[i] * h / 6 * k[j];
        }
    }
    return 0;
}

double lento_orbit_error(const lento_orbit *o, double h) {
    const int d = o->s->d;
    double e5 = 0, e3 = 0;
    for (int i = 0; i < d; i++) {
        double a = 0, b = 0;
        for (int j = 0; j < COUNT(DOP853_ERROR5); j++) {
            a += DOP853_ERROR5[j].value * o->k[DOP853_ERROR5[j].column][i];
        }
        for (int j = 0; j < COUNT(DOP853_ERROR3); j++) {
            b += DOP853_ERROR3[j].value * o->k[DOP853_ERROR3[j].column][i];
        }
        const double w = o->rtol * o->size[i];
        e5 += a / w * (a / w);
        e3 += b / w * (b / w);
    }
    return e5 == 0 && e3 == 0 ? 0 : fabs(h) * e5 / sqrt((e5 + 0.01 * e3) * d);
}

void lento_orbit_add(lento_orbit *o, const double add[], double h) {
    for (int i = 0; i < o->s->d; i++) {
        const double part = add[i] + o->low[i], sum = o->x[i] + part;
        o->low[i] = part - (sum - o->x[i]);
        o->x[i] = sum;
    }
    const double part = h + o->at_low, sum = o->at + part;
    o->at_low = part - (sum - o->at);
    o->at = sum;
    o->fresh = false;
}

double lento_orbit_step(lento_orbit *o, double most, double add[]) {
    const double sign = most < 0 ? -1 : 1;
    bool failed = false, steady = false;
    int rejected = 0;
    most = o->cap > 0 ? fmin(fabs(most), o->cap) : fabs(most);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        const bool cut = o->h >= most * 0.999999;
        const double h = cut ? most : o->h;
        if (lento_orbit_stages(o, sign * h, add)) {
            return 0;
        }
        const double e = lento_orbit_error(o, h), least = 1e-14 * fabs(o->base + o->at) + 1e-300;
        /* a jump: steps of the spacing of numbers go over it, a few in a row */
        const bool forced = isfinite(e) && e > 1 && h <= 4 * least && o->forced < MOST_FORCED;
        o->forced = forced ? o->forced + 1 : e <= 1 ? 0 : o->forced;
        if (e <= 1 || forced) {
            const double next = h / fmax(0.25, fmin(3, pow(e + 1e-30, 0.125) / 0.9));
            const double kept = failed ? fmin(h, next) : next;
            o->h = !cut || kept < o->h ? kept : o->h;
            o->steps++;
            o->last = h;
            return sign * h;
        }
        o->rejected++;
        /* three in a row, and not for growing too fast: what is smooth needs one */
        steady = failed ? steady : h <= 1.2 * o->last;
        o->hard += steady && ++rejected == HARD;
        failed = true;
        o->h = isfinite(e) ? h / fmin(3, pow(e, 0.125) / 0.9) : h / 10;
        if (o->h < least) {
            lento_solve_lose(o->s, isfinite(e) ? LOST_STALLED : LOST_NOT_FINITE, o->base + o->at);
            return 0;
        }
    }
    lento_solve_lose(o->s, LOST_NOT_FINITE, o->base + o->at);
    return 0;
}

/* the excursion of a return, and four of its states */
void lento_orbit_note(const lento_orbit *o) {
    lento_solver *s = o->s;
    for (int i = 0; i < s->d; i++) {
        s->last.low[i] = fmin(s->last.low[i], o->x[i]);
        s->last.high[i] = fmax(s->last.high[i], o->x[i]);
    }
    if (s->last.count < 4 && o->at >= (s->last.count + 0.4) / 4 * s->last.length) {
        memcpy(s->last.seen[s->last.count], o->x, (size_t)s->d * sizeof *o->x);
        s->last.at[s->last.count++] = o->at;
    }
}

int lento_orbit_run(lento_orbit *o, double length) {
    const int64_t before = o->steps;
    double add[ROOM], corner;
    for (;;) {
        const double rest = length - o->at;
        if (rest == 0 || (rest > 0) != (length > 0)) {
            return 0;
        }
        const double h = lento_steep_step(o, rest, add, &corner);
        if (h == 0) {
            return -1;
        }
        lento_orbit_add(o, add, h);
        lento_orbit_note(o);
        /* backwards what decays grows, and may never arrive: plain runs go only forwards */
        if (length < 0 && o->steps - before > MOST_BACK) {
            return lento_solve_lose(o->s, LOST_DEAR, o->base + o->at);
        }
        if (h == rest) {
            o->at = length;
            o->at_low = 0;
            return 0;
        }
    }
}

/* ---- sizes ---- */

double lento_norm_x(const lento_solver *s, const double v[]) {
    double most = 0;
    for (int i = 0; i < s->d; i++) {
        const double size = s->fine ? fmin(s->scale[i], 10 * s->amplitude[i]) : s->scale[i];
        const double e = fabs(v[i]) / (s->share[i] > 0.5 ? size * s->shrunk : size);
        most = e <= most ? most : e;
    }
    return most;
}

double lento_norm_z(const lento_solver *s, const double v[]) {
    const double e = lento_norm_x(s, v);
    return s->period > 0 ? e : fmax(e, fabs(v[s->d]) / s->time_scale);
}

double lento_turned(double angle) {
    return angle - LENTO_TWO_PI * floor(angle / LENTO_TWO_PI + 0.5);
}

unsigned lento_random(unsigned *seed, double *value) {
    *seed = *seed * 1103515245u + 12345u;
    *value = (double)((*seed >> 8) % 20001) / 10000.0 - 1;
    return *seed;
}
