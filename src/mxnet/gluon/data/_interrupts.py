"""Ctrl-C while a finalizer runs: Python would print the KeyboardInterrupt and continue."""

from __future__ import annotations

import signal
import threading

SECONDS = 0.01  # long enough for an idle finalizer to return


class delay_interrupt:
    """Delay a Ctrl-C inside the ``with`` block, and deliver it when the caller has returned."""

    def __enter__(self):
        self._arrived, self._handler = False, None
        # Python only allows the main thread to set handlers, and runs them there.
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):  # otherwise the interrupt is ignored or ends the process
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
            except RuntimeError:  # the interpreter is shutting down already
                pass
        return False


def _interrupt_main_thread():
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)  # also interrupts a sleep
    else:
        signal.raise_signal(signal.SIGINT)
