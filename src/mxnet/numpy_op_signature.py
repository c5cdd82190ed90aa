"""The functions of ``mx.np`` and ``mx.npx`` that are operators, by operator name."""

from __future__ import annotations

from . import numpy as np, numpy_extension as npx

_NAMESPACES = {"_npx__image_": npx.image, "_npx_": npx, "_np_": np}  # the longest prefix first


def _get_builtin_op(op_name):
    """Return the public function of an operator, or None if it is not one of NumPy's.

    >>> _get_builtin_op("_np_sum") is np.sum
    True
    """
    for prefix, namespace in _NAMESPACES.items():
        if op_name.startswith(prefix):
            name = op_name.removeprefix(prefix)
            if not hasattr(namespace, name):
                raise ValueError(f"Cannot find operator {name} in module {namespace.__name__}")
            return getattr(namespace, name)
    return None
