/* SPDX-License-Identifier: MIT
 *
 * kernel.c - the weights of a micro window. A kernel K lives on [-1, 1]; on a window of 2m micro steps the
 * weight of node k is K(k/m) (trapezoid, half weight at the ends), normalised so that the weights sum to one
 * (card fredbo 3: an unnormalised sum was the thesis's error floor).
 *
 *     exp1  exp(5/(x^2-1))      (calvo 2.12, sanzserna)     exp2  exp((5/4)/(x^2-1))   (ariel 7.4)
 *     box, triangle, spline, cosine                          poly-P-Q  K^{P,Q} = (1-x^2)^{Q+1} x even polynomial
 *     oneside-P-Q  one-sided, moments 1..P about the start vanish (ariel C1)
 *
 * K^{P,Q} has P vanishing moments and Q continuous derivatives at the ends. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "average/kernel.h"
#include "system/algebra.h"
#include "system/ticker.h"

enum { MAX_MOMENTS = 9, MAX_SMOOTH = 20 };

/* exponents in quarters: exp1 has 5, exp2 has 5/4 */
static double exponential(double x, const int p[]) {
    return fabs(x) < 1 ? exp(p[0] / 4.0 / (x * x - 1)) : 0;
}
static double box(double x, const int p[]) {
    return fabs(x) <= 1 ? 1 : 0;
}
static double triangle(double x, const int p[]) {
    return fabs(x) < 1 ? 1 - fabs(x) : 0;
}
/* the cubic B-spline: four boxes convolved */
static double spline(double x, const int p[]) {
    (void)p;
    const double u = 2 * fabs(x), v = fmax(2 - u, 0);
    return u < 1 ? (4 - 6 * u * u + 3 * u * u * u) / 6 : v * v * v / 6;
}
static double cosine(double x, const int p[]) {
    return fabs(x) < 1 ? (1 + cos(LENTO_TWO_PI / 2 * x)) / 2 : 0;
}

/* derivatives, for averages of the form K' xi (ariel 5.3) */
static double exponential_slope(double x, const int p[]) {
    const double strength = p[0] / 4.0, y = x * x - 1;
    return y < 0 ? -2 * strength * x / (y * y) * exp(strength / y) : 0;
}
static double cosine_slope(double x, const int p[]) {
    return fabs(x) < 1 ? -LENTO_TWO_PI / 4 * sin(LENTO_TWO_PI / 2 * x) : 0;
}

/* Beta function B(x, n) for a positive integer n: (n-1)! / (x (x+1) ... (x+n-1)) */
static double beta_function(double x, int n) {
    double value = 1 / x;
    for (int k = 1; k < n; k++) {
        value *= k / (x + k);
    }
    return value;
}

/* coefficients c_j of K^{P,Q}: sum_j B(i+j+1/2, Q+2) c_j = delta_i0 (ariel C1) */
static void poly_coefficients(const int p[], double c[]) {
    const int n = (p[0] + 1) / 2;
    double a[MAX_MOMENTS * MAX_MOMENTS];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            a[i * n + j] = beta_function(i + j + 0.5, p[1] + 2);
        }
        c[i] = i == 0 ? 1 : 0;
    }
    lento_gauss(n, a, c);
}

static double poly(double x, const int p[]) {
    if (fabs(x) >= 1) {
        return 0;
    }
    double c[MAX_MOMENTS];
    poly_coefficients(p, c);
    double sum = 0;
    for (int j = (p[0] + 1) / 2 - 1; j >= 0; j--) {
        sum = sum * x * x + c[j];
    }
    return pow(1 - x * x, p[1] + 1) * sum;
}

static double poly_slope(double x, const int p[]) {
    if (fabs(x) >= 1) {
        return 0;
    }
    double c[MAX_MOMENTS];
    poly_coefficients(p, c);
    double sum = 0, slope = 0; /* S(x^2) and S'(x^2) */
    for (int j = (p[0] + 1) / 2 - 1; j >= 0; j--) {
        slope = slope * x * x + sum;
        sum = sum * x * x + c[j];
    }
    const double y = 1 - x * x;
    return 2 * x * pow(y, p[1]) * (y * slope - (p[1] + 1) * sum);
}

/* One-sided weights on nodes 0..m of a forward run: s = -1 + 2k/m, (1-s^2)^{Q+1} sum_j c_j u^j with u = k/m,
 * the discrete moments about the start exact: sum w = 1, sum w u^nu = 0 for nu = 1..P. */
static int oneside_weights(int m, const int p[], double w[]) {
    const int n = p[0] + 1;
    double a[MAX_MOMENTS * MAX_MOMENTS], c[MAX_MOMENTS];
    memset(a, 0, sizeof a);
    for (int k = 0; k <= m; k++) {
        const double u = (double)k / m, window = pow(4 * u * (1 - u), p[1] + 1);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i * n + j] += window * pow(u, i + j);
            }
        }
    }
    for (int i = 0; i < n; i++) {
        c[i] = i == 0 ? 1 : 0;
    }
    if (lento_gauss(n, a, c)) {
        return -1;
    }
    for (int k = 0; k <= m; k++) {
        const double u = (double)k / m;
        double sum = 0;
        for (int j = n - 1; j >= 0; j--) {
            sum = sum * u + c[j];
        }
        w[k] = pow(4 * u * (1 - u), p[1] + 1) * sum;
    }
    return 0;
}

static int point_weights(int m, const int p[], double w[]) {
    for (int k = 0; k <= m; k++) {
        w[k] = k == 0 ? 1 : 0;
    }
    return 0;
}

static const lento_kernel KERNELS[] = {
    {.name = "box",
     .doc = "constant over one period; half windows of even forcing only",
     .paper = "calvo",
     .value = box,
     .periods = 1,
     .needs_half = true},
    {.name = "triangle",
     .doc = "two boxes convolved, over two periods; no symmetry needed",
     .paper = "calvo",
     .value = triangle,
     .periods = 2},
    {.name = "spline",
     .doc = "four boxes convolved, over four periods; micro runs that move",
     .paper = "all",
     .value = spline,
     .periods = 4},
    {.name = "cosine",
     .doc = "(1 + cos pi x)/2 over two periods; bounded rates and even forcing only",
     .paper = "fredbo",
     .value = cosine,
     .periods = 2,
     .simple_zero = true,
     .slope = cosine_slope},
    {.name = "exp1",
     .doc = "exp(5/(x^2-1)); needs 40 periods at large frequencies",
     .paper = "calvo",
     .fixed = 20,
     .value = exponential,
     .periods = 40,
     .slope = exponential_slope},
    {.name = "exp2",
     .doc = "exp((5/4)/(x^2-1))",
     .paper = "ariel",
     .fixed = 5,
     .value = exponential,
     .periods = 40,
     .slope = exponential_slope},
    {.name = "poly",
     .doc = "poly-P-Q: P vanishing moments (1, 3, 5 or 7), Q smooth derivatives (0 to 20); "
            "e.g. poly-1-8",
     .paper = "ariel",
     .parameters = 2,
     .value = poly,
     .periods = 40 / 3.14159265358979,
     .slope = poly_slope},
    {.name = "oneside",
     .doc = "oneside-P-Q: poly-P-Q for forward windows, P from 1 to 8, Q from 0 to 20; e.g. "
            "oneside-3-8",
     .paper = "ariel",
     .parameters = 2,
     .weights = oneside_weights,
     .periods = 40 / 3.14159265358979,
     .one_sided = true},
    {.name = "point",
     .doc = "no window: the rate at one point, for slow variables that close exactly",
     .paper = "fredbo",
     .weights = point_weights,
     .point = true},
    {.name = "kaiser",
     .doc = "Kaiser window with zero second moment and automatic width (scheme stiff)",
     .paper = "sanzserna",
     .filter = true},
    {.name = "notch",
     .doc = "double zero at one known fast frequency: 5 forces per average (scheme stiff)",
     .paper = "sanzserna",
     .filter = true,
     .zeros = 2},
    {.name = "notch7",
     .doc = "the same with a zero at twice the frequency: 7 forces (scheme stiff)",
     .paper = "sanzserna",
     .filter = true,
     .zeros = 3},
};
enum { KERNEL_COUNT = sizeof KERNELS / sizeof KERNELS[0] };

size_t lento_kernels(lento_entry list[], size_t room) {
    for (size_t i = 0; list && i < KERNEL_COUNT && i < room; i++) {
        list[i] = (lento_entry){KERNELS[i].name, KERNELS[i].doc, KERNELS[i].paper, 0};
    }
    return KERNEL_COUNT;
}

/* "-P-Q" with P odd for poly; false if malformed */
static bool parse_pair(const char *text, bool one_sided, int p[2]) {
    for (int i = 0; i < 2; i++) {
        char *end;
        if (*text != '-' || text[1] < '0' || text[1] > '9') {
            return false;
        }
        const long value = strtol(text + 1, &end, 10);
        p[i] = value < 1000 ? (int)value : 1000; /* more than any kernel has */
        text = end;
    }
    const bool odd = p[0] % 2 == 1;
    return *text == '\0' && p[0] >= 1 && p[0] < MAX_MOMENTS && p[1] >= 0 && p[1] <= MAX_SMOOTH &&
           (odd || one_sided);
}

const lento_kernel *lento_kernel_find(const char *name, int p[2]) {
    for (int i = 0; i < KERNEL_COUNT; i++) {
        const lento_kernel *k = &KERNELS[i];
        const size_t n = strlen(k->name);
        if (strncmp(name, k->name, n) != 0) {
            continue;
        }
        p[0] = k->fixed;
        if (k->parameters == 0 ? name[n] == '\0' : parse_pair(name + n, k->one_sided, p)) {
            return k;
        }
    }
    return NULL;
}

double lento_kernel_constant(const lento_kernel *kernel, const int p[]) {
    enum {
        N = 4000
    }; /* the trapezoid converges faster than any power for the exponential kernels */
    double sum = 0;
    for (int k = -N; k <= N; k++) {
        sum += kernel->value((double)k / N, p) * (k == -N || k == N ? 0.5 : 1);
    }
    return N / sum;
}

int lento_kernel_fill(const lento_kernel *kernel, const int p[], int m, bool raw, double w[]) {
    if (kernel->weights) {
        return kernel->weights(m, p, w);
    }
    double sum = 0;
    for (int k = 0; k <= m; k++) {
        w[k] = kernel->value((double)k / m, p) * (k == m ? 0.5 : 1);
        sum += k == 0 ? w[k] : 2 * w[k];
    }
    const double factor = raw ? lento_kernel_constant(kernel, p) / m : 1 / sum;
    for (int k = 0; k <= m; k++) {
        w[k] *= factor;
    }
    return 0;
}

int lento_kernel_fill_slope(const lento_kernel *kernel, const int p[], int m, double w[]) {
    if (!kernel->slope) {
        return -1;
    }
    const double factor = -lento_kernel_constant(kernel, p) / m;
    for (int k = 0; k <= m; k++) {
        w[k] = factor * kernel->slope((double)k / m, p); /* ariel C1: K'*xi; 0 at the end */
    }
    return 0;
}

int lento_kernel_weights(const char *kernel, int m, double weights[]) {
    if (!kernel || !weights) {
        return -1;
    }
    int p[2] = {0, 0};
    const lento_kernel *k = lento_kernel_find(kernel, p);
    if (!k || k->filter || m < 1) {
        return -1;
    }
    return lento_kernel_fill(k, p, m, false, weights);
}

double lento_residual(const double weights[], int m, double phi) {
    if (!weights) {
        return NAN;
    }
    double sum = weights[0];
    for (int k = 1; k <= m; k++) {
        sum += 2 * weights[k] * cos(k * phi);
    }
    return sum;
}
