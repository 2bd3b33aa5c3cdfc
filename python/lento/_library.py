# SPDX-License-Identifier: MIT
"""The shared library: found, checked and given the types of its functions."""
import ctypes
import os
import signal
import threading
from pathlib import Path

import numpy as np

from . import _layout as c

FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT}
NAMES = ("liblento_python.so", "liblento_python.dylib", "lento_python.dll")


class LentoError(Exception):
    """Something that Lento refuses, in one sentence."""


def _open():
    named = os.environ.get("LENTO_LIBRARY")
    here = Path(__file__).resolve().parent
    tried = [Path(named)] if named else [here / name for name in NAMES]
    for path in tried:
        if path.exists():
            return ctypes.CDLL(str(path)), path
    raise ImportError(f"the library of Lento is missing: {tried[0]} (in a source tree, run 'make python' first)")


library, _path = _open()
if library.lento_abi() != c.ABI:
    raise ImportError(f"{_path} has interface {library.lento_abi()}, this package needs {c.ABI}")
for _name, (_result, _arguments) in c.FUNCTIONS.items():
    _function = getattr(library, _name)
    _function.restype, _function.argtypes = _result, _arguments

# int atoi(const char *) of the C library reads the flag that stops: from any thread, and without Python's lock.
STOP = ctypes.cast(library.atoi, ctypes.c_void_p).value
PROGRESS = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_double, ctypes.c_void_p)


def version():
    """The version of the library."""
    return library.lento_version().decode()


def words(text):
    """A text of the library."""
    return text.decode("utf-8", "replace") if text else ""


class Calls:
    """Callbacks into Python: keeps what they raise, so that it can be raised again after the library has returned."""

    def __init__(self, progress=None):
        self._raised = None
        self._flag = ctypes.create_string_buffer(b"0")
        self.kept = []
        self.progress = progress

    @property
    def raised(self):
        """What a callback or a signal raised; None if nothing."""
        return self._raised

    @raised.setter
    def raised(self, error):
        self._raised = error
        self._flag.value = b"0" if error is None else b"1"

    def guard(self, kind, function, failed=1):
        """A C function of this kind; an exception is kept and becomes `failed`."""

        def called(*arguments):
            try:
                return function(*arguments)
            except BaseException as error:  # noqa: BLE001: also KeyboardInterrupt
                if self.raised is None:
                    self.raised = error
                return failed

        pointer = kind(called)
        self.kept.append(pointer)
        return ctypes.cast(pointer, ctypes.c_void_p).value

    def stoppable(self, options):
        """Fills stop: what was raised (Ctrl-C) ends the work."""
        options.stop, options.user = STOP, ctypes.addressof(self._flag)

    def watch(self, options):
        """Fills stop and progress."""
        self.stoppable(options)
        if self.progress:
            options.progress = self.guard(
                PROGRESS, lambda what, part, user: self.progress(words(what), part), None)

    def run(self, function, *arguments):
        """function(*arguments) in a thread of its own. Signals are handled in the main thread, so that an exception of
        their handlers (Ctrl-C) is never lost inside a callback: it ends the work and is raised here."""
        found, errors, done = [], np.geterr(), threading.Event()

        def work():
            try:
                with np.errstate(**errors):
                    found.append(function(*arguments))
            finally:
                done.set()

        # No handler runs between the start and the wait, and none in the new thread. Not Thread.join: an exception of a
        # handler makes it believe that the thread has ended.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals() - FAULTS)
        threading.Thread(target=work, daemon=True).start()
        unblocked = False
        while not done.is_set():
            try:
                if not unblocked:
                    unblocked = True
                    signal.pthread_sigmask(signal.SIG_SETMASK, before)
                done.wait()
            except BaseException as error:  # noqa: BLE001
                self.raised = self.raised or error
        if not unblocked:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if self.raised is not None:
            raise self.raised
        return found[0]
