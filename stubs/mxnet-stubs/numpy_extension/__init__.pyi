# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
from mxnet.context import Context as Context
from mxnet.base import check_call as check_call
from mxnet.base import classproperty as classproperty
from mxnet.context import cpu as cpu
from mxnet.context import cpu_pinned as cpu_pinned
from mxnet.context import current_context as current_context
from mxnet.util import get_cuda_compute_capability as get_cuda_compute_capability
from mxnet.context import gpu as gpu
from mxnet.context import gpu_memory_info as gpu_memory_info
from mxnet.numpy_extension import image as image
from mxnet.util import is_np_array as is_np_array
from mxnet.util import is_np_shape as is_np_shape
from mxnet.numpy_extension.utils import load as load
from mxnet.context import num_gpus as num_gpus
from mxnet.numpy_extension import random as random
from mxnet.util import reset_np as reset_np
from mxnet.numpy_extension.utils import save as save
from mxnet.util import set_np as set_np
from mxnet.numpy_extension import utils as utils
from mxnet.ndarray.ndarray import waitall as waitall
from mxnet.base import with_metaclass as with_metaclass
def activation(data: NDArray | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def arange_like(data: NDArray | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create evenly spaced numbers, one for each element of ``data``, or along one of its axes.

    Each number is repeated ``repeat`` times. The result is on the device of the data, regardless of
    ``ctx``, and has no gradient.

    Parameters
    ----------
    data : NDArray
    start : float, optional, default='0'
    step : float, optional, default='1'
    repeat : int, optional, default='1'
    ctx : string, optional, default=''
    axis : int or None, optional, default='None'
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
def batch_flatten(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Flatten to a matrix: keep the first axis and merge all others.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def batch_norm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
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
def convolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def deconvolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), adj: int | Sequence[int] = (), target_shape: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def dropout(data: NDArray | None = None, p: float = 0.5, mode: Literal['always', 'training'] = 'training', axes: int | Sequence[int] = (), cudnn_off: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def embedding(data: NDArray | None = None, weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DType = 'float32', sparse_grad: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def fully_connected(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def layer_norm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
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
def leaky_relu(data: NDArray | None = None, gamma: NDArray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
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
def multibox_detection(cls_prob: NDArray | None = None, loc_pred: NDArray | None = None, anchor: NDArray | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute detections from the predictions of a single shot detector for its anchors.

    ``cls_prob`` is (batch, classes, anchors), ``loc_pred`` (batch, 4 * anchors). A row of the
    result (batch, anchors, 6) is class, score, left, top, right, bottom. The class is -1 if the row
    was suppressed by a better one; unused rows are entirely -1. The background is class 0,
    regardless of ``background_id``, as in MXNet. The result has no gradient.

    Parameters
    ----------
    cls_prob : NDArray
    loc_pred : NDArray
    anchor : NDArray
    clip : boolean, optional, default='True'
    threshold : float, optional, default='0.01'
    background_id : int, optional, default='0'
    nms_threshold : float, optional, default='0.5'
    force_suppress : boolean, optional, default='False'
    variances : tuple of <float>, optional, default='(0.1, 0.1, 0.2, 0.2)'
    nms_topk : int, optional, default='-1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multibox_prior(data: NDArray | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create anchors around each element of a feature map (batch, channels, height, width).

    At each position there is one anchor of each size with the first ratio, and one of each other
    ratio with the first size: (1, anchors, 4), corners from 0 to 1. ``steps`` and ``offsets`` are
    along y and x; a step of -1 divides the image by the number of elements.

    Parameters
    ----------
    data : NDArray
    sizes : tuple of <float>, optional, default='(1.0,)'
    ratios : tuple of <float>, optional, default='(1.0,)'
    clip : boolean, optional, default='False'
    steps : tuple of <float>, optional, default='(-1.0, -1.0)'
    offsets : tuple of <float>, optional, default='(0.5, 0.5)'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multibox_target(anchor: NDArray | None = None, label: NDArray | None = None, cls_pred: NDArray | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute the training targets of a single shot detector for each anchor.

    A label (batch, boxes, at least 5) is class, left, top, right, bottom; -1 is padding. Each box
    is assigned the anchor that overlaps it most, and all anchors that overlap it by more than
    ``overlap_threshold``. Returns the targets of the coordinates and a mask, (batch, 4 * anchors),
    and classes (batch, anchors), where 0 is background. If ``negative_mining_ratio`` is above 0,
    only that many anchors per match are background: those with the highest scores of other classes
    in ``cls_pred`` (batch, classes, anchors). The others are set to ``ignore_label``.
    ``minimum_negative_samples`` has no effect, as in MXNet. The results have no gradient.

    Parameters
    ----------
    anchor : NDArray
    label : NDArray
    cls_pred : NDArray
    overlap_threshold : float, optional, default='0.5'
    ignore_label : float, optional, default='-1'
    negative_mining_ratio : float, optional, default='-1'
    negative_mining_thresh : float, optional, default='0.5'
    minimum_negative_samples : int, optional, default='0'
    variances : tuple of <float>, optional, default='(0.1, 0.1, 0.2, 0.2)'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def nonzero(x: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return the indices of the nonzero elements, one row for each.

    Parameters
    ----------
    x : NDArray
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
def pooling(data: NDArray | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def rnn(data: NDArray | None = None, parameters: NDArray | None = None, state: NDArray | None = None, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
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
def roi_pooling(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def sequence_mask(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
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
def reshape(a: Any, newshape: Any, reverse: Any = False, order: Any = 'C') -> Any:
    """Reshape the array; the numbers -1 to -6 in the shape are special codes.

    -1 is inferred, -2 keeps the size at its position, -3 drops a size of 1, -4 copies all remaining
    sizes, -5 merges two sizes into one, and -6 splits one size into the next two numbers.
    ``reverse`` reads both shapes from the right.
"""
def constraint_check(x: Any, msg: Any) -> Any:
    """Return True, or raise ValueError with a message if an element is False.
"""
Any: Any
