"""Images. What is random here has one value to choose from; the rest is in tests/unit/ops."""

from tests.ops.row import integers, row, uniform, values

PHOTO = integers(6, 8, 3, high=256, dtype="uint8")
FLOATS = uniform(6, 8, 3, low=0, high=255)
GRAY = integers(6, 8, 1, high=256, dtype="uint8")
PHOTOS = integers(2, 6, 8, 3, high=256, dtype="uint8")
EVERY = (PHOTO, FLOATS, uniform(6, 8, 3, low=0, high=255, dtype="float64"))
COLORS = values(
    [[[0, 0, 0], [255, 255, 255], [7, 7, 7], [255, 0, 0], [0, 255, 0], [0, 0, 255], [9, 200, 200]]],
    "uint8",
)
SYMMETRIC = uniform(4, 6, 3, low=5, high=5)
BLACK = uniform(4, 6, 3, low=0, high=0)
LIGHT = {"alpha": (0.5, -1.0, 3.0)}


def resize(data, **attrs):
    return row("_image_resize", data, grad=(), **attrs)


ROWS = [
    *(row("_image_to_tensor", data, grad=()) for data in (*EVERY, GRAY, PHOTOS)),
    *(
        row("_image_to_tensor", integers(3, 4, 4, high=256, dtype=dtype), grad=())
        for dtype in ("float16", "int32")
    ),
    row("_image_normalize", uniform(3, 4, 5), mean=(0.1, 0.2, 0.3), std=(1.0, 2.0, 3.0)),
    row("_image_normalize", uniform(2, 3, 4, 5), mean=(0.1, 0.2, 0.3), std=0.5),
    row("_image_normalize", uniform(1, 4, 5), mean=0.5, std=(2.0,)),
    row("_image_normalize", uniform(3, 4, 5, dtype="float64"), mean=0.5, std=(1.0, 2.0, 4.0)),
    row("_image_normalize", uniform(3, 4, 5, dtype="float16"), mean=0.5, std=(1.0, 2.0, 4.0)),
    row("_image_normalize", integers(3, 4, 5, high=256, dtype="uint8"), mean=100.5, std=2.0),
    row("_image_normalize", integers(3, 4, 5, high=256, dtype="int32"), mean=100.5, std=2.0),
    *(row("_image_crop", data, x=1, y=2, width=5, height=3) for data in (*EVERY, GRAY, PHOTOS)),
    row("_image_crop", uniform(2, 6, 8, 3), x=0, y=0, width=8, height=6),
    *(
        row(f"_image_flip_{direction}", data)
        for direction in ("left_right", "top_bottom")
        for data in (*EVERY, GRAY)
    ),
    *(
        resize(data, size=size, interp=interp)
        for data in (*EVERY, GRAY, PHOTOS)
        for size in ((4, 3), (11, 13), (16, 12))
        for interp in (0, 1, 3, 4)
    ),
    *(resize(data, size=(5, 9), interp=2, atol=1e-4) for data in (FLOATS, uniform(2, 6, 8, 3))),
    *(resize(data, size=5) for data in (PHOTO, FLOATS)),
    *(
        resize(integers(*shape, 3, high=256, dtype="uint8"), size=4, keep_ratio=True)
        for shape in ((6, 8), (9, 7), (5, 5), (2, 9, 7))
    ),
    *(
        row(
            f"_image_random_{what}",
            data,
            min_factor=factor,
            max_factor=factor,
            rtol=1e-4,
            atol=1e-3,
        )
        for what in ("brightness", "contrast", "saturation", "hue")
        for factor in (0.0, 0.3, 1.0, 1.7)
        for data in (PHOTO, FLOATS, COLORS)
    ),
    *(
        row(f"_image_random_{what}", data, min_factor=0.7, max_factor=0.7)
        for what in ("brightness", "contrast", "saturation")
        for data in (GRAY, integers(4, 4, 3, high=256, dtype="int32"))
    ),
    *(
        row(f"_image_random_flip_{direction}", SYMMETRIC)
        for direction in ("left_right", "top_bottom")
    ),
    row("_image_random_color_jitter", BLACK, brightness=0.5, contrast=0.5, saturation=0.5, hue=0.5),
    *(row("_image_adjust_lighting", data, **LIGHT) for data in (*EVERY, COLORS)),
    row("_image_random_lighting", FLOATS, alpha_std=0.0),
    *(row("_cvimresize", data, w=5, h=7, grad=()) for data in (PHOTO, FLOATS, GRAY)),
    *(row("_cvimresize", PHOTO, w=4, h=3, interp=interp) for interp in (0, 1, 3, 4)),
    *(
        row("_cvcopyMakeBorder", PHOTO, top=1, bot=2, left=3, right=0, type=kind, value=7.0)
        for kind in range(5)
    ),
    row("_cvcopyMakeBorder", FLOATS, top=1, bot=0, left=0, right=1, value=9.7, grad=()),
    row("_cvcopyMakeBorder", PHOTO, top=1, bot=0, left=0, right=1, values=(1.0, 2.0, 3.0)),
    row("_cvcopyMakeBorder", GRAY, top=1, bot=1, left=0, right=1, value=9.7),
    row("_cvcopyMakeBorder", uniform(2, 2, 4), top=1, bot=0, left=0, right=0, value=5.0, grad=()),
]
