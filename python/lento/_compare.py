# SPDX-License-Identifier: MIT
"""compare: several methods on one problem, error and work side by side."""
import ctypes
import math
import time

from . import _layout as c
from ._library import Calls, LentoError, library, words
from ._problem import Model, Problem, given_options, option_table, set_options

ADVICE = {c.LENTO_ADVICE_NONE: "nothing could be measured",
          c.LENTO_ADVICE_FIRST: "all did the same work; this one has the smallest error",
          c.LENTO_ADVICE_MULTISCALE: "it is cheaper than a direct run of the same error",
          c.LENTO_ADVICE_DIRECT: "a multiscale run is not cheaper here",
          c.LENTO_ADVICE_CHEAPEST: "it is the cheapest accurate one; no accurate multiscale run to compare with",
          c.LENTO_ADVICE_REMARKS: "the problem has remarks of its own: see 'lento compare'"}
REFERENCES = {"direct": c.LENTO_REFERENCE_DIRECT, "averaged": c.LENTO_REFERENCE_AVERAGED,
              "exact": c.LENTO_REFERENCE_EXACT, None: c.LENTO_REFERENCE_NONE}
CLOCK = ctypes.CFUNCTYPE(ctypes.c_double)


class Rival:
    """One method: options as lento.run takes them, error, calls, seconds, steps, message ("" if it was measured)."""

    def __init__(self, rival):
        self.options = given_options(rival.options)
        self.direct, self.closed = bool(rival.direct), bool(rival.closed)
        self.extrapolated = bool(rival.extrapolated)
        self.form, self.message = words(rival.form), words(rival.message)
        self.error = math.nan if self.message else rival.error
        self.calls, self.seconds = rival.evaluations, rival.seconds
        self.steps = int(rival.counts.macro_steps)

    @property
    def name(self):
        """Scheme, macro method and number of steps in words."""
        scheme = self.options.get("scheme", "direct")
        parts = [",".join(scheme) if isinstance(scheme, list) else scheme, self.options.get("macro", ""), self.form]
        return " ".join(part for part in parts if part) + (f", {self.steps} steps" if self.steps else "")

    def __repr__(self):
        what = self.message or f"error {self.error:.3g}"
        return f"{self.name}: {what}, {self.calls:.6g} calls"


class Comparison(list):
    """A list of Rival, in the order of 'lento compare'; errors are parts of the range of `column`.

    recommended  the one to use, or None; advice says why
    chosen       what the run that chooses its method does: dict of tolerance, met, bar, calls, message; None if not made
    reference    "exact", "direct" or "averaged": what errors are measured against
    """

    def __init__(self, found):
        super().__init__(Rival(found.rival[i]) for i in range(found.count))
        self.column, self.scale = words(found.column), found.scale
        self.reference = words(library.lento_reference_name(found.asked.reference))
        self.message = words(found.message)
        self.left_out = [words(found.left_out[i]) for i in range(found.left_out_count)]
        advice, chosen = found.advice, found.chosen
        self.recommended = self[advice.recommended] if advice.recommended >= 0 else None
        self.advice = ADVICE[advice.kind] + (" (even it is not accurate)" if advice.inaccurate else "")
        self.chosen = {"tolerance": chosen.tolerance, "met": bool(chosen.met), "bar": chosen.bar,
                       "calls": int(chosen.calls), "message": words(chosen.message)} if chosen.tolerance > 0 else None

    def _lines(self):
        yield f"error in {self.column} against {self.reference}, as a part of {self.scale:.3g}"
        if self.chosen:
            how = f"bar {self.chosen['bar']:.2g}, {self.chosen['calls']} calls" if self.chosen["met"] else self.chosen["message"]
            yield f"nothing chosen but the tolerance {self.chosen['tolerance']:g}: {how}"
        if self.recommended is not None:
            yield f"use {self.recommended.name}: {self.advice}"
        else:
            yield self.advice

    def __repr__(self):
        return "\n".join([*self._lines(), *("  " + repr(one) for one in self)])

    def _repr_html_(self):
        from html import escape

        cells = ((one.name, one.message or f"{one.error:.3g}", f"{one.calls:.6g}", f"{one.seconds:.2g}") for one in self)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in cells)
        head = "".join(f"<th>{name}</th>" for name in ("method", "error", "calls", "seconds"))
        return f"<p>{'<br>'.join(map(escape, self._lines()))}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def plot(self, axes=None):
        """Error against calls, both logarithmic; needs matplotlib. Returns the axes."""
        from matplotlib import pyplot

        axes = axes or pyplot.subplots()[1]
        for one in self:
            if one.error > 0:
                axes.loglog(one.calls, one.error, "o" if one.direct else "s", label=one.name)
        axes.set_xlabel("calls")
        axes.set_ylabel(f"error in {self.column}")
        axes.legend()
        return axes


def compare(problem, until=0, methods=(), reference=None, column=None, tol=1e-6, progress=None, **given):
    """Several methods on one problem: which error do they have, and for how much work?

    methods    a list of dicts of options as lento.run takes them; none: what the problem offers, and the hands-off run with
               the tolerance tol
    reference  "exact", "direct", "averaged"; None: the best that is affordable
    column     whose error counts; None: the first average
    Other keywords are parameters of the problem, or options that hold for all methods.
    """
    problem = problem if isinstance(problem, Problem) else Problem(problem)
    if reference not in REFERENCES:
        raise LentoError(f"reference must be 'exact', 'direct', 'averaged' or None, not '{reference}'")
    table, kept, calls = option_table(), [], Calls(progress)
    common = {name: value for name, value in given.items() if name in table}
    named = (c.lento_named * max(1, len(methods)))()
    for one, method in zip(named, methods):
        unknown = [name for name in method if name not in table]
        if unknown:
            raise LentoError(f"no option '{unknown[0]}'")
        one.words = ", ".join(f"{name} {value}" for name, value in method.items()).encode()
        one.options = set_options({**common, **method}, kept, until)
    with Model(problem, {name: value for name, value in given.items() if name not in table}) as model:
        watch = c.lento_watch(clock=calls.guard(CLOCK, time.perf_counter, 0.0))
        calls.watch(watch)
        rules = c.lento_comparison_rules(
            model=model, options=set_options(common, kept, until), reference=REFERENCES[reference],
            column=column.encode() if column else None, tolerance=0 if len(methods) else tol,
            named=ctypes.addressof(named) if len(methods) else None, named_count=len(methods), watch=ctypes.addressof(watch))
        found = c.lento_comparison()

        def work():
            library.lento_comparison_plan(ctypes.byref(found), ctypes.byref(rules))
            if not found.refused:
                library.lento_comparison_run(ctypes.byref(found))

        try:
            calls.run(work)
            if found.refused:
                raise LentoError(words(found.message))
            return Comparison(found)
        finally:
            library.lento_comparison_free(ctypes.byref(found))
