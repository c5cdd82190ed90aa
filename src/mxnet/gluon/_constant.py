"""Parameters that training does not change."""

from __future__ import annotations

import warnings

from .. import initializer, ndarray, ndarray as nd
from ._parameter import Parameter


class Constant(Parameter):
    """A parameter with a value that is not changed by training.

    >>> one = Constant("one", [[1.0]])
    >>> one.grad_req
    'null'
    """

    __module__ = "mxnet.gluon.parameter"  # where users and pickles find it

    def __init__(self, name, value):
        if not isinstance(value, ndarray.NDArray):
            value = nd.array(value)
        self.value = value
        super().__init__(
            name,
            grad_req="null",
            shape=value.shape,
            dtype=value.dtype,
            init=_Given(value),
        )

    def __repr__(self):
        return f"Constant {self.name} (shape={self.shape}, dtype={self.dtype})"

    @property
    def grad_req(self):
        return "null"

    @grad_req.setter
    def grad_req(self, req):
        if req != "null":
            warnings.warn(
                f"Constant parameter '{self.name}' does not support grad_req other than 'null'",
                stacklevel=2,
            )
        self._grad_req = "null"


class _Given(initializer.Initializer):
    """Fills a constant with its value. Exported graphs contain the name of the class."""

    __module__ = "mxnet.gluon.parameter"  # where users and pickles find it

    def __init__(self, value):
        super().__init__()
        self._value = value

    def _init_weight(self, name, arr):
        arr[:] = self._value
