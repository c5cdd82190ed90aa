"""``mx.sym.contrib``: operators whose name begins with ``_contrib_``, and control flow."""

from __future__ import annotations

from .._ops import CONTRIB
from ..attribute import AttrScope as AttrScope
from ..base import MXNetError, check_call as check_call
from ..ndarray.contrib import _zipfian
from . import _control_flow, symbol as symbol
from ._control_flow import *  # noqa: F403
from ._functions import sym_function
from .random import uniform
from .symbol import Group as Group, Symbol as Symbol

__all__ = ["adamw_update", "mp_adamw_update", "rand_zipfian", *_control_flow.__all__, *CONTRIB]

for _name, _op in CONTRIB.items():
    globals()[_name] = sym_function(_op, _name, __name__)


def rand_zipfian(true_classes, num_sampled, range_max):
    """Draw classes with a Zipfian distribution, like :func:`mxnet.ndarray.contrib.rand_zipfian`."""
    return _zipfian(uniform, true_classes, num_sampled, range_max)


def adamw_update(
    weight, grad, mean, var, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0,
    clip_gradient=-1, out=None, name=None, **kwargs,
):  # fmt: skip
    """Raise an error, as in 1.9.1: an update modifies its arrays, which graphs do not support."""
    raise MXNetError("sym.contrib.adamw_update: a graph cannot change its arrays; use it on arrays")


def mp_adamw_update(
    weight, grad, mean, var, weight32, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8,
    wd=0, clip_gradient=-1, out=None, name=None, **kwargs,
):  # fmt: skip
    """Raise an error, like :func:`adamw_update`."""
    raise MXNetError(
        "sym.contrib.mp_adamw_update: a graph cannot change its arrays; use it on arrays"
    )
