"""Resizing and warping of images."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import converts


@converts("_contrib_BilinearResize2D")
def bilinear_resize(
    graph: Graph, data: Tensor, like: Tensor | None = None, *, mode: str, align_corners: bool,
    out: Tensor,
) -> str:  # fmt: skip
    parts = [graph.size_of(data, 0), graph.size_of(data, 1)]
    for axis in (2, 3):
        if out.shape[axis] is None and like is None:
            raise Unsupported(f"its size follows from open sizes in the mode {mode!r}")
        parts.append(graph.size_of(like if out.shape[axis] is None else out, axis))
    return graph.Resize(
        data,
        None,
        None,
        graph.vector(parts),
        mode="linear",
        coordinate_transformation_mode="align_corners" if align_corners else "half_pixel",
    )


@converts("UpSampling")
def upsampling(
    graph: Graph, *data: Tensor, scale: int, num_filter: int, sample_type: str,
    multi_input_mode: str, out: Tensor,
) -> str:  # fmt: skip
    if sample_type == "bilinear":
        kernel, pad = 2 * scale - scale % 2, -(-(scale - 1) // 2)
        return graph.ConvTranspose(
            *data,
            kernel_shape=[kernel] * 2,
            strides=[scale] * 2,
            pads=[pad] * 4,
            group=num_filter,
        )
    first = data[0].shape[2]
    if len(data) > 1:  # all are resized to the enlarged size of the first one
        first = data[0].known_shape((2,))[0]
    grown = [
        _nearest(graph, x, scale if i == 0 else first * scale // x.known_shape((2,))[0])
        for i, x in enumerate(data)
    ]
    if len(grown) == 1:
        return grown[0]
    return graph.Sum(*grown) if multi_input_mode == "sum" else graph.Concat(*grown, axis=1)


def _nearest(graph: Graph, data: Tensor, scale: int) -> str:
    return graph.Resize(
        data,
        None,
        np.asarray([1, 1, scale, scale], np.float32),
        mode="nearest",
        coordinate_transformation_mode="asymmetric",
        nearest_mode="floor",
    )


# ------------------------------------------------------------------------------------- sampling


@converts("BilinearSampler", opset=16)
def bilinear_sampler(graph: Graph, data: Tensor, grid: Tensor) -> str:
    return _grid_sample(graph, data, graph.Transpose(grid, perm=[0, 2, 3, 1]))


def _grid_sample(graph: Graph, data: Tensor, grid: str) -> str:
    mode = "linear" if graph.opset >= 20 else "bilinear"  # renamed for three dimensions
    return graph.GridSample(data, grid, mode=mode, padding_mode="zeros", align_corners=1)


def _affine_grid(graph: Graph, matrices: Tensor, height: int, width: int) -> str:
    """Return the source position of each element of an image: (batch, height, width, 2)."""
    y, x = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
    targets = np.stack([x, y, np.ones_like(x)]).reshape(3, -1).astype(matrices.dtype)
    sources = graph.MatMul(graph.reshape(matrices, [-1, 2, 3]), targets)
    return graph.reshape(graph.Transpose(sources, perm=[0, 2, 1]), [-1, height, width, 2])


@converts("GridGenerator")
def grid_generator(graph: Graph, data: Tensor, *, transform_type: str, target_shape) -> str:
    if transform_type != "affine":
        raise Unsupported(f"its transform_type is {transform_type!r}")
    return graph.Transpose(_affine_grid(graph, data, *target_shape), perm=[0, 3, 1, 2])


@converts("SpatialTransformer", opset=16)
def spatial_transformer(graph: Graph, data: Tensor, loc: Tensor, *, target_shape, out: Tensor):
    size = target_shape if all(target_shape) else out.known_shape((2, 3))
    return _grid_sample(graph, data, _affine_grid(graph, loc, *size))
