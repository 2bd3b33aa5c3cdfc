/* SPDX-License-Identifier: MIT
 *
 * roots.c - the roots of the nutation cubic of a Lagrange top, in a form that survives (bodack B5).
 *
 * The height u of the axis moves in u'^2 = 2(H - c^2/2 - pu)(1-u^2) - (l - cu)^2, l = m3, between
 * the roots u1 <= u2 <= 1 <= u3. Fast tops, starts near a pole and motions near the separatrix make
 * differences of them tiny, so every distance is taken once: from the start (W = u0 - u), from a
 * pole, or from one of the products
 *     (1-u1)(1-u2)(u3-1) = (l-c)^2/2p,   (1+u1)(1+u2)(1+u3) = (l+c)^2/2p. */
#include "top/roots.h"

#include <math.h>

#include "top/vector.h"

void lento_top_orbit_of(double p, const double q[4], const double m[3], lento_top_orbit *orbit) {
    lento_top_orbit o = {.p = p};
    o.below = 2 * (q[0] * q[0] + q[3] * q[3]);
    o.above = 2 * (q[1] * q[1] + q[2] * q[2]);
    o.a[0] = 2 * (q[1] * q[3] + q[0] * q[2]);
    o.a[1] = 2 * (q[2] * q[3] - q[0] * q[1]);
    o.a[2] = 0.5 * (o.below - o.above);
    lento_scale_to(1, m, o.m);
    double across = m[0] * o.a[0] + m[1] * o.a[1];
    o.c = across + m[2] * o.a[2];
    o.sum = across + m[2] * o.below;
    o.difference = m[2] * o.above - across;
    lento_cross(m, o.a, o.X);
    o.x0 = lento_dot(o.X, o.X);
    o.s2 = o.a[0] * o.a[0] + o.a[1] * o.a[1];
    *orbit = o;
}

/* f(W) = -2p W^3 + f[2] W^2 + f[1] W + f[0] = u'^2 */
static double cubic(double p, const double f[3], double W) {
    return ((-2 * p * W + f[2]) * W + f[1]) * W + f[0];
}

/* The lowest root W3 = u0 - u3: left of it f falls and is convex, so Newton climbs to it. The
 * start is below because W1 + W2 <= 2 (1 + u0). */
static double lowest_root(double p, double u0, const double f[3]) {
    double W = f[2] / (2 * p) - 2 * u0 - 2;
    for (int i = 0; i < 2000; i++) {
        double slope = (-6 * p * W + 2 * f[2]) * W + f[1];
        double step = -cubic(p, f, W) / slope;
        if (!isfinite(step) || (step <= 0 && i > 1) || W + step == W) {
            break;
        }
        W += step;
    }
    return W;
}

/* W1 <= 0 <= W2 from the quadratic W^2 + bW + e that is left (fredbo A2). Where W3 and W1 nearly
 * meet, W3 is known to half the digits only; its error goes into W1 alone. */
static void inner_roots(double p, const double f[3], double W3, double *W1, double *W2) {
    double e = f[0] / (2 * p * W3), b = (e + f[1] / (2 * p)) / W3;
    double r = -0.5 * (b + copysign(sqrt(fmax(b * b - 4 * e, 0)), b));
    double other = r == 0 ? 0 : e / r;
    *W1 = fmin(fmin(r, other), 0);
    *W2 = fmax(fmax(r, other), 0);
}

/* d2 = 1 - u2 and g3 = u3 - 1: the larger one directly, the other from their product. Directly
 * means from the start if that is near the top or the roots are well apart (errors eps
 * above^2/gap), otherwise from the sum of the roots, which gives d2 - g3 with an error eps. */
static void split_at_top(const lento_top_orbit *o, double W3, lento_top_roots *r) {
    double p = o->p, d2 = fmax(o->above + r->W1, 0), g3 = fmax(-W3 - o->above, 0);
    double product = o->difference * o->difference / (2 * p * (o->above + r->W2));
    bool from_start = o->above * o->above <= r->W1 - W3;
    if (!from_start) {
        double t = 2 - r->W2 - lento_dot(o->m, o->m) / (2 * p);
        double larger = 0.5 * (sqrt(t * t + 4 * product) + fabs(t));
        d2 = t > 0 ? larger : 0;
        g3 = t > 0 ? 0 : larger;
    }
    if (d2 > g3) {
        g3 = product / d2;
    } else if (g3 > 0) {
        d2 = product / g3;
    }
    if (!from_start && d2 + g3 < 0.1 * (r->W2 - r->W1 + d2 + g3)) {
        r->W1 = fmin(d2 - o->above, 0);
    }
    r->from_top = d2;
    r->beyond = g3;
}

void lento_top_roots_of(const lento_top_orbit *orbit, lento_top_roots *roots) {
    const lento_top_orbit *o = orbit;
    double p = o->p, u0 = o->a[2], y0 = o->a[0] * o->X[1] - o->a[1] * o->X[0];
    const double f[3] = {o->X[2] * o->X[2], 2 * p * o->s2 + 2 * o->x0 * u0 - 2 * y0 * o->c,
                         4 * p * u0 - o->x0 - o->c * o->c};
    double W3 = lowest_root(p, u0, f);
    inner_roots(p, f, W3, &roots->W1, &roots->W2);
    split_at_top(o, W3, roots);
    roots->range = roots->W2 - roots->W1;
    roots->gap = roots->from_top + roots->beyond;
    roots->lowest_from_top = o->above + roots->W2;
    roots->highest_from_bottom = o->below - roots->W1;
    double product = o->sum * o->sum / (2 * p * (2 + roots->beyond)); /* (1+u1)(1+u2) */
    double range = roots->range;
    roots->from_bottom =
        product > 0 ? 2 * product / (range + sqrt(range * range + 4 * product)) : 0;
}
