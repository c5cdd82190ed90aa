"""Kernels called on their own, without dispatch."""

import torch

from mxnet._ops import OPS
from mxnet._ops.parsing import parse_attrs
from mxnet._ops.registry import Device, Out, Random, Training


def attributes_of(row):
    """Return the attributes that a row gives its operator, parsed."""
    op = OPS[row.op]
    return parse_attrs(op, {k: v for k, v in row.attrs.items() if k in op.attrs})


def run_kernel(row, inputs):
    """Return the results of a row's kernel for these tensors."""
    op = OPS[row.op]
    known = {
        Training: row.train,
        Random: torch.Generator().manual_seed(1),
        Device: torch.device("cpu"),
        Out: [inputs[i] for i in row.out] or None,
    }
    surroundings = {name: known[kind] for name, kind in op.ambient.items()}
    results = op.kernel(*inputs, **attributes_of(row), **surroundings)
    return list(results) if isinstance(results, tuple | list) else [results]
