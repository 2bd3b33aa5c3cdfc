# SPDX-License-Identifier: MIT
"""sweep: one problem at many values of its parameters, on several threads."""
import ctypes
import itertools
import os
import threading

import numpy as np

from . import _layout as c
from ._library import Calls, LentoError, library, words
from ._problem import ROWS, Model, Problem, option_table, parameters_of, set_options

STATUS = ("done", "not-met", "refused", "failed", "lost", "filled")
WHY = 1000


class Chart:
    """What came out: chart["name"] is the array of a measure, with one dimension per axis (one in all for random cells).

    axes      values of each axis by name: along its dimension, or of every cell if they are random
    status    0 done, 1 not-met, 2 refused, 3 failed; warnings: how many there were; both in the shape of the grid
    why(...)  why a cell is not done, in a sentence; takes its index in each dimension
    """

    def __init__(self, axes, names, records, shape, explain):
        self.axes, self.names, self._explain = axes, list(names), explain
        self.shape = shape
        self.status = records[:, 0].astype(int).reshape(shape)
        self.warnings = records[:, 1].astype(int).reshape(shape)
        self.values = {name: records[:, 2 + i].reshape(shape).copy() for i, name in enumerate(names)}

    def __getitem__(self, name):
        if name not in self.values:
            raise KeyError(f"no measure '{name}'; there are {', '.join(self.names)}")
        return self.values[name]

    def why(self, *index):
        return self._explain(int(np.ravel_multi_index(index, self.shape)))

    def __repr__(self):
        size = " x ".join(map(str, self.shape))
        counts = ", ".join(f"{int(np.sum(self.status == i))} {name}" for i, name in enumerate(STATUS)
                           if np.any(self.status == i))
        lines = [f"{size} cells over {', '.join(self.axes)}: {counts}"]
        for name in self.names:
            value = self.values[name]
            there = value[np.isfinite(value)]
            span = f"{there.min():.6g} to {there.max():.6g}" if there.size else "no value"
            lines.append(f"  {name}: {span}" + (f", {value.size - there.size} without" if there.size < value.size else ""))
        return "\n".join(lines)

    def plot(self, name=None, axes=None):
        """A curve, or a map of two axes; needs matplotlib. Returns the axes."""
        from matplotlib import pyplot

        name, axes = name or self.names[0], axes or pyplot.subplots()[1]
        labels = list(self.axes)
        if len(self.shape) == 1 and len(labels) == 1:
            axes.plot(self.axes[labels[0]], self[name], "." if not np.all(np.diff(self.axes[labels[0]]) > 0) else "-")
            axes.set_ylabel(name)
        elif len(self.shape) == 2:
            picture = axes.pcolormesh(self.axes[labels[1]], self.axes[labels[0]], self[name], shading="nearest")
            axes.figure.colorbar(picture, ax=axes, label=name)
            labels = labels[::-1]
            axes.set_ylabel(labels[1])
        else:
            raise ValueError("a picture has one or two axes")
        axes.set_xlabel(labels[0])
        return axes


def _axes(given, random, kept):
    """The axes among the keywords: (from, to, number), or ("log", from, to, number); random ones have no number."""
    cells = c.lento_cells(random=random or 0)
    for name, value in given.items():
        logarithmic = value[0] == "log"
        ends = value[1:] if logarithmic else value
        if len(ends) != (2 if random else 3):
            raise LentoError(f"axis {name}: write ({'' if not logarithmic else repr('log') + ', '}from, to"
                             f"{'' if random else ', number'}), not {value}")
        if cells.axes == c.LENTO_MAX_AXES:
            raise LentoError(f"at most {c.LENTO_MAX_AXES} axes")
        axis = cells.axis[cells.axes]
        cells.axes += 1
        kept.append(name.encode())
        axis.name = kept[-1]
        setattr(axis, "from", float(ends[0]))
        axis.to, axis.count, axis.logarithmic = float(ends[1]), 0 if random else int(ends[2]), logarithmic
        if logarithmic and not (getattr(axis, "from") > 0 and axis.to > 0):
            raise LentoError(f"axis {name}: a logarithmic one needs positive ends")
    if cells.axes == 0:
        raise LentoError("which parameter is varied? write it as name=(from, to, number)")
    return cells


def _compute(chart, count, block, width, jobs, calls):
    """All cells, taken in blocks by threads; the library is not in Python while it computes."""
    records = np.full((count, width), np.nan)
    blocks, lock, done, states = itertools.count(0, block), threading.Lock(), [0], []

    def take():
        with lock:
            return next(blocks)

    def work():
        for first in iter(take, None):
            n = min(block, count - first)
            if n <= 0 or calls.raised is not None or states:
                return
            cells = np.arange(first, first + n, dtype=np.int64)
            status = library.lento_chart_compute(chart, cells.ctypes.data, n, records[first:].ctypes.data)
            with lock:
                done[0] += n
                if status:
                    states.append(status)
                if calls.progress and calls.raised is None:
                    try:
                        calls.progress("cells", done[0] / count)
                    except BaseException as error:  # noqa: BLE001
                        calls.raised = error

    def all_threads():
        threads = [threading.Thread(target=work, daemon=True) for _ in range(jobs - 1)]
        for thread in threads:
            thread.start()
        work()
        for thread in threads:
            thread.join()

    calls.run(all_threads)
    if states:
        raise LentoError("stopped" if states[0] > 0 else f"the cells could not be computed (status {states[0]})")
    return records


def sweep(problem, measures, until=0, tol=1e-6, t_eval=None, *, random=0, seed=0, jobs=0, max_calls=0, careful=False,
          progress=None, every=0, estimate=False, **given):
    """One run per cell, a few numbers of each.

    measures  {"name": "expression"}: final(x), max(x), min(x), mean(x), rms(x), time(x > 1), bar, calls, status, ...
    An axis is a parameter with (from, to, number of values) or ("log", from, to, number); other parameters have one value.
    random    so many cells at random places instead of a grid; axes are then (from, to) or ("log", from, to); seed
    tol       every cell is a hands-off run with this tolerance; if an option names a method (scheme, macro, steps, ...),
              every cell is a run with that method: every, estimate as in lento.run
    jobs      threads; 0: one per processor
    """
    problem = problem if isinstance(problem, Problem) else Problem(problem)
    table, kept, calls = option_table(), [], Calls(progress)
    ranges = {name: value for name, value in given.items() if isinstance(value, (tuple, list)) and name not in table}
    chosen = {name: value for name, value in given.items() if name in table}
    cells = _axes(ranges, int(random), kept)
    cells.seed = seed
    if isinstance(measures, str) or not measures:
        raise LentoError('what is measured? for example {"largest": "max(x)"}')
    model = Model(problem, {name: value for name, value in given.items() if name not in chosen and name not in ranges})
    known = parameters_of(model.address)
    for name in ranges:
        if name not in known:
            raise LentoError(f"axis {name}: there is no such parameter; there are {', '.join(known)}")
    until = until or c.lento_problem.from_address(problem._table).suggested.until
    times = np.linspace(0, until, ROWS) if t_eval is None else np.ascontiguousarray(t_eval, dtype=float)
    texts = (ctypes.c_char_p * len(measures))(*(text.encode() for text in measures.values()))
    asked = c.lento_charted(model=model.address, cells=cells, measures=len(measures), measure=ctypes.addressof(texts),
                            tolerance=0 if chosen else tol, max_calls=max_calls, careful=careful, samples=len(times),
                            times=times.ctypes.data, options=set_options(chosen, kept, until), every=every,
                            estimate=estimate)
    calls.stoppable(asked)
    chart, error = ctypes.c_void_p(), c.lento_formula_error()
    status = library.lento_chart_open(ctypes.byref(chart), ctypes.byref(asked), ctypes.byref(error))
    if status:
        named = f"measure {list(measures)[error.index]}: " if status == c.LENTO_BAD_OPTION and measures else ""
        raise LentoError(named + words(error.message))
    count = library.lento_cells_count(ctypes.byref(cells))
    owner = _Owner(chart.value, (model, asked, texts, times, kept, calls))
    records = _compute(chart.value, count, 1 if not chosen else c.LENTO_CHART_BLOCK, library.lento_chart_width(chart.value),
                       int(jobs) or len(os.sched_getaffinity(0)), calls)
    return Chart(_values(cells, list(ranges), count), measures, records,
                 (count,) if random else tuple(cells.axis[i].count for i in range(cells.axes)), owner.explain)


def _values(cells, names, count):
    """Values of the axes: along the grid, or of every cell."""
    found, stride = {}, count
    for i, name in enumerate(names):
        n = cells.axis[i].count or count
        stride = 1 if cells.random else stride // n
        found[name] = np.array([library.lento_cells_value(ctypes.byref(cells), k * stride, i) for k in range(n)])
    return found


class _Owner:
    """Keeps a chart of the library, and what it reads, for as long as it may be asked."""

    def __init__(self, chart, kept):
        self.chart, self.kept, self.library = chart, kept, library

    def __del__(self):
        self.library.lento_chart_free(self.chart)

    def explain(self, cell):
        text = ctypes.create_string_buffer(WHY)
        self.kept[-1].raised = None
        self.kept[-1].run(self.library.lento_chart_explain, self.chart, cell, text, WHY)
        return words(text.value)
