"""Queries on the nodes of a lowered graph."""

from __future__ import annotations

from torch import fx

from ..._ops.handles import ACTIVATION, RELU, SIGMOID, TANH, equivalent
from ..._ops.registry import Op


def op_of(value) -> Op | None:
    """Return the operator that computes a value, or None for everything else.

    For mx.np operators that equal an mx.nd operator on floats, that one is returned.
    """
    op = value.meta.get("op") if isinstance(value, fx.Node) else None
    return None if op is None else equivalent(op)


def attrs_of(node: fx.Node) -> dict:
    return node.meta["attrs"]


# Activation functions that are also operators.
ACTIVATIONS: dict[Op | None, str] = {RELU: "relu", SIGMOID: "sigmoid", TANH: "tanh"}


def activation_of(value) -> str | None:
    """Return the name of the activation function that computes a value, or None."""
    op = op_of(value)
    return attrs_of(value)["act_type"] if op is ACTIVATION else ACTIVATIONS.get(op)


def only_user(node: fx.Node) -> fx.Node | None:
    """Return the only node that uses a value, exactly once; otherwise None."""
    if len(node.users) != 1:
        return None
    (user,) = node.users
    return user if user.all_input_nodes.count(node) == 1 and _uses(user, node) == 1 else None


def _uses(user: fx.Node, node: fx.Node) -> int:
    count = 0

    def visit(argument):
        nonlocal count
        count += argument is node
        return argument

    fx.map_arg((user.args, user.kwargs), visit)
    return count


def is_pure(node: fx.Node) -> bool:
    """Return whether a call depends only on its inputs and has no side effects."""
    op = node.meta.get("op")
    if op is None:
        return node.op == "call_function"
    return not (op.mutates or op.bind is not None or op.is_random)
