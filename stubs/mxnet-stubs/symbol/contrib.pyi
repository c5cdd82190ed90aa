# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def adamw_update(weight: Any, grad: Any, mean: Any, var: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Raise an error, as in 1.9.1: an update modifies its arrays, which graphs do not support.
"""
def mp_adamw_update(weight: Any, grad: Any, mean: Any, var: Any, weight32: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Raise an error, like :func:`adamw_update`.
"""
def rand_zipfian(true_classes: Any, num_sampled: Any, range_max: Any) -> Any:
    """Draw classes with a Zipfian distribution, like :func:`mxnet.ndarray.contrib.rand_zipfian`.
"""
from mxnet.symbol._control_flow import cond as cond
from mxnet.symbol._control_flow import foreach as foreach
from mxnet.symbol._control_flow import while_loop as while_loop
def interleaved_matmul_selfatt_qk(queries_keys_values: Symbol | None = None, heads: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the scores of self-attention: queries times keys over the root of their length.

    The result is (batch * heads, length, length).

    Parameters
    ----------
    queries_keys_values : Symbol
    heads : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def interleaved_matmul_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the values of self-attention weighted by ``attention``: (length, batch, features).

    Parameters
    ----------
    queries_keys_values : Symbol
    attention : Symbol
    heads : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def interleaved_matmul_encdec_qk(queries: Symbol | None = None, keys_values: Symbol | None = None, heads: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the scores of attention to another sequence: (batch * heads, length, its length).

    Parameters
    ----------
    queries : Symbol
    keys_values : Symbol
    heads : int, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def interleaved_matmul_encdec_valatt(keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the values of another sequence weighted by attention: (length, batch, features).

    Parameters
    ----------
    keys_values : Symbol
    attention : Symbol
    heads : int, required
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
def calibrate_entropy(hist: Symbol | None = None, hist_edges: Symbol | None = None, num_quantized_bins: int = 255, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Find the threshold at which a clipped, quantized histogram is closest to the original.

    ``hist`` has an odd number of bins, centered at 0. Returns the threshold and its
    Kullback-Leibler divergence.

    Parameters
    ----------
    hist : Symbol
    hist_edges : Symbol
    num_quantized_bins : int, optional, default='255'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def DeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Apply a deformable convolution to images (Dai et al., 2017).

    ``offset`` (batch, 2 * num_deformable_group * kernel size, output height, output width) has, for
    each element of a window, the vertical and horizontal distance from its regular position to the
    position that is read, with linear interpolation between pixels. ``workspace`` has no effect.

    Parameters
    ----------
    data : Symbol
    offset : Symbol
    weight : Symbol
    bias : Symbol
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    num_filter : int, required
    num_group : int, optional, default='1'
    num_deformable_group : int, optional, default='1'
    workspace : int, optional, default='1024'
    no_bias : boolean, optional, default='False'
    layout : {None, 'NCDHW', 'NCHW', 'NCW'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ModulatedDeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, mask: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool = False, im2col_step: int = 64, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Apply a deformable convolution with a factor for each window element (Zhu et al., 2019).

    ``mask`` has shape (batch, num_deformable_group * kernel size, output height, output width).
    ``workspace`` and ``im2col_step`` have no effect.

    Parameters
    ----------
    data : Symbol
    offset : Symbol
    mask : Symbol
    weight : Symbol
    bias : Symbol
    kernel : Shape(tuple), required
    stride : Shape(tuple), optional, default='()'
    dilate : Shape(tuple), optional, default='()'
    pad : Shape(tuple), optional, default='()'
    num_filter : int, required
    num_group : int, optional, default='1'
    num_deformable_group : int, optional, default='1'
    workspace : int, optional, default='1024'
    no_bias : boolean, optional, default='False'
    im2col_step : int, optional, default='64'
    layout : {None, 'NCDHW', 'NCHW', 'NCW'}, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def box_iou(lhs: Symbol | None = None, rhs: Symbol | None = None, format: Literal['center', 'corner'] = 'corner', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the intersection over union of each box in one array with each box in another.

    Arrays have shape (..., 4); the result has both shapes without their last axes, and no gradient.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    format : {'center', 'corner'}, optional, default='corner'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def box_nms(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] = 'corner', out_format: Literal['center', 'corner'] = 'corner', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Remove boxes that overlap a better one; return the others, best first, followed by -1.

    Data are (..., boxes, numbers of a box). Only boxes with a score above ``valid_thresh`` and a
    class other than ``background_id`` are considered, and of these only the ``topk`` best. With
    ``id_index``, boxes of different classes do not suppress each other, unless ``force_suppress``
    is set. The gradient is routed back to the source of each box.

    Parameters
    ----------
    data : Symbol
    overlap_thresh : float, optional, default='0.5'
    valid_thresh : float, optional, default='0'
    topk : int, optional, default='-1'
    coord_start : int, optional, default='2'
    score_index : int, optional, default='1'
    id_index : int, optional, default='-1'
    background_id : int, optional, default='-1'
    force_suppress : boolean, optional, default='False'
    in_format : {'center', 'corner'}, optional, default='corner'
    out_format : {'center', 'corner'}, optional, default='corner'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def box_non_maximum_suppression(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool = False, in_format: Literal['center', 'corner'] = 'corner', out_format: Literal['center', 'corner'] = 'corner', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Remove boxes that overlap a better one; return the others, best first, followed by -1.

    Data are (..., boxes, numbers of a box). Only boxes with a score above ``valid_thresh`` and a
    class other than ``background_id`` are considered, and of these only the ``topk`` best. With
    ``id_index``, boxes of different classes do not suppress each other, unless ``force_suppress``
    is set. The gradient is routed back to the source of each box.

    Parameters
    ----------
    data : Symbol
    overlap_thresh : float, optional, default='0.5'
    valid_thresh : float, optional, default='0'
    topk : int, optional, default='-1'
    coord_start : int, optional, default='2'
    score_index : int, optional, default='1'
    id_index : int, optional, default='-1'
    background_id : int, optional, default='-1'
    force_suppress : boolean, optional, default='False'
    in_format : {'center', 'corner'}, optional, default='corner'
    out_format : {'center', 'corner'}, optional, default='corner'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def bipartite_matching(data: Symbol | None = None, is_ascend: bool = False, threshold: float = ..., topk: int = -1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Match rows with columns of a score matrix greedily, each at most once.

    Data are (..., rows, columns). Returns the column of each row and the row of each column, or -1
    if there is no match. Scores up to ``threshold`` are not matched; with ``is_ascend``, small
    scores are the best. The results have no gradient.

    Parameters
    ----------
    data : Symbol
    is_ascend : boolean, optional, default='False'
    threshold : float, required
    topk : int, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def box_encode(samples: Symbol | None = None, matches: Symbol | None = None, anchors: Symbol | None = None, refs: Symbol | None = None, means: Symbol | None = None, stds: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the training targets of anchors that were matched with the boxes ``refs``.

    ``samples`` (batch, anchors) is 1 for anchors with a match, and ``matches`` has the index of the
    box in ``refs`` (batch, boxes, 4). Returns the targets, normalized by ``means`` and ``stds``,
    and a mask that is 1 where there is a target, both (batch, anchors, 4) and without gradient.

    Parameters
    ----------
    samples : Symbol
    matches : Symbol
    anchors : Symbol
    refs : Symbol
    means : Symbol
    stds : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def box_decode(data: Symbol | None = None, anchors: Symbol | None = None, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] = 'center', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Decode the predictions of a network for anchors to boxes, given by their corners.

    Data are (batch, anchors, 4), anchors (1, anchors, 4). If positive, ``clip`` is the limit of the
    logarithm of a size. The result has no gradient.

    Parameters
    ----------
    data : Symbol
    anchors : Symbol
    std0 : float, optional, default='1'
    std1 : float, optional, default='1'
    std2 : float, optional, default='1'
    std3 : float, optional, default='1'
    clip : float, optional, default='-1'
    format : {'center', 'corner'}, optional, default='center'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quadratic(data: Symbol | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``a * data**2 + b * data + c``.

    Parameters
    ----------
    data : Symbol
    a : float, optional, default='0'
    b : float, optional, default='0'
    c : float, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def div_sqrt_dim(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Divide by the square root of the size of the last axis.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def gradientmultiplier(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data with its gradient multiplied by ``scalar``; ``is_int`` has no effect.

    Parameters
    ----------
    data : Symbol
    scalar : float, optional, default='1'
    is_int : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def backward_gradientmultiplier(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return data times ``scalar``; ``is_int`` has no effect.

    Parameters
    ----------
    data : Symbol
    scalar : float, optional, default='1'
    is_int : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def round_ste(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return ``round(data)``; the gradient passes as if nothing had been done.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sign_ste(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return ``sign(data)``; the gradient passes as if nothing had been done.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def allclose(a: Symbol | None = None, b: Symbol | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return 1 if all elements of two arrays satisfy ``|a - b| <= atol + rtol * |b|``, else 0.

    The result is uint8 and has no axes.

    Parameters
    ----------
    a : Symbol
    b : Symbol
    rtol : float, optional, default='1e-05'
    atol : float, optional, default='1e-08'
    equal_nan : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def fft(data: Symbol | None = None, compute_size: int = 128, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the Fourier transform along the last axis: real part, imaginary part, real part, ...

    ``compute_size`` has no effect.

    Parameters
    ----------
    data : Symbol
    compute_size : int, optional, default='128'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ifft(data: Symbol | None = None, compute_size: int = 128, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the real part of the inverse of ``fft``, times the length of the last axis.

    ``compute_size`` has no effect.

    Parameters
    ----------
    data : Symbol
    compute_size : int, optional, default='128'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def count_sketch(data: Symbol | None = None, h: Symbol | None = None, s: Symbol | None = None, out_dim: int = ..., processing_batch_size: int = 32, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Add up the numbers of a row, times ``s``, at the positions ``h`` of a row of ``out_dim``.

    ``h`` and ``s`` are (1, numbers of a row) and have no gradient. ``processing_batch_size`` has
    no effect.

    Parameters
    ----------
    data : Symbol
    h : Symbol
    s : Symbol
    out_dim : int, required
    processing_batch_size : int, optional, default='32'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def edge_id(data: Symbol | None = None, u: Symbol | None = None, v: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the values of a CSR array at pairs of row and column, or -1 where none is stored.

    Parameters
    ----------
    data : Symbol
    u : Symbol
    v : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def dgl_adjacency(data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return a float32 matrix with 1 for each edge of a graph in a CSR array.

    Parameters
    ----------
    data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def dgl_subgraph(*data: Symbol, return_mapping: bool = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the edges among the given vertices, renumbered, and then with their old numbers.

    Parameters
    ----------
    data : Symbol...
    return_mapping : boolean, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def dgl_graph_compact(*graph_data: Symbol, return_mapping: bool = ..., graph_sizes: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Renumber the vertices of sampled graphs, and drop the rows after them.

    Parameters
    ----------
    graph_data : Symbol...
    return_mapping : boolean, required
    graph_sizes : Shape(tuple), required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def dgl_csr_neighbor_uniform_sample(*seed_arrays: Symbol, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Sample neighbors of the seeds in a CSR array with uniform probabilities.

    Parameters
    ----------
    seed_arrays : Symbol...
    num_hops : int, optional, default='1'
    num_neighbor : int, optional, default='2'
    max_num_vertices : int, optional, default='100'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def dgl_csr_neighbor_non_uniform_sample(*seed_arrays: Symbol, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Sample neighbors of the seeds in a CSR array with a probability for each vertex.

    Parameters
    ----------
    seed_arrays : Symbol...
    num_hops : int, optional, default='1'
    num_neighbor : int, optional, default='2'
    max_num_vertices : int, optional, default='100'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def hawkesll(lda: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, state: Symbol | None = None, lags: Symbol | None = None, marks: Symbol | None = None, valid_length: Symbol | None = None, max_time: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the log likelihood of event sequences, and the final excitation of the processes.

    Process k has the intensity ``lda[k] + alpha[k] * beta[k] * sum(exp(-beta[k] * age))`` over its
    past events. ``lags`` (batch, events) are the times between events, ``marks`` (int32) their
    processes; only the first ``valid_length`` events up to ``max_time`` are used. ``state`` is the
    sum over events before the sequence. Only lda, alpha and beta have a gradient, that of the
    likelihood.

    Parameters
    ----------
    lda : Symbol
    alpha : Symbol
    beta : Symbol
    state : Symbol
    lags : Symbol
    marks : Symbol
    valid_length : Symbol
    max_time : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def arange_like(data: Symbol | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create evenly spaced numbers, one for each element of ``data``, or along one of its axes.

    Each number is repeated ``repeat`` times. The result is on the device of the data, regardless of
    ``ctx``, and has no gradient.

    Parameters
    ----------
    data : Symbol
    start : float, optional, default='0'
    step : float, optional, default='1'
    repeat : int, optional, default='1'
    ctx : string, optional, default=''
    axis : int or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def index_array(data: Symbol | None = None, axes: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the index of each element, along all or some axes: (shape of data, axes), int64.

    Parameters
    ----------
    data : Symbol
    axes : Shape(tuple) or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Select the slices of data where a mask along one axis is nonzero.

    Parameters
    ----------
    data : Symbol
    index : Symbol
    axis : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def index_copy(old_tensor: Symbol | None = None, index_vector: Symbol | None = None, new_tensor: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return an array with the rows at the given indices replaced by new ones.

    Parameters
    ----------
    old_tensor : Symbol
    index_vector : Symbol
    new_tensor : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def MultiBoxPrior(data: Symbol | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create anchors around each element of a feature map (batch, channels, height, width).

    At each position there is one anchor of each size with the first ratio, and one of each other
    ratio with the first size: (1, anchors, 4), corners from 0 to 1. ``steps`` and ``offsets`` are
    along y and x; a step of -1 divides the image by the number of elements.

    Parameters
    ----------
    data : Symbol
    sizes : tuple of <float>, optional, default='(1.0,)'
    ratios : tuple of <float>, optional, default='(1.0,)'
    clip : boolean, optional, default='False'
    steps : tuple of <float>, optional, default='(-1.0, -1.0)'
    offsets : tuple of <float>, optional, default='(0.5, 0.5)'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def MultiBoxTarget(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
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
    anchor : Symbol
    label : Symbol
    cls_pred : Symbol
    overlap_threshold : float, optional, default='0.5'
    ignore_label : float, optional, default='-1'
    negative_mining_ratio : float, optional, default='-1'
    negative_mining_thresh : float, optional, default='0.5'
    minimum_negative_samples : int, optional, default='0'
    variances : tuple of <float>, optional, default='(0.1, 0.1, 0.2, 0.2)'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def MultiBoxDetection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute detections from the predictions of a single shot detector for its anchors.

    ``cls_prob`` is (batch, classes, anchors), ``loc_pred`` (batch, 4 * anchors). A row of the
    result (batch, anchors, 6) is class, score, left, top, right, bottom. The class is -1 if the row
    was suppressed by a better one; unused rows are entirely -1. The background is class 0,
    regardless of ``background_id``, as in MXNet. The result has no gradient.

    Parameters
    ----------
    cls_prob : Symbol
    loc_pred : Symbol
    anchor : Symbol
    clip : boolean, optional, default='True'
    threshold : float, optional, default='0.01'
    background_id : int, optional, default='0'
    nms_threshold : float, optional, default='0.5'
    force_suppress : boolean, optional, default='False'
    variances : tuple of <float>, optional, default='(0.1, 0.1, 0.2, 0.2)'
    nms_topk : int, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def BatchNormWithReLU(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Apply BatchNorm, then ReLU.

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
def MultiProposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Propose boxes that may contain an object: rows of (image, left, top, right, bottom).

    ``cls_prob`` is (batch, 2 * anchors, height, width), background first, ``bbox_pred`` is (batch,
    4 * anchors, height, width), and ``im_info`` has rows of (height, width, scale). Of the
    ``rpn_pre_nms_top_n`` best boxes, those that overlap a better one by more than ``threshold`` are
    removed. ``rpn_post_nms_top_n`` boxes are returned for each image, and with ``output_score``
    also their scores, (rows, 1). The results have no gradient.

    Parameters
    ----------
    cls_prob : Symbol
    bbox_pred : Symbol
    im_info : Symbol
    rpn_pre_nms_top_n : int, optional, default='6000'
    rpn_post_nms_top_n : int, optional, default='300'
    threshold : float, optional, default='0.7'
    rpn_min_size : int, optional, default='16'
    scales : tuple of <float>, optional, default='(4.0, 8.0, 16.0, 32.0)'
    ratios : tuple of <float>, optional, default='(0.5, 1.0, 2.0)'
    feature_stride : int, optional, default='16'
    output_score : boolean, optional, default='False'
    iou_loss : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def Proposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Propose boxes like MultiProposal, for a single image.

    Parameters
    ----------
    cls_prob : Symbol
    bbox_pred : Symbol
    im_info : Symbol
    rpn_pre_nms_top_n : int, optional, default='6000'
    rpn_post_nms_top_n : int, optional, default='300'
    threshold : float, optional, default='0.7'
    rpn_min_size : int, optional, default='16'
    scales : tuple of <float>, optional, default='(4.0, 8.0, 16.0, 32.0)'
    ratios : tuple of <float>, optional, default='(0.5, 1.0, 2.0)'
    feature_stride : int, optional, default='16'
    output_score : boolean, optional, default='False'
    iou_loss : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def ROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool = False, aligned: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Divide boxes into ``pooled_size`` bins and compute the interpolated mean of each.

    A row of ``rois`` is (image, left, top, right, bottom), where an element of data measures ``1 /
    spatial_scale``. Each bin is sampled at ``sample_ratio`` positions per axis, by default at one
    for each element. ``aligned`` treats elements as areas instead of points. With
    ``position_sensitive`` each bin reads separate channels. Boxes have no gradient.

    Parameters
    ----------
    data : Symbol
    rois : Symbol
    pooled_size : Shape(tuple), required
    spatial_scale : float, required
    sample_ratio : int, optional, default='-1'
    position_sensitive : boolean, optional, default='False'
    aligned : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def RROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | Sequence[int] = ..., spatial_scale: float = ..., sampling_ratio: int = -1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Apply ROIAlign to rotated boxes.

    A row of ``rois`` is (image, x, y, width, height, angle in degrees).

    Parameters
    ----------
    data : Symbol
    rois : Symbol
    pooled_size : Shape(tuple), required
    spatial_scale : float, required
    sampling_ratio : int, optional, default='-1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def PSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the mean in each bin of boxes over the channels of that bin (Dai et al., 2016).

    A row of ``rois`` is (image, left, top, right, bottom), where an element of data measures ``1 /
    spatial_scale``. Data have ``output_dim * group_size ** 2`` channels, or ``output_dim *
    pooled_size ** 2`` without ``group_size``. Boxes have no gradient.

    Parameters
    ----------
    data : Symbol
    rois : Symbol
    spatial_scale : float, required
    output_dim : int, required
    pooled_size : int, required
    group_size : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def DeformablePSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, trans: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the mean in each bin of boxes with shifted bins (Dai et al., 2017).

    ``trans`` (boxes, 2 * classes, part_size, part_size), times ``trans_std``, shifts the bins
    horizontally and vertically by a fraction of the box; with ``no_trans`` they are not shifted.
    Each bin is sampled at ``sample_per_part`` ** 2 positions. Boxes have no gradient.

    Parameters
    ----------
    data : Symbol
    rois : Symbol
    trans : Symbol
    spatial_scale : float, required
    output_dim : int, required
    group_size : int, required
    pooled_size : int, required
    part_size : int, optional, default='0'
    sample_per_part : int, optional, default='1'
    trans_std : float, optional, default='0'
    no_trans : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def AdaptiveAvgPooling2D(data: Symbol | None = None, output_size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the means of (height, width) bins; one number is used for both, none means 1 bin.

    Parameters
    ----------
    data : Symbol
    output_size : Shape(tuple), optional, default='()'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def BilinearResize2D(data: Symbol | None = None, like: Symbol | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] = 'size', align_corners: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Resize feature maps with bilinear interpolation.

    ``size`` uses height and width, or multiplies by the scales; ``odd_scale`` keeps odd sizes odd;
    ``like`` uses the size of the second input; the other modes round to the next even or odd size.
    With ``align_corners`` the outermost elements keep their positions.

    Parameters
    ----------
    data : Symbol
    like : Symbol
    height : int, optional, default='1'
    width : int, optional, default='1'
    scale_height : float or None, optional, default='None'
    scale_width : float or None, optional, default='None'
    mode : {'like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'}, optional, default='size'
    align_corners : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SparseEmbedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DType = 'float32', sparse_grad: bool = False, deterministic: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Look up the row of ``weight`` for each index, like Embedding.

    ``deterministic`` has no effect: gradients are always added up in the same order.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    input_dim : int, required
    output_dim : int, required
    dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, optional, default='float32'
    sparse_grad : boolean, optional, default='False'
    deterministic : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def group_adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Update a weight by AdaGrad with one learning rate for each row.

    Parameters
    ----------
    weight : Symbol
    grad : Symbol
    history : Symbol
    lr : float, required
    rescale_grad : float, optional, default='1'
    clip_gradient : float, optional, default='-1'
    epsilon : float, optional, default='1e-05'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def getnnz(data: Symbol | None = None, axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Count the stored values of a CSR array, in total or along an axis; reject a dense one.

    Parameters
    ----------
    data : Symbol
    axis : int or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def SyncBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: int = 1, key: str = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Normalize each channel (axis 1) like BatchNorm, with the statistics of all processes.

    ``ndev`` is the number of processes; 1 means only this process. ``key`` identifies the layer.

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
    ndev : int, optional, default='1'
    key : string, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: DType = 'uint8', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Quantize floats in a given range to 8-bit integers.

    Returns the integers and their range. Negative numbers become 0 in ``uint8``.

    Parameters
    ----------
    data : Symbol
    min_range : Symbol
    max_range : Symbol
    out_type : {'int8', 'uint8'}, optional, default='uint8'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantize_v2(data: Symbol | None = None, out_type: DType = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Quantize floats to 8-bit integers; the range is calibrated, or that of the data.

    With ``auto``, a calibrated range without negative numbers gives ``uint8``, otherwise ``int8``.
    8-bit integers are returned unchanged.

    Parameters
    ----------
    data : Symbol
    out_type : {'auto', 'int8', 'uint8'}, optional, default='int8'
    min_calib_range : float or None, optional, default='None'
    max_calib_range : float or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantize_asym(data: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Quantize floats to ``uint8`` with an offset, so that the entire range is used.

    Returns integers, scale and offset: ``data * scale + offset``.

    Parameters
    ----------
    data : Symbol
    min_calib_range : float or None, optional, default='None'
    max_calib_range : float or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def dequantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: DType = 'float32', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Convert 8-bit integers to floats of their range.

    Parameters
    ----------
    data : Symbol
    min_range : Symbol
    max_range : Symbol
    out_type : {'float32'}, optional, default='float32'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def requantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: DType = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Requantize 32-bit integers to 8 bits; the new range is calibrated, or that of the data.

    Parameters
    ----------
    data : Symbol
    min_range : Symbol
    max_range : Symbol
    out_type : {'auto', 'int8', 'uint8'}, optional, default='int8'
    min_calib_range : float or None, optional, default='None'
    max_calib_range : float or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantized_conv(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, kernel: int | Sequence[int] = ..., stride: int | Sequence[int] = (), dilate: int | Sequence[int] = (), pad: int | Sequence[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: Literal[None, 'fastest', 'limited_workspace', 'off'] = None, cudnn_off: bool = False, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Convolve ``uint8`` data with ``int8`` filters; the sums are 32-bit integers.

    ``workspace``, ``cudnn_tune`` and ``cudnn_off`` have no effect.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    bias : Symbol
    min_data : Symbol
    max_data : Symbol
    min_weight : Symbol
    max_weight : Symbol
    min_bias : Symbol
    max_bias : Symbol
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
def quantized_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``data @ weight.T + bias`` of 8-bit integers as 32-bit integers.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    bias : Symbol
    min_data : Symbol
    max_data : Symbol
    min_weight : Symbol
    max_weight : Symbol
    min_bias : Symbol
    max_bias : Symbol
    num_hidden : int, required
    no_bias : boolean, optional, default='False'
    flatten : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantized_embedding(data: Symbol | None = None, weight: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DType = 'float32', sparse_grad: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Look up the row of an ``int8`` matrix for each index.

    ``dtype`` and ``sparse_grad`` are those of ``Embedding`` and have no effect.

    Parameters
    ----------
    data : Symbol
    weight : Symbol
    min_weight : Symbol
    max_weight : Symbol
    input_dim : int, required
    output_dim : int, required
    dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, optional, default='float32'
    sparse_grad : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantized_flatten(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Merge all axes except the first.

    Parameters
    ----------
    data : Symbol
    min_data : Symbol
    max_data : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantized_act(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Replace negative integers by 0; other activations are not supported for integers.

    Parameters
    ----------
    data : Symbol
    min_data : Symbol
    max_data : Symbol
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantized_pooling(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, kernel: int | Sequence[int] = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: Literal['full', 'same', 'valid'] = 'valid', stride: int | Sequence[int] = (), pad: int | Sequence[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: Literal[None, 'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Reduce windows to their maximum or average, rounded. ``cudnn_off`` has no effect.

    Parameters
    ----------
    data : Symbol
    min_data : Symbol
    max_data : Symbol
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
def quantized_batch_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, eps: float = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Normalize 8-bit integers with the moving statistics; the new range is calibrated.

    All attributes except ``eps`` and ``axis`` are those of ``BatchNorm`` and have no effect.

    Parameters
    ----------
    data : Symbol
    gamma : Symbol
    beta : Symbol
    moving_mean : Symbol
    moving_var : Symbol
    min_data : Symbol
    max_data : Symbol
    eps : float, optional, default='0.0010000000474974513'
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
def quantized_concat(*data: Symbol, num_args: int = ..., dim: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Concatenate integer arrays along an axis, in the range that includes all of theirs.

    The inputs are ``num_args`` arrays followed by the ends of each one's range. The result is
    ``int8`` if one of the arrays is.

    Parameters
    ----------
    data : Symbol...
    num_args : int, required
    dim : int, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantized_elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Add 8-bit integers: to 8 bits in a calibrated range, or to 32 bits without one.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    lhs_min : Symbol
    lhs_max : Symbol
    rhs_min : Symbol
    rhs_max : Symbol
    min_calib_range : float or None, optional, default='None'
    max_calib_range : float or None, optional, default='None'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantized_elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Multiply ``int8``: to ``int8`` in a calibrated range, to 32 bits without, or to floats.

    Parameters
    ----------
    lhs : Symbol
    rhs : Symbol
    lhs_min : Symbol
    lhs_max : Symbol
    rhs_min : Symbol
    rhs_max : Symbol
    min_calib_range : float or None, optional, default='None'
    max_calib_range : float or None, optional, default='None'
    enable_float_output : boolean, optional, default='False'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def quantized_rnn(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, data_scale: Symbol | None = None, data_shift: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Run LSTM layers over ``uint8`` data; states and results are floats.

    Weights are quantized to 8-bit integers here, and so is each hidden state, with the scale and
    the offset of the data. The attributes from ``p`` on are those of ``RNN`` and, except for
    ``state_outputs``, have no effect.

    Parameters
    ----------
    data : Symbol
    parameters : Symbol
    state : Symbol
    state_cell : Symbol
    data_scale : Symbol
    data_shift : Symbol
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
from mxnet.attribute import AttrScope as AttrScope
CONTRIB: Any
from mxnet.symbol.symbol import Group as Group
from mxnet.base import MXNetError as MXNetError
annotations: Any
from mxnet.base import check_call as check_call
from mxnet.symbol.random import uniform as uniform
