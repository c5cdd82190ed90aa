"""Images (height, width, channels) and batches of images: conversion, crops, flips, sizes."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
import torch

from ..._core.private_torch import Function
from .. import type_rules
from ..attrs import Floats, Shape
from ..caching import constant
from ..checks import brackets, fail
from ..registry import Random, op
from ..tracing import is_traced
from . import opencv
from .resizing import resize_images


class _CopyGradient(Function):
    """Treat a result as a copy of the image in the backward pass."""

    @staticmethod
    def forward(ctx, data, result):
        return result

    @staticmethod
    def backward(ctx, grad):
        return grad, None


def pass_gradient(data: torch.Tensor, result: torch.Tensor) -> torch.Tensor:
    """Return an augmented image; MXNet: the gradient passes through unchanged."""
    return _CopyGradient.apply(data, result) if data.requires_grad else result


def check_image(data: torch.Tensor) -> None:
    """Raise an error unless the array is one image with 1 or 3 channels."""
    if data.ndim != 3 or data.shape[2] not in (1, 3):
        fail(
            f"Input image must have shape (height, width, channels) with 1 or 3 channels, "
            f"but got {brackets(data.shape)}"
        )


def _fail_as_batch(data: torch.Tensor) -> NoReturn:
    fail(
        "Input image must have shape (height, width, channels), or (N, height, width, channels), "
        f"but got {brackets(data.shape)}"
    )


@op("_image_to_tensor", "_npx__image_to_tensor", types=type_rules.FLOATS)
def to_tensor(data):
    """Convert images from 0 to 255 into float32 from 0 to 1, with channels first."""
    if data.ndim not in (3, 4):
        _fail_as_batch(data)
    if data.dtype is torch.uint8 and data.is_cpu and not is_traced():
        return _bytes_to_tensor(data)
    return (data.movedim(-1, -3).contiguous() / 255).float()


def _bytes_to_tensor(data: torch.Tensor) -> torch.Tensor:
    image = data.numpy()
    if image.size > 1 << 15 and image.ndim == 3 and image.shape[2] == 3 and opencv.is_installed():
        planes = data.new_empty(3, *image.shape[:2])
        opencv.call("split", np.ascontiguousarray(image), list(planes.numpy()))
        return planes / 255
    # For small images, one call of NumPy takes half the time of torch's three.
    planes = image.transpose(2, 0, 1) if image.ndim == 3 else image.transpose(0, 3, 1, 2)
    return torch.from_numpy(np.divide(planes, _WHITE, order="C", dtype=np.float32))


_WHITE = np.float32(255)


def _to_tensor_hint(data: torch.Tensor) -> str:
    is_image = data.ndim > 2 and data.shape[-1] in (1, 3)
    return ". Apply transforms.ToTensor() first, which moves the channels" if is_image else ""


@op("_image_normalize", "_npx__image_normalize")
def normalize(data, *, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0)):
    """Subtract the mean and divide by the deviation of each channel; channels come first."""
    if data.ndim not in (3, 4) or data.shape[-3] not in (1, 3):
        fail(
            "Input tensor must have shape (channels, height, width), or (N, channels, height, "
            f"width), with 1 or 3 channels, but got {brackets(data.shape)}"
            f"{_to_tensor_hint(data)}"
        )
    mean, std = _each_channel(data, "mean", mean), _each_channel(data, "std", std)
    if data.dtype in (torch.float32, torch.float64):
        return (data - mean).div_(std)
    result = (data.float() - mean) / std
    # MXNet: fractions of integers are truncated, and uint8 wraps around.
    return result.to(data.dtype) if data.is_floating_point() else result.long().to(data.dtype)


def _each_channel(data, name: str, values: tuple[float, ...]):
    """Return the numbers for the channels of images, or one number if they are equal."""
    channels = data.shape[-3]
    if len(values) in (1, channels, 4) and len(set(values)) == 1:  # 4: the default
        return values[0]
    if len(values) != channels:
        fail(
            f"Invalid {name} for input with shape {brackets(data.shape)}. {name} must have either "
            f"1 or {channels} elements, but got {brackets(values)}: one for all channels, or one "
            "for each"
        )
    return _column(
        values, torch.float64 if data.dtype is torch.float64 else torch.float32, data.device
    )


@constant
def _column(values: tuple[float, ...], dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    return torch.tensor(values, dtype=dtype, device=device).reshape(-1, 1, 1)


@op("_image_crop", "_npx__image_crop", aliases_input=True, numbers_inputs=True)
def crop(data, *, x: int, y: int, width: int, height: int):
    """Crop a rectangle out of images."""
    if data.ndim not in (3, 4):
        _fail_as_batch(data)
    if data.shape[-1] not in (1, 3):
        fail(f"Expect channel of the input image is 1 or 3, got {data.shape[-1]}")
    if not (height > 0 and width > 0):
        fail(f"height and width must be greater than 0, got {height}, {width}")
    if not (x >= 0 and y >= 0):
        fail(f"x and y must not be negative, got {x}, {y}")
    rows, columns = data.shape[-3:-1]
    if x + width > columns:
        fail(f"x + width should not be greater than input width {columns}")
    if y + height > rows:
        fail(f"y + height should not be greater than input height {rows}")
    return data[..., y : y + height, x : x + width, :]


@op("_image_resize", "_npx__image_resize", numbers_inputs=True)
def resize(data, *, size: Shape = (), keep_ratio: bool = False, interp: int = 1):
    """Resize images to (width, height), or to one number for both.

    With ``keep_ratio``, the single number is the length of the shorter side. ``interp`` is as in
    OpenCV: 0 nearest, 1 bilinear, 2 cubic, 3 area, 4 Lanczos.
    """
    if data.ndim not in (3, 4):
        fail(f"Input image dimension should be 3 or 4 but got {data.ndim}")
    if len(size) not in (1, 2):
        fail(f"Input size dimension must be 1 or 2, but got {len(size)}")
    if min(size) <= 0:
        fail(f"Input size should be greater than 0, but got {brackets(size)}")
    return resize_images(data, *_height_and_width(size, keep_ratio, *data.shape[-3:-1]), interp)


def _height_and_width(size, keep_ratio: bool, height: int, width: int) -> tuple[int, int]:
    if len(size) == 2:
        return size[1], size[0]
    (side,) = size
    if not keep_ratio:
        return side, side
    return (height * side // width, side) if height > width else (side, width * side // height)


@op("_image_flip_left_right", "_npx__image_flip_left_right", numbers_inputs=True)
def flip_left_right(data):
    """Flip an image horizontally."""
    check_image(data)
    return pass_gradient(data, data.detach().flip(1))


@op("_image_flip_top_bottom", "_npx__image_flip_top_bottom", numbers_inputs=True)
def flip_top_bottom(data):
    """Flip an image vertically."""
    check_image(data)
    return pass_gradient(data, data.detach().flip(0))


def _flip_or_not(data, axis: int, generator) -> torch.Tensor:
    check_image(data)
    chance = torch.rand((), device=data.device, generator=generator)
    image = data.detach()
    if data.is_cpu and not is_traced():  # reading a value would wait for a GPU
        return pass_gradient(data, image.clone() if chance.item() < 0.5 else image.flip(axis))
    return pass_gradient(data, torch.where(chance < 0.5, image, image.flip(axis)))


@op("_image_random_flip_left_right", "_npx__image_random_flip_left_right", numbers_inputs=True)
def random_flip_left_right(data, *, generator: Random):
    """Flip an image horizontally with probability 1/2."""
    return _flip_or_not(data, 1, generator)


@op("_image_random_flip_top_bottom", "_npx__image_random_flip_top_bottom", numbers_inputs=True)
def random_flip_top_bottom(data, *, generator: Random):
    """Flip an image vertically with probability 1/2."""
    return _flip_or_not(data, 0, generator)
