# SPDX-License-Identifier: MIT
"""solve_ivp in SciPy's shape: a right-hand side, a span, a start and a tolerance; nothing else to choose."""
import ctypes
import math

import numpy as np

from . import _events
from . import _layout as c
from ._library import Calls, LentoError, library
from ._problem import Problem
from ._result import Solution, kept

FIELD = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
RATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p,
                        ctypes.c_void_p, ctypes.c_void_p)
COLUMN = ctypes.CFUNCTYPE(None, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
ROWS = 101
KNOWN = {"method": "Lento chooses the method", "rtol": "use tol, the error of the answer",
         "atol": "use tol, the error of the answer relative to the largest value of each column",
         "max_step": "Lento chooses its steps", "first_step": "Lento chooses its steps",
         "vectorized": "the right-hand side is called for one state at a time", "jac": "it is not needed",
         "min_step": "Lento chooses its steps"}


class Views:
    """Numpy views of memory that the library hands to callbacks; made once per address."""

    def __init__(self, n):
        self.kind = ctypes.c_double * n
        self.seen = {}

    def __call__(self, address):
        view = self.seen.get(address)
        if view is None:
            view = self.seen[address] = np.frombuffer(self.kind.from_address(address))
        return view


def _put(view, value, what):
    """What a callback returned, into the memory of the library: as many numbers, and real ones."""
    try:
        count = len(value)
    except TypeError:
        if value is None:
            raise TypeError(f"{what} returned nothing; it must return {len(view)} numbers") from None
        count = 1
    if count != len(view):
        raise ValueError(f"{what} returned {count} numbers instead of {len(view)}")
    if value.__class__ is np.ndarray and value.dtype.kind == "c":
        raise TypeError(f"{what} returned complex numbers; give real and imaginary parts as numbers of their own")
    view[:] = value


def _address(fun):
    """The address of a compiled right-hand side, or None: int f(double t, const double *x, double *dxdt, void *)."""
    if isinstance(fun, int) and not isinstance(fun, bool):
        return fun
    if isinstance(fun, ctypes._CFuncPtr):
        return ctypes.cast(fun, ctypes.c_void_p).value
    address = getattr(fun, "address", None)  # numba.cfunc
    return address if isinstance(address, int) else None


def _phase(phase, start):
    """The declared forcing: frequency, or (frequency, phase at t = 0)."""
    frequency, at_zero = phase if isinstance(phase, (tuple, list)) else (phase, 0.0)
    scale = c.lento_scale(frequency=float(frequency), forced=True,
                          phase=math.fmod(float(at_zero) + float(frequency) * start, 2 * math.pi))
    fast = c.lento_fast(count=1)
    fast.scale[0] = scale
    return fast


def _system(fun, n, args, span, phase, calls):
    """A lento_system around fun, and what must live as long as it."""
    start, sign = span[0], 1.0 if span[1] > span[0] else -1.0
    system = c.lento_system(order=1, size=n)
    address = _address(fun)
    if address is not None:
        if start != 0 or sign < 0 or phase is not None:
            raise ValueError("a compiled right-hand side needs a span that starts at 0 and no phase")
        data = np.ascontiguousarray(args, dtype=float) if len(args) else None
        system.field, system.params = address, data.ctypes.data if data is not None else None
        return system, [fun, data]
    if not callable(fun):
        raise TypeError("fun must be a function, a compiled function, its address, or a problem as text")
    views = Views(n)
    if phase is None:
        def field(t, x, dxdt, params):
            view = views(dxdt)
            _put(view, fun(start + sign * t, views(x).copy(), *args), "fun")
            if sign < 0:
                np.negative(view, out=view)
            return 0

        system.field = calls.guard(FIELD, field)
        return system, []
    if sign < 0:
        raise ValueError("a span that runs backwards has no phase")
    fast = _phase(phase, start)
    angle = ctypes.c_double.from_address

    def rate(t, phases, x, v, dxdt, params):
        _put(views(dxdt), fun(start + t, views(x).copy(), angle(phases).value, *args), "fun")
        return 0

    system.rate = calls.guard(RATE, rate)
    system.fast = ctypes.addressof(fast)
    return system, [fast]


def _outputs(outputs, n, start, span, options, calls):
    """Columns of the answer: the state itself, its statistics, or a function of it; their names."""
    sign = 1.0 if span[1] > span[0] else -1.0
    names = [f"y{i + 1}" for i in range(n)]
    if outputs == "statistics":
        return [f"{kind}({name})" for kind in ("mean", "min", "max", "rms") for name in names], True
    if outputs is None:
        size = n * ctypes.sizeof(ctypes.c_double)

        def copy(t, phases, state, columns, user):
            ctypes.memmove(columns, state, size)

        options.column, options.columns = calls.guard(COLUMN, copy, None), n
        return names, False
    if not callable(outputs):
        raise TypeError('outputs must be None (the state), "statistics", or a function of t and y')
    count = len(np.atleast_1d(outputs(span[0], np.array(start))))
    views, shown = Views(n), Views(count)

    def column(t, phases, state, columns, user):
        _put(shown(columns), outputs(span[0] + sign * t, views(state).copy()), "outputs")

    options.column, options.columns = calls.guard(COLUMN, column, None), count
    return [f"out{i + 1}" for i in range(count)], False


def _times(t_eval, span):
    """Times of the rows since the start of the span."""
    length = abs(span[1] - span[0])
    if t_eval is None:
        return np.linspace(0, length, ROWS)
    times = np.asarray(t_eval, dtype=float)
    if times.ndim != 1 or times.size == 0:
        raise ValueError("t_eval must be a list of times")
    times = (times - span[0]) * (1 if span[1] > span[0] else -1)
    if np.any(np.diff(times) <= 0) or times[0] < 0 or times[-1] > length * (1 + 1e-15):
        raise ValueError("t_eval must lie in the span and run from its start to its end")
    return np.minimum(np.ascontiguousarray(times), length)


def solve_ivp(fun, t_span, y0=None, t_eval=None, args=(), tol=1e-6, phase=None, events=None, *, outputs=None, max_calls=0,
              careful=False, progress=None, dense_output=True, **other):
    """Integrates y' = fun(t, y, *args) with nothing to choose but the tolerance, and gives an error bar.

    fun       fun(t, y, *args), a numba cfunc, a ctypes function or an address (int f(double, const double *, double *,
              void *)), or equations as text (a lento.Problem, the name of an .ode file, its text: y0 may be None then)
    tol       largest error, relative to the largest magnitude that a column takes over the span
    phase     frequency of a fast forcing, or (frequency, phase at t = 0): fun is then fun(t, y, phase, *args)
    events    event(t, y, *args), or a list of them: where it becomes zero, as in SciPy (attributes terminal and direction)
    outputs   None: y is the state; "statistics": means, extremes and root mean squares over the fast motion;
              outputs(t, y): slow functions of the state, which cost less than the state itself
    dense_output  False: no sol(t) after the run
    careful   half the longest macro step; max_calls limits the work; progress(what, fraction) follows it
    """
    for name in other:
        raise TypeError(f"{name}: {KNOWN[name]}" if name in KNOWN else f"unknown keyword '{name}'")
    if isinstance(t_eval, str):
        raise TypeError(f"method: {KNOWN['method']}; the fourth argument is t_eval")
    span = tuple(float(t) for t in t_span)
    if len(span) != 2 or not all(map(math.isfinite, span)):
        raise ValueError("t_span must be two finite times")
    if span[0] == span[1]:
        raise ValueError("t_span has no length: the answer is y0")
    if not 0 < tol <= 0.1:
        raise ValueError(f"tol must be above 0 and at most 0.1, not {tol:g}")
    if not isinstance(args, (tuple, list, np.ndarray)):
        raise TypeError("args must be a tuple, such as args=(2,)")
    if isinstance(fun, (str, Problem)):
        problem = fun if isinstance(fun, Problem) else Problem(fun)
        if span[0] != 0 or span[1] < 0 or y0 is not None or phase is not None or len(args):
            raise ValueError("a text problem starts at 0 and declares its start, phases and parameters itself")
        return problem.solve(until=span[1], tol=tol, t_eval=t_eval, max_calls=max_calls, careful=careful,
                             progress=progress, events=events)
    if np.iscomplexobj(y0):
        raise ValueError("y0 is complex; give real and imaginary parts as numbers of their own")
    start = np.ascontiguousarray(np.atleast_1d(y0), dtype=float)
    if start.ndim != 1 or not np.all(np.isfinite(start)):
        raise ValueError("y0 must be a list of finite numbers")
    calls = Calls(progress)
    system, needed = _system(fun, len(start), args, span, phase, calls)
    calls.kept += needed
    times = _times(t_eval, span)
    options = c.lento_solve_options(until=abs(span[1] - span[0]), tolerance=tol, max_calls=max_calls,
                                    samples=len(times), times=times.ctypes.data, careful=careful,
                                    dense=dense_output or events is not None)
    watched = None
    if events is not None:
        watched = _events.Events(events, len(start), span, args, calls)
        watched.watch(options, t_eval is None)
    names, statistics = _outputs(outputs, len(start), start, span, options, calls)
    calls.watch(options)
    answer = c.lento_answer()
    sign = 1 if span[1] > span[0] else -1

    def make(found):
        status = calls.run(library.lento_solve, ctypes.byref(found), ctypes.byref(system), start.ctypes.data,
                           ctypes.byref(options))
        if status in (c.LENTO_BAD_OPTION, c.LENTO_BAD_SYSTEM, c.LENTO_NO_MEMORY):
            raise LentoError(found.sentence.decode() if found.sentence else f"status {status}")
        return Solution(found, names, tol, lambda t: span[0] + sign * t, statistics)

    solution = kept(answer, calls, len(start), span, (system, options), make)
    return watched.locate(solution, len(start), t_eval is None) if watched else solution
