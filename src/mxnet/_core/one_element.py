"""NumPy arrays of one element that convert to a number, as in NumPy before 2.4.

``float(loss.mean().asnumpy())`` and ``'%f' % (total / n)`` occur in nearly every Gluon script;
NumPy 2.4 converts only arrays without axes.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class OneElementArray(np.ndarray):
    """An array of one element that ``float``, ``int`` and ``complex`` convert.

    NumPy's arithmetic and functions preserve the class while there is one element, because scripts
    add up and round losses before printing them; results of another size are plain arrays. It is
    pickled as a plain array.
    """

    # Above that of plain arrays, so that results computed with these convert too.
    __array_priority__ = 0.5

    def __float__(self) -> float:
        return float(self.item()) if self.size == 1 else super().__float__()

    def __int__(self) -> int:
        return int(self.item()) if self.size == 1 else super().__int__()

    def __complex__(self) -> complex:
        return complex(self.item()) if self.size == 1 else super().__complex__()

    def __array_wrap__(self, result: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return result[()] if return_scalar else _as_result(result)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        result = super().__array_function__(function, types, args, kwargs)
        return _as_result(result) if isinstance(result, np.ndarray) else result

    def round(self, *args: Any, **kwargs: Any) -> Any:
        """Return the element rounded."""
        return _as_result(super().round(*args, **kwargs))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.view(np.ndarray).__reduce_ex__(protocol)

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))


def _as_result(array: np.ndarray) -> np.ndarray:
    """Return the result of a computation, in this class if it has one element."""
    return convertible(array.view(np.ndarray))


def convertible(array: np.ndarray) -> np.ndarray:
    """Return an array that converts to a number if it has one element, otherwise itself."""
    if array.size == 1 and array.ndim:
        return array.view(OneElementArray)
    return array
