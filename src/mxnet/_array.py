"""The slotted object behind every NDArray: a tensor, a context, its place in the graph."""

from __future__ import annotations

import torch

from .base import MXNetError

_new = object.__new__


class Leaf:
    """Where the gradient of a variable goes.

    Hooks hold this and never the array, so that nothing is a cycle.
    """

    __slots__ = ("grad", "req", "fresh")

    def __init__(self, grad: NDArrayBase | None, req: str):
        self.grad = grad
        self.req = req
        self.fresh = False


class NDArrayBase:
    """A tensor and its context.

    ``_t`` is the plain tensor, contiguous and without gradient. ``_g`` is the tensor inside torch's
    graph: of a variable a leaf that shares memory with ``_t``, of a recorded result the result
    itself. Slots that are seldom used stay unset and are filled by ``__getattr__`` at their first
    use, so that making an array costs two assignments.
    """

    __slots__ = ("_t", "_ctx", "_g", "_tape", "_leaf", "__weakref__")

    _t: torch.Tensor

    def __getattr__(self, name):
        if name == "_t":
            self._t = tensor = self._g.detach()
            return tensor
        if name in ("_g", "_tape", "_leaf"):
            setattr(self, name, None)
            return None
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def wrap(tensor: torch.Tensor, ctx, cls=NDArrayBase) -> NDArrayBase:
    """Make an array around a contiguous tensor without gradient."""
    array = _new(cls)
    array._t = tensor
    array._ctx = ctx
    return array


class ShapeNeeded(MXNetError):
    """The values of a parameter were asked for before its shape is known."""


class UnshapedArray(NDArrayBase):
    """Stands for a parameter until the first operator that uses it tells its shape.

    Reading its tensor raises :class:`ShapeNeeded`; dispatch then asks the operator's
    ``infer_params`` rule and calls ``resolve``, which makes this array the parameter's data.
    """

    __slots__ = ("name", "known_shape", "_make")

    def __init__(self, name: str, known_shape: tuple[int, ...], make):
        self.name = name
        self.known_shape = known_shape
        self._make = make

    def resolve(self, shape: tuple[int, ...]) -> None:
        data = self._make(shape)
        self._t, self._ctx, self._g, self._leaf = data._t, data._ctx, data._g, data._leaf

    def __getattr__(self, name):
        if name in ("_t", "_ctx", "_g"):
            raise ShapeNeeded(
                f"the shape of parameter '{self.name}' {self.known_shape} is not known yet and "
                "cannot be told from this use of it; give the whole shape where it is made"
            )
        return super().__getattr__(name)

    @property
    def is_resolved(self) -> bool:
        try:
            self._t  # noqa: B018
        except ShapeNeeded:
            return False
        return True
