/* SPDX-License-Identifier: MIT
 *
 * returns.c - g(z): what one return of the fast motion adds to z = (x, t). Forced: a whole number
 * of declared periods. Else the near return to the hyperplane through z itself, normal to the fast
 * part of f(z): <f(z), x - z> = 0 in the weights of fast activity. It is never tangent, and no
 * crossings have to be counted. m micro steps on a frozen mesh; a return with something sharp
 * inside, which the free embedded estimate shows, is done again with adaptive steps. */
#include "solve/tape.h"

/* m is chosen for smooth returns: so much more than usual means that something sharp was met */
#define SHARP 3

static double length(const lento_solver *s, double tau) {
    return s->period > 0 ? s->period * s->crossings : tau;
}

static void begin(lento_solver *s, const double z[], double tau) {
    s->last.count = 0;
    s->last.length = tau;
    memcpy(s->last.low, z, (size_t)s->d * sizeof *z);
    memcpy(s->last.high, z, (size_t)s->d * sizeof *z);
}

static int run_adaptive(lento_solver *s, lento_orbit *o, double tau, double rtol, double cap) {
    o->rtol = rtol;
    o->cap = s->oscillation / 5 / cap;
    return lento_orbit_run(o, tau);
}

/* m steps of the mesh; the embedded error of the worst in *embedded */
static int run_mesh(lento_solver *s, lento_orbit *o, const double z[], double tau, int m,
                    double *embedded) {
    double last = 0, add[ROOM];
    *embedded = 0;
    o->rtol = 1;
    for (int i = 1; i <= m; i++) {
        const double at = i == m ? 1 : lento_mesh_at(s, (double)i / m), h = tau * (at - last);
        if (lento_orbit_stages(o, h, add)) {
            return -1;
        }
        lento_tape_note(o, z);
        *embedded = fmax(*embedded, lento_orbit_error(o, h));
        lento_orbit_add(o, add, h);
        lento_orbit_note(o);
        last = at;
    }
    o->at = tau;
    o->at_low = 0;
    return 0;
}

static int run(lento_solver *s, lento_orbit *o, const double z[], double tau, int times) {
    if (s->adaptive) {
        const double finer = times == RETURN_HALF ? 10 : times == RETURN_TWICE ? 0.1 : 1;
        return run_adaptive(s, o, tau, s->rtol * finer, times == RETURN_HALF ? 1 : times);
    }
    double embedded;
    const int m = times == RETURN_HALF ? (s->m + 1) / 2 : times * s->m;
    if (run_mesh(s, o, z, tau, m, &embedded)) {
        return -1;
    }
    if (times != RETURN_ONCE) {
        return 0;
    }
    s->embedded = embedded;
    if (s->embedded_first > 0 && s->fall_rtol > 0 && embedded > SHARP * s->embedded_first) {
        s->falls++;
        lento_tape_spoil(s);
        lento_orbit_open(s, o, z[s->d], z, s->fall_rtol, true);
        begin(s, z, tau);
        return run_adaptive(s, o, tau, s->fall_rtol, 1);
    }
    return 0;
}

/* along the orbit to the hyperplane through z; the shift in time in *back */
static int land(lento_solver *s, lento_orbit *o, const double z[], const double f0[], double unit,
                double *back) {
    *back = 0;
    for (int round = 0; round < 8; round++) {
        double off = 0, slope = 0, add[ROOM];
        if (lento_orbit_first(o)) {
            return -1;
        }
        for (int i = 0; i < s->d; i++) {
            const double dx = (o->x[i] - z[i]) + o->low[i];
            off += s->weight[i] * f0[i] * (s->angle[i] ? lento_turned(dx) : dx);
            slope += s->weight[i] * f0[i] * o->k[0][i];
        }
        const double h = -off / slope, part = 0.5 * fabs(h) / unit;
        if (!(slope > 0) || !(fabs(*back + h) < 0.15 * s->oscillation)) {
            return lento_solve_lose(s, LOST_RETURN, o->base + o->at);
        }
        const bool short_step = pow(part, 5) / 120 < 0.02 * s->allowed;
        if (short_step ? lento_orbit_rk4(o, h, add) : lento_orbit_stages(o, h, add)) {
            return -1;
        }
        lento_orbit_add(o, add, h);
        *back += h;
        if (fabs(h) < 2e-9 * unit) {
            break;
        }
    }
    return 0;
}

int lento_return(lento_solver *s, const double z[], double tau, double g[], int times) {
    lento_orbit o;
    double f0[ROOM], back = 0;
    tau = length(s, tau);
    lento_orbit_open(s, &o, z[s->d], z, 1, true);
    begin(s, z, tau);
    if (lento_orbit_first(&o)) {
        return -1;
    }
    memcpy(f0, o.k[0], (size_t)s->d * sizeof *f0);
    if (run(s, &o, z, tau, times)) {
        return -1;
    }
    if (s->recording && s->recording->points > 0) {
        if (lento_orbit_first(&o)) {
            return -1;
        }
        lento_tape_note(&o, z);
    }
    const double m = s->adaptive ? 12 : times == RETURN_HALF ? (s->m + 1) / 2 : times * s->m;
    if (s->period == 0 && land(s, &o, z, f0, tau / m, &back)) {
        return -1;
    }
    for (int i = 0; i < s->d; i++) {
        const double dx = (o.x[i] - z[i]) + o.low[i];
        g[i] = s->angle[i] ? lento_turned(dx) : dx;
        if (!isfinite(g[i])) {
            return lento_solve_lose(s, LOST_NOT_FINITE, z[s->d]);
        }
    }
    g[s->d] = tau + back;
    if (s->recording) {
        s->recording->tau = g[s->d];
    }
    return 0;
}
