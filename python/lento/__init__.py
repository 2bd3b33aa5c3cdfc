# SPDX-License-Identifier: MIT
"""Lento: the slow motion of fast systems.

    import lento
    answer = lento.solve_ivp(fun, (0, 10), y0, tol=1e-6)     # SciPy's shape; nothing to choose but the tolerance
    answer.t, answer.y, answer.bar                           # values with an error bar, or answer.message says why not

    problem = lento.Problem("pendulum.ode")                  # a text problem, or the name of a built-in one
    problem.solve(until=10, omega=1e6)                       # the same with its own columns
    lento.run("kapitza", scheme="async", steps=240, omega=1e8)
    lento.compare("kapitza", omega=1e4)                      # several methods, error and work side by side
    lento.sweep("kapitza", {"most": "max(Q)"}, omega=("log", 1e3, 1e6, 7), v=(3, 5, 5))
"""
from ._compare import compare
from ._library import LentoError, version
from ._problem import Problem, problems, run
from ._solve import solve_ivp
from ._sweep import sweep

__all__ = ["LentoError", "Problem", "compare", "problems", "run", "solve_ivp", "sweep", "version"]
__version__ = version()
