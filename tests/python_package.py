# SPDX-License-Identifier: MIT
"""The Python package as a user has it: installed from the wheel, judged by SciPy. Run by python_test.sh."""
import ctypes
import math
import signal
import sys
import threading
import time
import unittest

import lento
import numpy as np
from scipy.integrate import solve_ivp as scipy_ivp

EPS = 1e-3
START = [1.0, 0.0, 1.0, 0.0]


def stellar(t, x, eps):
    """Two oscillators in 2:1 resonance that exchange energy (ariel)."""
    x1, v1, x2, v2 = x
    return [2 / eps * v1, -2 / eps * x1 + x2 * x2 / 2, 1 / eps * v2, -1 / eps * x2 + 2 * x1 * x2]


def energies(t, x):
    return x[0] ** 2 + x[1] ** 2, x[2] ** 2 + x[3] ** 2


def truth(fun, span, start, times, args=()):
    return scipy_ivp(fun, span, start, "DOP853", times, args=args, rtol=3e-13, atol=1e-14).y


class SolveIvp(unittest.TestCase):
    def close(self, answer, expected):
        """The error of each column is below its bar and below the tolerance."""
        error = np.abs(answer.y - expected)
        size = np.abs(expected).max(axis=1, keepdims=True)
        self.assertTrue(np.all(error <= answer.bar + 1e-12 * size), f"errors {error.max(axis=1)}, bars {answer.bar.max(axis=1)}")
        self.assertTrue(np.all(error <= answer.tol * size), f"errors {error.max(axis=1)}")

    def test_slow_outputs_have_the_error_that_was_asked_for(self):
        times = np.linspace(0, 3, 7)[1:]
        answer = lento.solve_ivp(stellar, (0, 3), START, times, args=(EPS,), tol=1e-6, outputs=energies)
        self.assertTrue(answer.success, answer.message)
        self.assertEqual((answer.status, answer.y.shape, answer.bar.shape), (0, (2, 6), (2, 6)))
        exact = truth(stellar, (0, 3), START, times, (EPS,))
        self.close(answer, np.array([energies(0, x) for x in exact.T]).T)

    def test_the_state_itself_in_the_shape_of_scipy(self):
        answer = lento.solve_ivp(stellar, (0, 0.2), START, args=(0.01,), tol=1e-7)
        self.assertTrue(answer.success, answer.message)
        self.assertEqual(answer.y.shape, (4, 101))
        self.assertGreater(answer.nfev, 100)
        self.close(answer, truth(stellar, (0, 0.2), START, answer.t, (0.01,)))
        np.testing.assert_allclose(answer.sol(answer.t[3:50:7]), answer.y[:, 3:50:7], atol=1e-7)

    def test_any_time_after_the_run(self):
        answer = lento.solve_ivp(stellar, (0, 3), START, [1, 2, 3], args=(EPS,), tol=1e-7, outputs=energies)
        self.assertEqual(answer.outcome, "averaged")
        times = np.random.default_rng(1).uniform(0, 3, 20)
        exact = truth(stellar, (0, 3), START, np.sort(times), (EPS,))[:, np.argsort(np.argsort(times))]
        before = answer.sol.nfev
        state, slow = answer.sol.state(times), answer.sol(times)
        self.assertEqual((state.shape, slow.shape, answer.sol(1.5).shape), ((4, 20), (2, 20), (2,)))
        self.assertGreater(answer.sol.nfev, before)
        np.testing.assert_allclose(slow, np.array([energies(0, x) for x in exact.T]).T, atol=1e-6)
        self.assertLess(answer.sol.phase_error(3), 0.01)
        np.testing.assert_allclose(state, exact, atol=3 * answer.sol.phase_error(3) + 1e-6)
        np.testing.assert_allclose(answer.sol.frequency(1) * 2 * math.pi * EPS, [2, 2, 1, 1], rtol=0.01)
        for bad in (-1, 3.1, math.nan):
            with self.assertRaises(ValueError):
                answer.sol(bad)
        self.assertIsNone(lento.solve_ivp(stellar, (0, 0.1), START, args=(EPS,), dense_output=False).sol)

    def test_any_time_of_spans_that_run_backwards_and_of_text(self):
        answer = lento.solve_ivp(lambda t, y: [-y[0] * t], (3.0, 1.0), [0.5], tol=1e-8)
        np.testing.assert_allclose(answer.sol([2.5, 1.25])[0], 0.5 * np.exp((9 - np.array([2.5, 1.25]) ** 2) / 2), rtol=1e-7)
        broken = []
        answer = lento.solve_ivp(lambda t, y: -y * (1 // (1 - len(broken))), (0, 1), [1.0])
        broken += [1]
        with self.assertRaises(ZeroDivisionError):
            answer.sol(0.123)
        broken.clear()
        self.assertAlmostEqual(answer.sol(0.123)[0], math.exp(-0.123), delta=1e-6)
        text = lento.Problem("par w=3\ninit x=1, y=0\nx' = y\ny' = -w^2*x\n").solve(until=2, tol=1e-8)
        np.testing.assert_allclose(text.sol.state(0.7), [math.cos(2.1), -3 * math.sin(2.1)], atol=1e-7)

    def test_spans_that_start_elsewhere_or_run_backwards(self):
        def decay(t, y):
            return [-y[0] * t]

        for span in ((1.0, 3.0), (3.0, 1.0)):
            answer = lento.solve_ivp(decay, span, [0.5], np.linspace(*span, 5), tol=1e-8)
            expected = 0.5 * np.exp(-(answer.t ** 2 - span[0] ** 2) / 2)
            self.assertTrue(answer.success, answer.message)
            np.testing.assert_allclose(answer.y[0], expected, atol=1e-8 * expected.max())

    def test_a_declared_phase(self):
        omega, l, g, v = 1e5, 0.2, 9.8, 4.0

        def pendulum(t, y, theta):
            return [y[1], (g / l + v * omega / l * math.cos(theta)) * math.sin(y[0])]

        def slow(t, y):
            return [y[0]]

        answer = lento.solve_ivp(pendulum, (0, 0.2), [0.5, 0.0], [0.1, 0.2], tol=1e-5, phase=omega, outputs=slow)
        same = lento.Problem("kapitza").solve(0.2, 1e-6, [0.1, 0.2], omega=omega)
        self.assertEqual(answer.outcome, "averaged", answer.message)
        # the problem starts from means, the equations from a point: 1/omega apart
        np.testing.assert_allclose(answer.y[0], same["Q"], atol=2e-4)

    def test_statistics_of_the_fast_motion(self):
        answer = lento.solve_ivp(stellar, (0, 1), START, [0.5, 1], args=(EPS,), tol=1e-4, outputs="statistics")
        self.assertEqual(sorted(answer.envelope), ["max", "mean", "min", "rms"])
        self.assertEqual(answer.envelope["max"].shape, (4, 2))
        self.assertTrue(np.all(answer.envelope["min"] <= answer.envelope["mean"]))

    def test_a_refusal_says_why(self):
        answer = lento.solve_ivp(stellar, (0, 3), START, args=(1e-9,), tol=1e-9, outputs=energies)
        self.assertFalse(answer.success)
        self.assertEqual((answer.status, answer.outcome, answer.y.shape[1]), (-1, "refused", 0))
        self.assertIn("tolerance", answer.message)

    def test_what_a_callback_raises_comes_out(self):
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            lento.solve_ivp(lambda t, y: [1 / 0], (0, 1), [1.0])
        with self.assertRaises(ValueError):
            lento.solve_ivp(lambda t, y: [1.0, 2.0], (0, 1), [1.0])
        with self.assertRaises(RuntimeError):
            def column(t, y):
                if t > 0.5:
                    raise RuntimeError("column")
                return y[0]

            lento.solve_ivp(lambda t, y: -y, (0, 1), [1.0], outputs=column)

    def test_mistakes_are_one_sentence(self):
        def f(t, y):
            return -y

        for arguments, keywords, error in (
                (((0, 0), [1.0]), {}, ValueError), (((0, 1), [1 + 0j]), {}, ValueError), (((0, 1), [math.nan]), {}, ValueError),
                (((0, 1), [1.0], [2.0]), {}, ValueError), (((0, 1), [1.0], [0.5, 0.2]), {}, ValueError),
                (((0, 1), [1.0]), {"method": "RK45"}, TypeError), (((0, 1), [1.0]), {"tole": 1}, TypeError),
                (((0, 1), [1.0]), {"tol": -1}, ValueError), (((0, 1), [1.0]), {"tol": 0}, ValueError),
                (((0, 1), [1.0], "RK45"), {}, TypeError), (((0, 1), [1.0]), {"args": 2}, TypeError), (((0, 1), np.zeros(100)), {}, lento.LentoError)):
            with self.assertRaises(error, msg=f"{arguments} {keywords}") as raised:
                lento.solve_ivp(f, *arguments, **keywords)
            self.assertNotIn("\n", str(raised.exception))
        # what fun returns is never stretched, cut or made real
        for bad, error in ((lambda t, y: [y[0]], ValueError), (lambda t, y: [1, 2, 3], ValueError), (lambda t, y: 0.0, ValueError),
                           (lambda t, y: None, TypeError), (lambda t, y: 1j * y, TypeError)):
            with self.assertRaises(error):
                lento.solve_ivp(bad, (0, 1), [1.0, 2.0])
        with self.assertRaises(TypeError):
            lento.solve_ivp(f, (0, 1), [1.0, 2.0], outputs=lambda t, y: 1j * y)

    def test_compiled_right_hand_sides_are_called_without_python(self):
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.POINTER(ctypes.c_double),
                                ctypes.POINTER(ctypes.c_double), ctypes.c_void_p)

        @kind
        def decay(t, y, dydt, params):
            dydt[0] = -ctypes.cast(params, ctypes.POINTER(ctypes.c_double))[0] * y[0]
            return 0

        for fun in (decay, ctypes.cast(decay, ctypes.c_void_p).value):
            answer = lento.solve_ivp(fun, (0, 1), [1.0], [1.0], args=[2.0], tol=1e-9)
            self.assertAlmostEqual(answer.y[0, 0], math.exp(-2), delta=1e-9)


class Interrupt(unittest.TestCase):
    def setUp(self):
        def interrupt(number, frame):
            raise KeyboardInterrupt

        self.old = signal.signal(signal.SIGALRM, interrupt)

    def tearDown(self):
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.old)

    def test_ctrl_c_ends_work_inside_the_library(self):
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        begun = time.process_time()
        with self.assertRaises(KeyboardInterrupt):
            lento.run("kapitza", 1.0, scheme="direct", macro="verlet", steps=10 ** 9, estimate=False)
        self.assertLess(time.process_time() - begun, 10)

    def test_ctrl_c_ends_a_python_right_hand_side(self):
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with self.assertRaises(KeyboardInterrupt):
            lento.solve_ivp(stellar, (0, 1e3), START, args=(1e-3,), tol=1e-9, max_calls=1e12)

    def test_other_threads_run_beside_the_library(self):
        ticks, done = [0], threading.Event()

        def count():
            while not done.is_set():
                ticks[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        lento.run("kapitza", 1.0, scheme="direct", macro="verlet", steps=3 * 10 ** 6, estimate=False)
        done.set()
        thread.join()
        self.assertGreater(ticks[0], 5)


class Problems(unittest.TestCase):
    TEXT = "par w=3\ninit x=1, y=0\nx' = y\ny' = -w^2*x\n"

    def test_text_problems(self):
        problem = lento.Problem(self.TEXT)
        self.assertEqual(problem.parameters(w=4), {"w": 4.0})
        self.assertIn("polynomial", problem.explain())
        answer = lento.solve_ivp(self.TEXT, (0, 2), tol=1e-7)
        self.assertTrue(answer.success)
        with self.assertRaises(lento.LentoError) as raised:
            lento.Problem("x' = zz\n")
        self.assertIn("1:", str(raised.exception))

    def test_a_named_method_is_exactly_that_method(self):
        rows = lento.run("kapitza", 1.0, scheme="async", macro="rk4", steps=240, micro="stormer-fitted",
                         micro_per_period=4, omega=1e8)
        self.assertEqual(rows.counts["force_evaluations"], 2880)
        self.assertAlmostEqual(rows.final["Q"], 0.168560848, delta=2e-6)
        self.assertTrue(0 < rows.estimate["Q"] < 1e-4)
        self.assertEqual(rows.data.shape[1], 2)

    def test_mistakes(self):
        for call in (lambda: lento.Problem("kapitzza"), lambda: lento.run("kapitza", omga=3),
                     lambda: lento.run("kapitza", scheme="asink"), lambda: lento.run("kapitza", omega=-1),
                     lambda: lento.run("kapitza", side="left"), lambda: lento.Problem("kapitza").solve(omga=1)):
            with self.assertRaises(lento.LentoError) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))

    def test_results_are_shown(self):
        answer = lento.Problem("kapitza").solve(0.1, 1e-4, [0.05, 0.1])
        self.assertIn("\u00b1", repr(answer))
        self.assertIn("<table>", answer._repr_html_())
        with self.assertRaises(KeyError):
            answer["R"]


class Studies(unittest.TestCase):
    TEXT = "par w=3, d=0.1\ninit x=1, y=0\nx' = y\ny' = -w^2*x - d*y\n"

    def test_what_is_recommended_can_be_run(self):
        found = lento.compare("kapitza", until=0.2, omega=1e4)
        self.assertGreater(len(found), 5)
        best = found.recommended
        self.assertEqual((found.reference, found.column), ("direct", "Q"))
        rows = lento.run("kapitza", 0.2, omega=1e4, estimate=False, **{k: v for k, v in best.options.items() if k != "until"})
        self.assertEqual(rows.counts["force_evaluations"], best.calls)
        self.assertTrue(0 < best.error < 1e-3)
        self.assertTrue(found.chosen["met"])
        self.assertIn(best.name, repr(found))
        self.assertIn("<table>", found._repr_html_())

    def test_named_methods_side_by_side(self):
        methods = [dict(scheme="async", macro="rk4", steps=40), dict(scheme="direct", macro="verlet", steps=20000)]
        found = lento.compare("kapitza", 0.2, methods, omega=1e4, reference="direct", column="Q")
        self.assertEqual([one.options["macro"] for one in found], ["rk4", "verlet"])
        self.assertIsNone(found.chosen)
        self.assertEqual(found[1].calls, 20000)
        for call in (lambda: lento.compare("kapitza", 0.2, [dict(skeme="async")]), lambda: lento.compare("kapitza", omga=1),
                     lambda: lento.compare("kapitza", 0.2, reference="best"), lambda: lento.compare("kapitza", column="Z")):
            with self.assertRaises(lento.LentoError) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))

    def test_cells_are_runs(self):
        chart = lento.sweep("kapitza", {"end": "final(Q)", "error": "bar"}, 0.1, 1e-4, [0.05, 0.1], omega=("log", 1e3, 1e5, 3),
                            v=(4, 5, 2))
        self.assertEqual((chart["end"].shape, chart.status.tolist()), ((3, 2), [[0, 0]] * 3))
        np.testing.assert_allclose(chart.axes["omega"], [1e3, 1e4, 1e5])
        for i, omega in enumerate(chart.axes["omega"]):
            one = lento.Problem("kapitza").solve(0.1, 1e-4, [0.05, 0.1], omega=omega, v=5)
            # solve also keeps what sol(t) needs and may take other steps for it
            self.assertLessEqual(abs(chart["end"][i, 1] - one["Q"][-1]), 2 * one.bar[0][-1])
        self.assertIn("3 x 2 cells", repr(chart))

    def test_threads_give_the_same_bits_in_blocks_and_alone(self):
        def chart(jobs, **more):
            return lento.sweep(self.TEXT, {"most": "max(abs(x))", "end": "final(x)"}, 5, macro="rk4", steps=400, jobs=jobs,
                               w=(1, 3, 9), d=(-0.1, 0.1, 30), **more)

        one, three = chart(1), chart(3)
        np.testing.assert_array_equal(one["end"], three["end"])
        np.testing.assert_array_equal(one["most"], three["most"])
        alone = lento.run(self.TEXT, 5, macro="rk4", scheme="direct", steps=400, estimate=False, w=float(one.axes["w"][2]),
                          d=float(one.axes["d"][7]))
        self.assertEqual(one["end"][2, 7], alone.final["x"])

    def test_no_cell_is_missing(self):
        chart = lento.sweep("kapitza", {"m": "max(Q)"}, 0.05, 1e-3, omega=(-1e3, 1e3, 3))
        self.assertEqual(chart.status.tolist(), [2, 2, 0])
        self.assertTrue(np.isnan(chart["m"][0]) and chart["m"][2] > 0)
        self.assertIn("omega", chart.why(0))
        self.assertEqual(chart.why(2), "")
        random = lento.sweep(self.TEXT, {"m": "max(x)"}, 2, random=6, seed=3, w=(1, 3), d=("log", 0.01, 0.1))
        self.assertEqual((random["m"].shape, random.axes["w"].shape), ((6,), (6,)))
        self.assertTrue(np.all((random.axes["d"] >= 0.01) & (random.axes["d"] <= 0.1)))

    def test_mistakes_in_sweeps(self):
        for keywords in ({"w": 2}, {"w": (1, 2)}, {"w": (1, 2, 3), "z": 1}, {"w": ("log", -1, 2, 3)}, {"q": (1, 2, 3)}):
            with self.assertRaises(lento.LentoError, msg=str(keywords)):
                lento.sweep(self.TEXT, {"m": "max(x)"}, 1, **keywords)
        with self.assertRaisesRegex(lento.LentoError, "measure m: .*zz"):
            lento.sweep(self.TEXT, {"m": "max(zz)"}, 1, w=(1, 2, 2))

    def test_a_sweep_can_be_stopped(self):
        def told(what, part):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            lento.sweep(self.TEXT, {"m": "max(x)"}, 1, w=(1, 2, 5), progress=told)

        def interrupt(number, frame):
            raise KeyboardInterrupt

        old = signal.signal(signal.SIGALRM, interrupt)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            begun = time.process_time()
            with self.assertRaises(KeyboardInterrupt):
                lento.sweep(self.TEXT, {"m": "final(x)"}, 1, macro="rk4", steps=10 ** 9, w=(1, 2, 8))
            self.assertLess(time.process_time() - begun, 10)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)


if __name__ == "__main__":
    print(f"lento {lento.version()} from {lento.__file__}, numpy {np.__version__}, python {sys.version.split()[0]}")
    unittest.main()
