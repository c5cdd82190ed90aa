# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def Activation(data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Apply an activation function to each element.

    ``relu`` is ``max(x, 0)``, ``softrelu`` is ``log(1 + exp(x))`` and ``softsign`` is
    ``x / (1 + |x|)``.

    Parameters
    ----------
    data : Symbol
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def BatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Normalize each channel to mean ``beta`` and standard deviation ``gamma``.

    In training, unless ``use_global_stats`` is set, the mean and variance of the batch are used,
    and the backward pass updates ``moving = momentum * moving + (1 - momentum) * batch``. Otherwise
    the moving statistics are used. ``fix_gamma`` sets gamma to 1 and its gradient to 0.
    ``output_mean_var`` also returns the mean and the reciprocal of the deviation, which have no
    gradient. ``cudnn_off`` and the calibration ranges (for quantized networks) have no effect.

    Parameters
    ----------
    data : Symbol
    gamma : Symbol
    beta : Symbol
    moving_mean : Symbol
    moving_var : Symbol
    eps : float, optional, default='0.001'
    momentum : float, optional, default='0.9'
    fix_gamma : boolean, optional, default='True'
    use_global_stats : boolean, optional, default='False'
    output_mean_var : boolean, optional, default='False'
    axis : int, optional, default='1'
    cudnn_off : boolean, optional, default='False'
    min_calib_range : float or None, optional, default='None'
    max_calib_range : float or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def BatchNorm_v1(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Normalize each channel (axis 1) like BatchNorm.

    ``output_mean_var`` also returns the mean and the variance, which have no gradient.

    Parameters
    ----------
    data : Symbol
    gamma : Symbol
    beta : Symbol
    moving_mean : Symbol
    moving_var : Symbol
    eps : float, optional, default='0.001'
    momentum : float, optional, default='0.9'
    fix_gamma : boolean, optional, default='True'
    use_global_stats : boolean, optional, default='False'
    output_mean_var : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def im2col(data: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Arrange the windows of a convolution as columns: (batch, channels * kernel size, windows).

    Parameters
    ----------
    data : Symbol
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def col2im(data: Symbol | None = None, output_size: int | Sequence[int] = ..., kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Add up columns into the image that their windows come from: the gradient of ``im2col``.

    Parameters
    ----------
    data : Symbol
    output_size : Shape(tuple), required
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Convolve in 1 to 3 dimensions.

    ``weight`` has shape ``(num_filter, channels / num_group, *kernel)``, or for channels last
    ``(num_filter, *kernel, channels / num_group)``. ``workspace``, ``cudnn_tune`` and ``cudnn_off``
    have no effect.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    bias : Symbol
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
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Convolution_v1(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NDHWC', 'NHWC'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Convolve in 2 or 3 dimensions: the deprecated form of ``Convolution``.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    bias : Symbol
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
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Apply a transposed convolution in 1 to 3 dimensions.

    It is the gradient of a convolution with respect to its data. ``weight`` has shape ``(channels,
    num_filter / num_group, *kernel)``. With ``target_shape``, ``pad`` and ``adj`` are chosen so
    that the result has this shape. ``workspace``, ``cudnn_tune`` and ``cudnn_off`` have no effect.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    bias : Symbol
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
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sqrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``sqrt`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def rsqrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``rsqrt`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def cbrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``cbrt`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def rcbrt(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``rcbrt`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def exp(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``exp`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def expm1(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``expm1`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def log(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``log`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def log10(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``log10`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def log2(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``log2`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def log1p(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``log1p`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sin(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``sin`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def cos(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``cos`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def tan(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``tan`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def arcsin(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``arcsin`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def arccos(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``arccos`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def arctan(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``arctan`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sinh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``sinh`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def cosh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``cosh`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def tanh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``tanh`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def arcsinh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``arcsinh`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def arccosh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``arccosh`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def arctanh(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``arctanh`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def degrees(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``degrees`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def radians(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``radians`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def erf(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``erf`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def erfinv(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``erfinv`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def gamma(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``gamma`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def gammaln(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``gammaln`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sigmoid(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``sigmoid`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def softsign(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``softsign`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def relu(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``relu`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def reciprocal(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``reciprocal`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def square(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``square`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def abs(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``abs`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def negative(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``negative`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sign(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``sign`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def round(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``round`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def rint(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``rint`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ceil(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``ceil`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def floor(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``floor`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def trunc(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``trunc`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def fix(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``fix`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def logical_not(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``logical_not`` of each element.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def hard_sigmoid(data: Symbol | None = None, alpha: float = 0.2, beta: float = 0.5, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``alpha * x + beta``, clipped to the range from 0 to 1.

    Parameters
    ----------
    data : Symbol
    alpha : float, optional, default='0.2'
    beta : float, optional, default='0.5'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def smooth_l1(data: Symbol | None = None, scalar: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return ``(scalar * x)^2 / 2`` for small values, ``|x| - 1 / (2 scalar^2)`` for others.

    Parameters
    ----------
    data : Symbol
    scalar : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def add_n(*args: Symbol, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Add arrays of the same shape.

    Parameters
    ----------
    args : Symbol...
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ElementWiseSum(*args: Symbol, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Add arrays of the same shape.

    Parameters
    ----------
    args : Symbol...
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Clip each element to the range from ``a_min`` to ``a_max``.

    Parameters
    ----------
    data : Symbol
    a_min : float, required
    a_max : float, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``add`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``add`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``add`` of two arrays of the same shape.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``sub`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``sub`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``sub`` of two arrays of the same shape.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``mul`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``mul`` of two arrays of the same shape.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``div`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``div`` of two arrays of the same shape.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``mod`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_power(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``power`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``hypot`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``maximum`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``minimum`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``equal`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``not_equal`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``greater`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``greater_equal`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``lesser`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``lesser_equal`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``logical_and`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``logical_or`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``logical_xor`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Cast(data: Symbol | None = None, dtype: DType = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Cast the elements to another type.

    Parameters
    ----------
    data : Symbol
    dtype : dtype, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def cast(data: Symbol | None = None, dtype: DType = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Cast the elements to another type.

    Parameters
    ----------
    data : Symbol
    dtype : dtype, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def amp_cast(data: Symbol | None = None, dtype: DType = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Cast floats of up to 32 bits to another type; other types are returned unchanged.

    Parameters
    ----------
    data : Symbol
    dtype : dtype, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def amp_multicast(*data: Symbol, num_outputs: int = ..., cast_narrow: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Cast all arrays to the widest of their types, or to the narrowest.

    Parameters
    ----------
    data : Symbol...
    num_outputs : int, required
    cast_narrow : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def cast_storage(data: Symbol | None = None, stype: Literal['csr', 'default', 'row_sparse'] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Convert the array to a storage type.

    Parameters
    ----------
    data : Symbol
    stype : {'csr', 'default', 'row_sparse'}, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def identity(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return a copy.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def cumsum(a: Symbol | None = None, axis: int | None = None, dtype: DType | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the cumulative sum along an axis, or over the flattened array.

    Parameters
    ----------
    a : Symbol
    axis : int or None, optional, default='None'
    dtype : dtype or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def all_finite(data: Symbol | None = None, init_output: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return 1 if no element is NaN or infinite, else 0.

    Without ``init_output``, a 0 already stored in the array passed as ``out`` is kept.

    Parameters
    ----------
    data : Symbol
    init_output : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def multi_all_finite(*data: Symbol, num_arrays: int = 1, init_output: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return 1 if no element of any array is NaN or infinite, else 0.

    Without ``init_output``, a 0 already stored in the array passed as ``out`` is kept.

    Parameters
    ----------
    data : Symbol...
    num_arrays : int, optional, default='1'
    init_output : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``alpha * A @ B + beta * C``; ``axis`` is the row axis.

    Parameters
    ----------
    A : Symbol
    B : Symbol
    C : Symbol
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    alpha : float, optional, default='1'
    beta : float, optional, default='1'
    axis : int, optional, default='-2'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``alpha * A @ B``; ``axis`` is the row axis.

    Parameters
    ----------
    A : Symbol
    B : Symbol
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    alpha : float, optional, default='1'
    axis : int, optional, default='-2'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_syrk(A: Symbol | None = None, transpose: bool = False, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``alpha * A @ A.T`` or ``alpha * A.T @ A``.

    Parameters
    ----------
    A : Symbol
    transpose : boolean, optional, default='False'
    alpha : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Multiply by a triangular matrix; the other triangle of ``A`` is ignored.

    Parameters
    ----------
    A : Symbol
    B : Symbol
    transpose : boolean, optional, default='False'
    rightside : boolean, optional, default='False'
    lower : boolean, optional, default='True'
    alpha : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Solve ``A @ X = alpha * B`` or ``X @ A = alpha * B`` for a triangular matrix ``A``.

    Parameters
    ----------
    A : Symbol
    B : Symbol
    transpose : boolean, optional, default='False'
    rightside : boolean, optional, default='False'
    lower : boolean, optional, default='True'
    alpha : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_potrf(A: Symbol | None = None, lower: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the Cholesky factor of a positive definite matrix: ``L @ L.T`` or ``U.T @ U``.

    Parameters
    ----------
    A : Symbol
    lower : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_potri(A: Symbol | None = None, lower: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the inverse of a matrix from its Cholesky factor ``A``, as returned by ``potrf``.

    Parameters
    ----------
    A : Symbol
    lower : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_gelqf(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``Q`` with orthonormal rows and the lower triangular ``L`` of ``A = L @ Q``.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_inverse(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the inverse.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_det(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the determinant.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_slogdet(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the sign and the logarithm of the absolute value of the determinant.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the sum of the logarithms of the diagonal elements.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_extractdiag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Extract the main diagonal, or the one ``offset`` positions above it.

    Parameters
    ----------
    A : Symbol
    offset : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_makediag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create matrices with the last axis as diagonal, ``offset`` positions above the main one.

    Parameters
    ----------
    A : Symbol
    offset : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Extract a triangle as a vector; the sign of a nonzero ``offset`` selects which one.

    Parameters
    ----------
    A : Symbol
    offset : int, optional, default='0'
    lower : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def linalg_maketrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create matrices with the last axis as a triangle: the inverse of ``extracttrian``.

    Parameters
    ----------
    A : Symbol
    offset : int, optional, default='0'
    lower : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal[None, 'csr', 'default', 'row_sparse'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the product that sums over the last axis of ``lhs`` and the first axis of ``rhs``.

    A transposed ``lhs`` is summed over its first axis, a transposed ``rhs`` over its last. Two
    vectors give an array of shape (1,). Graphs may pass a CSR tensor as ``lhs``.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    forward_stype : {None, 'csr', 'default', 'row_sparse'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal[None, 'csr', 'default', 'row_sparse'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Multiply the matrices in the last two axes, in pairs along the leading axes.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    forward_stype : {None, 'csr', 'default', 'row_sparse'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def khatri_rao(*args: Symbol, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the column-wise Kronecker product of matrices.

    Parameters
    ----------
    args : Symbol...
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the sum over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sum_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the sum over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def mean(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the mean over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def prod(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the prod over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def nansum(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the nansum over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def nanprod(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the nanprod over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def max(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the max over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def max_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the max over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def min(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the min over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def min_axis(data: Symbol | None = None, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the min over axes, by default over all of them.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    exclude : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def norm(data: Symbol | None = None, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DType | None = None, keepdims: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``).

    Parameters
    ----------
    data : Symbol
    ord : int, optional, default='2'
    axis : Shape(tuple) or None, optional, default='None'
    out_dtype : {None, 'float16', 'float32', 'float64', 'int32', 'int64', 'int8'}, optional, default='None'
    keepdims : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def moments(data: Symbol | None = None, axes: int | Sequence[int] | None = None, keepdims: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the mean and the variance over axes.

    Parameters
    ----------
    data : Symbol
    axes : Shape(tuple) or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def topk(data: Symbol | None = None, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] = 'indices', is_ascend: bool = False, dtype: DType = 'float32', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the ``k`` largest (or smallest) elements along an axis, in order; all if ``k`` is 0.

    ``ret_typ`` selects what to return: the values, their positions (in ``dtype``), both, or a mask
    with the shape of the data and 1 at their positions.

    Parameters
    ----------
    data : Symbol
    axis : int or None, optional, default='-1'
    k : int, optional, default='1'
    ret_typ : {'both', 'indices', 'mask', 'value'}, optional, default='indices'
    is_ascend : boolean, optional, default='False'
    dtype : {'float16', 'float32', 'float64', 'int32', 'int64', 'uint8'}, optional, default='float32'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Sort along an axis, or sort the flattened array if the axis is None.

    Parameters
    ----------
    data : Symbol
    axis : int or None, optional, default='-1'
    is_ascend : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def argsort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: DType = 'float32', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the positions that sort the array along an axis.

    Parameters
    ----------
    data : Symbol
    axis : int or None, optional, default='-1'
    is_ascend : boolean, optional, default='True'
    dtype : {'float16', 'float32', 'float64', 'int32', 'int64', 'uint8'}, optional, default='float32'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def argmax(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the position of the first largest element along an axis.

    Parameters
    ----------
    data : Symbol
    axis : int or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def argmin(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the position of the first smallest element along an axis.

    Parameters
    ----------
    data : Symbol
    axis : int or None, optional, default='None'
    keepdims : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def argmax_channel(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the position of the largest element along axis 1, or the first such position.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def zeros_like(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create zeros with the shape and type of the input.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ones_like(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create ones with the shape and type of the input.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def reset_arrays(*data: Symbol, num_arrays: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Fill all arrays with 0, in place.

    Parameters
    ----------
    data : Symbol...
    num_arrays : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def take(a: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] = 'clip', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Take the elements of ``a`` at the given positions along an axis.

    Positions outside the axis are clipped to its ends (``clip``), wrapped around (``wrap``) or
    rejected with an error (``raise``).

    Parameters
    ----------
    a : Symbol
    indices : Symbol
    axis : int, optional, default='0'
    mode : {'clip', 'raise', 'wrap'}, optional, default='clip'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DType = 'float32', sparse_grad: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Look up the row of ``weight`` for each index; indices outside are clipped.

    ``dtype`` is the type of a weight that has not been created yet. With ``sparse_grad`` the
    gradient contains only the rows that occur.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    input_dim : int, required
    output_dim : int, required
    dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, optional, default='float32'
    sparse_grad : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def pick(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Pick one element along an axis for each position of the other axes.

    Parameters
    ----------
    data : Symbol
    index : Symbol
    axis : int or None, optional, default='-1'
    keepdims : boolean, optional, default='False'
    mode : {'clip', 'wrap'}, optional, default='clip'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def choose_element_0index(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Pick one element along an axis for each position of the other axes.

    Parameters
    ----------
    data : Symbol
    index : Symbol
    axis : int or None, optional, default='-1'
    keepdims : boolean, optional, default='False'
    mode : {'clip', 'wrap'}, optional, default='clip'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def batch_take(a: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Take one element of each row; indices outside are clipped.

    Parameters
    ----------
    a : Symbol
    indices : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def fill_element_0index(lhs: Symbol | None = None, mhs: Symbol | None = None, rhs: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return ``lhs`` with ``mhs[i]`` at column ``rhs[i]`` of row i; columns outside are ignored.

    Parameters
    ----------
    lhs : Symbol
    mhs : Symbol
    rhs : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def one_hot(indices: Symbol | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DType = 'float32', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create a vector for each index: ``on_value`` at the index, ``off_value`` elsewhere.

    Parameters
    ----------
    indices : Symbol
    depth : int, required
    on_value : float, optional, default='1'
    off_value : float, optional, default='0'
    dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, optional, default='float32'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def gather_nd(data: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Gather elements or slices of ``data``; each row of indices addresses one leading axis.

    Parameters
    ----------
    data : Symbol
    indices : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def scatter_nd(data: Symbol | None = None, indices: Symbol | None = None, shape: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Scatter ``data`` into zeros; each row of indices addresses one leading axis.

    Parameters
    ----------
    data : Symbol
    indices : Symbol
    shape : Shape(tuple), required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Choose elements from ``x`` where the condition is nonzero, and from ``y`` elsewhere.

    A condition with one axis selects entire rows.

    Parameters
    ----------
    condition : Symbol
    x : Symbol
    y : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ravel_multi_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Convert columns of coordinates to flat positions in an array of the given shape.

    Parameters
    ----------
    data : Symbol
    shape : Shape(tuple) or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def unravel_index(data: Symbol | None = None, shape: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Convert flat positions in an array of the given shape to columns of coordinates.

    Parameters
    ----------
    data : Symbol
    shape : Shape(tuple) or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Concat(*data: Symbol, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Concatenate arrays along an existing axis.

    Parameters
    ----------
    data : Symbol...
    dim : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def concat(*data: Symbol, dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Concatenate arrays along an existing axis.

    Parameters
    ----------
    data : Symbol...
    dim : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def stack(*data: Symbol, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Stack arrays of the same shape along a new axis.

    Parameters
    ----------
    data : Symbol...
    axis : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SliceChannel(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Split the array along an axis into parts of equal size.

    Parameters
    ----------
    data : Symbol
    num_outputs : int, required
    axis : int, optional, default='1'
    squeeze_axis : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def split(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Split the array along an axis into parts of equal size.

    Parameters
    ----------
    data : Symbol
    num_outputs : int, required
    axis : int, optional, default='1'
    squeeze_axis : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SequenceMask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Set the elements after the end of each sequence to ``value``.

    Parameters
    ----------
    data : Symbol
    sequence_length : Symbol
    use_sequence_length : boolean, optional, default='False'
    value : float, optional, default='0'
    axis : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SequenceLast(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the last element of each sequence.

    Parameters
    ----------
    data : Symbol
    sequence_length : Symbol
    use_sequence_length : boolean, optional, default='False'
    axis : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SequenceReverse(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Reverse each sequence up to its length, along axis 0.

    Parameters
    ----------
    data : Symbol
    sequence_length : Symbol
    use_sequence_length : boolean, optional, default='False'
    axis : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Reshape(data: Symbol | None = None, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Reshape the array; 0, -1, -2, -3 and -4 in the shape are special codes.

    0 keeps the size at its position, -1 is inferred, -2 copies all remaining sizes, -3 merges two
    sizes into one, and -4 splits one size into the next two numbers. ``target_shape`` and
    ``keep_highest`` are the deprecated form.

    Parameters
    ----------
    data : Symbol
    shape : Shape(tuple), optional, default='()'
    reverse : boolean, optional, default='False'
    target_shape : Shape(tuple), optional, default='()'
    keep_highest : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def reshape(data: Symbol | None = None, shape: int | Sequence[int] = (), reverse: bool = False, target_shape: int | Sequence[int] = (), keep_highest: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Reshape the array; 0, -1, -2, -3 and -4 in the shape are special codes.

    0 keeps the size at its position, -1 is inferred, -2 copies all remaining sizes, -3 merges two
    sizes into one, and -4 splits one size into the next two numbers. ``target_shape`` and
    ``keep_highest`` are the deprecated form.

    Parameters
    ----------
    data : Symbol
    shape : Shape(tuple), optional, default='()'
    reverse : boolean, optional, default='False'
    target_shape : Shape(tuple), optional, default='()'
    keep_highest : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Flatten(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Flatten to a matrix: keep the first axis and merge all others.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def flatten(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Flatten to a matrix: keep the first axis and merge all others.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def expand_dims(data: Symbol | None = None, axis: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Insert an axis of length 1.

    Parameters
    ----------
    data : Symbol
    axis : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def squeeze(data: Symbol | None = None, axis: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Remove axes of length 1: those in ``axis``, or all by default.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple) or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def transpose(data: Symbol | None = None, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Permute the axes; by default reverse their order.

    Parameters
    ----------
    data : Symbol
    axes : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Reshape the first array to the shape of the second, or replace only some axes.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    lhs_begin : int or None, optional, default='None'
    lhs_end : int or None, optional, default='None'
    rhs_begin : int or None, optional, default='None'
    rhs_end : int or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def shape_array(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the shape as an int64 array.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def size_array(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the number of elements as an int64 array.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SwapAxis(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Swap two axes.

    Parameters
    ----------
    data : Symbol
    dim1 : int, optional, default='0'
    dim2 : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def swapaxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Swap two axes.

    Parameters
    ----------
    data : Symbol
    dim1 : int, optional, default='0'
    dim2 : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def reverse(data: Symbol | None = None, axis: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Reverse the order of the elements along axes.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple), required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def flip(data: Symbol | None = None, axis: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Reverse the order of the elements along axes.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple), required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def depth_to_space(data: Symbol | None = None, block_size: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Rearrange channels into spatial blocks of ``block_size`` by ``block_size`` pixels.

    Parameters
    ----------
    data : Symbol
    block_size : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def space_to_depth(data: Symbol | None = None, block_size: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Rearrange spatial blocks of ``block_size`` by ``block_size`` pixels into channels.

    Parameters
    ----------
    data : Symbol
    block_size : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def diag(data: Symbol | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Extract a diagonal, or create a matrix with a vector as its diagonal.

    Parameters
    ----------
    data : Symbol
    k : int, optional, default='0'
    axis1 : int, optional, default='0'
    axis2 : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_to(data: Symbol | None = None, shape: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Broadcast axes of length 1 to a shape, in which 0 keeps the size.

    Parameters
    ----------
    data : Symbol
    shape : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_axis(data: Symbol | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Broadcast axes of length 1 to the given sizes.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple), optional, default='()'
    size : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_axes(data: Symbol | None = None, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Broadcast axes of length 1 to the given sizes.

    Parameters
    ----------
    data : Symbol
    axis : Shape(tuple), optional, default='()'
    size : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def broadcast_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Broadcast axes of length 1 to the shape of the second array: all or only ``lhs_axes``.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    lhs_axes : Shape(tuple) or None, optional, default='None'
    rhs_axes : Shape(tuple) or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def tile(data: Symbol | None = None, reps: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Tile the array ``reps`` times along each axis.

    Parameters
    ----------
    data : Symbol
    reps : Shape(tuple), required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def repeat(data: Symbol | None = None, repeats: int = ..., axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Repeat each element, or each slice along an axis.

    Parameters
    ----------
    data : Symbol
    repeats : int, required
    axis : int or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def slice(data: Symbol | None = None, begin: int | Sequence[int] = ..., end: int | Sequence[int] = ..., step: int | Sequence[int] | None = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None leaves an end open.

    Parameters
    ----------
    data : Symbol
    begin : Shape(tuple), required
    end : Shape(tuple), required
    step : Shape(tuple) or None, optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def crop(data: Symbol | None = None, begin: int | Sequence[int] = ..., end: int | Sequence[int] = ..., step: int | Sequence[int] | None = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None leaves an end open.

    Parameters
    ----------
    data : Symbol
    begin : Shape(tuple), required
    end : Shape(tuple), required
    step : Shape(tuple) or None, optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def slice_axis(data: Symbol | None = None, axis: int = ..., begin: int = ..., end: int | None = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the elements from ``begin`` to ``end`` along one axis.

    Parameters
    ----------
    data : Symbol
    axis : int, required
    begin : int, required
    end : int or None, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def slice_like(data: Symbol | None = None, shape_like: Symbol | None = None, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Crop the array to the shape of another one, along all axes or only ``axes``.

    Parameters
    ----------
    data : Symbol
    shape_like : Symbol
    axes : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Crop(*data: Symbol, offset: int | Sequence[int] = (0, 0), h_w: int | Sequence[int] = (0, 0), center_crop: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Crop height and width to ``h_w``, or to the size of a second array.

    Parameters
    ----------
    data : Symbol...
    offset : Shape(tuple), optional, default='(0, 0)'
    h_w : Shape(tuple), optional, default='(0, 0)'
    center_crop : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Pad the array with a constant, with its edge, or with its reflection.

    Parameters
    ----------
    data : Symbol
    mode : {'constant', 'edge', 'reflect'}, required
    pad_width : Shape(tuple), required
    constant_value : float, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Pad the array with a constant, with its edge, or with its reflection.

    Parameters
    ----------
    data : Symbol
    mode : {'constant', 'edge', 'reflect'}, required
    pad_width : Shape(tuple), required
    constant_value : float, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the connectionist temporal classification loss of each sequence.

    Data are activations (time, batch, classes) before the softmax, labels are (batch, positions).
    The blank is the ``first`` class and labels are padded with 0, or it is the ``last`` class and
    labels are padded with -1; or ``label_lengths`` has their lengths. A label too long for its
    sequence has the loss 0 and no gradient.

    Parameters
    ----------
    data : Symbol
    label : Symbol
    data_lengths : Symbol
    label_lengths : Symbol
    use_data_lengths : boolean, optional, default='False'
    use_label_lengths : boolean, optional, default='False'
    blank_label : {'first', 'last'}, optional, default='first'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: Literal['first', 'last'] = 'first', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the connectionist temporal classification loss of each sequence.

    Data are activations (time, batch, classes) before the softmax, labels are (batch, positions).
    The blank is the ``first`` class and labels are padded with 0, or it is the ``last`` class and
    labels are padded with -1; or ``label_lengths`` has their lengths. A label too long for its
    sequence has the loss 0 and no gradient.

    Parameters
    ----------
    data : Symbol
    label : Symbol
    data_lengths : Symbol
    label_lengths : Symbol
    use_data_lengths : boolean, optional, default='False'
    use_label_lengths : boolean, optional, default='False'
    blank_label : {'first', 'last'}, optional, default='first'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``data @ weight.T + bias``.

    With ``flatten``, all axes of data except the first are merged into one. Otherwise the last axis
    is transformed and the others are preserved.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    bias : Symbol
    num_hidden : int, required
    no_bias : boolean, optional, default='False'
    flatten : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Dropout(data: Symbol | None = None, p: float = 0.5, mode: Literal['always', 'training'] = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | None = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Set a random fraction ``p`` of the elements to 0 and divide the others by ``1 - p``.

    This happens only in training, or always with ``mode='always'``. Along ``axes``, all elements
    are dropped together. ``cudnn_off`` has no effect.

    Parameters
    ----------
    data : Symbol
    p : float, optional, default='0.5'
    mode : {'always', 'training'}, optional, default='training'
    axes : Shape(tuple), optional, default='()'
    cudnn_off : boolean or None, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def LeakyReLU(data: Symbol | None = None, gamma: Symbol | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Apply a rectifier with a nonzero output for negative values.

    ``leaky`` multiplies negative values by ``slope``, ``prelu`` by the learned ``gamma``, and
    ``rrelu`` by random numbers between the bounds in training, or by the mean of the bounds in
    inference. For negative values ``elu`` is ``slope * (exp(x) - 1)`` and ``selu`` a scaled elu.
    ``gelu`` is ``x`` times the normal distribution function. ``rrelu`` also returns the slopes.

    Parameters
    ----------
    data : Symbol
    gamma : Symbol
    act_type : {'elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'}, optional, default='leaky'
    slope : float, optional, default='0.25'
    lower_bound : float, optional, default='0.125'
    upper_bound : float, optional, default='0.334'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def LRN(data: Symbol | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Divide by a power of the sum of squares over ``nsize`` neighboring channels.

    Parameters
    ----------
    data : Symbol
    alpha : float, optional, default='0.0001'
    beta : float, optional, default='0.75'
    knorm : float, optional, default='2'
    nsize : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def L2Normalization(data: Symbol | None = None, eps: float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] = 'instance', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Divide by the L2 norm of each instance, over its channels, or over its spatial positions.

    Parameters
    ----------
    data : Symbol
    eps : float, optional, default='1e-10'
    mode : {'channel', 'instance', 'spatial'}, optional, default='instance'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data with the gradient of the squared error with the label.

    The gradient is divided by the size of a sample and multiplied by ``grad_scale``. The head
    gradient is ignored.

    Parameters
    ----------
    data : Symbol
    label : Symbol
    grad_scale : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the sigmoid of data with the gradient of the cross entropy with the label.

    The gradient is divided by the size of a sample and multiplied by ``grad_scale``. The head
    gradient is ignored.

    Parameters
    ----------
    data : Symbol
    label : Symbol
    grad_scale : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data with the gradient of the absolute error with the label.

    The gradient is divided by the size of a sample and multiplied by ``grad_scale``. The head
    gradient is ignored.

    Parameters
    ----------
    data : Symbol
    label : Symbol
    grad_scale : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def MakeLoss(data: Symbol | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] = 'null', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data as a loss: its gradient is ``grad_scale``, independent of the head gradient.

    The gradient is divided by the number of rows (``batch``), or by the number of elements above
    ``valid_thresh`` (``valid``).

    Parameters
    ----------
    data : Symbol
    grad_scale : float, optional, default='1'
    valid_thresh : float, optional, default='0'
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def make_loss(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data as a loss: its gradient is 1, independent of the head gradient.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def BlockGrad(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data without propagating its gradient.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def stop_gradient(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data without propagating its gradient.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SVMOutput(data: Symbol | None = None, label: Symbol | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data with the gradient of the squared hinge loss, or of the hinge loss (linear).

    The last axis has the classes, and the label contains class indices. The head gradient is
    ignored.

    Parameters
    ----------
    data : Symbol
    label : Symbol
    margin : float, optional, default='1'
    regularization_coefficient : float, optional, default='1'
    use_linear : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def LayerNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Normalize along one axis to mean ``beta`` and standard deviation ``gamma``.

    ``output_mean_var`` also returns the mean and the deviation, which have no gradient.

    Parameters
    ----------
    data : Symbol
    gamma : Symbol
    beta : Symbol
    axis : int, optional, default='-1'
    eps : float, optional, default='1e-05'
    output_mean_var : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def InstanceNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: float = 0.001, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Normalize each channel (axis 1) of each sample to mean ``beta`` and deviation ``gamma``.

    Parameters
    ----------
    data : Symbol
    gamma : Symbol
    beta : Symbol
    eps : float, optional, default='0.001'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def GroupNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Normalize groups of channels (axis 1) to mean ``beta`` and deviation ``gamma``.

    ``output_mean_var`` also returns the mean and the deviation, which have no gradient.

    Parameters
    ----------
    data : Symbol
    gamma : Symbol
    beta : Symbol
    num_groups : int, optional, default='1'
    eps : float, optional, default='1e-05'
    output_mean_var : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def IdentityAttachKLSparseReg(data: Symbol | None = None, moving_avg: Symbol | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the results of a sigmoid, with a gradient that pulls the mean activations to a target.

    Data have shape (samples, units). The backward pass updates the moving average of each unit's
    activation.

    Parameters
    ----------
    data : Symbol
    moving_avg : Symbol
    sparseness_target : float, optional, default='0.1'
    penalty : float, optional, default='0.001'
    momentum : float, optional, default='0.9'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Pooling(data: Symbol | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Reduce each window of ``kernel`` elements to its maximum, average, sum or p-norm.

    ``valid`` drops windows that extend beyond the edge, ``full`` keeps them, and ``same`` creates
    size / stride windows. ``global_pool`` uses a single window for all data. ``cudnn_off`` has no
    effect.

    Parameters
    ----------
    data : Symbol
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
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Pooling_v1(data: Symbol | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'max', 'sum'] = 'max', global_pool: bool = False, pooling_convention: Literal['full', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Pool images: the deprecated form of ``Pooling``, which pads with zeros.

    Parameters
    ----------
    data : Symbol
    kernel : Shape(tuple), optional, default='()'
    pool_type : {'avg', 'max', 'sum'}, optional, default='max'
    global_pool : boolean, optional, default='False'
    pooling_convention : {'full', 'valid'}, optional, default='valid'
    stride : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def RNN(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Run recurrent layers over ``data`` of shape (steps, batch, features).

    In training, ``p`` is the dropout probability between layers. With ``use_sequence_length``,
    ``sequence_length`` has the number of steps of each sequence, and all outputs after them are 0.

    Parameters
    ----------
    data : Symbol
    parameters : Symbol
    state : Symbol
    state_cell : Symbol
    sequence_length : Symbol
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
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def softmax(data: Symbol | None = None, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``exp(x / temperature)`` divided by its sum along an axis.

    With ``use_length``, only the first ``length`` elements along the axis are used; the others
    become 0.

    Parameters
    ----------
    data : Symbol
    length : Symbol
    axis : int, optional, default='-1'
    temperature : float or None, optional, default='None'
    dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
    use_length : boolean or None, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def log_softmax(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the logarithm of the softmax along an axis.

    Parameters
    ----------
    data : Symbol
    axis : int, optional, default='-1'
    temperature : float or None, optional, default='None'
    dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
    use_length : boolean or None, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def softmin(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the softmax of the negated data along an axis.

    Parameters
    ----------
    data : Symbol
    axis : int, optional, default='-1'
    temperature : float or None, optional, default='None'
    dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
    use_length : boolean or None, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SoftmaxActivation(data: Symbol | None = None, mode: Literal['channel', 'instance'] = 'instance', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the softmax along axis 1 (``channel``) or along the last axis (``instance``).

    Parameters
    ----------
    data : Symbol
    mode : {'channel', 'instance'}, optional, default='instance'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def softmax_cross_entropy(data: Symbol | None = None, label: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the cross entropy between the softmax of each row and its label, summed over rows.

    Parameters
    ----------
    data : Symbol
    label : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SoftmaxOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
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
    data : Symbol
    label : Symbol
    grad_scale : float, optional, default='1'
    ignore_label : float, optional, default='-1'
    multi_output : boolean, optional, default='False'
    use_ignore : boolean, optional, default='False'
    preserve_shape : boolean, optional, default='False'
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
    out_grad : boolean, optional, default='False'
    smooth_alpha : float, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Softmax(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool = False, use_ignore: bool = False, preserve_shape: bool = False, normalization: Literal['batch', 'null', 'valid'] = 'null', out_grad: bool = False, smooth_alpha: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
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
    data : Symbol
    label : Symbol
    grad_scale : float, optional, default='1'
    ignore_label : float, optional, default='-1'
    multi_output : boolean, optional, default='False'
    use_ignore : boolean, optional, default='False'
    preserve_shape : boolean, optional, default='False'
    normalization : {'batch', 'null', 'valid'}, optional, default='null'
    out_grad : boolean, optional, default='False'
    smooth_alpha : float, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ROIPooling(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Divide boxes into ``pooled_size`` bins and return the maximum of each; an empty bin gives 0.

    A row of ``rois`` is (image, x1, y1, x2, y2), where an element of data measures ``1 /
    spatial_scale``. Boxes have no gradient.

    Parameters
    ----------
    data : Symbol
    rois : Symbol
    pooled_size : Shape(tuple), required
    spatial_scale : float, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def UpSampling(*data: Symbol, scale: int = ..., num_filter: int = 0, sample_type: Literal['bilinear', 'nearest'] = ..., multi_input_mode: Literal['concat', 'sum'] = 'concat', workspace: int = 512, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Upsample images by a factor of ``scale``.

    ``nearest`` repeats elements; several inputs are resized to the size of the first result and
    concatenated along the channels or added. ``bilinear`` takes the images and a weight, and
    applies a transposed convolution to each channel. ``workspace`` has no effect.

    Parameters
    ----------
    data : Symbol...
    scale : int, required
    num_filter : int, optional, default='0'
    sample_type : {'bilinear', 'nearest'}, required
    multi_input_mode : {'concat', 'sum'}, optional, default='concat'
    workspace : int, optional, default='512'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def GridGenerator(data: Symbol | None = None, transform_type: Literal['affine', 'warp'] = ..., target_shape: int | Sequence[int] = (0, 0), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create a grid for ``BilinearSampler``: x and y, from -1 to 1, for each target element.

    ``affine`` transforms the regular grid of the target by a matrix (batch, 6), ``warp`` adds a
    flow (batch, 2, height, width).

    Parameters
    ----------
    data : Symbol
    transform_type : {'affine', 'warp'}, required
    target_shape : Shape(tuple), optional, default='(0, 0)'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def BilinearSampler(data: Symbol | None = None, grid: Symbol | None = None, cudnn_off: bool | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Sample images at the positions of a grid (batch, 2, height, width) by linear interpolation.

    -1 and 1 are the centers of the outermost elements; outside is 0. ``cudnn_off`` is for GPUs.

    Parameters
    ----------
    data : Symbol
    grid : Symbol
    cudnn_off : boolean or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SpatialTransformer(data: Symbol | None = None, loc: Symbol | None = None, target_shape: int | Sequence[int] = (0, 0), transform_type: Literal['affine'] = ..., sampler_type: Literal['bilinear'] = ..., cudnn_off: bool | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Transform images by affine matrices ``loc`` (batch, 6). ``cudnn_off`` has no effect.

    Parameters
    ----------
    data : Symbol
    loc : Symbol
    target_shape : Shape(tuple), optional, default='(0, 0)'
    transform_type : {'affine'}, required
    sampler_type : {'bilinear'}, required
    cudnn_off : boolean or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Correlation(data1: Symbol | None = None, data2: Symbol | None = None, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compare patches of an image with those of another up to ``max_displacement`` away.

    Each channel of the result corresponds to a displacement, a multiple of ``stride2``. It is the
    mean, over a patch and the channels of data, of the products or the absolute differences.

    Parameters
    ----------
    data1 : Symbol
    data2 : Symbol
    kernel_size : int, optional, default='1'
    max_displacement : int, optional, default='1'
    stride1 : int, optional, default='1'
    stride2 : int, optional, default='1'
    pad_size : int, optional, default='0'
    is_multiply : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def multi_sgd_update(*data: Symbol, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update many weights by SGD.

    Parameters
    ----------
    data : Symbol...
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def multi_sgd_mom_update(*data: Symbol, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update many weights by SGD with momentum.

    Parameters
    ----------
    data : Symbol...
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    momentum : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def preloaded_multi_sgd_update(*data: Symbol, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update many weights by SGD; the last two arrays are the rates and decays.

    Parameters
    ----------
    data : Symbol...
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def preloaded_multi_sgd_mom_update(*data: Symbol, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update many weights by SGD with momentum; the last two arrays are rates and decays.

    Parameters
    ----------
    data : Symbol...
    momentum : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def multi_mp_sgd_update(*data: Symbol, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update many weights by SGD.

    Parameters
    ----------
    data : Symbol...
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def multi_mp_sgd_mom_update(*data: Symbol, lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update many weights by SGD with momentum.

    Parameters
    ----------
    data : Symbol...
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    momentum : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def preloaded_multi_mp_sgd_update(*data: Symbol, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update many weights by SGD; the last two arrays are the rates and decays.

    Parameters
    ----------
    data : Symbol...
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def preloaded_multi_mp_sgd_mom_update(*data: Symbol, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update many weights by SGD with momentum; the last two arrays are rates and decays.

    Parameters
    ----------
    data : Symbol...
    momentum : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    num_weights : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def multi_lars(lrs: Symbol | None = None, weights_sum_sq: Symbol | None = None, grads_sum_sq: Symbol | None = None, wds: Symbol | None = None, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute layer-wise learning rates from the sums of squares of weights and gradients.

    Parameters
    ----------
    lrs : Symbol
    weights_sum_sq : Symbol
    grads_sum_sq : Symbol
    wds : Symbol
    eta : float, required
    eps : float, required
    rescale_grad : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def multi_sum_sq(*data: Symbol, num_arrays: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the sum of squares of each array, in float32.

    Parameters
    ----------
    data : Symbol...
    num_arrays : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a weight by SGD. ``lazy_update`` affects only sparse gradients.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    lr : float, required
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a weight by SGD with momentum. ``lazy_update`` affects only sparse gradients.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    mom : Symbol
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def mp_sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a float32 copy of the weight by SGD.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    weight32 : Symbol
    lr : float, required
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def mp_sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a float32 copy of the weight by SGD with momentum.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    mom : Symbol
    weight32 : Symbol
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a weight by Nesterov's accelerated gradient.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    mom : Symbol
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def mp_nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a float32 copy of the weight by Nesterov's accelerated gradient.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    mom : Symbol
    weight32 : Symbol
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def signsgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update by the sign of the gradient; ``rescale_grad`` and ``clip_gradient`` have no effect.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    lr : float, required
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def signum_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update by the sign of the momentum; ``wd_lh`` decays the weight itself.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    mom : Symbol
    lr : float, required
    momentum : float, optional, default='0'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    wd_lh : float, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a weight by Adam. ``lazy_update`` affects only sparse gradients.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    mean : Symbol
    var : Symbol
    lr : float, required
    beta1 : float, optional, default='0.9'
    beta2 : float, optional, default='0.999'
    epsilon : float, optional, default='1e-08'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    lazy_update : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ftml_update(weight: Symbol | None = None, grad: Symbol | None = None, d: Symbol | None = None, v: Symbol | None = None, z: Symbol | None = None, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a weight by FTML (follow the moving leader).

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    d : Symbol
    v : Symbol
    z : Symbol
    lr : float, required
    beta1 : float, optional, default='0.6'
    beta2 : float, optional, default='0.999'
    epsilon : float, optional, default='1e-08'
    t : int, required
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_grad : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update by FTRL (follow the regularized leader); weights with ``z <= lamda1`` become 0.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    z : Symbol
    n : Symbol
    lr : float, required
    lamda1 : float, optional, default='0.01'
    beta : float, optional, default='1'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def rmsprop_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a weight by RMSProp in the form of Tieleman and Hinton.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    n : Symbol
    lr : float, required
    gamma1 : float, optional, default='0.95'
    epsilon : float, optional, default='1e-08'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    clip_weights : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def rmspropalex_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, g: Symbol | None = None, delta: Symbol | None = None, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a weight by RMSProp in the form of Graves.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    n : Symbol
    g : Symbol
    delta : Symbol
    lr : float, required
    gamma1 : float, optional, default='0.95'
    gamma2 : float, optional, default='0.9'
    epsilon : float, optional, default='1e-08'
    wd : float, optional, default='0'
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    clip_weights : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the direction of LAMB's update.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    mean : Symbol
    var : Symbol
    beta1 : float, optional, default='0.9'
    beta2 : float, optional, default='0.999'
    epsilon : float, optional, default='1e-06'
    t : int, required
    bias_correction : boolean, optional, default='True'
    wd : float, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def mp_lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the direction of LAMB's update, in float32, for a weight in float16.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    mean : Symbol
    var : Symbol
    weight32 : Symbol
    beta1 : float, optional, default='0.9'
    beta2 : float, optional, default='0.999'
    epsilon : float, optional, default='1e-06'
    t : int, required
    bias_correction : boolean, optional, default='True'
    wd : float, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update along ``g``, scaled by the norms ``r1`` of the weight and ``r2`` of ``g``.

    Parameters
    ----------
    weight : Symbol
    g : Symbol
    r1 : Symbol
    r2 : Symbol
    lr : float, required
    lower_bound : float, optional, default='-1'
    upper_bound : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def mp_lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update from the float32 copy of the weight, which is not modified.

    Parameters
    ----------
    weight : Symbol
    g : Symbol
    r1 : Symbol
    r2 : Symbol
    weight32 : Symbol
    lr : float, required
    lower_bound : float, optional, default='-1'
    upper_bound : float, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the density of the uniform distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : Symbol
    low : Symbol
    high : Symbol
    is_log : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the density of the normal distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : Symbol
    mu : Symbol
    sigma : Symbol
    is_log : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the density of the gamma distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : Symbol
    alpha : Symbol
    beta : Symbol
    is_log : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the density of the exponential distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : Symbol
    lam : Symbol
    is_log : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the density of the poisson distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : Symbol
    lam : Symbol
    is_log : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the density of the negative binomial distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : Symbol
    k : Symbol
    p : Symbol
    is_log : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the density of the generalized negative binomial distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : Symbol
    mu : Symbol
    alpha : Symbol
    is_log : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the density of the dirichlet distribution at each sample.

    The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the
    distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned.

    Parameters
    ----------
    sample : Symbol
    alpha : Symbol
    is_log : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers uniformly from low up to, not including, high.

    Parameters
    ----------
    low : float, optional, default='0'
    high : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def uniform(low: float = 0.0, high: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers uniformly from low up to, not including, high.

    Parameters
    ----------
    low : float, optional, default='0'
    high : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers uniformly from low up to, not including, high: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    low : Symbol
    high : Symbol
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the normal distribution with a mean and a standard deviation.

    Parameters
    ----------
    loc : float, optional, default='0'
    scale : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def normal(loc: float = 0.0, scale: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the normal distribution with a mean and a standard deviation.

    Parameters
    ----------
    loc : float, optional, default='0'
    scale : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the normal distribution with a mean and a standard deviation: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    mu : Symbol
    sigma : Symbol
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the gamma distribution with shape alpha and scale beta.

    Parameters
    ----------
    alpha : float, optional, default='1'
    beta : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the gamma distribution with shape alpha and scale beta: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    alpha : Symbol
    beta : Symbol
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_exponential(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the exponential distribution with rate lam.

    Parameters
    ----------
    lam : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sample_exponential(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the exponential distribution with rate lam: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    lam : Symbol
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_poisson(lam: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the Poisson distribution with rate lam.

    Parameters
    ----------
    lam : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sample_poisson(lam: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the Poisson distribution with rate lam: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    lam : Symbol
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the negative binomial distribution: how often p fails before it happens k times.

    Parameters
    ----------
    k : int, optional, default='1'
    p : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the negative binomial distribution: how often p fails before it happens k times: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    k : Symbol
    p : Symbol
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the negative binomial distribution with mean mu and dispersion alpha.

    Parameters
    ----------
    mu : float, optional, default='1'
    alpha : float, optional, default='1'
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: int | Sequence[int] = (), dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw numbers from the negative binomial distribution with mean mu and dispersion alpha: an array of the given shape for each element of the parameters.

    Parameters
    ----------
    mu : Symbol
    alpha : Symbol
    shape : Shape(tuple), optional, default='()'
    dtype : {'None', 'float16', 'float32', 'float64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def random_randint(low: int = ..., high: int = ..., shape: int | Sequence[int] | None = None, ctx: str = '', dtype: DType = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw integers from ``low`` up to but excluding ``high``.

    Parameters
    ----------
    low : int, required
    high : int, required
    shape : Shape(tuple) or None, optional, default='None'
    ctx : string, optional, default=''
    dtype : {'None', 'int32', 'int64'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sample_multinomial(data: Symbol | None = None, shape: int | Sequence[int] = (), get_prob: bool = False, dtype: DType = 'int32', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Draw classes from probabilities along the last axis, which sum to 1.

    With ``get_prob``, the logarithm of the probability of each drawn class is returned as well;
    policy-gradient methods such as REINFORCE use its gradient.

    Parameters
    ----------
    data : Symbol
    shape : Shape(tuple), optional, default='()'
    get_prob : boolean, optional, default='False'
    dtype : {'float16', 'float32', 'float64', 'int32', 'uint8'}, optional, default='int32'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def shuffle(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Shuffle the elements along the first axis.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
OPS: Any
annotations: Any
