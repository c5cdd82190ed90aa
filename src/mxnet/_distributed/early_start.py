"""Sums of gradients that start while a backward pass still computes others."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Protocol

import torch

from .._core.versions import versions_of
from .._eager.backward import observe
from ..ndarray import NDArray
from .group import ProcessGroup

Wait = Callable[[], None]
Observer = Callable[[torch.Tensor], None]
# After this many steps in a row in which gradients had to be sent again, they are no longer sent
# early: a script that clips its gradients changes them in every step.
_MAX_FAILURES = 3


class Buckets(Protocol):
    """The object to sum: arrays that are sent in buckets."""

    plan: list[list[int]]  # indices of the arrays in each bucket
    targets: list[torch.Tensor]  # view of each array in its bucket

    def start_bucket(self, number: int, engine: object) -> Wait:
        """Start to sum a bucket; return a function that waits for it."""


class Gradients(Protocol):
    """The gradients to send, which backward passes compute again and again."""

    def may_start_early(self) -> bool:
        """Return whether backward passes do not change a gradient after they report it."""

    def observe(self, observers: Sequence[Observer]) -> None:
        """Call each function with its gradient as soon as a backward pass has computed it."""


class VariableGradients:
    """The gradients of variables."""

    def __init__(self, variables: Sequence[NDArray]):
        self._variables = variables

    def may_start_early(self) -> bool:
        """Return whether backward passes write each gradient once."""
        return all(
            variable._leaf is not None
            and variable._leaf.req == "write"
            and variable._leaf.grad._has_tensor
            and may_send_early(variable._t)
            for variable in self._variables
        )

    def observe(self, observers: Sequence[Observer]) -> None:
        """Observe the variables that still are variables."""
        for variable, observer in zip(self._variables, observers, strict=True):
            leaf = variable._leaf
            if leaf is not None and leaf.observer is not observer:
                observe(variable, observer)


class EarlyStart:
    """Starts the sum of a bucket as soon as a backward pass has computed its last gradient.

    Gradients belong to a worker until they are pushed: it may run another pass, or clip, scale and
    replace them. The early sums are used only if, in every worker, each pushed gradient is the
    tensor that was sent and has not changed. The workers agree on that; otherwise all of them send
    everything again.

    The buckets have a separate engine, on which all workers start them in the order of their
    numbers, regardless of other communication during a backward pass.
    """

    def __init__(self, group: ProcessGroup, buckets: Buckets):
        self._group, self._buckets = group, buckets
        self._engine = group.open_engine()
        self._lock = threading.Lock()  # torch may run backward passes in its own threads
        self._count = len(buckets.targets)
        self._observers = [_observer(weakref.ref(self), i) for i in range(self._count)]
        self._bucket_of = {
            i: number for number, positions in enumerate(buckets.plan) for i in positions
        }
        self._failures = 0
        self._arrivals = [0] * self._count
        self._is_open = False

    @property
    def is_disabled(self) -> bool:
        """Whether gradients change so often that none are sent early any more, in any worker."""
        return self._failures == _MAX_FAILURES

    def open(self, gradients: Gradients) -> None:
        """Start a round: send these gradients as they are computed."""
        gradients.observe(self._observers)
        # A variable that received several gradients in the last round, from several passes or
        # several uses in one pass, is expected to receive as many in this one.
        self._expected = [max(1, count) for count in self._arrivals]
        self._arrivals = [0] * self._count
        self._sent: list[tuple[torch.Tensor, list] | None] = [None] * self._count
        self._missing = [len(positions) for positions in self._buckets.plan]
        self._waits: list[Wait] = []
        self._is_open = True

    def _take(self, position: int, grad: torch.Tensor) -> None:
        """Copy a gradient into its bucket, and start the buckets that are complete."""
        with self._lock:
            if not self._is_open:
                return
            self._arrivals[position] += 1
            if self._arrivals[position] != self._expected[position] or grad.is_sparse:
                return
            self._buckets.targets[position].copy_(grad)
            self._sent[position] = grad, versions_of([grad])
            self._missing[self._bucket_of[position]] -= 1
            while len(self._waits) < len(self._missing) and not self._missing[len(self._waits)]:
                self._start_next()

    def _start_next(self) -> None:
        self._waits.append(self._buckets.start_bucket(len(self._waits), self._engine))

    def close(self, grads: Sequence[torch.Tensor]) -> list[Wait] | None:
        """End a round; return a function that waits for the sums, or None to send all again."""
        with self._lock:
            self._is_open = False
        sent, self._sent = self._sent, [None] * self._count
        is_complete = len(self._waits) == len(self._missing)
        counts = agree(self._group, is_complete and all(map(_is_same, grads, sent)))
        self._failures = 0 if counts else self._failures + 1
        # An operation that others have started only completes if this worker takes part.
        while len(self._waits) < len(self._missing):
            self._start_next()
        waits, self._waits = self._waits, []
        if counts:
            return waits
        for wait in waits:
            wait()
        return None


def _is_same(grad: torch.Tensor, sent: tuple[torch.Tensor, list] | None) -> bool:
    """Return whether a gradient is the tensor that was sent, in the same version."""
    return sent is not None and grad is sent[0] and versions_of([grad]) == sent[1]


def _observer(owner: weakref.ref[EarlyStart], position: int) -> Observer:
    """Return an observer of a variable, which may outlive the sum of its gradients."""

    def take(grad: torch.Tensor) -> None:
        if (early := owner()) is not None:
            early._take(position, grad)

    return take


def may_send_early(tensor: torch.Tensor) -> bool:
    """Return whether a gradient like this tensor can be sent during a backward pass."""
    # On GPUs, operations of two engines may deadlock.
    return tensor.is_floating_point() and tensor.device.type == "cpu"


def agree(group: ProcessGroup, is_so: bool) -> bool:
    """Return whether a condition holds in all workers."""
    count = torch.tensor([float(is_so)])
    group.start_sum(count)()
    return count.item() == group.size
