# SPDX-License-Identifier: MIT
"""What a call of a compiled right-hand side costs when the run is started from Python.

A numba cfunc, a ctypes function and an address all reach the library as one C pointer; this takes an address from a small
C file. The same runs are started from C and from Python in one process, in turns, and the least processor time of each
counts: their difference per call is what Python adds. The bare loop calls the function alone. Needs a C compiler and the
package (docs/python.md); exit 1 if Python adds more than 40 ns per call.
"""
import ctypes
import subprocess
import tempfile
import time
from pathlib import Path

import lento
import numpy as np
from lento import _layout as c
from lento._library import library

LIMIT, ROUNDS, BARE = 40.0, 9, 10 ** 7
SOURCE = """
int field(double t, const double *y, double *d, void *p) {
    const double *e = p;
    (void)t;
    d[0] = 2 / *e * y[1];
    d[1] = -2 / *e * y[0] + y[2] * y[2] / 2;
    d[2] = y[3] / *e;
    d[3] = -y[2] / *e + 2 * y[0] * y[2];
    return 0;
}
double bare(int (*f)(double, const double *, double *, void *), long n, double *p) {
    double y[4] = {1, 0, 1, 0}, d[4], sum = 0;
    for (long i = 0; i < n; i++) {
        f(0, y, d, p);
        y[0] = 1 + 1e-18 * d[1];
        sum += d[1];
    }
    return sum;
}
int run(int (*solve)(void *, const void *, const double *, const void *), void *answer, const void *system,
        const double *start, const void *options) {
    return solve(answer, system, start, options);
}
"""


def best(*functions):
    """The least processor time of each, in nanoseconds; they take turns."""
    least = [float("inf")] * len(functions)
    for _ in range(ROUNDS):
        for i, function in enumerate(functions):
            begun = time.process_time_ns()
            function()
            least[i] = min(least[i], time.process_time_ns() - begun)
    return least


def from_c(module, eps, until, tol):
    """The run as C starts it: all structs are made before; returns its calls."""
    start, times = np.array([1.0, 0, 1, 0]), np.linspace(0, until, 101)
    parameter = np.array([eps])
    system = c.lento_system(order=1, size=4, field=ctypes.cast(module.field, ctypes.c_void_p).value,
                            params=parameter.ctypes.data)
    options = c.lento_solve_options(until=until, tolerance=tol, samples=101, times=times.ctypes.data, dense=True)

    def run():
        answer = c.lento_answer()
        module.run(library.lento_solve, ctypes.byref(answer), ctypes.byref(system), ctypes.c_void_p(start.ctypes.data),
                   ctypes.byref(options))
        calls = answer.calls
        library.lento_answer_free(ctypes.byref(answer))
        return calls, times, parameter  # they live as long as this function

    return run


def main():
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "field.c"
        source.write_text(SOURCE)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", source.with_suffix(".so"), source], check=True)
        module = ctypes.CDLL(str(source.with_suffix(".so")))
        module.bare.restype = ctypes.c_double
        address = ctypes.cast(module.field, ctypes.c_void_p).value
        parameter = (ctypes.c_double * 1)(1e-4)
        alone, = best(lambda: module.bare(module.field, ctypes.c_long(BARE), parameter))
        print(f"bare loop in C: {alone / BARE:.1f} ns per call")
        print(f"{'':<18}{'calls':>9} {'from C':>12} {'from Python':>12} {'difference':>11}   ns per call")
        for name, eps, until, tol in (("averaged, 1e-4", 1e-4, 3.0, 1e-6), ("averaged, 1e-6", 1e-6, 3.0, 1e-6),
                                      ("direct", 1e-2, 3.0, 1e-6)):
            run = from_c(module, eps, until, tol)
            calls = run()[0]

            def python():
                answer = lento.solve_ivp(address, (0, until), [1.0, 0, 1, 0], args=(eps,), tol=tol, outputs="statistics")
                assert answer.nfev == calls, (answer.nfev, calls)

            mine, theirs = (least / calls for least in best(run, python))
            print(f"{name:<18}{calls:>9} {mine:>12.1f} {theirs:>12.1f} {theirs - mine:>11.1f}")
            worst = max(worst, theirs - mine)
    print(f"Python adds at most {worst:.1f} ns per call; the limit is {LIMIT:g}")
    return worst


if __name__ == "__main__":
    raise SystemExit(0 if main() <= LIMIT else 1)
