"""The layers of SSD: prior boxes and detections."""

from __future__ import annotations

import math

import numpy as np

from ... import symbol as sym
from ._builder import Builder, Layer, converts, refuse
from ._prototxt import Message


@converts("PriorBox")
def prior_box(net: Builder, layer: Layer, features, image):
    """Compute prior boxes, which depend only on sizes: (1, 2, boxes * 4) as in Caffe.

    The second row contains the variances.
    """
    options = layer.options("prior_box_param")
    height, width = net.shape_of(features, layer)[2:4]
    image_height, image_width = net.shape_of(image, layer)[2:4]
    image_width = options.get("img_w", options.get("img_size", image_width))
    image_height = options.get("img_h", options.get("img_size", image_height))
    step_x = options.get("step_w", options.get("step", 0)) or image_width / width
    step_y = options.get("step_h", options.get("step", 0)) or image_height / height
    offset = options.get("offset", 0.5)
    y, x = np.meshgrid((np.arange(height) + offset) * step_y, (np.arange(width) + offset) * step_x,
                       indexing="ij")  # fmt: skip
    centers = np.stack([x, y, x, y], -1)[:, :, None]
    half = np.array([[-w, -h, w, h] for w, h in _sizes(options)]) / 2
    scale = np.array([image_width, image_height, image_width, image_height])
    boxes = ((centers + half) / scale).reshape(-1)
    if options.get("clip", False):
        boxes = boxes.clip(0, 1)
    variances = options["variance"] or [0.1]
    variances = variances * 4 if len(variances) == 1 else variances
    values = np.stack([boxes, np.tile(variances, boxes.size // 4)])
    return net.constant(f"{layer.name}_boxes", values[None])


def _sizes(options: Message) -> list[tuple[float, float]]:
    """Return widths and heights of the boxes at each position, in Caffe's order."""
    ratios = [1.0]
    for ratio in options["aspect_ratio"]:
        for value in [ratio, 1 / ratio] if options.get("flip", True) else [ratio]:
            if all(abs(value - other) > 1e-6 for other in ratios):
                ratios.append(value)
    largest = options["max_size"] or [None] * len(options["min_size"])
    sizes = []
    for least, most in zip(options["min_size"], largest, strict=True):
        sizes.append((least, least))
        if most is not None:
            sizes.append((math.sqrt(least * most),) * 2)
        roots = [math.sqrt(ratio) for ratio in ratios[1:]]
        sizes += [(least * root, least / root) for root in roots]
    return sizes


@converts("DetectionOutput")
def detection_output(net: Builder, layer: Layer, locations, scores, boxes, *rest):
    """Compute detections of all classes: rows of class, score and four corners; class -1 is none.

    Caffe counts the background as a class; here the first class after it is 0, as in the output of
    `MultiBoxDetection`. That operator cannot be used, because it considers only the most likely
    class of a box.
    """
    options = layer.options("detection_output_param")
    if not options.get("share_location", True):
        refuse(layer, "share_location: false")
    suppression = options.part("nms_param")
    classes, background = options.get("num_classes"), options.get("background_label_id", 0)
    corners = _decode(layer, options, locations, boxes)
    by_class = sym.Reshape(scores, shape=(0, -1, classes))
    detections = []
    for number in (n for n in range(classes) if n != background):
        score = sym.slice_axis(by_class, axis=2, begin=number, end=number + 1)
        label = sym.ones_like(score) * (number - (number > background >= 0))
        detections.append(sym.contrib.box_nms(
            sym.Concat(label, score, corners, dim=2), id_index=0, coord_start=2, score_index=1,
            overlap_thresh=suppression.get("nms_threshold", 0.3),
            valid_thresh=max(options.get("confidence_threshold", 0.0), 0.0),
            topk=suppression.get("top_k", -1),
        ))  # fmt: skip
    rows = sym.Concat(*detections, dim=1) if len(detections) > 1 else detections[0]
    # No overlap exceeds 1, so this only sorts by score and keeps the best.
    return sym.contrib.box_nms(
        rows, id_index=0, coord_start=2, score_index=1, overlap_thresh=1.0, valid_thresh=0.0,
        topk=options.get("keep_top_k", -1), name=layer.name,
    )  # fmt: skip


def _decode(layer: Layer, options: Message, locations, boxes):
    """Return the corners of boxes predicted relative to the prior boxes."""
    prior, variances = (
        sym.Reshape(sym.slice_axis(boxes, axis=1, begin=row, end=row + 1), shape=(1, -1, 4))
        for row in (0, 1)
    )
    offsets = sym.Reshape(locations, shape=(0, -1, 4))
    if not options.get("variance_encoded_in_target", False):
        offsets = sym.broadcast_mul(offsets, variances)
    code = options.get("code_type", "CORNER")
    if code in ("CENTER_SIZE", 2):
        units = dict.fromkeys(("std0", "std1", "std2", "std3"), 1.0)
        corners = sym.contrib.box_decode(offsets, prior, format="corner", **units)
    elif code in ("CORNER", 1):
        corners = sym.broadcast_add(offsets, prior)
    else:
        refuse(layer, f"code_type: {code}")
    return sym.clip(corners, 0, 1) if options.get("clip", False) else corners
