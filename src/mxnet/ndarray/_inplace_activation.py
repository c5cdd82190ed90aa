"""In-place activations of arrays that are not referenced elsewhere."""

from __future__ import annotations

from .._eager.array import NDArrayBase
from .._eager.interceptors import active
from .._eager.steps import StepResult
from .._ops.nn.activations import ACTIVATIONS


def activate(array: NDArrayBase, act_type: str) -> bool:
    """Compute ``array = Activation(array, act_type)`` in place; return whether that is possible.

    Use this only for the result of an operator just called: then nobody sees the overwritten
    values, and no gradient depends on them.
    """
    function = ACTIVATIONS[act_type].inplace
    tensor = array._plain if array._graph is None else array._graph
    if (
        active
        or function is None
        or type(tensor) is StepResult
        or not tensor.is_floating_point()
        or tensor._is_view()
    ):
        return False
    function(tensor)
    return True
