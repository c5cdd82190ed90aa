"""Features that take part in every operator call, such as mixed precision and the profiler.

An interceptor gets each call and a function that goes on with it. Callers that skip ``invoke``
because they know all about their call look at ``active`` first, and take the general code path
while it has members. So a feature that is switched off costs one look.
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
    """An operator on arrays (None for an input left out) with parsed attributes.

    ``out`` is where the results are to be written, if they are; ``cls`` is their class.
    """

    op: Op
    arrays: Sequence[NDArrayBase | None]
    attrs: dict
    out: NDArrayBase | Sequence[NDArrayBase] | None
    cls: type[NDArrayBase]


class Interceptor(Protocol):
    """What takes part in calls, in all threads."""

    def call(self, call: Call, proceed: Callable[[Call], object]) -> object:
        """Run an operator by ``proceed``, which takes this call or another in its place."""

    def work(self, kind: str, name: str, run: Callable[[], object]) -> object:
        """Run what is no operator of ours: see ``watch``."""


active: list[Interceptor] = []  # the first one is the outermost


def intercept(call: Call, run: Callable[[Call], object]) -> object:
    """Run an operator call through all interceptors."""
    for interceptor in reversed(active):
        run = functools.partial(interceptor.call, proceed=run)
    return run(call)


def watch(kind: str, name: str, run: Callable[[], object]) -> object:
    """Run what interceptors may want to know of.

    It is work inside an operator's place ("operator"), a backward pass ("backward"), or the code
    of an operator that a user wrote ("custom").
    """
    for interceptor in reversed(active):
        run = functools.partial(interceptor.work, kind, name, run)
    return run()
