"""``mx.nd.contrib``: operators whose name begins with ``_contrib_``, and other functions."""

from __future__ import annotations

import math
from functools import partial

from .._eager.functions import nd_function
from .._ops import CONTRIB
from ..context import current_context
from . import _contrib_updates, _control_flow
from ._contrib_updates import *  # noqa: F403
from ._control_flow import *  # noqa: F403
from .ndarray import NDArray
from .random import uniform

for _name, _op in CONTRIB.items():
    globals()[_name] = nd_function(_op, _name, __name__, NDArray)

__all__ = [
    "isfinite", "isinf", "isnan", "rand_zipfian", *CONTRIB, *_contrib_updates.__all__,
    *_control_flow.__all__,
]  # fmt: skip


def isnan(data):
    """Return 1 where an element is NaN and 0 elsewhere, in the type of the array."""
    return data != data


def isinf(data):
    """Return 1 where an element is infinite and 0 elsewhere, in the type of the array."""
    return (data == data) - isfinite(data)


def isfinite(data):
    """Return 1 where an element is finite and 0 elsewhere, in the type of the array.

    >>> import mxnet as mx
    >>> isfinite(mx.nd.array([1, float("nan"), float("inf")]))
    <BLANKLINE>
    [1. 0. 0.]
    <NDArray 3 @cpu(0)>
    """
    return data - data == 0  # for inf and NaN the difference is NaN


def rand_zipfian(true_classes, num_sampled, range_max, ctx=None):
    """Draw classes from 0 up to ``range_max`` with a Zipfian distribution, like word frequencies.

    Class ``k`` has the probability ``(log(k + 2) - log(k + 1)) / log(range_max + 1)``.

    Returns
    -------
    samples, true_counts, sampled_counts
        The sampled classes (int64), and the expected count of each class in ``true_classes`` and in
        the samples among ``num_sampled`` draws (float64).
    """
    ctx = current_context() if ctx is None else ctx
    there = partial(uniform, ctx=ctx)
    return _zipfian(there, true_classes.as_in_context(ctx), num_sampled, range_max)


def _zipfian(uniform, true_classes, num_sampled, range_max):
    """Draw arrays or symbols, depending on what ``uniform`` returns."""
    scale = math.log(range_max + 1)
    drawn = uniform(0, scale, shape=(num_sampled,), dtype="float64").exp() - 1
    samples = drawn.astype("int64") % range_max

    def expected_count(classes):
        classes = classes.astype("float64")
        return ((classes + 2) / (classes + 1)).log() * (num_sampled / scale)

    return samples, expected_count(true_classes), expected_count(samples)
