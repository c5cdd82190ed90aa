"""Images changed in every way: one row each, run here and by the real 1.9.1.

A row is an expression; ``bytes_`` and ``floats`` are a picture, ``channels`` the same with channels
first, ``A`` is mx.image, ``T`` the transforms. Random numbers are seeded before each.
"""

import pathlib
import random

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "image.npz"
FILES = GOLDEN.parent / "images"

PICTURE = np.random.RandomState(0).randint(0, 256, (14, 21, 3)).astype("uint8")
VECTORS = "[[-0.57, 0.72, 0.4], [-0.58, 0, -0.81], [-0.58, -0.7, 0.42]]"

ROWS = [
    *(f"A.imresize(bytes_, 9, 12, {interp})" for interp in range(5)),
    *(f"A.imresize(floats, 30, 12, interp={interp})" for interp in range(5)),
    "A.resize_short(bytes_, 7)",
    "A.resize_short(floats.transpose((1, 0, 2)), 30, 9)",
    "A.fixed_crop(bytes_, 1, 2, 10, 5)",
    "A.fixed_crop(bytes_, 1, 2, 10, 5, (7, 8), 2)",
    "A.fixed_crop(bytes_, 1, 2, 10, 5, (7, 3), 10)",
    "A.random_crop(bytes_, (7, 8))",
    "A.random_crop(floats, (70, 8))",
    "A.center_crop(bytes_, (7, 8))",
    "A.center_crop(floats, (30, 8), 1)",
    "A.random_size_crop(bytes_, (7, 8), (0.1, 0.9), (0.5, 2))",
    "A.random_size_crop(floats, (7, 8), 0.3, (0.5, 2))",
    "A.random_size_crop(floats, (7, 8), 0.3, (0.5, 2), min_area=0.2)",
    "A.random_size_crop(floats, (7, 8), (3, 4), (0.5, 2))",
    "A.color_normalize(floats, mx.nd.array([1, 2, 3]), mx.nd.array([4, 5, 6]))",
    "A.color_normalize(floats, mx.nd.array([1, 2, 3]))",
    *(
        f"A.imrotate(channels, {angle}, zoom_in={zoom == 1}, zoom_out={zoom == 2})"
        for angle in (0, 30, -100, 180.5)
        for zoom in range(3)
    ),
    "A.imrotate(mx.nd.stack(channels, channels), mx.nd.array([30, -45]), True)",
    "A.imrotate(mx.nd.stack(channels, channels), 30)",
    "A.random_rotate(channels, (-30, 30))",
    "A.random_rotate(mx.nd.stack(channels, channels), (-30, 30), zoom_out=True)",
    "A.ResizeAug(7)(bytes_)",
    "A.ForceResizeAug((9, 12))(bytes_)",
    "A.ForceResizeAug((9, 12), 9)(floats)",
    "A.RandomCropAug((7, 8))(bytes_)",
    "A.CenterCropAug((7, 8), 3)(bytes_)",
    "A.RandomSizedCropAug((7, 7), (0.08, 1), (3 / 4, 4 / 3))(bytes_)",
    "A.RandomSizedCropAug((7, 7), 0.5, (3 / 4, 4 / 3), min_area=0.3)(bytes_)",
    *(f"A.HorizontalFlipAug({p})(bytes_)" for p in (0.1, 1)),
    "A.CastAug()(bytes_)",
    "A.CastAug('float16')(bytes_)",
    "A.BrightnessJitterAug(0.3)(floats)",
    "A.ContrastJitterAug(0.3)(floats)",
    "A.SaturationJitterAug(0.3)(floats)",
    "A.HueJitterAug(0.3)(floats)",
    "A.ColorJitterAug(0.1, 0.2, 0.3)(floats)",
    "A.ColorJitterAug(0, 0.2, 0)(floats)",
    f"A.LightingAug(0.1, np.array([55.46, 4.794, 1.148]), np.array({VECTORS}))(floats)",
    "A.ColorNormalizeAug(np.array([1, 2, 3.]), np.array([4, 5, 6.]))(floats)",
    "A.ColorNormalizeAug(None, mx.nd.array([2.]))(floats)",
    *(f"A.RandomGrayAug({p})(floats)" for p in (0.1, 1)),
    "A.SequentialAug([A.CastAug(), A.HorizontalFlipAug(1)])(bytes_)",
    "A.RandomOrderAug([A.CastAug('float64'), A.HorizontalFlipAug(1), A.CastAug()])(bytes_)",
    "A.SequentialAug(A.CreateAugmenter((3, 8, 7)))(bytes_)",
    "A.SequentialAug(A.CreateAugmenter((3, 8, 7), 10, True, True, True, True, True, 0.1, 0.2, 0.3, "
    "0.1, 0.1, 0.5, 10))(bytes_)",
    "T.ToTensor()(bytes_)",
    "T.ToTensor()(mx.nd.stack(floats, floats))",
    "T.Cast('float16')(bytes_)",
    "T.Normalize()(channels)",
    "T.Normalize((1, 2, 3), (2, 3, 4))(channels)",
    "T.Normalize(0.5, [0.5])(channels)",
    "T.Resize(7)(bytes_)",
    "T.Resize((7, 8))(floats)",
    "T.Resize(7, keep_ratio=True, interpolation=2)(bytes_)",
    "T.CenterCrop(7)(bytes_)",
    "T.CenterCrop((30, 8), 2)(bytes_)",
    "T.RandomResizedCrop(7)(bytes_)",
    "T.RandomResizedCrop((7, 8), scale=(0.5, 0.6), ratio=(1, 1), interpolation=2)(bytes_)",
    "T.CropResize(1, 2, 10, 5)(bytes_)",
    "T.CropResize(1, 2, 10, 5, size=(5, 6), interpolation=2)(mx.nd.stack(bytes_, bytes_))",
    "T.Rotate(30, zoom_in=True)(channels)",
    "T.RandomRotation((-30, 30))(channels)",
    "T.RandomRotation((-30, 30), rotate_with_proba=0)(bytes_)",
    "T.RandomApply(T.Cast(), 0.1)(bytes_)",
    "T.RandomApply(T.Cast(), 0.2)(bytes_)",
    "T.Compose([T.Resize(10), T.CenterCrop(8), T.ToTensor(), T.Normalize(0.5, 2)])(bytes_)",
    "T.Compose([])(bytes_)",
]
TEXTS = [
    "A.scale_down((640, 480), (720, 120)), A.scale_down((360, 1000), (480, 500))",
    *(
        f"[A.image._get_interp_method(i, {sizes}) for i in (0, 4, 9)]"
        for sizes in ((), (1, 1, 1, 1), (9, 9, 5, 5), (5, 5, 9, 9), (5, 9, 9, 5))
    ),
    "A.RandomSizedCropAug((2, 3), (.1, .2), (1, 2)).dumps()",
    "A.Augmenter(a=1, b=mx.nd.array([1]), c=np.array([[2.0]])).dumps()",
    *(
        f"[x.dumps() for x in A.CreateAugmenter((3, 24, 25), {arguments})]"
        for arguments in (
            "",
            "resize=30, rand_crop=True, rand_mirror=True",
            "rand_crop=True, rand_resize=True",
            "mean=True, std=True",
            "mean=np.array([1, 2, 3.]), brightness=.1, hue=.1, pca_noise=.1, rand_gray=.2",
            "mean=np.array([1.]), contrast=.2, saturation=.3, inter_method=10",
        )
    ),
    "T.Compose([T.Resize(20), T.CenterCrop(10), T.ToTensor(), T.Normalize(0, 1)])",
    "T.RandomApply(T.Cast())",
]


def names(mx):
    """Return what rows may name."""
    random.seed(1)
    np.random.seed(1)
    floats = mx.nd.array(PICTURE, dtype="float32")
    return {
        "mx": mx,
        "np": np,
        "A": mx.image,
        "T": mx.gluon.data.vision.transforms,
        "bytes_": mx.nd.array(PICTURE, dtype="uint8"),
        "floats": floats,
        "channels": floats.transpose((2, 0, 1)),
    }


def run(mx, row):
    """Return the picture that a row makes, and the rectangle where it returns one."""
    result = eval(row, names(mx))
    if isinstance(result, tuple):
        return {"picture": result[0].asnumpy(), "rectangle": np.array(result[1])}
    return {"picture": result.asnumpy()}


def text(mx, row):
    """Return what a row says."""
    return str(eval(row, names(mx)))


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {f"{row}/{part}": a for row in ROWS for part, a in run(mx, row).items()}
    for row in TEXTS:
        recorded[f"{row}/text"] = np.frombuffer(text(mx, row).encode(), np.uint8)
    return {GOLDEN: recorded}
