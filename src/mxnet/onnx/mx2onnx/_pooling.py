"""Pooling over windows and over everything."""

from __future__ import annotations

import math

import numpy as np

from .._problems import Unsupported
from ._conv import CHANNELS_LAST, channels_first, channels_last, each_axis
from ._graph import Graph, Tensor
from ._table import converts


@converts("Pooling")
def pooling(
    graph: Graph, data: Tensor, *, kernel, pool_type: str, global_pool: bool,
    pooling_convention: str, stride, pad, p_value: int | None, count_include_pad: bool | None,
    layout: str | None, out: Tensor,
) -> str:  # fmt: skip
    if layout in CHANNELS_LAST:
        first = Tensor(channels_first(graph, data, data.ndim), _first_sizes(data.sizes), data.dtype)
        inner = Tensor("", _first_sizes(out.sizes), out.dtype)
        rest = (kernel, pool_type, global_pool, pooling_convention, stride, pad, p_value)
        return channels_last(graph, _pool(graph, first, inner, *rest, count_include_pad), data.ndim)
    return _pool(
        graph, data, out, kernel, pool_type, global_pool, pooling_convention, stride, pad, p_value,
        count_include_pad,
    )  # fmt: skip


@converts("Pooling_v1")
def pooling_v1(
    graph: Graph, data: Tensor, *, kernel, pool_type: str, global_pool: bool,
    pooling_convention: str, stride, pad, out: Tensor,
) -> str:  # fmt: skip
    if global_pool:
        return _over_everything(graph, data, pool_type, None)
    windows = _Windows(
        list(kernel), each_axis(stride, 1, 2), each_axis(pad, 0, 2), pooling_convention
    )
    if pool_type == "max":
        return windows.maxima_with_zeros(graph, data, out)
    total = windows.sums(graph, data, out)
    if pool_type == "sum":
        return total
    return graph.Div(total, graph.like(data, math.prod(kernel)))  # MXNet: by the whole kernel


def _first_sizes(sizes):
    return tuple((s[0], s[-1], *s[1:-1]) for s in sizes)


def _pool(
    graph: Graph, data: Tensor, out: Tensor, kernel, pool_type: str, is_global: bool,
    convention: str, stride, pad, p_value: int | None, count_pad: bool | None,
) -> str:  # fmt: skip
    if is_global:
        return _over_everything(graph, data, pool_type, p_value)
    ndim = len(kernel)
    windows = _Windows(
        list(kernel), each_axis(stride, 1, ndim)[:ndim], each_axis(pad, 0, ndim)[:ndim], convention
    )
    if pool_type == "max":
        return windows.maxima(graph, data, out)
    if pool_type == "avg":
        return windows.averages(graph, data, out, count_pad is None or count_pad)
    if pool_type == "sum":
        return windows.sums(graph, data, out)
    return _root(graph, data, p_value, lambda x: windows.sums(graph, x, out))


def _over_everything(graph: Graph, data: Tensor, pool_type: str, p_value: int | None) -> str:
    if pool_type in ("max", "avg"):
        return graph.add({"max": "GlobalMaxPool", "avg": "GlobalAveragePool"}[pool_type], data)
    axes = list(range(2, data.ndim))
    if pool_type == "sum":
        return graph.reduce("ReduceSum", data, axes, keepdims=True)
    return _root(graph, data, p_value, lambda x: graph.reduce("ReduceSum", x, axes, keepdims=True))


def _root(graph: Graph, data: Tensor, p: int | None, total) -> str:
    """Compute the p-th root of the sum of p-th powers."""
    if p == 1:
        return total(data)  # MXNet: not of absolute values
    if p == 2:
        powers = Tensor(graph.Mul(data, data), data.sizes, data.dtype)
        return graph.Sqrt(total(powers))
    raise Unsupported(f"its p_value is {p}")


class _Windows:
    """The positions of windows, and the function computed for them."""

    def __init__(self, kernel: list[int], stride: list[int], pad: list[int], convention: str):
        self.kernel, self.stride, self.pad, self.convention = kernel, stride, pad, convention

    def far(self, data: Tensor, out: Tensor) -> list[int]:
        """Return the padding after the last element that gives as many windows as in MXNet."""
        if self.convention == "valid":
            return list(self.pad)
        axes = range(2, data.ndim)
        sizes, counts = data.known_shape(axes), out.known_shape(axes)
        rows = zip(sizes, counts, self.kernel, self.stride, self.pad, strict=True)
        return [max((n - 1) * s + k - size - p, 0) for size, n, k, s, p in rows]

    def has_open_end(self, data: Tensor) -> bool:
        """Return whether the number of windows is known only when the model runs."""
        return (
            self.convention == "full"
            and None in data.shape[2:]
            and all(
                s <= k and p < k for k, s, p in zip(self.kernel, self.stride, self.pad, strict=True)
            )
        )

    def _fits(self, far: list[int]) -> bool:
        """Return whether runtimes accept this padding: it must be less than the kernel."""
        return all(max(p, f) < k for p, f, k in zip(self.pad, far, self.kernel, strict=True))

    def _pad(self, graph: Graph, data: Tensor, far: list[int], value: float):
        """Return the data and the remaining padding, which is empty if it was done before."""
        if self._fits(far):
            return data.name, self.pad + far
        pads = [0, 0, *self.pad, 0, 0, *far]
        return graph.Pad(data, pads, graph.like(data, value)), [0] * 2 * len(self.kernel)

    def maxima(self, graph: Graph, data: Tensor, out: Tensor) -> str:
        if self.has_open_end(data):
            return graph.MaxPool(
                data, kernel_shape=self.kernel, strides=self.stride, pads=self.pad * 2, ceil_mode=1
            )
        lowest = float(np.finfo(data.dtype).min)
        x, pads = self._pad(graph, data, self.far(data, out), lowest)
        return graph.MaxPool(x, kernel_shape=self.kernel, strides=self.stride, pads=pads)

    def sums(self, graph: Graph, data: Tensor, out: Tensor) -> str:
        far = self.far(data, out)
        if far == self.pad and self._fits(far):
            mean = self._mean(graph, data.name, self.pad + far, 1)
            return graph.Mul(mean, graph.like(data, math.prod(self.kernel)))
        # Runtimes disagree on the divisor if the padding is asymmetric.
        (channels,) = data.known_shape((1,))
        ones = np.ones((channels, 1, *self.kernel), data.dtype)
        return graph.Conv(data, ones, strides=self.stride, pads=self.pad + far, group=channels)

    def maxima_with_zeros(self, graph: Graph, data: Tensor, out: Tensor) -> str:
        """MXNet: the deprecated form pads with zeros, which are part of windows."""
        maxima = self.maxima(graph, data, out)
        if not any(self.pad):
            return maxima
        axes = range(2, data.ndim)
        touches = np.zeros((1, 1), bool)
        for axis, size, count in zip(
            range(len(self.kernel)), data.known_shape(axes), out.known_shape(axes), strict=True
        ):
            starts = np.arange(count) * self.stride[axis] - self.pad[axis]
            outside = (starts < 0) | ((starts + self.kernel[axis] > size) & (self.pad[axis] > 0))
            touches = touches[..., None] | outside
        lowest = np.where(touches, 0, np.finfo(data.dtype).min).astype(data.dtype)
        return graph.Max(maxima, lowest)

    def _mean(self, graph: Graph, x: str, pads: list[int], count_pad: int) -> str:
        return graph.AveragePool(
            x, kernel_shape=self.kernel, strides=self.stride, pads=pads, count_include_pad=count_pad
        )

    def averages(self, graph: Graph, data: Tensor, out: Tensor, count_pad: bool) -> str:
        if self.has_open_end(data) and not (count_pad and any(self.pad)):
            return graph.AveragePool(
                data, kernel_shape=self.kernel, strides=self.stride, pads=self.pad * 2, ceil_mode=1
            )
        far = self.far(data, out)
        is_plain = far == self.pad or (not count_pad and self.convention == "valid")
        if self._fits(far) and is_plain:
            return self._mean(graph, data.name, self.pad + far, int(count_pad))
        # MXNet: elements beyond the padding do not count, and an empty window does not divide by 0.
        return graph.Div(self.sums(graph, data, out), self._divisors(data, out, count_pad))

    def _divisors(self, data: Tensor, out: Tensor, count_pad: bool) -> np.ndarray:
        axes = range(2, data.ndim)
        product = np.ones((1, 1), data.dtype)
        for axis, size, count in zip(
            range(len(self.kernel)), data.known_shape(axes), out.known_shape(axes), strict=True
        ):
            reach = self.pad[axis] if count_pad else 0
            starts = np.arange(count) * self.stride[axis] - self.pad[axis]
            ends = np.minimum(starts + self.kernel[axis], size + reach)
            counts = np.maximum(ends - np.maximum(starts, -reach), 1)
            product = product[..., None] * counts.astype(data.dtype)
        return product


@converts("_contrib_AdaptiveAvgPooling2D")
def adaptive_average(graph: Graph, data: Tensor, *, out: Tensor) -> str:
    height, width = out.known_shape((2, 3))
    if (height, width) == (1, 1):
        return graph.GlobalAveragePool(data)
    sizes = data.known_shape((2, 3))
    if sizes[0] % height == 0 and sizes[1] % width == 0:
        kernel = [sizes[0] // height, sizes[1] // width]
        return graph.AveragePool(data, kernel_shape=kernel, strides=kernel)
    # Windows of different sizes: the mean is a product with weights along each axis.
    rows = graph.MatMul(_shares(sizes[0], height).astype(data.dtype), data)
    return graph.MatMul(rows, _shares(sizes[1], width).T.astype(data.dtype))


def _shares(size: int, count: int) -> np.ndarray:
    """Return a matrix that computes the means of ``count`` windows."""
    matrix = np.zeros((count, size))
    for i in range(count):
        start, end = i * size // count, -(-(i + 1) * size // count)
        matrix[i, start:end] = 1 / (end - start)
    return matrix
