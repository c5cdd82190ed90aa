"""The gradients of an executor's backward pass on their way to the arrays of users."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import torch

from ..._eager.array import NDArrayBase
from ..._eager.backward import is_free, receive

Observer = Callable[[torch.Tensor], None]


class Delivery:
    """Moves the gradients of one backward pass to their targets, observed ones immediately."""

    def __init__(
        self,
        targets: list[tuple[NDArrayBase, bool]],
        unaliased: Sequence[bool],
        heads: list[torch.Tensor | None],
        observers: Mapping[int, Observer],
    ):
        self._targets, self._unaliased, self._observers = targets, unaliased, observers
        self._seen = {id(head) for head in heads}
        self._done: set[int] = set()

    def announce(self, position: int, gradient: torch.Tensor) -> None:
        """Move a gradient and call its observer, if it has one."""
        target = self._targets[position][0]
        if (observer := self._observers.get(id(target))) is not None:
            self._move(position, gradient)
            self._done.add(position)
            observer(target._t)

    def finish(self, gradients: Sequence[torch.Tensor | None]) -> None:
        """Move all other gradients."""
        for position, gradient in enumerate(gradients):
            if position not in self._done:
                self._move(position, gradient)

    def _move(self, position: int, gradient: torch.Tensor | None) -> None:
        target, adds = self._targets[position]
        if gradient is not None:
            is_exclusive = self._unaliased[position] or is_free(gradient, self._seen)
            receive(target, gradient, adds, is_exclusive)
        elif not adds:
            clear(target)


def clear(target: NDArrayBase) -> None:
    """Write 0 where there is no gradient."""
    if target._has_tensor:
        target._t.zero_()
    else:
        target._receive(target._zeros(), False)
