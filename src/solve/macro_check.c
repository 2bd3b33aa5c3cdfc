/* SPDX-License-Identifier: MIT
 *
 * macro_check.c - on the way: the micro error again (m against 2m) and a small disturbance again.
 * One bad result may be a switch met by accident; only a second one makes a new mesh, and only
 * three in a row mean that a second fast motion has appeared. */
#include "solve/macro.h"

enum { OFTEN = 9, SELDOM = 25, MOST_FALLS = 6 };

/* the mesh does not fit any more: a new one, more steps; LOST_ROUGH if that does not help */
static int remesh(lento_macro *m, double g[], double *e) {
    lento_solver *s = m->s;
    if (lento_mesh_survey(s, m->z, m->tau, NULL)) {
        return -1;
    }
    s->m = (int)ceil(s->m * fmin(2, pow(*e / s->allowed / 0.5, 1 / 8.5)));
    s->m = s->m > MOST_MICRO ? MOST_MICRO : s->m;
    if (*e > 30 * s->allowed) { /* what was computed with the old mesh does not fit */
        m->count = 1;
        m->jump = 0;
        m->step = 1;
        m->singles = 0;
    }
    memcpy(m->place, m->z, sizeof m->z);
    double now = lento_micro_error(s, m->z, m->tau, RETURN_TWICE, RETURN_ONCE, m->now);
    for (int i = 0; i < 4 && now > 2 * s->allowed && s->m < MOST_MICRO / 2; i++) {
        s->m = (int)(s->m * 1.5);
        now = lento_micro_error(s, m->z, m->tau, RETURN_TWICE, RETURN_ONCE, m->now);
    }
    if (s->lost != LOST_NOTHING) {
        return -1;
    }
    s->embedded_first = s->embedded;
    memcpy(m->g[0], m->now, sizeof m->now);
    memcpy(g, m->now, sizeof m->now);
    if (now > 2 * s->allowed && now > 0.1 * *e) {
        s->rough = true;
        return lento_solve_lose(s, LOST_ROUGH, m->z[s->d]);
    }
    *e = m->last_micro = now;
    return 0;
}

/* g: the value at z with the present mesh */
static int check_mesh(lento_macro *m, double g[], double e) {
    lento_solver *s = m->s;
    const bool bad = e > s->allowed;
    if (!bad || m->pending) {
        s->embedded_first = fmax(lento_embedded_limit(s, e), s->embedded_first * 0.5);
    }
    if (bad && m->pending && remesh(m, g, &e)) {
        return -1;
    }
    m->since = bad && !m->pending ? OFTEN - 1 : m->since; /* look again after the next step */
    m->pending = bad && !m->pending;
    const double kept = isfinite(s->micro) ? s->micro * 0.7 : 0;
    s->micro = fmax(kept, m->last_micro > 0 ? fmin(e, 3 * m->last_micro) : e);
    m->last_micro = e;
    return 0;
}

/* does a neighbour still return with the orbit? */
static int check_neighbour(lento_macro *m, const double g[]) {
    lento_solver *s = m->s;
    double z[SLOTS], gz[SLOTS], change[SLOTS];
    for (int i = 0; i < s->d; i++) {
        double v;
        lento_random(&m->seed, &v);
        change[i] = 1e-7 * s->scale[i] * v;
        z[i] = m->place[i] + change[i];
    }
    z[s->d] = m->place[s->d];
    const double size = lento_norm_x(s, change);
    if (lento_return(s, z, m->tau, gz, RETURN_ONCE)) {
        if (s->lost == LOST_RETURN) {
            s->lost = LOST_NOTHING;
            return lento_solve_lose(s, LOST_LATENT, m->z[s->d]);
        }
        return -1;
    }
    for (int i = 0; i < s->d; i++) {
        change[i] = gz[i] - g[i];
    }
    const double rate = lento_norm_x(s, change) / size;
    s->out->checks++;
    if (rate <= fmax(0.25, 4 * s->disturbance)) {
        s->latent = 0;
        return 0;
    }
    m->since = OFTEN - 1;
    if (++s->latent > 2) {
        s->disturbance = rate;
        return lento_solve_lose(s, LOST_LATENT, m->z[s->d]);
    }
    return 0;
}

int lento_macro_check(lento_macro *m) {
    lento_solver *s = m->s;
    const bool grown =
        !s->adaptive && s->embedded > 3 * s->embedded_first && s->falls - m->falls > MOST_FALLS;
    m->falls = grown ? s->falls : m->falls;
    m->since++;
    const bool due = m->since >= (m->second ? OFTEN : SELDOM) && m->step >= 4;
    if (!due && !(grown && m->since > 2)) {
        return 0;
    }
    double fine[SLOTS], g[SLOTS], e = INFINITY;
    const int64_t before = s->calls;
    const double fall_rtol = s->fall_rtol;
    m->since = 0;
    s->fall_rtol = 0; /* the mesh itself is measured */
    /* the value that is there, unless it was made by other steps */
    const bool known = !s->adaptive && s->tape[m->tape].points >= 0;
    memcpy(g, m->now, sizeof g);
    const int lost = lento_return(s, m->place, m->tau, fine, RETURN_TWICE) ||
                     (!known && lento_return(s, m->place, m->tau, g, RETURN_ONCE));
    s->fall_rtol = fall_rtol;
    if (lost) {
        if (s->lost != LOST_RETURN) {
            return -1;
        }
        s->lost = LOST_NOTHING;
        return 0;
    }
    for (int i = 0; i <= s->d; i++) {
        fine[i] = g[i] - fine[i];
    }
    e = lento_norm_z(s, fine);
    if (s->adaptive) {
        m->compared++;
        m->square += e * e;
        for (int i = 0; i <= s->d; i++) {
            m->bias[i] += fine[i];
        }
        m->since = 4;
    } else if (check_mesh(m, g, e)) {
        return -1;
    }
    const int bad = s->relax == 0 ? check_neighbour(m, g) : 0;
    s->out->counts.checks += s->calls - before;
    return bad;
}
