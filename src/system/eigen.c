/* SPDX-License-Identifier: MIT
 *
 * eigen.c - the eigenvalues of a real matrix: Householder reflections to Hessenberg form,
 * then QR steps with complex shifts, each a pass of rotations down and back up the active block. */
#include <complex.h>
#include <float.h>
#include <math.h>

#include "system/algebra.h"

enum { MOST_STEPS = 60 }; /* for one eigenvalue */

/* H = Q^T H Q with zeros below the first subdiagonal; v: n numbers */
static void to_hessenberg(int n, double *H, double *v) {
    for (int k = 0; k + 2 < n; k++) {
        double *column = H + (size_t)k * (size_t)n, square = 0;
        for (int i = k + 1; i < n; i++) {
            v[i] = column[i];
            square += v[i] * v[i];
        }
        const double to = v[k + 1] > 0 ? -sqrt(square) : sqrt(square);
        v[k + 1] -= to;
        const double size = -to * v[k + 1];
        if (!(size > 0)) {
            continue;
        }
        for (int j = k; j < n; j++) {
            double *c = H + (size_t)j * (size_t)n;
            double t = 0;
            for (int i = k + 1; i < n; i++) {
                t += v[i] * c[i];
            }
            for (int i = k + 1; i < n; i++) {
                c[i] -= t / size * v[i];
            }
        }
        for (int i = 0; i < n; i++) {
            double t = 0;
            for (int j = k + 1; j < n; j++) {
                t += H[i + j * n] * v[j];
            }
            for (int j = k + 1; j < n; j++) {
                H[i + j * n] -= t / size * v[j];
            }
        }
    }
}

/* the eigenvalue of the last 2 x 2 block that is nearer to its last entry */
static double complex shift_of(double complex a, double complex b, double complex c,
                               double complex d) {
    const double complex half = (a - d) / 2, root = csqrt(half * half + b * c);
    const double complex far = cabs(half + root) > cabs(half - root) ? half + root : half - root;
    return cabs(far) > 0 ? d - b * c / far : d;
}

/* one step on the rows and columns first..last: H - shift = Q R, H = R Q + shift */
static void qr_step(int n, double complex *H, int first, int last, double complex shift,
                    double complex *turn) {
    for (int i = first; i <= last; i++) {
        H[i + i * n] -= shift;
    }
    for (int k = first; k < last; k++) {
        const double complex a = H[k + k * n], b = H[k + 1 + k * n];
        const double length = hypot(cabs(a), cabs(b));
        const double complex c = length > 0 ? a / length : 1, s = length > 0 ? b / length : 0;
        turn[2 * k] = c;
        turn[2 * k + 1] = s;
        for (int j = k; j <= last; j++) {
            const double complex x = H[k + j * n], y = H[k + 1 + j * n];
            H[k + j * n] = conj(c) * x + conj(s) * y;
            H[k + 1 + j * n] = c * y - s * x;
        }
    }
    for (int k = first; k < last; k++) {
        const double complex c = turn[2 * k], s = turn[2 * k + 1];
        for (int i = first; i <= k + 1; i++) {
            const double complex x = H[i + k * n], y = H[i + (k + 1) * n];
            H[i + k * n] = c * x + s * y;
            H[i + (k + 1) * n] = conj(c) * y - conj(s) * x;
        }
    }
    for (int i = first; i <= last; i++) {
        H[i + i * n] += shift;
    }
}

size_t lento_eigen_room(int n) {
    return 3 * (size_t)n * (size_t)n + 5 * (size_t)n;
}

bool lento_eigenvalues(int n, const double *L, double re[], double im[], double *work) {
    const size_t size = (size_t)n * (size_t)n;
    double complex *H = (double complex *)work, *turn = H + size;
    double square = 0;
    work += 2 * size + 4 * (size_t)n;
    for (size_t i = 0; i < size; i++) {
        work[i] = L[i];
        square += L[i] * L[i];
    }
    const double norm = sqrt(square);
    bool done = isfinite(norm);
    to_hessenberg(n, work, work + size);
    for (int i = 0; done && i < (int)size; i++) {
        H[i] = i % n <= i / n + 1 ? work[i] : 0;
    }
    int last = n - 1, step = 0;
    while (done && last >= 0) {
        int first = last;
        for (; first > 0; first--) {
            const double beside = cabs(H[first + first * n]) + cabs(H[first - 1 + (first - 1) * n]);
            if (!(cabs(H[first + (first - 1) * n]) > DBL_EPSILON * (beside > 0 ? beside : norm))) {
                break;
            }
        }
        if (first == last) {
            re[last] = creal(H[last + last * n]);
            im[last] = cimag(H[last + last * n]);
            last--;
            step = 0;
            continue;
        }
        const double complex corner = H[last + last * n], below = H[last + (last - 1) * n];
        const double complex shift =
            step % 10 == 9
                ? corner + cabs(below) /* a new start where steps go in a circle */
                : shift_of(H[last - 1 + (last - 1) * n], H[last - 1 + last * n], below, corner);
        qr_step(n, H, first, last, shift, turn);
        done = ++step < MOST_STEPS;
    }
    return done;
}
