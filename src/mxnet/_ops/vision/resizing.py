"""Image resizing with the same results as OpenCV.

OpenCV is used where it is installed. Without it, and on devices other than the host, torch computes
the two common methods, nearest and bilinear, with identical bytes; for the other methods, images on
a GPU are copied to the host and back.
"""

from __future__ import annotations

import numpy as np
import torch

from ..._core.dtypes import widest
from ..checks import brackets, fail
from ..registry import op
from .opencv import call, call_without_ipp, is_installed

NEAREST, LINEAR, CUBIC, LANCZOS = 0, 1, 2, 4
DTYPES = (torch.uint8, torch.float32, torch.float64)
UNIT = 2048  # OpenCV multiplies bytes by integer weights in units of 1 / 2048


def resize_images(data: torch.Tensor, height: int, width: int, interp: int) -> torch.Tensor:
    """Resize images (..., height, width, channels)."""
    if data.dtype not in DTYPES:
        fail(f"resize takes uint8, float32 and float64, not {data.dtype}")
    if not NEAREST <= interp <= LANCZOS:
        fail(f"Unknown interpolation method {interp}, expected 0 to 4")
    if data.device.type == "meta":
        return data.new_empty(*data.shape[:-3], height, width, data.shape[-1])
    # Methods that torch does not have run on the CPU, whatever the device.
    if (data.is_cpu or interp > LINEAR) and not data.requires_grad and is_installed():
        images = data.cpu().contiguous().numpy()
        result = torch.from_numpy(_with_opencv(images, height, width, interp))
        return result if data.is_cpu else result.to(data.device)
    if interp > LINEAR and data.requires_grad:
        fail(f"interp={interp} has no gradient: resize data.detach(), or with interp 0 or 1")
    if interp > LINEAR:
        fail(f"interp={interp} needs OpenCV: pip install 'regluon[vision]'")
    return (_nearest if interp == NEAREST else _linear)(data, height, width)


def _with_opencv(images: np.ndarray, height: int, width: int, interp: int) -> np.ndarray:
    if images.ndim == 4:
        result = np.empty((len(images), height, width, images.shape[-1]), images.dtype)
        for image, target in zip(images, result, strict=True):
            target[:] = _with_opencv(image, height, width, interp)
        return result
    run = call_without_ipp if interp == CUBIC and images.dtype == np.uint8 else call
    result = run("resize", images, (width, height), interpolation=interp)
    return result if result.ndim == 3 else result[..., None]  # of a single channel


def _nearest(data, height, width) -> torch.Tensor:
    rows, columns = (
        (torch.arange(n, device=data.device, dtype=widest(data.device)) * (1 / (n / size))).long()
        for n, size in ((height, data.shape[-3]), (width, data.shape[-2]))
    )
    rows, columns = rows.clamp(max=data.shape[-3] - 1), columns.clamp(max=data.shape[-2] - 1)
    return data.index_select(-3, rows).index_select(-2, columns)


def _neighbors(size: int, count: int, device) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the source element before each new one, and the distance between them."""
    exact = (torch.arange(count, device=device, dtype=widest(device)) + 0.5) * (size / count) - 0.5
    exact = exact.float()
    before = exact.floor()
    return before.long(), exact - before


def _linear(data, height, width) -> torch.Tensor:
    if data.shape[-3:-1] == (2 * height, 2 * width):
        return _half(data, height, width)
    above, down = _neighbors(data.shape[-3], height, data.device)
    left, right = _neighbors(data.shape[-2], width, data.device)
    # OpenCV: outside the image a column has one neighbor, a row has the same neighbor twice.
    last = data.shape[-2] - 1
    right = torch.where((left < 0) | (left >= last), 0, right)
    columns = [left.clamp(0, last), (left + 1).clamp(0, last)]
    rows = [i.clamp(0, data.shape[-3] - 1) for i in (above, above + 1)]
    blend = _blend_bytes if data.dtype is torch.uint8 else _blend
    return blend(data, rows, columns, down[:, None, None], right[:, None])


def _blend(data, rows, columns, down, right) -> torch.Tensor:
    down, right = down.to(data.dtype), right.to(data.dtype)
    wide = (
        data.index_select(-2, columns[0]) * (1 - right) + data.index_select(-2, columns[1]) * right
    )
    return wide.index_select(-3, rows[0]) * (1 - down) + wide.index_select(-3, rows[1]) * down


def _blend_bytes(data, rows, columns, down, right) -> torch.Tensor:
    (up, down), (left, right) = (
        ((w.mul(UNIT).round().int()) for w in (1 - share, share)) for share in (down, right)
    )
    integers = data.int()
    wide = (
        integers.index_select(-2, columns[0]) * left + integers.index_select(-2, columns[1]) * right
        >> 4
    )
    upper, lower = (
        wide.index_select(-3, row) * w >> 16 for row, w in zip(rows, (up, down), strict=True)
    )
    return (upper + lower + 2 >> 2).to(torch.uint8)


def _half(data, height, width) -> torch.Tensor:
    """Return means of four; OpenCV: at half the size, bilinear means area."""
    squares = data.unflatten(-2, (width, 2)).unflatten(-4, (height, 2))
    if data.dtype is torch.uint8:
        return (squares.int().sum((-4, -2)) + 2 >> 2).to(torch.uint8)
    return squares.sum((-4, -2)) * 0.25


@op("_cvimresize", "_npi_cvimresize")
def cvimresize(src, *, w: int, h: int, interp: int = 1):
    """Resize an image (height, width, channels); ``interp`` is as in OpenCV."""
    if src.ndim != 3:
        fail(f"expected an image (height, width, channels), got {brackets(src.shape)}")
    if not (w >= 1 and h >= 1):
        fail(f"w and h must be at least 1, got {w} and {h}")
    return resize_images(src, h, w, interp)
