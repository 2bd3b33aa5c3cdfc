# SPDX-License-Identifier: MIT
"""Events of the Python package, judged by SciPy and closed forms. Run by python_test.sh."""
import math
import unittest

import lento
import numpy as np
from scipy.integrate import solve_ivp as scipy_ivp


class Events(unittest.TestCase):
    def test_events_as_scipy_has_them(self):
        def height(t, y):
            return y[0] - 0.3

        def speed(t, y):
            return y[1]

        def bounce(t, y):
            return y[0] + 0.9 * math.sin(0.1)

        height.direction, bounce.terminal, bounce.direction = 1, True, -1
        span, start = (0.5, 12.0), [0.0, 1.0]
        for events in (height, [height, speed], [height, speed, bounce]):
            mine = lento.solve_ivp(lambda t, y: [y[1], -y[0]], span, start, tol=1e-8, events=events)
            theirs = scipy_ivp(lambda t, y: [y[1], -y[0]], span, start, "DOP853", rtol=1e-12, atol=1e-12, events=events)
            self.assertEqual(mine.status, theirs.status)
            self.assertEqual([len(t) for t in mine.t_events], [len(t) for t in theirs.t_events])
            for one, two in zip(mine.t_events, theirs.t_events):
                np.testing.assert_allclose(one, two, atol=1e-8)
            for one, two in zip(mine.y_events, theirs.y_events):
                np.testing.assert_allclose(one, two, atol=1e-8)
            self.assertAlmostEqual(mine.t[-1], theirs.t[-1], delta=1e-8)
            np.testing.assert_allclose(mine.y[:, -1], theirs.y[:, -1], atol=1e-8)
        bounce.terminal = 2
        answer = lento.solve_ivp(lambda t, y: [y[1], -y[0]], span, start, tol=1e-8, events=bounce)
        self.assertEqual((answer.status, len(answer.t_events[0])), (1, 2))
        self.assertIsNone(lento.solve_ivp(lambda t, y: -y, (0, 1), [1.0]).t_events)

    def test_terminal_events_end_the_run(self):
        """What lies behind is not computed: a pole, or the rest of a long span."""
        calls = []

        def explodes(t, y):
            calls.append(t)
            return y ** 2

        def enough(t, y):
            return y[0] - 100

        enough.terminal = True
        answer = lento.solve_ivp(explodes, (0, 2), [1.0], tol=1e-8, events=enough)
        self.assertEqual((answer.status, answer.success, len(answer.t)), (1, True, 101))
        self.assertAlmostEqual(answer.t[-1], 0.99, delta=1e-9)
        self.assertAlmostEqual(answer.y[0, -1], 100, delta=1e-5)
        self.assertLess(max(calls), 1)
        self.assertEqual(answer.sol.t_max, answer.t[-1])
        with self.assertRaises(ValueError):
            answer.sol(0.995)

        def spiral(t, y, w=2e4):
            return [0.2 * y[0] - w * y[1], w * y[0] + 0.2 * y[1]]

        def twice(t, y):
            return math.hypot(*y) - 2

        twice.terminal = True
        ended = lento.solve_ivp(spiral, (0, 40), [1.0, 0.0], [1, 2, 3, 20], events=twice, outputs="statistics")
        self.assertEqual((list(ended.t), ended.outcome), ([1, 2, 3], "averaged"))
        self.assertAlmostEqual(ended.t_events[0][0], 5 * math.log(2), delta=1e-6)
        whole = lento.solve_ivp(spiral, (0, 3.5), [1.0, 0.0], outputs="statistics")
        self.assertLess(ended.nfev, 2.5 * whole.nfev)

    def test_events_of_slow_and_fast_motion(self):
        def grows(t, y, w):
            return [0.2 * y[0] - w * y[1], w * y[0] + 0.2 * y[1]]

        def size(t, y, w):
            return math.hypot(*y) - 2

        def gap(t, y, w):
            return y[0] - 1.5

        w = 2e4
        with self.assertWarnsRegex(UserWarning, "every fast oscillation"):
            answer = lento.solve_ivp(grows, (0, 4), [1.0, 0.0], [1, 2, 4], args=(w,), tol=1e-6, outputs="statistics", events=[gap, size])
        self.assertEqual((answer.outcome, answer.status), ("averaged", 0))
        np.testing.assert_allclose(answer.t_events[1], [5 * math.log(2)], atol=1e-5)
        first = answer.t_events[0][0]
        self.assertAlmostEqual(math.exp(0.2 * first) * math.cos(w * first), 1.5, delta=1e-4)
        self.assertAlmostEqual(first, 5 * math.log(1.5), delta=2 * math.pi / w)
        with self.assertRaises(ZeroDivisionError):
            lento.solve_ivp(grows, (0, 0.001), [1.0, 0.0], args=(w,), events=lambda t, y, w: 1 / 0)


if __name__ == "__main__":
    unittest.main()
