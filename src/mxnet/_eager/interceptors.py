"""Features that intercept every operator call, such as mixed precision and the profiler.

An interceptor gets each call and a function that continues it. Callers that bypass ``invoke`` check
``active`` first, and use the general code path while it is not empty. So a disabled feature costs
one check.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from .._ops.registry import Op
from .array import NDArrayBase


@dataclass(frozen=True, slots=True)
class Call:
    """An operator on arrays (None for an omitted input) with parsed attributes.

    ``out`` is where the results are written, if given; ``cls`` is their class.
    """

    op: Op
    arrays: Sequence[NDArrayBase | None]
    attrs: dict
    out: NDArrayBase | Sequence[NDArrayBase] | None
    cls: type[NDArrayBase]


class Interceptor(Protocol):
    """The interface of interceptors, which see the calls of all threads."""

    def call(self, call: Call, proceed: Callable[[Call], object]) -> object:
        """Run an operator with ``proceed``, which takes this call or a replacement."""

    def work(self, kind: str, name: str, run: Callable[[], object]) -> object:
        """Run work that is not one of our operators: see ``watch``."""


active: list[Interceptor] = []  # the first one is the outermost


def intercept(call: Call, run: Callable[[Call], object]) -> object:
    """Run an operator call through all interceptors."""
    for interceptor in reversed(active):
        run = functools.partial(interceptor.call, proceed=run)
    return run(call)


def watch(kind: str, name: str, run: Callable[[], object]) -> object:
    """Run work that interceptors may observe.

    It is work that replaces an operator ("operator"), a backward pass ("backward"), or the code of
    a user-defined operator ("custom").
    """
    for interceptor in reversed(active):
        run = functools.partial(interceptor.work, kind, name, run)
    return run()
