# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def adjust_lighting(data: NDArray | None = None, alpha: float | Sequence[float] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add the noise ``alpha``, three numbers, along the principal axes of color in photographs.

    Parameters
    ----------
    data : NDArray
    alpha : tuple of <float>, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def crop(data: NDArray | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Crop a rectangle out of images.

    Parameters
    ----------
    data : NDArray
    x : int, required
    y : int, required
    width : int, required
    height : int, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def flip_left_right(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Flip an image horizontally.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def flip_top_bottom(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Flip an image vertically.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def normalize(data: NDArray | None = None, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Subtract the mean and divide by the deviation of each channel; channels come first.

    Parameters
    ----------
    data : NDArray
    mean : tuple of <float>, optional, default='(0.0, 0.0, 0.0, 0.0)'
    std : tuple of <float>, optional, default='(1.0, 1.0, 1.0, 1.0)'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_brightness(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Change the brightness of an image by a random factor from a range.

    Parameters
    ----------
    data : NDArray
    min_factor : float, required
    max_factor : float, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_color_jitter(data: NDArray | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Change brightness, contrast, saturation and hue by random amounts, in random order.

    Parameters
    ----------
    data : NDArray
    brightness : float, required
    contrast : float, required
    saturation : float, required
    hue : float, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_contrast(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Change the contrast of an image by a random factor from a range.

    Parameters
    ----------
    data : NDArray
    min_factor : float, required
    max_factor : float, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_flip_left_right(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Flip an image horizontally with probability 1/2.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_flip_top_bottom(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Flip an image vertically with probability 1/2.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_hue(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Change the hue of an image by a random factor from a range.

    Parameters
    ----------
    data : NDArray
    min_factor : float, required
    max_factor : float, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_lighting(data: NDArray | None = None, alpha_std: float = 0.05, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add normal noise along the principal axes of color in photographs.

    Parameters
    ----------
    data : NDArray
    alpha_std : float, optional, default='0.05'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_saturation(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Change the saturation of an image by a random factor from a range.

    Parameters
    ----------
    data : NDArray
    min_factor : float, required
    max_factor : float, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def resize(data: NDArray | None = None, size: int | Sequence[int] = (), keep_ratio: bool = False, interp: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Resize images to (width, height), or to one number for both.

    With ``keep_ratio``, the single number is the length of the shorter side. ``interp`` is as in
    OpenCV: 0 nearest, 1 bilinear, 2 cubic, 3 area, 4 Lanczos.

    Parameters
    ----------
    data : NDArray
    size : Shape(tuple), optional, default='()'
    keep_ratio : boolean, optional, default='False'
    interp : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def to_tensor(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convert images from 0 to 255 into float32 from 0 to 1, with channels first.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
