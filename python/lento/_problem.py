# SPDX-License-Identifier: MIT
"""Problems: built-in ones by name, own ones as text; solved hands-off or run with a chosen method."""
import ctypes
import os
from pathlib import Path

import numpy as np

from . import _events
from . import _layout as c
from ._library import Calls, LentoError, library, words
from ._result import Solution, Table, kept, numbers

ROWS, ERROR_ROOM = 101, 2000


def problems():
    """Names of the built-in problems."""
    first = ctypes.c_void_p()
    count = library.lento_problems(ctypes.byref(first))
    rows = (ctypes.c_void_p * count).from_address(first.value)
    return [words(c.lento_problem.from_address(row).name) for row in rows]


def _read(name, text):
    found, error = ctypes.c_void_p(), ctypes.create_string_buffer(ERROR_ROOM)
    data = text.encode()
    if library.lento_problem_read(ctypes.byref(found), name.encode(), data, len(data), error, ERROR_ROOM):
        raise LentoError(words(error.value))
    return found.value


class Problem:
    """A problem: Problem("kapitza"), Problem("pendulum.ode"), or the text of equations (anything with a line end or '=')."""

    def __init__(self, source):
        source = os.fspath(source)
        self._own = True
        if "\n" in source or "=" in source:
            self._table = _read("equations", source)
        elif source.endswith(".ode"):
            self._table = _read(source, Path(source).read_text())
        else:
            self._own = False
            self._table = library.lento_problem_find(source.encode())
            if not self._table:
                raise LentoError(f"no problem '{source}'; built in are {', '.join(problems())}; a file ends in .ode")
        table = c.lento_problem.from_address(self._table)
        self.name, self.title, self.doc = words(table.name), words(table.title), words(table.doc)

    def __del__(self):
        if getattr(self, "_own", False) and getattr(self, "_table", None) and library:
            library.lento_problem_free(self._table)

    def __repr__(self):
        return f"Problem {self.name}: {self.title}\n" + "\n".join(
            f"  {name} = {value:g}" for name, value in self.parameters().items())

    def explain(self):
        """What was understood of equations as text."""
        room = library.lento_problem_explain(self._table, None, 0) + 1
        text = ctypes.create_string_buffer(room)
        library.lento_problem_explain(self._table, text, room)
        return words(text.value)

    def parameters(self, **parameters):
        """All parameters with their values, these ones changed."""
        with Model(self, parameters) as model:
            return parameters_of(model)

    def columns(self, **parameters):
        """Names of the columns of a run."""
        with Model(self, parameters) as model:
            return _columns(model)

    def solve(self, until=0, tol=1e-6, t_eval=None, *, max_calls=0, careful=False, progress=None, events=None,
              **parameters):
        """Hands-off: values of its slow columns with an error bar; until 0 means the problem's own span; events(t, y) of
        its state as in solve_ivp."""
        calls, model = Calls(progress), Model(self, parameters)
        address = model.address
        until = until or c.lento_problem.from_address(self._table).suggested.until
        times = np.linspace(0, until, ROWS) if t_eval is None else np.ascontiguousarray(t_eval, dtype=float)
        options = c.lento_solve_options(until=until, tolerance=tol, max_calls=max_calls, careful=careful, dense=True,
                                        samples=len(times), times=times.ctypes.data)
        calls.watch(options)
        size = library.lento_model_dimension(address)
        watched = None
        if events is not None:
            watched = _events.Events(events, size, (0.0, until), (), calls)
            watched.watch(options, t_eval is None)

        def make(found):
            status = calls.run(library.lento_solve_model, ctypes.byref(found), address, ctypes.byref(options))
            if status in (c.LENTO_BAD_OPTION, c.LENTO_BAD_SYSTEM, c.LENTO_NO_MEMORY):
                raise LentoError(words(found.sentence) or f"status {status}")
            room = ctypes.create_string_buffer(200)
            names = [words(library.lento_solved_name(address, ctypes.byref(found), i, room, len(room)))
                     for i in range(found.columns)]
            return Solution(found, names, tol)

        solution = kept(c.lento_answer(), calls, size, (0.0, until), model, make)
        return watched.locate(solution, size, t_eval is None) if watched else solution


def parameters_of(model):
    """Parameters of a model by name."""
    value, found = ctypes.c_double(), {}
    for i in range(library.lento_model_parameters(model)):
        name = words(library.lento_model_parameter(model, i, ctypes.byref(value), None))
        found[name] = value.value
    return found


def _columns(model):
    return [words(library.lento_model_column(model, i, None)) for i in range(library.lento_model_columns(model))]


class Model:
    """A problem with numbers, for as long as a with block lasts."""

    def __init__(self, problem, parameters):
        self.problem = problem
        settings = (c.lento_setting * max(1, len(parameters)))()
        for setting, (name, value) in zip(settings, parameters.items()):
            setting.name = name.encode()
            if isinstance(value, str):
                setting.text = value.encode()
            else:
                setting.value = float(value)
        found = ctypes.c_void_p()
        status = library.lento_model_create(ctypes.byref(found), problem._table, settings, len(parameters))
        self.address = found.value
        if status:
            message = words(library.lento_model_error(self.address)) if self.address else "no memory"
            self.__exit__()
            raise LentoError(message)

    def __enter__(self):
        return self.address

    def __exit__(self, *error):
        if self.address and library:
            library.lento_model_destroy(self.address)
        self.address = None

    __del__ = __exit__


# ---- options by the names of the library's own table ----

def option_table():
    """Rows of the library's table of options by name."""
    first = ctypes.c_void_p()
    count = library.lento_option_table(ctypes.byref(first))
    return {words(row.name): row for row in (c.lento_option * count).from_address(first.value)}


def _set(struct, row, value, kept):
    where = ctypes.addressof(struct) + row.offset
    if row.kind == c.LENTO_WORD:
        text = ctypes.c_char_p(str(value).encode())
        kept.append(text)
        ctypes.c_char_p.from_address(where).value = text.value
        kept.append(text.value)
    elif row.kind == c.LENTO_CHOICE:
        choices = words(row.choices).split("|")
        if value not in choices:
            raise LentoError(f"{words(row.name)} must be one of {', '.join(filter(None, choices))}, not '{value}'")
        ctypes.c_int.from_address(where).value = choices.index(value)
    else:
        kind, read = {c.LENTO_NUMBER: (ctypes.c_double, float), c.LENTO_COUNT: (ctypes.c_int, int),
                      c.LENTO_LONG: (ctypes.c_int64, int), c.LENTO_SWITCH: (ctypes.c_bool, bool)}[row.kind]
        kind.from_address(where).value = read(value)


def set_options(given, kept, until=0):
    """Options of the library; what they point to is added to kept."""
    options, table = c.lento_options(), option_table()
    for name, value in given.items():
        row = table[name]
        levels = value if isinstance(value, (list, tuple)) else [value]
        if not row.per_level and len(levels) > 1:
            raise LentoError(f"{name} takes one value")
        if len(levels) > c.LENTO_MAX_LEVELS:
            raise LentoError(f"{name}: at most {c.LENTO_MAX_LEVELS} levels")
        for i, one in enumerate(levels):
            _set(options.average[i] if row.per_level else options, row, one, kept)
    options.until = until or options.until
    return options


def _get(struct, row):
    where = ctypes.addressof(struct) + row.offset
    if row.kind == c.LENTO_WORD:
        return words(ctypes.c_char_p.from_address(where).value)
    if row.kind == c.LENTO_CHOICE:
        return words(row.choices).split("|")[ctypes.c_int.from_address(where).value]
    kind = {c.LENTO_NUMBER: ctypes.c_double, c.LENTO_COUNT: ctypes.c_int, c.LENTO_LONG: ctypes.c_int64,
            c.LENTO_SWITCH: ctypes.c_bool}[row.kind]
    return kind.from_address(where).value


def given_options(options):
    """What set_options was given, from the options of the library; lists where there are several levels."""
    found, levels = {}, max(1, library.lento_options_levels(ctypes.byref(options)))
    for name, row in option_table().items():
        values = [_get(one, row) for one in (options.average[:levels] if row.per_level else [options])]
        while values and not values[-1]:
            values.pop()
        if values:
            found[name] = values[0] if len(values) == 1 else values
    return found


def run(problem, until=0, every=0, estimate=True, progress=None, **given):
    """A run with the method that you choose (scheme, macro, steps, micro, kernel, ...: the names of the command line with
    _ for -), and parameters of the problem by name. Returns rows, counts, warnings and an error estimate."""
    problem = problem if isinstance(problem, Problem) else Problem(problem)
    table, kept, calls = option_table(), [], Calls(progress)
    chosen = {name: value for name, value in given.items() if name in table}
    with Model(problem, {name: value for name, value in given.items() if name not in table}) as model:
        options = set_options(chosen, kept, until)
        watch = c.lento_watch()
        calls.watch(watch)
        job = c.lento_job(model=model, options=options, every=every, rows=True, estimate=estimate,
                          watch=ctypes.addressof(watch))
        result = c.lento_result()
        try:
            calls.run(library.lento_job_run, ctypes.byref(job), ctypes.byref(result))
            if result.refused:
                raise LentoError(words(result.message))
            return _rows(model, result)
        finally:
            library.lento_result_free(ctypes.byref(result))


def _rows(model, result):
    names = _columns(model)
    data = numbers(result.rows.value, result.rows.count, result.rows.width)[:, :1 + len(names)]
    listed = ctypes.c_void_p()
    count = library.lento_run_warnings(result.run, ctypes.byref(listed))
    warnings = (c.lento_warning * count).from_address(listed.value) if count else []
    guess = result.estimate
    errors = numbers(guess.error, len(names)) if guess.error else np.full(len(names), np.nan)
    return Table(names, data, success=result.status == c.LENTO_DONE, status=result.status,
                 message=words(result.message), warnings=[words(one.text) for one in warnings],
                 counts={name: int(getattr(result.counts, name)) for name, _ in result.counts._fields_},
                 estimate=dict(zip(names, errors.tolist())), estimate_how=words(guess.how),
                 final=dict(zip(["t", *names], numbers(result.final, 1 + len(names)))))
