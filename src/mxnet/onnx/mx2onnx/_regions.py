"""Region-of-interest pooling."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import converts


@converts("ROIPooling")
def roi_pooling(graph: Graph, data: Tensor, rois: Tensor, *, pooled_size, spatial_scale: float):
    return graph.MaxRoiPool(data, rois, pooled_shape=list(pooled_size), spatial_scale=spatial_scale)


@converts("_contrib_ROIAlign")
def roi_align(
    graph: Graph, data: Tensor, rois: Tensor, *, pooled_size, spatial_scale: float,
    sample_ratio: int, position_sensitive: bool, aligned: bool,
) -> str:  # fmt: skip
    if position_sensitive:
        raise Unsupported("it is position sensitive")
    if aligned and graph.opset < 16:
        raise Unsupported("ONNX aligns it since opset 16")
    mode = "half_pixel" if aligned else "output_half_pixel"
    images = graph.cast(graph.Squeeze(graph.slice(rois, 1, 0, 1), [1]), np.int64)
    pooled = graph.RoiAlign(
        data,
        graph.slice(rois, 1, 1, 5),
        graph.Max(images, np.asarray(0)),
        output_height=pooled_size[0],
        output_width=pooled_size[1],
        sampling_ratio=max(sample_ratio, 0),
        spatial_scale=spatial_scale,
        mode="avg",
        coordinate_transformation_mode=mode if graph.opset >= 16 else None,
    )
    # MXNet: a region without an image gives zeros
    nowhere = graph.reshape(graph.Less(images, np.asarray(0)), [-1, 1, 1, 1])
    return graph.Where(nowhere, graph.like(data, 0), pooled)
