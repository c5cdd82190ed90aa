"""Activations as layers."""

from __future__ import annotations

from ... import initializer
from ..._ops.nn.activations import ACTIVATIONS
from ...ndarray._inplace_activation import activate
from ...ndarray.ndarray import PLAIN
from ...util import is_np_array as is_np_array
from .._fused import fused, swish
from ..block import HybridBlock

__all__ = ["ELU", "GELU", "PReLU", "SELU", "Activation", "LeakyReLU", "Swish"]

INPLACE = {name for name, each in ACTIVATIONS.items() if each.inplace is not None}
QUARTER = initializer.Constant(0.25)


class Activation(HybridBlock):
    """An activation by name: relu, sigmoid, tanh, softrelu or softsign."""

    def __init__(self, activation, **kwargs):
        if not isinstance(activation, str):
            raise TypeError(
                f"an activation is a name such as 'relu', got {activation!r}; the number of inputs "
                "of a layer is in_units or in_channels"
            )
        self._act_type = activation
        super().__init__(**kwargs)

    def _alias(self):
        return self._act_type

    def hybrid_forward(self, F, x):
        return F.Activation(x, act_type=self._act_type, name="fwd")

    def __repr__(self):
        return f"{type(self).__name__}({self._act_type})"


def apply_inplace(block, x):
    """Return ``block(x)`` for an array that the caller does not use again.

    A plain activation without hooks is computed in place.
    """
    act_type = plain_type(block)
    return x if act_type and type(x) in PLAIN and activate(x, act_type) else block(x)


def plain_type(block) -> str | None:
    """Return the type of an activation that can be computed in place, or None if it has hooks."""
    if (
        type(block) is Activation
        and not (block._active or block._forward_hooks or block._forward_pre_hooks)
        and block._first_inputs is not None  # its first call is recorded
        and block._act_type in INPLACE
    ):
        return block._act_type
    return None


class LeakyReLU(HybridBlock):
    """``x`` where positive, ``alpha * x`` elsewhere."""

    def __init__(self, alpha, **kwargs):
        if alpha < 0:
            raise AssertionError(
                f"Slope coefficient for LeakyReLU must be no less than 0, got {alpha}."
            )
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type="leaky", slope=self._alpha, name="fwd")

    def __repr__(self):
        return f"{type(self).__name__}({self._alpha})"


class PReLU(HybridBlock):
    """Leaky ReLU with a learned slope, one for all channels or one for each of ``in_channels``."""

    def __init__(self, alpha_initializer=QUARTER, in_channels=1, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.alpha = self.params.get("alpha", shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F, x, alpha):
        return F.LeakyReLU(x, gamma=alpha, act_type="prelu", name="fwd")


class ELU(HybridBlock):
    """``x`` where positive, ``alpha * (exp(x) - 1)`` elsewhere."""

    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type="elu", slope=self._alpha)


class SELU(HybridBlock):
    """The scaled exponential linear unit, which keeps mean 0 and variance 1."""

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type="selu", name="fwd")


class GELU(HybridBlock):
    """``x`` times the cumulative normal distribution at ``x``."""

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type="gelu", name="fwd")


class Swish(HybridBlock):
    """``x * sigmoid(beta * x)``."""

    def __init__(self, beta=1.0, **kwargs):
        super().__init__(**kwargs)
        self._beta = beta

    @fused(swish)
    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self._beta * x, name="fwd")
