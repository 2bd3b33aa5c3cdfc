# SPDX-License-Identifier: MIT
"""Lento's solve_ivp beside SciPy's DOP853, both with the same right-hand side in Python.

Two oscillators in 2:1 resonance (ariel), t = 3. Run it in an environment that has the package: see docs/python.md.
Error: of the two energies and of the resonant angle's cosine part, against the library's own run at a far smaller
tolerance with the compiled text of the same equations. SciPy runs where it ends in a minute or so (eps >= 1e-4).
"""
import time

import lento
import numpy as np
from scipy.integrate import solve_ivp

START, TIMES = [1.0, 0.0, 1.0, 0.0], [1.0, 2.0, 3.0]
TEXT = """par eps=1e-4
init x1=1, v1=0, x2=1, v2=0
x1' = 2/eps*v1
v1' = -2/eps*x1 + x2^2/2
x2' = v2/eps
v2' = -x2/eps + 2*x1*x2
slow xi1 = x1^2 + v1^2, xi2 = x2^2 + v2^2, theta = x1*(x2^2 - v2^2) + 2*v1*x2*v2
"""


def stellar(t, y, eps):
    x1, v1, x2, v2 = y
    return (2 / eps * v1, -2 / eps * x1 + x2 * x2 / 2, v2 / eps, -x2 / eps + 2 * x1 * x2)


def slow(t, y):
    x1, v1, x2, v2 = y
    return x1 * x1 + v1 * v1, x2 * x2 + v2 * v2, x1 * (x2 * x2 - v2 * v2) + 2 * v1 * x2 * v2


def timed(function):
    begun = time.perf_counter()
    value = function()
    return value, time.perf_counter() - begun


def row(name, eps, error, calls, seconds):
    print(f"{name:<34} {eps:7.0e} {error:9.1e} {calls:10d} {seconds:9.2f} s", flush=True)


def main():
    print(f"{'':<34} {'eps':>7} {'error':>9} {'calls':>10} {'time':>11}")
    ratio = None
    for eps in (1e-4, 1e-6):
        truth = lento.Problem(TEXT).solve(3.0, 1e-9 if eps > 1e-5 else 1e-8, TIMES, eps=eps, max_calls=1e9)
        truth = np.array([truth[name] for name in ("xi1", "xi2", "theta")])
        mine, seconds = timed(lambda: lento.solve_ivp(stellar, (0, 3), START, TIMES, args=(eps,), tol=1e-6, outputs=slow))
        error = np.abs(mine.y - truth).max()
        row("lento, tol 1e-6, bar included", eps, error, mine.nfev, seconds)
        if eps < 1e-4:
            print(f"{'scipy DOP853':<34} {eps:7.0e}   about {mine.plan['forecast_direct']:.0e} calls: not run")
            continue
        for rtol in (1e-8, 1e-9, 1e-10):
            theirs, long = timed(lambda: solve_ivp(stellar, (0, 3), START, "DOP853", TIMES, args=(eps,), rtol=rtol,
                                                   atol=rtol))
            other = np.abs(np.array([slow(0, y) for y in theirs.y.T]).T - truth).max()
            row(f"scipy DOP853, rtol {rtol:.0e}", eps, other, theirs.nfev, long)
            ratio = long / seconds
            if other <= error:
                break
    print(f"lento is {ratio:.0f} times faster at eps = 1e-4")
    return ratio


if __name__ == "__main__":
    raise SystemExit(0 if main() >= 10 else 1)
