"""``NDArray``: the array class, and the functions that create arrays."""

from __future__ import annotations

import ctypes
import functools
import numbers
import operator
import warnings
import weakref
from collections.abc import Iterator, MappingView, Set
from importlib import import_module

import numpy as np
import torch

from .._core import dtypes, malloc
from .._core.inline import inline
from .._core.integers import as_integers
from .._core.lazy_zeros import lazy_zeros
from .._core.one_element import convertible
from .._core.scope import state
from .._eager.array import (
    NDArrayBase,
    finish,
    is_in_graph,
    join_graph,
    make_arrays,
    read,
    set_plain,
    wrap,
)
from .._eager.backward import backward, make_variable
from .._eager.call import INPLACE_IN_RECORD, assign, invoke
from .._eager.functions import nd_function
from .._eager.integer_gradients import convert_like, move_both
from .._eager.interceptors import active, watch
from .._formats.params import StoredArray, array_from_bytes, array_to_bytes
from .._ops import OPS
from .._ops.attrs import is_hidden
from .._ops.checks import KERNEL_ERRORS, cause, kernel_error
from .._ops.handles import (
    BROADCAST_TO,
    CAST,
    COPY,
    EXPAND_DIMS,
    FLATTEN,
    SLICE_ASSIGN,
    SLICE_ASSIGN_SCALAR,
    SQUEEZE,
)
from .._ops.parsing import parse_attrs
from .._ops.tensor.shape_codes import decode_classic_shape
from .._ops.zero_gradients import in_graph
from .._text.foreign_names import ARRAY
from .._text.html import picture, preformatted
from .._text.spelling import did_you_mean, explain_foreign_names
from ..base import MXNetError
from ..context import (
    Context,
    copy_to,
    cpu,
    current_context,
    gpu,
    num_gpus,
    synchronize,
    torch_device,
)
from ..error import AssertedValueError, MXNetValueError, ScalarError
from . import indexing


def _wrap(tensor: torch.Tensor, ctx: Context) -> NDArray:
    """Create an NDArray around a contiguous tensor without gradient."""
    return wrap(tensor, ctx, NDArray)


# Classes of arrays that only wrap a tensor; mx.np adds its ndarray.
PLAIN: set[type] = set()

# storage type -> function that converts a dense tensor on a context to an array
STORAGE = {"default": _wrap}


# By the address passed to ctypes, see ``NDArray._as_parameter_``.
_by_address: weakref.WeakValueDictionary[int, NDArrayBase] = weakref.WeakValueDictionary()


@explain_foreign_names(ARRAY)
class NDArray(NDArrayBase):
    """An n-dimensional array on a device, created from the ``handle`` of another one.

    ``writable`` has no effect: every array is writable.

    >>> x = array([[1, 2], [3, 4]])
    >>> x + 1
    <BLANKLINE>
    [[2. 3.]
     [4. 5.]]
    <NDArray 2x2 @cpu(0)>
    """

    __slots__ = ()
    __array_priority__ = 1000.0  # makes NumPy call our method for ``ndarray + NDArray``

    def __init__(self, handle, writable=True):
        if handle is None:  # unpickling: __setstate__ follows
            set_plain(self, torch.empty(0), current_context())
            return
        if isinstance(handle, ctypes.c_void_p):
            array = getattr(handle, "array", None)  # created by a function of the C API
            handle = _by_address.get(handle.value, handle) if array is None else array
        if not isinstance(handle, NDArrayBase):
            raise TypeError(
                f"NDArray(handle) wraps the handle of another NDArray, got "
                f"{type(handle).__name__}; make an array with mx.nd.array"
            )
        set_plain(self, handle._t, handle._ctx)

    # ------------------------------------------------------------------------------ properties

    @property
    def shape(self) -> tuple[int, ...]:
        tensor = self._plain
        return tuple((self._graph if tensor is None else tensor).shape)

    @property
    def ndim(self) -> int:
        return self._t.ndim

    @property
    def size(self) -> int:
        return self._t.numel()

    @property
    def dtype(self):
        return dtypes.NUMPY_OF[self._t.dtype]

    @property
    def __numpy_dtype__(self) -> np.dtype:
        """The value of ``numpy.dtype(array)``; NumPy 2.4 no longer converts ``dtype``, a class."""
        return np.dtype(self.dtype)

    @property
    def context(self) -> Context:
        return self._ctx

    ctx = context

    @property
    def stype(self) -> str:
        return "default"

    @property
    def handle(self):
        return self

    @property
    def _as_parameter_(self) -> ctypes.c_void_p:
        """The value for ``ctypes.cast(array, NDArrayHandle)``, used in monitor callbacks.

        MXNet uses an address. Here it identifies the array as long as that exists.
        """
        _by_address[id(self)] = self
        return ctypes.c_void_p(id(self))

    @property
    def writable(self) -> bool:
        return True

    @property
    def T(self):
        # MXNet: a 1-d array is returned itself, not a copy.
        return self if self.ndim < 2 else self.transpose()

    def __matmul__(self, other):
        # MXNet: only arrays of mx.np support it.
        if not isinstance(other, NDArray):
            return NotImplemented
        raise TypeError(
            "arrays of mx.nd have no operator @: nd.dot multiplies matrices, nd.batch_dot batches "
            "of them"
        )

    def __and__(self, other):
        # MXNet: only arrays of mx.np support it.
        if not isinstance(other, NDArray):
            return NotImplemented
        raise TypeError(
            "arrays of mx.nd have no operators & and |: nd.logical_and(x, y) and "
            "nd.logical_or(x, y) combine comparisons"
        )

    __or__ = __and__

    def __len__(self):
        if not self._t.ndim:
            raise IndexError("len() of an NDArray without dimensions")
        return self._t.shape[0]

    def __bool__(self):
        size = self.size
        if size == 0:
            return False
        if size > 1:
            raise ValueError(
                "The truth value of an NDArray with multiple elements is ambiguous. Reduce it "
                "to one number: of a comparison, x.min() != 0 means all and x.max() != 0 any."
            )
        return bool(self._element())

    __hash__ = object.__hash__

    def __repr__(self):
        shape = "x".join(str(n) for n in self.shape)
        return f"\n{self._printable()!s}\n<{type(self).__name__} {shape} @{self._ctx}>"

    def __format__(self, spec):
        """Format the element of an array that has only one, as in ``f"{loss.mean():.3f}"``."""
        if not spec:
            return str(self)
        if self.size != 1:
            raise TypeError(
                f"the format {spec!r} is for one number, got an array of shape {self.shape}: use "
                "asnumpy(), or a mean() or sum() of it"
            )
        return format(self.asscalar(), spec)

    def _repr_html_(self):
        values = self._printable()
        image = picture(values)
        if not image:
            return preformatted(repr(self).strip())
        shape = "x".join(map(str, self.shape))
        contents = f"{values.dtype.name} from {values.min():.4g} to {values.max():.4g}"
        return image + preformatted(f"<{type(self).__name__} {shape} @{self._ctx}>, {contents}")

    def _printable(self) -> np.ndarray:
        """Return the values for display: NumPy has no bfloat16, and would show bits."""
        return (self.astype("float32") if self._t.dtype is torch.bfloat16 else self).asnumpy()

    # ---------------------------------------------------------------- to and from NumPy and Python

    def asnumpy(self) -> np.ndarray:
        """Return a copy as a NumPy array."""
        malloc.trim_if_grown()
        try:
            return convertible(dtypes.to_numpy(self._t.cpu()).copy())
        except ValueError as error:  # NumPy multiplies the other sizes even if one is 0
            raise MXNetError(f"NumPy has no array of shape {self.shape}: {error}") from error

    def asscalar(self):
        """Return the single element as a NumPy scalar."""
        if self.size != 1:
            raise ScalarError(
                f"The current array is not a scalar: its shape is {self.shape}, of "
                f"{self.size} elements. asnumpy() returns all of them."
            )
        numpy_type = dtypes.NUMPY_OF[self._t.dtype] if self._has_tensor else None
        if not isinstance(numpy_type, type):  # bfloat16 is a structure for NumPy
            return self.asnumpy()[(0,) * self.ndim]
        return numpy_type(self._element())

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError(
                "an NDArray becomes a NumPy array by a copy; copy=False is not possible"
            )
        values = self.asnumpy()
        return values if dtype is None else values.astype(dtype)

    def _element(self):
        """Return the single element as a Python number."""
        if self.size != 1 or not self._has_tensor:
            return self.asscalar()
        malloc.trim_if_grown()
        return self._t.item()

    def __float__(self):
        return float(self._element())

    def __int__(self):
        return int(self._element())

    def __index__(self):
        if self.size != 1 or self._t.dtype.is_floating_point:
            raise TypeError(
                "only an NDArray with one integer element can be an index, got "
                f"{np.dtype(self.dtype)} of shape {self.shape}; int(x) converts one element"
            )
        return int(self.asscalar())

    def __reduce__(self):
        return type(self), (None,), self.__getstate__()

    def _to_stored(self) -> StoredArray:
        """Return the array in the form stored in files."""
        return StoredArray(self._t, device=(self._ctx.device_typeid, self._ctx.device_id))

    def __getstate__(self):
        return {"handle": bytearray(array_to_bytes(self._to_stored()))}

    def __setstate__(self, pickled):
        stored = array_from_bytes(pickled["handle"])
        if stored.stype != "default":
            raise MXNetError(f"the pickled array is {stored.stype}, not dense")
        # MXNet: an array is restored on its GPU if it exists, otherwise on cpu(0).
        kind, number = stored.device
        self._ctx = gpu(number) if kind == gpu().device_typeid and number < num_gpus() else cpu()
        self._t = stored.data.to(torch_device(self._ctx))

    def __copy__(self):
        return wrap(self._t.clone(), self._ctx, type(self))

    def __deepcopy__(self, memo):
        return self.__copy__()

    def _at(self, idx):
        """Return a view of one element along the first axis, under the name of MXNet's helper."""
        return self[idx]

    def _slice(self, start, stop):
        """Return a view of a range along the first axis, under the name of MXNet's helper."""
        return self[start:stop]

    def astype(self, dtype, copy=True):
        """Return a copy with another element type, or the array itself if that changes nothing."""
        if dtype is None:
            dtype = np.float32
        row = dtypes.lookup(dtype)
        if not copy and row.torch is self._t.dtype:
            return self
        if type(self) in PLAIN:
            return self._cast(dtype=row.name)
        return invoke(CAST, [self], {"dtype": row.torch}, None, type(self))

    def copy(self):
        """Return a copy on the same device."""
        if type(self) in PLAIN:
            return self._identity()
        return invoke(COPY, [self], {}, None, type(self))

    def copyto(self, other):
        """Copy into another array, or to a new array on a context."""
        if isinstance(other, Context | str):
            return self._copy_to(Context(other))
        if not isinstance(other, NDArrayBase):
            raise TypeError(
                f"copyto does not support type {type(other)}; give an NDArray or a Context"
            )
        if other is self:
            warnings.warn("copyto: the array is copied onto itself", RuntimeWarning, stacklevel=2)
            return False
        if other.shape != self.shape:
            raise MXNetError(
                f"cannot copy an array of shape {self.shape} into one of shape {other.shape}"
            )
        if state.tape is not None and is_in_graph(other):
            raise MXNetError(INPLACE_IN_RECORD)
        source = self._source()
        if other.stype != "default":
            other._assign(source)
            return other
        values = source.detach()
        overlaps = indexing.share_memory(values, other._t)
        other._t.copy_(values.clone() if overlaps else values)
        if in_graph(source).requires_grad:
            join_graph(other, convert_like(source, other._t), state.tape)
        return other

    def as_in_context(self, context):
        """Return the array itself if it is on the context, otherwise a copy there."""
        if self._ctx is context:
            return self
        ctx = Context(context)
        return self if self._ctx is ctx else self._copy_to(ctx)

    def _copy_to(self, ctx: Context):
        return make_array(move_both(self._source(), lambda t: copy_to(t, ctx)), ctx, type(self))

    def as_nd_ndarray(self):
        """Return the array itself, which is already an NDArray."""
        return self

    def as_np_ndarray(self):
        """Return an ``mx.np`` array with the same memory and the same node of the graph."""
        multiarray = import_module("mxnet.numpy.multiarray")  # imported lazily
        return multiarray.as_class(self, multiarray.ndarray)

    def _alike(self, other):
        """Convert another array to the kind of this one, ``mx.nd`` or ``mx.np``."""
        return other

    def tostype(self, stype):
        """Convert the array to a storage type."""
        if stype == "default":
            return self.copy()
        return constructor_of(stype)(self._t, self._ctx)

    def wait_to_read(self):
        """Wait until the values are available; on the host they always are."""
        synchronize(self._t.device)

    wait_to_write = wait_to_read

    # ------------------------------------------------------------------------------- indexing

    __getitem__ = indexing.getitem
    __setitem__ = indexing.setitem
    _basic_indexing_slice_is_contiguous = staticmethod(indexing.slice_is_contiguous)

    def __iter__(self):
        return indexing.iterate(self, len(self))

    # ------------------------------------------------------------------------------- autograd

    def attach_grad(self, grad_req="write", stype=None):
        """Mark this array as a variable: ``backward`` stores its gradient in ``grad``."""
        gradient = constructor_of(stype or "default")(lazy_zeros(self._t), self._ctx)
        make_variable(self, gradient, grad_req)

    @property
    def grad(self):
        """The gradient buffer, or None if ``attach_grad`` was not called."""
        return self._leaf.grad if self._leaf is not None else None

    @property
    def _fresh_grad(self) -> bool:
        return self._leaf is not None and self._leaf.fresh

    @_fresh_grad.setter
    def _fresh_grad(self, value):
        if self._leaf is not None:
            self._leaf.fresh = bool(value)

    def backward(self, out_grad=None, retain_graph=False, train_mode=True):
        """Compute the gradients of this array's sum and store them in the variables' ``grad``."""
        backward([self], None if out_grad is None else [out_grad], retain_graph, train_mode)

    def detach(self):
        """Return an array that shares the memory but is not part of the graph."""
        return wrap(self._t, self._ctx, type(self))

    # ------------------------------------------------------------------------- shape with a view

    def reshape(self, *shape, **kwargs):
        """Return a view with another shape; 0, -1, -2, -3 and -4 are MXNet's special codes.

        >>> ones((2, 3, 4)).reshape((0, -1)).shape
        (2, 12)
        """
        view = None if kwargs else self._reshape_directly(shape)
        if view is not None:
            return view
        if unknown := set(kwargs) - {"shape", "reverse"}:
            raise TypeError(
                f"reshape() got unknown arguments {sorted(unknown)}; it takes shape and reverse"
            )
        shape = as_integers(shape or (kwargs.get("shape"),))
        if len(shape) == 1 and not isinstance(shape[0], numbers.Integral):
            if shape[0] is None:
                raise AssertedValueError("reshape() needs a shape")
            shape = tuple(shape[0])
        if None in shape:
            raise TypeError(f"reshape() got {shape}: a size that is to be inferred is -1, not None")
        shape = tuple(map(operator.index, shape))
        if not shape and self.size == 1:
            scalar = move_both(self._source(), lambda tensor: tensor.view(()))
            return make_array(scalar, self._ctx, type(self))
        try:
            return self._view("Reshape", shape=shape, reverse=bool(kwargs.get("reverse", False)))
        except MXNetError:
            if any(code == 0 or code < -1 for code in shape) or shape.count(-1) > 1:
                raise
            text = f"Cannot reshape array of size {self.size} into shape {shape}"
            raise MXNetValueError(f"{text}; its shape is {self.shape}") from None

    @inline(read, finish)
    def _reshape_directly(self, shape):
        """Return a view with a shape of integers, or None if the general code is needed."""
        try:
            sizes, has_codes = _sizes(shape)
        except TypeError:  # not only integers, or a list
            return None
        if not self._has_tensor:  # a graph is being traced
            return None
        tensor, tape = read(self, state.tape)
        if tape is not None and not tensor.requires_grad:
            return None  # for integers, the float shadow must be reshaped too
        try:
            if has_codes:
                sizes = decode_classic_shape(tensor.shape, sizes)
            view = tensor.reshape(sizes)
        except KERNEL_ERRORS:  # wrong sizes, which the general code path explains
            return None
        return finish(type(self), self._ctx, view, tape, (), None, {})

    def _view(self, name, **attrs):
        """Run an operator that only changes the shape, without copying, for methods."""
        op, source = OPS[name], self._source()
        try:
            view = move_both(source, lambda tensor: op.kernel(tensor, **attrs))
            return make_array(view, self._ctx, type(self))
        except KERNEL_ERRORS as error:
            raise kernel_error(op, [source], attrs, error) from cause(error)

    def _source(self) -> torch.Tensor:
        """Return the tensor to compute with; while recording, the one in the graph."""
        return read(self, state.tape)[0]

    def expand_dims(self, axis, inplace=False):
        """Insert an axis of length 1; return a copy, or a view if ``inplace``."""
        return self._view("expand_dims", axis=axis) if inplace else _expand_dims(self, axis=axis)

    def flatten(self, inplace=False):
        """Flatten to two dimensions; return a copy, or a view if ``inplace``."""
        return self._view("Flatten") if inplace else _flatten(self)

    def squeeze(self, axis=None, inplace=False):
        """Remove axes of length 1; return a copy, or a view if ``inplace``."""
        if isinstance(axis, numbers.Integral):
            axis = (axis,)
        return self._view("squeeze", axis=axis) if inplace else _squeeze(self, axis=axis)

    # ----------------------------------------------------------------- shape and parts with a copy

    def broadcast_to(self, shape):
        """Return a copy broadcast to a shape, along axes of length 1 and new leading axes."""
        shape = tuple(shape)
        old = (1,) * (len(shape) - self.ndim) + self.shape
        if len(shape) < self.ndim or any(a not in (1, b) for a, b in zip(old, shape, strict=True)):
            raise ValueError(
                "operands could not be broadcast together with remapped shapes"
                f"[original->remapped]: {self.shape} and requested shape {shape}. "
                "Only axes of size 1 can become larger, and new axes are added in front"
            )
        source = self if len(shape) == self.ndim else self._view("Reshape", shape=old)
        return _broadcast_to(source, shape=shape)

    def broadcast_like(self, other):
        """Return a copy broadcast to the shape of another array."""
        return self.broadcast_to(other.shape)

    def slice_assign(self, rhs, begin, end, step):
        """Assign an array to the slice between two corners, and return this array."""
        attrs = parse_attrs(SLICE_ASSIGN, {"begin": begin, "end": end, "step": step})
        return invoke(SLICE_ASSIGN, [self, rhs], attrs, self, type(self))

    def slice_assign_scalar(self, value, begin, end, step):
        """Assign a number to the slice between two corners, and return this array."""
        values = {"scalar": value, "begin": begin, "end": end, "step": step}
        attrs = parse_attrs(SLICE_ASSIGN_SCALAR, values)
        return invoke(SLICE_ASSIGN_SCALAR, [self], attrs, self, type(self))

    def _op(self, name, **attrs):
        """Run an operator with parsed attributes through the general code path."""
        return invoke(OPS[name], [self], attrs, None, type(self))


PLAIN.add(NDArray)
_broadcast_to, _expand_dims, _flatten, _squeeze = (
    nd_function(op, op.name, __name__, NDArray)
    for op in (BROADCAST_TO, EXPAND_DIMS, FLATTEN, SQUEEZE)
)


def constructor_of(stype: str):
    """Return the function that creates an array of a storage type."""
    if stype not in STORAGE:
        names = ", ".join(f"'{name}'" for name in sorted(STORAGE))
        meant = did_you_mean(stype, STORAGE)
        raise MXNetError(f"Invalid Input: '{stype}', valid values are: {{{names}}}.{meant}")
    return STORAGE[stype]


def make_array(tensor: torch.Tensor, ctx: Context, cls=NDArray):
    """Create an array from a tensor that may be in the graph."""
    return make_arrays((tensor,), (), ctx, state.tape, cls)[0]


# --------------------------------------------------------------------------------------- creation


@functools.lru_cache(1024)
def _sizes(arguments: tuple) -> tuple[tuple[int, ...], bool]:
    """Return the sizes that ``reshape`` got, as a tuple or one by one, and whether some are codes.

    Raise TypeError unless they are integers.
    """
    sizes = arguments[0] if len(arguments) == 1 and type(arguments[0]) is tuple else arguments
    if {*map(type, sizes)} != {int}:
        raise TypeError(f"{sizes} are not integers")
    return sizes, min(sizes) < -1 or 0 in sizes


def array(source_array, ctx=None, dtype=None) -> NDArray:
    """Create an array from a list, an array of NumPy or torch, a number or another NDArray.

    The elements are float32 unless ``dtype`` is given; an NDArray keeps its type.
    """
    ctx = current_context() if ctx is None else Context(ctx)
    if isinstance(source_array, NDArrayBase):
        torch_type = source_array._t.dtype if dtype is None else dtypes.torch_of(dtype)
        return make_array(source_array._source().to(torch_device(ctx), torch_type, copy=True), ctx)
    row = dtypes.lookup(np.float32 if dtype is None else dtype)
    if isinstance(source_array, torch.Tensor):
        contiguous = source_array.detach().contiguous()
        return make_array(contiguous.to(torch_device(ctx), row.torch, copy=True), ctx)
    try:
        tensor = dtypes.from_numpy(_values(source_array, row))
    except (ValueError, TypeError, OverflowError) as error:
        hint = " Rows need the same length." if "inhomogeneous" in str(error) else ""
        if isinstance(source_array, Iterator | Set | MappingView):
            hint = "; list() makes a list of its elements"
        elif "could not convert string" in str(error):
            hint = "; text has to be encoded as numbers first, such as the positions of its classes"
        elif getattr(source_array, "dtype", None) == np.dtype(object):
            hint = "; an array of objects cannot be converted, one of numbers can"
        raise TypeError(f"source_array must be array like object: {error}{hint}") from error
    return _wrap(tensor.to(torch_device(ctx), row.torch), ctx)


def _values(source, row) -> np.ndarray:
    """Return an array-like as a contiguous NumPy array that shares no memory."""
    if row.name == "bfloat16":  # torch converts unless it is bfloat16 already
        values = np.array(source, order="C")
        return values if values.dtype == row.numpy else values.astype(np.float32)
    try:
        return np.array(source, dtype=row.numpy, order="C")
    except OverflowError:  # MXNet: numbers outside the range of the type lose their high bits
        return np.array(source).astype(np.int64).astype(row.numpy)


def empty(shape, ctx=None, dtype=None) -> NDArray:
    """Create an array with uninitialized elements."""
    return _make_filled(torch.empty, _shape(shape), ctx, dtype)


def zeros(shape, ctx=None, dtype=None, **kwargs) -> NDArray:
    """Create an array of zeros."""
    return _fill("_zeros", torch.zeros, known_shape("_zeros", shape), ctx, dtype, kwargs)


def ones(shape, ctx=None, dtype=None, **kwargs) -> NDArray:
    """Create an array of ones."""
    return _fill("_ones", torch.ones, known_shape("_ones", shape), ctx, dtype, kwargs)


def full(shape, val, ctx=None, dtype=np.float32, out=None) -> NDArray:
    """Create an array filled with one value, or fill ``out``."""
    if out is None:
        out = empty(shape, ctx, dtype)
    out[:] = val
    return out


def zeros_of_any_size(shape: tuple[int, ...], ctx, dtype) -> NDArray:
    """Create an array of zeros, which may be empty."""
    return _make_filled(torch.zeros, shape, ctx, dtype)


def known_shape(op_name: str, shape) -> tuple[int, ...]:
    """Read a shape; reject one without axes or with a size of 0, unless NumPy's rules apply."""
    sizes = _shape(shape)
    # MXNet: these are unknown shapes.
    if (not sizes or 0 in sizes) and not state.numpy_shape:
        raise MXNetError(
            f"Error in operator {op_name}: the shape {sizes} stands for an unknown one; nd.empty "
            "makes arrays without elements, and inside mx.np_shape() shapes mean what they do in "
            "NumPy"
        )
    return sizes


def _fill(name, *args) -> NDArray:
    return watch("operator", name, lambda: _make_filled(*args)) if active else _make_filled(*args)


def _make_filled(function, shape, ctx, dtype, extra=None) -> NDArray:
    ctx = current_context() if ctx is None else Context(ctx)
    dtype = dtypes.torch_of(dtype)
    try:
        tensor = function(shape, dtype=dtype, device=torch_device(ctx))
    except (RuntimeError, TypeError) as error:  # TypeError: a size beyond 64 bits
        raise MXNetError(f"cannot make an array of shape {shape}: {error}") from error
    if not extra:
        return _wrap(tensor, ctx)
    return _put_into(tensor, ctx, function.__name__, **extra)


def _put_into(tensor, ctx, function_name, out=None, name=None, **unknown) -> NDArray:
    """Return ``out`` with the values of a tensor, or a new array. Arrays have no ``name``."""
    for key in unknown:
        if not is_hidden(key):
            raise MXNetError(
                f"Cannot find argument '{key}', Possible Arguments: shape, ctx, dtype, out, name."
                + did_you_mean(key, ("shape", "ctx", "dtype", "out", "name"))
            )
    if out is None:
        return _wrap(tensor, ctx)
    assign(out, tensor, state.tape, function_name)
    return out


def _shape(value) -> tuple[int, ...]:
    """Read a shape: a size, or any sequence of sizes, which may be integral floats."""
    try:
        return _cached_shape(value)
    except TypeError:  # a list, or a sequence that contains one
        return _read_shape(value)


def _read_shape(value) -> tuple[int, ...]:
    value = as_integers(value)
    if isinstance(value, numbers.Integral):
        return (int(value),)
    try:
        return tuple(operator.index(n) for n in value)
    except TypeError:
        raise MXNetError(
            f"Invalid Parameter format for shape expect Shape(tuple) but value='{value}'"
        ) from None


_cached_shape = functools.lru_cache(maxsize=1024)(_read_shape)


def waitall():
    """Wait until all computations are finished."""
    malloc.trim_if_grown()
    synchronize()
