"""NumPy arrays of one element that still convert to a number, as they did when MXNet was written.

``float(loss.mean().asnumpy())`` and ``'%f' % (total / n)`` stand in nearly every Gluon script;
NumPy 2.4 converts arrays without axes only.
"""

from __future__ import annotations

import numpy as np


class OneElementArray(np.ndarray):
    """An array of one element that ``float``, ``int`` and ``complex`` convert.

    Arithmetic keeps the class while there is one element, since scripts add losses up before they
    print them; results of another size are plain arrays. It is pickled as a plain array.
    """

    # Below that of plain arrays, so that joining and arithmetic with these give plain arrays.
    __array_priority__ = -1.0

    def __float__(self):
        return float(self.item()) if self.size == 1 else super().__float__()

    def __int__(self):
        return int(self.item()) if self.size == 1 else super().__int__()

    def __complex__(self):
        return complex(self.item()) if self.size == 1 else super().__complex__()

    def __array_wrap__(self, result, context=None, return_scalar=False):
        if return_scalar:
            return result[()]
        return convertible(result.view(np.ndarray))

    def __reduce_ex__(self, protocol):
        return self.view(np.ndarray).__reduce_ex__(protocol)

    def __repr__(self):
        return repr(self.view(np.ndarray))


def convertible(array: np.ndarray) -> np.ndarray:
    """Return an array that converts to a number if it has one element, itself otherwise."""
    if array.size == 1 and array.ndim:
        return array.view(OneElementArray)
    return array
