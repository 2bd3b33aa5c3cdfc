# SPDX-License-Identifier: MIT
"""What comes back: arrays, words, and how they are shown."""
import ctypes

import numpy as np

from . import _layout as c
from ._library import LentoError, library, words

OUTCOMES = {c.LENTO_AVERAGED: "averaged", c.LENTO_DIRECT: "direct", c.LENTO_REFUSED: "refused",
            c.LENTO_NOT_MET: "not-met"}


def numbers(address, *shape):
    """A copy of numbers that the library owns."""
    count = int(np.prod(shape))
    if not address or count == 0:
        return np.empty(shape)
    return np.ctypeslib.as_array((ctypes.c_double * count).from_address(address)).reshape(shape).copy()


class Result:
    """Named arrays, shown as a table, as HTML and as a plot."""

    t = np.empty(0)
    names = ()

    def _column(self, i):
        raise NotImplementedError

    def _bar(self, i):
        return None

    def __getitem__(self, name):
        """The column of this name."""
        if name not in self.names:
            raise KeyError(f"no column '{name}'; there are {', '.join(self.names)}")
        return self._column(self.names.index(name))

    def _head(self):
        return []

    def _rows(self, most=12):
        keep = np.unique(np.linspace(0, len(self.t) - 1, min(most, len(self.t))).astype(int)) if len(self.t) else []
        for j in keep:
            row = [f"{self.t[j]:.6g}"]
            for i in range(len(self.names)):
                bar = self._bar(i)
                row.append(f"{self._column(i)[j]:.9g}" + ("" if bar is None else f" \u00b1 {bar[j]:.1e}"))
            yield row

    def __repr__(self):
        rows = [["t", *self.names], *self._rows()]
        width = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        table = ["  ".join(cell.rjust(w) for cell, w in zip(row, width)) for row in rows]
        return "\n".join([*self._head(), *table])

    def _repr_html_(self):
        from html import escape

        head = "<br>".join(escape(line) for line in self._head())
        names = "".join(f"<th>{escape(name)}</th>" for name in ("t", *self.names))
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows())
        return f"<p>{head}</p><table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"

    def plot(self, columns=None, axes=None):
        """Curves of these columns (all) with their bars as bands; needs matplotlib. Returns the axes."""
        from matplotlib import pyplot

        shown = list(columns or self.names)
        if axes is None:
            _, axes = pyplot.subplots(len(shown), 1, sharex=True, squeeze=False)
            axes = axes[:, 0]
        for axis, name in zip(np.atleast_1d(axes), shown):
            i = self.names.index(name)
            line, = axis.plot(self.t, self._column(i))
            bar = self._bar(i)
            if bar is not None:
                axis.fill_between(self.t, self._column(i) - bar, self._column(i) + bar, alpha=0.3,
                                  color=line.get_color())
            axis.set_ylabel(name)
        np.atleast_1d(axes)[-1].set_xlabel("t")
        return axes


class Solution(Result):
    """The answer of a hands-off run, in the shape of SciPy's OdeResult.

    t         times, y  values [column, time], bar  error bars of y, in the unit of the column
    success   True: the tolerance is met; message says what was done or why not; status 0, or -1
    outcome   "averaged", "direct", "refused" or "not-met" (values are there, met_until says up to when they are good)
    nfev      calls of the right-hand side, bar included; plan what was found and decided; warnings
    t_events, y_events  times and states of the events, a list with an array for each; None without events. status is 1 if
              a terminal one ended the rows
    envelope  means, least, largest values and root mean squares, where they were asked for; else None
    sol       sol(t): the columns of y at any time of the span (an array of them for an array of times), sol.state(t) the
              state itself; None where nothing was kept (a refusal, a scheme with controlled steps)
    """

    def __init__(self, answer, names, tolerance, moved=lambda t: t, statistics=False):
        rows, columns = (answer.samples, answer.columns) if answer.values else (0, 0)
        self.names = list(names)[:columns] if columns else list(names)
        self.outcome = OUTCOMES[answer.outcome]
        self.success = answer.status == c.LENTO_DONE and self.outcome in ("averaged", "direct")
        self.status = 0 if self.success else -1
        self.message = words(answer.sentence)
        self.tol = tolerance
        good = rows > 0 and self.outcome != "refused"
        self.t = moved(numbers(answer.times, rows)) if good else np.empty(0)
        self.y = numbers(answer.values, rows, columns).T.copy() if good else np.empty((len(self.names), 0))
        size = numbers(answer.magnitude, columns)
        self.bar = np.outer(size, numbers(answer.bars, rows)) if good else np.empty((len(self.names), 0))
        self.met_until = float(moved(np.array(answer.met_until)))
        self.nfev = int(answer.calls)
        self.t_events = self.y_events = None
        self.sol = None  # filled in by whoever keeps the answer
        self.envelope = None
        if statistics and good:
            n = columns // 4
            self.envelope = {name: self.y[i * n:(i + 1) * n] for i, name in enumerate(("mean", "min", "max", "rms"))}
        counts = answer.counts
        self.plan = {
            "code": words(answer.code), "reason": self.message, "return_time": answer.return_time,
            "returns": answer.returns, "change_per_return": answer.lambda_ if hasattr(answer, "lambda_") else
            getattr(answer, "lambda"), "oscillations_per_return": answer.crossings,
            "micro_steps": answer.micro_steps, "macro_steps": int(answer.steps), "floor": answer.floor,
            "rough": bool(answer.rough), "forecast": int(answer.forecast),
            "forecast_direct": int(answer.forecast_direct),
            "calls": {name: int(getattr(counts, name)) for name, _ in counts._fields_},
        }
        self.warnings = [words(answer.warnings[i].text) for i in range(answer.warning_count)]

    def _column(self, i):
        return self.y[i]

    def _bar(self, i):
        return self.bar[i]

    def _head(self):
        return [self.message, *[f"warning: {text}" for text in self.warnings],
                f"{self.nfev} calls; one plain run: about {self.plan['forecast_direct']}"]


class Table(Result):
    """Rows of a run with a chosen method: t, data [row, column], names, counts, warnings, estimate, success."""

    def __init__(self, names, data, **more):
        self.names = list(names)
        self.t = data[:, 0]
        self.data = data[:, 1:]
        self.__dict__.update(more)

    def _column(self, i):
        return self.data[:, i]

    def _head(self):
        return [self.message or "done", *[f"warning: {text}" for text in self.warnings],
                f"{self.counts['force_evaluations']} force evaluations"]


class Dense:
    """The motion at any time of the span. Keeps the answer of the library, and whatever its callbacks need, alive."""

    def __init__(self, answer, calls, size, span, kept):
        self._answer, self._calls, self._kept = answer, calls, kept
        self._size, self._span = size, span
        self.t_min, self.t_max = min(span), max(span)

    def __del__(self):
        if library:
            library.lento_answer_free(ctypes.byref(self._answer))

    def _at(self, t, state):
        times = np.asarray(t, dtype=float)
        begin, end = self._span
        since = np.ascontiguousarray(np.ravel(times) - begin) * (1 if end > begin else -1)
        length = abs(end - begin)
        if np.any(since < -1e-12 * length) or np.any(since > length * (1 + 1e-12)) or not np.all(np.isfinite(since)):
            raise ValueError(f"t must lie in the span, {begin:g} to {end:g}")
        since = np.clip(since, 0, length)
        order = np.argsort(since, kind="stable")
        sorted_times = np.ascontiguousarray(since[order])
        width = self._size if state else self._answer.columns
        found = np.empty((len(since), width))
        pointers = (found.ctypes.data, None) if state else (None, found.ctypes.data)
        self._calls.raised = None
        status = self._calls.run(library.lento_answer_at, ctypes.byref(self._answer), len(since),
                                 sorted_times.ctypes.data, *pointers)
        if status:
            raise LentoError("the motion could not be followed to this time")
        values = np.empty_like(found)
        values[order] = found
        return values.T.reshape(width, *times.shape)

    def end(self, t):
        """The motion ends here."""
        self._span = (self._span[0], t)
        self.t_min, self.t_max = min(self._span), max(self._span)

    def __call__(self, t):
        """The columns at t: shape (columns,) for one time, (columns, times) for several."""
        return self._at(t, False)

    def state(self, t):
        """The state itself at t, with its fast phase."""
        return self._at(t, True)

    def phase_error(self, t):
        """How wrong the phase of the fast motion may be at t, in radians."""
        return library.lento_answer_phase_error(ctypes.byref(self._answer), abs(float(t) - self._span[0]))

    def frequency(self, t):
        """The frequency of the strongest harmonic of each number of the state over the return at t, per unit time."""
        found = np.empty(self._size)
        status = self._calls.run(library.lento_answer_frequency, ctypes.byref(self._answer), abs(float(t) - self._span[0]),
                                 found.ctypes.data)
        if status:
            raise LentoError("there is no return of a fast motion at this time")
        return found

    @property
    def nfev(self):
        """Calls of the right-hand side so far, questions included."""
        return int(self._answer.calls)


def kept(answer, calls, size, span, alive, make):
    """make(answer) with what is needed to ask it again; its memory goes with the last use of it."""
    dense = Dense(answer, calls, size, span, alive)
    solution = make(answer)
    solution.sol = dense if answer.dense else None
    return solution
