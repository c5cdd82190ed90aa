"""Images with OpenCV: decoding, reading, resizing, borders. Installed by ``regluon[vision]``."""

from __future__ import annotations

import functools
import importlib.util
import pathlib

import torch

from ..._images.decoding import decode_image, opencv_package
from ..attrs import Floats
from ..checks import KernelError, brackets, check, fail
from ..messages import describe_bad_image
from ..registry import Device, Out, op

GRAY, UNCHANGED, IGNORE_ORIENTATION = 0, -1, 128
COLOR, COLOR_RGB = 1, 256
BGR_TO_RGB = 4  # code for cvtColor, much faster than NumPy with a stride of -1
BORDERS = 5  # the number of types: constant, replicate, reflect, wrap, reflect without the edge
DTYPES = (torch.uint8, torch.float32, torch.float64, torch.int32)


@functools.cache
def is_installed() -> bool:
    """Return whether OpenCV is installed, without importing it."""
    return importlib.util.find_spec("cv2") is not None


_opencv = functools.cache(opencv_package)


def _decodes_rgb() -> bool:
    """Return whether OpenCV can decode with red first, as it can since 4.10."""
    return hasattr(_opencv(), "IMREAD_COLOR_RGB")


def call(name: str, *args, **kwargs):
    """Call a function of OpenCV and convert its errors to ours."""
    cv2 = _opencv()
    try:
        return getattr(cv2, name)(*args, **kwargs)
    except cv2.error as error:
        raise KernelError(str(error).strip()) from error


def call_without_ipp(name: str, *args, **kwargs):
    """Call a function of OpenCV without Intel's library, which rounds differently."""
    ipp = _opencv().ipp  # the switch is per thread
    before = ipp.useIPP()
    ipp.setUseIPP(False)
    try:
        return call(name, *args, **kwargs)
    finally:
        ipp.setUseIPP(before)


def _check_image(src: torch.Tensor) -> None:
    check(src.ndim == 3, f"expected an image (height, width, channels), got {brackets(src.shape)}")


# --------------------------------------------------------------------------------------- decoding


def _bytes(buf: torch.Tensor):
    check(buf.dtype is torch.uint8, f"Input needs to be uint8 buffer, got {buf.dtype}")
    check(buf.numel() > 0, "Input cannot be an empty buffer")
    check(not buf.is_meta, "the size of an image is not known before it is decoded")
    return buf.detach().cpu().reshape(-1).contiguous().numpy()


def _imdecode(encoded, flag: int):
    return decode_image(functools.partial(call, "imdecode"), encoded, flag)


def _decode(encoded, flag: int, to_rgb: bool) -> torch.Tensor:
    check(flag >= 0, f"flag must be 0 (gray) or 1 (color), got {flag}")
    is_rgb = to_rgb and flag == COLOR and _decodes_rgb()
    # MXNet: the orientation is only applied to camera images (EXIF before JFIF).
    ignores = encoded[:4].tobytes() in (b"\xff\xd8\xff\xe0", b"\x89PNG")
    orientation = IGNORE_ORIENTATION if ignores else 0
    image = _imdecode(encoded, (COLOR_RGB if is_rgb else flag) | orientation)
    if image is None:
        fail(describe_bad_image(encoded[:8].tobytes()))
    gray = flag == GRAY
    image = image[:, :, None] if image.ndim == 2 and gray else image
    if not (image.ndim == 3 and image.shape[2] == (1 if gray else 3) and image.dtype == "uint8"):
        # Not with check(), which would format the message for every image (10 µs).
        fail(
            f"flag={flag} gives an image of {image.shape} {image.dtype}; 1 makes it 8 bits of color"
        )
    if to_rgb and not (gray or is_rgb):
        image = call("cvtColor", image, BGR_TO_RGB)
    return torch.from_numpy(image)


@op("_cvimdecode", "_npi_cvimdecode")
def cvimdecode(buf, *, flag: int = 1, to_rgb: bool = True):
    """Decode an image from bytes to (height, width, channels) in uint8.

    ``flag`` is 1 for color, 0 for grayscale. Channels are in RGB order, or in OpenCV's BGR order.
    """
    return _decode(_bytes(buf), flag, to_rgb).to(buf.device)


@op("_cvimread", "_npi_cvimread")
def cvimread(*, filename: str, flag: int = 1, to_rgb: bool = True, device: Device):
    """Read and decode an image file, like ``_cvimdecode``."""
    try:
        content = pathlib.Path(filename).read_bytes()
    except OSError as error:
        raise KernelError(f"'{filename}' couldn't open file: {error.strerror}") from error
    check(device.type != "meta", "the size of an image is not known before it is decoded")
    check(len(content) > 0, f"'{filename}' is empty")
    return _decode(
        _bytes(torch.frombuffer(bytearray(content), dtype=torch.uint8)), flag, to_rgb
    ).to(device)


@op("_imdecode", mixed=True)
def imdecode(
    mean=None,
    str_img=None,
    *,
    index: int = 0,
    x0: int = 0,
    y0: int = 0,
    x1: int = 0,
    y1: int = 0,
    c: int = 3,
    size: int = 0,
    out: Out,
):
    """Decode the bytes ``str_img`` of an image, crop a rectangle and subtract ``mean``.

    The result is (c, height, width) in OpenCV's BGR order. If ``out`` has four axes, the result is
    written at ``index``. ``size`` is the number of bytes, if not all of them belong to the image.
    """
    check(str_img is not None, "there is no image: str_img must be an array of bytes, uint8")
    encoded = _bytes(str_img)[: size or None]
    image = _imdecode(encoded, GRAY if c == 1 else UNCHANGED)
    check(image is not None, "OpenCV failed to decode the image")
    image = image.reshape(*image.shape[:2], -1)
    check(c <= image.shape[2], f"c={c} channels expected, the image has {image.shape[2]}")
    if y0 == y1:
        x0, y0, x1, y1 = 0, 0, image.shape[1], image.shape[0]
    check(
        0 <= x0 < x1 <= image.shape[1] and 0 <= y0 < y1 <= image.shape[0],
        f"the rectangle {brackets((x0, y0, x1, y1))} is not in the image {brackets(image.shape)}",
    )
    dtype = torch.float32 if mean is None else mean.dtype
    result = torch.tensor(image[y0:y1, x0:x1, :c]).movedim(2, 0).to(dtype).contiguous()
    if mean is not None:
        check(mean.shape == result.shape, f"mean must have shape {brackets(result.shape)}")
        result = result - mean
    if out is None or out[0].ndim != 4:
        return result
    check(0 <= index < len(out[0]), f"index {index} is not in out {brackets(out[0].shape)}")
    out[0][index].copy_(result)
    return out[0]


# ---------------------------------------------------------------------------------------- borders


@op("_cvcopyMakeBorder")
def cvcopy_make_border(
    src,
    *,
    top: int,
    bot: int,
    left: int,
    right: int,
    type: int = 0,
    value: float = 0.0,
    values: Floats = (),
):
    """Add a border around an image.

    ``type`` is as in OpenCV: 0 constant, 1 replicate, 2 reflect, 3 wrap, 4 reflect without the
    edge.
    The constant is ``values``, one for each channel, or ``value`` for all.
    """
    _check_image(src)
    check(src.dtype in DTYPES, f"borders are for uint8, int32, float32, float64, not {src.dtype}")
    check(min(top, bot, left, right) >= 0, "widths of a border must not be negative")
    check(0 <= type < BORDERS, f"Unknown border type {type}, expected 0 to {BORDERS - 1}")
    height, width, channels = src.shape
    # OpenCV does not terminate for an empty image.
    is_empty = not height or not width
    check(not is_empty or type == 0, f"an image of {brackets(src.shape)} has no pixels to repeat")
    shape = (height + top + bot, width + left + right, channels)
    if src.is_meta:
        return src.new_empty(shape)
    color = values or (value,) * 3  # MXNet: a single value is used for three channels
    image = call(
        "copyMakeBorder",
        src.detach().cpu().contiguous().numpy(),
        top,
        bot,
        left,
        right,
        type,
        value=color,
    )
    return torch.from_numpy(image).reshape(shape).to(src.device)
