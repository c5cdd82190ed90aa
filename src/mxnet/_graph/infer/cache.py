"""Inference that continues where that of a part of the graph has ended.

Some users infer shapes after adding each node, which would take quadratic time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..ir.node import Node

# Inferences kept. Several, because sibling branches do not extend each other.
MAX_KEPT = 3


class Inference(NamedTuple):
    """What was inferred, and from what: attributes of operators, values of variables, and so on.

    It also holds for a graph with more nodes, where rules can only add to it.
    """

    assumptions: dict[Any, Any]
    known: dict[tuple[int, int], Any]
    unsettled: frozenset[Node] = frozenset()  # operators whose rules may infer more from more


EMPTY = Inference({}, {})


class InferenceCache:
    """The last inferences, by what they assumed."""

    def __init__(self) -> None:
        self._last: tuple[Inference, ...] = ()

    def find(self, assumptions: dict[Any, Any]) -> Inference:
        """Return the inference with the most of the given assumptions, and no others."""
        for part in sorted(self._last, key=lambda part: -len(part.assumptions)):
            if part.assumptions.items() <= assumptions.items():
                self.store(part)
                return part
        return EMPTY

    def store(self, inference: Inference) -> None:
        others = [each for each in self._last if each is not inference]
        self._last = (*others, inference)[-MAX_KEPT:]
