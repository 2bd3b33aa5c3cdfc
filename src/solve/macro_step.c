/* SPDX-License-Identifier: MIT
 *
 * macro_step.c - a step of N returns: predicted, evaluated, corrected, evaluated (PECE). The error
 * is taken from the last Newton terms: not less than a fifth of the term before (one small term is
 * an accident), and not less than any later term (terms that do not fall: too long for any order).
 * What a further correction would change is part of the error, too. */
#include "solve/macro.h"

#define SAFE   0.5
#define BY_FAR 4
enum { MOST_LOST = 400 };

typedef struct trial {
    bool jump, bad;
    double n1, n2, span, tau, allowed;
    double zp[SLOTS], gp[SLOTS], zc[SLOTS], gc[SLOTS], place[SLOTS]; /* place: of gc */
    double node[NODES], g[NODES][SLOTS], term[NODES][SLOTS];
    double size[NODES], estimate[NODES];
    double error, left; /* of the sum; what a further correction would change */
    int top, use, tape;
} trial;

/* returns that are run and discarded before a value */
static int relax(lento_solver *s, double z[], double *n, double tau) {
    double g[SLOTS];
    for (int i = 0; i < s->relax; i++) {
        if (lento_return(s, z, tau, g, RETURN_ONCE)) {
            return -1;
        }
        for (int q = 0; q <= s->d; q++) {
            z[q] += g[q];
        }
        *n += 1;
    }
    return 0;
}

/* the return time at n: a Newton polynomial of low order, unless it is absurd */
static double expected_time(const lento_macro *m, int count, double n) {
    double difference[5], value = 0, w = 1;
    count = count < 5 ? count : 5;
    for (int i = 0; i < count; i++) {
        difference[i] = m->g[i][m->s->d];
    }
    for (int j = 1; j < count; j++) {
        for (int i = count - 1; i >= j; i--) {
            difference[i] = (difference[i] - difference[i - 1]) / (m->node[i] - m->node[i - j]);
        }
    }
    for (int i = 0; i < count; i++) {
        value += difference[i] * w;
        w *= n - m->node[i];
    }
    return value > 0.6 * m->tau && value < 1.6 * m->tau ? value : m->tau;
}

static void add_terms(int size, int count, double term[][SLOTS], double z[]) {
    for (int i = 0; i < count; i++) {
        for (int q = 0; q < size; q++) {
            z[q] += term[i][q];
        }
    }
}

static void predict(lento_macro *m, trial *t) {
    lento_solver *s = m->s;
    const int count = t->jump ? 2 : m->order;
    if (t->jump) {
        m->node[1] = 1;
        memcpy(m->g[1], m->after, sizeof m->after);
    }
    lento_sum_terms(s->d + 1, count, m->node, m->g, m->n, m->step, m->step, t->term);
    memcpy(t->zp, m->z, sizeof t->zp);
    add_terms(s->d + 1, count, t->term, t->zp);
    t->n1 = m->n + m->step;
    t->tau = expected_time(m, count, t->n1);
    t->tape = lento_macro_spare(m, m->tape);
    t->bad =
        relax(s, t->zp, &t->n1, t->tau) || lento_macro_return(m, t->zp, t->tau, t->gp, t->tape);
    t->n2 = t->n1;
    t->span = t->n1 - m->n;
    t->allowed = m->tol * t->span * m->tau / m->span;
    t->use = t->top = m->order;
}

static void correct(lento_macro *m, trial *t) {
    lento_solver *s = m->s;
    t->top = t->jump ? 1 : m->order + 1 < m->count ? m->order + 1 : m->count;
    t->top = t->top > HISTORY - 1 ? HISTORY - 1 : t->top;
    t->node[0] = t->n1;
    memcpy(t->g[0], t->gp, sizeof t->gp);
    memcpy(t->node + 1, m->node, (size_t)t->top * sizeof *t->node);
    memcpy(t->g + 1, m->g, (size_t)t->top * sizeof *t->g);
    lento_sum_terms(s->d + 1, t->top + 1, t->node, t->g, m->n, t->span, t->span, t->term);
    for (int i = 0; i <= t->top; i++) {
        t->size[i] = lento_norm_z(s, t->term[i]);
        t->estimate[i] = i > 1 ? fmax(t->size[i], 0.2 * t->size[i - 1]) : t->size[i];
    }
    t->use = t->top;
    for (int i = t->top - 1; i >= 1 && i >= m->order - 1; i--) {
        t->use = t->estimate[i] < t->estimate[t->use] ? i : t->use;
    }
    t->error = t->estimate[t->use];
    for (int i = t->use + 1; i <= t->top; i++) {
        t->error = fmax(t->error, t->size[i]);
    }
    memcpy(t->zc, m->z, sizeof t->zc);
    add_terms(s->d + 1, t->use + 1, t->term, t->zc);
    if (t->jump) {
        double e[SLOTS];
        for (int q = 0; q <= s->d; q++) {
            e[q] = t->zc[q] - t->zp[q];
        }
        t->error = t->estimate[1] = lento_norm_z(s, e);
        t->use = 1;
    }
}

/* The new value enters the sum with its weight: a second correction without another return. What is
 * left then is that times the contraction. */
static void correct_again(lento_macro *m, trial *t, double moved) {
    lento_solver *s = m->s;
    double one[NODES][SLOTS], term[NODES][SLOTS], dz[SLOTS] = {0};
    memset(one, 0, sizeof one);
    for (int q = 0; q <= s->d; q++) {
        one[0][q] = t->gc[q] - t->gp[q];
    }
    const double change = lento_norm_z(s, one[0]);
    m->slope = moved > 1e-12 ? fmax(0.5 * m->slope, change / moved) : m->slope;
    lento_sum_terms(s->d + 1, t->use + 1, t->node, one, m->n, t->span, t->span, term);
    add_terms(s->d + 1, t->use + 1, term, dz);
    const double size = lento_norm_z(s, dz);
    t->left = size * (moved > 1e-13 ? fmin(1, size / moved) : 1);
    if (t->left > 0.5 * t->allowed) {
        t->bad = true;
        return;
    }
    s->tape[t->tape].off = size;
    for (int q = 0; q <= s->d; q++) {
        t->zc[q] += dz[q];
    }
}

static void evaluate(lento_macro *m, trial *t) {
    lento_solver *s = m->s;
    double moved[SLOTS];
    for (int q = 0; q <= s->d; q++) {
        moved[q] = t->zc[q] - t->zp[q];
    }
    const double size = lento_norm_z(s, moved);
    if (s->relax == 0 && m->slope > 0 && m->slope * size * t->span < 0.03 * t->allowed) {
        memcpy(t->gc, t->gp, sizeof t->gc); /* the correction cannot matter */
        memcpy(t->place, t->zp, sizeof t->place);
        s->tape[t->tape].off = size;
        return;
    }
    double n = t->n1;
    t->tape = lento_macro_spare(m, t->tape);
    if (relax(s, t->zc, &n, t->tau) || lento_macro_return(m, t->zc, t->tau, t->gc, t->tape)) {
        t->bad = true;
        return;
    }
    memcpy(t->place, t->zc, sizeof t->place);
    t->n2 = n;
    if (s->relax == 0) {
        correct_again(m, t, size);
    }
}

/* 0: try a shorter step, -1: lost */
static int reject(lento_macro *m, const trial *t) {
    const double e = t->bad ? fmax(2 * t->left, 4 * t->allowed) : t->error;
    const int order = t->jump ? 2 : t->use > 1 ? t->use : 1;
    const double factor = 0.9 * pow(SAFE * t->allowed / e, 1.0 / order);
    m->pass->rejected++;
    m->pass->sharp += t->bad || !(t->error < BY_FAR * t->allowed);
    m->step = floor(m->step * fmax(0.15, fmin(0.7, factor)));
    m->jump = t->jump ? m->step : m->jump;
    m->order = m->order > 3 ? m->order - 1 : m->order;
    if (m->step < 2) {
        m->step = 1;
        m->singles = m->singles > 3 ? m->singles : 0;
    }
    return t->bad && ++m->lost > MOST_LOST ? lento_solve_lose(m->s, LOST_RETURN, m->z[m->s->d]) : 0;
}

/* the state n returns after the beginning of the step */
static void inside(const lento_macro *m, trial *t, double n, double z[]) {
    memcpy(z, m->z, sizeof m->z);
    if (n > 0) {
        lento_sum_terms(m->s->d + 1, t->use + 1, t->node, t->g, m->n, n, t->span, t->term);
        add_terms(m->s->d + 1, t->use + 1, t->term, z);
    }
}

/* rows inside the step: the last whole return before the row, then directly */
static int rows(lento_macro *m, trial *t) {
    lento_solver *s = m->s;
    lento_reel reel = {.s = s, .count = t->use + 1, .node = t->node, .g = t->g};
    for (int i = 0; i <= t->use; i++) {
        reel.tape[i] = &s->tape[i > 0 ? m->held[i - 1] : t->tape];
    }
    for (; m->row < s->samples && s->times[m->row] < t->zc[s->d]; m->row++) {
        const double wanted = s->times[m->row];
        if (lento_output_skips(s, m->pass, m->row)) {
            continue;
        }
        double low = 0, high = t->n2 - m->n, z[SLOTS], next[SLOTS];
        while (high - low > 1) {
            const double middle = floor((low + high) / 2);
            inside(m, t, middle, z);
            if (z[s->d] <= wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        inside(m, t, low, z);
        inside(m, t, low + 1, next);
        z[s->d] = fmin(z[s->d], wanted);
        if (lento_macro_reel(m, &reel, m->n + low, z) &&
            lento_macro_reel_anew(m, &reel, m->n + low, z, next[s->d] - z[s->d], t->tape) &&
            (s->lost != LOST_NOTHING || lento_output_from(s, m->pass, m->row, z, true, m->tau))) {
            return -1;
        }
    }
    return 0;
}

/* next: the order that allows the longest step, one more while starting */
static void choose_next(lento_macro *m, const trial *t) {
    double factor = 0;
    int best = t->use;
    for (int i = 1; i <= t->top; i++) {
        const double e = fmax(t->estimate[i], 1e-30);
        const double f = 0.9 * pow(SAFE * t->allowed / e, 1.0 / (t->jump ? 2 : i));
        if (f > factor) {
            factor = f;
            best = i;
        }
    }
    if (t->left > 0) {
        factor =
            fmin(factor, 0.9 * pow(0.25 * t->allowed / fmax(t->left, 1e-30), 1.0 / (best + 1)));
    }
    m->order = t->jump ? 2 : best <= m->count ? best : m->count + 1;
    if (!t->jump && m->count < 8 && best == t->top) {
        m->order = best + 1;
    }
    const double grow = m->count < 8 ? 3 : 2;
    m->step = fmax(1, floor(t->span * fmax(0.3, fmin(grow, factor))));
}

static int accept(lento_macro *m, trial *t) {
    m->pass->macro_error += t->error + t->left;
    m->pass->micro_error += t->span * m->s->micro;
    memcpy(t->g[0], t->gc, sizeof t->gc);
    t->node[0] = t->n2;
    if (rows(m, t)) {
        return -1;
    }
    choose_next(m, t);
    m->singles = 0;
    memcpy(m->z, t->zc, sizeof m->z);
    memcpy(m->now, t->gc, sizeof m->now);
    memcpy(m->place, t->place, sizeof m->place);
    m->tape = t->tape;
    m->n = t->n2;
    m->kept = t->use + 1;
    m->pass->steps++;
    m->pass->largest = (int64_t)fmax((double)m->pass->largest, t->span);
    return 1;
}

int lento_macro_step(lento_macro *m) {
    lento_solver *s = m->s;
    trial t = {.jump = m->jump > 0 && m->n == 0};
    if (m->step >= 8 && (m->step != m->scanned || m->n != m->scanned_at)) {
        m->scanned = m->step;
        m->scanned_at = m->n;
        if (lento_macro_narrow(m, t.jump)) {
            m->step = floor(m->step / 4);
            m->jump = t.jump ? m->step : m->jump;
            m->pass->rejected++;
            m->pass->narrow = true;
            return s->lost == LOST_NOTHING ? 0 : -1;
        }
    }
    m->order = m->order > m->count ? m->count : m->order;
    m->order = m->order > HISTORY - 1 ? HISTORY - 1 : m->order;
    predict(m, &t);
    if (!t.bad) {
        correct(m, &t);
        if (t.error <= t.allowed) {
            evaluate(m, &t);
        }
    }
    if (s->lost != LOST_NOTHING) {
        if (s->lost != LOST_RETURN && s->lost != LOST_NOT_FINITE && s->lost != LOST_STALLED) {
            return -1;
        }
        s->lost = LOST_NOTHING;
    }
    return t.bad || !(t.error <= t.allowed) ? reject(m, &t) : accept(m, &t);
}
