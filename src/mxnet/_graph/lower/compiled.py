"""``hybridize(backend=...)``: lowered graphs compiled with ``torch.compile``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence

import torch
from torch import fx

from .code import Code
from .lowering import run


class Compiled:
    """A lowered graph that torch compiles at its first call, or that runs unchanged on failure."""

    def __init__(self, code: Code, backend: str):
        self._code = code
        self._backend = backend
        module = fx.GraphModule(torch.nn.Module(), code.graph)
        # Dynamic shapes cost speed; a graph seldom sees more than a few shapes.
        self._compiled: Callable | None = torch.compile(module, backend=backend, dynamic=False)

    def run(self, tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
        if self._compiled is None:
            return run(self._code, tensors)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # torch warns of the kernels' lru_caches
                return self._compiled(*tensors)
        except Exception as error:  # torch.compile raises many types
            results = run(self._code, tensors)  # raises if the error is in the call itself
            self._compiled = None
            warnings.warn(
                f"torch.compile could not compile the graph for backend '{self._backend}' "
                f"({_first_line(error)}); it runs uncompiled",
                stacklevel=2,
            )
            return results


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
