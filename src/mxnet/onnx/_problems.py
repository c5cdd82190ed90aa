"""Problems collected while a graph is converted in either direction."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from ..base import MXNetError


class Unsupported(Exception):
    """A property of a node that the target format or opset cannot express; see the text."""


@dataclass(slots=True)
class Problems:
    """Reasons and names of nodes, by operator. ``task`` is the attempted conversion."""

    task: str
    nodes: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, operator: str, node: str, reason: str) -> None:
        self.nodes[operator, reason].append(node)

    def check(self) -> None:
        """Raise one error that lists all of them."""
        if not self.nodes:
            return
        lines = [
            f"  {operator} ({', '.join(map(repr, nodes))}){': ' if reason else ''}{reason}"
            for (operator, reason), nodes in self.nodes.items()
        ]
        operators = sorted({operator for operator, _ in self.nodes})
        raise MXNetError(
            f"cannot {self.task}, unsupported are {len(operators)} operators "
            f"({', '.join(operators)}):\n" + "\n".join(lines)
        )
