"""Operators for sparse arrays, and aliases of those that have a sparse implementation."""

from __future__ import annotations

import torch

from . import math, nn, shape_rules, storage_rules, tensor, type_rules  # noqa: F401 - second names
from .checks import check, fail
from .optimizer.rows import update_rows
from .optimizer.steps import same_shape, scale_gradient, update, writable
from .registry import OPS, Out, op
from .sparse_tensor import RowSparseTensor, to_dense

NAMES = """
    ElementWiseSum Embedding FullyConnected LinearRegressionOutput LogisticRegressionOutput
    MAERegressionOutput abs adam_update add_n arccos arccosh arcsin arcsinh arctan arctanh
    broadcast_add broadcast_div broadcast_minus broadcast_mul broadcast_plus broadcast_sub
    cast_storage cbrt ceil clip concat cos cosh degrees dot elemwise_add elemwise_div elemwise_mul
    elemwise_sub exp expm1 fix floor ftrl_update gamma gammaln log log10 log1p log2 make_loss mean
    negative norm radians relu rint round rsqrt sgd_mom_update sgd_update sigmoid sign sin sinh
    slice sqrt square stop_gradient sum tan tanh trunc where zeros_like
""".split()

OPS.update({f"_sparse_{name}": OPS[name] for name in NAMES})


def _retain_sparse(op, operands, attrs):
    """Keep the given rows; MXNet: rows that are not stored become zeros."""
    array, indices = operands
    if not isinstance(array, RowSparseTensor):
        fail("data must be a RowSparseNDArray; convert it with tostype('row_sparse')")
    rows = torch.unique(to_dense(indices).long())
    return RowSparseTensor((array.pick(rows), rows), array.shape)


@op(
    "_sparse_retain",
    mixed=True,
    types=type_rules.INDEXED,
    shape=shape_rules.like_first,
    without_gradient=("indices",),
    storage=storage_rules.as_first,
    sparse=_retain_sparse,
)
def retain(data, indices):
    """Keep the given rows of a row-sparse array and set the others to zero."""
    keeps = torch.zeros(len(data), dtype=torch.bool, device=data.device)
    keeps = keeps.index_fill(0, indices.detach().long(), True)
    return torch.where(keeps.view(-1, *[1] * (data.ndim - 1)), data, 0)


@update("_sparse_adagrad_update", mutates=("history",), sparse=update_rows)
def adagrad_update(
    weight, grad, history, *,
    lr: float, epsilon: float = 1e-7, wd: float = 0.0, rescale_grad: float = 1.0,
    clip_gradient: float = -1.0, out: Out,
):  # fmt: skip
    """Update a weight by AdaGrad with one learning rate for each element."""
    same_shape(weight, grad, history)
    check(wd == 0, f"wd must be 0, sparse adagrad_update does not support it; got {wd}")
    grad = scale_gradient(grad, rescale_grad, clip_gradient)
    history += grad.square()
    new = writable(weight, out)
    return new.sub_(grad / (history + epsilon).sqrt_(), alpha=lr)
