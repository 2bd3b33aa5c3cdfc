/* SPDX-License-Identifier: MIT
 *
 * detect_algebra.c - how the detector calls LAPACK: on one thread, and with a second method for
 * the singular value decomposition, because the fast one (divide and conquer) gives up on some
 * matrices with many equal values, which is what exact resonance produces. */
#include <lapacke.h>
#include <string.h>

#include "slow/detect_parts.h"

/* LAPACK may be OpenBLAS, whose threads change the last bits and, on small matrices, waste time. */
#if defined(__ELF__)
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);
#pragma weak openblas_set_num_threads
#pragma weak openblas_get_num_threads

int detect_one_thread(void) {
    if (!openblas_set_num_threads || !openblas_get_num_threads) {
        return 0;
    }
    const int threads = openblas_get_num_threads();
    openblas_set_num_threads(1);
    return threads;
}

void detect_restore_threads(int threads) {
    if (threads > 1 && openblas_set_num_threads) {
        openblas_set_num_threads(threads);
    }
}
#else
int detect_one_thread(void) {
    return 0;
}
void detect_restore_threads(int threads) {
    (void)threads;
}
#endif

int detect_svd(detect *run, int m, int n, double *A, double *sigma, double *U, double *VT) {
    detect_pool pool = {0};
    const size_t least = (size_t)(m < n ? m : n), entries = (size_t)m * (size_t)n;
    const char job = U ? 'S' : 'N';
    const int ldvt = U ? (int)least : 1;
    double *copy = detect_doubles(&pool, (size_t)m, (size_t)n),
           *rest = detect_doubles(&pool, least, 1);
    lapack_int info = -1;
    if (!copy || !rest) {
        detect_release(&pool);
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    memcpy(copy, A, entries * sizeof(double));
    info = LAPACKE_dgesdd(LAPACK_COL_MAJOR, job, m, n, A, m, sigma, U, m, VT, ldvt);
    if (info > 0) {
        info =
            LAPACKE_dgesvd(LAPACK_COL_MAJOR, job, job, m, n, copy, m, sigma, U, m, VT, ldvt, rest);
    }
    detect_release(&pool);
    return info ? detect_fail(run, LENTO_NOT_CONVERGED, "the singular values did not converge") : 0;
}
