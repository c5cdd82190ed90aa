"""The names under which monitors see the inputs of operators."""

from __future__ import annotations

from .node import Node

# MXNet: the inputs of these have no names, only numbers.
UNNAMED = set(
    """
    Activation BlockGrad Cast Flatten Reshape SoftmaxActivation _copy _div_scalar _equal_scalar
    _greater_equal_scalar _greater_scalar _hypot_scalar _image_adjust_lighting _image_crop
    _image_flip_left_right _image_flip_top_bottom _image_random_brightness
    _image_random_color_jitter _image_random_contrast _image_random_flip_left_right
    _image_random_flip_top_bottom _image_random_hue _image_random_lighting
    _image_random_saturation _image_resize _lesser_equal_scalar _lesser_scalar
    _logical_and_scalar _logical_or_scalar _logical_xor_scalar _maximum_scalar _minimum_scalar
    _minus_scalar _mod_scalar _mul_scalar _not_equal_scalar _plus_scalar _power_scalar
    _rdiv_scalar _rminus_scalar _rmod_scalar _rpower_scalar _scatter_minus_scalar
    _scatter_plus_scalar _slice_assign_scalar abs amp_cast arccos arccosh arcsin arcsinh arctan
    arctanh argmax argmax_channel argmin argsort broadcast_axis broadcast_to cast_storage cbrt
    ceil clip cos cosh degrees erf erfinv exp expand_dims expm1 fix floor gamma gammaln
    hard_sigmoid log log10 log1p log2 logical_not make_loss max mean min nanprod nansum negative
    norm ones_like prod radians rcbrt reciprocal relu rint round rsqrt shape_array sigmoid sign
    sin sinh size_array slice slice_axis smooth_l1 softmin softsign sort sqrt square sum tan
    tanh topk transpose trunc zeros_like
    """.split()
)


def watched_names(node: Node) -> list[str]:
    """Return the names of a node's inputs; the node's own name goes before them."""
    if node.op.name in UNNAMED:
        return [f"input{i}" for i in range(len(node.inputs))]
    return node.input_names()
