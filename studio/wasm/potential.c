/* SPDX-License-Identifier: MIT
 *
 * potential.c - the effective potential of a Lagrange top (bodack, section 0), for the diagram in
 * which a dot rolls in a valley below a line.
 *
 * With the axis a at the angle theta from the vertical, scaled units, l = <m, e3>, c = <m, a>:
 *     E = theta'^2/2 + V(theta),   V = p cos theta + (l - c cos theta)^2 / (2 sin^2 theta).
 * With b the unit vector across a in the vertical plane and n = b x a, the quotient is <m, b> and
 * theta' is <m, n>, so V of a state never exceeds its E. Near the poles l - c cos theta is taken
 * from l - c = <m, e3 - a> or l + c = <m, e3 + a>, whose third components do not cancel. */
#include <math.h>

#include "studio.h"

#define PI        3.14159265358979323846
#define HEADROOM  1.5  /* the curve is drawn up to this many depths of the valley above E */
#define SHALLOW   1e-6 /* below that depth the valley is a point, and the curve is drawn */
#define OUTLOOK   0.5  /* up to this height above it */
#define BISECTION 60

typedef struct valley {
    double pull, c, minus, plus;   /* p, <m, a>, l - c, l + c */
    double height, level;          /* V and E of the state */
    double theta, highest, lowest; /* angle of the axis: now, and its turning points */
} valley;

static double dot(const double x[3], const double y[3]) {
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static double potential(const valley *v, double theta) {
    const double h = sin(theta / 2), k = cos(theta / 2), s = 2 * h * k;
    const double d = theta < PI / 2 ? v->minus + 2 * v->c * h * h : v->plus - 2 * v->c * k * k;
    const double wall = d == 0 ? 0 : d / s;
    return v->pull * cos(theta) + wall * wall / 2;
}

/* m and the unit axis a, both scaled. */
static valley valley_of(double pull, const double m[3], const double a[3]) {
    const double s = hypot(a[0], a[1]), u = a[2];
    const double up = u > 0 ? s * s / (1 + u) : 1 - u; /* 1 - u */
    const double down = u < 0 ? s * s / (1 - u) : 1 + u;
    valley v = {.pull = pull, .c = dot(m, a), .theta = atan2(s, u)};
    v.minus = dot(m, (const double[]){-a[0], -a[1], up});
    v.plus = dot(m, (const double[]){a[0], a[1], down});
    double across = 0, rate = hypot(m[0], m[1]); /* on the vertical all of it is theta' */
    if (s > 0) {
        across = dot(m, (const double[]){-u * a[0] / s, -u * a[1] / s, s}); /* <m, b> */
        rate = (m[1] * a[0] - m[0] * a[1]) / s;                             /* <m, n> */
    }
    v.height = pull * u + across * across / 2;
    v.level = v.height + rate * rate / 2;
    return v;
}

/* Where V, seen from a turning point towards a pole, has risen to the ceiling; the pole if it does
 * not. */
static double edge(const valley *v, double from, double pole, double ceiling) {
    if (potential(v, pole) <= ceiling) {
        return pole;
    }
    double inside = from, outside = pole;
    for (int i = 0; i < BISECTION; i++) {
        const double middle = (inside + outside) / 2;
        if (potential(v, middle) <= ceiling) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    return inside;
}

static int sample(const valley *v, double from, double to, int n, int at) {
    for (int i = 0; i < n; i++, at++) {
        const double theta = from + (to - from) * i / (n - 1);
        studio_block[2 * at] = theta;
        studio_block[2 * at + 1] = potential(v, theta);
    }
    return at;
}

/* In: a start, as the body is shown. Out: 3 n pairs theta, V with theta ascending (left of the
 * turning points, between them, right of them), then V, E and theta of it and both turning points.
 * Refused where no potential of one angle exists. */
STUDIO_EXPORT(shape_potential) int shape_potential(int n) {
    lento_top top;
    double state[LENTO_TOP_STATE], a[3], m[3];
    if (studio_read_top(&top, state)) {
        return -1;
    }
    if (top.kind != LENTO_TOP_LAGRANGE) {
        return studio_refuse("Only a Lagrange top has an effective potential of one angle.");
    }
    lento_top_centre(&top, state, a);
    const double arm = sqrt(dot(a, a));
    if (arm == 0) {
        return studio_refuse("The body is held at its centre of mass: gravity does not turn it, so "
                             "there is no potential. Its axis goes round m at a constant angle.");
    }
    for (int i = 0; i < 3; i++) {
        a[i] /= arm;
        m[i] = state[4 + i] / top.transverse;
    }
    valley v = valley_of(top.pull, m, a);
    lento_top_exact exact;
    const bool solved = !lento_top_exact_setup(&top, state, &exact);
    v.highest = solved ? fmin(v.theta, acos(fmax(-1, fmin(1, exact.highest)))) : v.theta;
    v.lowest = solved ? fmax(v.theta, acos(fmax(-1, fmin(1, exact.lowest)))) : v.theta;
    double bottom = v.height;
    for (int i = 0; i <= n; i++) {
        bottom = fmin(bottom, potential(&v, v.highest + (v.lowest - v.highest) * i / n));
    }
    const double depth = v.level - bottom, scale = fmax(fabs(v.level), fabs(v.pull));
    const double ceiling = v.level + (depth > SHALLOW * scale ? HEADROOM * depth : OUTLOOK);
    const double left = edge(&v, v.highest, 0, ceiling), right = edge(&v, v.lowest, PI, ceiling);
    const double head[] = {v.height, v.level, v.theta, v.highest, v.lowest};
    const int values = (int)(sizeof head / sizeof head[0]);
    if (n < 2 || 6 * n + values > STUDIO_BLOCK) {
        return studio_refuse("So many points of the curve find no room.");
    }
    int at = sample(&v, left, v.highest, n, 0);
    at = sample(&v, v.highest, v.lowest, n, at);
    at = sample(&v, v.lowest, right, n, at);
    for (int i = 0; i < values; i++) {
        studio_block[2 * at + i] = head[i];
    }
    return 0;
}
