# SPDX-License-Identifier: MIT
"""A script for SciPy with one import and one keyword changed.

Before: from scipy.integrate import solve_ivp, and rtol=1e-8 instead of tol=1e-6. SciPy needs about four million calls
here and gives no error bar.
"""
import math

from lento import solve_ivp


def van_der_pol(t, y, eps):
    return [y[1] / eps, -y[0] / eps + (1 - y[0] ** 2) * y[1]]


answer = solve_ivp(van_der_pol, (0, 10), [0.3, 0.1], t_eval=[2, 4, 6, 8, 10], args=(1e-4,), tol=1e-5,
                   outputs=lambda t, y: [(y[0] ** 2 + y[1] ** 2) ** 0.5])
print(answer)
amplitude = 2 / math.sqrt(1 + (4 / 0.1 - 1) * math.exp(-10))  # of the averaged equation, good to order eps
assert answer.success and abs(answer.y[0, -1] - amplitude) < 1e-3
