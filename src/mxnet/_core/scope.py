"""The ambient, thread-local state of calls, and the function that sets it for a block of code."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple


class Tape:
    """The results of one recording session, as far as ``backward`` needs to know them.

    ``consumed`` has the graph nodes whose history a backward pass has consumed, ``unwalked`` those
    from which other nodes have not been visited yet. A tape lives as long as one of its arrays.
    Python's garbage collector does not see torch's graph: a consumed node must drop its references
    to arrays and steps, which refer to the tape, or neither would ever be freed.
    ``takes_steps`` is whether graphs may store their results themselves (``steps.py``).
    """

    __slots__ = ("consumed", "unwalked", "takes_steps")

    def __init__(self) -> None:
        self.consumed: set = set()
        self.unwalked: list = []
        self.takes_steps = True

    @contextlib.contextmanager
    def without_steps(self) -> Iterator[None]:
        """Let torch record everything inside a ``with`` block."""
        before, self.takes_steps = self.takes_steps, False
        try:
            yield
        finally:
            self.takes_steps = before

    def has_consumed(self, node: Any) -> bool:
        """Return whether an earlier backward pass has consumed the history of a node.

        Called only for arrays that were recorded before such a pass, so the traversal is rare.
        """
        while self.unwalked:
            todo = [self.unwalked.pop()]
            while todo:
                current = todo.pop()
                if current is None or current in self.consumed:
                    continue
                if following := current.next_functions:  # leaves have none and stay
                    self.consumed.add(current)
                    todo.extend(after for after, _ in following)
        return node in self.consumed

    def has_cut_off(self, node: Any) -> bool:
        """Return whether earlier backward passes consumed every path from a node to variables."""
        if self.has_consumed(node) or not self.consumed:
            return bool(self.consumed)
        todo = [node]
        while todo:
            current = todo.pop()
            if current is None or current in self.consumed:
                continue
            if not current.next_functions:
                return False
            todo.extend(after for after, _ in current.next_functions)
        return True


class BackwardPass(NamedTuple):
    """The state of a backward pass."""

    tape: Tape | None  # on which its own computations are recorded
    training: bool
    keeps_graph: bool  # whether the graph is retained


class _State(threading.local):
    """The initial state of each thread."""

    tape: Tape | None = None  # recording when set
    training = False
    backward_pass: BackwardPass | None = None  # the running one
    context = None  # None: the process-wide default
    outer_contexts: tuple = ()  # to be restored when the contexts entered in this thread exit
    numpy_shape = False
    numpy_array = False
    bulk_size = 0
    name_manager = None  # None: created on first use
    attr_scope = None
    drafts: list | None = None  # files to be renamed together
    trace = None  # the graph so far, while a block is traced


state = _State()


class scope:
    """Set attributes of the state inside a ``with`` block.

    >>> with scope(training=True):
    ...     state.training
    True
    >>> state.training
    False
    """

    __slots__ = ("_new", "_old")

    def __init__(self, **values: Any):
        self._new = values
        self._old: list[dict] = []

    def __enter__(self) -> scope:
        self._old.append({name: getattr(state, name) for name in self._new})
        for name, value in self._new.items():
            setattr(state, name, value)
        return self

    def __exit__(self, *exc: object) -> Literal[False]:
        for name, value in self._old.pop().items():
            setattr(state, name, value)
        return False
