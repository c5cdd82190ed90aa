"""Rules that tell shapes of an operator's inputs from its outputs, and where inputs are missing.

What follows from whole inputs the kernel says itself (``inference``). A rule gets what is known of
inputs and outputs and returns both with what it can add.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ..._ops import OPS
from ..._ops.np import binary, unary
from ...util import is_np_shape
from ..ir.node import Node
from ..ir.partial_shape import Shape, given, is_known, merged

Shapes = list[Shape | None]
Rule = Callable[[Shapes, Shapes, dict], tuple[Shapes, Shapes]]


def same(inputs: Shapes, outputs: Shapes, attrs: dict) -> tuple[Shapes, Shapes]:
    """All inputs and outputs have one shape."""
    shape = None
    for other in (*inputs, *outputs):
        shape = merged(shape, other)
    return [shape] * len(inputs), [shape] * len(outputs)


def _axis(axis: int, ndim: int) -> int:
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis {axis} exceeds the input dimension of {ndim}")
    return axis % ndim


def _replaced(shape: Shape, axis: int, size: int | None) -> Shape:
    return (*shape[:axis], size, *shape[axis + 1 :])


def _concat(inputs, outputs, attrs):
    """Equal but for one axis, where the output has the sum."""
    some = next((s for s in (*outputs, *inputs) if s is not None), None)
    if some is None:
        return inputs, outputs
    axis = _axis(attrs["dim"], len(some))
    common: Shape = (None,) * len(some)
    for shape in (*inputs, *outputs):
        common = merged(common, None if shape is None else _replaced(shape, axis, None))
    sizes = [None if s is None else s[axis] for s in inputs]
    total = None if outputs[0] is None else outputs[0][axis]
    missing = [i for i, size in enumerate(sizes) if size is None]
    if not missing:
        total = sum(sizes)
    elif len(missing) == 1 and total is not None:
        sizes[missing[0]] = total - sum(size for size in sizes if size is not None)
    return [_replaced(common, axis, n) for n in sizes], [_replaced(common, axis, total)]


def _rnn_param_concat(inputs, outputs, attrs):
    """Vectors put together; MXNet: those of unknown size share what is left equally."""
    sizes = [None if shape is None else shape[0] for shape in inputs]
    missing = sizes.count(None)
    if missing > 1 and is_known(outputs[0]):
        rest, odd = divmod(outputs[0][0] - sum(n for n in sizes if n is not None), missing)
        if odd == 0:
            inputs = [(rest,) if n is None else (n,) for n in sizes]
    return _concat(inputs, outputs, attrs)


def _stack(inputs, outputs, attrs):
    """Inputs of one shape; the output has one axis more."""
    if outputs[0] is not None:
        axis = _axis(attrs["axis"], len(outputs[0]))
        inputs = [merged(s, outputs[0][:axis] + outputs[0][axis + 1 :]) for s in inputs]
    inputs, _ = same(inputs, [], attrs)
    if inputs[0] is not None:
        axis = _axis(attrs["axis"], len(inputs[0]) + 1)
        outputs = [(*inputs[0][:axis], len(inputs), *inputs[0][axis:])]
    return inputs, outputs


def _split(inputs, outputs, attrs):
    """Equal parts along an axis, which may vanish."""
    outputs = same([], outputs, attrs)[1]
    count, part = attrs["num_outputs"], outputs[0]
    if part is None or inputs[0] is None and attrs["squeeze_axis"]:
        return inputs, outputs
    ndim = len(part) + bool(attrs["squeeze_axis"])
    axis = _axis(attrs["axis"], ndim)
    if attrs["squeeze_axis"]:
        return [(*part[:axis], count, *part[axis:])], outputs
    whole = None if part[axis] is None else part[axis] * count
    return [_replaced(part, axis, whole)], outputs


def _transpose(inputs, outputs, attrs):
    """The output's axes put back."""
    if outputs[0] is None:
        return inputs, outputs
    ndim = len(outputs[0])
    axes = attrs["axes"] or tuple(reversed(range(ndim)))
    if sorted(_axis(a, ndim) for a in axes) != list(range(ndim)):
        return inputs, outputs
    places = {_axis(a, ndim): i for i, a in enumerate(axes)}
    return [tuple(outputs[0][places[i]] for i in range(ndim))], outputs


def _expand_dims(inputs, outputs, attrs):
    """The output without its new axis."""
    if outputs[0] is None:
        return inputs, outputs
    axis = _axis(attrs["axis"], len(outputs[0]))
    return [outputs[0][:axis] + outputs[0][axis + 1 :]], outputs


def _reshape(inputs, outputs, attrs):
    """One unknown dimension of the input follows from the size of the output."""
    data, result = inputs[0], outputs[0]
    if data is None or data.count(None) != 1 or not is_known(result):
        return inputs, outputs
    rest = math.prod(n for n in data if n is not None)
    size = math.prod(result)
    if rest == 0 or size % rest:
        return inputs, outputs
    return [tuple(size // rest if n is None else n for n in data)], outputs


def _fully_connected(inputs, outputs, attrs):
    """The batch of the output is the batch of the data."""
    data, result = inputs[0], outputs[0]
    if data is None or result is None or len(data) < 2:
        return inputs, outputs
    batch = 1 if attrs["flatten"] else len(data) - 1
    if len(result) != batch + 1:
        return inputs, outputs
    return [(*merged(data[:batch], result[:batch]), *data[batch:]), *inputs[1:]], outputs


def _convolution(inputs, outputs, attrs):
    """The batch of the output is that of the data; with stride 1 the sizes follow too."""
    data, result = inputs[0], outputs[0]
    if data is None or result is None or len(data) != len(result) or attrs["layout"] not in FIRST:
        return inputs, outputs
    kernel = attrs["kernel"]
    ones, zeros = (1,) * len(kernel), (0,) * len(kernel)
    stride, dilate = attrs["stride"] or ones, attrs["dilate"] or ones
    told: list[int | None] = [result[0], None]
    for n, k, s, d, p in zip(
        result[2:], kernel, stride, dilate, attrs["pad"] or zeros, strict=True
    ):
        told.append(None if n is None or s != 1 else n + d * (k - 1) - 2 * p)
    return [merged(data, tuple(told)), *inputs[1:]], outputs


def _matrix_product(inputs, outputs, attrs):
    """The last axis of the first is as long as the last but one, or the only one, of the second."""
    left, right = inputs
    if not left or not right:
        return inputs, outputs
    place = max(len(right) - 2, 0)
    (length,) = merged(left[-1:], right[place : place + 1])
    return [(*left[:-1], length), (*right[:place], length, *right[place + 1 :])], outputs


def created(inputs, outputs, attrs):
    """The shape of an array out of nothing is its attribute, as far as that says it."""
    return inputs, [given(attrs["shape"], is_np_shape())]


def _where(inputs, outputs, attrs):
    """Both branches have the shape of the output, once that of the condition is known."""
    condition, *branches = inputs
    if not is_known(condition):
        return inputs, outputs
    branches, outputs = same(branches, outputs, attrs)
    if branches[0] is not None and len(branches[0]) == len(condition):
        branches, outputs = same([condition, *branches], outputs, attrs)
        return branches, outputs
    return [condition, *branches], outputs


def _like_first(inputs, outputs, attrs):
    """The first output has the shape of the first input."""
    shape = merged(inputs[0], outputs[0])
    return [shape, *inputs[1:]], [shape, *outputs[1:]]


def _quantized_pair(inputs, outputs, attrs):
    """Two arrays of integers and the result have one shape; ranges follow."""
    shape = merged(merged(inputs[0], inputs[1]), outputs[0])
    return [shape, shape, *inputs[2:]], [shape, *outputs[1:]]


def _cumsum(inputs, outputs, attrs):
    return (inputs, outputs) if attrs["axis"] is None else same(inputs, outputs, attrs)


def _slice_axis(inputs, outputs, attrs):
    """MXNet: a part of an axis of unknown size has unknown size, whatever begin and end are."""
    data = inputs[0]
    if data is None or is_known(data):
        return inputs, outputs
    axis = _axis(attrs["axis"], len(data))
    if data[axis] is None:
        return inputs, [data]
    size = len(range(data[axis])[attrs["begin"] : attrs["end"]])
    return inputs, [_replaced(data, axis, size)]


def _broadcast(inputs, outputs, attrs):
    """Axis by axis the larger of two sizes, of which one is 1 or both are equal."""
    left, right = inputs
    if left is None or right is None:
        return inputs, outputs
    ndim = max(len(left), len(right))
    left, right = ((1,) * (ndim - len(shape)) + shape for shape in inputs)
    return inputs, [tuple(_larger(a, b) for a, b in zip(left, right, strict=True))]


def _larger(a: int | None, b: int | None) -> int | None:
    if a == 1 or b == 1:
        return b if a == 1 else a
    if a is not None and b is not None and a != b:
        raise ValueError(f"operands cannot be broadcast together, sizes {a} and {b}")
    return b if a is None else a


def is_endless(node: Node) -> bool:
    """Tell whether numbers at equal steps are as many as their users want."""
    if node.op.name != "_arange":
        return False
    return node.parsed()["stop"] is None and node.parsed()["infer_range"]


FIRST = (None, "NCW", "NCHW", "NCDHW")

# Operators that make arrays out of nothing but a shape, in which 0 is unknown.
CREATORS = """
    _zeros _ones _full _zeros_without_dtype _random_uniform _random_normal _random_gamma
    _random_exponential _random_poisson _random_negative_binomial
    _random_generalized_negative_binomial _random_randint
""".split()

# Operators whose inputs and outputs all have one shape.
SAME = """
    exp expm1 sin cos tan arctan sinh cosh tanh arcsinh degrees radians erf sigmoid softsign relu
    square abs negative sign round rint ceil floor trunc fix logical_not cbrt hard_sigmoid smooth_l1
    sqrt rsqrt rcbrt log log10 log2 log1p gamma gammaln reciprocal arcsin arccos arctanh erfinv
    arccosh clip zeros_like ones_like elemwise_add elemwise_sub elemwise_mul elemwise_div
    _mod _hypot _maximum _minimum _equal _not_equal _greater _greater_equal _lesser _lesser_equal
    _logical_and _logical_or _logical_xor _grad_add _power _scatter_elemwise_div add_n _plus_scalar
    _minus_scalar _rminus_scalar _rdiv_scalar _rmod_scalar _scatter_plus_scalar
    _scatter_minus_scalar _mul_scalar _div_scalar _mod_scalar _hypot_scalar _maximum_scalar
    _minimum_scalar _equal_scalar _not_equal_scalar _greater_scalar _greater_equal_scalar
    _lesser_scalar _lesser_equal_scalar _logical_and_scalar _logical_or_scalar _logical_xor_scalar
    _power_scalar _rpower_scalar make_loss BlockGrad Activation Cast amp_cast _copy
    _identity_with_attr_like_rhs reverse log_softmax softmin SoftmaxActivation _contrib_div_sqrt_dim
    _contrib_gradientmultiplier _contrib_backward_gradientmultiplier _contrib_quadratic
    _contrib_round_ste _contrib_sign_ste _npi_bitwise_not _npi_around _npi_nan_to_num
""".split()
SAME += [f"_npi_{name}" for name in (*unary.NUMERIC, *unary.TRUTH)]
SAME += [name for name in OPS if name.startswith("_npi_") and "is_int" in OPS[name].attrs]

# Operators that leave the shape of their first input as it is.
LIKE_FIRST = """
    BatchNorm BatchNorm_v1 Dropout GroupNorm IdentityAttachKLSparseReg InstanceNorm L2Normalization
    LRN LayerNorm LeakyReLU MakeLoss SVMOutput SequenceMask SequenceReverse SoftmaxOutput
    cast_storage softmax _contrib_BatchNormWithReLU _contrib_SyncBatchNorm _contrib_quantize
    _contrib_quantize_v2 _contrib_quantize_asym _contrib_requantize _contrib_dequantize
    _contrib_quantized_act _contrib_quantized_batch_norm
""".split()

BROADCAST = """
    add sub mul div mod power maximum minimum hypot equal not_equal greater greater_equal lesser
    lesser_equal logical_and logical_or logical_xor
""".split()

RULES: dict[str, Rule] = {OPS[name].name: same for name in SAME} | {
    **dict.fromkeys(LIKE_FIRST, _like_first),
    **{f"broadcast_{name}": _broadcast for name in BROADCAST},
    **{f"_npi_{name}": _broadcast for name in binary.BETWEEN},
    "cumsum": _cumsum,
    "slice_axis": _slice_axis,
    **dict.fromkeys(CREATORS, created),
    "Concat": _concat,
    "_rnn_param_concat": _rnn_param_concat,
    "stack": _stack,
    "SliceChannel": _split,
    "transpose": _transpose,
    "expand_dims": _expand_dims,
    "Reshape": _reshape,
    "FullyConnected": _fully_connected,
    "_contrib_quantized_fully_connected": _fully_connected,
    "_contrib_quantized_elemwise_add": _quantized_pair,
    "_contrib_quantized_elemwise_mul": _quantized_pair,
    "_np_dot": _matrix_product,
    "_npi_matmul": _matrix_product,
    "Convolution": _convolution,
    "where": _where,
}

# MXNet: these want their inputs whole before they say anything.
WHOLE = {"where", "squeeze", "slice_axis"}
