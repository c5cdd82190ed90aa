"""Random changes of the colors of an image: brightness, contrast, saturation, hue, lighting."""

from __future__ import annotations

import torch

from ..attrs import Floats
from ..checks import brackets, fail
from ..registry import Random, op, register
from .image import check_image, pass_gradient

GRAY = (0.299, 0.587, 0.114)  # weights of red, green and blue
# Principal components of the colors in ImageNet: eigenvectors times the roots of the eigenvalues.
LIGHTING = (
    (55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009),
    (55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140),
    (55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203),
)


def _cast(values: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    # MXNet: only uint8 is clipped; fractions are truncated, not rounded.
    return (values.clamp(0, 255) if dtype is torch.uint8 else values).to(dtype)


# ------------------------------------------------------------------------ adjustments, in float32


def _brightness(image, alpha):
    return image * alpha


def _contrast(image, alpha):
    gray = image @ image.new_tensor(GRAY) if image.shape[2] == 3 else image
    return image * alpha + (1 - alpha) * gray.mean()


def _saturation(image, alpha):
    if image.shape[2] == 1:
        return image
    # MXNet: only blue contributes to gray, red and green are ignored.
    gray = image[:, :, 2] * GRAY[2] * (1 - alpha)
    result = image * alpha
    for channel in result.unbind(2):  # faster than over an axis of 3 elements
        channel.add_(gray)
    return result


def _hue(image, alpha):
    if image.shape[2] == 1:
        return image
    # Color planes: torch is several times faster on long rows than on three elements.
    hue, lightness, saturation = _to_hls(*image.movedim(2, 0).div(255).contiguous().unbind(0))
    result = torch.empty_like(image)
    planes = _from_hls(hue + alpha * 360, lightness, saturation)
    for channel, plane in zip(result.unbind(2), planes, strict=True):
        torch.mul(plane, 255, out=channel)
    return result


# torch.where of pixels that differ takes ten times as long as arithmetic, so pixels are chosen by
# flags of 0.0 and 1.0: torch.lerp returns exactly one of two finite numbers then.


def _flag(compare, values, other) -> torch.Tensor:
    """Return 1.0 where a comparison is true, else 0.0."""
    return compare(values, other, out=torch.empty_like(values))


# MXNet: uint8 truncates fractions, so the steps round as in 1.9.1.


def _to_hls(red, green, blue):
    """Return hue (0 to 360), lightness and saturation (0 to 1) of planes (0 to 1)."""
    high, low = red.maximum(green).maximum(blue), red.minimum(green).minimum(blue)
    spread, total = high - low, high + low
    colored = _flag(torch.gt, spread, torch.finfo(torch.float32).eps)
    gray = 1 - colored  # added to divisors that may be 0
    lightness = total * 0.5
    extent = torch.lerp(2 - high - low, total, _flag(torch.lt, lightness, 0.5))
    saturation = spread / extent.add_(gray)
    turn = spread.new_tensor(60.0) / (spread + gray)  # torch computes 60 / x as 60 * (1 / x)
    from_green, from_blue = (blue - red) * turn + 120, (red - green) * turn + 240
    hue = torch.lerp(from_blue, from_green, _flag(torch.eq, high, green))
    hue = torch.lerp(hue, (green - blue) * turn, _flag(torch.eq, high, red))
    hue.add_(_flag(torch.lt, hue, 0), alpha=360)
    return hue.mul_(colored), lightness, saturation.mul_(colored)


# The sixths of the hue circle in which red, green and blue rise, fall and are highest. The last is
# the first again: the remainder by 6 of a number just below 0 is rounded to 6.
SIXTHS = (((4,), (1,), (0, 5, 6)), ((0, 6), (3,), (1, 2)), ((2,), (5,), (3, 4)))


def _from_hls(hue, lightness, saturation) -> list[torch.Tensor]:
    """Return planes of red, green and blue with values from 0 to 1."""
    high = torch.lerp(
        lightness + saturation - lightness * saturation,
        lightness * (1 + saturation),
        _flag(torch.le, lightness, 0.5),
    )
    low = 2 * lightness - high
    hue = (hue * (1 / 60)) % 6
    sixth, spread = hue.floor(), high - low
    rising = low + spread * (hue - sixth)
    falling = low + spread * (1 - (hue - sixth))
    flags = [_flag(torch.eq, sixth, i) for i in range(7)]
    planes = []
    for positions in SIXTHS:
        plane = low
        for level, sixths in zip((rising, falling, high), positions, strict=True):
            for i in sixths:
                plane = torch.lerp(plane, level, flags[i])
        planes.append(plane)
    return planes


def _lighting(image, alpha):
    """Add the vector ``alpha`` along the principal axes of lighting."""
    if image.shape[2] == 1:
        return image
    shift = image.new_tensor(LIGHTING) @ alpha
    # Whole rows: torch is several times faster than on three elements.
    return (image.flatten(1) + shift.repeat(image.shape[1])).view_as(image)


# -------------------------------------------------------------------------------------- operators


def _adjust_image(data, adjust, *factors) -> torch.Tensor:
    check_image(data)
    image = data.detach()
    return pass_gradient(data, _cast(adjust(image.float(), *factors), data.dtype))


def _uniform(data, low: float, high: float, generator) -> torch.Tensor:
    if not low <= high:
        fail(f"the smallest factor {low} is greater than the largest {high}")
    return torch.empty((), device=data.device).uniform_(low, high, generator=generator)


def _random_kernel(adjust, what: str):
    def kernel(data, *, min_factor: float, max_factor: float, generator: Random):
        if not min_factor >= 0:
            fail(f"min_factor must be at least 0, got {min_factor}")
        return _adjust_image(data, adjust, _uniform(data, min_factor, max_factor, generator))

    kernel.__doc__ = f"Change the {what} of an image by a random factor from a range."
    return kernel


RANDOM = {
    "brightness": _brightness,
    "contrast": _contrast,
    "saturation": _saturation,
    "hue": _hue,
}

for _name, _adjust in RANDOM.items():
    register(
        _random_kernel(_adjust, _name),
        f"_image_random_{_name}",
        (f"_npx__image_random_{_name}",),
        numbers_inputs=True,
    )


@op("_image_random_color_jitter", "_npx__image_random_color_jitter", numbers_inputs=True)
def random_color_jitter(
    data,
    *,
    brightness: float,
    contrast: float,
    saturation: float,
    hue: float,
    generator: Random,
):
    """Change brightness, contrast, saturation and hue by random amounts, in random order."""
    check_image(data)
    steps = (
        (_brightness, 1, brightness),
        (_contrast, 1, contrast),
        (_saturation, 1, saturation),
        (_hue, 0, hue),
    )
    result = data.detach().clone()
    order = torch.randperm(4, device=data.device, generator=generator)
    for i in range(4) if order.is_meta else order.tolist():
        adjust, center, share = steps[i]
        if share > 0:
            factor = _uniform(data, center - share, center + share, generator)
            result = _cast(adjust(result.float(), factor), data.dtype)
    return pass_gradient(data, result)


@op("_image_adjust_lighting", "_npx__image_adjust_lighting", numbers_inputs=True)
def adjust_lighting(data, *, alpha: Floats):
    """Add the noise ``alpha``, three numbers, along the principal axes of color in photographs."""
    if len(alpha) != 3:
        fail(f"alpha must have 3 elements, got {brackets(alpha)}")
    return _adjust_image(data, _lighting, torch.tensor(alpha, device=data.device))


@op("_image_random_lighting", "_npx__image_random_lighting", numbers_inputs=True)
def random_lighting(data, *, alpha_std: float = 0.05, generator: Random):
    """Add normal noise along the principal axes of color in photographs."""
    if not alpha_std >= 0:
        fail(f"alpha_std must be at least 0, got {alpha_std}")
    alpha = torch.empty(3, device=data.device).normal_(0, alpha_std, generator=generator)
    return _adjust_image(data, _lighting, alpha)
