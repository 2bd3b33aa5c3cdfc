# SPDX-License-Identifier: MIT
"""Events in SciPy's shape: functions event(t, y, *args) with the attributes terminal and direction."""
import ctypes
import warnings

import numpy as np

from . import _layout as c
from ._library import LentoError, library

VALUE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
ROOM = 1000
MANY = 1.5  # returns during which a value is crossed again and again


class Event:
    """An event and what SciPy reads from it."""

    def __init__(self, function):
        if not callable(function):
            raise TypeError("an event must be a function of t and y")
        self.function = function
        self.direction = int(np.sign(getattr(function, "direction", 0)))
        terminal = getattr(function, "terminal", None)
        self.last = 0 if not terminal else int(terminal)
        if self.last < 0 or (terminal and self.last == 0):
            raise ValueError("terminal must be True, False or a number of events")


def read(events):
    """A list of events; None where there are none."""
    if events is None:
        return None
    return [Event(one) for one in (events if isinstance(events, (list, tuple)) else (events,))]


def _found(dense, events, size, span, args, calls):
    """(event, t) in rising order, and for how long each is crossed within every return."""
    begin, sign = span[0], 1.0 if span[1] > span[0] else -1.0
    state = ctypes.c_double * size
    triggers = (c.lento_trigger * len(events))()
    for trigger, event in zip(triggers, events):
        def value(t, phase, y, user, function=event.function):
            return float(function(begin + sign * t, np.frombuffer(state.from_address(y)).copy(), *args))

        trigger.value = calls.guard(VALUE, value, float("nan"))
        trigger.direction = event.direction
    number, room, mixed = ctypes.c_int(), ROOM, np.zeros(len(events))
    while True:
        found = (c.lento_met * room)()
        calls.raised = None
        status = calls.run(library.lento_answer_events, ctypes.byref(dense._answer), triggers, len(events), found, room,
                           ctypes.byref(number), mixed.ctypes.data)
        if status:
            raise LentoError("the motion could not be followed to find its events")
        if number.value <= room:
            return [(one.trigger, begin + sign * one.t) for one in found[:number.value]], mixed
        room = number.value


def _end(found, events):
    """The time of the event that ends the run, or None."""
    seen = [0] * len(events)
    for i, t in found:
        seen[i] += 1
        if events[i].last and seen[i] == events[i].last:
            return t
    return None


def locate(solution, events, size, span, args, calls, cut=True):
    """Fills t_events and y_events, and cuts the rows at a terminal event; cut: the row of the event is added."""
    solution.t_events = solution.y_events = None
    if events is None:
        return solution
    if solution.sol is None:
        raise LentoError(f"no events without values between the rows: {solution.message}")
    found, mixed = _found(solution.sol, events, size, span, args, calls)
    for i, time in enumerate(mixed):
        if time > MANY * solution.plan["return_time"]:
            text = f"event {i + 1} is crossed within every fast oscillation for a time of {time:.3g}: only the first and " \
                   "the last time are given"
            solution.warnings.append(text)
            warnings.warn(text, stacklevel=3)
    end = _end(found, events)
    forward = span[1] > span[0]
    if end is not None:
        found = [(i, t) for i, t in found if (t <= end if forward else t >= end)]
        _cut(solution, end, forward, cut)
    solution.t_events = [np.array([t for j, t in found if j == i]) for i in range(len(events))]
    solution.y_events = [solution.sol.state(t).T if len(t) else np.empty((0, size)) for t in solution.t_events]
    solution.nfev = solution.sol.nfev
    return solution


def _cut(solution, end, forward, add):
    keep = solution.t <= end if forward else solution.t >= end
    bars = solution.bar[:, min(int(keep.sum()), solution.bar.shape[1] - 1)]
    solution.t, solution.y, solution.bar = solution.t[keep], solution.y[:, keep], solution.bar[:, keep]
    if add and (len(solution.t) == 0 or solution.t[-1] != end):
        solution.t = np.append(solution.t, end)
        solution.y = np.column_stack([solution.y, solution.sol(end)])
        solution.bar = np.column_stack([solution.bar, bars])
    if solution.success:
        solution.status = 1
        solution.message = "A termination event occurred. " + solution.message
