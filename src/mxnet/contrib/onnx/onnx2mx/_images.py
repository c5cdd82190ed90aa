"""Resizing and warping of images, and regions of images."""

from __future__ import annotations

from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ._node import Node
from ._table import Array, reads


@reads("Upsample")
def upsample(node: Node, data: Symbol, factors_input: Array = None, *, mode="nearest", scales=None):
    factors = list(scales if factors_input is None else factors_input.tolist())
    if mode == "nearest":
        return _upsample(node, data, factors)
    raise Unsupported(f"its mode is {mode}")


def _upsample(node: Node, data: Symbol, factors: list[float]) -> Symbol:
    if len(factors) != 4 or factors[:2] != [1, 1] or factors[2] != factors[3] or factors[2] % 1:
        raise Unsupported(f"its scales are {factors}")
    return node.last("UpSampling", data, scale=int(factors[2]), sample_type="nearest", num_args=1)


@reads("Resize")
def resize(
    node: Node, data: Symbol, region: Array = None, scales: Array = None, sizes: Array = None, *,
    mode="nearest", coordinate_transformation_mode="half_pixel", nearest_mode="round_prefer_floor",
    antialias=0, axes=None, cubic_coeff_a=-0.75, exclude_outside=0, extrapolation_value=0.0,
    keep_aspect_ratio_policy="stretch",
) -> Symbol:  # fmt: skip
    # cubic_coeff_a, exclude_outside and extrapolation_value belong to modes rejected below.
    how = coordinate_transformation_mode
    if node.opset < 11:  # scales are the second input, and coordinates have one definition
        scales, how, nearest_mode = region, "asymmetric", "floor"
    shape = node.shape()
    if antialias or keep_aspect_ratio_policy != "stretch" or len(shape) != 4 or axes:
        raise Unsupported("it is antialiased, keeps a ratio, names axes, or is not of images")
    factors, target = _new_size(shape, scales, sizes)
    if mode == "nearest":
        is_plain = (how, nearest_mode) == ("asymmetric", "floor")
        is_half = "half_pixel" in how and nearest_mode.startswith("round")
        if not is_plain and not is_half:
            raise Unsupported(f"its modes are {how} and {nearest_mode}")
        return _upsample(node, data, factors)
    if mode != "linear" or None in target:
        raise Unsupported(f"its mode is {mode}, or sizes are open: {shape}")
    if how not in ("align_corners", "half_pixel", "pytorch_half_pixel"):
        raise Unsupported(f"its mode is {how}")
    return node.last(
        "_contrib_BilinearResize2D", data, height=target[0], width=target[1],
        align_corners=how == "align_corners",
    )  # fmt: skip


def _new_size(shape: tuple, scales: Array | None, sizes: Array | None) -> tuple[list, list]:
    """Return the factor of each axis, and the new height and width, or None for an open one."""
    if sizes is not None and sizes.size:
        target = [int(n) for n in sizes[2:]]
        factors = [1, 1, *(t / s if s else 0 for t, s in zip(target, shape[2:], strict=True))]
        return factors, target
    if scales is None or not scales.size:
        raise Unsupported("it has neither scales nor sizes")
    factors = [float(n) for n in scales]
    return factors, [s and int(s * f) for s, f in zip(shape[2:], factors[2:], strict=True)]


@reads("GridSample")
def grid_sample(
    node: Node, data: Symbol, grid: Symbol, *, align_corners=0, mode="linear", padding_mode="zeros"
) -> Symbol:
    if not align_corners or mode not in ("linear", "bilinear") or padding_mode != "zeros":
        raise Unsupported("corners are not aligned, or it is not linear with zeros around")
    return node.last("BilinearSampler", data, node.step("transpose", grid, axes=(0, 3, 1, 2)))


@reads("MaxRoiPool")
def max_roi_pool(node: Node, data: Symbol, rois: Symbol, *, pooled_shape, spatial_scale=1.0):
    return node.last(
        "ROIPooling", data, rois, pooled_size=tuple(pooled_shape), spatial_scale=spatial_scale
    )


@reads("RoiAlign")
def roi_align(
    node: Node, data: Symbol, rois: Symbol, images: Symbol, *, coordinate_transformation_mode=None,
    mode="avg", output_height=1, output_width=1, sampling_ratio=0, spatial_scale=1.0,
) -> Symbol:  # fmt: skip
    if mode != "avg":
        raise Unsupported(f"its mode is {mode}")
    # Opset 16 added the attribute, and its default differs from the earlier behavior.
    default = "half_pixel" if node.opset >= 16 else "output_half_pixel"
    aligned = (coordinate_transformation_mode or default) == "half_pixel"
    column = node.step("Cast", node.step("expand_dims", images, axis=1), dtype="float32")
    return node.last(
        "_contrib_ROIAlign", data, node.step("Concat", column, rois, dim=1, num_args=2),
        pooled_size=(output_height, output_width), spatial_scale=spatial_scale,
        sample_ratio=sampling_ratio or -1, aligned=aligned,
    )  # fmt: skip
