"""``NDArray``: the array class, and the functions that make one."""

from __future__ import annotations

import numbers

import numpy as np
import torch

from .. import _dtype, _malloc
from .._array import NDArrayBase, UnshapedArray, _new, wrap
from .._backward import backward, make_variable
from .._dispatch import INPLACE_IN_RECORD, KERNEL_ERRORS, assign, binary_result, direct_kernel, explained, invoke
from .._ops import OPS
from .._scope import state
from ..base import MXNetError
from ..context import Context, current_context, parse_context, torch_device
from . import indexing


def _wrap(tensor: torch.Tensor, ctx: Context) -> NDArray:
    """Make an NDArray around a contiguous tensor without gradient."""
    return wrap(tensor, ctx, NDArray)


class NDArray(NDArrayBase):
    """An n-dimensional array on a device.

    >>> x = array([[1, 2], [3, 4]])
    >>> x + 1
    <BLANKLINE>
    [[2. 3.]
     [4. 5.]]
    <NDArray 2x2 @cpu(0)>
    """

    __slots__ = ()
    __array_priority__ = 1000.0  # NumPy leaves ``ndarray + NDArray`` to us

    def __init__(self, handle, writable=True):
        if not isinstance(handle, NDArrayBase):
            raise TypeError(
                f"NDArray(handle) wraps the handle of another NDArray, got {type(handle).__name__}; "
                "make an array with mx.nd.array"
            )
        self._t, self._ctx = handle._t, handle._ctx

    # ------------------------------------------------------------------------------ what it is

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple((self._g if self._g is not None else self._t).shape)

    @property
    def ndim(self) -> int:
        return self._t.ndim

    @property
    def size(self) -> int:
        return self._t.numel()

    @property
    def dtype(self):
        return _dtype.NUMPY_OF[self._t.dtype]

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
    def writable(self) -> bool:
        return True

    @property
    def T(self):
        return self.transpose()

    def __len__(self):
        if not self._t.ndim:
            raise TypeError("len() of an NDArray without dimensions")
        return self._t.shape[0]

    def __bool__(self):
        if self.size == 0:
            return False
        if self.size > 1:
            raise ValueError("The truth value of an NDArray with multiple elements is ambiguous.")
        return bool(self.asscalar())

    __hash__ = object.__hash__

    def __repr__(self):
        shape = "x".join(str(n) for n in self.shape)
        return f"\n{self.asnumpy()}\n<{type(self).__name__} {shape} @{self._ctx}>"

    # ------------------------------------------------------------------- to and from NumPy and Python

    def asnumpy(self) -> np.ndarray:
        """Return a copy as a NumPy array."""
        _malloc.relieve()
        return _dtype.to_numpy(self._t.cpu()).copy()

    def asscalar(self):
        """Return the one element as a NumPy scalar."""
        if self.size != 1:
            raise ValueError("The current array is not a scalar")
        return self.asnumpy().reshape(-1)[0]

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("an NDArray becomes a NumPy array by a copy; copy=False is not possible")
        values = self.asnumpy()
        return values if dtype is None else values.astype(dtype)

    def __float__(self):
        return float(self.asscalar())

    def __int__(self):
        return int(self.asscalar())

    def __index__(self):
        if self.size != 1 or self._t.dtype.is_floating_point:
            raise TypeError("only an NDArray with one integer element can be an index")
        return int(self.asscalar())

    def __reduce__(self):
        return _from_pickle, (type(self), self.asnumpy(), str(self._ctx))

    def astype(self, dtype, copy=True):
        """Return a copy with another element type, or the array itself if that changes nothing."""
        if dtype is None:
            dtype = np.float32
        wanted = _dtype.lookup(dtype)
        if not copy and wanted.torch is self._t.dtype:
            return self
        return invoke(OPS["Cast"], [self], {"dtype": wanted.torch}, None, type(self))

    def copy(self):
        """Return a copy on the same device."""
        return invoke(OPS["_copy"], [self], {}, None, type(self))

    def copyto(self, other):
        """Copy into another array, or to a new array on a context."""
        if isinstance(other, Context):
            return self._moved(other)
        if not isinstance(other, NDArrayBase):
            raise TypeError(f"copyto does not support type {type(other)}; give an NDArray or a Context")
        if other is self:
            raise MXNetError("cannot copy an array onto itself")
        if tuple(other._t.shape) != self.shape:
            raise MXNetError(f"cannot copy an array of shape {self.shape} into one of shape {other.shape}")
        if state.tape is not None and other._g is not None:
            raise MXNetError(INPLACE_IN_RECORD)
        other._t.copy_(self._t)
        return other

    def as_in_context(self, context):
        """Return the array itself if it is on the context, a copy there otherwise."""
        return self if self._ctx is context else self._moved(context)

    def _moved(self, ctx: Context):
        device = torch_device(ctx)
        source = self._t if state.tape is None or self._g is None else self._g
        moved = source.clone() if source.device == device else source.to(device)
        return _place(moved, ctx, type(self))

    def as_nd_ndarray(self):
        return self

    def tostype(self, stype):
        """Return the array in a storage type."""
        if stype == "default":
            return self
        raise MXNetError(f"storage type {stype!r} is not supported yet; arrays are dense ('default')")

    def wait_to_read(self):
        """Return when the values are there; they always are."""
        if self._t.device.type == "cuda":
            torch.cuda.synchronize(self._t.device)

    wait_to_write = wait_to_read

    # ------------------------------------------------------------------------------- indexing

    __getitem__ = indexing.getitem
    __setitem__ = indexing.setitem

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    # ------------------------------------------------------------------------------- autograd

    def attach_grad(self, grad_req="write", stype=None):
        """Make this array a variable: ``backward`` leaves its gradient in ``grad``."""
        if stype not in (None, "default"):
            raise MXNetError(f"a gradient of storage type {stype!r} is not supported yet; leave stype out")
        make_variable(self, _wrap(torch.zeros_like(self._t), self._ctx), grad_req)

    @property
    def grad(self):
        """The gradient buffer, None unless ``attach_grad`` was called."""
        return self._leaf.grad if self._leaf is not None else None

    @property
    def _fresh_grad(self) -> bool:
        return self._leaf is not None and self._leaf.fresh

    @_fresh_grad.setter
    def _fresh_grad(self, value):
        if self._leaf is not None:
            self._leaf.fresh = bool(value)

    def backward(self, out_grad=None, retain_graph=False, train_mode=True):
        """Compute the gradients of the sum of this array and leave them in the variables' ``grad``."""
        backward([self], None if out_grad is None else [out_grad], retain_graph, train_mode)

    def detach(self):
        """Return an array with the same memory that is not part of the graph."""
        return wrap(self._t, self._ctx, type(self))

    # ------------------------------------------------------------------------- shape with a view

    def reshape(self, *shape, **kwargs):
        """Return a view with another shape; 0, -1, -2, -3 and -4 are MXNet's codes."""
        reverse = kwargs.pop("reverse", False)
        if "shape" in kwargs:
            shape = (kwargs.pop("shape"),)
        if kwargs:
            raise TypeError(f"reshape() got unknown arguments {sorted(kwargs)}; it takes shape and reverse")
        if len(shape) == 1 and not isinstance(shape[0], numbers.Integral):
            shape = tuple(shape[0])
        if not shape:
            raise ValueError("reshape() needs a shape")
        return self._view("Reshape", shape=tuple(int(n) for n in shape), reverse=bool(reverse))

    def _view(self, name, **attrs):
        """Run an operator that only changes the shape without copying, as methods do."""
        op = OPS[name]
        source = self._t if state.tape is None or self._g is None else self._g
        try:
            return _place(op.kernel(source, **attrs), self._ctx, type(self))
        except KERNEL_ERRORS as error:
            raise explained(op, [self], attrs, error) from error

    def expand_dims(self, axis, inplace=False):
        """Return a copy, or a view if ``inplace``, with an axis of length 1 put in."""
        return self._view("expand_dims", axis=axis) if inplace else self._op("expand_dims", axis=axis)

    def flatten(self, inplace=False):
        """Return a copy, or a view if ``inplace``, with two dimensions."""
        return self._view("Flatten") if inplace else self._op("Flatten")

    def squeeze(self, axis=None, inplace=False):
        """Return a copy, or a view if ``inplace``, without axes of length 1."""
        if isinstance(axis, numbers.Integral):
            axis = (axis,)
        return self._view("squeeze", axis=axis) if inplace else self._op("squeeze", axis=axis)

    def _op(self, name, **attrs):
        return invoke(OPS[name], [self], attrs, None, type(self))


def _place(tensor: torch.Tensor, ctx: Context, cls=NDArray):
    """Make an array of a tensor that may be inside the graph."""
    if not tensor.requires_grad:
        return wrap(tensor, ctx, cls)
    array = _new(cls)
    array._g, array._tape, array._ctx = tensor, state.tape, ctx
    return array


class UnshapedNDArray(UnshapedArray, NDArray):
    """What a layer receives for a parameter whose shape its first operator will tell."""

    __slots__ = ()


def _from_pickle(cls, values, ctx):
    return wrap(_dtype.from_numpy(values).to(torch_device(parse_context(ctx))), parse_context(ctx), cls)


# ---------------------------------------------------------------------------------- Python's operators


def _binary_methods(array_name: str, scalar_name: str, reversed_name: str, inplace):
    """Make the three methods of one operator: ``x + y``, ``y + x`` and ``x += y``."""
    array_op, scalar_op, reversed_op = OPS[array_name], OPS[scalar_name], OPS[reversed_name]
    array_kernel, scalar_kernel = direct_kernel(array_op), scalar_op.kernel

    def forward(self, other):
        kind = type(other)
        if kind is NDArray:
            if self._ctx is other._ctx:
                if state.tape is None:  # the hottest path of all, written out
                    a, b = self._t, other._t
                    if a.dtype is b.dtype:
                        try:
                            tensor = array_kernel(a, b)
                        except KERNEL_ERRORS as error:
                            raise explained(array_op, [self, other], {}, error) from error
                        array = _new(NDArray)
                        array._t = tensor
                        array._ctx = self._ctx.result
                        return array
                array = binary_result(array_op, array_kernel, self, other, NDArray)
                if array is not None:
                    return array
        elif kind is float or kind is int:
            array = with_number(self, other)
            if array is not None:
                return array
        return general(self, other, scalar_op)

    def with_number(self, number):
        tape = state.tape
        graph = None if tape is None else self._g
        try:
            tensor = scalar_kernel(self._t if graph is None else graph, scalar=number)
        except KERNEL_ERRORS as error:
            raise explained(scalar_op, [self], {"scalar": number}, error) from error
        array = _new(NDArray)
        array._ctx = self._ctx.result
        if graph is None:
            array._t = tensor
        elif tensor.requires_grad:
            array._g = tensor
            array._tape = tape
        else:
            return None
        return array

    def general(self, other, with_scalar, out=None):
        if isinstance(other, NDArrayBase):
            return invoke(array_op, [self, other], {}, out, NDArray)
        return invoke(with_scalar, [self], {"scalar": _number(other)}, out, NDArray)

    def backward(self, other):
        return general(self, other, reversed_op)

    def update(self, other):
        tape = state.tape
        if tape is not None and self._g is not None:
            raise MXNetError(INPLACE_IN_RECORD)
        floating = self._t.dtype.is_floating_point
        if tape is None and floating and inplace is not None:
            if type(other) is NDArray and other._t.dtype is self._t.dtype:
                try:
                    inplace(self._t, other._t)
                except KERNEL_ERRORS as error:
                    raise explained(array_op, [self, other], {}, error) from error
                return self
            if type(other) in (int, float):
                inplace(self._t, other)
                return self
        return general(self, other, scalar_op, self)

    return forward, backward, update


def _number(value):
    if isinstance(value, numbers.Real | np.generic):
        return float(value)
    raise TypeError(
        f"type {type(value)} not supported; an NDArray works with numbers and NDArrays (see mx.nd.array)"
    )


# Python's name: operator between arrays, with a scalar, with a scalar on the left, torch in place
OPERATORS = {
    "add": ("broadcast_add", "_plus_scalar", "_plus_scalar", torch.Tensor.add_),
    "sub": ("broadcast_sub", "_minus_scalar", "_rminus_scalar", torch.Tensor.sub_),
    "mul": ("broadcast_mul", "_mul_scalar", "_mul_scalar", torch.Tensor.mul_),
    "truediv": ("broadcast_div", "_div_scalar", "_rdiv_scalar", torch.Tensor.div_),
    "mod": ("broadcast_mod", "_mod_scalar", "_rmod_scalar", None),
    "pow": ("broadcast_power", "_power_scalar", "_rpower_scalar", None),
}
COMPARISONS = {
    "eq": ("broadcast_equal", "_equal_scalar"),
    "ne": ("broadcast_not_equal", "_not_equal_scalar"),
    "gt": ("broadcast_greater", "_greater_scalar"),
    "ge": ("broadcast_greater_equal", "_greater_equal_scalar"),
    "lt": ("broadcast_lesser", "_lesser_scalar"),
    "le": ("broadcast_lesser_equal", "_lesser_equal_scalar"),
}


def _attach(name, method):
    method.__name__ = name
    method.__qualname__ = f"NDArray.{name}"
    setattr(NDArray, name, method)


for _name, (_array, _scalar, _reversed, _inplace) in OPERATORS.items():
    _forward, _backward, _update = _binary_methods(_array, _scalar, _reversed, _inplace)
    _attach(f"__{_name}__", _forward)
    _attach(f"__r{_name}__", _backward)
    _attach(f"__i{_name}__", _update)
NDArray.__div__, NDArray.__rdiv__ = NDArray.__truediv__, NDArray.__rtruediv__

for _name, (_array, _scalar) in COMPARISONS.items():
    _attach(f"__{_name}__", _binary_methods(_array, _scalar, _scalar, None)[0])

for _name, _operator in {"__neg__": "negative", "__abs__": "abs"}.items():
    _attach(_name, lambda self, _operator=_operator: self._op(_operator))


# ------------------------------------------------------------------------------------------- creation


def array(source_array, ctx=None, dtype=None) -> NDArray:
    """Make an array of a list, a NumPy array, a number or another NDArray.

    The elements are float32 unless ``dtype`` is given; an NDArray keeps its type.
    """
    ctx = current_context() if ctx is None else Context(ctx)
    if isinstance(source_array, NDArrayBase):
        wanted = source_array._t.dtype if dtype is None else _dtype.torch_of(dtype)
        return _wrap(source_array._t.to(torch_device(ctx), wanted, copy=True), ctx)
    row = _dtype.lookup(np.float32 if dtype is None else dtype)
    try:
        values = np.array(source_array, dtype=None if row.name == "bfloat16" else row.numpy, order="C")
    except (ValueError, TypeError) as error:
        raise TypeError(f"source_array must be array like object: {error}") from error
    if row.name == "bfloat16" and values.dtype != _dtype.bfloat16:
        tensor = torch.from_numpy(values.astype(np.float32)).to(torch.bfloat16)
    else:
        tensor = _dtype.from_numpy(values)
    return _wrap(tensor.to(torch_device(ctx)), ctx)


def empty(shape, ctx=None, dtype=None) -> NDArray:
    """Make an array whose elements are whatever the memory holds."""
    return _filled(torch.empty, shape, ctx, dtype)


def zeros(shape, ctx=None, dtype=None, **kwargs) -> NDArray:
    """Make an array of zeros."""
    return _filled(torch.zeros, shape, ctx, dtype, kwargs)


def ones(shape, ctx=None, dtype=None, **kwargs) -> NDArray:
    """Make an array of ones."""
    return _filled(torch.ones, shape, ctx, dtype, kwargs)


def full(shape, val, ctx=None, dtype=np.float32, out=None) -> NDArray:
    """Make an array, or fill ``out``, with one value."""
    if out is None:
        out = empty(shape, ctx, dtype)
    out[:] = val
    return out


def _filled(function, shape, ctx, dtype, extra=None) -> NDArray:
    ctx = current_context() if ctx is None else Context(ctx)
    if extra and set(extra) - {"name", "out"}:
        raise TypeError(f"unknown arguments {sorted(extra)}")
    shape = (shape,) if isinstance(shape, numbers.Integral) else tuple(int(n) for n in shape)
    try:
        tensor = function(shape, dtype=_dtype.torch_of(dtype), device=torch_device(ctx))
    except RuntimeError as error:
        raise MXNetError(f"cannot make an array of shape {shape}: {error}") from error
    result = _wrap(tensor, ctx)
    if extra and extra.get("out") is not None:
        assign(extra["out"], tensor, state.tape, function.__name__)
        return extra["out"]
    return result


def waitall():
    """Return when every computation is done."""
    _malloc.relieve()
    if torch.cuda.is_available():
        torch.cuda.synchronize()
