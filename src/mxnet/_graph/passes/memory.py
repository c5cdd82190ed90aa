"""Memory sharing between the values of a graph, and its last use."""

from __future__ import annotations

from collections.abc import Collection

from torch import fx


class Memory:
    """The possible origins of the memory of each value.

    The owners of a value are the values that may have allocated its memory: itself, or for a view
    the owners of its base. ``temporaries`` are inputs that the graph may overwrite.
    """

    def __init__(self, graph: fx.Graph, temporaries: Collection[fx.Node] = ()):
        self._temporaries = temporaries
        self._position = {node: i for i, node in enumerate(graph.nodes)}
        self._owners: dict[fx.Node, frozenset[fx.Node]] = {}
        self._sharers: dict[fx.Node, list[fx.Node]] = {}
        for node in graph.nodes:
            if node.op == "output":
                continue
            sources = node.all_input_nodes if _may_alias(node) else ()
            above = frozenset().union(*(self._owners[source] for source in sources))
            self._owners[node] = above or frozenset([node])
            for owner in self._owners[node]:
                self._sharers.setdefault(owner, []).append(node)

    def owners(self, node: fx.Node) -> frozenset[fx.Node]:
        return self._owners[node]

    def is_disposable(self, node: fx.Node, user: fx.Node) -> bool:
        """Return whether ``user`` may overwrite a value: a temporary that nothing reads later."""
        return (
            (node.op == "call_function" or node in self._temporaries)
            and self._owners[node] == {node}
            and not any(each.meta.get("part_of") is node for each in node.users)
            and self._is_last_use(node, user)
        )

    def _is_last_use(self, node: fx.Node, user: fx.Node) -> bool:
        last = self._position[user]
        return all(
            self._position[each] <= last for sharer in self._sharers[node] for each in sharer.users
        )


def _may_alias(node: fx.Node) -> bool:
    if node.meta.get("aliases_input"):  # of a function that is no operator
        return True
    op = node.meta.get("part_of", node).meta.get("op")
    return op is not None and op.aliases_input


def shows_all(node: fx.Node) -> bool:
    """Return whether a value covers all memory of a temporary, possibly in another shape."""
    while _may_alias(node):
        op = node.meta.get("op")
        if op is None or "part_of" in node.meta or not op.keeps_elements:
            return False
        node = node.args[0]
    return node.op == "call_function"
