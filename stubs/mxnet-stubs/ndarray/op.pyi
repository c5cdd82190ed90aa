# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def Activation(data: NDArray | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Apply an activation function to each element.

    ``relu`` is ``max(x, 0)``, ``softrelu`` is ``log(1 + exp(x))`` and ``softsign`` is
    ``x / (1 + |x|)``.

    Parameters
    ----------
    data : NDArray
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def BatchNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize each channel to mean ``beta`` and standard deviation ``gamma``.

    In training, unless ``use_global_stats`` is set, the mean and variance of the batch are used,
    and the backward pass updates ``moving = momentum * moving + (1 - momentum) * batch``. Otherwise
    the moving statistics are used. ``fix_gamma`` sets gamma to 1 and its gradient to 0.
    ``output_mean_var`` also returns the mean and the reciprocal of the deviation, which have no
    gradient. ``cudnn_off`` and the calibration ranges (for quantized networks) have no effect.

    Parameters
    ----------
    data : NDArray
    gamma : NDArray
    beta : NDArray
    moving_mean : NDArray
    moving_var : NDArray
    eps : float, optional, default='0.001'
    momentum : float, optional, default='0.9'
    fix_gamma : boolean, optional, default='True'
    use_global_stats : boolean, optional, default='False'
    output_mean_var : boolean, optional, default='False'
    axis : int, optional, default='1'
    cudnn_off : boolean, optional, default='False'
    min_calib_range : float or None, optional, default='None'
    max_calib_range : float or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def BatchNorm_v1(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize each channel (axis 1) like BatchNorm.

    ``output_mean_var`` also returns the mean and the variance, which have no gradient.

    Parameters
    ----------
    data : NDArray
    gamma : NDArray
    beta : NDArray
    moving_mean : NDArray
    moving_var : NDArray
    eps : float, optional, default='0.001'
    momentum : float, optional, default='0.9'
    fix_gamma : boolean, optional, default='True'
    use_global_stats : boolean, optional, default='False'
    output_mean_var : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def im2col(data: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Arrange the windows of a convolution as columns: (batch, channels * kernel size, windows).

    Parameters
    ----------
    data : NDArray
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def col2im(data: NDArray | None = None, output_size: int | Sequence[int] = ..., kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add up columns into the image that their windows come from: the gradient of ``im2col``.

    Parameters
    ----------
    data : NDArray
    output_size : Shape(tuple), required
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Convolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convolve in 1 to 3 dimensions.

    ``weight`` has shape ``(num_filter, channels / num_group, *kernel)``, or for channels last
    ``(num_filter, *kernel, channels / num_group)``. ``workspace``, ``cudnn_tune`` and ``cudnn_off``
    have no effect.

    Parameters
    ----------
    data : NDArray
    weight : NDArray
    bias : NDArray
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    num_filter : int, required
    num_group : int, optional, default='1'
    workspace : int, optional, default='1024'
    no_bias : boolean, optional, default='False'
    cudnn_tune : {None, 'fastest', 'limited_workspace', 'off'}, optional, default='None'
    cudnn_off : boolean, optional, default='False'
    layout : {None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Convolution_v1(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NDHWC', 'NHWC'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convolve in 2 or 3 dimensions: the deprecated form of ``Convolution``.

    Parameters
    ----------
    data : NDArray
    weight : NDArray
    bias : NDArray
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    num_filter : int, required
    num_group : int, optional, default='1'
    workspace : int, optional, default='1024'
    no_bias : boolean, optional, default='False'
    cudnn_tune : {None, 'fastest', 'limited_workspace', 'off'}, optional, default='None'
    cudnn_off : boolean, optional, default='False'
    layout : {None, 'NCDHW', 'NCHW', 'NDHWC', 'NHWC'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Deconvolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Apply a transposed convolution in 1 to 3 dimensions.

    It is the gradient of a convolution with respect to its data. ``weight`` has shape ``(channels,
    num_filter / num_group, *kernel)``. With ``target_shape``, ``pad`` and ``adj`` are chosen so
    that the result has this shape. ``workspace``, ``cudnn_tune`` and ``cudnn_off`` have no effect.

    Parameters
    ----------
    data : NDArray
    weight : NDArray
    bias : NDArray
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    adj : Shape(tuple), optional, default='()'
    target_shape : Shape(tuple), optional, default='()'
    num_filter : int, required
    num_group : int, optional, default='1'
    workspace : int, optional, default='512'
    no_bias : boolean, optional, default='True'
    cudnn_tune : {None, 'fastest', 'limited_workspace', 'off'}, optional, default='None'
    cudnn_off : boolean, optional, default='False'
    layout : {None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sqrt(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``sqrt`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def rsqrt(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``rsqrt`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cbrt(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``cbrt`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def rcbrt(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``rcbrt`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def exp(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``exp`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def expm1(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``expm1`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``log`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log10(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``log10`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log2(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``log2`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log1p(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``log1p`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sin(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``sin`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cos(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``cos`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def tan(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``tan`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arcsin(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``arcsin`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arccos(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``arccos`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arctan(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``arctan`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sinh(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``sinh`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cosh(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``cosh`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def tanh(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``tanh`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arcsinh(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``arcsinh`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arccosh(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``arccosh`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arctanh(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``arctanh`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def degrees(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``degrees`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def radians(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``radians`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def erf(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``erf`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def erfinv(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``erfinv`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def gamma(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``gamma`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def gammaln(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``gammaln`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sigmoid(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``sigmoid`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def softsign(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``softsign`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def relu(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``relu`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def reciprocal(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``reciprocal`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def square(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``square`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def abs(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``abs`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def negative(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``negative`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sign(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``sign`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def round(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``round`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def rint(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``rint`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ceil(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``ceil`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def floor(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``floor`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def trunc(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``trunc`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def fix(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``fix`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def logical_not(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``logical_not`` of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def hard_sigmoid(data: NDArray | None = None, alpha: float = 0.2, beta: float = 0.5, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``alpha * x + beta``, clipped to the range from 0 to 1.

    Parameters
    ----------
    data : NDArray
    alpha : float, optional, default='0.2'
    beta : float, optional, default='0.5'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def smooth_l1(data: NDArray | None = None, scalar: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return ``(scalar * x)^2 / 2`` for small values, ``|x| - 1 / (2 scalar^2)`` for others.

    Parameters
    ----------
    data : NDArray
    scalar : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def add_n(*args: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add arrays of the same shape.

    Parameters
    ----------
    args : NDArray...
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ElementWiseSum(*args: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Add arrays of the same shape.

    Parameters
    ----------
    args : NDArray...
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def clip(data: NDArray | None = None, a_min: float = ..., a_max: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Clip each element to the range from ``a_min`` to ``a_max``.

    Parameters
    ----------
    data : NDArray
    a_min : float, required
    a_max : float, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``add`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_plus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``add`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def elemwise_add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``add`` of two arrays of the same shape.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_sub(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``sub`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_minus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``sub`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def elemwise_sub(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``sub`` of two arrays of the same shape.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``mul`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def elemwise_mul(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``mul`` of two arrays of the same shape.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``div`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def elemwise_div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``div`` of two arrays of the same shape.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_mod(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``mod`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_power(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``power`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_hypot(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``hypot`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_maximum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``maximum`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_minimum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``minimum`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``equal`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_not_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``not_equal`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_greater(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``greater`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_greater_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``greater_equal`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_lesser(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``lesser`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_lesser_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``lesser_equal`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_logical_and(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``logical_and`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_logical_or(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``logical_or`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_logical_xor(lhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``logical_xor`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Cast(data: NDArray | None = None, dtype: DType = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Cast the elements to another type.

    Parameters
    ----------
    data : NDArray
    dtype : dtype, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cast(data: NDArray | None = None, dtype: DType = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Cast the elements to another type.

    Parameters
    ----------
    data : NDArray
    dtype : dtype, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def amp_cast(data: NDArray | None = None, dtype: DType = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Cast floats of up to 32 bits to another type; other types are returned unchanged.

    Parameters
    ----------
    data : NDArray
    dtype : dtype, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def amp_multicast(*data: NDArray, num_outputs: int = ..., cast_narrow: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Cast all arrays to the widest of their types, or to the narrowest.

    Parameters
    ----------
    data : NDArray...
    num_outputs : int, required
    cast_narrow : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cast_storage(data: NDArray | None = None, stype: Literal['csr', 'default', 'row_sparse'] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convert the array to a storage type.

    Parameters
    ----------
    data : NDArray
    stype : {'csr', 'default', 'row_sparse'}, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def identity(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return a copy.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cumsum(a: NDArray | None = None, axis: int | None = None, dtype: DType | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the cumulative sum along an axis, or over the flattened array.

    Parameters
    ----------
    a : NDArray
    axis : int or None, optional, default='None'
    dtype : dtype or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def all_finite(data: NDArray | None = None, init_output: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return 1 if no element is NaN or infinite, else 0.

    Without ``init_output``, a 0 already stored in the array passed as ``out`` is kept.

    Parameters
    ----------
    data : NDArray
    init_output : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multi_all_finite(*data: NDArray, num_arrays: int = 1, init_output: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return 1 if no element of any array is NaN or infinite, else 0.

    Without ``init_output``, a 0 already stored in the array passed as ``out`` is kept.

    Parameters
    ----------
    data : NDArray...
    num_arrays : int, optional, default='1'
    init_output : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_gemm(A: NDArray | None = None, B: NDArray | None = None, C: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``alpha * A @ B + beta * C``; ``axis`` is the row axis.

    Parameters
    ----------
    A : NDArray
    B : NDArray
    C : NDArray
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    alpha : float, optional, default='1'
    beta : float, optional, default='1'
    axis : int, optional, default='-2'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_gemm2(A: NDArray | None = None, B: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``alpha * A @ B``; ``axis`` is the row axis.

    Parameters
    ----------
    A : NDArray
    B : NDArray
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    alpha : float, optional, default='1'
    axis : int, optional, default='-2'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_syrk(A: NDArray | None = None, transpose: bool = False, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``alpha * A @ A.T`` or ``alpha * A.T @ A``.

    Parameters
    ----------
    A : NDArray
    transpose : boolean, optional, default='False'
    alpha : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_trmm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Multiply by a triangular matrix; the other triangle of ``A`` is ignored.

    Parameters
    ----------
    A : NDArray
    B : NDArray
    transpose : boolean, optional, default='False'
    rightside : boolean, optional, default='False'
    lower : boolean, optional, default='True'
    alpha : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_trsm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Solve ``A @ X = alpha * B`` or ``X @ A = alpha * B`` for a triangular matrix ``A``.

    Parameters
    ----------
    A : NDArray
    B : NDArray
    transpose : boolean, optional, default='False'
    rightside : boolean, optional, default='False'
    lower : boolean, optional, default='True'
    alpha : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_potrf(A: NDArray | None = None, lower: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the Cholesky factor of a positive definite matrix: ``L @ L.T`` or ``U.T @ U``.

    Parameters
    ----------
    A : NDArray
    lower : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_potri(A: NDArray | None = None, lower: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the inverse of a matrix from its Cholesky factor ``A``, as returned by ``potrf``.

    Parameters
    ----------
    A : NDArray
    lower : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_gelqf(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute ``Q`` with orthonormal rows and the lower triangular ``L`` of ``A = L @ Q``.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_inverse(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the inverse.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_det(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the determinant.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_slogdet(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute the sign and the logarithm of the absolute value of the determinant.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_sumlogdiag(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the sum of the logarithms of the diagonal elements.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_extractdiag(A: NDArray | None = None, offset: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Extract the main diagonal, or the one ``offset`` positions above it.

    Parameters
    ----------
    A : NDArray
    offset : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_makediag(A: NDArray | None = None, offset: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create matrices with the last axis as diagonal, ``offset`` positions above the main one.

    Parameters
    ----------
    A : NDArray
    offset : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_extracttrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Extract a triangle as a vector; the sign of a nonzero ``offset`` selects which one.

    Parameters
    ----------
    A : NDArray
    offset : int, optional, default='0'
    lower : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def linalg_maketrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create matrices with the last axis as a triangle: the inverse of ``extracttrian``.

    Parameters
    ----------
    A : NDArray
    offset : int, optional, default='0'
    lower : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal[None, 'csr', 'default', 'row_sparse'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the product that sums over the last axis of ``lhs`` and the first axis of ``rhs``.

    A transposed ``lhs`` is summed over its first axis, a transposed ``rhs`` over its last. Two
    vectors give an array of shape (1,). Graphs may pass a CSR tensor as ``lhs``.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    forward_stype : {None, 'csr', 'default', 'row_sparse'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def batch_dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal[None, 'csr', 'default', 'row_sparse'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Multiply the matrices in the last two axes, in pairs along the leading axes.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    forward_stype : {None, 'csr', 'default', 'row_sparse'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def khatri_rao(*args: NDArray, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the column-wise Kronecker product of matrices.

    Parameters
    ----------
    args : NDArray...
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sum(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the sum over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sum_axis(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the sum over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def mean(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the mean over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def prod(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the prod over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def nansum(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the nansum over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def nanprod(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the nanprod over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def max(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the max over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def max_axis(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the max over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def min(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the min over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def min_axis(data: NDArray | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the min over axes, by default over all of them.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def norm(data: NDArray | None = None, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DType | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``).

    Parameters
    ----------
    data : NDArray
    ord : int, optional, default='2'
    axis : Shape(tuple) or None, optional, default='None'
    out_dtype : {None, 'float16', 'float32', 'float64', 'int32', 'int64', 'int8'}, optional, default='None'
    keepdims : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def moments(data: NDArray | None = None, axes: int | Sequence[int] | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute the mean and the variance over axes.

    Parameters
    ----------
    data : NDArray
    axes : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def topk(data: NDArray | None = None, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] = 'indices', is_ascend: bool = False, dtype: DType = 'float32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Return the ``k`` largest (or smallest) elements along an axis, in order; all if ``k`` is 0.

    ``ret_typ`` selects what to return: the values, their positions (in ``dtype``), both, or a mask
    with the shape of the data and 1 at their positions.

    Parameters
    ----------
    data : NDArray
    axis : int or None, optional, default='-1'
    k : int, optional, default='1'
    ret_typ : {'both', 'indices', 'mask', 'value'}, optional, default='indices'
    is_ascend : boolean, optional, default='False'
    dtype : {'float16', 'float32', 'float64', 'int32', 'int64', 'uint8'}, optional, default='float32'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Sort along an axis, or sort the flattened array if the axis is None.

    Parameters
    ----------
    data : NDArray
    axis : int or None, optional, default='-1'
    is_ascend : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def argsort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: DType = 'float32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the positions that sort the array along an axis.

    Parameters
    ----------
    data : NDArray
    axis : int or None, optional, default='-1'
    is_ascend : boolean, optional, default='True'
    dtype : {'float16', 'float32', 'float64', 'int32', 'int64', 'uint8'}, optional, default='float32'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def argmax(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the position of the first largest element along an axis.

    Parameters
    ----------
    data : NDArray
    axis : int or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def argmin(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the position of the first smallest element along an axis.

    Parameters
    ----------
    data : NDArray
    axis : int or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def argmax_channel(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the position of the largest element along axis 1, or the first such position.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def zeros_like(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create zeros with the shape and type of the input.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ones_like(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create ones with the shape and type of the input.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def reset_arrays(*data: NDArray, num_arrays: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Fill all arrays with 0, in place.

    Parameters
    ----------
    data : NDArray...
    num_arrays : int, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def take(a: NDArray | None = None, indices: NDArray | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] = 'clip', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take the elements of ``a`` at the given positions along an axis.

    Positions outside the axis are clipped to its ends (``clip``), wrapped around (``wrap``) or
    rejected with an error (``raise``).

    Parameters
    ----------
    a : NDArray
    indices : NDArray
    axis : int, optional, default='0'
    mode : {'clip', 'raise', 'wrap'}, optional, default='clip'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Embedding(data: NDArray | None = None, weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DType = 'float32', sparse_grad: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Look up the row of ``weight`` for each index; indices outside are clipped.

    ``dtype`` is the type of a weight that has not been created yet. With ``sparse_grad`` the
    gradient contains only the rows that occur.

    Parameters
    ----------
    data : NDArray
    weight : NDArray
    input_dim : int, required
    output_dim : int, required
    dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, optional, default='float32'
    sparse_grad : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def pick(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pick one element along an axis for each position of the other axes.

    Parameters
    ----------
    data : NDArray
    index : NDArray
    axis : int or None, optional, default='-1'
    keepdims : boolean, optional, default='False'
    mode : {'clip', 'wrap'}, optional, default='clip'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def choose_element_0index(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pick one element along an axis for each position of the other axes.

    Parameters
    ----------
    data : NDArray
    index : NDArray
    axis : int or None, optional, default='-1'
    keepdims : boolean, optional, default='False'
    mode : {'clip', 'wrap'}, optional, default='clip'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def batch_take(a: NDArray | None = None, indices: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take one element of each row; indices outside are clipped.

    Parameters
    ----------
    a : NDArray
    indices : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def fill_element_0index(lhs: NDArray | None = None, mhs: NDArray | None = None, rhs: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return ``lhs`` with ``mhs[i]`` at column ``rhs[i]`` of row i; columns outside are ignored.

    Parameters
    ----------
    lhs : NDArray
    mhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def one_hot(indices: NDArray | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DType = 'float32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create a vector for each index: ``on_value`` at the index, ``off_value`` elsewhere.

    Parameters
    ----------
    indices : NDArray
    depth : int, required
    on_value : float, optional, default='1'
    off_value : float, optional, default='0'
    dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, optional, default='float32'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def gather_nd(data: NDArray | None = None, indices: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Gather elements or slices of ``data``; each row of indices addresses one leading axis.

    Parameters
    ----------
    data : NDArray
    indices : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def scatter_nd(data: NDArray | None = None, indices: NDArray | None = None, shape: int | Sequence[int] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Scatter ``data`` into zeros; each row of indices addresses one leading axis.

    Parameters
    ----------
    data : NDArray
    indices : NDArray
    shape : Shape(tuple), required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def where(condition: NDArray | None = None, x: NDArray | None = None, y: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Choose elements from ``x`` where the condition is nonzero, and from ``y`` elsewhere.

    A condition with one axis selects entire rows.

    Parameters
    ----------
    condition : NDArray
    x : NDArray
    y : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ravel_multi_index(data: NDArray | None = None, shape: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convert columns of coordinates to flat positions in an array of the given shape.

    Parameters
    ----------
    data : NDArray
    shape : Shape(tuple) or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def unravel_index(data: NDArray | None = None, shape: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Convert flat positions in an array of the given shape to columns of coordinates.

    Parameters
    ----------
    data : NDArray
    shape : Shape(tuple) or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Concat(*data: NDArray, dim: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Concatenate arrays along an existing axis.

    Parameters
    ----------
    data : NDArray...
    dim : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def concat(*data: NDArray, dim: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Concatenate arrays along an existing axis.

    Parameters
    ----------
    data : NDArray...
    dim : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def stack(*data: NDArray, axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Stack arrays of the same shape along a new axis.

    Parameters
    ----------
    data : NDArray...
    axis : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SliceChannel(data: NDArray | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Split the array along an axis into parts of equal size.

    Parameters
    ----------
    data : NDArray
    num_outputs : int, required
    axis : int, optional, default='1'
    squeeze_axis : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def split(data: NDArray | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Split the array along an axis into parts of equal size.

    Parameters
    ----------
    data : NDArray
    num_outputs : int, required
    axis : int, optional, default='1'
    squeeze_axis : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SequenceMask(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Set the elements after the end of each sequence to ``value``.

    Parameters
    ----------
    data : NDArray
    sequence_length : NDArray
    use_sequence_length : boolean, optional, default='False'
    value : float, optional, default='0'
    axis : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SequenceLast(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the last element of each sequence.

    Parameters
    ----------
    data : NDArray
    sequence_length : NDArray
    use_sequence_length : boolean, optional, default='False'
    axis : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SequenceReverse(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reverse each sequence up to its length, along axis 0.

    Parameters
    ----------
    data : NDArray
    sequence_length : NDArray
    use_sequence_length : boolean, optional, default='False'
    axis : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Reshape(data: NDArray | None = None, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reshape the array; 0, -1, -2, -3 and -4 in the shape are special codes.

    0 keeps the size at its position, -1 is inferred, -2 copies all remaining sizes, -3 merges two
    sizes into one, and -4 splits one size into the next two numbers. ``target_shape`` and
    ``keep_highest`` are the deprecated form.

    Parameters
    ----------
    data : NDArray
    shape : Shape(tuple), optional, default='()'
    reverse : boolean, optional, default='False'
    target_shape : Shape(tuple), optional, default='()'
    keep_highest : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def reshape(data: NDArray | None = None, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reshape the array; 0, -1, -2, -3 and -4 in the shape are special codes.

    0 keeps the size at its position, -1 is inferred, -2 copies all remaining sizes, -3 merges two
    sizes into one, and -4 splits one size into the next two numbers. ``target_shape`` and
    ``keep_highest`` are the deprecated form.

    Parameters
    ----------
    data : NDArray
    shape : Shape(tuple), optional, default='()'
    reverse : boolean, optional, default='False'
    target_shape : Shape(tuple), optional, default='()'
    keep_highest : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Flatten(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Flatten to a matrix: keep the first axis and merge all others.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def flatten(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Flatten to a matrix: keep the first axis and merge all others.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def expand_dims(data: NDArray | None = None, axis: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Insert an axis of length 1.

    Parameters
    ----------
    data : NDArray
    axis : int, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def squeeze(data: NDArray | None = None, axis: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Remove axes of length 1: those in ``axis``, or all by default.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple) or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def transpose(data: NDArray | None = None, axes: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Permute the axes; by default reverse their order.

    Parameters
    ----------
    data : NDArray
    axes : Shape(tuple), optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def reshape_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reshape the first array to the shape of the second, or replace only some axes.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    lhs_begin : int or None, optional, default='None'
    lhs_end : int or None, optional, default='None'
    rhs_begin : int or None, optional, default='None'
    rhs_end : int or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def shape_array(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the shape as an int64 array.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def size_array(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the number of elements as an int64 array.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SwapAxis(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Swap two axes.

    Parameters
    ----------
    data : NDArray
    dim1 : int, optional, default='0'
    dim2 : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def swapaxes(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Swap two axes.

    Parameters
    ----------
    data : NDArray
    dim1 : int, optional, default='0'
    dim2 : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def reverse(data: NDArray | None = None, axis: int | Sequence[int] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reverse the order of the elements along axes.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple), required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def flip(data: NDArray | None = None, axis: int | Sequence[int] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reverse the order of the elements along axes.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple), required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def depth_to_space(data: NDArray | None = None, block_size: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Rearrange channels into spatial blocks of ``block_size`` by ``block_size`` pixels.

    Parameters
    ----------
    data : NDArray
    block_size : int, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def space_to_depth(data: NDArray | None = None, block_size: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Rearrange spatial blocks of ``block_size`` by ``block_size`` pixels into channels.

    Parameters
    ----------
    data : NDArray
    block_size : int, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def diag(data: NDArray | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Extract a diagonal, or create a matrix with a vector as its diagonal.

    Parameters
    ----------
    data : NDArray
    k : int, optional, default='0'
    axis1 : int, optional, default='0'
    axis2 : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_to(data: NDArray | None = None, shape: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Broadcast axes of length 1 to a shape, in which 0 keeps the size.

    Parameters
    ----------
    data : NDArray
    shape : Shape(tuple), optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_axis(data: NDArray | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Broadcast axes of length 1 to the given sizes.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple), optional, default='()'
    size : Shape(tuple), optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_axes(data: NDArray | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Broadcast axes of length 1 to the given sizes.

    Parameters
    ----------
    data : NDArray
    axis : Shape(tuple), optional, default='()'
    size : Shape(tuple), optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def broadcast_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Broadcast axes of length 1 to the shape of the second array: all or only ``lhs_axes``.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    lhs_axes : Shape(tuple) or None, optional, default='None'
    rhs_axes : Shape(tuple) or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def tile(data: NDArray | None = None, reps: int | Sequence[int] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Tile the array ``reps`` times along each axis.

    Parameters
    ----------
    data : NDArray
    reps : Shape(tuple), required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def repeat(data: NDArray | None = None, repeats: int = ..., axis: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Repeat each element, or each slice along an axis.

    Parameters
    ----------
    data : NDArray
    repeats : int, required
    axis : int or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def slice(data: NDArray | None = None, begin: int | Sequence[int] = ..., end: int | Sequence[int] = ..., step: int | Sequence[int] | None = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None leaves an end open.

    Parameters
    ----------
    data : NDArray
    begin : Shape(tuple), required
    end : Shape(tuple), required
    step : Shape(tuple) or None, optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def crop(data: NDArray | None = None, begin: int | Sequence[int] = ..., end: int | Sequence[int] = ..., step: int | Sequence[int] | None = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None leaves an end open.

    Parameters
    ----------
    data : NDArray
    begin : Shape(tuple), required
    end : Shape(tuple), required
    step : Shape(tuple) or None, optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def slice_axis(data: NDArray | None = None, axis: int = ..., begin: int = ..., end: int | None = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the elements from ``begin`` to ``end`` along one axis.

    Parameters
    ----------
    data : NDArray
    axis : int, required
    begin : int, required
    end : int or None, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def slice_like(data: NDArray | None = None, shape_like: NDArray | None = None, axes: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Crop the array to the shape of another one, along all axes or only ``axes``.

    Parameters
    ----------
    data : NDArray
    shape_like : NDArray
    axes : Shape(tuple), optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Crop(*data: NDArray, offset: int | Sequence[int] = (0, 0), h_w: int | Sequence[int] = (0, 0), center_crop: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Crop height and width to ``h_w``, or to the size of a second array.

    Parameters
    ----------
    data : NDArray...
    offset : Shape(tuple), optional, default='(0, 0)'
    h_w : Shape(tuple), optional, default='(0, 0)'
    center_crop : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Pad(data: NDArray | None = None, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pad the array with a constant, with its edge, or with its reflection.

    Parameters
    ----------
    data : NDArray
    mode : {'constant', 'edge', 'reflect'}, required
    pad_width : Shape(tuple), required
    constant_value : float, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def pad(data: NDArray | None = None, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pad the array with a constant, with its edge, or with its reflection.

    Parameters
    ----------
    data : NDArray
    mode : {'constant', 'edge', 'reflect'}, required
    pad_width : Shape(tuple), required
    constant_value : float, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def CTCLoss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the connectionist temporal classification loss of each sequence.

    Data are activations (time, batch, classes) before the softmax, labels are (batch, positions).
    The blank is the ``first`` class and labels are padded with 0, or it is the ``last`` class and
    labels are padded with -1; or ``label_lengths`` has their lengths. A label too long for its
    sequence has the loss 0 and no gradient.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    data_lengths : NDArray
    label_lengths : NDArray
    use_data_lengths : boolean, optional, default='False'
    use_label_lengths : boolean, optional, default='False'
    blank_label : {'first', 'last'}, optional, default='first'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ctc_loss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the connectionist temporal classification loss of each sequence.

    Data are activations (time, batch, classes) before the softmax, labels are (batch, positions).
    The blank is the ``first`` class and labels are padded with 0, or it is the ``last`` class and
    labels are padded with -1; or ``label_lengths`` has their lengths. A label too long for its
    sequence has the loss 0 and no gradient.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    data_lengths : NDArray
    label_lengths : NDArray
    use_data_lengths : boolean, optional, default='False'
    use_label_lengths : boolean, optional, default='False'
    blank_label : {'first', 'last'}, optional, default='first'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def FullyConnected(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``data @ weight.T + bias``.

    With ``flatten``, all axes of data except the first are merged into one. Otherwise the last axis
    is transformed and the others are preserved.

    Parameters
    ----------
    data : NDArray
    weight : NDArray
    bias : NDArray
    num_hidden : int, required
    no_bias : boolean, optional, default='False'
    flatten : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Dropout(data: NDArray | None = None, p: float = 0.5, mode: Literal['always', 'training'] = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Set a random fraction ``p`` of the elements to 0 and divide the others by ``1 - p``.

    This happens only in training, or always with ``mode='always'``. Along ``axes``, all elements
    are dropped together. ``cudnn_off`` has no effect.

    Parameters
    ----------
    data : NDArray
    p : float, optional, default='0.5'
    mode : {'always', 'training'}, optional, default='training'
    axes : Shape(tuple), optional, default='()'
    cudnn_off : boolean or None, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def LeakyReLU(data: NDArray | None = None, gamma: NDArray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Apply a rectifier with a nonzero output for negative values.

    ``leaky`` multiplies negative values by ``slope``, ``prelu`` by the learned ``gamma``, and
    ``rrelu`` by random numbers between the bounds in training, or by the mean of the bounds in
    inference. For negative values ``elu`` is ``slope * (exp(x) - 1)`` and ``selu`` a scaled elu.
    ``gelu`` is ``x`` times the normal distribution function. ``rrelu`` also returns the slopes.

    Parameters
    ----------
    data : NDArray
    gamma : NDArray
    act_type : {'elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'}, optional, default='leaky'
    slope : float, optional, default='0.25'
    lower_bound : float, optional, default='0.125'
    upper_bound : float, optional, default='0.334'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def LRN(data: NDArray | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Divide by a power of the sum of squares over ``nsize`` neighboring channels.

    Parameters
    ----------
    data : NDArray
    alpha : float, optional, default='0.0001'
    beta : float, optional, default='0.75'
    knorm : float, optional, default='2'
    nsize : int, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def L2Normalization(data: NDArray | None = None, eps: float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] = 'instance', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Divide by the L2 norm of each instance, over its channels, or over its spatial positions.

    Parameters
    ----------
    data : NDArray
    eps : float, optional, default='1e-10'
    mode : {'channel', 'instance', 'spatial'}, optional, default='instance'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def LinearRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return data with the gradient of the squared error with the label.

    The gradient is divided by the size of a sample and multiplied by ``grad_scale``. The head
    gradient is ignored.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    grad_scale : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def LogisticRegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the sigmoid of data with the gradient of the cross entropy with the label.

    The gradient is divided by the size of a sample and multiplied by ``grad_scale``. The head
    gradient is ignored.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    grad_scale : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def MAERegressionOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return data with the gradient of the absolute error with the label.

    The gradient is divided by the size of a sample and multiplied by ``grad_scale``. The head
    gradient is ignored.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    grad_scale : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def MakeLoss(data: NDArray | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] = 'null', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return data as a loss: its gradient is ``grad_scale``, independent of the head gradient.

    The gradient is divided by the number of rows (``batch``), or by the number of elements above
    ``valid_thresh`` (``valid``).

    Parameters
    ----------
    data : NDArray
    grad_scale : float, optional, default='1'
    valid_thresh : float, optional, default='0'
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def make_loss(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return data as a loss: its gradient is 1, independent of the head gradient.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def BlockGrad(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return data without propagating its gradient.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def stop_gradient(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return data without propagating its gradient.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SVMOutput(data: NDArray | None = None, label: NDArray | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return data with the gradient of the squared hinge loss, or of the hinge loss (linear).

    The last axis has the classes, and the label contains class indices. The head gradient is
    ignored.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    margin : float, optional, default='1'
    regularization_coefficient : float, optional, default='1'
    use_linear : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def LayerNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize along one axis to mean ``beta`` and standard deviation ``gamma``.

    ``output_mean_var`` also returns the mean and the deviation, which have no gradient.

    Parameters
    ----------
    data : NDArray
    gamma : NDArray
    beta : NDArray
    axis : int, optional, default='-1'
    eps : float, optional, default='1e-05'
    output_mean_var : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def InstanceNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, eps: float = 0.001, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Normalize each channel (axis 1) of each sample to mean ``beta`` and deviation ``gamma``.

    Parameters
    ----------
    data : NDArray
    gamma : NDArray
    beta : NDArray
    eps : float, optional, default='0.001'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def GroupNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalize groups of channels (axis 1) to mean ``beta`` and deviation ``gamma``.

    ``output_mean_var`` also returns the mean and the deviation, which have no gradient.

    Parameters
    ----------
    data : NDArray
    gamma : NDArray
    beta : NDArray
    num_groups : int, optional, default='1'
    eps : float, optional, default='1e-05'
    output_mean_var : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def IdentityAttachKLSparseReg(data: NDArray | None = None, moving_avg: NDArray | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the results of a sigmoid, with a gradient that pulls the mean activations to a target.

    Data have shape (samples, units). The backward pass updates the moving average of each unit's
    activation.

    Parameters
    ----------
    data : NDArray
    moving_avg : NDArray
    sparseness_target : float, optional, default='0.1'
    penalty : float, optional, default='0.001'
    momentum : float, optional, default='0.9'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Pooling(data: NDArray | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Reduce each window of ``kernel`` elements to its maximum, average, sum or p-norm.

    ``valid`` drops windows that extend beyond the edge, ``full`` keeps them, and ``same`` creates
    size / stride windows. ``global_pool`` uses a single window for all data. ``cudnn_off`` has no
    effect.

    Parameters
    ----------
    data : NDArray
    kernel : Shape(tuple), optional, default='()'
    pool_type : {'avg', 'lp', 'max', 'sum'}, optional, default='max'
    global_pool : boolean, optional, default='False'
    cudnn_off : boolean, optional, default='False'
    pooling_convention : {'full', 'same', 'valid'}, optional, default='valid'
    stride : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    p_value : int or None, optional, default='None'
    count_include_pad : boolean or None, optional, default='None'
    layout : {None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Pooling_v1(data: NDArray | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'max', 'sum'] = 'max', global_pool: bool = False, pooling_convention: Literal['full', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Pool images: the deprecated form of ``Pooling``, which pads with zeros.

    Parameters
    ----------
    data : NDArray
    kernel : Shape(tuple), optional, default='()'
    pool_type : {'avg', 'max', 'sum'}, optional, default='max'
    global_pool : boolean, optional, default='False'
    pooling_convention : {'full', 'valid'}, optional, default='valid'
    stride : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def RNN(data: NDArray | None = None, parameters: NDArray | None = None, state: NDArray | None = None, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Run recurrent layers over ``data`` of shape (steps, batch, features).

    In training, ``p`` is the dropout probability between layers. With ``use_sequence_length``,
    ``sequence_length`` has the number of steps of each sequence, and all outputs after them are 0.

    Parameters
    ----------
    data : NDArray
    parameters : NDArray
    state : NDArray
    state_cell : NDArray
    sequence_length : NDArray
    state_size : int, required
    num_layers : int, required
    bidirectional : boolean, optional, default='False'
    mode : {'gru', 'lstm', 'rnn_relu', 'rnn_tanh'}, required
    p : float, optional, default='0'
    state_outputs : boolean, optional, default='False'
    projection_size : int or None, optional, default='None'
    lstm_state_clip_min : float or None, optional, default='None'
    lstm_state_clip_max : float or None, optional, default='None'
    lstm_state_clip_nan : boolean, optional, default='False'
    use_sequence_length : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def softmax(data: NDArray | None = None, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``exp(x / temperature)`` divided by its sum along an axis.

    With ``use_length``, only the first ``length`` elements along the axis are used; the others
    become 0.

    Parameters
    ----------
    data : NDArray
    length : NDArray
    axis : int, optional, default='-1'
    temperature : float or None, optional, default='None'
    dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
    use_length : boolean or None, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log_softmax(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the logarithm of the softmax along an axis.

    Parameters
    ----------
    data : NDArray
    axis : int, optional, default='-1'
    temperature : float or None, optional, default='None'
    dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
    use_length : boolean or None, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def softmin(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the softmax of the negated data along an axis.

    Parameters
    ----------
    data : NDArray
    axis : int, optional, default='-1'
    temperature : float or None, optional, default='None'
    dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
    use_length : boolean or None, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SoftmaxActivation(data: NDArray | None = None, mode: Literal['channel', 'instance'] = 'instance', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the softmax along axis 1 (``channel``) or along the last axis (``instance``).

    Parameters
    ----------
    data : NDArray
    mode : {'channel', 'instance'}, optional, default='instance'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def softmax_cross_entropy(data: NDArray | None = None, label: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the cross entropy between the softmax of each row and its label, summed over rows.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SoftmaxOutput(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the softmax, with the gradient of its cross entropy with the label.

    The classes are in axis 1 with ``multi_output``, in the last axis with ``preserve_shape``, and
    otherwise in all axes except the first. A label contains class indices, or a distribution if it
    has the shape of the data. With ``use_ignore``, samples whose label is ``ignore_label`` have no
    gradient. The gradient is multiplied by ``grad_scale`` and divided by the number of samples
    (``batch``) or of samples that are not ignored (``valid``); with ``multi_output``, unless
    ``valid``, it is also divided by the number of positions. ``smooth_alpha`` distributes that
    share of the label over the other classes. The head gradient is ignored unless ``out_grad`` is
    set.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    grad_scale : float, optional, default='1'
    ignore_label : float, optional, default='-1'
    multi_output : boolean, optional, default='False'
    use_ignore : boolean, optional, default='False'
    preserve_shape : boolean, optional, default='False'
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
    out_grad : boolean, optional, default='False'
    smooth_alpha : float, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Softmax(data: NDArray | None = None, label: NDArray | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the softmax, with the gradient of its cross entropy with the label.

    The classes are in axis 1 with ``multi_output``, in the last axis with ``preserve_shape``, and
    otherwise in all axes except the first. A label contains class indices, or a distribution if it
    has the shape of the data. With ``use_ignore``, samples whose label is ``ignore_label`` have no
    gradient. The gradient is multiplied by ``grad_scale`` and divided by the number of samples
    (``batch``) or of samples that are not ignored (``valid``); with ``multi_output``, unless
    ``valid``, it is also divided by the number of positions. ``smooth_alpha`` distributes that
    share of the label over the other classes. The head gradient is ignored unless ``out_grad`` is
    set.

    Parameters
    ----------
    data : NDArray
    label : NDArray
    grad_scale : float, optional, default='1'
    ignore_label : float, optional, default='-1'
    multi_output : boolean, optional, default='False'
    use_ignore : boolean, optional, default='False'
    preserve_shape : boolean, optional, default='False'
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
    out_grad : boolean, optional, default='False'
    smooth_alpha : float, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ROIPooling(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Divide boxes into ``pooled_size`` bins and return the maximum of each; an empty bin gives 0.

    A row of ``rois`` is (image, x1, y1, x2, y2), where an element of data measures ``1 /
    spatial_scale``. Boxes have no gradient.

    Parameters
    ----------
    data : NDArray
    rois : NDArray
    pooled_size : Shape(tuple), required
    spatial_scale : float, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def UpSampling(*data: NDArray, scale: int = ..., num_filter: int = 0, sample_type: Literal['bilinear', 'nearest'] = ..., multi_input_mode: Literal['concat', 'sum'] = 'concat', workspace: int = 512, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Upsample images by a factor of ``scale``.

    ``nearest`` repeats elements; several inputs are resized to the size of the first result and
    concatenated along the channels or added. ``bilinear`` takes the images and a weight, and
    applies a transposed convolution to each channel. ``workspace`` has no effect.

    Parameters
    ----------
    data : NDArray...
    scale : int, required
    num_filter : int, optional, default='0'
    sample_type : {'bilinear', 'nearest'}, required
    multi_input_mode : {'concat', 'sum'}, optional, default='concat'
    workspace : int, optional, default='512'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def GridGenerator(data: NDArray | None = None, transform_type: Literal['affine', 'warp'] = ..., target_shape: int | Sequence[int] = (0, 0), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create a grid for ``BilinearSampler``: x and y, from -1 to 1, for each target element.

    ``affine`` transforms the regular grid of the target by a matrix (batch, 6), ``warp`` adds a
    flow (batch, 2, height, width).

    Parameters
    ----------
    data : NDArray
    transform_type : {'affine', 'warp'}, required
    target_shape : Shape(tuple), optional, default='(0, 0)'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def BilinearSampler(data: NDArray | None = None, grid: NDArray | None = None, cudnn_off: bool | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Sample images at the positions of a grid (batch, 2, height, width) by linear interpolation.

    -1 and 1 are the centers of the outermost elements; outside is 0. ``cudnn_off`` is for GPUs.

    Parameters
    ----------
    data : NDArray
    grid : NDArray
    cudnn_off : boolean or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def SpatialTransformer(data: NDArray | None = None, loc: NDArray | None = None, target_shape: int | Sequence[int] = (0, 0), transform_type: Literal['affine'] = ..., sampler_type: Literal['bilinear'] = ..., cudnn_off: bool | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Transform images by affine matrices ``loc`` (batch, 6). ``cudnn_off`` has no effect.

    Parameters
    ----------
    data : NDArray
    loc : NDArray
    target_shape : Shape(tuple), optional, default='(0, 0)'
    transform_type : {'affine'}, required
    sampler_type : {'bilinear'}, required
    cudnn_off : boolean or None, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def Correlation(data1: NDArray | None = None, data2: NDArray | None = None, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compare patches of an image with those of another up to ``max_displacement`` away.

    Each channel of the result corresponds to a displacement, a multiple of ``stride2``. It is the
    mean, over a patch and the channels of data, of the products or the absolute differences.

    Parameters
    ----------
    data1 : NDArray
    data2 : NDArray
    kernel_size : int, optional, default='1'
    max_displacement : int, optional, default='1'
    stride1 : int, optional, default='1'
    stride2 : int, optional, default='1'
    pad_size : int, optional, default='0'
    is_multiply : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multi_sgd_update(*data: NDArray, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Update many weights by SGD.

    Parameters
    ----------
    data : NDArray...
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multi_sgd_mom_update(*data: NDArray, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Update many weights by SGD with momentum.

    Parameters
    ----------
    data : NDArray...
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    momentum : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def preloaded_multi_sgd_update(*data: NDArray, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Update many weights by SGD; the last two arrays are the rates and decays.

    Parameters
    ----------
    data : NDArray...
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def preloaded_multi_sgd_mom_update(*data: NDArray, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Update many weights by SGD with momentum; the last two arrays are rates and decays.

    Parameters
    ----------
    data : NDArray...
    momentum : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multi_mp_sgd_update(*data: NDArray, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Update many weights by SGD.

    Parameters
    ----------
    data : NDArray...
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multi_mp_sgd_mom_update(*data: NDArray, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Update many weights by SGD with momentum.

    Parameters
    ----------
    data : NDArray...
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    momentum : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def preloaded_multi_mp_sgd_update(*data: NDArray, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Update many weights by SGD; the last two arrays are the rates and decays.

    Parameters
    ----------
    data : NDArray...
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def preloaded_multi_mp_sgd_mom_update(*data: NDArray, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Update many weights by SGD with momentum; the last two arrays are rates and decays.

    Parameters
    ----------
    data : NDArray...
    momentum : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multi_lars(lrs: NDArray | None = None, weights_sum_sq: NDArray | None = None, grads_sum_sq: NDArray | None = None, wds: NDArray | None = None, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute layer-wise learning rates from the sums of squares of weights and gradients.

    Parameters
    ----------
    lrs : NDArray
    weights_sum_sq : NDArray
    grads_sum_sq : NDArray
    wds : NDArray
    eta : float, required
    eps : float, required
    rescale_grad : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multi_sum_sq(*data: NDArray, num_arrays: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the sum of squares of each array, in float32.

    Parameters
    ----------
    data : NDArray...
    num_arrays : int, required
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sgd_update(weight: NDArray | None = None, grad: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a weight by SGD. ``lazy_update`` affects only sparse gradients.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    lr : float, required
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sgd_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a weight by SGD with momentum. ``lazy_update`` affects only sparse gradients.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    mom : NDArray
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def mp_sgd_update(weight: NDArray | None = None, grad: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a float32 copy of the weight by SGD.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    weight32 : NDArray
    lr : float, required
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def mp_sgd_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a float32 copy of the weight by SGD with momentum.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    mom : NDArray
    weight32 : NDArray
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def nag_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a weight by Nesterov's accelerated gradient.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    mom : NDArray
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def mp_nag_mom_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a float32 copy of the weight by Nesterov's accelerated gradient.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    mom : NDArray
    weight32 : NDArray
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def signsgd_update(weight: NDArray | None = None, grad: NDArray | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update by the sign of the gradient; ``rescale_grad`` and ``clip_gradient`` have no effect.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    lr : float, required
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def signum_update(weight: NDArray | None = None, grad: NDArray | None = None, mom: NDArray | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update by the sign of the momentum; ``wd_lh`` decays the weight itself.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    mom : NDArray
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    wd_lh : float, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def adam_update(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a weight by Adam. ``lazy_update`` affects only sparse gradients.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    mean : NDArray
    var : NDArray
    lr : float, required
    beta1 : float, optional, default='0.9'
    beta2 : float, optional, default='0.999'
    epsilon : float, optional, default='1e-08'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ftml_update(weight: NDArray | None = None, grad: NDArray | None = None, d: NDArray | None = None, v: NDArray | None = None, z: NDArray | None = None, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a weight by FTML (follow the moving leader).

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    d : NDArray
    v : NDArray
    z : NDArray
    lr : float, required
    beta1 : float, optional, default='0.6'
    beta2 : float, optional, default='0.999'
    epsilon : float, optional, default='1e-08'
    t : int, required
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_grad : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ftrl_update(weight: NDArray | None = None, grad: NDArray | None = None, z: NDArray | None = None, n: NDArray | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update by FTRL (follow the regularized leader); weights with ``z <= lamda1`` become 0.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    z : NDArray
    n : NDArray
    lr : float, required
    lamda1 : float, optional, default='0.01'
    beta : float, optional, default='1'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def rmsprop_update(weight: NDArray | None = None, grad: NDArray | None = None, n: NDArray | None = None, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a weight by RMSProp in the form of Tieleman and Hinton.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    n : NDArray
    lr : float, required
    gamma1 : float, optional, default='0.95'
    epsilon : float, optional, default='1e-08'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    clip_weights : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def rmspropalex_update(weight: NDArray | None = None, grad: NDArray | None = None, n: NDArray | None = None, g: NDArray | None = None, delta: NDArray | None = None, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update a weight by RMSProp in the form of Graves.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    n : NDArray
    g : NDArray
    delta : NDArray
    lr : float, required
    gamma1 : float, optional, default='0.95'
    gamma2 : float, optional, default='0.9'
    epsilon : float, optional, default='1e-08'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    clip_weights : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def lamb_update_phase1(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the direction of LAMB's update.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    mean : NDArray
    var : NDArray
    beta1 : float, optional, default='0.9'
    beta2 : float, optional, default='0.999'
    epsilon : float, optional, default='1e-06'
    t : int, required
    bias_correction : boolean, optional, default='True'
    wd : float, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def mp_lamb_update_phase1(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, weight32: NDArray | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the direction of LAMB's update, in float32, for a weight in float16.

    Parameters
    ----------
    weight : NDArray
    grad : NDArray
    mean : NDArray
    var : NDArray
    weight32 : NDArray
    beta1 : float, optional, default='0.9'
    beta2 : float, optional, default='0.999'
    epsilon : float, optional, default='1e-06'
    t : int, required
    bias_correction : boolean, optional, default='True'
    wd : float, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def lamb_update_phase2(weight: NDArray | None = None, g: NDArray | None = None, r1: NDArray | None = None, r2: NDArray | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update along ``g``, scaled by the norms ``r1`` of the weight and ``r2`` of ``g``.

    Parameters
    ----------
    weight : NDArray
    g : NDArray
    r1 : NDArray
    r2 : NDArray
    lr : float, required
    lower_bound : float, optional, default='-1'
    upper_bound : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def mp_lamb_update_phase2(weight: NDArray | None = None, g: NDArray | None = None, r1: NDArray | None = None, r2: NDArray | None = None, weight32: NDArray | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Update from the float32 copy of the weight, which is not modified.

    Parameters
    ----------
    weight : NDArray
    g : NDArray
    r1 : NDArray
    r2 : NDArray
    weight32 : NDArray
    lr : float, required
    lower_bound : float, optional, default='-1'
    upper_bound : float, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_pdf_uniform(sample: NDArray | None = None, low: NDArray | None = None, high: NDArray | None = None, is_log: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the density of the uniform distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : NDArray
    low : NDArray
    high : NDArray
    is_log : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_pdf_normal(sample: NDArray | None = None, mu: NDArray | None = None, sigma: NDArray | None = None, is_log: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the density of the normal distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : NDArray
    mu : NDArray
    sigma : NDArray
    is_log : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_pdf_gamma(sample: NDArray | None = None, alpha: NDArray | None = None, beta: NDArray | None = None, is_log: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the density of the gamma distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : NDArray
    alpha : NDArray
    beta : NDArray
    is_log : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_pdf_exponential(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the density of the exponential distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : NDArray
    lam : NDArray
    is_log : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_pdf_poisson(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the density of the poisson distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : NDArray
    lam : NDArray
    is_log : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_pdf_negative_binomial(sample: NDArray | None = None, k: NDArray | None = None, p: NDArray | None = None, is_log: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the density of the negative binomial distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : NDArray
    k : NDArray
    p : NDArray
    is_log : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_pdf_generalized_negative_binomial(sample: NDArray | None = None, mu: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the density of the generalized negative binomial distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : NDArray
    mu : NDArray
    alpha : NDArray
    is_log : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_pdf_dirichlet(sample: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the density of the dirichlet distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : NDArray
    alpha : NDArray
    is_log : boolean, optional, default='False'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers uniformly from low up to, not including, high.

    Parameters
    ----------
    low : float, optional, default='0'
    high : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers uniformly from low up to, not including, high.

    Parameters
    ----------
    low : float, optional, default='0'
    high : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sample_uniform(low: NDArray | None = None, high: NDArray | None = None, shape: int | Sequence[int] = (), dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers uniformly from low up to, not including, high: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    low : NDArray
    high : NDArray
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the normal distribution with a mean and a standard deviation.

    Parameters
    ----------
    loc : float, optional, default='0'
    scale : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the normal distribution with a mean and a standard deviation.

    Parameters
    ----------
    loc : float, optional, default='0'
    scale : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sample_normal(mu: NDArray | None = None, sigma: NDArray | None = None, shape: int | Sequence[int] = (), dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the normal distribution with a mean and a standard deviation: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    mu : NDArray
    sigma : NDArray
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the gamma distribution with shape alpha and scale beta.

    Parameters
    ----------
    alpha : float, optional, default='1'
    beta : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sample_gamma(alpha: NDArray | None = None, beta: NDArray | None = None, shape: int | Sequence[int] = (), dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the gamma distribution with shape alpha and scale beta: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    alpha : NDArray
    beta : NDArray
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the exponential distribution with rate lam.

    Parameters
    ----------
    lam : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sample_exponential(lam: NDArray | None = None, shape: int | Sequence[int] = (), dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the exponential distribution with rate lam: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    lam : NDArray
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the Poisson distribution with rate lam.

    Parameters
    ----------
    lam : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sample_poisson(lam: NDArray | None = None, shape: int | Sequence[int] = (), dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the Poisson distribution with rate lam: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    lam : NDArray
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the negative binomial distribution: how often p fails before it happens k times.

    Parameters
    ----------
    k : int, optional, default='1'
    p : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sample_negative_binomial(k: NDArray | None = None, p: NDArray | None = None, shape: int | Sequence[int] = (), dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the negative binomial distribution: how often p fails before it happens k times: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    k : NDArray
    p : NDArray
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the negative binomial distribution with mean mu and dispersion alpha.

    Parameters
    ----------
    mu : float, optional, default='1'
    alpha : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sample_generalized_negative_binomial(mu: NDArray | None = None, alpha: NDArray | None = None, shape: int | Sequence[int] = (), dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw numbers from the negative binomial distribution with mean mu and dispersion alpha: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    mu : NDArray
    alpha : NDArray
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def random_randint(low: int = ..., high: int = ..., shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw integers from ``low`` up to but excluding ``high``.

    Parameters
    ----------
    low : int, required
    high : int, required
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'int32', 'int64'}, optional, default='None'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sample_multinomial(data: NDArray | None = None, shape: int | Sequence[int] = (), get_prob: bool = False, dtype: DType = 'int32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Draw classes from probabilities along the last axis, which sum to 1.

    With ``get_prob``, the logarithm of the probability of each drawn class is returned as well;
    policy-gradient methods such as REINFORCE use its gradient.

    Parameters
    ----------
    data : NDArray
    shape : Shape(tuple), optional, default='()'
    get_prob : boolean, optional, default='False'
    dtype : {'float16', 'float32', 'float64', 'int32', 'uint8'}, optional, default='int32'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def shuffle(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Shuffle the elements along the first axis.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
OPS: Any
annotations: Any
