"""Rules for torch's products, layers and matrix decompositions."""

from __future__ import annotations

from collections.abc import Callable

import torch

from ...._core.declined import Declined
from .mode import broadcast, empty, like, require_meta, rule_for


def _require(condition: bool) -> None:
    """Leave the call to torch, which raises its own error, unless a condition holds."""
    if not condition:
        raise Declined("an invalid call")


# --------------------------------------------------------------------------------------- products


@rule_for("matmul", "__matmul__", "mm", "bmm", "dot", "mv")
def _matmul(left, right):
    require_meta(left, right)
    _require(left.shape[-1] == right.shape[max(right.ndim - 2, 0)] and left.dtype is right.dtype)
    batch = broadcast(left.shape[:-2], right.shape[:-2])
    columns = right.shape[-1:] if right.ndim > 1 else ()
    return empty((*batch, *left.shape[:-1][-1:], *columns), left.dtype)


@rule_for("addmm", "baddbmm", "addmv")
def _add_product(added, left, right, *, beta=1, alpha=1):
    product = _matmul(left, right)
    _require(broadcast(product.shape, added.shape) == tuple(product.shape))
    return product


@rule_for("linear")
def _linear(data, weight, bias=None):
    product = _matmul(data, weight.t())
    _require(bias is None or tuple(bias.shape) == (weight.shape[0],))
    return product


@rule_for("tensordot")
def _tensordot(left, right, dims):
    require_meta(left, right)
    if isinstance(dims, int):
        dims = range(left.ndim - dims, left.ndim), range(dims)
    ours, theirs = ([axis % t.ndim for axis in d] for t, d in zip((left, right), dims, strict=True))
    _require([left.shape[a] for a in ours] == [right.shape[a] for a in theirs])
    sizes = [n for i, n in enumerate(left.shape) if i not in ours]
    sizes += [n for i, n in enumerate(right.shape) if i not in theirs]
    return empty(sizes, left.dtype)


@rule_for("einsum")
def _einsum(subscripts, *arrays):
    require_meta(*arrays)
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    if "." in subscripts:
        raise Declined("an ellipsis among the subscripts")
    if not arrow:  # letters that occur once, in alphabetical order
        output = sorted(letter for letter in {*inputs} - {","} if inputs.count(letter) == 1)
    sizes: dict[str, int] = {}
    for letters, array in zip(inputs.split(","), arrays, strict=True):
        for letter, size in zip(letters, array.shape, strict=True):
            _require(sizes.setdefault(letter, size) == size)
    return empty([sizes[letter] for letter in output], arrays[0].dtype)


# --------------------------------------------------------------------------------------- indexing


@rule_for("embedding")
def _embedding(indices, weight, *options, **others):
    require_meta(indices, weight)
    return empty((*indices.shape, weight.shape[1]), weight.dtype)


@rule_for("__getitem__")
def _index(data, index):
    """Index the first axes, or after an Ellipsis the last ones, with arrays of positions."""
    index = index if type(index) is tuple else (index,)
    from_behind = index[0] is ...
    index = index[from_behind:]
    if not all(
        isinstance(i, torch.Tensor) and i.dtype in (torch.int32, torch.int64) for i in index
    ):
        raise Declined("not only integer arrays as indices")
    require_meta(data, *index)
    positions, count = broadcast(*(i.shape for i in index)), len(index)
    shape = (*data.shape[:-count], *positions) if from_behind else (*positions, *data.shape[count:])
    return empty(shape, data.dtype)


# ----------------------------------------------------------------------------------------- layers


def _expand(numbers, count: int) -> tuple[int, ...]:
    return (numbers,) * count if isinstance(numbers, int) else tuple(numbers)


def _window_sizes(sizes, kernel, stride, pad, dilation) -> list[int]:
    axes = zip(sizes, kernel, stride, pad, dilation, strict=True)
    return [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in axes]


def _check_channels(data, weight, bias, channels: int, filters: int) -> None:
    require_meta(data, weight, bias)
    _require(data.ndim == weight.ndim and data.shape[1] == channels and data.dtype is weight.dtype)
    _require(bias is None or tuple(bias.shape) == (filters,))


@rule_for("conv1d", "conv2d", "conv3d")
def _conv(data, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    filters, channels, *kernel = weight.shape
    _check_channels(data, weight, bias, channels * groups, filters)
    geometry = (_expand(numbers, len(kernel)) for numbers in (stride, padding, dilation))
    sizes = _window_sizes(data.shape[2:], kernel, *geometry)
    _require(filters % groups == 0 and min(sizes, default=1) >= 1)
    return empty((data.shape[0], filters, *sizes), data.dtype)


@rule_for("conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
def _conv_transpose(
    data, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
):
    channels, filters, *kernel = weight.shape
    _check_channels(data, weight, bias, channels, filters * groups)
    geometry = (_expand(g, len(kernel)) for g in (stride, padding, output_padding, dilation))
    axes = zip(data.shape[2:], kernel, *geometry, strict=True)
    sizes = [(n - 1) * s - 2 * p + d * (k - 1) + o + 1 for n, k, s, p, o, d in axes]
    _require(channels % groups == 0 and min(sizes, default=1) >= 1)
    return empty((data.shape[0], filters * groups, *sizes), data.dtype)


@rule_for("native_layer_norm")
def _layer_norm(data, normalized, weight, bias, eps):
    require_meta(data, weight, bias)
    count = len(normalized)
    _require(tuple(data.shape[-count:]) == tuple(normalized) == tuple(weight.shape))
    _require(tuple(bias.shape) == tuple(weight.shape) and bias.dtype is data.dtype)
    statistics = (*data.shape[:-count], *(1,) * count)
    return like(data), empty(statistics, data.dtype), empty(statistics, data.dtype)


@rule_for("native_batch_norm")
def _batch_norm(data, weight, bias, mean, var, training, momentum, eps):
    require_meta(data, weight, bias, mean, var)
    _require(weight.shape == bias.shape == data.shape[1:2])
    statistics = [like(weight) if training else empty((0,), weight.dtype) for _ in range(2)]
    return like(data), *statistics


@rule_for("native_group_norm")
def _group_norm(data, weight, bias, batch, channels, size, groups, eps):
    require_meta(data, weight, bias)
    for parameter in (weight, bias):
        _require(tuple(parameter.shape) == (channels,) and parameter.dtype is data.dtype)
    return like(data), *(empty((batch, groups), data.dtype) for _ in range(2))


def _pooling(axes: int) -> tuple[Callable, Callable]:
    def average(data, kernel_size, stride=None, padding=0, ceil_mode=False, *options, **others):
        require_meta(data)
        kernel = _expand(kernel_size, axes)
        strides = _expand(stride or kernel, axes)
        pad = _expand(padding, axes)
        sizes = _window_sizes(data.shape[-axes:], kernel, strides, pad, (1,) * axes)
        _require(not ceil_mode and min(sizes) >= 1)
        return empty((*data.shape[:-axes], *sizes), data.dtype)

    def adaptive(data, output_size):
        require_meta(data)
        return empty((*data.shape[:-axes], *_expand(output_size, axes)), data.dtype)

    return average, adaptive


for _axes in (1, 2, 3):
    _average, _adaptive = _pooling(_axes)
    rule_for(f"avg_pool{_axes}d")(_average)
    rule_for(f"adaptive_avg_pool{_axes}d")(_adaptive)


@rule_for("interpolate")
def _interpolate(data, size=None, scale_factor=None, **options):
    require_meta(data)
    if scale_factor is not None:
        raise Declined("a factor instead of a size")
    return empty((*data.shape[:2], *_expand(size, data.ndim - 2)), data.dtype)


@rule_for("grid_sample")
def _grid_sample(data, grid, *options, **others):
    require_meta(data, grid)
    return empty((*data.shape[:2], *grid.shape[1:-1]), data.dtype)


@rule_for("smooth_l1_loss", "binary_cross_entropy_with_logits")
def _loss(data, target, *, reduction="mean", **options):
    require_meta(data, target)
    if reduction != "none":
        return empty((), data.dtype)
    return empty(broadcast(data.shape, target.shape), data.dtype)


def _recurrent(has_cells: bool) -> Callable:
    def rule(data, states, parameters, biases, layers, dropout, train, bidirectional, batch_first):
        first = states[0] if has_cells else states
        require_meta(data, first)
        # with a projection, the hidden state of an LSTM is smaller than its cell state
        output = empty((*data.shape[:-1], first.shape[-1] * (1 + bidirectional)), data.dtype)
        return (output, *map(like, states)) if has_cells else (output, like(states))

    return rule


rule_for("lstm")(_recurrent(has_cells=True))
rule_for("gru", "rnn_tanh", "rnn_relu")(_recurrent(has_cells=False))

# ---------------------------------------------------------------------------------- linear algebra


def _check_square(data) -> None:
    require_meta(data)
    _require(data.ndim >= 2 and data.shape[-1] == data.shape[-2])


@rule_for("linalg_cholesky", "linalg_inv", "cholesky_inverse")
def _of_square(data, *, upper=False):
    _check_square(data)
    return like(data)


@rule_for("linalg_det")
def _det(data):
    _check_square(data)
    return empty(data.shape[:-2], data.dtype)


@rule_for("linalg_solve_triangular")
def _solve_triangular(matrix, right, *, upper, left=True, unitriangular=False):
    _check_square(matrix)
    require_meta(right)
    _require(matrix.shape[-1] == right.shape[-2 if left else -1])
    batch = broadcast(matrix.shape[:-2], right.shape[:-2])
    return empty((*batch, *right.shape[-2:]), right.dtype)


@rule_for("linalg_slogdet")
def _slogdet(data):
    sign = _det(data)
    return torch.return_types.linalg_slogdet((sign, like(sign)))


@rule_for("linalg_eigh")
def _eigh(data, UPLO="L"):
    vectors = _of_square(data)
    return torch.return_types.linalg_eigh((empty(data.shape[:-1], data.dtype), vectors))


@rule_for("linalg_qr")
def _qr(data, mode="reduced"):
    require_meta(data)
    *batch, rows, columns = data.shape
    if mode != "reduced":
        raise Declined("not the reduced form")
    rank = min(rows, columns)
    parts = empty((*batch, rows, rank), data.dtype), empty((*batch, rank, columns), data.dtype)
    return torch.return_types.linalg_qr(parts)
