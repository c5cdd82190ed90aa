"""The arrays that an executor is bound to, as the inputs of its graph."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import torch

from ..._core import dtypes

Array = Any  # an NDArray, dense or sparse


class Binding:
    """The arrays of an executor in the order of its graph's variables, and the gradients to write.

    ``wanted`` are the positions of variables whose gradients go to ``targets``, each with whether
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
        self._is_dense = all(array.stype == "default" for array in self._arrays)
        self._is_float = [dtypes.lookup(a.dtype).torch.is_floating_point for a in self._arrays]
        self.wanted: list[int] = []
        self.targets: list[tuple[Array, bool]] = []
        self.cleared: list[Array] = []
        requested = [name for name in names if requests.get(name, "null") != "null"]
        has_floats = any(self._is_float[self.positions[name]] for name in requested)
        for name in requested:
            position = self.positions[name]
            if self._is_float[position] or not has_floats:
                self.wanted.append(position)
                self.targets.append((gradients[name], requests[name] == "add"))
            elif requests[name] == "write":  # MXNet: with float inputs, that of integers is 0
                self.cleared.append(gradients[name])

    def constant_csr(self, names: Set[str]) -> set[int]:
        """Return the positions of CSR matrices of floats without gradients, among some inputs."""
        if self._is_dense:
            return set()
        return {
            i
            for i in map(self.positions.__getitem__, names)
            if self._arrays[i].stype == "csr" and self._is_float[i] and i not in self.wanted
        }

    def tensors(self, csr: Set[int]) -> list[torch.Tensor]:
        """Return the tensors of the arrays; the graph computes on dense ones and on ``csr``."""
        if self._is_dense:
            return [array._t for array in self._arrays]
        return [a._as_torch() if i in csr else dense(a) for i, a in enumerate(self._arrays)]

    def dense_tensors(self) -> dict[str, torch.Tensor]:
        """Return the tensors of the arrays by name, all of them dense."""
        return {name: dense(self._arrays[i]) for name, i in self.positions.items()}


def dense(array: Array) -> torch.Tensor:
    """Return the values of an array as a dense tensor."""
    return array._t if array.stype == "default" else array._readable()
