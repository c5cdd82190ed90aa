"""Operators of images and boxes."""

from __future__ import annotations

from .program import Program, kind


@kind
def spatial_operators(p: Program) -> None:
    """Sampling, upsampling, regions, local normalization."""
    batch, channels, height, width = p.number(1, 2), p.number(1, 3), p.number(3, 6), p.number(3, 6)
    x = p.array((batch, channels, height, width))
    grid = p.array((batch, 2, p.number(2, 4), p.number(2, 4)), low=-1.2, high=1.2)
    affine = p.array((batch, 6), low=-1, high=1)
    boxes = p.add(
        f"nd.array([[0, {p.number(0, 1)}, 0, {p.number(2, 5)}, {p.number(2, 4)}], "
        f"[{batch - 1}, 1, 1, 4, 3.5]])"
    )
    size = (p.number(1, 3), p.number(1, 3))
    scale = p.choose(1.0, 0.5)
    windows = p.options(stride=((2, 1),), pad=((1, 0),), dilate=((1, 2),))
    sampler = "transform_type='affine', sampler_type='bilinear'"
    expression = p.choose(
        f"nd.BilinearSampler(a, {grid})",
        f"nd.SpatialTransformer(a, {affine}, target_shape={size}, {sampler})",
        f"nd.ROIPooling(a, {boxes}, pooled_size={size}, spatial_scale={scale})",
        f"nd.contrib.ROIAlign(a, {boxes}, pooled_size={size}, spatial_scale={scale}"
        f"{p.options(sample_ratio=(1, 2), aligned=(True,))})",
        f"nd.UpSampling(a, scale={p.number(1, 3)}, sample_type='nearest')",
        f"nd.contrib.BilinearResize2D(a, height={p.number(1, 6)}, width={p.number(1, 6)}"
        f"{p.options(align_corners=(False,))})",
        f"nd.contrib.AdaptiveAvgPooling2D(a, output_size={size})",
        f"nd.LRN(a, nsize={p.choose(1, 3, 5)}{p.options(alpha=(0.1,), beta=(0.5,), knorm=(1,))})",
        f"nd.im2col(a, kernel=(2, 2){windows})",
        f"nd.Crop(a, h_w=({p.number(1, 3)}, {p.number(1, 3)}){p.options(center_crop=(True,))})",
        "nd.contrib.div_sqrt_dim(a)",
        f"nd.InstanceNorm(a, nd.ones({channels}), nd.zeros({channels}), eps=0.01)",
        f"nd.GridGenerator({affine}, transform_type='affine', target_shape={size}) + nd.sum(a)",
        "nd.GridGenerator(nd.tile(nd.slice_axis(a, axis=1, begin=0, end=1), reps=(1, 2, 1, 1)), "
        "transform_type='warp')",
    )
    p.add(f"recorded(lambda a: {expression}, {x})")


@kind
def detection(p: Program) -> None:
    """Anchors, targets, suppression and overlaps."""
    batch, count = p.number(1, 2), p.number(1, 6)
    corners = p.array((batch, count, 2), low=0, high=0.5)
    sizes = p.array((batch, count, 2), low=0.1, high=0.5)
    boxes = p.add(f"nd.concat({corners}, {corners} + {sizes}, dim=2)")
    other = p.add(f"nd.flip({boxes}, axis=1) * 0.9")
    layout = p.choose("corner", "center")
    p.add(f"nd.contrib.box_iou({boxes}, {other}, format={layout!r})")
    scores = p.add(f"nd.array({p.sample((batch, count, 1), low=0.05, high=1)})")
    classes = p.array((batch, count, 1), low=-1, high=2, dtype="int32")
    rows = p.add(f"nd.concat({classes}.astype('float32'), {scores}, {boxes}, dim=2)")
    options = p.options(
        overlap_thresh=(0.1, 0.5), valid_thresh=(0.3,), topk=(1, 2, 3), force_suppress=(True,),
        id_index=(0,), background_id=(0,), in_format=("center",), out_format=("center",),
    )  # fmt: skip
    p.add(f"recorded(lambda a: nd.contrib.box_nms(a{options}), {rows})")
    p.add(f"nd.contrib.bipartite_matching(nd.contrib.box_iou({boxes}, {other}), threshold=0.1"
          f"{p.options(is_ascend=(True,), topk=(1,))})")  # fmt: skip
    feature = p.array((1, 2, p.number(1, 3), p.number(1, 3)))
    options = p.options(
        ratios=((1, 2, 0.5),), clip=(True,), steps=((0.3, 0.4),), offsets=((0.3, 0.6),)
    )
    p.add(f"nd.contrib.MultiBoxPrior({feature}, sizes={p.choose((0.5,), (0.5, 0.25))}{options})")
    anchors = p.add(f"{boxes}[0:1]")
    labels = p.add(f"nd.concat(nd.abs({classes}.astype('float32')), {other}, dim=2)")
    scores = p.array((batch, 4, count))
    options = p.options(
        overlap_threshold=(0.3,), negative_mining_ratio=(1, 3), negative_mining_thresh=(0.3,),
        ignore_label=(-1,), minimum_negative_samples=(1,), variances=((0.1, 0.1, 0.2, 0.2),),
    )  # fmt: skip
    p.add(f"nd.contrib.MultiBoxTarget({anchors}, {labels}, {scores}{options})")
    offsets = p.array((batch, count * 4), low=-1, high=1)
    options = p.options(
        threshold=(0.2,), nms_threshold=(0.3,), force_suppress=(True,), nms_topk=(2,),
        clip=(False,), background_id=(0,),
    )  # fmt: skip
    p.add(f"nd.contrib.MultiBoxDetection(nd.softmax({scores}, axis=1), {offsets}, {anchors}"
          f"{options})")  # fmt: skip
