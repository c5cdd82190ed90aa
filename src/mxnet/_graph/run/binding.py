"""The arrays that an executor is bound to, as the inputs of its graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from ..._core import dtypes
from ..._eager.array import operand_of
from ..._ops.sparse_tensor import Operand, to_dense

Array = Any  # an NDArray, dense or sparse


class Binding:
    """The arrays of an executor in the order of its graph's variables, and the gradients to write.

    ``variables`` are the positions of those whose gradients go to ``targets``, each with whether
    it accumulates. The gradients ``cleared`` are always 0.
    """

    def __init__(
        self,
        names: list[str],
        arrays: Mapping[str, Array],
        gradients: Mapping[str, Array],
        requests: Mapping[str, str],
    ):
        self.positions = {name: i for i, name in enumerate(names)}
        self._arrays = [arrays[name] for name in names]
        is_float = [dtypes.lookup(a.dtype).torch.is_floating_point for a in self._arrays]
        self.variables: list[int] = []
        self.targets: list[tuple[Array, bool]] = []
        self.cleared: list[Array] = []
        requested = [name for name in names if requests.get(name, "null") != "null"]
        has_floats = any(is_float[self.positions[name]] for name in requested)
        for name in requested:
            position = self.positions[name]
            if is_float[position] or not has_floats:
                self.variables.append(position)
                self.targets.append((gradients[name], requests[name] == "add"))
            elif requests[name] == "write":  # MXNet: with float inputs, that of integers is 0
                self.cleared.append(gradients[name])

    def operands(self) -> list[Operand]:
        """Return the tensors of the arrays, dense or sparse."""
        return [operand_of(array) for array in self._arrays]

    def dense_tensors(self) -> dict[str, torch.Tensor]:
        """Return the tensors of the arrays by name, all of them dense."""
        return {name: dense(self._arrays[i]) for name, i in self.positions.items()}


def dense(array: Array) -> torch.Tensor:
    """Return the values of an array as a dense tensor."""
    return to_dense(operand_of(array))
