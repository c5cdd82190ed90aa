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
    """Return evenly spaced numbers, as many as ``data`` has elements, or along one axis of it.

    Each is there ``repeat`` times. The result is where the data are, whatever ``ctx`` says, and has
    no gradient.

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
    """Multiply the matrices in the last two axes, pair by pair along the leading ones.

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
    """Return a matrix: the first axis stays, the others are joined.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def batch_norm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
    """Normalise each channel to mean ``beta`` and deviation ``gamma``.

    In training, unless ``use_global_stats``, with the mean and variance of the batch; the backward
    pass then sets ``moving = momentum * moving + (1 - momentum) * batch``. Otherwise with the
    moving statistics. ``fix_gamma`` sets gamma to 1 and its gradient to 0. ``output_mean_var`` also
    returns the mean and one over the deviation, which have no gradient. ``cudnn_off`` and the
    calibration ranges, which are for quantised networks, have no effect.

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
    """Return the elements as another type.

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

    ``weight`` is ``(num_filter, channels / num_group, *kernel)``, or with the channels last
    ``(num_filter, *kernel, channels / num_group)``. ``workspace``, ``cudnn_tune`` and
    ``cudnn_off`` have no effect.

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
    """Convolve transposed, in 1 to 3 dimensions: the gradient of a convolution by its data.

    ``weight`` is ``(channels, num_filter / num_group, *kernel)``. ``target_shape`` chooses ``pad``
    and ``adj`` so that the result has these sizes. ``workspace``, ``cudnn_tune`` and ``cudnn_off``
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

    It does so in training, with ``mode='always'`` everywhere. Along ``axes`` all elements are
    dropped together. ``cudnn_off`` has no effect.

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
    """Replace each index by its row of ``weight``; an index outside by the first or last row.

    ``dtype`` is the type of a weight that is still to be made. With ``sparse_grad`` the gradient is
    made of the rows that occur.

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
    """Return erf of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def erfinv(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return erfinv of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def fully_connected(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return ``data @ weight.T + bias``.

    With ``flatten`` all axes of data but the first are one; without, the last axis is transformed
    and the others stay as they are.

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
    """Return gamma of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def gammaln(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return gammaln of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def gather_nd(data: NDArray | None = None, indices: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Take the parts of ``data`` at positions given by one row of indices per leading axis.

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
    """Normalise along one axis to mean ``beta`` and deviation ``gamma``.

    ``output_mean_var`` also returns mean and deviation, which have no gradient.

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
    """Apply a rectifier that lets negative values through, scaled down.

    ``leaky`` multiplies them by ``slope``, ``prelu`` by the learnt ``gamma``, ``rrelu`` by numbers
    drawn between the bounds in training and by the bounds' mean otherwise. For them ``elu`` is
    ``slope * (exp(x) - 1)``, ``selu`` a scaled elu; ``gelu`` is ``x`` times the normal distribution
    function. ``rrelu`` also returns the slopes.

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
    """Return the logarithm of softmax along an axis.

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
    """Return detections from the predictions of a single shot detector for its anchors.

    ``cls_prob`` is (batch, classes, anchors), ``loc_pred`` (batch, 4 * anchors). A row of the
    result (batch, anchors, 6) is class, score, left, top, right, bottom; its class is -1 where it
    was taken out by a better one, all of it where there is nothing. The background is class 0,
    whatever ``background_id`` says, as in MXNet. The result has no gradient.

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
    """Return anchors around each element of a feature map (batch, channels, height, width).

    At each place there is one of each size with the first ratio, and one of each other ratio with
    the first size: (1, anchors, 4), corners from 0 to 1. ``steps`` and ``offsets`` are along y
    and x; steps of -1 divide the whole by the number of elements.

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
    """Return the targets of a single shot detector for each anchor.

    A label (batch, boxes, at least 5) is class, left, top, right, bottom; -1 is padding. Each box
    gets the anchor that overlaps it most, and all that overlap it more than
    ``overlap_threshold``. Returns the targets of the coordinates and a mask, (batch, 4 * anchors),
    and classes (batch, anchors): 0 is background. With ``negative_mining_ratio`` above 0, only so
    many anchors per match are background, those with the highest scores of other classes in
    ``cls_pred`` (batch, classes, anchors); the others have ``ignore_label``.
    ``minimum_negative_samples`` has no effect, as in MXNet. Nothing has a gradient.

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
    """Return the indices of the elements that are not 0, a row for each.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def one_hot(indices: NDArray | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DType = 'float32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Make a vector for each index: ``on_value`` at the index, ``off_value`` elsewhere.

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

    ``valid`` leaves out windows that reach over the edge, ``full`` keeps them, ``same`` gives
    size / stride windows. ``global_pool`` uses one window for everything. ``cudnn_off``
    has no effect.

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
    """Return relu of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def reshape_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Give the first array the shape of the second, or put some of its axes in place of some.

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

    In training ``p`` is the share of dropout between layers. With ``use_sequence_length`` each
    sequence ends after as many steps as ``sequence_length`` says, and its outputs from there are 0.

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
    """Divide boxes into ``pooled_size`` bins and return the maximum in each; an empty one gives 0.

    A row of ``rois`` is (image, x1, y1, x2, y2), in units of which an element of data has
    ``1 / spatial_scale``. Boxes have no gradient.

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
    """Set the elements behind the end of each sequence to ``value``.

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
    """Return the shape as an array of int64.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sigmoid(data: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return sigmoid of each element.

    Parameters
    ----------
    data : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def slice(data: NDArray | None = None, begin: int | Sequence[int] = ..., end: int | Sequence[int] = ..., step: int | Sequence[int] | None = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None is an open end.

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
    """Return ``(scalar * x)^2 / 2`` up to ``1 / scalar^2``, ``|x| - 1 / (2 scalar^2)`` beyond.

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
    """Return ``exp(x / temperature)`` divided by its sum along an axis.

    With ``use_length`` only the first ``length`` elements along the axis count; the others
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
    """Return the ``k`` largest (or smallest) elements along an axis, in order; all where k is 0.

    ``ret_typ`` says what of them: the values, their positions (in ``dtype``), both, or a mask of
    the shape of the data with 1 where they are.

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
    """Return the elements in another shape; the numbers -1 to -6 in it are codes.

    -1 is inferred, -2 keeps the size at its place, -3 leaves a size of 1 out, -4 takes all
    remaining sizes, -5 joins two into one, -6 splits one into the next two numbers. ``reverse``
    reads everything from the right.
"""
def constraint_check(x: Any, msg: Any) -> Any:
    """Return True, or raise ValueError with a message if an element is False.
"""
Any: Any
