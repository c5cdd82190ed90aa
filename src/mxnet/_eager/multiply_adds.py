"""Counting of the multiply-adds of operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .interceptors import Call, active


class MultiplyAdds:
    """Counts multiply-adds inside a ``with`` block, by the rules of the operators: ``total``."""

    def __init__(self) -> None:
        self.total = 0

    def __enter__(self) -> MultiplyAdds:
        active.append(self)
        return self

    def __exit__(self, *exc: Any) -> None:
        active.remove(self)

    def call(self, call: Call, proceed: Callable[[Call], Any]) -> Any:
        """Run an operator and add its count."""
        results = proceed(call)
        arrays: Sequence[Any] = call.arrays
        if call.op.multiply_adds is not None:
            inputs = [array.shape for array in arrays if array is not None]
            first = results[0] if isinstance(results, list | tuple) else results
            self.total += call.op.multiply_adds(inputs, first.shape, call.attrs)
        return results

    def work(self, kind: str, name: str, run: Callable[[], object]) -> object:
        """Run work that is not one of our operators, and is not counted."""
        return run()
