"""``mx.profiler``: the running times of operators and parts of programs.

It does not use ``torch.profiler``, which records torch's functions and not MXNet's operators, and
has no domains, tasks and counters.

>>> import mxnet as mx
>>> mx.profiler.set_config(aggregate_stats=True, filename="profile.json", continuous_dump=False)
>>> mx.profiler.set_state("run")
>>> x = mx.nd.exp(mx.nd.ones((2, 2)))
>>> mx.profiler.set_state("stop")
>>> "exp" in mx.profiler.dumps(reset=True)
True
"""

from __future__ import annotations

import time
import warnings

from .._text.spelling import did_you_mean
from ..base import (
    MXNetError,
    c_str as c_str,
    c_str_array as c_str_array,
    check_call as check_call,
    py_str as py_str,
)
from ._operators import Watcher
from ._record import EVENT, SORTINGS, Record, now

__all__ = [
    "Counter", "Domain", "Event", "Frame", "Marker", "Task", "dump", "dump_profile", "dumps",
    "pause", "profiler_set_config", "profiler_set_state", "resume", "set_config", "set_state",
]  # fmt: skip

_DEFAULTS = {
    "profile_all": False,
    "profile_symbolic": True,
    "profile_imperative": True,
    "profile_memory": True,
    "profile_api": True,
    "filename": "profile.json",
    "continuous_dump": True,
    "dump_period": 1.0,
    "aggregate_stats": False,
    "profile_process": "worker",
}
_DENSE = 20_000  # events: larger files are written less often while the profiler runs


class _Profiler:
    """The single profiler of a process."""

    def __init__(self):
        self.config, self.record = dict(_DEFAULTS), Record()
        self.state, self.is_paused = "stop", False
        self._watcher, self._written = None, 0.0

    @property
    def is_running(self) -> bool:
        return self.state == "run" and not self.is_paused

    def switch(self) -> None:
        """Start or stop observing operators, depending on state and pause."""
        if self._watcher is not None:
            self._watcher.stop()
            self._watcher = None
        if self.is_running:
            chosen = self.config
            self._watcher = Watcher(
                self.record,
                *(
                    chosen["profile_all"] or chosen[f"profile_{what}"]
                    for what in ("imperative", "symbolic", "memory")
                ),
            )
            self._watcher.start()

    def write_periodically(self) -> None:
        """Write the file while the profiler runs, if configured."""
        period = self.config["dump_period"] * max(1, self.record.trace.count / _DENSE)
        if self.config["continuous_dump"] and time.monotonic() - self._written > period:
            self._written = time.monotonic()
            self.record.write(self.config["filename"])


_profiler = _Profiler()


def set_config(**kwargs):
    """Configure what to profile, and the output file.

    Parameters
    ----------
    filename : str
        The file for the trace, for chrome://tracing or Perfetto (``"profile.json"``).
    profile_all, profile_symbolic, profile_imperative, profile_memory : bool
        Whether to record operators in graphs, operators in eager calls and the memory of the
        process; the first enables all of them, the others are True by default.
    profile_api : bool
        Accepted, but there is no C API here whose calls could be recorded.
    aggregate_stats : bool
        Whether ``dumps`` returns aggregated statistics (False).
    continuous_dump : bool
        Whether the file is written automatically: at the end of tasks and similar objects at most
        every ``dump_period`` seconds, and when the profiler stops.
    profile_process : str
        ``"worker"``; there are no server processes.
    """
    unknown = [name for name in kwargs if name not in _DEFAULTS]
    if unknown:
        raise MXNetError(
            f"Cannot find argument '{unknown[0]}', Possible Arguments: {', '.join(_DEFAULTS)}."
            f"{did_you_mean(unknown[0], _DEFAULTS)}"
        )
    _require_worker(kwargs.get("profile_process", "worker"))
    _profiler.config = {**_DEFAULTS, **kwargs}
    _profiler.record.aggregate = bool(_profiler.config["aggregate_stats"])
    _profiler.switch()


def set_state(state="stop", profile_process="worker"):
    """Start (``"run"``) or stop the profiler."""
    if state not in ("run", "stop"):
        raise KeyError(f"the state of the profiler is 'run' or 'stop', got {state!r}")
    _require_worker(profile_process)
    was, _profiler.state = _profiler.state, state
    _profiler.is_paused = False
    _profiler.switch()
    if was == "run" and state == "stop" and _profiler.config["continuous_dump"]:
        _profiler.record.write(_profiler.config["filename"])


def pause(profile_process="worker"):
    """Stop recording until ``resume``."""
    _require_worker(profile_process)
    _profiler.is_paused = True
    _profiler.switch()


def resume(profile_process="worker"):
    """Continue after ``pause``."""
    _require_worker(profile_process)
    _profiler.is_paused = False
    _profiler.switch()


def dump(finished=True, profile_process="worker"):
    """Write all events to the file; ``finished`` stops the profiler and discards them."""
    _require_worker(profile_process)
    if finished:
        _profiler.state = "stop"
        _profiler.switch()
    _profiler.record.write(_profiler.config["filename"])
    if finished:
        _profiler.record.trace.clear()


def dumps(reset=False, format="table", sort_by="total", ascending=False):
    """Return statistics of all events so far as text, or "" without ``aggregate_stats``.

    Parameters
    ----------
    reset : bool
        Whether to reset the statistics.
    format : str
        ``"table"`` or ``"json"``.
    sort_by : str
        ``"total"``, ``"avg"``, ``"min"``, ``"max"`` or ``"count"``.
    ascending : bool
        Whether to sort in ascending order.
    """
    for name, value, choices in (
        ("format", format, ("table", "json")),
        ("sort_by", sort_by, tuple(SORTINGS)),
        ("ascending", ascending, (False, True)),
        ("reset", reset, (False, True)),
    ):
        if value not in choices:
            listed = ", ".join(map(repr, choices))
            raise AssertionError(f"Invalid value provided for {name}: {value}. Support: {listed}")
    if not _profiler.record.aggregate:
        return ""
    write = _profiler.record.json if format == "json" else _profiler.record.table
    text = write(sort_by, ascending)
    if reset:
        _profiler.record.sums.clear()
    return text


def _require_worker(profile_process):
    if profile_process != "worker":
        raise MXNetError(
            f"profile_process={profile_process!r}: there are no server processes to profile, only "
            "'worker'"
        )


def profiler_set_config(mode="symbolic", filename="profile.json"):
    """Deprecated name of ``set_config``; ``mode`` is ``"symbolic"`` or ``"all"``."""
    _warn_of("profiler_set_config", "set_config")
    if mode not in ("symbolic", "all"):
        raise MXNetError(f"mode must be 'symbolic' or 'all', got {mode!r}")
    set_config(
        profile_symbolic=True,
        profile_imperative=mode == "all",
        profile_all=mode == "all",
        filename=filename,
    )


def profiler_set_state(state="stop"):
    """Deprecated name of ``set_state``."""
    _warn_of("profiler_set_state", "set_state")
    set_state(state)


def dump_profile():
    """Deprecated name of ``dump``."""
    _warn_of("dump_profile", "dump")
    dump()


def _warn_of(old, new):
    warnings.warn(f"profiler.{old}() is deprecated. Please use profiler.{new}()", stacklevel=3)


def set_kvstore_handle(handle):
    """Raise an error: there are no C++ stores."""
    raise MXNetError("set_kvstore_handle: there are no server processes to profile")


# ------------------------------------------------------------------- parts of programs, by name


class _Named:
    """The base class of objects that print as their name."""

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name


class Domain(_Named):
    """A group of tasks, frames, counters and markers.

    >>> train = Domain("train")
    >>> task = train.new_task("epoch")
    >>> task.start()
    >>> task.stop()
    """

    def new_marker(self, name):
        """Create a marker in this domain."""
        return Marker(domain=self, name=name)

    def new_counter(self, name, value=None):
        """Create a counter in this domain."""
        return Counter(domain=self, name=name, value=value)

    def new_frame(self, name):
        """Create a frame in this domain."""
        return Frame(domain=self, name=name)

    def new_task(self, name):
        """Create a task in this domain."""
        return Task(domain=self, name=name)


class _Span(_Named):
    """The base class of objects with a start and a stop; also a ``with`` block."""

    _kind, _begin = "BE", None

    def start(self):
        """Start the timer."""
        self._begin = now()

    def stop(self):
        """Record the time since ``start``, if the profiler is running."""
        if self._begin is not None and _profiler.is_running:
            _profiler.record.span(self._category(), self.name, self._begin, now(), self._kind)
            _profiler.write_periodically()
        self._begin = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.stop()


class Task(_Span):
    """Work with a beginning and an end, which may be in different threads."""

    _kind = "be"

    def __init__(self, domain, name):
        super().__init__(name)
        self.domain = domain

    def _category(self):
        return self.domain.name


class Frame(Task):
    """One iteration of something repeated, for example a training step."""

    _kind = "()"

    def _category(self):
        return f"{self.domain.name},frame"


class Event(_Span):
    """A part of a thread's work; events can be nested."""

    def _category(self):
        return EVENT


class Counter(_Named):
    """A number that changes over time; ``counter += 1`` is supported."""

    def __init__(self, domain, name, value=None):
        super().__init__(name)
        self._domain, self._value = domain, 0
        if value is not None:
            self.set_value(value)

    def set_value(self, value):
        """Set the number."""
        self._value = value
        if _profiler.is_running:
            _profiler.record.number(self._domain.name, self.name, value)

    def __iadd__(self, delta):
        self.set_value(self._value + delta)
        return self

    def __isub__(self, delta):
        return self.__iadd__(-delta)

    def decrement(self, delta=1):
        """Subtract from the number."""
        self.__isub__(delta)

    def increment(self, delta=1):
        """Add to the number."""
        self.__iadd__(delta)


class Marker:
    """A point in time."""

    _SCOPES = {"global": "g", "process": "p", "thread": "t", "task": "t", "marker": "t"}

    def __init__(self, domain, name):
        self.name, self.domain = name, domain

    def mark(self, scope="process"):
        """Record the current time; ``scope`` is the scope for which it is relevant."""
        if scope not in self._SCOPES:
            raise MXNetError(
                f"Invalid Input: '{scope}', valid values are: {', '.join(sorted(self._SCOPES))}"
            )
        if _profiler.is_running:
            category = f"{self.domain.name},instant_marker"
            _profiler.record.instant(category, self.name, self._SCOPES[scope])
