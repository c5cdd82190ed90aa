"""Execution of graphs with sparse outputs: node by node, with kernels for sparse tensors.

Such a run is not recorded. Gradients are computed from the dense graph, which runs once more.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..._eager.call import copy_if_aliased
from ..._ops.checks import KERNEL_ERRORS, Declined, cause, kernel_error
from ..._ops.registry import Random
from ..._ops.sparse_kernels import run_sparse
from ..._ops.sparse_tensor import Operand, SparseTensor, cast_storage, to_dense
from ..._ops.storage_rules import storage_from_dense
from ...context import Context
from ..ir.node import Entry, Node, topological
from ..lower.lowering import ambient_arguments


def run_nodes(
    outputs: list[Entry], inputs: Sequence[Operand], ctx: Context, training: bool
) -> list[Operand]:
    """Compute the outputs from operands in the order of the variables; no memory is shared."""
    values: dict[int, Sequence[Operand]] = {}
    remaining = iter(inputs)
    with torch.no_grad():
        for node in topological(outputs):
            if node.is_variable:
                values[id(node)] = [next(remaining)]
            else:
                operands = [values[id(source)][index] for source, index in node.inputs]
                values[id(node)] = _run_node(node, operands, ctx, training)
    return [
        _copy(values[id(node)][index]) if node.is_variable else values[id(node)][index]
        for node, index in outputs
    ]


def _copy(operand: Operand) -> Operand:
    return operand.copy() if isinstance(operand, SparseTensor) else operand.clone()


def _run_node(
    node: Node, operands: list[Operand], ctx: Context, training: bool
) -> Sequence[Operand]:
    op, attrs = node.op, node.parsed()
    if op.bind is not None:
        result = op.bind(ctx, training)(*map(to_dense, operands))
        return [tensor.contiguous() for tensor in _as_tuple(result)]
    ambient = ambient_arguments(op, ctx, training)
    arranged = node.arrange_inputs(operands)
    if any(isinstance(operand, SparseTensor) for operand in operands):
        random = {name: ambient[name] for name, kind in op.ambient.items() if kind is Random}
        try:
            return _as_tuple(run_sparse(op, arranged, attrs | random))
        except Declined:
            pass  # there is no sparse kernel for these operands
    tensors = [None if operand is None else to_dense(operand) for operand in arranged]
    try:
        results = _as_tuple(op.kernel(*tensors, **attrs, **ambient))
    except KERNEL_ERRORS as error:
        raise kernel_error(op, tensors, attrs, error) from cause(error)
    stype = storage_from_dense(op, attrs)
    if stype != "default":
        return [cast_storage(result, stype) for result in results]
    return [copy_if_aliased(result, tensors) for result in results]


def _as_tuple(result: Operand | tuple) -> tuple:
    return result if type(result) is tuple else (result,)
