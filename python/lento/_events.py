# SPDX-License-Identifier: MIT
"""Events in SciPy's shape: functions event(t, y, *args) with the attributes terminal and direction."""
import ctypes
import warnings

import numpy as np

from . import _layout as c
from ._library import LentoError
from ._result import numbers

VALUE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
MANY = 1.5  # returns during which a value is crossed again and again


class Event:
    """An event and what SciPy reads from it."""

    def __init__(self, function):
        if not callable(function):
            raise TypeError("an event must be a function of t and y")
        self.function = function
        self.direction = int(np.sign(getattr(function, "direction", 0)))
        terminal = getattr(function, "terminal", None)
        if isinstance(terminal, str) or (terminal and int(terminal) < 1):
            raise ValueError("terminal must be True, False or a number of events")
        self.last = int(terminal or 0)


class Events:
    """All events of a run; those that end it are handed to the library before, all of them are asked for afterwards."""

    def __init__(self, events, size, span, args, calls):
        self.list = [Event(one) for one in (events if isinstance(events, (list, tuple)) else (events,))]
        self.span, self.sign, self.calls = span, 1.0 if span[1] > span[0] else -1.0, calls
        state = ctypes.c_double * size
        self.triggers = (c.lento_trigger * len(self.list))()
        for trigger, event in zip(self.triggers, self.list):
            def value(t, phase, y, user, function=event.function):
                return float(function(span[0] + self.sign * t, np.frombuffer(state.from_address(y)).copy(), *args))

            trigger.value = calls.guard(VALUE, value, float("nan"))
            trigger.direction, trigger.last = event.direction, event.last

    def watch(self, options, follow):
        """Into the options; follow: the rows are not the user's own."""
        options.events, options.event_count = ctypes.addressof(self.triggers), len(self.list)
        options.rows_follow = follow

    def locate(self, solution, size, row):
        """Fills t_events and y_events; row: a terminal event has a row of its own."""
        if solution.sol is None:
            if solution.outcome != "refused":
                raise LentoError(f"no events without values between the rows: {solution.message}")
            solution.t_events = [np.empty(0) for _ in self.list]
            solution.y_events = [np.empty((0, size)) for _ in self.list]
            return solution
        answer = solution.sol._answer
        if answer.met_count < 0:
            raise LentoError("the motion could not be followed to find its events")
        met = (c.lento_met * answer.met_count).from_address(answer.met) if answer.met_count else ()
        found = [(one.trigger, self.span[0] + self.sign * one.t) for one in met]
        for i, time in enumerate(numbers(answer.mixed, len(self.list))):
            if time > MANY * solution.plan["return_time"]:
                text = f"event {i + 1} is crossed within every fast oscillation for a time of {time:.3g}: only the first " \
                       "and the last time are given"
                solution.warnings.append(text)
                warnings.warn(text, stacklevel=3)
        if answer.ended:
            solution.sol.end(found[-1][1])
            if not row:
                solution.t, solution.y, solution.bar = solution.t[:-1], solution.y[:, :-1], solution.bar[:, :-1]
            if solution.success:
                solution.status = 1
                solution.message = "A termination event occurred. " + solution.message
        solution.t_events = [np.array([t for j, t in found if j == i]) for i in range(len(self.list))]
        solution.y_events = [solution.sol.state(t).T if len(t) else np.empty((0, size)) for t in solution.t_events]
        solution.nfev = solution.sol.nfev
        return solution
