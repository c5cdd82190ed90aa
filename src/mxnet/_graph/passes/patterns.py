"""Questions about the nodes of a lowered graph."""

from __future__ import annotations

from torch import fx

from ..._ops.np.unary import NUMERIC
from ..._ops.registry import Op, Random
from ..ir.node_ops import HOMES

# Operators of mx.np that do on floats what classic ones do, whose names passes know.
TWINS = {f"_npi_{name}": classic for name, classic in NUMERIC.items()} | {
    "_npi_add": "broadcast_add",
    "_npi_subtract": "broadcast_sub",
    "_npi_multiply": "broadcast_mul",
    "_npi_true_divide": "broadcast_div",
    "_npi_add_scalar": "_plus_scalar",
    "_npi_subtract_scalar": "_minus_scalar",
    "_npi_rsubtract_scalar": "_rminus_scalar",
    "_npi_multiply_scalar": "_mul_scalar",
    "_npi_true_divide_scalar": "_div_scalar",
    "_npi_power_scalar": "_power_scalar",
    "_np_reshape": "Reshape",
    "_np_copy": "_copy",
}


def classic_name(op: Op) -> str:
    """Return the name by which passes know an operator."""
    return TWINS.get(op.name, op.name)


def name_of(value) -> str | None:
    """Return the name of the operator that computes a value, None for everything else."""
    op = value.meta.get("op") if isinstance(value, fx.Node) else None
    return None if op is None else classic_name(op)


def attrs_of(node: fx.Node) -> dict:
    return node.meta["attrs"]


def only_user(node: fx.Node) -> fx.Node | None:
    """Return the one node that uses a value, once; None where there is none or are several."""
    if len(node.users) != 1:
        return None
    (user,) = node.users
    return user if user.all_input_nodes.count(node) == 1 and _uses(user, node) == 1 else None


def _uses(user: fx.Node, node: fx.Node) -> int:
    count = 0

    def look(argument):
        nonlocal count
        count += argument is node
        return argument

    fx.map_arg((user.args, user.kwargs), look)
    return count


def is_pure(node: fx.Node) -> bool:
    """Tell whether a call gives the same result for the same inputs and does nothing else."""
    op = node.meta.get("op")
    if op is None:
        return node.op == "call_function"
    return not (op.mutates or op.name in HOMES or Random in op.ambient.values())
