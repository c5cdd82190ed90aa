"""``mx.np.ndarray``: the array class that follows NumPy's rules."""

from __future__ import annotations

import warnings

import numpy as onp
import torch

from .._core import dtypes
from .._core.scope import state
from .._eager.array import graph_tensor, join_graph, make_arrays, wrap
from .._eager.backward import make_variable
from .._text.foreign_names import NUMPY_ARRAY
from .._text.spelling import explain_foreign_names
from ..ndarray import NDArray
from ..ndarray.ndarray import PLAIN, array as nd_array, constructor_of
from . import _indexing
from ._arrays import ArrayOperators, Callers


def check_cast(order, casting, subok) -> None:
    """Raise an error for options of NumPy's ``astype`` that MXNet does not support."""
    if order not in ("K", "C", "k", "c", None):
        raise ValueError("order must be either 'K' or 'C'")
    if casting != "unsafe":
        raise ValueError("casting must be equal to 'unsafe'")
    if not subok:
        raise ValueError("subok must be equal to True")


@explain_foreign_names(NUMPY_ARRAY)
class ndarray(NDArray):
    """An n-dimensional array on a device, with NumPy's rules.

    Full reductions have no axes, integers and floats can be mixed, comparisons return bools, and
    masks select.

    >>> from mxnet import np
    >>> x = np.array([[1, 2], [3, 4]])
    >>> x[x > 1].sum()
    array(9.)
    """

    __slots__ = ()

    # ------------------------------------------------------------------------------ properties

    @property
    def dtype(self):
        return onp.dtype(dtypes.NUMPY_OF[self._t.dtype])

    @property
    def T(self):
        return self.transpose()

    def __len__(self):
        if not self._t.ndim:
            raise TypeError("len() of unsized object")
        return self._t.shape[0]

    def __iter__(self):
        if not self._t.ndim:
            raise TypeError("iteration over a 0-d array")
        return super().__iter__()

    def __bool__(self):
        if self.size == 0:
            warnings.warn(
                "The truth value of an empty array is ambiguous; it is taken for False",
                DeprecationWarning,
                stacklevel=2,
            )
            return False
        if self.size > 1:
            raise ValueError("The truth value of an ndarray with multiple elements is ambiguous.")
        return bool(self.item())

    __hash__ = NDArray.__hash__

    def __str__(self):
        return str(self._printable())

    def __repr__(self):
        """Return NumPy's repr, with type and context unless they are float32 and CPU."""
        values = self._printable()
        text = onp.array2string(values, separator=", ", prefix="array(")
        if not values.size:
            text = f"[], shape={self.shape}" if values.ndim > 1 else "[]"
        dtype = dtypes.BY_TORCH[self._t.dtype].name
        if dtype not in ("float32", "bool") or dtype == "bool" and not values.size:
            text += f", dtype={dtype}"
        if self._ctx.device_type != "cpu":
            text += f", ctx={self._ctx}"
        return f"array({text})"

    def __format__(self, spec):
        if not spec:
            return str(self)
        return format(self.item() if not self.ndim else self.asnumpy(), spec)

    # ---------------------------------------------------------------- to and from NumPy and Python

    def item(self, *args):
        """Return one element as a Python number: the only one, or the one at a position."""
        return self.asnumpy().item(*args) if args or self.size != 1 else self._element()

    def tolist(self):
        """Return the elements as nested lists of Python numbers."""
        return self.asnumpy().tolist()

    def _only(self):
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return self._element()

    def __float__(self):
        return float(self._only())

    def __int__(self):
        return int(self._only())

    def __index__(self):
        if self.ndim or self._t.dtype.is_floating_point:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self.item())

    def as_nd_ndarray(self):
        """Return an ``mx.nd`` array with the same memory and the same node of the graph."""
        return as_class(self, NDArray)

    def as_np_ndarray(self):
        """Return the array itself, which is already an array of ``mx.np``."""
        return self

    def _alike(self, other):
        return other.as_np_ndarray()

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """Return a copy with another element type, or the array itself if nothing changes."""
        check_cast(order, casting, subok)
        return super().astype(dtype, copy)

    def copy(self, order="C"):
        """Return a copy on the same device."""
        if order != "C":
            raise NotImplementedError(
                f"ndarray.copy only supports order='C', while received {order}"
            )
        return super().copy()

    def as_in_ctx(self, ctx):
        """Return the array itself if it is on the context, otherwise a copy there."""
        return self.as_in_context(ctx)

    def attach_grad(self, grad_req="write", stype=None):
        """Mark this array as a variable: ``backward`` stores its gradient in ``grad``.

        With ``grad_req="null"`` there is no gradient.
        """
        if grad_req == "null":
            make_variable(self, None, grad_req)
            return
        gradient = wrap(torch.zeros_like(self._t), self._ctx, ndarray)
        if stype not in (None, "default"):
            gradient = constructor_of(stype)(gradient._t, self._ctx)
        make_variable(self, gradient, grad_req)

    @property
    def grad(self):
        """The gradient buffer, or None if ``attach_grad`` was not called."""
        gradient = super().grad
        if type(gradient) is NDArray:  # the variable was created as an array of mx.nd
            return as_class(gradient, ndarray)
        return gradient

    # ------------------------------------------------------------------------------------ shape

    __getitem__ = _indexing.getitem
    __setitem__ = _indexing.setitem

    def reshape_view(self, *shape, **kwargs):
        """Return a view with another shape; 0, -1, -2, -3 and -4 are the codes of ``mx.nd``."""
        return NDArray.reshape(self, *shape, **kwargs)


def as_class(array: NDArray, cls: type[NDArray]) -> NDArray:
    """Return an array of another class with the same memory and the same node of the graph."""
    if array._leaf is not None:
        converted = wrap(array._t, array._ctx, cls)
        join_graph(converted, graph_tensor(array), None)
        converted._leaf = array._leaf
        return converted
    source = array._source()
    return make_arrays((source,), (), array._ctx, state.tape, cls)[0]


ndarray.__module__ = __package__
ndarray._callers = Callers(ndarray)
PLAIN.add(ndarray)
F = ArrayOperators(ndarray)
ndarray._cast, ndarray._identity = F.cast, F.identity


def array(object, dtype=None, ctx=None):
    """Create an array from a list, a number, a NumPy array or another array.

    Lists and numbers become float32 unless ``dtype`` is given; arrays keep their type.

    >>> from mxnet import np
    >>> np.array([1, 2]).dtype
    dtype('float32')
    """
    if isinstance(object, NDArray) and not isinstance(object, ndarray):
        raise ValueError(
            "If you're trying to create a mxnet.numpy.ndarray from mx.nd.NDArray, please use the "
            "zero-copy as_np_ndarray function."
        )
    if dtype is None and not isinstance(object, onp.ndarray | onp.generic | ndarray):
        dtype = onp.float32
    elif dtype is None:
        dtype = object.dtype
    if isinstance(object, ndarray):
        return as_class(nd_array(object, ctx, dtype), ndarray)
    created = nd_array(onp_values(object), ctx, dtype)
    return wrap(created._t, created._ctx, ndarray)


def onp_values(value):
    """Convert nested lists that contain arrays to lists of NumPy arrays."""
    if isinstance(value, list | tuple):
        kinds = set(map(type, value))  # several times faster than checking each number
        if not [kind for kind in kinds if issubclass(kind, list | tuple | NDArray)]:
            return value
        return [onp_values(item) for item in value]
    return value.asnumpy() if isinstance(value, NDArray) else value
