"""Python's operators on sparse arrays; all of them use the general code path."""

from __future__ import annotations

from .._core.scope import state
from .._eager.array import NDArrayBase
from .._eager.call import INPLACE_IN_RECORD, invoke
from .._ops import OPS
from .._ops.python_operators import ARITHMETIC, COMPARISONS, NDARRAY
from ..base import MXNetError
from ._operators import read_number
from ._sparse_array import BaseSparseNDArray
from .ndarray import NDArray

# MXNet: for arrays of equal shapes the elementwise operators are used, which keep sparse storage in
# more cases than those that broadcast.
OF_ONE_SHAPE = {f"broadcast_{name}": OPS[f"elemwise_{name}"] for name in ("add", "sub", "mul")}


def _methods(array_name, scalar_name, reversed_name):
    """Create the three methods of one operator: ``x + y``, ``y + x`` and ``x += y``."""
    array_op, scalar_op, reversed_op = OPS[array_name], OPS[scalar_name], OPS[reversed_name]
    of_one_shape = OF_ONE_SHAPE.get(array_name, array_op)

    def forward(self, other, out=None):
        if isinstance(other, NDArrayBase):
            chosen = of_one_shape if self.shape == other.shape else array_op
            return invoke(chosen, [self, other], {}, out, NDArray)
        return invoke(scalar_op, [self], {"scalar": read_number(other)}, out, NDArray)

    def backward(self, other):
        if isinstance(other, NDArrayBase):
            return invoke(array_op, [other, self], {}, None, NDArray)
        return invoke(reversed_op, [self], {"scalar": read_number(other)}, None, NDArray)

    def update(self, other):
        if state.tape is not None and self._leaf is not None:
            raise MXNetError(INPLACE_IN_RECORD)
        return forward(self, other, self)

    return forward, backward, update


for _name in ARITHMETIC:
    for _prefix, _method in zip(("", "r", "i"), _methods(*NDARRAY[_name]), strict=True):
        setattr(BaseSparseNDArray, f"__{_prefix}{_name}__", _method)
        if _name == "truediv":  # Python 2's name, which MXNet still has
            setattr(BaseSparseNDArray, f"__{_prefix}div__", _method)

for _name in COMPARISONS:
    setattr(BaseSparseNDArray, f"__{_name}__", _methods(*NDARRAY[_name])[0])
BaseSparseNDArray.__hash__ = object.__hash__
