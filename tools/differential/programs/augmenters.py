"""Images: operators, transforms and augmenters that draw no random numbers."""

from __future__ import annotations

from .program import Program, kind


@kind
def images(p: Program) -> None:
    """nd.image, mx.image and transforms of Gluon."""
    # Not odd sizes, whose middle 1.9.1 does not write when it flips them.
    height, width = p.choose(2, 4, 6), p.choose(2, 4, 6)
    dtype = p.choose("uint8", "float32")
    image = p.array((height, width, 3), dtype, low=0, high=255)
    x, y = p.number(0, width - 1), p.number(0, height - 1)
    w, h = p.number(1, width - x), p.number(1, height - y)
    p.add(f"mx.image.fixed_crop({image}, {x}, {y}, {w}, {h})")
    p.add(f"mx.image.center_crop({image}, ({w}, {h}))")
    p.add(f"nd.image.crop({image}, {x}, {y}, {w}, {h})")
    p.add(f"nd.image.flip_{p.choose('left_right', 'top_bottom')}({image})")
    tensor = p.add(f"nd.image.to_tensor({image})")
    mean = p.choose("0.5", "(0.1, 0.2, 0.3)")
    p.add(f"nd.image.normalize({tensor}, mean={mean}, std={p.choose('0.5', '(0.5, 0.4, 0.3)')})")
    p.add(
        f"mx.image.color_normalize({image}.astype('float32'), "
        f"nd.array([1, 2, 3]), nd.array([2, 3, 4]))"
    )
    batch = p.add(f"nd.stack({image}, {image})")
    transforms = "gluon.data.vision.transforms"
    p.add(f"{transforms}.ToTensor()({batch})")
    p.add(f"{transforms}.Cast({p.choose('float32', 'float64', 'int32')!r})({image})")
    p.add(
        f"{transforms}.Compose([{transforms}.ToTensor(), "
        f"{transforms}.Normalize({mean}, 0.5)])({image})"
    )
    p.add(f"{transforms}.CropResize({x}, {y}, {w}, {h})({image})")
    augmenter = p.choose(
        "CastAug()", "HorizontalFlipAug(1)", f"CenterCropAug(({w}, {h}))",
        "ColorNormalizeAug(nd.array([1, 2, 3]), nd.array([2, 3, 4]))", "HorizontalFlipAug(0)",
        "SequentialAug([mx.image.HorizontalFlipAug(1), mx.image.CastAug()])",
    )  # fmt: skip
    p.add(f"mx.image.{augmenter}({image})")
    p.add(f"mx.image.scale_down(({width}, {height}), ({p.number(1, 9)}, {p.number(1, 9)}))")
    p.add(f"mx.image.{augmenter}.dumps()")


@kind
def resized_images(p: Program) -> None:
    """Images of other sizes, by the interpolations that do not depend on OpenCV's version."""
    height, width = p.number(2, 6), p.number(2, 6)
    image = p.array((height, width, 3), "uint8", low=0, high=255)
    # 0: nearest, 1: linear; cubic and others round differently in today's OpenCV
    p.add(
        f"mx.image.imresize({image}, {p.number(1, 8)}, {p.number(1, 8)}, interp={p.number(0, 1)})"
    )
    p.add(f"mx.image.resize_short({image}, {p.number(1, 8)}, interp={p.number(0, 1)})")
    p.add(f"nd.image.resize({image}, size={p.choose(p.number(1, 8), (3, 5))}"
          f"{p.options(keep_ratio=(True,), interp=(0, 1))})")  # fmt: skip
    borders = ", ".join(str(p.number(0, 2)) for _ in range(4))
    p.add(f"mx.image.copyMakeBorder({image}, {borders}, type={p.choose(0, 1, 2, 4)})")
    boxes = p.add("onp.array([[0, 0.1, 0.2, 0.6, 0.7], [1, 0.3, 0.3, 0.9, 0.8]])")
    p.add(f"list(mx.image.DetHorizontalFlipAug({p.number(0, 1)})({image}, {boxes}.copy()))")
