"""Recording of operators while they run, in eager calls and in graphs.

Operators on arrays are observed by an interceptor of the call path; the code of lowered graphs is
instrumented while the profiler runs. So there is no overhead without profiling.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from .._core import malloc
from .._eager.interceptors import Call, active
from .._graph.lower.code import instrument
from .._graph.lower.lowering import only
from .._graph.passes.blocks import Blockwise
from .._graph.passes.outputs import copy_contiguous, make_contiguous
from .._ops.registry import Op
from ..context import synchronize
from ._record import CUSTOM, MEMORY, MEMORY_NAME, OPERATOR, Record, now

MEMORY_PERIOD = 0.001  # seconds between measurements of the memory of the process


@dataclass(slots=True)
class Running:
    """An operation that has started and not ended."""

    begin: float
    custom: str | None = None  # the type of a custom operator
    inside: float = 0.0  # time of operators inside of it


class Watcher:
    """Records operators in all threads, from ``start`` to ``stop``."""

    def __init__(self, record: Record, imperative: bool, symbolic: bool, memory: bool):
        self._record, self._memory = record, memory
        self._imperative, self._symbolic = imperative, symbolic
        self._local = threading.local()
        self._looked = 0.0

    def start(self) -> None:
        active.append(self)
        if self._symbolic:
            instrument(_Instrument(self.note_operator))

    def stop(self) -> None:
        active.remove(self)
        if self._symbolic:
            instrument(None)

    def call(self, call: Call, proceed: Callable[[Call], object]) -> object:
        """Record an operator called eagerly."""
        if not self._imperative:
            return proceed(call)
        return self.note_operator(call.op.name, lambda: proceed(call))

    def work(self, kind: str, name: str, run: Callable[[], object]) -> object:
        """Record the code of a custom operator, a backward pass, or the creation of an array."""
        if kind == "custom":
            span = Running(now(), custom=name.removeprefix("_backward_"))
            return self._note(span, CUSTOM, f"{name}::pure_python", run)
        return (
            run() if kind == "operator" and not self._imperative else self.note_operator(name, run)
        )

    def note_operator(self, name: str, run: Callable[[], object]) -> object:
        """Record an operator, unless it is part of one that is already recorded."""
        stack = self._stack()
        if not stack:
            return self._note(Running(now()), OPERATOR, name, run)
        custom = stack[-1].custom
        if custom is None:
            return run()
        return self._note(Running(now()), CUSTOM, f"{custom}::{name}", run)

    def _stack(self) -> list[Running]:
        return self._local.__dict__.setdefault("stack", [])

    def _note(self, span: Running, category: str, name: str, run: Callable[[], object]) -> object:
        stack = self._stack()
        stack.append(span)
        try:
            return run()
        finally:
            stack.pop()
            self._end(stack, span, category, name)

    def _end(self, stack: list[Running], span: Running, category: str, name: str) -> None:
        synchronize()  # GPUs compute asynchronously
        end = now()
        if stack:
            stack[-1].inside += end - span.begin
        # MXNet: the time of a custom operator itself is listed beside that of operators inside it
        self._record.span(category, name, span.begin, max(end - span.inside, span.begin))
        if self._memory and time.monotonic() - self._looked > MEMORY_PERIOD:
            self._looked = time.monotonic()
            self._record.number(MEMORY, MEMORY_NAME, malloc.resident())


# Functions called by graphs that select or copy results, or call operators themselves.
NO_OPERATORS = (copy_contiguous, make_contiguous, only)


class _Instrument:
    """Makes the functions called by lowered graphs record their operators."""

    def __init__(self, note: Callable[[str, Callable[[], object]], object]):
        self._note = note

    def __call__(self, function: Callable, op: Op | None) -> Callable:
        if function in NO_OPERATORS or isinstance(function, Blockwise):
            return function
        own_name = getattr(function, "__name__", None) or type(function).__name__
        name = own_name if op is None else op.name
        return lambda *args, **kwargs: self._note(name, lambda: function(*args, **kwargs))
