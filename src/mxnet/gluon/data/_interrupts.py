"""Ctrl-C while a finalizer runs: Python would print the KeyboardInterrupt and continue."""

from __future__ import annotations

import signal
import threading

SECONDS = 0.01  # after which a finalizer that has nothing left to do has surely returned


class delay_interrupt:
    """Delay a Ctrl-C inside the ``with`` block, and deliver it when the caller has returned."""

    def __enter__(self):
        self._arrived, self._handler = False, None
        # Python runs handlers in the main thread only, and nobody else may set them.
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):  # else the interrupt is ignored, or ends the process anyway
                self._handler = handler
                signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number, frame):
        self._arrived = True

    def __exit__(self, *exc):
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
        if self._arrived:
            try:
                threading.Timer(SECONDS, _interrupt_main_thread).start()
            except RuntimeError:  # the interpreter is ending, as the user wanted
                pass
        return False


def _interrupt_main_thread():
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)  # ends a sleep too
    else:
        signal.raise_signal(signal.SIGINT)
