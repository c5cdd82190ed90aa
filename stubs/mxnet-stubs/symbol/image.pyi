# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def to_tensor(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Convert images from 0 to 255 into float32 from 0 to 1, with channels first.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def normalize(data: Symbol | None = None, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Subtract the mean and divide by the deviation of each channel; channels come first.

    Parameters
    ----------
    data : Symbol
    mean : tuple of <float>, optional, default='(0.0, 0.0, 0.0, 0.0)'
    std : tuple of <float>, optional, default='(1.0, 1.0, 1.0, 1.0)'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Crop a rectangle out of images.

    Parameters
    ----------
    data : Symbol
    x : int, required
    y : int, required
    width : int, required
    height : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def resize(data: Symbol | None = None, size: int | Sequence[int] = (), keep_ratio: bool = False, interp: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Resize images to (width, height), or to one number for both.

    With ``keep_ratio``, the single number is the length of the shorter side. ``interp`` is as in
    OpenCV: 0 nearest, 1 bilinear, 2 cubic, 3 area, 4 Lanczos.

    Parameters
    ----------
    data : Symbol
    size : Shape(tuple), optional, default='()'
    keep_ratio : boolean, optional, default='False'
    interp : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def flip_left_right(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Flip an image horizontally.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Flip an image vertically.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_flip_left_right(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Flip an image horizontally with probability 1/2.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_flip_top_bottom(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Flip an image vertically with probability 1/2.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_brightness(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Change the brightness of an image by a random factor from a range.

    Parameters
    ----------
    data : Symbol
    min_factor : float, required
    max_factor : float, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_contrast(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Change the contrast of an image by a random factor from a range.

    Parameters
    ----------
    data : Symbol
    min_factor : float, required
    max_factor : float, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_saturation(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Change the saturation of an image by a random factor from a range.

    Parameters
    ----------
    data : Symbol
    min_factor : float, required
    max_factor : float, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_hue(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Change the hue of an image by a random factor from a range.

    Parameters
    ----------
    data : Symbol
    min_factor : float, required
    max_factor : float, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Change brightness, contrast, saturation and hue by random amounts, in random order.

    Parameters
    ----------
    data : Symbol
    brightness : float, required
    contrast : float, required
    saturation : float, required
    hue : float, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def adjust_lighting(data: Symbol | None = None, alpha: float | Sequence[float] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Add the noise ``alpha``, three numbers, along the principal axes of color in photographs.

    Parameters
    ----------
    data : Symbol
    alpha : tuple of <float>, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Add normal noise along the principal axes of color in photographs.

    Parameters
    ----------
    data : Symbol
    alpha_std : float, optional, default='0.05'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
OPS: Any
annotations: Any
