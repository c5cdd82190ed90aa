"""Matrix products of torch, by the fastest of its libraries for their shapes.

torch multiplies with MKL, which uses AVX-512 on Intel's processors only. On those of AMD that have
it, oneDNN takes half the time (one core of an EPYC: 237 instead of 106 GFLOP/s).

Dense layers, recurrent layers in training, and products of two matrices by ``dot`` and ``matmul``
call these functions. Products of many pairs of matrices (``batch_dot``, attention, Winograd's
convolutions) do not, because torch offers none by oneDNN. Neither do ``einsum``, ``tensordot`` and
``linalg``, whose layouts torch chooses, and recurrent layers in inference, which are torch's.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch.compiler import is_exporting

from .._core import processor
from .._core.private_torch import Function, onednn_linear
from .tracing import is_traced

# oneDNN needs 10 microseconds more for a call. From these sizes on it takes 0.55 of MKL's time, at
# most 1.05 (231 shapes); with fewer rows it may take twice as long.
_MIN_ROWS, _MIN_MULTIPLICATIONS = 8, 5 << 18

# MKL multiplies few rows with a large matrix faster if the matrix comes first. With 8 to 32 rows
# that takes 0.5 to 0.95 of the time (AVX2 and AVX-512, one and two threads), with fewer or more
# rows, or a smaller matrix, up to 5 times as long. The gradient of the rows would take longer.
_FEW_ROWS, _LARGE_WEIGHT = range(8, 33), 3 << 19

USES_ONEDNN = (
    onednn_linear is not None
    and torch.backends.cpu.get_cpu_capability() == "AVX512"
    and processor.is_made_by_amd()
)


def _is_for_onednn(left: torch.Tensor, right: torch.Tensor, terms: int) -> bool:
    """Return whether oneDNN is faster for a large product that sums ``terms`` for each element.

    Callers check ``_MIN_MULTIPLICATIONS`` themselves, to save a call for small products.
    """
    return (
        left.numel() >= terms * _MIN_ROWS
        and left.dtype is right.dtype is torch.float32
        and left.shape[-1] == terms
        and left.is_cpu
        and right.is_cpu
        and not is_traced()  # a compiler selects its own, another machine may have another library
    )


def _multiply(left, weight, bias=None) -> torch.Tensor:
    # oneDNN rejects weights with gaps and assumes that the elements of a bias are adjacent.
    if not (weight.is_contiguous() or weight.t().is_contiguous()):
        weight = weight.contiguous()
    if bias is not None:
        bias = bias.contiguous()
    return onednn_linear(left, weight, bias, "none", [], "")


def _are_recorded(*tensors: torch.Tensor | None) -> bool:
    return torch.is_grad_enabled() and any(t is not None and t.requires_grad for t in tensors)


class _Product(Function):
    """``left @ weight.t() + bias`` by oneDNN, which has no gradient in torch."""

    @staticmethod
    def forward(ctx, left, weight, bias):
        ctx.save_for_backward(left, weight)
        return _multiply(left, weight, bias)

    @staticmethod
    def backward(ctx, grad):
        left, weight = ctx.saved_tensors
        of_left = of_weight = of_bias = None
        if ctx.needs_input_grad[0]:
            of_left = _mm(grad, weight)
        if ctx.needs_input_grad[1]:  # in the layout of the weight
            is_plain = weight.is_contiguous()
            of_weight = _mm(grad.t(), left) if is_plain else _mm(left.t(), grad).t()
        if ctx.needs_input_grad[2]:
            of_bias = grad.sum(0)
        return of_left, of_weight, of_bias


def _mm(left, right, out=None) -> torch.Tensor:
    """Return the product, if possible in the memory of ``out``. oneDNN allocates its results."""
    is_small = left.numel() * right.shape[1] < _MIN_MULTIPLICATIONS
    if is_small or not _is_for_onednn(left, right, right.shape[0]):
        return torch.mm(left, right, out=out)
    if _are_recorded(left, right):
        return _Product.apply(left, right.t(), None)
    return _multiply(left, right.t())


def _addmm(array, left, right, out=None) -> torch.Tensor:
    is_small = left.numel() * right.shape[1] < _MIN_MULTIPLICATIONS
    if is_small or not _is_for_onednn(left, right, right.shape[0]):
        return torch.addmm(array, left, right, out=out)
    return torch.add(array, _mm(left, right), out=out)


def _linear(data, weight, bias=None) -> torch.Tensor:
    if data.numel() * weight.shape[0] < _MIN_MULTIPLICATIONS:
        return F.linear(data, weight, bias)
    if not _is_for_onednn(data, weight, weight.shape[1]) or (
        bias is not None and bias.dtype is not torch.float32
    ):
        return linear_by_mkl(data, weight, bias)
    if _are_recorded(data, weight, bias):
        rows = _Product.apply(data.reshape(-1, weight.shape[1]), weight, bias)
        return rows.view(*data.shape[:-1], len(weight))
    return _multiply(data, weight, bias)


def linear_by_mkl(data, weight, bias=None) -> torch.Tensor:
    """Return ``F.linear`` of the same arguments, computed by MKL."""
    if weight.numel() < _LARGE_WEIGHT or not _has_few_rows(data, weight):
        return F.linear(data, weight, bias)
    rows = data.reshape(-1, weight.shape[1])
    turned = rows.t()
    if bias is None:
        columns = torch.mm(weight, turned)
    else:
        columns = torch.addmm(bias.unsqueeze(1), weight, turned)
    return columns.t().contiguous().view(*data.shape[:-1], weight.shape[0])


def _has_few_rows(data, weight) -> bool:
    return (
        data.shape[:-1].numel() in _FEW_ROWS
        and weight.dtype is torch.float32
        and weight.is_cpu
        and not data.requires_grad
        and not is_exporting()  # another machine may have another library
    )


# The functions of torch with these names. The result of ``mm`` need not be ``out``.
mm: Callable[..., torch.Tensor] = _mm if USES_ONEDNN else torch.mm
addmm: Callable[..., torch.Tensor] = _addmm if USES_ONEDNN else torch.addmm
linear: Callable[..., torch.Tensor] = _linear if USES_ONEDNN else linear_by_mkl
