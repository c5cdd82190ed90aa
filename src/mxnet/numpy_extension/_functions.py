"""Neural network operators on arrays and symbols of ``mx.np``, as in ``mx.nd``."""

from __future__ import annotations

from ..numpy._namespace import npx, npx_image

OPERATORS = """
    activation arange_like batch_dot batch_flatten batch_norm cast convolution deconvolution dropout
    embedding erf erfinv fully_connected gamma gammaln gather_nd layer_norm leaky_relu log_softmax
    multibox_detection multibox_prior multibox_target nonzero one_hot pick pooling relu reshape_like
    rnn roi_pooling sequence_mask shape_array sigmoid slice smooth_l1 softmax topk
""".split()
IMAGE_OPERATORS = """
    adjust_lighting crop flip_left_right flip_top_bottom normalize random_brightness
    random_color_jitter random_contrast random_flip_left_right random_flip_top_bottom random_hue
    random_lighting random_saturation resize to_tensor
""".split()

npx.operators({name: f"_npx_{name}" for name in OPERATORS})
npx_image.operators({name: f"_npx__image_{name}" for name in IMAGE_OPERATORS})


@npx.function(operator="_npx_reshape")
def reshape(F, a, newshape, reverse=False, order="C"):
    """Reshape the array; the numbers -1 to -6 in the shape are special codes.

    -1 is inferred, -2 keeps the size at its position, -3 drops a size of 1, -4 copies all remaining
    sizes, -5 merges two sizes into one, and -6 splits one size into the next two numbers.
    ``reverse`` reads both shapes from the right.
    """
    return F._npx_reshape(a, newshape=newshape, reverse=reverse, order=order)


@npx.function
def constraint_check(F, x, msg):
    """Return True, or raise ValueError with a message if an element is False."""
    return F._npx_constraint_check(x, msg=msg)
